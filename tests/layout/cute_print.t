#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The eight printed DescriptorIterator lists: a 128x64 tile of half, every swizzle, both majors, operand A, at
byte address 0x400."""
import os
import sys

sys.path.insert(0, "tests/lib")
from tap import GOLDEN, done, run, same  # noqa: E402

for major in ("k", "mn"):
    for mode, printed in (("none", "INTERLEAVE"), ("32B", "B32"), ("64B", "B64"), ("128B", "B128")):
        with open(os.path.join(GOLDEN, "cute_print", "%s_%s.txt" % (major, printed))) as f:
            want = f.read()
        asked = ["--major", major, "--swizzle", mode, "--shape", "128x64", "--start", "0x400", "--format", "cute"]
        same(run(*asked), (0, want, ""), "%s %s" % (major, mode))
done()
