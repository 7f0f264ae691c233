/* SPDX-License-Identifier: MIT
 *
 * A word against a layout: the first element that is read from the wrong place.
 */
#include "wgd_check.h"

#include "cause.h"

static const char *const cause_names[] = {
#define WGD_X(sym, name, text) name,
    WGD_CAUSES(WGD_X)
#undef WGD_X
};
static const char *const cause_texts[] = {
#define WGD_X(sym, name, text) text,
    WGD_CAUSES(WGD_X)
#undef WGD_X
};

const char *wgd_cause_name(wgd_cause c)
{
    return cause_names[c];
}

const char *wgd_cause_text(wgd_cause c)
{
    return cause_texts[c];
}

/* Counts the wrong elements and finds the first; only for a word already known to be wrong. */
static void count_wrong(const wgd_block *b, wgd_desc d, wgd_check *out)
{
    uint32_t fetched[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(d, b->read, fetched);
    const bool k_major = b->read.major == WGD_MAJOR_K;
    const int per = 128 / b->bits;
    const int lines = k_major ? b->mn : b->k;
    const int per_line = (int)n / lines;
    out->wrong = 0;
    for (int r = 0; r < b->mn; r++) {
        for (int k = 0; k < b->k; k++) {
            const int run = k_major ? k : r, line = k_major ? r : k;
            const int64_t got =
                (int64_t)fetched[line * per_line + run / per] * 8 + run % per * b->bits;
            const int64_t want = wgd_block_bit(b, r, k);
            if (got != want && out->wrong++ == 0) {
                out->mn = r;
                out->k = k;
                out->expected_byte = want / 8;
                out->fetched_byte = got / 8;
            }
        }
    }
}

static void all_wrong(const wgd_block *b, wgd_check *out)
{
    out->wrong = out->total;
    out->mn = out->k = 0;
    out->expected_byte = wgd_block_bit(b, 0, 0) / 8;
    out->fetched_byte = -1;
}

static wgd_status check_index(int i, int n, wgd_diag *diag)
{
    return i >= 0 && i < n
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "block", "no such block in the tile", i,
                              "an index from 0 to the number of blocks less one", NULL);
}

/* The block that is asked about. */
static wgd_status block_of(wgd_read rd, const wgd_place *p, int i, int j, wgd_block *out,
                           wgd_diag *diag)
{
    int mn_blocks = 0, k_blocks = 0;
    wgd_status s = wgd_read_check(rd, diag);
    if (s == WGD_OK) {
        s = wgd_place_blocks(p, rd, &mn_blocks, &k_blocks, diag);
    }
    if (s == WGD_OK) {
        s = check_index(i, mn_blocks, diag);
    }
    if (s == WGD_OK) {
        s = check_index(j, k_blocks, diag);
    }
    if (s == WGD_OK) {
        wgd_block_make(p, rd, i, j, out);
    }
    return s;
}

wgd_status wgd_check_desc(uint64_t word, wgd_read rd, const wgd_place *p, int i, int j,
                          wgd_check *out, wgd_diag *diag)
{
    wgd_block block;
    wgd_pieces pieces;
    wgd_gap gap;
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    const wgd_status s = block_of(rd, p, i, j, &block, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->total = (int64_t)block.mn * block.k;
    out->wrong = 0;
    out->fields = 0;
    out->cause = WGD_CAUSE_NONE;
    out->repaired = d;
    const bool whole = wgd_pieces_make(&block, &pieces, &gap);
    const bool defined = wgd_word_check(word, rd, NULL) == WGD_OK;
    out->match = whole && defined && wgd_prove(&pieces, d);
    if (!out->match) {
        if (defined) {
            count_wrong(&block, d, out);
        } else {
            all_wrong(&block, out);
        }
        wgd_find_cause(word, p, &block, whole ? &pieces : NULL, i, j, out);
    }
    return WGD_OK;
}

/* Elements that are read from the wrong place. A piece is right or wrong as a whole. */
static uint32_t wrong_of(const wgd_pieces *p, wgd_desc d, uint32_t per_piece)
{
    uint32_t fetched[WGD_FETCH_CHUNKS_MAX], pieces = 0;
    (void)wgd_fetch_chunks(d, p->read, fetched);
    for (size_t i = 0; i < p->n; i++) {
        pieces += fetched[i] != p->at[i];
    }
    return pieces * per_piece;
}

wgd_status wgd_check_words(const uint64_t *words, size_t n, wgd_read rd, const wgd_place *p, int i,
                           int j, uint32_t *wrong, wgd_diag *diag)
{
    wgd_block block;
    wgd_pieces pieces;
    wgd_gap gap;
    const wgd_status s = block_of(rd, p, i, j, &block, diag);
    if (s != WGD_OK) {
        return s;
    }
    const bool whole = wgd_pieces_make(&block, &pieces, &gap);
    for (size_t x = 0; x < n; x++) {
        const wgd_desc d = wgd_desc_unpack(words[x], rd.arch);
        wgd_check c;
        if (wgd_word_check(words[x], rd, NULL) != WGD_OK) {
            wrong[x] = (uint32_t)(block.mn * block.k);
        } else if (whole) {
            wrong[x] = wrong_of(&pieces, d, 128u / (uint32_t)block.bits);
        } else {
            count_wrong(&block, d, &c);
            wrong[x] = (uint32_t)c.wrong;
        }
    }
    return WGD_OK;
}
