/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: what came out, as a table and as JSON.
 */
#ifndef WGV_BENCH_REPORT_H
#define WGV_BENCH_REPORT_H

#include <string>
#include <vector>

#include "bench_options.h"
#include "common/device.h"

/* One contestant at one shape. */
struct bench_timing {
    std::string kernel, instance;
    std::vector<double> us; /* one for each round, in order */
    double median_us, least_us, most_us, tflops;
    double ratio; /* speed over cuBLAS's; 0 without cuBLAS */
};
struct bench_result {
    bench_case what;
    std::vector<bench_timing> timings;
};

void bench_print_table(const bench_result &result);
std::string bench_json(const bench_options &o, const wgv::device_info &device,
                       const std::string &library, const std::vector<bench_result> &results);

#endif
