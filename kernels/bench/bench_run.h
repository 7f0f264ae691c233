/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: the two things that it does.
 */
#ifndef WGV_BENCH_RUN_H
#define WGV_BENCH_RUN_H

#include "bench_report.h"

/* Do these kernels compute the product? Prints a line for each shape and kernel; the number of
 * wrong results. */
int bench_check(const bench_options &o);

/* Times every case. */
std::vector<bench_result> bench_time(const bench_options &o);

#endif
