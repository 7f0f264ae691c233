/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: how a block starts. Its first load waits for this, while the kernel before has nothing left to do, so warps of
 * the first warpgroup share it: one makes the barriers, one finds the block's first tile and asks for its first lines, one has
 * the tensor maps fetched, and the producer has no more to do than to compute where its first load goes (docs/gemm-notes.md,
 * Between two launches).
 */
#ifndef WGV_GEMM_V3_START_CUH
#define WGV_GEMM_V3_START_CUH

#include "claim.cuh"
#include "config.cuh"
#include "split.cuh"

/* The warps of the first warpgroup. */
enum { GEMM_V3_PRODUCER, GEMM_V3_MAKES_BARRIERS, GEMM_V3_FINDS_PLACE, GEMM_V3_FETCHES_MAPS };

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

/* What cluster number `run` computes. Those that share a tile are one cluster, or neighbours that run at the
 * same time, however many more there are; where all run at once, neighbours have the same part of K of neighbouring tiles,
 * since those share an operand. */
PTX_INLINE void gemm_v3_take_place(gemm_v3_place &at, const gemm_v3_schedule &sched, int run)
{
    at.tile = run;
    at.tiles = sched.at_once;
    at.part = 0;
    if (sched.split > 1) {
        const int many = sched.parts_apart ? sched.at_once : sched.split;
        const int quotient = gemm_quotient(run, sched.by_run), rest = run - quotient * many;
        at.tile = sched.parts_apart ? rest : quotient;
        at.part = sched.parts_apart ? quotient : rest;
    }
}

/* Clusters are runs of blocks, in the order of M, N. */
template <class CFG> PTX_INLINE gemm_v3_place gemm_v3_place_of(const gemm_v3_schedule &sched)
{
    gemm_v3_place at;
    const int bits =
        (CFG::SHARES_B ? sched.cluster.m_bits : 0) + (CFG::SHARES_A ? sched.cluster.n_bits : 0);
    const int cluster = blockIdx.x >> bits;
    const gemm_v3_member it = gemm_v3_member_of<CFG>(sched, blockIdx.x - (cluster << bits));
    at.cm = it.m;
    at.cn = it.n;
    gemm_v3_take_place(at, sched, cluster);
    return at;
}

template <class CFG>
PTX_INLINE gemm_v3_origin gemm_v3_origin_of(const gemm_v3_schedule &sched, const gemm_v3_place &at,
                                            const gemm_tile &tile)
{
    const int m = (tile.m * gemm_v3_cluster_m<CFG>(sched) + at.cm) * CFG::TM;
    const int n = (tile.n * gemm_v3_cluster_n<CFG>(sched) + at.cn) * gemm_v3_width<CFG>(sched);
    return {min(m, sched.last.m), min(n, sched.last.n)};
}

/* The place that was claimed. It is the same for all lanes, and the compiler must know it: else the ring is in
 * other registers, and 128 x 64 at 1000 x 1000 x 4096 takes 19.1 us instead of 16.6 (docs/gemm-notes.md). */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_find_place(gemm_v3_place &at, const gemm_v3_smem<CFG> &smem,
                                   const gemm_v3_schedule &sched)
{
    if constexpr (PLACES != GEMM_V3_BY_NUMBER) {
        int place;
        ptx_load_shared(smem.place(), place);
        gemm_v3_take_place(at, sched, __shfl_sync(0xffffffffu, place, 0));
    }
}

/* Asks for this block's `rows` of an operand's tile, part `part` of it. */
template <class PLAN, bool SHARED>
PTX_INLINE void gemm_v3_prefetch_operand(const CUtensorMap *map, int rows, int mn, int k, int part)
{
    gemm_v3_each_box<PLAN, SHARED>(rows, part, [&](int row) {
        ptx_prefetch_2d(map, PLAN::K_MAJOR ? k : mn + row, PLAN::K_MAJOR ? mn + row : k);
    });
}

/* While the kernel before this one drains: asks for the first lines of the first tile, so that they
 * are in L2 when they may be read. What that kernel still writes is written to L2, too. The blocks of
 * a row of tiles need the same lines of A, and each asks for some of the steps; of a column, of B. */
template <class CFG>
PTX_INLINE void gemm_v3_prefetch(const CUtensorMap *map_a, const CUtensorMap *map_b,
                                 const gemm_v3_schedule &sched, const gemm_v3_place &at,
                                 const gemm_tile &tile)
{
    const gemm_v3_ahead &ahead = sched.ahead[at.part < sched.k_more];
    if (ahead.steps == 0) {
        return;
    }
    const int first = gemm_v3_part_of(sched, at.part).first, most = ahead.steps;
    const gemm_v3_origin from = gemm_v3_origin_of<CFG>(sched, at, tile);
    for (int i = tile.n - gemm_quotient(tile.n, ahead.by) * most; i < most;
         i += sched.raster.tiles_n) {
        gemm_v3_prefetch_operand<typename CFG::a_plan, CFG::SHARES_A>(
            map_a, gemm_v3_own_a<CFG>(sched), from.m, (first + i) * CFG::type::BK, at.cn);
    }
    for (int i = tile.m - gemm_quotient(tile.m, ahead.by) * most; i < most;
         i += sched.raster.tiles_m) {
        gemm_v3_prefetch_operand<typename CFG::b_plan, CFG::SHARES_B>(
            map_b, gemm_v3_own_b<CFG>(sched), from.n, (first + i) * CFG::type::BK, at.cm);
    }
}

template <class CFG>
PTX_INLINE void gemm_v3_make_barriers(const gemm_v3_smem<CFG> &smem, const gemm_v3_schedule &sched)
{
    const int readers = (gemm_v3_cluster_m<CFG>(sched) + gemm_v3_cluster_n<CFG>(sched) - 1) *
                        CFG::WARPGROUPS * 4; /* warps */
    const int stages = gemm_v3_stages<CFG>(sched);
    for (int s = 0; s < stages; s++) {
        ptx_mbarrier_init(smem.full(s), 1);
        ptx_mbarrier_init(smem.empty(s), readers);
    }
    ptx_mbarrier_init(smem.arrived(), 1);
    ptx_fence_mbarrier_init();
}

/* A block is ready when its barriers exist, and its place, where one is claimed: the producer and the consumers wait for the warps
 * that see to that. Those of a cluster wait for all warps of all its blocks, which will signal one another's barriers. */
template <class CFG, gemm_v3_places PLACES> struct gemm_v3_ready {
    static constexpr int BARRIER = 1 + CFG::WARPGROUPS; /* behind the warpgroups' own */
    static constexpr bool CLAIMED = PLACES != GEMM_V3_BY_NUMBER;
    static constexpr int THREADS = CFG::WARPGROUPS * 128 + (CLAIMED ? 3 : 2) * 32;

    /* Is this one of the warps that wait, or whom they wait for in the block? */
    static PTX_INLINE bool meets(int warp)
    {
        return warp == GEMM_V3_PRODUCER || warp >= 4 ||
               (!CFG::CLUSTERED &&
                (warp == GEMM_V3_MAKES_BARRIERS || (CLAIMED && warp == GEMM_V3_FINDS_PLACE)));
    }
    static PTX_INLINE void meet()
    {
        if constexpr (!CFG::CLUSTERED) {
            ptx_named_barrier(BARRIER, THREADS);
        } else {
            ptx_cluster_meet();
        }
    }
    /* The others of a cluster arrive, and need not wait yet. */
    static PTX_INLINE void arrive()
    {
        if constexpr (CFG::CLUSTERED) {
            ptx_cluster_arrive();
        }
    }
    static PTX_INLINE void leave()
    {
        if constexpr (CFG::CLUSTERED) {
            __syncwarp();
            ptx_cluster_wait();
        }
    }
};

/* What a warp of the first warpgroup knows when the block is ready. */
struct gemm_v3_known {
    bool elected;
    uint32_t base; /* of the block's shared memory, in a register */
    gemm_v3_place at;
    gemm_v3_steps steps; /* the producer: of its first tile, and where that begins */
    gemm_v3_origin from;
    unsigned long long asked; /* the one that claims: what was asked for before */
};

template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_know_first_load(gemm_v3_known &known, const gemm_v3_schedule &sched)
{
    known.steps = gemm_v3_part_of(sched, known.at.part);
    known.from = gemm_v3_origin_of<CFG>(sched, known.at,
                                        gemm_v3_tile_at<PLACES>(sched.raster, known.at.tile));
}

/* What the warps of the first warpgroup do until the block is ready. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE gemm_v3_known gemm_v3_prepare(int warp, const gemm_v3_smem<CFG> &smem,
                                         const gemm_v3_schedule &sched)
{
    gemm_v3_known known;
    known.elected = ptx_elect();
    known.base = ptx_keep(smem.base);
    if (warp == GEMM_V3_MAKES_BARRIERS && known.elected) {
        gemm_v3_make_barriers(smem, sched);
    }
    if (warp == GEMM_V3_PRODUCER || warp == GEMM_V3_FINDS_PLACE) {
        known.at = gemm_v3_place_of<CFG>(sched);
    }
    if (PLACES == GEMM_V3_BY_NUMBER && warp == GEMM_V3_PRODUCER) {
        gemm_v3_know_first_load<CFG, PLACES>(known, sched);
        if (known.elected) {
            ptx_compute_here(smem.place(), known.from.m, known.from.n, known.steps.first,
                             known.steps.count);
        }
    }
    if (PLACES != GEMM_V3_BY_NUMBER && warp == GEMM_V3_FINDS_PLACE && known.elected) {
        const gemm_v3_claimed claimed = gemm_v3_claim(sched.claims);
        ptx_store_shared(smem.place(), claimed.place);
        gemm_v3_take_place(known.at, sched, claimed.place);
        known.asked = claimed.before;
    }
    __syncwarp();
    if (!gemm_v3_ready<CFG, PLACES>::meets(warp)) {
        gemm_v3_ready<CFG, PLACES>::arrive();
    }
    return known;
}

/* What they do then, but for the producer. */
template <class CFG, gemm_v3_places PLACES>
PTX_INLINE void gemm_v3_ask_ahead(int warp, const CUtensorMap *map_a, const CUtensorMap *map_b,
                                  const CUtensorMap *map_c, const gemm_v3_schedule &sched,
                                  const gemm_v3_known &known)
{
    if (warp == GEMM_V3_FINDS_PLACE && known.elected) {
        gemm_v3_prefetch<CFG>(map_a, map_b, sched, known.at,
                              gemm_v3_tile_at<PLACES>(sched.raster, known.at.tile));
        if constexpr (PLACES != GEMM_V3_BY_NUMBER) {
            gemm_v3_end_claim(sched.claims, known.asked);
            ptx_launch_next_grid();
        }
    }
    if (warp == GEMM_V3_FETCHES_MAPS && known.elected) {
        ptx_prefetch_map(map_a);
        ptx_prefetch_map(map_b);
        ptx_prefetch_map(map_c);
    }
    if (!gemm_v3_ready<CFG, PLACES>::meets(warp)) {
        gemm_v3_ready<CFG, PLACES>::leave();
    }
}

#endif
