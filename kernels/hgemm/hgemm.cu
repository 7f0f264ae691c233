// SPDX-License-Identifier: MIT
//
// HGEMM with ldmatrix and mma.sync.m16n8k16, in plain and in permuted shared memory. The two forms
// differ in two index functions alone (hgemm_job.h).
#include <cuda_fp16.h>

#include "common/ptx.cuh"
#include "hgemm_job.h"

namespace wgv
{
namespace
{

constexpr int CHUNK = 8; // halves in 16 bytes
constexpr int TILES_M = HGEMM_WARP / 16, TILES_N = HGEMM_WARP / 8;
constexpr int WARPS_N = HGEMM_BN / HGEMM_WARP;
// Blocks that run at the same time share the rows of A and B that they read: bands of this many.
constexpr int BAND = 8;

struct place {
    int row, col; // of the block's tile of D
};

__device__ place block_place(const hgemm_job &job)
{
    const int rows = (job.m + HGEMM_BM - 1) / HGEMM_BM, cols = (job.n + HGEMM_BN - 1) / HGEMM_BN;
    const int band = blockIdx.x / (BAND * cols), in_band = blockIdx.x % (BAND * cols);
    const int height = min(BAND, rows - band * BAND);
    return {(band * BAND + in_band % height) * HGEMM_BM, in_band / height * HGEMM_BN};
}

// 16 bytes from global to shared memory; zeros when `inside` is false.
__device__ void copy_chunk(uint32_t to, const void *from, bool inside)
{
    const int bytes = inside ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
}

// A thread's share of the copies of A's or B's rows into the stages: one chunk of every PASS rows.
// What depends on the thread alone is worked out once, so that the loop over K is left with the
// copies: PASS is a multiple of 8, so every chunk of the share is permuted alike.
template <bool PERMUTED, bool WIDE, int ROWS> class copier
{
  public:
    __device__ copier(uint32_t smem, const uint16_t *from, int first, int rows, int k) : k_(k)
    {
        const int row = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS;
        col_ = chunk * CHUNK;
        slot_ = smem + 2 * hgemm_stage_half(PERMUTED, row, chunk);
        from_ = from + static_cast<size_t>(first + row) * k + col_;
        zero_ = from;
        left_ = rows - first - row;
    }
    // Copies the columns that the next step needs to the stage at this offset, zeros beyond the
    // edges.
    __device__ void copy(uint32_t stage)
    {
#pragma unroll
        for (int i = 0; i < ROWS / PASS; i++) {
            const uint16_t *source = from_ + static_cast<size_t>(i * PASS) * k_;
            const uint32_t to = slot_ + stage + i * PASS * HGEMM_BK * 2;
            const bool row_inside = i * PASS < left_;
            if constexpr (WIDE) {
                const bool inside = row_inside && col_ < k_;
                copy_chunk(to, inside ? source : zero_, inside);
            } else {
                copy_halves(to, source, row_inside ? k_ - col_ : 0);
            }
        }
        from_ += HGEMM_BK;
        col_ += HGEMM_BK;
    }

  private:
    static constexpr int CHUNKS = HGEMM_BK / CHUNK, PASS = HGEMM_THREADS / CHUNKS;
    static_assert(PASS % 8 == 0 && ROWS % PASS == 0, "shares of whole groups of 8 rows");

    static __device__ void copy_halves(uint32_t to, const uint16_t *source, int inside)
    {
        for (int j = 0; j < CHUNK; j++) {
            const uint16_t half = j < inside ? source[j] : uint16_t(0);
            asm volatile("st.shared.u16 [%0], %1;" ::"r"(to + 2 * j), "h"(half) : "memory");
        }
    }

    const uint16_t *from_, *zero_;
    uint32_t slot_;
    int k_, col_, left_;
};

// The oldest copy but HGEMM_STAGES - 2 has arrived, for every thread of the block.
__device__ void wait_for_stage()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(HGEMM_STAGES - 2) : "memory");
    __syncthreads();
}

// The offset of the stage after the one at this offset.
__device__ uint32_t next_stage(uint32_t stage)
{
    return stage == (HGEMM_STAGES - 1) * HGEMM_STAGE_BYTES ? 0 : stage + HGEMM_STAGE_BYTES;
}

__device__ void multiply(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
        "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

struct fragments {
    uint32_t a[TILES_M][4];
    uint32_t b[TILES_N / 2][4]; // two tiles of N in each
};

// Where a lane's rows of A and B lie in a stage, for each half of its K: lanes 0-15 give the rows
// of A, 16-31 the next chunk; of B lanes 0-7 the rows of one tile, 8-15 its next chunk, 16-31 the
// same of the next tile. The other tiles are 16 rows on, and permuted alike.
struct lane_rows {
    uint32_t a[2], b[2];
};

template <bool PERMUTED> __device__ lane_rows rows_of(uint32_t smem, int warp, int lane)
{
    const int row_a = warp / WARPS_N * HGEMM_WARP + lane % 16;
    const int row_b = HGEMM_BM + warp % WARPS_N * HGEMM_WARP + lane % 8 + lane / 16 * 8;
    lane_rows r;
    for (int half = 0; half < 2; half++) {
        r.a[half] = smem + 2 * hgemm_stage_half(PERMUTED, row_a, 2 * half + lane / 16);
        r.b[half] = smem + 2 * hgemm_stage_half(PERMUTED, row_b, 2 * half + lane / 8 % 2);
    }
    return r;
}

__device__ void load_fragments(fragments &f, const lane_rows &rows, uint32_t stage, int half)
{
#pragma unroll
    for (int i = 0; i < TILES_M; i++) {
        ptx_ldmatrix<4, false>(rows.a[half] + stage + i * 16 * HGEMM_BK * 2, f.a[i]);
    }
#pragma unroll
    for (int j = 0; j < TILES_N / 2; j++) {
        ptx_ldmatrix<4, false>(rows.b[half] + stage + j * 16 * HGEMM_BK * 2, f.b[j]);
    }
}

__device__ void multiply_fragments(float (&acc)[TILES_M][TILES_N][4], const fragments &f)
{
#pragma unroll
    for (int i = 0; i < TILES_M; i++) {
#pragma unroll
        for (int n = 0; n < TILES_N; n++) {
            const int j = i % 2 ? TILES_N - 1 - n : n; // back and forth: the last B is at hand
            multiply(acc[i][j], f.a[i], f.b[j / 2][j % 2 * 2], f.b[j / 2][j % 2 * 2 + 1]);
        }
    }
}

template <bool PERMUTED>
__device__ void result_to_smem(uint16_t *smem, const float (&acc)[TILES_M][TILES_N][4], int warp,
                               int lane)
{
#pragma unroll
    for (int i = 0; i < TILES_M; i++) {
#pragma unroll
        for (int j = 0; j < TILES_N; j++) {
            const int row = warp / WARPS_N * HGEMM_WARP + 16 * i + lane / 4;
            const int col = warp % WARPS_N * HGEMM_WARP + 8 * j + lane % 4 * 2;
#pragma unroll
            for (int below = 0; below < 2; below++) {
                const half2 pair =
                    __floats2half2_rn(acc[i][j][2 * below], acc[i][j][2 * below + 1]);
                *reinterpret_cast<half2 *>(
                    smem + hgemm_result_half(PERMUTED, row + 8 * below, col)) = pair;
            }
        }
    }
}

template <bool PERMUTED, bool WIDE>
__device__ void result_to_global(const uint16_t *smem, const hgemm_job &job, place p)
{
    constexpr int CHUNKS = HGEMM_BN / CHUNK;
#pragma unroll 4
    for (int i = 0; i < HGEMM_BM * CHUNKS / HGEMM_THREADS; i++) {
        const int c = threadIdx.x + i * HGEMM_THREADS;
        const int row = c / CHUNKS, col = c % CHUNKS * CHUNK;
        const uint4 chunk =
            *reinterpret_cast<const uint4 *>(smem + hgemm_result_half(PERMUTED, row, col));
        uint16_t *to = job.d + static_cast<size_t>(p.row + row) * job.n + p.col + col;
        if (p.row + row >= job.m) {
            continue;
        }
        if constexpr (WIDE) {
            if (p.col + col < job.n) {
                *reinterpret_cast<uint4 *>(to) = chunk;
            }
        } else {
            const uint16_t *half = reinterpret_cast<const uint16_t *>(&chunk);
            for (int j = 0; j < CHUNK && p.col + col + j < job.n; j++) {
                to[j] = half[j];
            }
        }
    }
}

template <bool PERMUTED, bool WIDE>
__global__ void __launch_bounds__(HGEMM_THREADS, 1) hgemm_kernel(hgemm_job job)
{
    extern __shared__ __align__(128) uint16_t smem[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const place p = block_place(job);
    const int steps = (job.k + HGEMM_BK - 1) / HGEMM_BK;
    const uint32_t base = ptx_smem_address(smem);
    copier<PERMUTED, WIDE, HGEMM_BM> copy_a(base, job.a, p.row, job.m, job.k);
    copier<PERMUTED, WIDE, HGEMM_BN> copy_b(base + HGEMM_BM * HGEMM_BK * 2, job.b, p.col, job.n,
                                            job.k);
    const lane_rows rows = rows_of<PERMUTED>(base, warp, lane);
    float acc[TILES_M][TILES_N][4] = {};
    fragments f[2];
    int copied = 0;
    uint32_t copy_stage = 0, stage = 0;
    const auto copy_next = [&] {
        if (copied++ < steps) {
            copy_a.copy(copy_stage);
            copy_b.copy(copy_stage);
        }
        copy_stage = next_stage(copy_stage);
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    for (int s = 0; s < HGEMM_STAGES - 1; s++) {
        copy_next();
    }
    wait_for_stage();
    load_fragments(f[0], rows, stage, 0);
    for (int s = 0; s < steps; s++) {
        load_fragments(f[1], rows, stage, 1);
        copy_next();
        multiply_fragments(acc, f[0]);
        wait_for_stage(); // s + 1; and every warp has read all of stage s, which is written next
        stage = next_stage(stage);
        if (s + 1 < steps) {
            load_fragments(f[0], rows, stage, 0);
        }
        multiply_fragments(acc, f[1]);
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    result_to_smem<PERMUTED>(smem, acc, warp, lane);
    __syncthreads();
    result_to_global<PERMUTED, WIDE>(smem, job, p);
}

} // namespace

const void *hgemm_kernel_at(hgemm_form form, bool wide)
{
    if (form == hgemm_form::permuted) {
        return wide ? reinterpret_cast<const void *>(hgemm_kernel<true, true>)
                    : reinterpret_cast<const void *>(hgemm_kernel<true, false>);
    }
    return wide ? reinterpret_cast<const void *>(hgemm_kernel<false, true>)
                : reinterpret_cast<const void *>(hgemm_kernel<false, false>);
}

} // namespace wgv
