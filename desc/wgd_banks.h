/* SPDX-License-Identifier: MIT
 *
 * Bank conflicts of shared-memory accesses. Shared memory has 32 banks of 4 bytes; one wavefront
 * serves one 4-byte word of each bank, to any number of lanes. A warp's access is served in phases:
 * 32 lanes of 4 bytes or less, 16 of 8 bytes, 8 of 16 bytes; ldmatrix and stmatrix take one matrix,
 * the addresses of eight lanes, in each phase. Loads of 8 or 16 bytes need half as many phases when
 * neighbouring lanes of the whole warp load the same (all counted by the hardware, docs/banks.md).
 * A phase takes as many wavefronts as the bank with the most distinct words has of them: its
 * degree. Conflicts are the wavefronts beyond the first of a phase.
 */
#ifndef WGD_BANKS_H
#define WGD_BANKS_H

#include <stdbool.h>

#include "wgd_frag.h"
#include "wgd_layout.h"

WGD_API_BEGIN

enum { WGD_BANKS = 32, WGD_WARP = 32, WGD_BANK_PHASES = 4 };

/* The one table of accesses: symbol, name, bytes of a lane, lanes that give an address. */
#define WGD_ACCESSES(X)                                                                            \
    X(LD4, "ld.b32", 4, 32)                                                                        \
    X(LD8, "ld.b64", 8, 32)                                                                        \
    X(LD16, "ld.b128", 16, 32)                                                                     \
    X(ST4, "st.b32", 4, 32)                                                                        \
    X(ST8, "st.b64", 8, 32)                                                                        \
    X(ST16, "st.b128", 16, 32)                                                                     \
    X(LDMATRIX_X1, "ldmatrix.x1", 16, 8)                                                           \
    X(LDMATRIX_X2, "ldmatrix.x2", 16, 16)                                                          \
    X(LDMATRIX_X4, "ldmatrix.x4", 16, 32)                                                          \
    X(STMATRIX_X1, "stmatrix.x1", 16, 8)                                                           \
    X(STMATRIX_X2, "stmatrix.x2", 16, 16)                                                          \
    X(STMATRIX_X4, "stmatrix.x4", 16, 32)

typedef enum wgd_access {
#define WGD_X(sym, name, bytes, lanes) WGD_ACCESS_##sym,
    WGD_ACCESSES(WGD_X)
#undef WGD_X
} wgd_access;
enum { WGD_ACCESS_COUNT = 12 };

const char *wgd_access_name(wgd_access a);
int wgd_access_bytes(wgd_access a);
int wgd_access_lanes(wgd_access a);
bool wgd_access_is_matrix(wgd_access a);
/* Also reads ".shared", ".v2.b32", ".v4.b32" and a final ".trans", which change no bank. */
wgd_status wgd_access_parse(const char *name, wgd_access *out, wgd_diag *diag);

/* ---- one access of one warp ----------------------------------------------------------------- */

typedef struct wgd_bank_lanes {
    uint32_t active;         /* bit i: lane i takes part */
    uint32_t addr[WGD_WARP]; /* byte addresses in shared memory */
} wgd_bank_lanes;

typedef struct wgd_bank_phase {
    int first_lane, lanes;
    int words;  /* distinct 4-byte words */
    int degree; /* wavefronts: 1 is free of conflicts, 0 a phase with no active lane */
} wgd_bank_phase;

typedef struct wgd_bank_result {
    int phases;
    wgd_bank_phase phase[WGD_BANK_PHASES];
    int bank[WGD_WARP]; /* of each lane's first word; -1 for an inactive lane */
    int wavefronts;     /* sum of the degrees */
    int conflicts;      /* wavefronts beyond one for each phase with an active lane */
    int worst;          /* greatest degree */
} wgd_bank_result;

/* ERR_ALIGN for an address that is not a multiple of the access's bytes, ERR_RANGE for one beyond
 * 2^18, ERR_VALUE where a lane is active that the access does not read. */
wgd_status wgd_banks_access(wgd_access a, const wgd_bank_lanes *lanes, wgd_bank_result *out,
                            wgd_diag *diag);

/* ---- which lane accesses what --------------------------------------------------------------- */

/* A formula of the thread index t and the step i: + - * / % ^ & | << >> and parentheses with C's
 * precedence, on whole numbers from -2^31 to 2^31; / and % round towards 0 as in C. Read once; a value then costs as many operations as the
 * formula has numbers, variables and operators. */
enum { WGD_FORMULA_OPS = 256 };
typedef struct wgd_formula_op {
    size_t at;       /* where it stands in the text */
    uint32_t number; /* up to 2^31 */
    char op;         /* internal */
} wgd_formula_op;
typedef struct wgd_formula {
    const char *text; /* what was read, for the faults of a value; outlives the formula */
    int n;            /* operations, in postfix order: 1 to WGD_FORMULA_OPS */
    wgd_formula_op op[WGD_FORMULA_OPS];
} wgd_formula;

/* ERR_SYNTAX, ERR_OVERFLOW, ERR_LIMIT (32 levels deep, WGD_FORMULA_OPS operations); diag->pos points
 * at the fault. */
wgd_status wgd_formula_read(const char *text, wgd_formula *out, wgd_diag *diag);
/* The value for thread t in step i. ERR_OVERFLOW where t, i or a value leaves -2^31 to 2^31; ERR_DOMAIN
 * for a division by zero, and for a shift of a negative value or by other than 0 to 31. diag->pos points
 * at the operator, or at the t or i. */
wgd_status wgd_formula_eval(const wgd_formula *f, int64_t t, int64_t i, int64_t *out,
                            wgd_diag *diag);

/* The lanes of one access of warp `warp` whose thread t (32 * warp + lane) accesses the byte
 * base + unit_bytes * formula(t, step). ERR_RANGE for a negative address or one beyond 2^18; ERR_OVERFLOW,
 * ERR_DOMAIN as wgd_formula_eval, or where the address is no int64_t. */
wgd_status wgd_bank_formula(const wgd_formula *f, int unit_bytes, int64_t base, wgd_access access,
                            int warp, int step, wgd_bank_lanes *out, wgd_diag *diag);

/* Thread orders: symbol, name, what it is. The vectors are what one lane accesses at once; they lie
 * along the mode whose elements follow one another in memory (the row; the other mode counts rows).
 */
#define WGD_BANK_ORDERS(X)                                                                         \
    X(COPY, "copy", "lanes run along a row, then down: a coalesced copy")                          \
    X(COLUMN, "column", "lanes run down a column of vectors, then along")                          \
    X(MMA_A, "mma.a",                                                                              \
      "ldmatrix for A of mma.m16n8k16: lanes 0-15 the rows, 16-31 the next column")                \
    X(MMA_B, "mma.b", "ldmatrix for B of mma.m16n8k16: 8 rows, 2 columns, then the next 8 rows")   \
    X(FRAG, "frag", "each thread the registers of its fragment, as frag:m64n64k16:d")              \
    X(TV, "tv", "each thread the values that a layout (thread, value) gives it, warp by warp")

typedef enum wgd_bank_order {
#define WGD_X(sym, name, text) WGD_ORDER_##sym,
    WGD_BANK_ORDERS(WGD_X)
#undef WGD_X
} wgd_bank_order;
enum { WGD_ORDER_COUNT = 6 };
const char *wgd_bank_order_name(wgd_bank_order o);
const char *wgd_bank_order_text(wgd_bank_order o);

/* One kind of access in one order; the fragment's operation only with WGD_ORDER_FRAG, the fragment
 * itself, which is the caller's and outlives the use, only with WGD_ORDER_TV. */
typedef struct wgd_bank_use {
    wgd_access access;
    wgd_bank_order order;
    wgd_frag_op frag_op;
    wgd_frag_operand frag_operand;
    const wgd_frag *tv;
} wgd_bank_use;

/* Reads "ldmatrix.x4:mma.a", "st.b128:copy", "st.b32:frag:m64n64k16:d". Without an order: mma.a for
 * ldmatrix and stmatrix, else copy. elem_bits picks the fragment's type where the op leaves it open
 * (16: f16). */
wgd_status wgd_bank_use_parse(const char *text, int elem_bits, wgd_bank_use *out, wgd_diag *diag);

/* How a tile of rows x row_bytes lies in shared memory. */
typedef enum wgd_arrange_kind {
    WGD_ARRANGE_PLAIN,
    WGD_ARRANGE_SWIZZLED, /* Swizzle<b,m,s> of the byte offset */
    WGD_ARRANGE_PERMUTED, /* 16-byte chunks rotated: chunk + (row % 8) / rows in 128 bytes */
    WGD_ARRANGE_PADDED,
    WGD_ARRANGE_LAYOUT /* any layout of elements */
} wgd_arrange_kind;

typedef struct wgd_arrangement {
    wgd_arrange_kind kind;
    int rows, row_bytes, pad_bytes;
    wgd_swizzle sw;
    const wgd_composed *layout; /* WGD_ARRANGE_LAYOUT: rank 2; outlives the arrangement */
    int elem_bits;
    bool along_first; /* WGD_ARRANGE_LAYOUT: mode 0 is the contiguous one (MN-major) */
    int64_t base;     /* byte address of the tile */
} wgd_arrangement;

/* A row-major tile. rows and row_bytes from 1 to 65536, row_bytes a multiple of 4, elem_bits 8, 16,
 * 32 or 64; refusals name shape, bits or start. */
wgd_status wgd_arrange_rows(int64_t rows, int64_t row_elems, int elem_bits, int64_t base,
                            wgd_arrangement *out, wgd_diag *diag);
/* Any layout of rank 2, (rows, columns); finds which mode is contiguous. */
wgd_status wgd_arrange_layout(const wgd_composed *layout, int elem_bits, int64_t base,
                              wgd_arrangement *out, wgd_diag *diag);
/* "plain", "Sw<3,4,3>", "permuted", "padded by 16 bytes", or the layout. */
void wgd_put_arrangement(wgd_text *t, const wgd_arrangement *a);
/* CuTe's text of the tile in elements, as in "Sw<3,3,3> o 0 o (64,64):(64,1)"; false where CuTe has
 * no such layout (permuted). */
bool wgd_put_arrangement_cute(wgd_text *t, const wgd_arrangement *a);

/* Accesses of one warp that the use makes to move the whole tile: 0 < count. Refusals name access,
 * order or shape. */
wgd_status wgd_bank_steps(const wgd_arrangement *a, const wgd_bank_use *use, int *out,
                          wgd_diag *diag);
/* The lanes of one of them. ERR_ALIGN where a lane's elements are not one aligned vector. */
wgd_status wgd_bank_step(const wgd_arrangement *a, const wgd_bank_use *use, int step,
                         wgd_bank_lanes *out, wgd_diag *diag);

/* ---- totals and advice ---------------------------------------------------------------------- */

typedef struct wgd_bank_total {
    int64_t accesses, phases, wavefronts, conflicts;
    int worst;
    int worst_at; /* the first access that takes so many, from 0 */
} wgd_bank_total;
/* One access more. */
void wgd_bank_add(wgd_bank_total *sum, const wgd_bank_result *r);
/* Every step of one use. */
wgd_status wgd_bank_tile(const wgd_arrangement *a, const wgd_bank_use *use, wgd_bank_total *out,
                         wgd_diag *diag);

enum { WGD_BANK_CANDIDATES = 64, WGD_BANK_USES = 8 };
typedef struct wgd_bank_candidate {
    wgd_arrangement arrangement;
    int64_t extra_bytes;                 /* beyond the plain tile */
    wgd_bank_total total[WGD_BANK_USES]; /* of each use */
    int64_t conflicts;                   /* of all uses */
} wgd_bank_candidate;

typedef struct wgd_bank_advice {
    int count, best; /* best: the cheapest candidate without conflicts, or -1 */
    wgd_bank_candidate candidate[WGD_BANK_CANDIDATES];
} wgd_bank_advice;

/* Evaluates, in order of cost: plain, swizzles from the narrowest, the permuted form, padding from
 * the least. All uses count. The proof of `best` is its own totals. 1 <= n_uses <= WGD_BANK_USES.
 */
wgd_status wgd_bank_advise(const wgd_arrangement *tile, const wgd_bank_use *uses, int n_uses,
                           wgd_bank_advice *out, wgd_diag *diag);

WGD_API_END

#endif
