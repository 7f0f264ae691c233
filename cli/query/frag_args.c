/* SPDX-License-Identifier: MIT
 *
 * The fragment that a request names: an instruction's operand, a block's tile, a layout.
 */
#include "frag_args.h"

#include <string.h>

#include "error/cli_status.h"

const char *frag_type_name(const option_value *v)
{
    return v->has ? wgd_frag_type_name((wgd_frag_type)v->u.choice) : NULL;
}

/* The rows and columns of a layout that is not Triton's are those of --shape. */
wgd_status frag_from_layout(const request *rq, const any_layout *l, wgd_frag *f, wgd_diag *diag)
{
    const option_value *s = &rq->v[OPTION_shape];
    int64_t rows = s->given ? s->u.dim[0] : 0, cols = s->given ? s->u.dim[1] : 0;
    if (l->triton && (l->made.space != WGD_TRITON_REGISTERS || l->made.rank > 2)) {
        return wgd_fail(
            diag, WGD_ERR_DOMAIN, "layout", "not a matrix in registers",
            wgd_triton_kind_name(l->type.attr.kind),
            "#ttg.blocked, nvidia_mma, dot_op, slice or linear, of up to two dimensions",
            "'wgdesc show' draws layouts of shared memory");
    }
    if (l->triton) {
        rows = l->made.shape[0];
        cols = l->made.rank == 2 ? l->made.shape[1] : 1;
    } else if (!s->given || l->layout.kind != WGD_PLAIN) {
        return cli_fail(diag, CLI_ERR_USAGE, s->given ? "layout" : "shape",
                        "a layout of threads and values needs the shape of its matrix",
                        s->given ? "another layout" : "no shape",
                        "'(thread,value):(...)' and --shape ROWSxCOLS", "");
    }
    const option_value *type = &rq->v[OPTION_frag_dtype];
    const int said = l->triton ? any_layout_bits(l) : 0;
    const int bits = type->has  ? wgd_frag_type_bits((wgd_frag_type)type->u.choice)
                     : said > 0 ? said
                                : 16;
    wgd_status st = any_layout_no_swizzle(l, "layout", diag);
    if (st == WGD_OK) {
        st = wgd_frag_of_layout(&l->layout.layout, rows, cols, bits, f, diag);
    }
    if (st == WGD_OK && type->has) {
        f->type = (wgd_frag_type)type->u.choice;
        f->op.a = f->op.b = f->op.c = f->op.d = type->u.choice;
    }
    return st;
}

static wgd_status make_tile(const request *rq, const wgd_frag_op *op, wgd_frag *f, wgd_diag *diag)
{
    const option_value *v = rq->v;
    const wgd_frag_operand o = (wgd_frag_operand)v[OPTION_frag_operand].u.choice;
    if (o != WGD_FRAG_OPERAND_D && o != WGD_FRAG_OPERAND_C) {
        return wgd_fail(diag, WGD_ERR_VALUE, "operand", "a tile is one of accumulators",
                        wgd_frag_operand_name(o), "c or d", "");
    }
    return wgd_frag_tile(op, v[OPTION_frag_tile].u.dim[0], v[OPTION_frag_tile].u.dim[1],
                         v[OPTION_frag_warpgroups].u.num, v[OPTION_split_along].u.choice == 1, f,
                         diag);
}

wgd_status frag_from_op(const request *rq, answer *a, const char *missing, wgd_frag *f,
                        wgd_diag *diag)
{
    const option_value *op_text = &rq->v[OPTION_op];
    wgd_frag_op op;
    if (!op_text->has) {
        return request_missing(rq->cmd, OPTION_op, missing, diag);
    }
    wgd_status st = wgd_frag_op_parse(op_text->u.text.s, &op, diag);
    if (st != WGD_OK) {
        a->fault_text = op_text->u.text.s;
        a->fault_len = op_text->u.text.len;
        return st;
    }
    st = wgd_frag_op_types(&op, frag_type_name(&rq->v[OPTION_frag_dtype]),
                           frag_type_name(&rq->v[OPTION_acc]), diag);
    if (st == WGD_OK && rq->v[OPTION_frag_tile].given) {
        return make_tile(rq, &op, f, diag);
    }
    const wgd_frag_operand o = (wgd_frag_operand)rq->v[OPTION_frag_operand].u.choice;
    return st == WGD_OK ? wgd_frag_make(&op, o, f, diag) : st;
}

void frag_blame(const request *rq, const char *field, wgd_diag *diag)
{
    const option_value *v = rq->v;
    if (strcmp(diag->field, field) != 0) {
        return;
    }
    diag->field = rq->cmd->id == COMMAND_emit || v[OPTION_frag_tile].given ? "tile"
                  : v[OPTION_copy_threads].given                           ? "tv"
                  : rq->cmd->id == COMMAND_frag && v[OPTION_layout].given  ? "layout"
                                                                           : "op";
}

wgd_status frag_chain(const request *rq, const wgd_frag *f, wgd_frag_chain *out, wgd_diag *diag)
{
    const wgd_status st = wgd_frag_chain_make(f, frag_type_name(&rq->v[OPTION_as_a]), out, diag);
    if (st == WGD_OK) {
        return st;
    }
    if (strcmp(diag->field, "dtype") == 0) {
        diag->field = "as-a";
    }
    frag_blame(rq, "shape", diag);
    if (!rq->v[OPTION_frag_operand].given) {
        frag_blame(rq, "operand", diag);
    }
    return st;
}
