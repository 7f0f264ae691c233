#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said of fuzzing: docs/evidence/fuzz.json names every target, docs/reliability.md has its
figures, and every target has a few small seeds and a number of runs in CI."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from tap import done, ok, same  # noqa: E402

targets = sorted(os.path.basename(p)[5:-2] for p in glob.glob("tests/fuzz/fuzz_*.c"))
run = read_evidence("fuzz")
with open("docs/reliability.md", encoding="ascii") as f:
    text = f.read()
with open("tests/fuzz/fuzz.mk", encoding="ascii") as f:
    makefile = f.read()
same(sorted(t["target"] for t in run["targets"]), targets, "every target was run")
same([t["target"] for t in run["targets"] if t["aborts"] or t["runs"] < 1000], [], "and nothing was found")
for t in run["targets"]:
    ok(re.search(r"^\| `%s` \| .* \| %s \|$" % (t["target"], format(t["runs"], ",")), text, re.M),
       "%s: the page has its runs" % t["target"], t["runs"])
ok(run["command"] in text, "and the command")
for t in run["targets"]:
    chunks = [(p["runs"], first, last) for p in t["parts"] for first, last in p["seeds"]]
    same(sum(n * (last - first + 1) for n, first, last in chunks), t["runs"], t["target"] + ": its chunks are its runs")
    seeds = [s for _, first, last in chunks for s in range(first, last + 1)]
    same(len(set(seeds)), len(seeds), t["target"] + ": no seed twice")
for t in targets:
    seeds = glob.glob("tests/fuzz/corpus/%s/*" % t)
    ok(0 < len(seeds) <= 48 and max(map(os.path.getsize, seeds)) < 1 << 14, t + ": a few small seeds", len(seeds))
    ok(re.search(r"^FUZZ_RUNS_%s\s*:= \d+$" % t, makefile, re.M), t + ": a fixed number of runs")

# The counting, with programs that are known: what aborts is not counted, and its input is kept.
with tempfile.TemporaryDirectory() as d:
    for name, what in (("good", "exit 0"), ("bad", "printf ab >$WGD_INPUT; kill -ABRT $$")):
        with open("%s/replay_%s" % (d, name), "w") as f:
            f.write("#!/bin/sh\n%s\n" % what)
        os.chmod("%s/replay_%s" % (d, name), 0o755)
    known = {"targets": [{"target": n, "runs": 10, "aborts": 0, "parts": [{"runs": 10, "seeds": [[1, 1]]}]}
                         for n in ("good", "bad")]}
    with open(d + "/known", "w") as f:
        json.dump(known, f)
    p = subprocess.run(["tests/fuzz/count.py", "--programs", d, "--known", d + "/known", "--write", d + "/now", "--faults",
                        d + "/faults", "--cores", "1", "--seconds", "0.5"], stdout=subprocess.PIPE)
    with open(d + "/now") as f:
        good, bad = json.load(f)["targets"]
    with open(d + "/faults") as f:
        faults = json.load(f)
ok(good["runs"] > 10 and not good["aborts"] and good["parts"][1]["seeds"][0][0] == 2, "runs are counted, of new seeds", good)
same((p.returncode, bad["runs"], bad["aborts"]), (1, 10, 1), "what aborts is not")
same([(x["target"], x["seed"], x["status"], x["input"]) for x in faults], [("bad", 2, -6, "6162")], "its input is kept")
done()
