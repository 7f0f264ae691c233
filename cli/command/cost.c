/* SPDX-License-Identifier: MIT
 *
 * cost: the cycles of a wgmma, and what binds it.
 */
#include "answer/answer.h"
#include "request/request.h"

static const char *type_of(const option_value *v)
{
    return v->has ? wgd_frag_type_name((wgd_frag_type)v->u.choice) : NULL;
}

static wgd_status query_from_args(const request *rq, answer *a, wgd_cost_query *q, wgd_diag *diag)
{
    const option_value *text = &rq->v[OPTION_op];
    wgd_frag_op op;
    wgd_status st = wgd_frag_op_parse(text->u.text.s, &op, diag);
    if (st != WGD_OK) {
        a->fault_text = text->u.text.s;
        a->fault_len = text->u.text.len;
        return st;
    }
    if (op.family != WGD_FRAG_WGMMA) {
        return wgd_fail(diag, WGD_ERR_INST, "op", "only the cost of wgmma is known", text->u.text.s,
                        "m64nNkK and its types", "for example m64n128k16.f32.f16.f16");
    }
    st = wgd_frag_op_types(&op, type_of(&rq->v[OPTION_frag_dtype]), type_of(&rq->v[OPTION_acc]),
                           diag);
    if (st != WGD_OK) {
        return st;
    }
    /* The types of wgmma stand first in the register types, in the same order. */
    q->a = (wgd_dtype)op.a;
    q->b = (wgd_dtype)op.b;
    q->acc = op.d == WGD_FRAG_F16                 ? WGD_ACC_F16
             : wgd_dtype_integer((wgd_dtype)op.a) ? WGD_ACC_S32
                                                  : WGD_ACC_F32;
    q->n = op.n;
    q->sparse = op.sparse;
    q->a_in_registers = rq->v[OPTION_cost_a].u.choice != 0;
    return WGD_OK;
}

static void put_cycles(buf *out, const char *what, int cycles, int bytes)
{
    buf_str(out, what);
    buf_i64(out, cycles);
    buf_str(out, " cycles");
    if (bytes) {
        buf_str(out, ", ");
        buf_i64(out, bytes);
        buf_str(out, " bytes at ");
        buf_i64(out, WGD_COST_BYTES_PER_CYCLE);
        buf_str(out, " a cycle");
    }
    buf_char(out, '\n');
}

static void print_text(buf *out, const wgd_cost_query *q, const wgd_cost *c)
{
    const wgd_inst *in = wgd_inst_find(q->a, q->b, q->acc);
    buf_str(out, "m64n");
    buf_i64(out, q->n);
    buf_char(out, 'k');
    buf_i64(out, wgd_dtype_k(q->a) * (q->sparse ? 2 : 1));
    buf_char(out, '.');
    buf_str(out, in->ptx);
    buf_str(out, q->sparse ? ", sparse, A in " : ", A in ");
    buf_str(out, q->a_in_registers ? "registers: " : "shared memory: ");
    put_cycles(out, "", c->cycles, 0);
    put_cycles(out, "  tensor cores   ", c->tensor_cycles, 0);
    put_cycles(out, "  shared memory  ", c->shared_cycles, c->shared_bytes);
    buf_str(out, "  ");
    buf_str(out, c->bound == WGD_COST_SHARED ? "shared memory binds" : "the tensor cores bind");
    buf_str(out, "; measured on H100 and H200, the same for every layout\n");
}

static void print_json(answer *a, const wgd_cost_query *q, const wgd_cost *c)
{
    buf *out = a->out;
    answer_begin(a, "cost", true);
    json_str(out, "types", wgd_inst_find(q->a, q->b, q->acc)->ptx);
    json_int(out, "n", q->n);
    json_str(out, "a", q->a_in_registers ? "registers" : "shared");
    json_bool(out, "sparse", q->sparse);
    json_int(out, "cycles", c->cycles);
    json_int(out, "tensor_cycles", c->tensor_cycles);
    json_int(out, "shared_cycles", c->shared_cycles);
    json_int(out, "shared_bytes", c->shared_bytes);
    json_str(out, "bound", wgd_cost_bound_name(c->bound));
    json_str(out, "basis", "measured");
    answer_end(a);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_cost_query q;
    wgd_cost c;
    wgd_status st = query_from_args(rq, a, &q, diag);
    if (st == WGD_OK) {
        st = wgd_cost_of(&q, &c, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        print_json(a, &q, &c);
    } else {
        print_text(a->out, &q, &c);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc cost --op m64n64k16 --dtype f16", "both operands in shared memory"},
    {"wgdesc cost --op m64n32k16 --dtype f16 --a registers", "A in registers"},
    {"wgdesc cost --op m64n256k32.sp.f32.f16.f16", "the sparse form: shared memory binds"},
};

const command cmd_cost = {
    .id = COMMAND_cost,
    .name = "cost",
    .summary = "the cycles of a wgmma, and what binds it",
    .synopsis = "--op m64nNkK [--dtype TYPE] [--a shared|registers]",
    .about =
        "The cycles of an SM from one wgmma to the next, when they follow each other: the greater "
        "of what the tensor cores and what shared memory take. Swizzle, major, strides and "
        "alignment change nothing; nor does the number of warpgroups or of accumulators. "
        "Measured on an H100 and an H200 for every instruction there is.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_op},
    .n_operands = 1,
    .required = {OPTION_op},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
