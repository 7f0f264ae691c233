/* SPDX-License-Identifier: MIT
 *
 * From a picture to where it is wanted: the format that --format or the file's name asks for, the
 * back end, and the file. Shared by the commands that draw.
 */
#ifndef CLI_PICTURE_OUT_H
#define CLI_PICTURE_OUT_H

#include "answer/answer.h"
#include "request/request.h"
#include "draw/draw.h"

/* --format decides; without it, the ending of the name that -o gives. */
wgd_status picture_format(const request *rq, format *out, wgd_diag *diag);
/* How the terminal's picture is wanted: --color, --ascii, the environment. */
draw_style picture_style(const request *rq);
/* Appends the picture in a picture's format (FORMAT_TEXT is the terminal's). */
wgd_status picture_put(const request *rq, format f, buf *out, const draw_pic *p, wgd_diag *diag);
/* With -o FILE, writes the answer there and empties it; else leaves it for standard output. */
wgd_status picture_deliver(const request *rq, answer *a, wgd_diag *diag);

#endif
