/* SPDX-License-Identifier: MIT
 *
 * The maps that are cheap to compute, against all there are of small tiles: by the words of their formulas, offset by
 * offset.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "best/families.h"
#include "rng.h"

enum { OFFSETS_MAX = 1 << 9, ALL = 1 << 16 };

/* The banks of every offset of a tile, in vectors. */
typedef struct banks {
    uint8_t of[OFFSETS_MAX];
} banks;

/* Wavefronts of the spaces where the vectors lie in these banks: as often as one bank has members of the space. */
static int64_t cost_of(const best_problem *p, const banks *b)
{
    int64_t sum = 0;
    for (int i = 0; i < p->spaces; i++) {
        const best_space *s = &p->space[i];
        int most = 0, here[1 << BEST_K] = {0};
        for (int m = 0; m < 1 << s->dim; m++) {
            uint32_t v = 0;
            for (int d = 0; d < s->dim; d++) {
                v ^= m >> d & 1 ? s->basis[d] : 0;
            }
            const int n = ++here[b->of[v]];
            most = n > most ? n : most;
        }
        sum += s->weight * most;
    }
    return sum;
}

static banks banks_of_map(const best_problem *p, const wgd_linear *m)
{
    banks b;
    for (int v = 0; v < 1 << p->n; v++) {
        const uint64_t at = wgd_linear_at(m, (uint64_t)v << p->low);
        b.of[v] = (uint8_t)(at >> p->low & ((1u << p->k) - 1));
    }
    return b;
}

/* Spaces of vectors that each have a highest bit of their own, of up to 2^bits vectors. */
static void random_spaces(rng *r, int bits, best_problem *p)
{
    p->low = 2 + rng_below(r, 3);
    p->n = 2 + rng_below(r, bits - 1);
    p->k = 7 - p->low < p->n ? 7 - p->low : p->n;
    p->spaces = 1 + rng_below(r, 3);
    p->floor = 0;
    for (int i = 0; i < p->spaces; i++) {
        best_space *s = &p->space[i];
        s->weight = 1 + rng_below(r, 3);
        s->dim = 0;
        for (int top = 0; top < p->n && s->dim < BEST_K; top++) {
            if (rng_below(r, 2)) {
                const uint32_t rest = rng_below(r, 3) ? 0 : (uint32_t)rng_below(r, 1 << top);
                s->basis[s->dim++] = rest | 1u << top;
            }
        }
        p->floor += best_space_cost(p, s, 0);
    }
}

/* ---- one swizzle ---------------------------------------------------------------------------- */

/* Swizzle<B,M,S>: the B bits from M on are XORed with those S places higher; with S negative the others with these. */
static uint64_t swizzled(int b, int m, int s, uint64_t at)
{
    const uint64_t mask = (UINT64_C(1) << b) - 1;
    return s > 0 ? at ^ (at >> (m + s) & mask) << m : at ^ (at >> m & mask) << (m - s);
}

static void swizzles(void **state)
{
    (void)state;
    rng r = rng_start();
    int none = 0;
    for (int run = 0; run < 60; run++) {
        best_problem p;
        random_spaces(&r, 5, &p);
        const int bits = p.low + p.n;
        int64_t least = INT64_MAX;
        wgd_swizzle want = {0, 0, 0}, got = {0, 0, 0};
        /* By fewest bits; with the higher bits as what is XORed where that does as well. */
        for (int b = 1; b < bits; b++) {
            for (int sign = 1; sign >= -1; sign -= 2) {
                for (int m = p.low; m < bits; m++) {
                    for (int far = sign > 0 ? b : bits; far >= b && far <= bits; far += sign) {
                        if (m + far + b > bits) {
                            continue;
                        }
                        banks k;
                        for (int v = 0; v < 1 << p.n; v++) {
                            const uint64_t at =
                                swizzled(b, m, sign * far, (uint64_t)v << p.low) >> p.low;
                            k.of[v] = (uint8_t)(at & ((1u << p.k) - 1));
                        }
                        const int64_t cost = cost_of(&p, &k);
                        if (cost < least) {
                            const wgd_swizzle sw = {(int8_t)b, (int8_t)m, (int8_t)(sign * far)};
                            least = cost;
                            want = sw;
                        }
                    }
                }
            }
        }
        assert_int_equal(best_of_swizzles(&p, &got), least);
        assert_int_equal(got.b, want.b);
        assert_int_equal(got.m, want.m);
        assert_int_equal(got.s, want.s);
        const wgd_linear m = best_swizzle_map(&p, got);
        assert_int_equal(m.bits, bits);
        for (int at = 0; at < 1 << bits; at++) {
            assert_int_equal(wgd_linear_at(&m, (uint64_t)at),
                             swizzled(want.b, want.m, want.s, (uint64_t)at));
        }
        assert_int_equal(best_map_cost(&p, &m, ALL), least);
    }
    for (int n = 0; n < 2; n++) { /* no room for two bits */
        best_problem p = {.low = 4, .n = n, .k = n};
        wgd_swizzle sw;
        none += best_of_swizzles(&p, &sw) == INT64_MAX;
    }
    assert_int_equal(none, 2);
}

/* ---- terms ---------------------------------------------------------------------------------- */

/* The least cost of i ^ (i >> s & mask), or of such with two terms and shifts that grow. */
static int64_t least_of_terms(const best_problem *p, int terms)
{
    int64_t least = INT64_MAX;
    const uint32_t masks = 1u << p->k;
    for (int s = 1; s < p->n; s++) {
        for (uint32_t a = 1; a < masks; a++) {
            for (int t = s + 1; t < (terms == 2 ? p->n : s + 2); t++) {
                for (uint32_t b = terms == 2 ? 1 : 0; b < (terms == 2 ? masks : 1); b++) {
                    banks k;
                    for (uint32_t v = 0; v < 1u << p->n; v++) {
                        k.of[v] = (uint8_t)((v ^ (v >> s & a) ^ (v >> t & b)) & (masks - 1));
                    }
                    const int64_t cost = cost_of(p, &k);
                    least = cost < least ? cost : least;
                }
            }
        }
    }
    return least;
}

/* The shifts and masks that the map has above its vectors; fails where it has other terms. */
static int terms_of(const best_problem *p, const wgd_linear *m)
{
    uint32_t mask[BEST_DIMS] = {0};
    int n = 0;
    assert_int_equal(m->bits, p->low + p->n);
    for (int k = 0; k < m->bits; k++) {
        const uint64_t more = m->basis[k] ^ UINT64_C(1) << k;
        for (int i = 0; i < 64; i++) {
            if (more >> i & 1) {
                assert_true(i >= p->low && i < p->low + p->k && i < k);
                n += mask[k - i] == 0;
                mask[k - i] |= 1u << i;
            }
        }
    }
    for (int k = p->low; k < m->bits;
         k++) { /* a term takes all bits of its mask that have a source */
        for (int s = 1; k - s >= p->low; s++) {
            assert_int_equal(m->basis[k] >> (k - s) & 1, mask[s] >> (k - s) & 1);
        }
    }
    return n;
}

static void check_terms(int terms, int runs, int bits)
{
    rng r = rng_start();
    for (int run = 0; run < runs; run++) {
        best_problem p;
        wgd_linear m;
        random_spaces(&r, bits, &p);
        const int64_t least = least_of_terms(&p, terms);
        /* Where there is no room for terms there is no cost that they have. */
        const int64_t last = least == INT64_MAX ? p.floor : least;
        for (int64_t wanted = p.floor; wanted <= last + 1; wanted++) {
            assert_int_equal(best_terms(&p, terms, wanted, &m), wanted >= least);
            if (wanted < least) {
                continue;
            }
            const banks b = banks_of_map(&p, &m);
            assert_true(cost_of(&p, &b) <= wanted);
            assert_int_equal(best_map_cost(&p, &m, ALL), cost_of(&p, &b));
            assert_true(terms_of(&p, &m) <= terms);
        }
    }
}

static void one_term(void **state)
{
    (void)state;
    check_terms(1, 100, 6);
}

static void two_terms(void **state)
{
    (void)state;
    check_terms(2, 25, 4);
}

/* In as many dimensions as there are: the plain map, and that with the term that one space lacks. */
static void all_dimensions(void **state)
{
    (void)state;
    best_problem p = {.low = 2, .n = BEST_DIMS, .k = BEST_K, .spaces = 1, .floor = 1};
    wgd_linear m;
    p.space[0].dim = 1;
    p.space[0].weight = 1;
    p.space[0].basis[0] = 1u << (BEST_DIMS - 1);
    wgd_linear_identity(2 + BEST_DIMS, &m);
    assert_int_equal(best_map_cost(&p, &m, ALL), 2);
    assert_true(best_terms(&p, 1, 1, &m));
    assert_int_equal(best_map_cost(&p, &m, ALL), 1);
    for (int k = 0; k < 2 + BEST_DIMS; k++) {
        /* the first shift that reaches down to a bank, and the lowest mask */
        assert_int_equal(m.basis[k], 1u << k | (k == 1 + BEST_DIMS ? 1u << 6 : 0));
    }
}

/* Where every map does, the first: of the lowest shifts and masks. Where no shift is possible there is none. */
static void first_terms(void **state)
{
    (void)state;
    const best_problem p = {.low = 2, .n = 4, .k = 3}, one = {.low = 4, .n = 1, .k = 1};
    wgd_linear m;
    for (int terms = 1; terms <= 2; terms++) {
        assert_true(best_terms(&p, terms, 0, &m));
        for (uint64_t v = 0; v < 16; v++) {
            const uint64_t want = v ^ (v >> 1 & 1) ^ (terms == 2 ? v >> 2 & 1 : 0);
            assert_int_equal(wgd_linear_at(&m, v << 2), want << 2);
        }
        assert_false(best_terms(&one, terms, 0, &m));
    }
}

/* ---- the modes of wgmma --------------------------------------------------------------------- */

/* Where a byte lies: in pieces of 8 rows that are as wide as the swizzle, which XORs the 16-byte columns with the row. */
static uint64_t in_mode(int rows, int row_bytes, int wide, int at)
{
    const int row = at / row_bytes, col = at % row_bytes;
    const int piece = col / wide * (rows / 8) + row / 8;
    const int plain = piece * 8 * wide + row % 8 * wide + col % wide;
    return (uint64_t)(plain ^ ((plain >> 7 & (wide / 16 - 1)) << 4));
}

static void modes(void **state)
{
    (void)state;
    int tried = 0;
    for (int rows = 2; rows <= 128; rows *= 2) {
        for (int row_bytes = 8; row_bytes <= 512; row_bytes *= 2) {
            for (int bytes = 0; bytes <= 128; bytes = bytes == 0 ? 32 : 2 * bytes) {
                best_problem p = {.low = 2};
                wgd_arrangement t;
                wgd_linear m;
                const int wide = bytes ? bytes : 16, size = rows * row_bytes;
                while (1 << (p.low + p.n) < size) {
                    p.n++;
                }
                assert_int_equal(wgd_arrange_rows(rows, row_bytes, 8, 0, &t, NULL), WGD_OK);
                const bool is = best_mode_map(&p, &t, bytes, &m);
                assert_int_equal(is, rows >= 8 && row_bytes >= wide);
                if (!is) {
                    continue;
                }
                assert_int_equal(m.bits, p.low + p.n);
                for (int at = 0; at < size; at += 1 + at / 64) {
                    assert_int_equal(wgd_linear_at(&m, (uint64_t)at),
                                     in_mode(rows, row_bytes, wide, at));
                }
                tried++;
            }
        }
    }
    assert_true(tried > 50);
    wgd_arrangement t;
    wgd_linear m;
    const best_problem p = {.low = 2, .n = 5};
    assert_int_equal(wgd_arrange_rows(7, 16, 8, 0, &t, NULL), WGD_OK);
    assert_false(best_mode_map(&p, &t, 0, &m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_terms), cmocka_unit_test(swizzles),       cmocka_unit_test(one_term),
        cmocka_unit_test(two_terms),   cmocka_unit_test(all_dimensions), cmocka_unit_test(modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
