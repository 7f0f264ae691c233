/* SPDX-License-Identifier: MIT
 *
 * The slices beside one, each solved for itself, and the nearest to one that has no descriptor, by trying every place
 * that it may move to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

static wgd_solve_query asked(const char *layout, wgd_solve_query q)
{
    wgd_diag d;
    if (wgd_parse_composed(layout, strlen(layout), &q.layout, &d) != WGD_OK) {
        fail_msg("%s: %s", layout, d.what);
    }
    q.major = WGD_WANT_ANY;
    return q;
}

/* ---- rows of slices ------------------------------------------------------------------------------ */

/* "the I-th of N (all), M said, STEP apart", and where the step changes. */
static const char *line_of(const wgd_slice_steps *st)
{
    static char line[160];
    const wgd_advance *a = &st->to_next;
    snprintf(line, sizeof line, "%d of %d%s, %d said, %lld apart, %s %d %lld", st->index, a->blocks,
             st->all ? "" : " and more", st->said, (long long)a->step,
             a->constant ? "always" : "not", a->jump_at, (long long)a->jump_step);
    return line;
}

/* The start of slice number i of a row, -1 where it has not the fields of sol. */
static int64_t start_of(const wgd_solve_query *q, const wgd_solution *sol, bool along_k, int i)
{
    static wgd_solve s;
    wgd_solve_query x = *q;
    int64_t *r = along_k ? x.slice.k : x.slice.mn;
    const int64_t size = r[1] - r[0];
    r[0] = r[0] % size + i * size;
    r[1] = r[0] + size;
    if (wgd_solve_layout(&x, &s, NULL) == WGD_OK) {
        for (int n = 0; n < s.n; n++) {
            wgd_desc d = s.solution[n].desc;
            const int64_t start = d.start;
            d.start = sol->desc.start;
            if (wgd_desc_pack(d, q->arch) == wgd_desc_pack(sol->desc, q->arch)) {
                return start;
            }
        }
    }
    return -1;
}

static void check_steps(const wgd_solve_query *q, bool along_k, const char *want)
{
    static wgd_solve s;
    wgd_slice_steps st;
    memset(&st, 0x5a, sizeof st);
    assert_int_equal(wgd_solve_layout(q, &s, NULL), WGD_OK);
    wgd_solve_steps(q, &s, &s.solution[0], along_k, &st);
    assert_string_equal(line_of(&st), want);
    if (wgd_slice_whole(&q->slice)) {
        return;
    }
    int64_t at = start_of(q, &s.solution[0], along_k, 0);
    for (int i = 1; i < st.said && i < 8; i++) {
        const wgd_advance *a = &st.to_next;
        const int64_t next = start_of(q, &s.solution[0], along_k, i);
        assert_true(next >= 0);
        if (a->constant || i < a->jump_at) {
            assert_int_equal(next - at, a->step);
        } else if (i == a->jump_at) {
            assert_int_equal(next - at, a->jump_step);
        }
        at = next;
    }
    if (st.said < st.to_next.blocks && st.said < 8) {
        assert_int_equal(start_of(q, &s.solution[0], along_k, st.said), -1);
    }
}

#define SW128 "Sw<3,4,3> o smem_ptr[16b] o "
#define B_OF(rows, ...)                                                                            \
    {                                                                                              \
        .operand = WGD_OPERAND_B, .n = (rows), .start = 0x400, .slice = { __VA_ARGS__ }            \
    }

static void rows_of_slices(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        wgd_solve_query q;
        bool along_k;
        const char *said;
    } rows[] = {
        {SW128 "(256,64):(64,1)",
         {.start = 0x400, .slice = {{64, 128}, {0, 16}}},
         false,
         "1 of 4, 4 said, 512 apart, always 0 0"},
        {SW128 "(256,64):(64,1)",
         {.start = 0x400, .slice = {{64, 128}, {16, 32}}},
         true,
         "1 of 4, 4 said, 2 apart, always 0 0"},
        {SW128 "(256,64):(64,1)", {.start = 0x400}, true, "0 of 1, 1 said, 0 apart, always 0 0"},
        /* from row 8 on, and from row 72: the same row of slices */
        {SW128 "(256,64):(64,1)",
         {.start = 0x400, .slice = {{8, 72}, {0, 16}}},
         false,
         "0 of 3, 3 said, 512 apart, always 0 0"},
        {SW128 "(256,64):(64,1)",
         {.start = 0x400, .slice = {{72, 136}, {0, 16}}},
         false,
         "1 of 3, 3 said, 512 apart, always 0 0"},
        /* two atoms along K: a step of another length, and the first again */
        {SW128 "(64,(64,2)):(64,(1,4096))",
         {.start = 0x400, .slice = {{0, 64}, {0, 16}}},
         true,
         "0 of 8, 8 said, 2 apart, not 4 506"},
        {SW128 "(64,(64,3)):(64,(1,4096))",
         {.start = 0x400, .slice = {{0, 64}, {64, 96}}},
         true,
         "2 of 6, 6 said, 4 apart, not 2 508"},
        {SW128 "(64,(16,2,2)):(64,(1,32,16))",
         {.start = 0x400, .slice = {{0, 64}, {0, 16}}},
         true,
         "0 of 4, 4 said, 4 apart, not 2 -2"},
        /* the second slice lies across two pieces of memory; its blocks along K, along both */
        {SW128 "((96,2),64):((64,8192),1)",
         {.start = 0x400, .slice = {{0, 64}, {0, 64}}},
         false,
         "0 of 3, 1 said, 0 apart, always 0 0"},
        {SW128 "((24,2),64):((64,8192),1)", B_OF(8, {0, 16}, {0, 32}), false,
         "0 of 3, 3 said, 128 apart, not 2 960"},
        {SW128 "((40,2),64):((64,4096),1)", B_OF(16, {0, 32}, {0, 32}), false,
         "0 of 2, 1 said, 0 apart, always 0 0"},
        {SW128 "((96,2),(16,2)):((64,8192),(1,512))", B_OF(16, {0, 32}, {0, 32}), false,
         "0 of 6, 6 said, 256 apart, not 3 512"},
        /* more than 4096 blocks' worth: of one, of 16 by 2 */
        {SW128 "((8,8200),64):((64,0),1)", B_OF(8, {0, 2048}, {0, 32}), false,
         "0 of 8 and more, 8 said, 0 apart, always 0 0"},
        {SW128 "((8,3,2800),16):((64,512,0),1)", B_OF(16, {48, 64}, {0, 16}), false,
         "3 of 4096 and more, 1 said, 0 apart, always 0 0"},
        {SW128 "((8,3,16777216),16):((64,512,0),1)", B_OF(16, {201326592, 201326608}, {0, 16}),
         false, "12582912 of 4096 and more, 1 said, 0 apart, always 0 0"},
        /* the second block of the second slice lies 8 bytes off */
        {SW128 "(64,(16,3,2)):(64,(1,16,52))",
         {.start = 0x400, .slice = {{0, 64}, {0, 32}}},
         true,
         "0 of 3, 1 said, 0 apart, always 0 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_solve_query q = asked(rows[i].layout, rows[i].q);
        check_steps(&q, rows[i].along_k, rows[i].said);
    }
}

/* ---- the nearest --------------------------------------------------------------------------------- */

/* May a range that begins at r begin at b instead? At a multiple of 8, 16 .. 2048 next to it, within the tile. */
static bool may_begin(int64_t r, int64_t b, int64_t extent)
{
    bool may = b == r;
    for (int64_t to = 8; to <= 2048; to *= 2) {
        may = may || (b % to == 0 && llabs(r - b) < to && b < extent);
    }
    return may;
}

/* The next nearest beginning after `after` (-1: the first): r, then below it, then above. */
static int64_t next_begin(int64_t r, int64_t after, int64_t extent)
{
    for (int64_t n = after < 0 ? 0 : 2 * llabs(after - r) + (after > r) + 1; n <= 2 * extent; n++) {
        const int64_t b = n % 2 ? r + n / 2 : r - n / 2;
        if (b >= 0 && n != 1 && may_begin(r, b, extent)) {
            return b;
        }
    }
    return -1;
}

/* The two sizes of whole blocks next to one, the nearer first; one where it is whole. */
static int sizes_of(int64_t size, int64_t block, int64_t out[2])
{
    const int64_t less = size / block * block;
    const bool nearer = size - less <= less + block - size;
    out[0] = nearer ? less : less + block;
    out[1] = nearer ? less + block : less;
    return less == size ? 1 : 2;
}

static bool nearest(const wgd_solve_query *q, int64_t rows, int64_t mn, int64_t k, wgd_slice *out)
{
    static wgd_solve s;
    const int64_t *m = q->slice.mn, *c = q->slice.k;
    int64_t mn_size[2], k_size[2], best = INT64_MAX;
    const int n_mn = sizes_of(m[1] - m[0], rows, mn_size);
    const int n_k = sizes_of(c[1] - c[0], 256 / wgd_dtype_bits(q->dtype), k_size);
    for (int x = 0; x < n_k * n_mn; x++) {
        const int64_t ks = k_size[x / n_mn], ms = mn_size[x % n_mn];
        for (int64_t k0 = next_begin(c[0], -1, k); k0 >= 0; k0 = next_begin(c[0], k0, k)) {
            for (int64_t m0 = next_begin(m[0], -1, mn); m0 >= 0; m0 = next_begin(m[0], m0, mn)) {
                wgd_solve_query y = *q;
                const int64_t far = llabs(k0 - c[0]) + llabs(m0 - m[0]) +
                                    llabs(ks - (c[1] - c[0])) + llabs(ms - (m[1] - m[0]));
                y.slice = (wgd_slice){{m0, m0 + ms}, {k0, k0 + ks}};
                if (far < best && ms > 0 && ks > 0 && wgd_solve_layout(&y, &s, NULL) == WGD_OK) {
                    best = far;
                    *out = y.slice;
                }
            }
        }
    }
    return best < INT64_MAX;
}

static bool check_nearest(const wgd_solve_query *q, int64_t rows, int64_t mn, int64_t k)
{
    static wgd_solve s;
    wgd_slice want, got;
    wgd_solution sol;
    memset(&got, 0x5a, sizeof got);
    memset(&sol, 0x5a, sizeof sol);
    const bool any = nearest(q, rows, mn, k, &want);
    assert_int_equal(wgd_solve_nearest(q, &got, &sol), any);
    if (any) {
        wgd_solve_query x = *q;
        if (memcmp(&got, &want, sizeof got) != 0) {
            fail_msg("%d:%d,%d:%d of %d:%d,%d:%d, not %d:%d,%d:%d", (int)got.mn[0], (int)got.mn[1],
                     (int)got.k[0], (int)got.k[1], (int)q->slice.mn[0], (int)q->slice.mn[1],
                     (int)q->slice.k[0], (int)q->slice.k[1], (int)want.mn[0], (int)want.mn[1],
                     (int)want.k[0], (int)want.k[1]);
        }
        x.slice = got;
        assert_int_equal(wgd_solve_layout(&x, &s, NULL), WGD_OK);
        assert_true(sol.desc.start == s.solution[0].desc.start);
        assert_true(sol.read.mn == s.block_mn && sol.read.major == s.solution[0].read.major);
        assert_true(wgd_desc_pack(sol.desc, q->arch) == wgd_desc_pack(s.solution[0].desc, q->arch));
    }
    return any;
}

static void nearest_of_some(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        wgd_solve_query q;
        int rows, mn, k;
    } rows[] = {
        {SW128 "(64,64):(64,1)", B_OF(8, {3, 11}, {4, 20}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(8, {12, 20}, {12, 28}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(8, {50, 58}, {40, 52}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(8, {50, 60}, {30, 34}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(8, {57, 64}, {60, 64}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(8, {1, 64}, {1, 64}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(0, {4, 16}, {0, 16}), 8, 64, 64},
        {SW128 "(64,64):(64,1)", B_OF(0, {4, 20}, {5, 21}), 16, 64, 64},
        {SW128 "(64,(64,2)):(64,(1,4096))", B_OF(16, {0, 16}, {56, 72}), 16, 64, 128},
        {SW128 "(64,(64,2)):(64,(1,4096))", B_OF(16, {40, 60}, {57, 90}), 16, 64, 128},
        {SW128 "(64,32):(1,64)", B_OF(24, {20, 44}, {5, 21}), 24, 64, 32},
        {SW128 "((64,2),16):((1,1024),64)", B_OF(64, {32, 96}, {0, 16}), 64, 128, 16},
        /* up lies across two atoms, down does not */
        {SW128 "((64,3),32):((1,2048),64)", B_OF(24, {45, 69}, {0, 16}), 24, 192, 32},
        {SW128 "((64,3),32):((1,2048),64)", B_OF(24, {110, 134}, {0, 16}), 24, 192, 32},
        /* 48:64 and 50:58 are as near: the nearer size first */
        {SW128 "(64,64):(64,1)", B_OF(8, {50, 63}, {0, 16}), 8, 64, 64},
        {"((8,8),(8,4)):((8,64),(1,512))", B_OF(8, {4, 12}, {4, 20}), 8, 64, 32},
        {"(64,64):(72,1)", B_OF(8, {4, 12}, {4, 20}), 8, 64, 64},
    };
    int found = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_solve_query q = asked(rows[i].layout, rows[i].q);
        found += check_nearest(&q, rows[i].rows, rows[i].mn, rows[i].k);
    }
    assert_in_range(found, 13, 16);
}

static void nearest_of_any(void **state)
{
    (void)state;
    wgd_solve_query q =
        asked(SW128 "(96,(64,2)):(64,(1,6144))", (wgd_solve_query)B_OF(8, {0}, {0}));
    rng r = rng_start();
    for (int n = 0; n < 40; n++) {
        q.slice.mn[0] = rng_below(&r, 88);
        q.slice.k[0] = rng_below(&r, 112);
        q.slice.mn[1] = q.slice.mn[0] + 1 + rng_below(&r, 96 - (int)q.slice.mn[0]);
        q.slice.k[1] = q.slice.k[0] + 1 + rng_below(&r, 128 - (int)q.slice.k[0]);
        (void)check_nearest(&q, 8, 96, 128);
    }
}

/* MN-major, with atoms of 64 rows apart: 24 rows lie in one or in none. */
static void nearest_in_atoms(void **state)
{
    (void)state;
    wgd_solve_query q =
        asked(SW128 "((64,3),32):((1,2048),64)", (wgd_solve_query)B_OF(24, {0}, {0}));
    rng r = rng_start();
    for (int n = 0; n < 40; n++) {
        q.slice.mn[0] = rng_below(&r, 160);
        q.slice.k[0] = rng_below(&r, 16);
        q.slice.mn[1] = q.slice.mn[0] + 20 + rng_below(&r, 10);
        q.slice.k[1] = q.slice.k[0] + 10 + rng_below(&r, 6);
        (void)check_nearest(&q, 24, 192, 32);
    }
}

/* Roundings end at 2048: the nearest that has a descriptor begins at 4096, the second multiple of it; or at 8192, to
 * which none leads. And no slice of no rows and no K stands for the whole tile, which has one. */
static void far_roundings(void **state)
{
    (void)state;
    /* of each 8 groups of rows the first alone is aligned, of 64 or 128 such the first alone lies in the window */
    wgd_solve_query q = asked(SW128 "((8,8,64,4),64):((64,1,131072,512),1)",
                              (wgd_solve_query)B_OF(8, {2100, 2108}, {0, 16}));
    assert_true(check_nearest(&q, 8, 16384, 64));
    q = asked(SW128 "((8,8,128,4),64):((64,1,131072,512),1)",
              (wgd_solve_query)B_OF(8, {3000, 3008}, {0, 16}));
    assert_false(check_nearest(&q, 8, 32768, 64));
    q = asked(SW128 "(64,64):(64,1)", (wgd_solve_query)B_OF(8, {0, 4}, {0, 4}));
    assert_true(check_nearest(&q, 8, 64, 64));
}

/* Of a whole tile, of a layout that is none and of a slice that is none there is no nearest. */
static void none(void **state)
{
    (void)state;
    wgd_slice at;
    wgd_solution sol;
    wgd_solve_query q = asked(SW128 "(64,64):(64,1)", (wgd_solve_query)B_OF(8, {0}, {0}));
    assert_false(wgd_solve_nearest(&q, &at, &sol));
    q.slice = (wgd_slice){{0, 65}, {0, 16}};
    assert_false(wgd_solve_nearest(&q, &at, &sol));
    q.slice = (wgd_slice){{0, 64}, {0, 16}};
    assert_true(wgd_solve_nearest(&q, &at, &sol));
    q.start = -1;
    assert_false(wgd_solve_nearest(&q, &at, &sol));
    /* 24 rows of bytes along MN are no whole pieces, wherever they begin; 48 are another size */
    q = asked("Sw<3,4,3> o smem_ptr[8b] o (128,64):(1,128)",
              (wgd_solve_query)B_OF(0, {0, 24}, {0, 32}));
    q.dtype = WGD_U8;
    q.arch = WGD_SM100;
    assert_false(wgd_solve_nearest(&q, &at, &sol));
    q.slice.mn[1] = 48;
    assert_true(wgd_solve_nearest(&q, &at, &sol));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_slices),   cmocka_unit_test(nearest_of_some),
        cmocka_unit_test(nearest_of_any),   cmocka_unit_test(far_roundings),
        cmocka_unit_test(nearest_in_atoms), cmocka_unit_test(none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
