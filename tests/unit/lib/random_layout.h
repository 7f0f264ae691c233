/* SPDX-License-Identifier: MIT
 *
 * For tests: random nested layouts, all small layouts, and a second, naive way to evaluate one.
 */
#ifndef WGD_TEST_RANDOM_LAYOUT_H
#define WGD_TEST_RANDOM_LAYOUT_H

#include "rng.h"
#include "wgd_layout.h"

/* A layout of at most max_leaves modes, nested at most 4 deep, of at most max_size elements, with
 * strides from 0 to max_stride. */
wgd_layout random_layout(rng *r, int max_leaves, int64_t max_size, int max_stride);
/* The same shapes, compact in a random order of the modes: a permutation of 0 .. size-1. */
wgd_layout random_permutation(rng *r, int max_leaves, int64_t max_size);

/* Exhaustive loops take every so-many-th case: 1, or more where rng_runs asks for fewer. */
int thin_out(void);
/* Calls fn for every layout of up to three modes of at most 64 elements with strides 0, 1, 2, 3, 4,
 * 6, 8, 16 (thinned out); returns how many there are. */
long each_small_layout(void (*fn)(const wgd_layout *));

/* Fails the test with the layouts at hand (b may be NULL) when the law does not hold. */
void check_law(bool holds, const char *law, const wgd_layout *a, const wgd_layout *b,
               const wgd_layout *result);

/* The value at linear index i, digit by digit; what is left of i stays with the last mode. */
int64_t naive_at(const wgd_layout *l, int64_t i);
int64_t naive_size(const wgd_layout *l);
/* No two indices below the size have the same value. Up to NAIVE_MAX elements. */
enum { NAIVE_MAX = 4096 };
bool naive_injective(const wgd_layout *l);
/* The same values, each as often, in any order. */
bool naive_same_multiset(const wgd_layout *a, const wgd_layout *b);

#endif
