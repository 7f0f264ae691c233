/* SPDX-License-Identifier: MIT
 *
 * Tilers: building them, doing an operation at each of their layouts, and gathering the halves of
 * the modes that a divide or product made. */
#include "lay.h"

static bool is_mark(int node)
{
    return node >= WGD_TILE_KEEP;
}

static bool has_mode(int node)
{
    return node == WGD_TILE_LAYOUT || node == WGD_TILE_SIZE;
}

void wgd_tiler_list(wgd_tiler *t)
{
    t->n_nodes = 1;
    t->n_modes = 0;
    t->node[0] = 0;
    lay_clear(&t->modes);
}

void wgd_tiler_keep(wgd_tiler *t)
{
    wgd_tiler_list(t);
    t->node[0] = WGD_TILE_KEEP;
}

void wgd_tiler_layout(wgd_tiler *t, const wgd_layout *l)
{
    wgd_tiler_list(t);
    t->node[0] = WGD_TILE_LAYOUT;
    t->n_modes = 1;
    lay_copy(&t->modes, l);
}

void wgd_tiler_size(wgd_tiler *t, int64_t n)
{
    wgd_tiler_list(t);
    t->node[0] = WGD_TILE_SIZE;
    t->n_modes = 1;
    (void)lay_leaf(&t->modes, n, 1, NULL);
}

wgd_status wgd_tiler_append(wgd_tiler *list, const wgd_tiler *item)
{
    if (is_mark(list->node[0])) {
        return WGD_ERR_DOMAIN;
    }
    if (list->n_nodes + item->n_nodes > WGD_MAX_TILER_NODES ||
        list->n_modes + item->n_modes > WGD_MAX_TILER) {
        return WGD_ERR_LIMIT;
    }
    const lay_view modes = lay_whole(&item->modes);
    const wgd_status s = lay_put(&list->modes, &modes, NULL);
    if (s != WGD_OK) {
        return s;
    }
    for (int i = 0; i < item->n_nodes; i++) {
        list->node[list->n_nodes++] = item->node[i];
    }
    list->n_modes = (uint8_t)(list->n_modes + item->n_modes);
    list->node[0]++;
    return WGD_OK;
}

wgd_status wgd_tiler_append_layout(wgd_tiler *list, const wgd_layout *l)
{
    if (is_mark(list->node[0])) {
        return WGD_ERR_DOMAIN;
    }
    if (list->n_nodes >= WGD_MAX_TILER_NODES || list->n_modes >= WGD_MAX_TILER) {
        return WGD_ERR_LIMIT;
    }
    const lay_view mode = lay_whole(l);
    const wgd_status s = lay_put(&list->modes, &mode, NULL);
    if (s != WGD_OK) {
        return s;
    }
    list->node[list->n_nodes++] = WGD_TILE_LAYOUT;
    list->n_modes++;
    list->node[0]++;
    return WGD_OK;
}

wgd_status wgd_tiler_shape(wgd_tiler *t, const wgd_tuple *shape)
{
    if (shape->n_nodes > WGD_MAX_TILER_NODES || shape->n_leaves > WGD_MAX_TILER) {
        return WGD_ERR_LIMIT;
    }
    t->n_nodes = shape->n_nodes;
    t->n_modes = shape->n_leaves;
    for (int i = 0; i < shape->n_nodes; i++) {
        t->node[i] = shape->node[i] == WGD_LEAF ? WGD_TILE_SIZE : shape->node[i];
    }
    lay_clear(&t->modes);
    for (int i = 0; i < shape->n_leaves; i++) {
        (void)lay_leaf(&t->modes, shape->leaf[i], 1, NULL);
    }
    return WGD_OK;
}

/* A place in a tiler: the next node, and where the next of its layouts begins. */
typedef struct tile_pos {
    int node;
    lay_pos mode;
} tile_pos;

/* Recursion is bounded by the nodes of a tiler. */
static wgd_status apply(const lay_by *by, const lay_view *a, const wgd_tiler *t, tile_pos *p,
                        wgd_layout *o, wgd_diag *diag)
{
    const int items = t->node[p->node++];
    if (items == WGD_TILE_KEEP) {
        return lay_put(o, a, diag);
    }
    if (has_mode(items)) {
        lay_view b = {&t->modes, p->mode, lay_skip(&t->modes.shape, p->mode)};
        p->mode = b.to;
        wgd_layout one;
        if (items == WGD_TILE_SIZE && t->modes.shape.leaf[b.from.leaf] == 1) {
            wgd_layout_set_1d(&one, 1, by->stride_of_one);
            b = lay_whole(&one);
        }
        return by->leaf(a, &b, o, diag);
    }
    const int rank = lay_view_rank(a);
    if (items > rank) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "tiler",
                            "the tiler has more modes than the layout", items,
                            "at most as many modes as the layout", "");
    }
    wgd_status s = lay_open(o, by->drop_rest ? items : rank, diag);
    lay_pos at = lay_first(a);
    for (int i = 0; i < rank && s == WGD_OK; i++) {
        const lay_view m = lay_next(a, &at);
        if (i < items) {
            s = apply(by, &m, t, p, o, diag);
        } else if (!by->drop_rest) {
            s = lay_put(o, &m, diag);
        }
    }
    return s;
}

/* Appends one half of every tiled mode: the tiles (0), or the rests and what was not tiled (1). */
static wgd_status put_half(int which, const lay_view *v, const wgd_tiler *t, int *node,
                           wgd_layout *o, wgd_diag *diag)
{
    const int items = t->node[(*node)++], rank = lay_view_rank(v);
    lay_pos at = lay_first(v);
    if (is_mark(items)) {
        if (lay_view_is_leaf(v) || rank != 2) {
            return wgd_fail_num(diag, WGD_ERR_DOMAIN, "tiler",
                                "a mode that is kept must itself be a pair of tile and rest", rank,
                                "a mode of rank 2", "");
        }
        lay_view half = lay_next(v, &at);
        if (which == 1) {
            half = lay_next(v, &at);
        }
        return lay_put(o, &half, diag);
    }
    wgd_status s = lay_open(o, which == 0 ? items : rank, diag);
    for (int i = 0; i < rank && s == WGD_OK; i++) {
        const lay_view m = lay_next(v, &at);
        if (i < items) {
            s = put_half(which, &m, t, node, o, diag);
        } else if (which == 1) {
            s = lay_put(o, &m, diag);
        }
    }
    return s;
}

/* Appends a mode, or its modes one by one. CuTe leaves a list of one mode as it is. */
static void put_unpacked(const lay_view *v, bool unpack, wgd_layout *o)
{
    const int rank = lay_view_rank(v);
    lay_pos at = lay_first(v);
    if (!unpack || rank == 1) {
        o->shape.node[0]++;
        (void)lay_put(o, v, NULL);
        return;
    }
    for (int i = 0; i < rank; i++) {
        const lay_view m = lay_next(v, &at);
        o->shape.node[0]++;
        (void)lay_put(o, &m, NULL);
    }
}

static wgd_status put_zipped(const lay_view *by_mode, const wgd_tiler *t, wgd_layout *o,
                             wgd_diag *diag)
{
    int node = 0;
    (void)lay_open(o, 2, diag);
    const wgd_status s = put_half(0, by_mode, t, &node, o, diag);
    node = 0;
    return s == WGD_OK ? put_half(1, by_mode, t, &node, o, diag) : s;
}

/* Lists only go away: what is zipped has room here. */
static void put_gathered(const lay_view *zipped, lay_gather how, wgd_layout *o)
{
    lay_pos at = lay_first(zipped);
    const lay_view tiles = lay_next(zipped, &at), rests = lay_next(zipped, &at);
    (void)lay_open(o, 0, NULL);
    put_unpacked(&tiles, how == LAY_FLAT, o);
    put_unpacked(&rests, true, o);
}

wgd_status lay_run_tiler(const lay_by *by, const wgd_layout *a, const wgd_tiler *t, lay_gather how,
                         wgd_layout *out, wgd_diag *diag)
{
    const lay_view va = lay_whole(a);
    wgd_layout r, zipped;
    tile_pos p = {0, {0, 0}};
    lay_clear(&r);
    r.shape.node[0] = 0; /* no modes, should `a` be of no node at all */
    wgd_status s = apply(by, &va, t, &p, &r, diag);
    if (s != WGD_OK || how == LAY_BY_MODE) {
        return s == WGD_OK ? lay_finish(&r, out, diag) : s;
    }
    /* The operands have been read: from here on out may be written. */
    const lay_view by_mode = lay_whole(&r);
    wgd_layout *z = how == LAY_ZIPPED ? out : &zipped;
    lay_clear(z);
    s = put_zipped(&by_mode, t, z, diag);
    if (s == WGD_OK && how != LAY_ZIPPED) {
        const lay_view v = lay_whole(&zipped);
        lay_clear(out);
        put_gathered(&v, how, out);
    }
    return s == WGD_OK ? lay_check(out, diag) : s;
}

wgd_status lay_run(const lay_by *by, const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                   wgd_diag *diag)
{
    const lay_view va = lay_whole(a), vb = lay_whole(b);
    wgd_layout local;
    wgd_layout *r = lay_begin(out, a, b, &local);
    const wgd_status s = by->leaf(&va, &vb, r, diag);
    return s == WGD_OK ? lay_finish(r, out, diag) : s;
}
