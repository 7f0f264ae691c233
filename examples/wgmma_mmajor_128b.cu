// SPDX-License-Identifier: MIT
//
// A M-major with the 128B swizzle, B K-major with the 32B swizzle.
//
// wgmma m64n32k16, f16 x f16 -> f32, both operands in shared memory.
//
//   nvcc -gencode arch=compute_90a,code=sm_90a -I../desc -I../layout wgmma_mmajor_128b.cu
//   ./a.out
//
// M-major 128B: all 64 elements of M are contiguous, so that nothing steps along M and LBO is not
// read; 8 rows of K make an atom of 1024 bytes.
//   A  (64,16) is Sw<3,4,3> o ((64,1),(8,2)):((1,512),(64,512))    SBO 512 * 2 / 16 = 64
// K-major 32B: all 16 elements of K are contiguous, LBO is not read; 8 rows make an atom.
//   B  (32,16) is Sw<1,4,3> o ((8,4),(16,1)):((16,128),(1,512))    SBO 128 * 2 / 16 = 16
#include "wgmma_example.h"

constexpr int TRANS_A = 1, TRANS_B = 0; // 1 for MN-major

// The 128B swizzle on element offsets of an aligned tile: Sw<3,3,3>.
__device__ int swizzle_128B(int offset)
{
    return offset ^ (offset >> 3 & 0x38);
}

// The 32B swizzle on element offsets of an aligned tile: Sw<1,3,3>.
__device__ int swizzle_32B(int offset)
{
    return offset ^ (offset >> 3 & 0x8);
}

// A: Sw<3,4,3> o ((64,1),(8,2)):((1,512),(64,512)), in elements.
__device__ int offset_a(int m, int k)
{
    return swizzle_128B(m + k % 8 * 64 + k / 8 * 512);
}

// B: Sw<1,4,3> o ((8,4),(16,1)):((16,128),(1,512)).
__device__ int offset_b(int n, int k)
{
    return swizzle_32B(n % 8 * 16 + n / 8 * 128 + k);
}

__global__ void example(const half *a, const half *b, float *out, unsigned long long *descs)
{
    __shared__ alignas(1024) half smem_a[M * K];
    __shared__ alignas(256) half smem_b[N * K];
    for (int i = threadIdx.x; i < M * K; i += 128) {
        smem_a[offset_a(i / K, i % K)] = a[i];
    }
    for (int i = threadIdx.x; i < N * K; i += 128) {
        smem_b[offset_b(i / K, i % K)] = b[i];
    }
    // wgmma reads through the async proxy: make the stores above visible to it.
    asm volatile("fence.proxy.async.shared::cta;\n" ::: "memory");
    __syncthreads();

    const uint64_t desc_a = make_desc(smem_a, 0, 64, WGD_SWZ_128B);
    const uint64_t desc_b = make_desc(smem_b, 1, 16, WGD_SWZ_32B);
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
    return run_example("A M-major 128B, B K-major 32B", example);
}
