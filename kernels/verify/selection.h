// SPDX-License-Identifier: MIT
//
// What the options leave of all cases.
#pragma once

#include "plain_cases.h"
#include "verify/map/map_cases.h"
#include "verify/product/product_cases.h"
#include "verify_options.h"

namespace wgv
{

struct selection {
    std::vector<product_case> products, controls;
    std::vector<map_case> maps;
    std::vector<plain_case> plain;
    bool has_word = false; // --case map/.../0xDESC
    uint64_t word = 0;
    size_t size() const
    {
        return products.size() + controls.size() + maps.size() + plain.size();
    }
};

// Throws a failure when nothing is left.
selection select_cases(const verify_options &given);

// The chips that some of the cases run on.
unsigned chips_of(const selection &s);

// The names of all, a line each.
void print_names(const selection &s);

} // namespace wgv
