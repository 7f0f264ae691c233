/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: what is fixed at compile time, what a launch tells, and the map of shared memory.
 */
#ifndef WGV_GEMM_V3_CONFIG_CUH
#define WGV_GEMM_V3_CONFIG_CUH

#include "claims.h"
#include "gemm/tile_plan.cuh"
#include "gemm/raster.h"
#include "gemm/wgmma_ptx.cuh"
#include "wgd_problem.h"

/* Steps whose lines a block asks for while the kernel before still runs, and division by them. */
struct gemm_v3_ahead {
    int steps;
    gemm_divisor by;
};

/* The shape of a cluster whose blocks share their loads: 2^m_bits x 2^n_bits of them, rank r at (r % m, r / m). Of a tile of A
 * each of n blocks brings a_rows, of B each of m brings b_rows. */
struct gemm_v3_cluster {
    int m_bits, n_bits;
    int a_rows, b_rows;
    uint16_t a_sharers, b_sharers; /* the ranks that share A, or B, with (0, 0): a bit each */
};

/* Where the rows of A and the columns of B of a block's tile begin. */
struct gemm_v3_origin {
    int m, n;
};

/* What the host tells a launch, apart from the tensor maps. */
struct gemm_v3_schedule {
    gemm_raster raster;
    /* Steps of K of each of the blocks that share a tile; the first k_more of them take one more. */
    int k_steps, k_more;
    int split;   /* the blocks that share a tile (split.cuh) */
    int at_once; /* tiles of clusters that are computed at once */
    /* Blocks that share one are numbered as many apart as there are tiles. All must run at once: each waits for the others. */
    int parts_apart;
    gemm_divisor by_run; /* neighbours with the same part of K, else of the same tile */
    int share;           /* groups of 8 columns that each of them adds up */
    /* Where they meet: memory for a tile of each block, and a counter for each tile; NULL: a cluster. */
    float *parts;
    uint32_t *counters;
    /* Columns of a tile, a multiple of 8, at most TN: the products of the others are lost. Rows of A that
     * are brought, likewise; below TM only where M is. Stages of so many rows and columns that fit. */
    int width, height, stages;
    gemm_v3_origin last; /* no tile begins behind it: the last ones may begin earlier (launch.cu) */
    gemm_v3_cluster cluster;
    gemm_v3_ahead ahead[2]; /* of a block with k_steps of K, and of one with one more */
    int snake; /* walk K backwards in every other tile: what was read last is still in L2 */
    /* The copy engine writes whole 16-byte chunks: it would write what is left of one to the right of
     * C (measured; reads stop at the element). So its tensor ends at a multiple of such columns,
     * whole_cols, and ordinary stores bring the rest. Rows and columns are those of C, also where the product is turned. */
    void *c;
    int64_t ldc;
    int rows, cols, whole_cols;
    gemm_v3_claims claims; /* of blocks that are no cluster */
};

/* Calls `bring` with the rows of an operand's tile at which the boxes of block `part` begin, where each block brings `rows`, along M or
 * N: one box where K is contiguous, else one for each panel. The most of them are a constant, so that the compiler needs no loop. */
template <class PLAN, bool SHARED, class BRING>
PTX_INLINE void gemm_v3_each_box(int rows, int part, const BRING &bring)
{
    constexpr int panels = PLAN::BYTES / GEMM_ROW_BYTES / PLAN::BOX_INNER;
    constexpr int most = PLAN::K_MAJOR ? 1 : SHARED ? panels / 2 : panels;
#pragma unroll
    for (int i = 0; i < most; i++) {
        if (i > 0 && i * PLAN::BOX_INNER >= rows) {
            break;
        }
        bring(part * rows + i * PLAN::BOX_INNER);
    }
}

/* The most blocks that can share a tile in a cluster: the largest of the device (above 8 it must be asked
 * for). */
enum { GEMM_V3_MOST_SPLIT = 16 };

/* Of a flexible instance. */
enum { GEMM_V3_MOST_STAGES = 32 };

/* The fixed choices of one instance. A block computes TM x TN, and shares its loads of A, or B, or both with others
 * of a cluster; each of the WARPGROUPS consumers takes TM / WARPGROUPS rows. TURNED: of the turned product, C^T = B^T * A^T: what is called A, M
 * and row here is B, N and column of the product, and the other way round; only C is stored as it is. */
template <wgd_dtype TYPE_, wgd_major A_, wgd_major B_, int TM_, int TN_, int WARPGROUPS_,
          int STAGES_, bool SHARES_A_, bool SHARES_B_, int C_PANELS_ = 1, bool TURNED_ = false>
struct gemm_v3_config {
    static constexpr bool TURNED = TURNED_;
    static constexpr wgd_dtype TYPE = TYPE_;
    static constexpr wgd_major A = A_, B = B_;
    static constexpr int TM = TM_, TN = TN_, WARPGROUPS = WARPGROUPS_, STAGES = STAGES_;
    static constexpr bool SHARES_A = SHARES_A_, SHARES_B = SHARES_B_;
    static constexpr bool CLUSTERED = SHARES_A || SHARES_B;
    static constexpr int C_PANELS = C_PANELS_; /* staging buffers of each consumer */
    static constexpr int M_BLOCKS = TM / WARPGROUPS / WGD_INST_M;
    static constexpr int THREADS = 128 * (WARPGROUPS + 1);

    using type = gemm_type_plan<TYPE>;
    using out = typename type::out;
    /* A consumer thread's sums. */
    using sums = typename type::sum[M_BLOCKS][TN / 2 / type::SUMS];
    using a_plan = gemm_operand_plan<TYPE, A, TM>;
    using b_plan = gemm_operand_plan<TYPE, B, TN>;

    /* One consumer: stages are only as large as the rows that are brought, so that more of them are under way
     * where memory binds. Its products read on into what lies behind; rows and columns without an
     * operand are not stored. */
    static constexpr bool FLEXIBLE = WARPGROUPS == 1 && a_plan::K_MAJOR && b_plan::K_MAJOR;
    static constexpr int MOST_STAGES = FLEXIBLE ? (int)GEMM_V3_MOST_STAGES : STAGES;

    /* Shared memory from a 1024-byte boundary: stages {A, B}, C panels, barriers. */
    static constexpr int STAGE_BYTES = a_plan::BYTES + b_plan::BYTES;
    static constexpr int C_OFFSET = STAGES * STAGE_BYTES;
    static constexpr int BAR_OFFSET = C_OFFSET + WARPGROUPS * C_PANELS * GEMM_C_PANEL_BYTES;
    /* The place that the block has claimed (16 bytes), and the barrier of parts that others send. */
    static constexpr int PLACE_OFFSET = BAR_OFFSET + 2 * MOST_STAGES * 8;
    static constexpr int SMEM_BYTES = PLACE_OFFSET + 32 + GEMM_ATOM_BYTES;

    /* Registers after reallocation: 64 K in all, shared by warpgroups in steps of 8 a thread. */
    static constexpr bool REALLOCATE = WARPGROUPS > 1;
    static constexpr int PRODUCER_REGS = WARPGROUPS == 2 ? 40 : 32;
    static constexpr int CONSUMER_REGS = WARPGROUPS == 2 ? 232 : 160;

    /* A tile's result, as C has it, is stored under the next tile's first products where the
     * registers hold both; else at once. */
    static constexpr int PANEL_COLS = GEMM_ROW_BYTES / sizeof(out);
    static constexpr int PANELS_ACROSS = (TN + PANEL_COLS - 1) / PANEL_COLS;
    static constexpr int PANELS = M_BLOCKS * PANELS_ACROSS;
    static constexpr int RESULT_REGS = M_BLOCKS * TN / 8 * (int)sizeof(out);
    static constexpr int SUM_REGS = sizeof(sums) / 4;
    static constexpr bool DEFER = RESULT_REGS + SUM_REGS + 32 <= CONSUMER_REGS;
    /* Is there room in the stages for all of a block's last tile? */
    static constexpr bool LAST_FITS =
        PANELS <= STAGES * M_BLOCKS && PANELS * GEMM_C_PANEL_BYTES <= C_OFFSET;

    static_assert(M_BLOCKS >= 1 && TM == M_BLOCKS * WARPGROUPS * WGD_INST_M, "whole instructions");
    static_assert(PANELS % C_PANELS == 0, "every tile starts at C panel 0");
    static_assert(SMEM_BYTES <= 227 * 1024, "the shared memory of one block");
    static_assert(!TURNED || (sizeof(out) == 2 && A == WGD_MAJOR_K && B == WGD_MAJOR_K),
                  "stmatrix turns 16-bit elements, and a tile may end at each 8 columns");
};

/* Columns of a tile. B stored MN-major comes in panels of 64 rows of it: all of them. */
template <class CFG> PTX_INLINE int gemm_v3_width(const gemm_v3_schedule &sched)
{
    return CFG::b_plan::K_MAJOR ? sched.width : CFG::TN;
}

/* Where the columns of a tile from n on end, at its own end or that of C; turned they are rows of C. */
template <class CFG> PTX_INLINE int gemm_v3_end_of(const gemm_v3_schedule &sched, int n)
{
    const int end = n + gemm_v3_width<CFG>(sched), all = CFG::TURNED ? sched.rows : sched.cols;
    return end < all ? end : all;
}

/* A place in C, and where what is stored there ends. */
struct gemm_v3_c_place {
    int row, col, rows, cols;
};

/* Shared-memory addresses of one block. */
template <class CFG> struct gemm_v3_smem {
    uint32_t base;
    uint32_t a_rows, rows; /* of A, and of A and B, in a stage of a flexible instance */

    PTX_INLINE uint32_t stage_bytes() const
    {
        return CFG::FLEXIBLE ? rows * GEMM_ROW_BYTES : CFG::STAGE_BYTES;
    }
    PTX_INLINE uint32_t a(int stage) const
    {
        return base + stage * stage_bytes();
    }
    PTX_INLINE uint32_t b(int stage) const
    {
        return a(stage) + (CFG::FLEXIBLE ? a_rows * GEMM_ROW_BYTES : CFG::a_plan::BYTES);
    }
    PTX_INLINE uint32_t full(int stage) const
    {
        return base + CFG::BAR_OFFSET + stage * 8;
    }
    PTX_INLINE uint32_t empty(int stage) const
    {
        return full(stage) + CFG::MOST_STAGES * 8;
    }
    PTX_INLINE uint32_t place() const
    {
        return base + CFG::PLACE_OFFSET;
    }
    PTX_INLINE uint32_t arrived() const
    {
        return place() + 16;
    }
    /* Room for panel p of a block's last tile: rows of A that only this warpgroup reads, 64 at a time, as
     * large as a C panel; a consumer that is the only one has all stages. */
    PTX_INLINE uint32_t last_panel(int warpgroup, int p) const
    {
        if constexpr (CFG::FLEXIBLE) {
            return base + p * GEMM_C_PANEL_BYTES;
        }
        return a(p / CFG::M_BLOCKS) +
               (warpgroup * CFG::M_BLOCKS + p % CFG::M_BLOCKS) * CFG::a_plan::PANEL_BYTES;
    }
    /* Parts of a tile from the blocks of a cluster, in the room of the stages. */
    PTX_INLINE uint32_t parts() const
    {
        return base;
    }
    PTX_INLINE uint32_t c_panel(int warpgroup, int i) const
    {
        return base + CFG::C_OFFSET + (warpgroup * CFG::C_PANELS + i) * GEMM_C_PANEL_BYTES;
    }
};

/* Rows of A that are brought for a tile. */
template <class CFG> PTX_INLINE int gemm_v3_height(const gemm_v3_schedule &sched)
{
    return CFG::FLEXIBLE ? sched.height : CFG::TM;
}

/* Stages of the ring. */
template <class CFG> PTX_INLINE int gemm_v3_stages(const gemm_v3_schedule &sched)
{
    return CFG::FLEXIBLE ? sched.stages : CFG::STAGES;
}

/* How many blocks share B, along M, and A, along N: powers of two. */
template <class CFG> PTX_INLINE int gemm_v3_cluster_m(const gemm_v3_schedule &sched)
{
    return CFG::SHARES_B ? 1 << sched.cluster.m_bits : 1;
}
template <class CFG> PTX_INLINE int gemm_v3_cluster_n(const gemm_v3_schedule &sched)
{
    return CFG::SHARES_A ? 1 << sched.cluster.n_bits : 1;
}

/* A block's place in its cluster, by its rank, which is in the order of M, and back. */
struct gemm_v3_member {
    int m, n;
};
template <class CFG>
PTX_INLINE gemm_v3_member gemm_v3_member_of(const gemm_v3_schedule &sched, int rank)
{
    if constexpr (!CFG::SHARES_B) {
        return {0, rank};
    }
    const int n = rank >> sched.cluster.m_bits;
    return {rank - (n << sched.cluster.m_bits), n};
}
template <class CFG> PTX_INLINE int gemm_v3_rank(const gemm_v3_schedule &sched, int m, int n)
{
    return m + (CFG::SHARES_B ? n << sched.cluster.m_bits : n);
}

/* Rows of A, and of B, that a block brings. */
template <class CFG> PTX_INLINE int gemm_v3_own_a(const gemm_v3_schedule &sched)
{
    return CFG::SHARES_A ? sched.cluster.a_rows : gemm_v3_height<CFG>(sched);
}
template <class CFG> PTX_INLINE int gemm_v3_own_b(const gemm_v3_schedule &sched)
{
    return CFG::SHARES_B ? sched.cluster.b_rows : gemm_v3_width<CFG>(sched);
}

/* A position in the ring: the stage and the parity of its current round. */
struct gemm_ring {
    int stage = 0;
    uint32_t parity = 0;

    PTX_INLINE void advance(int stages)
    {
        if (++stage == stages) {
            stage = 0;
            parity ^= 1;
        }
    }
};

#endif
