// SPDX-License-Identifier: MIT
#include "session.h"

#include <algorithm>

#include "common/clock.h"
#include "common/json.h"
#include "canonical_words.h"
#include "controls.h"
#include "verify/map/map_check.h"
#include "verify/product/product_check.h"
#include "verify/wgmma/window.h"

namespace wgv
{
namespace
{

// Cases that one slice of work takes: enough for few launches, few enough for the progress to move.
constexpr size_t PRODUCT_SLICE = 32768, MAP_SLICE = 64;
// Failures that are explained, for each kind of check; the rest are counted.
constexpr size_t FAILURES_SHOWN = 10;

std::string form_name(const product_case &c)
{
    return std::string(wgd_inst_at(c.row)->ptx) + (c.sparse ? "/sp" : "");
}

std::string family_name(const map_case &c)
{
    map_case any = c;
    any.read.mn = 0;
    std::string s = name_of(any);
    const size_t n = s.find("/n0");
    return s.erase(n, 3);
}

template <class EXPLAIN>
void add_failure(session &s, int kind, const std::string &family_key, const std::string &name,
                 const std::string &repeat_name, EXPLAIN explain)
{
    s.report.families[family_key].failed++;
    if (s.explained[kind]++ < FAILURES_SHOWN) {
        s.report.failures.push_back(
            {family_key, name, explain(),
             "wgdesc-verify --case '" + repeat_name + "' --seed " + std::to_string(s.seed)});
    }
}

void check_products(session &s, const std::vector<product_case> &cases)
{
    const double from = wall_seconds();
    for (size_t at = 0; at < cases.size(); at += PRODUCT_SLICE) {
        const std::vector<product_case> slice(
            cases.begin() + (std::ptrdiff_t)at,
            cases.begin() + (std::ptrdiff_t)std::min(cases.size(), at + PRODUCT_SLICE));
        const product_run run = run_products(s.device, slice, s.seed);
        s.report.seconds["gemm_gpu"] += run.gpu_seconds;
        s.report.launches += run.launches;
        for (size_t i = 0; i < slice.size(); i++) {
            const std::string key = "gemm/" + form_name(slice[i]);
            family &f = s.report.families[key];
            f.cases++;
            f.checked += run.results[i].compared;
            std::string why;
            if (!product_passed(slice[i], run.jobs[i], run.results[i], s.device, why)) {
                const std::string name = name_of(slice[i]);
                add_failure(s, 0, key, name, name,
                            [&] { return explain_product(s.device, slice[i], run, i); });
            }
        }
        s.progress.advance(slice.size(), "gemm");
    }
    s.report.seconds["gemm_wall"] += wall_seconds() - from;
}

void check_controls(session &s, const std::vector<product_case> &cases)
{
    const double from = wall_seconds();
    const control_run run = run_controls(s.device, cases, s.seed);
    for (size_t i = 0; i < cases.size(); i++) {
        const std::string key = "control/" + form_name(cases[i]);
        family &f = s.report.families[key];
        f.cases++;
        f.outcomes[outcome_name(run.outcomes[i])]++;
        if (run.outcomes[i] == control_outcome::unnoticed ||
            run.outcomes[i] == control_outcome::contradicted) {
            const std::string name = name_of(cases[i]);
            add_failure(s, 1, key, name, name, [&] {
                return std::string(run.outcomes[i] == control_outcome::unnoticed
                                       ? "the harness did not notice this corruption"
                                       : "the result is wrong, yet the fetch rule says that the "
                                         "same bytes are read");
            });
        }
    }
    if (cases.size() == 1 && run.outcomes[0] == control_outcome::caught) {
        const product_run again = run_products(s.device, cases, s.seed);
        s.report.notes.push_back("caught: " + explain_product(s.device, cases[0], again, 0));
    }
    s.progress.advance(cases.size(), "controls");
    s.report.seconds["control_wall"] += wall_seconds() - from;
    s.report.seconds["control_gpu"] += run.gpu_seconds;
}

// Register fragments and the HGEMM.
void check_plain(session &s, const std::vector<plain_case> &cases)
{
    const double from = wall_seconds();
    for (const plain_case &c : cases) {
        const check_outcome outcome = c.run(s.seed);
        family &f = s.report.families[c.family];
        f.cases++;
        f.checked += outcome.checked;
        if (c.family.rfind("control/", 0) == 0 && outcome.passed) {
            f.outcomes["caught"]++;
        }
        if (!outcome.passed) {
            add_failure(s, 3, c.family, c.name, c.name, [&] { return outcome.why; });
        }
        s.progress.advance(1, "fragments");
    }
    s.report.seconds["fragment_wall"] += wall_seconds() - from;
}

map_item item_of(const session &s, const selection &chosen, const map_case &c, size_t random_cases)
{
    map_item item = {c.read, {}, 0};
    if (chosen.has_word) {
        item.words.push_back(chosen.word);
        if (!stays_inside(chosen.word, c.read, map_window_from(s.device),
                          map_window_to(s.device))) {
            throw failure(EXIT_USAGE,
                          "the descriptor reads outside the shared memory that map recovery fills",
                          "--case", hex_word(chosen.word), "",
                          "keep the block inside bytes " +
                              std::to_string(map_window_from(s.device)) + " to " +
                              std::to_string(map_window_to(s.device)));
        }
    } else if (c.canonical) {
        item.words = canonical_words(s.device, c.read);
    } else {
        item.count = std::max<uint64_t>(1, s.opt.descriptors / random_cases);
    }
    return item;
}

void count_map(session &s, const map_case &c, const map_item &item, const map_result &result)
{
    const std::string key = family_name(c);
    family &f = s.report.families[key];
    f.cases++;
    f.checked += result.compared;
    f.descriptors += item.words.empty() ? item.count : item.words.size();
    std::string why;
    if (!map_passed(item, result, why)) {
        const std::string name = name_of(c);
        const std::string word =
            result.first_bad == ~0ull
                ? ""
                : "/" + hex_word(map_word(s.device, item, s.seed, result.first_bad));
        add_failure(s, 2, key, name, name + word,
                    [&] { return explain_map(s.device, item, s.seed, result); });
    }
}

void check_maps(session &s, const selection &chosen, bool canonical)
{
    std::vector<map_case> cases;
    for (const map_case &c : chosen.maps) {
        if (c.canonical == canonical) {
            cases.push_back(c);
        }
    }
    const double from = wall_seconds();
    for (size_t at = 0; at < cases.size(); at += MAP_SLICE) {
        std::vector<map_item> items;
        const size_t end = std::min(cases.size(), at + MAP_SLICE);
        for (size_t i = at; i < end; i++) {
            items.push_back(item_of(s, chosen, cases[i], cases.size()));
        }
        const map_run run = run_map(s.device, items, s.seed);
        s.report.seconds[canonical ? "canonical_gpu" : "map_gpu"] += run.gpu_seconds;
        for (size_t i = at; i < end; i++) {
            count_map(s, cases[i], items[i - at], run.results[i - at]);
        }
        s.progress.advance(end - at, canonical ? "canonical" : "map");
    }
    s.report.seconds[canonical ? "canonical_wall" : "map_wall"] += wall_seconds() - from;
}

// The cases that the device has code for; the others are counted as skipped.
template <class CASE, class CHIPS, class FAMILY>
std::vector<CASE> runnable(session &s, const std::vector<CASE> &cases, CHIPS chips,
                           FAMILY family_of)
{
    std::vector<CASE> kept;
    for (const CASE &c : cases) {
        if (chips(c) & s.device.chip) {
            kept.push_back(c);
            continue;
        }
        skipped_family &f = s.report.skipped[family_of(c)];
        f.cases++;
        f.needs = chips_needed(chips(c));
        s.progress.advance(1, "skipped");
    }
    return kept;
}

selection runnable_of(session &s, const selection &chosen)
{
    const auto wgmma = [](const auto &) { return CHIP_90; };
    selection run = chosen;
    s.report.skipped.clear(); // of the run before
    run.products = runnable(s, chosen.products, wgmma,
                            [](const product_case &c) { return "gemm/" + form_name(c); });
    run.controls = runnable(s, chosen.controls, wgmma,
                            [](const product_case &c) { return "control/" + form_name(c); });
    run.maps = runnable(s, chosen.maps, wgmma, family_name);
    run.plain = runnable(
        s, chosen.plain, [](const plain_case &c) { return c.chips; },
        [](const plain_case &c) { return c.family; });
    return run;
}

} // namespace

void run_session(session &s, const selection &chosen)
{
    const selection run = runnable_of(s, chosen);
    check_products(s, run.products);
    check_controls(s, run.controls);
    check_plain(s, run.plain);
    check_maps(s, run, false);
    check_maps(s, run, true);
}

} // namespace wgv
