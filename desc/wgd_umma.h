/* SPDX-License-Identifier: MIT
 *
 * The instruction tcgen05.mma: its kinds, types and legal shapes (PTX ISA, "tcgen05.mma", "Matrix
 * Shape" and "Instruction Descriptor"; CUTLASS's operations where they say more). Documented, not
 * measured: no machine that has it was at hand. docs/blackwell.md lists where the sources differ.
 */
#ifndef WGD_UMMA_H
#define WGD_UMMA_H

#include <stdbool.h>

#include "wgd_inst.h"
#include "wgd_frag.h"
#include "wgd_text.h"

WGD_API_BEGIN

/* The kinds, as PTX names them behind ".kind::": symbol, name, K of a dense instruction in
 * elements, is it block-scaled. */
#define WGD_UMMA_KINDS(X)                                                                          \
    X(TF32, "tf32", 8, false)                                                                      \
    X(F16, "f16", 16, false)                                                                       \
    X(I8, "i8", 32, false)                                                                         \
    X(F8F6F4, "f8f6f4", 32, false)                                                                 \
    X(MXF8F6F4, "mxf8f6f4", 32, true)                                                              \
    X(MXF4, "mxf4", 64, true)                                                                      \
    X(MXF4NVF4, "mxf4nvf4", 64, true)

typedef enum wgd_umma_kind {
#define WGD_X(sym, name, k, scaled) WGD_UMMA_##sym,
    WGD_UMMA_KINDS(WGD_X)
#undef WGD_X
} wgd_umma_kind;
enum { WGD_UMMA_KIND_COUNT = 7 };

const char *wgd_umma_kind_name(wgd_umma_kind k);
/* K of a dense instruction; of a sparse one it is twice that. */
int wgd_umma_kind_k(wgd_umma_kind k);
/* Has it scale factors? */
bool wgd_umma_kind_scaled(wgd_umma_kind k);
/* The types of A and B, of D and of scale factors: bits 1 << wgd_frag_type, 0 for none. */
unsigned wgd_umma_inputs(wgd_umma_kind k);
unsigned wgd_umma_accs(wgd_umma_kind k);
unsigned wgd_umma_scales(wgd_umma_kind k);

/* An instruction of no architecture in particular: what any of them has is legal. */
#define WGD_UMMA_ANY WGD_ARCH_COUNT

/* One instruction. The types are wgd_frag_type, or WGD_FRAG_TYPE_NONE where not yet known; a number
 * that is 0 is not yet known. m and n are the instruction's: of both CTAs with cta_group 2. */
typedef struct wgd_umma_op {
    wgd_umma_kind kind;
    wgd_arch arch; /* or WGD_UMMA_ANY */
    int cta_group; /* 1 or 2 */
    bool a_tmem;   /* A in tensor memory, not behind a descriptor */
    bool sparse, ws;
    int a, b, d, sf; /* sf: type of the scale factors, of a block-scaled kind */
    int m, n, k;     /* k counts the zeros of the sparse form */
    int vec;         /* elements of K (zeros counted) that share a scale factor */
    wgd_major a_major, b_major;
    bool a_neg, b_neg, sat;
    int sparse_id, sfa_id, sfb_id; /* 0 to 3 */
    int max_shift;                 /* of .ws: 0, 8, 16 or 32 */
} wgd_umma_op;

/* An instruction of a kind with nothing else known: cta_group 1, A in shared memory, K-major. */
wgd_umma_op wgd_umma_op_of(wgd_umma_kind k);

/* Fills in what is not known (types, K, scale vector: the first that fits; b from a) and checks the
 * whole. Refused is what no source has, what CUTLASS's operations refuse, and what they take only
 * because an assertion is missing. diag->field names m, n, k, a, b, d, sf, vec, a_major, cta_group,
 * a_src, ws, sat, a_neg, sparse_id, sfa_id, sfb_id, max_shift, kind or arch; the hint names the
 * nearest that is legal. ERR_INST, ERR_DTYPE, ERR_MAJOR, ERR_N or ERR_VALUE. */
wgd_status wgd_umma_op_complete(wgd_umma_op *op, wgd_diag *diag);

/* Where the sources differ over a legal instruction, or it is not everywhere: a set of these. */
#define WGD_UMMA_NOTES(X)                                                                          \
    X(F8_D_F16, "f8f6f4_d_f16",                                                                    \
      "D of f16: CUTLASS and later editions of PTX have it, earlier ones list f32 alone")          \
    X(E2M1_CODE, "e2m1_code",                                                                      \
      "e2m1 is code 5, a byte each, as PTX has it; CUTLASS's packed e2m1 would give 1, e5m2")      \
    X(M_FIELD, "m_field",                                                                          \
      "M >> 4 at bits 24-28 as CUTLASS has it; PTX writes M >> 7 at 27-28: the same bits")         \
    X(SPARSE_ID, "sparse_id_3", "selector 3: PTX lists 0 to 3, another peer takes 0 to 2 only")    \
    X(PTX_UNLISTED, "ptx_unlisted",                                                                \
      "PTX's table of shapes does not list this one; CUTLASS has it")                              \
    X(NO_CUTLASS_OP, "no_cutlass_op", "CUTLASS has no operation for this form: PTX is followed")   \
    X(SM103_ONLY, "sm103_only", "K = 96 is of sm_103 alone")                                       \
    X(NOT_SM103, "not_sm103", "kind::i8 does not exist on sm_103")

enum wgd_umma_note_bit {
#define WGD_X(sym, name, text) WGD_UMMA_BIT_##sym,
    WGD_UMMA_NOTES(WGD_X)
#undef WGD_X
};
enum { WGD_UMMA_NOTE_COUNT = 8 };

/* The notes of a complete instruction: bits 1 << wgd_umma_note_bit; the i-th note's name and text.
 */
unsigned wgd_umma_notes(const wgd_umma_op *op);
const char *wgd_umma_note_name(int i);
const char *wgd_umma_note_text(int i);

/* "tcgen05.mma.ws.sp.cta_group::1.kind::mxf4nvf4.block_scale.block16" */
void wgd_put_umma_op(wgd_text *t, const wgd_umma_op *op);

WGD_API_END
#endif
