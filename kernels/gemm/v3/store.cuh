/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: from accumulators to C. A tile is rounded to bf16 in registers, which frees the
 * accumulators at once; its panels then go through shared memory and the copy engine.
 */
#ifndef WGV_GEMM_V3_STORE_CUH
#define WGV_GEMM_V3_STORE_CUH

#include "config.cuh"

/* Stores the columns from whole_cols to cols, one row a thread, out of the C panel that holds them;
 * (m, n) is the panel's place in C. */
PTX_INLINE void gemm_v3_store_rest(const gemm_v3_schedule &sched, uint32_t panel, int m, int n,
                                   int row)
{
    const uint32_t chunk = panel + gemm_c_offset(row, (sched.whole_cols - n) / 8);
    for (int i = 0; sched.whole_cols + i < sched.cols; i++) {
        sched.c[(m + row) * sched.ldc + sched.whole_cols + i] =
            __ushort_as_bfloat16(ptx_load_shared_u16(chunk + 2 * i));
    }
}

/* The finished tile of one consumer: its elements as pairs of bf16, in the order of the
 * accumulators, and its place in C. */
template <class CFG> struct gemm_v3_result {
    uint32_t pairs[CFG::RESULT_REGS];
    int m, n;
    bool waits; /* not stored yet */
};

template <class CFG>
PTX_INLINE void gemm_v3_round(gemm_v3_result<CFG> &result, float (&acc)[CFG::M_BLOCKS][CFG::TN / 2])
{
#pragma unroll
    for (int mb = 0; mb < CFG::M_BLOCKS; mb++) {
        wgmma_touch(acc[mb]);
#pragma unroll
        for (int i = 0; i < CFG::TN / 4; i++) {
            result.pairs[mb * (CFG::TN / 4) + i] =
                ptx_pack_bf16(acc[mb][2 * i], acc[mb][2 * i + 1]);
        }
    }
}

/* Writes panel p of a result, 64 rows x 64 columns, into shared memory. stmatrix: lanes 0-7 give
 * rows 0-7 of the warp's 16, 8-15 rows 8-15, 16-31 the next chunk. */
template <class CFG>
PTX_INLINE void gemm_v3_write_panel(const gemm_v3_result<CFG> &result, int p, uint32_t panel)
{
    const int lane = threadIdx.x % 32;
    const uint32_t row = threadIdx.x % 128 / 32 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        ptx_stmatrix<4, false>(panel + gemm_c_offset(row, 2 * j + lane / 16),
                               &result.pairs[p * 16 + j * 4]);
    }
}

/* Sends panel p, which all of the warpgroup have written, to C; thread `sender` of it asks. */
template <class CFG>
PTX_INLINE void gemm_v3_send_panel(const gemm_v3_result<CFG> &result, int p, uint32_t panel,
                                   const CUtensorMap *map_c, const gemm_v3_schedule &sched,
                                   int sender)
{
    constexpr int across = CFG::TN / GEMM_C_PANEL_COLS;
    const int tid = threadIdx.x % 128;
    const int m = result.m + p / across * WGD_INST_M;
    const int n = result.n + p % across * GEMM_C_PANEL_COLS;
    if (tid == sender) {
        if (n < sched.whole_cols) {
            ptx_store_2d(map_c, n, m, panel);
        }
        ptx_store_commit();
    }
    if (sched.whole_cols < sched.cols && n <= sched.whole_cols &&
        sched.whole_cols < n + GEMM_C_PANEL_COLS && tid < WGD_INST_M && m + tid < sched.rows) {
        gemm_v3_store_rest(sched, panel, m, n, tid);
    }
}

/* Stores panel p through the next of the warpgroup's staging panels. */
template <class CFG>
PTX_INLINE void gemm_v3_store_panel(const gemm_v3_result<CFG> &result, int p,
                                    const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                    const gemm_v3_schedule &sched, int warpgroup)
{
    const uint32_t panel = smem.c_panel(warpgroup, p % CFG::C_PANELS);
    if (threadIdx.x % 128 == 0) {
        ptx_store_wait_read<CFG::C_PANELS - 1>();
    }
    ptx_named_barrier(1 + warpgroup, 128);
    gemm_v3_write_panel(result, p, panel);
    ptx_fence_async_proxy();
    ptx_named_barrier(1 + warpgroup, 128);
    gemm_v3_send_panel(result, p, panel, map_c, sched, 0);
}

/* Stores the panels from `first` on. */
template <class CFG>
PTX_INLINE void gemm_v3_store_from(int first, const gemm_v3_result<CFG> &result,
                                   const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                   const gemm_v3_schedule &sched, int warpgroup)
{
#pragma unroll
    for (int p = 0; p < CFG::PANELS; p++) {
        if (first <= p) {
            gemm_v3_store_panel(result, p, smem, map_c, sched, warpgroup);
        }
    }
}

/* Stores a block's last tile. No more stages arrive, so each panel has room of its own in the rows
 * of A that this warpgroup alone has read: no panel waits for another. */
template <class CFG>
PTX_INLINE void gemm_v3_store_last(const gemm_v3_result<CFG> &result, const gemm_v3_smem<CFG> &smem,
                                   const CUtensorMap *map_c, const gemm_v3_schedule &sched,
                                   int warpgroup)
{
    static_assert(CFG::PANELS <= CFG::STAGES * CFG::M_BLOCKS, "the stages hold a tile of C");
#pragma unroll
    for (int p = 0; p < CFG::PANELS; p++) {
        gemm_v3_write_panel(result, p, smem.own_a(p / CFG::M_BLOCKS, warpgroup, p % CFG::M_BLOCKS));
    }
    ptx_fence_async_proxy();
    ptx_named_barrier(1 + warpgroup, 128);
#pragma unroll
    for (int p = 0; p < CFG::PANELS; p++) {
        gemm_v3_send_panel(result, p, smem.own_a(p / CFG::M_BLOCKS, warpgroup, p % CFG::M_BLOCKS),
                           map_c, sched, p % 4 * 32);
    }
}

#endif
