#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/plan.md: its examples run and give what it shows, and each name it promises is emitted."""
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, run  # noqa: E402
from transcript import check, write  # noqa: E402

PAGE = "docs/plan.md"
if sys.argv[1:] == ["--write"]:
    write(PAGE)
    sys.exit(0)
text = check(PAGE)
header = run("emit", "--tile", "128x256x64", "--lang", "cuda", "--prefix", "gemm")[1]
header += run("emit", "--arch", "sm100", "--tile", "128x128x128", "--dtype", "e4m3", "--scale", "ue8m0", "--lang", "cuda",
              "--prefix", "gemm")[1]
header += run("emit", "--tile", "128x256x64", "--a", "registers", "--lang", "cuda", "--prefix", "gemm")[1]
names = set(re.findall(r"`(?:struct )?(gemm_\w+|GEMM_\w+)", text))
for name in sorted(names):
    ok(re.search(r"\b%s\b" % name, header), "the header has " + name)
ok(len(names) >= 10, "the page names %d things of the header" % len(names))
done()
