/* SPDX-License-Identifier: MIT
 *
 * A layout held against the boxes of the copy engine, as text and as JSON.
 */
#ifndef CLI_TMA_FIT_PRINT_H
#define CLI_TMA_FIT_PRINT_H

#include "answer/answer.h"
#include "query/place_args.h"

typedef struct tma_fit_view {
    const wgd_tma_fit *fit;
    const wgd_solve_query *query; /* the layout as it was read, for its copies */
    const pasted_layout *pasted;
    bool bytes; /* the swizzle of "Sw o off o L" is taken for one of byte addresses */
} tma_fit_view;

void tma_fit_text(buf *out, const tma_fit_view *v);
void tma_fit_json(answer *a, const tma_fit_view *v);

#endif
