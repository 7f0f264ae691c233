/* SPDX-License-Identifier: MIT
 *
 * tcgen05.ld, tcgen05.st and tcgen05.cp: which register of which thread holds which cell of tensor
 * memory, and where a copy from shared memory puts its rows (PTX ISA, "tcgen05.ld", "tcgen05.st",
 * "tcgen05.cp", "Data Movement Shape"). Documented, not measured.
 */
#ifndef WGD_TMEM_LDST_H
#define WGD_TMEM_LDST_H

#include "wgd_tmem.h"

WGD_API_BEGIN

typedef enum wgd_ldst_op { WGD_LDST_LD, WGD_LDST_ST, WGD_LDST_LD_RED, WGD_LDST_CP } wgd_ldst_op;

/* The shapes: symbol, name, lanes, columns and registers of one repeat, greatest repeat. Those of
 * tcgen05.cp have no registers: rows, 32-bit columns of one copy, and the number of copies last. */
#define WGD_LDST_SHAPES(X)                                                                         \
    X(32X32B, "32x32b", 32, 1, 1, 128)                                                             \
    X(16X64B, "16x64b", 16, 2, 1, 128)                                                             \
    X(16X128B, "16x128b", 16, 4, 2, 64)                                                            \
    X(16X256B, "16x256b", 16, 8, 4, 32)                                                            \
    X(16X32BX2, "16x32bx2", 16, 2, 1, 128)
#define WGD_CP_SHAPES(X)                                                                           \
    X(128X256B, "128x256b", 128, 8, 1)                                                             \
    X(4X256B, "4x256b", 4, 8, 1)                                                                   \
    X(128X128B, "128x128b", 128, 4, 1)                                                             \
    X(64X128B_02_13, "64x128b.warpx2::02_13", 64, 4, 2)                                            \
    X(64X128B_01_23, "64x128b.warpx2::01_23", 64, 4, 2)                                            \
    X(32X128B, "32x128b.warpx4", 32, 4, 4)

typedef enum wgd_ldst_shape {
#define WGD_X(sym, name, lanes, columns, registers, repeat) WGD_LDST_##sym,
    WGD_LDST_SHAPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name, rows, columns, copies) WGD_CP_##sym,
        WGD_CP_SHAPES(WGD_X)
#undef WGD_X
} wgd_ldst_shape;
enum { WGD_LDST_SHAPE_COUNT = 5, WGD_CP_SHAPE_COUNT = 6 };

typedef struct wgd_ldst {
    wgd_ldst_op op;
    wgd_ldst_shape shape;
    int cta_group; /* of cp: 1 or 2; else 0 */
    int repeat;    /* .x1 to .x128; 1 for cp */
    bool pack16;   /* .pack::16b of ld, .unpack::16b of st: two columns a register */
    int split;     /* 16x32bx2: columns from the first half to the second */
    int registers; /* of a thread; 0 for cp */
    int lanes;     /* of the warp's 32 that it reaches; of cp the rows that it reads */
    int columns;   /* from the first to the last that it reaches */
    int copies;    /* of cp: places of each row; else 1 */
} wgd_ldst;

/* Reads "tcgen05.ld.16x64b.x4", with .pack::16b or .unpack::16b, and the whole opcode of PTX, as
 * "tcgen05.ld.sync.aligned.16x64b.x4.pack::16b.b32". ERR_SYNTAX points at the part at fault;
 * ERR_INST for a repeat that the shape does not have. split is the usual one: the halves side by
 * side. */
wgd_status wgd_ldst_parse(const char *text, wgd_ldst *out, wgd_diag *diag);
/* Sets pack16, or the split of 16x32bx2 (0 < split <= 512), and what follows from it. ERR_VALUE. */
wgd_status wgd_ldst_set(wgd_ldst *op, bool pack16, int split, wgd_diag *diag);
void wgd_put_ldst(wgd_text *t, const wgd_ldst *op);
const char *wgd_ldst_shape_name(wgd_ldst_shape s);

/* The cell of a thread's register: lane of the warp's 32 (0 to 31; of the 16-lane shapes 0 to 15)
 * and column from the instruction's first. half 0 or 1 with pack16: which 16 bits of the register;
 * they lie in the low half of a cell. 0 <= thread < 32, 0 <= reg < registers. */
wgd_tmem_place wgd_ldst_at(const wgd_ldst *op, int thread, int reg, int half);
/* The other way: the register of a cell; false where the instruction does not reach it. */
bool wgd_ldst_find(const wgd_ldst *op, int lane, int column, int *thread, int *reg, int *half);
/* The lane that row `row` of a cp goes to, in its copy `copy`. */
int wgd_cp_lane(const wgd_ldst *op, int row, int copy);

WGD_API_END
#endif
