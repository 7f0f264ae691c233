// SPDX-License-Identifier: MIT
//
// The name of a product case, which says all there is to say about it.
#include "product_cases.h"

namespace wgv
{

const char *mutation_name(mutation m)
{
    static const char *const names[] = {"none",      "start+1",   "start-1",   "lbo+1",
                                        "lbo-1",     "sbo+1",     "sbo-1",     "lbo<>sbo",
                                        "phase+1",   "phase+4",   "swizzle^1", "swizzle^2",
                                        "swizzle^3", "transpose", "shifted"};
    static_assert(sizeof names / sizeof names[0] == (size_t)mutation::count, "a name for each");
    return names[(int)m];
}

static std::string operand_text(const product_case &c, wgd_operand o)
{
    if (o == WGD_OPERAND_A && c.a_in_regs) {
        return "regs";
    }
    return std::string(wgd_major_name(c.major[o])) + "." + wgd_swizzle_name(c.swizzle[o]);
}

std::string name_of(const product_case &c)
{
    static const char *const variants[] = {"", "/neg=a", "/neg=b", "/neg=ab", "/sel=1"};
    std::string s = c.control == mutation::none ? "gemm/" : "control/";
    s += wgd_inst_at(c.row)->ptx;
    s += c.sparse ? "/sp" : "";
    s += "/n" + std::to_string(c.n);
    s += "/a=" + operand_text(c, WGD_OPERAND_A) + "/b=" + operand_text(c, WGD_OPERAND_B);
    s += "/" + std::to_string(c.blocks_m) + "x" + std::to_string(c.blocks_n) + "x" +
         std::to_string(c.steps);
    s += c.k_first ? "/order=21" : "/order=12";
    s += c.scale_d ? "/d=1" : "/d=0";
    s += c.phased ? "/phased" : "";
    s += variants[c.variant];
    if (c.control != mutation::none) {
        s += std::string("/") + wgd_operand_name(c.mutated) + ":" + mutation_name(c.control);
    }
    return s;
}

} // namespace wgv
