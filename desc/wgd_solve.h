/* SPDX-License-Identifier: MIT
 *
 * From a layout in shared memory to the descriptors that read it: each field is derived from the
 * addresses of a few elements, then every 16-byte piece of every block is proved against the fetch
 * rule. Where none exists: the first element that cannot be reached, why, and the nearest changes
 * that make it work, each of them proved by solving the changed layout.
 */
#ifndef WGD_SOLVE_H
#define WGD_SOLVE_H

#include "wgd_place.h"
#include "wgd_stages.h"

WGD_API_BEGIN

typedef enum wgd_major_wish { WGD_WANT_ANY = -1, WGD_WANT_K = 0, WGD_WANT_MN = 1 } wgd_major_wish;

typedef struct wgd_solve_query {
    wgd_composed layout; /* of the whole tile: (MN, K), in elements */
    int64_t start;       /* byte address of the layout's offset 0 */
    wgd_dtype dtype;
    wgd_operand operand;
    bool sparse;
    int64_t n;            /* operand b: N of the instruction, 0 = the tile's MN */
    wgd_major_wish major; /* WGD_WANT_ANY tries both where the type allows */
    wgd_arch arch;
    int64_t block[2]; /* as in wgd_tile_query */
    wgd_slice slice;  /* the part of the tile that is asked about; all 0: the whole */
} wgd_solve_query;

/* Block (0, 0)'s descriptor. Fields that the hardware does not read hold what make_gmma_desc and
 * make_umma_desc write: LBO 1 in K-major swizzled, 0 for a stride over one item; `reads` says which
 * are read. */
typedef struct wgd_solution {
    wgd_read read;
    wgd_desc desc;
    unsigned reads; /* OR of wgd_reads; the other fields are free */
    /* It is the swizzle the layout itself carries, with base_offset 0: what make_gmma_desc gives
     * where it accepts the layout. */
    bool canonical;
} wgd_solution;

/* Why no descriptor exists. */
#define WGD_REASONS(X)                                                                             \
    X(NONE, "none")                                                                                \
    X(MAJOR, "major")                 /* the elements run along MN, and may not */                 \
    X(NOT_CONTIGUOUS, "run")          /* neither direction has consecutive elements */             \
    X(SHORT_RUN, "short_run")         /* consecutive, but not for 16 bytes */                      \
    X(ALIGN, "align")                 /* a piece does not begin on a multiple of 16 */             \
    X(SWIZZLE_UNKNOWN, "swizzle")     /* none of the patterns of the hardware */                   \
    X(RANGE, "range")                 /* an address or a stride does not fit its field */          \
    X(COLUMNS, "columns")             /* 16-byte columns not adjacent in a swizzled row */         \
    X(PITCH, "pitch")                 /* rows are not 16, 32, 64 or 128 bytes apart */             \
    X(PITCH_SWIZZLE, "pitch_swizzle") /* the pitch is not the row of the layout's swizzle */       \
    X(UNSWIZZLED, "unswizzled")       /* the pitch of a swizzled row, without the swizzle */       \
    X(PHASE, "phase")                 /* the pattern begins where no base_offset can put it */     \
    X(STRIDE, "stride")               /* groups or columns not at one constant stride */           \
    X(BLOCKS, "blocks")               /* every block has a descriptor, but not the same fields */  \
    X(OTHER, "other")                 /* none of these: not known to happen */

typedef enum wgd_reason {
#define WGD_X(sym, name) WGD_REASON_##sym,
    WGD_REASONS(WGD_X)
#undef WGD_X
} wgd_reason;
const char *wgd_reason_name(wgd_reason r);

typedef struct wgd_refusal {
    wgd_reason reason;
    wgd_major major;       /* the reading that came nearest */
    wgd_swizzle_mode mode; /* and its swizzle */
    int64_t mn, k;         /* first element of the tile that it cannot reach */
    int64_t byte;          /* where that element lies */
    int64_t pitch;         /* bytes from one row (K-major) or k (MN-major) to the next */
    int64_t reads;         /* where the nearest descriptor reads it; -1 when there is none */
    char text[256];        /* one sentence in the user's terms */
} wgd_refusal;

enum { WGD_SOLUTIONS_MAX = 38 };
typedef struct wgd_solve {
    wgd_place place;
    int block_mn, block_k;
    int blocks_mn, blocks_k;
    int n; /* solutions found, the canonical one first */
    /* Two at most, with base_offsets half a pattern apart; the room is that of 19 pairs of mode and base_offset for
     * each major, and stays. */
    wgd_solution solution[WGD_SOLUTIONS_MAX];
    wgd_refusal refusal; /* when n is 0 */
} wgd_solve;

/* WGD_OK with out->n >= 1; ERR_NO_DESC with out->refusal filled and the sentence in diag; anything
 * else is bad input: arch, layout, dtype, operand, n, block, start, major. */
wgd_status wgd_solve_layout(const wgd_solve_query *q, wgd_solve *out, wgd_diag *diag);

/* Bytes from the start of block (0, 0) to that of block (i, j), before the swizzle, under a solution
 * of `s`. The caller has checked i and j. */
int64_t wgd_solve_block_offset(const wgd_solve *s, const wgd_solution *sol, int i, int j);
/* The descriptor word of block (i, j) under a solution of `s`. The caller has checked i and j. */
uint64_t wgd_solve_block(const wgd_solve *s, const wgd_solution *sol, int i, int j);

/* The slice of `q` that is block (i, j) of what q asks about; ERR_VALUE, field "block", where there is
 * no such block, and whatever wgd_solve_layout refuses before it looks for a descriptor. */
wgd_status wgd_solve_block_slice(const wgd_solve_query *q, int64_t i, int64_t j, wgd_slice *out,
                                 wgd_diag *diag);

/* The slices of one size side by side, along MN or K, of which the one that was solved is one: from
 * the first whole one of the tile to the last. */
typedef struct wgd_slice_steps {
    int index; /* which of them it is, counted from 0 */
    int said;  /* the first so many have the same fields but for the start */
    /* From the start of each to the next, over those `said`; to_next.blocks is how many slices there
     * are, or as many as were looked at: 4096 blocks' worth. */
    wgd_advance to_next;
    bool all; /* every slice of the row was looked at */
} wgd_slice_steps;
void wgd_solve_steps(const wgd_solve_query *q, const wgd_solve *s, const wgd_solution *sol,
                     bool along_k, wgd_slice_steps *out);

/* The slice nearest to q's that has a descriptor: of the same size if one has, moved as little as can
 * be; else of whole blocks. False where none of those that begin on a block, a line group or an
 * atom does. */
bool wgd_solve_nearest(const wgd_solve_query *q, wgd_slice *out, wgd_solution *sol);

/* The same solution in the terms of make_gmma_desc, where the tile divides into blocks by the
 * layout algebra: `smem_u128` the tile in 128-bit units, `block_u128` one block, `canonical` that
 * block divided by the canonical tiler, `iterator` (1, mn blocks, k blocks) -> 16-byte units from
 * block (0, 0). False, with nothing promised about them, where the algebra does not reach: a
 * swizzle on element offsets, another mode than the layout's own. */
typedef struct wgd_solve_layouts {
    wgd_composed smem_u128;
    wgd_layout block_u128, canonical, iterator;
} wgd_solve_layouts;
bool wgd_solve_algebra(const wgd_solve *s, const wgd_solution *sol, wgd_solve_layouts *out);

/* What to change, cheapest first: the instruction, the start, the swizzle alone, the padding, the
 * arrangement. */
#define WGD_CHANGES(X)                                                                             \
    X(BLOCK, "block")         /* a smaller instruction reads the tile as it is stored */           \
    X(MAJOR, "major")         /* read the same bytes in the other major */                         \
    X(SLICE, "slice")         /* another slice of the tile */                                      \
    X(START, "start")         /* move the tile to another address */                               \
    X(SWIZZLE, "swizzle")     /* keep the strides, store through this swizzle */                   \
    X(PAD, "pad")             /* another pitch */                                                  \
    X(CANONICAL, "canonical") /* store it as the tile of wgd_tile_describe */                      \
    X(K_MAJOR, "k_major")     /* the same, transposed */

typedef enum wgd_change_kind {
#define WGD_X(sym, name) WGD_CHANGE_##sym,
    WGD_CHANGES(WGD_X)
#undef WGD_X
} wgd_change_kind;
const char *wgd_change_name(wgd_change_kind k);

typedef struct wgd_change {
    wgd_change_kind kind;
    wgd_composed layout; /* the changed tile, which solves */
    int64_t start;
    wgd_solution solution;
    int64_t n;        /* WGD_CHANGE_BLOCK: N of the instruction for operand b; else as asked */
    int64_t block[2]; /* and the block where one is to be said, as in wgd_tile_query */
    wgd_slice slice;  /* WGD_CHANGE_SLICE: that slice; else as asked */
    /* The tile of WGD_CHANGE_CANONICAL and WGD_CHANGE_K_MAJOR. */
    wgd_major tile_major;
    wgd_swizzle_mode tile_swizzle;
    char text[128]; /* the change in words */
} wgd_change;

/* A block, a major, a slice, a start, two pads, one of the last two, and a swizzle for each mode. */
enum { WGD_CHANGES_MAX = 7 + WGD_SWIZZLE_MODE_COUNT };
/* Fills `out` with the changes that work for a query that had no descriptor; returns how many. */
int wgd_solve_changes(const wgd_solve_query *q, const wgd_refusal *why,
                      wgd_change out[WGD_CHANGES_MAX]);

WGD_API_END

#endif
