/* SPDX-License-Identifier: MIT
 *
 * Commands: the table (commands.def), what a command is asked, and what it answers. The same
 * handler serves the command line and batch.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "json/json_write.h"
#include "request/options.h"

typedef enum command_id {
#define X(name) COMMAND_##name,
#include "commands.def"
#undef X
    COMMAND_COUNT
} command_id;

struct command;

/* One question: the command and the value of every option. */
typedef struct request {
    const struct command *cmd;
    format format;
    option_value v[OPTION_COUNT];
} request;

/* One answer. A handler appends it to *out; what it appended is dropped when it returns an error.
 */
typedef struct answer {
    buf *out;
    const char *id; /* the "id" of a batch request, as it came; NULL if none */
    size_t id_len;
    int exit_status; /* 0, or 1 when the answer is "no" */
    /* The text that diag->pos points into, for the caret line; a handler sets it on failure. */
    const char *fault_text;
    size_t fault_len;
} answer;

typedef struct example {
    const char *command;
    const char *what;
} example;

enum { COMMAND_OPERANDS_MAX = 4, COMMAND_REQUIRED_MAX = 6 };

typedef struct command {
    const char *name;
    const char *summary;  /* one line, no full stop */
    const char *synopsis; /* what follows "wgdesc name" */
    const char *about;    /* paragraphs, parted by "\n\n" */
    const example *examples;
    int n_examples;
    /* Options that are taken from the operands, in order; OPT_ARGS takes all that are left. */
    option_id operands[COMMAND_OPERANDS_MAX];
    int n_operands;
    option_id required[COMMAND_REQUIRED_MAX];
    int n_required;
    unsigned formats; /* bits 1 << format */
    bool in_batch;    /* may be a batch request */
    wgd_status (*run)(const request *rq, answer *a, wgd_diag *diag);
    /* Further text of the help, made from a table of the command's own; may be NULL. */
    void (*more_help)(buf *out);
} command;

#define FORMATS_ALL       (1u << FORMAT_TEXT | 1u << FORMAT_JSON | 1u << FORMAT_CUTE)
#define FORMATS_TEXT_JSON (1u << FORMAT_TEXT | 1u << FORMAT_JSON)
#define FORMATS_TEXT      (1u << FORMAT_TEXT)
#define FORMATS_PICTURE                                                                            \
    (1u << FORMAT_SVG | 1u << FORMAT_LATEX | 1u << FORMAT_LATEX_FRAGMENT | 1u << FORMAT_HTML)

#define X(name) extern const command cmd_##name;
#include "commands.def"
#undef X

const command *command_at(int i);
/* NULL when there is none. */
const command *command_find(const char *name, size_t len);
command_id command_index(const command *c);
/* Does this command take this option, on the command line or as a key? */
bool command_takes(const command *c, option_id o);
bool command_is_operand(const command *c, option_id o);
/* An error about a name that is no command, with a suggestion. */
wgd_status command_unknown(const char *name, size_t len, wgd_diag *diag);

/* A request with every default filled in, no command yet. Fails only when the table is wrong. */
wgd_status request_defaults(request *rq, wgd_diag *diag);
/* Are the required options there? */
wgd_status request_complete(const request *rq, wgd_diag *diag);

/* {"schema":"wgdesc/1","cmd":NAME,"id":...,"ok":OK ... open for the members of the command. */
void answer_begin(answer *a, const char *cmd, bool ok);
/* Closes the object and the line. */
void answer_end(answer *a);

#endif
