// SPDX-License-Identifier: MIT
//
// A M-major with the 64B swizzle, B N-major without swizzle.
//
// wgmma m64n32k16, f16 x f16 -> f32, both operands in shared memory.
//
//   nvcc -gencode arch=compute_90a,code=sm_90a -I../desc -I../layout wgmma_mmajor_64b.cu
//   ./a.out
//
// M-major 64B: 32 elements of M are contiguous, 8 such rows of K make an atom of 512 bytes.
//   A  (64,16) is Sw<2,4,3> o ((32,2),(8,2)):((1,256),(32,512))    LBO 256 * 2 / 16 = 32, SBO 64
// N-major without swizzle: 8 elements of N are contiguous, 8 of K apart by 16 bytes.
//   B  (32,16) is ((8,4),(8,2)):((1,64),(8,256))                    LBO 256 * 2 / 16 = 32, SBO 8
// With a swizzle LBO steps along M and SBO along K; without one it is the other way round.
#include "wgmma_example.h"

constexpr int TRANS_A = 1, TRANS_B = 1; // 1 for MN-major

// The 64B swizzle on element offsets of an aligned tile: Sw<2,3,3>.
__device__ int swizzle_64B(int offset)
{
    return offset ^ (offset >> 3 & 0x18);
}

// A: Sw<2,4,3> o ((32,2),(8,2)):((1,256),(32,512)), in elements.
__device__ int offset_a(int m, int k)
{
    return swizzle_64B(m % 32 + m / 32 * 256 + k % 8 * 32 + k / 8 * 512);
}

// B: ((8,4),(8,2)):((1,64),(8,256)).
__device__ int offset_b(int n, int k)
{
    return n % 8 + n / 8 * 64 + k % 8 * 8 + k / 8 * 256;
}

__global__ void example(const half *a, const half *b, float *out, unsigned long long *descs)
{
    __shared__ alignas(512) half smem_a[M * K];
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

    const uint64_t desc_a = make_desc(smem_a, 32, 64, WGD_SWZ_64B);
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
    return run_example("A M-major 64B, B N-major without swizzle", example);
}
