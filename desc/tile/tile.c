/* SPDX-License-Identifier: MIT
 *
 * The chain of make_gmma_desc and make_umma_desc: atom, tile_to_shape, recast, divide, LBO and SBO, every block.
 */
#include "wgd_tile.h"

#include "base/never.h"
#include "blocks.h"
#include "canonical.h"
#include "cross.h"
#include "wgd_fetch.h"
#include "wgd_text.h"

wgd_tile_query wgd_tile_query_default(void)
{
    const wgd_tile_query q = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_NONE, 0,        0,
                              0,       {1, 2},        0,           false,        WGD_SM90, {0, 0}};
    return q;
}

wgd_read wgd_tile_read(const wgd_tile *t)
{
    const wgd_tile_query *q = &t->query;
    const wgd_read r = {q->dtype,  q->operand, q->major,  t->block_mn,
                        q->sparse, q->arch,    t->k_bytes};
    return r;
}

static void put_shape(wgd_text *t, int64_t mn, int64_t k)
{
    wgd_put_i64(t, mn);
    wgd_put_char(t, 'x');
    wgd_put_i64(t, k);
}

static wgd_status fail_shape(wgd_diag *diag, wgd_status s, const wgd_tile_query *q,
                             const char *what, const char *want, const char *hint)
{
    char got[64];
    wgd_text t = wgd_text_into(got, sizeof got);
    put_shape(&t, q->mn, q->k);
    wgd_text_end(&t);
    return wgd_fail(diag, s, "shape", what, got, want, hint);
}

/* How a tile is read, whatever the block. */
static wgd_read any_block(const wgd_tile_query *q)
{
    const wgd_read r = {.dtype = q->dtype,
                        .operand = q->operand,
                        .major = q->major,
                        .sparse = q->sparse,
                        .arch = q->arch};
    return r;
}

/* For A of a sparse instruction, K as the instruction counts it: half of it is stored. */
static void store_compressed(wgd_tile_query *q)
{
    const int64_t stored = wgd_dtype_k(q->dtype);
    if (q->sparse && q->operand == WGD_OPERAND_A && q->block[1] == 2 * stored && q->k % 2 == 0) {
        q->block[1] = stored;
        q->k /= 2;
    }
}

/* The block that one instruction reads. */
static wgd_status choose_block(wgd_tile *t, wgd_diag *diag)
{
    wgd_tile_query *q = &t->query;
    if (wgd_arch_tcgen05(q->arch)) {
        store_compressed(q);
    }
    const wgd_block_ask ask = {q->n, q->mn, q->block,
                               "the tile's MN is not a legal N, and no N is given",
                               "an N that divides it"};
    wgd_read rd = any_block(q);
    const wgd_status s = wgd_inst_block(&ask, &rd, diag);
    if (s != WGD_OK) {
        return s;
    }
    t->block_mn = rd.mn;
    t->block_k = wgd_read_k(rd);
    t->k_bytes = rd.k_bytes;
    if (q->operand == WGD_OPERAND_B) {
        q->n = rd.mn;
    }
    return WGD_OK;
}

static wgd_status check_size(const wgd_tile_query *q, wgd_diag *diag)
{
    const int bits = wgd_dtype_bits(q->dtype);
    if (q->mn < 1 || q->k < 1) {
        return fail_shape(diag, WGD_ERR_TILE, q, "a tile has at least one element", "MN x K",
                          "for example 64x16");
    }
    const int64_t window_bits = (int64_t)WGD_SMEM_WINDOW * 8;
    if (q->mn > window_bits || q->k > window_bits || q->mn * q->k > window_bits / bits) {
        return fail_shape(diag, WGD_ERR_RANGE, q,
                          "the tile is larger than a descriptor can address",
                          "at most 262144 bytes", NULL);
    }
    return WGD_OK;
}

/* Where a smaller instruction would read the tile as it is stored, that is the hint. Only for who
 * reads hints: the search asks for the same tile again, without one. */
static wgd_status hint_smaller(const wgd_tile *t, wgd_status s, wgd_hint n, wgd_hint m,
                               const char *swizzle, wgd_diag *diag)
{
    if (!diag) {
        return s;
    }
    const int rows = wgd_tile_smaller(&t->query, t->block_mn);
    const bool a = t->query.operand == WGD_OPERAND_A;
    return rows ? wgd_diag_hint(diag, s, a ? m : n, rows, swizzle) : s;
}

static wgd_status check_blocks(const wgd_tile *t, wgd_diag *diag)
{
    const wgd_tile_query *q = &t->query;
    if (q->mn % t->block_mn != 0 || q->k % t->block_k != 0) {
        char want[128];
        wgd_text w = wgd_text_into(want, sizeof want);
        wgd_put_str(&w, "multiples of the instruction's block ");
        put_shape(&w, t->block_mn, t->block_k);
        wgd_text_end(&w);
        const wgd_status s =
            fail_shape(diag, WGD_ERR_TILE, q, "the tile is not a whole number of blocks", want,
                       "pad the tile, or choose another N");
        return hint_smaller(t, s, WGD_HINT_SMALLER_N, WGD_HINT_SMALLER_M, NULL, diag);
    }
    return WGD_OK;
}

static wgd_status check_order(const wgd_tile_query *q, wgd_diag *diag)
{
    const int64_t i = q->order[0], j = q->order[1];
    if ((i == 1 && j == 2) || (i == 2 && j == 1)) {
        return WGD_OK;
    }
    char got[64];
    wgd_text g = wgd_text_into(got, sizeof got);
    wgd_put_i64(&g, i);
    wgd_put_char(&g, ',');
    wgd_put_i64(&g, j);
    wgd_text_end(&g);
    return wgd_fail(diag, WGD_ERR_VALUE, "order", NULL, got, "1,2 (MN first) or 2,1 (K first)", "");
}

/* Elements of the atom along MN and K. */
static int64_t atom_mn(const wgd_composed *atom)
{
    return atom->layout.shape.leaf[0];
}

static int64_t atom_k(const wgd_composed *atom)
{
    return atom->layout.shape.leaf[1];
}

/* The widest swizzle whose atom divides the tile and gives whole blocks, for a hint. A block of 0 rows, about
 * which nobody asks, is a multiple of any. */
static wgd_swizzle_mode widest_fit(const wgd_tile *t)
{
    const wgd_tile_query *q = &t->query;
    if (q->swizzle == WGD_SWZ_128B_32B) {
        return q->swizzle;
    }
    for (int m = WGD_SWIZZLE_WIDEST; m > WGD_SWZ_NONE; m--) {
        const wgd_swizzle_mode mode = (wgd_swizzle_mode)m;
        const int64_t w = (int64_t)wgd_swizzle_row_bytes(mode) * 8 / wgd_dtype_bits(q->dtype);
        const int64_t along = q->major == WGD_MAJOR_K ? q->k : q->mn;
        const bool whole = q->major == WGD_MAJOR_K || t->block_mn % w == 0 || w % t->block_mn == 0;
        if (along % w == 0 && whole) {
            return mode;
        }
    }
    return WGD_SWZ_NONE;
}

static wgd_status check_atom(const wgd_tile *t, const wgd_composed *atom, wgd_diag *diag)
{
    const wgd_tile_query *q = &t->query;
    const int64_t mn = atom_mn(atom), k = atom_k(atom);
    char want[128];
    wgd_text w = wgd_text_into(want, sizeof want);
    if (q->mn % mn != 0 || q->k % k != 0) {
        wgd_put_str(&w, "multiples of the ");
        wgd_put_str(&w, wgd_swizzle_name(q->swizzle));
        wgd_put_str(&w, " atom ");
        put_shape(&w, mn, k);
        wgd_text_end(&w);
        const wgd_status s = fail_shape(diag, WGD_ERR_TILE, q, NULL, want, NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_SWIZZLE_OR_TILE, 0, wgd_swizzle_name(widest_fit(t)));
    }
    /* MN-major blocks that straddle atoms unevenly: CuTe builds descriptors that miss parts of the
     * tile; refuse them. In K-major the atom is 8 rows, which every block is a multiple of. */
    if (q->major == WGD_MAJOR_MN && t->block_mn % mn != 0 && mn % t->block_mn != 0) {
        wgd_put_str(&w, "a block that is a multiple or a divisor of the atom's ");
        wgd_put_i64(&w, mn);
        wgd_put_str(&w, " along MN");
        wgd_text_end(&w);
        const wgd_status s = wgd_fail_num(diag, WGD_ERR_COVER, q->block[0] != 0 ? "block" : "n",
                                          NULL, t->block_mn, want, NULL);
        const char *fit = wgd_swizzle_name(widest_fit(t));
        wgd_diag_hint(diag, s, WGD_HINT_SWIZZLE_FOR_N, 0, fit);
        return hint_smaller(t, s, WGD_HINT_SMALLER_N_OR_SWIZZLE, WGD_HINT_SMALLER_M_OR_SWIZZLE, fit,
                            diag);
    }
    return WGD_OK;
}

/* Addresses are refused as they are written in kernels: in hexadecimal. */
static wgd_status fail_start(wgd_diag *diag, wgd_status s, int64_t start, const char *what,
                             const char *want, const char *hint)
{
    char got[32];
    wgd_text g = wgd_text_into(got, sizeof got);
    if (start < 0) {
        wgd_put_i64(&g, start);
    } else {
        wgd_put_str(&g, "0x");
        wgd_put_hex(&g, (uint64_t)start, 1);
    }
    wgd_text_end(&g);
    return wgd_fail(diag, s, "start", what, got, want, hint);
}

/* The start must be in row 0 of a pattern: make_gmma_desc writes base_offset 0. */
static wgd_status fail_alignment(const wgd_tile *t, wgd_diag *diag)
{
    const int64_t start = t->query.start;
    const int64_t up = start - start % t->alignment + t->alignment;
    char want[64], hint[256];
    wgd_text w = wgd_text_into(want, sizeof want), h = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&w, "a multiple of ");
    wgd_put_i64(&w, t->alignment);
    wgd_put_str(&w, " bytes");
    wgd_text_end(&w);
    wgd_put_str(&h, "use the next aligned start, 0x");
    wgd_put_hex(&h, (uint64_t)up, 1);
    if (start % 128 == 0 && t->block_mn != 0) {
        wgd_desc d = t->desc;
        d.start = (uint16_t)(start / 16);
        d.base_offset = (uint8_t)((start >> 7) & 7);
        wgd_put_str(&h, "; or, if the data is swizzled relative to this start (not by TMA), set "
                        "base_offset ");
        wgd_put_i64(&h, d.base_offset);
        wgd_put_str(&h, ": descriptor 0x");
        wgd_put_hex(&h, wgd_desc_pack(d, t->query.arch), 16);
    }
    wgd_text_end(&h);
    return fail_start(diag, WGD_ERR_ALIGN, start, "the start is not aligned to the swizzle pattern",
                      want, hint);
}

static wgd_status check_start(const wgd_tile *t, wgd_diag *diag)
{
    const int64_t start = t->query.start;
    if (start < 0 || start >= WGD_SMEM_WINDOW) {
        return fail_start(diag, WGD_ERR_RANGE, start,
                          "the start is outside the 18-bit shared-memory window",
                          "0 to 0x3fff0 (262128)",
                          "a descriptor holds a shared::cta address, not a generic one: use "
                          "__cvta_generic_to_shared");
    }
    if (start % 16 != 0) {
        return fail_start(diag, WGD_ERR_ALIGN, start, NULL, "a multiple of 16 bytes",
                          "the descriptor drops the low 4 bits of the address");
    }
    if (start % t->alignment != 0) {
        return fail_alignment(t, diag);
    }
    if (start + t->bytes > WGD_SMEM_WINDOW) {
        return fail_start(diag, WGD_ERR_RANGE, start,
                          "the tile does not end inside the 18-bit shared-memory window",
                          "start + bytes at most 0x40000", NULL);
    }
    return WGD_OK;
}

/* All of a composed layout but the layout itself, which is large. */
static void same_front(wgd_composed *to, const wgd_composed *from)
{
    to->kind = from->kind;
    to->sw = from->sw;
    to->offset = from->offset;
    to->elem_bits = from->elem_bits;
}

/* atom -> tile_to_shape. */
static wgd_status repeat_atom(wgd_tile *t, const wgd_composed *atom, wgd_diag *diag)
{
    const wgd_tile_query *q = &t->query;
    const int64_t shape[] = {q->mn, q->k};
    wgd_tuple shape_t, order_t;
    wgd_tuple_set(&shape_t, shape, 2);
    wgd_tuple_set(&order_t, q->order, 2);
    same_front(&t->smem, atom);
    return wgd_tile_to_shape(&atom->layout, &shape_t, &order_t, &t->smem.layout, diag);
}

/* The tile's layout -> block -> recast -> canonical divide. */
static wgd_status derive(wgd_tile *t, const wgd_composed *atom, wgd_diag *diag)
{
    const wgd_tile_query *q = &t->query;
    const int bits = wgd_dtype_bits(q->dtype);
    const int64_t step_k = wgd_tile_crosses_rows(t) ? atom_k(atom) : t->block_k;
    wgd_layout tiled_u128;
    wgd_status s = repeat_atom(t, atom, diag);
    if (NEVER(s != WGD_OK)) { /* check_atom saw the tile to be whole atoms */
        return s;
    }
    s = wgd_recast_composed(&t->smem, bits, 128, &t->smem_u128, diag);
    if (NEVER(s != WGD_OK)) { /* the rows of an atom are whole chunks of 128 bits */
        return s;
    }
    s = wgd_blocks_cut(&t->smem.layout, bits, t->block_mn, step_k, &tiled_u128, diag);
    if (NEVER(s != WGD_OK)) { /* check_blocks and check_atom saw blocks and atoms to nest */
        return s;
    }
    wgd_blocks_iterator(&tiled_u128, &t->iterator);
    t->blocks_mn = (int)(q->mn / t->block_mn);
    t->blocks_k = (int)(q->k / t->block_k);
    (void)wgd_layout_mode(&tiled_u128, 0, &t->block_u128); /* there are three */
    return wgd_canonical_of(q->swizzle, &t->block_u128, q->major, bits, q->arch, &t->canonical,
                            &t->desc, diag);
}

/* Is it a tile, whatever reads it? Order, size, atom. */
static wgd_status check_tile(const wgd_tile *t, wgd_composed *atom, wgd_diag *diag)
{
    const wgd_tile_query *q = &t->query;
    wgd_status s = check_order(q, diag);
    if (s == WGD_OK) {
        s = check_size(q, diag);
    }
    if (s == WGD_OK && t->block_mn != 0) {
        s = check_blocks(t, diag);
    }
    if (s == WGD_OK) {
        s = wgd_atom(wgd_dtype_bits(q->dtype), q->major, q->swizzle, atom, diag);
    }
    return s == WGD_OK ? check_atom(t, atom, diag) : s;
}

static void set_size(wgd_tile *t)
{
    const wgd_tile_query *q = &t->query;
    t->bytes = q->mn * q->k * wgd_dtype_bits(q->dtype) / 8;
    t->alignment = wgd_swizzle_alignment(q->swizzle);
}

wgd_status wgd_tile_layout(wgd_tile_query *q, wgd_composed *smem, wgd_diag *diag)
{
    wgd_tile t;
    wgd_composed atom;
    if (wgd_arch_tcgen05(q->arch)) {
        store_compressed(q);
    }
    t.query = *q;
    t.block_mn = t.block_k = t.k_bytes = 0; /* no block is asked about */
    wgd_status s = wgd_arch_check(q->arch, diag);
    if (s == WGD_OK) {
        s = wgd_mode_check(q->dtype, q->major, q->swizzle, q->arch, diag);
    }
    if (s == WGD_OK) {
        s = check_tile(&t, &atom, diag);
    }
    if (s == WGD_OK) {
        s = repeat_atom(&t, &atom, diag);
    }
    if (s == WGD_OK) {
        set_size(&t);
        s = check_start(&t, diag);
    }
    if (s == WGD_OK) {
        *smem = t.smem;
    }
    return s;
}

int wgd_tile_smaller(const wgd_tile_query *q, int64_t rows)
{
    wgd_read rd = any_block(q);
    wgd_tile t;
    for (rd.mn = wgd_rows_below(rd, rows); rd.mn != 0; rd.mn = wgd_rows_below(rd, rd.mn)) {
        wgd_tile_query x = *q;
        if (q->operand == WGD_OPERAND_A) {
            x.block[0] = rd.mn;
        } else {
            x.n = rd.mn;
            x.block[0] = 0;
        }
        if (wgd_tile_describe(&x, &t, NULL) == WGD_OK) {
            return rd.mn;
        }
    }
    return 0;
}

wgd_status wgd_tile_describe(const wgd_tile_query *q, wgd_tile *t, wgd_diag *diag)
{
    wgd_composed atom;
    t->query = *q;
    wgd_status s = wgd_arch_check(q->arch, diag);
    if (s == WGD_OK) {
        s = wgd_mode_check(q->dtype, q->major, q->swizzle, q->arch, diag);
    }
    if (s == WGD_OK) {
        s = choose_block(t, diag);
    }
    if (s == WGD_OK) {
        s = wgd_read_check(wgd_tile_read(t), diag);
    }
    if (s == WGD_OK) {
        s = check_tile(t, &atom, diag);
    }
    if (s == WGD_OK) {
        s = derive(t, &atom, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    set_size(t);
    t->transpose = q->major == WGD_MAJOR_MN;
    const unsigned reads = wgd_fetch_reads(q->swizzle, wgd_tile_read(t));
    t->lbo_used = (reads & WGD_READS_LBO) != 0;
    t->sbo_used = (reads & WGD_READS_SBO) != 0;
    s = check_start(t, diag);
    t->desc.start = (uint16_t)(q->start / 16);
    if (s == WGD_OK && wgd_tile_crosses_rows(t)) {
        s = wgd_tile_cross(t, diag);
    }
    return s;
}

int64_t wgd_tile_block_offset(const wgd_tile *t, int i, int j)
{
    if (wgd_tile_crosses_rows(t)) {
        return wgd_tile_cross_offset(t, i, j);
    }
    /* The iterator's modes in linear order: mode 0 has extent 1, then MN, then K. */
    return 16 * wgd_layout_at(&t->iterator, (int64_t)j * t->blocks_mn + i);
}

uint64_t wgd_tile_block_desc(const wgd_tile *t, int i, int j)
{
    return wgd_tile_crosses_rows(t)
               ? wgd_tile_cross_desc(t, i, j)
               : wgd_desc_moved(t->desc, wgd_tile_block_offset(t, i, j), t->query.arch);
}
