/* SPDX-License-Identifier: MIT
 *
 * Nested tuples: making, flattening, congruence.
 */
#include "lay.h"

wgd_tuple wgd_tuple_int(int64_t v)
{
    wgd_tuple t;
    t.n_nodes = 1;
    t.n_leaves = 1;
    t.node[0] = WGD_LEAF;
    t.leaf[0] = v;
    return t;
}

void wgd_tuple_set(wgd_tuple *t, const int64_t *v, int n)
{
    if (n < 0 || n > WGD_MAX_LEAVES) {
        n = 0;
    }
    t->n_nodes = (uint8_t)(n + 1);
    t->n_leaves = (uint8_t)n;
    t->node[0] = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        t->node[i + 1] = WGD_LEAF;
        t->leaf[i] = v[i];
        LAY_SHORT_LOOP;
    }
}

wgd_tuple wgd_tuple_of(const int64_t *v, int n)
{
    wgd_tuple t;
    wgd_tuple_set(&t, v, n);
    return t;
}

bool wgd_tuple_is_leaf(const wgd_tuple *t)
{
    return t->node[0] == WGD_LEAF;
}

int wgd_tuple_rank(const wgd_tuple *t)
{
    return wgd_tuple_is_leaf(t) ? 1 : t->node[0];
}

int wgd_tuple_depth(const wgd_tuple *t)
{
    uint8_t left[WGD_MAX_NODES]; /* children still to come of each open list */
    int open = 0, deepest = 0;
    for (int i = 0; i < t->n_nodes; i++) {
        if (t->node[i] != WGD_LEAF) {
            left[open++] = t->node[i];
            deepest = open > deepest ? open : deepest;
        } else if (open > 0) {
            left[open - 1]--;
        }
        while (open > 0 && left[open - 1] == 0) {
            open--;
            if (open > 0) {
                left[open - 1]--;
            }
        }
    }
    return deepest;
}

wgd_status lay_tuple_put(wgd_tuple *o, const wgd_tuple *src, lay_pos from, lay_pos to)
{
    const int nodes = to.node - from.node, leaves = to.leaf - from.leaf;
    const int node0 = o->n_nodes, leaf0 = o->n_leaves;
    if (node0 + nodes > WGD_MAX_NODES || leaf0 + leaves > WGD_MAX_LEAVES) {
        return WGD_ERR_LIMIT;
    }
    lay_copy_nodes(o->node + node0, src->node + from.node, nodes);
    lay_copy_leaves(o->leaf + leaf0, src->leaf + from.leaf, leaves);
    o->n_nodes = (uint8_t)(node0 + nodes);
    o->n_leaves = (uint8_t)(leaf0 + leaves);
    return WGD_OK;
}

wgd_status wgd_tuple_mode(const wgd_tuple *t, int i, wgd_tuple *out)
{
    if (i < 0 || i >= wgd_tuple_rank(t)) {
        return WGD_ERR_DOMAIN;
    }
    wgd_tuple mode;
    lay_pos p = lay_tuple_first(t);
    for (; i > 0; i--) {
        p = lay_skip(t, p);
    }
    mode.n_nodes = 0;
    mode.n_leaves = 0;
    (void)lay_tuple_put(&mode, t, p, lay_skip(t, p));
    lay_tuple_copy(out, &mode);
    return WGD_OK;
}

wgd_status wgd_tuple_append(wgd_tuple *list, const wgd_tuple *child)
{
    if (wgd_tuple_is_leaf(list)) {
        return WGD_ERR_DOMAIN;
    }
    if (lay_deeper_than(child, WGD_MAX_DEPTH - 1)) {
        return WGD_ERR_LIMIT;
    }
    const wgd_status s = lay_tuple_put(list, child, (lay_pos){0, 0}, lay_tuple_end(child));
    if (s == WGD_OK) {
        list->node[0]++;
    }
    return s;
}

bool wgd_tuple_congruent(const wgd_tuple *a, const wgd_tuple *b)
{
    if (a->n_nodes != b->n_nodes) {
        return false;
    }
    for (int i = 0; i < a->n_nodes; i++) {
        if (a->node[i] != b->node[i]) {
            return false;
        }
    }
    return true;
}

bool wgd_tuple_equal(const wgd_tuple *a, const wgd_tuple *b)
{
    if (!wgd_tuple_congruent(a, b)) {
        return false;
    }
    for (int i = 0; i < a->n_leaves; i++) {
        if (a->leaf[i] != b->leaf[i]) {
            return false;
        }
    }
    return true;
}

bool lay_product(const int64_t *v, int from, int to, int64_t *out)
{
    int64_t p = 1;
    bool fits = true;
    for (int i = from; i < to; i++) {
        fits = lay_mul(p, v[i], &p) && fits;
    }
    *out = p;
    return fits;
}

wgd_status wgd_tuple_product(const wgd_tuple *t, int64_t *out)
{
    int64_t p;
    if (!lay_product(t->leaf, 0, t->n_leaves, &p)) {
        return WGD_ERR_OVERFLOW;
    }
    *out = p;
    return WGD_OK;
}

bool lay_runs(const wgd_tuple *shape, const wgd_tuple *coarse, lay_run_of *run)
{
    lay_pos p = {0, 0};
    int n = 0;
    for (int i = 0; i < coarse->n_nodes; i++) {
        if (coarse->node[i] != WGD_LEAF) {
            if (shape->node[p.node++] != coarse->node[i]) {
                return false;
            }
            continue;
        }
        const lay_pos end = lay_skip(shape, p);
        run[n].from = p.leaf;
        run[n++].to = end.leaf;
        p = end;
    }
    return p.node == shape->n_nodes;
}
