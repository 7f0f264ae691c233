#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the descriptor constants of a kernel that Triton compiled, from its PTX.

    check_triton.py KERNEL.ptx          (kernel.asm["ptx"], or a file of Triton's cache)

`wgdesc.scan` reads every wgmma as far as the PTX fixes its words, and names the tile that the words are
of. Asked the other way round, `wgdesc.desc` makes the word of that tile; the hardware must read the same
through both (`wgdesc.diff`), and the start must go on as the tile's blocks do. Exit status 1 where that is
not so, or where the scan found an error.

For tests/golden/ptx/f16_ak_bk_128x128x64.ptx it prints:

    mm: 4 wgmma, the first m64n128k16
    a: 64x64, k-major, 128B: 0x400000400000.... is the word of the tile; steps of 32 bytes are right
    b: 128x64, k-major, 128B: 0x400000400000.... is the word of the tile; steps of 32 bytes are right
    warn: serialized
"""
import sys

import wgdesc


def check(kernel, side):
    """Prints a line for one operand of a kernel; is it right?"""
    uses = [inst[side] for inst in kernel.wgmma if inst[side]["from"] == "shared"]
    if not uses:
        print("%s: from registers" % side)
        return True
    if "tile" not in uses[0]:
        print("%s: %s.... is the word of no tile" % (side, uses[0].word[:-4]))
        return False
    first, tile = uses[0], uses[0].tile
    right = wgdesc.desc(**{key: tile[key] for key in tile})
    read = {key: tile[key] for key in ("dtype", "operand", "major", "n") if key in tile}
    same = wgdesc.diff(first.word, right, **read)
    steps = {use.step_bytes for use in uses if "step_bytes" in use}
    offsets = [block.offset_bytes for block in right.blocks if block.mn == 0]
    follows = steps <= {after - before for before, after in zip(offsets, offsets[1:])}
    print("%s: %dx%d, %s-major, %s: %s.... %s the word of the tile; %s"
          % (side, *tile.shape, tile.major, tile.swizzle, first.word[:-4], "is" if same else "is not",
             "steps of %s bytes are %s" % (", ".join(map(str, sorted(steps))), "right" if follows else "wrong")
             if steps else "no steps"))
    return same and follows


def main(path):
    found = wgdesc.scan(path)
    good = True
    for kernel in found.kernels:
        print("%s: %d wgmma, the first %s" % (kernel.name, len(kernel.wgmma), kernel.wgmma[0].shape))
        good &= all([check(kernel, side) for side in "ab"])
    for finding in found.findings:
        print("%s: %s" % (finding.severity, finding.rule))
        good &= finding.severity != "error"
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
