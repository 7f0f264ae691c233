#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/hardware.md: its commands give what it prints, and what it says about fields holds."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, run, same  # noqa: E402

with open("docs/hardware.md") as f:
    text = f.read()
env = dict(os.environ, PATH=os.path.abspath(BUILD) + ":" + os.environ["PATH"])
blocks = re.findall(r"```console\n(.*?)```", text, re.S)
ok(len(blocks) >= 2, "there are examples")
for block in blocks:
    command, want = block.split("\n", 1)
    got = subprocess.run(["bash", "-c", command[2:]], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    same(got.stdout.decode(), want, command)


def same_for(a, b, *args):
    rc, out, _ = run("diff", a, b, *args, "--json")
    return json.loads(out)["same"]


def word(start=64, lbo=1, sbo=64, base_offset=0, mode=1):
    return "0x%016x" % (start | lbo << 16 | sbo << 32 | base_offset << 49 | mode << 62)


SPARSE_B = ("--operand", "b", "--n", "64", "--major", "k", "--sparse")
for mode, read in ((1, False), (2, False), (3, True)):
    same(same_for(word(lbo=1, mode=mode), word(lbo=16, mode=mode), *SPARSE_B), not read,
         "LBO of sparse B, K-major, layout type %d: read %s" % (mode, read))
    ok(same_for(word(lbo=1, mode=mode), word(lbo=16, mode=mode), "--major", "k"), "not read by dense A")
ok(same_for(word(sbo=1), word(sbo=64), "--operand", "b", "--n", "8", "--major", "k"), "SBO of N 8 is not read")
ok(same_for(word(lbo=1), word(lbo=9), "--major", "mn"), "LBO of one MN atom is not read")
for mode, mask in ((0, 0), (1, 7), (2, 3), (3, 1)):
    for bit in (1, 2, 4):
        same(same_for(word(mode=mode), word(mode=mode, base_offset=bit)), not mask & bit,
             "layout type %d reads base_offset bit %d: %s" % (mode, bit, bool(mask & bit)))
ok(same_for(word(), "0x%016x" % (int(word(), 16) | 0x3ff1c000c000c000)), "ignored bits change nothing")
ok(same_for(word(), word(start=64 + 4, base_offset=4), "--major", "k"), "start + 64 with base_offset + 4")
rc, out, _ = run("map", word(start=0x3fff), "--json")
ok(json.loads(out)["span"][1] > "0x40000" and json.loads(out)["outside"], "no wrap at 18 bits")
done()
