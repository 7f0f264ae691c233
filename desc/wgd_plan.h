/* SPDX-License-Identifier: MIT
 *
 * The plan of a GEMM main loop: C tile of m x n, K in slices of k, operands in a ring of
 * shared-memory stages that the copy engine fills and wgmma (Hopper), or tcgen05.mma of one CTA or of
 * a pair (Blackwell; documented, not measured), reads.
 *
 * From the tile, the types and the majors follow the instruction, the swizzle of each operand, the
 * shared-memory map, the barriers' byte counts, the registers and every descriptor as a base plus
 * advances. Given a swizzle, a stage count or a warpgroup count, the plan checks it; given none, it
 * recommends one and says why.
 *
 * wgmma: consumer warpgroups share the tile and hold the accumulators in registers.
 *
 * tcgen05: one thread issues, and the accumulators lie in tensor memory, two tiles of them where they
 * fit, so that an epilogue can read one while the other is computed. With cta_group 2 the tile is that
 * of a pair of CTAs: each has half of the rows of A and of C, and half of the rows of B (all its
 * columns of C), and the leading CTA, whose rank in the cluster is even, issues for both. With scale
 * factors a stage also holds those, and tcgen05.cp brings them to tensor memory.
 */
#ifndef WGD_PLAN_H
#define WGD_PLAN_H

#include "wgd_cost.h"
#include "wgd_idesc.h"
#include "wgd_sf.h"
#include "wgd_stages.h"
#include "wgd_tma.h"

WGD_API_BEGIN

enum {
    WGD_SMEM_BLOCK_MAX = 232448,   /* 227 KB: shared memory of one block, compute capability 9.0 and
                                    * 10.0 */
    WGD_REGISTER_FILE = 65536,     /* 32-bit registers of an SM */
    WGD_REGISTER_MAX = 255,        /* of a thread */
    WGD_WARPGROUP = 128,           /* threads */
    WGD_WARPGROUPS_MAX = 7,        /* consumers: 1024 threads with one producer warpgroup */
    WGD_PRODUCER_REGISTERS = 24,   /* the least that setmaxnreg sets (PTX ISA, setmaxnreg) */
    WGD_PLAN_OTHER_REGISTERS = 16, /* of a consumer beside the accumulators: two descriptors, the
                                    * stage, the phase, the loop counter, barrier addresses */
    WGD_PLAN_BARRIER_BYTES = 8,    /* an mbarrier */
    WGD_PLAN_EPILOGUE_WARPS = 4,   /* tcgen05: a warp reaches 32 lanes of tensor memory */
    WGD_PLAN_UMMA_THREADS = 192    /* those, one warp that copies and one that multiplies */
};

/* Where wgmma finds A: symbol, name. In registers it is either loaded from its tile in shared memory,
 * or computed by the kernel and has no tile. */
#define WGD_PLAN_AS(X)   X(SHARED, "shared") X(REGISTERS, "registers") X(COMPUTED, "computed")
#define WGD_X(sym, name) WGD_PLAN_A_##sym,
typedef enum wgd_plan_a { WGD_PLAN_AS(WGD_X) WGD_PLAN_A_COUNT } wgd_plan_a;
#undef WGD_X
const char *wgd_plan_a_name(wgd_plan_a a);

/* What is asked about one operand. */
typedef struct wgd_plan_operand_query {
    wgd_dtype dtype;
    wgd_major major;
    bool swizzle_given;
    wgd_swizzle_mode swizzle; /* when given */
} wgd_plan_operand_query;

typedef struct wgd_plan_query {
    int64_t m, n, k;                   /* the block's tile, in elements */
    int64_t problem[3];                /* M, N, K of the whole product, 0 = unknown: the tile's */
    wgd_plan_operand_query operand[2]; /* a, b */
    bool acc_given;
    wgd_acc acc;           /* when given; else f32, s32 for integers */
    int64_t n_inst;        /* N of the instruction, 0 = the greatest that divides the tile */
    int64_t warpgroups;    /* consumers, 0 = recommended */
    int64_t stages;        /* 0 = the most that fit */
    int64_t smem_bytes;    /* capacity of the block */
    int64_t reserve_bytes; /* kept free for the epilogue */
    int64_t start;         /* shared-memory address of stage 0 */
    bool sparse;           /* A is 2:4 sparse: stored with half its K, its metadata in registers */
    wgd_plan_a a;          /* wgmma; tcgen05 SHARED */
    wgd_arch arch;
    /* tcgen05 alone; 0 and NONE where not given. */
    int64_t cta_group;  /* CTAs that share the tile: 1 or 2 */
    bool kind_given;    /* else the first kind that multiplies the types */
    wgd_umma_kind kind; /* when given */
    int scale;          /* type of scale factors, wgd_frag_type */
    int64_t vec;        /* elements of K that share one */
    int64_t acc_stages; /* tiles of accumulators in tensor memory, 1 or 2 */
} wgd_plan_query;

/* {0, f16, f16, both K-major, no swizzle given, smem 227 KB, sm90} */
wgd_plan_query wgd_plan_query_default(void);

/* One swizzle for one operand, legal or not. */
typedef struct wgd_plan_candidate {
    wgd_swizzle_mode swizzle;
    bool legal;
    int64_t order[2]; /* of the atoms: the one that needs fewer boxes */
    int boxes;        /* copies for one stage */
    int row_bytes;    /* of global memory that a box reads in one piece */
    int store_ways;   /* bank conflicts of 8 threads that store 16 bytes each along a line */
    int load_ways;    /* the same, of 8 threads down 8 lines: a core matrix of the instruction */
    char reason[224]; /* why, or why not */
} wgd_plan_candidate;

typedef struct wgd_plan_operand {
    wgd_plan_candidate candidate[WGD_SWIZZLE_MODE_COUNT]; /* best first; illegal ones last */
    int candidates;                                       /* the modes of the architecture */
    int chosen;           /* index of the one in use: 0 unless another was given */
    wgd_tma tma;          /* the chosen tile (tma.tile), of one CTA, and its copies */
    int64_t bytes;        /* of the tile */
    int64_t offset;       /* of the tile in a stage */
    int alignment;        /* that the tile's address needs, copies included */
    wgd_advance k, mn;    /* from block to block, within one stage */
    int warpgroup_blocks; /* mn blocks from one warpgroup to the next; 0: all share */
} wgd_plan_operand;

/* The scale factors of one operand of a block-scaled kind. In a stage, and in tensor memory, those of
 * one instruction follow those of another, along M or N. */
typedef struct wgd_plan_factors {
    wgd_sf_stage stage;    /* of one instruction along M or N, of all K */
    int blocks;            /* instructions */
    int64_t bytes, offset; /* in a stage: of all, and from its beginning */
    int column;            /* of tensor memory, the first */
    wgd_tma_params params; /* of the copy of one instruction's: {256, 2} bytes of a block of 512,
                            * blocks along M or N, blocks along K */
} wgd_plan_factors;

/* What a plan for tcgen05 has besides. */
typedef struct wgd_plan_umma {
    wgd_umma_op op;              /* the instruction; its scale-factor ids are those of k block 0 */
    wgd_tmem acc;                /* the accumulators of one tile in one CTA */
    int acc_stages;              /* tiles of accumulators */
    int acc_column[2];           /* the first column of each */
    int columns;                 /* of tensor memory, to allocate */
    int acc_empty_arrivals;      /* one of each epilogue warp, of both CTAs of a pair */
    unsigned commit_mask;        /* CTAs of the pair that tcgen05.commit tells; 0: no multicast */
    wgd_plan_factors factors[2]; /* of a and b, for block-scaled kinds */
    int64_t acc_full_offset, acc_empty_offset; /* barriers, from the start */
    int64_t address_offset;                    /* 4 bytes that tcgen05.alloc writes */
} wgd_plan_umma;

/* What a stage costs by the law of wgd_cost.h, in cycles of the SM: wgmma alone. It was measured, but
 * for the loads of A's fragments beside wgmma: those are counted as the rest of shared memory's
 * traffic, and a plan with them is an estimate. */
typedef struct wgd_plan_cost {
    wgd_cost inst;        /* one instruction */
    int64_t instructions; /* of a stage, of all warpgroups, which share the tensor cores */
    int64_t cycles;       /* of a stage: the greater of what instructions and shared memory take */
    int64_t warpgroup_cycles; /* of one warpgroup's instructions */
    int64_t peak_cycles;      /* at the peak of the tensor cores, N/2 for each instruction */
    int64_t tensor_cycles;    /* that the tensor cores take */
    int64_t shared_cycles;    /* that shared memory takes, the loads of A's fragments included */
    int64_t shared_bytes;     /* that it gives */
    int64_t load_bytes;       /* of those, for A's fragments */
    wgd_cost_bound bound;
    int64_t other_cycles;   /* of a stage with A in the other place, loads from its tile included;
                             * 0 where A is computed */
    int64_t flight_bytes;   /* in the stages that are filled while one is read */
    int64_t covered_cycles; /* from the beginning of their copies until the first is needed */
} wgd_plan_cost;

typedef struct wgd_plan {
    wgd_plan_query query; /* defaults filled in */
    const wgd_inst *inst; /* wgmma; NULL for tcgen05 */
    wgd_acc acc;
    int cta_group; /* CTAs that share the tile; wgmma 1 */
    int m_inst, n_inst,
        k_inst; /* shape of the instruction, of both CTAs of a pair; wgmma: M is 64 */
    /* wgmma; for tcgen05 there are no consumer warpgroups (0) and no registers. */
    int warpgroups;
    bool split_n; /* warpgroups share the rows and split N, rather than split M */
    int m_blocks,
        n_blocks;         /* instructions of one warpgroup, or for tcgen05 of all, along M and N for
                             * each k_inst of K */
    int k_blocks;         /* steps of k_inst in one stage */
    int accumulators;     /* registers of a consumer thread that hold them */
    int a_registers;      /* of a consumer thread: A's fragments of a stage, where A is there */
    int metadata;         /* registers of a sparse A's metadata of a stage */
    int threads;          /* consumers and one producer warpgroup; tcgen05 see above */
    int launch_registers; /* of every thread at launch */
    int consumer_registers; /* after setmaxnreg, where it helps; else launch_registers */
    int producer_registers;
    int64_t stage_bytes;    /* from one stage to the next */
    int stages, stages_max; /* chosen, and the most that fit */
    int64_t
        expect_bytes; /* that a stage's full barrier counts: of both CTAs of a pair, whose copies
                           * all tell the barrier of the leading one */
    int64_t reserve_offset, full_offset, empty_offset; /* from the start */
    int64_t total_bytes;
    int alignment; /* of the start */
    wgd_plan_operand operand[2];
    wgd_plan_umma umma; /* tcgen05 alone */
    wgd_plan_cost cost; /* wgmma alone: of tcgen05 nothing was measured */
} wgd_plan;

/* Refusals name the field: tile, dtype, b-dtype, a-major, b-major, acc, n, a-swizzle, b-swizzle,
 * warpgroups, stages, smem, reserve, start, problem, sparse, a, arch, cta-group, kind, scale, vec,
 * acc-stages. ERR_FIT: the tile is legal and does not fit. */
wgd_status wgd_plan_make(const wgd_plan_query *q, wgd_plan *out, wgd_diag *diag);

/* Has operand o a tile in shared memory? Does wgmma read it there, through a descriptor? */
bool wgd_plan_tiled(const wgd_plan *p, int o);
bool wgd_plan_described(const wgd_plan *p, int o);

/* Descriptor of block (mn, k) of an operand (0: a, 1: b) in a stage. The caller has checked the
 * indices. */
uint64_t wgd_plan_desc(const wgd_plan *p, int operand, int stage, int mn, int k);
/* Address of an operand's tile in a stage. */
int64_t wgd_plan_tile_start(const wgd_plan *p, int operand, int stage);

/* tcgen05. The instruction descriptor of step k of a stage: only scale-factor ids differ. */
uint32_t wgd_plan_idesc(const wgd_plan *p, int k);
/* The accumulators of instruction (m, n) in one of the tiles of accumulators: lane << 16 | column, to
 * be added to the address that was allocated. */
uint32_t wgd_plan_accumulator(const wgd_plan *p, int acc_stage, int m, int n);
/* The column of the factors that step k of instruction mn along an operand's M or N reads. */
int wgd_plan_factor_column(const wgd_plan *p, int operand, int mn, int k);
/* Copy i of stage.copies of those factors to tensor memory: the descriptor of its source, and the
 * column of its target. */
uint64_t wgd_plan_factor_copy(const wgd_plan *p, int operand, int stage, int mn, int i,
                              int *column);

WGD_API_END

#endif
