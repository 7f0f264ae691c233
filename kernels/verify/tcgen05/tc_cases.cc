// SPDX-License-Identifier: MIT
#include "tc_cases.h"

#include <iterator>

namespace wgv
{

std::vector<tc_case> all_tc_cases()
{
    std::vector<tc_case> out;
    for (std::vector<tc_case> (*const family)() :
         {tc_product_cases, tc_lane_cases, tc_copy_cases, tc_scale_cases, tc_map_cases,
          tc_control_cases}) {
        std::vector<tc_case> cases = family();
        std::move(cases.begin(), cases.end(), std::back_inserter(out));
    }
    return out;
}

} // namespace wgv
