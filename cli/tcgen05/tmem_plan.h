/* SPDX-License-Identifier: MIT
 *
 * Several fragments side by side in tensor memory, as text and as JSON.
 */
#ifndef CLI_TMEM_PLAN_H
#define CLI_TMEM_PLAN_H

#include "io/buf.h"
#include "query/tmem_args.h"
#include "wgdesc.h"

enum { TMEM_PARTS = 64 };
typedef struct tmem_plan {
    int n;
    tmem_part part[TMEM_PARTS];
    wgd_tmem_slot slot[TMEM_PARTS];
    int columns;   /* to allocate */
    wgd_tmem tmem; /* the fragment that is being looked at */
} tmem_plan;

void tmem_plan_text(buf *out, const tmem_plan *p);
void tmem_plan_json(buf *out, const tmem_plan *p);

#endif
