/* SPDX-License-Identifier: MIT
 *
 * What is answered of every family: against the advice of wgd_banks.h, the modes of wgmma one by one, and the steps of
 * a candidate, each by itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_best.h"

static wgd_best_query made(int rows, int cols, int bits, int n, const char *const *use)
{
    wgd_best_query q;
    memset(&q, 0, sizeof q);
    assert_int_equal(wgd_arrange_rows(rows, cols, bits, 0, &q.tile, NULL), WGD_OK);
    q.n_uses = n;
    for (int u = 0; u < n; u++) {
        q.weight[u] = 1 + u;
        assert_int_equal(wgd_bank_use_parse(use[u], bits, &q.use[u], NULL), WGD_OK);
    }
    return q;
}

/* The answer, over memory that says nothing. */
static wgd_best found(const wgd_best_query *q)
{
    wgd_best b;
    memset(&b, 0x5a, sizeof b);
    assert_int_equal(wgd_best_find(q, &b, NULL), WGD_OK);
    return b;
}

static void same_arrangement(const wgd_arrangement *a, const wgd_arrangement *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->row_bytes, b->row_bytes);
    assert_int_equal(a->pad_bytes, b->pad_bytes);
    assert_int_equal(a->sw.b, b->sw.b);
    assert_int_equal(a->sw.m, b->sw.m);
    assert_int_equal(a->sw.s, b->sw.s);
    assert_int_equal(a->elem_bits, b->elem_bits);
    assert_int_equal(a->base, b->base);
}

static void names(void **state)
{
    static const char *const want[] = {"plain", "swizzle", "linear", "permuted", "padded", "mode"};
    (void)state;
    for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
        assert_string_equal(wgd_best_family_name((wgd_best_family)f), want[f]);
    }
}

/* ---- the advice ----------------------------------------------------------------------------- */

static wgd_best_family family_of(wgd_arrange_kind k)
{
    static const wgd_best_family of[] = {WGD_BEST_PLAIN, WGD_BEST_SWIZZLE, WGD_BEST_PERMUTED,
                                         WGD_BEST_PADDED};
    return of[k];
}

static int64_t cost_of(const wgd_best_query *q, const wgd_bank_candidate *c)
{
    int64_t sum = 0;
    for (int u = 0; u < q->n_uses; u++) {
        sum += q->weight[u] * c->total[u].wavefronts;
    }
    return sum;
}

/* The cheapest of the advice's candidates of a family, the first of such. */
static const wgd_bank_candidate *cheapest(const wgd_best_query *q, const wgd_bank_advice *a,
                                          wgd_best_family f)
{
    const wgd_bank_candidate *best = NULL;
    for (int i = 0; i < a->count; i++) {
        const wgd_bank_candidate *c = &a->candidate[i];
        if (family_of(c->arrangement.kind) == f && (!best || cost_of(q, c) < cost_of(q, best))) {
            best = c;
        }
    }
    return best;
}

static void check_advised(const wgd_best_query *q, const wgd_best *b, wgd_best_family f)
{
    static wgd_bank_advice a;
    assert_int_equal(wgd_bank_advise(&q->tile, q->use, q->n_uses, &a, NULL), WGD_OK);
    const wgd_bank_candidate *want = cheapest(q, &a, f);
    const wgd_best_candidate *c = &b->family[f];
    assert_int_equal(c->tried, want != NULL);
    if (want) {
        assert_int_equal(c->cost, cost_of(q, want));
        assert_int_equal(c->extra_bytes, want->extra_bytes);
        assert_int_equal(c->map.bits, 0);
        same_arrangement(&c->arrangement, &want->arrangement);
        for (int u = 0; u < q->n_uses; u++) {
            assert_int_equal(c->wavefronts[u], want->total[u].wavefronts);
        }
    }
}

/* ---- linear maps ---------------------------------------------------------------------------- */

/* Wavefronts of a candidate, step by step. What a lane that does nothing has is left as it is. */
static int64_t stepped(const wgd_best_query *q, const wgd_best_candidate *c, int use)
{
    int64_t sum = 0;
    int steps;
    assert_int_equal(wgd_bank_steps(&q->tile, &q->use[use], &steps, NULL), WGD_OK);
    for (int i = 0; i < steps; i++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        memset(&l, 0x5a, sizeof l);
        assert_int_equal(wgd_best_step(q, c, use, i, &l, NULL), WGD_OK);
        for (int k = 0; k < WGD_WARP; k++) {
            assert_true(l.active >> k & 1 || l.addr[k] == 0x5a5a5a5a);
        }
        assert_int_equal(wgd_banks_access(q->use[use].access, &l, &r, NULL), WGD_OK);
        sum += r.wavefronts;
    }
    return sum;
}

/* Every family that was tried takes what its steps take; what a swizzle says of itself is its map. */
static void check_steps(const wgd_best_query *q, const wgd_best *b)
{
    const int size = q->tile.elem_bits / 8;
    int widest = 0;
    for (int u = 0; u < q->n_uses; u++) {
        const int bytes = wgd_access_bytes(q->use[u].access);
        widest = bytes > widest ? bytes : widest;
    }
    assert_int_equal(b->vector_bytes, widest);
    for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
        const wgd_best_candidate *c = &b->family[f];
        int64_t cost = 0;
        for (int u = 0; c->tried && u < q->n_uses; u++) {
            assert_int_equal(c->wavefronts[u], stepped(q, c, u));
            cost += q->weight[u] * c->wavefronts[u];
        }
        assert_true(!c->tried || c->cost == cost);
        assert_true(!c->tried || c->map.bits == 0 || c->extra_bytes == 0);
        assert_true(!c->tried || c->cost >= b->family[b->best].cost);
        assert_true(c->tried || f != (int)b->best);
    }
    const wgd_best_candidate *c = &b->family[WGD_BEST_SWIZZLE];
    if (c->tried && c->map.bits > 0) {
        assert_int_equal(c->arrangement.kind, WGD_ARRANGE_SWIZZLED);
        assert_int_equal(1 << c->map.bits, q->tile.rows * q->tile.row_bytes / size);
        for (uint64_t i = 0; i < UINT64_C(1) << c->map.bits; i++) {
            const int64_t at = wgd_swizzle_apply(c->arrangement.sw, (int64_t)i * size);
            assert_int_equal(wgd_linear_at(&c->map, i) * (uint64_t)size, at);
        }
    }
    if (!b->why && !q->wgmma) {
        same_arrangement(&b->family[WGD_BEST_PLAIN].arrangement, &q->tile);
        same_arrangement(&b->family[WGD_BEST_LINEAR].arrangement, &q->tile);
        assert_int_equal(wgd_linear_terms(&b->family[WGD_BEST_PLAIN].map), 1);
        assert_int_equal(b->family[WGD_BEST_LINEAR].cost, b->linear_cost);
        assert_true(b->searched);
        assert_true(b->proof == (b->family[b->best].cost == b->bound_cost ? WGD_BEST_MEETS_BOUND
                                                                          : WGD_BEST_OF_LINEAR));
    }
}

/* A tile without ranks is advised on alone. */
static void without_ranks(void **state)
{
    static const struct {
        int rows, cols, bits;
        const char *use[2];
    } rows[] = {{24, 64, 16, {"st.b32:column", "ld.b32:copy"}},
                {24, 32, 32, {"st.b32:column", "ld.b32:copy"}},
                {24, 64, 16, {"ldmatrix.x1:mma.a", "ld.b128:copy"}},
                {40, 128, 8, {"st.b128:column", "ld.b64:copy"}},
                {12, 64, 64, {"st.b64:column", "ld.b64:copy"}}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_best_query q = made(rows[i].rows, rows[i].cols, rows[i].bits, 2, rows[i].use);
        const wgd_best b = found(&q);
        assert_string_equal(b.why, "the tile's sides are no powers of two");
        assert_false(b.searched);
        assert_int_equal(b.nodes, 0);
        assert_int_equal(b.linear_cost, 0);
        if (b.proof != WGD_BEST_MEETS_BOUND) {
            assert_int_equal(b.proof, WGD_BEST_OF_TRIED);
        }
        check_steps(&q, &b);
        check_advised(&q, &b, WGD_BEST_PLAIN);
        check_advised(&q, &b, WGD_BEST_SWIZZLE);
        check_advised(&q, &b, WGD_BEST_PERMUTED);
        check_advised(&q, &b, WGD_BEST_PADDED);
        assert_false(b.family[WGD_BEST_LINEAR].tried);
        assert_false(b.family[WGD_BEST_MODE].tried);
        int best = 0;
        for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
            best = b.family[f].tried && b.family[f].cost < b.family[best].cost ? f : best;
        }
        assert_int_equal(b.best, best);
        assert_int_equal(b.proof == WGD_BEST_MEETS_BOUND,
                         b.family[b.best].cost == b.bound[0] + 2 * b.bound[1]);
    }
}

/* As many accesses as there can be. */
static void eight_accesses(void **state)
{
    static const char *const use[] = {"st.b32:column", "ld.b32:copy",  "st.b32:copy",
                                      "ld.b32:column", "st.b64:copy",  "ld.b64:copy",
                                      "st.b64:copy",   "ld.b64:column"};
    (void)state;
    for (int rows = 8; rows <= 12; rows += 4) {
        const wgd_best_query q = made(rows, 16, 16, WGD_BANK_USES, use);
        const wgd_best b = found(&q);
        check_steps(&q, &b);
    }
}

/* A linear map is the plain one where that is as good as any; else one of as few terms as does it. */
static void linear_maps(void **state)
{
    static const struct {
        int rows, cols, bits, terms;
        const char *use[2];
    } rows[] = {{16, 16, 8, 0, {"ld.b128:copy", "ld.b128:copy"}},
                {16, 64, 16, 1, {"ldmatrix.x4:mma.a", "st.b128:copy"}},
                {8, 16, 16, 1, {"ldmatrix.x1:mma.a", "st.b128:copy"}},
                {8, 16, 64, 1, {"st.b64:column", "ld.b64:copy"}},
                {16, 16, 32, 1, {"st.b32:column", "ld.b32:copy"}},
                {8, 4, 32, 0, {"st.b32:column", "ld.b32:copy"}},
                {2, 4, 32, 0, {"ld.b128:column", "ld.b128:copy"}}, /* two vectors */
                {16, 16, 16, 2, {"ld.b64:column", "ld.b32:frag:mma.m16n8k16:a"}}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_best_query q = made(rows[i].rows, rows[i].cols, rows[i].bits, 2, rows[i].use);
        const wgd_best b = found(&q);
        check_steps(&q, &b);
        assert_int_equal(wgd_linear_terms(&b.family[WGD_BEST_LINEAR].map), 1 + rows[i].terms);
        assert_int_equal(1 << b.family[WGD_BEST_LINEAR].map.bits, rows[i].rows * rows[i].cols);
        assert_int_equal(wgd_linear_rank(&b.family[WGD_BEST_LINEAR].map),
                         b.family[WGD_BEST_LINEAR].map.bits);
        assert_int_equal(b.family[WGD_BEST_SWIZZLE].tried, i != 6);
    }
}

/* ---- the modes of wgmma --------------------------------------------------------------------- */

/* Wavefronts with the tile in a mode: pieces of 8 rows, as wide as the swizzle, that lie along the rows or down. */
static int64_t in_mode(const wgd_best_query *q, int wide, bool along, int use)
{
    int64_t sum = 0;
    int steps;
    assert_int_equal(wgd_bank_steps(&q->tile, &q->use[use], &steps, NULL), WGD_OK);
    const int per_row = q->tile.row_bytes / wide;
    for (int i = 0; i < steps; i++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        assert_int_equal(wgd_bank_step(&q->tile, &q->use[use], i, &l, NULL), WGD_OK);
        for (int k = 0; k < WGD_WARP; k++) {
            if (l.active >> k & 1) {
                const int row = (int)l.addr[k] / q->tile.row_bytes;
                const int col = (int)l.addr[k] % q->tile.row_bytes;
                const int piece = along ? row / 8 * per_row + col / wide
                                        : col / wide * (q->tile.rows / 8) + row / 8;
                const int at = piece * 8 * wide + row % 8 * wide + col % wide;
                l.addr[k] = (uint32_t)(at ^ ((at >> 7 & (wide / 16 - 1)) << 4));
            }
        }
        assert_int_equal(wgd_banks_access(q->use[use].access, &l, &r, NULL), WGD_OK);
        sum += r.wavefronts;
    }
    return sum;
}

/* The mode that takes fewest, of such the widest swizzle; pieces along the rows and pieces down take the same. */
static void modes(void **state)
{
    static const struct {
        int rows, cols;
        const char *use;
    } rows[] = {
        {8, 64, "ldmatrix.x1:mma.a"},  {16, 64, "ldmatrix.x4:mma.a"}, {16, 32, "ld.b128:column"},
        {16, 16, "ldmatrix.x4:mma.a"}, {8, 8, "st.b128:copy"},        {64, 64, "st.b32:column"},
        {32, 64, "ld.b64:column"},     {16, 8, "ld.b32:column"},      {64, 16, "st.b128:column"},
        {32, 128, "st.b128:column"},   {8, 128, "ld.b128:copy"},      {64, 32, "ld.b64:copy"},
        {16, 128, "ldmatrix.x2:mma.b"}};
    int beyond = 0, seen[4] = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_best_query q = made(rows[i].rows, rows[i].cols, 16, 1, &rows[i].use);
        q.wgmma = true;
        const wgd_best b = found(&q);
        int64_t least = INT64_MAX;
        int best = 0;
        for (int m = 0; m < 8; m++) {
            const int wide = 128 >> m / 2;
            if (wide <= q.tile.row_bytes) { /* down, then along */
                const int64_t cost = in_mode(&q, wide, m % 2 == 1, 0);
                best = cost < least ? m : best;
                least = cost < least ? cost : least;
            }
        }
        const wgd_best_candidate *c = &b.family[WGD_BEST_MODE];
        assert_int_equal(b.best, WGD_BEST_MODE);
        assert_int_equal(c->cost, least);
        assert_int_equal(c->swizzle_bytes, best < 6 ? 128 >> best / 2 : 0);
        assert_int_equal(b.proof, least == b.bound_cost ? WGD_BEST_MEETS_BOUND : WGD_BEST_OF_MODES);
        assert_false(b.searched);
        assert_int_equal(b.nodes, 0);
        assert_int_equal(b.linear_cost, 0);
        for (int f = 0; f < WGD_BEST_MODE; f++) {
            assert_false(b.family[f].tried);
        }
        check_steps(&q, &b);
        beyond += least > b.bound_cost;
        seen[best / 2]++;
    }
    assert_true(beyond > 0 && seen[0] > 0 && seen[1] > 0 && seen[2] > 0 && seen[3] > 0);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void refused(void **state)
{
    (void)state;
    wgd_best b;
    wgd_diag d;
    wgd_bank_lanes l;
    const char *const copy[] = {"st.b128:copy", "st.b128:copy"};
    wgd_best_query q = made(512, 512, 16, 1, copy); /* 512 KiB */
    assert_int_equal(wgd_best_find(&q, &b, &d), WGD_ERR_RANGE);
    assert_string_equal(d.field, "layout");
    assert_string_equal(d.what, "the tile is larger than shared memory");
    /* A lane's eight values are four pairs, 16 bytes from one to the next (PTX ISA, figure of D). */
    const char *const pairs[] = {"st.b128:copy", "st.b128:frag:m64n64k16:d"};
    q = made(64, 64, 16, 2, pairs);
    assert_int_equal(wgd_best_find(&q, &b, &d), WGD_ERR_ALIGN);
    assert_string_equal(d.field, "layout");
    wgd_best_candidate c = {.map = {.bits = 0}, .arrangement = q.tile};
    assert_int_equal(wgd_best_step(&q, &c, 1, 0, &l, &d), WGD_ERR_ALIGN);
    wgd_linear_identity(12, &c.map);
    assert_int_equal(wgd_best_step(&q, &c, 1, 0, &l, &d), WGD_ERR_ALIGN);
    q.weight[1] = 0;
    assert_int_equal(wgd_best_find(&q, &b, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "weights");
    assert_string_equal(d.what, "not a weight");
    assert_string_equal(d.got, "0");
    assert_string_equal(d.want, "1 to 1000000");
    q.n_uses = 0;
    assert_int_equal(wgd_best_find(&q, &b, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "access");
    assert_string_equal(d.what, "not a number of accesses");
    assert_string_equal(d.got, "0");
    assert_string_equal(d.want, "1 to 8");
    static const int sides[][2] = {{4, 64}, {24, 64}, {8, 4}, {16, 24}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        const char *const words = "st.b32:copy";
        q = made(sides[i][0], sides[i][1], 16, 1, &words);
        q.wgmma = true;
        assert_int_equal(wgd_best_find(&q, &b, &d), WGD_ERR_TILE);
        assert_string_equal(d.field, "shape");
        assert_string_equal(d.what, "no mode of wgmma has this tile as a whole number of atoms");
        assert_string_equal(d.want, "powers of two: 8 or more rows of 16 bytes or more");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),          cmocka_unit_test(without_ranks),
        cmocka_unit_test(eight_accesses), cmocka_unit_test(linear_maps),
        cmocka_unit_test(modes),          cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
