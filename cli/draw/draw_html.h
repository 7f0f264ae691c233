/* SPDX-License-Identifier: MIT
 *
 * The interactive page of a picture.
 */
#ifndef CLI_DRAW_HTML_H
#define CLI_DRAW_HTML_H

#include "draw.h"

/* A page that starts from a question that its core answers itself (page.js, "state"). */
wgd_status draw_html_state(buf *out, const draw_pic *p, const buf *state, const draw_style *style,
                           wgd_diag *diag);
/* The back end for any picture: the page shows its cells, and can ask nothing. */
draw_put draw_put_html;

#endif
