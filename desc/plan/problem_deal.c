/* SPDX-License-Identifier: MIT
 *
 * The tiles of a product, and how many of them are computed at once.
 */
#include "base/ceil_div.h"
#include "problem_parts.h"

/* Clusters of tiles; 0: none fits the device, or the blocks of a cluster load together and cannot share a tile too. */
static int64_t at_once(const wgd_problem_tile *t, const wgd_problem_way *w, int ctas,
                       const int64_t clusters[])
{
    const int cluster = t->cluster_m * t->cluster_n * ctas;
    if (w->in_memory) {
        return clusters[cluster] / w->split;
    }
    if (w->split > 1 && (cluster > 1 || w->split > WGD_PROBLEM_CLUSTER_MAX)) {
        return 0;
    }
    return clusters[cluster * w->split];
}

/* As measured (docs/gemm-notes.md): with a K of fewer stages neighbours gain nothing. Pairs along N, which take rows of
 * tiles, are better where few tiles share an operand along N and several times as many along M. Claims take half a
 * microsecond, which is gained where groups of SMs have tiles enough along both, and a block brings so many lines of 128
 * bytes: of large tiles (less from L2 is less power then), fewer of them on an H200; fewer yet where blocks share the K of
 * tiles of 128 x 128 or more, and of tiles of 64 x 128, for which L2 is slow, where most SMs have one: on an H100 of those
 * that no blocks share, on an H200 of those that some do. Blocks that walk 16,000 stages in
 * several rounds are tiles apart in the end, and device memory sends twice what it has to: those of the largest tiles claim
 * them, and keep in step. That saves power, too, which the chip has not enough of for 16-bit operands: those do it from fewer
 * stages on, but not where one tile has many. */
enum {
    PAIR_STEPS = 8,
    FEW_ALONG_N = 4,
    GROUP_ALONG = 4,
    LARGE_AREA = 128 * 192,
    PARTS_LINES = 7000,
    PARTS_AREA = 128 * 128,
    SMALL_LINES = 6000,
    SMALL_ROWS = 64,
    SMALL_COLUMNS = 128,
    WALK_TILE_STEPS = 256,
    WALK_AREA = 128 * 256
};

/* What is another on each GPU. */
static const struct {
    int64_t large_lines; /* of a block of large tiles */
    bool small_parts;    /* are small tiles claimed that blocks share, or those that none do? */
    int64_t walk_steps;  /* from which on it is a gain to keep in step for 16-bit operands */
} by_gpu[WGD_GPU_COUNT] = {
    [WGD_H200] = {12000, true, 1000},
    [WGD_H100] = {16000, false, 250},
};

static bool few_along_n(const wgd_problem_deal *d)
{
    return d->along_n <= FEW_ALONG_N && 2 * d->along_n <= d->along_m;
}

/* Why no neighbours are put side by side, whichever way; NULL where they may be. */
static const char *why_alone(const wgd_problem_deal *d, const wgd_problem_tile *t,
                             const wgd_problem_way *w, int ctas)
{
    return t->cluster_m * t->cluster_n * ctas > 1 ? "the blocks of a cluster are side by side"
           : w->split > 1 && !w->in_memory        ? "the blocks that share a tile are a cluster"
           : d->steps < PAIR_STEPS ? "K has fewer than 8 lines of 128 bytes, where it gains nothing"
           : d->along_m == 1       ? "one tile along M"
           : d->along_n == 1       ? "one tile along N"
                                   : NULL;
}

/* Lines of a block from which on claims are worth their time; INT64_MAX where they never are. */
static int64_t lines_for_groups(const wgd_problem_deal *d, const wgd_problem_tile *t,
                                const wgd_problem_way *w, const wgd_problem_device *device)
{
    const int64_t area = t->m * w->width;
    const bool parts = w->split > 1;
    if (area >= (parts ? PARTS_AREA : LARGE_AREA)) {
        return parts ? PARTS_LINES : by_gpu[device->gpu].large_lines;
    }
    const bool small = t->m == SMALL_ROWS && w->width == SMALL_COLUMNS &&
                       parts == by_gpu[device->gpu].small_parts &&
                       4 * d->blocks >= 3 * device->clusters[1];
    return small ? SMALL_LINES : INT64_MAX;
}

/* Can groups of SMs claim blocks of tiles: enough along both, of a kernel that claims? */
static bool can_claim(const wgd_problem_deal *d, const wgd_problem_tile *t)
{
    return !t->turned && d->along_m >= GROUP_ALONG && d->along_n >= GROUP_ALONG;
}

/* Are groups of SMs given blocks of tiles? */
static bool in_groups(const wgd_problem_deal *d, const wgd_problem_tile *t,
                      const wgd_problem_way *w, const wgd_problem_device *device)
{
    return can_claim(d, t) && d->rounds == 1 &&
           d->steps >= ceil_div(lines_for_groups(d, t, w, device), t->m + w->width);
}

/* Do blocks of large tiles walk over several? */
static bool walks(const wgd_problem_deal *d, const wgd_problem_tile *t)
{
    return d->rounds > 1 && t->m * t->n >= WALK_AREA;
}

/* Is it a gain to keep in step blocks that walk so many stages of k elements? Always for the longest walks. */
static bool worth_pace(const wgd_problem_deal *d, int64_t k, wgd_gpu gpu)
{
    const bool bits_16 = k * 16 == WGD_PROBLEM_K_BYTES * 8;
    return d->steps >= ceil_div(WGD_PROBLEM_LONG_WALK, d->rounds) ||
           (bits_16 && d->steps <= WALK_TILE_STEPS &&
            d->steps >= ceil_div(by_gpu[gpu].walk_steps, d->rounds));
}

/* Are they that, and kept in step? */
static bool in_step(const wgd_problem_deal *d, const wgd_problem_tile *t, int64_t k, wgd_gpu gpu)
{
    return can_claim(d, t) && walks(d, t) && worth_pace(d, k, gpu);
}

/* Why pairs do not take all tiles; NULL where they do. */
static const char *why_no_pairs(const wgd_problem_deal *d, const int64_t clusters[])
{
    return d->tiles % 2 != 0             ? "an odd number of tiles"
           : d->blocks > 2 * clusters[2] ? "more blocks than run at once in clusters of 2"
                                         : NULL;
}

static void set_pairs(wgd_problem_deal *d, const wgd_problem_tile *t, const wgd_problem_way *w,
                      int ctas, int64_t k, const wgd_problem_device *device)
{
    d->pairs = WGD_PROBLEM_PAIRS_NONE;
    d->pairs_reason = why_alone(d, t, w, ctas);
    if (d->pairs_reason) {
        return;
    }
    const bool few = few_along_n(d);
    if ((!few || w->split > 1) && in_groups(d, t, w, device)) {
        d->pairs = WGD_PROBLEM_PAIRS_GROUPS;
        d->pairs_reason = "blocks of tiles read the same A and B, for long enough to claim them";
        return;
    }
    if (!few && in_step(d, t, k, device->gpu)) {
        d->pairs = WGD_PROBLEM_PAIRS_GROUPS;
        d->pairs_reason = "in many rounds blocks are tiles apart, unless they are kept in step";
        return;
    }
    d->pairs_reason = why_no_pairs(d, device->clusters);
    if (d->pairs_reason) {
        return;
    }
    d->pairs = few ? WGD_PROBLEM_PAIRS_N : WGD_PROBLEM_PAIRS_M;
    d->pairs_reason =
        few ? "neighbours read the same A, and few others do" : "neighbours read the same B";
}

/* As measured (docs/gemm-notes.md, `order`): larger tiles, and several rounds, gain nothing. */
static wgd_problem_band band_of(const wgd_problem_deal *d, const wgd_problem_tile *t,
                                const wgd_problem_way *w)
{
    enum { AREA = 128 * 128 };
    const bool parts = w->split > 1 && !w->in_memory;
    const bool along_n = parts ? t->m > w->width : t->cluster_m > 1;
    const bool along_m = parts ? t->m < w->width : t->cluster_n > 1;
    return d->rounds > 1 || t->m * t->n > AREA || along_m == along_n ? WGD_PROBLEM_BAND_SQUARE
           : along_n                                                 ? WGD_PROBLEM_BAND_ROW
                                                                     : WGD_PROBLEM_BAND_COLUMN;
}

wgd_status wgd_problem_deal_tiles(wgd_problem_deal *d, const wgd_problem_tile *t,
                                  const wgd_problem_way *w, int ctas, const int64_t problem[3],
                                  int64_t k, const wgd_problem_device *device)
{
    if ((unsigned)device->gpu >= WGD_GPU_COUNT) {
        return WGD_ERR_VALUE;
    }
    const int64_t *const clusters = device->clusters;
    const int64_t stages = ceil_div(problem[2], k);
    d->size[0] = problem[t->turned ? 1 : 0];
    d->size[1] = problem[t->turned ? 0 : 1];
    d->size[2] = problem[2];
    d->along_m = ceil_div(d->size[0], t->m * t->cluster_m);
    d->along_n = ceil_div(d->size[1], w->width * t->cluster_n);
    d->at_once = at_once(t, w, ctas, clusters);
    d->steps = ceil_div(stages, w->split);
    const int64_t all = d->along_m * d->along_n; /* below 2^62 */
    d->tiles = all * t->cluster_m * t->cluster_n;
    if (d->tiles > WGD_PROBLEM_TILES_MAX) {
        return WGD_ERR_LIMIT;
    }
    if (d->at_once == 0 || w->split > stages) {
        return WGD_ERR_FIT;
    }
    d->rounds = ceil_div(all, d->at_once);
    d->blocks = d->tiles * w->split * ctas;
    set_pairs(d, t, w, ctas, k, device);
    d->apart = walks(d, t) && t->cluster_m * t->cluster_n * ctas == 1 &&
               d->pairs == WGD_PROBLEM_PAIRS_NONE;
    d->band = band_of(d, t, w);
    return WGD_OK;
}

/* The deal for which the kernels ask; without pairs and bands where there is no such way. */
static wgd_problem_deal dealt(const wgd_problem_tile *t, const wgd_problem_way *w,
                              const int64_t problem[3], int64_t k, const wgd_problem_device *device)
{
    wgd_problem_deal d;
    const wgd_status st = wgd_problem_deal_tiles(&d, t, w, 1, problem, k, device);
    return st == WGD_OK ? d
                        : (wgd_problem_deal){.pairs = WGD_PROBLEM_PAIRS_NONE,
                                             .band = WGD_PROBLEM_BAND_SQUARE};
}

wgd_problem_pairs wgd_problem_pairs_of(const wgd_problem_tile *t, const wgd_problem_way *w,
                                       const int64_t problem[3], int64_t k,
                                       const wgd_problem_device *device)
{
    return dealt(t, w, problem, k, device).pairs;
}

wgd_problem_band wgd_problem_band_of(const wgd_problem_tile *t, const wgd_problem_way *w,
                                     const int64_t problem[3], int64_t k,
                                     const wgd_problem_device *device)
{
    return dealt(t, w, problem, k, device).band;
}
