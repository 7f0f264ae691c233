// SPDX-License-Identifier: MIT
#include "cost_measure.h"

#include <algorithm>

namespace wgv
{
namespace
{

constexpr uint32_t DATA_BYTES = 224 * 1024; // of shared memory, filled
constexpr uint32_t ROUNDS = 512;

double cycles_of(const cost_times &t, uint32_t warpgroups)
{
    long long length[COST_TIMES];
    for (int run = 0; run < COST_TIMES; run++) {
        length[run] = *std::max_element(t.to[run], t.to[run] + warpgroups) -
                      *std::min_element(t.from[run], t.from[run] + warpgroups);
    }
    return (double)(length[1] - length[0]) / (double)(ROUNDS * COST_STEPS * warpgroups);
}

double loaded_by(const cost_times &t, uint32_t warps)
{
    double bytes = 0;
    for (uint32_t w = 0; w < warps; w++) {
        bytes += 512.0 * t.loads[w] / std::max(1u, t.load_cycles[w]);
    }
    return bytes;
}

} // namespace

cost_result measure_cost(const device_info &, const cost_launch &l,
                         const std::vector<cost_layout> &layouts)
{
    static const device_array<cost_times> times(COST_BLOCKS);
    cost_job job = {};
    for (size_t i = 0; i < layouts.size(); i++) {
        job.words[i] = layouts[i].words;
        job.random[i] = layouts[i].random;
    }
    job.warpgroups = l.warpgroups;
    job.period = l.period;
    job.rounds = ROUNDS;
    job.data_to = DATA_BYTES;
    job.times = times.get();
    void *args[] = {&job};
    allow_smem(l.kernel->kernel, DATA_BYTES + 16);
    launch(l.kernel->kernel, (uint32_t)layouts.size(), 128 * l.warpgroups + 32 * l.traffic_warps,
           DATA_BYTES + 16, args);
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
