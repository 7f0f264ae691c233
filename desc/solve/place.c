/* SPDX-License-Identifier: MIT
 *
 * Where a layout puts each element in shared memory.
 */
#include "wgd_place.h"

#include "axes.h"

/* Offsets stay below 2^32 bytes either way, so that sums of them never overflow and an address fits
 * the 32 bits of the fetch rule. */
#define OFFSET_BITS_MAX (INT64_C(1) << 35)

enum { PIECE_BITS = 128 };

/* Leaves of the first top-level mode: nodes are in preorder, so walk one subtree. */
static int first_mode_leaves(const wgd_tuple *t)
{
    int leaves = 0;
    int pending = 1;
    for (int i = 1; pending > 0; i++) {
        pending += t->node[i] == WGD_LEAF ? -1 : t->node[i] - 1;
        leaves += t->node[i] == WGD_LEAF;
    }
    return leaves;
}

/* Lowest and highest offset of the tile in bits; false when either leaves +-OFFSET_BITS_MAX. */
static bool offset_range(const wgd_layout *l, int bits, int64_t *lo, int64_t *hi)
{
    *lo = *hi = 0;
    for (int i = 0; i < l->shape.n_leaves; i++) {
        const int64_t steps = l->shape.leaf[i] - 1;
        const int64_t d = l->stride[i];
        if (steps == 0 || d == 0) {
            continue;
        }
        const uint64_t apart = d < 0 ? -(uint64_t)d : (uint64_t)d;
        if ((uint64_t)steps > (uint64_t)OFFSET_BITS_MAX / apart) {
            return false;
        }
        *(d < 0 ? lo : hi) += steps * d * bits;
        if (*hi > OFFSET_BITS_MAX || *lo < -OFFSET_BITS_MAX) {
            return false;
        }
    }
    return true;
}

static int log2_bits(int bits)
{
    int n = 0;
    while (bits > 1 << n) {
        n++;
    }
    return n;
}

/* The swizzle on bit addresses, and what is added on either side of it. */
static wgd_status set_swizzle(wgd_place *p, wgd_diag *diag)
{
    const wgd_composed *c = &p->layout;
    p->sw.b = p->sw.m = p->sw.s = 0;
    p->before = p->start * 8;
    p->after = 0;
    if (c->kind == WGD_PLAIN) {
        return WGD_OK;
    }
    const wgd_status s = wgd_swizzle_check(c->sw, diag);
    if (s != WGD_OK) {
        return s;
    }
    const int unit = c->kind == WGD_SMEM_PTR ? 3 : log2_bits(p->bits);
    if (c->kind == WGD_SWIZZLED) {
        if (c->offset < 0 || c->offset > OFFSET_BITS_MAX / p->bits) {
            return wgd_fail_num(diag, WGD_ERR_RANGE, "layout",
                                "the offset after the swizzle is out of range", c->offset,
                                "0 to 2^32 bytes", NULL);
        }
        p->before = c->offset * p->bits;
        p->after = p->start * 8;
    }
    const int abs_s = c->sw.s < 0 ? -c->sw.s : c->sw.s;
    if (c->sw.b > 0) {
        if (c->sw.m + unit + abs_s + c->sw.b > 40) {
            return wgd_fail(diag, WGD_ERR_RANGE, "layout",
                            "the swizzle acts on address bits that shared memory does not have",
                            NULL, "M + S + B of 18 or less, in bytes", NULL);
        }
        p->sw.b = c->sw.b;
        p->sw.m = (int8_t)(c->sw.m + unit);
        p->sw.s = c->sw.s;
    }
    return WGD_OK;
}

wgd_status wgd_place_make(const wgd_composed *layout, wgd_dtype dtype, int64_t start,
                          wgd_place *out, wgd_diag *diag)
{
    if (wgd_layout_rank(&layout->layout) != 2) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                            "the layout of an operand has two modes, (MN, K)",
                            wgd_layout_rank(&layout->layout), "2 top-level modes",
                            "put parentheses around the modes that belong together: "
                            "((8,8),16):((64,512),1)");
    }
    const int bits = wgd_dtype_bits(dtype);
    if (layout->kind == WGD_SMEM_PTR && layout->elem_bits != bits) {
        const wgd_status s = wgd_fail_num(diag, WGD_ERR_VALUE, "layout",
                                          "smem_ptr[Nb] has another element width than the dtype",
                                          layout->elem_bits, wgd_dtype_get(dtype)->name, NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_LAYOUT_DTYPE, 0, NULL);
    }
    if (start < 0 || start >= WGD_SMEM_WINDOW) {
        return wgd_fail_num(diag, WGD_ERR_RANGE, "start", "the start is outside shared memory",
                            start, "0 to 262143", NULL);
    }
    out->layout = *layout;
    out->start = start;
    out->bits = bits;
    out->mn_leaves = first_mode_leaves(&layout->layout.shape);
    out->mn = out->k = 1;
    int64_t lo, hi;
    if (!offset_range(&layout->layout, bits, &lo, &hi)) {
        return wgd_fail(diag, WGD_ERR_RANGE, "layout", "the layout reaches beyond 32-bit addresses",
                        NULL, "offsets below 2^32 bytes", NULL);
    }
    for (int i = 0; i < layout->layout.shape.n_leaves; i++) {
        int64_t *extent = i < out->mn_leaves ? &out->mn : &out->k;
        const int64_t s = layout->layout.shape.leaf[i];
        if (s < 1 || *extent > OFFSET_BITS_MAX / s) {
            return wgd_fail(diag, WGD_ERR_OVERFLOW, "layout", NULL, NULL, NULL, NULL);
        }
        *extent *= s;
    }
    const wgd_slice whole = {{0, 0}, {0, 0}};
    out->slice = whole;
    out->tile_mn = out->mn;
    out->tile_k = out->k;
    const wgd_status s = set_swizzle(out, diag);
    if (s == WGD_OK && out->before + lo < 0) {
        return wgd_fail_num(
            diag, WGD_ERR_RANGE, "layout", "a negative stride reaches below the first address",
            (out->before + lo) / 8, "0 or more", "a larger start leaves room for negative strides");
    }
    return s;
}

wgd_status wgd_place_cut(wgd_place *p, const wgd_slice *slice, wgd_diag *diag)
{
    const wgd_status s = wgd_slice_check(slice, p->tile_mn, p->tile_k, diag);
    if (s == WGD_OK && !wgd_slice_whole(slice)) {
        p->slice = *slice;
        p->mn = slice->mn[1] - slice->mn[0];
        p->k = slice->k[1] - slice->k[0];
    }
    return s;
}

int64_t wgd_place_bytes(const wgd_place *p)
{
    int64_t lo, hi;
    (void)offset_range(&p->layout.layout, p->bits, &lo, &hi); /* held when the place was made */
    return (hi - lo + p->bits + 7) / 8;
}

bool wgd_place_mode(const wgd_place *p, wgd_arch arch, wgd_swizzle_mode *out)
{
    wgd_swizzle of_bytes = p->sw;
    of_bytes.m = (int8_t)(of_bytes.m - 3);
    if (wgd_swizzle_mode_of(of_bytes, out) && wgd_swizzle_arch_check(*out, arch, NULL) == WGD_OK) {
        return true;
    }
    *out = WGD_SWZ_NONE;
    return false;
}

void wgd_place_through(wgd_composed *layout, wgd_swizzle_mode mode, wgd_dtype dtype)
{
    layout->kind = mode == WGD_SWZ_NONE ? WGD_PLAIN : WGD_SMEM_PTR;
    layout->sw = wgd_swizzle_mode_get(mode)->sw;
    layout->offset = 0;
    layout->elem_bits = mode == WGD_SWZ_NONE ? 0 : wgd_dtype_bits(dtype);
}

/* What is not a whole number of blocks: the layout, or the slice of it. */
static const char *field_of(const wgd_place *p)
{
    return wgd_slice_whole(&p->slice) ? "layout" : "slice";
}

static wgd_status fail_rows(const wgd_place *p, wgd_read rd, wgd_diag *diag)
{
    const bool a = rd.operand == WGD_OPERAND_A;
    if (wgd_arch_tcgen05(rd.arch)) {
        char want[64];
        wgd_text t = wgd_text_into(want, sizeof want);
        wgd_put_str(&t, "a multiple of the block's ");
        wgd_put_i64(&t, rd.mn);
        wgd_put_str(&t, " rows");
        wgd_text_end(&t);
        return wgd_fail_num(diag, WGD_ERR_TILE, field_of(p),
                            "the rows are not a whole number of the instruction's blocks", p->mn,
                            want, "say the instruction's M or N and its K");
    }
    const wgd_status s = wgd_fail_num(diag, WGD_ERR_TILE, field_of(p),
                                      a ? "the rows are not a whole number of blocks of 64"
                                        : "the rows are not a whole number of blocks of N",
                                      p->mn, "a multiple of the block's rows", NULL);
    return wgd_diag_hint(diag, s, a ? WGD_HINT_OPERAND_B : WGD_HINT_DIVISOR_N, 0, NULL);
}

wgd_status wgd_place_blocks(const wgd_place *p, wgd_read rd, int *mn_blocks, int *k_blocks,
                            wgd_diag *diag)
{
    const int bk = wgd_read_k(rd);
    if (p->mn % rd.mn != 0) {
        return fail_rows(p, rd, diag);
    }
    if (p->k % bk != 0) {
        char want[64];
        wgd_text t = wgd_text_into(want, sizeof want);
        wgd_put_str(&t, "a multiple of ");
        wgd_put_i64(&t, bk);
        wgd_text_end(&t);
        return wgd_fail_num(diag, WGD_ERR_TILE, field_of(p),
                            "K is not a whole number of instruction blocks", p->k, want,
                            "one instruction reads 32 bytes of K (64 for B of the sparse form)");
    }
    if (p->mn / rd.mn > WGD_BLOCKS_MAX / (p->k / bk)) {
        return wgd_fail(diag, WGD_ERR_LIMIT, field_of(p), "the tile has too many blocks", NULL,
                        "at most 4096", "shared memory holds no more than 1024");
    }
    *mn_blocks = (int)(p->mn / rd.mn);
    *k_blocks = (int)(p->k / bk);
    return WGD_OK;
}

/* Offsets of indices first .. first+n-1 of the mode made of leaves [begin, end), in bits: an
 * odometer instead of a division for each index. */
static void mode_offsets(const wgd_layout *l, int begin, int end, int64_t first, int n, int bits,
                         int64_t *out)
{
    int64_t crd[WGD_MAX_LEAVES];
    int64_t off = 0;
    for (int i = begin; i < end; i++) {
        crd[i] = first % l->shape.leaf[i];
        first /= l->shape.leaf[i];
        off += crd[i] * l->stride[i];
    }
    for (int x = 0; x < n; x++) {
        out[x] = off * bits;
        for (int i = begin; i < end; i++) {
            off += l->stride[i];
            if (++crd[i] < l->shape.leaf[i]) {
                break;
            }
            off -= crd[i] * l->stride[i];
            crd[i] = 0;
        }
    }
}

void wgd_block_make(const wgd_place *p, wgd_read rd, int i, int j, wgd_block *out)
{
    const wgd_layout *l = &p->layout.layout;
    out->read = rd;
    out->mn = rd.mn;
    out->k = wgd_read_k(rd);
    out->bits = p->bits;
    out->before = p->before;
    out->after = p->after;
    out->sw = p->sw;
    mode_offsets(l, 0, p->mn_leaves, p->slice.mn[0] + (int64_t)i * out->mn, out->mn, p->bits,
                 out->mn_off);
    mode_offsets(l, p->mn_leaves, l->shape.n_leaves, p->slice.k[0] + (int64_t)j * out->k, out->k,
                 p->bits, out->k_off);
}

int64_t wgd_block_bit(const wgd_block *b, int r, int k)
{
    return b->after + wgd_swizzle_apply(b->sw, b->before + b->mn_off[r] + b->k_off[k]);
}

wgd_major wgd_place_major(const wgd_place *p)
{
    const wgd_layout *l = &p->layout.layout;
    int64_t mn[2], k[2];
    mode_offsets(l, 0, p->mn_leaves, 0, 2, p->bits, mn);
    mode_offsets(l, p->mn_leaves, l->shape.n_leaves, 0, 2, p->bits, k);
    return mn[1] == p->bits && k[1] != p->bits ? WGD_MAJOR_MN : WGD_MAJOR_K;
}

/* True when each piece's elements follow one another before the swizzle, and the swizzle moves
 * whole 16-byte units: then a piece that begins on a 16-byte boundary stays in one piece. */
static bool pieces_hold(const wgd_block *b, const wgd_axes *a)
{
    if (b->after % PIECE_BITS != 0 || (b->sw.b > 0 && b->sw.m < 7)) {
        return false;
    }
    for (int i = 0; i < a->pieces * a->per_piece; i++) {
        if (a->run[i] != a->run[i - i % a->per_piece] + (i % a->per_piece) * b->bits) {
            return false;
        }
    }
    return true;
}

/* Looks at every element, row by row: none lies below address 0. True when all pieces are whole after all. */
static bool scan_gap(const wgd_block *b, wgd_gap *gap)
{
    const int per = PIECE_BITS / b->bits;
    for (int r = 0; r < b->mn; r++) {
        for (int k = 0; k < b->k; k++) {
            const bool k_major = b->read.major == WGD_MAJOR_K;
            const int e = (k_major ? k : r) % per;
            const int64_t first = wgd_block_bit(b, k_major ? r : r - e, k_major ? k - e : k);
            const int64_t at = wgd_block_bit(b, r, k);
            gap->mn = r;
            gap->k = k;
            gap->kind = at != first + e * b->bits ? WGD_GAP_RUN
                        : first % PIECE_BITS != 0 ? WGD_GAP_ALIGN
                        : first / 8 > UINT32_MAX  ? WGD_GAP_RANGE
                                                  : WGD_GAP_NONE;
            if (gap->kind != WGD_GAP_NONE) {
                return false;
            }
        }
    }
    return true;
}

size_t wgd_block_chunks(const wgd_block *b, uint32_t out[WGD_FETCH_CHUNKS_MAX], wgd_gap *gap)
{
    const wgd_axes a = wgd_axes_of(b);
    const bool hold = pieces_hold(b, &a);
    uint64_t bad = 0; /* bits that must be clear in every address: misaligned, or over 32 bits */
    for (int l = 0; l < a.lines; l++) {
        for (int c = 0; c < a.pieces; c++) {
            const int64_t pre = b->before + a.line[l] + a.run[c * a.per_piece];
            const int64_t at = b->after + wgd_swizzle_apply(b->sw, pre);
            bad |= (uint64_t)pre % PIECE_BITS | (uint64_t)at >> 35;
            out[l * a.pieces + c] = (uint32_t)(at / 8);
        }
    }
    gap->kind = WGD_GAP_NONE;
    if ((!hold || bad != 0) && !scan_gap(b, gap)) {
        return 0;
    }
    return (size_t)(a.lines * a.pieces);
}
