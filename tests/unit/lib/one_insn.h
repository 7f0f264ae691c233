/* SPDX-License-Identifier: MIT
 *
 * For tests: one instruction over registers whose values are given, without a text or a flow. Register i has slot i, and
 * instruction i is the i-th that matters. Include after cmocka.h.
 */
#ifndef WGD_TEST_ONE_INSN_H
#define WGD_TEST_ONE_INSN_H

#include <string.h>

#include "values/value.h"

enum { ONE_REGS = 12, ONE_INSNS = 7, ONE_SYMS = 3 };

static scan_func one_f;
static scan_run one;
static scan_reg one_reg[ONE_REGS];
static scan_insn one_insn[ONE_INSNS];
static scan_sym one_sym[ONE_SYMS];
static scan_val one_cur[ONE_REGS];
static scan_site one_site[ONE_INSNS];
static scan_val one_store[ONE_INSNS];
static uint32_t one_slot[ONE_REGS], one_slot_reg[ONE_REGS], one_live[ONE_INSNS], one_ref[8];

/* Registers of no value; symbol 0 an array in shared memory, 1 a parameter, 2 an address of 64 bits, aligned to 16. */
static inline void one_start(void)
{
    memset(&one_f, 0, sizeof one_f);
    memset(&one, 0, sizeof one);
    memset(one_reg, 0, sizeof one_reg);
    memset(one_insn, 0, sizeof one_insn);
    memset(one_cur, 0, sizeof one_cur);
    memset(one_site, 0, sizeof one_site);
    one_f.reg = one_reg;
    one_f.n_reg = ONE_REGS;
    one_f.insn = one_insn;
    one_f.n_insn = ONE_INSNS;
    one_f.sym = one_sym;
    one_f.n_sym = ONE_SYMS;
    one_f.ref = one_ref;
    one.f = &one_f;
    one.slot = one_slot;
    one.slot_reg = one_slot_reg;
    one.n_slot = ONE_REGS;
    one.cur = one_cur;
    one.live_of = one_live;
    one.site = one_site;
    one.store = one_store;
    const scan_sym shared = {"a", 1, SCAN_SYM_SHARED, 128, -1, 0, 32},
                   param = {"b", 1, SCAN_SYM_PARAM, 1, -1, 0, 64},
                   other = {"c", 1, SCAN_SYM_OTHER, 16, -1, 0, 64};
    one_sym[0] = shared;
    one_sym[1] = param;
    one_sym[2] = other;
    for (uint32_t i = 0; i < ONE_REGS; i++) {
        one_slot[i] = one_slot_reg[i] = i;
        one_reg[i].width = 32;
    }
    for (uint32_t i = 0; i < ONE_INSNS; i++) {
        const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
        one_live[i] = i;
        one_insn[i].width = 32;
        one_insn[i].dst = one_insn[i].dst2 = one_insn[i].guard = one_insn[i].carry = SCAN_NO_REG;
        one_insn[i].src[0] = one_insn[i].src[1] = one_insn[i].src[2] = none;
    }
}

static inline scan_src one_put(uint32_t reg, int w, scan_val v)
{
    one_reg[reg].width = (uint8_t)w;
    one_cur[reg] = v;
    return scan_src_reg(reg);
}

static inline scan_val one_const(uint64_t v, int w)
{
    return scan_plain(scan_num_const(v, w));
}

static inline scan_val one_range(uint64_t lo, uint64_t hi, int w)
{
    return scan_plain(scan_num_range(lo, hi, w));
}

/* What is known of a number that is symbol `sym` (from 1) + off. */
static inline scan_val one_symbol(uint32_t sym, uint64_t off, scan_num n)
{
    const scan_val v = {n, off, sym, true};
    return v;
}

/* The result of instruction `at`, before it is written. */
static inline scan_val one_result(uint32_t at)
{
    const scan_insn *in = &one_insn[at];
    scan_val s[3];
    for (int i = 0; i < 3; i++) {
        s[i] = scan_read(&one, in->src[i], in->width);
    }
    return scan_compute(&one, at, in, s);
}

static inline void is_const(scan_val v, uint64_t want)
{
    assert_true(v.defined);
    assert_int_equal(v.num.mask, 0);
    assert_int_equal(v.num.value, want);
}

static inline void is_num(scan_val v, scan_num want)
{
    assert_true(v.defined);
    assert_true(scan_num_equal(v.num, want));
}

static inline void is_plain(scan_val v, scan_num want)
{
    is_num(v, want);
    assert_int_equal(v.sym, 0);
    assert_int_equal(v.off, 0);
}

static inline void is_symbol(scan_val v, uint32_t sym, uint64_t off)
{
    assert_int_equal(v.sym, sym);
    assert_int_equal(v.off, off);
}

#endif
