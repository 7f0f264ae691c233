/* SPDX-License-Identifier: MIT
 *
 * What a command is. It knows its own number and handler and nothing of the others: who needs all
 * of them (help, completion, batch) is handed the set with the request.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "command_id.h"
#include "io/fit.h"
#include "options.h"

struct request;
struct answer;
struct many;

typedef struct example {
    const char *command;
    const char *what;
} example;

enum { COMMAND_OPERANDS_MAX = 4, COMMAND_REQUIRED_MAX = 6 };

typedef struct command {
    command_id id;
    const char *name;
    const char *summary;  /* one line, no full stop */
    const char *synopsis; /* what follows "wgdesc name" */
    const char *about;    /* paragraphs, parted by "\n\n" */
    const example *examples;
    int n_examples;
    /* Options that are taken from the operands, in order; OPT_ARGS takes all that are left. */
    option_id operands[COMMAND_OPERANDS_MAX];
    int n_operands;
    /* The option whose value may also stand alone behind the operands: has_bare where there is
     * one. */
    option_id bare;
    bool has_bare;
    option_id required[COMMAND_REQUIRED_MAX];
    int n_required;
    unsigned formats; /* bits 1 << format */
    fit fit;          /* how the text is made to fit a terminal; folded where it is not said */
    bool in_batch;    /* may be a batch request */
    /* The handler, the same for the command line and batch: it reads the request's values and
     * appends to the answer (answer/answer.h), or returns an error; it never prints. */
    wgd_status (*run)(const struct request *rq, struct answer *a, wgd_diag *diag);
    /* The same for many values at once, of an option or, with OPTION_COUNT, indices
     * (answer/many.h); or NULL. */
    option_id many_of;
    wgd_status (*run_many)(const struct request *rq, struct answer *a, const struct many *m,
                           wgd_diag *diag);
    /* Words that an operand may be, from a table of the command's own, for completion; or NULL. */
    void (*operand_words)(buf *out);
    /* Further text of the help, made from a table of the command's own; may be NULL. */
    void (*more_help)(buf *out);
} command;

#define FORMATS_ALL       (1u << FORMAT_TEXT | 1u << FORMAT_JSON | 1u << FORMAT_CUTE)
#define FORMATS_TEXT_JSON (1u << FORMAT_TEXT | 1u << FORMAT_JSON)
#define FORMATS_TEXT      (1u << FORMAT_TEXT)
#define FORMATS_PICTURE                                                                            \
    (1u << FORMAT_SVG | 1u << FORMAT_LATEX | 1u << FORMAT_LATEX_FRAGMENT | 1u << FORMAT_HTML)

/* Commands in the order of the help; the first is the one that need not be named. */
typedef struct command_set {
    const command *const *row;
    int n;
} command_set;

/* NULL when there is none of this name. */
const command *command_find(const command_set *all, const char *name, size_t len);
/* An error about a name that is no command, with a suggestion. */
wgd_status command_unknown(const command_set *all, const char *name, size_t len, wgd_diag *diag);

/* Does this command take this option, on the command line or as a key? */
bool command_takes(const command *c, option_id o);
bool command_is_operand(const command *c, option_id o);
/* The option of this name (without dashes) that the command takes, else the first of this name, or
 * OPTION_COUNT. Two options may share a name when no command takes both: --operand means other
 * operands to frag than to desc. An underscore does for a dash, as keys have it. c may be NULL. */
option_id command_option(const command *c, const char *name, size_t len);

#endif
