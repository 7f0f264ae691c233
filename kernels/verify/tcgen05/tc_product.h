// SPDX-License-Identifier: MIT
//
// A product by tcgen05.mma: what it is, and what the host needs to write it as a program.
#pragma once

#include <string>

#include "tc_program.h"

namespace wgv
{

// A corruption of the words of one operand, for a negative control.
enum class tc_mutation { none, start, lbo, sbo, swizzle, count };

struct tc_product {
    wgd_umma_op op; // complete
    wgd_swizzle_mode swizzle[2];
    bool accumulate; // onto a C that is not zero
    tc_mutation control;
    wgd_operand mutated;
};

std::string tc_product_name(const tc_product &p);

// Instructions along K: they fill a swizzle row, and a block of scale factors.
int tc_steps(const tc_product &p);
// Rows of an operand that one CTA holds: of A and D, or of B.
int tc_rows(const tc_product &p, wgd_operand o);
// The tile of an operand in the shared memory of one CTA; refuses what the library refuses.
wgd_status tc_tile(const tc_product &p, wgd_operand o, uint32_t start, wgd_tile *out);

// Every product that there is: kinds, types, M, N, CTAs, majors and swizzles, A in tensor memory,
// .ws, negation.
std::vector<tc_product> all_tc_products();

} // namespace wgv
