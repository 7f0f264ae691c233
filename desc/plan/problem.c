/* SPDX-License-Identifier: MIT
 *
 * The rule that chooses a tile for a product: what a way of computing it takes, by the constants that were fitted to
 * the times of kernels/gemm/v3 (problem_fit.h; docs/gemm-notes.md tells how).
 */
#include "base/ceil_div.h"
#include "problem_fit.h"
#include "problem_parts.h"

/* What is the same on each GPU. */
enum {
    FEW_ROUNDS = 3,      /* up to which the blocks of a cluster wait for one another */
    ALONE_COLUMNS = 150, /* more of a warpgroup are many */
    MEET_MOST = 4,       /* tiles that L2 sends one line to */
    SECTOR_BYTES = 32
};

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Rows of a stage where A has so many for the tile: with one warpgroup as many, else all of the tile. */
static int64_t copied_rows(const wgd_problem_tile *t, int64_t rows)
{
    return t->m == 64 ? rows : t->m;
}

/* Stages in the room of the tile's: with one warpgroup they are as small as the rows and columns that are
 * brought. */
static int64_t stages_of(const wgd_problem_tile *t, int64_t rows, int64_t columns)
{
    const int64_t stages = t->stages > 0 ? t->stages : 4;
    return t->m == 64 ? least_of(32, stages * (t->m + t->n) / (rows + columns)) : stages;
}

/* What the stages bring, in lines of 128 bytes. */
typedef struct traffic {
    int64_t once; /* of A and B, each once */
    /* Of device memory: A, B, C but for the last round, and again what several tiles read at once. */
    int64_t memory;
    int64_t last; /* of C, which the last round stores */
    int64_t
        a_milli; /* of A, of a block in a stage, in thousandths: those of a cluster bring parts */
    int64_t b_milli;      /* of B */
    int64_t beyond_milli; /* beyond A: zeros, which an SM gets like others */
    int64_t
        missed_milli; /* the part of A's and B's that comes from device memory, in thousandths */
    int64_t at_once;  /* blocks that bring them */
    bool alone;       /* half of the SMs at most do, one of each two that share a way to L2 */
} traffic;

static int64_t rows_milli(const traffic *x)
{
    return x->a_milli + x->b_milli;
}

/* Cycles, in thousandths, until so many lines are with an SM, where it and the one beside it get so many bytes in a cycle. */
static int64_t between_two_milli(const traffic *x, int64_t lines_milli, int64_t bytes)
{
    return lines_milli * WGD_PROBLEM_K_BYTES * (x->alone ? 1 : 2) / bytes;
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

static bool bring(traffic *x, const wgd_problem_fit *f, const wgd_problem_deal *d,
                  const wgd_problem_tile *t, const wgd_problem_way *w, int64_t k, int64_t sms)
{
    int64_t a, b, c;
    if (!count_lines(d->size, k, &a, &b, &c)) {
        return false;
    }
    const int64_t again = (d->along_n > 1 ? a : 0) + (d->along_m > 1 ? b : 0);
    x->once = a + b;
    x->last = c / d->rounds;
    /* The tiles of the last round are stored when nothing is loaded any more (output_milli, last_milli). */
    x->memory = a + b + c / d->rounds * (d->rounds - 1) + again / 1000 * f->again_read_milli;
    const int64_t rows = least_of(d->size[0], t->m);
    x->a_milli = 1000 * rows / t->cluster_n;
    x->b_milli = 1000 * w->width / t->cluster_m;
    x->beyond_milli = 1000 * (copied_rows(t, rows) - rows) / t->cluster_n;
    /* At most 2^30 tiles of 2 * 256 rows and 2^31 stages. */
    int64_t loaded;
    if (__builtin_mul_overflow(d->blocks * rows_milli(x) / 1000, d->steps, &loaded)) {
        return false;
    }
    x->missed_milli = 1000 * x->once / loaded; /* the blocks load each line once at least */
    x->at_once = least_of(d->blocks, sms);
    x->alone = d->blocks <= sms / 2;
    return true;
}

static int64_t memory_milli(int64_t lines, const wgd_problem_fit *f)
{
    return lines * (1000 * WGD_PROBLEM_K_BYTES) / f->memory_bytes;
}

int64_t wgd_problem_memory_cycles(const int64_t problem[3], int64_t k, wgd_gpu gpu)
{
    int64_t a, b, c;
    return count_lines(problem, k, &a, &b, &c)
               ? memory_milli(a + b + c, wgd_problem_fit_of(gpu)) / 1000 + 1
               : INT64_MAX;
}

/* Of the lines of an operand that so many tiles read, those that L2 sends; `banded`: to clusters that are numbered one
 * after the other. */
static int64_t sent(int64_t lines_milli, int64_t readers, bool banded, const wgd_problem_fit *f)
{
    const int64_t each = banded ? f->meet_band_milli : f->meet_milli;
    const int64_t meet = least_of(1000 * MEET_MOST, 1000 + each * (readers - 1));
    return lines_milli * 1000 / meet;
}

/* Of the lines of an operand those that a block asks for, where pairs ask for them together. */
static int64_t asked(int64_t lines_milli, bool paired)
{
    return paired ? lines_milli / 2 : lines_milli;
}

/* L2's part: the greater of what it has for two SMs and for all. */
static int64_t l2_milli(const traffic *x, const wgd_problem_fit *f, const wgd_problem_deal *d,
                        int64_t k)
{
    const int64_t pitch = d->size[2] * WGD_PROBLEM_K_BYTES / k;
    const int64_t rows = rows_milli(x) + x->beyond_milli;
    if (pitch % SECTOR_BYTES != 0) { /* nothing meets */
        return between_two_milli(x, rows, f->l2_bytes_askew);
    }
    /* Groups do what pairs along M do, and in one round what pairs along N do. */
    const bool groups = d->pairs == WGD_PROBLEM_PAIRS_GROUPS;
    const int64_t a =
        asked(x->a_milli, (groups && d->rounds == 1) || d->pairs == WGD_PROBLEM_PAIRS_N);
    const int64_t b = asked(x->b_milli, groups || d->pairs == WGD_PROBLEM_PAIRS_M);
    const int64_t two = pitch % WGD_PROBLEM_K_BYTES != 0
                            ? between_two_milli(x, rows, f->l2_bytes_apart)
                            : between_two_milli(x, a + b + x->beyond_milli, f->l2_bytes);
    const int64_t sent_milli = sent(a, d->along_n, d->band == WGD_PROBLEM_BAND_ROW, f) +
                               sent(b, d->along_m, d->band == WGD_PROBLEM_BAND_COLUMN, f);
    const int64_t all = sent_milli * WGD_PROBLEM_K_BYTES * x->at_once / f->l2_bytes_all;
    return two > all ? two : all;
}

/* Device memory's part: what it has for two SMs and for all. */
static int64_t memory_stage_milli(const traffic *x, const wgd_problem_fit *f,
                                  const wgd_problem_deal *d)
{
    const int64_t missed_milli = (rows_milli(x) + x->beyond_milli) * x->missed_milli / 1000;
    const int64_t two = between_two_milli(x, missed_milli, f->memory_bytes_two);
    const int64_t all = memory_milli(x->memory, f) / d->rounds / d->steps;
    return two > all ? two : all;
}

/* What a stage of a block takes, in thousandths of a cycle, by what may bind it. */
static void stage_parts(int64_t part[WGD_PROBLEM_BOUND_COUNT], const traffic *x,
                        const wgd_problem_fit *f, const wgd_problem_deal *d,
                        const wgd_problem_tile *t, const wgd_problem_way *w, int64_t k,
                        int64_t step_cycles)
{
    const int64_t latency =
        f->latency_memory * x->missed_milli + f->latency_l2 * (1000 - x->missed_milli);
    const bool in_step =
        t->cluster_m * t->cluster_n > 1 && d->rounds <= FEW_ROUNDS && w->split == 1;
    /* The stage of a small tile that was fitted waits for L2, too; where groups claim such tiles it does not. */
    const bool small_groups = d->pairs == WGD_PROBLEM_PAIRS_GROUPS && t->m == 64;
    part[WGD_PROBLEM_TENSOR] =
        step_cycles * (small_groups ? f->claimed_milli : 1000 + (in_step ? f->in_step_milli : 0));
    part[WGD_PROBLEM_SHARED] = 0;
    part[WGD_PROBLEM_L2] = l2_milli(x, f, d, k);
    part[WGD_PROBLEM_MEMORY] = memory_stage_milli(x, f, d);
    part[WGD_PROBLEM_LATENCY] = latency / stages_of(t, least_of(d->size[0], t->m), w->width);
}

/* The one that binds, and a part of the others. */
static int64_t stage_milli(const int64_t part[WGD_PROBLEM_BOUND_COUNT], const wgd_problem_fit *f,
                           wgd_problem_bound *bound)
{
    int64_t sum = 0;
    *bound = WGD_PROBLEM_TENSOR;
    for (int i = 0; i < WGD_PROBLEM_BOUND_COUNT; i++) {
        sum += part[i];
        *bound = part[i] > part[*bound] ? (wgd_problem_bound)i : *bound;
    }
    return part[*bound] +
           (sum - part[*bound]) / 1000 *
               (*bound == WGD_PROBLEM_MEMORY ? f->others_memory_milli : f->others_milli);
}

/* First loads and epilogue of a tile. */
static int64_t tile_cycles(const wgd_problem_fit *f, const wgd_problem_tile *t, int64_t width,
                           int64_t m)
{
    return f->tile + least_of(m, t->m) * width * f->output_milli / 1000 +
           (t->cluster_m * t->cluster_n > 1 ? f->cluster : 0) +
           (t->turned         ? f->turn
            : width % 64 != 0 ? f->cut
                              : 0);
}

static int64_t parts_cycles(const wgd_problem_fit *f, const wgd_problem_tile *t,
                            const wgd_problem_way *w)
{
    const int64_t area = t->m * t->n;
    return w->split == 1  ? 0
           : w->in_memory ? f->parts_memory + area * f->parts_memory_milli / 1000
                          : f->parts_cluster + area * f->parts_cluster_milli / 1000;
}

/* Of the first loads and epilogues of all rounds but the first, the part that their products do not hide. */
static int64_t again_milli(const wgd_problem_fit *f, const wgd_problem_deal *d,
                           const wgd_problem_tile *t, const wgd_problem_way *w)
{
    const bool bare = t->m == 64 && w->width > ALONE_COLUMNS;
    /* Four in a row wait for one another's stores. */
    const int64_t each = t->cluster_m > 2 ? f->again_four_milli
                         : bare           ? f->again_alone_milli
                                          : f->again_milli;
    const int64_t again = (d->rounds - 1) * each;
    return d->bound == WGD_PROBLEM_MEMORY ? again * f->again_memory_milli / 1000 : again;
}

/* What blocks take longer that nothing keeps together: what they read, L2 has sent before. Of `cycles`, so many. Beyond a long
 * walk they are no farther apart. */
static int64_t walk_cycles(const wgd_problem_fit *f, const wgd_problem_deal *d, int64_t cycles)
{
    const int64_t walked = least_of(d->rounds * d->steps, WGD_PROBLEM_LONG_WALK);
    return d->apart ? cycles / 1000 * walked / 1000 * f->walk_milli : 0;
}

bool wgd_problem_estimate(wgd_problem_deal *d, const wgd_problem_tile *t, const wgd_problem_way *w,
                          const int64_t problem[3], int64_t k, int64_t least_step,
                          const wgd_problem_device *device)
{
    /* Blocks that share a tile have the others beside them: there is one round. */
    if (wgd_problem_deal_tiles(d, t, w, 1, problem, k, device) != WGD_OK ||
        (w->split > 1 && d->rounds > 1)) {
        return false;
    }
    const int64_t sms = device->clusters[1];
    const wgd_problem_fit *const f = wgd_problem_fit_of(device->gpu);
    traffic x;
    if (!bring(&x, f, d, t, w, k, sms)) {
        return false;
    }
    const int64_t fitted = wgd_problem_step_of(t, device->gpu);
    if (fitted == WGD_PROBLEM_UNTIMED) {
        return false;
    }
    int64_t part[WGD_PROBLEM_BOUND_COUNT], v;
    stage_parts(part, &x, f, d, t, w, k, fitted > least_step ? fitted : least_step);
    const int64_t stage = stage_milli(part, f, &d->bound);
    /* At most 2^30 rounds of 2^31 stages. */
    if (__builtin_mul_overflow(d->rounds * d->steps, stage, &v)) {
        return false;
    }
    const int64_t tile = tile_cycles(f, t, w->width, d->size[0]);
    d->cycles = v / 1000 + walk_cycles(f, d, v / 1000) +
                tile * (1000 + again_milli(f, d, t, w)) / 1000 +
                memory_milli(x.last, f) * f->last_milli / 1000000 + f->launch +
                least_of(d->blocks, sms) * f->block_milli / 1000 + parts_cycles(f, t, w);
    return true;
}

int64_t wgd_problem_time(const wgd_problem_tile *t, const wgd_problem_way *w,
                         const int64_t problem[3], int64_t k, const wgd_problem_device *device)
{
    wgd_problem_deal d;
    return wgd_problem_estimate(&d, t, w, problem, k, 0, device) ? d.cycles : INT64_MAX;
}
