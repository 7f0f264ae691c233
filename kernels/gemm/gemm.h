/* SPDX-License-Identifier: MIT
 *
 * C = A * B on a Hopper GPU, of the types that gemm_type_find knows. The kernels of
 * v1.cu, v2.cu and v3/, and the vendor's library, behind one interface. What goes wrong is thrown
 * as a wgv::failure (common/failure.h).
 */
#ifndef WGV_GEMM_H
#define WGV_GEMM_H

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdint.h>

#include <memory>
#include <string>

#include "base/ceil_div.h"
#include "raster.h"
#include "v3/claims.h"
#include "wgd_dtype.h"
#include "wgd_inst.h"
#include "wgd_problem.h"

/* What a type of the operands means for the rest. Sums are f32, but f16 sums for f16. */
struct gemm_type {
    wgd_dtype dtype; /* of A and B; WGD_TF32: f32 of which the tensor cores take the high 19 bits */
    wgd_dtype out;   /* of C; WGD_TF32: f32 */
    bool both_majors; /* is there a kernel for an MN-major operand? */
};

/* The row of a type, or NULL: no kernel here multiplies it. */
const gemm_type *gemm_type_find(wgd_dtype dtype);

/* One problem. Pitches count elements from line to line:
 *   A  K-major a[m * lda + k], MN-major a[k * lda + m]
 *   B  K-major b[n * ldb + k], MN-major b[k * ldb + n]
 *   C  c[m * ldc + n] */
struct gemm_problem {
    wgd_dtype dtype; /* one that gemm_type_find knows */
    wgd_major a_major, b_major;
    int64_t m, n, k;
    const void *a, *b; /* device memory */
    void *c;           /* of the type's `out` */
    int64_t lda, ldb, ldc;
};

/* Throws a failure of status EXIT_USAGE at what no kernel here takes: sizes below 1 or beyond 2^31
 * - 1, pitches shorter than a line, addresses and pitches that are not multiples of 16 bytes (the
 * copy engine's rule; PTX ISA, "Tensors"), operands other than bf16 that are not K-major. */
void gemm_check(const gemm_problem &p);

/* What a launch may choose: the first four for version 3, rank for the vendor's library. */
struct gemm_tuning {
    int group;     /* rows of cluster tiles in a band; 0: about a square */
    int snake;     /* walk K backwards in every other tile */
    int dependent; /* programmatic dependent launch: set up while the kernel before it drains */
    int split;     /* blocks that share the K of a tile; 0: 1, or the chooser's */
    int in_memory; /* they meet in memory, not in a cluster */
    int width;     /* columns of a tile, up to the instance's; 0: as many */
    int stages;    /* of a tile of 64 rows, as many as fit at most; 0: as many */
    /* Steps of K that are prefetched before the kernel before has ended; -1: as was best for such a product. */
    int ahead = -1;
    /* May neighbours be put side by side (wgd_problem_pairs_of)? 2: by claims, whatever the rule says. */
    int pairs = 1;
    int rank; /* which of the library's own choices, 0 the first */
};

struct gemm_kernel;
struct gemm_v3_instance;

/* A problem made ready: launching it again costs nothing but the launch. Copies share what the
 * library made ready. */
struct gemm_launch {
    const gemm_kernel *kernel;
    gemm_problem problem; /* version 3: turned where the instance is */
    gemm_tuning tuning;
    gemm_raster raster;
    CUtensorMap map_a, map_b, map_c;
    const gemm_v3_instance *instance; /* version 3: the one in use */
    unsigned blocks;
    int split, width,
        height;              /* version 3: the blocks that share a tile's K; its columns and rows */
    int stages;              /* version 3: of its ring, where the instance leaves that open; or 0 */
    bool one_round;          /* version 3: do all tiles run at once? */
    wgd_problem_pairs pairs; /* version 3: the neighbours that are side by side */
    gemm_v3_claims claims;   /* version 3: where blocks claim their places */
    std::shared_ptr<void> library; /* state of the vendor's library */
};

/* A kernel: which problems it takes, how a launch is made ready and run. run() does not wait. */
struct gemm_kernel {
    const char *name;
    const char *text;
    wgd_dtype dtype;
    wgd_major a_major, b_major;
    void (*prepare)(const gemm_kernel &self, gemm_launch &launch);
    void (*run)(const gemm_launch &launch, cudaStream_t stream);
    const void *config; /* the kernel's own parameters, or NULL */
};

int gemm_kernel_count(void);
const gemm_kernel *gemm_kernel_at(int i);
/* The kernel of this name that takes these types and majors, or NULL. */
const gemm_kernel *gemm_kernel_find(const char *name, wgd_dtype dtype, wgd_major a_major,
                                    wgd_major b_major);

/* Checks the problem and makes it ready for the kernel. */
gemm_launch gemm_prepare(const gemm_kernel &k, const gemm_problem &p, const gemm_tuning &tuning);

/* What a launch uses, beyond the kernel's name: the instance of version 3, and the blocks that share a
 * tile's K ("v3-64x64-c1x1/k4"); empty for the others. */
std::string gemm_launch_text(const gemm_launch &launch);

/* How many clusters of `size` blocks, 1 to 16, of version 3 the device runs at once: a block takes an SM, and
 * a cluster has to find its blocks in one group of SMs. 0 where the device has no such clusters. */
int gemm_clusters_at_once(int size);

/* Opens cuBLASLt, at `path` or (when that is empty) where the loader finds it, so that the kernels
 * named "cublas" work; returns its name and version. */
std::string gemm_cublas_open(const std::string &path);

/* The type of C, and bytes of its elements, for operands of a type that gemm_type_find knows. */
wgd_dtype gemm_out_type(wgd_dtype operands);
int gemm_out_bytes(wgd_dtype operands);

/* A 2-D tensor map with the 128B swizzle: `inner` x `outer` elements of `dtype` with `pitch`
 * elements from line to line, brought in boxes of box_inner x box_outer. `promotion`: how much of device memory
 * L2 takes where it has not what is read. */
CUtensorMap gemm_tensor_map(wgd_dtype dtype, const void *address, int64_t inner, int64_t outer,
                            int64_t pitch, int box_inner, int box_outer,
                            CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_128B);

/* Whole pieces of b that cover a, on the host: a >= 0, b > 0, and they fit an int. */
static inline int gemm_ceil_div(int64_t a, int64_t b)
{
    return (int)ceil_div(a, b);
}

#endif
