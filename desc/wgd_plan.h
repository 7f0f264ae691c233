/* SPDX-License-Identifier: MIT
 *
 * The plan of a GEMM main loop on one Hopper SM: C tile of m x n, K in slices of k, operands in a
 * ring of shared-memory stages that the copy engine fills and wgmma reads.
 *
 * From the tile, the types and the majors follow the instruction, the swizzle of each operand, the
 * shared-memory map, the barriers' byte counts, the registers and every descriptor as a base plus
 * advances. Given a swizzle, a stage count or a warpgroup count, the plan checks it; given none, it
 * recommends one and says why.
 */
#ifndef WGD_PLAN_H
#define WGD_PLAN_H

#include "wgd_stages.h"
#include "wgd_tma.h"

WGD_API_BEGIN

enum {
    WGD_SMEM_BLOCK_MAX = 232448,   /* 227 KB: shared memory of one block, compute capability 9.0 */
    WGD_REGISTER_FILE = 65536,     /* 32-bit registers of an SM */
    WGD_REGISTER_MAX = 255,        /* of a thread */
    WGD_WARPGROUP = 128,           /* threads */
    WGD_WARPGROUPS_MAX = 7,        /* consumers: 1024 threads with one producer warpgroup */
    WGD_PRODUCER_REGISTERS = 24,   /* the least that setmaxnreg sets (PTX ISA, setmaxnreg) */
    WGD_PLAN_OTHER_REGISTERS = 16, /* of a consumer beside the accumulators: two descriptors, the
                                    * stage, the phase, the loop counter, barrier addresses */
    WGD_PLAN_BARRIER_BYTES = 8     /* an mbarrier */
};

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
} wgd_plan_query;

/* {0, f16, f16, both K-major, no swizzle given, smem 227 KB} */
wgd_plan_query wgd_plan_query_default(void);

/* One swizzle for one operand, legal or not. */
/* One for each mode that permutes 16-byte chunks. */
enum { WGD_PLAN_CANDIDATES = WGD_SWIZZLE_WIDEST + 1 };
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
    wgd_plan_candidate candidate[WGD_PLAN_CANDIDATES]; /* best first; illegal ones last */
    int chosen;           /* index of the one in use: 0 unless another was given */
    wgd_tma tma;          /* the chosen tile (tma.tile) and its copies */
    int64_t bytes;        /* of the tile */
    int64_t offset;       /* of the tile in a stage */
    int alignment;        /* that the tile's address needs, copies included */
    wgd_advance k, mn;    /* from block to block, within one stage */
    int warpgroup_blocks; /* mn blocks from one warpgroup to the next; 0: all share */
} wgd_plan_operand;

typedef struct wgd_plan {
    wgd_plan_query query; /* defaults filled in */
    const wgd_inst *inst;
    int n_inst, k_inst; /* shape of the instruction: 64 x n_inst x k_inst */
    int warpgroups;
    bool split_n;           /* warpgroups share the rows and split N, rather than split M */
    int m_blocks, n_blocks; /* instructions of one warpgroup along M and N for each k_inst of K */
    int k_blocks;           /* steps of k_inst in one stage */
    int accumulators;       /* registers of a consumer thread that hold them */
    int threads;            /* consumers and one producer warpgroup */
    int launch_registers;   /* of every thread at launch */
    int consumer_registers; /* after setmaxnreg, where it helps; else launch_registers */
    int producer_registers;
    int64_t stage_bytes;                               /* from one stage to the next */
    int stages, stages_max;                            /* chosen, and the most that fit */
    int64_t expect_bytes;                              /* that a stage's full barrier counts */
    int64_t reserve_offset, full_offset, empty_offset; /* from the start */
    int64_t total_bytes;
    int alignment; /* of the start */
    wgd_plan_operand operand[2];
} wgd_plan;

/* Refusals name the field: tile, dtype, b-dtype, a-major, b-major, acc, n, a-swizzle, b-swizzle,
 * warpgroups, stages, smem, reserve,
 * start, problem. ERR_FIT: the tile is legal and does not fit. */
wgd_status wgd_plan_make(const wgd_plan_query *q, wgd_plan *out, wgd_diag *diag);

/* Descriptor of block (mn, k) of an operand (0: a, 1: b) in a stage. The caller has checked the
 * indices. */
uint64_t wgd_plan_desc(const wgd_plan *p, int operand, int stage, int mn, int k);
/* Address of an operand's tile in a stage. */
int64_t wgd_plan_tile_start(const wgd_plan *p, int operand, int stage);

WGD_API_END

#endif
