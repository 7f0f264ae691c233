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

typedef struct searcher {
    const best_problem *p;
    int steps;                                    /* vectors of the basis of all directions */
    uint32_t echelon[BEST_DIMS], from[BEST_DIMS]; /* it, as best_coordinates has it */
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
    for (int i = 0; v >> i != 0; i++) {
        if ((v >> i & 1) != 0) {
            set = (set & half[i]) << (1 << i) | (set >> (1 << i) & half[i]);
        }
    }
    return set;
}

/* Directions beyond the banks are lost anyway. */
int64_t best_space_cost(const best_problem *p, const best_space *s, int lost)
{
    const int least = s->dim - p->k;
    return s->weight << (lost > least ? lost : least);
}

/* ---- the basis ------------------------------------------------------------------------------ */

uint32_t best_coordinates(const uint32_t *echelon, const uint32_t *from, int n, uint32_t v,
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

/* One more vector, of these coordinates and what they leave. */
static void add_vector(searcher *s, uint32_t c, uint32_t rest)
{
    s->echelon[s->steps] = rest;
    s->from[s->steps] = c | 1u << s->steps;
    s->steps++;
}

/* The spaces' vectors in the order of weight, without those that earlier ones make up. */
static void choose_basis(searcher *s)
{
    bool done[BEST_SPACES] = {false};
    s->steps = 0;
    for (int round = 0; round < s->p->spaces; round++) {
        int next = 0;
        while (done[next]) {
            next++;
        }
        for (int i = next; i < s->p->spaces; i++) {
            next = !done[i] && s->p->space[i].weight > s->p->space[next].weight ? i : next;
        }
        done[next] = true;
        const best_space *sp = &s->p->space[next];
        for (int v = 0; v < sp->dim; v++) {
            uint32_t rest;
            const uint32_t c = best_coordinates(s->echelon, s->from, s->steps, sp->basis[v], &rest);
            if (rest != 0) {
                add_vector(s, c, rest);
            }
        }
    }
    /* Each space by the step that completes its vectors. */
    for (int i = 0; i < s->p->spaces; i++) {
        for (int j = 0; j < BEST_DIMS; j++) {
            s->complete[i][j] = 0;
        }
        for (int v = 0; v < s->p->space[i].dim; v++) {
            uint32_t rest,
                c = best_coordinates(s->echelon, s->from, s->steps, s->p->space[i].basis[v], &rest);
            while (s->complete[i][top_of(c)] != 0) { /* they are independent: c does not become 0 */
                c ^= s->complete[i][top_of(c)];
            }
            s->complete[i][top_of(c)] = (uint16_t)c;
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
    memcpy(next->lost, at->lost, (size_t)s->p->spaces);
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

/* The images of the steps from j on; false at the limit. A state costs less than the best map so far. With the vectors
 * outside the basis it is one of full rank: a new direction costs nothing, and was tried before the values that are there. */
static bool descend(searcher *s, const state *at, int j)
{
    if (j == s->steps) {
        s->best_cost = at->cost;
        memcpy(s->best, s->image, sizeof s->best);
        return true;
    }
    const int64_t nodes_max = 1500000; /* below a second */
    /* A new direction first, then values that are there; the cheap ones before the others. */
    const int there = 1 << at->rank, choices = there + (at->rank < s->p->k);
    for (int dear = 0; dear < 2; dear++) {
        for (int c = choices - 1; c >= 0 && s->best_cost > s->floor_cost; c--) {
            state next;
            if (++s->nodes > nodes_max) {
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
    return span | moved(span, value);
}

/* A value that the set has not, the lowest; 0 where there is none. */
static uint32_t value_outside(uint32_t span, int k)
{
    const uint32_t v = span == UINT32_MAX ? 0 : (uint32_t)__builtin_ctz(~span);
    return v >> k == 0 ? v : 0;
}

/* The images of the unit vectors, from those of the basis, which grows by them. Those outside its span are free:
 * they get what the rank lacks, and those of the banks' own bits get images that leave the banks
 * apart, so that as many bits as can be stay where they are. */
static void spread(searcher *s, best_images *out)
{
    const int k = s->p->k;
    uint32_t all = 1, banks = all, rest;
    for (int i = 0; i < s->steps; i++) {
        all = span_with(all, s->best[i]);
    }
    for (int u = 0; u < s->p->n; u++) {
        const uint32_t c = best_coordinates(s->echelon, s->from, s->steps, 1u << u, &rest);
        uint32_t x = image_of(s->best, c);
        if (rest != 0) {
            x = value_outside(all, k);
            x = x == 0 && u < k ? value_outside(banks, k) : x;
            all = span_with(all, x);
            s->best[s->steps] = (uint8_t)x;
            add_vector(s, c, rest);
        }
        out->of[u] = (uint8_t)x;
        banks = span_with(banks, x);
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
