/* SPDX-License-Identifier: MIT
 *
 * Code from a plan: the constants, written once as a table, and the languages that show them.
 */
#ifndef CLI_EMIT_H
#define CLI_EMIT_H

#include "json/json_write.h"
#include "wgdesc.h"

enum { EMIT_PREFIX_MAX = 40, EMIT_CONSTANTS_MAX = 128 };

typedef enum emit_lang { EMIT_C, EMIT_CUDA, EMIT_PTX, EMIT_JSON } emit_lang;

/* One number of the plan. Those of an operand begin with A_ or B_. */
typedef struct emit_constant {
    char name[32];
    int64_t value;
    const char *text; /* what it is, with its unit; NULL: as for operand a */
} emit_constant;

typedef struct emit {
    buf *out;
    const wgd_plan *plan;
    const wgd_problem *problem;      /* NULL where no product was given */
    char lower[EMIT_PREFIX_MAX + 1]; /* the prefix of functions, and of constants */
    char upper[EMIT_PREFIX_MAX + 1];
    int operand; /* that $o and $O stand for */
    int n;
    emit_constant constant[EMIT_CONSTANTS_MAX];
} emit;

/* The names alone, without a plan. Refuses a prefix that is no lower-case C identifier of up to 40
 * characters. */
wgd_status emit_names(emit *e, buf *out, const char *prefix, wgd_diag *diag);
/* The names, and the constants of a plan and of the product it is for, which may be NULL. */
wgd_status emit_begin(emit *e, buf *out, const wgd_plan *p, const wgd_problem *problem,
                      const char *prefix, wgd_diag *diag);
/* The value of a constant; the name must be there. */
int64_t emit_value(const emit *e, const char *name);
/* The value of A_name or B_name, by e->operand. */
int64_t emit_operand_value(const emit *e, const char *name);
/* The descriptor of an operand's block (0, 0) with start 0. */
uint64_t emit_descriptor(const emit *e, int operand);

/* Writes text with $p and $P the prefix in lower and upper case, $o and $O the operand's letter,
 * and from the arguments %d an int64_t, %x a uint64_t in 16 digits, %s text; %% and $$ for
 * themselves. */
void emit_put(const emit *e, const char *text, ...);
/* Adds a constant; text: what it is, with its unit. The operand's by e->operand, its text shown once. */
void emit_add(emit *e, const char *name, int64_t value, const char *text);
void emit_add_operand(emit *e, const char *name, int64_t value, const char *text);
/* Is the plan for tcgen05? Has it scale factors? */
bool emit_tcgen05(const emit *e);
bool emit_scaled(const emit *e);
/* The first operand with a tile: 0, or 1 where A is computed. */
int emit_first(const emit *e);
/* Is A in registers? */
bool emit_a_registers(const emit *e);
/* Where tiles are of the turned product, a line of the head that says so, behind what begins a comment. */
void emit_put_turned(const emit *e, const char *comment);
/* The command that makes this plan again, every choice written out. */
void emit_put_command(const emit *e, const char *lang);

/* A's fragments, where it is in registers: where each lies; and with its tile, what loads it. */
void emit_fragment_c(const emit *e);
void emit_fragment_cuda(const emit *e);
void emit_fragment_ptx(const emit *e);
void emit_fragment_ptx_load(const emit *e, int m, int k);

/* The header; with `cuda`, the CUDA part too. */
void emit_c(const emit *e, bool cuda);
/* What --lang cuda adds: wgmma, copies, the constants of each operand as a type. */
void emit_cuda(const emit *e);
void emit_ptx(const emit *e);

/* ---- tcgen05 ---- */
void emit_umma_tile(emit *e);
void emit_umma_memory(emit *e);
void emit_umma_operand(emit *e);
/* What the header has besides, for every language. */
void emit_umma_c(const emit *e);
/* The tensor map of an operand's scale factors. */
void emit_umma_factor_map(const emit *e);
/* Instead of emit_cuda's. */
void emit_umma_cuda(const emit *e);
/* The copies of the tile of an operand. */
void emit_umma_load(const emit *e);
/* The module's entry. */
void emit_umma_ptx(const emit *e);
/* Members of the answer: "constants" and "descriptors". */
void emit_json(const emit *e);

#endif
