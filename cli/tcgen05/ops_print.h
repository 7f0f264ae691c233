/* SPDX-License-Identifier: MIT
 *
 * The instructions of tcgen05.mma as a list.
 */
#ifndef CLI_OPS_PRINT_H
#define CLI_OPS_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* The kinds with their types, then each kind's K, M and N for one CTA and for a pair, A in shared
 * memory and K-major. As JSON the rows of an array. */
void umma_ops(buf *out, wgd_arch arch, bool json);

#endif
