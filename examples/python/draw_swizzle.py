#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws what a swizzle does: the banks of a tile of halves, as it is and through the 128B swizzle.

    draw_swizzle.py FOLDER              writes plain.svg and swizzled.svg there

It prints:

    plain.svg: (64,64):(64,1), 448 conflicts where ldmatrix.x4 reads it
    swizzled.svg: Sw<3,3,3> o 0 o (64,64):(64,1), 0 conflicts where ldmatrix.x4 reads it
"""
import os
import sys

import wgdesc
from wgdesc import Layout

PLAIN = Layout((64, 64), (64, 1))
SWIZZLED = Layout("Sw<3,3,3> o 0 o %s" % PLAIN)


def main(folder):
    for name, layout in (("plain.svg", PLAIN), ("swizzled.svg", SWIZZLED)):
        use = wgdesc.banks(layout=layout, access="ldmatrix.x4").uses[0]
        # The first 8 rows are a whole period; a cell is a chunk of 16 bytes, coloured by its banks.
        rows = Layout(str(layout).replace("(64,64)", "(8,64)"))
        picture = wgdesc.show(layout=rows, dtype="f16", unit="chunk", cells="offset,bank", shade="bank")
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(f"{picture:svg}")
        print("%s: %s, %d conflicts where ldmatrix.x4 reads it" % (name, layout, use.conflicts))


if __name__ == "__main__":
    main(sys.argv[1])
