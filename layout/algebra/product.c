/* SPDX-License-Identifier: MIT
 *
 * Products: a layout repeated as a tiler says. */
#include "lay.h"

/* Appends complement(a) o b: where the copies of a go. */
static wgd_status put_copies(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    int64_t size, far, room;
    lay_flat rest;
    if (!lay_product(a->l->shape.leaf, a->from.leaf, a->to.leaf, &size) || !lay_reach(b, &far) ||
        !lay_mul(size, far + 1, &room)) {
        return wgd_fail(diag, WGD_ERR_OVERFLOW, "tiler", "the product does not fit", NULL, NULL,
                        NULL);
    }
    const wgd_status s = lay_complement(a, &room, 1, &rest, diag);
    return s == WGD_OK ? lay_compose(&rest, b, o, diag) : s;
}

/* (a, complement(a) o b) */
static wgd_status times(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    wgd_status s = lay_open(o, 2, diag);
    if (s == WGD_OK) {
        s = lay_put(o, a, diag);
    }
    return s == WGD_OK ? put_copies(a, b, o, diag) : s;
}

static const lay_by times_by = {times, 0, false};

wgd_status wgd_logical_product(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                               wgd_diag *diag)
{
    return lay_run(&times_by, a, b, out, diag);
}

wgd_status wgd_logical_product_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                                  wgd_diag *diag)
{
    return lay_run_tiler(&times_by, a, b, LAY_BY_MODE, out, diag);
}

wgd_status wgd_zipped_product(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                              wgd_diag *diag)
{
    return lay_run_tiler(&times_by, a, b, LAY_ZIPPED, out, diag);
}

wgd_status wgd_tiled_product(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                             wgd_diag *diag)
{
    return lay_run_tiler(&times_by, a, b, LAY_TILED, out, diag);
}

wgd_status wgd_flat_product(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                            wgd_diag *diag)
{
    return lay_run_tiler(&times_by, a, b, LAY_FLAT, out, diag);
}

/* l with modes 1:0 behind it up to the rank: l itself, or built in *room; NULL where that is full.
 */
static const wgd_layout *padded(const wgd_layout *l, int rank, wgd_layout *room, wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    const int have = lay_view_rank(&v);
    if (rank == have) {
        return l;
    }
    lay_clear(room);
    wgd_status s = lay_open(room, rank, diag);
    lay_pos at = lay_first(&v);
    for (int i = 0; i < rank && s == WGD_OK; i++) {
        if (i < have) {
            const lay_view m = lay_next(&v, &at);
            s = lay_put(room, &m, diag);
        } else {
            s = lay_leaf(room, 1, 0, diag);
        }
    }
    return s == WGD_OK ? room : NULL;
}

static wgd_status put_pair(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    wgd_status s = lay_open(o, 2, diag);
    if (s == WGD_OK) {
        s = lay_put(o, a, diag);
    }
    return s == WGD_OK ? lay_put(o, b, diag) : s;
}

/* The pairs of modes of two views, or the pair of them where one is an integer. */
static wgd_status zip(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    const int rank = lay_view_rank(a);
    if (lay_view_is_leaf(a) || lay_view_is_leaf(b)) {
        return put_pair(a, b, o, diag);
    }
    if (rank != lay_view_rank(b)) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "tiler",
                            "the repeated modes cannot be paired with those of the block",
                            lay_view_rank(b), "as many modes as the block has", "");
    }
    wgd_status s = lay_open(o, rank, diag);
    lay_pos pa = lay_first(a), pb = lay_first(b);
    for (int i = 0; i < rank && s == WGD_OK; i++) {
        const lay_view x = lay_next(a, &pa), y = lay_next(b, &pb);
        s = put_pair(&x, &y, o, diag);
    }
    return s;
}

static wgd_status rank_product(const wgd_layout *block, const wgd_layout *tiler, bool raked,
                               wgd_layout *out, wgd_diag *diag)
{
    const int ra = wgd_layout_rank(block), rb = wgd_layout_rank(tiler);
    const int rank = ra > rb ? ra : rb;
    wgd_layout room_a, room_b, copies, local;
    const wgd_layout *a = padded(block, rank, &room_a, diag);
    const wgd_layout *b = a ? padded(tiler, rank, &room_b, diag) : NULL;
    if (!b) {
        return WGD_ERR_LIMIT;
    }
    const lay_view va = lay_whole(a), vb = lay_whole(b);
    lay_clear(&copies);
    wgd_status s = put_copies(&va, &vb, &copies, diag);
    if (s != WGD_OK) {
        return s;
    }
    const lay_view vc = lay_whole(&copies);
    wgd_layout *r = lay_begin(out, block, NULL, &local);
    s = raked ? zip(&vc, &va, r, diag) : zip(&va, &vc, r, diag);
    return s == WGD_OK ? lay_finish(r, out, diag) : s;
}

wgd_status wgd_blocked_product(const wgd_layout *block, const wgd_layout *tiler, wgd_layout *out,
                               wgd_diag *diag)
{
    return rank_product(block, tiler, false, out, diag);
}

wgd_status wgd_raked_product(const wgd_layout *block, const wgd_layout *tiler, wgd_layout *out,
                             wgd_diag *diag)
{
    return rank_product(block, tiler, true, out, diag);
}

/* How often the block goes into each mode of the shape. */
static wgd_status repeats(const wgd_layout *block, const wgd_tuple *shape, int64_t *count,
                          wgd_diag *diag)
{
    const int rank = wgd_tuple_rank(shape);
    const lay_view v = lay_whole(block);
    int64_t size;
    const bool size_fits = lay_product(shape->leaf, 0, shape->n_leaves, &size);
    lay_pos pb = lay_first(&v), ps = lay_tuple_first(shape);
    for (int i = 0; i < rank; i++) {
        const lay_pos end = lay_skip(shape, ps);
        int64_t have = 1, want;
        bool fits = lay_product(shape->leaf, ps.leaf, end.leaf, &want) && size_fits;
        if (i < lay_view_rank(&v)) {
            const lay_view m = lay_next(&v, &pb);
            fits = lay_product(block->shape.leaf, m.from.leaf, m.to.leaf, &have) && fits;
        }
        if (!fits) {
            return lay_fail_tuple(diag, WGD_ERR_OVERFLOW, "shape",
                                  "the size of the shape does not fit", shape, NULL, NULL);
        }
        if (have < 1 || want < 1 || want % have != 0) {
            return lay_fail_tuple(diag, WGD_ERR_DIVISIBILITY, "shape",
                                  "the block does not divide the shape", shape,
                                  "in each mode a multiple of the block's extent", NULL);
        }
        count[i] = want / have;
        ps = end;
    }
    return WGD_OK;
}

wgd_status wgd_tile_to_shape(const wgd_layout *block, const wgd_tuple *shape,
                             const wgd_tuple *order, wgd_layout *out, wgd_diag *diag)
{
    const int rank = wgd_tuple_rank(shape);
    int64_t count[WGD_MAX_NODES];
    wgd_layout tiler;
    if (wgd_layout_rank(block) > rank || rank > WGD_MAX_LEAVES - 1) {
        return lay_fail_tuple(diag, WGD_ERR_DOMAIN, "shape",
                              "the shape has fewer modes than the block", shape,
                              "at least as many modes as the block has", "");
    }
    wgd_status s = repeats(block, shape, count, diag);
    if (s != WGD_OK) {
        return s;
    }
    wgd_tuple tiles;
    wgd_tuple_set(&tiles, count, rank);
    s = order ? wgd_layout_ordered(&tiles, order, &tiler, diag)
              : wgd_layout_compact(&tiles, &tiler, diag);
    return s == WGD_OK ? rank_product(block, &tiler, false, out, diag) : s;
}
