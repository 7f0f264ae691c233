/* SPDX-License-Identifier: MIT
 *
 * frag: which thread holds which element in registers.
 */
#include "answer/answer.h"
#include "error/cli_status.h"
#include "picture/frag_picture.h"
#include "picture/picture_out.h"
#include "query/frag_args.h"
#include "view/chain_print.h"
#include "request/request.h"
#include "tcgen05/frag_tmem.h"

/* ---- text ----------------------------------------------------------------------------------- */

static void put_op(buf *out, const wgd_frag_op *op)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_frag_op(&t, op);
    wgd_text_end(&t);
    buf_str(out, name);
}

static void put_element(buf *out, const wgd_frag *f, int where)
{
    buf_char(out, '(');
    buf_i64(out, where % f->rows);
    buf_char(out, ',');
    buf_i64(out, where / f->rows);
    buf_char(out, ')');
}

static void put_bits(buf *out, const wgd_frag *f, wgd_frag_slot s)
{
    buf_str(out, "register ");
    buf_i64(out, s.reg);
    if (s.bits < f->reg_bits) {
        buf_str(out, ", bits ");
        buf_i64(out, s.bit);
        buf_char(out, '-');
        buf_i64(out, s.bit + s.bits - 1);
    }
}

static void put_lane(buf *out, const wgd_frag *f, int thread)
{
    buf_str(out, "thread ");
    buf_i64(out, thread);
    if (f->warpgroups > 0) {
        buf_str(out, " (warpgroup ");
        buf_i64(out, thread / 128);
        buf_str(out, ", warp ");
        buf_i64(out, thread / 32 % 4);
        buf_str(out, ", lane ");
        buf_i64(out, thread % 32);
        buf_char(out, ')');
    }
    if (f->groups > 1) {
        buf_str(out, " (lane ");
        buf_i64(out, wgd_frag_place(f, thread, 0).lane);
        buf_str(out, " + 4 for each further matrix of the warp)");
    }
}

static void text_element(buf *out, const wgd_frag *f, int row, int col)
{
    for (int copy = 0; copy < f->copies; copy++) {
        const wgd_frag_slot s = wgd_frag_find(f, row, col, copy);
        put_element(out, f, row + f->rows * col);
        buf_str(out, "  ");
        put_lane(out, f, s.thread);
        buf_str(out, ", ");
        put_bits(out, f, s);
        buf_str(out, ", value ");
        buf_i64(out, s.value);
        buf_char(out, '\n');
    }
}

static void text_thread(buf *out, const wgd_frag *f, int thread)
{
    put_lane(out, f, thread);
    buf_char(out, '\n');
    for (int v = 0; v < f->values; v++) {
        buf_str(out, "  value");
        buf_right_i64(out, v, 4);
        buf_str(out, "  ");
        put_element(out, f, wgd_frag_at(f, thread, v));
        buf_str(out, "  ");
        put_bits(out, f, wgd_frag_place(f, thread, v));
        buf_char(out, '\n');
    }
}

/* One line a thread: its registers, parted by bars, low bits first. */
static void text_table(buf *out, const wgd_frag *f)
{
    buf_str(out, "\nthread  elements (row,column), registers parted by |\n");
    for (int t = 0; t < f->threads; t++) {
        buf_right_i64(out, t, 6);
        for (int v = 0, reg = 0; v < f->values; v++) {
            const wgd_frag_slot s = wgd_frag_place(f, t, v);
            buf_str(out, v == 0 ? "  " : s.reg != reg ? " | " : " ");
            put_element(out, f, wgd_frag_at(f, t, v));
            reg = s.reg;
        }
        buf_char(out, '\n');
    }
}

static void text_head(buf *out, const wgd_frag *f, const char *operand)
{
    put_op(out, &f->op);
    buf_str(out, operand ? ", operand " : "");
    buf_str(out, operand ? operand : "");
    buf_str(out, ", ");
    buf_str(out, wgd_frag_type_name(f->type));
    buf_str(out, "\n  shape      ");
    buf_i64(out, f->rows);
    buf_str(out, " x ");
    buf_i64(out, f->cols);
    buf_str(out, "\n  threads    ");
    buf_i64(out, f->threads);
    buf_str(out, "\n  registers  ");
    buf_i64(out, f->regs);
    buf_str(out, " of ");
    buf_i64(out, f->reg_bits);
    buf_str(out, " bits, ");
    buf_i64(out, f->values);
    buf_str(out, " values\n  layout     ");
    buf_layout(out, &f->tv, WGD_FMT_PLAIN);
    buf_str(out, "   (thread, value) -> row + rows * column\n  lanes      ");
    buf_layout(out, &f->lanes, WGD_FMT_PLAIN);
    buf_char(out, '\n');
    if (f->chunk > 1) {
        buf_str(out, "  chunks     ");
        buf_i64(out, f->chunk);
        buf_str(out, " neighbours in a row share ");
        buf_i64(out, f->chunk_bits);
        buf_str(out, " bits\n");
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_slot(buf *out, const wgd_frag *f, wgd_frag_slot s)
{
    json_int(out, "thread", s.thread);
    if (f->warpgroups > 0) {
        json_int(out, "warpgroup", s.thread / 128);
        json_int(out, "warp", s.thread / 32 % 4);
    }
    json_int(out, "lane", f->warpgroups > 0 ? s.lane % 32 : s.lane);
    json_int(out, "value", s.value);
    json_int(out, "register", s.reg);
    json_int(out, "bit", s.bit);
    json_int(out, "bits", s.bits);
}

static void json_element(buf *out, const wgd_frag *f, int row, int col)
{
    json_open(out, "element", '[');
    for (int copy = 0; copy < f->copies; copy++) {
        json_open(out, NULL, '{');
        json_slot(out, f, wgd_frag_find(f, row, col, copy));
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_thread(buf *out, const wgd_frag *f, int thread)
{
    json_open(out, "thread", '[');
    for (int v = 0; v < f->values; v++) {
        const int where = wgd_frag_at(f, thread, v);
        json_open(out, NULL, '{');
        json_int(out, "row", where % f->rows);
        json_int(out, "column", where / f->rows);
        json_slot(out, f, wgd_frag_place(f, thread, v));
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_members(buf *out, const wgd_frag *f, const char *operand)
{
    json_open(out, "op", '"');
    put_op(out, &f->op);
    json_close(out, '"');
    if (operand) {
        json_str(out, "operand", operand);
    } else {
        json_null(out, "operand");
    }
    json_str(out, "dtype", wgd_frag_type_name((wgd_frag_type)f->op.a));
    json_str(out, "acc", wgd_frag_type_name((wgd_frag_type)f->op.d));
    json_str(out, "type", wgd_frag_type_name(f->type));
    json_int(out, "threads", f->threads);
    json_int(out, "values", f->values);
    json_open(out, "shape", '[');
    json_int(out, NULL, f->rows);
    json_int(out, NULL, f->cols);
    json_close(out, ']');
    json_layout(out, "layout", &f->tv);
    json_layout(out, "lanes", &f->lanes);
    json_int(out, "copies", f->copies);
    json_int(out, "groups", f->groups);
    if (f->warpgroups > 0) {
        json_int(out, "warpgroups", f->warpgroups);
    }
    json_open(out, "registers", '{');
    json_int(out, "count", f->regs);
    json_int(out, "bits", f->reg_bits);
    json_int(out, "chunk", f->chunk);
    json_int(out, "chunk_bits", f->chunk_bits);
    json_close(out, '}');
}

static void json_tv(buf *out, const wgd_frag *f)
{
    json_open(out, "tv", '[');
    for (int i = 0; i < f->threads * f->values; i++) {
        json_int(out, NULL, wgd_frag_at(f, i / f->values, i % f->values));
    }
    json_close(out, ']');
}

/* ---- the list ------------------------------------------------------------------------------- */

static void text_list_row(buf *out, const wgd_frag_op *op)
{
    const size_t from = out->len;
    put_op(out, op);
    buf_pad(out, 24 - (int)(out->len - from));
    buf_left(out, wgd_frag_type_name((wgd_frag_type)op->a), 6);
    buf_left(out, wgd_frag_type_name((wgd_frag_type)op->d), 5);
    buf_char(out, '\n');
}

static void list_ops(answer *a, bool json)
{
    buf *out = a->out;
    if (json) {
        answer_begin(a, "frag", true);
        json_open(out, "ops", '[');
    } else {
        buf_str(out, "instruction             dtype acc (the widest)\n");
    }
    for (int i = 0; i < wgd_frag_op_count(); i++) {
        const wgd_frag_op op = wgd_frag_op_at(i);
        if (json) {
            json_open(out, NULL, '{');
            json_open(out, "op", '"');
            put_op(out, &op);
            json_close(out, '"');
            json_str(out, "dtype", wgd_frag_type_name((wgd_frag_type)op.a));
            json_str(out, "acc", wgd_frag_type_name((wgd_frag_type)op.d));
            json_close(out, '}');
        } else {
            text_list_row(out, &op);
        }
    }
    if (json) {
        json_close(out, ']');
        answer_end(a);
    } else {
        buf_str(out,
                "wgmma has every legal N in place of n8; tcgen05.ld and st have 32x32b, 16x64b, "
                "16x128b, 16x256b and 16x32bx2, .x1 to .x128.\n");
    }
}

/* ---- run ------------------------------------------------------------------------------------ */

static wgd_status make(const request *rq, answer *a, wgd_frag *f, wgd_diag *diag)
{
    const bool op = rq->v[OPTION_op].has;
    any_layout l;
    if (!rq->v[OPTION_layout].given) {
        return frag_from_op(rq, a,
                            "an instruction such as m64n32k16, mma.m16n8k16 or ldmatrix.x4, or "
                            "--layout; 'wgdesc frag --list' shows them all",
                            f, diag);
    }
    if (op) {
        return cli_fail(diag, CLI_ERR_USAGE, "op", "two things to show", NULL,
                        "an instruction, or --layout", "");
    }
    const wgd_status st = any_layout_option(rq, a, &l, diag);
    return st == WGD_OK ? frag_from_layout(rq, &l, f, diag) : st;
}

static wgd_status check_place(const request *rq, const wgd_frag *f, wgd_diag *diag)
{
    const option_value *e = &rq->v[OPTION_element], *t = &rq->v[OPTION_thread];
    char want[sizeof diag->want];
    wgd_text w = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, "0 to ");
    if (e->has) {
        for (int i = 0; i < 2; i++) {
            const int last = (i == 0 ? f->rows : f->cols) - 1;
            if (e->u.dim[i] < 0 || e->u.dim[i] > last) {
                wgd_put_i64(&w, last);
                wgd_text_end(&w);
                return wgd_fail_num(diag, WGD_ERR_VALUE, "element",
                                    i == 0 ? "no such row" : "no such column", e->u.dim[i], want,
                                    "");
            }
        }
    }
    if (t->has && (t->u.num < 0 || t->u.num >= f->threads)) {
        wgd_put_i64(&w, f->threads - 1);
        wgd_text_end(&w);
        return wgd_fail_num(diag, WGD_ERR_VALUE, "thread", "no such thread", t->u.num, want, "");
    }
    return WGD_OK;
}

/* chain is NULL where it was not asked for. */
static void print_json(const request *rq, answer *a, const wgd_frag *f, const char *operand,
                       const wgd_frag_chain *chain)
{
    const option_value *e = &rq->v[OPTION_element], *t = &rq->v[OPTION_thread];
    answer_begin(a, "frag", true);
    json_members(a->out, f, operand);
    if (e->has) {
        json_element(a->out, f, (int)e->u.dim[0], (int)e->u.dim[1]);
    }
    if (t->has) {
        json_thread(a->out, f, (int)t->u.num);
    }
    if (chain) {
        chain_print_json(a->out, f, chain);
    } else if (!e->has && !t->has) {
        json_tv(a->out, f);
    }
    if (!wgd_frag_op_measured(&f->op)) {
        json_str(a->out, "basis", "documented");
    }
    answer_end(a);
}

static void print_text(const request *rq, buf *out, const wgd_frag *f, const char *operand,
                       const wgd_frag_chain *chain)
{
    const option_value *e = &rq->v[OPTION_element], *t = &rq->v[OPTION_thread];
    if (e->has) {
        text_element(out, f, (int)e->u.dim[0], (int)e->u.dim[1]);
    }
    if (t->has) {
        text_thread(out, f, (int)t->u.num);
    }
    if (chain) {
        text_head(out, f, operand);
        chain_print_text(out, f, chain);
    } else if (!e->has && !t->has) {
        text_head(out, f, operand);
        text_table(out, f);
    }
    if (!wgd_frag_op_measured(&f->op)) {
        buf_str(out, "basis: documented, not measured\n");
    }
}

static wgd_status draw(const request *rq, format form, answer *a, const wgd_frag *f,
                       const char *operand, wgd_diag *diag)
{
    draw_pic p;
    wgd_status st = frag_picture(&p, f, operand, diag);
    if (st == WGD_OK) {
        if (rq->v[OPTION_thread].has) {
            frag_point_at(&p, f, (int)rq->v[OPTION_thread].u.num);
        }
        st = picture_put(rq, form, a->out, &p, diag);
    }
    draw_pic_free(&p);
    return st;
}

static wgd_status answer_list(const request *rq, answer *a, wgd_diag *diag)
{
    const bool picture = rq->v[OPTION_picture].given || rq->v[OPTION_output].given;
    if (picture || (rq->format != FORMAT_TEXT && rq->format != FORMAT_JSON)) {
        return cli_fail(diag, CLI_ERR_USAGE, picture ? "list" : "format",
                        "there is no picture of the list", NULL, "text or JSON",
                        "name an instruction of the list to have it drawn");
    }
    list_ops(a, rq->format == FORMAT_JSON);
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    if (rq->v[OPTION_list].has && rq->v[OPTION_list].u.flag) {
        return answer_list(rq, a, diag);
    }
    if (frag_is_tmem(rq)) {
        return frag_tmem(rq, a, diag);
    }
    wgd_frag f;
    wgd_frag_chain chain;
    format form;
    wgd_status st = picture_format(rq, &form, diag);
    if (st == WGD_OK) {
        st = make(rq, a, &f, diag);
    }
    if (st == WGD_OK) {
        st = check_place(rq, &f, diag);
    }
    const bool as_a = rq->v[OPTION_as_a].has;
    if (st == WGD_OK && as_a) {
        st = frag_chain(rq, &f, &chain, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const bool mma = f.op.family == WGD_FRAG_WGMMA || f.op.family == WGD_FRAG_MMA;
    const char *operand = !mma ? NULL : wgd_frag_operand_name(f.operand);
    const bool picture = form != FORMAT_TEXT || rq->v[OPTION_picture].given;
    if (form == FORMAT_JSON) {
        print_json(rq, a, &f, operand, as_a ? &chain : NULL);
    } else if (form == FORMAT_CUTE) {
        buf_layout(a->out, &f.tv, WGD_FMT_CUTE);
        buf_char(a->out, '\n');
    } else if (picture) {
        st = draw(rq, form, a, &f, operand, diag);
    } else {
        print_text(rq, a->out, &f, operand, as_a ? &chain : NULL);
    }
    return st == WGD_OK ? picture_deliver(rq, a, diag) : st;
}

static const example examples[] = {
    {"wgdesc frag m64n32k16", "the accumulator of a wgmma"},
    {"wgdesc frag mma.m16n8k16 --operand a --thread 5", "what one thread holds"},
    {"wgdesc frag mma.m8n8k4.row.col --acc f32 --element 3,6", "where one element lies"},
    {"wgdesc frag ldmatrix.x4.trans --json", "for a script"},
    {"wgdesc frag m64n256k32 --dtype e4m3 --operand a --format cute", "CuTe's ALayout_64x32"},
    {"wgdesc frag m64n32k16 -o d.svg", "a picture"},
    {"wgdesc frag --layout '#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], "
     "warpsPerCTA = [1, 1], order = [1, 0]}>' --shape 4x32",
     "a layout of Triton's IR"},
    {"wgdesc frag m64n256k16 --tile 128x256 --warpgroups 2 --element 70,3",
     "whose register of a block's tile holds an element"},
    {"wgdesc frag m64n64k16 --as-a e4m3", "accumulators as A of the next product"},
    {"wgdesc frag tcgen05.ld.16x256b.x4 --thread 5", "cells of tensor memory (sm_100)"},
    {"wgdesc frag tcgen05.ld.32x32b.x32 --m-sm 128 --n-sm 256 --element 70,40",
     "the load that brings an element of an accumulator"},
    {"wgdesc frag --list", "every instruction"},
};

const command cmd_frag = {
    .id = COMMAND_frag,
    .name = "frag",
    .summary = "which thread holds which element of a matrix in registers",
    .synopsis = "(OP [--operand O | --tile MxN] | --layout L [--shape ROWSxCOLS]) [--dtype TYPE]",
    .about =
        "OP is a wgmma shape (m64n32k16, m64n32k32.sp), mma.m16n8k16, mma.m8n8k4 with .row or .col "
        "for A and for B, ldmatrix or stmatrix with .x1, .x2 or .x4 and .trans, or a whole PTX "
        "opcode with its types.\n\n"
        "The layout maps (thread, value) to row + rows * column, as CuTe has it: A is M x K, B is "
        "N x K, C and D are M x N. ldmatrix and stmatrix move rows of 16 bytes: row i is the one "
        "whose address lane i gives. Of mma.m8n8k4 with f16 a warp multiplies four matrices; the "
        "eight threads are the lanes 0-3 and 16-19, the next matrix four lanes on. For sparse "
        "operands the columns count the zeros.\n\n"
        "--layout shows any layout (thread, value) -> row + rows * column with powers of two, as a "
        "tiled copy has, or a distributed attribute or type of Triton's IR.\n\n"
        "--tile shows the accumulators of a block's whole tile of a wgmma, which the warpgroups "
        "share: "
        "each has its part of the rows, or with --split-along n of the columns. Values run through "
        "one "
        "instruction's, then those further down, then along.\n\n"
        "--as-a shows how accumulators become A of a next wgmma, as in attention: which values "
        "make up "
        "each register, and the order that K has then, for B. Both layouts are composed to prove "
        "it.\n\n"
        "tcgen05.ld, st and cp (sm_100) stand between registers, or shared memory, and tensor "
        "memory: which register of which thread holds which lane and column. With --m-sm and "
        "--n-sm the elements of an accumulator (--what: of another fragment, as 'wgdesc tmem' has "
        "it) in place of the cells, for a warp that starts at --lane and --column.\n\n"
        "--picture, --format or a file that -o names draws the matrix with the thread and the "
        "value "
        "of each element; --thread outlines what one thread holds.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_op},
    .n_operands = 1,
    .formats = FORMATS_ALL | FORMATS_PICTURE,
    .in_batch = true,
    .run = run,
};
