/* SPDX-License-Identifier: MIT
 *
 * What each tile would take for a product, and the plan of the one that is chosen.
 */
#include "base/ceil_div.h"
#include "plan_parts.h"
#include "problem_fit.h"
#include "problem_parts.h"
#include "wgd_text.h"

static const char *const bound_names[] = {
#define WGD_X(sym, name) name,
    WGD_PROBLEM_BOUNDS(WGD_X)
#undef WGD_X
};

static const struct {
    const char *name, *text;
} gpus[] = {
#define WGD_X(sym, name, text) {name, text},
    WGD_GPUS(WGD_X)
#undef WGD_X
};

const char *wgd_gpu_name(wgd_gpu gpu)
{
    return gpus[gpu].name;
}

const char *wgd_gpu_text(wgd_gpu gpu)
{
    return gpus[gpu].text;
}

const char *wgd_problem_bound_name(wgd_problem_bound b)
{
    return bound_names[b];
}

wgd_problem_query wgd_problem_query_default(void)
{
    wgd_problem_query q;
    q.plan = wgd_plan_query_default();
    q.sms = WGD_PROBLEM_SMS;
    q.gpu = WGD_H200;
    return q;
}

static wgd_status check(const wgd_problem_query *q, wgd_diag *diag)
{
    for (int i = 0; i < 3; i++) {
        const int64_t v = q->plan.problem[i];
        if (v < 1 || v > INT32_MAX) {
            return wgd_fail_num(diag, WGD_ERR_LIMIT, "problem",
                                v < 1 ? "a product has at least one element"
                                      : "a size of the product is out of range",
                                v, "1 to 2147483647, M x N x K", "");
        }
    }
    if (q->sms < 0 || q->sms > WGD_PROBLEM_SMS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "sms", "not a number of SMs", q->sms, "1 to 1024",
                            "an H100 SXM and an H200 have 132");
    }
    if ((unsigned)q->gpu >= WGD_GPU_COUNT) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "gpu", "not a GPU that was timed", (int)q->gpu,
                            "one of wgd_gpu", "");
    }
    if (q->plan.m == 0 && q->plan.n == 0 && q->plan.k == 0 && wgd_arch_tcgen05(q->plan.arch)) {
        const wgd_status s =
            wgd_fail(diag, WGD_ERR_VALUE, "tile",
                     "no rule chooses a tile for tcgen05: nothing of it was measured", "none",
                     "a tile", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_TILE_MNK, 0, NULL);
    }
    return WGD_OK;
}

/* A product that is beyond what can be counted. */
static wgd_status fail_size(const wgd_problem *r, const char *what, wgd_diag *diag)
{
    char got[96];
    wgd_text t = wgd_text_into(got, sizeof got);
    for (int i = 0; i < 3; i++) {
        wgd_put_str(&t, i > 0 ? "x" : "");
        wgd_put_i64(&t, r->size[i]);
    }
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_OVERFLOW, "problem", what, got, "fewer than 2^63",
                    "split the product");
}

/* Elements of a dense A's or B's K in a stage: 128 bytes of A as it is stored. */
static int64_t stage_k(const wgd_plan_query *q)
{
    return 8 * WGD_PROBLEM_K_BYTES / wgd_dtype_bits(q->operand[0].dtype) * (q->sparse ? 2 : 1);
}

/* The plan of candidate c: no more stages than it has where none are asked for. */
static wgd_status plan_of(const wgd_plan_query *given, const wgd_problem_candidate *c, wgd_plan *p,
                          wgd_diag *diag)
{
    wgd_plan_query q = *given;
    if (c->tile.turned) {
        q.operand[0] = given->operand[1];
        q.operand[1] = given->operand[0];
        q.problem[0] = given->problem[1];
        q.problem[1] = given->problem[0];
    }
    q.m = c->tile.m;
    q.n = c->tile.n;
    q.k = c->k;
    q.reserve_bytes =
        q.reserve_bytes > c->tile.reserve_bytes ? q.reserve_bytes : c->tile.reserve_bytes;
    const wgd_status s = wgd_plan_make(&q, p, diag);
    if (s != WGD_OK || given->stages || c->tile.stages == 0 || p->stages <= c->tile.stages) {
        return s;
    }
    q.stages = c->tile.stages;
    return wgd_plan_make(&q, p, diag);
}

/* Of a part of at most 2^53: fewer than 2^63 products at 1024 or more a cycle are no more cycles. */
static int permille(int64_t part, int64_t whole)
{
    return (int)(1000 * part / whole);
}

/* The way in which the blocks are dealt to the tiles: one block a tile where the tile was given, as it is for
 * tcgen05, and where no time fits. */
static wgd_problem_way way_of(const wgd_problem *r, const wgd_problem_candidate *c,
                              const wgd_plan_query *q, const wgd_problem_device *device)
{
    wgd_problem_way w = {1, false, c->tile.n};
    const bool narrow = r->chosen_here && q->operand[1].major == WGD_MAJOR_K;
    if (r->chosen_here) {
        wgd_problem_best(&c->tile, r->size, c->k, narrow, device, &w);
    }
    return w;
}

/* Tiles, rounds and what of them is lost; `ctas` SMs compute a tile. */
static wgd_status count(const wgd_problem *r, wgd_problem_candidate *c, int ctas,
                        const wgd_problem_device *device, wgd_diag *diag)
{
    const wgd_problem_tile *t = &c->tile;
    wgd_problem_deal d;
    const wgd_status s = wgd_problem_deal_tiles(&d, t, &c->way, ctas, r->size, c->k, device);
    if (s == WGD_ERR_LIMIT) {
        return wgd_fail_num(diag, s, "problem", "too many tiles of C", d.tiles, "at most 2^30",
                            "split the product");
    }
    if (s != WGD_OK) {
        return wgd_fail_num(diag, s, "sms", "no cluster fits the SMs", r->sms,
                            "at least the blocks of a cluster", "");
    }
    c->tiles_m = d.along_m * t->cluster_m;
    c->tiles_n = d.along_n * t->cluster_n;
    c->at_once = d.at_once * t->cluster_m * t->cluster_n;
    c->rounds = d.rounds;
    c->steps = d.steps;
    c->idle_permille = permille(c->rounds * r->sms - d.blocks, c->rounds * r->sms);
    const int64_t used =
        1000000 - permille(r->size[0] * r->size[1], c->tiles_m * t->m * c->tiles_n * t->n) *
                      (int64_t)permille(r->size[2], c->steps * c->way.split * c->k);
    c->padding_permille = (int)(used / 1000);
    return WGD_OK;
}

/* Bytes that L2 gives an SM for a stage: of what a cluster shares, each block brings its part. */
static int64_t stage_bytes(const wgd_problem_candidate *c, const wgd_plan *p)
{
    return p->operand[0].bytes / c->tile.cluster_n +
           p->operand[1].bytes * c->way.width / c->tile.cluster_m / c->tile.n;
}

/* Dense, both operands in shared memory: of that the constants were fitted, to bf16, which multiplies with another into
 * f32; its cycles are those of other types. */
static bool is_timed(const wgd_plan_query *q)
{
    return !q->sparse && q->a == WGD_PLAN_A_SHARED;
}

static bool is_fitted(const wgd_plan *p)
{
    return p->query.operand[0].dtype == WGD_BF16 && is_timed(&p->query);
}

/* The tile as the rule counts it: its ring in lines of K, also that of a tile that was given, which has as many
 * stages as its plan. */
static wgd_problem_tile in_lines(const wgd_problem_candidate *c, int64_t line)
{
    wgd_problem_tile t = c->tile;
    if (t.stages == 0) {
        t.stages = (int)ceil_div(c->stages * c->k, line);
    }
    return t;
}

/* As the launch numbers the tiles: those of pairs so that the two are neighbours, and so that neighbours share. */
static int64_t band_rows(const wgd_problem_deal *d)
{
    switch (d->pairs) {
    case WGD_PROBLEM_PAIRS_M:
        return 2;
    case WGD_PROBLEM_PAIRS_N:
        return 1;
    case WGD_PROBLEM_PAIRS_GROUPS:
        return 0;
    default:
        return d->band == WGD_PROBLEM_BAND_ROW      ? 1
               : d->band == WGD_PROBLEM_BAND_COLUMN ? d->along_m
                                                    : 0;
    }
}

/* Cycles, by the law and by the rule. */
static wgd_status time_of(const wgd_problem *r, wgd_problem_candidate *c, const wgd_plan *p,
                          const wgd_problem_device *device, wgd_diag *diag)
{
    const wgd_plan_cost *cost = &p->cost;
    const int64_t l2 = ceil_div(stage_bytes(c, p), WGD_PROBLEM_L2_BYTES_PER_CYCLE);
    /* The rule counts in lines of K, however deep the stages of a tile that was given are. */
    const int64_t line = stage_k(&p->query);
    /* A tile that was timed may take less than the law: the clock was not that of these cycles. Integers have no instruction
     * of 200 columns, as the one that was timed. */
    const bool timed = r->chosen_here && is_timed(&p->query) && p->n_blocks == 1;
    const int64_t law = timed ? 0 : ceil_div(cost->cycles * line, c->k);
    const wgd_problem_tile tile = in_lines(c, line);
    wgd_problem_deal d;
    if (!wgd_problem_estimate(&d, &tile, &c->way, r->size, line, law, device)) {
        return fail_size(r, "more cycles than fit", diag);
    }
    /* The estimate has both in thousandths of a cycle, so that they fit. */
    c->law_cycles = c->rounds * c->steps * cost->cycles;
    c->l2_cycles = c->rounds * c->steps * l2;
    c->memory_cycles = wgd_problem_memory_cycles(r->size, line, r->gpu);
    c->cycles = d.cycles;
    c->pairs = d.pairs;
    c->pairs_reason = d.pairs_reason;
    c->band_rows = band_rows(&d);
    c->bound = d.bound == WGD_PROBLEM_TENSOR && cost->bound == WGD_COST_SHARED ? WGD_PROBLEM_SHARED
                                                                               : d.bound;
    c->peak_permille = permille(r->peak_cycles, c->cycles);
    return WGD_OK;
}

/* The product at the peak of the tensor cores: what one stage of the plan takes there, for the part of
 * the stages' products that belong to it. */
static wgd_status set_peak(wgd_problem *r, const wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    /* Outputs and K that an SM multiplies in a cycle: 2048 for 16-bit types, 1024 for tf32. */
    const int64_t rate = q->m * q->n * q->k / p->cost.peak_cycles;
    int64_t v;
    if (__builtin_mul_overflow(r->size[0] * r->size[1], r->size[2], &v)) {
        return fail_size(r, "more products than fit", diag);
    }
    r->peak_cycles = ceil_div(v, rate * r->sms);
    return WGD_OK;
}

/* The candidate has no plan, and this is why. */
static void refuse(wgd_problem_candidate *c, wgd_status why, const char *what)
{
    wgd_text t = wgd_text_into(c->reason, sizeof c->reason);
    wgd_put_str(&t, what);
    wgd_text_end(&t);
    c->legal = false;
    c->why = why;
}

/* Why this is no tile of the turned product; NULL where it is one, or not turned. */
static const char *why_not_turned(const wgd_problem_tile *t, const wgd_plan_query *q)
{
    const bool k_major = q->operand[0].major == WGD_MAJOR_K && q->operand[1].major == WGD_MAJOR_K;
    return !t->turned                  ? NULL
           : q->sparse                 ? "turned, B would be the sparse operand"
           : q->a != WGD_PLAN_A_SHARED ? "turned, B would be the operand in registers"
           : !k_major                  ? "only K-major operands change places"
                                       : NULL;
}

/* Fills candidate i; one that has no plan stays, and says why, the first in *first too. */
static wgd_status try_candidate(const wgd_problem_query *q, wgd_problem *r, int i, wgd_plan *p,
                                wgd_diag *first)
{
    wgd_problem_candidate *c = &r->candidate[i];
    wgd_diag own;
    const char *const as_it_is = why_not_turned(&c->tile, &q->plan);
    if (as_it_is) {
        refuse(c, WGD_ERR_VALUE, as_it_is);
        return WGD_OK;
    }
    const wgd_status planned = plan_of(&q->plan, c, p, &own);
    if (planned != WGD_OK) {
        refuse(c, planned, own.what);
        if (i == 0) {
            *first = own;
        }
        return WGD_OK;
    }
    if (wgd_problem_step_of(&c->tile, r->gpu) == WGD_PROBLEM_UNTIMED) {
        refuse(c, WGD_ERR_FIT, "not timed on this GPU");
        return WGD_OK;
    }
    const wgd_problem_device device = wgd_problem_device_of(r->gpu, r->sms);
    if (device.clusters[c->tile.cluster_m * c->tile.cluster_n] < 1) {
        refuse(c, WGD_ERR_FIT, "no cluster fits the SMs");
        return WGD_OK;
    }
    c->legal = true;
    c->stages = p->stages;
    c->way = way_of(r, c, &q->plan, &device);
    c->pairs_reason = "of tcgen05 no time was measured"; /* time_of says more of others */
    wgd_status s = count(r, c, p->cta_group, &device, first);
    if (s == WGD_OK && !wgd_arch_tcgen05(q->plan.arch)) {
        s = set_peak(r, p, first);
        if (s == WGD_OK) {
            s = time_of(r, c, p, &device, first);
        }
    }
    return s;
}

/* The candidates: the one tile that was given, or those of the table. */
static void list(const wgd_problem_query *q, wgd_problem *r)
{
    static const wgd_problem_candidate none;
    const wgd_problem_tile given = {q->plan.m, q->plan.n, 1, 1, 0, 0, false};
    r->chosen_here = q->plan.m == 0 && q->plan.n == 0 && q->plan.k == 0;
    r->candidates = r->chosen_here ? WGD_PROBLEM_CANDIDATES : 1;
    for (int i = 0; i < r->candidates; i++) {
        r->candidate[i] = none;
        r->candidate[i].tile = r->chosen_here ? wgd_problem_tile_at(i) : given;
        r->candidate[i].k = r->chosen_here ? stage_k(&q->plan) : q->plan.k;
    }
}

/* The first of those that take least; -1 where none has a plan. */
static int least(const wgd_problem *r)
{
    int best = -1;
    for (int i = 0; i < r->candidates; i++) {
        const wgd_problem_candidate *c = &r->candidate[i];
        if (c->legal && (best < 0 || c->cycles < r->candidate[best].cycles)) {
            best = i;
        }
    }
    return best;
}

static wgd_status choose(const wgd_problem_query *q, wgd_problem *r, wgd_plan *p, wgd_diag *diag)
{
    wgd_diag first = {0};
    list(q, r);
    for (int i = 0; i < r->candidates; i++) {
        const wgd_status s = try_candidate(q, r, i, p, &first);
        if (s != WGD_OK) {
            if (diag) {
                *diag = first;
            }
            return s;
        }
    }
    r->chosen = least(r);
    if (r->chosen < 0) {
        if (diag) {
            *diag = first;
        }
        return r->candidate[0].why;
    }
    return r->candidates == 1 ? WGD_OK : plan_of(&q->plan, &r->candidate[r->chosen], p, diag);
}

wgd_status wgd_plan_problem(const wgd_problem_query *q, wgd_problem *out, wgd_plan *plan,
                            wgd_diag *diag)
{
    wgd_status s = check(q, diag);
    if (s != WGD_OK) {
        return s;
    }
    for (int i = 0; i < 3; i++) {
        out->size[i] = q->plan.problem[i];
    }
    out->sms = q->sms ? q->sms : WGD_PROBLEM_SMS;
    out->gpu = q->gpu;
    out->peak_cycles = 0;
    s = choose(q, out, plan, diag);
    out->fitted = s == WGD_OK && out->chosen_here && is_fitted(plan);
    return s;
}
