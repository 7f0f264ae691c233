/* SPDX-License-Identifier: MIT
 *
 * The 32-bit instruction descriptor of tcgen05.mma: one format for the plain kinds, one for
 * mxf8f6f4, one for mxf4 and mxf4nvf4 (PTX ISA, "Instruction Descriptor"). Documented, not measured.
 */
#ifndef WGD_IDESC_H
#define WGD_IDESC_H

#include "wgd_umma.h"

WGD_API_BEGIN

/* The fields: symbol, name. Not every format has every field. */
#define WGD_IDESC_FIELDS(X)                                                                        \
    X(SPARSE_ID, "sparse_id")                                                                      \
    X(SPARSE, "sparse")                                                                            \
    X(SAT, "sat")                                                                                  \
    X(D, "d")                                                                                      \
    X(SFB_ID, "sfb_id")                                                                            \
    X(A, "a")                                                                                      \
    X(B, "b")                                                                                      \
    X(A_NEG, "a_neg")                                                                              \
    X(B_NEG, "b_neg")                                                                              \
    X(A_MAJOR, "a_major")                                                                          \
    X(B_MAJOR, "b_major")                                                                          \
    X(N, "n")                                                                                      \
    X(SF, "sf")                                                                                    \
    X(M, "m")                                                                                      \
    X(SFA_ID, "sfa_id")                                                                            \
    X(MAX_SHIFT, "max_shift")                                                                      \
    X(K, "k")

typedef enum wgd_idesc_field {
#define WGD_X(sym, name) WGD_IDESC_##sym,
    WGD_IDESC_FIELDS(WGD_X)
#undef WGD_X
} wgd_idesc_field;
enum { WGD_IDESC_FIELD_COUNT = 17 };

const char *wgd_idesc_field_name(wgd_idesc_field f);
/* First bit and width of a field in the format of a kind; width 0: the format lacks it. */
void wgd_idesc_field_bits(wgd_umma_kind kind, wgd_idesc_field f, int *low, int *width);
/* What stands in a field; 0 where the format lacks it. */
unsigned wgd_idesc_get(wgd_umma_kind kind, uint32_t word, wgd_idesc_field f);
/* The bits of a format that no field has: all must be 0. */
uint32_t wgd_idesc_reserved(wgd_umma_kind kind);

/* The word of an instruction, which is first completed and checked (wgd_umma_op_complete). */
wgd_status wgd_idesc_encode(wgd_umma_op *op, uint32_t *out, wgd_diag *diag);

/* What is wrong with a word when it is read as one of a kind. */
enum {
    WGD_IDESC_RESERVED = 1 << 0, /* reserved bits are set */
    WGD_IDESC_TYPE = 1 << 1,     /* a type that the kind does not have */
    WGD_IDESC_SHAPE = 1 << 2     /* no instruction has these fields: see diag */
};
/* Reads a word as one of a kind. The word does not say cta_group, where A lies or whether the
 * instruction is .ws: op->cta_group, a_tmem, ws and arch say which is meant and stay. The rest of
 * *op is filled; a type that there is not stays WGD_FRAG_TYPE_NONE. Returns the set of faults, 0
 * when encoding *op gives the word again; the first one is described in *diag (which may be NULL).
 */
unsigned wgd_idesc_decode(wgd_umma_kind kind, uint32_t word, wgd_umma_op *op, wgd_diag *diag);

WGD_API_END
#endif
