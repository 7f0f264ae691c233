// SPDX-License-Identifier: MIT
#include "bank_swizzles.h"

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "bank_probe.h"
#include "common/device.h"
#include "common/json.h"
#include "wgd_best.h"

namespace wgv
{
namespace
{

constexpr int QUERIES = 100;

// What a tile is accessed by; the sets that do not fit a tile's shape or type are left out.
const char *const SETS[][3] = {
    {"ldmatrix.x4:mma.a", "st.b128:copy", nullptr},
    {"ldmatrix.x4:mma.b", "st.b128:copy", "ld.b128:column"},
    {"ldmatrix.x2:mma.a", "ldmatrix.x4:mma.b", "st.b64:copy"},
    {"stmatrix.x4:mma.a", "ld.b128:copy", nullptr},
    {"st.b32:frag:m64n64k16:d", "ld.b128:copy", nullptr},
    {"st.b32:frag:m64n64k16:d", "ld.b32:copy", "st.b32:column"},
    {"st.b64:frag:m64n64k8:d", "ld.b128:copy", "ld.b32:column"},
    {"ld.b64:column", "st.b64:copy", nullptr},
    {"ld.b32:column", "st.b32:copy", "ld.b128:column"},
    {"st.b128:column", "ld.b128:copy", "ldmatrix.x1:mma.a"},
};
const int SHAPES[][2] = {{64, 64}, {128, 64}, {64, 128}, {128, 32}, {64, 256}, {128, 128}};

struct probe {
    int query, use, step;
    std::string text; // the tile and the accesses
    wgd_access access;
    wgd_best_family family;
    wgd_bank_lanes lanes;
};

bool make_query(const int *shape, int bits, const char *const *set, wgd_best_query &q)
{
    q.n_uses = 0;
    q.wgmma = false;
    bool fits = wgd_arrange_rows(shape[0], shape[1], bits, 0, &q.tile, nullptr) == WGD_OK &&
                static_cast<uint32_t>(q.tile.rows * q.tile.row_bytes) <= PROBE_SMEM / 2;
    for (int i = 0; fits && i < 3 && set[i]; i++) {
        int steps;
        wgd_bank_lanes lanes;
        q.weight[q.n_uses] = 1;
        wgd_bank_use *u = &q.use[q.n_uses++];
        fits = wgd_bank_use_parse(set[i], bits, u, nullptr) == WGD_OK &&
               wgd_bank_steps(&q.tile, u, &steps, nullptr) == WGD_OK &&
               wgd_bank_step(&q.tile, u, 0, &lanes, nullptr) == WGD_OK;
    }
    return fits;
}

// One step of each access, another one in each query.
void add_probes(const wgd_best_query &q, const std::string &text, int query,
                std::vector<probe> &out)
{
    wgd_best best;
    if (wgd_best_find(&q, &best, nullptr) != WGD_OK) {
        throw std::logic_error("no arrangement of " + text);
    }
    for (int u = 0; u < q.n_uses; u++) {
        int steps = 0;
        probe p = {query, u, 0, text, q.use[u].access, best.best, {}};
        if (wgd_bank_steps(&q.tile, &q.use[u], &steps, nullptr) != WGD_OK) {
            throw std::logic_error("no steps of " + text);
        }
        p.step = 7 * query % steps;
        if (wgd_best_step(&q, &best.family[best.best], u, p.step, &p.lanes, nullptr) != WGD_OK) {
            throw std::logic_error("no lanes of " + text);
        }
        out.push_back(p);
    }
}

std::vector<probe> all_probes()
{
    std::vector<probe> out;
    int query = 0;
    for (const auto &set : SETS) {
        for (const auto &shape : SHAPES) {
            for (int bits = 8; bits <= 32 && query < QUERIES; bits *= 2) {
                wgd_best_query q;
                if (make_query(shape, bits, set, q)) {
                    std::string text = std::to_string(shape[0]) + "x" + std::to_string(shape[1]) +
                                       " of " + std::to_string(bits) + " bits:";
                    for (int i = 0; i < q.n_uses; i++) {
                        text += std::string(" ") + set[i];
                    }
                    add_probes(q, text, query++, out);
                }
            }
        }
    }
    if (query != QUERIES) {
        throw std::logic_error("only " + std::to_string(query) + " tiles");
    }
    return out;
}

std::string probe_json(const probe &p)
{
    wgd_bank_result r;
    if (wgd_banks_access(p.access, &p.lanes, &r, nullptr) != WGD_OK) {
        throw std::logic_error("bad addresses of " + p.text);
    }
    return "{" +
           json_join(
               {json_pair("query", std::to_string(p.query)), json_pair("tile", json_text(p.text)),
                json_pair("family", json_text(wgd_best_family_name(p.family))),
                json_pair("access", json_text(wgd_access_name(p.access))),
                json_pair("use", std::to_string(p.use)), json_pair("step", std::to_string(p.step)),
                json_pair("wavefronts", std::to_string(r.wavefronts)),
                json_pair("conflicts", std::to_string(r.conflicts))}) +
           "}";
}

} // namespace

void list_swizzles()
{
    for (const probe &p : all_probes()) {
        puts(probe_json(p).c_str());
    }
}

void run_swizzles()
{
    open_device();
    device_array<uint32_t> sink(4 * WGD_WARP);
    allow_smem(probe_kernel_at(), PROBE_SMEM);
    for (const probe &p : all_probes()) {
        probe_job job = {p.access, p.lanes, sink.get()};
        void *args[] = {&job};
        launch(probe_kernel_at(), 1, WGD_WARP, PROBE_SMEM, args);
        wait_for_device();
    }
}

} // namespace wgv
