/* SPDX-License-Identifier: MIT
 *
 * A plan as text and as JSON.
 */
#ifndef CLI_PLAN_PRINT_H
#define CLI_PLAN_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16" */
void plan_put_instruction(buf *out, const wgd_plan *p);
void plan_print_text(buf *out, const wgd_plan *p);
/* The members of the answer, without its head. */
void plan_json(buf *out, const wgd_plan *p);

#endif
