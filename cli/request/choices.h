/* SPDX-License-Identifier: MIT
 *
 * The lists that enumerated options choose from.
 */
#ifndef CLI_CHOICES_H
#define CLI_CHOICES_H

#include <stdbool.h>

#include "io/buf.h"
#include "wgd_inst.h"

/* A name of a list: one that is listed where names are; one that is understood, not advertised; one
 * that only some architectures have, which is offered, but not listed among the names of all. */
typedef enum choice_kind { CHOICE_LISTED, CHOICE_ALIAS, CHOICE_SOME } choice_kind;

typedef struct choice {
    const char *name;
    int value;
    int kind; /* choice_kind; false and true are the first two */
} choice;

typedef struct choices {
    const choice *rows;
    int n;
    wgd_status refusal; /* what an unknown name is refused with */
    /* The question that a name leaves open, or WGD_HINT_NONE; may be NULL. */
    wgd_hint (*question)(const char *name);
} choices;

typedef enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CUTE,
    FORMAT_SVG,
    FORMAT_LATEX,
    FORMAT_LATEX_FRAGMENT,
    FORMAT_HTML,
    FORMAT_CSV,
    FORMAT_SARIF,
    FORMAT_JUNIT,
    FORMAT_BASELINE
} format;
typedef enum list_what { LIST_DTYPES, LIST_OPS, LIST_ATOMS, LIST_ERRORS } list_what;
typedef enum shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH } shell;

/* Parts of a picture that --hide leaves out. */
/* Behind the fragments of wgd_tmem_what: several of them at once. */
enum { TMEM_PLAN = 100 };
typedef enum hide_part { HIDE_ARROWS, HIDE_BLOCKS, HIDE_AXES, HIDE_LEGEND } hide_part;

/* Behind the values of wgd_major, until major_settle (major.h) has seen the operand. */
typedef enum major_word {
    MAJOR_M = WGD_MAJOR_COUNT, /* M of operand a */
    MAJOR_N,                   /* N of operand b */
    MAJOR_ROW,                 /* a is M x K: its rows run along K; b is written K x N and N x K */
    MAJOR_COLUMN
} major_word;

extern const choices choices_acc, choices_lang, choices_dtype, choices_operand, choices_major,
    choices_swizzle, choices_arch;
extern const choices choices_unit, choices_cells, choices_shade, choices_hide, choices_color;
extern const choices choices_frag_type, choices_frag_operand, choices_split, choices_d_major,
    choices_copy_lang;
extern const choices choices_kind, choices_a_src, choices_cost_a, choices_plan_a, choices_gpu;
extern const choices choices_tmem_what, choices_tmem_alloc, choices_sf_operand;
extern const choices choices_format, choices_list, choices_shell;

/* The value of a name; on failure field, got, the names wanted and, where one is near, a hint. */
wgd_status choice_find(const choices *c, const char *field, const char *name, size_t len, int *out,
                       wgd_diag *diag);
/* The name of a value that an option can have: the one that is advertised, not an alias. */
const char *choice_name(const choices *c, int value);
/* Is this the name of one of them, or an alias? */
bool choice_has(const choices *c, const char *name);
/* "a, b or c": the names of the list that are listed. */
void choice_names(wgd_text *t, const choices *c);

#endif
