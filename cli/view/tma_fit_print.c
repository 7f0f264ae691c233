/* SPDX-License-Identifier: MIT
 *
 * A layout held against the boxes of the copy engine, as text and as JSON.
 */
#include "tma_fit_print.h"

#include "tma_print.h"

/* Copies of the tile that are listed. */
enum { COPIES_SHOWN = 64 };

/* Does the same tensor map write copy i? Its start, in bytes. */
static bool copy_fits(const tma_fit_view *v, int64_t i, int64_t *start)
{
    const wgd_solve_query c = place_copy(v->query, v->pasted, i);
    wgd_tma_query q = v->fit->map.query;
    wgd_tma_fit f;
    *start =
        v->query->start + pasted_layout_copy(v->pasted, i) * wgd_dtype_bits(v->query->dtype) / 8;
    q.tile.start = c.start;
    return wgd_tma_fit_layout(&c.layout, &q, &f, NULL) == WGD_OK && f.fits &&
           f.map.params.swizzle == v->fit->map.params.swizzle && f.map.boxes == v->fit->map.boxes;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_element(buf *out, int64_t mn, int64_t k)
{
    buf_char(out, '(');
    buf_i64(out, mn);
    buf_char(out, ',');
    buf_i64(out, k);
    buf_char(out, ')');
}

static void put_boxes(buf *out, int boxes)
{
    buf_i64(out, boxes);
    buf_str(out, boxes == 1 ? " box" : " boxes");
}

static void put_first(buf *out, const wgd_tma_fit *f)
{
    if (f->why == WGD_TMA_MISFIT_WIDTH) {
        return;
    }
    buf_str(out, "first: element ");
    put_element(out, f->mn, f->k);
    buf_str(out, " lies at byte ");
    buf_addr(out, (uint64_t)f->byte);
    if (f->box_byte >= 0) {
        buf_str(out, "; the box that writes (0,0), with\n  ");
        buf_str(out, wgd_tma_swizzle_name(f->map.query.tile.swizzle));
        buf_str(out, ", puts it at ");
        buf_addr(out, (uint64_t)f->box_byte);
    } else if (f->why == WGD_TMA_MISFIT_ALIAS) {
        buf_str(out, ", as one before it does");
    } else if (f->why == WGD_TMA_MISFIT_ALIGN) {
        buf_str(out, ", which is ");
        buf_i64(out, f->byte % WGD_TMA_SMEM_ALIGNMENT);
        buf_str(out, " more than a multiple of 128");
    }
    buf_char(out, '\n');
}

static void put_changes(buf *out, const wgd_tma_fit *f)
{
    wgd_tma store;
    int64_t start;
    const bool moved = wgd_tma_fit_start(f, &start), stored = wgd_tma_fit_store(f, &store);
    buf_str(out, moved || stored ? "\nwhat would be right:\n" : "");
    if (moved) {
        buf_str(out, "  the same layout at --start ");
        buf_addr(out, (uint64_t)start);
        buf_char(out, '\n');
    }
    if (stored) {
        const wgd_tile_query *q = &store.query.tile;
        buf_str(out, "  ");
        buf_composed(out, &store.tile.smem, WGD_FMT_PLAIN);
        buf_str(out, "\n    at ");
        buf_addr(out, (uint64_t)q->start);
        buf_str(out, ": ");
        put_boxes(out, store.boxes);
        buf_str(out, "\n    'wgdesc tma --major ");
        buf_str(out, wgd_major_name(q->major));
        buf_str(out, " --swizzle ");
        buf_str(out, wgd_swizzle_name(q->swizzle));
        buf_str(out, " --shape ");
        buf_i64(out, q->mn);
        buf_char(out, 'x');
        buf_i64(out, q->k);
        buf_str(out, q->order[0] == 2 ? " --order 2,1 ...'\n" : " ...'\n");
    }
}

static void put_copies(buf *out, const tma_fit_view *v)
{
    if (v->pasted->copies < 2) {
        return;
    }
    buf_str(out, "\nthe layout holds ");
    buf_i64(out, v->pasted->copies);
    buf_str(out, " tiles or stages, and the answer is for the first; the others:\n");
    for (int64_t i = 1; i < v->pasted->copies && i < COPIES_SHOWN; i++) {
        int64_t start;
        const bool same = copy_fits(v, i, &start);
        buf_right_i64(out, i, 4);
        buf_str(out, "  start ");
        buf_hex(out, (uint64_t)start, 5);
        buf_str(out, same ? "  the same boxes\n" : "  not by these boxes\n");
    }
    buf_str(out, v->pasted->copies > COPIES_SHOWN ? "  ...\n" : "");
}

static void put_fit(buf *out, const tma_fit_view *v)
{
    const wgd_tma *t = &v->fit->map;
    tma_put_title(out, t);
    tma_put_call(out, t);
    tma_put_copies(out, t);
    buf_str(out, "  each box at a multiple of 128 bytes\n\n");
    tma_put_boxes(out, t, v->fit);
    buf_str(out, "\n  layout      ");
    buf_composed(out, &v->fit->place.layout, WGD_FMT_PLAIN);
    buf_str(out, "\n  proof: ");
    buf_i64(out, v->fit->place.mn * v->fit->place.k);
    buf_str(out, " of ");
    buf_i64(out, v->fit->place.mn * v->fit->place.k);
    buf_str(out, " elements are written where the layout has them\n");
}

void tma_fit_text(buf *out, const tma_fit_view *v)
{
    const wgd_tma_fit *f = v->fit;
    if (f->fits) {
        put_fit(out, v);
    } else {
        buf_str(out, "no boxes write this layout:\n  ");
        buf_str(out, wgd_tma_misfit_text(f->why));
        buf_char(out, '\n');
        put_first(out, f);
        put_changes(out, f);
    }
    put_copies(out, v);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_first(buf *out, const wgd_tma_fit *f)
{
    json_open(out, "reason", '{');
    json_str(out, "code", wgd_tma_misfit_name(f->why));
    json_str(out, "text", wgd_tma_misfit_text(f->why));
    json_close(out, '}');
    json_open(out, "first", '{');
    json_int(out, "mn", f->mn);
    json_int(out, "k", f->k);
    json_int(out, "byte", f->byte);
    if (f->box_byte >= 0) {
        json_int(out, "box_byte", f->box_byte);
    } else {
        json_null(out, "box_byte");
    }
    json_close(out, '}');
}

static void json_changes(buf *out, const wgd_tma_fit *f)
{
    wgd_tma store;
    int64_t start;
    json_open(out, "changes", '[');
    if (wgd_tma_fit_start(f, &start)) {
        json_open(out, NULL, '{');
        json_str(out, "kind", "start");
        json_addr(out, "start", (uint64_t)start);
        json_composed(out, "layout", &f->place.layout);
        json_close(out, '}');
    }
    if (wgd_tma_fit_store(f, &store)) {
        const wgd_tile_query *q = &store.query.tile;
        json_open(out, NULL, '{');
        json_str(out, "kind", "store");
        json_addr(out, "start", (uint64_t)q->start);
        json_composed(out, "layout", &store.tile.smem);
        json_str(out, "major", wgd_major_name(q->major));
        json_str(out, "swizzle", wgd_swizzle_name(q->swizzle));
        json_pair(out, "order", q->order[0], q->order[1]);
        json_int(out, "boxes", store.boxes);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_copies(buf *out, const tma_fit_view *v)
{
    if (v->pasted->copies < 2) {
        return;
    }
    json_int(out, "copies", v->pasted->copies);
    json_open(out, "others", '[');
    for (int64_t i = 1; i < v->pasted->copies && i < COPIES_SHOWN; i++) {
        int64_t start;
        const bool same = copy_fits(v, i, &start);
        json_open(out, NULL, '{');
        json_int(out, "index", i);
        json_int(out, "start", start);
        json_bool(out, "fits", same);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void tma_fit_json(answer *a, const tma_fit_view *v)
{
    buf *out = a->out;
    const wgd_tma_fit *f = v->fit;
    const wgd_tile_query *q = &f->map.query.tile;
    answer_begin(a, "tma", true);
    json_bool(out, "fits", f->fits);
    json_str(out, "dtype", wgd_dtype_get(q->dtype)->name);
    json_str(out, "operand", wgd_operand_name(q->operand));
    json_str(out, "major", wgd_major_name(q->major));
    json_str(out, "swizzle", wgd_swizzle_name(q->swizzle));
    json_pair(out, "shape", q->mn, q->k);
    json_addr(out, "start", (uint64_t)q->start);
    json_composed(out, "layout", &f->place.layout);
    json_str(out, "swizzles", v->bytes ? "bytes" : "as_written");
    if (f->fits) {
        json_pair(out, "global", f->map.query.global_mn, f->map.query.global_k);
        json_int(out, "ld", f->map.query.ld);
        tma_json_call(out, "tensor_map", &f->map);
        json_int(out, "box_bytes", f->map.box_bytes);
        json_int(out, "expect_bytes", f->map.tile.bytes);
        tma_json_boxes(out, "boxes", &f->map, f);
        json_open(out, "proof", '{');
        json_int(out, "elements", f->place.mn * f->place.k);
        json_bool(out, "equal", true); /* else there is no answer */
        json_close(out, '}');
    } else {
        json_first(out, f);
        json_changes(out, f);
    }
    json_copies(out, v);
    answer_end(a);
}
