/* SPDX-License-Identifier: MIT
 *
 * The maps that are cheap to compute: one swizzle, one shifted term, two of them.
 */
#include "families.h"

wgd_linear best_swizzle_map(const best_problem *p, wgd_swizzle sw)
{
    wgd_linear m;
    wgd_linear_identity(p->low + p->n, &m);
    for (int k = 0; k < m.bits; k++) {
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
    for (int b = 1; b <= bits / 2; b++) {
        for (int low = p->low; low + 2 * b <= bits; low++) {
            for (int s = -(bits - low - b); s <= bits - low - b; s++) {
                const wgd_swizzle sw = {(int8_t)b, (int8_t)low, (int8_t)s};
                if (s > -b && s < b) {
                    continue;
                }
                const wgd_linear m = best_swizzle_map(p, sw);
                const int64_t cost = best_map_cost(p, &m, best);
                if (cost < best || (cost == best && b == out->b && out->s < 0 && s > 0)) {
                    best = cost;
                    *out = sw;
                }
            }
        }
    }
    return best;
}

bool best_mode_map(const best_problem *p, const wgd_arrangement *tile, int swizzle_bytes,
                   bool along, wgd_linear *out)
{
    const int wide = swizzle_bytes > 0 ? swizzle_bytes : 16, rows = tile->rows;
    if (rows < 8 || tile->row_bytes < wide) {
        return false;
    }
    const wgd_swizzle sw = {(int8_t)(wide == 128 ? 3 : wide == 64 ? 2 : wide == 32 ? 1 : 0), 4, 3};
    out->bits = p->low + p->n;
    int64_t at = 1; /* the plain offset that the bit stands for */
    for (int k = 0; k < out->bits; k++, at *= 2) {
        const int64_t row = at / tile->row_bytes, col = at % tile->row_bytes;
        const int64_t atom = along ? row / 8 * tile->row_bytes / wide + col / wide
                                   : row / 8 + col / wide * (rows / 8);
        const int64_t offset = atom * 8 * wide + row % 8 * wide + col % wide;
        out->basis[k] = (uint64_t)wgd_swizzle_apply(sw, offset);
    }
    return true;
}

/* A term: the bank bits in `mask` are XORed with the bits `shift` places higher. */
typedef struct term {
    int shift;
    uint32_t mask;
} term;

static void add_term(const best_problem *p, term t, best_images *b)
{
    for (int u = t.shift; u < p->n && u < t.shift + p->k; u++) {
        b->of[u] ^= (uint8_t)(t.mask & 1u << (u - t.shift));
    }
}

static void map_of_terms(const best_problem *p, const term t[2], wgd_linear *out)
{
    wgd_linear_identity(p->low + p->n, out);
    for (int i = 0; i < 2; i++) {
        for (int u = t[i].shift; u < p->n && u < t[i].shift + p->k; u++) {
            const uint64_t bit = t[i].mask & 1u << (u - t[i].shift);
            out->basis[p->low + u] ^= bit << p->low;
        }
    }
}

bool best_terms(const best_problem *p, int n, int64_t wanted, wgd_linear *out)
{
    term t[2] = {{1, 1}, {1, 0}};
    wgd_linear plain;
    wgd_linear_identity(p->low + p->n, &plain);
    const best_images none = images_of(p, &plain);
    const uint32_t masks = 1u << p->k;
    for (t[0].shift = 1; t[0].shift < p->n; t[0].shift++) {
        for (t[0].mask = 1; t[0].mask < masks; t[0].mask++) {
            best_images one = none;
            add_term(p, t[0], &one);
            for (t[1].shift = t[0].shift + 1; t[1].shift < (n > 1 ? p->n : t[0].shift + 2);
                 t[1].shift++) {
                for (t[1].mask = n > 1 ? 1 : 0; t[1].mask < (n > 1 ? masks : 1); t[1].mask++) {
                    best_images two = one;
                    add_term(p, t[1], &two);
                    if (best_cost(p, &two, wanted) <= wanted) {
                        map_of_terms(p, t, out);
                        return true;
                    }
                }
            }
        }
    }
    return false;
}
