/* SPDX-License-Identifier: MIT
 *
 * Random programs of PTX, straight and looping, with wgmma in them; and their text.
 */
#ifndef RANDOM_PTX_H
#define RANDOM_PTX_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

/* Registers of 32 and of 64 bits and predicates of a program; its instructions and wgmma at most. */
enum { R = 6, RD = 6, P = 3, OPS_MAX = 80, GMMA_MAX = 12 };

typedef enum kind {
    K_MOV,
    K_ADD,
    K_SUB,
    K_MUL,
    K_AND,
    K_OR,
    K_XOR,
    K_NOT,
    K_SHL,
    K_SHR,
    K_SAR,
    K_BFE,
    K_BFES,
    K_BFI,
    K_MIN,
    K_MAX,
    K_UMIN,
    K_UMAX,
    K_MAD,
    K_DIV,
    K_REM,
    K_NEG,
    K_SELP,
    K_SETP,
    K_SETPU,
    K_LOP3,
    K_SHFL,
    K_SHFR,
    K_PRMT, /* 32 bits only */
    K_ZEXT,
    K_SEXT,
    K_TRUNC,
    K_PACK,
    K_HIGH,
    K_WIDE,
    K_WIDES,
    K_PARAM,
    K_SMEM,
    K_TID,
    K_ADDC,
    K_ARITHMETIC, /* how many there are above */
    K_GMMA,
    K_LOOP,
    K_NEXT,
    K_SKIP,
    K_HERE
} kind;

/* Registers: 32-bit ones for w 32, 64-bit ones for w 64. b < 0: the constant imm. */
typedef struct op {
    kind k;
    int w, d, a, b, c, cmp;
    uint64_t imm, imm2;
    int guard; /* predicate, or -1 */
    bool guard_not;
} op;

typedef struct program {
    op op[OPS_MAX];
    int n, gmma;
} program;

/* A constant, often one that matters to descriptors. */
uint64_t random_ptx_constant(rng *g);

/* A program whose loops are all closed, within the limits. */
void random_ptx(rng *g, program *p);

typedef struct text {
    char s[16384];
    size_t n;
} text;

void random_ptx_print(const program *p, text *t);

#endif
