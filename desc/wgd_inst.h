/* SPDX-License-Identifier: MIT
 *
 * The wgmma instruction table (PTX ISA, "wgmma.mma_async" and "wgmma.mma_async.sp"): which operand
 * types multiply into which accumulator, at which K, and which N are legal.
 */
#ifndef WGD_INST_H
#define WGD_INST_H

#include <stdbool.h>

#include "wgd_desc.h"
#include "wgd_dtype.h"

WGD_API_BEGIN

/* The operands, the majors and the accumulators by their names. */
#define WGD_OPERANDS(X) X(A, "a") X(B, "b")
#define WGD_MAJORS(X)   X(K, "k") X(MN, "mn")
#define WGD_ACCS(X)     X(F16, "f16") X(F32, "f32") X(S32, "s32")
/* What else people call the types of accumulators: symbol, name. */
#define WGD_ACC_ALIASES(X)                                                                         \
    X(F16, "half")                                                                                 \
    X(F16, "half_t")                                                                               \
    X(F16, "fp16")                                                                                 \
    X(F16, "float16")                                                                              \
    X(F32, "float")                                                                                \
    X(F32, "fp32")                                                                                 \
    X(F32, "float32")                                                                              \
    X(S32, "int")                                                                                  \
    X(S32, "int32")                                                                                \
    X(S32, "int32_t")                                                                              \
    X(S32, "i32")

#define WGD_X(sym, name) WGD_OPERAND_##sym,
typedef enum wgd_operand { WGD_OPERANDS(WGD_X) WGD_OPERAND_COUNT } wgd_operand;
#undef WGD_X
#define WGD_X(sym, name) WGD_MAJOR_##sym,
typedef enum wgd_major { WGD_MAJORS(WGD_X) WGD_MAJOR_COUNT } wgd_major;
#undef WGD_X
#define WGD_X(sym, name) WGD_ACC_##sym,
typedef enum wgd_acc { WGD_ACCS(WGD_X) WGD_ACC_COUNT } wgd_acc;
#undef WGD_X

/* Rows of A, and of D: every wgmma computes 64 rows. */
enum { WGD_INST_M = 64, WGD_N_MAX = 256 };

/* One row for each (A type, B type, accumulator). K of the dense form is wgd_dtype_k(a) elements,
 * of the sparse form twice as many. */
typedef struct wgd_inst {
    wgd_dtype a, b;
    wgd_acc acc;
    bool trans;      /* takes imm-trans: operands in shared memory may be MN-major */
    bool scale;      /* takes imm-scale-a, imm-scale-b (negation) */
    bool sparse;     /* has a .sp form */
    bool satfinite;  /* takes .satfinite */
    const char *ptx; /* the type suffix: "f32.f16.f16", "s32.s8.u8", "s32.b1.b1.and.popc" */
} wgd_inst;

int wgd_inst_count(void);
const wgd_inst *wgd_inst_at(int i);
/* The row for these types, or NULL. */
const wgd_inst *wgd_inst_find(wgd_dtype a, wgd_dtype b, wgd_acc acc);

/* Legal N for operands of this type: 8..256 step 8 for the float types; 8, 16, 24, 32, then step 16
 * for the integer types. */
WGD_HD static inline bool wgd_n_legal(wgd_dtype t, int n)
{
    return n >= 8 && n <= WGD_N_MAX && n % (wgd_dtype_integer(t) && n > 32 ? 16 : 8) == 0;
}
/* ERR_N with the nearest legal values in `want`. */
wgd_status wgd_n_check(wgd_dtype t, int64_t n, wgd_diag *diag);
/* The greatest legal N <= n, and the least legal N >= n (0 when there is none). */
int wgd_n_below(wgd_dtype t, int64_t n);
int wgd_n_above(wgd_dtype t, int64_t n);

/* How one instruction reads one operand from shared memory: everything the fetch rule needs to
 * know apart from the descriptor. */
typedef struct wgd_read {
    wgd_dtype dtype;
    wgd_operand operand;
    wgd_major major;
    int mn;      /* rows read: wgmma 64 for A, N for B; tcgen05 8 to 256 by 8 for either */
    bool sparse; /* the .sp form: B is read at twice the K; A is stored compressed */
    wgd_arch arch;
    int k_bytes; /* tcgen05: bytes of K in a block; 0: those of the form, as for wgmma */
} wgd_read;

/* Bytes of K of one block: 32, or 64 for B of the sparse form; of packed fp4 on sm_103 also 48. */
enum { WGD_K_BYTES = 32, WGD_K_BYTES_WIDE = 64, WGD_K_BYTES_96 = 48 };

/* Bytes of K that the form of the instruction reads of this operand. */
WGD_HD static inline int wgd_read_form_k_bytes(wgd_read r)
{
    return r.sparse && r.operand == WGD_OPERAND_B ? WGD_K_BYTES_WIDE : WGD_K_BYTES;
}
/* K elements in shared memory of one block. */
WGD_HD static inline int wgd_read_k(wgd_read r)
{
    const int bytes = r.k_bytes ? r.k_bytes : wgd_read_form_k_bytes(r);
    return bytes * 8 / wgd_dtype_bits(r.dtype);
}
/* ERR_DTYPE where the architecture does not multiply the type, ERR_MAJOR where the type cannot be
 * stored in this major. */
wgd_status wgd_major_check(wgd_dtype t, wgd_major major, wgd_arch arch, wgd_diag *diag);
/* The one rule of what may go together: architecture, type, major and swizzle; ERR_VALUE, ERR_DTYPE,
 * ERR_MAJOR with the reason. */
wgd_status wgd_mode_check(wgd_dtype t, wgd_major major, wgd_swizzle_mode mode, wgd_arch arch,
                          wgd_diag *diag);
/* Legality of a read: type against major, rows, K, sparse form. wgmma: mn must be 64 for A. */
wgd_status wgd_read_check(wgd_read r, wgd_diag *diag);

/* Refuses a word through which it is not documented what such a read fetches: it is none of the
 * architecture's words (version, layout type), or its swizzle is not one for the type and major. For
 * wgmma there are none. */
wgd_status wgd_word_check(uint64_t word, wgd_read r, wgd_diag *diag);

/* What is asked for: N (0: the tile's rows), the block (0: the default), the tile's rows; and how to
 * refuse rows that are no N where no N was given: what is said, and what was wanted. */
typedef struct wgd_block_ask {
    int64_t n, tile_mn;
    const int64_t *block; /* MN and K in elements */
    const char *what, *want;
} wgd_block_ask;

/* Fills mn and k_bytes of a read whose other members are set. wgmma: 64 rows for operand a; for b the
 * N asked for, or the tile's own rows. tcgen05: the block asked for, or for a 128 rows (64 where
 * those do not divide the tile), for b N. ERR_N, ERR_VALUE. */
wgd_status wgd_inst_block(const wgd_block_ask *ask, wgd_read *rd, wgd_diag *diag);

/* The greatest number of rows below `rows` that an instruction reading like rd has, whatever rd.mn: N
 * for operand b, for a of tcgen05 M (128 or 64). 0 where there is none: a of wgmma has 64 rows. For
 * the search of a smaller instruction that reads a tile as it is stored. */
int wgd_rows_below(wgd_read rd, int64_t rows);

const char *wgd_operand_name(wgd_operand o); /* "a", "b" */
const char *wgd_major_name(wgd_major m);     /* "k", "mn" */
const char *wgd_acc_name(wgd_acc a);         /* "f16", "f32", "s32" */
/* ERR_VALUE with the names there are, and the nearest of them in the hint. */
wgd_status wgd_operand_parse(const char *s, wgd_operand *out, wgd_diag *diag);
wgd_status wgd_major_parse(const char *s, wgd_major *out, wgd_diag *diag);

WGD_API_END

#endif
