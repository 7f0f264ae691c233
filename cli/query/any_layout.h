/* SPDX-License-Identifier: MIT
 *
 * A layout as the commands take one: CuTe's text, or an attribute or type of Triton's IR.
 */
#ifndef CLI_ANY_LAYOUT_H
#define CLI_ANY_LAYOUT_H

#include "answer/answer.h"
#include "request/request.h"

typedef struct any_layout {
    bool triton;            /* from Triton: type and made say what */
    wgd_triton_type type;   /* the attribute, and the shape and element type if they were said */
    wgd_triton_layout made; /* its layout */
    wgd_composed layout;    /* as CuTe writes it */
} any_layout;

/* A shape that is given beside the text: "128x64", "[128;64]" or "(128,64)"; 1 to 5 numbers. */
typedef struct any_shape {
    int rank; /* 0: none */
    int64_t n[WGD_TRITON_RANK];
} any_shape;
wgd_status any_shape_parse(const char *text, size_t len, any_shape *out, wgd_diag *diag);

/* Triton's layout of the text, for the shape that the text or else `shape` names (NULL: none).
 * Leaves out->layout alone. */
wgd_status any_layout_triton(const char *text, size_t len, const any_shape *shape, any_layout *out,
                             wgd_diag *diag);
/* Either. ERR_DOMAIN where CuTe cannot write Triton's layout. */
wgd_status any_layout_parse(const char *text, size_t len, const any_shape *shape, any_layout *out,
                            wgd_diag *diag);
/* Refuses a shape beside a layout that has its own, but the same of Triton's; rank 0: none was given. */
wgd_status any_layout_one_shape(const any_layout *l, const any_shape *shape, const char *want,
                                wgd_diag *diag);
/* --layout, with --shape for an attribute that names none; another shape than the type's is refused.
 * What --shape means to a layout of CuTe's is for the caller to say. */
wgd_status any_layout_option(const request *rq, answer *a, any_layout *out, wgd_diag *diag);
/* The same where a tile in shared memory is wanted: registers and tensor memory are refused, and so
 * is a --shape beside CuTe's layout. What
 * TMA and wgmma swizzle (#ttg.nvmma_shared) is swizzled by the absolute address: smem_ptr[Nb]. */
wgd_status any_layout_shared(const request *rq, answer *a, any_layout *out, wgd_diag *diag);
/* The same for a layout that was read already. */
wgd_status any_layout_to_shared(any_layout *out, wgd_diag *diag);
/* Refuses, of field `field`, a layout (thread, value) with a swizzle: of Triton's where two basis vectors have a bit in
 * common, which no shape and strides say. */
wgd_status any_layout_no_swizzle(const any_layout *l, const char *field, wgd_diag *diag);
/* The bits of an element that Triton's text says, by the type or by the attribute; else 0. */
int any_layout_bits(const any_layout *l);
/* The data type for a layout from Triton: --dtype, which must be as wide as the text says; without
 * it the type's own, or one as wide as the attribute says. Leaves *out alone for CuTe's layouts. */
wgd_status any_layout_dtype(const request *rq, const any_layout *l, wgd_dtype *out, wgd_diag *diag);

#endif
