/* SPDX-License-Identifier: MIT
 *
 * The shared memory of a plan: stages, the epilogue's part, barriers.
 */
#include "plan_parts.h"
#include "wgd_text.h"

/* `bytes` is what one stage takes at least. */
static wgd_status fail_one_stage(int64_t bytes, const wgd_plan_query *q, wgd_diag *diag)
{
    char want[64];
    wgd_text w = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, "at most ");
    wgd_put_i64(&w, q->smem_bytes - q->reserve_bytes);
    wgd_put_str(&w, " bytes");
    wgd_text_end(&w);
    return wgd_fail_num(diag, WGD_ERR_FIT, "tile", "one stage does not fit shared memory", bytes,
                        want, "use a smaller tile or a smaller K");
}

wgd_status wgd_plan_memory_check(const wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    if (q->smem_bytes < 1 || q->smem_bytes > WGD_SMEM_BLOCK_MAX) {
        return wgd_fail_num(
            diag, WGD_ERR_LIMIT, "smem", "not a capacity of shared memory", q->smem_bytes,
            "1 to 232448 bytes",
            wgd_arch_tcgen05(q->arch)
                ? "227K is the most that a block of compute capability 10 can have"
                : "227K is the most that a block of compute capability 9.0 can have");
    }
    if (q->reserve_bytes < 0 || q->reserve_bytes > q->smem_bytes) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "reserve", NULL, q->reserve_bytes,
                            "0 to the capacity", "");
    }
    if (q->stages < 0) {
        const wgd_status s =
            wgd_fail_num(diag, WGD_ERR_VALUE, "stages", NULL, q->stages, "1 or more", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_OPEN_STAGES, 0, NULL);
    }
    const int64_t a = wgd_plan_tiled(p, 0) ? wgd_plan_rows(p, 0) : 0;
    /* No instruction multiplies types of two widths. */
    const int64_t elements = a * wgd_plan_stored_k(q, 0, q->k) + wgd_plan_rows(p, 1) * q->k;
    const int64_t bytes = elements * wgd_dtype_bits(q->operand[0].dtype) / 8;
    if (bytes > q->smem_bytes) {
        return fail_one_stage(bytes, q, diag);
    }
    return WGD_OK;
}

static wgd_status fail_stages(const wgd_plan *p, wgd_diag *diag)
{
    if (p->stages_max < 1) {
        return fail_one_stage(p->stage_bytes + 2 * WGD_PLAN_BARRIER_BYTES, &p->query, diag);
    }
    char want[128], hint[256];
    wgd_text w = wgd_text_into(want, sizeof want), h = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&w, "at most ");
    wgd_put_i64(&w, p->stages_max);
    wgd_put_str(&w, " in ");
    wgd_put_i64(&w, p->query.smem_bytes);
    wgd_put_str(&w, " bytes");
    wgd_text_end(&w);
    wgd_put_str(&h, "a stage takes ");
    wgd_put_i64(&h, p->stage_bytes);
    wgd_put_str(&h, " bytes and two barriers of 8");
    wgd_text_end(&h);
    return wgd_fail_num(diag, WGD_ERR_FIT, "stages", "so many stages do not fit shared memory",
                        p->query.stages, want, hint);
}

/* Scale factors behind the operands; the copy engine writes them. */
static int64_t place_factors(wgd_plan *p, int64_t bytes)
{
    for (int o = 0; o < 2; o++) {
        wgd_plan_factors *f = &p->umma.factors[o];
        f->offset = wgd_align_up(bytes, WGD_TMA_SMEM_ALIGNMENT);
        bytes = f->offset + f->bytes;
        p->expect_bytes += f->bytes;
    }
    return bytes;
}

/* Behind the stages' barriers: those of the accumulators, and the word that tcgen05.alloc writes. */
static int64_t accumulator_bytes(const wgd_plan *p)
{
    return wgd_arch_tcgen05(p->query.arch)
               ? (2 * (int64_t)p->umma.acc_stages + 1) * WGD_PLAN_BARRIER_BYTES
               : 0;
}

static void place_barriers(wgd_plan *p, int64_t reserve)
{
    wgd_plan_umma *u = &p->umma;
    p->reserve_offset = p->stages * p->stage_bytes;
    p->full_offset = p->reserve_offset + reserve;
    p->empty_offset = p->full_offset + p->stages * WGD_PLAN_BARRIER_BYTES;
    p->total_bytes = p->empty_offset + p->stages * WGD_PLAN_BARRIER_BYTES;
    if (wgd_arch_tcgen05(p->query.arch)) {
        u->acc_full_offset = p->total_bytes;
        u->acc_empty_offset = u->acc_full_offset + u->acc_stages * WGD_PLAN_BARRIER_BYTES;
        u->address_offset = u->acc_empty_offset + u->acc_stages * WGD_PLAN_BARRIER_BYTES;
        p->total_bytes += accumulator_bytes(p);
    }
}

/* Stages one after the other, each {A, B} or {A, B, factors of A, of B}; then the reserve; then the
 * barriers. */
wgd_status wgd_plan_memory(wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    wgd_plan_operand *a = &p->operand[0], *b = &p->operand[1];
    p->alignment = a->alignment > b->alignment ? a->alignment : b->alignment;
    a->offset = 0;
    b->offset = wgd_align_up(a->bytes, b->alignment);
    p->expect_bytes = a->bytes + b->bytes;
    const int64_t end = b->offset + b->bytes;
    p->stage_bytes = wgd_align_up(wgd_plan_scaled(p) ? place_factors(p, end) : end, p->alignment);
    p->expect_bytes *= p->cta_group;
    const int64_t reserve = wgd_align_up(q->reserve_bytes, WGD_PLAN_BARRIER_BYTES);
    const int64_t cost = p->stage_bytes + 2 * WGD_PLAN_BARRIER_BYTES;
    p->stages_max = (int)((q->smem_bytes - reserve - accumulator_bytes(p)) / cost);
    if (p->stages_max < 1 || q->stages > p->stages_max) {
        return fail_stages(p, diag);
    }
    p->stages = q->stages ? (int)q->stages : p->stages_max;
    place_barriers(p, reserve);
    return WGD_OK;
}

wgd_status wgd_plan_start_check(const wgd_plan *p, wgd_diag *diag)
{
    const int64_t start = p->query.start;
    char want[128];
    wgd_text w = wgd_text_into(want, sizeof want);
    if (start < 0 || start > WGD_SMEM_WINDOW - p->total_bytes) {
        wgd_put_str(&w, "0 to ");
        wgd_put_i64(&w, WGD_SMEM_WINDOW - p->total_bytes);
        wgd_text_end(&w);
        return wgd_fail_num(diag, WGD_ERR_RANGE, "start",
                            "the stages are outside the 18-bit shared-memory window", start, want,
                            "");
    }
    if (start % p->alignment != 0) {
        wgd_put_str(&w, "a multiple of ");
        wgd_put_i64(&w, p->alignment);
        wgd_put_str(&w, " bytes");
        wgd_text_end(&w);
        return wgd_fail_num(diag, WGD_ERR_ALIGN, "start",
                            "the stages are not aligned to the swizzle pattern", start, want,
                            "declare the buffer as extern __shared__ __align__(1024)");
    }
    return WGD_OK;
}
