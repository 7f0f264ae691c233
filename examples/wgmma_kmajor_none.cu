// SPDX-License-Identifier: MIT
//
// A and B K-major, no swizzle.
//
// wgmma m64n32k16, f16 x f16 -> f32, both operands in shared memory.
//
//   nvcc -gencode arch=compute_90a,code=sm_90a -I../desc -I../layout wgmma_kmajor_none.cu
//   ./a.out
//
// K-major without swizzle: 16-byte rows of 8 elements, 8 rows to a core matrix of 128 bytes.
//   A  (64,16) is ((8,8),(8,2)):((8,64),(1,512))    LBO 512 * 2 / 16 = 64, SBO 64 * 2 / 16 = 8
//   B  (32,16) is ((8,4),(8,2)):((8,64),(1,256))    LBO 256 * 2 / 16 = 32, SBO 8
// LBO steps from one 16-byte column to the next, SBO from eight rows to the next eight.
#include "wgmma_example.h"

constexpr int TRANS_A = 0, TRANS_B = 0; // 1 for MN-major

// A: ((8,8),(8,2)):((8,64),(1,512)), in elements.
__device__ int offset_a(int m, int k)
{
    return m % 8 * 8 + m / 8 * 64 + k % 8 + k / 8 * 512;
}

// B: ((8,4),(8,2)):((8,64),(1,256)).
__device__ int offset_b(int n, int k)
{
    return n % 8 * 8 + n / 8 * 64 + k % 8 + k / 8 * 256;
}

__global__ void example(const half *a, const half *b, float *out, unsigned long long *descs)
{
    __shared__ alignas(128) half smem_a[M * K];
    __shared__ alignas(128) half smem_b[N * K];
    for (int i = threadIdx.x; i < M * K; i += 128) {
        smem_a[offset_a(i / K, i % K)] = a[i];
    }
    for (int i = threadIdx.x; i < N * K; i += 128) {
        smem_b[offset_b(i / K, i % K)] = b[i];
    }
    // wgmma reads through the async proxy: make the stores above visible to it.
    asm volatile("fence.proxy.async.shared::cta;\n" ::: "memory");
    __syncthreads();

    const uint64_t desc_a = make_desc(smem_a, 64, 8, WGD_SWZ_NONE);
    const uint64_t desc_b = make_desc(smem_b, 32, 8, WGD_SWZ_NONE);
    float d[16] = {};
    asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory"); // registers are ready
    wgmma_m64n32k16<TRANS_A, TRANS_B>(d, desc_a, desc_b);
    asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;\n" ::: "memory");

    store_d(out, d);
    if (threadIdx.x == 0) {
        descs[0] = desc_a;
        descs[1] = desc_b;
    }
}

int main()
{
    return run_example("A and B K-major, no swizzle", example);
}
