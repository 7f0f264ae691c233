// SPDX-License-Identifier: MIT
#include "product_check.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "verify/wgmma/inputs.h"
#include "verify/map/map_check.h"
#include "common/json.h"
#include "common/parallel.h"
#include "product_plan.h"
#include "reference.h"

namespace wgv
{
namespace
{

constexpr uint32_t FRAGMENT_WORDS = 64 * WGD_N_MAX;

const void *kernel_of(const product_case &c)
{
    int trans[2] = {c.major[0] == WGD_MAJOR_MN, c.major[1] == WGD_MAJOR_MN};
    if (c.control == mutation::transpose) {
        trans[c.mutated] = !trans[c.mutated];
    }
    const row_kernels &k = row_kernels_at(c.row);
    return k.product[c.sparse][c.a_in_regs][c.variant][trans[0]][trans[1]];
}

// Cases with the same reference: the same inputs, sign and start.
struct reference_key {
    uint64_t seed;
    int sign;
    bool scale_d;
    bool operator<(const reference_key &o) const
    {
        return std::tie(seed, sign, scale_d) < std::tie(o.seed, o.sign, o.scale_d);
    }
};

// Computes each reference once and tells the jobs where theirs begins.
std::vector<uint32_t> make_references(const std::vector<product_case> &cases,
                                      std::vector<product_job> &jobs)
{
    struct slot {
        const product_case *c;
        uint64_t seed;
        size_t at;
    };
    std::map<reference_key, size_t> index;
    std::vector<slot> slots;
    size_t total = 0;
    for (size_t i = 0; i < cases.size(); i++) {
        const product_case &c = cases[i];
        const bool negative = c.variant == VARIANT_NEGATE_A || c.variant == VARIANT_NEGATE_B;
        const reference_key key = {jobs[i].seed, negative, c.scale_d};
        const auto found = index.emplace(key, slots.size());
        if (found.second) {
            slots.push_back({&c, jobs[i].seed, total});
            const product_size s = size_of(c);
            total += (size_t)s.m * (size_t)s.n;
        }
        jobs[i].want = slots[found.first->second].at;
    }
    std::vector<uint32_t> want(total);
    parallel_for(slots.size(), [&](size_t i) {
        const std::vector<uint32_t> d = reference(*slots[i].c, slots[i].seed);
        std::copy(d.begin(), d.end(), want.begin() + (std::ptrdiff_t)slots[i].at);
    });
    return want;
}

// Sizes of shared memory to launch with: small tiles leave room for more blocks on a processor.
uint32_t smem_class(uint32_t bytes)
{
    for (const uint32_t limit : {56u * 1024, 75u * 1024, 113u * 1024}) {
        if (bytes <= limit) {
            return limit;
        }
    }
    return SMEM_BYTES;
}

struct batch {
    const void *kernel;
    uint32_t smem;
    uint32_t first, count;
};

// Groups the cases into launches; `order` lists them batch by batch.
std::vector<batch> make_batches(const std::vector<product_case> &cases,
                                const std::vector<product_job> &jobs, uint32_t base,
                                std::vector<uint32_t> &order)
{
    std::vector<std::pair<const void *, uint32_t>> key(cases.size());
    for (size_t i = 0; i < cases.size(); i++) {
        key[i] = {kernel_of(cases[i]), smem_class(job_smem_bytes(jobs[i], base))};
        if (!key[i].first) {
            throw std::logic_error("no kernel for " + name_of(cases[i]));
        }
    }
    order.resize(cases.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t x, uint32_t y) { return key[x] < key[y]; });
    std::vector<batch> out;
    for (uint32_t i = 0; i < order.size(); i++) {
        const auto &k = key[order[i]];
        if (out.empty() || out.back().kernel != k.first || out.back().smem != k.second) {
            out.push_back({k.first, k.second, i, 0});
        }
        out.back().count++;
    }
    return out;
}

uint32_t blocks_for(const device_info &device, const batch &b)
{
    const uint32_t per_processor = std::max(1u, SMEM_BYTES / (b.smem + 1024));
    return std::min(b.count, per_processor * (uint32_t)device.processors);
}

} // namespace

product_run run_products(const device_info &device, const std::vector<product_case> &cases,
                         uint64_t seed)
{
    product_run run;
    run.jobs.resize(cases.size());
    parallel_for((cases.size() + 255) / 256, [&](size_t part) {
        for (size_t i = part * 256; i < std::min(cases.size(), part * 256 + 256); i++) {
            run.jobs[i] = make_job(cases[i], seed, device.window);
        }
    });
    run.want = make_references(cases, run.jobs);
    std::vector<uint32_t> order;
    const std::vector<batch> batches = make_batches(cases, run.jobs, device.window, order);
    std::vector<product_job> sorted(cases.size());
    std::vector<product_result> blank(cases.size());
    parallel_for(cases.size(), [&](size_t i) {
        sorted[i] = run.jobs[order[i]];
        blank[i].first = ~0ull;
    });
    const device_array<product_job> jobs(sorted);
    const device_array<product_result> results(blank);
    const device_array<uint32_t> want(run.want);
    uint32_t most_blocks = 1;
    for (const batch &b : batches) {
        allow_smem(b.kernel, SMEM_BYTES);
        most_blocks = std::max(most_blocks, blocks_for(device, b));
    }
    device_array<uint32_t> scratch((size_t)most_blocks * FRAGMENT_WORDS);
    scratch.fill_bytes(0xff);
    gpu_timer timer;
    timer.start();
    for (const batch &b : batches) {
        const product_job *first_job = jobs.get() + b.first;
        product_result *first_result = results.get() + b.first;
        uint32_t n = b.count;
        const uint32_t *w = want.get();
        uint32_t *d = scratch.get();
        void *args[] = {&first_job, &n, &w, &d, &first_result};
        launch(b.kernel, blocks_for(device, b), 128, b.smem, args);
    }
    run.gpu_seconds = timer.stop();
    run.launches = batches.size();
    const std::vector<product_result> got = results.read();
    run.results.resize(cases.size());
    for (size_t i = 0; i < order.size(); i++) {
        run.results[order[i]] = got[i];
    }
    return run;
}

bool product_passed(const product_case &c, const product_job &job, const product_result &r,
                    const device_info &device, std::string &why)
{
    const product_size s = size_of(c);
    const size_t a_words = c.a_in_regs ? 0 : (size_t)(c.blocks_m * c.steps);
    const size_t b_words = (size_t)(c.blocks_n * c.steps);
    if (r.window_start != device.window) {
        why = "the kernel found its shared memory at " + std::to_string(r.window_start) + ", not " +
              std::to_string(device.window);
    } else if (r.compared != (uint32_t)(s.m * s.n)) {
        why =
            "compared " + std::to_string(r.compared) + " elements of " + std::to_string(s.m * s.n);
    } else if (!std::equal(job.a.word, job.a.word + a_words, r.echo[0]) ||
               !std::equal(job.b.word, job.b.word + b_words, r.echo[1])) {
        why = "the kernel used another descriptor than the host made";
    } else if (r.device_words_wrong) {
        why = "the device made " + std::to_string(r.device_words_wrong) +
              " descriptors unlike the host's";
    } else if (r.mismatches) {
        why =
            std::to_string(r.mismatches) + " of " + std::to_string(r.compared) + " elements differ";
    }
    return why.empty();
}

namespace
{

// The first element of an operand that was fetched from another byte than it was written to, over
// the blocks of one row of blocks; empty when all agree.
std::string first_wrong_fetch(const device_info &device, const product_case &c,
                              const product_job &job, wgd_operand o, uint32_t block)
{
    const product_operand &op = o == WGD_OPERAND_A ? job.a : job.b;
    const wgd_read rd = issued_read(c, o);
    const uint32_t per_unit = rd.dtype == WGD_B1 ? 8 : 1;
    for (uint32_t k = 0; k < job.steps; k++) {
        const uint64_t word = op.word[block * job.steps + k];
        if (!stays_inside(word, rd, map_window_from(device), map_window_to(device))) {
            return "";
        }
        const std::vector<int64_t> fetched = recover_map(device, rd, word);
        for (int r = 0; r < rd.mn; r++) {
            for (int e = 0; e < wgd_read_k(rd); e++) {
                const int64_t got = fetched[(size_t)(r * wgd_read_k(rd) + e)];
                const uint32_t want =
                    wgv_tile_address(&op.tile, block * op.block_rows + (uint32_t)r,
                                     k * op.block_cols + (uint32_t)e / per_unit);
                if (got != (int64_t)want) {
                    return std::string("operand ") + wgd_operand_name(o) + " element (" +
                           std::to_string(r) + ", " + std::to_string(e) + ") of block (" +
                           std::to_string(block) + ", " + std::to_string(k) + "), descriptor " +
                           hex_word(word) + ": byte fetched " + byte_text(got) + ", byte wanted " +
                           byte_text((int64_t)want);
                }
            }
        }
    }
    return "";
}

} // namespace

std::string explain_product(const device_info &device, const product_case &c,
                            const product_run &run, size_t index)
{
    const product_job &job = run.jobs[index];
    const product_result &r = run.results[index];
    std::string why;
    product_passed(c, job, r, device, why);
    if (!r.mismatches) {
        return why;
    }
    const uint32_t columns = job.n * job.blocks_n;
    const uint32_t element = (uint32_t)(r.first >> 32), got = (uint32_t)r.first;
    const uint32_t m = element / columns, n = element % columns;
    std::string s = why + "; first at (" + std::to_string(m) + ", " + std::to_string(n) +
                    "): expected " + hex_bits(run.want[job.want + element]) + ", got " +
                    hex_bits(got);
    std::string fetch = first_wrong_fetch(device, c, job, WGD_OPERAND_B, n / job.n);
    if (fetch.empty() && !c.a_in_regs) {
        fetch = first_wrong_fetch(device, c, job, WGD_OPERAND_A, m / WGD_INST_M);
    }
    return s + "; " +
           (fetch.empty() ? "every element is fetched from the byte it was written to" : fetch);
}

} // namespace wgv
