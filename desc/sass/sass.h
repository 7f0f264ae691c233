/* SPDX-License-Identifier: MIT
 *
 * Internal: the reader of machine code listings, as nvdisasm and cuobjdump -sass write them for
 * compute capability 9.0. There is no manual of the instructions: what each is taken to do is what
 * the PTX of the same kernel says (tests/kernels/scan_own.t compares the two).
 */
#ifndef SCAN_SASS_H
#define SCAN_SASS_H

#include "code/ir.h"
#include "code/lex.h"
#include "code/table.h"
#include "wgd_status.h"

enum { SASS_OPERANDS_MAX = 16, SASS_MODS_MAX = 12 };

/* Where each kind of register lies among the registers of the function; behind them scratch ones. */
enum {
    SASS_R = 0,
    SASS_UR = 256,
    SASS_P = 512,
    SASS_UP = 520,
    SASS_TMP = 528,    /* 32 bits */
    SASS_EITHER = 531, /* one that nothing writes: it may be true and false */
    SASS_TMP_64 = 532, /* 64 bits */
    SASS_REGS = 536
};

typedef enum sass_kind {
    SASS_O_REG,  /* R or UR */
    SASS_O_PRED, /* P or UP */
    SASS_O_ZERO, /* RZ, URZ */
    SASS_O_TRUE, /* PT, UPT; inverted: false */
    SASS_O_IMM,
    SASS_O_CONST, /* c[0x0][0x210] */
    SASS_O_GDESC,
    SASS_O_LABEL, /* `(.L_x_1) */
    SASS_O_MEM,   /* [R4+0x10], desc[UR4][R2.64] */
    SASS_O_OTHER
} sass_kind;

typedef struct sass_operand {
    sass_kind kind;
    uint32_t reg; /* in the function's numbering; of GDESC the first of four, of MEM the base */
    uint64_t imm; /* of MEM the offset */
    bool minus, inverted, absolute;
    bool trans_a, trans_b; /* of GDESC */
    const char *s;
    size_t len;
} sass_operand;

typedef struct sass {
    const char *at, *end;
    uint32_t line;
    scan_arena *arena;
    wgd_diag *diag;
    wgd_status status;
    scan_func *f;
    scan_table names;      /* labels, each by its number and 1 */
    const char *next_name; /* the function that begins at `at` */
    size_t next_len;
    uint32_t source_line;
    /* the instruction at hand */
    const char *mod[SASS_MODS_MAX];
    size_t mod_len[SASS_MODS_MAX];
    int n_mod;
    sass_operand op[SASS_OPERANDS_MAX];
    int n_op;
    uint32_t guard, address;
    bool guard_not;
    scan_insn spare; /* written to when there is no room for another */
} sass;

void sass_start(sass *p, scan_arena *arena, const char *text, size_t len, wgd_diag *diag);
/* As ptx_next_function. */
wgd_status sass_next_function(sass *p, scan_func *f);

bool sass_full(sass *p);
bool sass_fail(sass *p, wgd_status st, const char *what, const char *got, size_t got_len,
               const char *want);
/* Splits the text of one instruction, up to its semicolon, into name and operands. */
bool sass_split(sass *p, const char *s, const char *end);
bool sass_lower(sass *p);
bool sass_gmma(sass *p);
/* The label of this name; SCAN_NO_REG when the memory is full. */
uint32_t sass_label(sass *p, const char *s, size_t len);
/* These go on when the memory is full, and p->status says so at the end. */
scan_insn *sass_emit(sass *p, scan_op op, int width);
void sass_write(sass *p, scan_insn *in, uint32_t reg);
void sass_ref(sass *p, uint32_t reg); /* one more in the list of registers */
bool sass_has(const sass *p, const char *w);
static inline bool sass_begins(const char *s, const char *end, const char *with)
{
    const size_t n = strlen(with);
    return (size_t)(end - s) >= n && memcmp(s, with, n) == 0;
}
static inline bool sass_mod_is(const sass *p, int i, const char *w)
{
    return i < p->n_mod && scan_text_is(p->mod[i], p->mod_len[i], w, strlen(w));
}

#endif
