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

/* Brings this block's `rows` of an operand's tile, part `part` of it, where SHARED to every block in `mask`. */
template <class PLAN, bool SHARED>
PTX_INLINE void gemm_v3_load(uint32_t dst, const CUtensorMap *map, int rows, int mn, int k,
                             uint32_t bar, int part, uint16_t mask)
{
    gemm_v3_each_box<PLAN, SHARED>(rows, part, [&](int row) {
        const uint32_t to = dst + row * GEMM_ROW_BYTES;
        const int x = PLAN::K_MAJOR ? k : mn + row;
        const int y = PLAN::K_MAJOR ? mn + row : k;
        if constexpr (SHARED) {
            ptx_load_2d_multicast(to, map, x, y, bar, mask);
        } else {
            ptx_load_2d(to, map, x, y, bar);
        }
    });
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

/* Brings the block's tiles, from its first on: one thread. It waits for the kernel before where it first needs to, in the loop: in
 * front of it the compiler puts what it can behind that wait (docs/gemm-notes.md, Between two launches). */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_bring_tiles(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_a,
                                    const CUtensorMap *map_b, const gemm_v3_schedule &sched,
                                    const gemm_v3_place &at, const gemm_v3_steps &steps,
                                    gemm_v3_origin from)
{
    /* The ranks that share A with this block, along N, and B, along M. */
    const uint16_t mask_a = (uint16_t)(sched.cluster.a_sharers << at.cm);
    const uint16_t mask_b =
        (uint16_t)(sched.cluster.b_sharers << gemm_v3_rank<CFG>(sched, 0, at.cn));
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    const uint32_t bytes =
        (gemm_v3_height<CFG>(sched) + gemm_v3_width<CFG>(sched)) * GEMM_ROW_BYTES;
    constexpr bool paced = PLACES == GEMM_V3_CLAIMED_IN_STEP;
    gemm_v3_pace pace = {sched.claims.counters};
    gemm_ring ring;
    int backwards = 0, waits = 1;
    if constexpr (paced) {
        ptx_wait_prior_grid_if(waits); /* it counts steps in the same place */
    }
    for (int t = at.tile;;) {
        const bool all_have_one = t - at.tile + at.tiles <= tiles;
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
            gemm_v3_load<typename CFG::a_plan, CFG::SHARES_A>(smem.a(ring.stage), map_a,
                                                              gemm_v3_own_a<CFG>(sched), from.m, k,
                                                              full, at.cn, mask_a);
            gemm_v3_load<typename CFG::b_plan, CFG::SHARES_B>(smem.b(ring.stage), map_b,
                                                              gemm_v3_own_b<CFG>(sched), from.n, k,
                                                              full, at.cm, mask_b);
            ring.advance(gemm_v3_stages<CFG>(sched));
        }
        backwards ^= sched.snake;
        t += at.tiles;
        if (t >= tiles) {
            break; /* a block has a first tile: there are no more of them at once */
        }
        from = gemm_v3_origin_of<CFG>(sched, at, gemm_v3_tile_at<PLACES>(sched.raster, t));
    }
    if constexpr (paced) {
        pace.end();
    }
    if constexpr (CFG::CLUSTERED) {
        gemm_v3_await_signals(smem, ring, gemm_v3_stages<CFG>(sched));
    }
}

/* The producer: one warp of a block that is ready. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_produce(gemm_v3_smem<CFG> smem, const CUtensorMap *map_a,
                                const CUtensorMap *map_b, const gemm_v3_schedule &sched,
                                gemm_v3_known known)
{
    if constexpr (PLACES != GEMM_V3_BY_NUMBER) {
        gemm_v3_find_place<CFG, PLACES>(known.at, smem, sched);
        gemm_v3_know_first_load<CFG, PLACES>(known, sched);
    }
    smem.base = known.base;
    if (known.elected) {
        gemm_v3_bring_tiles<CFG, PLACES>(smem, map_a, map_b, sched, known.at, known.steps,
                                         known.from);
    }
}

/* The block that a lane of a consumer warp tells that a stage is read, one of those that feed it; NOBODY. */
enum { GEMM_V3_NOBODY = -1 };
template <class CFG>
PTX_INLINE int gemm_v3_feeder_of(const gemm_v3_schedule &sched, const gemm_v3_place &at, int lane)
{
    const gemm_v3_member it = gemm_v3_member_of<CFG>(sched, lane);
    const bool feeds = lane < gemm_v3_cluster_m<CFG>(sched) * gemm_v3_cluster_n<CFG>(sched) &&
                       (it.m == at.cm || it.n == at.cn);
    return feeds ? lane : (int)GEMM_V3_NOBODY;
}

/* Tells every block that feeds this one's stage that this warp has read it. */
template <class CFG>
PTX_INLINE void gemm_v3_release(const gemm_v3_smem<CFG> &smem, int stage, int feeder)
{
    if (feeder != GEMM_V3_NOBODY) {
        if constexpr (CFG::CLUSTERED) {
            ptx_mbarrier_arrive_remote(smem.empty(stage), feeder);
        } else {
            ptx_mbarrier_arrive(smem.empty(stage));
        }
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
    int feeder;
    int behind; /* the stage whose products are still running */

    PTX_INLINE gemm_v3_consumer(const gemm_v3_smem<CFG> &smem_, const gemm_v3_schedule &sched,
                                const gemm_v3_place &at, int warpgroup)
        : smem(smem_), stages(gemm_v3_stages<CFG>(sched)),
          feeder(gemm_v3_feeder_of<CFG>(sched, at, threadIdx.x % 32))
    {
        desc_a = gemm_desc<typename CFG::a_plan>(smem.a(0)) +
                 warpgroup * CFG::M_BLOCKS * CFG::a_plan::MN_STEP;
        desc_b = gemm_desc<typename CFG::b_plan>(smem.b(0));
    }

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
            gemm_v3_release<CFG>(smem, behind, feeder);
        }
        behind = ring.stage;
        ring.advance(stages);
    }
    PTX_INLINE void finish()
    {
        wgmma_wait<0>();
        gemm_v3_release<CFG>(smem, behind, feeder);
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

/* The sums of one tile. The one before may wait to be stored, which happens meanwhile. */
template <class CFG>
PTX_INLINE void gemm_v3_multiply_tile(gemm_v3_consumer<CFG> &c, typename CFG::sums &acc,
                                      const gemm_v3_result<CFG> &before, bool waits,
                                      const CUtensorMap *map_c, const gemm_v3_schedule &sched,
                                      int steps, int warpgroup)
{
    int i = 0;
    if (CFG::DEFER && waits) {
        gemm_v3_first_steps(c, acc, before, map_c, sched, steps, warpgroup);
        i = CFG::PANELS;
    }
    for (; i < steps; i++) {
        c.issue(acc, i);
        c.settle(i);
    }
    if (CFG::DEFER && waits && steps < CFG::PANELS) {
        gemm_v3_store_from(steps, before, c.smem, map_c, sched, warpgroup);
    }
    c.finish();
}

/* A block's tiles, up to its last: its sums, and its place in `result`. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_multiply_tiles(gemm_v3_consumer<CFG> &c, typename CFG::sums &acc,
                                       gemm_v3_result<CFG> &result, const CUtensorMap *map_c,
                                       const gemm_v3_schedule &sched, const gemm_v3_place &at,
                                       int warpgroup)
{
    constexpr int rows = CFG::TM / CFG::WARPGROUPS;
    const int tiles = sched.raster.tiles_m * sched.raster.tiles_n;
    const int steps = gemm_v3_part_of(sched, at.part).count;
    for (int t = at.tile;;) {
        /* Computed before its products, not between them and its stores. */
        const gemm_v3_origin from =
            gemm_v3_origin_of<CFG>(sched, at, gemm_v3_tile_at<PLACES>(sched.raster, t));
        gemm_v3_multiply_tile(c, acc, result, t != at.tile, map_c, sched, steps, warpgroup);
        result.m = from.m + warpgroup * rows;
        result.n = from.n;
        t += at.tiles;
        if (t >= tiles) {
            return;
        }
        gemm_v3_take<CFG>(result, acc);
        if constexpr (!CFG::DEFER) {
            gemm_v3_store_from(0, result, c.smem, map_c, sched, warpgroup);
        }
    }
}

/* A consumer: one warpgroup. Its first stage takes a while to come, and code that runs once waits for its own
 * instructions: so it goes once through what stores the last tile before, with a tile that lies outside C (docs/gemm-notes.md,
 * Code that runs once). */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_consume(const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                const gemm_v3_schedule &sched, int warpgroup)
{
    gemm_v3_place at = gemm_v3_place_of<CFG>(sched);
    gemm_v3_find_place<CFG, PLACES>(at, smem, sched);
    gemm_v3_consumer<CFG> c(smem, sched, at, warpgroup);
    typename CFG::sums acc;
    gemm_v3_result<CFG> result;
    result.m = 0;
    result.n = CFG::TURNED ? sched.rows : sched.cols;
#pragma unroll 1
    for (bool rehearsal = sched.split == 1;; rehearsal = false) {
        if (!rehearsal) {
            gemm_v3_multiply_tiles<CFG, PLACES>(c, acc, result, map_c, sched, at, warpgroup);
        }
        if (sched.split > 1) {
            gemm_v3_finish_split(smem, sched, acc, at, result.m, result.n);
            return; /* such blocks have one tile */
        }
        gemm_v3_store_last(result, acc, smem, map_c, sched, warpgroup, rehearsal);
        if (!rehearsal) {
            break;
        }
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
    /* The same for all lanes, and the compiler must know it: descriptors live in uniform registers.
     */
    const int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);

    if constexpr (PLACES == GEMM_V3_BY_NUMBER) {
        ptx_launch_next_grid();
    }
    gemm_v3_known known;
    if (warp < 4) {
        known = gemm_v3_prepare<CFG, PLACES>(warp, smem, sched);
    }
    /* One place for all: at several synccheck says that they diverge. */
    using ready = gemm_v3_ready<CFG, PLACES>;
    if (ready::meets(warp)) {
        ready::meet();
    }
    if (warp >= 4) {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_more<CFG::CONSUMER_REGS>();
        }
        gemm_v3_consume<CFG, PLACES>(smem, &map_c, sched, warp / 4 - 1);
    } else {
        if constexpr (CFG::REALLOCATE) {
            ptx_registers_fewer<CFG::PRODUCER_REGS>();
        }
        if (warp != GEMM_V3_PRODUCER) { /* so ptxas puts the producer's instructions next */
            gemm_v3_ask_ahead<CFG, PLACES>(warp, &map_a, &map_b, &map_c, sched, known);
        } else {
            gemm_v3_produce<CFG, PLACES>(smem, &map_a, &map_b, sched, known);
        }
        gemm_v3_attend_split(sched);
    }
#endif
}

#endif
