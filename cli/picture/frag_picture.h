/* SPDX-License-Identifier: MIT
 *
 * A register fragment as a picture: the matrix, with the thread and the value of each element.
 */
#ifndef CLI_FRAG_PICTURE_H
#define CLI_FRAG_PICTURE_H

#include "draw/draw.h"
#include "wgdesc.h"

/* operand: "a".."e", or NULL for ldmatrix and stmatrix. Of elements that two threads hold, the
 * first is drawn. The picture is to be freed also after a failure. */
wgd_status frag_picture(draw_pic *p, const wgd_frag *f, const char *operand, wgd_diag *diag);
/* Outlines what one thread holds; the rest stands back. */
void frag_point_at(draw_pic *p, const wgd_frag *f, int thread);

#endif
