/* SPDX-License-Identifier: MIT
 *
 * Scale factors of block-scaled matrices: where each lies in global memory, in a stage of shared
 * memory and in tensor memory, and the copies (tcgen05.cp) that move them there (PTX ISA, "Scale
 * Factor Layout"; CUTLASS's Sm1xxBlockScaledConfig; cuDNN calls it the 128x4 layout). One factor is
 * a byte. Documented, not measured.
 */
#ifndef WGD_SF_H
#define WGD_SF_H

#include "wgd_tmem.h"
#include "wgd_umma.h"

WGD_API_BEGIN

/* The factors of A (M x K), of B (N x K), and those that an epilogue makes for D (M x N). */
typedef enum wgd_sf_operand { WGD_SF_A, WGD_SF_B, WGD_SF_D } wgd_sf_operand;
const char *wgd_sf_operand_name(wgd_sf_operand o); /* "SFA", "SFB", "SFD" */

/* 128 rows x 4 factors are one block of 512 bytes. */
enum { WGD_SF_ROWS = 128, WGD_SF_COLS = 4, WGD_SF_BLOCK = 512 };

/* A matrix's factors in global memory: blocks along K first, then along the rows, then matrices. */
typedef struct wgd_sf {
    wgd_sf_operand operand;
    int vec;            /* elements that share a factor: 16 or 32 */
    bool mn_major;      /* D alone: the vectors run along M, and N is what the rows are */
    int64_t rows, cols; /* of the matrix: M or N, and K (of D: M and N) */
    int64_t batch;      /* matrices */
    int64_t blocks[2];  /* along the rows and along the vectors */
    int64_t bytes;      /* of all, padding included */
    wgd_layout layout;  /* (row, column, matrix) -> byte; its shape is the padded matrix */
    wgd_layout atom;    /* of one block */
} wgd_sf;

/* problem is M, N, K and the number of matrices, each >= 1. Refusals name vec, m, n, k, l or
 * sf_major; ERR_VALUE, ERR_OVERFLOW. */
wgd_status wgd_sf_make(wgd_sf_operand operand, int vec, const int64_t problem[4], bool mn_major,
                       wgd_sf *out, wgd_diag *diag);
/* The byte of element (row, col) of a matrix. The caller has checked the ranges. */
int64_t wgd_sf_at(const wgd_sf *s, int64_t row, int64_t col, int64_t matrix);
/* The other way: the first element of the vector that this byte scales; false for padding and what
 * lies behind the last byte. */
bool wgd_sf_find(const wgd_sf *s, int64_t byte, int64_t *row, int64_t *col, int64_t *matrix);

/* The factors of one stage: the tile of one CTA (of a pair with cta_group 2), cut into instructions.
 */
typedef struct wgd_sf_stage {
    wgd_sf_operand operand;
    wgd_umma_kind kind;
    int cta_group, vec;
    int mma[3];        /* M, N, K of an instruction */
    int k;             /* of the stage */
    int nsf;           /* factors of a row in one instruction */
    int blocks[2];     /* of 512 bytes: along the rows, along K */
    int bytes;         /* in shared memory */
    wgd_layout layout; /* (((row), (k)), 1, instruction) -> byte in shared memory */
    wgd_tmem tmem;     /* where the copies put them */
    int copies;        /* tcgen05.cp.32x128b.warpx4, one for each block */
} wgd_sf_stage;

/* operand is A or B. tile[0], tile[1] are those of mma. Refusals name kind, vec, mma, tile or
 * cta_group. */
wgd_status wgd_sf_stage_make(wgd_sf_operand operand, wgd_umma_kind kind, int cta_group, int vec,
                             const int mma[3], const int tile[3], wgd_sf_stage *out,
                             wgd_diag *diag);
/* Copy i: the descriptor of its source, for a stage at shared-memory byte `start` (a multiple of 16,
 * the whole stage below 2^18), and the first column of its target, to be added to that of the
 * fragment. LBO is 16 and SBO 128 bytes, as CUTLASS has it: the rows are dense. */
uint64_t wgd_sf_copy(const wgd_sf_stage *s, int i, uint32_t start, int *column);

WGD_API_END
#endif
