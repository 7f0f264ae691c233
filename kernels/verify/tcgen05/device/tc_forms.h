/* SPDX-License-Identifier: MIT
 *
 * The forms of the tcgen05 instructions that the harness issues, numbered: the generator of their
 * calls, the host side and the model of the tests count by these lists.
 */
#ifndef WGV_TC_FORMS_H
#define WGV_TC_FORMS_H

#include "wgdesc.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WGV_TC_MOVES_MAX = 80, WGV_TC_MMAS_MAX = 40 };

/* Every tcgen05.ld there is: shapes, repeats, with and without pack::16b. The stores have the same
 * numbers. Returns how many. */
int wgv_tc_moves(wgd_ldst out[WGV_TC_MOVES_MAX]);
/* The copies: shape WGD_LDST_SHAPE_COUNT + form. */
wgd_ldst wgv_tc_copy(int form, int cta_group);

/* Every dense tcgen05.mma of so many CTAs that has a name of its own: kind, A in shared or tensor
 * memory, .ws, scale vector. M, N and types are any that fit. Returns how many. */
int wgv_tc_mmas(int cta_group, wgd_umma_op out[WGV_TC_MMAS_MAX]);
/* The number of an instruction in that list, -1 where it is not in it. */
int wgv_tc_mma_form(const wgd_umma_op *op);

#ifdef __cplusplus
}
#endif

#endif
