/* SPDX-License-Identifier: MIT
 *
 * From accesses to subspaces, and the lower bounds.
 */
#include "best.h"
#include "banks/uses.h"
#include "base/never.h"

enum { WORD_BITS = 2, BANK_END = 7, WORDS_MAX = WGD_BANKS };

/* Of a tile's side, at least 1. */
static bool is_power_of_two(int v)
{
    return (v & (v - 1)) == 0;
}

/* The distinct words of a phase, of a plain tile: a phase moves one for each bank at most. */
static int words_of(const wgd_bank_lanes *l, const wgd_bank_phase *ph, int bytes, uint32_t *word)
{
    int n = 0;
    for (int i = ph->first_lane; i < ph->first_lane + ph->lanes; i++) {
        for (int w = 0; w < bytes / 4 && (l->active >> i & 1) != 0; w++) {
            const uint32_t at = l->addr[i] / 4 + (uint32_t)w;
            int k = 0;
            while (k < n && word[k] != at) {
                k++;
            }
            if (k == n) {
                word[n++] = at;
            }
        }
    }
    return n;
}

/* The words that lie at one place of their vectors have 2^k banks to share. */
static int64_t bound_of(const best_problem *p, const uint32_t *word, int n)
{
    const uint32_t place = (1u << (p->low - WORD_BITS)) - 1;
    const int banks = 1 << (BANK_END - p->low);
    int64_t worst = 0;
    for (uint32_t l = 0; l <= place; l++) {
        int64_t same = 0;
        for (int i = 0; i < n; i++) {
            same += (word[i] & place) == l;
        }
        const int64_t waves = (same + banks - 1) / banks;
        worst = waves > worst ? waves : worst;
    }
    return worst;
}

/* The span of the words' differences, cut with the offsets whose place in the vector is 0. Of a tile of powers of two
 * each bit of a lane's number is one of its coordinates, or none, in every order: so a phase has the words that some
 * bits give, all of them. */
static void space_of(best_problem *p, const uint32_t *word, int n, best_space *out)
{
    uint32_t bits = 0;
    out->dim = 0;
    for (int i = 1; i < n; i++) {
        bits |= word[i] ^ word[0];
    }
    if (NEVER(1 << __builtin_popcount(bits) != n)) { /* see above */
        p->why = "the words of an access are no affine subspace";
        return;
    }
    for (bits >>= p->low - WORD_BITS; bits != 0; bits &= bits - 1) {
        out->basis[out->dim++] = bits & (0u - bits);
    }
}

/* The same subspace? Both by the bits, in their order. */
static bool same_space(const best_space *a, const best_space *b)
{
    bool same = a->dim == b->dim;
    for (int i = 0; same && i < a->dim; i++) {
        same = a->basis[i] == b->basis[i];
    }
    return same;
}

/* Into the list: the phases of a use are all of one kind, but for those of its last step. */
static void add_space(best_problem *p, const best_space *s, int64_t weight)
{
    int i = 0;
    while (i < p->spaces && !same_space(&p->space[i], s)) {
        i++;
    }
    if (NEVER(i == BEST_SPACES)) { /* see above */
        p->why = "the accesses have too many kinds of phases";
        return;
    }
    best_space *to = &p->space[i];
    if (i == p->spaces) {
        *to = *s;
        to->weight = 0;
        p->spaces++;
    }
    to->weight += weight;
}

static void take_phases(const wgd_best_query *q, int use, const wgd_bank_lanes *lanes,
                        const wgd_bank_result *r, best_problem *p)
{
    const int bytes = wgd_access_bytes(q->use[use].access);
    for (int i = 0; i < r->phases; i++) {
        uint32_t word[WORDS_MAX];
        best_space s;
        const int n = words_of(lanes, &r->phase[i], bytes, word);
        p->bound[use] += bound_of(p, word, n);
        if (n == 0 || p->why) {
            continue;
        }
        space_of(p, word, n, &s);
        add_space(p, &s, q->weight[use]);
    }
}

static wgd_status pose_use(const wgd_best_query *q, int use, best_problem *p, wgd_diag *diag)
{
    use_plan plan;
    wgd_status s = wgd_use_plan_all(&q->tile, &q->use[use], &plan, diag);
    if (s != WGD_OK) {
        return s;
    }
    for (int i = 0; i < plan.steps; i++) {
        wgd_bank_lanes lanes;
        wgd_bank_result r;
        s = wgd_use_lanes(&q->tile, &q->use[use], &plan, i, &lanes, diag);
        if (s != WGD_OK) {
            return s;
        }
        s = wgd_banks_access(q->use[use].access, &lanes, &r, diag);
        if (NEVER(s != WGD_OK)) { /* vectors that are whole lie at multiples of their size */
            return s;
        }
        take_phases(q, use, &lanes, &r, p);
    }
    return WGD_OK;
}

wgd_status best_pose(const wgd_best_query *q, best_problem *p, wgd_diag *diag)
{
    const wgd_arrangement *t = &q->tile;
    const int64_t bytes = (int64_t)t->rows * t->row_bytes;
    p->low = WORD_BITS;
    for (int u = 0; u < q->n_uses; u++) {
        const int b = wgd_log2(wgd_access_bytes(q->use[u].access));
        p->low = b > p->low ? b : p->low;
        p->bound[u] = 0;
    }
    p->spaces = 0;
    p->why = is_power_of_two(t->rows) && is_power_of_two(t->row_bytes)
                 ? NULL
                 : "the tile's sides are no powers of two";
    p->n = wgd_log2(bytes) -
           p->low; /* BEST_DIMS at most, and none below 0, where the accesses are not refused */
    p->k = BANK_END - p->low < p->n ? BANK_END - p->low : p->n;
    for (int u = 0; u < q->n_uses; u++) {
        const wgd_status s = pose_use(q, u, p, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    p->floor = 0;
    for (int i = 0; i < p->spaces; i++) {
        p->floor += best_space_cost(p, &p->space[i], 0);
    }
    return WGD_OK;
}
