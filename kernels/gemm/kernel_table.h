/* SPDX-License-Identifier: MIT
 *
 * What the kernel files offer to the table in kernel_table.cc; users include gemm.h.
 */
#ifndef WGV_GEMM_KERNELS_H
#define WGV_GEMM_KERNELS_H

#include <vector>

#include "gemm.h"

void gemm_v1_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_v1_run(const gemm_launch &launch, cudaStream_t stream);

/* 64 x 64 tiles, and 128 x 128. */
void gemm_v2_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_v2_run(const gemm_launch &launch, cudaStream_t stream);
void gemm_v2_wide_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_v2_wide_run(const gemm_launch &launch, cudaStream_t stream);

/* One instance of version 3: its kernel and what a launch of it needs to know. */
struct gemm_v3_instance {
    char name[32];
    const void *function; /* of all clusters of the tile, but not of a block alone */
    const void *claiming; /* the kernel whose blocks claim their places, or NULL */
    const void *in_step;  /* the same for many rounds of tiles, or NULL */
    wgd_dtype dtype;
    bool turned; /* of the turned product: A and B change places, and M and N, but for C */
    wgd_major a_major, b_major;
    int tm, tn, bk; /* tile of a block, K of a stage */
    int cm, cn;     /* cluster */
    int threads, smem_bytes;
    int stages; /* of whole tiles */
    int room;   /* bytes for stages of fewer rows and columns; 0: stages have a fixed size */
    int quads;  /* groups of 8 columns of a tile, of 64 rows for each warpgroup */
};

extern const gemm_v3_instance gemm_v3_bf16[], gemm_v3_between[], gemm_v3_tall[], gemm_v3_small[],
    gemm_v3_turned[], gemm_v3_e4m3[], gemm_v3_forms[], gemm_v3_f16[], gemm_v3_tf32[];
extern const int gemm_v3_bf16_count, gemm_v3_between_count, gemm_v3_tall_count, gemm_v3_small_count,
    gemm_v3_turned_count, gemm_v3_e4m3_count, gemm_v3_forms_count, gemm_v3_f16_count,
    gemm_v3_tf32_count;

/* All of them, in the order of the files. */
const std::vector<const gemm_v3_instance *> &gemm_v3_instances(void);

/* A given instance (self->config), or the one that the chooser takes for the problem. */
void gemm_v3_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_v3_run(const gemm_launch &launch, cudaStream_t stream);

void gemm_cublas_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_cublas_run(const gemm_launch &launch, cudaStream_t stream);

#endif
