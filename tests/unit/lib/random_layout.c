/* SPDX-License-Identifier: MIT */
#include "random_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Appends random modes to a tuple's preorder. */
static void grow(rng *r, wgd_tuple *t, int depth, int *leaves, int64_t *room)
{
    static const int extents[] = {1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 16};
    if (depth >= 4 || *leaves <= 1 || rng_below(r, 3) == 0) {
        int64_t s = extents[rng_below(r, 11)];
        s = s > *room ? 1 : s;
        *room /= s;
        --*leaves;
        t->node[t->n_nodes++] = WGD_LEAF;
        t->leaf[t->n_leaves++] = s;
        return;
    }
    const int node = t->n_nodes++;
    int n = 1 + rng_below(r, 3);
    t->node[node] = 0;
    for (; n > 0 && *leaves > 0; n--) {
        t->node[node]++;
        grow(r, t, depth + 1, leaves, room);
    }
}

wgd_layout random_layout(rng *r, int max_leaves, int64_t max_size, int max_stride)
{
    wgd_layout l;
    int leaves = max_leaves;
    int64_t room = max_size;
    l.shape.n_nodes = 0;
    l.shape.n_leaves = 0;
    grow(r, &l.shape, 0, &leaves, &room);
    for (int i = 0; i < l.shape.n_leaves; i++) {
        l.stride[i] = rng_below(r, max_stride + 1);
    }
    return l;
}

wgd_layout random_permutation(rng *r, int max_leaves, int64_t max_size)
{
    wgd_layout l = random_layout(r, max_leaves, max_size, 0);
    int order[WGD_MAX_LEAVES];
    const int n = l.shape.n_leaves;
    for (int i = 0; i < n; i++) {
        const int k = rng_below(r, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    int64_t step = 1;
    for (int i = 0; i < n; i++) {
        l.stride[order[i]] = step;
        step *= l.shape.leaf[order[i]];
    }
    return l;
}

int64_t naive_at(const wgd_layout *l, int64_t i)
{
    int64_t v = 0;
    for (int k = 0; k < l->shape.n_leaves; k++) {
        const int64_t s = l->shape.leaf[k];
        int64_t digit = i;
        if (k < l->shape.n_leaves - 1) {
            digit = i - i / s * s;
            i = i / s;
        }
        v += digit * l->stride[k];
    }
    return v;
}

int64_t naive_size(const wgd_layout *l)
{
    int64_t n = 1;
    for (int k = 0; k < l->shape.n_leaves; k++) {
        n *= l->shape.leaf[k];
    }
    return n;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Fills v with the sorted values; returns how many. */
static int64_t sorted_values(const wgd_layout *l, int64_t *v)
{
    const int64_t n = naive_size(l);
    assert_true(n <= NAIVE_MAX);
    for (int64_t i = 0; i < n; i++) {
        v[i] = naive_at(l, i);
    }
    qsort(v, (size_t)n, sizeof v[0], compare);
    return n;
}

bool naive_injective(const wgd_layout *l)
{
    static int64_t v[NAIVE_MAX];
    const int64_t n = sorted_values(l, v);
    for (int64_t i = 1; i < n; i++) {
        if (v[i] == v[i - 1]) {
            return false;
        }
    }
    return true;
}

bool naive_same_multiset(const wgd_layout *a, const wgd_layout *b)
{
    static int64_t va[NAIVE_MAX], vb[NAIVE_MAX];
    const int64_t n = sorted_values(a, va);
    bool same = sorted_values(b, vb) == n;
    for (int64_t i = 0; i < n && same; i++) {
        same = va[i] == vb[i];
    }
    return same;
}

static const int64_t strides[] = {0, 1, 2, 3, 4, 6, 8, 16};
enum { STRIDES = 8 };

int thin_out(void)
{
    const int all = 20000, runs = rng_runs(all);
    return runs > 0 && runs < all ? all / runs : 1;
}

long each_small_layout(void (*fn)(const wgd_layout *))
{
    const int every = thin_out();
    long n = 0;
    for (int64_t s0 = 1; s0 <= 64; s0++) {
        for (int64_t s1 = 0; s0 * (s1 ? s1 : 1) <= 64; s1++) {
            for (int64_t s2 = 0; (s1 > 0 || s2 == 0) && s0 * (s1 ? s1 : 1) * (s2 ? s2 : 1) <= 64;
                 s2++) {
                const int64_t s[3] = {s0, s1, s2};
                const int rank = s1 == 0 ? 1 : s2 == 0 ? 2 : 3;
                const int combinations = rank == 1   ? STRIDES
                                         : rank == 2 ? STRIDES * STRIDES
                                                     : STRIDES * STRIDES * STRIDES;
                for (int c = 0; c < combinations; c++) {
                    wgd_layout l = wgd_layout_empty();
                    for (int k = 0, rest = c; k < rank; k++, rest /= STRIDES) {
                        const wgd_layout m = wgd_layout_1d(s[k], strides[rest % STRIDES]);
                        (void)wgd_layout_append(&l, &m);
                    }
                    if (n++ % every == 0) {
                        fn(&l);
                    }
                }
            }
        }
    }
    return n;
}

static void print_layout(const char *what, const wgd_layout *l)
{
    char text[1024];
    wgd_layout_snprintf(text, sizeof text, l, WGD_FMT_PLAIN);
    print_message("    %s %s\n", what, text);
}

void check_law(bool holds, const char *law, const wgd_layout *a, const wgd_layout *b,
               const wgd_layout *result)
{
    if (!holds) {
        print_layout("a", a);
        if (b) {
            print_layout("b", b);
        }
        print_layout("result", result);
        fail_msg("%s", law);
    }
}
