// SPDX-License-Identifier: MIT
//
// mma.sync m16n8k16 fed by ldmatrix from permuted shared memory: D (16 x 8) = A (16 x 32) * B (8 x
// 32) transposed, f16 x f16 -> f32, one warp.
//
//   nvcc -std=c++17 -arch=sm_80 mma_permuted.cu && ./a.out
//
// Where the numbers come from:
//
//   wgdesc frag ldmatrix.x4
//       the four 8 x 8 matrices whose rows the lanes' addresses name
//   wgdesc frag mma.m16n8k16 --operand a
//       what registers 0-3 of A must hold: the same
//   wgdesc frag mma.m16n8k16 --operand d
//       rows lane/4 and lane/4 + 8, columns lane%4*2 and lane%4*2 + 1
//   wgdesc banks --shape 16x32 --access ldmatrix.x4
//       rows of 64 bytes: 4-way conflicts as they are, none permuted or with Sw<2,3,3>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CUDA_TRY(call)                                                                             \
    do {                                                                                           \
        const cudaError_t e = (call);                                                              \
        if (e != cudaSuccess) {                                                                    \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e));                             \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

constexpr int M = 16, N = 8, K = 32;

// Where 16-byte chunk `chunk` (0..3) of a row of 32 halves lies: turned by one for every two rows,
// so that the eight rows of one matrix fall into different banks.
__device__ int permuted(int row, int chunk)
{
    return row * K + (chunk + row % 8 / 2) % 4 * 8;
}

__device__ uint32_t address(const half *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void example(const half *a, const half *b, float *d)
{
    __shared__ alignas(128) half smem_a[M * K];
    __shared__ alignas(128) half smem_b[N * K];
    const int lane = threadIdx.x;
    for (int c = lane; c < M * 4; c += 32) { // 16-byte chunks
        *(uint4 *)(smem_a + permuted(c / 4, c % 4)) = ((const uint4 *)a)[c];
    }
    *(uint4 *)(smem_b + permuted(lane / 4, lane % 4)) = ((const uint4 *)b)[lane];
    __syncwarp();

    float acc[4] = {};
    for (int step = 0; step < K / 16; step++) {
        uint32_t ra[4], rb[2];
        // A: lanes 0-15 name the rows of the first chunk, 16-31 those of the second.
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
                     : "r"(address(smem_a + permuted(lane % 16, 2 * step + lane / 16))));
        // B, stored as N rows of K: lanes 0-7 the first chunk, 8-15 the second.
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(rb[0]), "=r"(rb[1])
                     : "r"(address(smem_b + permuted(lane % 8, 2 * step + lane / 8 % 2))));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(acc[0]), "+f"(acc[1]), "+f"(acc[2]), "+f"(acc[3])
                     : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    }
    for (int i = 0; i < 4; i++) {
        d[(lane / 4 + i / 2 * 8) * N + lane % 4 * 2 + i % 2] = acc[i];
    }
}

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        fprintf(stderr, "no usable GPU\n");
        return 77;
    }
    half a[M * K], b[N * K], *da, *db;
    float d[M * N], *dd;
    for (int i = 0; i < M * K; i++) {
        a[i] = __float2half((float)(i * 7 % 11 - 5));
    }
    for (int i = 0; i < N * K; i++) {
        b[i] = __float2half((float)(i * 5 % 13 - 6));
    }
    CUDA_TRY(cudaMalloc(&da, sizeof a));
    CUDA_TRY(cudaMalloc(&db, sizeof b));
    CUDA_TRY(cudaMalloc(&dd, sizeof d));
    CUDA_TRY(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemset(dd, 0xff, sizeof d)); // NaN, should the kernel leave something out
    example<<<1, 32>>>(da, db, dd);
    CUDA_TRY(cudaGetLastError());
    CUDA_TRY(cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < M * N; i++) {
        float want = 0; // small integers: exact
        for (int k = 0; k < K; k++) {
            want += __half2float(a[i / N * K + k]) * __half2float(b[i % N * K + k]);
        }
        wrong += d[i] != want;
    }
    printf("%s: %d of %d elements right\n", wrong ? "FAILED" : "ok", M * N - wrong, M * N);
    CUDA_TRY(cudaFree(da));
    CUDA_TRY(cudaFree(db));
    CUDA_TRY(cudaFree(dd));
    return wrong ? 1 : 0;
}
