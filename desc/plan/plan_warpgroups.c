/* SPDX-License-Identifier: MIT
 *
 * How the consumer warpgroups share the tile, and whether its accumulators fit their registers.
 */
#include "plan_parts.h"
#include "wgd_text.h"

/* Of a thread, for a block of A of 64 rows and 32 bytes of K in registers, sparse or not. */
enum { A_REGISTERS = 4 };

/* Registers of a launch with w consumer warpgroups and one producer. The register file is shared
 * evenly at launch; setmaxnreg then moves what the producer does not need to the consumers, in
 * steps of 8 (PTX ISA, setmaxnreg). One consumer has all it can use from the start. */
static void set_registers(wgd_plan *p, int w)
{
    const int threads = WGD_WARPGROUP * (w + 1);
    const int even = WGD_REGISTER_FILE / threads / 8 * 8;
    p->threads = threads;
    p->launch_registers = even < WGD_REGISTER_MAX ? even : WGD_REGISTER_MAX;
    p->consumer_registers = p->producer_registers = p->launch_registers;
    if (w > 1) {
        const int pool = even * (w + 1);
        p->consumer_registers = (pool - WGD_PRODUCER_REGISTERS) / w / 8 * 8;
        p->producer_registers = (pool - w * p->consumer_registers) / 8 * 8;
    }
}

/* The greatest legal N that divides n; 0 when there is none. */
static int widest_n(wgd_dtype t, int64_t n)
{
    int m = wgd_n_below(t, n);
    while (m != 0 && n % m != 0) {
        m = wgd_n_below(t, m - 1);
    }
    return m;
}

/* w warpgroups, each with its own rows or, with split_n, its own columns. False when the tile does
 * not split so, or no instruction fits the part. */
static bool split(wgd_plan *p, int w, bool split_n)
{
    const wgd_plan_query *q = &p->query;
    const int64_t rows = q->m / WGD_INST_M;
    if (split_n ? q->n % w != 0 : rows % w != 0) {
        return false;
    }
    const int64_t n = split_n ? q->n / w : q->n;
    p->n_inst = q->n_inst ? (int)q->n_inst : widest_n(p->inst->b, n);
    if (p->n_inst == 0 || n % p->n_inst != 0) {
        return false;
    }
    p->warpgroups = w;
    p->split_n = split_n;
    p->m_blocks = (int)(split_n ? rows : rows / w);
    p->n_blocks = (int)(n / p->n_inst);
    /* 64 x N results over 128 threads; two 16-bit ones share a register. */
    const int per_block = p->n_inst / (p->inst->acc == WGD_ACC_F16 ? 4 : 2);
    p->accumulators = p->m_blocks * p->n_blocks * per_block;
    /* All fragments of a stage are there before its first product: wgmma reads them while it runs. */
    const int blocks = p->m_blocks * (int)(q->k / p->k_inst);
    p->a_registers = q->a == WGD_PLAN_A_SHARED ? 0 : blocks * A_REGISTERS;
    p->metadata = q->sparse ? blocks : 0;
    set_registers(p, w);
    return true;
}

static int needed(const wgd_plan *p)
{
    return p->accumulators + p->a_registers + p->metadata;
}

static bool fits(const wgd_plan *p)
{
    return needed(p) + WGD_PLAN_OTHER_REGISTERS <= p->consumer_registers;
}

/* One way to share the tile: w warpgroups, by rows or by columns. */
typedef struct sharing {
    int w;
    bool split_n;
} sharing;

/* By rows before by columns, which makes each warpgroup read all of A. Two warpgroups first: one
 * computes while the other waits or stores, with the most registers; the tensor cores' full rate one
 * alone has, too. Of a tile that 4 or 6 share 2 can: they have more registers, and N as wide or wider. */
static const sharing ways[] = {{2, false}, {3, false}, {1, false}, {5, false}, {7, false},
                               {2, true},  {3, true},  {5, true},  {7, true}};

/* Of the splits that fit, the first that costs least. */
static bool find_split(wgd_plan *p)
{
    const sharing *best = NULL;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (split(p, ways[i].w, ways[i].split_n) && fits(p) && wgd_plan_step_cycles(p) < least) {
            best = &ways[i];
            least = wgd_plan_step_cycles(p);
        }
    }
    if (best) {
        (void)split(p, best->w, best->split_n); /* as it was tried */
    }
    return best != NULL;
}

/* *p is refused, so that another split may be tried in it. */
static wgd_status hint_registers(wgd_plan *p, wgd_status s, wgd_diag *diag)
{
    if (find_split(p)) {
        return wgd_diag_hint(diag, s, WGD_HINT_WARPGROUPS, p->warpgroups, NULL);
    }
    const bool f16 =
        p->inst->acc == WGD_ACC_F32 && wgd_inst_find(p->inst->a, p->inst->b, WGD_ACC_F16) != NULL;
    return wgd_diag_hint(diag, s, f16 ? WGD_HINT_SMALLER_TILE_OR_F16 : WGD_HINT_SMALLER_TILE, 0,
                         NULL);
}

static wgd_status fail_registers(wgd_plan *p, wgd_diag *diag)
{
    char got[96], want[128];
    wgd_text g = wgd_text_into(got, sizeof got), w = wgd_text_into(want, sizeof want);
    wgd_put_i64(&g, needed(p));
    wgd_put_str(&g, " registers a thread with ");
    wgd_put_i64(&g, p->warpgroups);
    wgd_put_str(&g, p->warpgroups == 1 ? " consumer warpgroup" : " consumer warpgroups");
    wgd_text_end(&g);
    wgd_put_str(&w, "at most ");
    wgd_put_i64(&w, p->consumer_registers - WGD_PLAN_OTHER_REGISTERS);
    wgd_put_str(&w, " (");
    wgd_put_i64(&w, p->consumer_registers);
    wgd_put_str(&w, " less 16 for descriptors and the loop)");
    wgd_text_end(&w);
    const char *what = needed(p) == p->accumulators
                           ? "the accumulators do not fit the registers"
                           : "the accumulators and A's fragments or metadata do not fit the "
                             "registers";
    const wgd_status s = wgd_fail(diag, WGD_ERR_FIT, p->query.warpgroups ? "warpgroups" : "tile",
                                  what, got, want, NULL);
    return hint_registers(p, s, diag);
}

static wgd_status fail_split(const wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    if (q->n_inst) {
        const wgd_status s = wgd_fail_num(
            diag, WGD_ERR_TILE, "n", "the tile is not a whole number of instructions along N",
            q->n_inst, "an N that divides the part of each warpgroup", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_OPEN_N, 0, NULL);
    }
    const wgd_status s =
        wgd_fail_num(diag, WGD_ERR_TILE, "warpgroups",
                     "the tile does not split into equal parts of whole instructions",
                     p->query.warpgroups, "a divisor of M / 64, or of N / 8", NULL);
    return wgd_diag_hint(diag, s, WGD_HINT_OPEN_WARPGROUPS, 0, NULL);
}

wgd_status wgd_plan_warpgroups(wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    if (q->warpgroups < 0 || q->warpgroups > WGD_WARPGROUPS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "warpgroups", NULL, q->warpgroups,
                            "1 to 7 consumers",
                            "a block has at most 1024 threads, 128 of them for the producer");
    }
    if (q->n_inst) {
        const wgd_status s = wgd_n_check(p->inst->b, q->n_inst, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    if (q->warpgroups == 0 && find_split(p)) {
        return WGD_OK;
    }
    const int w = q->warpgroups ? (int)q->warpgroups : q->m % 128 == 0 ? 2 : 1;
    if (!split(p, w, false) && !split(p, w, true)) {
        return fail_split(p, diag);
    }
    return fits(p) ? WGD_OK : fail_registers(p, diag);
}
