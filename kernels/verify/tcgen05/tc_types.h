// SPDX-License-Identifier: MIT
//
// The element types of tcgen05.mma as the harness uses them: small whole numbers as bits, and where
// the bits of an element lie in its 16 bytes of shared memory.
#pragma once

#include <cstdint>

#include "wgdesc.h"

namespace wgv
{

// The type in shared memory of an operand of a kind: fp4 and fp6 are padded in f8f6f4 and mxf8f6f4,
// e2m1 is packed in mxf4 and mxf4nvf4.
wgd_dtype tc_dtype(wgd_umma_kind kind, int type);
// Bits of an element by itself.
int tc_bits(int type);
// A whole number as an element, accumulator or scale factor of a type (wgd_frag_type). It must be
// representable: |v| <= tc_limit, of a scale factor a power of two.
uint32_t tc_encode(int type, int v);
// The greatest |v| up to which every whole number is an element.
int tc_limit(int type);

// Where element `index` (as the tile's layout counts them, in elements of the stored type) begins, in
// bits. Of padded types 16 elements are packed at the beginning of their 16 bytes (PTX ISA,
// "Packing formats of matrix elements in shared memory").
int64_t tc_bit_of(wgd_dtype stored, int type, int64_t index);

} // namespace wgv
