/* SPDX-License-Identifier: MIT
 *
 * The options that several commands share, as the library wants them.
 */
#ifndef CLI_TILE_ARGS_H
#define CLI_TILE_ARGS_H

#include "answer/answer.h"
#include "request/request.h"

/* --n, or 0 where there is none; refused for operand a, whose blocks have 64 rows whatever N is. */
wgd_status n_from_args(const request *rq, int64_t *n, wgd_diag *diag);
/* --dtype --operand --major --swizzle --shape --n --order --start --arch --block,
 * as a question to the library. */
wgd_status tile_query_from_args(const request *rq, wgd_tile_query *q, wgd_diag *diag);
/* The architecture of a bare word: --arch, or tcgen05's where the word says so, which the answer then
 * tells. */
wgd_arch word_arch(const request *rq, uint64_t word);
/* The same, and the answer says so where that is not the one asked for. */
wgd_arch arch_of_word(const request *rq, answer *a, uint64_t word);
/* --inst-block, or --block where it says how large the instruction's block is: 0 x 0 where neither
 * does. */
wgd_status block_from_args(const request *rq, int64_t block[2], wgd_diag *diag);
/* --block where it says which block of the tile; 0,0 where it does not. */
bool block_index_given(const request *rq);
void block_index(const request *rq, int64_t index[2]);
/* --slice of a tile of mn x k elements; the whole tile where it is not given. */
wgd_status slice_from_args(const request *rq, int64_t mn, int64_t k, wgd_slice *out,
                           wgd_diag *diag);
/* The tile that they describe. */
wgd_status tile_from_args(const request *rq, wgd_tile *t, wgd_diag *diag);
/* --operand --major and either --op or --arch --dtype --n --sparse --block: how an instruction reads a
 * descriptor. */
wgd_status read_from_args(const request *rq, wgd_read *rd, wgd_diag *diag);

#endif
