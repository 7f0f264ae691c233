/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: one producer warp keeps a ring of shared-memory stages full through the copy
 * engine, two consumer warpgroups multiply, each block walks many output tiles, blocks of a cluster
 * share what they load, and results leave through asynchronous stores while the next tile begins.
 *
 *   full[s]   completes when all bytes of stage s have arrived (own and the cluster's copies)
 *   empty[s]  completes when every warp that reads a stage s that this block feeds is done with it
 *
 * A consumer waits for a stage's products only after it has issued those of the next, so the tensor
 * cores always have work queued; the last stage of a tile is released before its epilogue, so the
 * producer runs ahead into the next tile.
 */
#ifndef WGD_GEMM_V3_CUH
#define WGD_GEMM_V3_CUH

#include <cuda_bf16.h>

#include "gemm_plan.cuh"
#include "gemm_raster.h"
#include "gemm_wgmma.cuh"

/* What the host tells a launch, apart from the tensor maps. */
struct gemm_v3_schedule {
    gemm_raster raster;
    int k_steps;
    int snake; /* walk K backwards in every other tile: what was read last is still in L2 */
    /* The copy engine writes whole 16-byte chunks: it would write up to 7 elements to the right of
     * C (measured; reads stop at the element). So its tensor ends at a multiple of 8 columns,
     * whole_cols, and ordinary stores bring the rest. */
    __nv_bfloat16 *c;
    int64_t ldc;
    int rows, cols, whole_cols;
};

/* The fixed choices of one instance. A block computes TM x TN; a cluster is CM x CN blocks; each of
 * the WARPGROUPS consumers takes TM / WARPGROUPS rows. */
template <wgd_dtype TYPE_, wgd_major A_, wgd_major B_, int TM_, int TN_, int WARPGROUPS_,
          int STAGES_, int CM_, int CN_, int C_PANELS_>
struct gemm_v3_config {
    static constexpr wgd_dtype TYPE = TYPE_;
    static constexpr wgd_major A = A_, B = B_;
    static constexpr int TM = TM_, TN = TN_, WARPGROUPS = WARPGROUPS_, STAGES = STAGES_;
    static constexpr int CM = CM_, CN = CN_, CLUSTER = CM * CN;
    static constexpr int C_PANELS = C_PANELS_; /* staging buffers of each consumer */
    static constexpr int M_BLOCKS = TM / WARPGROUPS / WGD_INST_M;
    static constexpr int THREADS = 128 * (WARPGROUPS + 1);

    using type = gemm_type_plan<TYPE>;
    using a_plan = gemm_operand_plan<TYPE, A, TM>;
    using b_plan = gemm_operand_plan<TYPE, B, TN>;

    /* Shared memory from a 1024-byte boundary: stages {A, B}, C panels, barriers. */
    static constexpr int STAGE_BYTES = a_plan::BYTES + b_plan::BYTES;
    static constexpr int C_OFFSET = STAGES * STAGE_BYTES;
    static constexpr int BAR_OFFSET = C_OFFSET + WARPGROUPS * C_PANELS * GEMM_C_PANEL_BYTES;
    static constexpr int SMEM_BYTES = BAR_OFFSET + 2 * STAGES * 8 + GEMM_ATOM_BYTES;

    /* Registers after reallocation: 64 K in all, shared by warpgroups in steps of 8 a thread. */
    static constexpr bool REALLOCATE = WARPGROUPS == 2;
    static constexpr int PRODUCER_REGS = 40, CONSUMER_REGS = 232;

    static_assert(M_BLOCKS >= 1 && TM == M_BLOCKS * WARPGROUPS * WGD_INST_M, "whole instructions");
    static_assert(TN / GEMM_C_PANEL_COLS % C_PANELS == 0, "every tile starts at C panel 0");
    static_assert(SMEM_BYTES <= 227 * 1024, "the shared memory of one block");
    static_assert(A == WGD_MAJOR_K ? TM / CN % 8 == 0 : TM / 64 % CN == 0, "A splits over CN");
    static_assert(B == WGD_MAJOR_K ? TN / CM % 8 == 0 : TN / 64 % CM == 0, "B splits over CM");
};

/* Shared-memory addresses of one block. */
template <class CFG> struct gemm_v3_smem {
    uint32_t base;

    PTX_INLINE uint32_t a(int stage) const
    {
        return base + stage * CFG::STAGE_BYTES;
    }
    PTX_INLINE uint32_t b(int stage) const
    {
        return a(stage) + CFG::a_plan::BYTES;
    }
    PTX_INLINE uint32_t full(int stage) const
    {
        return base + CFG::BAR_OFFSET + stage * 8;
    }
    PTX_INLINE uint32_t empty(int stage) const
    {
        return full(stage) + CFG::STAGES * 8;
    }
    PTX_INLINE uint32_t c_panel(int warpgroup, int i) const
    {
        return base + CFG::C_OFFSET + (warpgroup * CFG::C_PANELS + i) * GEMM_C_PANEL_BYTES;
    }
};

/* A position in the ring: the stage and the parity of its current round. */
template <int STAGES> struct gemm_ring {
    int stage = 0;
    uint32_t parity = 0;

    PTX_INLINE void advance()
    {
        if (++stage == STAGES) {
            stage = 0;
            parity ^= 1;
        }
    }
};

/* Brings this block's share of an operand tile: part `part` of SHARE, to every block in `mask`. */
template <class PLAN, int ROWS, int SHARE>
PTX_INLINE void gemm_v3_load(uint32_t dst, const CUtensorMap *map, int mn, int k, uint32_t bar,
                             int part, uint16_t mask)
{
    constexpr int box = PLAN::template BOX_ROWS<SHARE>;
    constexpr int boxes = ROWS / box / SHARE;
#pragma unroll
    for (int i = 0; i < boxes; i++) {
        const int row = (part * boxes + i) * box;
        const uint32_t to = dst + row * GEMM_ROW_BYTES;
        const int x = PLAN::K_MAJOR ? k : mn + row;
        const int y = PLAN::K_MAJOR ? mn + row : k;
        if constexpr (SHARE == 1) {
            ptx_load_2d(to, map, x, y, bar);
        } else {
            ptx_load_2d_multicast(to, map, x, y, bar, mask);
        }
    }
}

/* The producer: one thread. */
template <class CFG>
PTX_INLINE void gemm_v3_produce(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_a,
                                const CUtensorMap *map_b, const gemm_v3_schedule &sched,
                                int cluster, int clusters, int cm, int cn)
{
    /* Rank r of a cluster is block (r % CM, r / CM). A is shared along N, B along M. */
    constexpr int every_cm = (1 << CFG::CM) - 1;
    int every_cn = 0;
#pragma unroll
    for (int i = 0; i < CFG::CN; i++) {
        every_cn |= 1 << (i * CFG::CM);
    }
    const uint16_t mask_a = (uint16_t)(every_cn << cm);
    const uint16_t mask_b = (uint16_t)(every_cm << (cn * CFG::CM));
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    gemm_ring<CFG::STAGES> ring;
    int backwards = 0;
    for (int t = cluster; t < tiles; t += clusters) {
        const gemm_tile tile = gemm_raster_at(sched.raster, t);
        const int m = (tile.m * CFG::CM + cm) * CFG::TM;
        const int n = (tile.n * CFG::CN + cn) * CFG::TN;
        for (int i = 0; i < sched.k_steps; i++) {
            const int k = (backwards ? sched.k_steps - 1 - i : i) * CFG::type::BK;
            ptx_mbarrier_wait(smem.empty(ring.stage), ring.parity ^ 1);
            const uint32_t full = smem.full(ring.stage);
            ptx_mbarrier_arrive_expect(full, CFG::STAGE_BYTES);
            gemm_v3_load<typename CFG::a_plan, CFG::TM, CFG::CN>(smem.a(ring.stage), map_a, m, k,
                                                                 full, cn, mask_a);
            gemm_v3_load<typename CFG::b_plan, CFG::TN, CFG::CM>(smem.b(ring.stage), map_b, n, k,
                                                                 full, cm, mask_b);
            ring.advance();
        }
        backwards ^= sched.snake;
    }
}

/* Tells every block that feeds this one's stage that this warp has read it. */
template <class CFG>
PTX_INLINE void gemm_v3_release(const gemm_v3_smem<CFG> &smem, int stage, int lane, int cm, int cn)
{
    if constexpr (CFG::CLUSTER == 1) {
        if (lane == 0) {
            ptx_mbarrier_arrive(smem.empty(stage));
        }
    } else if (lane < CFG::CLUSTER && (lane % CFG::CM == cm || lane / CFG::CM == cn)) {
        ptx_mbarrier_arrive_remote(smem.empty(stage), lane);
    }
}

/* Issues the products of one stage as one group. */
template <class CFG>
PTX_INLINE void gemm_v3_multiply(float (&acc)[CFG::M_BLOCKS][CFG::TN / 2], uint64_t desc_a,
                                 uint64_t desc_b, int accumulate)
{
    wgmma_fence();
#pragma unroll
    for (int kb = 0; kb < CFG::type::K_BLOCKS; kb++) {
#pragma unroll
        for (int mb = 0; mb < CFG::M_BLOCKS; mb++) {
            wgmma<CFG::TYPE, CFG::TN, CFG::A, CFG::B>(
                acc[mb], desc_a + kb * CFG::a_plan::K_STEP + mb * CFG::a_plan::MN_STEP,
                desc_b + kb * CFG::b_plan::K_STEP, accumulate | kb);
        }
    }
    wgmma_commit();
}

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

/* Sends 64 rows of accumulators to C, 64 columns at a time through the C panels. */
template <class CFG>
PTX_INLINE void gemm_v3_store(const float (&acc)[CFG::TN / 2], const gemm_v3_smem<CFG> &smem,
                              const CUtensorMap *map_c, const gemm_v3_schedule &sched,
                              int warpgroup, int m, int n)
{
    const int tid = threadIdx.x % 128;
    const int lane = tid % 32;
    /* stmatrix: lanes 0-7 give rows 0-7 of the warp's 16, 8-15 rows 8-15, 16-31 the next chunk. */
    const uint32_t row = tid / 32 * 16 + lane % 16;
    const uint32_t chunk = lane / 16;
#pragma unroll
    for (int p = 0; p < CFG::TN / GEMM_C_PANEL_COLS; p++) {
        const uint32_t panel = smem.c_panel(warpgroup, p % CFG::C_PANELS);
        const int col = n + p * GEMM_C_PANEL_COLS;
        if (tid == 0) {
            ptx_store_wait_read<CFG::C_PANELS - 1>();
        }
        ptx_named_barrier(1 + warpgroup, 128);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float *d = &acc[p * 32 + j * 8];
            const uint32_t v[4] = {ptx_pack_bf16(d[0], d[1]), ptx_pack_bf16(d[2], d[3]),
                                   ptx_pack_bf16(d[4], d[5]), ptx_pack_bf16(d[6], d[7])};
            ptx_stmatrix_x4(panel + gemm_c_offset(row, 2 * j + chunk), v);
        }
        ptx_fence_async_proxy();
        ptx_named_barrier(1 + warpgroup, 128);
        if (tid == 0) {
            if (col < sched.whole_cols) {
                ptx_store_2d(map_c, col, m, panel);
            }
            ptx_store_commit();
        }
        if (sched.whole_cols < sched.cols && col <= sched.whole_cols &&
            sched.whole_cols < col + GEMM_C_PANEL_COLS && tid < WGD_INST_M &&
            m + tid < sched.rows) {
            gemm_v3_store_rest(sched, panel, m, col, tid);
        }
    }
}

/* A consumer: one warpgroup. */
template <class CFG>
PTX_INLINE void gemm_v3_consume(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                const gemm_v3_schedule &sched, int warpgroup, int cluster,
                                int clusters, int cm, int cn)
{
    constexpr int rows = CFG::TM / CFG::WARPGROUPS;
    const int lane = threadIdx.x % 32;
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    const uint64_t desc_a =
        gemm_desc<typename CFG::a_plan>(smem.a(0)) + warpgroup * (rows / 64) * CFG::a_plan::MN_STEP;
    const uint64_t desc_b = gemm_desc<typename CFG::b_plan>(smem.b(0));
    gemm_ring<CFG::STAGES> ring;
    float acc[CFG::M_BLOCKS][CFG::TN / 2];
    for (int t = cluster; t < tiles; t += clusters) {
        int behind = 0; /* the stage whose products are still running */
        for (int i = 0; i < sched.k_steps; i++) {
            ptx_mbarrier_wait(smem.full(ring.stage), ring.parity);
            const uint32_t advance = ring.stage * (CFG::STAGE_BYTES / 16);
            gemm_v3_multiply<CFG>(acc, desc_a + advance, desc_b + advance, i);
            if (i > 0) {
                wgmma_wait<1>();
                gemm_v3_release<CFG>(smem, behind, lane, cm, cn);
            }
            behind = ring.stage;
            ring.advance();
        }
        wgmma_wait<0>();
        gemm_v3_release<CFG>(smem, behind, lane, cm, cn);
        const gemm_tile tile = gemm_raster_at(sched.raster, t);
        const int m = (tile.m * CFG::CM + cm) * CFG::TM + warpgroup * rows;
        const int n = (tile.n * CFG::CN + cn) * CFG::TN;
#pragma unroll
        for (int mb = 0; mb < CFG::M_BLOCKS; mb++) {
            wgmma_touch(acc[mb]);
            gemm_v3_store<CFG>(acc[mb], smem, map_c, sched, warpgroup, m + mb * WGD_INST_M, n);
        }
    }
    if (threadIdx.x % 128 == 0) {
        ptx_store_wait_read<0>(); /* the block's shared memory must outlive the stores' reads */
    }
}

template <class CFG>
__global__ void __launch_bounds__(CFG::THREADS, 1)
    gemm_v3_kernel(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b,
                   const __grid_constant__ CUtensorMap map_c, const gemm_v3_schedule sched)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    extern __shared__ uint8_t raw[];
    gemm_v3_smem<CFG> smem;
    smem.base = (ptx_smem_address(raw) + GEMM_ATOM_BYTES - 1) & ~(uint32_t)(GEMM_ATOM_BYTES - 1);

    const uint32_t rank = CFG::CLUSTER == 1 ? 0 : ptx_cluster_rank();
    const int cm = rank % CFG::CM;
    const int cn = rank / CFG::CM;
    const int cluster = blockIdx.x / CFG::CLUSTER;
    const int clusters = gridDim.x / CFG::CLUSTER;
    /* The same for all lanes, and the compiler must know it: descriptors live in uniform registers.
     */
    const int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);

    if (threadIdx.x == 0) {
        constexpr int readers = (CFG::CM + CFG::CN - 1) * CFG::WARPGROUPS * 4; /* warps */
        for (int s = 0; s < CFG::STAGES; s++) {
            ptx_mbarrier_init(smem.full(s), 1);
            ptx_mbarrier_init(smem.empty(s), readers);
        }
        ptx_fence_mbarrier_init();
        ptx_prefetch_map(&map_a);
        ptx_prefetch_map(&map_b);
        ptx_prefetch_map(&map_c);
    }
    if constexpr (CFG::CLUSTER > 1) {
        ptx_cluster_sync();
    } else {
        __syncthreads();
    }
    ptx_wait_prior_grid();

    if (warp < 4) {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_fewer<CFG::PRODUCER_REGS>();
        }
        if (threadIdx.x == 0) {
            gemm_v3_produce<CFG>(smem, &map_a, &map_b, sched, cluster, clusters, cm, cn);
            ptx_launch_next_grid();
        }
    } else {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_more<CFG::CONSUMER_REGS>();
        }
        gemm_v3_consume<CFG>(smem, &map_c, sched, warp / 4 - 1, cluster, clusters, cm, cn);
    }
    if constexpr (CFG::CLUSTER > 1) {
        __syncwarp();
        ptx_cluster_sync(); /* no block leaves while another may still signal its barriers */
    }
#endif
}

#endif
