#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rule that chooses a tile, beside the times that it was fitted to (docs/evidence/gemm-ways.json): what it says of
them in docs/gemm-notes.md."""
import json
import re
import statistics
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, same  # noqa: E402

with open("docs/evidence/gemm-ways.json", encoding="ascii") as f:
    evidence = json.load(f)
with open("docs/gemm-notes.md", encoding="ascii") as f:
    page = f.read()


def name_of(c):
    text = "%dx%d-c%dx%d" % (*c["tile"][:2], *c["cluster"])
    text += "/%s%d" % ("km"[c["in_memory"]], c["split"]) if c["split"] > 1 else ""
    return text + ("/w%d" % c["width"] if c["width"] < c["tile"][1] else "")


products = [p for p in evidence["products"] if p["form"] == "bf16"]
answers = batch([{"cmd": "plan", "problem": p["size"], "dtype": "bf16"} for p in products])
slower, errors, untimed = [], [], 0
for p, a in zip(products, answers):
    c = next(c for c in a["choice"]["candidates"] if c["chosen"])
    us = p["us"].get(name_of(c))
    if us is None:
        untimed += 1
        continue
    slower.append(us / min(p["us"].values()))
    errors.append(abs(c["cycles"] / 1500 / us - 1))
said = re.search(r"(\d+) ways of (\d+) products in bf16", page)
same(said and said.groups(), (str(sum(len(p["us"]) for p in products)), str(len(products))), "what was timed is what is said")
said = re.search(r"the chosen way takes ([\d.]+) times as\s+long as the fastest of them on average, ([\d.]+) at worst; (\d+) of its "
                 r"choices were not\s+among them", page)
same(said and said.groups(), (f"{statistics.mean(slower):.3f}", f"{max(slower):.2f}", str(untimed)), "how good the choices are")
said = re.search(r"its cycles at 1500 MHz are (\d+) % off in the median", page)
same(said and said.group(1), f"{100 * statistics.median(errors):.0f}", "how good its times are")
ok(statistics.mean(slower) < 1.05 and max(slower) < 1.25, "no choice is far off", max(slower))

with open("docs/evidence/gemm-probes.json", encoding="ascii") as f:
    probes = json.load(f)
us = [r["us"] for r in probes["turned"] if (r["size"], r["tile"]) == ([1024, 576, 7168], "64x96-c1x1")]
met = {(r["size"][1], r["tile"]): r["met_without_multicast"] for r in probes["meet"]}
said = re.search(r"tiles of 64 x 96 take ([\d.]+) us, and ([\d.]+) when .*?: ([\d.]+) there, ([\d.]+) at 2048 cubed, but ([\d.]+) for", page, re.S)
same(said and said.groups(), (f"{us[0]:.1f}", f"{max(us):.1f}", f"{met[576, '64x96-c1x1']:.2f}", f"{met[2048, '128x256-c1x1']:.1f}",
                              f"{met[576, '64x128-c2x1']:.1f}"), "what L2 sends once")
said = re.search(r"1000 x 1000 x 4096 \(64 x 128\)\s+takes ([\d.]+) us instead of ([\d.]+), or ([\d.]+) by number, and 2048 x 512 x 8192 \(128 x "
                 r"64\) ([\d.]+) instead of ([\d.]+); 1000 x 2048 x 2048\s+\(128 x 128\), .*?, ([\d.]+) instead of (\d+\.\d)", page)


def placed(size, tile, by, dependent):
    return min(r["us"] for r in probes["placed"]
               if (r["size"], r["tile"], r["by"], r["dependent"]) == (size, tile + "-c1x1", by, dependent))


a, b, c = ([1000, 1000, 4096], "64x128"), ([2048, 512, 8192], "128x64"), ([1000, 2048, 2048], "128x128")
same(said and said.groups(), tuple("%.1f" % placed(*x) for x in (
    (*a, "multiprocessor", True), (*a, "number", True), (*a, "number", False), (*b, "multiprocessor", True), (*b, "number", True),
    (*c, "multiprocessor", True), (*c, "number", True))), "what it is worth which multiprocessors share an operand")


def gain(size, steps):
    us = next(r["us"] for r in probes["ahead"] if r["size"] == size)
    return 100 * (us[0] / us[steps] - 1)


said = re.search(r"512 cubed (\d+) %, 512 x 1000 x 64 (\d+) %; .*?104 x 8192 x 104 (\d+) %", page)
same(said and said.groups(), tuple("%.0f" % gain(*x) for x in (([512] * 3, 2), ([512, 1000, 64], 2), ([104, 8192, 104], 1))),
     "what it is worth to ask for lines ahead")
ok(all(r["sectors_sent"] < r["sectors_received"] for r in probes["meet"]), "it sends less than arrives")
done()
