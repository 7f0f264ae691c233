/* SPDX-License-Identifier: MIT
 *
 * Do two elements of a layout lie in one place?
 *
 * They do when some difference of coordinates, not all zero and each smaller than its mode, has the
 * offset 0. The modes are tried from the largest stride down: what those that are left can make up for
 * bounds the differences of each, to one or two as a rule.
 */
#include "wgd_place.h"

/* Steps of the search; layouts of people take a few dozen. */
enum { STEPS_MAX = 1 << 20 };

typedef struct search {
    int n;
    int leaf[WGD_MAX_LEAVES];       /* modes that matter, the largest stride first */
    int64_t extent[WGD_MAX_LEAVES]; /* greatest difference: shape - 1 */
    int64_t stride[WGD_MAX_LEAVES];
    int64_t reach[WGD_MAX_LEAVES + 1]; /* what modes i and up can make up for */
    int64_t d[WGD_MAX_LEAVES];
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
    s->reach[s->n] = 0;
    for (int i = s->n - 1; i >= 0; i--) {
        s->reach[i] = s->reach[i + 1] + s->extent[i] * magnitude(s->stride[i]);
    }
}

/* The next difference of mode i at which `sum` can still be brought to 0; false when there is none.
 * Differences are tried from the lowest up. */
static bool next_difference(search *s, int i, int64_t sum)
{
    while (++s->d[i] <= s->extent[i]) {
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
    return -(room < s->extent[i] ? room : s->extent[i]) - 1;
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

static bool find_difference(search *s)
{
    int64_t sum[WGD_MAX_LEAVES + 1] = {0};
    int i = 0, steps = 0;
    if (s->n == 0) {
        return false;
    }
    s->d[0] = before_first(s, 0, 0);
    while (i >= 0 && steps++ < STEPS_MAX) {
        if (!next_difference(s, i, sum[i])) {
            i--;
            continue;
        }
        sum[i + 1] = sum[i] + s->d[i] * s->stride[i];
        if (i + 1 < s->n) {
            i++;
            s->d[i] = before_first(s, i, sum[i]);
        } else if (!all_zero(s)) { /* behind the last mode nothing is left to make up for */
            return true;
        }
    }
    return false;
}

bool wgd_place_alias(const wgd_place *p, wgd_alias *out)
{
    const wgd_layout *l = &p->layout.layout;
    int64_t d[WGD_MAX_LEAVES] = {0};
    search s;
    sort_modes(l, &s);
    if (!find_difference(&s)) {
        return false;
    }
    for (int i = 0; i < s.n; i++) {
        d[s.leaf[i]] = s.d[i];
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
