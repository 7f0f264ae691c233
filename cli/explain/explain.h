/* SPDX-License-Identifier: MIT
 *
 * The derivation of a descriptor, told step by step with the numbers of one query. Every sentence
 * is chosen by the query, so that each is true for it; each step names the section of the PTX ISA
 * that it rests on.
 */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "json/json_write.h"
#include "wgdesc.h"

enum { EXPLAIN_STEPS = 12 };

typedef struct explain_step {
    const char *id;      /* "atom": the JSON step */
    const char *title;   /* "The swizzle atom" */
    const char *section; /* of the PTX ISA */
    buf text;   /* lines, each ended by '\n'; a line that begins with a blank is a table's */
    buf values; /* members of a JSON object */
} explain_step;

typedef struct explanation {
    explain_step step[EXPLAIN_STEPS];
    int n;
} explanation;

void explain_free(explanation *e);
/* The next step, empty; the last one again when there is no room. */
explain_step *explain_next(explanation *e, const char *id, const char *title, const char *section);

/* From the question to the instruction line, for a tile. */
void explain_tile(explanation *e, const wgd_tile *t);
/* A bare word: its bits, what each field says and what reads it, and what is odd in it. */
void explain_word(explanation *e, uint64_t word, wgd_arch arch);
/* The member "steps" of a JSON object. Closes the steps: once only. */
void explain_put_json(buf *out, explanation *e);
/* The bits of a word over the names of its fields, and the sum of the fields. */
void explain_ruler(buf *out, uint64_t word, wgd_arch arch);

/* What an architecture's sections of the PTX ISA are called. */
typedef struct explain_sections {
    const char *smem_layout, *lbo, *strides, *format, *instruction;
} explain_sections;
const explain_sections *explain_sections_of(wgd_arch arch);

/* Small words for sentences. */
void say(buf *out, const char *s);
void say_num(buf *out, int64_t v, const char *after);
void say_hex(buf *out, uint64_t v, const char *after);
/* "MN x K": "64 x 16". */
void say_size(buf *out, int64_t mn, int64_t k, const char *after);

#endif
