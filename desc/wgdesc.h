/* SPDX-License-Identifier: MIT
 *
 * libwgdesc: everything, in one include.
 *
 * What may be relied on while the version is 0.x:
 *
 *   - Numbers. A descriptor, a fetch, a fragment, the value of a layout do not change from version
 *     to version, unless the hardware or CuTe proves one wrong; CHANGELOG.md then says so.
 *   - A patch version (0.1.0 to 0.1.1) changes neither a declaration nor the size of a struct: a
 *     program need not be compiled again.
 *   - A minor version (0.1 to 0.2) may add, rename or remove functions, enumerators and fields. The
 *     soname has both numbers (libwgdesc.so.0.1), so that a program never starts with another one.
 *   - The numbers and names of the errors (wgd_status.h) do not change. The sentences of a
 *     diagnostic do; a program decides by status, field and hint, not by their text.
 *   - Only what these headers declare is exported. The library keeps no state: every function may
 *     be called from any thread.
 *
 * Queries are for the caller to fill: wgd_*_query (start from wgd_*_query_default where there is
 * one, since a minor version may add fields), wgd_read, wgd_desc, wgd_layout_arg, wgd_bank_use,
 * wgd_bank_lanes, wgd_arrangement, wgd_frag_op, wgd_ring, wgd_tma_params. The values of the algebra (wgd_tuple, wgd_layout,
 * wgd_composed, wgd_tiler) are built by its functions. Everything else that a function fills in is
 * a result and to be read only: wgd_tile, wgd_tma, wgd_plan, wgd_place, wgd_solve, wgd_check,
 * wgd_frag, wgd_stages, wgd_diag and what they hold. Their fields belong together, and functions
 * that take one back expect it as it was given. Structs are copied by assignment; none owns memory
 * or points into itself.
 */
#ifndef WGDESC_H
#define WGDESC_H

#include "wgd_hint.h"
#include "wgd_status.h"
#include "wgd_text.h"
#include "wgd_suggest.h"
#include "wgd_layout.h"
#include "wgd_layout_op.h"
#include "wgd_arch.h"
#include "wgd_linear.h"
#include "wgd_dtype.h"
#include "wgd_swizzle_mode.h"
#include "wgd_desc.h"
#include "wgd_inst.h"
#include "wgd_fetch.h"
#include "wgd_tile.h"
#include "wgd_frag.h"
#include "wgd_umma.h"
#include "wgd_idesc.h"
#include "wgd_tmem.h"
#include "wgd_tmem_ldst.h"
#include "wgd_sf.h"
#include "wgd_slice.h"
#include "wgd_banks.h"
#include "wgd_best.h"
#include "wgd_tma.h"
#include "wgd_tma_fit.h"
#include "wgd_copy.h"
#include "wgd_reads.h"
#include "wgd_place.h"
#include "wgd_solve.h"
#include "wgd_check.h"
#include "wgd_diff.h"
#include "wgd_describe.h"
#include "wgd_stages.h"
#include "wgd_plan.h"
#include "wgd_problem.h"
#include "wgd_scan.h"
#include "wgd_triton.h"
#include "wgd_cost.h"

#define WGD_VERSION_MAJOR 0
#define WGD_VERSION_MINOR 1
#define WGD_VERSION_PATCH 0
#define WGD_VERSION       "0.1.0"

WGD_API_BEGIN

/* The version of the library that is linked: WGD_VERSION of its build. */
const char *wgd_version(void);

WGD_API_END

#endif
