/* SPDX-License-Identifier: MIT
 *
 * A word against a layout: the first element that is read from the wrong place.
 */
#include "wgd_check.h"

#include "base/own_frame.h"
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
static OWN_FRAME void count_wrong(const wgd_block *b, wgd_desc d, wgd_check *out)
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

/* Is there such a block? */
static wgd_status check_block(wgd_read rd, const wgd_place *p, int i, int j, wgd_diag *diag)
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
    return s;
}

/* What is wrong with a word that does not read the block, and why. */
static OWN_FRAME void find_fault(uint64_t word, const wgd_place *p, wgd_read rd,
                                 const wgd_pieces *pieces, int i, int j, wgd_check *out)
{
    wgd_block block;
    wgd_block_make(p, rd, i, j, &block);
    if (wgd_word_check(word, rd, NULL) == WGD_OK) {
        count_wrong(&block, wgd_desc_unpack(word, rd.arch), out);
    } else {
        all_wrong(&block, out);
    }
    wgd_find_cause(word, p, &block, pieces, i, j, out);
}

wgd_status wgd_check_desc(uint64_t word, wgd_read rd, const wgd_place *p, int i, int j,
                          wgd_check *out, wgd_diag *diag)
{
    wgd_pieces pieces;
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    const wgd_status s = check_block(rd, p, i, j, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->total = (int64_t)rd.mn * wgd_read_k(rd);
    out->wrong = 0;
    out->fields = 0;
    out->cause = WGD_CAUSE_NONE;
    out->repaired = d;
    const bool whole = wgd_pieces_of(p, rd, i, j, &pieces);
    out->match = whole && wgd_word_check(word, rd, NULL) == WGD_OK && wgd_prove(&pieces, d);
    if (!out->match) {
        find_fault(word, p, rd, whole ? &pieces : NULL, i, j, out);
    }
    return WGD_OK;
}

/* Elements that are read from the wrong place. A piece is right or wrong as a whole. */
static OWN_FRAME uint32_t wrong_of(const wgd_pieces *p, wgd_desc d, uint32_t per_piece)
{
    uint32_t fetched[WGD_FETCH_CHUNKS_MAX], pieces = 0;
    (void)wgd_fetch_chunks(d, p->read, fetched);
    for (size_t i = 0; i < p->n; i++) {
        pieces += fetched[i] != p->at[i];
    }
    return pieces * per_piece;
}

/* The same where the block is not made of whole pieces. */
static OWN_FRAME uint32_t wrong_in(const wgd_place *p, wgd_read rd, int i, int j, wgd_desc d)
{
    wgd_block block;
    wgd_check c;
    wgd_block_make(p, rd, i, j, &block);
    count_wrong(&block, d, &c);
    return (uint32_t)c.wrong;
}

wgd_status wgd_check_words(const uint64_t *words, size_t n, wgd_read rd, const wgd_place *p, int i,
                           int j, uint32_t *wrong, wgd_diag *diag)
{
    wgd_pieces pieces;
    const wgd_status s = check_block(rd, p, i, j, diag);
    if (s != WGD_OK) {
        return s;
    }
    const bool whole = wgd_pieces_of(p, rd, i, j, &pieces);
    for (size_t x = 0; x < n; x++) {
        const wgd_desc d = wgd_desc_unpack(words[x], rd.arch);
        wrong[x] = wgd_word_check(words[x], rd, NULL) != WGD_OK ? (uint32_t)(rd.mn * wgd_read_k(rd))
                   : whole ? wrong_of(&pieces, d, 128u / (uint32_t)p->bits)
                           : wrong_in(p, rd, i, j, d);
    }
    return WGD_OK;
}
