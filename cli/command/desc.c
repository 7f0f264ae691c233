/* SPDX-License-Identifier: MIT
 *
 * desc: the descriptors of a tile.
 */
#include "answer/answer.h"
#include "answer/many.h"
#include "base/never.h"
#include "error/cli_status.h"
#include "request/request.h"
#include "query/place_args.h"
#include "query/tile_args.h"
#include "view/desc_print.h"
#include "view/found_view.h"

static wgd_status put(const request *rq, answer *a, const desc_view *v, wgd_diag *diag)
{
    switch (rq->format) {
    case FORMAT_JSON:
        desc_print_json(a, v);
        break;
    case FORMAT_CUTE:
        if (!v->iterator) {
            return wgd_fail(diag, WGD_ERR_VALUE, "format", "CuTe has no iterator over this slice",
                            "cute", "text or json", "its ranges cut the modes of the tile");
        }
        desc_print_cute(a->out, v);
        break;
    default:
        desc_print_text(a->out, v);
    }
    return WGD_OK;
}

static wgd_status put_slice(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_solve_query q;
    wgd_tile_query tile;
    pasted_layout none;
    wgd_solve s;
    wgd_stages stages;
    wgd_status st = place_query_from_args(rq, a, &q, &none, diag);
    if (st != WGD_OK) {
        return st;
    }
    st = wgd_solve_layout(&q, &s, diag);
    found f = {.s = &s, .sol = &s.solution[0]};
    if (st == WGD_OK) {
        desc_view v = found_view_of(&q, &f);
        v.cmd = "desc";
        v.has_order = true;
        st = tile_query_from_args(rq, &tile, diag);
        v.query.order[0] = tile.order[0];
        v.query.order[1] = tile.order[1];
        v.query.sparse = tile.sparse;
        st = ALWAYS(st == WGD_OK) /* it was when the place was read from the same options */
                 ? desc_view_stages(rq, &v, &stages, diag)
                 : st;
        return st == WGD_OK ? put(rq, a, &v, diag) : st;
    }
    return slice_refuse(&q, &s, st, rq->v[OPTION_slice].given ? "slice" : "block", diag);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    if (place_sliced(rq)) {
        return put_slice(rq, a, diag);
    }
    wgd_tile t;
    wgd_stages stages;
    desc_view v;
    wgd_status st = tile_from_args(rq, &t, diag);
    if (st == WGD_OK) {
        v = desc_view_of(&t);
        st = desc_view_stages(rq, &v, &stages, diag);
    }
    return st == WGD_OK ? put(rq, a, &v, diag) : st;
}

/* The descriptors of the tile at each start, K outer and MN inner. */
static wgd_status run_many(const request *rq, answer *a, const many *m, wgd_diag *diag)
{
    wgd_tile_query q;
    wgd_tile t;
    wgd_status st = tile_query_from_args(rq, &q, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (place_sliced(rq)) {
        return cli_fail(diag, CLI_ERR_USAGE, rq->v[OPTION_slice].given ? "slice" : "block",
                        "many starts are of whole tiles", NULL, NULL,
                        "the answer has every block of the tile");
    }
    if (rq->v[OPTION_copies].given) {
        return cli_fail(diag, CLI_ERR_USAGE, "stages", "the starts are those that are given", NULL,
                        NULL, "a start for each stage");
    }
    st = wgd_tile_describe(&q, &t, diag);
    if (st == WGD_OK) {
        const many_shape blocks = {
            .item = sizeof(uint64_t), .n_dims = 2, .dim = {t.blocks_k, t.blocks_mn}};
        st = many_answer(a, "desc", m, &blocks, diag);
    }
    uint64_t *to = m->out;
    for (size_t s = 0; to && st == WGD_OK && s < m->n; s++) {
        q.start = m->in[s] > INT64_MAX ? INT64_MAX : (int64_t)m->in[s];
        st = wgd_tile_describe(&q, &t, diag);
        for (int k = 0; st == WGD_OK && k < t.blocks_k; k++) {
            for (int i = 0; i < t.blocks_mn; i++) {
                *to++ = wgd_tile_block_desc(&t, i, k);
            }
        }
    }
    return st;
}

static const example examples[] = {
    {"wgdesc --major mn --swizzle 64B --shape 64x16", "one block of A, f16, M contiguous"},
    {"wgdesc --operand b --major k --swizzle 128B --shape 128x64 --n 128",
     "B of m64n128k16: four blocks along K"},
    {"wgdesc --dtype e4m3 --major k --swizzle 128B --shape 128x128 --order 2,1 --start 0x400 "
     "--json",
     "for a script"},
    {"wgdesc --major k --swizzle 128B --shape 128x64 --slice 64:128,0:64",
     "the rows of the second warpgroup: their words, and the step between the two"},
    {"wgdesc --major k --swizzle 64B --shape 128x64 --start 0x400 --format cute",
     "the list that CuTe prints, to compare with a kernel"},
};

const command cmd_desc = {
    .id = COMMAND_desc,
    .name = "desc",
    .summary = "compute the descriptors of a tile in shared memory",
    .synopsis = "--major k|mn --swizzle MODE --shape MNxK [--dtype TYPE] [--operand a|b] [--n N] "
                "[--order I,J] [--start BYTE] [--stages S] [--sparse] [--slice MN0:MN1,K0:K1] "
                "[--block I,J|MNxK]",
    .about =
        "The tile is built from swizzle atoms as CuTe's tile_to_shape does and cut into the blocks "
        "that one wgmma instruction reads: 64 x K for operand a, N x K for operand b, where K is "
        "32 bytes of elements. The answer is the 64-bit descriptor of every block, with LBO, SBO, "
        "swizzle, transpose flag and alignment, equal bit for bit to what make_gmma_desc gives.\n\n"
        "A block's descriptor differs from the first one only in the start address: add the step "
        "of the table, divided by 16, to the low word.\n\n"
        "A hardware field that this block does not read is marked 'not read'.\n\n"
        "--slice takes a part of the tile, --block I,J one block of the tile or of that part: the "
        "words of the part, its layout, where it begins in the swizzle pattern, and the step to "
        "the "
        "next part of its size. Each word is proved against the fetch rule; a part that no "
        "descriptor reads is refused with the nearest that one does.\n\n"
        "--stages S repeats the tile S times, each stage at the next aligned address, and gives "
        "the "
        "start of each stage and what to add for the next k block, mn block and stage; a start "
        "that "
        "no longer fits the 14 bits of the field is warned about.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .required = {OPTION_major, OPTION_swizzle, OPTION_shape},
    .n_required = 3,
    .formats = FORMATS_ALL,
    .in_batch = true,
    .run = run,
    .many_of = OPTION_start,
    .run_many = run_many,
};
