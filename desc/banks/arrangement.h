/* SPDX-License-Identifier: MIT
 *
 * Internal: what the thread orders need to know of an arrangement.
 */
#ifndef WGD_DESC_BANKS_H
#define WGD_DESC_BANKS_H

#include "wgd_banks.h"

/* Elements of the tile, (row, column) as the layout has them: rows is mode 0. */
void wgd_arrangement_extent(const wgd_arrangement *a, int *rows, int *cols);
/* The byte address of element (row, col). */
wgd_status wgd_arrangement_at(const wgd_arrangement *a, int row, int col, int64_t *out,
                              wgd_diag *diag);

#endif
