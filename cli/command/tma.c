/* SPDX-License-Identifier: MIT
 *
 * tma: the tensor map that fills a tile.
 */
#include "answer/answer.h"
#include "request/request.h"
#include "query/tile_args.h"
#include "view/tma_print.h"

static void put_title(buf *out, const wgd_tma *t)
{
    const wgd_tile_query *q = &t->query.tile;
    buf_str(out, "cuTensorMapEncodeTiled   ");
    buf_str(out, wgd_dtype_get(q->dtype)->name);
    buf_str(out, q->operand == WGD_OPERAND_A ? " A " : " B ");
    buf_i64(out, q->mn);
    buf_char(out, 'x');
    buf_i64(out, q->k);
    buf_str(out, q->major == WGD_MAJOR_K ? ", K-major, " : ", MN-major, ");
    buf_str(out, q->swizzle == WGD_SWZ_NONE ? "no" : wgd_swizzle_name(q->swizzle));
    buf_str(out, " swizzle\n\n");
}

static void put_proof(buf *out, const wgd_tma_proof *p)
{
    buf_str(out, "\n  proof: ");
    buf_i64(out, p->elements);
    buf_str(out, " of ");
    buf_i64(out, p->elements);
    buf_str(out, " elements are written where the descriptor reads them\n");
}

/* Atoms in the other order may make longer runs of lines, and so larger boxes. */
static void put_better_order(buf *out, const wgd_tma *t)
{
    wgd_tma_query q = t->query;
    wgd_tma other;
    q.tile.order[0] = t->query.tile.order[1];
    q.tile.order[1] = t->query.tile.order[0];
    if (wgd_tma_describe(&q, &other, NULL) == WGD_OK && other.boxes < t->boxes) {
        buf_str(out, "  with --order ");
        buf_i64(out, q.tile.order[0]);
        buf_char(out, ',');
        buf_i64(out, q.tile.order[1]);
        buf_str(out, " it takes ");
        buf_i64(out, other.boxes);
        buf_char(out, '\n');
    }
}

static void print_text(buf *out, const wgd_tma *t, const wgd_tma_proof *p)
{
    put_title(out, t);
    tma_put_call(out, t);
    buf_str(out, "\n  the tile takes ");
    buf_i64(out, t->boxes);
    buf_str(out, t->boxes == 1 ? " copy of " : " copies of ");
    buf_i64(out, t->box_bytes);
    buf_str(out, " bytes; its barrier expects ");
    buf_i64(out, t->tile.bytes);
    buf_char(out, '\n');
    put_better_order(out, t);
    buf_str(out, "  shared memory at a multiple of ");
    buf_i64(out, t->tile.alignment < WGD_TMA_SMEM_ALIGNMENT ? WGD_TMA_SMEM_ALIGNMENT
                                                            : t->tile.alignment);
    buf_str(out, " bytes\n\n");
    tma_put_boxes(out, t);
    buf_str(out, "\n  layout      ");
    buf_composed(out, &t->tile.smem, WGD_FMT_PLAIN);
    buf_str(out, "\n  descriptor  ");
    buf_hex(out, wgd_tile_block_desc(&t->tile, 0, 0), 16);
    put_proof(out, p);
}

static void json_pair(buf *out, const char *key, int64_t a, int64_t b)
{
    json_open(out, key, '[');
    json_int(out, NULL, a);
    json_int(out, NULL, b);
    json_close(out, ']');
}

static void print_json(answer *a, const wgd_tma *t, const wgd_tma_proof *p)
{
    buf *out = a->out;
    const wgd_tile_query *q = &t->query.tile;
    answer_begin(a, "tma", true);
    json_str(out, "dtype", wgd_dtype_get(q->dtype)->name);
    json_str(out, "operand", wgd_operand_name(q->operand));
    json_str(out, "major", wgd_major_name(q->major));
    json_str(out, "swizzle", wgd_swizzle_name(q->swizzle));
    json_pair(out, "shape", q->mn, q->k);
    json_pair(out, "order", q->order[0], q->order[1]);
    json_addr(out, "start", (uint64_t)q->start);
    json_pair(out, "global", t->query.global_mn, t->query.global_k);
    json_int(out, "ld", t->query.ld);
    tma_json_call(out, "tensor_map", t);
    json_int(out, "box_bytes", t->box_bytes);
    json_int(out, "expect_bytes", t->tile.bytes);
    tma_json_boxes(out, "boxes", t);
    json_open(out, "smem", '{');
    json_composed(out, "layout", &t->tile.smem);
    json_int(out, "bytes", t->tile.bytes);
    json_int(out, "alignment",
             t->tile.alignment < WGD_TMA_SMEM_ALIGNMENT ? WGD_TMA_SMEM_ALIGNMENT
                                                        : t->tile.alignment);
    json_close(out, '}');
    json_word(out, "descriptor", wgd_tile_block_desc(&t->tile, 0, 0));
    json_open(out, "proof", '{');
    json_int(out, "elements", p->elements);
    json_bool(out, "equal", p->equal);
    json_close(out, '}');
    answer_end(a);
}

static wgd_status query_from_args(const request *rq, wgd_tma_query *q, wgd_diag *diag)
{
    const option_value *v = rq->v;
    *q = wgd_tma_query_default();
    if (v[OPTION_global].has) {
        for (int i = 0; i < 2; i++) {
            const int64_t extent = v[OPTION_global].u.dim[i];
            if (extent < 1) { /* 0 means "not given" to the library */
                return wgd_fail_num(diag, WGD_ERR_LIMIT, "global",
                                    "a tensor has at least one element", extent, "MN x K", "");
            }
            *(i == 0 ? &q->global_mn : &q->global_k) = extent;
        }
    }
    if (v[OPTION_ld].has) {
        q->ld = v[OPTION_ld].u.num > 0 ? v[OPTION_ld].u.num : -1;
    }
    q->address = v[OPTION_address].has ? (uint64_t)v[OPTION_address].u.num : 0;
    if (v[OPTION_box_lines].has) {
        q->box_lines = v[OPTION_box_lines].u.num != 0 ? v[OPTION_box_lines].u.num : -1;
    }
    q->one_box = v[OPTION_one_box].has && v[OPTION_one_box].u.flag;
    return tile_query_from_args(rq, &q->tile, diag);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_tma_query q;
    wgd_tma t;
    wgd_status st = query_from_args(rq, &q, diag);
    if (st == WGD_OK) {
        st = wgd_tma_describe(&q, &t, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const wgd_tma_proof p = wgd_tma_prove(&t);
    if (!p.equal) {
        return wgd_fail(diag, WGD_ERR_INTERNAL, "", "the copy and the descriptor disagree", NULL,
                        NULL, NULL);
    }
    if (rq->format == FORMAT_JSON) {
        print_json(a, &t, &p);
    } else {
        print_text(a->out, &t, &p);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc tma --dtype bf16 --major k --swizzle 128B --shape 128x64 --global 4096x8192",
     "A of a GEMM: 128 x 64 of 4096 x 8192, one copy"},
    {"wgdesc tma --dtype bf16 --operand b --major mn --swizzle 128B --shape 256x64 --order 2,1",
     "N contiguous: one copy for each panel of 64"},
    {"wgdesc tma --major k --swizzle 128B --shape 128x128 --global 4096x4096 --one-box",
     "a third dimension makes one copy of two panels"},
    {"wgdesc tma --major k --swizzle 128B --shape 256x64 --box-lines 64 --json",
     "a quarter for each of 4 blocks of a cluster"},
};

const command cmd_tma = {
    .id = COMMAND_tma,
    .name = "tma",
    .summary = "compute the tensor map and the copies that bring a tile",
    .synopsis = "--major k|mn --swizzle MODE --shape MNxK [--global MNxK] [--ld N] [--dtype TYPE] "
                "[--operand a|b] [--n N] [--order I,J] [--start BYTE] [--sparse]",
    .about =
        "The parameters of cuTensorMapEncodeTiled for a tile that wgmma reads: every limit of the "
        "call is checked, a tile that one box cannot hold is split, and each box gets its "
        "coordinate and its place in shared memory. The tensor in global memory has the tile's "
        "major: the copy engine does not transpose.\n\n"
        "The answer is proved before it is printed: for every element of the tile the address "
        "where the copy writes it (box dense, swizzled by the absolute address) is compared with "
        "the address where the descriptor makes wgmma read it.\n\n"
        "The number of boxes depends on the order of the atoms. A box holds consecutive lines, so "
        "K-major tiles want --order 1,2 and MN-major tiles --order 2,1.\n\n"
        "The swizzle's enumerators differ between the two worlds: 128B is 3 in the tensor map and "
        "1 in the descriptor.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .required = {OPTION_major, OPTION_swizzle, OPTION_shape},
    .n_required = 3,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
