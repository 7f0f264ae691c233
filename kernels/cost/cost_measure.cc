// SPDX-License-Identifier: MIT
#include "cost_measure.h"

#include <algorithm>

namespace wgv
{
namespace
{

constexpr uint32_t DATA_BYTES = 224 * 1024;       // of shared memory, filled
constexpr uint32_t SMEM_BYTES = DATA_BYTES + 256; // and the flag and barriers of the traffic
constexpr double CALLS_OF_STAMP = COST_STAMP_ROUNDS * COST_STEPS;

// How many wgmma a warpgroup had done at that time, between its first and its last stamp.
double calls_until(const long long *at, long long time)
{
    const long long *next = std::upper_bound(at, at + COST_STAMPS, time);
    if (next == at) {
        return 0;
    }
    if (next == at + COST_STAMPS) {
        return CALLS_OF_STAMP * (COST_STAMPS - 1);
    }
    const double part = (double)(time - next[-1]) / (double)(next[0] - next[-1]);
    return CALLS_OF_STAMP * ((double)(next - at - 1) + part);
}

// Cycles of a wgmma while all warpgroups multiply. Those that began before the others and those
// that are left at the end would count otherwise: the arbiter does not serve all alike.
double cycles_of(const cost_times &t, uint32_t warpgroups)
{
    long long from = t.at[0][0], to = t.at[0][COST_STAMPS - 1];
    for (uint32_t w = 1; w < warpgroups; w++) {
        from = std::max(from, t.at[w][0]);
        to = std::min(to, t.at[w][COST_STAMPS - 1]);
    }
    double calls = 0;
    for (uint32_t w = 0; w < warpgroups; w++) {
        calls += calls_until(t.at[w], to) - calls_until(t.at[w], from);
    }
    return (double)(to - from) / calls;
}

double loaded_by(const cost_times &t, uint32_t warps)
{
    double bytes = 0;
    for (uint32_t w = 0; w < warps; w++) {
        bytes += 512.0 * t.loaded[w] / std::max(1u, t.load_cycles[w]);
    }
    return bytes;
}

} // namespace

cost_result measure_cost(const device_info &, const cost_launch &l,
                         const std::vector<cost_layout> &layouts)
{
    static const device_array<cost_times> times(COST_BLOCKS);
    static const device_array<unsigned char> source{std::vector<unsigned char>(COST_SOURCE_BYTES)};
    cost_job job = {};
    for (size_t i = 0; i < layouts.size(); i++) {
        job.words[i] = layouts[i].words;
        job.random[i] = layouts[i].random;
    }
    job.form = l.kernel->form;
    job.warpgroups = l.warpgroups;
    job.traffic = l.traffic;
    job.period = l.period;
    job.copy_shift = l.copy_shift;
    job.data_to = DATA_BYTES;
    job.source = source.get();
    job.times = times.get();
    void *args[] = {&job};
    allow_smem(l.kernel->kernel, SMEM_BYTES);
    // The first run warms up.
    for (const bool timed : {false, true}) {
        job.rounds = (timed ? COST_STAMPS : 4) * COST_STAMP_ROUNDS;
        job.stamped = timed;
        launch(l.kernel->kernel, (uint32_t)layouts.size(),
               128 * l.warpgroups + 32 * l.traffic_warps, SMEM_BYTES, args);
    }
    wait_for_device();
    const std::vector<cost_times> all = times.read();
    cost_result r;
    for (size_t i = 0; i < layouts.size(); i++) {
        r.cycles.push_back(cycles_of(all[i], l.warpgroups));
        r.loaded += loaded_by(all[i], l.traffic_warps) / (double)layouts.size();
    }
    return r;
}

} // namespace wgv
