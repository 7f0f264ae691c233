/* SPDX-License-Identifier: MIT
 *
 * The interactive page of a picture.
 */
#ifndef CLI_DRAW_HTML_H
#define CLI_DRAW_HTML_H

#include "draw.h"

/* The page, opened at the command line that *state says: {"words":[...]} (request_words.h). */
wgd_status draw_html(buf *out, const draw_pic *p, const buf *state, const draw_style *style,
                     wgd_diag *diag);

#endif
