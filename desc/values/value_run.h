/* SPDX-License-Identifier: MIT
 *
 * Internal: the abstract interpretation of one function.
 *
 * A value is what is known of the number (num.h) and, as far as it goes, symbol + constant. A symbol
 * is a number that has a name: a variable in shared memory or a parameter, the result of an
 * instruction when it last ran, or what a register held when a block was last entered. So the
 * distance between two addresses is known where the addresses are not.
 *
 * Only registers from which a descriptor, or the address of a store to shared memory, is computed
 * are followed. One that is written in one place, which all its uses come after, has one value for
 * the whole function; the others have one for each block ("slots").
 *
 * When a loop comes round, the symbols of instructions in it would mean the results of two rounds
 * at once; so at the first block of the loop every value with such a symbol takes the symbol of that
 * block. That is enough: between two runs of an instruction control passes the first block of a
 * loop around it (flow.h).
 */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include "code/flow.h"
#include "code/ir.h"

typedef struct scan_val {
    scan_num num;
    uint64_t off; /* the value is sym + off, modulo 2^width */
    uint32_t sym; /* 0: no symbol */
    bool defined; /* false: nothing has been written yet */
} scan_val;

/* What an instruction computed from, the last time that it was looked at. */
typedef struct scan_site {
    scan_num num;
    uint32_t sym[3];
    uint64_t off[3]; /* with sym 0: the constant, if it is one */
    bool known[3];   /* a symbol + off or a constant */
    bool seen;       /* has run */
    bool described;  /* ran always, so that the record says what the result is */
} scan_site;

typedef struct scan_run {
    const scan_func *f;
    const scan_flow *flow;
    scan_arena *arena;
    uint32_t *live; /* the instructions that matter, in order */
    size_t n_live;
    uint32_t *live_first; /* by block, n_block + 1 */
    uint32_t *live_of;    /* by instruction; UINT32_MAX */
    uint32_t
        *slot; /* by register: UINT32_MAX not followed, else the slot, or one value | SCAN_SINGLE */
    uint32_t *slot_reg;
    uint32_t n_slot, n_single;
    scan_val *single;
    scan_val *in;        /* n_block rows of n_slot */
    scan_val *cur;       /* n_slot */
    scan_site *site;     /* by place in live */
    scan_val (*gmma)[2]; /* the words of A and B */
    uint8_t *scale_d;    /* bit 0: can be false, bit 1: can be true */
    scan_val *store;     /* by place in live: the address of a store to shared memory */
    bool changed;
    uint32_t sweeps; /* rounds over all blocks so far, and the one that runs */
} scan_run;

#define SCAN_SINGLE UINT32_C(0x80000000)

/* Symbols: named ones, results of instructions (that matter: they have a place in live), registers at the start of
 * blocks. What is below the first of a kind wraps round and is none. */
static inline uint32_t scan_sym_named(uint32_t i)
{
    return i + 1;
}
static inline uint32_t scan_sym_site(const scan_run *r, uint32_t insn)
{
    return (uint32_t)r->f->n_sym + 1 + insn;
}
static inline uint32_t scan_sym_phi(const scan_run *r, uint32_t block, uint32_t slot)
{
    return (uint32_t)(r->f->n_sym + 1 + r->f->n_insn) + block * r->n_slot + slot;
}
static inline bool scan_sym_is_named(const scan_run *r, uint32_t sym)
{
    return sym - 1 < r->f->n_sym;
}
static inline bool scan_sym_is_site(const scan_run *r, uint32_t sym)
{
    return sym - (uint32_t)r->f->n_sym - 1 < r->f->n_insn;
}
static inline uint32_t scan_site_insn(const scan_run *r, uint32_t sym)
{
    return sym - (uint32_t)r->f->n_sym - 1;
}
/* What is known of a symbol, and how many bits it has. */
scan_num scan_sym_num(const scan_run *r, uint32_t sym);
int scan_sym_width(const scan_run *r, uint32_t sym);

/* Finds out what matters (slice.c) and follows it to the end (fix.c); false: the arena is full. */
bool scan_slice(scan_run *r);
bool scan_fix(scan_run *r);
/* Runs one instruction over r->cur and r->single (eval.c). */
void scan_eval(scan_run *r, uint32_t insn);
/* A source, and a result (value.c). */
scan_val scan_read(scan_run *r, scan_src s, int w);
void scan_write(scan_run *r, uint32_t insn, uint32_t reg, scan_val v, int w);

#endif
