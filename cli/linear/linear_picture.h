/* SPDX-License-Identifier: MIT
 *
 * The picture of a linear map: its bit matrix.
 */
#ifndef CLI_LINEAR_PICTURE_H
#define CLI_LINEAR_PICTURE_H

#include "draw/draw.h"
#include "wgdesc.h"

/* A column for each bit of the index, a row for each bit of the value; c, which may be NULL, is the
 * layout that the map is. The picture is to be freed also after a failure. */
wgd_status linear_picture(draw_pic *p, const wgd_linear *m, const wgd_composed *c, wgd_diag *diag);

#endif
