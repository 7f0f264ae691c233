/* SPDX-License-Identifier: MIT
 *
 * The numbers of the scan (desc/numbers/num.h) against the machine's arithmetic: for every operation
 * and every pair of 6-bit tristate numbers, every result of members must be a member of the result;
 * the same for every pair of 4-bit ranges, unsigned and signed. Then joins, widening, comparisons
 * and what a comparison teaches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "numbers/num.h"
#include "rng.h"

typedef scan_num abstract_fn(scan_num a, scan_num b, int w);
typedef uint64_t concrete_fn(uint64_t a, uint64_t b, int w);

static uint64_t c_add(uint64_t a, uint64_t b, int w)
{
    return (a + b) & scan_bits(w);
}
static uint64_t c_sub(uint64_t a, uint64_t b, int w)
{
    return (a - b) & scan_bits(w);
}
static uint64_t c_mul(uint64_t a, uint64_t b, int w)
{
    return (a * b) & scan_bits(w);
}
static uint64_t c_and(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a & b;
}
static uint64_t c_or(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a | b;
}
static uint64_t c_xor(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a ^ b;
}
static uint64_t c_shl(uint64_t a, uint64_t b, int w)
{
    return b >= (uint64_t)w ? 0 : (a << b) & scan_bits(w);
}
static uint64_t c_shr(uint64_t a, uint64_t b, int w)
{
    return b >= (uint64_t)w ? 0 : a >> b;
}
static uint64_t c_sar(uint64_t a, uint64_t b, int w)
{
    uint64_t r = a;
    for (uint64_t i = 0; i < b && i < (uint64_t)w; i++) {
        r = r >> 1 | (a & UINT64_C(1) << (w - 1));
    }
    return r;
}
static uint64_t c_udiv(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return b == 0 ? 0 : a / b;
}
static uint64_t c_urem(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return b == 0 ? 0 : a % b;
}
static uint64_t c_umin(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a < b ? a : b;
}
static uint64_t c_umax(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a < b ? b : a;
}
static uint64_t c_smin(uint64_t a, uint64_t b, int w)
{
    return scan_signed(a, w) < scan_signed(b, w) ? a : b;
}
static uint64_t c_smax(uint64_t a, uint64_t b, int w)
{
    return scan_signed(a, w) < scan_signed(b, w) ? b : a;
}
static scan_num a_not(scan_num a, scan_num b, int w)
{
    (void)b;
    return scan_num_not(a, w);
}
static uint64_t c_not(uint64_t a, uint64_t b, int w)
{
    (void)b;
    return ~a & scan_bits(w);
}
/* A table that is no symmetric function: (a & ~b) | (b & c), with c = a ^ b as the third. */
static scan_num a_lop3(scan_num a, scan_num b, int w)
{
    return scan_num_lop3(a, b, scan_num_const(5, w), 0xb8, w);
}
static uint64_t c_lop3(uint64_t a, uint64_t b, int w)
{
    uint64_t r = 0;
    for (int i = 0; i < w; i++) {
        const unsigned at = (unsigned)((a >> i & 1) << 2 | (b >> i & 1) << 1 | (5u >> i & 1));
        r |= (uint64_t)(0xb8u >> at & 1) << i;
    }
    return r;
}
static scan_num a_bfi(scan_num a, scan_num b, int w)
{
    return scan_num_bfi(a, b, 2, 3, w);
}
static uint64_t c_bfi(uint64_t a, uint64_t b, int w)
{
    const uint64_t field = UINT64_C(7) << 2 & scan_bits(w);
    return (b & ~field) | (a << 2 & field);
}
static scan_num a_bfe(scan_num a, scan_num b, int w)
{
    (void)b;
    return scan_num_bfe(a, 1, 3, false, w);
}
static uint64_t c_bfe(uint64_t a, uint64_t b, int w)
{
    (void)b;
    (void)w;
    return a >> 1 & 7;
}
static scan_num a_bfes(scan_num a, scan_num b, int w)
{
    (void)b;
    return scan_num_bfe(a, 1, 2, true, w);
}
static uint64_t c_bfes(uint64_t a, uint64_t b, int w)
{
    (void)b;
    return (a >> 2 & 1 ? (a >> 1 & 3) | ~UINT64_C(3) : a >> 1 & 3) & scan_bits(w);
}
static scan_num a_trunc_sext(scan_num a, scan_num b, int w)
{
    (void)b;
    return scan_num_sext(scan_num_trunc(a, 3), 3, w);
}
static uint64_t c_trunc_sext(uint64_t a, uint64_t b, int w)
{
    (void)b;
    return (uint64_t)scan_signed(a, 3) & scan_bits(w);
}
static scan_num a_trunc_zext(scan_num a, scan_num b, int w)
{
    (void)b;
    return scan_num_zext(scan_num_trunc(a, 3), 3, w);
}
static uint64_t c_trunc_zext(uint64_t a, uint64_t b, int w)
{
    (void)b;
    (void)w;
    return a & 7;
}
/* The low halves of the operands side by side. */
static scan_num a_concat(scan_num a, scan_num b, int w)
{
    return scan_num_concat(scan_num_trunc(a, w / 2), w / 2, scan_num_trunc(b, w / 2), w / 2);
}
static uint64_t c_concat(uint64_t a, uint64_t b, int w)
{
    return (a & scan_bits(w / 2)) | (b & scan_bits(w / 2)) << (w / 2);
}

static const struct {
    const char *name;
    abstract_fn *abstract;
    concrete_fn *concrete;
    bool no_zero; /* b = 0 is not specified */
} ops[] = {
    {"add", scan_num_add, c_add, false},
    {"sub", scan_num_sub, c_sub, false},
    {"mul", scan_num_mul, c_mul, false},
    {"and", scan_num_and, c_and, false},
    {"or", scan_num_or, c_or, false},
    {"xor", scan_num_xor, c_xor, false},
    {"shl", scan_num_shl, c_shl, false},
    {"shr", scan_num_shr, c_shr, false},
    {"sar", scan_num_sar, c_sar, false},
    {"udiv", scan_num_udiv, c_udiv, true},
    {"urem", scan_num_urem, c_urem, true},
    {"umin", scan_num_umin, c_umin, false},
    {"umax", scan_num_umax, c_umax, false},
    {"smin", scan_num_smin, c_smin, false},
    {"smax", scan_num_smax, c_smax, false},
    {"not", a_not, c_not, false},
    {"lop3", a_lop3, c_lop3, false},
    {"bfi", a_bfi, c_bfi, false},
    {"bfe", a_bfe, c_bfe, false},
    {"bfe signed", a_bfes, c_bfes, false},
    {"sext", a_trunc_sext, c_trunc_sext, false},
    {"zext", a_trunc_zext, c_trunc_zext, false},
    {"concat", a_concat, c_concat, false},
};
enum { OPS = (int)(sizeof ops / sizeof ops[0]) };

enum { W = 6, SIZE = 1 << W, NUMBERS_MAX = 1200 };

typedef struct set {
    scan_num num;
    int n;
    uint8_t member[SIZE];
} set;

static set sets[NUMBERS_MAX];

static void fill(set *s, scan_num num, int w)
{
    s->num = num;
    s->n = 0;
    for (unsigned v = 0; v < 1u << w; v++) {
        if (scan_num_contains(num, v, w)) {
            s->member[s->n++] = (uint8_t)v;
        }
    }
    assert_true(s->n > 0);
}

static int all_bits(int w)
{
    int n = 0;
    for (unsigned mask = 0; mask < 1u << w; mask++) {
        for (unsigned value = 0; value < 1u << w; value++) {
            if ((value & mask) == 0) {
                fill(&sets[n++], scan_num_known(value, mask, w), w);
                assert_int_equal(sets[n - 1].n, 1 << __builtin_popcount(mask));
            }
        }
    }
    return n;
}

/* Unsigned ranges, then signed ones. */
static int all_ranges(int w)
{
    int n = 0;
    for (unsigned lo = 0; lo < 1u << w; lo++) {
        for (unsigned hi = lo; hi < 1u << w; hi++) {
            fill(&sets[n++], scan_num_range(lo, hi, w), w);
            assert_int_equal(sets[n - 1].n, hi - lo + 1);
            scan_num s = scan_num_top(w);
            s.smin = (int64_t)lo - (1 << (w - 1));
            s.smax = (int64_t)hi - (1 << (w - 1));
            assert_true(scan_num_tighten(&s, w));
            fill(&sets[n++], s, w);
            assert_int_equal(sets[n - 1].n, hi - lo + 1);
        }
    }
    return n;
}

static void prove(int n, int w)
{
    for (int o = 0; o < OPS; o++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                const set *a = &sets[i], *b = &sets[j];
                const scan_num r = ops[o].abstract(a->num, b->num, w);
                for (int x = 0; x < a->n; x++) {
                    for (int y = 0; y < b->n; y++) {
                        if (ops[o].no_zero && b->member[y] == 0) {
                            continue;
                        }
                        const uint64_t got = ops[o].concrete(a->member[x], b->member[y], w);
                        if (!scan_num_contains(r, got, w)) {
                            fail_msg("%s of %d and %d gives %d, not in the result", ops[o].name,
                                     a->member[x], b->member[y], (int)got);
                        }
                    }
                }
            }
        }
    }
}

static void test_bits(void **state)
{
    (void)state;
    prove(all_bits(W), W);
}

static void test_ranges(void **state)
{
    (void)state;
    prove(all_ranges(4), 4);
}

static bool holds(uint64_t a, uint64_t b, scan_cmp c, bool is_signed, int w)
{
    const int64_t x = is_signed ? scan_signed(a, w) : (int64_t)a;
    const int64_t y = is_signed ? scan_signed(b, w) : (int64_t)b;
    const bool is[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
    return is[c];
}

static void compare_pair(const set *a, const set *b, scan_cmp c, bool is_signed, int w)
{
    const unsigned may = scan_num_compare(a->num, b->num, c, is_signed, w);
    const scan_num learnt = scan_num_assume(a->num, b->num, c, is_signed, w);
    int held = 0;
    for (int x = 0; x < a->n; x++) {
        for (int y = 0; y < b->n; y++) {
            const bool is = holds(a->member[x], b->member[y], c, is_signed, w);
            held += is;
            assert_true(may & (is ? 2u : 1u));
            assert_true(!is || scan_num_contains(learnt, a->member[x], w));
            assert_true(is != holds(a->member[x], b->member[y], scan_cmp_not(c), is_signed, w));
        }
    }
    if (held == 0 && b->n == 1) {
        assert_true(scan_num_equal(learnt, a->num));
    }
}

static void test_compare(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const int n = kind ? all_ranges(4) : all_bits(4);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int c = SCAN_EQ; c <= SCAN_GE; c++) {
                    compare_pair(&sets[i], &sets[j], (scan_cmp)c, false, 4);
                    compare_pair(&sets[i], &sets[j], (scan_cmp)c, true, 4);
                }
            }
        }
    }
}

static void test_join(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const int n = kind ? all_ranges(4) : all_bits(4);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                const scan_num join = scan_num_join(sets[i].num, sets[j].num);
                const scan_num wide = scan_num_widen(sets[i].num, sets[j].num, 4);
                for (int x = 0; x < sets[i].n + sets[j].n; x++) {
                    const uint64_t v =
                        x < sets[i].n ? sets[i].member[x] : sets[j].member[x - sets[i].n];
                    assert_true(scan_num_contains(join, v, 4));
                    assert_true(scan_num_contains(wide, v, 4));
                }
            }
        }
    }
}

/* Widening ends: any rising chain stands still after a number of steps that the width bounds. */
static void test_widen_ends(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int chain = 0; chain < 2000; chain++) {
        scan_num at = scan_num_const(rng_next(&r), 32);
        int moved = 0;
        for (int i = 0; i < 1000; i++) {
            const scan_num next = scan_num_widen(
                at, scan_num_const(rng_next(&r) >> (32 + rng_next(&r) % 32), 32), 32);
            moved += !scan_num_equal(at, next);
            at = next;
        }
        assert_in_range(moved, 0, 5 * 32);
    }
}

/* 64 bits: what wraps in C must not wrap unseen. */
static void test_wide(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 300000; i++) {
        const uint64_t x = rng_next(&r) >> (rng_next(&r) % 64);
        const uint64_t y = rng_next(&r) >> (rng_next(&r) % 64);
        scan_num a = scan_num_const(x, 64), b = scan_num_const(y, 64);
        const uint64_t around = rng_next(&r) >> (rng_next(&r) % 64);
        if (i & 1) {
            a = scan_num_join(a, scan_num_const(x + around, 64));
        } else {
            b = scan_num_known(y, around, 64);
        }
        for (int o = 0; o < OPS; o++) {
            if (ops[o].concrete == c_sar || ops[o].concrete == c_lop3 ||
                (ops[o].no_zero && y == 0)) {
                continue;
            }
            const scan_num got = ops[o].abstract(a, b, 64);
            assert_true(scan_num_contains(got, ops[o].concrete(x, y, 64), 64));
        }
    }
}

/* Precision that descriptors need: an or with a masked start is exact, an add stays below bit 15. */
static void test_descriptor_shapes(void **state)
{
    (void)state;
    const scan_num start =
        scan_num_zext(scan_num_and(scan_num_top(32), scan_num_const(0x3fff, 32), 32), 32, 64);
    const uint64_t word = UINT64_C(0x4000004000000000);
    const scan_num with_or = scan_num_or(start, scan_num_const(word, 64), 64);
    assert_true(with_or.mask == 0x3fff && with_or.value == word);
    scan_num with_add = with_or;
    for (int i = 0; i < 8; i++) {
        with_add = scan_num_add(with_add, scan_num_const(0x80, 64), 64);
    }
    assert_true(with_add.mask == 0x7fff && with_add.value == word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_widen_ends),
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_descriptor_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
