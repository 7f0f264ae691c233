/* SPDX-License-Identifier: MIT
 *
 * Options: the table (options.def) and how a value is read, from the command line or from JSON.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <cjson/cJSON.h>

#include "choices.h"
#include "number.h"
#include "wgdesc.h"

typedef enum option_kind {
    OPT_FLAG,  /* no value; JSON true or false */
    OPT_ENUM,  /* one of choices */
    OPT_NUM,   /* a signed 64-bit integer, decimal or 0x */
    OPT_ADDR,  /* a byte address or count, 0 or more, decimal or 0x, in kilobytes (1024) with a K
                * behind: 227K; JSON number or string */
    OPT_WORD,  /* a 64-bit word as number_word reads it; JSON string */
    OPT_SHAPE, /* 64x16; JSON [64,16] */
    OPT_LIST,  /* 1,2; JSON [1,2]; either is read in the form of the other */
    OPT_BLOCK, /* I,J which block, MNxK how large: the separator tells; JSON also [1,2] */
    OPT_SLICE, /* MN0:MN1,K0:K1, an end left out is the tile's; JSON also [[0,64],[0,32]] */
    OPT_TEXT,  /* any text */
    OPT_FILE,  /* a file name */
    OPT_ARGS   /* the operands that are left; JSON array, read by the command */
} option_kind;

enum { OPTION_DIMS_MAX = 4 };

/* How the numbers of an option were parted. */
typedef enum dims_form { DIMS_LIST, DIMS_COMMA, DIMS_X } dims_form;

/* An end of a slice that was left out. */
enum { SLICE_OPEN = -1 };

/* The value of one option; which member holds it follows from the kind. */
typedef struct option_value {
    bool given;       /* by the user, not by default */
    bool has;         /* given or by default */
    word_doubt doubt; /* OPT_WORD: what is odd about how it was typed */
    dims_form form;   /* OPT_SHAPE, OPT_LIST, OPT_BLOCK; DIMS_LIST from JSON's brackets */
    union {
        bool flag;
        int choice;                   /* OPT_ENUM: the value of the choice */
        int64_t num;                  /* OPT_NUM, OPT_ADDR */
        uint64_t word;                /* OPT_WORD */
        int64_t dim[OPTION_DIMS_MAX]; /* OPT_SHAPE, OPT_LIST, OPT_BLOCK; OPT_SLICE: 4 */
        struct {
            const char *s;
            size_t len;
        } text; /* OPT_TEXT, OPT_FILE; NUL-terminated */
        struct {
            int n;
            char *const *text; /* from the command line, else NULL */
            const cJSON *json; /* from a request: the first element */
        } args;
    } u;
} option_value;

typedef enum option_id {
#define X(id, name, letter, kind, dims, argument, choices, dflt, commands, help) OPTION_##id,
#include "options.def"
#undef X
    OPTION_COUNT
} option_id;

typedef struct option_row {
    const char *name;
    char letter;
    option_kind kind;
    int dims;
    const char *argument;
    const choices *choices;
    const char *dflt;
    uint64_t commands; /* bits 1 << command_id, or OPT_GLOBAL */
    const char *help;
} option_row;

/* Every command takes it, on the command line only. */
#define OPT_GLOBAL UINT64_MAX
/* No key of a batch request. */
#define OPT_CLI (UINT64_C(1) << 63)

extern const option_row option_table[OPTION_COUNT];

/* Reads a value as typed. The text must outlive the value. Errors carry the option's name. */
wgd_status option_from_text(const option_row *o, const char *text, option_value *out,
                            wgd_diag *diag);
/* Reads a value from a request; `item` is not null. */
wgd_status option_from_json(const option_row *o, const cJSON *item, option_value *out,
                            wgd_diag *diag);

#endif
