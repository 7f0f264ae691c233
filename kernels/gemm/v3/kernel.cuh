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
 * producer runs ahead into the next tile. Where tiles are few, blocks share one (split.cuh). How a block
 * starts: start.cuh; how its tiles reach C: store.cuh.
 */
#ifndef WGV_GEMM_V3_CUH
#define WGV_GEMM_V3_CUH

#include "pace.cuh"
#include "split.cuh"
#include "start.cuh"
#include "store.cuh"

/* Brings this block's share of an operand tile of `rows` along M or N, part `part` of SHARE, to every block in `mask`. */
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

/* The blocks of a cluster that share A with one, along N, and B, along M: rank r is block (r % CM, r / CM). */
template <class CFG> PTX_INLINE uint16_t gemm_v3_sharers_of_a(int cm)
{
    int every_cn = 0;
#pragma unroll
    for (int i = 0; i < CFG::CN; i++) {
        every_cn |= 1 << (i * CFG::CM);
    }
    return (uint16_t)(every_cn << cm);
}
template <class CFG> PTX_INLINE uint16_t gemm_v3_sharers_of_b(int cn)
{
    constexpr int every_cm = (1 << CFG::CM) - 1;
    return (uint16_t)(every_cm << (cn * CFG::CM));
}

/* A block must not end while another of its cluster may still signal its barriers: it waits for the last signal of each. */
template <class CFG>
PTX_INLINE void gemm_v3_await_signals(const gemm_v3_smem<CFG> &smem, gemm_ring ring, int stages)
{
    for (int s = 0; s < stages; s++) {
        ptx_mbarrier_wait(smem.empty(ring.stage), ring.parity ^ 1);
        ring.advance(stages);
    }
}

/* The producer: one thread. `tile` is the block's first. It waits for the kernel before where it first needs to, in the loop: in
 * front of it the compiler puts what it can behind that wait (docs/gemm-notes.md, Between two launches). */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_produce(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_a,
                                const CUtensorMap *map_b, const gemm_v3_schedule &sched,
                                const gemm_v3_place &at, gemm_tile tile)
{
    const int cm = at.cm, cn = at.cn;
    const gemm_v3_steps steps = gemm_v3_part_of(sched, at.part);
    const uint16_t mask_a = gemm_v3_sharers_of_a<CFG>(cm), mask_b = gemm_v3_sharers_of_b<CFG>(cn);
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    const int width = gemm_v3_width<CFG>(sched);
    const int height = gemm_v3_height<CFG>(sched);
    const uint32_t bytes = (height + width) * GEMM_ROW_BYTES;
    constexpr bool paced = PLACES == GEMM_V3_CLAIMED_IN_STEP;
    gemm_v3_pace pace = {sched.claims};
    gemm_ring ring;
    int backwards = 0, waits = 1;
    if constexpr (paced) {
        ptx_wait_prior_grid_if(waits); /* it counts steps in the same place */
    }
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
            if constexpr (!paced) {
                ptx_wait_prior_grid_if(waits);
                waits = 0;
            }
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
    if constexpr (CFG::CLUSTER > 1) {
        gemm_v3_await_signals(smem, ring, gemm_v3_stages<CFG>(sched));
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
        /* Computed before its products, not between them and its stores. */
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
        if constexpr (CFG::LAST_FITS) {
            if (t + at.tiles >= tiles) {
                gemm_v3_store_last(result, acc, smem, map_c, sched, warpgroup);
                break;
            }
        }
        gemm_v3_take<CFG>(result, acc);
        result.waits = CFG::DEFER;
        if constexpr (!CFG::DEFER) {
            gemm_v3_store_from(0, result, smem, map_c, sched, warpgroup);
        }
    }
    if (CFG::DEFER && !CFG::LAST_FITS && result.waits) {
        gemm_v3_store_from(0, result, smem, map_c, sched, warpgroup);
    }
    if (ptx_elect()) {
        ptx_store_wait_read<0>(); /* the block's shared memory must outlive the stores' reads */
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

    if constexpr (PLACES == GEMM_V3_BY_NUMBER) {
        ptx_launch_next_grid();
    }
    using ready = gemm_v3_ready<CFG>;
    if (warp < 4) {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_fewer<CFG::PRODUCER_REGS>();
        }
        if (warp == GEMM_V3_PRODUCER) {
            gemm_tile first;
            if constexpr (PLACES == GEMM_V3_BY_NUMBER) {
                first = gemm_v3_tile_at<PLACES>(sched.raster, at.tile);
                ptx_here(first.m);
                ptx_here(first.n);
            }
            ready::wait();
            if constexpr (PLACES != GEMM_V3_BY_NUMBER) {
                gemm_v3_find_place<CFG, PLACES>(at, smem, sched);
                first = gemm_v3_tile_at<PLACES>(sched.raster, at.tile);
            }
            if (ptx_elect()) {
                gemm_v3_produce<CFG, PLACES>(smem, &map_a, &map_b, sched, at, first);
            }
        } else {
            gemm_v3_start<CFG, PLACES>(warp, smem, &map_a, &map_b, &map_c, sched, at);
        }
        gemm_v3_attend_split(sched);
    } else {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_more<CFG::CONSUMER_REGS>();
        }
        ready::wait();
        gemm_v3_find_place<CFG, PLACES>(at, smem, sched);
        gemm_v3_consume<CFG, PLACES>(smem, &map_c, sched, warp / 4 - 1, at);
    }
#endif
}

#endif
