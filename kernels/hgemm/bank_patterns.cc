// SPDX-License-Identifier: MIT
#include "bank_patterns.h"

#include <cstdio>
#include <stdexcept>
#include <string>

#include "bank_probe.h"
#include "common/device.h"
#include "common/json.h"
#include "wgd_banks.h"

namespace wgv
{
namespace
{

// Byte addresses by lane, for every access of each kind of vector; i of the formula is `seed`.
// Lanes outside `active` take no part (matrix accesses have no such lanes).
struct pattern {
    int bytes;
    const char *formula;
    uint32_t active;
    int seed;
};

constexpr uint32_t ALL = 0xffffffff;

const pattern patterns[] = {
    {4, "t*4", ALL, 0},
    {4, "t*8", ALL, 0},
    {4, "t*12", ALL, 0},
    {4, "t*128", ALL, 0},
    {4, "t*128", 0x11111111, 0},
    {4, "t%16*128", ALL, 0},
    {4, "t/4*128", ALL, 0},
    {4, "t/2*4", ALL, 0},
    {4, "0*t", ALL, 0},
    {4, "t/4*256 + t%4*4", ALL, 0},
    {4, "t/4*256 + (t%4*4 + t/4%8*16)%256", ALL, 0},
    {8, "t*8", ALL, 0},
    {8, "t*8", 0x55555555, 0},
    {8, "t*8", 0x33333333, 0},
    {8, "t*8", 0x0f0f0f0f, 0},
    {8, "t*8", 0x0000ffff, 0},
    {8, "t/2*8", 0x55555555, 0},
    {8, "(t/4*2 + t%2)*8", 0x33333333, 0},
    {8, "t/2*8", 0x55ffff55, 0},
    {8, "t*16", ALL, 0},
    {8, "t*128", ALL, 0},
    {8, "t%16*8", ALL, 0},
    {8, "t/2*8", ALL, 0},
    {8, "t/2*128", ALL, 0},
    {8, "t/2*64", ALL, 0},
    {8, "t/4*8", ALL, 0},
    {8, "(t/4*2 + t%2)*8", ALL, 0},
    {8, "(t/8*4 + t%4)*8", ALL, 0},
    {8, "(1-t/16)*(t/2*8) + t/16*t*8", ALL, 0},
    {8, "0*t", ALL, 0},
    {8, "t%16*16 + t/16*8", ALL, 0},
    {8, "t%8*256 + t/8*8", ALL, 0},
    {16, "t*16", ALL, 0},
    {16, "t*16", 0x55555555, 0},
    {16, "t*16", 0x33333333, 0},
    {16, "t*16", 0x0f0f0f0f, 0},
    {16, "t*16", 0x000000ff, 0},
    {16, "t/2*16", 0x55555555, 0},
    {16, "(t/4*2 + t%2)*16", 0x33333333, 0},
    {16, "t/2*16", 0x55ffff55, 0},
    {16, "t*32", ALL, 0},
    {16, "t*64", ALL, 0},
    {16, "t*128", ALL, 0},
    {16, "t%16*64 + t/16*16", ALL, 0},
    {16, "t%16*64 + (t/16 + t%8/2)%4*16", ALL, 0},
    {16, "t%8*16", ALL, 0},
    {16, "t/2*16", ALL, 0},
    {16, "t/2*128", ALL, 0},
    {16, "t/4*16", ALL, 0},
    {16, "(t/4*2 + t%2)*16", ALL, 0},
    {16, "(t/8*4 + t%4)*16", ALL, 0},
    {16, "(1-t/16)*(t/2*16) + t/16*t*16", ALL, 0},
    {16, "0*t", ALL, 0},
    {16, "t*512", ALL, 0},
    {16, "t*128 ^ t%8*16", ALL, 0},
    {16, "t*144", ALL, 0},
};

// Addresses without a plan, over a few rows of banks, some of them shared by neighbours.
const pattern random_patterns[] = {
    {4, "((t*73 + i*29)*(t*31%61 + i) ^ t*i)%128*4", ALL, 0},
    {4, "((t/2*73 + i*29)*(t/2*31%61 + i))%64*4", ALL, 0},
    {8, "((t*73 + i*29)*(t*31%61 + i) ^ t*i)%128*8", ALL, 0},
    {8, "((t/2*73 + i*29)*(t/2*31%61 + i))%64*8", ALL, 0},
    {16, "((t*73 + i*29)*(t*31%61 + i) ^ t*i)%128*16", ALL, 0},
    {16, "((t/2*73 + i*29)*(t/2*31%61 + i))%64*16", ALL, 0},
};
constexpr int RANDOM_SEEDS = 8;

wgd_bank_lanes lanes_of(const pattern &p, wgd_access a)
{
    wgd_bank_lanes lanes;
    wgd_formula f;
    if (wgd_formula_read(p.formula, &f, nullptr) != WGD_OK ||
        wgd_bank_formula(&f, 1, 0, a, 0, p.seed, &lanes, nullptr) != WGD_OK) {
        throw std::logic_error(std::string("bad formula ") + p.formula);
    }
    for (int i = wgd_access_lanes(a); i < WGD_WARP; i++) {
        lanes.addr[i] = 0;
    }
    lanes.active &= p.active;
    return lanes;
}

template <class FN> void each_probe(FN fn)
{
    for (int i = 0; i < WGD_ACCESS_COUNT; i++) {
        const wgd_access a = static_cast<wgd_access>(i);
        for (const pattern &p : patterns) {
            const bool possible = p.active == ALL || !wgd_access_is_matrix(a);
            if (p.bytes == wgd_access_bytes(a) && possible) {
                fn(a, p, lanes_of(p, a));
            }
        }
        for (pattern p : random_patterns) {
            for (p.seed = 1; p.seed <= RANDOM_SEEDS; p.seed++) {
                if (p.bytes == wgd_access_bytes(a)) {
                    fn(a, p, lanes_of(p, a));
                }
            }
        }
    }
}

std::string probe_json(wgd_access a, const pattern &p, const wgd_bank_lanes &lanes)
{
    wgd_bank_result r;
    if (wgd_banks_access(a, &lanes, &r, nullptr) != WGD_OK) {
        throw std::logic_error(std::string("bad addresses of ") + p.formula);
    }
    char active[16];
    snprintf(active, sizeof active, "0x%08x", lanes.active);
    return "{" +
           json_join({json_pair("access", json_text(wgd_access_name(a))),
                      json_pair("formula", json_text(p.formula)),
                      json_pair("i", std::to_string(p.seed)),
                      json_pair("active", json_text(active)),
                      json_pair("phases", std::to_string(r.phases)),
                      json_pair("wavefronts", std::to_string(r.wavefronts)),
                      json_pair("conflicts", std::to_string(r.conflicts))}) +
           "}";
}

} // namespace

void list_probes()
{
    each_probe([](wgd_access a, const pattern &p, const wgd_bank_lanes &lanes) {
        puts(probe_json(a, p, lanes).c_str());
    });
}

void run_probes()
{
    open_device();
    device_array<uint32_t> sink(4 * WGD_WARP);
    allow_smem(probe_kernel_at(), PROBE_SMEM);
    each_probe([&](wgd_access a, const pattern &, const wgd_bank_lanes &lanes) {
        probe_job job = {a, lanes, sink.get()};
        void *args[] = {&job};
        launch(probe_kernel_at(), 1, WGD_WARP, PROBE_SMEM, args);
        wait_for_device();
    });
}

} // namespace wgv
