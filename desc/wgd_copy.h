/* SPDX-License-Identifier: MIT
 *
 * Copies between registers and a tile in shared memory: can an instruction move the values as threads
 * hold them, by which addresses, with how many wavefronts, and which boxes of the copy engine carry
 * the tile on to global memory.
 *
 * A copy composes two layouts: (thread, value) -> element of a fragment, and element -> byte of the
 * tile. A vector instruction takes neighbours in memory from one thread; ldmatrix and stmatrix take
 * matrices of eight rows of 16 bytes, dealt to the lanes in 16-bit units (PTX ISA, "stmatrix"):
 * lane l has units 2 (l % 4) and 2 (l % 4) + 1 of row l / 4, with .trans unit l / 4 of rows
 * 2 (l % 4) and 2 (l % 4) + 1. Which values go together is found, not given: the order of the
 * values in a thread is for the compiler to permute.
 *
 *     wgd_frag_tile(...)          whose register holds C(row, column)
 *     wgd_copy_tile_mode(...)     the tile that TMA stores with a swizzle
 *     wgd_copy_make(...)          stmatrix.x4: can it, and what each step moves
 *     wgd_copy_form_make(...)     the addresses as start + (F(thread) ^ low[step]) + high[step]
 *     wgd_copy_store_make(...)    the boxes
 *     wgd_copy_prove(...)         every element, from its register to its place in global memory
 */
#ifndef WGD_COPY_H
#define WGD_COPY_H

#include "wgd_banks.h"
#include "wgd_frag.h"
#include "wgd_linear.h"
#include "wgd_tma.h"

WGD_API_BEGIN

/* Elements along one side of a tile, values of a thread, threads. */
enum { WGD_COPY_SIDE = 1024, WGD_COPY_VALUES = 1024, WGD_COPY_THREADS = 1024 };

/* ---- instructions --------------------------------------------------------------------------- */

/* What moves which way. ASYNC is from global memory into shared memory. */
typedef enum wgd_copy_kind {
    WGD_COPY_LOADS,
    WGD_COPY_STORES,
    WGD_COPY_ASYNC,
    WGD_COPY_LDMATRIX,
    WGD_COPY_STMATRIX
} wgd_copy_kind;

/* The one table: symbol, name, kind, bytes that a thread moves, .trans, the access whose phases it
 * has (wgd_banks.h). Accesses of less than 4 bytes are served as those of 4: by words. */
#define WGD_COPY_INSNS(X)                                                                          \
    X(ST8, "st.b8", STORES, 1, 0, ST4)                                                             \
    X(ST16, "st.b16", STORES, 2, 0, ST4)                                                           \
    X(ST32, "st.b32", STORES, 4, 0, ST4)                                                           \
    X(ST64, "st.b64", STORES, 8, 0, ST8)                                                           \
    X(ST128, "st.b128", STORES, 16, 0, ST16)                                                       \
    X(STMATRIX_X1, "stmatrix.x1", STMATRIX, 4, 0, STMATRIX_X1)                                     \
    X(STMATRIX_X2, "stmatrix.x2", STMATRIX, 8, 0, STMATRIX_X2)                                     \
    X(STMATRIX_X4, "stmatrix.x4", STMATRIX, 16, 0, STMATRIX_X4)                                    \
    X(STMATRIX_X1_TRANS, "stmatrix.x1.trans", STMATRIX, 4, 1, STMATRIX_X1)                         \
    X(STMATRIX_X2_TRANS, "stmatrix.x2.trans", STMATRIX, 8, 1, STMATRIX_X2)                         \
    X(STMATRIX_X4_TRANS, "stmatrix.x4.trans", STMATRIX, 16, 1, STMATRIX_X4)                        \
    X(LD8, "ld.b8", LOADS, 1, 0, LD4)                                                              \
    X(LD16, "ld.b16", LOADS, 2, 0, LD4)                                                            \
    X(LD32, "ld.b32", LOADS, 4, 0, LD4)                                                            \
    X(LD64, "ld.b64", LOADS, 8, 0, LD8)                                                            \
    X(LD128, "ld.b128", LOADS, 16, 0, LD16)                                                        \
    X(LDMATRIX_X1, "ldmatrix.x1", LDMATRIX, 4, 0, LDMATRIX_X1)                                     \
    X(LDMATRIX_X2, "ldmatrix.x2", LDMATRIX, 8, 0, LDMATRIX_X2)                                     \
    X(LDMATRIX_X4, "ldmatrix.x4", LDMATRIX, 16, 0, LDMATRIX_X4)                                    \
    X(LDMATRIX_X1_TRANS, "ldmatrix.x1.trans", LDMATRIX, 4, 1, LDMATRIX_X1)                         \
    X(LDMATRIX_X2_TRANS, "ldmatrix.x2.trans", LDMATRIX, 8, 1, LDMATRIX_X2)                         \
    X(LDMATRIX_X4_TRANS, "ldmatrix.x4.trans", LDMATRIX, 16, 1, LDMATRIX_X4)                        \
    X(CP_ASYNC_4, "cp.async.4", ASYNC, 4, 0, ST4)                                                  \
    X(CP_ASYNC_8, "cp.async.8", ASYNC, 8, 0, ST8)                                                  \
    X(CP_ASYNC_16, "cp.async.16", ASYNC, 16, 0, ST16)

typedef enum wgd_copy_insn {
#define WGD_X(sym, name, kind, bytes, trans, access) WGD_COPY_##sym,
    WGD_COPY_INSNS(WGD_X)
#undef WGD_X
        WGD_COPY_INSN_COUNT
} wgd_copy_insn;

const char *wgd_copy_insn_name(wgd_copy_insn i);
wgd_copy_kind wgd_copy_insn_kind(wgd_copy_insn i);
/* Bytes that one thread moves: 1 to 16. */
int wgd_copy_insn_bytes(wgd_copy_insn i);
/* Matrices of ldmatrix and stmatrix; 0 for the others. */
int wgd_copy_insn_matrices(wgd_copy_insn i);
bool wgd_copy_insn_trans(wgd_copy_insn i);
/* The access whose phases it has. */
wgd_access wgd_copy_insn_access(wgd_copy_insn i);
/* Were its wavefronts counted on a GPU (docs/banks.md)? Those of cp.async were not. */
bool wgd_copy_insn_measured(wgd_copy_insn i);
/* Also ".shared" and what wgd_access_parse reads; ERR_VALUE with the names. */
wgd_status wgd_copy_insn_parse(const char *name, wgd_copy_insn *out, wgd_diag *diag);

/* ---- the tile in shared memory -------------------------------------------------------------- */

/* Element (row, col) lies at byte after + sw(before + row_off[row] + col_off[col]). */
typedef struct wgd_copy_tile {
    wgd_composed layout; /* (rows, columns) -> elements */
    int64_t start;       /* byte address of offset 0 */
    int rows, cols, bits;
    bool down; /* rows follow one another in memory: column-major, M-major of a D */
    int64_t before, after;
    wgd_swizzle sw; /* on byte addresses; b is 0 for none */
    int32_t row_off[WGD_COPY_SIDE], col_off[WGD_COPY_SIDE];
} wgd_copy_tile;

/* Any layout of two modes of elements of 8, 16 or 32 bits, its sides up to WGD_COPY_SIDE, within
 * 2^18 bytes. Refusals name layout, bits or start. */
wgd_status wgd_copy_tile_make(const wgd_composed *layout, int bits, int64_t start,
                              wgd_copy_tile *out, wgd_diag *diag);
/* rows x cols as boxes of the copy engine leave or take them: panels as wide as the swizzle row (none:
 * one panel), each with all lines. down: M-major. ERR_TILE where the contiguous side is no whole
 * number of swizzle rows; start a multiple of 128 bytes (of the pattern's 256, 512 or 1024 for none
 * of its conflicts to move). */
wgd_status wgd_copy_tile_mode(int64_t rows, int64_t cols, int bits, bool down,
                              wgd_swizzle_mode mode, int64_t start, wgd_copy_tile *out,
                              wgd_diag *diag);
/* The byte address of an element. The caller has checked the ranges. */
uint32_t wgd_copy_byte(const wgd_copy_tile *t, int row, int col);
/* The swizzle of TMA that the tile has; false where it has another. */
bool wgd_copy_tile_swizzle(const wgd_copy_tile *t, wgd_swizzle_mode *out);

/* ---- one instruction over the whole fragment ------------------------------------------------- */

/* Value j of step s of a thread is value[s * per_step + j] of the fragment; its bits follow those of
 * j - 1 in the registers of the instruction. frag and tile outlive the copy. */
typedef struct wgd_copy {
    const wgd_frag *frag;
    const wgd_copy_tile *tile;
    wgd_copy_insn insn;
    int warps, steps, per_step;
    int lanes; /* of a warp that give addresses */
    int16_t value[WGD_COPY_VALUES];
    int thread_at[WGD_COPY_THREADS], value_at[WGD_COPY_VALUES]; /* row + rows * column: their sum */
} wgd_copy;

/* Refusals name access (ERR_ALIGN: not neighbours, not aligned, no rows of 16 bytes; ERR_VALUE), op
 * (a fragment that is not one of whole elements in registers), shape (ERR_TILE: not the tile's). */
wgd_status wgd_copy_make(const wgd_frag *f, const wgd_copy_tile *t, wgd_copy_insn insn,
                         wgd_copy *out, wgd_diag *diag);
/* The byte address of a thread's value. */
uint32_t wgd_copy_value_byte(const wgd_copy *c, int thread, int value);
/* The addresses that the lanes of one warp give in one step. */
void wgd_copy_lanes(const wgd_copy *c, int warp, int step, wgd_bank_lanes *out);
/* Its phases and wavefronts; accesses of less than 4 bytes by their words. */
wgd_status wgd_copy_banks(const wgd_copy *c, int warp, int step, wgd_bank_result *out,
                          wgd_diag *diag);
/* Every step of every warp. */
wgd_status wgd_copy_total(const wgd_copy *c, wgd_bank_total *out, wgd_diag *diag);

/* ---- the addresses as a formula -------------------------------------------------------------- */

/* The address that thread t gives in step s is  start + ((F(t) ^ low[s]) + high[s]):  F is the XOR
 * (by_xor) or the sum of basis[k] over the bits k of t that are set. high is a multiple of `align`,
 * low is below it: where start is such a multiple, (start + F(t)) ^ low[s] + high[s] is the same. */
typedef struct wgd_copy_form {
    bool by_xor;
    int bits; /* of a thread's number */
    int align;
    int64_t start;
    uint32_t basis[10];
    uint32_t low[WGD_COPY_VALUES], high[WGD_COPY_VALUES];
} wgd_copy_form;

/* Checked for every thread that gives an address, and every step; false where no such form is. */
bool wgd_copy_form_make(const wgd_copy *c, wgd_copy_form *out);
uint32_t wgd_copy_form_at(const wgd_copy_form *f, int thread, int step);

/* ---- on to global memory ---------------------------------------------------------------------- */

/* The boxes of the copy engine: dimension 0 along the contiguous side, box (i, j) at bytes
 * start + i * panel_bytes + j * block_bytes, before the swizzle; i runs first. */
typedef struct wgd_copy_store {
    wgd_tma_params params; /* of a tensor as large as the tile */
    bool down;
    int panels, blocks;
    int64_t panel_bytes, block_bytes;
    int boxes;
    int64_t box_bytes;
    int64_t before, after; /* of the tile */
} wgd_copy_store;

/* ERR_VALUE for a swizzle that TMA does not have, ERR_ALIGN and ERR_TILE where the tile is no whole
 * number of dense boxes; field layout. type names the elements. */
wgd_status wgd_copy_store_make(const wgd_copy_tile *t, wgd_frag_type type, wgd_copy_store *out,
                               wgd_diag *diag);
/* The byte that the copy engine reads (or writes) for element (row, col): from the box's place, dense
 * order within it, and the swizzle of absolute addresses, not from the tile's layout. */
uint32_t wgd_copy_store_byte(const wgd_copy_store *s, int row, int col);

typedef struct wgd_copy_proof {
    bool equal;
    int64_t values;              /* of threads, compared */
    int row, col, thread, value; /* the first that differs, when not equal */
    uint32_t moved, stored;      /* where the instruction moves it, where the box has it */
} wgd_copy_proof;
/* Every value of every thread: the byte to which the instruction moves it, by the addresses (of the
 * form, or without one of wgd_copy_lanes) and its own rule of dealing, is the byte that the copy engine
 * takes for that element; without a store, the byte of the layout. */
wgd_copy_proof wgd_copy_prove(const wgd_copy *c, const wgd_copy_form *form,
                              const wgd_copy_store *store);

WGD_API_END

#endif
