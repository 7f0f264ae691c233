// SPDX-License-Identifier: MIT
//
// A in registers, B N-major with the 64B swizzle.
//
// wgmma m64n32k16, f16 x f16 -> f32.
//
//   nvcc -gencode arch=compute_90a,code=sm_90a -I../desc -I../layout wgmma_a_registers.cu
//   ./a.out
//
// A needs no descriptor: each thread loads its fragment. B is N-major 64B: all 32 elements of N are
// contiguous, so that LBO is not read; 8 rows of K make an atom of 512 bytes.
//   B  (32,16) is Sw<2,4,3> o ((32,1),(8,2)):((1,256),(32,256))    SBO 256 * 2 / 16 = 32
#include "wgmma_example.h"

constexpr int TRANS_B = 1; // 1 for N-major; A in registers is always K-major

// The 64B swizzle on element offsets of an aligned tile: Sw<2,3,3>.
__device__ int swizzle_64B(int offset)
{
    return offset ^ (offset >> 3 & 0x18);
}

// B: Sw<2,4,3> o ((32,1),(8,2)):((1,256),(32,256)), in elements.
__device__ int offset_b(int n, int k)
{
    return swizzle_64B(n + k % 8 * 32 + k / 8 * 256);
}

__global__ void example(const half *a, const half *b, float *out, unsigned long long *descs)
{
    __shared__ alignas(512) half smem_b[N * K];
    for (int i = threadIdx.x; i < N * K; i += 128) {
        smem_b[offset_b(i / K, i % K)] = b[i];
    }
    // wgmma reads through the async proxy: make the stores above visible to it.
    asm volatile("fence.proxy.async.shared::cta;\n" ::: "memory");
    __syncthreads();

    // A thread holds four pairs of neighbouring elements: rows r and r + 8, k and k + 8.
    const int r = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    const int k = threadIdx.x % 4 * 2;
    uint32_t frag_a[4];
    for (int q = 0; q < 4; q++) {
        frag_a[q] = *reinterpret_cast<const uint32_t *>(&a[(r + q % 2 * 8) * K + k + q / 2 * 8]);
    }
    const uint64_t desc_b = make_desc(smem_b, 0, 32, WGD_SWZ_64B);
    float d[16] = {};
    asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory"); // registers are ready
    wgmma_m64n32k16<TRANS_B>(d, frag_a, desc_b);
    asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;\n" ::: "memory");

    store_d(out, d);
    if (threadIdx.x == 0) {
        descs[0] = 0;
        descs[1] = desc_b;
    }
}

int main()
{
    return run_example("A in registers, B N-major 64B", example);
}
