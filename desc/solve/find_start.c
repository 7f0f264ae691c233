/* SPDX-License-Identifier: MIT
 *
 * The start that makes a word right, where nobody said where the tile begins.
 */
#include "pieces.h"
#include "base/own_frame.h"
#include "wgd_check.h"

/* Bits from the tile's start to block (i, j), before the swizzle. */
static OWN_FRAME int64_t first_bit(const wgd_place *p, wgd_read rd, int i, int j)
{
    wgd_block b;
    wgd_block_make(p, rd, i, j, &b);
    return b.before + b.after + b.mn_off[0] + b.k_off[0] - p->start * 8;
}

/* Does the word read block (i, j) of the tile, moved so that the word's start is the block's? `unit` is
 * what the tile's start must be a multiple of. */
static bool start_of(uint64_t word, wgd_read rd, const wgd_place *p, int64_t unit, int i, int j,
                     int64_t *start)
{
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    wgd_place moved = *p;
    wgd_pieces pieces;
    /* Before the swizzle the tile moves with its start; an aligned start commutes with the swizzle also
     * where that acts on element offsets. */
    const int64_t bits = (int64_t)d.start * 128 - first_bit(p, rd, i, j);
    *start = bits / 8;
    if (bits % (unit * 8) != 0 ||
        wgd_place_make(&p->layout, rd.dtype, *start, &moved, NULL) != WGD_OK) {
        return false;
    }
    (void)wgd_place_cut(&moved, &p->slice, NULL); /* as it was cut before */
    return wgd_pieces_of(&moved, rd, i, j, &pieces) && wgd_prove(&pieces, d);
}

bool wgd_check_find_start(uint64_t word, wgd_read rd, const wgd_place *p, int64_t *start, int *i,
                          int *j)
{
    int mn_blocks, k_blocks;
    if (wgd_read_check(rd, NULL) != WGD_OK || wgd_word_check(word, rd, NULL) != WGD_OK ||
        wgd_place_blocks(p, rd, &mn_blocks, &k_blocks, NULL) != WGD_OK || *i >= mn_blocks ||
        *j >= k_blocks) {
        return false;
    }
    if (*i >= 0 && *j >= 0) {
        return start_of(word, rd, p, 16, *i, *j, start);
    }
    const int64_t aligned = wgd_swizzle_alignment(wgd_desc_unpack(word, rd.arch).swizzle);
    for (int m = 0; m < mn_blocks; m++) {
        for (int n = 0; n < k_blocks; n++) {
            if (start_of(word, rd, p, aligned, m, n, start)) {
                *i = m;
                *j = n;
                return true;
            }
        }
    }
    *i = *j = 0;
    return start_of(word, rd, p, 16, 0, 0, start);
}
