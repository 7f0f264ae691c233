/* SPDX-License-Identifier: MIT
 *
 * All families, counted, and what is proved of the best.
 */
#include "families.h"

#include "base/never.h"
#include "banks/advise.h"
#include "banks/uses.h"

const char *wgd_best_family_name(wgd_best_family f)
{
    static const char *const names[] = {
#define WGD_X(sym, name) name,
        WGD_BEST_FAMILIES(WGD_X)
#undef WGD_X
    };
    return names[f];
}

/* ---- counting ------------------------------------------------------------------------------- */

static int64_t weighted(const wgd_best_query *q, const int64_t *wavefronts)
{
    int64_t sum = 0;
    for (int u = 0; u < q->n_uses; u++) {
        sum += q->weight[u] * wavefronts[u];
    }
    return sum;
}

/* The addresses of the plain tile, through the map. */
static void map_lanes(const wgd_best_query *q, const wgd_best_candidate *c, wgd_bank_lanes *l)
{
    const uint32_t es = (uint32_t)q->tile.elem_bits / 8;
    uint32_t at = 0, image = 0; /* few bits change from lane to lane */
    for (int k = 0; k < WGD_WARP; k++) {
        if ((l->active >> k & 1) != 0) {
            const uint32_t next = l->addr[k] / es;
            image ^= (uint32_t)wgd_linear_at(&c->map, next ^ at);
            at = next;
            l->addr[k] = image * es;
        }
    }
}

wgd_status wgd_best_step(const wgd_best_query *q, const wgd_best_candidate *c, int use, int step,
                         wgd_bank_lanes *out, wgd_diag *diag)
{
    if (c->map.bits == 0) {
        return wgd_bank_step(&c->arrangement, &q->use[use], step, out, diag);
    }
    const wgd_status s = wgd_bank_step(&q->tile, &q->use[use], step, out, diag);
    if (s == WGD_OK) {
        map_lanes(q, c, out);
    }
    return s;
}

/* Every access of the tile, by its addresses: no ranks. */
static wgd_status count(const wgd_best_query *q, wgd_best_candidate *c, wgd_diag *diag)
{
    for (int u = 0; u < q->n_uses; u++) {
        use_plan plan;
        c->wavefronts[u] = 0;
        /* What was posed has been planned and stepped through before; an access of whole vectors, each moved as
         * one, is one that there is. */
        wgd_status s = wgd_use_plan_all(&q->tile, &q->use[u], &plan, diag);
        if (NEVER(s != WGD_OK)) { /* see above */
            return s;
        }
        for (int i = 0; i < plan.steps; i++) {
            wgd_bank_lanes lanes;
            wgd_bank_result r;
            s = wgd_use_lanes(&q->tile, &q->use[u], &plan, i, &lanes, diag);
            if (NEVER(s != WGD_OK)) { /* see above */
                return s;
            }
            map_lanes(q, c, &lanes);
            s = wgd_banks_access(q->use[u].access, &lanes, &r, diag);
            if (NEVER(s != WGD_OK)) { /* see above */
                return s;
            }
            c->wavefronts[u] += r.wavefronts;
        }
    }
    c->cost = weighted(q, c->wavefronts);
    return WGD_OK;
}

/* The map of elements, row * columns + column -> offset, from that of bytes. */
static wgd_linear map_of_elements(const wgd_best_query *q, const wgd_linear *bytes)
{
    const int e = wgd_log2(q->tile.elem_bits) - 3;
    wgd_linear m;
    m.bits = bytes->bits - e;
    for (int k = 0; k < m.bits; k++) {
        m.basis[k] = bytes->basis[k + e] >> e;
    }
    return m;
}

static wgd_status take_map(const wgd_best_query *q, wgd_best_family f, const wgd_linear *bytes,
                           wgd_best *out, wgd_diag *diag)
{
    wgd_best_candidate *c = &out->family[f];
    c->tried = true;
    c->extra_bytes = 0;
    c->map = map_of_elements(q, bytes);
    return count(q, c, diag);
}

/* ---- arrangements that the advice of wgd_banks.h counts ------------------------------------- */

static wgd_best_family family_of(wgd_arrange_kind k)
{
    return k == WGD_ARRANGE_PADDED     ? WGD_BEST_PADDED
           : k == WGD_ARRANGE_PERMUTED ? WGD_BEST_PERMUTED
           : k == WGD_ARRANGE_SWIZZLED ? WGD_BEST_SWIZZLE
                                       : WGD_BEST_PLAIN;
}

typedef struct advised {
    const wgd_best_query *q;
    wgd_best *out;
} advised;

static void take_candidate(void *to, const wgd_bank_candidate *a)
{
    const advised *w = to;
    const wgd_best_family f = family_of(a->arrangement.kind);
    wgd_best_candidate *c = &w->out->family[f];
    int64_t cost = 0;
    for (int u = 0; u < w->q->n_uses; u++) {
        cost += w->q->weight[u] * a->total[u].wavefronts;
    }
    if (cost >= c->cost) { /* linear maps come first; of all swizzles none is cheaper */
        return;
    }
    c->tried = true;
    c->cost = cost;
    c->extra_bytes = a->extra_bytes;
    c->arrangement = a->arrangement;
    c->map.bits = 0;
    for (int u = 0; u < w->q->n_uses; u++) {
        c->wavefronts[u] = a->total[u].wavefronts;
    }
}

static wgd_status take_advice(const wgd_best_query *q, wgd_best *out, wgd_diag *diag)
{
    advised to = {q, out};
    return wgd_bank_candidates(&q->tile, q->use, q->n_uses, take_candidate, &to, diag);
}

/* ---- linear maps ---------------------------------------------------------------------------- */

static wgd_status try_swizzle(const wgd_best_query *q, const best_problem *p, wgd_best *out,
                              wgd_diag *diag)
{
    wgd_swizzle sw;
    if (best_of_swizzles(p, &sw) == INT64_MAX) {
        return WGD_OK;
    }
    const wgd_linear bytes = best_swizzle_map(p, sw);
    wgd_arrangement *a = &out->family[WGD_BEST_SWIZZLE].arrangement;
    a->kind = WGD_ARRANGE_SWIZZLED;
    a->sw = sw;
    return take_map(q, WGD_BEST_SWIZZLE, &bytes, out, diag);
}

/* The map of the least cost, and of the fewest terms that have it: one, two, or what the search
 * found. */
static wgd_status try_linear(const wgd_best_query *q, const best_problem *p, wgd_best *out,
                             wgd_diag *diag)
{
    best_images found;
    wgd_linear bytes;
    out->searched = best_search(p, &found, &out->linear_cost, &out->nodes);
    wgd_linear_identity(p->low + p->n, &bytes);
    if (best_map_cost(p, &bytes, out->linear_cost) > out->linear_cost &&
        !best_terms(p, 1, out->linear_cost, &bytes) &&
        !best_terms(p, 2, out->linear_cost, &bytes)) {
        best_complete(p, &found, &bytes);
    }
    return take_map(q, WGD_BEST_LINEAR, &bytes, out, diag);
}

/* The modes of wgmma, the widest swizzle first. */
static wgd_status try_modes(const wgd_best_query *q, const best_problem *p, wgd_best *out,
                            wgd_diag *diag)
{
    static const int bytes[] = {128, 64, 32, 0};
    wgd_linear best, m;
    int64_t least = INT64_MAX;
    for (int i = 0; !p->why && i < 4; i++) {
        if (best_mode_map(p, &q->tile, bytes[i], &m)) {
            const int64_t cost = best_map_cost(p, &m, least);
            if (cost < least) {
                least = cost;
                best = m;
                out->family[WGD_BEST_MODE].swizzle_bytes = bytes[i];
            }
        }
    }
    if (least == INT64_MAX) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "shape",
                            "no mode of wgmma has this tile as a whole number of atoms",
                            q->tile.rows, "powers of two: 8 or more rows of 16 bytes or more", "");
    }
    return take_map(q, WGD_BEST_MODE, &best, out, diag);
}

static wgd_status check_query(const wgd_best_query *q, wgd_diag *diag)
{
    if (q->n_uses < 1 || q->n_uses > WGD_BANK_USES) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "access", "not a number of accesses", q->n_uses,
                            "1 to 8", NULL);
    }
    for (int u = 0; u < q->n_uses; u++) {
        if (q->weight[u] < 1 || q->weight[u] > WGD_BEST_WEIGHT_MAX) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, "weights", "not a weight", q->weight[u],
                                "1 to 1000000", NULL);
        }
    }
    return WGD_OK;
}

/* Among equals the family that is cheapest to address, which stands first. */
static void choose(wgd_best *out)
{
    int best = WGD_BEST_PLAIN;
    for (int f = WGD_BEST_SWIZZLE; f < WGD_BEST_FAMILY_COUNT; f++) {
        const wgd_best_candidate *c = &out->family[f];
        best = c->cost < out->family[best].cost ? f : best;
    }
    out->best = (wgd_best_family)best;
    out->proof = out->family[best].cost == out->bound_cost ? WGD_BEST_MEETS_BOUND
                 : best == WGD_BEST_MODE                   ? WGD_BEST_OF_MODES
                 : out->searched                           ? WGD_BEST_OF_LINEAR
                                                           : WGD_BEST_OF_TRIED;
}

/* What ranks tell, or in out->why, why they tell nothing. */
static wgd_status by_ranks(const wgd_best_query *q, wgd_best *out, wgd_diag *diag)
{
    best_problem p;
    wgd_status s = best_pose(q, &p, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->vector_bytes = 1 << p.low;
    out->why = p.why;
    out->searched = false;
    out->nodes = out->linear_cost = 0;
    for (int u = 0; u < q->n_uses; u++) {
        out->bound[u] = p.bound[u];
    }
    out->bound_cost = weighted(q, out->bound);
    for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
        out->family[f].tried = false;
        out->family[f].cost = INT64_MAX;
        out->family[f].arrangement = q->tile;
    }
    if (q->wgmma) {
        return try_modes(q, &p, out, diag);
    }
    if (p.why) {
        return WGD_OK;
    }
    wgd_linear plain;
    wgd_linear_identity(p.low + p.n, &plain);
    s = take_map(q, WGD_BEST_PLAIN, &plain, out, diag);
    if (NEVER(s != WGD_OK)) { /* as count() says */
        return s;
    }
    s = try_swizzle(q, &p, out, diag);
    return ALWAYS(s == WGD_OK) ? try_linear(q, &p, out, diag) : s; /* likewise */
}

wgd_status wgd_best_find(const wgd_best_query *q, wgd_best *out, wgd_diag *diag)
{
    wgd_status s = check_query(q, diag);
    if (s == WGD_OK) {
        s = by_ranks(q, out, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    choose(out);
    /* Nothing is better than the bound, and nothing else as cheap to address. */
    if (!q->wgmma && out->proof != WGD_BEST_MEETS_BOUND) {
        s = take_advice(q, out, diag);
        if (NEVER(s != WGD_OK)) { /* the plain tile was posed */
            return s;
        }
        choose(out);
    }
    return WGD_OK;
}
