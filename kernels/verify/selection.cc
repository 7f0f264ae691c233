// SPDX-License-Identifier: MIT
#include "selection.h"

#include <cstdio>
#include <cstdlib>

#include "common/failure.h"

namespace wgv
{
namespace
{

// Keeps the cases that the filter names and the shard holds. `index` counts over all kinds, so that
// shards share them out evenly.
template <class CASE>
std::vector<CASE> select(std::vector<CASE> all, const verify_options &o, uint64_t &index)
{
    std::vector<CASE> kept;
    for (const CASE &c : all) {
        const bool everything = o.filter.empty() && o.one_case.empty();
        const std::string name = everything ? "" : name_of(c);
        const bool named = (o.one_case.empty() || name == o.one_case) &&
                           (o.filter.empty() || filter_matches(o.filter, name));
        if (named && index++ % o.shards == o.shard - 1) {
            kept.push_back(c);
        }
    }
    return kept;
}

} // namespace

selection select_cases(const verify_options &given)
{
    verify_options o = given;
    selection s;
    const size_t at = o.one_case.rfind("/0x");
    if (at != std::string::npos) {
        char *end;
        s.word = strtoull(o.one_case.c_str() + at + 1, &end, 16);
        s.has_word = *end == '\0' && end - (o.one_case.c_str() + at + 3) <= 16;
        o.one_case.resize(s.has_word ? at : o.one_case.size());
    }
    uint64_t index = 0;
    if (!s.has_word) {
        s.products = select(all_product_cases(), o, index);
        s.controls = select(all_control_cases(), o, index);
        s.plain = select(all_fragment_cases(), o, index);
        for (auto *const cases : {all_hgemm_cases, all_tcgen05_cases}) {
            for (plain_case &c : select(cases(), o, index)) {
                s.plain.push_back(std::move(c));
            }
        }
    }
    s.maps = select(all_map_cases(), o, index);
    if (index == 0) {
        const bool filtered = o.one_case.empty();
        throw failure(EXIT_USAGE, "no case has that name", filtered ? "--filter" : "--case",
                      filtered ? o.filter : given.one_case, "", "--list prints all names");
    }
    return s;
}

unsigned chips_of(const selection &s)
{
    unsigned chips = s.products.empty() && s.controls.empty() && s.maps.empty() ? 0 : CHIP_90;
    for (const plain_case &c : s.plain) {
        chips |= c.chips;
    }
    return chips;
}

void print_names(const selection &s)
{
    for (const product_case &c : s.products) {
        puts(name_of(c).c_str());
    }
    for (const product_case &c : s.controls) {
        puts(name_of(c).c_str());
    }
    for (const plain_case &c : s.plain) {
        puts(c.name.c_str());
    }
    for (const map_case &c : s.maps) {
        puts(name_of(c).c_str());
    }
}

} // namespace wgv
