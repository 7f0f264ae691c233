/* SPDX-License-Identifier: MIT
 *
 * The tensor map of a tile: view, box, swizzle and the copies that fill it.
 */
#include "tma_internal.h"
#include "wgd_text.h"

wgd_tma_query wgd_tma_query_default(void)
{
    const wgd_tma_query q = {wgd_tile_query_default(), 0, 0, 0, 0, 0, false};
    return q;
}

/* Contiguous and line extents of the tile, in elements of the operand. */
static int64_t tile_contiguous(const wgd_tma *t)
{
    return wgd_tma_k_major(t) ? t->query.tile.k : t->query.tile.mn;
}

static int64_t tile_lines(const wgd_tma *t)
{
    return wgd_tma_k_major(t) ? t->query.tile.mn : t->query.tile.k;
}

/* Lines that follow each other in shared memory without a gap: all of the tile, or those of an atom
 * where atoms are laid out along the contiguous direction first. */
static int64_t run_of_lines(const wgd_tma *t)
{
    const int64_t lines = tile_lines(t);
    const int64_t row = wgd_swizzle_row_bytes(t->query.tile.swizzle);
    const int64_t group = wgd_tma_group(t);
    return lines > group && wgd_tma_layout_byte(t, 0, group) == group * row ? lines : group;
}

int64_t wgd_tma_divisor(int64_t n, int64_t step, int64_t limit)
{
    int64_t d = limit < n ? limit / step * step : n;
    while (n % d != 0) {
        d -= step;
    }
    return d;
}

static void put_count(char *buf, size_t cap, const char *before, int64_t n, const char *after)
{
    wgd_text t = wgd_text_into(buf, cap);
    wgd_put_str(&t, before);
    wgd_put_i64(&t, n);
    wgd_put_str(&t, after);
    wgd_text_end(&t);
}

/* From line to line, for lines of c elements: fills in ld. */
static wgd_status check_pitch(wgd_tma_query *q, int64_t c, wgd_diag *diag)
{
    const int bits = wgd_dtype_bits(q->tile.dtype);
    const int64_t chunk = 128 / bits;
    char want[128];
    q->ld = q->ld ? q->ld : c;
    if (q->ld < c) {
        put_count(want, sizeof want, "at least ", c, " elements");
        return wgd_fail_num(diag, WGD_ERR_VALUE, "ld",
                            "the leading dimension is shorter than a line of the tensor", q->ld,
                            want, "");
    }
    if ((uint64_t)q->ld / (uint64_t)chunk >= WGD_TMA_STRIDE_MAX / WGD_TMA_ALIGNMENT) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "ld", "the stride in bytes does not fit 40 bits",
                            q->ld, "less than 1099511627776 bytes", "");
    }
    if (q->ld % chunk != 0) {
        put_count(want, sizeof want, "a multiple of ", chunk, " elements, 16 bytes");
        const wgd_status s = wgd_fail_num(
            diag, WGD_ERR_ALIGN, "ld", "the copy engine takes lines at multiples of 16 bytes only",
            q->ld, want, NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_PAD_LINES, (q->ld / chunk + 1) * chunk, NULL);
    }
    return WGD_OK;
}

wgd_status wgd_tma_set_global(wgd_tma *t, wgd_diag *diag)
{
    wgd_tma_query *q = &t->query;
    q->global_mn = q->global_mn ? q->global_mn : q->tile.mn;
    q->global_k = q->global_k ? q->global_k : q->tile.k;
    const int64_t c = wgd_tma_k_major(t) ? q->global_k : q->global_mn;
    const int64_t l = wgd_tma_k_major(t) ? q->global_mn : q->global_k;
    /* 0 is the tile's, and what is below is far above as unsigned. */
    const bool c_fits = (uint64_t)c / (uint64_t)wgd_tma_packed(t) <= WGD_TMA_DIM_MAX;
    if (!c_fits || (uint64_t)l > WGD_TMA_DIM_MAX) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "global",
                            "the tensor's extent is outside what a tensor map holds",
                            c_fits ? l : c, "1 to 4294967296 elements", "");
    }
    if (c % wgd_tma_packed(t) != 0) {
        return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "global",
                            "single bits are copied as bytes: a line must end with one", c,
                            "a multiple of 8 elements", "");
    }
    const wgd_status s = check_pitch(q, c, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (q->address % WGD_TMA_ALIGNMENT != 0) {
        return wgd_fail_num(diag, WGD_ERR_ALIGN, "address", "the global address is not aligned",
                            (int64_t)q->address, "a multiple of 16 bytes",
                            "copy from an aligned address and start the tile's coordinates later");
    }
    return WGD_OK;
}

/* More than two dimensions cut lines into panels: a partial last panel would read into the next
 * line instead of being filled with zeros. */
static wgd_status check_one_box(const wgd_tma *t, int64_t run, wgd_diag *diag)
{
    const wgd_tma_query *q = &t->query;
    const int64_t c = wgd_tma_k_major(t) ? q->global_k : q->global_mn;
    const int64_t l = wgd_tma_k_major(t) ? q->global_mn : q->global_k;
    const int64_t panel = t->panel * wgd_tma_packed(t);
    char want[128];
    if (c % panel != 0) {
        put_count(want, sizeof want, "a multiple of ", panel, " elements");
        const wgd_status s =
            wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "global",
                         "one box for all panels needs lines of whole panels", c, want, NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_BOX_PER_PANEL, 0, NULL);
    }
    if (run < tile_lines(t) && l % wgd_tma_group(t) != 0) {
        char what[80];
        put_count(what, sizeof what, "one box in this order needs lines in whole groups of ",
                  wgd_tma_group(t), "");
        put_count(want, sizeof want, "a multiple of ", wgd_tma_group(t), " lines");
        const wgd_status s =
            wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "global", what, l, want, NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_BOX_OR_ORDER, 0, NULL);
    }
    return WGD_OK;
}

void wgd_tma_set_dim(wgd_tma *t, int i, int64_t dim, int64_t extent, int64_t box)
{
    t->params.dim[i] = (uint64_t)dim;
    t->extent[i] = (uint32_t)extent;
    t->params.box[i] = (uint32_t)box;
    t->params.element_stride[i] = 1;
    t->grid[i] = (uint32_t)(extent / box);
}

/* Dimensions, strides and boxes of the view. */
static void set_view(wgd_tma *t, int64_t run)
{
    const wgd_tma_query *q = &t->query;
    const int64_t c = (wgd_tma_k_major(t) ? q->global_k : q->global_mn) / wgd_tma_packed(t);
    const int64_t l = wgd_tma_k_major(t) ? q->global_mn : q->global_k;
    const int64_t tile_c = tile_contiguous(t) / wgd_tma_packed(t), tile_l = tile_lines(t);
    const int64_t panels = tile_c / t->panel;
    uint64_t *stride = t->params.stride;
    const int64_t limit = wgd_tma_box_limit(q);
    const int64_t group = wgd_tma_group(t);
    const int64_t lines = wgd_tma_divisor(run, group, limit);
    const int64_t joined = wgd_tma_divisor(panels, 1, WGD_TMA_BOX_MAX);
    stride[0] = (uint64_t)(q->ld / wgd_tma_packed(t) * wgd_tma_type_bytes(t->params.type));
    if (!q->one_box || panels == 1) {
        t->params.rank = 2;
        wgd_tma_set_dim(t, 0, c, tile_c, t->panel);
        wgd_tma_set_dim(t, 1, l, tile_l, lines);
        return;
    }
    /* A box is dense: what lies outside a dimension joins only where the box holds all of it. */
    wgd_tma_set_dim(t, 0, t->panel, t->panel, t->panel);
    stride[1] = (uint64_t)wgd_swizzle_row_bytes(q->tile.swizzle);
    if (run == tile_l) {
        t->params.rank = 3;
        wgd_tma_set_dim(t, 1, l, tile_l, lines);
        wgd_tma_set_dim(t, 2, c / t->panel, panels, lines == tile_l ? joined : 1);
        return;
    }
    const int64_t groups = q->box_lines ? limit / group : WGD_TMA_BOX_MAX;
    t->params.rank = 4;
    stride[2] = (uint64_t)group * stride[0];
    wgd_tma_set_dim(t, 1, group, group, group);
    wgd_tma_set_dim(t, 2, c / t->panel, panels, joined);
    wgd_tma_set_dim(t, 3, l / group, tile_l / group,
                    joined == panels ? wgd_tma_divisor(tile_l / group, 1, groups) : 1);
}

wgd_status wgd_tma_check_box_lines(const wgd_tma_query *q, wgd_diag *diag)
{
    const int64_t n = q->box_lines;
    if (n >= 0 && n % 8 == 0) {
        return WGD_OK;
    }
    return wgd_fail_num(diag, WGD_ERR_VALUE, "box-lines",
                        "a box starts and ends between groups of 8 lines", n,
                        "a multiple of 8, at least 8", "");
}

int64_t wgd_tma_box_limit(const wgd_tma_query *q)
{
    return q->box_lines && q->box_lines < WGD_TMA_BOX_MAX ? q->box_lines : WGD_TMA_BOX_MAX;
}

void wgd_tma_count_boxes(wgd_tma *t)
{
    t->boxes = 1;
    t->box_bytes = wgd_tma_type_bytes(t->params.type);
    for (int i = 0; i < t->params.rank; i++) {
        t->boxes *= (int)t->grid[i];
        t->box_bytes *= t->params.box[i];
    }
}

wgd_status wgd_tma_describe(const wgd_tma_query *q, wgd_tma *t, wgd_diag *diag)
{
    t->query = *q;
    wgd_status s = wgd_tile_describe(&q->tile, &t->tile, diag);
    if (s != WGD_OK) {
        return s;
    }
    t->query.tile = t->tile.query;
    s = wgd_tma_set_global(t, diag);
    if (s == WGD_OK) {
        s = wgd_tma_check_box_lines(q, diag);
    }
    if (s == WGD_OK && q->tile.start % WGD_TMA_SMEM_ALIGNMENT != 0) {
        s = wgd_fail_num(diag, WGD_ERR_ALIGN, "start",
                         "the copy engine writes boxes at multiples of 128 bytes only",
                         q->tile.start, "a multiple of 128 bytes", "");
    }
    if (s != WGD_OK) {
        return s;
    }
    t->params.type = wgd_tma_type_of(q->tile.dtype);
    t->params.address = q->address;
    t->params.swizzle = q->tile.swizzle;
    t->panel = wgd_swizzle_row_bytes(q->tile.swizzle) / wgd_tma_type_bytes(t->params.type);
    const int64_t run = run_of_lines(t);
    if (q->one_box) {
        s = check_one_box(t, run, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    set_view(t, run);
    wgd_tma_count_boxes(t);
    return wgd_tma_check(&t->params, diag);
}
