/* SPDX-License-Identifier: MIT
 *
 * What the kernel files offer to the table in kernel_table.cc; users include gemm.h.
 */
#ifndef WGV_GEMM_KERNELS_H
#define WGV_GEMM_KERNELS_H

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
    const char *name;
    const void *function;
    wgd_dtype dtype;
    wgd_major a_major, b_major;
    int tm, tn, bk;   /* tile of a block, K of a stage */
    int cm, cn;       /* cluster */
    int box_a, box_b; /* rows of M or N in one box; K-major, else 64 */
    int threads, smem_bytes;
};

extern const gemm_v3_instance gemm_v3_bf16[];
extern const int gemm_v3_bf16_count;
extern const gemm_v3_instance gemm_v3_forms[];
extern const int gemm_v3_forms_count;

/* A given instance (self->config), or the one that the chooser takes for the problem. */
void gemm_v3_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_v3_run(const gemm_launch &launch, cudaStream_t stream);

void gemm_cublas_prepare(const gemm_kernel &self, gemm_launch &launch);
void gemm_cublas_run(const gemm_launch &launch, cudaStream_t stream);

#endif
