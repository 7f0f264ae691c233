/* SPDX-License-Identifier: MIT
 *
 * Internal: what PTX and SASS are both turned into. A function is a list of simple instructions over
 * numbered registers; only what can carry a descriptor has a meaning of its own, everything else
 * makes its results unknown (SCAN_OP_TOP).
 */
#ifndef SCAN_IR_H
#define SCAN_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "numbers/num.h"
#include "wgd_inst.h"

typedef enum scan_op {
    SCAN_OP_TOP,    /* every register written becomes unknown */
    SCAN_OP_RANGE,  /* dst = something from 0 to src[0].imm, for example the thread's number */
    SCAN_OP_MOV,    /* dst = src0 */
    SCAN_OP_UNIFY,  /* the same, of some other thread */
    SCAN_OP_ADD,    /* dst = src0 + src1 + src2 + carry, dst2 = carry out */
    SCAN_OP_MUL,    /* dst = src0 * src1 + src2 + carry; sources of width sw are extended first */
    SCAN_OP_LOP3,   /* dst = table `arg` of src0, src1, src2 */
    SCAN_OP_SHL,    /* dst = src0 << src1 */
    SCAN_OP_SHR,    /* dst = src0 >> src1, signed with FLAG_SIGNED */
    SCAN_OP_FUNNEL, /* dst = {src2, src0} shifted by src1: the high half with FLAG_HIGH */
    SCAN_OP_BFE,    /* dst = src2 bits of src0 from bit src1 */
    SCAN_OP_BFI,    /* dst = src1 with `arg` bits of src0 inserted at src2 */
    SCAN_OP_CVT,    /* dst = the low sw bits of src0, extended or cut to the width of dst */
    SCAN_OP_CONCAT, /* dst = {src1, src0}, halves of sw bits */
    SCAN_OP_SEL,    /* dst = src2 ? src0 : src1 */
    SCAN_OP_SETP,   /* dst = (src0 arg src1), dst2 its opposite */
    SCAN_OP_MIN,
    SCAN_OP_MAX,
    SCAN_OP_DIV, /* unsigned */
    SCAN_OP_REM,
    SCAN_OP_PRMT,     /* bytes of {src1, src0} chosen by src2 */
    SCAN_OP_BRANCH,   /* to label src[0].reg; SCAN_ANY_LABEL: to any */
    SCAN_OP_EXIT,     /* ret, exit, trap */
    SCAN_OP_CALL,     /* a function that is not part of this text's flow */
    SCAN_OP_WGMMA,    /* src[0].reg: the row in scan_func.gmma */
    SCAN_OP_FENCE,    /* wgmma.fence */
    SCAN_OP_COMMIT,   /* wgmma.commit_group */
    SCAN_OP_WAIT,     /* wgmma.wait_group src[0].imm; SCAN_NONE: of a number that is not known */
    SCAN_OP_PROXY,    /* fence.proxy.async */
    SCAN_OP_ST_SHARED /* to the address src0 + src1, of arg bytes */
} scan_op;

enum {
    SCAN_FLAG_SIGNED = 1,
    SCAN_FLAG_HIGH = 2,
    SCAN_FLAG_LEFT = 4,
    SCAN_FLAG_GUARD_NOT = 8, /* runs when the guard is false */
    SCAN_FLAG_CARRY_NOT = 16,
    SCAN_FLAG_BORROW = 32 /* an operand was negated: the carry out is not known */
};

#define SCAN_NO_REG    UINT32_MAX
#define SCAN_ANY_LABEL UINT32_MAX

typedef enum scan_kind { SCAN_NONE, SCAN_REG, SCAN_IMM, SCAN_SYM } scan_kind;

enum { SCAN_NEG = 1, SCAN_NOT = 2 };

typedef struct scan_src {
    uint8_t kind;
    uint8_t flags;
    uint32_t reg; /* the register, or the symbol */
    uint64_t imm; /* the number, or what is added to the symbol */
} scan_src;

typedef struct scan_insn {
    uint8_t op, width, sw, arg, flags;
    uint16_t n_write, n_read; /* registers at scan_func.ref[refs], written ones first */
    uint32_t refs;
    uint32_t line, address;
    uint32_t source_line; /* of .loc, or 0 */
    uint32_t dst, dst2;   /* SCAN_NO_REG: none */
    uint32_t guard, carry;
    scan_src src[3];
} scan_insn;

/* What an address can start from, or a number that stays the same as long as the kernel runs. */
typedef enum scan_sym_kind { SCAN_SYM_SHARED, SCAN_SYM_PARAM, SCAN_SYM_OTHER } scan_sym_kind;

typedef struct scan_sym {
    const char *name;
    uint32_t name_len;
    scan_sym_kind kind;
    uint32_t align; /* bytes, a power of two; 1 when unknown */
    int64_t size;   /* bytes; -1 when unknown */
    int64_t offset; /* of a parameter */
    uint8_t width;
} scan_sym;

typedef struct scan_gmma {
    uint32_t insn;
    int n, k;
    wgd_dtype a_type, b_type;
    wgd_acc d;
    bool sparse, satfinite, known_type;
    int8_t trans_a, trans_b, neg_a, neg_b;
    int8_t selector;       /* of the sparse metadata; -1 when not written or no constant */
    bool a_shared;         /* else in registers */
    scan_src a, b;         /* 64-bit registers (PTX), */
    scan_src a_hi, b_hi;   /* or 32-bit halves (SASS) */
    scan_src scale_d;      /* a predicate; SCAN_IMM: constant */
    uint32_t acc, n_acc;   /* registers at scan_func.ref[acc] */
    uint32_t areg, n_areg; /* of A, at scan_func.ref[areg] */
} scan_gmma;

typedef struct scan_reg {
    uint8_t width;
} scan_reg;

typedef struct scan_label {
    uint32_t insn;  /* UINT32_MAX: not yet seen */
    uint32_t depth; /* of PTX: how many blocks of the function it stands in */
    uint32_t outer; /* the label that is meant where its block ends without it, or SCAN_NO_REG */
} scan_label;

typedef struct scan_func {
    scan_arena *arena;
    const char *name;
    size_t name_len;
    uint32_t line;
    bool entry, sass, no_params;
    scan_insn *insn;
    size_t n_insn, cap_insn;
    uint32_t *ref;
    size_t n_ref, cap_ref;
    scan_reg *reg;
    size_t n_reg, cap_reg;
    scan_sym *sym;
    size_t n_sym, cap_sym;
    scan_gmma *gmma;
    size_t n_gmma, cap_gmma;
    scan_label *label;
    size_t n_label, cap_label;
    uint32_t unknown;     /* instructions whose name is not known */
    uint32_t *unknown_at; /* the first of each, as instruction numbers */
    size_t n_unknown_at, cap_unknown_at;
} scan_func;

/* All of these answer NULL, or SCAN_NO_REG, when the arena is full. */
scan_insn *scan_add_insn(scan_func *f, scan_op op, int width, uint32_t line);
uint32_t scan_add_reg(scan_func *f, int width);
uint32_t scan_add_label(scan_func *f);
scan_gmma *scan_add_gmma(scan_func *f);
bool scan_add_ref(scan_func *f, uint32_t reg);
bool scan_add_unknown(scan_func *f);
/* A symbol, found by name and offset or made. */
uint32_t scan_add_sym(scan_func *f, const char *name, size_t len, scan_sym_kind kind,
                      int64_t offset);

/* The memory does not hold the kernel of this name, which may be NULL. */
wgd_status scan_too_large(const char *name, wgd_diag *diag);

static inline scan_src scan_src_reg(uint32_t reg)
{
    const scan_src s = {SCAN_REG, 0, reg, 0};
    return s;
}

static inline scan_src scan_src_imm(uint64_t v)
{
    const scan_src s = {SCAN_IMM, 0, SCAN_NO_REG, v};
    return s;
}

#endif
