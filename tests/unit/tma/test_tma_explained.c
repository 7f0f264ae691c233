/* SPDX-License-Identifier: MIT
 *
 * Why no boxes write a layout, from a table of its addresses: what is said, and the first element, along lines, that a
 * box would put elsewhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plans.h"

static const int64_t row_bytes[] = {16, 32, 64, 128, 128}, alignments[] = {16, 256, 512, 1024, 512};

/* From one element along to the next, before any swizzle. */
static int64_t step(const int64_t n[2], const int64_t stride[2])
{
    return n[0] > 1 ? stride[0] : stride[1];
}

/* In the direction in which the layout runs: a single line is one, else where elements follow one another; K where
 * that is both or neither. */
static plan in_its_direction(const plan *p)
{
    const plan other = turned(p);
    const plan k = p->k_major ? *p : other, mn = p->k_major ? other : *p;
    if (extent(k.lines) == 1 || extent(k.along) == 1) {
        return extent(k.lines) == 1 ? k : mn;
    }
    return step(k.lines, k.lines_stride) == 1 && step(k.along, k.along_stride) != 1 ? mn : k;
}

typedef struct reason {
    wgd_tma_misfit why;
    int64_t c, l;     /* a copied element */
    int64_t box_byte; /* where the box would put it, or -1 */
} reason;

/* The greatest number from every multiple of which on the copied elements of all lines follow one another; 0 for none. */
static int64_t greatest_run(const plan *p, const table *t)
{
    for (int64_t n = t->s.along; n > 0; n--) {
        bool good = t->s.along % n == 0;
        for (int64_t i = 0; good && i < t->s.along * t->s.lines; i++) {
            const int64_t at = t->byte[i];
            good = at >= 0 && (i % t->s.along % n == 0 || t->byte[i - 1] + bytes_of(p) == at);
        }
        if (good) {
            return n;
        }
    }
    return 0;
}

/* The line of a box for such a run: a row of the swizzle, or as much of it as a box has. */
static int64_t inner_of(const plan *p, int mode, int64_t run)
{
    const int64_t chunk = 16 / bytes_of(p), row = row_bytes[mode] / bytes_of(p);
    if (mode != WGD_SWZ_NONE) {
        return run % row == 0 ? row : 0;
    }
    int64_t n = 256 / chunk * chunk;
    while (run % n != 0) {
        n -= chunk;
    }
    return n;
}

/* The lines of a box: the most that divide those that follow one another, are as many as may be, and let the next box
 * begin where it may; else 1. */
static int64_t rows_of(const plan *p, const table *t, int64_t inner)
{
    const int64_t most = p->box_lines && p->box_lines < 256 ? p->box_lines : 256;
    int64_t all = t->s.lines, rows = 1;
    for (int64_t i = t->s.along; i < t->s.along * t->s.lines; i += inner) {
        while (t->byte[i - t->s.along] + inner * bytes_of(p) != t->byte[i] &&
               i / t->s.along % all != 0) {
            all--;
            all -= t->s.lines % all;
        }
    }
    for (int64_t n = 2; n <= all && n <= most; n++) {
        rows = all % n == 0 && (n == all || n * inner * bytes_of(p) % 128 == 0) ? n : rows;
    }
    return rows;
}

static reason explain(const plan *p)
{
    static table t;
    fill(&t, p);
    const int mode = known(p) ? p->swizzle : WGD_SWZ_NONE;
    for (int64_t i = 0; i < t.s.along * t.s.lines; i++) {
        t.byte[i] = t.byte[i] < 0 ? -1 : (int64_t)swizzled((uint32_t)t.byte[i], mode);
    }
    const int64_t row = row_bytes[mode] / bytes_of(p), run = greatest_run(p, &t);
    const bool runs = run > 0 && run * bytes_of(p) % 16 == 0;
    const int64_t inner = runs ? inner_of(p, mode, run) : 0;
    const int64_t wide = inner > 0 ? inner : row < t.s.along ? row : t.s.along;
    for (int64_t i = 0; i < 8 * wide && i < wide * t.s.lines && t.byte[0] >= 0; i++) {
        const int64_t dense = t.byte[0] + i * bytes_of(p);
        const reason r = {!known(p)                       ? WGD_TMA_MISFIT_PATTERN
                          : mode == WGD_SWZ_NONE && !runs ? WGD_TMA_MISFIT_RUN
                                                          : WGD_TMA_MISFIT_ROWS,
                          i % wide, i / wide, swizzled((uint32_t)dense, mode)};
        if (t.byte[r.l * t.s.along + r.c] != dense) {
            return r;
        }
    }
    reason r = {WGD_TMA_MISFIT_WIDTH, 0, 0, -1};
    if (inner == 0) {
        r.why = mode == WGD_SWZ_NONE ? WGD_TMA_MISFIT_RUN : WGD_TMA_MISFIT_WIDTH;
        return r;
    }
    r.why = WGD_TMA_MISFIT_ALIGN;
    const int64_t rows = rows_of(p, &t, inner);
    while (t.byte[r.l * t.s.along + r.c] % 128 == 0) {
        r.c += inner;
        r.l += r.c == t.s.along ? rows : 0;
        r.c %= t.s.along;
        assert_true(r.l < t.s.lines);
    }
    return r;
}

/* The first element, row by row, that lies where one before it does. */
static void check_alias(const plan *p, const wgd_tma_fit *f)
{
    const plan other = turned(p);
    const plan *k = p->k_major ? p : &other;
    const int64_t at = bit_at(k, f->k, f->mn);
    static unsigned char seen[1 << 18]; /* the window of shared memory */
    memset(seen, 0, sizeof seen);
    assert_int_equal(f->why, WGD_TMA_MISFIT_ALIAS);
    int64_t i = 0, bit = bit_at(k, 0, 0);
    for (; !(seen[bit / 8] >> bit % 8 & 1); bit = bit_at(k, i % f->place.k, i / f->place.k)) {
        seen[bit / 8] |= (unsigned char)(1 << bit % 8);
        i++;
    }
    assert_int_equal(i, f->mn * f->place.k + f->k);
    assert_int_equal(f->byte, at / 8);
    assert_int_equal(f->box_byte, -1);
}

static bool has_alias(const plan *p)
{
    static unsigned char seen[1 << 18]; /* the window of shared memory */
    memset(seen, 0, sizeof seen);
    for (int64_t i = 0; i < extent(p->along) * extent(p->lines); i++) {
        const int64_t bit = bit_at(p, i % extent(p->along), i / extent(p->along));
        if (seen[bit / 8] >> bit % 8 & 1) {
            return true;
        }
        seen[bit / 8] |= (unsigned char)(1 << bit % 8);
    }
    return false;
}

/* What is left of the map: the tile as the nearest box has it. */
static void check_tile(const plan *p, const wgd_tma_fit *f, const wgd_composed *c)
{
    const wgd_tma *t = &f->map;
    const int mode = known(p) ? p->swizzle : WGD_SWZ_NONE;
    assert_int_equal(t->boxes, 0);
    assert_int_equal(t->query.tile.major, p->k_major ? WGD_MAJOR_K : WGD_MAJOR_MN);
    assert_int_equal(t->query.tile.swizzle, mode);
    assert_int_equal(t->query.tile.mn, extent(p->k_major ? p->lines : p->along));
    assert_int_equal(t->query.tile.k, extent(p->k_major ? p->along : p->lines));
    assert_false(t->query.one_box);
    assert_int_equal(t->query.box_lines, p->box_lines);
    assert_memory_equal(&t->tile.query, &t->query.tile, sizeof t->tile.query);
    assert_true(wgd_layout_equal(&t->tile.smem.layout, &c->layout));
    assert_int_equal(t->tile.bytes, extent(p->lines) * extent(p->along) * bits_of(p) / 8);
    assert_int_equal(t->tile.alignment, alignments[mode]);
}

/* Counts the reasons. */
static void check(const plan *of, int *count)
{
    const plan p = in_its_direction(of);
    const wgd_composed c = layout_of(&p);
    const wgd_tma_query q = query_of(&p);
    wgd_tma_fit f;
    memset(&f, 1, sizeof f);
    assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, NULL), WGD_OK);
    count[f.why]++;
    if (has_alias(&p)) {
        assert_false(f.fits);
        check_tile(&p, &f, &c);
        check_alias(&p, &f);
        return;
    }
    if (f.why == WGD_TMA_MISFIT_NONE) {
        assert_true(f.fits);
        return;
    }
    assert_false(f.fits);
    check_tile(&p, &f, &c);
    const reason r = explain(&p);
    const int64_t e = r.c * packed_of(&p);
    assert_int_equal(f.why, r.why);
    assert_int_equal(f.mn, p.k_major ? r.l : e);
    assert_int_equal(f.k, p.k_major ? e : r.l);
    assert_int_equal(f.byte, bit_at(&p, e, r.l) / 8);
    assert_int_equal(f.box_byte, r.box_byte);
}

/* A plan with something wrong. */
static plan spoilt(rng *r, wgd_dtype dtype)
{
    plan p = some_plan(r, dtype);
    const int64_t chunk = 128 / bits_of(&p);
    const int kind = rng_below(r, 9);
    if (kind < 4) { /* room for it */
        p.along_stride[1] *= 2;
        p.lines_stride[1] *= 2;
    }
    switch (kind) {
    case 0: /* not one after another */
        p.along_stride[0] *= 2;
        p.lines_stride[0] *= 2;
        break;
    case 1:
        p.swizzle = 4 + rng_below(r, 3);
        break;
    case 2: /* no whole rows */
        p.along[0] += chunk;
        p.lines_stride[0] += chunk;
        break;
    case 3: /* a gap */
        p.lines_stride[0] += chunk * (1 + rng_below(r, 2));
        break;
    case 4:
        p.start = 16 * (1 + rng_below(r, 127));
        break;
    case 5:
        *(rng_below(r, 2) ? &p.lines_stride[0] : &p.along_stride[0]) = 0;
        break;
    case 6: /* a single line, that looks as if it ran in the other direction; or two */
        p.lines[0] = p.lines[1] = 1;
        p.lines_stride[0] = p.lines_stride[1] = 1;
        p.along_stride[0] = 1 + rng_below(r, 2);
        if (rng_below(r, 2)) {
            p.along[0] = 2;
            p.along[1] = 1;
        }
        break;
    case 7: /* no whole chunk */
        p.along[0] -= 1 + rng_below(r, (int)chunk - 1);
        break;
    default: /* half a chunk, and the next elsewhere */
        p.along[1] *= 2;
        p.along[0] = chunk / 2;
        break;
    }
    return p;
}

/* Any strides, also below 0: of two at one place the later, whichever was found first. */
static void test_aliases(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 300; i++) {
        plan p = {.dtype = WGD_F16, .arch = WGD_SM90, .k_major = true, .start = 4096};
        const int below = rng_below(&r, 5);
        for (int m = 0; m < 2; m++) {
            p.along[m] = 1 + rng_below(&r, 4);
            p.lines[m] = 1 + rng_below(&r, 4);
            p.along_stride[m] = rng_below(&r, 9) - below;
            p.lines_stride[m] = rng_below(&r, 9) - below;
        }
        const wgd_composed c = layout_of(&p);
        const wgd_tma_query q = query_of(&p);
        wgd_tma_fit f;
        assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, NULL), WGD_OK);
        if (f.why == WGD_TMA_MISFIT_ALIAS) {
            check_alias(&p, &f);
        }
    }
}

static void explained(wgd_dtype dtype, int part, int n)
{
    rng r = rng_start();
    int count[8] = {0};
    r.state += (uint64_t)part << 32;
    for (int i = 0; i < n; i++) {
        const plan p = spoilt(&r, dtype);
        check(&p, count);
    }
    int kinds = 0;
    for (int why = WGD_TMA_MISFIT_ALIAS; why <= WGD_TMA_MISFIT_ALIGN; why++) {
        kinds += count[why] > 0;
    }
    assert_true(kinds >= 4 && count[WGD_TMA_MISFIT_NONE] < n / 2);
}

#define TEST(name, dtype, part, n)                                                                 \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        explained(dtype, part, n);                                                                 \
    }
TEST(of_two_bytes, WGD_F16, 1, 50)
TEST(more_of_two_bytes, WGD_BF16, 2, 50)
TEST(of_a_byte, WGD_E4M3, 3, 24)
TEST(of_four_bytes, WGD_TF32, 4, 50)
TEST(of_half_a_byte, WGD_E2M1_PACKED4, 5, 18)
TEST(of_bits, WGD_B1, 6, 12)
TEST(more_of_bits, WGD_B1, 7, 12)
TEST(more_of_half_a_byte, WGD_E2M1_PACKED4, 8, 18)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_bytes),   cmocka_unit_test(more_of_two_bytes),
        cmocka_unit_test(of_a_byte),      cmocka_unit_test(of_four_bytes),
        cmocka_unit_test(of_half_a_byte), cmocka_unit_test(of_bits),
        cmocka_unit_test(more_of_bits),   cmocka_unit_test(more_of_half_a_byte),
        cmocka_unit_test(test_aliases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
