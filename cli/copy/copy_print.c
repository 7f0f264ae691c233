/* SPDX-License-Identifier: MIT
 *
 * Whether, where, with how many wavefronts, and on to global memory.
 */
#include "copy_print.h"

#include <string.h>

#include "view/chain_print.h"

/* ---- what both have ------------------------------------------------------------------------- */

static void put_op(buf *out, const wgd_frag *f)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    if (f->op.family == WGD_FRAG_LAYOUT) {
        wgd_put_str(&t, "layout");
    } else {
        wgd_put_frag_op(&t, &f->op);
    }
    wgd_text_end(&t);
    buf_str(out, name);
}

static const char *operand_name(const wgd_frag *f)
{
    const bool mma = f->op.family == WGD_FRAG_WGMMA || f->op.family == WGD_FRAG_MMA;
    return mma ? wgd_frag_operand_name(f->operand) : NULL;
}

static const char *tma_name(const copy_ask *ask)
{
    return wgd_tma_type_name(ask->store.params.type);
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_shape(buf *out, int64_t m, int64_t n)
{
    buf_i64(out, m);
    buf_str(out, " x ");
    buf_i64(out, n);
}

static void text_head(buf *out, const copy_ask *ask)
{
    const wgd_frag *f = &ask->frag;
    const char *operand = operand_name(f);
    buf_str(out, "registers    ");
    put_op(out, f);
    buf_str(out, operand ? ", operand " : "");
    buf_str(out, operand ? operand : "");
    buf_str(out, ": ");
    put_shape(out, f->rows, f->cols);
    buf_str(out, " of ");
    buf_i64(out, f->threads);
    buf_str(out, " threads, ");
    buf_i64(out, f->values);
    buf_str(out, " values each, ");
    buf_str(out, wgd_frag_type_name(f->type));
    if (ask->to != f->type) {
        buf_str(out, " converted to ");
        buf_str(out, wgd_frag_type_name(ask->to));
    }
    buf_str(out, "\ntile         ");
    buf_composed(out, &ask->tile.layout, WGD_FMT_PLAIN);
    buf_str(out, "\n             ");
    buf_i64(out, ask->tile.bits);
    buf_str(out, " bits an element, ");
    buf_str(out, ask->tile.down ? "columns" : "rows");
    buf_str(out, " contiguous, from byte ");
    buf_i64(out, ask->tile.start);
    buf_char(out, '\n');
}

static void text_tried(buf *out, const copy_ask *ask)
{
    buf_str(out, "\ninstruction        accesses  wavefronts  conflicts\n");
    for (int i = 0; i < WGD_COPY_INSN_COUNT; i++) {
        const copy_try *t = &ask->tried[i];
        if (!t->named) {
            continue;
        }
        buf_str(out, (wgd_copy_insn)i == ask->copy.insn ? "* " : "  ");
        buf_left(out, wgd_copy_insn_name((wgd_copy_insn)i), 18);
        if (t->can) {
            buf_right_i64(out, t->total.accesses, 7);
            buf_right_i64(out, t->total.wavefronts, 12);
            buf_right_i64(out, t->total.conflicts, 11);
        } else {
            buf_str(out, " no: ");
            buf_str(out, t->why);
        }
        buf_char(out, '\n');
    }
    buf_char(out, '\n');
}

static void text_insn(buf *out, const copy_ask *ask)
{
    const wgd_bank_total *t = &ask->total;
    buf_str(out, "instruction  ");
    buf_str(out, wgd_copy_insn_name(ask->copy.insn));
    buf_str(out, ": ");
    buf_i64(out, ask->copy.steps);
    buf_str(out, " of each of ");
    buf_i64(out, ask->copy.warps);
    buf_str(out, ask->copy.warps == 1 ? " warp, " : " warps, ");
    buf_i64(out, ask->copy.per_step);
    buf_str(out,
            ask->copy.per_step == 1 ? " value of a thread each\n" : " values of a thread each\n");
    buf_str(out, "wavefronts   ");
    buf_i64(out, t->wavefronts);
    buf_str(out, " in ");
    buf_i64(out, t->phases);
    buf_str(out, " phases: ");
    buf_i64(out, t->conflicts);
    buf_str(out, t->conflicts == 1 ? " conflict" : " conflicts");
    if (t->conflicts > 0) {
        buf_str(out, ", worst ");
        buf_i64(out, t->worst);
        buf_str(out, "-way");
    }
    buf_str(out, wgd_copy_insn_measured(ask->copy.insn) ? "\n" : " (documented, not counted)\n");
}

static void text_form(buf *out, const copy_ask *ask)
{
    buf_str(out, "address      ");
    if (!ask->has_form) {
        buf_str(out, "no formula of the thread and a constant of the step; the table has it\n");
        return;
    }
    buf_str(out, "of thread t in step s: ");
    buf_i64(out, ask->form.start);
    buf_str(out, ask->form.by_xor && ask->tile.sw.b > 0 ? " + (F(t) ^ low[s]) + high[s]"
                                                        : " + F(t) + high[s]");
    buf_str(out, ask->copy.lanes < WGD_WARP ? ", of the lanes that give one" : "");
    buf_str(out, "\n             F(t) = ");
    epilogue_put_offset(out, &ask->form);
    buf_char(out, '\n');
}

static void text_store(buf *out, const copy_ask *ask)
{
    const wgd_copy_store *s = &ask->store;
    buf_str(out, "TMA          ");
    if (!ask->has_store) {
        buf_str(out, "no boxes: ");
        buf_str(out, ask->no_store.what);
        buf_char(out, '\n');
        return;
    }
    buf_i64(out, s->boxes);
    buf_str(out, s->boxes == 1 ? " box of " : " boxes of ");
    put_shape(out, s->params.box[0], s->params.box[1]);
    buf_str(out, " (contiguous first), ");
    buf_i64(out, s->box_bytes);
    buf_str(out, " bytes each, ");
    buf_str(out, tma_name(ask));
    buf_str(out, ", ");
    buf_str(out, wgd_tma_swizzle_name(s->params.swizzle));
    buf_char(out, '\n');
}

static void text_proof(buf *out, const copy_ask *ask)
{
    const wgd_copy_proof *p = &ask->proof;
    buf_str(out, "proved       ");
    if (p->equal) {
        buf_i64(out, p->values);
        buf_str(out, ask->has_store ? " values: each is moved where the box has its element\n"
                                    : " values: each is moved where the layout has its element\n");
        return;
    }
    buf_str(out, "NOT: element (");
    buf_i64(out, p->row);
    buf_char(out, ',');
    buf_i64(out, p->col);
    buf_str(out, ") of thread ");
    buf_i64(out, p->thread);
    buf_str(out, " is moved to byte ");
    buf_i64(out, p->moved);
    buf_str(out, ", the box has it at ");
    buf_i64(out, p->stored);
    buf_char(out, '\n');
}

static void text_steps(buf *out, const copy_ask *ask)
{
    buf_str(out, "\n step");
    buf_str(out, ask->has_form ? "   low    high" : "");
    buf_str(out, "  values of a thread, in the order of its registers' bits\n");
    for (int s = 0; s < ask->copy.steps; s++) {
        buf_right_i64(out, s, 5);
        if (ask->has_form) {
            buf_right_i64(out, ask->form.low[s], 6);
            buf_right_i64(out, ask->form.high[s], 8);
        }
        buf_char(out, ' ');
        for (int j = 0; j < ask->copy.per_step; j++) {
            buf_right_i64(out, ask->copy.value[s * ask->copy.per_step + j], 4);
        }
        buf_char(out, '\n');
    }
}

static void text_access(buf *out, const copy_ask *ask, int warp, int step)
{
    wgd_bank_lanes l;
    wgd_bank_result r;
    wgd_copy_lanes(&ask->copy, warp, step, &l);
    (void)wgd_copy_banks(&ask->copy, warp, step, &r, NULL); /* it was counted before */
    buf_str(out, "\nwarp ");
    buf_i64(out, warp);
    buf_str(out, ", step ");
    buf_i64(out, step);
    buf_str(out, "\n phase  degree  lanes, as lane:byte (bank)\n");
    for (int i = 0; i < r.phases; i++) {
        const wgd_bank_phase *p = &r.phase[i];
        buf_right_i64(out, i, 6);
        buf_right_i64(out, p->degree, 8);
        buf_char(out, ' ');
        for (int k = p->first_lane; k < p->first_lane + p->lanes; k++) {
            buf_str(out, k > p->first_lane && k % 8 == 0 ? "\n                " : " ");
            buf_i64(out, k);
            buf_char(out, ':');
            buf_i64(out, l.addr[k]);
            buf_str(out, " (");
            buf_i64(out, r.bank[k]);
            buf_char(out, ')');
        }
        buf_char(out, '\n');
    }
}

void copy_print_text(buf *out, const copy_ask *ask, int warp, int step)
{
    text_head(out, ask);
    if (ask->all) {
        text_tried(out, ask);
    }
    text_insn(out, ask);
    text_form(out, ask);
    text_store(out, ask);
    text_proof(out, ask);
    if (ask->has_chain) {
        chain_print_text(out, &ask->frag, &ask->chain);
    }
    text_steps(out, ask);
    text_access(out, ask, warp, step);
}

void copy_print_no(buf *out, const copy_ask *ask)
{
    text_head(out, ask);
    buf_str(out, "instruction  ");
    buf_str(out, wgd_copy_insn_name(ask->insn));
    buf_str(out, " cannot: ");
    buf_str(out, ask->why.what);
    buf_str(out, "\n             got ");
    buf_str(out, ask->why.got);
    buf_str(out, ", wants ");
    buf_str(out, ask->why.want);
    buf_char(out, '\n');
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_total(buf *out, const wgd_bank_total *t)
{
    json_int(out, "accesses", t->accesses);
    json_int(out, "phases", t->phases);
    json_int(out, "wavefronts", t->wavefronts);
    json_int(out, "conflicts", t->conflicts);
    json_int(out, "worst", t->worst);
}

static void json_registers(buf *out, const copy_ask *ask)
{
    const wgd_frag *f = &ask->frag;
    const char *operand = operand_name(f);
    json_open(out, "registers", '{');
    json_open(out, "op", '"');
    put_op(out, f);
    json_close(out, '"');
    if (operand) {
        json_str(out, "operand", operand);
    } else {
        json_null(out, "operand");
    }
    json_str(out, "type", wgd_frag_type_name(f->type));
    json_str(out, "to", wgd_frag_type_name(ask->to));
    json_int(out, "rows", f->rows);
    json_int(out, "cols", f->cols);
    json_int(out, "threads", f->threads);
    json_int(out, "values", f->values);
    json_layout(out, "layout", &f->tv);
    json_close(out, '}');
}

static void json_tile(buf *out, const copy_ask *ask)
{
    json_open(out, "tile", '{');
    json_composed(out, "layout", &ask->tile.layout);
    json_int(out, "bits", ask->tile.bits);
    json_str(out, "d_major", ask->tile.down ? "m" : "n");
    json_int(out, "start", ask->tile.start);
    json_close(out, '}');
}

static void json_tried(buf *out, const copy_ask *ask)
{
    json_open(out, "tried", '[');
    for (int i = 0; i < WGD_COPY_INSN_COUNT; i++) {
        const copy_try *t = &ask->tried[i];
        if (!t->named) {
            continue;
        }
        json_open(out, NULL, '{');
        json_str(out, "access", wgd_copy_insn_name((wgd_copy_insn)i));
        json_bool(out, "can", t->can);
        if (t->can) {
            json_total(out, &t->total);
        } else {
            json_str(out, "why", t->why);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_form(buf *out, const copy_ask *ask)
{
    if (!ask->has_form) {
        json_null(out, "address");
        return;
    }
    json_open(out, "address", '{');
    json_int(out, "start", ask->form.start);
    json_str(out, "by", ask->form.by_xor ? "xor" : "sum");
    json_open(out, "c", '"');
    epilogue_put_offset(out, &ask->form);
    json_close(out, '"');
    json_open(out, "bases", '[');
    for (int k = 0; k < ask->form.bits; k++) {
        json_int(out, NULL, ask->form.basis[k]);
    }
    json_close(out, ']');
    json_int(out, "alignment", ask->form.align);
    json_close(out, '}');
}

static void json_steps(buf *out, const copy_ask *ask)
{
    json_open(out, "steps", '[');
    for (int s = 0; s < ask->copy.steps; s++) {
        json_open(out, NULL, '{');
        if (ask->has_form) {
            json_int(out, "low", ask->form.low[s]);
            json_int(out, "high", ask->form.high[s]);
        }
        json_open(out, "values", '[');
        for (int j = 0; j < ask->copy.per_step; j++) {
            json_int(out, NULL, ask->copy.value[s * ask->copy.per_step + j]);
        }
        json_close(out, ']');
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_store(buf *out, const copy_ask *ask)
{
    const wgd_copy_store *s = &ask->store;
    if (!ask->has_store) {
        json_null(out, "tma");
        json_str(out, "why_no_tma", ask->no_store.what);
        return;
    }
    json_open(out, "tma", '{');
    json_str(out, "type", tma_name(ask));
    json_str(out, "swizzle", wgd_tma_swizzle_name(s->params.swizzle));
    json_open(out, "box", '[');
    json_int(out, NULL, s->params.box[0]);
    json_int(out, NULL, s->params.box[1]);
    json_close(out, ']');
    json_int(out, "boxes", s->boxes);
    json_int(out, "box_bytes", s->box_bytes);
    json_open(out, "offsets", '[');
    for (int i = 0; i < s->boxes; i++) {
        json_int(out, NULL, i % s->panels * s->panel_bytes + i / s->panels * s->block_bytes);
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void json_proof(buf *out, const wgd_copy_proof *p)
{
    json_open(out, "proof", '{');
    json_bool(out, "equal", p->equal);
    json_int(out, "values", p->values);
    if (!p->equal) {
        json_int(out, "row", p->row);
        json_int(out, "column", p->col);
        json_int(out, "thread", p->thread);
        json_int(out, "moved", p->moved);
        json_int(out, "stored", p->stored);
    }
    json_close(out, '}');
}

static void json_access(buf *out, const copy_ask *ask, int warp, int step)
{
    wgd_bank_lanes l;
    wgd_bank_result r;
    wgd_copy_lanes(&ask->copy, warp, step, &l);
    (void)wgd_copy_banks(&ask->copy, warp, step, &r, NULL); /* it was counted before */
    json_open(out, "shown", '{');
    json_int(out, "warp", warp);
    json_int(out, "step", step);
    json_open(out, "addresses", '[');
    for (int i = 0; i < ask->copy.lanes; i++) {
        json_int(out, NULL, l.addr[i]);
    }
    json_close(out, ']');
    json_open(out, "banks", '[');
    for (int i = 0; i < ask->copy.lanes; i++) {
        json_int(out, NULL, r.bank[i]);
    }
    json_close(out, ']');
    json_open(out, "degrees", '[');
    for (int i = 0; i < r.phases; i++) {
        json_int(out, NULL, r.phase[i].degree);
    }
    json_close(out, ']');
    json_close(out, '}');
}

void copy_print_json(answer *a, const copy_ask *ask, int warp, int step)
{
    buf *out = a->out;
    answer_begin(a, "copy", true);
    json_registers(out, ask);
    json_tile(out, ask);
    json_str(out, "access", wgd_copy_insn_name(ask->copy.insn));
    json_bool(out, "can", true);
    json_int(out, "warps", ask->copy.warps);
    json_total(out, &ask->total);
    json_form(out, ask);
    json_steps(out, ask);
    json_store(out, ask);
    json_proof(out, &ask->proof);
    json_access(out, ask, warp, step);
    if (ask->has_chain) {
        chain_print_json(out, &ask->frag, &ask->chain);
    }
    if (ask->all) {
        json_tried(out, ask);
    }
    if (!wgd_copy_insn_measured(ask->copy.insn)) {
        json_str(out, "basis", "documented");
    }
    answer_end(a);
}

void copy_print_no_json(answer *a, const copy_ask *ask)
{
    buf *out = a->out;
    answer_begin(a, "copy", true);
    json_registers(out, ask);
    json_tile(out, ask);
    json_str(out, "access", wgd_copy_insn_name(ask->insn));
    json_bool(out, "can", false);
    json_str(out, "why", ask->why.what);
    json_str(out, "got", ask->why.got);
    json_str(out, "want", ask->why.want);
    answer_end(a);
}
