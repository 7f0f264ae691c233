/* SPDX-License-Identifier: MIT
 *
 * Code from a fragment and what is done with it: indices, reductions along a row, the copy into shared
 * memory, the boxes of the copy engine, and the accumulators as A of a next product.
 */
#ifndef CLI_EPILOGUE_PARTS_H
#define CLI_EPILOGUE_PARTS_H

#include "emit.h"

typedef struct epilogue {
    const wgd_frag *frag;
    wgd_frag_type to; /* what the values are converted to */
    const wgd_copy *copy;
    wgd_bank_total total; /* of the copy */
    const wgd_copy_form *form;
    const wgd_copy_store *store; /* NULL: no boxes */
    const wgd_frag_chain *chain; /* NULL: no next product */
    int m_blocks, n_blocks;      /* of d[m][n][i] as the plan's loop has it; 0: d[i] */
} epilogue;

/* Row, column, thread and value of each other, what one quad owns. */
void epilogue_index(const emit *e, const epilogue *p);
/* The largest of a row, its sum. */
void epilogue_reduce(const emit *e, const epilogue *p);
/* The instruction, the addresses, each step. */
void epilogue_copy(const emit *e, const epilogue *p);
/* F(t) of the addresses, as C. */
void epilogue_put_offset(buf *out, const wgd_copy_form *f);
/* From the first byte of the tile to the end of its last. */
int64_t epilogue_tile_bytes(const epilogue *p);
/* The registers as a parameter, and one value of them. */
void epilogue_accumulators(const emit *e, const epilogue *p);
/* How values become the bits of a register: $p_LETTER_one and, of less than 32 bits, _pair. */
void epilogue_convert(const emit *e, wgd_frag_type from, wgd_frag_type to, const char *letter);
bool epilogue_converts(wgd_frag_type from, wgd_frag_type to);
/* The tensor map, and the boxes. */
void epilogue_tensor_map(const emit *e, const epilogue *p);
void epilogue_boxes(const emit *e, const epilogue *p);
/* Registers of A out of accumulators. */
void epilogue_chain(const emit *e, const epilogue *p);

/* Are the values of this mode in one row? */
static inline bool epilogue_along(const wgd_frag *f, int stride)
{
    return stride >= f->rows;
}

#endif
