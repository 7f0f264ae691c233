/* SPDX-License-Identifier: MIT
 *
 * The best arrangement of a tile, as text and as JSON.
 */
#ifndef CLI_BEST_PRINT_H
#define CLI_BEST_PRINT_H

#include "answer/answer.h"
#include "request/request.h"

void best_print_text(buf *out, const wgd_best_query *q, const wgd_best *b);
void best_print_json(answer *a, const wgd_best_query *q, const wgd_best *b);
/* The members of the answer alone. */
void best_json_members(buf *out, const wgd_best_query *q, const wgd_best *b);
/* The layout as CuTe writes it; WGD_ERR_VALUE where CuTe has none. */
wgd_status best_print_cute(buf *out, const wgd_best_query *q, const wgd_best_candidate *c,
                           wgd_diag *diag);

#endif
