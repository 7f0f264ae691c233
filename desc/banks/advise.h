/* SPDX-License-Identifier: MIT
 *
 * Internal: the arrangements that the advice looks at, one after another, for whoever need not keep them all.
 */
#ifndef WGD_DESC_ADVISE_H
#define WGD_DESC_ADVISE_H

#include "wgd_banks.h"

/* Is given each candidate, evaluated; it is gone when this returns. */
typedef void wgd_candidate_fn(void *to, const wgd_bank_candidate *c);
/* In the order of wgd_bank_advise, whose candidates these are. */
wgd_status wgd_bank_candidates(const wgd_arrangement *tile, const wgd_bank_use *uses, int n_uses,
                               wgd_candidate_fn *each, void *to, wgd_diag *diag);

#endif
