#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said of fuzzing: docs/evidence/fuzz.json names every target, docs/reliability.md has its
figures, and every target has a few small seeds and a number of runs in CI."""
import glob
import json
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, same  # noqa: E402

targets = sorted(os.path.basename(p)[5:-2] for p in glob.glob("tests/fuzz/fuzz_*.c"))
with open("docs/evidence/fuzz.json", encoding="ascii") as f:
    run = json.load(f)
with open("docs/reliability.md", encoding="ascii") as f:
    text = f.read()
with open("tests/fuzz/fuzz.mk", encoding="ascii") as f:
    makefile = f.read()
same(sorted(t["target"] for t in run["targets"]), targets, "every target was run")
same([t["target"] for t in run["targets"] if t["aborts"] or t["runs"] < 1000], [], "and nothing was found")
for t in run["targets"]:
    ok(re.search(r"^\| `%s` \| .* \| %s \|$" % (t["target"], format(t["runs"], ",")), text, re.M),
       "%s: the page has its runs" % t["target"], t["runs"])
ok("replay_TARGET RUNS %d" % run["seed"] in text, "and the command")
for t in targets:
    seeds = glob.glob("tests/fuzz/corpus/%s/*" % t)
    ok(0 < len(seeds) <= 48 and max(map(os.path.getsize, seeds)) < 1 << 14, t + ": a few small seeds", len(seeds))
    ok(re.search(r"^FUZZ_RUNS_%s\s*:= \d+$" % t, makefile, re.M), t + ": a fixed number of runs")
done()
