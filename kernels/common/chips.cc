// SPDX-License-Identifier: MIT
#include "chips.h"

namespace wgv
{
namespace
{

const chip_row rows[] = {
    {CHIP_90, 9, 0, "wgmma"}, {CHIP_100, 10, 0, "tcgen05"}, {CHIP_103, 10, 3, "tcgen05"}};

} // namespace

unsigned chip_of(int major, int minor)
{
    for (const chip_row &r : rows) {
        if (r.major == major && r.minor == minor) {
            return r.bit;
        }
    }
    return 0;
}

std::string chips_needed(unsigned chips)
{
    std::string instructions, last, numbers;
    for (const chip_row &r : rows) {
        if (chips & r.bit) {
            instructions += last == r.instruction ? ""
                            : last.empty()        ? r.instruction
                                                  : std::string(" or ") + r.instruction;
            last = r.instruction;
            numbers += (numbers.empty() ? "" : " or ") + std::to_string(r.major) + "." +
                       std::to_string(r.minor);
        }
    }
    return instructions + " needs compute capability " + numbers;
}

} // namespace wgv
