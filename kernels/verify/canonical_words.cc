// SPDX-License-Identifier: MIT
#include "canonical_words.h"

#include <map>
#include <set>
#include <tuple>

#include "verify/map/map_check.h"
#include "verify/product/product_plan.h"

namespace wgv
{
namespace
{

using read_key = std::tuple<int, int, int, int, bool>;

read_key key_of(wgd_read rd)
{
    return {rd.dtype, rd.operand, rd.major, rd.mn, rd.sparse};
}

// The tiles of the GEMM cases, those blocks that lie inside the window.
std::map<read_key, std::set<uint64_t>> collect_canonical(const device_info &device)
{
    std::map<read_key, std::set<uint64_t>> words;
    for (const product_case &c : all_product_cases()) {
        for (const wgd_operand o : {WGD_OPERAND_A, WGD_OPERAND_B}) {
            if (o == WGD_OPERAND_A && c.a_in_regs) {
                continue;
            }
            const wgd_read rd = read_of(c, o);
            const uint32_t start = start_of(c, o, device.window);
            const product_operand *planned = operand_at(c, o, start);
            const int blocks = (o == WGD_OPERAND_A ? c.blocks_m : c.blocks_n) * c.steps;
            for (int i = 0; planned && i < blocks; i++) {
                const uint64_t word = planned->word[i];
                if (stays_inside(word, rd, map_window_from(device), map_window_to(device))) {
                    words[key_of(rd)].insert(word);
                }
            }
        }
    }
    return words;
}

} // namespace

std::vector<uint64_t> canonical_words(const device_info &device, wgd_read rd)
{
    static const std::map<read_key, std::set<uint64_t>> all = collect_canonical(device);
    const auto at = all.find(key_of(rd));
    return at == all.end() ? std::vector<uint64_t>()
                           : std::vector<uint64_t>(at->second.begin(), at->second.end());
}

} // namespace wgv
