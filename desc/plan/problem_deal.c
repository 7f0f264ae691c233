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

wgd_status wgd_problem_deal_tiles(wgd_problem_deal *d, const wgd_problem_tile *t,
                                  const wgd_problem_way *w, int ctas, const int64_t problem[3],
                                  int64_t k, const int64_t clusters[])
{
    const int64_t stages = ceil_div(problem[2], k);
    d->along_m = ceil_div(problem[0], t->m * t->cluster_m);
    d->along_n = ceil_div(problem[1], w->width * t->cluster_n);
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
    return WGD_OK;
}
