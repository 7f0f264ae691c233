/* SPDX-License-Identifier: MIT
 *
 * From the banks of a map to the map: every offset once, as many bits as can be in their place.
 */
#include "best.h"

void best_complete(const best_problem *p, const best_images *b, wgd_linear *out)
{
    uint32_t echelon[BEST_K], from[BEST_K], same[BEST_DIMS], rest;
    int place[BEST_DIMS], banks = 0;
    /* Coordinates with an image that earlier ones do not make up become the banks, in order; the others lie above, and
     * change with them the banks that have the same image, so that their own bank is 0. */
    for (int u = 0; u < p->n; u++) {
        same[u] = best_coordinates(echelon, from, banks, b->of[u], &rest);
        place[u] = p->k + u - banks;
        if (rest != 0) {
            echelon[banks] = rest;
            from[banks] = same[u] | 1u << u;
            same[u] = 0;
            place[u] = banks++;
        }
    }
    wgd_linear_identity(p->low + p->n, out);
    for (int u = 0; u < p->n; u++) {
        uint64_t to = UINT64_C(1) << place[u];
        for (uint32_t v = same[u]; v != 0; v &= v - 1) {
            to |= UINT64_C(1) << place[__builtin_ctz(v)];
        }
        out->basis[p->low + u] = to << p->low;
    }
}
