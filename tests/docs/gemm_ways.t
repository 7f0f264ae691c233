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


def paired(size, tile):
    tile, *width = tile.split("/")
    return next(r["us"] for r in probes["pairs"] if (r["size"], r["tile"]) == (size, "/".join([tile + "-c1x1"] + width)))


def less(us, along):
    return "%.0f" % (100 * (1 - us[along] / us["none"]))


x, y = paired([1000, 1000, 4096], "64x128"), paired([2048, 512, 8192], "64x128")
z = paired([1000, 512, 104], "128x64/w32")
same(re.search(r"64 x 128 at 512 x 2048 x 2048 (\d+) %, 128 x 64 at 1000 x 1000 x 4096 (\d+) %; 64 x 128 at 2048 x 512 x 8192 (\d+) % along M, "
               r"(\d+) % along N, .*?; nothing at 1000 x 512 x 104 but (\d+) % more", page).groups(),
     (less(paired([512, 2048, 2048], "64x128"), "m"), less(paired([1000, 1000, 4096], "128x64"), "m"), less(y, "m"), less(y, "n"),
      "%.0f" % (100 * (z["m"] / z["none"] - 1))), "what it is worth to put neighbours side by side")
same(re.search(r"most of\s+it: ([\d.]+), 128 x 64 ([\d.]+), and ([\d.]+) at", page).groups(),
     ("%.1f" % x["m"], "%.1f" % paired([1000, 1000, 4096], "128x64")["m"], "%.1f" % y["n"]), "beside places that are claimed")

four = {(tuple(r["size"]), r["way"]): 100 * (1 - r["four_us"] / r["one_us"]) for r in probes["parts"]}
same(re.search(r"m2 at 16 x 4096 x 7168 (\d+) %, k2 at 104 x 2048 x 2048 (\d+) %", page).groups(),
     ("%.0f" % four[(16, 4096, 7168), "64x64-c1x1/m2"], "%.0f" % four[(104, 2048, 2048), "64x64-c1x1/k2"]),
     "what it is worth to wait for four groups together")


def gain(size, steps):
    us = next(r["us"] for r in probes["ahead"] if r["size"] == size)
    return 100 * (us[0] / us[steps] - 1)


said = re.search(r"512 cubed (\d+) %, 512 x 1000 x 64 (\d+) %; .*?104 x 8192 x 104 (\d+) %", page)
same(said and said.groups(), tuple("%.0f" % gain(*x) for x in (([512] * 3, 2), ([512, 1000, 64], 2), ([104, 8192, 104], 1))),
     "what it is worth to ask for lines ahead")
ok(all(r["sectors_sent"] < r["sectors_received"] for r in probes["meet"]), "it sends less than arrives")
done()
