/* SPDX-License-Identifier: MIT
 *
 * Which lanes and columns a fragment takes, as CUTLASS's tmem_frg and PTX's data path layouts have
 * it: one function for each kind of fragment.
 */
#include "tmem_parts.h"

/* Strides of one lane and of one column, in values. */
static int lane_of(const wgd_tmem *t, int n)
{
    return n << (16 + t->shift);
}

static int column_of(const wgd_tmem *t, int n)
{
    return n << t->shift;
}

static wgd_status refuse_num(const char *field, const char *what, int got, const char *want,
                             const char *hint, wgd_diag *diag)
{
    return wgd_fail_num(diag, WGD_ERR_VALUE, field, what, got, want, hint);
}

static wgd_status bad_alloc(const wgd_tmem *t, const char *want, wgd_diag *diag)
{
    return wgd_fail(diag, WGD_ERR_VALUE, "alloc", "this fragment is not placed in this way",
                    wgd_tmem_alloc_name(t->spec.alloc), want, "leave the allocation open");
}

/* Tiles one after the other: rows first, each `span` values on. A single one has no stride. */
static void add_tiles(wgd_tmem *t, int span)
{
    const int *n = t->spec.tiles;
    tmem_add(t, WGD_TMEM_TILE_ROW, n[0], n[0] > 1 ? span : 0, TMEM_GROUP_TILE_ROW, 0);
    tmem_add(t, WGD_TMEM_TILE_COL, n[1], n[1] > 1 ? span * n[0] : 0, TMEM_GROUP_TILE_COL, 0);
}

/* ---- accumulators --------------------------------------------------------------------------- */

/* Two tiles share the columns: `count` tiles along an axis, the first two `lanes` apart. */
static void add_pairs(wgd_tmem *t, wgd_tmem_axis axis, int count, int lanes, int span, int group)
{
    tmem_add(t, axis, 2, lanes, group, 0);
    if (count > 2) {
        tmem_add(t, axis, count / 2, span, group, 0);
    }
}

/* 64 rows in the first 16 of each 32 lanes (PTX's layout F); of an interleaved pair of tiles the
 * second takes the other 16. */
static wgd_status deal_half(wgd_tmem *t, wgd_diag *diag)
{
    const wgd_tmem_spec *s = &t->spec;
    const int span = column_of(t, s->n), *tiles = s->tiles;
    tmem_add(t, WGD_TMEM_ROW, 16, lane_of(t, 1), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_ROW, 4, lane_of(t, 32), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_COL, s->n, column_of(t, 1), TMEM_GROUP_COL, 0);
    if (s->alloc == WGD_TMEM_NON_INTERLEAVED || (tiles[0] == 1 && tiles[1] == 1)) {
        add_tiles(t, span);
    } else if (tiles[0] % 2 == 0) {
        const int after = span * (tiles[0] / 2);
        add_pairs(t, WGD_TMEM_TILE_ROW, tiles[0], lane_of(t, 16), span, TMEM_GROUP_TILE_ROW);
        tmem_add(t, WGD_TMEM_TILE_COL, tiles[1], tiles[1] > 1 ? after : 0, TMEM_GROUP_TILE_COL, 0);
    } else if (tiles[0] == 1 && tiles[1] % 2 == 0) {
        tmem_add(t, WGD_TMEM_TILE_ROW, 1, 0, TMEM_GROUP_TILE_ROW, 0);
        add_pairs(t, WGD_TMEM_TILE_COL, tiles[1], lane_of(t, 16), span, TMEM_GROUP_TILE_COL);
    } else {
        return wgd_fail(
            diag, WGD_ERR_VALUE, "tiles", "an odd number of tiles cannot be interleaved", NULL,
            "an even number of tiles", "the allocation NonInterleaved takes any number");
    }
    return WGD_OK;
}

/* All 128 lanes: 128 rows, or fewer rows and the columns' halves or quarters over the rest. */
static void deal_full(wgd_tmem *t)
{
    const wgd_tmem_spec *s = &t->spec;
    const int parts = WGD_TMEM_LANES / s->m, columns = s->n / parts;
    tmem_add(t, WGD_TMEM_ROW, s->m, lane_of(t, 1), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_COL, columns, column_of(t, 1), TMEM_GROUP_COL, 0);
    if (parts > 1) {
        tmem_add(t, WGD_TMEM_COL, parts, lane_of(t, s->m), TMEM_GROUP_COL, 0);
    }
    add_tiles(t, column_of(t, columns));
}

static wgd_status deal_c(wgd_tmem *t, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    const bool spread = s->what == WGD_TMEM_C_WS || s->cta_group == 2;
    const bool half = !spread && s->m == 64;
    if (s->alloc == WGD_TMEM_DEFAULT) {
        s->alloc = WGD_TMEM_INTERLEAVED;
    }
    if (s->alloc != WGD_TMEM_INTERLEAVED && s->alloc != WGD_TMEM_NON_INTERLEAVED) {
        return bad_alloc(t, "Interleaved or NonInterleaved", diag);
    }
    if (s->m != 128 && s->m != 64 && !(spread && s->m == 32)) {
        return refuse_num("m_sm", "no accumulator has so many rows in one CTA", s->m,
                          spread ? "32, 64 or 128" : "64 or 128",
                          "of cta_group 2 each CTA has half of M", diag);
    }
    const int step = s->what == WGD_TMEM_C_WS ? 64 : s->cta_group == 2 ? 16 : 8;
    if (s->n < step || s->n > 256 || s->n % step != 0 || (step == 64 && s->n == 192)) {
        return refuse_num("n_sm", "no accumulator has so many columns", s->n,
                          step == 64   ? "64, 128 or 256"
                          : step == 16 ? "16 to 256, a multiple of 16"
                                       : "8 to 256, a multiple of 8",
                          "N of the instruction: which are legal depends on its kind", diag);
    }
    if (half) {
        return deal_half(t, diag);
    }
    deal_full(t);
    return WGD_OK;
}

/* ---- A, and the metadata of a sparse A ------------------------------------------------------ */

static int log2_of(int n)
{
    int s = 0;
    while (1 << s < n) {
        s++;
    }
    return s;
}

static wgd_status check_rows(const wgd_tmem *t, wgd_diag *diag)
{
    const int m = t->spec.m;
    return m == 128 || m == 64
               ? WGD_OK
               : refuse_num("m_sm", "no operand A has so many rows in one CTA", m, "64 or 128",
                            "of cta_group 2 each CTA has half of M", diag);
}

static wgd_status check_k(wgd_tmem *t, int k, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    s->n = s->n ? s->n : k;
    if (s->n != k) {
        char want[32];
        wgd_text w = wgd_text_into(want, sizeof want);
        wgd_put_i64(&w, k);
        wgd_text_end(&w);
        return refuse_num("k", "one instruction takes another K of this type", s->n, want,
                          "more of K is more tiles along K", diag);
    }
    return WGD_OK;
}

/* Cells of the type's own width, a byte at least: f8f6f4 takes fp4 and fp6 a byte each. */
static wgd_status deal_a(wgd_tmem *t, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    const int type_bits = wgd_frag_type_bits((wgd_frag_type)s->type);
    const int bits = type_bits < 8 ? 8 : type_bits;
    t->shift = log2_of(32 / bits);
    const wgd_tmem_alloc own = s->cta_group == 2 ? WGD_TMEM_DUPLICATED : WGD_TMEM_NON_INTERLEAVED;
    s->alloc = s->alloc == WGD_TMEM_DEFAULT ? own : s->alloc;
    if (s->alloc != own) {
        return bad_alloc(t, wgd_tmem_alloc_name(own), diag);
    }
    wgd_status st = check_rows(t, diag);
    if (st == WGD_OK) {
        st = check_k(t, 256 / bits, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const bool half = s->cta_group == 1 && s->m == 64;
    if (half) {
        tmem_add(t, WGD_TMEM_ROW, 16, lane_of(t, 1), TMEM_GROUP_ROW, 0);
        tmem_add(t, WGD_TMEM_ROW, 4, lane_of(t, 32), TMEM_GROUP_ROW, 0);
    } else {
        /* The 64 rows of a pair's CTA stand twice; CUTLASS counts the copies as rows. */
        tmem_add(t, WGD_TMEM_ROW, 128, lane_of(t, 1), TMEM_GROUP_ROW, 0);
    }
    tmem_add(t, WGD_TMEM_COL, s->n, 1, TMEM_GROUP_COL, 0);
    add_tiles(t, s->n);
    return WGD_OK;
}

/* 16-bit types and tf32: a row's metadata of one instruction lies in two lanes 8 apart, half a cell
 * each; the row 8 below takes the other half. What a value is: 2 bits of tf32, 1 of 16-bit types. */
static void deal_e_wide(wgd_tmem *t)
{
    const wgd_tmem_spec *s = &t->spec;
    const int half = s->n / 2;
    tmem_add(t, WGD_TMEM_ROW, 8, lane_of(t, 1), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_ROW, 2, half, TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_ROW, s->m / 16, lane_of(t, 16), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_COL, half, 1, TMEM_GROUP_COL, 0);
    tmem_add(t, WGD_TMEM_COL, 2, lane_of(t, 8), TMEM_GROUP_COL, 0);
    if (s->m < WGD_TMEM_LANES) {
        tmem_add(t, WGD_TMEM_COPY, WGD_TMEM_LANES / s->m, lane_of(t, s->m), TMEM_GROUP_COPY, 0);
    }
    add_tiles(t, s->n);
}

/* 8-bit types and e2m1: a lane each row, two cells. */
static void deal_e_narrow(wgd_tmem *t)
{
    const wgd_tmem_spec *s = &t->spec;
    tmem_add(t, WGD_TMEM_ROW, s->m, lane_of(t, 1), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_COL, s->n, 1, TMEM_GROUP_COL, 0);
    if (s->m < WGD_TMEM_LANES) {
        tmem_add(t, WGD_TMEM_COPY, WGD_TMEM_LANES / s->m, lane_of(t, s->m), TMEM_GROUP_COL, 0);
    }
    add_tiles(t, s->n);
}

static wgd_status deal_e(wgd_tmem *t, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    const bool ws = s->what == WGD_TMEM_E_WS;
    const int bits = wgd_frag_type_bits((wgd_frag_type)s->type);
    if (s->alloc != WGD_TMEM_DEFAULT) {
        return bad_alloc(t, "none: there is one way", diag);
    }
    if (ws ? s->m != 32 && s->m != 64 && s->m != 128 : s->m != 128) {
        return refuse_num("m_sm", "the metadata of so many rows is not known", s->m,
                          ws ? "32, 64 or 128" : "128", "the .ws form is E_ws", diag);
    }
    /* A byte serves 4 elements of tf32, 8 of 16-bit and 8-bit types, 16 of e2m1. */
    t->shift = bits == 32 ? 4 : bits == 4 ? 6 : 5;
    const wgd_status st = check_k(t, 512 / bits, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (bits >= 16) {
        deal_e_wide(t);
    } else {
        deal_e_narrow(t);
    }
    return WGD_OK;
}

/* ---- scale factors -------------------------------------------------------------------------- */

/* Instructions along K share a word while their factors fit: 4, 2, 1 and 1 of them for 1, 2, 3 and
 * 4 factors a row. Tiles fill it rows first. */
static void add_sf_tiles(wgd_tmem *t, int span)
{
    static const int groups[] = {TMEM_GROUP_TILE_ROW, TMEM_GROUP_TILE_COL};
    static const wgd_tmem_axis axes[] = {WGD_TMEM_TILE_ROW, WGD_TMEM_TILE_COL};
    int share = t->spec.nsf == 1 ? 4 : t->spec.nsf == 2 ? 2 : 1;
    int byte = t->spec.nsf, far = span;
    for (int i = 0; i < 2; i++) {
        int left = t->spec.tiles[i];
        const int near = left < share ? left : share;
        const bool pair = t->spec.paired && i == 1;
        if (near > 1 || left == 1 || pair) {
            tmem_add(t, axes[i], near, near > 1 ? byte : 0, groups[i], 0);
            byte *= near;
            share /= near;
            left /= near;
        }
        if (pair) {
            tmem_add(t, axes[i], left, left > 1 ? far : 0, groups[i], 0);
        } else if (left > 1) {
            tmem_add(t, axes[i], left, far, groups[i], 0);
            far *= left;
        }
    }
}

static wgd_status check_sf(wgd_tmem *t, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    const bool e4m3 = s->type == WGD_FRAG_UE4M3;
    s->vec = s->vec ? s->vec : e4m3 ? 16 : 32;
    s->nsf = s->nsf ? s->nsf : s->vec == 16 ? 4 : 1;
    s->alloc = s->alloc == WGD_TMEM_DEFAULT ? WGD_TMEM_SF_4X1 : s->alloc;
    if (s->alloc != WGD_TMEM_SF_4X1 && s->alloc != WGD_TMEM_SF_2X2) {
        return bad_alloc(t, "4x1 or 2x2", diag);
    }
    if (s->m < 128 || s->m > 512 || s->m % 128 != 0) {
        return refuse_num("mn", "scale factors come in blocks of 128 rows", s->m,
                          "128, 256, 384 or 512", "pad: an N of 192 takes the factors of 256",
                          diag);
    }
    if (s->vec != 16 && s->vec != 32 && s->vec != 64) {
        return refuse_num("vec", "no scale vector is so long", s->vec, "16, 32 or, sparse, 64",
                          "elements of K that share one factor", diag);
    }
    if (s->nsf < 1 || s->nsf > 4) {
        return refuse_num("nsf", "a row's factors of one instruction do not fit a 32-bit cell",
                          s->nsf, "1 to 4",
                          "K = 96 with vectors of 16 has 6; CUTLASS has no fragment for them "
                          "either, and loads them as 4 and 2",
                          diag);
    }
    const int together = 4 / s->nsf, n0 = s->tiles[0];
    const int left = n0 < together ? together / n0 : 1;
    const bool even = (n0 < together ? together % n0 : n0 % together) == 0 &&
                      (s->tiles[1] < left || s->tiles[1] % left == 0);
    if (!even) {
        return wgd_fail(diag, WGD_ERR_VALUE, "tiles", "the tiles do not fill whole cells", NULL,
                        s->nsf == 1 ? "1, 2 or a multiple of 4" : "1 or a multiple of 2",
                        "as many instructions along K as share a cell");
    }
    return WGD_OK;
}

static wgd_status deal_sf(wgd_tmem *t, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    t->shift = 2;
    const wgd_status st = check_sf(t, diag);
    if (st != WGD_OK) {
        return st;
    }
    /* 2x2 is how B's factors lie when a pair has 128 rows of A: each half twice. */
    const bool pairs = s->alloc == WGD_TMEM_SF_2X2 && s->what == WGD_TMEM_SFB;
    const int columns = s->m / (pairs ? 64 : 32);
    tmem_add(t, WGD_TMEM_ROW, 32, lane_of(t, 1), TMEM_GROUP_ROW, 1);
    tmem_add(t, WGD_TMEM_ROW, columns, column_of(t, 1), TMEM_GROUP_ROW, 1);
    if (pairs) {
        tmem_add(t, WGD_TMEM_ROW, 2, lane_of(t, 64), TMEM_GROUP_ROW, 0);
    }
    tmem_add(t, WGD_TMEM_COPY, pairs ? 2 : 4, lane_of(t, 32), TMEM_GROUP_ROW, 0);
    tmem_add(t, WGD_TMEM_COL, s->vec, 0, TMEM_GROUP_COL, 0);
    tmem_add(t, WGD_TMEM_COL, s->nsf, 1, TMEM_GROUP_COL, 0);
    add_sf_tiles(t, column_of(t, columns));
    return WGD_OK;
}

/* ---- all ------------------------------------------------------------------------------------ */

#define BIT(x) (1u << WGD_FRAG_##x)

/* The types of each kind of fragment. */
static unsigned types_of(wgd_tmem_what what)
{
    const unsigned eight = BIT(E4M3) | BIT(E5M2) | BIT(S8) | BIT(U8);
    const unsigned six = BIT(E2M3) | BIT(E3M2), wide = BIT(F16) | BIT(BF16) | BIT(TF32);
    switch (what) {
    case WGD_TMEM_C:
    case WGD_TMEM_C_WS:
        return BIT(F16) | BIT(F32) | BIT(S32);
    case WGD_TMEM_A:
        return wide | eight | six | BIT(E2M1);
    case WGD_TMEM_E:
    case WGD_TMEM_E_WS:
        return wide | eight | six | BIT(E2M1);
    default:
        return BIT(UE8M0) | BIT(UE4M3);
    }
}

static wgd_status check_type(wgd_tmem_spec *s, wgd_diag *diag)
{
    static const int usual[] = {WGD_FRAG_F32, WGD_FRAG_F32,   WGD_FRAG_F16,  WGD_FRAG_F16,
                                WGD_FRAG_F16, WGD_FRAG_UE8M0, WGD_FRAG_UE8M0};
    const unsigned set = types_of(s->what);
    s->type = s->type == WGD_FRAG_TYPE_NONE ? usual[s->what] : s->type;
    if (set >> s->type & 1u) {
        return WGD_OK;
    }
    char want[128];
    wgd_text w = wgd_text_into(want, sizeof want);
    for (int i = 0; i < WGD_FRAG_TYPE_COUNT; i++) {
        if (set >> i & 1u) {
            wgd_put_str(&w, w.need ? ", " : "");
            wgd_put_str(&w, wgd_frag_type_name((wgd_frag_type)i));
        }
    }
    wgd_text_end(&w);
    return wgd_fail(diag, WGD_ERR_DTYPE, "dtype", "no such element lies there",
                    wgd_frag_type_name((wgd_frag_type)s->type), want, "of metadata, the type of A");
}

wgd_status tmem_deal(wgd_tmem *t, wgd_diag *diag)
{
    wgd_tmem_spec *s = &t->spec;
    wgd_status st = check_type(s, diag);
    for (int i = 0; i < 2 && st == WGD_OK; i++) {
        s->tiles[i] = s->tiles[i] ? s->tiles[i] : 1;
        if (s->tiles[i] < 1 || s->tiles[i] > 64) {
            st = refuse_num("tiles", NULL, s->tiles[i], "1 to 64 each", "instructions side by side",
                            diag);
        }
    }
    const bool metadata = s->what == WGD_TMEM_E || s->what == WGD_TMEM_E_WS;
    s->cta_group = metadata && s->cta_group == 0 ? 1 : s->cta_group;
    if (st == WGD_OK && s->cta_group != 1 && s->cta_group != 2) {
        st = refuse_num("cta_group", NULL, s->cta_group, "1 or 2",
                        "1, or 2 for an instruction over a pair of CTAs", diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    switch (s->what) {
    case WGD_TMEM_A:
        return deal_a(t, diag);
    case WGD_TMEM_E:
    case WGD_TMEM_E_WS:
        return deal_e(t, diag);
    case WGD_TMEM_SFA:
    case WGD_TMEM_SFB:
        return deal_sf(t, diag);
    default:
        /* Accumulators of 16 bits take a 32-bit cell each. */
        t->shift = s->type == WGD_FRAG_F16 ? 1 : 0;
        return deal_c(t, diag);
    }
}
