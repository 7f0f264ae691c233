/* SPDX-License-Identifier: MIT
 *
 * The options that several commands share, as the library wants them.
 */
#ifndef CLI_TILE_ARGS_H
#define CLI_TILE_ARGS_H

#include "request/request.h"

/* --n, or 0 where there is none; refused for operand a, whose blocks have 64 rows whatever N is. */
wgd_status n_from_args(const request *rq, int64_t *n, wgd_diag *diag);
/* --dtype --operand --major --swizzle --shape --n --order --start, as a question to the library. */
wgd_status tile_query_from_args(const request *rq, wgd_tile_query *q, wgd_diag *diag);
/* The tile that they describe. */
wgd_status tile_from_args(const request *rq, wgd_tile *t, wgd_diag *diag);
/* --operand --major and either --op or --dtype --n --sparse: how an instruction reads a
 * descriptor. */
wgd_status read_from_args(const request *rq, wgd_read *rd, wgd_diag *diag);

#endif
