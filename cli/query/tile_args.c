/* SPDX-License-Identifier: MIT
 *
 * A tile, and how an instruction reads it, from the options that give them.
 */
#include "tile_args.h"

#include "error/cli_status.h"

wgd_arch word_arch(const request *rq, uint64_t word)
{
    if (rq->v[OPTION_arch].given || !wgd_desc_says_tcgen05(word)) {
        return request_arch(rq);
    }
    return wgd_tcgen05_decode(word).lbo_absolute ? WGD_SM103 : WGD_SM100;
}

wgd_arch arch_of_word(const request *rq, answer *a, uint64_t word)
{
    const wgd_arch arch = word_arch(rq, word);
    if (arch != request_arch(rq)) {
        answer_for_arch(a, arch);
    }
    return arch;
}

/* --block is one option with two meanings that its separator tells apart: I,J is which block, MNxK how
 * large one is. A list in JSON has no separator, and means what the command's key always did. */
static option_id block_option(const request *rq)
{
    return command_takes(rq->cmd, OPTION_inst) ? OPTION_inst : OPTION_block;
}

static bool says_which(const request *rq, option_id o)
{
    const dims_form f = rq->v[o].form;
    return f == DIMS_COMMA || (f == DIMS_LIST && o == OPTION_block);
}

bool block_index_given(const request *rq)
{
    const option_id o = block_option(rq);
    return rq->v[o].given && says_which(rq, o);
}

void block_index(const request *rq, int64_t index[2])
{
    const option_value *v = &rq->v[block_option(rq)];
    const bool given = block_index_given(rq);
    index[0] = given ? v->u.dim[0] : 0;
    index[1] = given ? v->u.dim[1] : 0;
}

/* A command that shows no slice of a tile has no block to be told which. */
static wgd_status refuse_index(const request *rq, wgd_diag *diag)
{
    int64_t at[2];
    char got[64];
    wgd_text t = wgd_text_into(got, sizeof got);
    block_index(rq, at);
    wgd_put_i64(&t, at[0]);
    wgd_put_char(&t, ',');
    wgd_put_i64(&t, at[1]);
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_VALUE, "block", "I,J says which block of a tile, MNxK how large",
                    got, "MNxK, as 128x16",
                    "one block of a tile: --block I,J of desc, solve, check, show and plan");
}

wgd_status block_from_args(const request *rq, int64_t block[2], wgd_diag *diag)
{
    const option_id named = block_option(rq);
    const bool beside = rq->v[OPTION_inst_block].given;
    const bool sized = rq->v[named].given && !says_which(rq, named);
    const option_id o = beside ? OPTION_inst_block : named;
    const option_value *v = &rq->v[o];
    block[0] = block[1] = 0;
    if (beside && sized) {
        return cli_fail(diag, CLI_ERR_USAGE, "inst-block", "the instruction's block is given twice",
                        NULL, "--inst-block MNxK, or --block MNxK", "--block I,J says which block");
    }
    if (block_index_given(rq) && !command_takes(rq->cmd, OPTION_slice)) {
        return refuse_index(rq, diag);
    }
    if (!beside && !sized) {
        return WGD_OK;
    }
    for (int i = 0; i < 2; i++) {
        block[i] = v->u.dim[i];
        if (block[i] < 1) { /* 0 means "not given" to the library */
            return wgd_fail_num(diag, WGD_ERR_VALUE, option_table[o].name,
                                "a block has at least one element", block[i], "MN x K",
                                "for example 128x16");
        }
    }
    return WGD_OK;
}

wgd_status n_from_args(const request *rq, int64_t *n, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_n];
    *n = v->has ? v->u.num : 0;
    if (!v->has) {
        return WGD_OK;
    }
    if (rq->v[OPTION_operand].u.choice != WGD_OPERAND_B) {
        const bool tcgen05 = wgd_arch_tcgen05(request_arch(rq));
        return wgd_fail_num(diag, WGD_ERR_N, "n",
                            tcgen05 ? "operand a has M rows, whatever N is"
                                    : "operand a has 64 rows, whatever N is",
                            *n, "no --n",
                            tcgen05 ? "say the block of the instruction: M x K"
                                    : "leave --n out, or ask for operand b");
    }
    /* For the library 0 means "not given". */
    return *n == 0 ? wgd_n_check((wgd_dtype)rq->v[OPTION_dtype].u.choice, 0, diag) : WGD_OK;
}

/* An end as it was given, or the tile's. */
static int64_t end_or(int64_t given, int64_t open)
{
    return given == SLICE_OPEN ? open : given;
}

wgd_status slice_from_args(const request *rq, int64_t mn, int64_t k, wgd_slice *out, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_slice];
    *out = (wgd_slice){{0, 0}, {0, 0}};
    if (!v->given) {
        return WGD_OK;
    }
    const int64_t *d = v->u.dim;
    *out = (wgd_slice){{end_or(d[0], 0), end_or(d[1], mn)}, {end_or(d[2], 0), end_or(d[3], k)}};
    if (wgd_slice_whole(out)) { /* to the library that would be the whole tile */
        return wgd_fail(diag, WGD_ERR_VALUE, "slice", "the slice is empty", "0:0,0:0",
                        "at least one element each way", "");
    }
    return wgd_slice_check(out, mn, k, diag);
}

wgd_status tile_query_from_args(const request *rq, wgd_tile_query *out, wgd_diag *diag)
{
    wgd_tile_query q = wgd_tile_query_default();
    const option_value *v = rq->v;
    q.dtype = (wgd_dtype)v[OPTION_dtype].u.choice;
    q.operand = (wgd_operand)v[OPTION_operand].u.choice;
    q.major = (wgd_major)v[OPTION_major].u.choice;
    q.swizzle = (wgd_swizzle_mode)v[OPTION_swizzle].u.choice;
    q.mn = v[OPTION_shape].u.dim[0];
    q.k = v[OPTION_shape].u.dim[1];
    q.order[0] = v[OPTION_order].u.dim[0];
    q.order[1] = v[OPTION_order].u.dim[1];
    q.start = v[OPTION_start].u.num;
    q.sparse = v[OPTION_sparse].given && v[OPTION_sparse].u.flag;
    q.arch = request_arch(rq);
    wgd_status st = block_from_args(rq, q.block, diag);
    if (st == WGD_OK) {
        st = n_from_args(rq, &q.n, diag);
    }
    *out = q;
    return st;
}

wgd_status tile_from_args(const request *rq, wgd_tile *t, wgd_diag *diag)
{
    wgd_tile_query q;
    const wgd_status st = tile_query_from_args(rq, &q, diag);
    return st == WGD_OK ? wgd_tile_describe(&q, t, diag) : st;
}

/* --op says type, N and sparse form at once; with it those options would say them twice. */
static wgd_status read_from_op(const request *rq, wgd_read *rd, wgd_diag *diag)
{
    static const option_id twice[] = {OPTION_dtype, OPTION_n, OPTION_sparse};
    wgd_frag_op op;
    for (int i = 0; i < 3; i++) {
        if (rq->v[twice[i]].given) {
            char what[64];
            wgd_text t = wgd_text_into(what, sizeof what);
            wgd_put_str(&t, "--op says --");
            wgd_put_str(&t, option_table[twice[i]].name);
            wgd_put_str(&t, " already");
            wgd_text_end(&t);
            return cli_fail(diag, CLI_ERR_USAGE, option_table[twice[i]].name, what, NULL,
                            "one of the two", "");
        }
    }
    wgd_status st = wgd_frag_op_parse(rq->v[OPTION_op].u.text.s, &op, diag);
    if (st == WGD_OK) {
        st = wgd_frag_op_types(&op, NULL, NULL, diag);
    }
    if (st == WGD_OK && op.family != WGD_FRAG_WGMMA) {
        st = wgd_fail(diag, WGD_ERR_INST, "op", "only wgmma reads through a descriptor",
                      rq->v[OPTION_op].u.text.s, "m64nNkK and its types",
                      "for example m64n128k16.f32.f16.f16");
    }
    if (st != WGD_OK) {
        diag->pos = -1;
        return st;
    }
    const bool b = rq->v[OPTION_operand].u.choice == WGD_OPERAND_B;
    /* The types of wgmma stand first in the register types, in the same order. */
    *rd = (wgd_read){(wgd_dtype)(b ? op.b : op.a),
                     b ? WGD_OPERAND_B : WGD_OPERAND_A,
                     (wgd_major)rq->v[OPTION_major].u.choice,
                     b ? op.n : WGD_INST_M,
                     op.sparse,
                     WGD_SM90,
                     0};
    return wgd_read_check(*rd, diag);
}

/* tcgen05: the block that is given; without it 128 rows of a, or N of b. */
static wgd_status read_from_block(const request *rq, const int64_t block[2], wgd_read *rd,
                                  wgd_diag *diag)
{
    const option_value *n = &rq->v[OPTION_n];
    if (rd->operand == WGD_OPERAND_B && !n->has && block[0] == 0) {
        return wgd_fail(diag, WGD_ERR_N, "n", "operand b is N x K, and no N is given", "nothing",
                        "N of the instruction", "for example --n 64, or --block 64x16");
    }
    const wgd_block_ask ask = {n->has ? n->u.num : 0, 128, block, "", ""};
    const wgd_status st = wgd_inst_block(&ask, rd, diag);
    return st == WGD_OK ? wgd_read_check(*rd, diag) : st;
}

wgd_status read_from_args(const request *rq, wgd_read *rd, wgd_diag *diag)
{
    const option_value *v = rq->v;
    const bool b = v[OPTION_operand].u.choice == WGD_OPERAND_B;
    int64_t block[2];
    const wgd_status form = block_from_args(rq, block, diag);
    if (form != WGD_OK) {
        return form;
    }
    if (command_takes(rq->cmd, OPTION_op) && v[OPTION_op].given) {
        return read_from_op(rq, rd, diag);
    }
    *rd = (wgd_read){(wgd_dtype)v[OPTION_dtype].u.choice,
                     (wgd_operand)v[OPTION_operand].u.choice,
                     (wgd_major)v[OPTION_major].u.choice,
                     WGD_INST_M,
                     v[OPTION_sparse].given && v[OPTION_sparse].u.flag,
                     request_arch(rq),
                     0};
    if (wgd_arch_tcgen05(rd->arch)) {
        return read_from_block(rq, block, rd, diag);
    }
    if (b && !v[OPTION_n].has) {
        return request_missing(rq->cmd, OPTION_n, "operand b is N x K: for example --n 64", diag);
    }
    int64_t n;
    const wgd_status st =
        b ? wgd_n_check(rd->dtype, v[OPTION_n].u.num, diag) : n_from_args(rq, &n, diag);
    if (st != WGD_OK) {
        return st;
    }
    rd->mn = b ? (int)v[OPTION_n].u.num : WGD_INST_M;
    return wgd_read_check(*rd, diag);
}
