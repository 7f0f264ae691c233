/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3 where the tiles are fewer than the multiprocessors: several blocks share a tile, each
 * multiplies its part of K, and they add their parts up.
 *
 * Each block adds a share of the tile: a run of its columns, 8 at a time, in the order of K, so that
 * the result does not depend on who came first. A thread's accumulators go to the thread of the same
 * number of the block that adds them, so that nothing has to be rearranged. Two ways:
 *   cluster  into one another's shared memory; the blocks of a tile are a cluster of at most 16, and
 *            clusters of n fit a chip whose groups of multiprocessors are not multiples of n
 *            less often (31 clusters of 4 on an H200, not 33)
 *   memory   through memory that stays in L2, and a counter for each tile: any number of blocks, which
 *            may share their loads with others in clusters along M or N, or be neighbours of those with the same
 *            part of K (docs/gemm-notes.md, Claims)
 */
#ifndef WGV_GEMM_V3_SPLIT_CUH
#define WGV_GEMM_V3_SPLIT_CUH

#include <cuda_fp16.h>

#include "config.cuh"

/* The steps of K that a block multiplies. */
struct gemm_v3_steps {
    int first, count;
};

PTX_INLINE gemm_v3_steps gemm_v3_part_of(const gemm_v3_schedule &sched, int part)
{
    const int more = part < sched.k_more ? part : sched.k_more;
    return {part * sched.k_steps + more, sched.k_steps + (part < sched.k_more)};
}

/* Where a block stands: the tile of its cluster, or the first of them, and how many tiles are computed at
 * once; its place in the cluster along M and N; which part of K is its. */
struct gemm_v3_place {
    int tile, tiles;
    int cm, cn;
    int part;
};

/* Two neighbours in C. */
template <wgd_dtype TYPE> struct gemm_v3_pair {
    using type = uint32_t;
    static PTX_INLINE type of(float lo, float hi)
    {
        return ptx_pack_bf16(lo, hi);
    }
    static PTX_INLINE uint16_t first(type two)
    {
        return (uint16_t)two;
    }
};
template <> struct gemm_v3_pair<WGD_F16> : gemm_v3_pair<WGD_BF16> {
    static PTX_INLINE type of(float lo, float hi)
    {
        const __half2 two = __floats2half2_rn(lo, hi);
        return *(const uint32_t *)&two;
    }
};
template <> struct gemm_v3_pair<WGD_TF32> {
    using type = float2;
    static PTX_INLINE type of(float lo, float hi)
    {
        return make_float2(lo, hi);
    }
    static PTX_INLINE uint32_t first(type two)
    {
        return __float_as_uint(two.x);
    }
};

/* Sums i to i + 3 of a thread, of 8 columns, as f32. */
PTX_INLINE void gemm_v3_four(const float *acc, int i, float (&four)[4])
{
#pragma unroll
    for (int j = 0; j < 4; j++) {
        four[j] = acc[i + j];
    }
}
PTX_INLINE void gemm_v3_four(const uint32_t *acc, int i, float (&four)[4])
{
#pragma unroll
    for (int j = 0; j < 2; j++) {
        const float2 two = __half22float2(*(const __half2 *)&acc[i / 2 + j]);
        four[2 * j] = two.x;
        four[2 * j + 1] = two.y;
    }
}

template <int COUNT>
PTX_INLINE void gemm_v3_add_four(float (&sum)[COUNT][4], const float (&v)[COUNT][4])
{
#pragma unroll
    for (int i = 0; i < COUNT * 4; i++) {
        sum[i / 4][i % 4] += v[i / 4][i % 4];
    }
}

/* A thread's place in C, of the first columns that it has of a tile. */
template <class CFG>
PTX_INLINE gemm_v3_c_place gemm_v3_first_place(const gemm_v3_schedule &sched, int m, int n)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
    if constexpr (CFG::TURNED) {
        return {n + lane / 4, m + warp * 16 + lane % 4 * 2, gemm_v3_end_of<CFG>(sched, n),
                sched.cols};
    } else {
        return {m + warp * 16 + lane / 4, n + lane % 4 * 2, sched.rows,
                gemm_v3_end_of<CFG>(sched, n)};
    }
}

/* Eight columns of the rows of one thread, two of a row and two of the eighth behind it: where the product is turned those
 * of two others. */
template <class CFG>
PTX_INLINE void gemm_v3_store_pairs(const gemm_v3_schedule &sched, const float (&sum)[4],
                                    const gemm_v3_c_place &at)
{
    using pair = gemm_v3_pair<CFG::TYPE>;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const int row = at.row + (CFG::TURNED ? 0 : 8 * i);
        const int col = at.col + (CFG::TURNED ? 8 * i : 0);
        typename CFG::out *const to = (typename CFG::out *)sched.c + row * sched.ldc + col;
        typename pair::type two = pair::of(sum[2 * i], sum[2 * i + 1]);
        if constexpr (CFG::TURNED) {
            two = ptx_movmatrix(two);
        }
        if (row < at.rows && col + 1 < at.cols) {
            *(typename pair::type *)to = two; /* the column and the pitch are even */
        } else if (row < at.rows && col < at.cols) {
            *to = pair::first(two);
        }
    }
}

/* Sums of four accumulators, of each thread and each 8 columns of a tile. */
template <class CFG> struct gemm_v3_quads {
    static constexpr int ACROSS = CFG::TN / 8, COUNT = CFG::M_BLOCKS * ACROSS;
    static constexpr int THREADS = CFG::WARPGROUPS * 128, SLOT_BYTES = THREADS * 16;
    static_assert((COUNT + GEMM_V3_MOST_SPLIT - 1) * SLOT_BYTES <= CFG::C_OFFSET,
                  "the stages hold a tile of sums");
};

/* A thread's place for 8 columns of the tile, group g of those that its warpgroup has. */
template <class CFG>
PTX_INLINE gemm_v3_c_place gemm_v3_place_at(const gemm_v3_c_place &first, int g)
{
    constexpr int across = gemm_v3_quads<CFG>::ACROSS;
    const int m = CFG::M_BLOCKS == 1 ? 0 : g / across * WGD_INST_M;
    const int n = (CFG::M_BLOCKS == 1 ? g : g % across) * 8;
    gemm_v3_c_place at = first;
    at.row += CFG::TURNED ? n : m;
    at.col += CFG::TURNED ? m : n;
    return at;
}

/* Groups of 8 columns that are the share of a block, none of the last where they do not go round. */
template <class CFG> PTX_INLINE int gemm_v3_share_of(const gemm_v3_schedule &sched, int part)
{
    const int left = gemm_v3_quads<CFG>::COUNT - part * sched.share;
    return left < 0 ? 0 : left < sched.share ? left : sched.share;
}

/* Parts through shared memory: slot (part, i) of a block is for group i of its share. What others send is counted by
 * an mbarrier of the block, so that nobody waits for stores to be seen by all. */
template <class CFG> struct gemm_v3_parts_in_cluster {
    using quads = gemm_v3_quads<CFG>;
    uint32_t base, arrived;
    int groups, split, part;

    PTX_INLINE gemm_v3_parts_in_cluster(const gemm_v3_smem<CFG> &smem,
                                        const gemm_v3_schedule &sched, const gemm_v3_place &at)
        : base(smem.parts() + (threadIdx.x - 128) * 16), arrived(smem.arrived()),
          groups(sched.share), split(sched.split), part(at.part)
    {
        if (threadIdx.x == 128) {
            ptx_mbarrier_arrive_expect(arrived, (split - 1) * gemm_v3_share_of<CFG>(sched, part) *
                                                    quads::SLOT_BYTES);
        }
    }
    PTX_INLINE uint32_t slot(int of, int i) const
    {
        return base + (of * groups + i) * quads::SLOT_BYTES;
    }
    PTX_INLINE void send(typename CFG::sums &acc) const
    {
        ptx_cluster_meet(); /* all blocks have read their stages: their room can be written */
        const uint32_t from = slot(part, 0), end = slot(part + 1, 0);
        uint32_t here = from;
        int rank = 0;
#pragma unroll
        for (int g = 0; g < quads::COUNT; g++) {
            float four[4];
            gemm_v3_four(acc[g / quads::ACROSS], g % quads::ACROSS * 4, four);
            ptx_send(rank, rank == part, here, four, arrived);
            here += quads::SLOT_BYTES;
            if (here == end) {
                here = from;
                rank++;
            }
        }
    }
    /* All parts are where they are added; no block is asked for anything after that. */
    PTX_INLINE void meet() const
    {
        ptx_mbarrier_wait(arrived, 0);
    }
    /* The sums of groups i to i + count - 1 of the block's share. */
    template <int COUNT> PTX_INLINE void add_up(int i, int count, float (&sum)[COUNT][4]) const
    {
#pragma unroll
        for (int j = 0; j < COUNT * 4; j++) {
            sum[j / 4][j % 4] = 0;
        }
#pragma unroll 4
        for (int of = 0; of < split; of++) {
            float v[COUNT][4];
#pragma unroll
            for (int c = 0; c < COUNT; c++) {
                ptx_load_shared_if(c < count, slot(of, i) + c * quads::SLOT_BYTES, v[c]);
            }
            gemm_v3_add_four(sum, v);
        }
    }
};

/* Parts through global memory, each block's tile after the other's. A block's own share stays in its shared memory. */
template <class CFG> struct gemm_v3_parts_in_memory {
    using quads = gemm_v3_quads<CFG>;
    static constexpr int SLOT_FLOATS = quads::THREADS * 4;
    float *base;
    uint32_t own; /* group 0 of the tile in shared memory */
    uint32_t *counter;
    int first, groups, split, part; /* of its share: the first group, and how many */

    PTX_INLINE gemm_v3_parts_in_memory(const gemm_v3_smem<CFG> &smem, const gemm_v3_schedule &sched,
                                       const gemm_v3_place &at)
        : own(smem.parts() + (threadIdx.x - 128) * 16), first(at.part * sched.share),
          groups(sched.share), split(sched.split), part(at.part)
    {
        const int tile = at.tile * gemm_v3_cluster_m<CFG>(sched) * gemm_v3_cluster_n<CFG>(sched) +
                         gemm_v3_rank<CFG>(sched, at.cm, at.cn);
        counter = sched.counters + tile;
        base = sched.parts + (int64_t)tile * split * (quads::COUNT * SLOT_FLOATS) +
               (threadIdx.x - 128) * 4;
    }
    PTX_INLINE float *slot(int of, int group) const
    {
        return base + (int64_t)(of * quads::COUNT + group) * SLOT_FLOATS;
    }
    PTX_INLINE void meet_consumers() const
    {
        /* behind the warpgroups' own and that of the start */
        ptx_named_barrier(2 + CFG::WARPGROUPS, quads::THREADS);
    }
    PTX_INLINE void send(typename CFG::sums &acc) const
    {
        meet_consumers(); /* they have read the stages, where the own share is kept */
        float *const to = slot(part, 0);
#pragma unroll
        for (int g = 0; g < quads::COUNT; g++) {
            float four[4];
            gemm_v3_four(acc[g / quads::ACROSS], g % quads::ACROSS * 4, four);
            ptx_store_either((unsigned)(g - first) < (unsigned)groups, own + g * quads::SLOT_BYTES,
                             to + g * SLOT_FLOATS, four);
        }
    }
    /* The counter goes up by 2^31 in all, so that its highest bit changes once in each launch and it
     * need not be set back. */
    PTX_INLINE void meet() const
    {
        meet_consumers();
        if (threadIdx.x == 128) {
            const uint32_t add = part == 0 ? 0x80000000u - (uint32_t)(split - 1) : 1;
            const uint32_t before = ptx_add_in_order(counter, add);
            while (((ptx_load_acquire(counter) ^ before) & 0x80000000u) == 0) {
            }
        }
        meet_consumers();
    }
    /* The same: its own parts, and then the others', of which several are under way together. */
    template <int COUNT> PTX_INLINE void add_up(int i, int count, float (&sum)[COUNT][4]) const
    {
        constexpr int together = COUNT == 1 ? 8 : 4;
        const int group = first + i;
#pragma unroll
        for (int c = 0; c < COUNT; c++) {
            ptx_load_shared_if(c < count, own + (group + c) * quads::SLOT_BYTES, sum[c]);
        }
#pragma unroll 1
        for (int other = 0; other < split - 1; other += together) {
            float v[together][COUNT][4];
#pragma unroll
            for (int p = 0; p < together; p++) {
                if (other + p < split - 1) {
                    const float *const its = slot(other + p + (other + p >= part), group);
#pragma unroll
                    for (int c = 0; c < COUNT; c++) {
                        ptx_load_global_if(c < count, its + c * SLOT_FLOATS, v[p][c]);
                    }
                }
            }
#pragma unroll
            for (int p = 0; p < together; p++) {
                if (other + p < split - 1) {
                    gemm_v3_add_four(sum, v[p]);
                }
            }
        }
    }
};

/* Adds the parts of up to COUNT groups of this block's share, `count` of them, from its i-th on, and stores them; `place` is the
 * thread's in C. */
template <class CFG, int COUNT, class PARTS>
PTX_INLINE void gemm_v3_store_groups(const PARTS &parts, const gemm_v3_schedule &sched, int part,
                                     int i, int count, const gemm_v3_c_place &place)
{
    float sum[COUNT][4];
    parts.add_up(i, count, sum);
#pragma unroll
    for (int c = 0; c < COUNT; c++) {
        if (c < count) {
            const int g = part * sched.share + i + c;
            gemm_v3_store_pairs<CFG>(sched, sum[c], gemm_v3_place_at<CFG>(place, g));
        }
    }
}

/* Adds the parts of this block's share and stores it; (m, n) is the warpgroup's place in C. */
template <class CFG, class PARTS>
PTX_INLINE void gemm_v3_store_share(const PARTS &parts, const gemm_v3_schedule &sched, int part,
                                    int m, int n)
{
    constexpr int most = 4;
    const gemm_v3_c_place place = gemm_v3_first_place<CFG>(sched, m, n);
    const int count = gemm_v3_share_of<CFG>(sched, part);
    if (count == 1) {
        gemm_v3_store_groups<CFG, 1>(parts, sched, part, 0, 1, place);
        return;
    }
#pragma unroll 1
    for (int i = 0; i < count; i += most) {
        gemm_v3_store_groups<CFG, most>(parts, sched, part, i, count - i, place);
    }
}

template <class CFG, class PARTS>
PTX_INLINE void gemm_v3_add_parts(const PARTS &parts, const gemm_v3_schedule &sched,
                                  typename CFG::sums &acc, int part, int m, int n)
{
#pragma unroll
    for (int mb = 0; mb < CFG::M_BLOCKS; mb++) {
        wgmma_touch(acc[mb]);
    }
    parts.send(acc);
    parts.meet();
    gemm_v3_store_share<CFG>(parts, sched, part, m, n);
}

/* A consumer's part of a tile is done. */
template <class CFG>
PTX_INLINE void gemm_v3_finish_split(const gemm_v3_smem<CFG> &smem, const gemm_v3_schedule &sched,
                                     typename CFG::sums &acc, const gemm_v3_place &at, int m, int n)
{
    if constexpr (!CFG::CLUSTERED) {
        if (sched.parts == NULL) {
            gemm_v3_add_parts<CFG>(gemm_v3_parts_in_cluster<CFG>(smem, sched, at), sched, acc,
                                   at.part, m, n);
            return;
        }
    }
    gemm_v3_add_parts<CFG>(gemm_v3_parts_in_memory<CFG>(smem, sched, at), sched, acc, at.part, m,
                           n);
}

/* The other warps take part in the meeting of a cluster. */
PTX_INLINE void gemm_v3_attend_split(const gemm_v3_schedule &sched)
{
    if (sched.split > 1 && sched.parts == NULL) {
        __syncwarp();
        ptx_cluster_meet();
    }
}

#endif
