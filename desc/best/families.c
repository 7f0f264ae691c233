/* SPDX-License-Identifier: MIT
 *
 * The maps that are cheap to compute: one swizzle, one shifted term, two of them.
 */
#include "families.h"

wgd_linear best_swizzle_map(const best_problem *p, wgd_swizzle sw)
{
    wgd_linear m;
    wgd_linear_identity(p->low + p->n, &m);
    for (int k = p->low; k < m.bits; k++) {
        m.basis[k] = (uint64_t)wgd_swizzle_apply(sw, (int64_t)m.basis[k]);
    }
    return m;
}

/* The banks of a map. */
static best_images images_of(const best_problem *p, const wgd_linear *m)
{
    best_images b;
    for (int u = 0; u < p->n; u++) {
        b.of[u] = (uint8_t)(m->basis[p->low + u] >> p->low & ((1u << p->k) - 1));
    }
    return b;
}

int64_t best_map_cost(const best_problem *p, const wgd_linear *m, int64_t limit)
{
    const best_images b = images_of(p, m);
    return best_cost(p, &b, limit);
}

int64_t best_of_swizzles(const best_problem *p, wgd_swizzle *out)
{
    const int bits = p->low + p->n;
    int64_t best = INT64_MAX;
    /* A shift down only: one up gives the banks of the plain tile other names. */
    for (int b = 1; b <= p->n / 2; b++) {
        for (int low = p->low; low + 2 * b <= bits; low++) {
            for (int s = b; low + b + s <= bits; s++) {
                const wgd_swizzle sw = {(int8_t)b, (int8_t)low, (int8_t)s};
                const wgd_linear m = best_swizzle_map(p, sw);
                const int64_t cost = best_map_cost(p, &m, best);
                if (cost < best) {
                    best = cost;
                    *out = sw;
                }
            }
        }
    }
    return best;
}

bool best_mode_map(const best_problem *p, const wgd_arrangement *tile, int swizzle_bytes,
                   wgd_linear *out)
{
    const int wide = swizzle_bytes ? swizzle_bytes : 16, rows = tile->rows;
    if (rows < 8 || tile->row_bytes < wide) {
        return false;
    }
    const wgd_swizzle sw = {(int8_t)(wgd_log2(wide) - 4), 4, 3};
    out->bits = p->low + p->n;
    int64_t at = 1; /* the plain offset that the bit stands for */
    for (int k = 0; k < out->bits; k++, at *= 2) {
        const int64_t row = at / tile->row_bytes, col = at % tile->row_bytes;
        const int64_t atom = row / 8 + col / wide * (rows / 8);
        const int64_t offset = atom * 8 * wide + row % 8 * wide + col % wide;
        out->basis[k] = (uint64_t)wgd_swizzle_apply(sw, offset);
    }
    return true;
}

/* A term: the bank bits in `mask` are XORed with the bits `shift` places higher. Another shift is of other bits. */
static void add_term(const best_problem *p, int shift, uint32_t mask, best_images *b)
{
    for (int u = shift; u < p->n; u++) {
        b->of[u] |= (uint8_t)(mask & 1u << (u - shift));
    }
}

/* So many more terms, with shifts from `first` on: the images where they cost no more than wanted. */
static bool find_terms(const best_problem *p, int n, int first, int64_t wanted, best_images *b)
{
    if (n == 0) {
        return best_cost(p, b, wanted) <= wanted;
    }
    for (int shift = first; shift < p->n; shift++) {
        for (uint32_t mask = 1; mask < 1u << p->k; mask++) {
            best_images with = *b;
            add_term(p, shift, mask, &with);
            if (find_terms(p, n - 1, shift + 1, wanted, &with)) {
                *b = with;
                return true;
            }
        }
    }
    return false;
}

bool best_terms(const best_problem *p, int n, int64_t wanted, wgd_linear *out)
{
    wgd_linear plain;
    wgd_linear_identity(p->low + p->n, &plain);
    best_images b = images_of(p, &plain);
    if (!find_terms(p, n, 1, wanted, &b)) {
        return false;
    }
    *out = plain;
    for (int u = 1; u < p->n; u++) {
        out->basis[p->low + u] |= (uint64_t)b.of[u] << p->low;
    }
    return true;
}
