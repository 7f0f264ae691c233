/* SPDX-License-Identifier: MIT
 *
 * Internal: how the rules of tensor memory (tmem_deal.c) hand their modes over.
 */
#ifndef WGD_TCGEN05_TMEM_PARTS_H
#define WGD_TCGEN05_TMEM_PARTS_H

#include "wgd_tmem.h"

/* The lists of the layout: three of mode 0, then the two modes of tiles. */
enum { TMEM_GROUP_ROW, TMEM_GROUP_COL, TMEM_GROUP_COPY, TMEM_GROUP_TILE_ROW, TMEM_GROUP_TILE_COL };

/* Appends a mode. A rule adds at most WGD_TMEM_MODES of them. */
void tmem_add(wgd_tmem *t, wgd_tmem_axis axis, int shape, int stride, int group, int inner);
/* Completes the spec, sets shift and adds the modes. */
wgd_status tmem_deal(wgd_tmem *t, wgd_diag *diag);

#endif
