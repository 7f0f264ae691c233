/* SPDX-License-Identifier: MIT
 *
 * The results as a table and as JSON.
 */
#include "bench_report.h"

#include <cstdio>

#include "common/json.h"

void bench_print_table(const bench_result &r)
{
    const gemm_shape &s = r.what.shape;
    printf("\n%s %lldx%lldx%lld\n", r.what.form->name, (long long)s.m, (long long)s.n,
           (long long)s.k);
    printf("  %-30s %12s %9s %9s %8s  %s\n", "kernel", "median us", "spread %", "TFLOP/s",
           "/cublas", "instance");
    for (const bench_timing &t : r.timings) {
        printf("  %-30s %12.2f %9.2f %9.1f", t.kernel.c_str(), t.median_us,
               100 * (t.most_us - t.least_us) / t.median_us, t.tflops);
        if (t.ratio > 0) {
            printf(" %8.3f", t.ratio);
        } else {
            printf(" %8s", "-");
        }
        printf("  %s\n", t.instance.c_str());
    }
    fflush(stdout);
}

namespace
{

using namespace wgv;

std::string timing_json(const bench_timing &t)
{
    std::vector<std::string> rounds;
    for (const double us : t.us) {
        rounds.push_back(fixed_text(us, 3));
    }
    std::vector<std::string> m = {json_pair("kernel", json_text(t.kernel))};
    if (!t.instance.empty()) {
        m.push_back(json_pair("instance", json_text(t.instance)));
    }
    m.push_back(json_pair("median_us", fixed_text(t.median_us, 3)));
    m.push_back(json_pair("least_us", fixed_text(t.least_us, 3)));
    m.push_back(json_pair("tflops", fixed_text(t.tflops, 1)));
    if (t.ratio > 0) {
        m.push_back(json_pair("ratio", fixed_text(t.ratio, 4)));
    }
    m.push_back(json_pair("rounds_us", "[" + json_join(rounds) + "]"));
    return "{" + json_join(m) + "}";
}

std::string result_json(const bench_result &r)
{
    std::vector<std::string> timings;
    for (const bench_timing &t : r.timings) {
        timings.push_back("\n " + timing_json(t));
    }
    return "{" +
           json_join({json_pair("form", json_text(r.what.form->name)),
                      json_pair("m", std::to_string(r.what.shape.m)),
                      json_pair("n", std::to_string(r.what.shape.n)),
                      json_pair("k", std::to_string(r.what.shape.k)),
                      json_pair("timings", "[" + json_join(timings) + "]")}) +
           "}";
}

} // namespace

static std::string clusters_json()
{
    std::vector<std::string> counts;
    for (int size = 1; size <= 16; size++) {
        counts.push_back(std::to_string(gemm_clusters_at_once(size)));
    }
    return "[" + json_join(counts) + "]";
}

std::string bench_json(const bench_options &o, const device_info &device,
                       const std::string &library, const std::vector<bench_result> &results)
{
    std::vector<std::string> items;
    for (const bench_result &r : results) {
        items.push_back("\n" + result_json(r));
    }
    std::vector<std::string> m = {json_pair("schema", json_text("wgdesc/1")),
                                  json_pair("cmd", json_text("bench")),
                                  json_pair("device", json_text(device.name)),
                                  json_pair("multiprocessors", std::to_string(device.processors)),
                                  json_pair("l2_bytes", std::to_string(device.l2_bytes)),
                                  json_pair("clusters_at_once", clusters_json()),
                                  json_pair("driver", json_text(device.driver)),
                                  json_pair("runtime", json_text(device.runtime))};
    if (!library.empty()) {
        m.push_back(json_pair("library", json_text(library)));
    }
    m.push_back(json_pair("rounds", std::to_string(o.rounds)));
    m.push_back(json_pair("pause_ms", fixed_text(o.pause_ms, 0)));
    m.push_back(json_pair("lead_ms", fixed_text(o.lead_ms, 0)));
    m.push_back(json_pair("burst_ms", fixed_text(o.burst_ms, 0)));
    m.push_back(json_pair("seed", std::to_string(o.seed)));
    m.push_back(json_pair("checked", json_bool(o.check)));
    m.push_back(json_pair("results", "[" + json_join(items) + "]"));
    return "{" + json_join(m) + "}\n";
}
