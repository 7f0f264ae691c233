/* SPDX-License-Identifier: MIT
 *
 * In which order the contestants of a round are timed.
 */
#ifndef WGV_BENCH_ORDER_H
#define WGV_BENCH_ORDER_H

#include <vector>

/* The numbers 0 .. count-1 as round 0, 1, ... takes them. What a burst leaves behind, a warm chip and a low clock, meets the
 * one behind it; so over `count` rounds (two times as many of an odd count) each follows each other one equally
 * often. E. J. Williams, Experimental designs balanced for the estimation of residual effects of treatments, 1949. */
std::vector<int> bench_order(int count, int round);

#endif
