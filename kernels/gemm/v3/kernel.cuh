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
#ifndef WGV_GEMM_V3_CUH
#define WGV_GEMM_V3_CUH

#include "config.cuh"
#include "store.cuh"

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
#pragma unroll 1
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

/* What a consumer carries from step to step. */
template <class CFG> struct gemm_v3_consumer {
    gemm_v3_smem<CFG> smem;
    uint64_t desc_a, desc_b; /* of stage 0 */
    gemm_ring<CFG::STAGES> ring;
    int lane, cm, cn;
    int behind; /* the stage whose products are still running */

    /* Issues the products of step i of a tile. */
    PTX_INLINE void issue(float (&acc)[CFG::M_BLOCKS][CFG::TN / 2], int i)
    {
        ptx_mbarrier_wait(smem.full(ring.stage), ring.parity);
        const uint32_t advance = ring.stage * (CFG::STAGE_BYTES / 16);
        gemm_v3_multiply<CFG>(acc, desc_a + advance, desc_b + advance, i);
    }
    /* Waits for the step before the last one issued and gives its stage back. */
    PTX_INLINE void settle(int i)
    {
        if (i > 0) {
            wgmma_wait<1>();
            gemm_v3_release<CFG>(smem, behind, lane, cm, cn);
        }
        behind = ring.stage;
        ring.advance();
    }
    PTX_INLINE void finish()
    {
        wgmma_wait<0>();
        gemm_v3_release<CFG>(smem, behind, lane, cm, cn);
    }
};

/* The first steps of a tile, each followed by one panel of the tile before. */
template <class CFG>
PTX_INLINE void gemm_v3_first_steps(gemm_v3_consumer<CFG> &c,
                                    float (&acc)[CFG::M_BLOCKS][CFG::TN / 2],
                                    const gemm_v3_result<CFG> &before, const CUtensorMap *map_c,
                                    const gemm_v3_schedule &sched, int warpgroup)
{
#pragma unroll
    for (int i = 0; i < CFG::PANELS; i++) {
        if (i < sched.k_steps) {
            c.issue(acc, i);
            gemm_v3_store_panel(before, i, c.smem, map_c, sched, warpgroup);
            c.settle(i);
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
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    gemm_v3_consumer<CFG> c;
    c.smem = smem;
    c.desc_a =
        gemm_desc<typename CFG::a_plan>(smem.a(0)) + warpgroup * (rows / 64) * CFG::a_plan::MN_STEP;
    c.desc_b = gemm_desc<typename CFG::b_plan>(smem.b(0));
    c.lane = threadIdx.x % 32;
    c.cm = cm;
    c.cn = cn;
    float acc[CFG::M_BLOCKS][CFG::TN / 2];
    gemm_v3_result<CFG> result;
    result.waits = false;
    for (int t = cluster; t < tiles; t += clusters) {
        int i = 0;
        if (CFG::DEFER && result.waits) {
            gemm_v3_first_steps(c, acc, result, map_c, sched, warpgroup);
            i = CFG::PANELS;
        }
        for (; i < sched.k_steps; i++) {
            c.issue(acc, i);
            c.settle(i);
        }
        if (CFG::DEFER && result.waits && sched.k_steps < CFG::PANELS) {
            gemm_v3_store_from(sched.k_steps, result, smem, map_c, sched, warpgroup);
        }
        c.finish();
        gemm_v3_round<CFG>(result, acc);
        const gemm_tile tile = gemm_raster_at(sched.raster, t);
        result.m = (tile.m * CFG::CM + cm) * CFG::TM + warpgroup * rows;
        result.n = (tile.n * CFG::CN + cn) * CFG::TN;
        result.waits = CFG::DEFER || t + clusters >= tiles;
        if (!result.waits) {
            gemm_v3_store_from(0, result, smem, map_c, sched, warpgroup);
        }
    }
    if (result.waits) {
        gemm_v3_store_last(result, smem, map_c, sched, warpgroup);
    }
    if (c.lane == 0) {
        ptx_store_wait_read<0>(); /* the block's shared memory must outlive the stores' reads */
    }
}

template <class CFG> PTX_INLINE void gemm_v3_make_barriers(const gemm_v3_smem<CFG> &smem)
{
    constexpr int readers = (CFG::CM + CFG::CN - 1) * CFG::WARPGROUPS * 4; /* warps */
    for (int s = 0; s < CFG::STAGES; s++) {
        ptx_mbarrier_init(smem.full(s), 1);
        ptx_mbarrier_init(smem.empty(s), readers);
    }
    ptx_fence_mbarrier_init();
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
        ptx_prefetch_map(&map_a);
        ptx_prefetch_map(&map_b);
        gemm_v3_make_barriers(smem);
    }
    ptx_launch_next_grid();
    /* The consumers wait until the barriers exist; the producer made them and goes on at once,
     * unless other blocks are to signal them. */
    constexpr int ready = 1 + CFG::WARPGROUPS, ready_threads = 128 * CFG::WARPGROUPS + 32;
    if constexpr (CFG::CLUSTER > 1) {
        ptx_cluster_sync();
    }

    if (warp < 4) {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_fewer<CFG::PRODUCER_REGS>();
        }
        if (warp == 0) {
            __syncwarp();
            if constexpr (CFG::CLUSTER == 1) {
                ptx_named_barrier_arrive(ready, ready_threads);
            }
            if (threadIdx.x == 0) {
                ptx_wait_prior_grid();
                gemm_v3_produce<CFG>(smem, &map_a, &map_b, sched, cluster, clusters, cm, cn);
            }
        }
    } else {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_more<CFG::CONSUMER_REGS>();
        }
        if constexpr (CFG::CLUSTER == 1) {
            ptx_named_barrier(ready, ready_threads);
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
