/* SPDX-License-Identifier: MIT
 *
 * Values: which symbol a number stands for, when symbol + distance is the same number in more bits (asked of every member),
 * what is read, and what is remembered where a value is written once, under a guard, or again in the next round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "one_insn.h"

enum { AT = 3, SITE = ONE_SYMS + 1 + AT };

static int start(void **state)
{
    (void)state;
    one_start();
    return 0;
}

/* ---- symbols -------------------------------------------------------------------------------- */

/* Three that are named, the results of seven instructions, then registers of blocks, twelve each. */
static void symbols(void **state)
{
    (void)state;
    static scan_val in[2 * ONE_REGS];
    one.in = in;
    for (uint32_t i = 0; i < ONE_REGS; i++) {
        one_reg[i].width = (uint8_t)(i + 5);
        one_slot_reg[i] = ONE_REGS - 1 - i;
    }
    for (uint32_t i = 0; i < ONE_INSNS; i++) {
        one_insn[i].dst = i + 2;
        one_live[i] = ONE_INSNS - 1 - i;
        one_site[i].num = scan_num_const(40 + i, 32);
    }
    for (uint32_t i = 0; i < 2 * ONE_REGS; i++) {
        in[i].num = scan_num_const(80 + i, 32);
    }
    for (uint32_t sym = 0; sym < 40; sym++) {
        assert_int_equal(scan_sym_is_named(&one, sym), sym >= 1 && sym <= 3);
        assert_int_equal(scan_sym_is_site(&one, sym), sym >= 4 && sym <= 10);
    }
    for (uint32_t i = 0; i < ONE_SYMS; i++) {
        assert_int_equal(scan_sym_named(i), i + 1);
        assert_int_equal(scan_sym_width(&one, i + 1), one_sym[i].width);
    }
    for (uint32_t i = 0; i < ONE_INSNS; i++) {
        assert_int_equal(scan_sym_site(&one, i), 4 + i);
        assert_int_equal(scan_site_insn(&one, 4 + i), i);
        assert_int_equal(scan_sym_width(&one, 4 + i), one_reg[i + 2].width);
        assert_int_equal(scan_sym_num(&one, 4 + i).value, 40 + ONE_INSNS - 1 - i);
    }
    for (uint32_t i = 0; i < 2 * ONE_REGS; i++) {
        assert_int_equal(scan_sym_phi(&one, i / ONE_REGS, i % ONE_REGS), 11 + i);
        assert_int_equal(scan_sym_width(&one, 11 + i), ONE_REGS - 1 - i % ONE_REGS + 5);
        assert_int_equal(scan_sym_num(&one, 11 + i).value, 80 + i);
    }
}

/* An array in shared memory: below 256 KB, of some block of the cluster, as far aligned as it says; a parameter may be
 * anything; another address is aligned. */
static void named_numbers(void **state)
{
    (void)state;
    assert_true(scan_num_equal(scan_sym_num(&one, 1), scan_num_known(0, 0xff03ff80, 32)));
    assert_true(scan_num_equal(scan_sym_num(&one, 2), scan_num_top(64)));
    assert_true(scan_num_equal(scan_sym_num(&one, 3), scan_num_known(0, ~UINT64_C(15), 64)));
    one_sym[0].align = 1;
    assert_true(scan_num_equal(scan_sym_num(&one, 1), scan_num_known(0, 0xff03ffff, 32)));
}

/* ---- other widths --------------------------------------------------------------------------- */

enum { FROM = 4, WIDE = 7 };

static bool stays(uint64_t lo, uint64_t hi, uint64_t off, bool is_signed, uint64_t wide_off)
{
    for (uint64_t v = lo; v <= hi; v++) {
        const uint64_t x = (v - off) & 15, all = is_signed && v > 7 ? v - 16 : v;
        if (((x + wide_off) & 127) != (all & 127)) {
            return false;
        }
    }
    return true;
}

/* A number of four bits, lo to hi, that is a symbol of as many bits + off. */
static void widened(void **state)
{
    (void)state;
    one_insn[AT].dst = 0;
    one_reg[0].width = FROM;
    for (uint64_t k = 0; k < 16 * 16 * 16 * 2; k++) {
        const uint64_t lo = k % 16, hi = k / 16 % 16, off = k / 256 % 16;
        const bool is_signed = k / 4096;
        if (lo > hi) {
            continue;
        }
        const scan_num n = scan_num_range(lo, hi, FROM);
        const uint64_t wide_off = off > 7 ? (off - 16) & 127 : off;
        /* Of what may be negative more is not asked. */
        const bool same = stays(lo, hi, off, is_signed, wide_off) && !(is_signed && hi > 7);
        const scan_val v = scan_resize(&one, one_symbol(SITE, off, n), FROM, WIDE, is_signed);
        is_num(v, is_signed ? scan_num_sext(n, FROM, WIDE) : scan_num_zext(n, FROM, WIDE));
        is_symbol(v, same ? SITE : 0, same ? wide_off : 0);
        is_symbol(scan_resize(&one, one_symbol(3, off, n), FROM, WIDE, is_signed), 0,
                  0); /* of 64 bits */
        is_symbol(scan_resize(&one, scan_plain(n), FROM, WIDE, is_signed), 0, 0);
    }
}

static void cut(void **state)
{
    (void)state;
    const scan_num n = scan_num_known(0x12345, 0xf0, 32);
    scan_val v = scan_resize(&one, one_symbol(2, 0x123456, n), 32, 16, true);
    is_num(v, scan_num_known(0x2345, 0xf0, 16));
    is_symbol(v, 2, 0x3456);
    v = scan_resize(&one, one_symbol(2, 0x123456, n), 32, 32, true);
    is_num(v, n);
    is_symbol(v, 2, 0x123456);
}

/* ---- reading -------------------------------------------------------------------------------- */

static void read_registers(void **state)
{
    (void)state;
    static scan_val single[2];
    one.single = single;
    const scan_num n = scan_num_known(0x80000001, 0xf0, 32);
    scan_src s = one_put(0, 32, one_symbol(2, 8, n));
    scan_val v = scan_read(&one, s, 32);
    is_num(v, n);
    is_symbol(v, 2, 8);
    is_num(scan_read(&one, s, 64), scan_num_zext(n, 32, 64)); /* without a sign */
    is_num(scan_read(&one, s, 8), scan_num_trunc(n, 8));
    one_slot[1] = 1 | SCAN_SINGLE;
    single[1] = one_symbol(3, 4, n);
    single[0] = one_const(1, 32);
    v = scan_read(&one, scan_src_reg(1), 32);
    is_num(v, n);
    is_symbol(v, 3, 4);
    one_slot[1] = UINT32_MAX;
    is_plain(scan_read(&one, scan_src_reg(1), 16), scan_num_top(16));
    memset(&one_cur[2], 0, sizeof one_cur[2]); /* nobody has written it */
    one_reg[2].width = 16;
    is_plain(scan_read(&one, scan_src_reg(2), 32), scan_num_zext(scan_num_top(16), 16, 32));
    one_put(3, 128, one_const(3, 64));
    is_plain(scan_read(&one, scan_src_reg(3), 32), scan_num_top(32));
    one_put(3, 65, one_const(3, 64));
    is_plain(scan_read(&one, scan_src_reg(3), 64), scan_num_top(64));
    one_put(3, 64, one_const(3, 64));
    is_const(scan_read(&one, scan_src_reg(3), 64), 3);
}

static void read_others(void **state)
{
    (void)state;
    scan_src s = scan_src_imm(0x1234);
    is_const(scan_read(&one, s, 32), 0x1234);
    is_const(scan_read(&one, s, 8), 0x34);
    s.flags = SCAN_NEG;
    is_const(scan_read(&one, s, 16), 0x10000 - 0x1234);
    s.flags = SCAN_NOT;
    is_const(scan_read(&one, s, 16), 0xffff - 0x1234);
    s.flags = SCAN_NEG | SCAN_NOT;
    is_const(scan_read(&one, s, 16), 0x1233);
    s.kind = SCAN_NONE;
    s.flags = 0;
    is_const(scan_read(&one, s, 32), 0);
    s = one_put(0, 32, one_symbol(2, 8, scan_num_range(3, 9, 32)));
    s.flags = SCAN_NEG;
    is_plain(scan_read(&one, s, 32),
             scan_num_sub(scan_num_const(0, 32), scan_num_range(3, 9, 32), 32));
    s.flags = SCAN_NOT;
    is_plain(scan_read(&one, s, 32), scan_num_not(scan_num_range(3, 9, 32), 32));
}

static void read_symbols(void **state)
{
    (void)state;
    const scan_num shared = scan_num_known(0, 0xff03ff80, 32);
    scan_src s = {SCAN_SYM, 0, 0, 20};
    scan_val v = scan_read(&one, s, 32);
    is_num(v, scan_num_add(shared, scan_num_const(20, 32), 32));
    is_symbol(v, 1, 20);
    v = scan_read(&one, s, 64);
    is_num(v, scan_num_add(scan_num_zext(shared, 32, 64), scan_num_const(20, 64), 64));
    is_symbol(v, 1, 20);
    v = scan_read(&one, s, 16);
    is_num(v, scan_num_add(scan_num_trunc(shared, 16), scan_num_const(20, 16), 16));
    s.imm = UINT64_MAX - 3; /* four before it */
    v = scan_read(&one, s, 32);
    is_symbol(v, 1, UINT32_MAX - 3);
    s.flags = SCAN_NOT;
    assert_int_equal(scan_read(&one, s, 32).sym, 0);
}

/* ---- sums, and one of two ------------------------------------------------------------------- */

static void added(void **state)
{
    (void)state;
    const scan_num n = scan_num_range(3, 9, 8);
    scan_val v = scan_add_val(one_symbol(2, 250, n), one_const(10, 8), 8);
    is_num(v, scan_num_range(13, 19, 8));
    is_symbol(v, 2, 4);
    v = scan_add_val(one_const(10, 8), one_symbol(2, 250, n), 8);
    is_num(v, scan_num_range(13, 19, 8));
    is_symbol(v, 2, 4);
    is_plain(scan_add_val(one_symbol(2, 1, n), one_symbol(2, 1, n), 8), scan_num_add(n, n, 8));
}

static void joined(void **state)
{
    (void)state;
    const scan_num a = scan_num_range(3, 9, 8), b = scan_num_range(40, 41, 8);
    scan_val v = scan_join_vals(one_symbol(2, 5, a), one_symbol(2, 5, b));
    is_num(v, scan_num_join(a, b));
    is_symbol(v, 2, 5);
    is_plain(scan_join_vals(one_symbol(2, 5, a), one_symbol(2, 6, b)), scan_num_join(a, b));
    is_plain(scan_join_vals(one_symbol(2, 5, a), one_symbol(3, 5, b)), scan_num_join(a, b));
}

/* ---- writing -------------------------------------------------------------------------------- */

static const scan_num few = {0, 7, 0, 7, 0, 7};

/* Writes register 0, which instruction 3 computes, or register 1, which it writes besides. */
static bool written(uint32_t reg, scan_val v, int w)
{
    one_insn[AT].dst = 0;
    one.changed = false;
    scan_write(&one, AT, reg, v, w);
    return one.changed;
}

static void written_for_a_block(void **state)
{
    (void)state;
    assert_true(written(0, scan_plain(few), 32)); /* the first time: the result has a name */
    is_num(one_cur[0], few);
    is_symbol(one_cur[0], SITE, 0);
    assert_true(one_site[AT].seen);
    assert_true(scan_num_equal(one_site[AT].num, few));
    assert_false(written(0, scan_plain(few), 32));
    assert_false(written(0, one_const(3, 32), 32)); /* one of those */
    is_const(one_cur[0], 3);
    is_symbol(one_cur[0], 0, 0);
    assert_true(scan_num_equal(one_site[AT].num, few));
    assert_true(written(0, one_const(8, 32), 32));
    assert_true(scan_num_equal(one_site[AT].num, scan_num_join(few, scan_num_const(8, 32))));
    assert_false(written(0, one_symbol(2, 4, few), 32)); /* it has a name */
    is_symbol(one_cur[0], 2, 4);
    assert_false(written(0, one_symbol(2, 4, scan_num_const(5, 32)), 32)); /* it needs none */
    is_symbol(one_cur[0], 0, 0);
    assert_false(written(0, one_symbol(0, 5, few), 32)); /* a distance from nothing is none */
    is_symbol(one_cur[0], SITE, 0);
    assert_false(written(1, scan_plain(few), 32)); /* what is written besides has none */
    is_plain(one_cur[1], few);
}

static void written_in_other_widths(void **state)
{
    (void)state;
    one_reg[0].width = 16;
    (void)written(0, one_const(0x12345, 32), 32);
    is_const(one_cur[0], 0x2345);
    (void)written(0, one_const(0x81, 8), 8);
    is_const(one_cur[0], 0x81);
    one_put(1, 65, one_const(1, 64));
    assert_false(written(1, one_const(2, 64), 64)); /* wider than what is followed */
    is_const(one_cur[1], 1);
    one_put(1, 64, one_const(1, 64));
    (void)written(1, one_const(2, 64), 64);
    is_const(one_cur[1], 2);
    one_slot[0] = UINT32_MAX; /* not followed */
    assert_false(written(0, one_const(7, 8), 8));
    is_const(one_cur[0], 0x81);
}

/* Under a guard it may also be what it was. */
static void written_under_a_guard(void **state)
{
    (void)state;
    one_insn[AT].guard = 5;
    (void)written(1, one_const(3, 32), 32);
    is_const(one_cur[1], 3);
    (void)written(1, one_const(5, 32), 32);
    is_plain(one_cur[1], scan_num_join(scan_num_const(3, 32), scan_num_const(5, 32)));
    one_insn[AT].guard = SCAN_NO_REG;
    (void)written(1, one_const(5, 32), 32);
    is_const(one_cur[1], 5);
}

/* One value for the whole function: what it was in all rounds. */
static void written_once(void **state)
{
    (void)state;
    static scan_val single[2];
    memset(single, 0, sizeof single);
    one.single = single;
    one_slot[0] = 1 | SCAN_SINGLE;
    one_slot[1] = 0 | SCAN_SINGLE;
    assert_true(written(0, one_const(3, 32), 32));
    is_const(single[1], 3);
    assert_false(written(0, one_const(3, 32), 32));
    assert_true(written(0, one_const(4, 32), 32));
    is_num(single[1], scan_num_join(scan_num_const(3, 32), scan_num_const(4, 32)));
    is_symbol(single[1], SITE, 0);
    assert_true(scan_num_equal(one_site[AT].num, single[1].num));
    assert_true(written(1, one_symbol(2, 8, few), 32));
    is_symbol(single[0], 2, 8);
    assert_false(written(1, one_symbol(2, 8, few), 32));
    assert_true(written(1, one_symbol(2, 9, few), 32)); /* another distance */
    is_plain(single[0], few);
    assert_false(written(1, one_symbol(2, 9, few), 32));
    single[0] = one_symbol(2, 8, few);
    assert_true(written(1, one_symbol(3, 8, few), 32)); /* another symbol */
    is_plain(single[0], few);
    single[0] = one_const(3, 32);
    one.sweeps = 24; /* a bound that moves for longer than that goes to the end of its byte */
    (void)written(1, one_const(9, 32), 32);
    is_num(single[0], scan_num_join(scan_num_const(3, 32), scan_num_const(9, 32)));
    single[0] = one_const(3, 32);
    one.sweeps = 25;
    (void)written(1, one_const(9, 32), 32);
    is_num(single[0], scan_num_widen(scan_num_const(3, 32), scan_num_const(9, 32), 32));
    assert_false(
        scan_num_equal(single[0].num, scan_num_join(scan_num_const(3, 32), scan_num_const(9, 32))));
}

/* ---- one instruction ------------------------------------------------------------------------ */

static void remembered(void **state)
{
    (void)state;
    scan_insn *in = &one_insn[AT];
    scan_site *site = &one_site[AT];
    in->op = SCAN_OP_ADD;
    in->dst = 0;
    in->src[0] = one_put(1, 32, one_symbol(2, 100, few));
    in->src[1] = scan_src_imm(7);
    in->src[2] = one_put(3, 32, scan_plain(few));
    memset(site, 0x5a, sizeof *site);
    site->seen = false;
    one.changed = false;
    scan_eval(&one, AT);
    assert_true(one.changed && site->seen && site->described);
    assert_int_equal(site->sym[0], 2);
    assert_int_equal(site->off[0], 100);
    assert_true(site->known[0]);
    assert_int_equal(site->sym[1], 0);
    assert_int_equal(site->off[1], 7);
    assert_true(site->known[1]);
    assert_int_equal(site->sym[2], 0);
    assert_false(site->known[2]);
    one.changed = false;
    scan_eval(&one, AT);
    assert_false(one.changed);
    one_cur[1].off = 101;
    scan_eval(&one, AT);
    assert_true(one.changed);
    assert_int_equal(site->off[0], 101);
    in->guard = 5;
    in->src[0].flags = SCAN_NEG; /* remembered without its sign; another sign is not */
    in->src[2] = in->src[0];
    scan_eval(&one, AT);
    assert_false(site->described);
    assert_int_equal(site->sym[0], 2);
    assert_int_equal(site->sym[2], 2);
    assert_int_equal(site->off[2], 101);
    in->src[2].flags = SCAN_NOT;
    scan_eval(&one, AT);
    assert_int_equal(site->sym[2], 0);
}

/* A result of no width, or of more than 64 bits, is none. */
static void results_not_followed(void **state)
{
    (void)state;
    static const uint8_t widths[] = {0, 65, 128, 1, 64};
    for (int i = 0; i < 5; i++) {
        scan_insn *in = &one_insn[AT];
        one_start();
        in->op = SCAN_OP_MOV;
        in->dst = 0;
        in->width = widths[i];
        in->src[0] = scan_src_imm(1);
        one_put(0, widths[i] ? widths[i] : 1, one_const(0, 1));
        scan_eval(&one, AT);
        assert_int_equal(one_site[AT].seen, i > 2);
        assert_int_equal(one_site[AT].described, i > 2);
    }
}

/* Whatever else it writes is not known, but for the result, the carry and what is not followed. */
static void written_besides(void **state)
{
    (void)state;
    scan_insn *in = &one_insn[AT];
    in->op = SCAN_OP_MOV;
    in->src[0] = scan_src_imm(1);
    in->dst = 0;
    in->dst2 = 1;
    in->refs = 1;
    in->n_write = 5;
    for (uint32_t i = 0; i < 7; i++) {
        one_ref[i + 1] = i;
        one_put(i, 32, one_const(9, 32));
    }
    one_slot[2] = UINT32_MAX;
    one_reg[3].width = 64;
    one_reg[4].width = 8;
    scan_eval(&one, AT);
    is_const(one_cur[0], 1);
    is_const(one_cur[1], 9);
    is_const(one_cur[2], 9);
    is_plain(one_cur[3], scan_num_top(64));
    is_plain(one_cur[4], scan_num_top(8));
    is_const(one_cur[5], 9);
    one_ref[1] = 5;
    scan_eval(&one, AT);
    is_plain(one_cur[5], scan_num_top(32));
}

static void stored(void **state)
{
    (void)state;
    scan_insn *in = &one_insn[AT];
    in->op = SCAN_OP_ST_SHARED;
    in->src[0] = one_put(
        0, 64, one_symbol(2, UINT64_C(0x900000010), scan_num_const(UINT64_C(0x7ffffffff), 64)));
    in->src[1] = scan_src_imm(UINT64_C(0x380000002));
    in->src[2] = scan_src_imm(1000);
    one_live[AT] = 1;
    scan_eval(&one, AT);
    is_const(one_store[1], 0x80000001);
    one_cur[0] = one_symbol(2, UINT64_C(0xfffffffff), few);
    scan_eval(&one, AT);
    is_symbol(one_store[1], 2, 0x80000001);
    in->src[1] = scan_src_imm(0);
    one_cur[0] = scan_plain(scan_num_known(0, UINT64_C(0x1000000f0), 64));
    scan_eval(&one, AT);
    is_plain(one_store[1], scan_num_known(0, 0xf0, 32));
    in->src[1] = scan_src_imm(UINT64_C(0x100000002));
    one_cur[0] = one_range(UINT64_C(0x200000005), UINT64_C(0x200000009), 64);
    scan_eval(&one, AT);
    is_num(one_store[1],
           scan_num_add(scan_num_trunc(one_cur[0].num, 32), scan_num_const(2, 32), 32));
    one_cur[0] = one_range(UINT64_C(0x100000005), UINT64_C(0x100000009), 64);
    scan_eval(&one, AT);
    is_num(one_store[1],
           scan_num_add(scan_num_trunc(one_cur[0].num, 32), scan_num_const(2, 32), 32));
}

/* Behind a call of machine code no register is known. */
static void called(void **state)
{
    (void)state;
    one_insn[AT].op = SCAN_OP_CALL;
    for (uint32_t i = 0; i < ONE_REGS; i++) {
        one_put(i, (int)i + 1, one_const(0, (int)i + 1));
    }
    const scan_val beyond = one_const(77, 32);
    one.n_slot = ONE_REGS - 1;
    one_cur[ONE_REGS - 1] = beyond;
    scan_eval(&one, AT);
    for (uint32_t i = 0; i < ONE_REGS - 1; i++) {
        is_plain(one_cur[i], scan_num_top((int)i + 1));
    }
    is_const(one_cur[ONE_REGS - 1], 77);
}

/* The words of A and B: one register of PTX, two halves of machine code; A may be in registers. */
static void multiplied(void **state)
{
    (void)state;
    static scan_gmma gmma[2];
    static scan_val words[3][2];
    static uint8_t scale[2];
    memset(words, 0, sizeof words);
    memset(gmma, 0, sizeof gmma);
    one_f.gmma = gmma;
    one.gmma = words;
    one.scale_d = scale;
    one_insn[AT].op = SCAN_OP_WGMMA;
    one_insn[AT].src[0].reg = 1;
    const uint64_t a = UINT64_C(0x8123456789abcdef), b = UINT64_C(0x4000000000000001);
    gmma[1].a_shared = true;
    gmma[1].a = one_put(0, 64, one_const(a, 64));
    gmma[1].b = one_put(1, 64, one_const(b, 64));
    gmma[1].scale_d = scan_src_imm(1);
    scan_eval(&one, AT);
    is_const(words[1][0], a);
    is_const(words[1][1], b);
    assert_int_equal(scale[1], 2);
    gmma[1].a_shared = false;
    words[1][0] = one_const(5, 64);
    gmma[1].b = one_put(1, 32, one_const(0x89abcdef, 32));
    gmma[1].b_hi = one_put(2, 32, one_const(0x81234567, 32));
    gmma[1].scale_d = scan_src_imm(0);
    scan_eval(&one, AT);
    is_const(words[1][0], 5);
    is_const(words[1][1], a);
    assert_int_equal(scale[1], 1);
    gmma[1].scale_d = one_put(3, 1, scan_plain(scan_num_top(1)));
    scan_eval(&one, AT);
    assert_int_equal(scale[1], 3);
    assert_false(words[0][0].defined || words[0][1].defined || words[2][0].defined);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(symbols, start),
        cmocka_unit_test_setup(named_numbers, start),
        cmocka_unit_test_setup(widened, start),
        cmocka_unit_test_setup(cut, start),
        cmocka_unit_test_setup(read_registers, start),
        cmocka_unit_test_setup(read_others, start),
        cmocka_unit_test_setup(read_symbols, start),
        cmocka_unit_test_setup(added, start),
        cmocka_unit_test_setup(joined, start),
        cmocka_unit_test_setup(written_for_a_block, start),
        cmocka_unit_test_setup(written_in_other_widths, start),
        cmocka_unit_test_setup(written_under_a_guard, start),
        cmocka_unit_test_setup(written_once, start),
        cmocka_unit_test_setup(remembered, start),
        cmocka_unit_test_setup(results_not_followed, start),
        cmocka_unit_test_setup(written_besides, start),
        cmocka_unit_test_setup(stored, start),
        cmocka_unit_test_setup(called, start),
        cmocka_unit_test_setup(multiplied, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
