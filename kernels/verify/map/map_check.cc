// SPDX-License-Identifier: MIT
#include "map_check.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <stdexcept>

#include "common/json.h"
#include "map_codes.h"
#include "map_random.h"
#include "verify/wgmma/row.h"
#include "verify/wgmma/window.h"

namespace wgv
{
namespace
{

const void *kernel_of(wgd_read rd)
{
    const void *k =
        row_kernels_at(map_row(rd.dtype)).map[rd.sparse][rd.operand][rd.major == WGD_MAJOR_MN];
    if (!k) {
        throw std::logic_error(std::string("no map kernel for ") + wgd_dtype_get(rd.dtype)->name);
    }
    return k;
}

uint64_t count_of(const map_item &item)
{
    return item.words.empty() ? item.count : item.words.size();
}

map_job make_job(const device_info &device, const map_item &item, uint64_t seed, uint32_t *scratch)
{
    map_job job = {};
    job.seed = seed;
    job.count = count_of(item);
    job.n = (uint32_t)item.read.mn;
    job.window_from = map_window_from(device);
    job.window_to = map_window_to(device);
    job.scratch = scratch;
    return job;
}

void launch_map(const device_info &device, wgd_read rd, map_job job)
{
    const uint64_t wanted = (job.count + MAP_WARPGROUPS - 1) / MAP_WARPGROUPS;
    const uint32_t blocks = (uint32_t)std::min<uint64_t>(wanted, (uint64_t)device.processors);
    void *args[] = {&job};
    launch(kernel_of(rd), std::max(1u, blocks), 128 * MAP_WARPGROUPS, SMEM_BYTES, args);
}

size_t scratch_words(const device_info &device)
{
    return (size_t)device.processors * MAP_WARPGROUPS * 64 * WGD_N_MAX;
}

const map_result BLANK = {~0ull, 0, 0};

} // namespace

uint32_t map_window_from(const device_info &device)
{
    return device.window;
}

uint32_t map_window_to(const device_info &device)
{
    return device.window + SMEM_BYTES - IDENTITY_BYTES;
}

map_run run_map(const device_info &device, const std::vector<map_item> &items, uint64_t seed)
{
    map_run run;
    std::vector<uint64_t> all_words;
    for (const map_item &item : items) {
        all_words.insert(all_words.end(), item.words.begin(), item.words.end());
        run.descriptors += count_of(item);
        allow_smem(kernel_of(item.read), SMEM_BYTES);
    }
    const device_array<uint64_t> words(all_words);
    const device_array<uint32_t> scratch(scratch_words(device));
    const device_array<map_result> results(std::vector<map_result>(items.size(), BLANK));
    gpu_timer timer;
    timer.start();
    const uint64_t *next = words.get();
    for (size_t i = 0; i < items.size(); i++) {
        map_job job = make_job(device, items[i], seed, scratch.get());
        job.words = items[i].words.empty() ? nullptr : next;
        job.result = results.get() + i;
        next += items[i].words.size();
        launch_map(device, items[i].read, job);
    }
    run.gpu_seconds = timer.stop();
    run.results = results.read();
    return run;
}

uint64_t map_word(const device_info &device, const map_item &item, uint64_t seed, uint64_t index)
{
    return item.words.empty() ? wgv_random_word(seed, index, item.read, map_window_from(device),
                                                map_window_to(device))
                              : item.words[index];
}

std::vector<int64_t> recover_map(const device_info &device, wgd_read rd, uint64_t word)
{
    const map_item item = {rd, {word}, 1};
    const uint32_t passes = wgv_code_passes(rd.dtype);
    const size_t elements = (size_t)rd.mn * (size_t)wgd_read_k(rd);
    const device_array<uint64_t> words(item.words);
    const device_array<uint32_t> scratch(scratch_words(device));
    const device_array<map_result> result(std::vector<map_result>(1, BLANK));
    const device_array<uint32_t> dump(std::vector<uint32_t>(elements * passes, 0));
    allow_smem(kernel_of(rd), SMEM_BYTES);
    map_job job = make_job(device, item, 0, scratch.get());
    job.words = words.get();
    job.result = result.get();
    job.dump = dump.get();
    launch_map(device, rd, job);
    wait_for_device();
    const std::vector<uint32_t> got = dump.read();
    const wgd_desc desc = wgd_desc_decode(word);
    std::vector<int64_t> out(elements);
    for (size_t e = 0; e < elements; e++) {
        const uint32_t r = (uint32_t)(e / (size_t)wgd_read_k(rd));
        const uint32_t k = (uint32_t)(e % (size_t)wgd_read_k(rd));
        const uint32_t rule = wgd_fetch_byte(desc, rd, r, k);
        if (rd.dtype == WGD_B1) {
            const uint32_t bit = wgv_code_result(WGD_B1, wgv_code(WGD_B1, 0, rule), k % 8);
            out[e] = got[e] == bit ? (int64_t)rule : -1;
            continue;
        }
        int64_t unit = 0;
        for (uint32_t p = 0; p < passes && unit >= 0; p++) {
            const int32_t digit = wgv_code_decode(rd.dtype, got[p * elements + e]);
            unit = digit < 0 ? -1 : unit | (int64_t)digit << (p * wgv_code_digit_bits(rd.dtype));
        }
        out[e] = unit < 0 ? -1 : unit * (int64_t)wgv_unit_bytes(rd.dtype);
    }
    return out;
}

bool map_passed(const map_item &item, const map_result &r, std::string &why)
{
    const uint64_t elements = (uint64_t)item.read.mn * (uint64_t)wgd_read_k(item.read) *
                              wgv_code_passes(item.read.dtype) * count_of(item);
    if (r.compared != elements) {
        why = "compared " + std::to_string(r.compared) + " elements of " + std::to_string(elements);
    } else if (r.wrong_elements) {
        why = std::to_string(r.wrong_elements) + " of " + std::to_string(r.compared) +
              " elements come from another byte than the fetch rule says";
    }
    return why.empty();
}

std::string explain_map(const device_info &device, const map_item &item, uint64_t seed,
                        const map_result &r)
{
    std::string why;
    map_passed(item, r, why);
    if (r.first_bad == ~0ull) {
        return why;
    }
    const uint64_t word = map_word(device, item, seed, r.first_bad);
    const std::vector<int64_t> fetched = recover_map(device, item.read, word);
    const wgd_desc desc = wgd_desc_decode(word);
    const uint32_t columns = (uint32_t)wgd_read_k(item.read);
    for (uint32_t e = 0; e < fetched.size(); e++) {
        const int64_t want = wgd_fetch_byte(desc, item.read, e / columns, e % columns);
        if (fetched[e] != want) {
            return why + "; descriptor " + std::to_string(r.first_bad) + ", " + hex_word(word) +
                   ", element (" + std::to_string(e / columns) + ", " +
                   std::to_string(e % columns) + "): byte fetched " + byte_text(fetched[e]) +
                   ", byte wanted " + byte_text(want);
        }
    }
    return why + "; descriptor " + std::to_string(r.first_bad) + ", " + hex_word(word) +
           ": not seen again when run alone";
}

std::string hex_bits(uint32_t bits)
{
    char s[16];
    snprintf(s, sizeof s, "0x%08" PRIx32, bits);
    return s;
}

std::string byte_text(int64_t byte)
{
    char s[24];
    snprintf(s, sizeof s, "0x%05" PRIx64, (uint64_t)byte);
    return byte < 0 ? "none" : s;
}

} // namespace wgv
