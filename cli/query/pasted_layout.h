/* SPDX-License-Identifier: MIT
 *
 * A layout as programs print it: more than two modes, an address, CuTe's pointers to sparse elements.
 */
#ifndef CLI_PASTED_LAYOUT_H
#define CLI_PASTED_LAYOUT_H

#include "wgdesc.h"

typedef struct pasted_layout {
    wgd_composed tile; /* the first copy, with the modes (MN, K) */
    bool has_address;  /* smem_ptr[16b](0x7f5c00000400) */
    uint64_t address;
    int64_t sparsity; /* S of smem_sparse<S>_ptr, whose offsets count S elements as one; else 0 */
    int64_t copies;   /* the product of the modes behind (MN, K): stages or tiles; else 0 */
    wgd_layout rest;  /* those modes */
} pasted_layout;

/* Reads what wgd_parse_composed reads and what is named above. A layout of three or more modes is
 * (MN, K, copies...), or ((MN, K), repetitions of MN, of K, copies...) as CuTe partitions it for an
 * instruction of this type. diag->pos is as in the text. */
wgd_status pasted_layout_read(const char *text, size_t len, wgd_dtype dtype, pasted_layout *out,
                              wgd_diag *diag);
/* Offset of a copy, in elements, 0 <= i < copies. */
int64_t pasted_layout_copy(const pasted_layout *p, int64_t i);

/* The next layout in a text of several prints, from *at on; false at the end. *from and *len say where
 * it stands. */
bool pasted_layout_next(const char *text, size_t n, size_t *at, size_t *from, size_t *len);

#endif
