/* SPDX-License-Identifier: MIT
 *
 * layout: one operation of the layout algebra.
 */
#include <string.h>

#include "answer/answer.h"
#include "answer/many.h"
#include "request/request.h"
#include "help/wrap.h"
#include "linear/linear_ops.h"
#include "picture/picture_out.h"
#include "query/layout_arg.h"
#include "error/cli_status.h"
#include "wgd_layout_op.h"
#include "wgd_suggest.h"

/* Offsets are listed for layouts up to this size, in JSON and in text; larger answers leave them
 * out. */
enum { OFFSETS_MAX = 4096, OFFSETS_SHOWN = 64, OFFSETS_IN_LINE = 16 };

static wgd_status unknown_op(const char *name, size_t len, wgd_diag *diag)
{
    wgd_suggestion near = wgd_suggest_for(name, len);
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        const char *op = wgd_layout_op_at(i)->name;
        wgd_suggest_offer(&near, op);
        wgd_put_str(&t, i > 0 ? ", " : "");
        wgd_put_str(&t, op);
    }
    for (int i = 0; i < linear_op_count(); i++) {
        const char *op = linear_op_at(i)->name;
        wgd_suggest_offer(&near, op);
        wgd_put_str(&t, ", ");
        wgd_put_str(&t, op);
    }
    wgd_text_end(&t);
    const wgd_status st = wgd_fail(diag, WGD_ERR_VALUE, "op", "no such operation", name, want,
                                   "see 'wgdesc layout --help'");
    return wgd_suggest_hint(diag, st, &near);
}

static void put_op_names(buf *out)
{
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        buf_str(out, i > 0 ? " " : "");
        buf_str(out, wgd_layout_op_at(i)->name);
    }
    for (int i = 0; i < linear_op_count(); i++) {
        buf_char(out, ' ');
        buf_str(out, linear_op_at(i)->name);
    }
}

static void put_usage(wgd_text *t, const wgd_layout_op *op)
{
    wgd_put_str(t, op->name);
    for (int i = 0; i < op->max_args; i++) {
        wgd_put_str(t, i < op->min_args ? " " : " [");
        wgd_put_str(t, op->arg[i].name);
        wgd_put_str(t, i < op->min_args ? "" : "]");
    }
}

static wgd_status wrong_count(const wgd_layout_op *op, int n, wgd_diag *diag)
{
    char usage[sizeof diag->want];
    wgd_text t = wgd_text_into(usage, sizeof usage);
    put_usage(&t, op);
    wgd_text_end(&t);
    return wgd_fail_num(diag, CLI_ERR_USAGE, "args",
                        n < op->min_args ? "the operation needs more arguments"
                                         : "the operation takes fewer arguments",
                        n, usage, "quote each layout: '(8,64):(64,1)'");
}

static wgd_status read_args(const wgd_layout_op *op, const option_value *v, wgd_layout_arg *args,
                            answer *a, wgd_diag *diag)
{
    const int n = v->u.args.n; /* none where there is no option */
    char *const *words = v->u.args.text;
    const cJSON *item = words ? NULL : v->u.args.json;
    wgd_status st = WGD_OK;
    for (int i = 0; i < n && st == WGD_OK; i++) {
        buf text = {0};
        if (words) {
            layout_arg_text(&text, words[i]);
        } else {
            layout_arg_json(&text, item);
            item = item->next;
        }
        if (text.failed) {
            st = cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
        } else {
            st = wgd_layout_arg_parse(op->arg[i].kind, buf_text(&text), text.len, &args[i], diag);
        }
        if (st != WGD_OK && words) {
            a->fault_text = words[i];
            a->fault_len = strlen(a->fault_text);
        }
        buf_free(&text);
    }
    return st;
}

static void put_result(buf *out, const wgd_layout_result *r, wgd_format f)
{
    if (r->kind == WGD_ARG_LAYOUT) {
        buf_composed(out, &r->u.layout, f);
    } else if (r->kind == WGD_ARG_TUPLE) {
        buf_tuple(out, &r->u.tuple, f);
    } else {
        buf_i64(out, r->u.num);
    }
}

/* Every offset is computed before any is printed: a swizzle that has no form in elements gives
 * none. */
static void json_offsets(buf *out, const wgd_composed *c, int64_t size)
{
    const size_t mark = out->len;
    json_open(out, "offsets", '[');
    for (int64_t i = 0; i < size; i++) {
        int64_t at;
        if (wgd_composed_at(c, i, &at, NULL) != WGD_OK) {
            out->len = mark;
            return;
        }
        json_int(out, NULL, at);
    }
    json_close(out, ']');
}

static void json_sizes(buf *out, const wgd_composed *c)
{
    int64_t size, cosize;
    (void)wgd_layout_size(&c->layout, &size); /* they fit: the operations have seen to it */
    (void)wgd_layout_cosize(&c->layout, &cosize);
    json_int(out, "size", size);
    json_int(out, "cosize", cosize);
    if (size <= OFFSETS_MAX) {
        json_offsets(out, c, size);
    }
}

static void print_json(answer *a, const wgd_layout_op *op, const wgd_layout_result *r)
{
    buf *out = a->out;
    answer_begin(a, "layout", true);
    json_str(out, "op", op->name);
    if (r->kind == WGD_ARG_INT) {
        json_int(out, "result", r->u.num);
    } else {
        json_open(out, "result", '"');
        put_result(out, r, WGD_FMT_PLAIN);
        json_close(out, '"');
    }
    if (r->kind == WGD_ARG_LAYOUT) {
        json_sizes(out, &r->u.layout);
    }
    answer_end(a);
}

/* A column of values for each step of the first mode reads badly in a terminal; a run of them, cut
 * into lines, is enough to compare. */
static void text_offsets(buf *out, const wgd_composed *c, int64_t size)
{
    const size_t mark = out->len;
    for (int64_t i = 0; i < size; i++) {
        int64_t at;
        if (wgd_composed_at(c, i, &at, NULL) != WGD_OK) {
            out->len = mark;
            return;
        }
        buf_str(out, i == 0 ? "offsets" : i % OFFSETS_IN_LINE == 0 ? "\n       " : "");
        buf_char(out, ' ');
        buf_i64(out, at);
    }
    buf_char(out, '\n');
}

static void print_text(buf *out, const wgd_layout_result *r)
{
    put_result(out, r, WGD_FMT_PLAIN);
    buf_char(out, '\n');
    int64_t size = 0, cosize = 0;
    if (r->kind == WGD_ARG_LAYOUT) {
        (void)wgd_layout_size(&r->u.layout.layout, &size); /* they fit, as above */
        (void)wgd_layout_cosize(&r->u.layout.layout, &cosize);
        buf_str(out, "size ");
        buf_i64(out, size);
        buf_str(out, ", cosize ");
        buf_i64(out, cosize);
        buf_char(out, '\n');
        if (size <= OFFSETS_SHOWN) {
            text_offsets(out, &r->u.layout, size);
        }
    }
}

/* Pictures are of linear maps. */
static wgd_status check_picture(const request *rq, const wgd_layout_op *linear, wgd_diag *diag)
{
    const bool text =
        rq->format == FORMAT_TEXT || rq->format == FORMAT_JSON || rq->format == FORMAT_CUTE;
    const bool picture = !text || rq->v[OPTION_picture].given || rq->v[OPTION_output].given;
    return !picture || (linear && linear_op_draws(linear))
               ? WGD_OK
               : cli_fail(diag, CLI_ERR_USAGE, "op", "there is no picture of this answer",
                          rq->v[OPTION_op].u.text.s,
                          "linear, from_linear, linear_inverse or linear_composition",
                          "'wgdesc show --layout L' draws a layout");
}

/* The operation of the request, CuTe's or, if *linear, one on linear layouts. */
static wgd_status find_op(const request *rq, const wgd_layout_op **op, bool *linear, wgd_diag *diag)
{
    const char *name = rq->v[OPTION_op].u.text.s;
    const size_t len = rq->v[OPTION_op].u.text.len;
    const int n = rq->v[OPTION_args].u.args.n;
    *op = wgd_layout_op_find(name, len);
    *linear = !*op;
    if (*linear) {
        *op = linear_op_find(name, len);
    }
    if (!*op) {
        return unknown_op(name, len, diag);
    }
    return n < (*op)->min_args || n > (*op)->max_args ? wrong_count(*op, n, diag) : WGD_OK;
}

static wgd_status run_op(const request *rq, answer *a, const wgd_layout_op *op,
                         wgd_layout_result *r, wgd_diag *diag)
{
    const int n = rq->v[OPTION_args].u.args.n;
    wgd_layout_arg args[WGD_LAYOUT_OP_ARGS];
    const wgd_status st = read_args(op, &rq->v[OPTION_args], args, a, diag);
    return st == WGD_OK ? wgd_layout_op_run(op, args, n, r, diag) : st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const wgd_layout_op *op = NULL;
    bool linear;
    wgd_layout_result r;
    wgd_status st = find_op(rq, &op, &linear, diag);
    if (st == WGD_OK) {
        st = check_picture(rq, linear ? op : NULL, diag);
    }
    if (st == WGD_OK && linear) {
        st = linear_op_answer(op, rq, a, diag);
        return st == WGD_OK && linear_op_draws(op) ? picture_deliver(rq, a, diag) : st;
    }
    if (st == WGD_OK) {
        st = run_op(rq, a, op, &r, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        print_json(a, op, &r);
    } else if (rq->format == FORMAT_CUTE) {
        put_result(a->out, &r, WGD_FMT_CUTE);
        buf_char(a->out, '\n');
    } else {
        print_text(a->out, &r);
    }
    return WGD_OK;
}

/* The result, and its offset at each index. */
static wgd_status run_many(const request *rq, answer *a, const many *m, wgd_diag *diag)
{
    const wgd_layout_op *op = NULL;
    bool linear;
    wgd_layout_result r;
    wgd_status st = find_op(rq, &op, &linear, diag);
    if (st == WGD_OK && linear) {
        st = cli_fail(diag, CLI_ERR_USAGE, "op", "of this operation only the answer is to be had",
                      op->name, "an operation that gives a layout", "");
    }
    if (st == WGD_OK) {
        st = run_op(rq, a, op, &r, diag);
    }
    if (st == WGD_OK && r.kind != WGD_ARG_LAYOUT) {
        st = cli_fail(diag, CLI_ERR_USAGE, "op", "the result is no layout: it has no offsets",
                      op->name, "an operation that gives a layout", "");
    }
    if (st != WGD_OK) {
        return st;
    }
    buf text = {0};
    put_result(&text, &r, WGD_FMT_PLAIN);
    const many_shape one = {.item = sizeof(int64_t), .result = text.data, .result_len = text.len};
    a->out->failed |= text.failed;
    st = many_answer(a, "layout", m, &one, diag);
    buf_free(&text);
    int64_t *to = m->out;
    for (size_t i = 0; to && st == WGD_OK && i < m->n; i++) {
        st = m->in[i] <= INT64_MAX
                 ? wgd_composed_at(&r.u.layout, (int64_t)m->in[i], &to[i], diag)
                 : wgd_fail(diag, WGD_ERR_RANGE, "index", NULL, NULL, "0 to 2^63 - 1", "");
    }
    return st;
}

static void list_operation(buf *out, const wgd_layout_op *op)
{
    char usage[128];
    wgd_text t = wgd_text_into(usage, sizeof usage);
    put_usage(&t, op);
    wgd_text_end(&t);
    buf_str(out, "  ");
    buf_str(out, usage);
    buf_str(out, "\n      ");
    help_wrapped(out, op->help, 6, 6);
}

static void list_operations(buf *out)
{
    buf_str(out, "Operations:\n");
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        list_operation(out, wgd_layout_op_at(i));
    }
    buf_str(out, "\nOn linear layouts, CuTe's and Triton's:\n");
    for (int i = 0; i < linear_op_count(); i++) {
        list_operation(out, linear_op_at(i));
    }
}

static const example examples[] = {
    {"wgdesc layout composition '(8,4):(4,1)' '(4,8):(8,1)'", "one layout after another"},
    {"wgdesc layout logical_divide '(128,64):(64,1)' '<64:1,16:1>'", "tile by mode"},
    {"wgdesc layout tile_to_shape 'Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)' '(128,64)' '(1,2)'",
     "with a swizzle, as CuTe prints it"},
    {"wgdesc layout eval 'Sw<3,4,3> o smem_ptr[16b] o (64,16):(64,1)' '(5,8)'",
     "where one element lies"},
    {"wgdesc layout eval '(8,4):(4,1)' --json", "every offset, for a script"},
    {"wgdesc layout linear 'Sw<2,3,3> o 0 o (16,32):(32,1)'", "its matrix over GF(2)"},
    {"wgdesc layout linear 'Sw<2,3,3> o 0 o (16,32):(32,1)' -o matrix.svg", "as a picture"},
    {"wgdesc layout triton '#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, "
     "1], instrShape = [16, 64, 16]}>' 64x64",
     "a layout of Triton's IR, and the same as CuTe writes it"},
};

const command cmd_layout = {
    .id = COMMAND_layout,
    .name = "layout",
    .summary = "the layout algebra of CuTe, at run time",
    .synopsis = "OP ARG...",
    .about =
        "A layout is written shape:stride, '(8,64):(64,1)'; what CuTe prints, with _8 and "
        "(unset), is read too, and so are composed layouts 'Sw<3,4,3> o 0 o (8,64):(64,1)' and "
        "'Sw<3,4,3> o smem_ptr[16b] o ...'. A tiler is a layout, a shape, or one item for each "
        "mode, '<64:1,_,16:1>' or '[64:1;_;16:1]', where _ leaves the mode as it is.\n\n"
        "What CuTe refuses at compile time is refused here with the reason. With the result come "
        "size, cosize and the offsets at 0, 1, ..., up to 64 of them, in JSON up to 4096.\n\n"
        "The operations on linear layouts take a layout, its bases [1,2,4,...], or an attribute or "
        "type of Triton's IR: '#ttg.swizzled_shared<{...}> 64x64', 'tensor<128x64xf16, "
        "#ttg.blocked<{...}>>', '!ttg.memdesc<...>', or lines of a dump with the definitions of "
        "their #names. A layout of Triton's counts as (row, column) -> offset in shared memory, as "
        "(thread, value) -> row + rows * column in registers.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_op, OPTION_args},
    .n_operands = 2,
    .required = {OPTION_op},
    .n_required = 1,
    .formats = FORMATS_ALL | FORMATS_PICTURE,
    .in_batch = true,
    .run = run,
    .many_of = OPTION_COUNT,
    .run_many = run_many,
    .more_help = list_operations,
    .operand_words = put_op_names,
};
