/* SPDX-License-Identifier: MIT
 *
 * Internal: layouts put together piece by piece, as Triton does: each piece repeats what is there
 * along one dimension of the tensor, and takes further bits of one hardware index for it.
 */
#ifndef WGD_DESC_TRITON_BUILD_H
#define WGD_DESC_TRITON_BUILD_H

#include "attr.h"

/* Where the indices of each space stand in wgd_triton_layout.in. */
enum { TRI_REGISTER = 0, TRI_LANE = 1, TRI_WARP = 2, TRI_CLUSTER = 3 };
enum { TRI_OFFSET = 0, TRI_SHARED_BLOCK = 1 };
enum { TRI_ROW = 0, TRI_COL = 1 };

/* The layout so far: shape is what it covers. A piece that does not fit (a size that is no power of
 * two, too many bases) sets `why` and nothing else happens from then on. */
typedef struct tri_build {
    wgd_triton_layout *l;
    const char *why;
    int64_t got;
} tri_build;

/* An empty layout of a space. */
tri_build tri_begin(wgd_triton_layout *l, wgd_triton_space space, int rank);
/* n times along dim, by the next bits of index `in`. */
void tri_grow(tri_build *b, int in, int dim, int64_t n);
/* The same elements n times. */
void tri_repeat(tri_build *b, int in, int64_t n);
/* One bit with an image of its own. Grows the shape to hold it. */
void tri_basis(tri_build *b, int in, const int32_t *v);
/* n[d] times along each dimension, in an order of the dimensions. */
void tri_grow_all(tri_build *b, int in, const int32_t *n, const int *order);
/* At least the shape, which is whole times what is there: what is missing goes to index `in`, dimensions in order. */
void tri_fill(tri_build *b, int in, const int64_t *shape, const int *order);
/* At most the shape: the bits beyond it repeat elements. */
void tri_clip(tri_build *b, const int64_t *shape);
/* Fills and clips one block's part of the shape and deals the blocks of the cluster out. */
void tri_finish(tri_build *b, const wgd_triton_attr *a, const int64_t *shape, const int *order);
/* OK, or why a piece did not fit. */
wgd_status tri_end(const tri_build *b, wgd_diag *diag);

/* The blocks of the cluster that an attribute asks for. */
void tri_cluster(const wgd_triton_attr *a, const int64_t *shape, tri_build *b);

/* order of an attribute; false where it is no permutation of the dimensions. */
bool tri_order(const wgd_triton_attr *a, int *order);

/* wgd_fail for a field of an attribute. */
wgd_status tri_refuse(wgd_diag *diag, const char *what, int64_t got, const char *want);

/* By space; the attribute has no wraps that are not looked at. */
wgd_status tri_registers(const wgd_triton_attr *a, int wrap, const int64_t *shape, int rank,
                         wgd_triton_layout *out, wgd_diag *diag);
wgd_status tri_shared(const wgd_triton_attr *a, const int64_t *shape, int rank,
                      wgd_triton_layout *out, wgd_diag *diag);
wgd_status tri_tensor(const wgd_triton_attr *a, const int64_t *shape, int rank,
                      wgd_triton_layout *out, wgd_diag *diag);

#endif
