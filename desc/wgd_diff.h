/* SPDX-License-Identifier: MIT
 *
 * Are two descriptors the same to the hardware? Field by field, and by the bytes that are fetched.
 */
#ifndef WGD_DIFF_H
#define WGD_DIFF_H

#include "wgd_reads.h"

WGD_API_BEGIN

/* The fields of the word, those that are read in the order of wgd_reads; VERSION and LBO_MODE are
 * tcgen05's; IGNORED is all bits that mean nothing. */
#define WGD_FIELDS(X)                                                                              \
    X(START, "start")                                                                              \
    X(LBO, "lbo")                                                                                  \
    X(SBO, "sbo")                                                                                  \
    X(BASE_OFFSET, "base_offset")                                                                  \
    X(LAYOUT_TYPE, "layout_type")                                                                  \
    X(LBO_MODE, "lbo_mode")                                                                        \
    X(VERSION, "version")                                                                          \
    X(IGNORED, "ignored")

typedef enum wgd_field {
#define WGD_X(sym, name) WGD_FIELD_##sym,
    WGD_FIELDS(WGD_X)
#undef WGD_X
        WGD_FIELD_COUNT
} wgd_field;
const char *wgd_field_name(wgd_field f);

typedef struct wgd_field_diff {
    wgd_field field;
    uint64_t a, b; /* as encoded; IGNORED: the bits in place */
    bool read;     /* the instruction reads the field (in a) */
    bool matters;  /* b's value in a fetches other bytes */
} wgd_field_diff;

typedef struct wgd_diff {
    bool same; /* both fetch every element from the same byte */
    int n;     /* fields that differ */
    wgd_field_diff field[WGD_FIELD_COUNT];
} wgd_diff;

/* For one instruction. The caller has checked the read. */
void wgd_diff_words(uint64_t a, uint64_t b, wgd_read rd, wgd_diff *out);
/* The same for words of two architectures, which the same block is read through: rd is that of a,
 * and b is read as on arch_b. A field differs where it does not mean the same; its values are as
 * encoded in each word. The caller has checked the read for both. */
void wgd_diff_across(uint64_t a, uint64_t b, wgd_read rd, wgd_arch arch_b, wgd_diff *out);

/* Over all legal reads of an architecture: how many there are, for how many the words are the same, and whether each
 * field that differs is read, or matters, for any. */
typedef struct wgd_diff_all {
    int reads, same;
    wgd_diff any; /* .same: for all reads; with none, not the same, and no fields */
} wgd_diff_all;
void wgd_diff_all_reads(uint64_t a, uint64_t b, wgd_arch arch, wgd_diff_all *out);
/* Over those that both architectures make. */
void wgd_diff_all_across(uint64_t a, wgd_arch arch_a, uint64_t b, wgd_arch arch_b,
                         wgd_diff_all *out);

WGD_API_END

#endif
