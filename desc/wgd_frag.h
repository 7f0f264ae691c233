/* SPDX-License-Identifier: MIT
 *
 * Register fragments: which thread of a warp or warpgroup holds which element of a matrix operand,
 * in which register and at which bits (PTX ISA, "Matrix Fragments for mma.*", "Register Fragments
 * and Shared Memory Matrix Layouts" of wgmma, "ldmatrix", "stmatrix").
 *
 * A fragment is a thread-value layout in CuTe's convention: (thread, value) -> row + rows * column.
 * A is M x K, B is N x K (its rows run along N), C and D are M x N. ldmatrix and stmatrix move x
 * matrices of eight rows of 16 bytes, stacked: row i is the row whose address lane i gives.
 */
#ifndef WGD_FRAG_H
#define WGD_FRAG_H

#include <stdbool.h>

#include "wgd_inst.h"
#include "wgd_layout.h"

WGD_API_BEGIN

/* The element types of registers: those that wgmma multiplies, with the same values as in wgd_dtype,
 * and these, which mma.sync, ldmatrix and accumulators have besides. The columns are those of
 * WGD_DTYPES, of which fragments use symbol, name and bits. */
#define WGD_FRAG_MORE_TYPES(X)                                                                     \
    X(S4, "s4", "int4b_t", 4, 0, NONE, 1, 1, UINT8, "signed 4-bit integer")                        \
    X(U4, "u4", "uint4b_t", 4, 0, NONE, 1, 1, UINT8, "unsigned 4-bit integer")                     \
    X(F64, "f64", "double", 64, 0, NONE, 0, 0, UINT8, "IEEE double")                               \
    X(F32, "f32", "float", 32, 0, NONE, 0, 0, UINT8, "IEEE single")                                \
    X(S32, "s32", "int32_t", 32, 0, NONE, 1, 0, UINT8, "signed 32-bit integer")                    \
    X(B8, "b8", "uint8_t", 8, 0, NONE, 1, 0, UINT8, "any 8 bits")                                  \
    X(B16, "b16", "uint16_t", 16, 0, NONE, 1, 0, UINT8, "any 16 bits")                             \
    X(B32, "b32", "uint32_t", 32, 0, NONE, 1, 0, UINT8, "any 32 bits")                             \
    X(E2M3, "e2m3", "float_e2m3_t", 8, 0, NONE, 0, 1, UINT8,                                       \
      "6-bit float, 2 exponent bits, in a byte")                                                   \
    X(E3M2, "e3m2", "float_e3m2_t", 8, 0, NONE, 0, 1, UINT8,                                       \
      "6-bit float, 3 exponent bits, in a byte")                                                   \
    X(E2M1, "e2m1", "float_e2m1_t", 4, 0, NONE, 0, 1, UINT8, "4-bit float, 2 exponent bits")       \
    X(UE8M0, "ue8m0", "float_ue8m0_t", 8, 0, NONE, 0, 0, UINT8, "scale factor, a power of two")    \
    X(UE4M3, "ue4m3", "float_ue4m3_t", 8, 0, NONE, 0, 0, UINT8, "scale factor, an 8-bit float")
/* What else people call these: symbol, name; those of WGD_DTYPES are in WGD_DTYPE_ALIASES. */
#define WGD_FRAG_MORE_ALIASES(X)                                                                   \
    X(S4, "int4")                                                                                  \
    X(U4, "uint4")                                                                                 \
    X(F64, "fp64")                                                                                 \
    X(F64, "float64")                                                                              \
    X(F32, "fp32")                                                                                 \
    X(F32, "float32")                                                                              \
    X(S32, "int")                                                                                  \
    X(S32, "int32")                                                                                \
    X(S32, "i32")                                                                                  \
    X(E2M3, "float6_e2m3fn")                                                                       \
    X(E3M2, "float6_e3m2fn")                                                                       \
    X(E2M1, "float4_e2m1fn")                                                                       \
    X(UE8M0, "float8_e8m0fnu")
#define WGD_FRAG_TYPES(X) WGD_WGMMA_DTYPES(X) WGD_FRAG_MORE_TYPES(X)

typedef enum wgd_frag_type {
    WGD_FRAG_TYPE_NONE = -1,
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text) WGD_FRAG_##sym,
    WGD_FRAG_TYPES(WGD_X)
#undef WGD_X
        WGD_FRAG_TYPE_COUNT
} wgd_frag_type;

const char *wgd_frag_type_name(wgd_frag_type t);
int wgd_frag_type_bits(wgd_frag_type t);
/* ERR_DTYPE with the nearest name in the hint. */
wgd_status wgd_frag_type_parse(const char *name, int *out, wgd_diag *diag);

typedef enum wgd_frag_family {
    WGD_FRAG_WGMMA,
    WGD_FRAG_MMA,
    WGD_FRAG_LDMATRIX,
    WGD_FRAG_STMATRIX,
    WGD_FRAG_LAYOUT /* no instruction: a layout of threads and values (wgd_frag_of_layout) */
} wgd_frag_family;

/* C and D have one layout; E is the metadata of the sparse form. */
#define WGD_FRAG_OPERANDS(X) X(A, "a") X(B, "b") X(C, "c") X(D, "d") X(E, "e")
#define WGD_FRAG_METADATA    "metadata" /* another name of E */
#define WGD_X(sym, name)     WGD_FRAG_OPERAND_##sym,
typedef enum wgd_frag_operand { WGD_FRAG_OPERANDS(WGD_X) WGD_FRAG_OPERAND_COUNT } wgd_frag_operand;
#undef WGD_X

const char *wgd_frag_operand_name(wgd_frag_operand o); /* "a" ... "e" */
/* "a", "b", "c", "d", "e" or "metadata", in either case; ERR_VALUE. */
wgd_status wgd_frag_operand_parse(const char *name, wgd_frag_operand *out, wgd_diag *diag);

/* One instruction. a, b, c and d are the operands' types as wgd_frag_type, or WGD_FRAG_TYPE_NONE
 * where not yet known. */
typedef struct wgd_frag_op {
    wgd_frag_family family;
    int m, n, k; /* 0 for ldmatrix and stmatrix; k counts the zeros of the sparse form */
    bool sparse; /* wgmma.mma_async.sp, mma.sp */
    bool a_col;  /* mma.m8n8k4: .col instead of .row for A */
    bool b_row;  /* mma.m8n8k4: .row instead of .col for B */
    int x;       /* ldmatrix, stmatrix: 1, 2 or 4 matrices; else 0 */
    bool trans;  /* ldmatrix, stmatrix */
    int a, b, c, d;
} wgd_frag_op;

/* Reads an instruction's name: "m64n32k16", "mma.m8n8k4.row.col", "ldmatrix.x4.trans",
 * "m64n32k32.sp", and the whole PTX opcode, as in
 * "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16". m64 means wgmma. Types in the text are
 * taken; what it does not name stays WGD_FRAG_TYPE_NONE. ERR_SYNTAX points at the part at fault. */
wgd_status wgd_frag_op_parse(const char *text, wgd_frag_op *out, wgd_diag *diag);
/* Fills in the types that the op does not name: dtype for a and b (NULL: f16 where legal, else the
 * first legal type), acc for c and d (NULL: f32 where legal), then checks the whole. A dtype or acc
 * that disagrees with the op's own is refused. For ldmatrix and stmatrix dtype is what the 16-byte
 * rows are read as (NULL: b16). Refusals name op, dtype, acc or n. */
wgd_status wgd_frag_op_types(wgd_frag_op *op, const char *dtype, const char *acc, wgd_diag *diag);
/* "mma.m8n8k4.row.col", "wgmma.m64n32k16", "wgmma.sp.m64n32k32", "ldmatrix.x4.trans". */
void wgd_put_frag_op(wgd_text *t, const wgd_frag_op *op);

/* The legal ops: one entry for each shape and input type (n = 8 for wgmma, a = b, the widest
 * accumulator), and each form of ldmatrix and stmatrix. 0 <= i < wgd_frag_op_count(). */
int wgd_frag_op_count(void);
wgd_frag_op wgd_frag_op_at(int i);
/* Was the op's fragment measured (docs/evidence)? Those of sm_120, with fp6 and fp4 types or sparse,
 * are documented only. */
bool wgd_frag_op_measured(const wgd_frag_op *op);

/* As many as bits of threads or of values. */
enum { WGD_FRAG_MODES = 20 };
typedef struct wgd_frag_modes {
    int n; /* modes in use */
    int shape[WGD_FRAG_MODES], stride[WGD_FRAG_MODES];
} wgd_frag_modes;

typedef struct wgd_frag {
    wgd_frag_op op;
    wgd_frag_operand operand;
    wgd_frag_type type;      /* of the elements in the registers */
    int rows, cols;          /* in elements; of a sparse operand, the zeros included */
    int threads, values;     /* threads of one matrix (8 for mma.m8n8k4 of f16, 32, 128) */
    int copies;              /* threads that hold each element: 1, or 2 for some metadata; of a
                                layout any number */
    int groups;              /* matrices that one warp multiplies at once: 4 for m8n8k4 of f16 */
    int regs, reg_bits;      /* registers of a thread, and their width: 32, or 64 for f64 */
    int chunk, chunk_bits;   /* consecutive values that share chunk_bits bits: 1 and the type's,
                                but 4 values (2 for tf32) for sparse operands and metadata */
    wgd_frag_modes thr, val; /* the modes of tv */
    wgd_layout tv;           /* (thread, value) -> row + rows * column */
    wgd_layout lanes;        /* thread -> lane of the first group: 32:1, 128:1 or (4,2):(1,16) */
    int warpgroups;          /* that share the tile of wgd_frag_tile, 128 threads each; else 0 */
} wgd_frag;

/* The fragment of one operand; op must be complete (wgd_frag_op_types). For ldmatrix and stmatrix
 * the operand is ignored. ERR_VALUE for an operand that is not in registers. */
wgd_status wgd_frag_make(const wgd_frag_op *op, wgd_frag_operand operand, wgd_frag *out,
                         wgd_diag *diag);

/* The fragment of any layout (thread, value) -> row + rows * column of a matrix, for elements of 1, 4,
 * 8, 16, 32 or 64 bits. Its sizes and strides are powers of two (or 0: the same element again), and
 * it holds every element of the matrix; ERR_DOMAIN where it does not. At most 2^20 values in all. */
wgd_status wgd_frag_of_layout(const wgd_layout *tv, int64_t rows, int64_t cols, int elem_bits,
                              wgd_frag *out, wgd_diag *diag);

/* The accumulators of a block's whole tile, rows x cols, that `warpgroups` warpgroups share: each has
 * a part of its own, one below the other, or beside it with split_n; values run through an
 * instruction's, then through those further down, then along. op is a complete wgmma; rows are a
 * multiple of 64 x the warpgroups (cols of N x them with split_n). ERR_TILE; ERR_VALUE for another
 * instruction, or more than 255 registers a thread. */
wgd_status wgd_frag_tile(const wgd_frag_op *op, int64_t rows, int64_t cols, int64_t warpgroups,
                         bool split_n, wgd_frag *out, wgd_diag *diag);

/* row + rows * column of a thread's value: the layout's own answer, without its generality.
 * 0 <= thread < threads, 0 <= value < values. */
int wgd_frag_at(const wgd_frag *f, int thread, int value);

/* Where an element lies. */
typedef struct wgd_frag_slot {
    int thread, value;
    int lane;      /* of the first group; thread itself where there is one */
    int reg;       /* 0 <= reg < regs */
    int bit, bits; /* of that register; bit / bits says which half or byte it is */
} wgd_frag_slot;

/* The slot of a thread's value. */
wgd_frag_slot wgd_frag_place(const wgd_frag *f, int thread, int value);
/* The slot of element (row, col), copy 0 <= copy < copies. The caller has checked the ranges. */
wgd_frag_slot wgd_frag_find(const wgd_frag *f, int row, int col, int copy);

/* ---- from one product to the next ------------------------------------------------------------ */

enum { WGD_FRAG_CHAIN_K = 32 };
/* Accumulators as A of a next wgmma, slice by slice of its K: value v of A in slice s is value
 * from[v] + s * a.values of the accumulator; k of the slice is column[k] + s * a.cols. */
typedef struct wgd_frag_chain {
    wgd_frag a; /* of one slice */
    int slices;
    int from[WGD_FRAG_CHAIN_K];   /* a.values of them */
    int column[WGD_FRAG_CHAIN_K]; /* a.cols of them */
    bool permuted;  /* is column[k] other than k? Then B's rows are taken in that order */
    int64_t proved; /* values of threads at which the two layouts were composed */
} wgd_frag_chain;

/* c is the D of a wgmma, or a tile of which each warpgroup has 64 rows; dtype the type that its values
 * are converted to: f16, bf16, e4m3, e5m2, s8 or u8. ERR_VALUE, ERR_DTYPE, ERR_TILE. */
wgd_status wgd_frag_chain_make(const wgd_frag *c, const char *dtype, wgd_frag_chain *out,
                               wgd_diag *diag);

WGD_API_END

#endif
