/* SPDX-License-Identifier: MIT
 *
 * The least cost among all maps of the banks. The images of a basis of all the accesses' directions
 * are chosen one after another. Each access's vectors that become complete with a choice take a
 * value away: the choice of it lets one more direction of the access fall into the kernel, which
 * doubles its wavefronts. Maps that differ by a change of the banks' basis cost the same, so that a
 * new direction of the image is always the next unit vector; and a partial choice that already costs
 * as much as the best known map is dropped.
 */
#include "best.h"

#include <string.h>

enum { NODES_MAX = 1500000 };

typedef struct searcher {
    const best_problem *p;
    int steps;                 /* vectors of the basis of all directions */
    uint32_t basis[BEST_DIMS]; /* it, in unit coordinates */
    /* Each space in coordinates of that basis: the vector that is complete with step j, or 0. */
    uint16_t complete[BEST_SPACES][BEST_DIMS];
    uint8_t image[BEST_DIMS], best[BEST_DIMS]; /* of the basis */
    int64_t best_cost, floor_cost, nodes;
} searcher;

/* Where a search stands behind some steps. */
typedef struct state {
    int rank; /* the images span the first so many bank bits */
    int64_t cost;
    uint32_t span[BEST_SPACES]; /* bit v: v is the image of a vector of the space so far */
    uint8_t lost[BEST_SPACES];  /* directions of the space in the kernel */
} state;

static int top_of(uint32_t v)
{
    return 31 - __builtin_clz(v);
}

/* The set moved by v: w is in the result where w ^ v was in it. */
static uint32_t moved(uint32_t set, uint32_t v)
{
    static const uint32_t half[BEST_K] = {0x55555555u, 0x33333333u, 0x0f0f0f0fu, 0x00ff00ffu,
                                          0x0000ffffu};
    for (int i = 0; i < BEST_K; i++) {
        if ((v >> i & 1) != 0) {
            set = (set & half[i]) << (1 << i) | (set >> (1 << i) & half[i]);
        }
    }
    return set;
}

/* Directions beyond the banks are lost anyway. */
int64_t best_space_cost(const best_problem *p, const best_space *s, int lost)
{
    const int least = s->dim > p->k ? s->dim - p->k : 0;
    return s->weight << (lost > least ? lost : least);
}

/* ---- the basis ------------------------------------------------------------------------------ */

/* v in coordinates of the basis so far; *rest is what the basis does not reach. */
static uint32_t coordinates(const uint32_t *echelon, const uint32_t *from, int n, uint32_t v,
                            uint32_t *rest)
{
    uint32_t c = 0;
    for (int i = 0; i < n; i++) {
        const uint32_t low = echelon[i] & (0u - echelon[i]);
        if ((v & low) != 0) {
            v ^= echelon[i];
            c ^= from[i];
        }
    }
    *rest = v;
    return c;
}

/* The spaces' vectors in the order of weight, without those that earlier ones make up. */
static void choose_basis(searcher *s)
{
    uint32_t echelon[BEST_DIMS], from[BEST_DIMS];
    bool done[BEST_SPACES] = {false};
    s->steps = 0;
    for (int round = 0; round < s->p->spaces; round++) {
        int next = -1;
        for (int i = 0; i < s->p->spaces; i++) {
            if (!done[i] && (next < 0 || s->p->space[i].weight > s->p->space[next].weight)) {
                next = i;
            }
        }
        done[next] = true;
        const best_space *sp = &s->p->space[next];
        for (int v = 0; v < sp->dim; v++) {
            uint32_t rest;
            const uint32_t c = coordinates(echelon, from, s->steps, sp->basis[v], &rest);
            if (rest != 0) {
                s->basis[s->steps] = sp->basis[v];
                echelon[s->steps] = rest;
                from[s->steps] = c ^ 1u << s->steps;
                s->steps++;
            }
        }
    }
    /* Each space by the step that completes its vectors. */
    for (int i = 0; i < s->p->spaces; i++) {
        for (int j = 0; j < BEST_DIMS; j++) {
            s->complete[i][j] = 0;
        }
        for (int v = 0; v < s->p->space[i].dim; v++) {
            uint32_t rest, c = coordinates(echelon, from, s->steps, s->p->space[i].basis[v], &rest);
            while (c != 0 && s->complete[i][top_of(c)] != 0) {
                c ^= s->complete[i][top_of(c)];
            }
            if (c != 0) {
                s->complete[i][top_of(c)] = (uint16_t)c;
            }
        }
    }
}

/* ---- one step ------------------------------------------------------------------------------- */

static uint32_t image_of(const uint8_t *image, uint32_t v)
{
    uint32_t x = 0;
    for (; v != 0; v &= v - 1) {
        x ^= image[__builtin_ctz(v)];
    }
    return x;
}

/* The state behind the choice of an image for step j. */
static void choose(const searcher *s, const state *at, int j, uint32_t value, state *next)
{
    next->rank = at->rank + (value >> at->rank != 0);
    next->cost = at->cost;
    memcpy(next->span, at->span, (size_t)s->p->spaces * sizeof at->span[0]);
    memcpy(next->lost, at->lost, (size_t)s->p->spaces * sizeof at->lost[0]);
    for (int i = 0; i < s->p->spaces; i++) {
        const uint32_t v = s->complete[i][j];
        if (v == 0) {
            continue;
        }
        const uint32_t x = image_of(s->image, v ^ 1u << j) ^ value;
        if ((at->span[i] >> x & 1) != 0) {
            next->lost[i]++;
            next->cost += best_space_cost(s->p, &s->p->space[i], next->lost[i]) -
                          best_space_cost(s->p, &s->p->space[i], at->lost[i]);
        } else {
            next->span[i] |= moved(at->span[i], x);
        }
    }
}

/* The images of the steps from j on; false at the limit. Vectors outside the basis can still give
 * the map its full rank. */
static bool descend(searcher *s, const state *at, int j)
{
    const int outside = s->p->n - s->steps;
    if (j == s->steps) {
        if (at->cost < s->best_cost && at->rank + outside >= s->p->k) {
            s->best_cost = at->cost;
            for (int i = 0; i < s->steps; i++) {
                s->best[i] = s->image[i];
            }
        }
        return true;
    }
    /* A new direction first, then values that are there; the cheap ones before the others. */
    const int there = 1 << at->rank, choices = there + (at->rank < s->p->k);
    for (int dear = 0; dear < 2; dear++) {
        for (int c = choices - 1; c >= 0 && s->best_cost > s->floor_cost; c--) {
            state next;
            if (++s->nodes > NODES_MAX) {
                return false;
            }
            s->image[j] = (uint8_t)c;
            choose(s, at, j, (uint32_t)c, &next);
            const bool is_dear = next.cost > at->cost;
            if (is_dear == (dear == 1) && next.cost < s->best_cost && !descend(s, &next, j + 1)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* All images of vectors that these values are images of. */
static uint32_t span_with(uint32_t span, uint32_t value)
{
    return (span >> value & 1) != 0 ? span : span | moved(span, value);
}

/* A value that the set has not, the lowest; 0 where there is none. */
static uint8_t value_outside(uint32_t span, int k)
{
    for (int v = 1; v < 1 << k; v++) {
        if ((span >> v & 1) == 0) {
            return (uint8_t)v;
        }
    }
    return 0;
}

/* The images of the unit vectors, from those of the basis. Unit vectors outside its span are free:
 * they get what the rank lacks, and those of the banks' own bits get images that leave the banks
 * apart, so that as many bits as can be stay where they are. */
static void spread(const searcher *s, best_images *out)
{
    uint32_t echelon[BEST_DIMS], from[BEST_DIMS], rest, all = 1, banks = 1;
    uint8_t image[BEST_DIMS];
    int n = 0;
    for (int i = 0; i < s->steps + s->p->n; i++) {
        const int unit = i - s->steps;
        const uint32_t v = unit < 0 ? s->basis[i] : 1u << unit;
        const uint32_t c = coordinates(echelon, from, n, v, &rest);
        if (rest != 0) {
            uint8_t x = unit < 0 ? s->best[i] : value_outside(all, s->p->k);
            if (unit >= 0 && unit < s->p->k && x == 0) {
                x = value_outside(banks, s->p->k);
            }
            image[n] = (uint8_t)(x ^ image_of(image, unit < 0 ? 0 : c));
            echelon[n] = rest;
            from[n] = c ^ 1u << n;
            n++;
        }
        const uint32_t x = image_of(image, coordinates(echelon, from, n, v, &rest));
        all = span_with(all, x);
        if (unit >= 0) {
            out->of[unit] = (uint8_t)x;
            banks = unit < s->p->k ? span_with(banks, x) : banks;
        }
    }
}

bool best_search(const best_problem *p, best_images *out, int64_t *cost, int64_t *nodes)
{
    searcher s;
    state start;
    s.p = p;
    s.best_cost = INT64_MAX;
    s.floor_cost = p->floor;
    s.nodes = 0;
    start.rank = 0;
    for (int i = 0; i < p->spaces; i++) {
        start.span[i] = 1; /* of the vector 0 */
        start.lost[i] = 0;
    }
    start.cost = s.floor_cost;
    for (int i = 0; i < BEST_DIMS; i++) {
        s.best[i] = 0;
    }
    choose_basis(&s);
    const bool ended = descend(&s, &start, 0);
    spread(&s, out);
    *cost = s.best_cost;
    *nodes = s.nodes;
    return ended;
}

int64_t best_cost(const best_problem *p, const best_images *b, int64_t limit)
{
    int64_t cost = p->floor;
    for (int i = 0; i < p->spaces && cost <= limit; i++) {
        const best_space *s = &p->space[i];
        uint32_t span = 1;
        int lost = 0;
        for (int v = 0; v < s->dim; v++) {
            const uint32_t x = image_of(b->of, s->basis[v]);
            lost += (int)(span >> x & 1);
            span = span_with(span, x);
        }
        cost += best_space_cost(p, s, lost) - best_space_cost(p, s, 0);
    }
    return cost;
}
