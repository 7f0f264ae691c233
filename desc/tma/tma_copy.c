/* SPDX-License-Identifier: MIT
 *
 * Where the copies of a tile put each element, and the proof that wgmma reads it there.
 */
#include "tma_internal.h"
#include "wgd_fetch.h"

/* The element of the tile, contiguous index in copied elements and line, as a coordinate of the
 * view, which has 4 dimensions at most. */
static void view_coordinate(const wgd_tma *t, int64_t c, int64_t l, uint32_t x[4])
{
    x[0] = (uint32_t)(t->params.rank == 2 ? c : c % t->panel);
    x[1] = (uint32_t)(t->params.rank == 4 ? l % wgd_tma_group(t) : l);
    x[2] = (uint32_t)(c / t->panel);
    x[3] = (uint32_t)(l / wgd_tma_group(t));
}

int64_t wgd_tma_panel_bytes(const wgd_tma *t)
{
    const wgd_tile_query *q = &t->query.tile;
    const int64_t panel = t->panel * wgd_tma_packed(t);
    const int64_t along = wgd_tma_k_major(t) ? q->k : q->mn;
    return along > panel ? wgd_tma_layout_byte(t, panel, 0) : t->tile.bytes;
}

int64_t wgd_tma_group_bytes(const wgd_tma *t)
{
    const wgd_tile_query *q = &t->query.tile;
    const int64_t lines = wgd_tma_k_major(t) ? q->mn : q->k;
    return lines > wgd_tma_group(t) ? wgd_tma_layout_byte(t, 0, wgd_tma_group(t)) : t->tile.bytes;
}

void wgd_tma_box_coordinate(const wgd_tma *t, int i, wgd_tma_box *b)
{
    uint32_t rest = (uint32_t)i;
    for (int d = 0; d < WGD_TMA_RANK_MAX; d++) {
        b->at[d] = 0;
        if (d < t->params.rank) {
            b->at[d] = rest % t->grid[d] * t->params.box[d];
            rest /= t->grid[d];
        }
    }
}

wgd_tma_box wgd_tma_box_at(const wgd_tma *t, int i)
{
    wgd_tma_box b;
    wgd_tma_box_coordinate(t, i, &b);
    const int64_t c = (int64_t)b.at[0] + (int64_t)b.at[2] * t->panel;
    const int64_t l = (int64_t)b.at[1] + (int64_t)b.at[3] * wgd_tma_group(t);
    b.offset = wgd_tma_layout_byte(t, c * wgd_tma_packed(t), l);
    return b;
}

uint32_t wgd_tma_write_byte(const wgd_tma *t, int64_t mn, int64_t k)
{
    const int64_t c = (wgd_tma_k_major(t) ? k : mn) / wgd_tma_packed(t),
                  l = wgd_tma_k_major(t) ? mn : k;
    uint32_t x[4];
    view_coordinate(t, c, l, x);
    int64_t index = 0, box = 0;
    for (int d = t->params.rank - 1; d >= 0; d--) {
        box = box * t->grid[d] + x[d] / t->params.box[d];
        index = index * t->params.box[d] + x[d] % t->params.box[d];
    }
    const int64_t offset = wgd_tma_box_at(t, (int)box).offset;
    const uint32_t a =
        (uint32_t)(t->query.tile.start + offset + index * wgd_tma_type_bytes(t->params.type));
    /* CUDA driver API, CUtensorMapSwizzle: 16-byte chunks within spans of 32, 64 or 128 bytes, or
     * 32-byte chunks within 128. The row bits are the same absolute address bits 7.. that wgmma uses.
     */
    return wgd_fetch_swizzle(a, t->params.swizzle, 0);
}

uint32_t wgd_tile_read_byte(const wgd_tile *t, int64_t mn, int64_t k)
{
    const uint64_t word = wgd_tile_block_desc(t, (int)(mn / t->block_mn), (int)(k / t->block_k));
    return wgd_fetch_byte(wgd_desc_unpack(word, t->query.arch), wgd_tile_read(t),
                          (uint32_t)(mn % t->block_mn), (uint32_t)(k % t->block_k));
}

/* Does the element lie where it is read? */
static bool agrees(const wgd_tma *t, int64_t mn, int64_t k, wgd_tma_proof *p)
{
    const uint32_t written = wgd_tma_write_byte(t, mn, k);
    const uint32_t read = wgd_tile_read_byte(&t->tile, mn, k);
    if (written != read) {
        p->equal = false;
        p->mn = mn;
        p->k = k;
        p->written = written;
        p->read = read;
    }
    return written == read;
}

wgd_tma_proof wgd_tma_prove(const wgd_tma *t)
{
    /* Both rules keep 16 bytes together, from a multiple of 16 on and in order: the box's rows, its place and the
     * swizzle are multiples of 16 there, and the fetch rule adds the byte within the chunk last. So a chunk whose
     * first element agrees agrees, and of the first chunk that does not it is the first element. */
    const wgd_tile_query *q = &t->query.tile;
    const int64_t chunk = 128 / wgd_dtype_bits(q->dtype);
    const bool k_major = wgd_tma_k_major(t);
    wgd_tma_proof p = {true, q->mn * q->k, 0, 0, 0, 0};
    for (int64_t mn = 0; mn < q->mn; mn += k_major ? 1 : chunk) {
        for (int64_t k = 0; k < q->k; k += k_major ? chunk : 1) {
            if (!agrees(t, mn, k, &p)) {
                return p;
            }
        }
    }
    return p;
}
