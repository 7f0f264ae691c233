// SPDX-License-Identifier: MIT
//
// wgdesc-hgemm: times the HGEMM in both forms beside cuBLAS, and shows the accesses to shared
// memory to the hardware's counters beside what libwgdesc predicts for them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "bank_probe.h"
#include "device.h"
#include "hgemm_cublas.h"
#include "hgemm_run.h"
#include "mma_problems.h"

namespace wgv
{
namespace
{

constexpr const char *USAGE =
    "usage: wgdesc-hgemm time [--cublas PATH] SIZE...   TFLOP/s of both forms and of cuBLAS\n"
    "       wgdesc-hgemm once plain|permuted SIZE       one launch, for a profiler\n"
    "       wgdesc-hgemm predict plain|permuted SIZE    wavefronts in shared memory, as JSON\n"
    "       wgdesc-hgemm probe [list]                   one launch for each pattern; or the\n"
    "                                                   predictions for them, as JSON Lines\n"
    "A SIZE is N (for N x N x N) or MxNxK.\n";

struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct size3 {
    int m, n, k;
};

size3 parse_size(const char *s)
{
    size3 z = {0, 0, 0};
    int used = 0;
    if (sscanf(s, "%6dx%6dx%6d%n", &z.m, &z.n, &z.k, &used) != 3 || s[used] != '\0') {
        used = 0;
        if (sscanf(s, "%6d%n", &z.m, &used) != 1 || s[used] != '\0') {
            throw usage_error(std::string("not a size: ") + s);
        }
        z.n = z.k = z.m;
    }
    if (z.m < 1 || z.n < 1 || z.k < 1) {
        throw usage_error(std::string("not a size: ") + s);
    }
    return z;
}

hgemm_form parse_form(const char *s)
{
    if (strcmp(s, "plain") != 0 && strcmp(s, "permuted") != 0) {
        throw usage_error(std::string("not a form: ") + s);
    }
    return s[1] == 'l' ? hgemm_form::plain : hgemm_form::permuted;
}

// ---- time ---------------------------------------------------------------------------------------

// Random f16 in (-1, 1), every bit of the mantissa in use: zeros and small integers draw less power
// and run faster.
std::vector<uint16_t> random_f16(uint64_t seed, size_t count)
{
    number_stream s(seed);
    std::vector<uint16_t> v(count);
    std::generate(v.begin(), v.end(), [&] {
        const uint64_t r = s.next();
        const uint64_t sign = r & 0x8000, exponent = 11 + (r >> 16 & 3), mantissa = r & 0x3ff;
        return static_cast<uint16_t>(sign | exponent << 10 | mantissa);
    });
    return v;
}

struct matrices {
    device_array<uint16_t> a, b, d;
    size3 z;
    explicit matrices(size3 size)
        : a(random_f16(1, static_cast<size_t>(size.m) * static_cast<size_t>(size.k))),
          b(random_f16(2, static_cast<size_t>(size.n) * static_cast<size_t>(size.k))),
          d(static_cast<size_t>(size.m) * static_cast<size_t>(size.n)), z(size)
    {
    }
    hgemm_job job() const
    {
        return {a.get(), b.get(), d.get(), z.m, z.n, z.k};
    }
};

// The median of `rounds` bursts, in seconds for each launch; each burst follows one of the same
// that is not timed, so that the clock has settled.
template <class RUN> double median_seconds(RUN run)
{
    constexpr int ROUNDS = 9, BURST = 10;
    std::vector<double> all;
    for (int r = 0; r < ROUNDS; r++) {
        gpu_timer timer;
        for (int i = 0; i < BURST; i++) {
            run();
        }
        timer.start();
        for (int i = 0; i < BURST; i++) {
            run();
        }
        all.push_back(timer.stop() / BURST);
    }
    std::sort(all.begin(), all.end());
    return all[ROUNDS / 2];
}

void time_size(size3 z, cublas &library)
{
    const matrices x(z);
    const double flop = 2.0 * z.m * z.n * z.k;
    const double plain =
        flop / median_seconds([&] { run_hgemm(hgemm_form::plain, x.job()); }) * 1e-12;
    const double permuted =
        flop / median_seconds([&] { run_hgemm(hgemm_form::permuted, x.job()); }) * 1e-12;
    printf("%d x %d x %d  plain %.1f  permuted %.1f TFLOP/s  permuted/plain %.2f", z.m, z.n, z.k,
           plain, permuted, permuted / plain);
    if (library.ready() && library.multiply(x.job())) {
        const double best = flop / median_seconds([&] { library.multiply(x.job()); }) * 1e-12;
        printf("  cuBLAS %.1f  permuted/cuBLAS %.2f", best, permuted / best);
    }
    printf("\n");
}

int run_time(int n, char **arg)
{
    const char *path = nullptr;
    if (n > 1 && strcmp(arg[0], "--cublas") == 0) {
        path = arg[1];
        n -= 2;
        arg += 2;
    }
    if (n == 0) {
        throw usage_error("a size is missing");
    }
    open_device();
    cublas library(path);
    if (!library.ready()) {
        fprintf(stderr, "wgdesc-hgemm: %s; without it\n", library.reason());
    }
    for (int i = 0; i < n; i++) {
        time_size(parse_size(arg[i]), library);
    }
    return 0;
}

int run_once(hgemm_form form, size3 z)
{
    open_device();
    const matrices x(z);
    run_hgemm(form, x.job());
    wait_for_device();
    return 0;
}

// ---- predictions --------------------------------------------------------------------------------

// The accesses of one warp but for cp.async, which writes as the data arrives; as formulas of the
// lane in bytes, and how often a block makes each. The rows that a warp adds (multiples of 8) and
// its stage change no bank.
struct hgemm_access {
    const char *what, *plain, *permuted;
    wgd_access access;
    int per_step, per_block; // warps counted: in each step of K, and once
};

const hgemm_access accesses[] = {
    // 4 tiles of A and 4 pairs of tiles of B, for each of two halves of a stage
    {"ldmatrix A", "t%16*64 + t/16*16 + i*32", "t%16*64 + (t/16 + i*2 + t%8/2)%4*16",
     WGD_ACCESS_LDMATRIX_X4, HGEMM_WARPS * 4, 0},
    {"ldmatrix B", "(t%8 + t/16*8)*64 + t/8%2*16 + i*32",
     "(t%8 + t/16*8)*64 + (t/8%2 + i*2 + t%8/2)%4*16", WGD_ACCESS_LDMATRIX_X4, HGEMM_WARPS * 4, 0},
    // the result: 4 x 8 tiles of two rows; i is the tile along N, in halves as i and i + 8 rows
    {"st result", "t/4*256 + t%4*4 + i*16", "t/4*256 + (t%4*4 + i*16 + t/4%8*16)%256",
     WGD_ACCESS_ST4, 0, HGEMM_WARPS * 4 * 4 * 2},
    {"ld result", "(t/16 + i*2)*256 + t%16*16", "(t/16 + i*2)*256 + (t%16 + (t/16 + i*2)%8)%16*16",
     WGD_ACCESS_LD16, 0, HGEMM_BM *HGEMM_BN * 2 / 16 / 32 / 2},
};

// Both values of i: the two halves of a stage, two neighbouring tiles or pairs of rows.
wgd_bank_total predict_access(const hgemm_access &a, hgemm_form form)
{
    wgd_bank_total sum = {0, 0, 0, 0, 0};
    for (int i = 0; i < 2; i++) {
        wgd_bank_lanes lanes;
        wgd_bank_result r;
        const char *formula = form == hgemm_form::plain ? a.plain : a.permuted;
        if (wgd_bank_formula(formula, 1, 0, a.access, 0, i, &lanes, nullptr) != WGD_OK ||
            wgd_banks_access(a.access, &lanes, &r, nullptr) != WGD_OK) {
            throw std::runtime_error(std::string("bad formula of ") + a.what);
        }
        wgd_bank_add(&sum, &r);
    }
    return sum;
}

int run_predict(hgemm_form form, size3 z)
{
    const int64_t blocks =
        static_cast<int64_t>((z.m + HGEMM_BM - 1) / HGEMM_BM) * ((z.n + HGEMM_BN - 1) / HGEMM_BN);
    const int64_t steps = (z.k + HGEMM_BK - 1) / HGEMM_BK;
    printf("{\"form\":\"%s\",\"size\":[%d,%d,%d],\"accesses\":[",
           form == hgemm_form::plain ? "plain" : "permuted", z.m, z.n, z.k);
    const char *comma = "";
    for (const hgemm_access &a : accesses) {
        const wgd_bank_total one = predict_access(a, form);
        const int64_t times = blocks * (a.per_step * steps + a.per_block);
        printf("%s{\"what\":\"%s\",\"accesses\":%lld,\"worst\":%d,\"wavefronts\":%lld,"
               "\"conflicts\":%lld}",
               comma, a.what, static_cast<long long>(times * 2), one.worst,
               static_cast<long long>(times * one.wavefronts),
               static_cast<long long>(times * one.conflicts));
        comma = ",";
    }
    printf("]}\n");
    return 0;
}

// ---- probe --------------------------------------------------------------------------------------

// Byte addresses by lane, for every access of each kind of vector; i of the formula is `seed`.
// Lanes outside `active` take no part (matrix accesses have no such lanes).
struct pattern {
    int bytes;
    const char *formula;
    uint32_t active;
    int seed;
};

constexpr uint32_t ALL = 0xffffffff;

const pattern shapes[] = {
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
const pattern random_shapes[] = {
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
    if (wgd_bank_formula(p.formula, 1, 0, a, 0, p.seed, &lanes, nullptr) != WGD_OK) {
        throw std::runtime_error(std::string("bad formula ") + p.formula);
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
        for (const pattern &p : shapes) {
            const bool possible = p.active == ALL || !wgd_access_is_matrix(a);
            if (p.bytes == wgd_access_bytes(a) && possible) {
                fn(a, p, lanes_of(p, a));
            }
        }
        for (pattern p : random_shapes) {
            for (p.seed = 1; p.seed <= RANDOM_SEEDS; p.seed++) {
                if (p.bytes == wgd_access_bytes(a)) {
                    fn(a, p, lanes_of(p, a));
                }
            }
        }
    }
}

int list_probes()
{
    each_probe([](wgd_access a, const pattern &p, const wgd_bank_lanes &lanes) {
        wgd_bank_result r;
        if (wgd_banks_access(a, &lanes, &r, nullptr) != WGD_OK) {
            throw std::runtime_error(std::string("bad addresses of ") + p.formula);
        }
        printf("{\"access\":\"%s\",\"formula\":\"%s\",\"i\":%d,\"active\":\"0x%08x\","
               "\"phases\":%d,\"wavefronts\":%d,\"conflicts\":%d}\n",
               wgd_access_name(a), p.formula, p.seed, lanes.active, r.phases, r.wavefronts,
               r.conflicts);
    });
    return 0;
}

int run_probes()
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
    return 0;
}

int run(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "--help") {
        fputs(USAGE, stdout);
        return 0;
    }
    if (what == "time") {
        return run_time(argc - 2, argv + 2);
    }
    if ((what == "once" || what == "predict") && argc == 4) {
        const hgemm_form form = parse_form(argv[2]);
        return what == "once" ? run_once(form, parse_size(argv[3]))
                              : run_predict(form, parse_size(argv[3]));
    }
    if (what == "probe" && (argc == 2 || (argc == 3 && strcmp(argv[2], "list") == 0))) {
        return argc == 2 ? run_probes() : list_probes();
    }
    throw usage_error("what is to be done?");
}

} // namespace
} // namespace wgv

int main(int argc, char **argv)
{
    try {
        return wgv::run(argc, argv);
    } catch (const wgv::usage_error &e) {
        fprintf(stderr, "wgdesc-hgemm: error: %s\n%s", e.what(), wgv::USAGE);
        return 2;
    } catch (const wgv::no_gpu &e) {
        fprintf(stderr, "wgdesc-hgemm: %s\n", e.what());
        return 77;
    } catch (const std::exception &e) {
        fprintf(stderr, "wgdesc-hgemm: error: %s\n", e.what());
        return 3;
    }
}
