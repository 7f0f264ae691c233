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
 * producer runs ahead into the next tile. Where tiles are few, blocks share one (split.cuh).
 */
#ifndef WGV_GEMM_V3_CUH
#define WGV_GEMM_V3_CUH

#include "claim.cuh"
#include "config.cuh"
#include "pace.cuh"
#include "split.cuh"
#include "store.cuh"

/* Tile number t. */
template <gemm_v3_places PLACES>
PTX_INLINE gemm_tile gemm_v3_tile_at(const gemm_raster &raster, int t)
{
    if constexpr (PLACES == GEMM_V3_CLAIMED_IN_STEP) {
        return gemm_raster_in_blocks_at(raster, GEMM_V3_BLOCK_M, GEMM_V3_BLOCK_N, t);
    } else {
        return gemm_raster_at(raster, t);
    }
}

/* Boxes in which each of SHARE blocks brings its part of an operand's tile of `rows` along M or N. */
template <class PLAN, int SHARE> PTX_INLINE int gemm_v3_boxes(int rows)
{
    return PLAN::K_MAJOR ? 1 : rows / PLAN::BOX_INNER / SHARE;
}

/* The row of the tile at which box `i` of block `part` begins. */
template <class PLAN, int SHARE> PTX_INLINE int gemm_v3_box_row(int rows, int part, int i)
{
    return PLAN::K_MAJOR ? gemm_v3_box_at(rows, SHARE, part)
                         : (part * gemm_v3_boxes<PLAN, SHARE>(rows) + i) * PLAN::BOX_INNER;
}

/* Rows that all of them bring. */
template <class PLAN, int SHARE> PTX_INLINE int gemm_v3_brought(int rows)
{
    return PLAN::K_MAJOR ? wgd_problem_box_rows(rows, SHARE) * SHARE : rows;
}

/* Asks for this block's share of an operand tile of `rows` along M or N: part `part` of SHARE. */
template <class PLAN, int SHARE>
PTX_INLINE void gemm_v3_prefetch_operand(const CUtensorMap *map, int rows, int mn, int k, int part)
{
#pragma unroll
    for (int i = 0; i < gemm_v3_boxes<PLAN, SHARE>(rows); i++) {
        const int row = gemm_v3_box_row<PLAN, SHARE>(rows, part, i);
        ptx_prefetch_2d(map, PLAN::K_MAJOR ? k : mn + row, PLAN::K_MAJOR ? mn + row : k);
    }
}

/* Brings it, to every block in `mask`. */
template <class PLAN, int SHARE>
PTX_INLINE void gemm_v3_load(uint32_t dst, const CUtensorMap *map, int rows, int mn, int k,
                             uint32_t bar, int part, uint16_t mask)
{
#pragma unroll
    for (int i = 0; i < gemm_v3_boxes<PLAN, SHARE>(rows); i++) {
        const int row = gemm_v3_box_row<PLAN, SHARE>(rows, part, i);
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

/* While the kernel before this one drains: asks for the first lines of the first tile, so that they
 * are in L2 when they may be read. What that kernel still writes is written to L2, too. The blocks of
 * a row of tiles need the same lines of A, and each asks for some of the steps; of a column, of B. */
template <class CFG>
PTX_INLINE void gemm_v3_prefetch(const CUtensorMap *map_a, const CUtensorMap *map_b,
                                 const gemm_v3_schedule &sched, const gemm_v3_place &at,
                                 const gemm_tile &tile)
{
    const gemm_v3_steps steps = gemm_v3_part_of(sched, at.part);
    const int m = (tile.m * CFG::CM + at.cm) * CFG::TM;
    const int n = (tile.n * CFG::CN + at.cn) * sched.width;
    const int most = steps.count < sched.ahead ? steps.count : sched.ahead;
    if (most == 0) {
        return;
    }
    for (int i = tile.n % most; i < most; i += sched.raster.tiles_n) {
        gemm_v3_prefetch_operand<typename CFG::a_plan, CFG::CN>(
            map_a, gemm_v3_height<CFG>(sched), m, (steps.first + i) * CFG::type::BK, at.cn);
    }
    for (int i = tile.m % most; i < most; i += sched.raster.tiles_m) {
        gemm_v3_prefetch_operand<typename CFG::b_plan, CFG::CM>(
            map_b, gemm_v3_width<CFG>(sched), n, (steps.first + i) * CFG::type::BK, at.cm);
    }
}

/* The producer: one thread. `tile` is the block's first. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_produce(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_a,
                                const CUtensorMap *map_b, const gemm_v3_schedule &sched,
                                const gemm_v3_place &at, gemm_tile tile)
{
    const int cm = at.cm, cn = at.cn;
    const gemm_v3_steps steps = gemm_v3_part_of(sched, at.part);
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
    const int width = gemm_v3_width<CFG>(sched);
    const int height = gemm_v3_height<CFG>(sched);
    const uint32_t bytes = (gemm_v3_brought<typename CFG::a_plan, CFG::CN>(height) +
                            gemm_v3_brought<typename CFG::b_plan, CFG::CM>(width)) *
                           GEMM_ROW_BYTES;
    constexpr bool paced = PLACES == GEMM_V3_CLAIMED_IN_STEP;
    gemm_v3_pace pace = {sched.claims};
    gemm_ring ring;
    int backwards = 0;
    for (int t = at.tile; t < tiles;) {
        const bool all_have_one = t - at.tile + at.tiles <= tiles;
        const int m = (tile.m * CFG::CM + cm) * CFG::TM;
        const int n = (tile.n * CFG::CN + cn) * width;
#pragma unroll 1
        for (int i = 0; i < steps.count; i++) {
            if constexpr (paced) {
                if (all_have_one) {
                    pace.step();
                }
            }
            const int k = (steps.first + (backwards ? steps.count - 1 - i : i)) * CFG::type::BK;
            ptx_mbarrier_wait(smem.empty(ring.stage), ring.parity ^ 1);
            const uint32_t full = smem.full(ring.stage);
            ptx_mbarrier_arrive_expect(full, bytes);
            gemm_v3_load<typename CFG::a_plan, CFG::CN>(smem.a(ring.stage), map_a, height, m, k,
                                                        full, cn, mask_a);
            gemm_v3_load<typename CFG::b_plan, CFG::CM>(smem.b(ring.stage), map_b, width, n, k,
                                                        full, cm, mask_b);
            ring.advance(gemm_v3_stages<CFG>(sched));
        }
        backwards ^= sched.snake;
        t += at.tiles;
        if (t < tiles) {
            tile = gemm_v3_tile_at<PLACES>(sched.raster, t);
        }
    }
    if constexpr (paced) {
        pace.end();
    }
    /* The block must not end while another may still signal its barriers: it waits for the last signal of each. */
    if constexpr (CFG::CLUSTER > 1) {
        for (int s = 0; s < gemm_v3_stages<CFG>(sched); s++) {
            ptx_mbarrier_wait(smem.empty(ring.stage), ring.parity ^ 1);
            ring.advance(gemm_v3_stages<CFG>(sched));
        }
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
PTX_INLINE void gemm_v3_multiply(typename CFG::sums &acc, uint64_t desc_a, uint64_t desc_b,
                                 int accumulate)
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
    gemm_ring ring;
    int stages;
    int lane, cm, cn;
    int behind; /* the stage whose products are still running */

    /* Issues the products of step i of a tile. */
    PTX_INLINE void issue(typename CFG::sums &acc, int i)
    {
        ptx_mbarrier_wait(smem.full(ring.stage), ring.parity);
        const uint32_t advance = ring.stage * (smem.stage_bytes() / 16);
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
        ring.advance(stages);
    }
    PTX_INLINE void finish()
    {
        wgmma_wait<0>();
        gemm_v3_release<CFG>(smem, behind, lane, cm, cn);
    }
};

/* The first steps of a tile, each followed by one panel of the tile before. */
template <class CFG>
PTX_INLINE void gemm_v3_first_steps(gemm_v3_consumer<CFG> &c, typename CFG::sums &acc,
                                    const gemm_v3_result<CFG> &before, const CUtensorMap *map_c,
                                    const gemm_v3_schedule &sched, int steps, int warpgroup)
{
#pragma unroll
    for (int i = 0; i < CFG::PANELS; i++) {
        if (i < steps) {
            c.issue(acc, i);
            gemm_v3_store_panel(before, i, c.smem, map_c, sched, warpgroup);
            c.settle(i);
        }
    }
}

/* A consumer: one warpgroup. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_consume(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                const gemm_v3_schedule &sched, int warpgroup,
                                const gemm_v3_place &at)
{
    constexpr int rows = CFG::TM / CFG::WARPGROUPS;
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    gemm_v3_consumer<CFG> c;
    c.smem = smem;
    c.stages = gemm_v3_stages<CFG>(sched);
    c.desc_a =
        gemm_desc<typename CFG::a_plan>(smem.a(0)) + warpgroup * (rows / 64) * CFG::a_plan::MN_STEP;
    c.desc_b = gemm_desc<typename CFG::b_plan>(smem.b(0));
    c.lane = threadIdx.x % 32;
    c.cm = at.cm;
    c.cn = at.cn;
    const int steps = gemm_v3_part_of(sched, at.part).count;
    typename CFG::sums acc;
    gemm_v3_result<CFG> result;
    result.waits = false;
    for (int t = at.tile; t < tiles; t += at.tiles) {
        /* Before its products: its divisions take as long as two stages of a small tile. */
        const gemm_tile tile = gemm_v3_tile_at<PLACES>(sched.raster, t);
        int i = 0;
        if (CFG::DEFER && result.waits) {
            gemm_v3_first_steps(c, acc, result, map_c, sched, steps, warpgroup);
            i = CFG::PANELS;
        }
        for (; i < steps; i++) {
            c.issue(acc, i);
            c.settle(i);
        }
        if (CFG::DEFER && result.waits && steps < CFG::PANELS) {
            gemm_v3_store_from(steps, result, smem, map_c, sched, warpgroup);
        }
        c.finish();
        result.m = (tile.m * CFG::CM + at.cm) * CFG::TM + warpgroup * rows;
        result.n = (tile.n * CFG::CN + at.cn) * gemm_v3_width<CFG>(sched);
        if (sched.split > 1) {
            gemm_v3_finish_split(smem, sched, acc, at, result.m, result.n);
            return; /* such blocks have one tile */
        }
        gemm_v3_take<CFG>(result, acc);
        result.waits = CFG::DEFER;
        if constexpr (!CFG::DEFER) {
            gemm_v3_store_tile(t + at.tiles >= tiles, result, smem, map_c, sched, warpgroup);
        }
    }
    if (CFG::DEFER && result.waits) {
        gemm_v3_store_tile(true, result, smem, map_c, sched, warpgroup);
    }
    if (ptx_elect()) {
        ptx_store_wait_read<0>(); /* the block's shared memory must outlive the stores' reads */
    }
}

template <class CFG>
PTX_INLINE void gemm_v3_make_barriers(const gemm_v3_smem<CFG> &smem, int stages)
{
    constexpr int readers = (CFG::CM + CFG::CN - 1) * CFG::WARPGROUPS * 4; /* warps */
    for (int s = 0; s < stages; s++) {
        ptx_mbarrier_init(smem.full(s), 1);
        ptx_mbarrier_init(smem.empty(s), readers);
    }
    ptx_mbarrier_init(smem.arrived(), 1);
    ptx_fence_mbarrier_init();
}

/* What cluster number `run` of `runs` computes. Those that share a tile are one cluster, or neighbours that run at the
 * same time, however many more there are; where all run at once, neighbours have the same part of K of neighbouring tiles,
 * since those share an operand. */
PTX_INLINE void gemm_v3_take_place(gemm_v3_place &at, const gemm_v3_schedule &sched, int run,
                                   int runs)
{
    at.tile = run;
    at.tiles = runs;
    at.part = 0;
    if (sched.split > 1) {
        at.tiles = runs / sched.split;
        const int many = sched.parts_apart ? at.tiles : sched.split;
        const int quotient = run / many, rest = run - quotient * many;
        at.tile = sched.parts_apart ? rest : quotient;
        at.part = sched.parts_apart ? quotient : rest;
    }
}

/* Clusters are runs of blocks, in the order of M, N. */
template <class CFG> PTX_INLINE gemm_v3_place gemm_v3_place_of(const gemm_v3_schedule &sched)
{
    const int rank = blockIdx.x % CFG::CLUSTER;
    gemm_v3_place at;
    at.cm = rank % CFG::CM;
    at.cn = rank / CFG::CM;
    gemm_v3_take_place(at, sched, blockIdx.x / CFG::CLUSTER, gridDim.x / CFG::CLUSTER);
    return at;
}

/* Lets the next launch start. Where places are claimed, one thread claims the block's first, and is told it: that launch
 * would claim the same ones. The consumers find it in shared memory when the block is ready. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE int gemm_v3_launch_next(const gemm_v3_smem<CFG> &smem, const gemm_v3_schedule &sched)
{
    int place = 0;
    if constexpr (PLACES == GEMM_V3_BY_NUMBER) {
        ptx_launch_next_grid();
    } else if (threadIdx.x == 0) {
        place = gemm_v3_claim(sched.claims);
        ptx_store_shared(smem.place(), place);
        ptx_launch_next_grid();
    }
    return place;
}

/* A consumer's place, where it was claimed. It is the same for all lanes, and the compiler must know it: else the ring is in
 * other registers, and 128 x 64 at 1000 x 1000 x 4096 takes 19.1 us instead of 16.6 (docs/gemm-notes.md). */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_find_place(gemm_v3_place &at, const gemm_v3_smem<CFG> &smem,
                                   const gemm_v3_schedule &sched)
{
    if constexpr (PLACES != GEMM_V3_BY_NUMBER) {
        int place;
        ptx_load_shared(smem.place(), place);
        gemm_v3_take_place(at, sched, __shfl_sync(0xffffffffu, place, 0), gridDim.x);
    }
}

/* PLACES: does a block claim its place (claims.h)? A kernel of its own for each, since the code in the way of the others made the
 * smallest products 4 % slower (64 x 64 x 64). */
template <class CFG, gemm_v3_places PLACES>
__global__ void __launch_bounds__(CFG::THREADS, 1)
    gemm_v3_kernel(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b,
                   const __grid_constant__ CUtensorMap map_c, const gemm_v3_schedule sched)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    extern __shared__ uint8_t raw[];
    gemm_v3_smem<CFG> smem;
    smem.base = (ptx_smem_address(raw) + GEMM_ATOM_BYTES - 1) & ~(uint32_t)(GEMM_ATOM_BYTES - 1);

    smem.a_rows = gemm_v3_height<CFG>(sched);
    smem.rows = smem.a_rows + gemm_v3_width<CFG>(sched);
    gemm_v3_place at = gemm_v3_place_of<CFG>(sched);
    /* The same for all lanes, and the compiler must know it: descriptors live in uniform registers.
     */
    const int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);

    if (threadIdx.x == 0) {
        ptx_prefetch_map(&map_a);
        ptx_prefetch_map(&map_b);
        gemm_v3_make_barriers(smem, gemm_v3_stages<CFG>(sched));
    }
    const int place = gemm_v3_launch_next<CFG, PLACES>(smem, sched);
    /* The consumers wait until the barriers exist; the producer made them and goes on at once,
     * unless other blocks are to signal them. */
    constexpr int ready = 1 + CFG::WARPGROUPS, ready_threads = 128 * CFG::WARPGROUPS + 32;
    if constexpr (CFG::CLUSTER > 1) {
        ptx_cluster_meet();
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
            if constexpr (PLACES != GEMM_V3_BY_NUMBER) {
                gemm_v3_take_place(at, sched, __shfl_sync(0xffffffffu, place, 0), gridDim.x);
            }
            if (ptx_elect()) {
                /* Before the wait: its divisions take 200 cycles. */
                const gemm_tile first = gemm_v3_tile_at<PLACES>(sched.raster, at.tile);
                gemm_v3_prefetch<CFG>(&map_a, &map_b, sched, at, first);
                ptx_wait_prior_grid();
                gemm_v3_produce<CFG, PLACES>(smem, &map_a, &map_b, sched, at, first);
            }
        }
        gemm_v3_attend_split(sched);
    } else {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_more<CFG::CONSUMER_REGS>();
        }
        if constexpr (CFG::CLUSTER == 1) {
            ptx_named_barrier(ready, ready_threads);
        }
        gemm_v3_find_place<CFG, PLACES>(at, smem, sched);
        gemm_v3_consume<CFG, PLACES>(smem, &map_c, sched, warp / 4 - 1, at);
    }
#endif
}

#endif
