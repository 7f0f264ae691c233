/* SPDX-License-Identifier: MIT
 *
 * What the kernel files offer to the table in gemm_kernels.cu; users include gemm.h.
 */
#ifndef WGD_GEMM_KERNELS_H
#define WGD_GEMM_KERNELS_H

#include "gemm.h"

wgd_status gemm_v1_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag);
wgd_status gemm_v1_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag);

/* 64 x 64 tiles, and 128 x 128. */
wgd_status gemm_v2_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag);
wgd_status gemm_v2_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag);
wgd_status gemm_v2_wide_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag);
wgd_status gemm_v2_wide_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag);

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
wgd_status gemm_v3_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag);
wgd_status gemm_v3_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag);

wgd_status gemm_cublas_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag);
wgd_status gemm_cublas_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag);
void gemm_cublas_release(gemm_launch *launch);

#endif
