/* SPDX-License-Identifier: MIT
 *
 * The part of frag that is about tensor memory: tcgen05.ld, st and cp.
 */
#ifndef CLI_FRAG_TMEM_H
#define CLI_FRAG_TMEM_H

#include "answer/answer.h"
#include "request/request.h"

/* Is the instruction one of them? */
bool frag_is_tmem(const request *rq);
wgd_status frag_tmem(const request *rq, answer *a, wgd_diag *diag);

#endif
