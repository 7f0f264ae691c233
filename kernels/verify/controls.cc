// SPDX-License-Identifier: MIT
#include "controls.h"

#include <algorithm>

#include "verify/map/map_check.h"
#include "common/parallel.h"
#include "verify/product/product_plan.h"

namespace wgv
{
namespace
{

struct word_list {
    const uint64_t *word;
    size_t count;
};

word_list words_of(const product_case &c, const product_job &job)
{
    const bool a = c.mutated == WGD_OPERAND_A;
    return {a ? job.a.word : job.b.word, (size_t)((a ? c.blocks_m : c.blocks_n) * c.steps)};
}

bool within_reach(const product_case &c, const product_job &job, const device_info &device)
{
    const wgd_read rd = issued_read(c, c.mutated);
    const word_list w = words_of(c, job);
    return std::all_of(w.word, w.word + w.count, [&](uint64_t word) {
        return stays_inside(word, rd, device.window, device.window + SMEM_BYTES);
    });
}

// Do the corrupted descriptors read the bytes that the right ones read, by the fetch rule? Only
// then can a right result be right.
bool reads_the_same(const product_case &c, const product_job &job, const device_info &device)
{
    if (c.control == mutation::transpose || c.control == mutation::shifted) {
        return false;
    }
    product_case sound = c;
    sound.control = mutation::none;
    const product_job right = make_job(sound, 0, device.window);
    const word_list x = words_of(c, job), y = words_of(c, right);
    for (size_t i = 0; i < x.count; i++) {
        if (!same_map(x.word[i], y.word[i], read_of(c, c.mutated))) {
            return false;
        }
    }
    return true;
}

// Recovers the maps of the corrupted descriptors of every case on the list, so that "not read"
// rests on the hardware and not on the rule. The window ends below the identity; words that reach
// into it are moved down.
std::vector<bool> prove_unread(const device_info &device, const std::vector<product_case> &cases,
                               const std::vector<product_job> &jobs,
                               const std::vector<size_t> &unread, control_run &run)
{
    std::vector<map_item> items;
    for (const size_t i : unread) {
        map_item item = {issued_read(cases[i], cases[i].mutated), {}, 0};
        const word_list w = words_of(cases[i], jobs[i]);
        for (size_t k = 0; k < w.count; k++) {
            wgd_desc d = wgd_desc_decode(w.word[k]);
            const bool high =
                !stays_inside(w.word[k], item.read, map_window_from(device), map_window_to(device));
            d.start = (uint16_t)(d.start - (high ? IDENTITY_BYTES / 16 : 0));
            item.words.push_back(wgd_desc_encode(d));
        }
        run.mapped += w.count;
        items.push_back(item);
    }
    std::vector<bool> proved;
    if (!items.empty()) {
        const map_run maps = run_map(device, items, 0);
        run.gpu_seconds += maps.gpu_seconds;
        for (size_t i = 0; i < items.size(); i++) {
            std::string why;
            proved.push_back(map_passed(items[i], maps.results[i], why));
        }
    }
    return proved;
}

} // namespace

const char *outcome_name(control_outcome o)
{
    static const char *const names[] = {"caught", "unread", "out_of_reach", "unnoticed",
                                        "contradicted"};
    return names[(int)o];
}

control_run run_controls(const device_info &device, const std::vector<product_case> &cases,
                         uint64_t seed)
{
    control_run run;
    run.outcomes.assign(cases.size(), control_outcome::out_of_reach);
    std::vector<product_case> kept;
    std::vector<size_t> index;
    for (size_t i = 0; i < cases.size(); i++) {
        if (within_reach(cases[i], make_job(cases[i], seed, device.window), device)) {
            kept.push_back(cases[i]);
            index.push_back(i);
        }
    }
    const product_run products = run_products(device, kept, seed);
    run.gpu_seconds = products.gpu_seconds;
    std::vector<size_t> right;
    for (size_t i = 0; i < kept.size(); i++) {
        const bool wrong = products.results[i].mismatches != 0;
        const bool same = reads_the_same(kept[i], products.jobs[i], device);
        run.outcomes[index[i]] = wrong && !same ? control_outcome::caught
                                 : wrong        ? control_outcome::contradicted
                                                : control_outcome::unnoticed;
        if (!wrong && same) {
            right.push_back(i);
        }
    }
    const std::vector<bool> proved = prove_unread(device, kept, products.jobs, right, run);
    for (size_t i = 0; i < right.size(); i++) {
        run.outcomes[index[right[i]]] =
            proved[i] ? control_outcome::unread : control_outcome::unnoticed;
    }
    return run;
}

} // namespace wgv
