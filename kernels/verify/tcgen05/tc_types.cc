// SPDX-License-Identifier: MIT
#include "tc_types.h"

#include <stdexcept>

#include "common/numbers.h"

namespace wgv
{
namespace
{

// The one table of types: bits of the exponent and mantissa (0, 0: an integer), bits of an element,
// greatest whole number below which there are no gaps; the type in shared memory.
struct type_row {
    int type, exp_bits, man_bits, bits, limit;
    wgd_dtype stored;
};
const type_row rows[] = {
    {WGD_FRAG_F16, 5, 10, 16, 2048, WGD_F16},
    {WGD_FRAG_BF16, 8, 7, 16, 256, WGD_BF16},
    {WGD_FRAG_TF32, 8, 23, 32, 2048, WGD_TF32},
    {WGD_FRAG_E4M3, 4, 3, 8, 16, WGD_E4M3},
    {WGD_FRAG_E5M2, 5, 2, 8, 8, WGD_E5M2},
    {WGD_FRAG_E2M3, 2, 3, 6, 7, WGD_E2M3_UNPACKED8},
    {WGD_FRAG_E3M2, 3, 2, 6, 8, WGD_E3M2_UNPACKED8},
    {WGD_FRAG_E2M1, 2, 1, 4, 4, WGD_E2M1_UNPACKED8},
    {WGD_FRAG_S8, 0, 0, 8, 127, WGD_S8},
    {WGD_FRAG_U8, 0, 0, 8, 255, WGD_U8},
    {WGD_FRAG_F32, 8, 23, 32, 1 << 24, WGD_TF32},
    {WGD_FRAG_S32, 0, 0, 32, 1 << 30, WGD_TF32},
    {WGD_FRAG_UE8M0, 8, 0, 8, 2, WGD_U8},
    {WGD_FRAG_UE4M3, 4, 3, 8, 16, WGD_U8},
};

const type_row &row_of(int type)
{
    for (const type_row &r : rows) {
        if (r.type == type) {
            return r;
        }
    }
    throw std::logic_error("no such type");
}

} // namespace

wgd_dtype tc_dtype(wgd_umma_kind kind, int type)
{
    const bool packed = kind == WGD_UMMA_MXF4 || kind == WGD_UMMA_MXF4NVF4;
    return packed ? WGD_E2M1_PACKED4 : row_of(type).stored;
}

int tc_bits(int type)
{
    return row_of(type).bits;
}

int tc_limit(int type)
{
    return row_of(type).limit;
}

uint32_t tc_encode(int type, int v)
{
    const type_row &r = row_of(type);
    const uint32_t mask = r.bits == 32 ? ~0u : (1u << r.bits) - 1;
    return (r.exp_bits ? wgv_float_bits(v, r.exp_bits, r.man_bits) : (uint32_t)v) & mask;
}

int64_t tc_bit_of(wgd_dtype stored, int type, int64_t index)
{
    const int width = wgd_dtype_bits(stored), bits = tc_bits(type);
    return width == bits ? index * bits : index / 16 * 128 + index % 16 * bits;
}

} // namespace wgv
