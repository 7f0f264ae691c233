/* SPDX-License-Identifier: MIT
 *
 * The operations of the table that are more than one call of a library function, for op.c alone.
 */
#ifndef WGD_LAYOUT_OP_CALLS_H
#define WGD_LAYOUT_OP_CALLS_H

#include "algebra/lay.h"
#include "wgd_layout_op.h"

/* Makes the result a layout with nothing in front, and returns the layout to fill. */
wgd_layout *lay_give_layout(wgd_layout_result *out);

typedef wgd_status lay_op(const wgd_layout_arg *args, int nargs, wgd_layout_result *out,
                          wgd_diag *diag);
lay_op lay_op_size, lay_op_cosize, lay_op_rank, lay_op_depth, lay_op_flatten, lay_op_eval,
    lay_op_eval_any, lay_op_idx2crd, lay_op_coalesce, lay_op_group_modes, lay_op_ordered,
    lay_op_complement, lay_op_tile_to_shape, lay_op_upcast, lay_op_downcast, lay_op_recast,
    lay_op_swizzle, lay_op_upcast_swizzle, lay_op_downcast_swizzle;

#endif
