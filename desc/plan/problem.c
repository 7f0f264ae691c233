/* SPDX-License-Identifier: MIT
 *
 * The rule that chooses a tile for a product, and its tables: what was fitted to the times of kernels/gemm/v3
 * on an H200 (docs/gemm-notes.md says how; docs/evidence/gemm-ways.json has the times). Cycles are of
 * 1500 MHz, the clock under load.
 */
#include <stddef.h>

#include "base/ceil_div.h"
#include "problem_parts.h"

/* What a tile takes besides what its size says. */
typedef struct fitted_tile {
    wgd_problem_tile tile; /* stages: the most beside the panels of C of 8 KB of each warpgroup */
    int step_cycles;       /* a stage of 128 bytes of K where the tensor cores bind */
} fitted_tile;

/* As kernels/gemm/v3 has them for bf16. A tile of 64 rows has one warpgroup of consumers, others two. */
static const fitted_tile tiles[WGD_PROBLEM_CANDIDATES] = {
    {{128, 256, 2, 1, 4, 32768}, 1030}, {{128, 256, 1, 2, 4, 32768}, 1030},
    {{128, 256, 1, 1, 4, 32768}, 1030}, {{128, 192, 2, 1, 5, 16384}, 805},
    {{128, 192, 1, 1, 5, 16384}, 805},  {{128, 128, 2, 1, 6, 32768}, 542},
    {{128, 128, 1, 2, 6, 32768}, 542},  {{128, 128, 1, 1, 6, 32768}, 542},
    {{128, 160, 1, 1, 5, 16384}, 674},  {{128, 144, 2, 2, 6, 16384}, 602},
    {{128, 144, 1, 2, 6, 16384}, 602},  {{128, 144, 1, 1, 6, 16384}, 602},
    {{128, 80, 1, 1, 8, 16384}, 407},   {{64, 160, 2, 1, 7, 8192}, 388},
    {{64, 96, 2, 1, 10, 8192}, 259},    {{256, 128, 1, 2, 4, 32768}, 1043},
    {{128, 64, 2, 1, 8, 16384}, 324},   {{128, 64, 1, 2, 8, 16384}, 324},
    {{128, 64, 1, 1, 8, 16384}, 324},   {{64, 256, 1, 1, 5, 8192}, 600},
    {{64, 192, 2, 1, 6, 8192}, 458},    {{64, 192, 1, 1, 6, 8192}, 372},
    {{64, 128, 2, 1, 8, 16384}, 323},   {{64, 128, 1, 2, 8, 16384}, 223},
    {{64, 128, 1, 1, 8, 16384}, 223},   {{64, 64, 2, 1, 11, 8192}, 230},
    {{64, 64, 1, 2, 11, 8192}, 230},    {{64, 64, 1, 1, 11, 8192}, 230},
};

/* The fit. */
enum {
    LAUNCH = 999,            /* of the kernel */
    BLOCK_MILLI = 8627,      /* of each block of the first round, in thousandths */
    TILE = 1061,             /* first loads and epilogue of a tile, and in addition ... */
    OUTPUT_MILLI = 75,       /* ... for each element of C in it, in thousandths */
    CLUSTER = 516,           /* ... for a cluster */
    FEW_ROUNDS = 3,          /* up to which the blocks of a cluster wait for one another, ... */
    IN_STEP_MILLI = 30,      /* ... by this part of a stage's products */
    CUT = 205,               /* ... for a width that is no multiple of 64: ordinary stores */
    AGAIN_MILLI = 357,       /* the part of that which a further round does not hide */
    AGAIN_ALONE_MILLI = 606, /* where one warpgroup has more than 150 columns */
    ALONE_COLUMNS = 150,
    L2_BYTES = 70, /* a cycle, for one SM */
    /* For all. Where blocks read the same lines at the same time, L2 sends some of them once: one line for 1 + this
     * part of each further tile that reads the operand, up to MEET_MOST. */
    L2_BYTES_ALL = 6062,
    MEET_MILLI = 40,
    MEET_MOST = 4,
    /* Where lines of A and B do not start at L2's sectors: for one SM, and for all. */
    L2_BYTES_ASKEW = 41,
    L2_BYTES_ASKEW_ALL = 3426,
    SECTOR_BYTES = 32,
    MEMORY_BYTES = 2956,    /* a cycle, of device memory for all SMs, ... */
    MEMORY_BYTES_EACH = 26, /* ... and for one, which with few blocks is less */
    AGAIN_READ_MILLI = 257, /* of an operand that more than one tile reads, in thousandths */
    LATENCY_MEMORY = 1022,
    LATENCY_L2 = 11,
    OTHERS_MILLI = 62,         /* what does not bind adds this part of its time, ... */
    OTHERS_MEMORY_MILLI = 67,  /* ... where device memory binds */
    PARTS_CLUSTER = 715,       /* adding parts up in a cluster, and in addition ... */
    PARTS_CLUSTER_MILLI = 275, /* ... for each element of the tile, in thousandths */
    PARTS_MEMORY = 2177,
    PARTS_MEMORY_MILLI = 262
};

wgd_problem_tile wgd_problem_tile_at(int i)
{
    return tiles[i].tile;
}

void wgd_problem_clusters(int64_t sms, int64_t clusters[WGD_PROBLEM_CLUSTER_MAX + 1])
{
    /* docs/evidence/gemm.json, clusters_at_once. */
    static const int h200[WGD_PROBLEM_CLUSTER_MAX + 1] = {0, 132, 66, 39, 30, 22, 17, 15, 15,
                                                          9, 7,   7,  7,  7,  7,  7,  7};
    for (int i = 0; i <= WGD_PROBLEM_CLUSTER_MAX; i++) {
        clusters[i] = h200[i] * sms / WGD_PROBLEM_SMS;
    }
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* A stage of the tile where the tensor cores bind: as fitted, in this cluster or in another; by its outputs for a
 * tile that is in no row. */
static int64_t step_of(const wgd_problem_tile *t)
{
    int64_t step = ceil_div(t->m * t->n * tiles[0].step_cycles, tiles[0].tile.m * tiles[0].tile.n);
    for (size_t i = 0; i < WGD_PROBLEM_CANDIDATES; i++) {
        const wgd_problem_tile *row = &tiles[i].tile;
        if (row->m == t->m && row->n == t->n) {
            step = tiles[i].step_cycles;
            if (row->cluster_m == t->cluster_m && row->cluster_n == t->cluster_n) {
                break;
            }
        }
    }
    return step;
}

/* Stages in the room of the tile's: with one warpgroup they are as small as the rows and columns that are
 * brought. */
static int64_t stages_of(const wgd_problem_tile *t, int64_t rows, int64_t columns)
{
    const int64_t stages = t->stages > 0 ? t->stages : 4;
    return t->m == 64 ? least_of(32, stages * (t->m + t->n) / (rows + columns)) : stages;
}

/* Does each block of a cluster have something to do, and each that shares a tile the others beside it? */
static bool all_work(const wgd_problem_deal *d, const wgd_problem_tile *t, const wgd_problem_way *w,
                     const int64_t problem[3])
{
    return (t->cluster_m == 1 || problem[0] > t->m) &&
           (t->cluster_n == 1 || problem[1] > w->width) && (w->split == 1 || d->rounds == 1);
}

/* What the stages bring, in lines of 128 bytes. */
typedef struct traffic {
    int64_t once; /* of A and B, each once */
    /* Of device memory: A, B, C but for the last round, and again what several tiles read at once. */
    int64_t memory;
    int64_t
        a_milli; /* of A, of a block in a stage, in thousandths: those of a cluster bring parts */
    int64_t b_milli;      /* of B */
    int64_t missed_milli; /* the part of them that comes from device memory, in thousandths */
    int64_t at_once;      /* blocks that bring them */
} traffic;

static int64_t rows_milli(const traffic *x)
{
    return x->a_milli + x->b_milli;
}

/* More lines than this of A, B or C are no time: of all of them, and those that are read again, the bytes in
 * thousandths fit in 63 bits. */
#define LINES_MAX (INT64_C(1) << 44)
_Static_assert(LINES_MAX <= INT64_MAX / (1000 * WGD_PROBLEM_K_BYTES) / 4, "a time of them fits");

/* Lines of A and B, and of a 16-bit C; false where they are too many. Sizes are below 2^31. */
static bool count_lines(const int64_t problem[3], int64_t k, int64_t *a, int64_t *b, int64_t *c)
{
    const int64_t steps = ceil_div(problem[2], k);
    *a = problem[0] * steps;
    *b = problem[1] * steps;
    *c = problem[0] * problem[1] / (WGD_PROBLEM_K_BYTES / 2);
    return *a <= LINES_MAX && *b <= LINES_MAX && *c <= LINES_MAX;
}

static bool bring(traffic *x, const wgd_problem_deal *d, const wgd_problem_tile *t,
                  const wgd_problem_way *w, const int64_t problem[3], int64_t k, int64_t sms)
{
    int64_t a, b, c;
    if (!count_lines(problem, k, &a, &b, &c)) {
        return false;
    }
    const int64_t again = (d->along_n > 1 ? a : 0) + (d->along_m > 1 ? b : 0);
    x->once = a + b;
    /* The tiles of the last round are stored when nothing is loaded any more (OUTPUT_MILLI). */
    x->memory = a + b + c / d->rounds * (d->rounds - 1) + again / 1000 * AGAIN_READ_MILLI;
    x->a_milli = 1000 * least_of(problem[0], t->m) / t->cluster_n;
    x->b_milli = 1000 * w->width / t->cluster_m;
    /* At most 2^30 tiles of 2 * 256 rows and 2^31 stages. */
    int64_t loaded;
    if (__builtin_mul_overflow(d->blocks * rows_milli(x) / 1000, d->steps, &loaded)) {
        return false;
    }
    x->missed_milli = 1000 * x->once / loaded; /* the blocks load each line once at least */
    x->at_once = least_of(d->blocks, sms);
    return true;
}

static int64_t memory_milli(int64_t lines)
{
    return lines * (1000 * WGD_PROBLEM_K_BYTES) / MEMORY_BYTES;
}

int64_t wgd_problem_memory_cycles(const int64_t problem[3], int64_t k)
{
    int64_t a, b, c;
    return count_lines(problem, k, &a, &b, &c) ? memory_milli(a + b + c) / 1000 + 1 : INT64_MAX;
}

/* Of the lines of an operand that so many tiles read, those that L2 sends. */
static int64_t sent(int64_t lines_milli, int64_t readers)
{
    const int64_t meet = least_of(1000 * MEET_MOST, 1000 + MEET_MILLI * (readers - 1));
    return lines_milli * 1000 / meet;
}

/* Of the lines of an operand those that a block asks for, where pairs ask for them together. */
static int64_t asked(int64_t lines_milli, bool paired)
{
    return paired ? lines_milli / 2 : lines_milli;
}

/* L2's part: the greater of what it has for one SM and for all. */
static int64_t l2_milli(const traffic *x, const wgd_problem_deal *d, const int64_t problem[3],
                        int64_t k)
{
    int64_t one = rows_milli(x), all = one, bytes_one = L2_BYTES_ASKEW,
            bytes_all = L2_BYTES_ASKEW_ALL;
    /* Where lines start off its sectors nothing meets. */
    if (problem[2] * WGD_PROBLEM_K_BYTES / k % SECTOR_BYTES == 0) {
        const int64_t a = asked(x->a_milli, d->pairs == WGD_PROBLEM_PAIRS_N);
        /* Groups do what pairs along M do, and more. */
        const int64_t b = asked(x->b_milli, d->pairs == WGD_PROBLEM_PAIRS_M ||
                                                d->pairs == WGD_PROBLEM_PAIRS_GROUPS);
        one = a + b;
        all = sent(a, d->along_n) + sent(b, d->along_m);
        bytes_one = L2_BYTES;
        bytes_all = L2_BYTES_ALL;
    }
    one = one * WGD_PROBLEM_K_BYTES / bytes_one;
    all = all * WGD_PROBLEM_K_BYTES * x->at_once / bytes_all;
    return one > all ? one : all;
}

/* Device memory's part: what it has for one SM and for all. */
static int64_t memory_stage_milli(const traffic *x, const wgd_problem_deal *d)
{
    const int64_t one =
        rows_milli(x) * WGD_PROBLEM_K_BYTES / 1000 * x->missed_milli / MEMORY_BYTES_EACH;
    const int64_t all = memory_milli(x->memory) / d->rounds / d->steps;
    return one > all ? one : all;
}

/* What a stage of a block takes, in thousandths of a cycle, by what may bind it. */
static void stage_parts(int64_t part[WGD_PROBLEM_BOUND_COUNT], const traffic *x,
                        const wgd_problem_deal *d, const wgd_problem_tile *t,
                        const wgd_problem_way *w, const int64_t problem[3], int64_t k,
                        int64_t step_cycles)
{
    const int64_t latency =
        LATENCY_MEMORY * x->missed_milli + LATENCY_L2 * (1000 - x->missed_milli);
    const bool in_step =
        t->cluster_m * t->cluster_n > 1 && d->rounds <= FEW_ROUNDS && w->split == 1;
    part[WGD_PROBLEM_TENSOR] = step_cycles * (1000 + (in_step ? IN_STEP_MILLI : 0));
    part[WGD_PROBLEM_SHARED] = 0;
    part[WGD_PROBLEM_L2] = l2_milli(x, d, problem, k);
    part[WGD_PROBLEM_MEMORY] = memory_stage_milli(x, d);
    part[WGD_PROBLEM_LATENCY] = latency / stages_of(t, least_of(problem[0], t->m), w->width);
}

/* The one that binds, and a part of the others. */
static int64_t stage_milli(const int64_t part[WGD_PROBLEM_BOUND_COUNT], wgd_problem_bound *bound)
{
    int64_t sum = 0;
    *bound = WGD_PROBLEM_TENSOR;
    for (int i = 0; i < WGD_PROBLEM_BOUND_COUNT; i++) {
        sum += part[i];
        *bound = part[i] > part[*bound] ? (wgd_problem_bound)i : *bound;
    }
    return part[*bound] + (sum - part[*bound]) / 1000 *
                              (*bound == WGD_PROBLEM_MEMORY ? OTHERS_MEMORY_MILLI : OTHERS_MILLI);
}

/* First loads and epilogue of a tile. */
static int64_t tile_cycles(const wgd_problem_tile *t, int64_t width, int64_t m)
{
    return TILE + least_of(m, t->m) * width * OUTPUT_MILLI / 1000 +
           (t->cluster_m * t->cluster_n > 1 ? CLUSTER : 0) + (width % 64 != 0 ? CUT : 0);
}

static int64_t parts_cycles(const wgd_problem_tile *t, const wgd_problem_way *w)
{
    const int64_t area = t->m * t->n;
    return w->split == 1  ? 0
           : w->in_memory ? PARTS_MEMORY + area * PARTS_MEMORY_MILLI / 1000
                          : PARTS_CLUSTER + area * PARTS_CLUSTER_MILLI / 1000;
}

bool wgd_problem_estimate(wgd_problem_deal *d, const wgd_problem_tile *t, const wgd_problem_way *w,
                          const int64_t problem[3], int64_t k, int64_t least_step,
                          const int64_t clusters[])
{
    traffic x;
    if (wgd_problem_deal_tiles(d, t, w, 1, problem, k, clusters) != WGD_OK ||
        !all_work(d, t, w, problem) || !bring(&x, d, t, w, problem, k, clusters[1])) {
        return false;
    }
    const int64_t fitted = step_of(t);
    int64_t part[WGD_PROBLEM_BOUND_COUNT], v;
    stage_parts(part, &x, d, t, w, problem, k, fitted > least_step ? fitted : least_step);
    const int64_t stage = stage_milli(part, &d->bound);
    const bool alone = t->m == 64 && w->width > ALONE_COLUMNS;
    const int64_t again = (d->rounds - 1) * (alone ? AGAIN_ALONE_MILLI : AGAIN_MILLI);
    /* At most 2^30 rounds of 2^31 stages. */
    if (__builtin_mul_overflow(d->rounds * d->steps, stage, &v)) {
        return false;
    }
    d->cycles = v / 1000 + tile_cycles(t, w->width, problem[0]) * (1000 + again) / 1000 + LAUNCH +
                least_of(d->blocks, clusters[1]) * BLOCK_MILLI / 1000 + parts_cycles(t, w);
    return true;
}

int64_t wgd_problem_time(const wgd_problem_tile *t, const wgd_problem_way *w,
                         const int64_t problem[3], int64_t k,
                         const int64_t clusters[WGD_PROBLEM_CLUSTER_MAX + 1])
{
    wgd_problem_deal d;
    return wgd_problem_estimate(&d, t, w, problem, k, 0, clusters) ? d.cycles : INT64_MAX;
}
