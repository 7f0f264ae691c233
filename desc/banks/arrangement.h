/* SPDX-License-Identifier: MIT
 *
 * Internal: what the thread orders and the search need to know of an arrangement.
 */
#ifndef WGD_DESC_BANKS_H
#define WGD_DESC_BANKS_H

#include "wgd_banks.h"
#include "wgd_linear.h"

/* Bytes: what moves as one when rows are permuted or swizzled, and one row of all banks. */
enum { WGD_BANK_CHUNK = 16, WGD_BANK_ROW = 4 * WGD_BANKS };

/* Elements of the tile, (row, column) as the layout has them: rows is mode 0. */
void wgd_arrangement_extent(const wgd_arrangement *a, int *rows, int *cols);
/* The byte address of byte `at` of row o, of an arrangement of rows: not WGD_ARRANGE_LAYOUT. */
int64_t wgd_arrangement_row_byte(const wgd_arrangement *a, int64_t o, int64_t at);
/* The byte address of element (row, col). */
wgd_status wgd_arrangement_at(const wgd_arrangement *a, int row, int col, int64_t *out,
                              wgd_diag *diag);

#endif
