/* SPDX-License-Identifier: MIT
 *
 * A fragment of tensor memory as a picture: lanes and columns, with the element of each cell.
 */
#ifndef CLI_TMEM_PICTURE_H
#define CLI_TMEM_PICTURE_H

#include "draw/draw.h"
#include "wgdesc.h"

/* A cell shows the first of its elements. The picture is to be freed also after a failure. */
wgd_status tmem_picture(draw_pic *p, const wgd_tmem *t, wgd_diag *diag);
/* The cells that tcgen05.ld or st reaches: thread and register of each; of cp the row that each lane
 * gets. */
wgd_status ldst_picture(draw_pic *p, const wgd_ldst *op, wgd_diag *diag);

#endif
