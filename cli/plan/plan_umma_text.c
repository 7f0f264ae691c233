/* SPDX-License-Identifier: MIT
 *
 * What a plan for tcgen05 has besides, as text: instruction, tensor memory, scale factors.
 */
#include "plan_print.h"
#include "tcgen05/idesc_print.h"
#include "view/tma_print.h"

enum { LABEL = 15, PLACES_SHOWN = 16 };

static void put_label(buf *out, const char *label)
{
    buf_left(out, label, LABEL);
}

static void put_numbers(buf *out, const char *const *text, const int64_t *n, int count)
{
    for (int i = 0; i < count; i++) {
        buf_i64(out, n[i]);
        buf_str(out, text[i]);
    }
}

/* One word, or one for each step of K where scale-factor ids differ. */
static void put_idescs(buf *out, const wgd_plan *p)
{
    put_label(out, "idesc");
    for (int k = 0; k < p->k_blocks; k++) {
        if (k == 0 || wgd_plan_idesc(p, k) != wgd_plan_idesc(p, k - 1)) {
            buf_str(out, k > 0 ? ", " : "");
            buf_word32(out, wgd_plan_idesc(p, k));
        }
    }
    const bool same = wgd_plan_idesc(p, 0) == wgd_plan_idesc(p, p->k_blocks - 1);
    buf_str(out, same ? "\n" : "   for the steps of K in turn\n");
}

static void put_factor_type(buf *out, const wgd_plan *p)
{
    if (!plan_scaled(p)) {
        return;
    }
    put_label(out, "scale factors");
    buf_str(out, wgd_frag_type_name((wgd_frag_type)p->umma.op.sf));
    buf_str(out, ", one for ");
    buf_i64(out, p->umma.op.vec);
    buf_str(out, " elements of K\n");
}

void plan_umma_compute_text(buf *out, const wgd_plan *p)
{
    static const char *const shape[] = {"x", "x", "\n"};
    static const char *const steps[] = {" of K in a stage; in each, ", " x ", " (M x N)\n"};
    const int64_t mnk[] = {p->m_inst, p->n_inst, p->k_inst};
    const int64_t counts[] = {p->k_blocks, p->m_blocks, p->n_blocks};
    put_label(out, "instruction");
    plan_put_instruction(out, p);
    buf_str(out, ", ");
    put_numbers(out, shape, mnk, 3);
    put_idescs(out, p);
    put_factor_type(out, p);
    put_label(out, "steps");
    put_numbers(out, steps, counts, 3);
    if (p->cta_group == 2) {
        put_label(out, "pair of CTAs");
        buf_str(out,
                "each has half of A's rows, of B's rows and of C's rows; the CTA whose rank in "
                "the\n");
        put_label(out, "");
        buf_str(out, "cluster is even issues for both\n");
        if (p->n_blocks > 1) {
            put_label(out, "");
            buf_str(out,
                    "an instruction has half of its columns of C from each half of the tile\n");
        }
    }
    put_label(out, "warps");
    buf_str(out, "4 for the epilogue, one that copies, one that multiplies: ");
    buf_i64(out, p->threads);
    buf_str(out, " threads\n");
    idesc_text_notes(out, &p->umma.op);
    buf_char(out, '\n');
}

/* ---- tensor memory -------------------------------------------------------------------------- */

static void put_places(buf *out, const wgd_plan *p)
{
    const int each = p->m_blocks * p->n_blocks, all = p->umma.acc_stages * each;
    buf_str(out, "    tile     m     n     lane   column\n");
    for (int i = 0; i < all && i < PLACES_SHOWN; i++) {
        const int m = i % each / p->n_blocks, n = i % p->n_blocks;
        const uint32_t at = wgd_plan_accumulator(p, i / each, m, n);
        buf_right_i64(out, i / each, 8);
        buf_right_i64(out, m, 6);
        buf_right_i64(out, n, 6);
        buf_right_i64(out, at >> 16, 9);
        buf_right_i64(out, at & 0xffff, 9);
        buf_char(out, '\n');
    }
    buf_str(out, all > PLACES_SHOWN ? "     ...\n\n" : "\n");
}

void plan_umma_tmem_text(buf *out, const wgd_plan *p)
{
    const wgd_plan_umma *u = &p->umma;
    put_label(out, "tensor memory");
    buf_i64(out, u->columns);
    buf_str(out, " columns to allocate: ");
    buf_i64(out, u->acc_stages);
    buf_str(out, u->acc_stages == 1 ? " tile of accumulators, " : " tiles of accumulators, ");
    buf_i64(out, u->acc.columns);
    buf_str(out, u->acc_stages == 1 ? " columns\n" : " columns each\n");
    put_label(out, "accumulators");
    buf_str(out, "full at ");
    buf_i64(out, u->acc_full_offset);
    buf_str(out, p->cta_group == 2 ? ": 1 arrival, a commit to both CTAs; empty at "
                                   : ": 1 arrival, a commit; empty at ");
    buf_i64(out, u->acc_empty_offset);
    buf_str(out, ": ");
    buf_i64(out, u->acc_empty_arrivals);
    buf_str(out, p->cta_group == 2 ? " arrivals, one of each epilogue warp of both CTAs\n"
                                   : " arrivals, one of each epilogue warp\n");
    put_label(out, "");
    buf_str(out, "tcgen05.alloc writes its address at ");
    buf_i64(out, u->address_offset);
    if (u->commit_mask) {
        buf_str(out, "; commits are multicast to CTAs ");
        buf_addr(out, u->commit_mask);
        buf_str(out, " << rank of the leading one");
    }
    buf_str(out, "\n\n");
    put_places(out, p);
}

/* ---- scale factors -------------------------------------------------------------------------- */

static void put_moves(buf *out, const wgd_plan *p, int o)
{
    const wgd_plan_factors *f = &p->umma.factors[o];
    buf_str(out, "    tcgen05.cp.cta_group::");
    buf_i64(out, p->cta_group);
    buf_str(out, ".32x128b.warpx4\n      mn   column   descriptor\n");
    for (int i = 0; i < f->blocks * f->stage.copies && i < PLACES_SHOWN; i++) {
        int column;
        const int mn = i / f->stage.copies;
        const uint64_t word = wgd_plan_factor_copy(p, o, 0, mn, i % f->stage.copies, &column);
        buf_right_i64(out, mn, 8);
        buf_right_i64(out, column, 9);
        buf_str(out, "   ");
        buf_word(out, word);
        buf_char(out, '\n');
    }
    buf_str(out, f->blocks * f->stage.copies > PLACES_SHOWN ? "     ...\n" : "");
}

void plan_umma_factors_text(buf *out, const wgd_plan *p)
{
    for (int o = 0; o < 2 && plan_scaled(p); o++) {
        const wgd_plan_factors *f = &p->umma.factors[o];
        buf_str(out, o == 0 ? "\nSFA   " : "\nSFB   ");
        buf_i64(out, f->bytes);
        buf_str(out, " bytes a stage, ");
        buf_i64(out, f->blocks * f->stage.tmem.columns);
        buf_str(out, " columns of tensor memory from ");
        buf_i64(out, f->column);
        buf_str(out, "\n    layout      ");
        buf_layout(out, &f->stage.layout, WGD_FMT_PLAIN);
        buf_char(out, '\n');
        put_moves(out, p, o);
        buf_str(out, "    tensor map  of each instruction's blocks of 512 bytes\n");
        tma_put_params(out, &f->params,
                       o == 0 ? "bytes, halves of a block, blocks along M, blocks along K"
                              : "bytes, halves of a block, blocks along N, blocks along K");
    }
}
