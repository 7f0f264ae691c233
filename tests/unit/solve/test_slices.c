/* SPDX-License-Identifier: MIT
 *
 * Slices of tiles. What the solver says of a slice is held against the fetch rule, element by element
 * of the whole tile's layout, which is walked leaf by leaf (tile_view.h).
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "sweep.h"
#include "tile_view.h"
#include "wgdesc.h"

/* ---- what is said ----------------------------------------------------------------------------- */

/* The start of the solution that has the fields of `like`; -1 where there is none. */
static int64_t start_with(const wgd_solve *s, wgd_desc like, wgd_arch arch)
{
    like.start = 0;
    for (int n = 0; n < s->n; n++) {
        wgd_desc d = s->solution[n].desc;
        d.start = 0;
        if (wgd_desc_pack(d, arch) == wgd_desc_pack(like, arch)) {
            return s->solution[n].desc.start;
        }
    }
    return -1;
}

enum { STEPS_LOOKED_AT = 6 };

/* Each slice of the row, solved for itself, starts where the steps lead, and the first that is not
 * said has not those fields. */
static void check_steps(const wgd_solve_query *q, const wgd_solve *s, bool along_k)
{
    const wgd_solution *sol = &s->solution[0];
    wgd_slice_steps st;
    wgd_solve_steps(q, s, sol, along_k, &st);
    const wgd_advance *a = &st.to_next;
    const int64_t size = along_k ? s->place.k : s->place.mn;
    int64_t at = 0, step = 0;
    bool even = true;
    assert_true(st.said <= a->blocks && a->blocks >= 1);
    for (int i = 0; i < a->blocks && i <= st.said && i < STEPS_LOOKED_AT; i++) {
        wgd_solve_query x = *q;
        wgd_solve other;
        int64_t *r = along_k ? x.slice.k : x.slice.mn;
        r[0] = r[0] % size + i * size;
        r[1] = r[0] + size;
        const bool any = wgd_solve_layout(&x, &other, NULL) == WGD_OK;
        const int64_t start = any ? start_with(&other, sol->desc, q->arch) : -1;
        assert_int_equal(start >= 0, i < st.said);
        if (start < 0) {
            break;
        }
        step = i == 1 ? start - at : step;
        if (i > 0 && even && start - at != step) {
            even = false;
            assert_int_equal(a->jump_at, i);
            assert_int_equal(a->jump_step, start - at);
        }
        assert_true(i != 1 || a->step == step);
        at = start;
    }
    assert_true(even || !a->constant);
    assert_true(a->constant || a->jump_at >= STEPS_LOOKED_AT || !even);
}

static void check_sub_layout(const tile_view *v, const wgd_slice *at, long *layouts)
{
    wgd_composed sub;
    tile_view w;
    int64_t offset;
    if (!wgd_slice_layout(&v->layout, at, &sub, &offset)) {
        return;
    }
    tile_view_of(&w, &sub, 0, WGD_E4M3);
    assert_int_equal(w.mn, at->mn[1] - at->mn[0]);
    assert_int_equal(w.k, at->k[1] - at->k[0]);
    for (int64_t m = 0; m < w.mn; m++) {
        assert_int_equal(offset + w.mn_off[m] + w.k_off[0],
                         v->mn_off[at->mn[0] + m] + v->k_off[at->k[0]]);
    }
    for (int64_t k = 0; k < w.k; k++) {
        assert_int_equal(offset + w.mn_off[0] + w.k_off[k],
                         v->mn_off[at->mn[0]] + v->k_off[at->k[0] + k]);
    }
    (*layouts)++;
}

/* ---- the sweep -------------------------------------------------------------------------------- */

typedef struct sweep {
    rng r;
    long tiles, slices, said, refused, layouts, stepped;
    long every; /* of the tiles, this one in so many */
} sweep;

static wgd_solve_query query_of(const wgd_tile *t)
{
    wgd_solve_query q;
    memset(&q, 0, sizeof q);
    q.layout = t->smem;
    q.start = t->query.start;
    q.dtype = t->query.dtype;
    q.operand = t->query.operand;
    q.sparse = t->query.sparse;
    q.major = t->query.major == WGD_MAJOR_MN ? WGD_WANT_MN : WGD_WANT_K;
    q.arch = t->query.arch;
    return q;
}

/* A slice of whole blocks that begins anywhere in the tile, at grains from 1 element to an atom. */
static bool random_slice(sweep *x, const wgd_tile *t, wgd_solve_query *q)
{
    const int grain = 1 << rng_below(&x->r, 8), k_grain = 1 << rng_below(&x->r, 7);
    int rows = t->block_mn;
    if (t->query.operand == WGD_OPERAND_B && !wgd_arch_tcgen05(t->query.arch)) {
        rows = wgd_n_below(t->query.dtype, 8 + rng_below(&x->r, rows));
        q->n = rows;
    } else if (wgd_arch_tcgen05(t->query.arch)) {
        q->block[0] = rows;
        q->block[1] = t->block_k;
    }
    const int64_t mn = (int64_t)rows * (1 + rng_below(&x->r, 2));
    const int64_t k = (int64_t)t->block_k * (1 + rng_below(&x->r, 3));
    const int64_t free_mn = t->query.mn - mn, free_k = t->query.k - k;
    if (free_mn < 0 || free_k < 0) {
        return false;
    }
    q->slice.mn[0] = rng_below(&x->r, (int)free_mn + 1) / grain * grain;
    q->slice.k[0] = rng_below(&x->r, (int)free_k + 1) / k_grain * k_grain;
    q->slice.mn[1] = q->slice.mn[0] + mn;
    q->slice.k[1] = q->slice.k[0] + k;
    return true;
}

static void check_tile(const wgd_tile *t, void *ctx)
{
    static tile_view v;
    sweep *x = ctx;
    if (x->tiles++ % x->every != 0) {
        return;
    }
    tile_view_of(&v, &t->smem, t->query.start, t->query.dtype);
    for (int n = 0; n < 3; n++) {
        wgd_solve_query q = query_of(t);
        wgd_solve s;
        if (!random_slice(x, t, &q)) {
            continue;
        }
        x->slices++;
        check_sub_layout(&v, &q.slice, &x->layouts);
        const wgd_status st = wgd_solve_layout(&q, &s, NULL);
        if (st == WGD_OK) {
            tile_view_check_words(&v, &q, &s);
            x->said++;
            if (x->said % 8 == 0) {
                check_steps(&q, &s, (x->said & 8) != 0);
                x->stepped++;
            }
        } else {
            assert_int_equal(st, WGD_ERR_NO_DESC);
            assert_true(s.refusal.text[0] != '\0');
            assert_in_range(s.refusal.mn, q.slice.mn[0], q.slice.mn[1] - 1);
            assert_in_range(s.refusal.k, q.slice.k[0], q.slice.k[1] - 1);
            x->refused++;
        }
    }
}

static void say(const sweep *x)
{
    printf("# %ld slices: %ld said, %ld refused; %ld layouts, %ld rows of steps\n", x->slices,
           x->said, x->refused, x->layouts, x->stepped);
    assert_true(x->said > 1000 && x->refused > 1000 && x->layouts > 1000 && x->stepped > 100);
}

static void test_every_slice_is_read_where_the_tile_has_it(void **state)
{
    (void)state;
    sweep x = {rng_start(), 0, 0, 0, 0, 0, 0, 5};
    (void)sweep_tiles(false, check_tile, &x);
    (void)sweep_tiles(true, check_tile, &x);
    say(&x);
}

static void test_every_slice_of_tcgen05_too(void **state)
{
    (void)state;
    sweep x = {rng_start(), 0, 0, 0, 0, 0, 0, 3};
    (void)sweep_tcgen05(WGD_SM100, false, check_tile, &x);
    (void)sweep_tcgen05(WGD_SM100, true, check_tile, &x);
    say(&x);
}

/* ---- the whole as a slice ---------------------------------------------------------------------- */

static void check_whole(const wgd_tile *t, void *ctx)
{
    long *n = ctx;
    wgd_solve_query q = query_of(t);
    wgd_solve whole, part;
    if ((*n)++ % 20 != 0) {
        return;
    }
    q.n = t->query.n;
    assert_int_equal(wgd_solve_layout(&q, &whole, NULL), WGD_OK);
    q.slice.mn[1] = t->query.mn;
    q.slice.k[1] = t->query.k;
    assert_int_equal(wgd_solve_layout(&q, &part, NULL), WGD_OK);
    assert_int_equal(whole.n, part.n);
    for (int b = 0; b < whole.blocks_mn * whole.blocks_k; b++) {
        const int i = b / whole.blocks_k, j = b % whole.blocks_k;
        assert_true(wgd_solve_block(&part, &part.solution[0], i, j) ==
                    wgd_tile_block_desc(t, i, j));
        wgd_slice at;
        assert_int_equal(wgd_solve_block_slice(&q, i, j, &at, NULL), WGD_OK);
        assert_int_equal(at.mn[0], i * t->block_mn);
        assert_int_equal(at.k[1], (j + 1) * t->block_k);
    }
    wgd_slice at;
    assert_int_equal(wgd_solve_block_slice(&q, whole.blocks_mn, 0, &at, NULL), WGD_ERR_VALUE);
    assert_int_equal(wgd_solve_block_slice(&q, 0, -1, &at, NULL), WGD_ERR_VALUE);
}

static void test_the_whole_tile_is_a_slice_of_itself(void **state)
{
    (void)state;
    long n = 0;
    assert_true(sweep_tiles(false, check_whole, &n) > 10000);
}

/* ---- the remedies ------------------------------------------------------------------------------- */

static void test_a_smaller_instruction(void **state)
{
    (void)state;
    wgd_tile_query t = wgd_tile_query_default();
    t.operand = WGD_OPERAND_B;
    t.major = WGD_MAJOR_MN;
    t.swizzle = WGD_SWZ_128B;
    t.mn = 192;
    t.k = 64;
    t.n = 96;
    assert_int_equal(wgd_tile_smaller(&t, 96), 64);
    assert_int_equal(wgd_tile_smaller(&t, 64), 32);
    assert_int_equal(wgd_tile_smaller(&t, 8), 0);
    wgd_tile tile;
    wgd_diag d;
    assert_int_equal(wgd_tile_describe(&t, &tile, &d), WGD_ERR_COVER);
    assert_int_equal(d.hint_id, WGD_HINT_SMALLER_N_OR_SWIZZLE);
    assert_int_equal(d.hint_num, 64);
    wgd_solve_query q;
    wgd_solve s;
    memset(&q, 0, sizeof q);
    assert_int_equal(wgd_tile_layout(&t, &q.layout, NULL), WGD_OK);
    q.operand = WGD_OPERAND_B;
    q.major = WGD_WANT_MN;
    q.n = 96;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_ERR_NO_DESC);
    wgd_change c[WGD_CHANGES_MAX];
    const int n = wgd_solve_changes(&q, &s.refusal, c);
    assert_true(n > 0);
    assert_int_equal(c[0].kind, WGD_CHANGE_BLOCK);
    assert_int_equal(c[0].n, 64);
    q.n = 64;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    /* M of tcgen05, for A in memory MN-major */
    wgd_tile_query u = wgd_tile_query_default();
    u.arch = WGD_SM100;
    u.major = WGD_MAJOR_MN;
    u.swizzle = WGD_SWZ_128B;
    u.mn = 192;
    u.k = 64;
    u.block[0] = 128;
    assert_int_equal(wgd_tile_describe(&u, &tile, &d), WGD_ERR_TILE);
    assert_int_equal(d.hint_id, WGD_HINT_SMALLER_M);
    assert_int_equal(d.hint_num, 64);
}

static void test_slices_that_are_none(void **state)
{
    (void)state;
    const wgd_slice bad[] = {{{0, 0}, {0, 16}},  {{8, 4}, {0, 16}},        {{-1, 8}, {0, 16}},
                             {{0, 65}, {0, 16}}, {{0, 64}, {16, 16}},      {{0, 64}, {0, 17}},
                             {{0, 8}, {0, 0}},   {{0, INT64_MAX}, {0, 16}}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wgd_diag d;
        assert_int_equal(wgd_slice_check(&bad[i], 64, 16, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, "slice");
    }
    const wgd_slice all = {{0, 64}, {0, 16}}, whole = {{0, 0}, {0, 0}};
    assert_int_equal(wgd_slice_check(&all, 64, 16, NULL), WGD_OK);
    assert_int_equal(wgd_slice_check(&whole, 64, 16, NULL), WGD_OK);
}

/* The slice as a layout of its own lies where the slice of the tile does, in all three forms. */
static void test_layouts_of_slices(void **state)
{
    (void)state;
    static const char *const layouts[] = {
        "Sw<3,3,3> o 0 o (64,64):(64,1)",
        "Sw<3,4,3> o smem_ptr[16b] o ((8,8),(64,2)):((64,512),(1,4096))",
        "((8,8),(16,4)):((16,256),(1,2048))",
        "Sw<2,3,3> o 8 o ((32,2),(8,8)):((1,256),(32,512))",
        "(64,64):(72,1)",
        "((2,4,8),(2,32)):((1,2,64),(512,1024))"};
    rng r = rng_start();
    int cut = 0, none = 0;
    for (int n = 0; n < 6000; n++) {
        wgd_composed tile, sub;
        wgd_place whole, own;
        wgd_block a, b;
        int64_t offset;
        const char *text = layouts[n % 6];
        assert_int_equal(wgd_parse_composed(text, strlen(text), &tile, NULL), WGD_OK);
        assert_int_equal(wgd_place_make(&tile, WGD_F16, 0x400, &whole, NULL), WGD_OK);
        const int64_t mn0 = rng_below(&r, 49), k0 = rng_below(&r, 49);
        const wgd_slice at = {{mn0, mn0 + 8}, {k0, k0 + 16}};
        assert_int_equal(wgd_place_cut(&whole, &at, NULL), WGD_OK);
        if (!wgd_slice_layout(&tile, &at, &sub, &offset)) {
            none++;
            continue;
        }
        cut++;
        assert_int_equal(wgd_place_make(&sub, WGD_F16, 0x400 + 2 * offset, &own, NULL), WGD_OK);
        const wgd_read rd = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0};
        wgd_block_make(&whole, rd, 0, 0, &a);
        wgd_block_make(&own, rd, 0, 0, &b);
        for (int e = 0; e < 8 * 16; e++) {
            assert_int_equal(wgd_block_bit(&a, e / 16, e % 16), wgd_block_bit(&b, e / 16, e % 16));
        }
    }
    printf("# %d slices are layouts, %d are none\n", cut, none);
    assert_true(cut > 1000 && none > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_slice_is_read_where_the_tile_has_it),
        cmocka_unit_test(test_every_slice_of_tcgen05_too),
        cmocka_unit_test(test_the_whole_tile_is_a_slice_of_itself),
        cmocka_unit_test(test_a_smaller_instruction),
        cmocka_unit_test(test_slices_that_are_none),
        cmocka_unit_test(test_layouts_of_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
