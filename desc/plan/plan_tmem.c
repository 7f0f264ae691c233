/* SPDX-License-Identifier: MIT
 *
 * Tensor memory in a plan: accumulators of one tile or two, and scale factors on their way there.
 */
#include "base/ceil_div.h"
#include "plan_parts.h"
#include "wgd_text.h"

/* A block of scale factors as the copy engine sees it: two lines of so many bytes. */
enum { FACTOR_LINE = 256 };

/* ---- accumulators --------------------------------------------------------------------------- */

/* 64 rows of one CTA fill half of the lanes: a second instruction takes the others, where there is
 * one. */
static wgd_status place_accumulators(wgd_plan *p, wgd_diag *diag)
{
    const bool pairs = p->m_blocks % 2 == 0 || (p->m_blocks == 1 && p->n_blocks % 2 == 0);
    const wgd_tmem_spec spec = {.what = WGD_TMEM_C,
                                .alloc = pairs ? WGD_TMEM_DEFAULT : WGD_TMEM_NON_INTERLEAVED,
                                .cta_group = p->cta_group,
                                .type = p->umma.op.d,
                                .m = p->m_inst / p->cta_group,
                                .n = p->n_inst,
                                .tiles = {p->m_blocks, p->n_blocks}};
    const wgd_status s = wgd_tmem_make(&spec, &p->umma.acc, diag);
    return wgd_diag_field(diag, s, "tile");
}

uint32_t wgd_plan_accumulator(const wgd_plan *p, int acc_stage, int m, int n)
{
    const wgd_tmem *t = &p->umma.acc;
    const wgd_tmem_place at = wgd_tmem_find(t, m * t->rows, n * t->cols, 0);
    return (uint32_t)at.lane << 16 | (uint32_t)(at.column + p->umma.acc_column[acc_stage]);
}

/* ---- scale factors -------------------------------------------------------------------------- */

/* The blocks of the whole product, along M or N and along K, and the box of one instruction's. Where they are more than
 * a tensor map has, so are the operand's elements, and that is refused. */
static void map_factors(const wgd_plan *p, int o, wgd_plan_factors *f)
{
    const wgd_plan_query *q = &p->query;
    const int64_t mn = q->problem[o] ? q->problem[o] : o == 0 ? q->m : q->n;
    const int64_t k = q->problem[2] ? q->problem[2] : q->k;
    const int64_t along_k = ceil_div(k, (int64_t)WGD_SF_COLS * f->stage.vec);
    wgd_tma_params *t = &f->params;
    t->type = WGD_TMA_UINT8;
    t->rank = 4;
    t->address = 0;
    t->swizzle = WGD_SWZ_NONE;
    t->dim[0] = t->box[0] = FACTOR_LINE;
    t->dim[1] = t->box[1] = WGD_SF_BLOCK / FACTOR_LINE;
    t->dim[2] = (uint64_t)ceil_div(mn, WGD_SF_ROWS);
    t->dim[3] = (uint64_t)along_k;
    t->box[2] = (uint32_t)f->stage.blocks[0];
    t->box[3] = (uint32_t)f->stage.blocks[1];
    t->stride[0] = FACTOR_LINE;
    t->stride[1] = (uint64_t)along_k * WGD_SF_BLOCK;
    t->stride[2] = WGD_SF_BLOCK;
    for (int i = 0; i < WGD_TMA_RANK_MAX; i++) {
        t->element_stride[i] = 1;
    }
}

static wgd_status make_factors(wgd_plan *p, int o, wgd_diag *diag)
{
    const wgd_umma_op *op = &p->umma.op;
    wgd_plan_factors *f = &p->umma.factors[o];
    const int mma[] = {op->m, op->n, op->k}, tile[] = {op->m, op->n, (int)p->query.k};
    const wgd_status s = wgd_sf_stage_make(o == 0 ? WGD_SF_A : WGD_SF_B, op->kind, op->cta_group,
                                           op->vec, mma, tile, &f->stage, diag);
    if (s != WGD_OK) {
        return wgd_diag_field(diag, s, "tile");
    }
    f->blocks = o == 0 ? p->m_blocks : p->n_blocks;
    f->bytes = (int64_t)f->blocks * f->stage.bytes;
    map_factors(p, o, f);
    return WGD_OK;
}

int wgd_plan_factor_column(const wgd_plan *p, int operand, int mn, int k)
{
    const wgd_plan_factors *f = &p->umma.factors[operand];
    const wgd_tmem_place at = wgd_tmem_find(&f->stage.tmem, 0, k * f->stage.tmem.cols, 0);
    return f->column + mn * f->stage.tmem.columns + at.column;
}

uint64_t wgd_plan_factor_copy(const wgd_plan *p, int operand, int stage, int mn, int i, int *column)
{
    const wgd_plan_factors *f = &p->umma.factors[operand];
    const int64_t start =
        p->query.start + stage * p->stage_bytes + f->offset + (int64_t)mn * f->stage.bytes;
    const uint64_t word = wgd_sf_copy(&f->stage, i, (uint32_t)start, column);
    *column += f->column + mn * f->stage.tmem.columns;
    return word;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static wgd_status fail_columns(const wgd_plan *p, int factors, wgd_diag *diag)
{
    const int each = p->umma.acc.columns, given = (int)p->query.acc_stages;
    char want[96];
    wgd_text w = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, "at most 512");
    if (factors) {
        wgd_put_str(&w, ", of which scale factors take ");
        wgd_put_i64(&w, factors);
    }
    wgd_text_end(&w);
    return given == 2 ? wgd_fail_num(diag, WGD_ERR_FIT, "acc-stages",
                                     "two tiles of accumulators do not fit tensor memory", 2 * each,
                                     want, "leave it out: one tile is kept where two do not fit")
                      : wgd_fail_num(diag, WGD_ERR_FIT, "tile",
                                     "the accumulators do not fit tensor memory", each, want,
                                     "use a smaller tile: a column holds 128 rows of 32 bits");
}

wgd_status wgd_plan_tmem(wgd_plan *p, wgd_diag *diag)
{
    wgd_plan_umma *u = &p->umma;
    wgd_status s = place_accumulators(p, diag);
    int factors = 0;
    for (int o = 0; o < 2 && s == WGD_OK && wgd_plan_scaled(p); o++) {
        s = make_factors(p, o, diag);
        if (s == WGD_OK) {
            factors += u->factors[o].blocks * u->factors[o].stage.tmem.columns;
        }
    }
    if (s != WGD_OK) {
        return s;
    }
    const int room = (WGD_TMEM_COLUMNS - factors) / u->acc.columns;
    u->acc_stages = p->query.acc_stages ? (int)p->query.acc_stages : room >= 2 ? 2 : 1;
    if (u->acc_stages > room) {
        return fail_columns(p, factors, diag);
    }
    u->acc_column[0] = 0;
    u->acc_column[1] = u->acc_stages == 2 ? u->acc.columns : 0;
    int column = u->acc_stages * u->acc.columns;
    for (int o = 0; o < 2 && wgd_plan_scaled(p); o++) {
        u->factors[o].column = column;
        column += u->factors[o].blocks * u->factors[o].stage.tmem.columns;
    }
    u->columns = wgd_tmem_alloc_columns(column);
    u->acc_empty_arrivals = WGD_PLAN_EPILOGUE_WARPS * p->cta_group;
    u->commit_mask = p->cta_group == 2 ? 3 : 0;
    return WGD_OK;
}
