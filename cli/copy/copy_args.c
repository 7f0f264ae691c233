/* SPDX-License-Identifier: MIT
 *
 * From the options to a copy: its fragment, its tile, its instruction, its boxes.
 */
#include "copy_args.h"

#include <string.h>

#include "base/never.h"
#include "error/cli_status.h"

/* ---- who holds what ------------------------------------------------------------------------- */

static wgd_status read_tv(const request *rq, answer *a, copy_ask *ask, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_copy_threads], *s = &rq->v[OPTION_shape];
    any_layout l;
    any_shape shape = {0};
    if (rq->v[OPTION_op].has) {
        return cli_fail(diag, CLI_ERR_USAGE, "op", "two things to copy", rq->v[OPTION_op].u.text.s,
                        "an instruction, or --tv", "");
    }
    if (s->given) {
        shape.rank = 2;
        shape.n[0] = s->u.dim[0];
        shape.n[1] = s->u.dim[1];
    }
    wgd_status st = any_layout_parse(v->u.text.s, v->u.text.len, &shape, &l, diag);
    if (st == WGD_OK) {
        st = frag_from_layout(rq, &l, &ask->frag, diag);
    }
    if (st != WGD_OK) {
        a->fault_text = v->u.text.s;
        a->fault_len = v->u.text.len;
    }
    if (st != WGD_OK && strcmp(diag->field, "layout") == 0) {
        diag->field = "tv";
    }
    return st;
}

wgd_status copy_ask_frag(const request *rq, answer *a, copy_ask *ask, wgd_diag *diag)
{
    if (rq->v[OPTION_copy_threads].given) {
        return read_tv(rq, a, ask, diag);
    }
    if (rq->v[OPTION_shape].given) {
        return cli_fail(diag, CLI_ERR_USAGE, "shape", "a shape without a layout of threads",
                        "no --tv", "--shape with --tv; the tile of an instruction is --tile", "");
    }
    return frag_from_op(
        rq, a,
        "an instruction such as m64n128k16 or mma.m16n8k16, with --tile for a whole "
        "block's; or --tv",
        &ask->frag, diag);
}

wgd_status copy_ask_plan(const wgd_plan *p, copy_ask *ask, wgd_diag *diag)
{
    char text[32];
    wgd_frag_op op;
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_str(&t, "m64n");
    wgd_put_i64(&t, p->n_inst);
    wgd_put_char(&t, 'k');
    wgd_put_i64(&t, p->k_inst);
    wgd_text_end(&t);
    wgd_status st = wgd_frag_op_parse(text, &op, NULL); /* an instruction of the plan */
    if (ALWAYS(st == WGD_OK)) {                         /* as above */
        st = wgd_frag_op_types(&op, wgd_dtype_get(p->query.operand[0].dtype)->name,
                               wgd_acc_name(p->inst->acc), diag);
    }
    return st == WGD_OK ? wgd_frag_tile(&op, p->query.m, p->query.n, p->warpgroups, p->split_n,
                                        &ask->frag, diag)
                        : st;
}

/* ---- the tile ------------------------------------------------------------------------------- */

/* The widest swizzle whose rows divide the contiguous side, where none is asked for. */
static wgd_swizzle_mode widest(const wgd_frag *f, int bits, bool down)
{
    const int bytes = (down ? f->rows : f->cols) * bits / 8;
    int m = WGD_SWIZZLE_WIDEST;
    while (m > WGD_SWZ_NONE && bytes % wgd_swizzle_row_bytes((wgd_swizzle_mode)m) != 0) {
        m--;
    }
    return (wgd_swizzle_mode)m;
}

/* --layout; an attribute of Triton's IR that names no shape is for that of the registers. */
static wgd_status read_layout(const request *rq, answer *a, copy_ask *ask, int64_t start,
                              wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_layout];
    const any_shape shape = {2, {ask->frag.rows, ask->frag.cols}};
    any_layout l;
    wgd_status st = any_layout_parse(v->u.text.s, v->u.text.len, &shape, &l, diag);
    if (st != WGD_OK) {
        a->fault_text = v->u.text.s;
        a->fault_len = v->u.text.len;
    }
    if (st == WGD_OK) {
        st = any_layout_to_shared(&l, diag);
    }
    if (st != WGD_OK) {
        diag->field = "layout";
        return st;
    }
    return wgd_copy_tile_make(&l.layout, wgd_frag_type_bits(ask->to), start, &ask->tile, diag);
}

/* The library knows the width of an element and the shape of a tile: the options that they are from. */
static void blame_tile(const request *rq, wgd_diag *diag)
{
    const option_value *v = rq->v;
    if (strcmp(diag->field, "bits") == 0 &&
        (v[OPTION_copy_to].given || v[OPTION_frag_dtype].given)) {
        diag->field = v[OPTION_copy_to].given ? "to" : "dtype";
    }
    frag_blame(rq, "bits", diag);
    if (!v[OPTION_shape].given) {
        frag_blame(rq, "shape", diag);
    }
}

/* The same of the two together: a shape that is not the fragment's is the layout's. */
static void blame_copy(const request *rq, wgd_diag *diag)
{
    frag_blame(rq, "op", diag);
    if (strcmp(diag->field, "shape") == 0) {
        diag->field = "layout";
    }
}

static wgd_status read_tile(const request *rq, answer *a, option_id swizzle, copy_ask *ask,
                            wgd_diag *diag)
{
    const int bits = wgd_frag_type_bits(ask->to);
    const int64_t start = rq->cmd->id == COMMAND_copy ? rq->v[OPTION_start].u.num : 0;
    const option_value *v = &rq->v[OPTION_layout];
    if (v->given) {
        if (rq->v[swizzle].given || rq->v[OPTION_d_major].given) {
            return cli_fail(diag, CLI_ERR_USAGE, "layout", "the tile is given twice", v->u.text.s,
                            "--layout, or --d-major and --swizzle", "");
        }
        return read_layout(rq, a, ask, start, diag);
    }
    const bool down = rq->v[OPTION_d_major].u.choice == 1;
    const wgd_swizzle_mode mode = rq->v[swizzle].has ? (wgd_swizzle_mode)rq->v[swizzle].u.choice
                                                     : widest(&ask->frag, bits, down);
    return wgd_copy_tile_mode(ask->frag.rows, ask->frag.cols, bits, down, mode, start, &ask->tile,
                              diag);
}

/* ---- the instruction ------------------------------------------------------------------------ */

/* Does this instruction move the way that is wanted where none is named: accumulators are stored,
 * operands loaded? */
static bool wanted(const wgd_frag *f, wgd_copy_insn insn)
{
    const wgd_copy_kind k = wgd_copy_insn_kind(insn);
    const bool operand = f->op.family != WGD_FRAG_LAYOUT &&
                         (f->operand == WGD_FRAG_OPERAND_A || f->operand == WGD_FRAG_OPERAND_B);
    return operand ? k == WGD_COPY_LOADS || k == WGD_COPY_LDMATRIX
                   : k == WGD_COPY_STORES || k == WGD_COPY_STMATRIX;
}

static bool better(const copy_try *a, const copy_try *b)
{
    return a->total.wavefronts != b->total.wavefronts ? a->total.wavefronts < b->total.wavefronts
                                                      : a->steps < b->steps;
}

static wgd_status try_one(copy_ask *ask, wgd_copy_insn insn, wgd_diag *diag)
{
    copy_try *t = &ask->tried[insn];
    wgd_status st = wgd_copy_make(&ask->frag, &ask->tile, insn, &ask->copy, diag);
    if (st == WGD_OK) {
        st = wgd_copy_total(&ask->copy, &t->total, diag);
    }
    t->can = st == WGD_OK;
    t->steps = ask->copy.steps;
    if (!t->can) {
        memcpy(t->why, diag->what, sizeof t->why);
    }
    return st;
}

/* Was the refusal about what this instruction can do, and not about the question? */
static bool is_no(const wgd_diag *diag)
{
    return strcmp(diag->field, "access") == 0;
}

/* Every instruction that moves the right way, and the best of them. */
static wgd_status try_all(copy_ask *ask, wgd_copy_insn *best, wgd_diag *diag)
{
    int found = -1;
    for (int i = 0; i < WGD_COPY_INSN_COUNT; i++) {
        ask->tried[i].named = wanted(&ask->frag, (wgd_copy_insn)i);
        if (!ask->tried[i].named) {
            continue;
        }
        const wgd_status st = try_one(ask, (wgd_copy_insn)i, diag);
        if (st != WGD_OK && !is_no(diag)) {
            return st;
        }
        if (st == WGD_OK && (found < 0 || better(&ask->tried[i], &ask->tried[found]))) {
            found = i;
        }
    }
    if (found < 0) {
        return wgd_fail(diag, WGD_ERR_ALIGN, "layout",
                        "no instruction moves these values as they lie", NULL,
                        "values that are neighbours in memory, or rows of matrices", "");
    }
    *best = (wgd_copy_insn)found;
    return WGD_OK;
}

static wgd_status read_insn(const request *rq, copy_ask *ask, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_copy_access];
    ask->all = !v->has;
    wgd_status st = v->has ? wgd_copy_insn_parse(v->u.text.s, &ask->insn, diag)
                           : try_all(ask, &ask->insn, diag);
    if (st != WGD_OK) {
        return st;
    }
    st = try_one(ask, ask->insn, diag);
    ask->can = st == WGD_OK;
    ask->total = ask->tried[ask->insn].total;
    if (!ask->can && is_no(diag)) {
        ask->why = *diag;
        return WGD_OK;
    }
    return st;
}

/* ---- all of it ------------------------------------------------------------------------------ */

wgd_status copy_ask_rest(const request *rq, answer *a, option_id swizzle, copy_ask *ask,
                         wgd_diag *diag)
{
    const option_value *to = &rq->v[OPTION_copy_to], *as_a = &rq->v[OPTION_as_a];
    ask->to = to->has ? (wgd_frag_type)to->u.choice : ask->frag.type;
    ask->has_chain = as_a->has;
    wgd_status st = read_tile(rq, a, swizzle, ask, diag);
    if (st != WGD_OK) {
        blame_tile(rq, diag);
        return st;
    }
    st = read_insn(rq, ask, diag);
    if (st != WGD_OK) {
        blame_copy(rq, diag);
        return st;
    }
    if (as_a->has) {
        st = frag_chain(rq, &ask->frag, &ask->chain, diag);
    }
    if (st != WGD_OK || !ask->can) {
        return st;
    }
    ask->has_form = wgd_copy_form_make(&ask->copy, &ask->form);
    ask->has_store =
        wgd_copy_store_make(&ask->tile, ask->to, &ask->store, &ask->no_store) == WGD_OK;
    ask->proof = wgd_copy_prove(&ask->copy, ask->has_form ? &ask->form : NULL,
                                ask->has_store ? &ask->store : NULL);
    return WGD_OK;
}

epilogue copy_epilogue(const copy_ask *ask)
{
    const bool async = wgd_copy_insn_kind(ask->copy.insn) == WGD_COPY_ASYNC;
    const epilogue e = {.frag = &ask->frag,
                        .to = ask->to,
                        .copy = &ask->copy,
                        .total = ask->total,
                        .form = ask->has_form ? &ask->form : NULL,
                        .store = ask->has_store && !async ? &ask->store : NULL,
                        .chain = ask->has_chain ? &ask->chain : NULL};
    return e;
}
