/* SPDX-License-Identifier: MIT
 *
 * What 'map' is asked about: the block that a word describes, or a whole tile.
 */
#include "map_args.h"

#include "tile_args.h"
#include "base/never.h"

/* Is anything given that only a tile has? */
static bool asks_for_tile(const request *rq)
{
    const option_value *v = rq->v;
    return v[OPTION_shape].given || v[OPTION_swizzle].given || v[OPTION_order].given ||
           v[OPTION_start].given;
}

/* The tile of 'desc'; --op says type, N and sparse form. */
static wgd_status tile_of(const request *rq, wgd_tile *out, wgd_diag *diag)
{
    static const option_id needs[] = {OPTION_major, OPTION_swizzle, OPTION_shape};
    for (int i = 0; i < 3; i++) {
        if (!rq->v[needs[i]].given) {
            return request_missing(rq->cmd, needs[i], "a tile is given as to 'wgdesc desc'", diag);
        }
    }
    wgd_tile_query q;
    wgd_status st = tile_query_from_args(rq, &q, diag);
    if (st == WGD_OK && rq->v[OPTION_op].given) {
        wgd_read rd;
        st = read_from_args(rq, &rd, diag);
        if (st == WGD_OK) {
            q.dtype = rd.dtype;
            q.sparse = rd.sparse;
            q.n = rd.operand == WGD_OPERAND_B ? rd.mn : 0;
        }
    }
    return st == WGD_OK ? wgd_tile_describe(&q, out, diag) : st;
}

/* Which block of the tile the word is; the tile begins where --start says, else where it would have
 * to. */
static void find_block(const request *rq, map_ask *m)
{
    wgd_place p;
    m->block[0] = m->block[1] = -1;
    m->start = m->tile.query.start;
    if (!rq->v[OPTION_start].given) {
        const wgd_status st = wgd_place_make(&m->tile.smem, m->rd.dtype, m->start, &p, NULL);
        m->is_block =
            ALWAYS(st == WGD_OK) && /* the layout of a tile that has been described, at 0 */
            wgd_check_find_start(m->word, m->rd, &p, &m->start, &m->block[0], &m->block[1]);
        return;
    }
    for (int i = 0; i < m->tile.blocks_mn && !m->is_block; i++) {
        for (int j = 0; j < m->tile.blocks_k && !m->is_block; j++) {
            wgd_diff d;
            wgd_diff_words(wgd_tile_block_desc(&m->tile, i, j), m->word, m->rd, &d);
            m->is_block = d.same;
            m->block[0] = i;
            m->block[1] = j;
        }
    }
}

wgd_status map_read_from_args(const request *rq, map_ask *m, wgd_diag *diag)
{
    wgd_status st = WGD_OK;
    m->has_word = rq->v[OPTION_desc].given;
    m->has_tile = asks_for_tile(rq);
    m->is_block = false;
    if (!m->has_word && !m->has_tile) {
        return request_missing(rq->cmd, OPTION_desc,
                               "or the tile of 'wgdesc desc': --major, --swizzle and --shape",
                               diag);
    }
    if (!m->has_tile) {
        return read_from_args(rq, &m->rd, diag);
    }
    st = tile_of(rq, &m->tile, diag);
    if (st == WGD_OK) {
        m->rd = wgd_tile_read(&m->tile);
    }
    return st;
}

wgd_status map_from_args(const request *rq, map_ask *m, wgd_diag *diag)
{
    wgd_status st = map_read_from_args(rq, m, diag);
    if (st != WGD_OK) {
        return st;
    }
    m->word = m->has_word ? rq->v[OPTION_desc].u.word : wgd_tile_block_desc(&m->tile, 0, 0);
    st = wgd_word_check(m->word, m->rd, diag);
    if (st != WGD_OK) {
        return st;
    }
    m->d = wgd_desc_unpack(m->word, m->rd.arch);
    m->mn = m->has_word ? m->rd.mn : m->tile.query.mn;
    m->k = m->has_word ? wgd_read_k(m->rd) : m->tile.query.k;
    if (m->has_word && m->has_tile) {
        find_block(rq, m);
    }
    return WGD_OK;
}

uint32_t map_byte(const map_ask *m, int64_t r, int64_t k)
{
    return m->has_word ? wgd_fetch_byte(m->d, m->rd, (uint32_t)r, (uint32_t)k)
                       : wgd_tile_read_byte(&m->tile, r, k);
}

int map_reverse(const map_ask *m, uint32_t byte, map_element out[MAP_SHARING_MAX])
{
    const int bits = wgd_dtype_bits(m->rd.dtype);
    const uint32_t width = ((uint32_t)bits + 7) / 8;
    int n = 0;
    for (int64_t r = 0; r < m->mn; r++) {
        for (int64_t k = 0; k < m->k; k++) {
            const uint32_t at = map_byte(m, r, k);
            /* No two elements of a tile lie at one place, and of b1 eight share a byte. */
            if (byte >= at && byte - at < width && ALWAYS(n < MAP_SHARING_MAX)) {
                out[n++] = (map_element){r, k};
            }
        }
    }
    return n;
}
