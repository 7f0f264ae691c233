/* SPDX-License-Identifier: MIT
 *
 * The layout of a slice: each mode of the tile, cut to a range of its coordinates.
 *
 * A range is taken off the leaves of its mode from the fastest on: whole leaves while it covers
 * them, then a piece of one. A range that begins inside a leaf and ends in another is a layout only
 * where its offsets happen to be one; that is tried with one and two modes and looked at element by
 * element.
 */
#include "base/gcd.h"
#include "wgd_slice.h"

#include "wgd_text.h"

/* Elements of a range that crosses leaves, divided by what they have in common: enough for any tile
 * of shared memory. */
enum { CROSSING_MAX = 4096 };

bool wgd_slice_whole(const wgd_slice *s)
{
    return s->mn[0] == 0 && s->mn[1] == 0 && s->k[0] == 0 && s->k[1] == 0;
}

static bool range_in(const int64_t r[2], int64_t extent)
{
    return r[0] >= 0 && r[0] < r[1] && r[1] <= extent;
}

static void put_range(wgd_text *t, const int64_t r[2])
{
    wgd_put_i64(t, r[0]);
    wgd_put_char(t, ':');
    wgd_put_i64(t, r[1]);
}

wgd_status wgd_slice_check(const wgd_slice *s, int64_t mn, int64_t k, wgd_diag *diag)
{
    if (wgd_slice_whole(s) || (range_in(s->mn, mn) && range_in(s->k, k))) {
        return WGD_OK;
    }
    const int64_t all_mn[2] = {0, mn}, all_k[2] = {0, k};
    char got[96], want[96];
    wgd_text g = wgd_text_into(got, sizeof got), w = wgd_text_into(want, sizeof want);
    put_range(&g, s->mn);
    wgd_put_char(&g, ',');
    put_range(&g, s->k);
    wgd_text_end(&g);
    wgd_put_str(&w, "at least one element each way, within ");
    put_range(&w, all_mn);
    wgd_put_char(&w, ',');
    put_range(&w, all_k);
    wgd_text_end(&w);
    return wgd_fail(diag, WGD_ERR_VALUE, "slice", "the slice does not lie in the tile", got, want,
                    "first MN, then K, each from its first element to the one behind its last");
}

/* One mode while it is cut: the leaves from `at` on are left, the first of them perhaps in part. */
typedef struct mode_cut {
    int64_t shape[WGD_MAX_LEAVES], stride[WGD_MAX_LEAVES];
    int n, at;
    int64_t begin, len;
} mode_cut;

/* The offset of coordinate x of what is left. */
static int64_t offset_at(const mode_cut *m, int64_t x)
{
    int64_t off = 0;
    for (int i = m->at; i < m->n; i++) {
        off += x % m->shape[i] * m->stride[i];
        x /= m->shape[i];
    }
    return off;
}

/* Are the offsets of the range those of (r, len / r):(d, e)? */
static bool is_two_modes(const mode_cut *m, int64_t r, int64_t d, int64_t e)
{
    const int64_t first = offset_at(m, m->begin);
    for (int64_t x = 0; x < m->len; x++) {
        if (offset_at(m, m->begin + x) - first != x % r * d + x / r * e) {
            return false;
        }
    }
    return true;
}

/* There is room: leaves of 2 and more are fewer than 64 for what a 64-bit number counts. */
static void append(wgd_layout *out, int64_t shape, int64_t stride)
{
    wgd_layout leaf;
    wgd_layout_set_1d(&leaf, shape, stride);
    (void)wgd_layout_append(out, &leaf);
}

static bool crossing(const mode_cut *m, wgd_layout *out)
{
    if (m->len > CROSSING_MAX) {
        return false;
    }
    const int64_t first = offset_at(m, m->begin);
    const int64_t d = offset_at(m, m->begin + 1) - first;
    if (is_two_modes(m, m->len, d, 0)) {
        append(out, m->len, d);
        return true;
    }
    for (int64_t r = m->len / 2; r > 1; r--) {
        const int64_t e = m->len % r == 0 ? offset_at(m, m->begin + r) - first : 0;
        if (m->len % r == 0 && is_two_modes(m, r, d, e)) {
            append(out, r, d);
            append(out, m->len / r, e);
            return true;
        }
    }
    return false;
}

/* The whole of the leaf, or the part of it that divides the range; false where neither is there. */
static bool take_leaf(mode_cut *m, wgd_layout *out)
{
    const int64_t s = m->shape[m->at];
    const int64_t g = gcd(gcd(s, m->begin), m->len);
    if (g == 1 && s > 1) {
        return false;
    }
    if (g > 1) {
        append(out, g, m->stride[m->at]);
    }
    m->begin /= g;
    m->len /= g;
    m->shape[m->at] /= g;
    m->stride[m->at] *= g;
    m->at += m->shape[m->at] == 1;
    return true;
}

/* Appends the leaves of the range to *out, and adds the offset of its first element. */
static bool cut_mode(mode_cut *m, wgd_layout *out, int64_t *offset)
{
    *offset += offset_at(m, m->begin);
    for (;;) {
        if (m->begin % m->shape[m->at] + m->len <= m->shape[m->at]) { /* so it is in the last */
            append(out, m->len, m->len > 1 ? m->stride[m->at] : 0);
            return true;
        }
        if (!take_leaf(m, out)) {
            return crossing(m, out);
        }
    }
}

/* The leaves of top-level mode `i` of a layout. */
static void read_mode(const wgd_layout *l, int i, const int64_t range[2], mode_cut *m)
{
    wgd_layout mode;
    (void)wgd_layout_mode(l, i, &mode); /* a tile has two */
    m->n = mode.shape.n_leaves;
    m->at = 0;
    for (int j = 0; j < m->n; j++) {
        m->shape[j] = mode.shape.leaf[j];
        m->stride[j] = mode.stride[j];
    }
    m->begin = range[0];
    m->len = range[1] - range[0];
}

bool wgd_slice_layout(const wgd_composed *tile, const wgd_slice *s, wgd_composed *out,
                      int64_t *offset)
{
    int64_t off = 0;
    wgd_layout cut = wgd_layout_empty();
    for (int i = 0; i < 2; i++) {
        mode_cut m;
        wgd_layout leaves = wgd_layout_empty();
        const int64_t *range = i == 0 ? s->mn : s->k;
        if (wgd_slice_whole(s)) {
            (void)wgd_layout_append_mode(&cut, &tile->layout, i); /* both were in one layout */
            continue;
        }
        read_mode(&tile->layout, i, range, &m);
        if (m.n == 0 || !cut_mode(&m, &leaves, &off)) {
            return false;
        }
        if (wgd_layout_rank(&leaves) == 1) {
            (void)wgd_layout_append_mode(&cut, &leaves, 0);
        } else {
            (void)wgd_layout_append(&cut, &leaves);
        }
    }
    const bool elements = tile->kind == WGD_SWIZZLED;
    *out = *tile;
    out->layout = cut;
    out->offset += elements ? off : 0;
    *offset = elements ? 0 : off;
    return true;
}
