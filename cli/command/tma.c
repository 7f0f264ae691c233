/* SPDX-License-Identifier: MIT
 *
 * tma: the tensor map that fills a tile.
 */
#include "answer/answer.h"
#include "base/never.h"
#include "request/request.h"
#include "error/cli_status.h"
#include "query/place_args.h"
#include "query/tile_args.h"
#include "view/tma_fit_print.h"
#include "view/tma_print.h"

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
    tma_put_title(out, t);
    tma_put_call(out, t);
    tma_put_copies(out, t);
    put_better_order(out, t);
    buf_str(out, "  shared memory at a multiple of ");
    buf_i64(out, t->tile.alignment < WGD_TMA_SMEM_ALIGNMENT ? WGD_TMA_SMEM_ALIGNMENT
                                                            : t->tile.alignment);
    buf_str(out, " bytes\n\n");
    tma_put_boxes(out, t, NULL);
    buf_str(out, "\n  layout      ");
    buf_composed(out, &t->tile.smem, WGD_FMT_PLAIN);
    buf_str(out, "\n  descriptor  ");
    buf_word(out, wgd_tile_block_desc(&t->tile, 0, 0));
    put_proof(out, p);
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
    tma_json_boxes(out, "boxes", t, NULL);
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

/* A number that means "not given" to the library where it is 0, and so is refused here. */
static wgd_status read_number(const option_value *v, const char *field, const char *what,
                              const char *want, int64_t *out, wgd_diag *diag)
{
    if (!v->has) {
        return WGD_OK;
    }
    *out = v->u.num;
    return *out ? WGD_OK : wgd_fail_num(diag, WGD_ERR_VALUE, field, what, *out, want, "");
}

/* Everything about the tensor and the boxes. */
static wgd_status global_from_args(const request *rq, wgd_tma_query *q, wgd_diag *diag)
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
    q->address = v[OPTION_address].has ? (uint64_t)v[OPTION_address].u.num : 0;
    q->one_box = v[OPTION_one_box].has && v[OPTION_one_box].u.flag;
    const wgd_status st = read_number(&v[OPTION_ld], "ld",
                                      "the leading dimension is shorter than a line of the tensor",
                                      "the elements of a line, or more", &q->ld, diag);
    return st == WGD_OK ? read_number(&v[OPTION_box_lines], "box-lines",
                                      "a box starts and ends between groups of 8 lines",
                                      "a multiple of 8, at least 8", &q->box_lines, diag)
                        : st;
}

/* The copy is held against the descriptor, element by element, before it is printed. */
static wgd_status proved(bool equal, wgd_diag *diag)
{
    if (NEVER(!equal)) { /* or there is a mistake in one of them */
        return wgd_fail(diag, WGD_ERR_INTERNAL, "", "the copy and the descriptor disagree", NULL,
                        NULL, NULL);
    }
    return WGD_OK;
}

static wgd_status run_tile(const request *rq, answer *a, wgd_tma_query *q, wgd_diag *diag)
{
    static const option_id needs[] = {OPTION_major, OPTION_swizzle, OPTION_shape};
    wgd_tma t;
    for (int i = 0; i < 3; i++) {
        if (!rq->v[needs[i]].given) {
            return request_missing(rq->cmd, needs[i],
                                   "or a layout, with --layout; see 'wgdesc tma --help'", diag);
        }
    }
    wgd_status st = tile_query_from_args(rq, &q->tile, diag);
    if (st == WGD_OK) {
        st = wgd_tma_describe(q, &t, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const wgd_tma_proof p = wgd_tma_prove(&t);
    if (rq->format == FORMAT_JSON) {
        print_json(a, &t, &p);
    } else {
        print_text(a->out, &t, &p);
    }
    return proved(p.equal, diag);
}

/* ---- a layout held against boxes -------------------------------------------------------------- */

/* What the boxes of a layout leave no choice of. */
static wgd_status refuse_of_layout(const request *rq, wgd_diag *diag)
{
    static const option_id none[] = {OPTION_order, OPTION_one_box, OPTION_inst};
    for (int i = 0; i < 3; i++) {
        if (rq->v[none[i]].given) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[none[i]].name,
                            "a layout says itself how its boxes lie", NULL, "",
                            "leave it out, or describe a tile by --major, --swizzle and --shape");
        }
    }
    return WGD_OK;
}

/* As written; "Sw o 0 o L" also as a swizzle of bytes, where that fits. */
static wgd_status fit_readings(wgd_solve_query *q, const wgd_tma_query *t, wgd_tma_fit *f,
                               bool *bytes, wgd_diag *diag)
{
    wgd_solve_query other;
    wgd_diag none;
    const wgd_status st = wgd_tma_fit_layout(&q->layout, t, f, diag);
    *bytes = false;
    if (st == WGD_OK && !f->fits && place_as_bytes(q, &other)) {
        wgd_tma_fit g;
        if (wgd_tma_fit_layout(&other.layout, t, &g, &none) == WGD_OK && g.fits) {
            *f = g;
            *q = other;
            *bytes = true;
        }
    }
    return st;
}

static wgd_status check_major(const request *rq, const wgd_tma_fit *f, wgd_diag *diag)
{
    const option_value *major = &rq->v[OPTION_major];
    const wgd_major found = f->map.query.tile.major;
    if (!f->fits || !major->given || (wgd_major)major->u.choice == found) {
        return WGD_OK;
    }
    return wgd_fail(diag, WGD_ERR_VALUE, "major", "the lines of this layout run the other way",
                    wgd_major_name((wgd_major)major->u.choice), wgd_major_name(found),
                    "a copy does not transpose: the tensor has the major of the layout");
}

static wgd_status run_layout(const request *rq, answer *a, wgd_tma_query *t, wgd_diag *diag)
{
    wgd_solve_query q;
    pasted_layout pasted;
    wgd_tma_fit f;
    bool bytes;
    wgd_status st = refuse_of_layout(rq, diag);
    if (st == WGD_OK) {
        st = place_query_from_args(rq, a, &q, &pasted, diag);
    }
    if (st == WGD_OK) {
        t->tile.dtype = q.dtype;
        t->tile.operand = q.operand;
        t->tile.start = q.start;
        t->tile.sparse = q.sparse;
        t->tile.arch = q.arch;
        st = fit_readings(&q, t, &f, &bytes, diag);
    }
    if (st == WGD_OK) {
        st = check_major(rq, &f, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const tma_fit_view v = {&f, &q, &pasted, bytes};
    a->exit_status = !f.fits;
    if (rq->format == FORMAT_JSON) {
        tma_fit_json(a, &v);
    } else {
        tma_fit_text(a->out, &v);
        buf_str(a->out, bytes ? place_bytes_note : "");
        place_notes(a->out, rq, &pasted);
    }
    return f.fits ? proved(wgd_tma_fit_prove(&f).equal, diag) : WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const option_value *v = rq->v;
    wgd_tma_query q;
    const wgd_status st = global_from_args(rq, &q, diag);
    if (st != WGD_OK) {
        return st;
    }
    return v[OPTION_layout].given || v[OPTION_strides].given || v[OPTION_pitch].given
               ? run_layout(rq, a, &q, diag)
               : run_tile(rq, a, &q, diag);
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
    {"wgdesc tma --layout 'Sw<3,4,3> o smem_ptr[16b] o ((64,2),64):((1,4096),64)'",
     "which boxes write this layout?"},
};

const command cmd_tma = {
    .id = COMMAND_tma,
    .name = "tma",
    .summary = "compute the tensor map and the copies that bring a tile",
    .synopsis =
        "--major k|mn --swizzle MODE --shape MNxK | --layout LAYOUT [--global MNxK] [--ld N] "
        "[--dtype TYPE] [--operand a|b] [--n N] [--order I,J] [--start BYTE] [--sparse]",
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
        "--layout, or --shape with --strides or --pitch, holds a layout against boxes instead, in "
        "all the forms that 'wgdesc solve' reads: is there a sequence of boxes of one size that "
        "writes exactly this? Every swizzle of the copy engine and both majors are tried, and the "
        "boxes proved for every element. Where there are none, the answer names the first element "
        "that the nearest box puts elsewhere, why, and what would be right; the exit status is "
        "1.\n\n"
        "The swizzle's enumerators differ between the two worlds: 128B is 3 in the tensor map and "
        "1 in the descriptor.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_layout,
    .has_bare = true,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
