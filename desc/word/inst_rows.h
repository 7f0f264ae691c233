/* SPDX-License-Identifier: MIT
 *
 * Internal: how many rows of a tile one instruction reads.
 */
#ifndef WGD_WORD_INST_ROWS_H
#define WGD_WORD_INST_ROWS_H

#include "wgd_inst.h"

/* How to refuse rows that are no N, where no N was given: what is said, and what was wanted. */
typedef struct wgd_rows_words {
    const char *what, *want;
} wgd_rows_words;

/* 64 for operand a; for b the N asked for, or where n is 0 the tile's own rows. ERR_N. */
wgd_status wgd_inst_rows(wgd_dtype t, wgd_operand o, int64_t n, int64_t tile_mn,
                         const wgd_rows_words *words, int *out, wgd_diag *diag);

#endif
