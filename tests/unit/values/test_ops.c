/* SPDX-License-Identifier: MIT
 *
 * What each instruction of the intermediate form makes of numbers that are known: what the machine makes of them, by the
 * definitions of the PTX ISA; of numbers that are not known, what all the members give; and of a symbol, when it is
 * still that symbol.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "one_insn.h"
#include "rng.h"

static rng r;

static int start(void **state)
{
    (void)state;
    one_start();
    r = rng_start();
    return 0;
}

static uint64_t any(int w)
{
    static const uint64_t ends[] = {
        0, 1, 2, UINT64_MAX, UINT64_C(1) << 31, UINT64_C(1) << 63, 0x7fffffff};
    return (rng_below(&r, 3) ? rng_next(&r) : ends[rng_below(&r, 7)]) & scan_bits(w);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* add of three numbers and a carry, which may be inverted; what is carried out. */
static void sums(void **state)
{
    (void)state;
    static const int widths[] = {8, 32, 64};
    for (int k = 0; k < 300; k++) {
        const int w = widths[k % 3];
        const uint64_t a = any(w), b = any(w), c = any(w), cy = rng_next(&r) >> 63;
        const bool has = k / 6 % 2, inverted = k / 12 % 2, borrow = k / 24 % 5 == 0;
        scan_insn *in = &one_insn[2];
        in->op = SCAN_OP_ADD;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        in->src[2] = one_put(2, w, one_const(c, w));
        one_put(3, 1, one_const(cy, 1));
        in->carry = has ? 3 : SCAN_NO_REG;
        in->flags = (uint8_t)((inverted ? SCAN_FLAG_CARRY_NOT : SCAN_FLAG_SIGNED) |
                              (borrow ? SCAN_FLAG_BORROW : 0));
        in->dst = 5;
        in->dst2 = 4;
        one_put(4, 1, one_const(0, 1));
        const uint64_t x = has ? (inverted ? 1 - cy : cy) : 0;
        uint64_t sum = a;
        bool over = __builtin_add_overflow(sum, b, &sum);
        over = __builtin_add_overflow(sum, c, &sum) || over;
        over = __builtin_add_overflow(sum, x, &sum) || over;
        const scan_val v = one_result(2);
        is_const(v, sum & scan_bits(w));
        assert_int_equal(v.sym, 0);
        if (borrow) {
            is_plain(one_cur[4], scan_num_top(1));
        } else {
            is_const(one_cur[4], over || sum > scan_bits(w));
        }
    }
}

/* What is carried out of any members of ranges: never, always, or now and then. */
static void carries(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const int w = 4;
        uint64_t lo = 0, hi = 0, end[4][2];
        for (int i = 0; i < 4; i++) {
            const uint64_t most = i < 3 ? 15 : 1, x = rng_next(&r) & most, y = rng_next(&r) & most;
            end[i][0] = x < y ? x : y;
            end[i][1] = x < y ? y : x;
            lo += end[i][0];
            hi += end[i][1];
            one_put((uint32_t)i, i < 3 ? w : 1, one_range(end[i][0], end[i][1], i < 3 ? w : 1));
        }
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_ADD;
        in->width = (uint8_t)w;
        in->src[0] = scan_src_reg(0);
        in->src[1] = scan_src_reg(1);
        in->src[2] = scan_src_reg(2);
        in->carry = 3;
        in->dst2 = 4;
        one_put(4, 1, one_const(0, 1));
        (void)one_result(0);
        is_plain(one_cur[4], lo > 15   ? scan_num_const(1, 1)
                             : hi > 15 ? scan_num_top(1)
                                       : scan_num_const(0, 1));
    }
}

/* A symbol and what is known to be added, in any order; the difference of two that have one symbol. */
static void sums_of_symbols(void **state)
{
    (void)state;
    const scan_num some = scan_num_known(0, 0xfff0, 32);
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_ADD;
    for (int at = 0; at < 3; at++) {
        for (int i = 0; i < 3; i++) {
            in->src[i] = i == at ? one_put(0, 32, one_symbol(2, 100, some))
                                 : scan_src_imm((uint64_t)(5 + i));
        }
        is_symbol(one_result(0), 2, 100 + 5 + 6 + 7 - 5 - (uint64_t)at);
    }
    in->src[0] = one_put(0, 32, one_symbol(2, 100, some));
    in->src[1] = one_put(1, 32, one_symbol(2, 30, some));
    in->src[2].kind = SCAN_NONE;
    is_symbol(one_result(0), 0, 0);
    in->src[1].flags = SCAN_NEG;
    scan_val v = one_result(0);
    is_const(v, 70);
    one_cur[1].sym = 3;
    v = one_result(0);
    is_plain(v, scan_num_sub(some, some, 32));
    one_cur[0].sym = one_cur[1].sym = 0;
    is_plain(one_result(0), scan_num_sub(some, some, 32));
    one_put(0, 32, one_symbol(1, 10, some));
    one_put(1, 32, one_symbol(1, 30, some));
    is_const(one_result(0), UINT32_MAX - 19);
    one_put(1, 32, one_const(40, 32));
    v = one_result(0);
    is_num(v, scan_num_sub(some, scan_num_const(40, 32), 32));
    is_symbol(v, 1, UINT32_MAX - 29);
    /* With a third number, a carry or another sign it is a sum of numbers. */
    one_put(1, 32, one_symbol(1, 30, some));
    in->src[2] = scan_src_imm(0);
    is_symbol(one_result(0), 0, 0);
    in->src[2].kind = SCAN_NONE;
    in->src[0].flags = SCAN_NEG;
    assert_int_not_equal(one_result(0).num.mask, 0);
    in->src[0].flags = 0;
    in->carry = 3;
    one_put(3, 1, one_const(0, 1));
    assert_int_not_equal(one_result(0).num.mask, 0);
}

/* ---- products ------------------------------------------------------------------------------- */

static void products(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const bool wide = k % 2, is_signed = k / 2 % 2, has = k / 4 % 2, inverted = k / 8 % 2;
        const int w = wide ? 64 : k % 3 ? 32 : 64, sw = wide ? 32 : w;
        const uint64_t a = any(sw), b = any(sw), c = any(w), cy = rng_next(&r) >> 63;
        scan_insn *in = &one_insn[1];
        in->op = SCAN_OP_MUL;
        in->width = (uint8_t)w;
        in->sw = wide ? 32 : 0;
        in->src[0] = one_put(0, sw, one_const(a, sw));
        in->src[1] = one_put(1, sw, one_const(b, sw));
        in->src[2] = one_put(2, w, one_const(c, w));
        one_put(3, 1, one_const(cy, 1));
        in->carry = has ? 3 : SCAN_NO_REG;
        in->flags = (uint8_t)((is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH) |
                              (inverted ? SCAN_FLAG_CARRY_NOT : 0));
        const uint64_t x = is_signed && wide ? (uint64_t)(int64_t)(int32_t)a : a,
                       y = is_signed && wide ? (uint64_t)(int64_t)(int32_t)b : b,
                       z = has ? (inverted ? 1 - cy : cy) : 0;
        is_const(one_result(1), (x * y + c + z) & scan_bits(w));
    }
}

/* Once a symbol is that symbol, from either side; a multiple of it is not. */
static void products_of_symbols(void **state)
{
    (void)state;
    const scan_num some = scan_num_range(0, 1000, 32);
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_MUL;
    in->src[2] = scan_src_imm(4);
    for (int side = 0; side < 2; side++) {
        in->src[side] = one_put(0, 32, one_symbol(2, 100, some));
        for (uint64_t times = 0; times < 3; times++) {
            in->src[1 - side] = scan_src_imm(times);
            const scan_val v = one_result(0);
            is_symbol(v, times == 1 ? 2 : 0, times == 1 ? 104 : v.off);
        }
    }
    in->src[0] = in->src[1] = one_put(0, 32, one_symbol(2, 100, some));
    assert_int_equal(one_result(0).sym, 0);
    /* A carry that has a name. */
    one_insn[4].dst = 5;
    one_reg[5].width = 1;
    one_put(3, 1, one_symbol(scan_sym_site(&one, 4), 0, scan_num_top(1)));
    in->src[0] = in->src[1] = in->src[2] = scan_src_imm(3);
    in->carry = 3;
    is_symbol(one_result(0), scan_sym_site(&one, 4), 12);
}

/* ---- bits ----------------------------------------------------------------------------------- */

static uint64_t by_table(unsigned lut, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t v = 0;
    for (int i = 0; i < 64; i++) {
        const unsigned at = (unsigned)((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1));
        v |= (uint64_t)(lut >> at & 1) << i;
    }
    return v;
}

static void tables(void **state)
{
    (void)state;
    for (unsigned lut = 0; lut < 256; lut++) {
        scan_insn *in = &one_insn[0];
        const uint64_t a = any(64), b = any(64), c = any(64);
        in->op = SCAN_OP_LOP3;
        in->width = 64;
        in->arg = (uint8_t)lut;
        in->src[0] = one_put(0, 64, one_const(a, 64));
        in->src[1] = one_put(1, 64, one_const(b, 64));
        in->src[2] = one_put(2, 64, one_const(c, 64));
        is_const(one_result(0), by_table(lut, a, b, c));
    }
}

/* One operand is a symbol whose low bits are open: it is that symbol, moved, where every member's open bits stay. */
static void tables_of_symbols(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 256 * 6; k++) {
        const unsigned lut = k % 256, which = k / 256 % 3;
        const uint64_t mask = k % 5 ? 0x36 : 0x80000001, known = any(32) & ~mask, off = any(32);
        uint64_t s[3], change = 0;
        bool stays = true;
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_LOP3;
        in->width = 32;
        in->arg = (uint8_t)lut;
        for (unsigned i = 0; i < 3; i++) {
            s[i] = k / 768 ? any(32) : any(32) | mask; /* often the same in all of the open bits */
            in->src[i] = one_put(i, 32,
                                 i == which ? one_symbol(2, off, scan_num_known(known, mask, 32))
                                            : one_const(s[i], 32));
        }
        for (uint64_t m = mask;; m = (m - 1) & mask) {
            s[which] = known | m;
            const uint64_t v = by_table(lut, s[0], s[1], s[2]) & UINT32_MAX;
            change = v - s[which];
            stays = stays && (v & mask) == m;
            if (m == 0) {
                break;
            }
        }
        is_symbol(one_result(0), stays ? 2 : 0, stays ? (off + change) & UINT32_MAX : 0);
    }
}

/* Two that are open leave no symbol, nor does one that has none. */
static void open_tables(void **state)
{
    (void)state;
    const scan_num some = scan_num_known(0, 0xf0, 32);
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_LOP3;
    in->arg = 0xf0; /* the first */
    for (int other = 1; other < 3; other++) {
        in->src[0] = one_put(0, 32, one_symbol(2, 8, some));
        in->src[1] = scan_src_imm(1);
        in->src[2] = scan_src_imm(2);
        in->src[other] = one_put(1, 32, one_symbol(3, 4, some));
        is_symbol(one_result(0), 0, 0);
        in->src[other] = one_put(1, 32, scan_plain(some));
        is_symbol(one_result(0), 0, 0);
    }
    in->arg = 0xaa; /* the third of three */
    in->src[0] = one_put(0, 32, scan_plain(some));
    in->src[1] = one_put(1, 32, scan_plain(some));
    in->src[2] = one_put(2, 32, one_symbol(1, 4, some));
    is_symbol(one_result(0), 0, 0);
    in->src[0] = in->src[1] = scan_src_imm(0);
    is_symbol(one_result(0), 1, 4);
    in->arg = 0xf0;
    in->src[1] = in->src[0] = in->src[2];
    in->src[2] = in->src[0] = one_put(0, 32, one_symbol(2, 8, some));
    in->src[1] = one_put(1, 32, one_symbol(2, 8, some));
    is_symbol(one_result(0), 0, 0);
    in->src[0] = one_put(0, 32, scan_plain(some));
    in->src[1] = in->src[2] = scan_src_imm(0);
    is_plain(one_result(0), some);
    /* What and and or know of ranges more than a table does is kept. */
    in->src[0] = one_put(0, 32, one_range(0, 100, 32));
    in->src[1] = one_put(1, 32, one_range(0, 9, 32));
    in->arg = 0xc0;
    is_plain(one_result(0), scan_num_and(scan_num_range(0, 100, 32), scan_num_range(0, 9, 32), 32));
    in->arg = 0xfc;
    is_plain(one_result(0), scan_num_or(scan_num_range(0, 100, 32), scan_num_range(0, 9, 32), 32));
}

static void shifts(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const int w = k % 2 ? 32 : 64;
        const bool left = k / 2 % 2, is_signed = k / 4 % 2;
        const uint64_t a = any(w), by = k % 7 == 0 ? any(32) : (uint64_t)rng_below(&r, 70);
        scan_insn *in = &one_insn[0];
        in->op = left ? SCAN_OP_SHL : SCAN_OP_SHR;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = scan_src_imm(by);
        in->src[2] = scan_src_imm(1); /* says nothing */
        const int64_t x = scan_signed(a, w);
        const bool out = by >= (uint64_t)w;
        is_const(one_result(0), scan_bits(w) & (left        ? (out ? 0 : a << by)
                                                : is_signed ? (uint64_t)(x >> (out ? 63 : by))
                                                            : (out ? 0 : a >> by)));
    }
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_SHR;
    in->width = 32;
    in->src[0] = one_put(0, 32, one_symbol(2, 8, scan_num_top(32)));
    for (uint64_t by = 0; by < 2; by++) { /* by nothing it is the same */
        in->src[1] = scan_src_imm(by);
        is_symbol(one_result(0), by ? 0 : 2, by ? 0 : 8);
    }
}

static void funnels(void **state)
{
    (void)state;
    for (int k = 0; k < 400; k++) {
        const uint64_t lo = any(32), hi = any(32), by = (uint64_t)rng_below(&r, k % 5 ? 33 : 70);
        const bool high = k % 2, left = k / 2 % 2, is_signed = k / 4 % 2;
        const uint64_t both = hi << 32 | lo;
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_FUNNEL;
        in->flags = (uint8_t)((high ? SCAN_FLAG_HIGH : 0) | (left ? SCAN_FLAG_LEFT : 0) |
                              (is_signed ? SCAN_FLAG_SIGNED : 0));
        in->src[0] = one_put(0, 32, one_const(lo, 32));
        in->src[1] = scan_src_imm(by);
        in->src[2] = one_put(2, 32, one_const(hi, 32));
        const uint64_t v = left        ? (by > 63 ? 0 : both << by)
                           : is_signed ? (uint64_t)((int64_t)both >> (by > 63 ? 63 : by))
                                       : (by > 63 ? 0 : both >> by);
        is_const(one_result(0), high ? v >> 32 : v & UINT32_MAX);
    }
    scan_insn *in = &one_insn[0];
    in->src[1] = one_put(1, 32, one_range(0, 1, 32));
    is_plain(one_result(0), scan_num_top(32));
}

static void pieces(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const int w = k % 2 ? 32 : 64;
        const unsigned pos = (unsigned)rng_below(&r, w),
                       len = 1 + (unsigned)rng_below(&r, w - (int)pos);
        const uint64_t a = any(w), f = any(w), ones = scan_bits((int)len);
        const bool is_signed = k / 2 % 2;
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_BFE;
        in->width = (uint8_t)w;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_LEFT;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = scan_src_imm(pos);
        in->src[2] = scan_src_imm(len);
        const uint64_t part = a >> pos & ones;
        is_const(one_result(0),
                 (is_signed ? (uint64_t)scan_signed(part, (int)len) : part) & scan_bits(w));
        in->op = SCAN_OP_BFI;
        in->arg = (uint8_t)len;
        in->src[0] = one_put(0, w, one_const(f, w));
        in->src[1] = one_put(1, w, one_const(a, w));
        in->src[2] = scan_src_imm(pos);
        is_const(one_result(0), ((a & ~(ones << pos)) | (f & ones) << pos) & scan_bits(w));
    }
}

/* PTX ISA, prmt: four bytes of eight, or their signs eight times. */
static void permutations(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        uint64_t v[2], open[2], want = 0, unknown = 0;
        const uint64_t pick = any(16);
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_PRMT;
        for (uint32_t i = 0; i < 2; i++) {
            open[i] = k % 3 ? 0 : any(32) & any(32);
            v[i] = any(32) & ~open[i];
            in->src[i] = one_put(i, 32, scan_plain(scan_num_known(v[i], open[i], 32)));
        }
        in->src[2] = scan_src_imm(pick | any(32) << 16);
        for (int i = 0; i < 32; i++) {
            const uint64_t sel = pick >> (i / 8 * 4) & 15,
                           bit = (sel & 7) * 8 + (sel & 8 ? 7 : (uint64_t)i % 8);
            want |= (v[bit / 32] >> bit % 32 & 1) << i;
            unknown |= (open[bit / 32] >> bit % 32 & 1) << i;
        }
        is_plain(one_result(0), scan_num_known(want, unknown, 32));
    }
    one_insn[0].src[2] = one_put(2, 32, one_range(0, 1, 32));
    is_plain(one_result(0), scan_num_top(32));
}

/* ---- the rest ------------------------------------------------------------------------------- */

static void extremes(void **state)
{
    (void)state;
    for (int k = 0; k < 200; k++) {
        const int w = k % 2 ? 32 : 64;
        const uint64_t a = any(w), b = any(w);
        const bool is_signed = k / 2 % 2, most = k / 4 % 2;
        scan_insn *in = &one_insn[0];
        in->op = most ? SCAN_OP_MAX : SCAN_OP_MIN;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        const bool first = is_signed ? scan_signed(a, w) < scan_signed(b, w) : a < b;
        is_const(one_result(0), first != most ? a : b);
    }
}

static void quotients(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const int w = k % 2 ? 32 : 64;
        const uint64_t a = any(w), b = any(w) >> (k % 3 ? rng_below(&r, w) : 0);
        const bool is_signed = k / 2 % 2, rest = k / 4 % 2;
        if (b == 0) {
            continue; /* what the machine makes of it is another question */
        }
        scan_insn *in = &one_insn[0];
        in->op = rest ? SCAN_OP_REM : SCAN_OP_DIV;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        if (is_signed && (scan_signed(a, w) < 0 || scan_signed(b, w) < 0)) {
            is_plain(one_result(0), scan_num_top(w));
        } else if (rest) { /* one of those that there are */
            const scan_val v = one_result(0);
            assert_true(scan_num_contains(v.num, a % b, w));
            assert_true(v.num.umax == (a < b - 1 ? a : b - 1) || v.num.mask == 0);
        } else {
            is_const(one_result(0), a / b);
        }
    }
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_DIV;
    in->width = 32;
    in->flags = SCAN_FLAG_SIGNED;
    in->src[0] = scan_src_imm(0); /* 0 has no sign */
    in->src[1] = scan_src_imm(3);
    is_const(one_result(0), 0);
}

static void comparisons(void **state)
{
    (void)state;
    for (int k = 0; k < 600; k++) {
        const int w = k % 2 ? 32 : 64;
        const uint64_t a = any(w), b = k % 5 ? any(w) : a;
        const bool is_signed = k / 2 % 2;
        const int64_t x = scan_signed(a, w), y = scan_signed(b, w);
        const bool less = is_signed ? x < y : a < b, more = is_signed ? x > y : a > b;
        const bool want[] = {a == b, a != b, less, !more, more, !less};
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_SETP;
        in->width = 1;
        in->sw = (uint8_t)w;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->arg = (uint8_t)(k % 6);
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        is_const(one_result(0), want[k % 6]);
    }
    scan_insn *in = &one_insn[0];
    in->arg = SCAN_LT;
    in->sw = 32;
    in->flags = 0;
    in->src[0] = one_put(0, 32, one_range(3, 9, 32));
    for (uint64_t b = 0; b < 14; b++) {
        in->src[1] = scan_src_imm(b);
        is_plain(one_result(0), b > 9    ? scan_num_const(1, 1)
                                : b <= 3 ? scan_num_const(0, 1)
                                         : scan_num_top(1));
    }
}

static void conversions(void **state)
{
    (void)state;
    static const int widths[] = {8, 16, 32, 64};
    for (int k = 0; k < 300; k++) {
        const int from = widths[k % 4], to = widths[k / 4 % 4];
        const bool is_signed = k / 16 % 2;
        const uint64_t a = any(from);
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_CVT;
        in->width = (uint8_t)to;
        in->sw = (uint8_t)from;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->src[0] = one_put(0, from, one_const(a, from));
        is_const(one_result(0), (is_signed ? (uint64_t)scan_signed(a, from) : a) & scan_bits(to));
    }
    for (int k = 0; k < 50; k++) {
        const uint64_t lo = any(32), hi = any(32);
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_CONCAT;
        in->width = 64;
        in->sw = 32;
        in->src[0] = one_put(0, 32, one_const(lo, 32));
        in->src[1] = one_put(1, 32, one_const(hi, 32));
        is_const(one_result(0), hi << 32 | lo);
    }
}

/* An address of 32 bits with a known upper half is the symbol and that number. */
static void halves_of_symbols(void **state)
{
    (void)state;
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_CONCAT;
    in->width = 64;
    in->sw = 32;
    in->src[0] = one_put(0, 32, one_symbol(scan_sym_named(0), 64, scan_num_range(64, 262144, 32)));
    in->src[1] = scan_src_imm(7);
    is_symbol(one_result(0), scan_sym_named(0), UINT64_C(7) << 32 | 64);
    in->src[1] = one_put(1, 32, one_range(0, 1, 32));
    scan_val v = one_result(0);
    is_symbol(v, 0, 0);
    assert_int_equal(v.num.umax, UINT64_C(1) << 32 | 262144);
    in->src[1] = one_put(1, 32, scan_plain(scan_num_top(32)));
    assert_int_equal(one_result(0).num.smin, INT64_MIN);
    in->src[0] = one_put(0, 32, one_range(0, 1, 32));
    in->src[1] = scan_src_imm(7);
    is_symbol(one_result(0), 0, 0);
    /* Of another block of the cluster: no number with a sign. */
    in->src[0] = one_put(
        0, 32, one_symbol(scan_sym_named(0), 64, scan_num_range(0x90000040, 0x90001000, 32)));
    is_symbol(one_result(0), scan_sym_named(0), UINT64_C(7) << 32 | 64);
}

static void moves(void **state)
{
    (void)state;
    const scan_num some = scan_num_range(3, 9, 32);
    scan_insn *in = &one_insn[0];
    in->src[0] = one_put(0, 32, one_symbol(2, 8, some));
    in->src[1] = scan_src_imm(1);
    in->op = SCAN_OP_MOV;
    scan_val v = one_result(0);
    is_num(v, some);
    is_symbol(v, 2, 8);
    in->op = SCAN_OP_UNIFY; /* of another thread: the number may be another of those */
    is_plain(one_result(0), some);
    in->op = SCAN_OP_RANGE;
    in->src[0] = scan_src_imm(1023);
    is_plain(one_result(0), scan_num_range(0, 1023, 32));
    in->op = SCAN_OP_TOP;
    is_plain(one_result(0), scan_num_top(32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(sums, start),
        cmocka_unit_test_setup(carries, start),
        cmocka_unit_test_setup(sums_of_symbols, start),
        cmocka_unit_test_setup(products, start),
        cmocka_unit_test_setup(products_of_symbols, start),
        cmocka_unit_test_setup(tables, start),
        cmocka_unit_test_setup(tables_of_symbols, start),
        cmocka_unit_test_setup(open_tables, start),
        cmocka_unit_test_setup(shifts, start),
        cmocka_unit_test_setup(funnels, start),
        cmocka_unit_test_setup(pieces, start),
        cmocka_unit_test_setup(permutations, start),
        cmocka_unit_test_setup(extremes, start),
        cmocka_unit_test_setup(quotients, start),
        cmocka_unit_test_setup(comparisons, start),
        cmocka_unit_test_setup(conversions, start),
        cmocka_unit_test_setup(halves_of_symbols, start),
        cmocka_unit_test_setup(moves, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
