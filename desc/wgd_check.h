/* SPDX-License-Identifier: MIT
 *
 * Does a descriptor read a layout? Every element of the block is compared; where one is wrong, the
 * cause is looked for: which field, set to what, makes it right, and which known mistake gives
 * exactly the word that was found. Every repair named here has been checked to work.
 */
#ifndef WGD_CHECK_H
#define WGD_CHECK_H

#include "wgd_solve.h"

WGD_API_BEGIN

/* The causes, in the order in which they are preferred where several explain the word. The text
 * says what was done wrong. */
#define WGD_CAUSES(X)                                                                              \
    X(NONE, "none", "nothing is wrong")                                                            \
    X(LAYOUT, "layout", "no descriptor reads this layout")                                         \
    X(VERSION, "version",                                                                          \
      "this is no word of tcgen05: bits 46-48 are not 0b001, as in a descriptor of wgmma")         \
    X(START_UNSHIFTED, "start_not_shifted", "the start is the byte address: the >> 4 is missing")  \
    X(BYTES, "bytes_for_units", "byte counts were given where the field counts units of 16 bytes") \
    X(UNITS, "units_for_bytes",                                                                    \
      "the value was already in units of 16 bytes and was shifted again")                          \
    X(SWAPPED, "lbo_sbo_swapped", "LBO and SBO are swapped")                                       \
    X(TMA_CODE, "swizzle_code_tma",                                                                \
      "the swizzle is numbered as in the TMA descriptor (32B 1, 64B 2, 128B 3)")                   \
    X(TCGEN05_CODE, "swizzle_code_tcgen05",                                                        \
      "the swizzle is numbered as in tcgen05 (128B 2, 64B 4, 32B 6)")                              \
    X(WGMMA_CODE, "swizzle_code_wgmma",                                                            \
      "the swizzle is numbered as in wgmma (128B 1, 64B 2, 32B 3): its two bits begin at bit 62")  \
    X(BASE_OFFSET_SHIFTED, "base_offset_shifted",                                                  \
      "base_offset was taken from an address already shifted right by 4")                          \
    X(K_STEP, "k_step_left_atom",                                                                  \
      "the start was advanced by the step of the first k blocks past the end of the swizzle atom") \
    X(OTHER_BLOCK, "other_block", "the start is that of another block of the tile")                \
    X(FIELD, "field", "one field has the wrong value")                                             \
    X(MAJOR, "major", "the descriptor is right for the other major")                               \
    X(FIELDS, "fields", "several fields have the wrong value")

typedef enum wgd_cause {
#define WGD_X(sym, name, text) WGD_CAUSE_##sym,
    WGD_CAUSES(WGD_X)
#undef WGD_X
} wgd_cause;
const char *wgd_cause_name(wgd_cause c);
const char *wgd_cause_text(wgd_cause c);

typedef struct wgd_check {
    bool match;
    int64_t wrong, total; /* elements of the block */
    /* The first wrong element, row by row; byte addresses (for b1 of the byte that holds it). */
    int mn, k;
    /* fetched_byte is -1 where nothing is documented to be read: the word is none of the
     * architecture's, or its swizzle not one for the type. All elements are wrong then. */
    int64_t expected_byte, fetched_byte;
    wgd_cause cause;
    unsigned fields;       /* WGD_READS bits of the fields to change */
    wgd_desc repaired;     /* what would be right; proved. Cause LAYOUT: none */
    int other_mn, other_k; /* cause OTHER_BLOCK: which */
    wgd_refusal refusal;   /* cause LAYOUT: why */
} wgd_check;

/* Checks `word` as the descriptor of block (i, j) of the tile `p` for the instruction `rd`.
 * WGD_OK whether it matches or not; errors are bad input: the read, the indices (field "block"), a
 * tile that is not whole blocks. */
wgd_status wgd_check_desc(uint64_t word, wgd_read rd, const wgd_place *p, int i, int j,
                          wgd_check *out, wgd_diag *diag);

/* The same for many words at once: wrong[x] is how many elements words[x] has read from the wrong
 * place, 0 for a match and all of them for a word that is none of the architecture's. The layout is
 * evaluated once. Errors as above; n may be 0. */
wgd_status wgd_check_words(const uint64_t *words, size_t n, wgd_read rd, const wgd_place *p, int i,
                           int j, uint32_t *wrong, wgd_diag *diag);

/* For a tile whose start is not known: where it would have to begin for `word` to read one of its
 * blocks. Looked for are starts at a multiple of the alignment of the word's swizzle, for all blocks, or
 * for block (*i, *j) alone where they are not negative; then any other start for that block, or for
 * (0, 0). True with the start in bytes and the block; what they say has been proved. p may have any
 * start. */
bool wgd_check_find_start(uint64_t word, wgd_read rd, const wgd_place *p, int64_t *start, int *i,
                          int *j);

WGD_API_END

#endif
