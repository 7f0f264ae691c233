/* SPDX-License-Identifier: MIT
 *
 * copy: registers to shared memory and on to global memory, or back.
 */
#include <string.h>

#include "answer/answer.h"
#include "answer/run.h"
#include "picture/banks_picture.h"
#include "picture/picture_out.h"
#include "copy/copy_args.h"
#include "copy/copy_print.h"

static wgd_status check_number(const option_value *v, const char *field, int n, wgd_diag *diag)
{
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    wgd_put_str(&t, "0 to ");
    wgd_put_i64(&t, n - 1);
    wgd_text_end(&t);
    return v->u.num >= 0 && v->u.num < n
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, field, "there is none of this number", v->u.num,
                              want, "");
}

/* ---- the command that writes the code again --------------------------------------------------- */

static void put_option(buf *out, const request *rq, option_id id, const char *value)
{
    if (rq->v[id].given) {
        buf_str(out, " --");
        buf_str(out, option_table[id].name);
        buf_char(out, ' ');
        buf_str(out, value);
    }
}

static void put_text_option(buf *out, const request *rq, option_id id)
{
    if (rq->v[id].given) {
        buf_str(out, " --");
        buf_str(out, option_table[id].name);
        buf_str(out, " '");
        buf_mem(out, rq->v[id].u.text.s, rq->v[id].u.text.len);
        buf_char(out, '\'');
    }
}

static void put_shape_option(buf *out, const request *rq, option_id id)
{
    if (rq->v[id].given) {
        put_option(out, rq, id, "");
        buf_i64(out, rq->v[id].u.dim[0]);
        buf_char(out, 'x');
        buf_i64(out, rq->v[id].u.dim[1]);
    }
}

static void put_number_option(buf *out, const request *rq, option_id id)
{
    if (rq->v[id].given) {
        put_option(out, rq, id, "");
        buf_i64(out, rq->v[id].u.num);
    }
}

static void put_command(buf *out, const request *rq, const copy_ask *ask, bool cuda)
{
    static const option_id types[] = {OPTION_frag_dtype, OPTION_acc, OPTION_copy_to, OPTION_as_a};
    buf_str(out, "wgdesc copy");
    if (rq->v[OPTION_op].has) {
        buf_char(out, ' ');
        buf_mem(out, rq->v[OPTION_op].u.text.s, rq->v[OPTION_op].u.text.len);
    }
    put_text_option(out, rq, OPTION_copy_threads);
    put_shape_option(out, rq, OPTION_shape);
    put_shape_option(out, rq, OPTION_frag_tile);
    put_number_option(out, rq, OPTION_frag_warpgroups);
    put_option(out, rq, OPTION_split_along, rq->v[OPTION_split_along].u.choice == 1 ? "n" : "m");
    put_option(out, rq, OPTION_frag_operand,
               wgd_frag_operand_name((wgd_frag_operand)rq->v[OPTION_frag_operand].u.choice));
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        put_option(out, rq, types[i], frag_type_name(&rq->v[types[i]]));
    }
    put_text_option(out, rq, OPTION_layout);
    put_option(out, rq, OPTION_d_major, ask->tile.down ? "m" : "n");
    put_option(out, rq, OPTION_swizzle,
               wgd_swizzle_name((wgd_swizzle_mode)rq->v[OPTION_swizzle].u.choice));
    buf_str(out, " --access ");
    buf_str(out, wgd_copy_insn_name(ask->copy.insn));
    buf_str(out, cuda ? " --lang cuda --prefix " : " --lang c --prefix ");
    buf_str(out, rq->v[OPTION_prefix].u.text.s);
    buf_char(out, '\0');
}

static wgd_status emit_code(const request *rq, answer *a, const copy_ask *ask, wgd_diag *diag)
{
    const bool cuda = rq->v[OPTION_copy_lang].u.choice == EMIT_CUDA;
    const epilogue p = copy_epilogue(ask);
    emit e;
    buf again = {0}, code = {0};
    wgd_status st = epilogue_check(&p, cuda, diag);
    if (st == WGD_OK) {
        st = emit_names(&e, rq->format == FORMAT_JSON ? &code : a->out,
                        rq->v[OPTION_prefix].u.text.s, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    put_command(&again, rq, ask, cuda);
    epilogue_put(&e, &p, again.failed ? "" : again.data, cuda);
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "copy", true);
        json_str(a->out, "lang", cuda ? "cuda" : "c");
        json_str(a->out, "prefix", e.lower);
        json_take(a->out, "text", &code);
        answer_end(a);
    }
    a->out->failed |= again.failed;
    buf_free(&again);
    return WGD_OK;
}

/* ---- run ------------------------------------------------------------------------------------ */

/* The shown access: its lanes and banks. */
static wgd_status draw(const request *rq, format form, answer *a, const copy_ask *ask, int warp,
                       int step, wgd_diag *diag)
{
    draw_pic p;
    wgd_bank_lanes lanes;
    wgd_bank_result shown;
    wgd_copy_lanes(&ask->copy, warp, step, &lanes);
    (void)wgd_copy_banks(&ask->copy, warp, step, &shown, NULL); /* it was counted before */
    wgd_status st = banks_picture(&p, &lanes, &shown, wgd_copy_insn_access(ask->copy.insn), diag);
    if (st == WGD_OK) {
        buf *title = draw_head(&p);
        buf_str(title, wgd_copy_insn_name(ask->copy.insn));
        buf_str(title, ", warp ");
        buf_i64(title, warp);
        buf_str(title, ", step ");
        buf_i64(title, step);
        banks_picture_heads(&p, &shown);
        st = picture_put(rq, form, a->out, &p, diag);
    }
    draw_pic_free(&p);
    return st;
}

/* How the answer is wanted; code has file names of its own. */
static wgd_status choose_format(const request *rq, format *out, wgd_diag *diag)
{
    if (!rq->v[OPTION_copy_lang].has) {
        return picture_format(rq, out, diag);
    }
    return rq->format == FORMAT_TEXT || rq->format == FORMAT_JSON
               ? WGD_OK
               : wgd_fail(diag, WGD_ERR_VALUE, "format", "code is no picture", "a picture",
                          "text or json", "");
}

static wgd_status print(const request *rq, answer *a, const copy_ask *ask, format form,
                        wgd_diag *diag)
{
    const int warp = (int)rq->v[OPTION_copy_warp].u.num, step = (int)rq->v[OPTION_copy_step].u.num;
    if (rq->v[OPTION_copy_lang].has) {
        return emit_code(rq, a, ask, diag);
    }
    if (form == FORMAT_JSON) {
        copy_print_json(a, ask, warp, step);
    } else if (form == FORMAT_TEXT && !rq->v[OPTION_picture].given) {
        copy_print_text(a->out, ask, warp, step);
    } else {
        return draw(rq, form, a, ask, warp, step, diag);
    }
    return WGD_OK;
}

/* The named instruction cannot: an answer, but an error where there is nothing to draw or to write as code. */
static wgd_status print_no(const request *rq, answer *a, const copy_ask *ask, format form)
{
    if (rq->v[OPTION_copy_lang].has || (form != FORMAT_TEXT && form != FORMAT_JSON)) {
        return ask->why.status;
    }
    a->exit_status = 1;
    if (form == FORMAT_JSON) {
        copy_print_no_json(a, ask);
    } else {
        copy_print_no(a->out, ask);
    }
    return WGD_OK;
}

static wgd_status print_yes(const request *rq, answer *a, const copy_ask *ask, format form,
                            wgd_diag *diag)
{
    wgd_status st = check_number(&rq->v[OPTION_copy_warp], "warp", ask->copy.warps, diag);
    if (st == WGD_OK) {
        st = check_number(&rq->v[OPTION_copy_step], "step", ask->copy.steps, diag);
    }
    if (st == WGD_OK) {
        a->exit_status = ask->proof.equal ? 0 : 1;
        st = print(rq, a, ask, form, diag);
    }
    return st;
}

static wgd_status answer_copy(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    copy_ask *ask = room;
    format form = rq->format;
    wgd_status st = choose_format(rq, &form, diag);
    if (st == WGD_OK) {
        st = copy_ask_frag(rq, a, ask, diag);
    }
    if (st == WGD_OK) {
        st = copy_ask_rest(rq, a, OPTION_swizzle, ask, diag);
    }
    if (st == WGD_OK) {
        st = ask->can ? print_yes(rq, a, ask, form, diag) : print_no(rq, a, ask, form);
    }
    return st == WGD_OK ? picture_deliver(rq, a, diag) : st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(copy_ask), answer_copy, rq, a, diag);
}

static const example examples[] = {
    {"wgdesc copy m64n128k16 --tile 128x128 --warpgroups 2 --to f16",
     "accumulators into a tile that TMA stores: which instruction, which addresses"},
    {"wgdesc copy m64n128k16 --to bf16 --d-major m --access stmatrix.x4.trans", "column-major"},
    {"wgdesc copy mma.m16n8k16 --operand a --layout 'Sw<1,3,3> o 0 o (16,16):(16,1)' "
     "--access ldmatrix.x4",
     "an operand of mma.sync"},
    {"wgdesc copy --tv '((16,8),8):((64,1),8)' --shape 8x128 --dtype f16 --access cp.async.16 "
     "--layout '(8,128):(128,1)'",
     "a tiled copy"},
    {"wgdesc copy m64n256k16 --tile 128x256 --warpgroups 2 --to bf16 --lang cuda --prefix out "
     "-o out.cuh",
     "as code: conversion, copy, TMA store, reductions of rows"},
};

const command cmd_copy = {
    .id = COMMAND_copy,
    .name = "copy",
    .summary = "registers to shared memory and on to global memory, and back",
    .synopsis = "(OP [--tile MxN --warpgroups N] | --tv LAYOUT --shape ROWSxCOLS) [--to TYPE] "
                "[--layout L | --d-major n|m --swizzle MODE] [--access INSTRUCTION]",
    .about =
        "Who holds what (OP and its options as 'frag' has them, or --tv), the tile in shared "
        "memory "
        "(--layout, or the one that TMA stores with a swizzle), and an instruction: whether it can "
        "move the values, which values each access takes, the addresses as a formula and as a "
        "table, "
        "phases and bank conflicts, and the boxes of the copy engine between the tile and global "
        "memory. Every value is followed from its register through the instruction to its place in "
        "the box; where one goes astray the answer says so.\n\n"
        "Without --access the instructions that move the right way are tried, out of registers for "
        "accumulators and layouts, into them for operands. Stores and stmatrix go from registers "
        "to "
        "shared memory, loads and ldmatrix the other way, cp.async from global memory.\n\n"
        "--lang writes it as code: indices both ways, reductions along a row, conversion, the "
        "copy, the tensor map and its boxes; with --as-a the accumulators as A of a next wgmma.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_op},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON | FORMATS_PICTURE,
    .in_batch = true,
    .run = run,
};
