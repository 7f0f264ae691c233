// SPDX-License-Identifier: MIT
//
// A device with tcgen05 as the documents describe it, and with one mistake in it where that is asked
// for. It takes nothing from the library that the checks take theirs from: descriptors, instruction
// descriptors, canonical layouts, data paths and the registers of loads are written down here a
// second time, from the PTX ISA's sections on tcgen05 and the list of facts that docs/blackwell.md
// gives, in another form. It proves that the checks are right if the documents are; not the documents.
#pragma once

#include "verify/tcgen05/device/tc_device.h"

namespace wgv
{

// What the model does otherwise than documented.
#define TC_FAULTS(X)                                                                               \
    X(none, "")                                                                                    \
    X(strides_swapped, "LBO and SBO of an operand change places")                                  \
    X(base_offset_ignored, "the base offset is not subtracted")                                    \
    X(atom32_eight_lines, "a 32-byte atom has eight lines, so SBO leads over eight")               \
    X(atom32_sixteen_bytes, "the 32-byte mode permutes 16-byte chunks")                            \
    X(swizzle_relative, "the swizzle counts from the block's start")                               \
    X(version_missing, "the version bit of the words does not arrive")                             \
    X(layout_two_bits, "the layout type is read as two bits")                                      \
    X(lbo_read, "K-major and swizzled, LBO leads to the second 16 bytes of K")                     \
    X(m_field_moved, "M stands one bit lower")                                                     \
    X(n_field_moved, "N stands one bit higher")                                                    \
    X(majors_swapped, "the transpose bits of A and B change places")                               \
    X(negation_ignored, "the negation bits are not looked at")                                     \
    X(d_always_f32, "D is always f32")                                                             \
    X(e2m1_is_1, "e2m1 of f8f6f4 is code 1")                                                       \
    X(accumulate_ignored, "D is overwritten")                                                      \
    X(half_lanes_dense, "64 rows of one CTA lie in lanes 0 to 63")                                 \
    X(pair_halves_swapped, "128 rows of a pair: the halves of N change places")                    \
    X(ws_rows_only, ".ws with M = 32 fills the first 32 lanes alone")                              \
    X(pair_b_first_half, "a pair reads B of the first CTA twice")                                  \
    X(a_lane_zero, "A in tensor memory is read from the other half of the lanes")                  \
    X(ld_lanes_swapped, "16x64b: bits 0 and 1 of the thread change places")                        \
    X(ld_256_registers, "16x256b: bits 0 and 1 of the register change places")                     \
    X(st_lanes_swapped, "st 16x128b: bit 0 of the register is a column")                           \
    X(pack_halves_swapped, "pack::16b: the halves change places")                                  \
    X(split_ignored, "16x32bx2: the second half begins where the first does")                      \
    X(unpack_ignored, "unpack::16b is a plain store")                                              \
    X(cp_orders_swapped, "64x128b: 02_13 and 01_23 change places")                                 \
    X(cp_first_warp, "warpx4 copies to the first 32 lanes alone")                                  \
    X(cp_strides_swapped, "LBO and SBO of a copy change places")                                   \
    X(cp_4_lanes, "4x256b goes to four neighbouring lanes")                                        \
    X(sf_id_off_by_one, "the factors' byte is one beyond the id")                                  \
    X(sf_ids_swapped, "the ids of A's and B's factors change places")                              \
    X(sf_vector_ignored, "the first factor of a row scales all vectors")                           \
    X(sf_type_ignored, "every factor is ue8m0")                                                    \
    X(sf_rows_shifted, "rows 32 on have the factors of the rows before")                           \
    X(nibbles_swapped, "of packed fp4 of A the upper nibble is the first")                         \
    X(padded_by_bytes, "padded fp4 and fp6 lie a byte apart")

enum class tc_fault {
#define TC_X(name, text) name,
    TC_FAULTS(TC_X)
#undef TC_X
        count
};
const char *tc_fault_name(tc_fault f);

class tc_model : public tc_device
{
  public:
    explicit tc_model(tc_fault fault) : fault_(fault)
    {
    }
    uint32_t window() const override
    {
        return 1024;
    }
    tc_result run(const tc_program &program) override;

  private:
    tc_fault fault_;
};

} // namespace wgv
