/* SPDX-License-Identifier: MIT
 *
 * Do two elements of a layout lie in one place?
 *
 * They do when some difference of coordinates, not all zero and each smaller than its mode, has the
 * offset 0. The modes are tried from the largest stride down: what those that are left can make up for
 * bounds the differences of each, to one or two as a rule. The first element that lies where one before it does is
 * the one with the least coordinates of which the others still have such a difference.
 */
#include <string.h>

#include "wgd_place.h"

/* Steps of the search; layouts of people take a few dozen. */
enum { STEPS_MAX = 1 << 20 };

typedef struct search {
    int n;
    int leaf[WGD_MAX_LEAVES];       /* modes that matter, the largest stride first */
    int64_t extent[WGD_MAX_LEAVES]; /* greatest difference: shape - 1 */
    int64_t low[WGD_MAX_LEAVES], high[WGD_MAX_LEAVES]; /* differences that are tried */
    int64_t stride[WGD_MAX_LEAVES];
    int64_t reach[WGD_MAX_LEAVES + 1]; /* what modes i and up can make up for */
    int64_t d[WGD_MAX_LEAVES];
    int64_t found[WGD_MAX_LEAVES]; /* the last d that had the offset 0 */
    int steps;                     /* that are left */
} search;

static int64_t magnitude(int64_t v)
{
    return v < 0 ? -v : v;
}

static void sort_modes(const wgd_layout *l, search *s)
{
    s->n = 0;
    for (int i = 0; i < l->shape.n_leaves; i++) {
        if (l->shape.leaf[i] == 1) {
            continue;
        }
        int at = s->n++;
        for (; at > 0 && magnitude(s->stride[at - 1]) < magnitude(l->stride[i]); at--) {
            s->leaf[at] = s->leaf[at - 1];
            s->stride[at] = s->stride[at - 1];
            s->extent[at] = s->extent[at - 1];
        }
        s->leaf[at] = i;
        s->stride[at] = l->stride[i];
        s->extent[at] = l->shape.leaf[i] - 1;
    }
}

static void set_reach(search *s)
{
    s->reach[s->n] = 0;
    for (int i = s->n - 1; i >= 0; i--) {
        const int64_t most = -s->low[i] > s->high[i] ? -s->low[i] : s->high[i];
        s->reach[i] = s->reach[i + 1] + most * magnitude(s->stride[i]);
    }
}

/* The next difference of mode i at which `sum` can still be brought to 0; false when there is none.
 * Differences are tried from the lowest up. */
static bool next_difference(search *s, int i, int64_t sum)
{
    while (++s->d[i] <= s->high[i]) {
        if (magnitude(sum + s->d[i] * s->stride[i]) <= s->reach[i + 1]) {
            return true;
        }
    }
    return false;
}

/* Before the first difference that can do. */
static int64_t before_first(const search *s, int i, int64_t sum)
{
    const int64_t stride = magnitude(s->stride[i]);
    const int64_t room = stride == 0 ? s->extent[i] : (magnitude(sum) + s->reach[i + 1]) / stride;
    return (-room > s->low[i] ? -room : s->low[i]) - 1;
}

static bool all_zero(const search *s)
{
    for (int i = 0; i < s->n; i++) {
        if (s->d[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Is there a difference within the bounds? It goes to s->found. There is a mode: those who ask go through them. */
static bool find_difference(search *s)
{
    int64_t sum[WGD_MAX_LEAVES + 1] = {0};
    int i = 0;
    set_reach(s);
    s->d[0] = before_first(s, 0, 0);
    while (i >= 0 && s->steps-- > 0) {
        if (!next_difference(s, i, sum[i])) {
            i--;
            continue;
        }
        sum[i + 1] = sum[i] + s->d[i] * s->stride[i];
        if (i + 1 < s->n) {
            i++;
            s->d[i] = before_first(s, i, sum[i]);
        } else if (!all_zero(s)) { /* behind the last mode nothing is left to make up for */
            memcpy(s->found, s->d, sizeof s->found);
            return true;
        }
    }
    return false;
}

static int rank(const search *s, int i, int mn_leaves)
{
    return s->leaf[i] < mn_leaves ? s->leaf[i] + WGD_MAX_LEAVES : s->leaf[i];
}

/* The modes in the order in which they count elements, row by row: those of K, then those of MN. */
static void sort_by_order(const search *s, int mn_leaves, int order[WGD_MAX_LEAVES])
{
    for (int i = 0; i < s->n; i++) {
        int at = i;
        for (; at > 0 && rank(s, order[at - 1], mn_leaves) > rank(s, i, mn_leaves); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

/* Of two elements at one place the later is further on along the last mode in which they differ: the first mode for which
 * there are two. -1: there are none. */
static int find_last_mode(search *s, const int order[])
{
    s->steps = STEPS_MAX;
    for (int i = 0; i < s->n; i++) {
        s->low[i] = s->high[i] = 0;
    }
    for (int at = 0; at < s->n; at++) {
        const int i = order[at];
        s->high[i] = s->extent[i]; /* 0 is none: those before have been tried alone */
        if (find_difference(s)) {
            return at;
        }
        s->low[i] = -s->extent[i];
    }
    return -1;
}

/* The later element's coordinate in mode i is as small as it can be. */
static void lessen(search *s, int i)
{
    int64_t least = 0, most = s->found[i] > 0 ? s->found[i] : 0;
    while (least < most) {
        s->high[i] = least + (most - least) / 2;
        if (find_difference(s)) {
            most = s->high[i];
        } else {
            least = s->high[i] + 1;
        }
    }
    s->high[i] = most;
}

bool wgd_place_alias(const wgd_place *p, wgd_alias *out)
{
    const wgd_layout *l = &p->layout.layout;
    int64_t d[WGD_MAX_LEAVES] = {0};
    int order[WGD_MAX_LEAVES];
    search s;
    sort_modes(l, &s);
    sort_by_order(&s, p->mn_leaves, order);
    const int last = find_last_mode(&s, order);
    if (last < 0) {
        return false;
    }
    s.steps = STEPS_MAX;
    for (int at = last; at >= 0; at--) {
        lessen(&s, order[at]);
    }
    for (int i = 0; i < s.n; i++) {
        d[s.leaf[i]] = s.found[i];
    }
    *out = (wgd_alias){{0, 0}, {0, 0}};
    int64_t step = 1;
    for (int i = 0; i < l->shape.n_leaves; i++) {
        int64_t *to = i < p->mn_leaves ? out->mn : out->k;
        step = i == p->mn_leaves ? 1 : step;
        to[d[i] > 0] += magnitude(d[i]) * step;
        step *= l->shape.leaf[i];
    }
    return true;
}
