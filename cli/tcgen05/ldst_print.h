/* SPDX-License-Identifier: MIT
 *
 * tcgen05.ld, st and cp as text and as JSON.
 */
#ifndef CLI_LDST_PRINT_H
#define CLI_LDST_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* Where a load or store starts, and the warp that issues it. */
typedef struct ldst_place {
    int warp, lane, column;
} ldst_place;

typedef struct ldst_view {
    wgd_ldst op;
    ldst_place at;
    int thread;        /* this one alone, or -1 for all */
    bool has_fragment; /* what lies in tensor memory is known */
    wgd_tmem fragment;
    bool element; /* where this element is loaded to */
    int row, col;
} ldst_view;

void ldst_text(buf *out, const ldst_view *v);
/* The members of the answer. */
void ldst_json(buf *out, const ldst_view *v);

#endif
