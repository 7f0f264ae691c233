/* SPDX-License-Identifier: MIT
 *
 * The boxes that write a given layout, and the proof that they do.
 */
#include "lines.h"

#include "wgd_fetch.h"

static const char *const misfit_names[] = {
#define WGD_X(sym, name, text) name,
    WGD_TMA_MISFITS(WGD_X)
#undef WGD_X
};
static const char *const misfit_texts[] = {
#define WGD_X(sym, name, text) text,
    WGD_TMA_MISFITS(WGD_X)
#undef WGD_X
};

const char *wgd_tma_misfit_name(wgd_tma_misfit m)
{
    return misfit_names[m];
}

const char *wgd_tma_misfit_text(wgd_tma_misfit m)
{
    return misfit_texts[m];
}

/* The map of boxes of `inner` copied elements by `rows` lines, which are no more than a box may have, of whole chunks,
 * and of a swizzle's rows: of a tensor that has been checked it breaks no limit of the call. */
static wgd_status set_map(wgd_tma *t, const wgd_lines *x, int64_t inner, int64_t rows,
                          wgd_diag *diag)
{
    const bool k_major = x->major == WGD_MAJOR_K;
    const wgd_status st = wgd_tma_set_global(t, diag);
    if (st != WGD_OK) {
        return st;
    }
    const wgd_tma_query *q = &t->query;
    t->panel = (int)inner;
    t->params.type = wgd_tma_type_of(q->tile.dtype);
    t->params.address = q->address;
    t->params.swizzle = x->mode;
    t->params.rank = 2;
    t->params.stride[0] = (uint64_t)(q->ld / x->packed * x->bytes);
    wgd_tma_set_dim(t, 0, (k_major ? q->global_k : q->global_mn) / x->packed, x->c, inner);
    wgd_tma_set_dim(t, 1, k_major ? q->global_mn : q->global_k, x->l, rows);
    wgd_tma_count_boxes(t);
    return WGD_OK;
}

static void set_tile(wgd_tma_fit *f, const wgd_tma_query *q, const wgd_lines *x)
{
    wgd_tile *t = &f->map.tile;
    f->map.query = *q;
    f->map.query.one_box = false;
    f->map.boxes = 0;
    f->map.query.tile.mn = f->place.mn;
    f->map.query.tile.k = f->place.k;
    f->map.query.tile.major = x->major;
    f->map.query.tile.swizzle = x->mode;
    t->query = f->map.query.tile;
    t->smem = f->place.layout;
    t->bytes = f->place.mn * f->place.k * f->place.bits / 8;
    t->alignment = wgd_swizzle_alignment(x->mode);
}

/* The first major and swizzle of which boxes write it. Where others do, too, what they exchange lies all in the first
 * 128 bytes of a pattern, where none exchanges anything: then boxes are of 128 bytes and as many. */
static bool find_boxes(const wgd_place *p, const wgd_tma_query *q, wgd_lines *x, int64_t *inner,
                       int64_t *rows)
{
    const int64_t most = wgd_tma_box_limit(q);
    for (int major = 0; major < 2; major++) {
        for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
            *x = wgd_lines_of(p, q->tile.dtype, (wgd_major)major, (wgd_swizzle_mode)m);
            /* The atoms of 32 bytes came with tcgen05. */
            if (wgd_swizzle_arch_check(x->mode, q->tile.arch, NULL) == WGD_OK &&
                wgd_lines_box(x, most, inner, rows)) {
                return true;
            }
        }
    }
    return false;
}

static wgd_status make_place(const wgd_composed *layout, const wgd_tma_query *q, wgd_place *p,
                             wgd_diag *diag)
{
    const wgd_status st = wgd_place_make(layout, q->tile.dtype, q->tile.start, p, diag);
    if (st != WGD_OK) {
        return st;
    }
    /* The swizzle moves nothing out of its aligned pattern of 1024 bytes, and the window is made of
     * those. */
    const int64_t from = (p->before + p->after) / 8;
    const int64_t bytes = wgd_place_bytes(p);
    if (bytes > WGD_SMEM_WINDOW || from > WGD_SMEM_WINDOW - bytes) {
        return wgd_fail_num(diag, WGD_ERR_RANGE, "layout", "the tile leaves shared memory",
                            from + bytes, "an end at byte 262144 or below", "");
    }
    return WGD_OK;
}

wgd_status wgd_tma_fit_layout(const wgd_composed *layout, const wgd_tma_query *q, wgd_tma_fit *f,
                              wgd_diag *diag)
{
    wgd_lines x;
    wgd_alias a;
    int64_t inner = 0, rows = 0;
    wgd_status st = make_place(layout, q, &f->place, diag);
    if (st == WGD_OK) {
        st = wgd_tma_check_box_lines(q, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const wgd_place *p = &f->place;
    f->why = WGD_TMA_MISFIT_NONE;
    f->mn = f->k = f->byte = 0;
    f->box_byte = -1;
    if (wgd_place_alias(p, &a)) {
        x = wgd_lines_own(p, q->tile.dtype, q->tile.arch);
        f->fits = false;
        f->why = WGD_TMA_MISFIT_ALIAS;
        f->mn = a.mn[1];
        f->k = a.k[1];
        f->byte = wgd_lines_bit(p, f->mn, f->k) / 8;
        set_tile(f, q, &x);
        return WGD_OK;
    }
    f->fits = find_boxes(p, q, &x, &inner, &rows);
    if (!f->fits) {
        x = wgd_lines_own(p, q->tile.dtype, q->tile.arch);
        set_tile(f, q, &x);
        wgd_tma_explain(f, &x);
        return WGD_OK;
    }
    set_tile(f, q, &x);
    return set_map(&f->map, &x, inner, rows, diag);
}

wgd_tma_box wgd_tma_fit_box(const wgd_tma_fit *f, int i)
{
    const wgd_tma *t = &f->map;
    const wgd_tile_query *q = &t->query.tile;
    const wgd_lines x = wgd_lines_of(&f->place, q->dtype, q->major, q->swizzle);
    wgd_tma_box b;
    wgd_tma_box_coordinate(t, i, &b);
    b.offset = wgd_lines_byte(&x, b.at[0], b.at[1]) - q->start;
    return b;
}

uint32_t wgd_tma_fit_write_byte(const wgd_tma_fit *f, int64_t mn, int64_t k)
{
    const wgd_tma *t = &f->map;
    const bool k_major = t->query.tile.major == WGD_MAJOR_K;
    const uint32_t c = (uint32_t)((k_major ? k : mn) / wgd_tma_packed(t)),
                   l = (uint32_t)(k_major ? mn : k);
    const uint32_t *box = t->params.box;
    const wgd_tma_box b = wgd_tma_fit_box(f, (int)(l / box[1] * t->grid[0] + c / box[0]));
    const int64_t index = (int64_t)(l % box[1]) * box[0] + c % box[0];
    return wgd_fetch_swizzle(
        (uint32_t)(t->query.tile.start + b.offset + index * wgd_tma_type_bytes(t->params.type)),
        t->params.swizzle, 0);
}

wgd_tma_proof wgd_tma_fit_prove(const wgd_tma_fit *f)
{
    wgd_tma_proof p = {true, 0, 0, 0, 0, 0};
    for (int64_t mn = 0; mn < f->place.mn; mn++) {
        for (int64_t k = 0; k < f->place.k; k++) {
            const uint32_t written = wgd_tma_fit_write_byte(f, mn, k);
            const uint32_t lies = (uint32_t)(wgd_lines_bit(&f->place, mn, k) / 8);
            p.elements++;
            if (written != lies && p.equal) {
                p.equal = false;
                p.mn = mn;
                p.k = k;
                p.written = written;
                p.read = lies;
            }
        }
    }
    return p;
}
