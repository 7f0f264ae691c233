/* SPDX-License-Identifier: MIT
 *
 * Plans: whatever is asked for, what comes back fits the block's shared memory, its parts do not overlap, the
 * instructions cover the tile, and the copies bring every byte of a stage once.
 */
#include <string.h>

#include "source.h"
#include "wgdesc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct part {
    int64_t from, bytes;
} part;

static void apart(const part *p, int n, int64_t end)
{
    for (int i = 0; i < n; i++) {
        must(p[i].from >= 0 && p[i].bytes >= 0 && p[i].from + p[i].bytes <= end);
        for (int j = 0; j < i; j++) {
            must(p[i].bytes == 0 || p[j].bytes == 0 || p[i].from + p[i].bytes <= p[j].from ||
                 p[j].from + p[j].bytes <= p[i].from);
        }
    }
}

static void check_memory(const wgd_plan *p)
{
    const int64_t barriers = (int64_t)p->stages * WGD_PLAN_BARRIER_BYTES;
    const part all[] = {{0, p->stages * p->stage_bytes},
                        {p->reserve_offset, p->query.reserve_bytes},
                        {p->full_offset, barriers},
                        {p->empty_offset, barriers}};
    /* Only a plan with scale factors says where they are. */
    const bool scaled = !p->inst && p->query.scale != WGD_FRAG_TYPE_NONE;
    part stage[4] = {{p->operand[0].offset, p->operand[0].bytes},
                     {p->operand[1].offset, p->operand[1].bytes}};
    for (int o = 0; o < 2 && scaled; o++) {
        stage[2 + o] = (part){p->umma.factors[o].offset, p->umma.factors[o].bytes};
    }
    must(p->stages >= 1 && p->stages <= p->stages_max);
    must(p->total_bytes <= p->query.smem_bytes && p->query.start % p->alignment == 0);
    apart(all, 4, p->total_bytes);
    apart(stage, 4, p->stage_bytes);
    must(p->expect_bytes ==
         p->cta_group * (stage[0].bytes + stage[1].bytes + stage[2].bytes + stage[3].bytes));
}

static void check_cover(const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    must((int64_t)p->k_blocks * p->k_inst == q->k);
    if (p->inst) {
        const int down = p->split_n ? 1 : p->warpgroups, across = p->split_n ? p->warpgroups : 1;
        must((int64_t)p->m_blocks * p->m_inst * down == q->m);
        must((int64_t)p->n_blocks * p->n_inst * across == q->n);
        must(p->accumulators > 0 && p->consumer_registers <= 255);
    } else {
        must((int64_t)p->m_blocks * p->m_inst == q->m && (int64_t)p->n_blocks * p->n_inst == q->n);
        must(p->umma.columns <= 512);
    }
}

/* The boxes bring every byte of the tile, none twice. */
static void check_copies(const wgd_plan_operand *o)
{
    static uint8_t box_at[1 << 18];
    must(o->candidate[o->chosen].legal && o->tma.boxes > 0);
    must(o->tma.boxes * o->tma.box_bytes == o->bytes);
    memset(box_at, 0, sizeof box_at);
    for (int i = 0; i < o->tma.boxes; i++) {
        const wgd_tma_box b = wgd_tma_box_at(&o->tma, i);
        must(b.offset >= 0 && b.offset + o->tma.box_bytes <= o->bytes);
        must(b.offset % o->tma.box_bytes == 0 && !box_at[b.offset / o->tma.box_bytes]++);
    }
}

static const int64_t sides[] = {64, 128, 192, 256, 8, 16, 32, 96, 24, 512, 40, 1, 0, 100, 1024};

static wgd_plan_query some_query(source *s)
{
    static const int64_t few[] = {0, 0, 1, 2, 3, 4, 8, -1, 5};
    static const int64_t bytes[] = {0, 0, 1024, 16384, 49152, 100000, -1, 65536};
    wgd_plan_query q = wgd_plan_query_default();
    q.m = ONE_OF(s, sides);
    q.n = ONE_OF(s, sides);
    q.k = ONE_OF(s, sides);
    q.operand[0].dtype = (wgd_dtype)pick(s, WGD_DTYPE_COUNT);
    q.operand[1].dtype = pick(s, 4) ? q.operand[0].dtype : (wgd_dtype)pick(s, WGD_DTYPE_COUNT);
    for (int o = 0; o < 2; o++) {
        q.operand[o].major = (wgd_major)pick(s, 2);
        q.operand[o].swizzle_given = pick(s, 4) == 1;
        q.operand[o].swizzle = (wgd_swizzle_mode)pick(s, WGD_SWIZZLE_MODE_COUNT);
    }
    q.arch = pick(s, 3) == 1 ? WGD_SM100 : WGD_SM90;
    q.n_inst = pick(s, 4) == 1 ? ONE_OF(s, sides) : 0;
    q.warpgroups = ONE_OF(s, few);
    q.stages = ONE_OF(s, few);
    q.reserve_bytes = ONE_OF(s, bytes);
    q.start = pick(s, 4) == 1 ? ONE_OF(s, bytes) : 0;
    q.sparse = pick(s, 6) == 1;
    q.a = pick(s, 4) == 1 ? (wgd_plan_a)pick(s, WGD_PLAN_A_COUNT) : WGD_PLAN_A_SHARED;
    if (q.arch == WGD_SM100) {
        q.cta_group = pick(s, 3);
        q.acc_stages = pick(s, 3);
    }
    return q;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static wgd_plan p;
    source s = {data, size, 0};
    const wgd_plan_query q = some_query(&s);
    wgd_diag diag;
    const wgd_status st = wgd_plan_make(&q, &p, &diag);
    if (st != WGD_OK) {
        must(diag.status == st && diag.field && diag.what[0] != '\0');
        return 0;
    }
    check_memory(&p);
    check_cover(&p);
    for (int o = p.query.a == WGD_PLAN_A_COMPUTED; o < 2; o++) {
        check_copies(&p.operand[o]);
    }
    return 0;
}
