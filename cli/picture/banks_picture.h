/* SPDX-License-Identifier: MIT
 *
 * One access of a warp as a picture: a row for each bank, a column for each phase.
 */
#ifndef CLI_BANKS_PICTURE_H
#define CLI_BANKS_PICTURE_H

#include "draw/draw.h"
#include "wgdesc.h"

/* A cell says how many distinct words of the bank the phase touches and the lanes that do. The
 * picture is to be freed also after a failure. */
wgd_status banks_picture(draw_pic *p, const wgd_bank_lanes *lanes, const wgd_bank_result *r,
                         wgd_access access, wgd_diag *diag);
/* The lines about the phases' degrees, after the caller's title. */
void banks_picture_heads(draw_pic *p, const wgd_bank_result *r);

#endif
