/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3 on the host: the groups of multiprocessors and their shares of the tiles. No call tells which
 * multiprocessors can be of one cluster: clusters of several sizes are launched, and those that were seen in one
 * belong together.
 */
#include "claims.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "claim.cuh"
#include "common/device.h"

/* Long enough that all blocks of the launch have a multiprocessor before the first leaves its own. */
static constexpr long long PROBE_CYCLES = 50000;
/* More than half of a multiprocessor's shared memory: a block on each. */
static constexpr int PROBE_SMEM = 120 << 10;

static __global__ void where_kernel(uint32_t *smid)
{
    const long long begin = clock64();
    smid[blockIdx.x] = ptx_smid();
    while (clock64() - begin < PROBE_CYCLES) {
    }
}

/* The multiprocessors of each block, of as many clusters of `size` blocks as there is room for. */
static std::vector<uint32_t> launch_clusters(int size, int sms)
{
    cudaLaunchAttribute cluster = wgv::clusters_of(size);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)(sms / size * size));
    config.blockDim = dim3(1);
    config.dynamicSmemBytes = PROBE_SMEM;
    config.attrs = &cluster;
    config.numAttrs = 1;
    const wgv::device_array<uint32_t> smid(config.gridDim.x);
    wgv::allow_smem((const void *)where_kernel, PROBE_SMEM);
    CUDA_TRY(cudaLaunchKernelEx(&config, where_kernel, smid.get()));
    wgv::wait_for_device();
    return smid.read();
}

/* The set that each multiprocessor is in, by one of its members. */
using sm_sets = std::map<uint32_t, uint32_t>;

/* Makes one set of those that two multiprocessors are in, or are put in now. */
static void join(sm_sets &sets, uint32_t a, uint32_t b)
{
    const uint32_t into = sets.emplace(a, a).first->second;
    const uint32_t from = sets.emplace(b, b).first->second;
    for (auto &its : sets) {
        its.second = its.second == from ? into : its.second;
    }
}

/* The multiprocessors of each group, the largest first. Where they are more than a word has bytes, the smallest are one:
 * an H200 has seven of 16 or 18, one of 8, and four pairs that are in no cluster of three. */
static std::vector<std::set<uint32_t>> find_groups()
{
    int device, sms;
    CUDA_TRY(cudaGetDevice(&device));
    CUDA_TRY(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    sm_sets sets;
    for (const int size : {2, 3, 5, 7, 8, 2, 3, 5, 7, 8}) {
        const std::vector<uint32_t> at = launch_clusters(size, sms);
        for (size_t i = 0; i < at.size(); i++) {
            join(sets, at[i / (size_t)size * (size_t)size], at[i]);
        }
    }
    std::map<uint32_t, std::set<uint32_t>> members;
    for (const auto &its : sets) {
        members[its.second].insert(its.first);
    }
    std::vector<std::set<uint32_t>> groups;
    for (const auto &its : members) {
        groups.push_back(its.second);
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const std::set<uint32_t> &a, const std::set<uint32_t> &b) {
                         return a.size() > b.size();
                     });
    while (groups.size() > GEMM_V3_GROUPS) {
        groups[GEMM_V3_GROUPS - 1].insert(groups.back().begin(), groups.back().end());
        groups.pop_back();
    }
    return groups;
}

/* Places of each group: the same for all that have room, so that groups of 16 and of 18 have blocks of tiles of one
 * shape. */
static unsigned long long deal(const std::vector<std::set<uint32_t>> &groups, int blocks)
{
    unsigned long long places = 0;
    for (int g = 0; blocks > 0; g = (g + 1) % (int)groups.size()) {
        if (gemm_v3_of_group(places, g) < (int)groups[(size_t)g].size()) {
            places += 1ull << (8 * g);
            blocks--;
        }
    }
    return places;
}

/* Fills all but the counters; false where so many blocks do not run at once, or multiprocessors have other numbers. */
static bool fill(gemm_v3_claims &c, int blocks)
{
    static const std::vector<std::set<uint32_t>> groups = find_groups();
    size_t room = 0;
    for (size_t g = 0; g < groups.size(); g++) {
        room += groups[g].size();
        for (const uint32_t sm : groups[g]) {
            if (sm >= GEMM_V3_MOST_SMS) {
                return false;
            }
            c.group[sm] = (uint8_t)g;
        }
    }
    if ((size_t)blocks > room) {
        return false;
    }
    c.places = deal(groups, blocks);
    return true;
}

gemm_v3_claims gemm_v3_claims_for(int blocks)
{
    using in_memory = std::unique_ptr<wgv::device_array<gemm_v3_counters>>;
    static std::map<int, std::pair<in_memory, gemm_v3_claims>> made;
    auto &its = made[blocks];
    if (its.first == NULL) {
        gemm_v3_claims c = {};
        if (!fill(c, blocks)) {
            return {};
        }
        its.first.reset(new wgv::device_array<gemm_v3_counters>(std::vector<gemm_v3_counters>{{}}));
        c.counters = its.first->get();
        its.second = c;
    }
    return its.second;
}
