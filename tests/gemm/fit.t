#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make gemm-fit: what it says of the rule that chooses a tile, as docs/evidence/gemm-fit.txt and docs/gemm-notes.md have it; its refusals."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from pages import Page  # noqa: E402
from tap import BUILD, done, ok, same  # noqa: E402

told = Page("docs/gemm-notes.md").told



def fitted(*arguments):
    return subprocess.run([os.path.join(BUILD, "gemm-fit"), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def losses(lines):
    """GPU, products, ways; what the rule puts first loses, what it nearly does, and how far its times are off."""
    return re.findall(r"^((?:untimed ways counted, )?\w+): (\d+) products, (\d+) ways: .*? takes ([\d.]+) % .*? does ([\d.]+) %; its times are ([\d.]+) % off$", lines, re.M)


with open("docs/evidence/gemm-fit.txt", encoding="ascii") as f:
    kept = losses(f.read())
same([k[0] for k in kept], [of + gpu for gpu in ("h100", "h200") for of in ("", "untimed ways counted, ", "")], "gemm-fit.txt has both GPUs, now and after a search")
for before, counted, after in (kept[:3], kept[3:]):
    files = ["docs/evidence/gemm-ways%s.json" % ("-h100" if before[0] == "h100" else "")]
    now = fitted(before[0], "0", "0", *files)
    same((now.returncode, losses(now.stdout)), (0, [before]), "make gemm-fit says what it did: " + before[0])
    rounds = losses(fitted(before[0], "1", "0", *files).stdout)
    ok(rounds[0] == before and float(rounds[2][4]) < float(rounds[1][4]), "and a round makes smaller what is made small: " + before[0], rounds)
    by = [round(float(first[4]) - float(last[4]), 2) for first, last in ((counted, after), rounds[1:])]  # each by the ways that it counts
    ok(by[0] > 0 and by[0] >= by[1], "a search more: " + before[0], counted, after, rounds)
told("what the rule puts first of the timed ways of # and # products takes # %% longer than the fastest on the H100 and # %% on the H200.", kept[0][1], kept[3][1],
     kept[0][3], kept[3][3])
told("takes # and # %% longer. So it is not the constants any more", kept[2][3], kept[5][3])
with tempfile.TemporaryDirectory() as folder:
    odd = os.path.join(folder, "odd.json")
    with open(odd, "w", encoding="ascii") as f:
        json.dump({"wide": [{"size": [64, 64, 64], "cublas_us": 2.0, "us": {"64x64-c1x1": None}}]}, f)
    few = os.path.join(folder, "few.json")
    with open(few, "w", encoding="ascii") as f:
        json.dump({"wide": [{"size": [64, 64, 64], "cublas_us": 2.0, "us": {"64x64-c1x1": 2.1, "64x64-c1x1/w0": 2.2, "64x64-c1x1/k0": 2.3}}]}, f)
    for arguments, wrong in ((["h100"], "usage"), (["h100", "0", "0"], "usage"), (["b200", "0", "0", "x"], "b200: no GPU"), (["h100", "-1", "0", "x"], "-1: rounds"),
                             (["h100", "0", "1001", "x"], "1001: hops"),
                             (["h100", "0", "0", "nowhere"], "nowhere: No such file"), (["h100", "0", "0", "docs"], "docs: cannot be read"),
                             (["h100", "0", "0", "Makefile"], "Makefile: no JSON"), (["h100", "0", "0", odd], "odd.json: a record wants"),
                             (["h100", "0", "0", few], "no product in bf16 with two ways")):
        p = fitted(*arguments)
        ok((p.returncode, p.stdout) == (2, "") and wrong in p.stderr, "gemm-fit refuses: " + wrong, p)
done()
