/* SPDX-License-Identifier: MIT
 *
 * What is known of the words of each wgmma.
 */
#include "scan_report.h"

#include "wgd_describe.h"

static bool legal(const scan_gmma *g, int o, wgd_read *out)
{
    const bool trans = o ? g->trans_b : g->trans_a;
    const wgd_read rd = {o ? g->b_type : g->a_type,
                         (wgd_operand)o,
                         trans ? WGD_MAJOR_MN : WGD_MAJOR_K,
                         o ? g->n : WGD_INST_M,
                         g->sparse,
                         WGD_SM90,
                         0};
    *out = rd;
    return g->known_type && wgd_read_check(rd, NULL) == WGD_OK;
}

uint64_t scan_field_bits(unsigned reads)
{
    return (reads & WGD_READS_LBO ? UINT64_C(0x3fff) << 16 : 0) |
           (reads & WGD_READS_SBO ? UINT64_C(0x3fff) << 32 : 0) |
           (reads & WGD_READS_BASE_OFFSET ? UINT64_C(7) << 49 : 0);
}

static void place(scan_report *r, int i, int o)
{
    wgd_scan_operand *op = &r->wgmma[i].op[o];
    scan_place *p = &r->place[i][o];
    *p = scan_place_of(r->run, &r->run->gmma[i][o], 16);
    op->place_known = scan_place_range(r->run, p, &op->offset_min, &op->offset_max);
    op->base_bytes = -1;
    op->base_align = 1;
    if (p->base != 0) {
        const scan_sym *s = &r->f->sym[p->base - 1];
        op->base = s->name;
        op->base_len = s->name_len;
        op->base_bytes = s->size;
        op->base_align = (int)s->align;
    }
    /* A multiple of something that takes a few values, from 256 bytes up: the stages of a ring. */
    for (int t = 0; t < p->n; t++) {
        const scan_num n = scan_sym_num(r->run, p->sym[t]);
        const int64_t times = p->times[t] < 0 ? -p->times[t] : p->times[t];
        if (times >= 256 && times > op->stage_step) {
            op->stage_step = times;
            op->stages = n.umax - n.umin < 64 ? (int)(n.umax - n.umin) + 1 : 0;
        }
    }
}

/* Where the start lies in its swizzle pattern, as far as it is known; else at its beginning. */
static uint32_t phase_of(const scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const uint32_t atom = (uint32_t)wgd_swizzle_alignment(wgd_desc_decode(op->word).swizzle);
    const scan_num bits = scan_place_bits(r->run, &r->place[i][o]);
    return (bits.mask & (atom - 1)) == 0 ? (uint32_t)bits.value & (atom - 16) : 0;
}

/* How far the block reaches, when all but the start is known: the swizzle moves bytes inside their
 * pattern, so that a block which starts inside a row can begin before its start. */
static void span(const scan_report *r, int i, int o)
{
    wgd_scan_operand *op = &r->wgmma[i].op[o];
    if (op->reads == 0 || (op->known & scan_field_bits(op->reads)) != scan_field_bits(op->reads)) {
        return;
    }
    const uint32_t phase = phase_of(r, i, o);
    wgd_coverage c;
    wgd_describe((op->word & ~UINT64_C(0x3fff)) | phase / 16, op->read, &c, NULL, NULL, 0);
    op->span_known = true;
    op->span_begin = (int64_t)c.span.begin - phase;
    op->span = (int64_t)c.span.end - phase;
}

static void fill_operand(scan_report *r, int i, int o)
{
    const scan_gmma *g = &r->f->gmma[i];
    wgd_scan_operand *op = &r->wgmma[i].op[o];
    op->shared = o == 1 || g->a_shared;
    if (!op->shared || !r->wgmma[i].reached) {
        return;
    }
    const scan_val *v = &r->run->gmma[i][o];
    op->word = v->num.value;
    op->known = ~v->num.mask;
    op->read_known = legal(g, o, &op->read);
    if (op->read_known && op->known >> 62 == 3) {
        op->reads = wgd_fetch_reads(wgd_desc_decode(op->word).swizzle, op->read);
    }
    place(r, i, o);
    span(r, i, o);
}

/* The innermost loop: of those around a block its head comes last. */
static int loop_of(const scan_flow *fl, uint32_t block)
{
    int innermost = 0;
    for (uint32_t k = 0; k < fl->n_rpo; k++) {
        const uint32_t head = fl->rpo[k];
        if (fl->block[head].loop != 0 && scan_in_loop(fl, head, block)) {
            innermost = (int)fl->block[head].loop;
        }
    }
    return innermost;
}

bool scan_words(scan_report *r)
{
    const size_t n = r->f->n_gmma;
    r->wgmma = scan_alloc(r->arena, n, sizeof *r->wgmma);
    r->place = scan_alloc(r->arena, n, sizeof *r->place);
    if (r->arena->full) {
        return false;
    }
    int chains = 0;
    for (size_t i = 0; i < n; i++) {
        const scan_gmma *g = &r->f->gmma[i];
        const scan_insn *in = &r->f->insn[g->insn];
        const uint32_t block = r->flow->block_of[g->insn];
        wgd_scan_wgmma *w = &r->wgmma[i];
        w->index = (int)i;
        w->line = in->line;
        w->source_line = in->source_line;
        w->address = in->address;
        w->types_known = g->known_type;
        w->a_type = g->a_type;
        w->b_type = g->b_type;
        w->d = g->d;
        w->n = g->n;
        w->k = g->k;
        w->sparse = g->sparse;
        w->satfinite = g->satfinite;
        w->selector = g->selector;
        w->trans[0] = g->trans_a;
        w->trans[1] = g->trans_b;
        w->negate[0] = g->neg_a;
        w->negate[1] = g->neg_b;
        w->reached = r->flow->block[block].order != UINT32_MAX;
        w->scale_d = r->run->scale_d[i];
        w->loop = w->reached ? loop_of(r->flow, block) : 0;
        w->accumulators = g->n_acc;
        fill_operand(r, (int)i, 0);
        fill_operand(r, (int)i, 1);
        scan_chain(r, i, &chains);
    }
    return true;
}
