/* SPDX-License-Identifier: MIT
 *
 * What to change in a layout that has no descriptor, cheapest first.
 */
#include "base/never.h"
#include "base/own_frame.h"
#include "wgd_solve.h"
#include "wgd_tile.h"

static const char *const change_names[] = {
#define WGD_X(sym, name) name,
    WGD_CHANGES(WGD_X)
#undef WGD_X
};

const char *wgd_change_name(wgd_change_kind k)
{
    return change_names[k];
}

typedef struct change_list {
    wgd_change *at;
    int n;
} change_list;

static int64_t round_up(int64_t x, int64_t to)
{
    return (x + to - 1) / to * to;
}

/* Adds the changed query to the list if it solves; the text is written by the caller. */
static OWN_FRAME bool try_change(change_list *list, const wgd_solve_query *q, wgd_change_kind kind)
{
    wgd_solve s;
    if (wgd_solve_layout(q, &s, NULL) != WGD_OK) {
        return false;
    }
    wgd_change *c = &list->at[list->n++];
    c->kind = kind;
    c->layout = q->layout;
    c->start = q->start;
    c->solution = s.solution[0];
    c->n = q->n;
    c->block[0] = q->block[0];
    c->block[1] = q->block[1];
    c->slice = q->slice;
    c->tile_major = s.solution[0].read.major;
    c->tile_swizzle = WGD_SWZ_NONE;
    return true;
}

static wgd_text text_of(change_list *list)
{
    wgd_change *c = &list->at[list->n - 1];
    return wgd_text_into(c->text, sizeof c->text);
}

static void say_mode(wgd_text *t, wgd_swizzle_mode m)
{
    if (m == WGD_SWZ_NONE) {
        wgd_put_str(t, "no swizzle");
        return;
    }
    wgd_put_str(t, "the ");
    wgd_put_str(t, wgd_swizzle_name(m));
    wgd_put_str(t, " swizzle");
}

/* The greatest smaller N, of operand a of tcgen05 M, that reads the tile where it lies. */
static void change_block(change_list *list, const wgd_solve_query *q, const wgd_place *p,
                         wgd_major major)
{
    const bool a = q->operand == WGD_OPERAND_A, by_block = a || q->block[0] != 0;
    wgd_read rd = {q->dtype, q->operand, major, 0, q->sparse, q->arch, 0};
    const wgd_block_ask ask = {q->n, p->mn, q->block, "", ""};
    wgd_read now = rd;
    (void)wgd_inst_block(&ask, &now, NULL); /* the one that was refused, or of the whole tile */
    for (rd.mn = wgd_rows_below(rd, now.mn); rd.mn > 0; rd.mn = wgd_rows_below(rd, rd.mn)) {
        wgd_solve_query x = *q;
        x.n = by_block ? 0 : rd.mn;
        x.block[0] = by_block ? rd.mn : 0;
        if (!try_change(list, &x, WGD_CHANGE_BLOCK)) {
            continue;
        }
        wgd_text t = text_of(list);
        wgd_put_str(&t, a ? "use M = " : "use N = ");
        wgd_put_i64(&t, rd.mn);
        wgd_put_str(&t, ": it reads the tile as it is stored");
        wgd_text_end(&t);
        return;
    }
}

static void put_range(wgd_text *t, const int64_t r[2])
{
    wgd_put_i64(t, r[0]);
    wgd_put_char(t, ':');
    wgd_put_i64(t, r[1]);
}

static void change_slice(change_list *list, const wgd_solve_query *q)
{
    wgd_solve_query x = *q;
    wgd_solution sol;
    if (!wgd_solve_nearest(q, &x.slice, &sol)) {
        return;
    }
    (void)try_change(list, &x, WGD_CHANGE_SLICE); /* which has been solved */
    wgd_text t = text_of(list);
    wgd_put_str(&t, "the nearest slice that can be said: ");
    put_range(&t, x.slice.mn);
    wgd_put_char(&t, ',');
    put_range(&t, x.slice.k);
    wgd_text_end(&t);
}

static void change_major(change_list *list, const wgd_solve_query *q)
{
    wgd_solve_query x = *q;
    x.major = WGD_WANT_ANY;
    if (q->major == WGD_WANT_ANY || !try_change(list, &x, WGD_CHANGE_MAJOR)) {
        return;
    }
    wgd_text t = text_of(list);
    const bool to_mn = q->major == WGD_WANT_K;
    wgd_put_str(&t, to_mn ? "read it MN-major: " : "read it K-major: ");
    wgd_put_str(&t, wgd_arch_tcgen05(q->arch) ? "transpose bit " : "imm-trans ");
    wgd_put_char(&t, to_mn ? '1' : '0');
    wgd_text_end(&t);
}

/* Pieces begin at 16 bytes, and base_offset counts 128: no start needs more. */
static void change_start(change_list *list, const wgd_solve_query *q)
{
    for (int align = 16; align <= 128; align *= 2) {
        wgd_solve_query x = *q;
        x.start = round_up(q->start, align);
        if (x.start == q->start || !try_change(list, &x, WGD_CHANGE_START)) {
            continue;
        }
        wgd_text t = text_of(list);
        wgd_put_str(&t, "align the base to ");
        wgd_put_i64(&t, align);
        wgd_put_str(&t, ": start 0x");
        wgd_put_hex(&t, (uint64_t)x.start, 1);
        wgd_text_end(&t);
        return;
    }
}

/* The last mode of the table that the words of an architecture have. */
static int widest_mode(wgd_arch arch)
{
    int m = WGD_SWIZZLE_MODE_COUNT - 1; /* every word has the first, WGD_SWZ_NONE */
    while (wgd_swizzle_arch_check((wgd_swizzle_mode)m, arch, NULL) != WGD_OK) {
        m--;
    }
    return m;
}

static void change_swizzle(change_list *list, const wgd_solve_query *q)
{
    for (int m = widest_mode(q->arch); m >= WGD_SWZ_NONE; m--) {
        const wgd_swizzle_mode mode = (wgd_swizzle_mode)m;
        wgd_solve_query x = *q;
        x.start = round_up(q->start, 16);
        wgd_place_through(&x.layout, mode, q->dtype);
        if (!try_change(list, &x, WGD_CHANGE_SWIZZLE)) {
            continue;
        }
        /* Few short rows lie the same through a narrower pattern: that one is the change to name.
         */
        if (list->at[list->n - 1].solution.desc.swizzle != mode) {
            list->n--;
            continue;
        }
        wgd_text t = text_of(list);
        wgd_put_str(&t, "keep the strides and store through ");
        say_mode(&t, mode);
        wgd_text_end(&t);
    }
}

/* Every stride of whole 16-byte pieces, the others rounded up. */
static void pad_strides(change_list *list, const wgd_solve_query *q)
{
    const int per = 128 / wgd_dtype_bits(q->dtype);
    wgd_solve_query x = *q;
    bool changed = false;
    for (int i = 0; i < x.layout.layout.shape.n_leaves; i++) {
        int64_t *d = &x.layout.layout.stride[i];
        if (*d > per && *d % per != 0) {
            *d = round_up(*d, per);
            changed = true;
        }
    }
    x.start = round_up(q->start, 16);
    if (changed && try_change(list, &x, WGD_CHANGE_PAD)) {
        wgd_text t = text_of(list);
        wgd_put_str(&t, "pad the strides to multiples of 16 bytes");
        wgd_text_end(&t);
    }
}

/* Plain rows of the width of a swizzle row, where the tile is no wider than that. */
static void pad_pitch(change_list *list, const wgd_solve_query *q, const wgd_place *p,
                      wgd_major major, int64_t pitch)
{
    const int bits = wgd_dtype_bits(q->dtype);
    for (int w = 32; w <= 128; w *= 2) {
        const int64_t row = (major == WGD_MAJOR_K ? p->tile_k : p->tile_mn) * bits / 8;
        if (w < row || w == pitch) {
            continue;
        }
        wgd_solve_query x = *q;
        const int64_t step = (int64_t)w * 8 / bits;
        x.start = round_up(q->start, 16);
        x.layout.layout = major == WGD_MAJOR_K ? wgd_layout_2d(p->tile_mn, p->tile_k, step, 1)
                                               : wgd_layout_2d(p->tile_mn, p->tile_k, 1, step);
        const wgd_swizzle_mode m = wgd_swizzle_of_row(w);
        wgd_place_through(&x.layout, m, q->dtype);
        if (try_change(list, &x, WGD_CHANGE_PAD)) {
            wgd_text t = text_of(list);
            wgd_put_str(&t, w > pitch ? "pad the pitch to " : "a pitch of ");
            wgd_put_i64(&t, w);
            wgd_put_str(&t, " bytes, stored through ");
            say_mode(&t, m);
            wgd_text_end(&t);
            return;
        }
    }
}

/* Where the tile of a query is stored; of a part of a tile only that is asked. */
static OWN_FRAME bool stored_tile(wgd_tile_query *q, bool part, wgd_composed *out)
{
    wgd_tile tile;
    const wgd_status s =
        part ? wgd_tile_layout(q, &tile.smem, NULL) : wgd_tile_describe(q, &tile, NULL);
    if (s != WGD_OK) {
        return false;
    }
    *out = tile.smem;
    return true;
}

static void canonical_tile(change_list *list, const wgd_solve_query *q, const wgd_place *p,
                           wgd_major major, wgd_change_kind kind)
{
    for (int i = widest_mode(q->arch); i >= WGD_SWZ_NONE; i--) {
        const wgd_swizzle_mode m = (wgd_swizzle_mode)i;
        wgd_tile_query tq = wgd_tile_query_default();
        tq.dtype = q->dtype;
        tq.operand = q->operand;
        tq.major = major;
        tq.swizzle = m;
        tq.mn = p->tile_mn;
        tq.k = p->tile_k;
        tq.n = q->n;
        tq.arch = q->arch;
        tq.block[0] = q->block[0];
        tq.start = round_up(q->start, wgd_swizzle_alignment(m));
        wgd_solve_query x = *q;
        if (!stored_tile(&tq, !wgd_slice_whole(&q->slice), &x.layout)) {
            continue;
        }
        x.start = tq.start;
        if (try_change(list, &x, kind)) {
            wgd_text t = text_of(list);
            wgd_put_str(&t, "store it ");
            wgd_put_str(&t, major == WGD_MAJOR_K ? "K-major" : "MN-major");
            wgd_put_str(&t, ", as the canonical tile with ");
            say_mode(&t, m);
            wgd_text_end(&t);
            list->at[list->n - 1].tile_swizzle = m;
            return;
        }
    }
}

int wgd_solve_changes(const wgd_solve_query *q, const wgd_refusal *why,
                      wgd_change out[WGD_CHANGES_MAX])
{
    change_list list;
    wgd_place p;
    list.at = out;
    list.n = 0;
    const wgd_status s = wgd_place_make(&q->layout, q->dtype, q->start, &p, NULL);
    if (NEVER(s != WGD_OK)) { /* the search that refused the layout made the same place */
        return 0;
    }
    change_block(&list, q, &p, why->major);
    change_major(&list, q);
    change_slice(&list, q);
    change_start(&list, q);
    change_swizzle(&list, q);
    pad_strides(&list, q);
    if (why->reason == WGD_REASON_MAJOR && q->major != WGD_WANT_MN) {
        canonical_tile(&list, q, &p, WGD_MAJOR_K, WGD_CHANGE_K_MAJOR);
    } else {
        pad_pitch(&list, q, &p, why->major, why->pitch);
        canonical_tile(&list, q, &p, why->major, WGD_CHANGE_CANONICAL);
    }
    return list.n;
}
