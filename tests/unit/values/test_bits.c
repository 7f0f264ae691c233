/* SPDX-License-Identifier: MIT
 *
 * What instructions on bits of the intermediate form make of numbers that are known: what the machine makes of them, by the
 * definitions of the PTX ISA; of numbers that are not known, what all the members give; and of a symbol, when it is
 * still that symbol.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "any_number.h"
#include "one_insn.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(tables, any_start),
        cmocka_unit_test_setup(tables_of_symbols, any_start),
        cmocka_unit_test_setup(open_tables, any_start),
        cmocka_unit_test_setup(shifts, any_start),
        cmocka_unit_test_setup(funnels, any_start),
        cmocka_unit_test_setup(pieces, any_start),
        cmocka_unit_test_setup(permutations, any_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
