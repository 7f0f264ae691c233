// SPDX-License-Identifier: MIT
//
// A kernel for each emitted epilogue of one type (CASES names the list that gen_cases.sh wrote, TYPE the
// function to define). Accumulators get the values that a product would leave in them, by the map of the
// PTX ISA ("Register Fragments" of wgmma), which wgdesc-verify has proved and which is written out here
// a second time; then the emitted code alone brings them to global memory.
#include <cuda.h>
#include <cuda_runtime.h>

#include "common/ptx.cuh"
#include "epilogue_case.h"
#include "gemm/copy_ptx.cuh"
#include CASES

namespace wgv
{
namespace
{

// Element (row, col) that value v of thread t is, of a tile of rows x cols: instructions of 64 x n, those
// of a warpgroup down, then along. Warpgroups share the rows, or (ALONG) the columns.
struct element {
    int row, col;
};
template <int ROWS, int COLS, int THREADS, int VALUES, int N, bool ALONG>
__device__ __forceinline__ element element_of(int t, int v)
{
    const int groups = THREADS / 128;
    const int rows = ALONG ? ROWS : ROWS / groups; // of one warpgroup
    const int cols = ALONG ? COLS / groups : COLS;
    const int group = t / 128, i = v % (N / 2), block = v / (N / 2);
    const int down = rows / 64;
    const int row = block % down * 64 + t % 128 / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8;
    const int col = block / down * N + i / 4 * 8 + t % 4 * 2 + i % 2;
    return {row + (ALONG ? 0 : group * rows), col + (ALONG ? group * cols : 0)};
}

} // namespace

// Without a place for faults, as a profiler counts it, the epilogue alone is done. What stands in one place
// only: the body of every kernel. P is the header's prefix, U the same in
// upper case.
#define EPILOGUE_KERNEL(P, U, N, ALONG, DOWN, NAME)                                                \
    __global__ void __launch_bounds__(U##_D_THREADS)                                               \
        P##_kernel(const __grid_constant__ CUtensorMap map, int round, uint32_t *faults)           \
    {                                                                                              \
        extern __shared__ __align__(1024) unsigned char raw[];                                     \
        const uint32_t start = (ptx_smem_address(raw) + 1023) / 1024 * 1024;                       \
        const int t = static_cast<int>(threadIdx.x);                                               \
        const int row0 = static_cast<int>(blockIdx.x) * U##_D_ROWS;                                \
        const int col0 = static_cast<int>(blockIdx.y) * U##_D_COLS;                                \
        float d[U##_D_VALUES];                                                                     \
        uint32_t wrong = 0;                                                                        \
        _Pragma("unroll") for (int v = 0; v < U##_D_VALUES; v++)                                   \
        {                                                                                          \
            const element e =                                                                      \
                element_of<U##_D_ROWS, U##_D_COLS, U##_D_THREADS, U##_D_VALUES, N, ALONG>(t, v);   \
            d[v] = static_cast<float>(epilogue_value(round, row0 + e.row, col0 + e.col));          \
            const uint32_t r = e.row, c = e.col, ut = t, uv = v;                                   \
            wrong += P##_d_row(ut, uv) != r || P##_d_col(ut, uv) != c ||                           \
                     P##_d_thread(r, c) != ut || P##_d_value(r, c) != uv;                          \
        }                                                                                          \
        if (faults) {                                                                              \
            float most[U##_D_THREAD_ROWS], sum[U##_D_THREAD_ROWS];                                 \
            P##_d_row_max(d, most);                                                                \
            P##_d_row_sum(d, sum);                                                                 \
            constexpr int PART = ALONG ? U##_D_COLS * 128 / U##_D_THREADS : U##_D_COLS;            \
            _Pragma("unroll") for (int i = 0; i < U##_D_THREAD_ROWS; i++)                          \
            {                                                                                      \
                const int row = row0 + static_cast<int>(P##_d_row(t, P##_d_row_value(i, 0)));      \
                int want_most = 0, want_sum = 0;                                                   \
                for (int c = 0; c < PART; c++) {                                                   \
                    const int col = col0 + (ALONG ? t / 128 * PART : 0) + c;                       \
                    const int x = epilogue_value(round, row, col);                                 \
                    want_most = x > want_most ? x : want_most;                                     \
                    want_sum += x;                                                                 \
                }                                                                                  \
                wrong += most[i] != static_cast<float>(want_most);                                 \
                wrong += sum[i] != static_cast<float>(want_sum);                                   \
            }                                                                                      \
        }                                                                                          \
        if (faults && wrong > 0) {                                                                 \
            atomicAdd(faults, wrong);                                                              \
        }                                                                                          \
        P##_d_store(start, threadIdx.x, d);                                                        \
        ptx_fence_async_proxy();                                                                   \
        __syncthreads();                                                                           \
        if (t == 0) {                                                                              \
            P##_d_tma(start, &map, row0, col0);                                                    \
            ptx_store_commit();                                                                    \
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");                              \
        }                                                                                          \
    }

EPILOGUE_CASES(EPILOGUE_KERNEL)

#define EPILOGUE_ROW(P, U, N, ALONG, DOWN, NAME)                                                   \
    {NAME,                                                                                         \
     reinterpret_cast<const void *>(P##_kernel),                                                   \
     U##_D_ROWS,                                                                                   \
     U##_D_COLS,                                                                                   \
     U##_D_THREADS,                                                                                \
     U##_D_BYTES / (U##_D_ROWS * U##_D_COLS),                                                      \
     U##_D_BYTES,                                                                                  \
     DOWN,                                                                                         \
     EXP_BITS,                                                                                     \
     MAN_BITS,                                                                                     \
     U##_D_WAVEFRONTS,                                                                             \
     U##_D_CONFLICTS,                                                                              \
     P##_d_tensor_map},

std::vector<epilogue_case> TYPE()
{
    return {EPILOGUE_CASES(EPILOGUE_ROW)};
}

} // namespace wgv
