/* SPDX-License-Identifier: MIT
 *
 * The options that say where a tile lies: --layout, or --shape with --strides or --pitch.
 */
#ifndef CLI_PLACE_ARGS_H
#define CLI_PLACE_ARGS_H

#include "answer/answer.h"
#include "query/pasted_layout.h"
#include "request/request.h"

/* --layout, or --shape with --strides or --pitch; --swizzle, --start, --dtype, --operand, --n,
 * --sparse and --major as the solver is asked. *pasted is what the layout says besides; an address in
 * it is the start where --start is not given. */
wgd_status place_query_from_args(const request *rq, answer *a, wgd_solve_query *q,
                                 pasted_layout *pasted, wgd_diag *diag);
/* The same with this text for --layout. */
wgd_status place_query_of_layout(const request *rq, const char *text, size_t len, answer *a,
                                 wgd_solve_query *q, pasted_layout *pasted, wgd_diag *diag);

/* Is a part of the tile asked about: --slice, or a block of it by its index? Of check and show,
 * which have --block besides, only --slice. */
bool place_sliced(const request *rq);

/* The other reading of "Sw o offset o L": CuTe's algebra swizzles element offsets, and the DSL's
 * kernels mean byte addresses by the same print. False where there is none. */
bool place_as_bytes(const wgd_solve_query *q, wgd_solve_query *out);
/* What is said where that is the reading that was taken. */
extern const char place_bytes_note[];
/* The query of copy i of the tile. */
wgd_solve_query place_copy(const wgd_solve_query *q, const pasted_layout *pasted, int64_t i);

/* "the start is 0x400, the low 18 bits of 0x7f5c00000400", and what else was read into the layout. */
void place_notes(buf *out, const request *rq, const pasted_layout *pasted);

#endif
