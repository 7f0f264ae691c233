/* SPDX-License-Identifier: MIT
 *
 * libwgdesc: everything, in one include.
 */
#ifndef WGDESC_H
#define WGDESC_H

#include "wgd_status.h"
#include "wgd_text.h"
#include "wgd_layout.h"
#include "wgd_dtype.h"
#include "wgd_swizzle_mode.h"
#include "wgd_desc.h"
#include "wgd_inst.h"
#include "wgd_fetch.h"
#include "wgd_tile.h"
#include "wgd_frag.h"
#include "wgd_banks.h"
#include "wgd_tma.h"
#include "wgd_reads.h"
#include "wgd_place.h"
#include "wgd_solve.h"
#include "wgd_check.h"
#include "wgd_diff.h"
#include "wgd_describe.h"
#include "wgd_stages.h"
#include "wgd_plan.h"

#define WGD_VERSION_MAJOR 0
#define WGD_VERSION_MINOR 1
#define WGD_VERSION_PATCH 0
#define WGD_VERSION       "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked: WGD_VERSION of its build. */
const char *wgd_version(void);

#ifdef __cplusplus
}
#endif
#endif
