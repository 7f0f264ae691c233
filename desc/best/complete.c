/* SPDX-License-Identifier: MIT
 *
 * From the banks of a map to the map: every offset once, as many bits as can be in their place.
 */
#include "best.h"

static uint32_t lowest(uint32_t v)
{
    return v & (0u - v);
}

/* The vectors with the image 0, each with a coordinate (*pivot) that no other one has; the highest
 * coordinates that do. Returns how many there are. */
static int kernel_of(const best_problem *p, const best_images *b, uint32_t *vector, int *pivot)
{
    /* Images with the vectors that have them, in reduced form. */
    uint32_t image[BEST_K] = {0}, from[BEST_K] = {0};
    int rank = 0, n = 0;
    for (int u = 0; u < p->n; u++) {
        uint32_t x = b->of[u], v = 1u << u;
        for (int i = 0; i < rank; i++) {
            if ((x & lowest(image[i])) != 0) {
                x ^= image[i];
                v ^= from[i];
            }
        }
        if (x == 0) {
            vector[n++] = v;
            continue;
        }
        for (int i = 0; i < rank; i++) {
            if ((image[i] & lowest(x)) != 0) {
                image[i] ^= x;
                from[i] ^= v;
            }
        }
        image[rank] = x;
        from[rank++] = v;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            vector[i] ^= (vector[i] >> pivot[j] & 1) != 0 ? vector[j] : 0;
        }
        pivot[i] = 31 - __builtin_clz(vector[i]);
        for (int j = 0; j < i; j++) {
            vector[j] ^= (vector[j] >> pivot[i] & 1) != 0 ? vector[i] : 0;
        }
    }
    return n;
}

void best_complete(const best_problem *p, const best_images *b, wgd_linear *out)
{
    uint32_t vector[BEST_DIMS], upper = 0;
    int pivot[BEST_DIMS];
    const int n = kernel_of(p, b, vector, pivot);
    for (int i = 0; i < n; i++) {
        upper |= 1u << pivot[i];
    }
    /* The other coordinates become the banks, in order; a kernel vector says which of them change
     * with its pivot, since its own bank is 0. */
    int place[BEST_DIMS], banks = 0, above = 0;
    for (int u = 0; u < p->n; u++) {
        above += (upper >> u & 1) == 0;
    }
    for (int u = 0; u < p->n; u++) {
        place[u] = (upper >> u & 1) != 0 ? above++ : banks++;
    }
    out->bits = p->low + p->n;
    for (int k = 0; k < p->low; k++) {
        out->basis[k] = UINT64_C(1) << k;
    }
    for (int u = 0; u < p->n; u++) {
        out->basis[p->low + u] = UINT64_C(1) << (p->low + place[u]);
    }
    for (int i = 0; i < n; i++) {
        for (uint32_t v = vector[i] & ~upper; v != 0; v &= v - 1) {
            out->basis[p->low + pivot[i]] ^= UINT64_C(1) << (p->low + place[__builtin_ctz(v)]);
        }
    }
}
