/* SPDX-License-Identifier: MIT
 *
 * How the blocks are dealt to the tiles of a product: the way that takes least.
 */
#include "base/ceil_div.h"
#include "problem_fit.h"
#include "problem_parts.h"

/* From so many stages on a narrower tile is worth its ordinary stores; below, the timed ones were slower. */
enum { NARROW_STEPS = 5 };

static int64_t multiple(int64_t a, int64_t unit)
{
    return ceil_div(a, unit) * unit;
}

/* Columns with which the tiles of the same number of rounds have even shares of N; the tile's own where that
 * saves nothing, or more than half, which a narrower tile does better. */
static int64_t even_width(const wgd_problem_tile *t, const wgd_problem_deal *d)
{
    const int64_t columns = d->rounds * d->at_once / d->along_m;
    const int64_t width = multiple(ceil_div(d->size[1], columns * t->cluster_n), 8);
    return width >= t->n || (width <= t->n / 2 && t->n > 64) ? t->n : width;
}

/* Keeps w in *best where it takes less than *time. */
static void compare(const wgd_problem_tile *t, const wgd_problem_way *w, const int64_t problem[3],
                    int64_t k, const wgd_problem_device *device, int64_t *time,
                    wgd_problem_way *best)
{
    const int64_t v = wgd_problem_time(t, w, problem, k, device);
    if (v < *time) {
        *time = v;
        *best = *w;
    }
}

int64_t wgd_problem_best(const wgd_problem_tile *t, const int64_t problem[3], int64_t k,
                         bool narrow, const wgd_problem_device *device, wgd_problem_way *best)
{
    const int64_t steps = ceil_div(problem[2], k);
    int64_t time = INT64_MAX;
    for (int in_memory = 0; in_memory < 2; in_memory++) {
        for (int split = 1 + in_memory; split <= WGD_PROBLEM_SPLIT_MAX && split <= steps; split++) {
            wgd_problem_way w = {split, in_memory != 0, t->n};
            wgd_problem_deal d;
            if (wgd_problem_deal_tiles(&d, t, &w, 1, problem, k, device) != WGD_OK) {
                continue;
            }
            compare(t, &w, problem, k, device, &time, best);
            w.width = even_width(t, &d);
            if (narrow && w.width < t->n && steps / split >= NARROW_STEPS) {
                compare(t, &w, problem, k, device, &time, best);
            }
        }
    }
    return time;
}
