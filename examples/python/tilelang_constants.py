#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The constants that TileLang's wgmma descriptors take, for a tile of C and its K.

    tilelang_constants.py M N K A-MAJOR B-MAJOR         (elements; k or mn)

T.initialize_wgmma_descriptor takes the swizzle's code, LBO and SBO in units of 16 bytes; what is added to
a descriptor for the next step of K counts the same units. TileLang lays its shared tiles out with the atoms
of one K column after the other, which is --order 2,1 of an MN-major tile here.

For 64 128 64 k mn it prints:

    T.initialize_wgmma_descriptor(desc_a, a_start, 1, 1, 64)   # + 2 for each K step of 16
    T.initialize_wgmma_descriptor(desc_b, b_start, 1, 512, 64)   # + 128 for each K step of 16
    wgmma m64n128k16, transposes 0, 1

The same three numbers stand in the CUDA that TileLang 0.1.13 writes for a kernel of this tile:
tl::initialize_wgmma_descriptor<1, 1, 64> and <1, 512, 64>.
"""
import sys

import wgdesc


def line(operand, rows, k, major, n):
    tile = wgdesc.desc(dtype="f16", operand=operand, major=major, swizzle="128B", shape=(rows, k), n=n,
                       order=(2, 1) if major == "mn" else (1, 2))
    step = sorted(b.offset_bytes for b in tile.blocks if b.mn == 0)[1] // 16
    print("T.initialize_wgmma_descriptor(desc_%s, %s_start, %d, %d, %d)   # + %d for each K step of %d"
          % (operand, operand, tile.layout_type.value, tile.lbo.field, tile.sbo.field, step, tile.block[1]))
    return tile


def main(m, n, k, a_major, b_major):
    a = line("a", m, k, a_major, None)
    b = line("b", n, k, b_major, n)
    print("wgmma m64n%dk%d, transposes %d, %d" % (n, a.block[1], a.transpose, b.transpose))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]), *sys.argv[4:6])
