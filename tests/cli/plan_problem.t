#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plan --problem: the tile for a product, against the rule written a second time in fractions, the GEMMs
of kernels/, the measured table of docs/performance.md and docs/evidence/gemm.json; every refusal."""
import json
import os
import re
import sys
import tempfile
from fractions import Fraction
from math import ceil

sys.path.insert(0, "tests/lib")
from tap import batch, done, names_field, ok, run, same  # noqa: E402

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "b1": 1}
#        M    N   cluster  stages
TILES = [(128, 256, 2, 4), (128, 256, 1, 4), (128, 192, 1, 5), (128, 128, 2, 6), (64, 128, 1, 8), (64, 64, 1, 10)]
# Steps of 1024 cycles that a stage takes, as docs/gemm-notes.md has them.
WEIGHT = {(128, 192): "0.80", (128, 128): "0.68", (64, 128): "0.48", (64, 64): "0.36"}


def weight(m, n, cluster, rounds):
    return Fraction(WEIGHT.get((m, n)) or ("1.01" if cluster == 1 else "1" if rounds > 4 else "1.02"))


def candidate(tile, size, bits, sms):
    """What docs/plan.md says of a tile of the table, in fractions."""
    m, n, cluster, stages = tile
    k = 1024 // bits
    tiles = [-(-size[0] // (m * cluster)) * cluster, -(-size[1] // n)]
    at_once = sms // cluster * cluster
    rounds = ceil(Fraction(tiles[0] * tiles[1], at_once))
    steps = -(-size[2] // k)
    fixed = 1 + Fraction(3 * m * n, 128 * 256) + (cluster > 1)
    step = weight(m, n, cluster, rounds)
    even = -(-tiles[0] * tiles[1] * steps // at_once)
    law = m // 64 * 4 * max(n // 2, 16 + n // 4)
    l2 = (m + n // cluster) * 128 // 64
    return {"tile": [m, n, k], "cluster": [cluster, 1], "stages": stages, "tiles": tiles, "at_once": at_once,
            "rounds": rounds, "steps": steps,
            "idle_permille": int(1000 * (1 - Fraction(tiles[0] * tiles[1], rounds * sms))),
            "law_cycles": rounds * steps * law, "l2_cycles": rounds * steps * l2,
            "cycles": ceil(1024 * rounds * (steps * step + fixed)),
            "even_cycles": ceil(1024 * (even * step + ceil(Fraction(even, steps)) * fixed)),
            "bound": "l2" if l2 > law else "shared" if 16 + n // 4 > n // 2 else "tensor"}


def choice(size, dtype="bf16", **more):
    return batch([{"cmd": "plan", "problem": list(size), "dtype": dtype, **more}])[0]


SIZES = [(8192, 8192, 8192), (1000, 3000, 2000), (64, 64, 64), (2048, 2048, 16384), (104, 8192, 512), (1, 128256, 4096),
         (4096, 14336, 7168), (2147483647, 8, 8), (16, 16, 2147483584)]
requests = [{"cmd": "plan", "problem": list(s), "dtype": d, "sms": sms}
            for s in SIZES for d in BITS for sms in (132, 114, 7) if s[2] * BITS[d] % 128 == 0]
bad = []
for q, a in zip(requests, batch(requests)):
    if not a["ok"]:
        bad.append((q, a["error"]))
        continue
    want = [candidate(t, q["problem"], BITS[q["dtype"]], q["sms"]) for t in TILES]
    got = a["choice"]["candidates"]
    least = min(range(6), key=lambda i: (want[i]["cycles"], i))
    for i, (g, w) in enumerate(zip(got, want)):
        if any(g.get(key) != w[key] for key in w) or g["chosen"] != (i == least):
            bad.append((q, g, w))
    if a["tile"] != want[least]["tile"] or a["smem"]["stages"] != want[least]["stages"]:
        bad.append((q, a["tile"]))
    m, n, k = q["problem"]
    peak = ceil(Fraction(m * n * k * BITS[q["dtype"]] // 8, 4096 * q["sms"]))
    c = got[least]
    padded = Fraction(m * n * k, c["tiles"][0] * c["tile"][0] * c["tiles"][1] * c["tile"][1] * c["steps"] * c["tile"][2])
    if a["choice"]["peak_cycles"] != peak or c["peak_permille"] != 1000 * peak // c["cycles"] \
            or abs(c["padding_permille"] - 1000 * (1 - padded)) > 3:
        bad.append((q, a["choice"]["peak_cycles"], peak, c, padded))
    if a["choice"]["basis"] != ("fitted" if q["dtype"] == "bf16" else "model"):
        bad.append((q, a["choice"]["basis"]))
ok(not bad, "%d products of every type: tiles, rounds, cycles, peak, the choice" % len(requests), *bad[:2])

# The tiles are those of the GEMMs, with their stages and clusters.
with open("kernels/gemm/v3/bf16.cu", encoding="ascii") as f:
    built = re.findall(r"tn<(\d+), (\d+), \d, (\d+), (\d), 1, \d>>\(", f.read().split("#ifdef")[0])
same([(int(m), int(n), int(c), int(s)) for m, n, s, c in built], TILES, "the candidates are the instances of kernels/gemm/v3")

# What the GEMMs were measured with.
with open("docs/performance.md", encoding="utf-8") as f:
    rows = re.findall(r"^\| (\d+) x (\d+) x (\d+) \| (\d+)x(\d+)-c(\d)x1 \|", f.read(), re.M)
answers = batch([{"cmd": "plan", "problem": [int(x) for x in r[:3]], "dtype": "bf16"} for r in rows])
same([(a["tile"][:2], next(c["cluster"][0] for c in a["choice"]["candidates"] if c["chosen"])) for a in answers],
     [([int(r[3]), int(r[4])], int(r[5])) for r in rows], "the %d instances of docs/performance.md" % len(rows))

# Where the evidence timed more than one tile at one product: is the one that is chosen the fastest?
with open("docs/evidence/gemm.json", encoding="ascii") as f:
    evidence = json.load(f)
best = several = 0
for part in evidence["parts"].values():
    for r in part["results"]:
        times = {}
        for t in r["timings"]:
            name = re.fullmatch(r"v3-(\d+)x(\d+)-c(\d)x1", t["kernel"])
            if name:
                times[tuple(map(int, name.groups()))] = t["median_us"]
        if len(times) > 1:
            several += 1
            c = next(c for c in choice((r["m"], r["n"], r["k"]))["choice"]["candidates"] if c["chosen"])
            best += min(times, key=times.get) == (c["tile"][0], c["tile"][1], c["cluster"][0])
with open("docs/plan.md", encoding="utf-8") as f:
    said = re.search(r"the chosen tile is the\s+faster one\s+at (\d+) of (\d+)", f.read())
same(said and tuple(map(int, said.groups())), (best, several), "docs/plan.md says how often the choice is the fastest measured")

# A tile that is given is judged; the plan is what it is without the product, but for the tensor maps.
a = choice((1000, 3000, 2000), tile=[128, 256, 64])
b = batch([{"cmd": "plan", "tile": [128, 256, 64], "dtype": "bf16"}])[0]
same((a["choice"]["given"], a["choice"]["basis"], len(a["choice"]["candidates"])), (True, "model", 1), "a given tile is judged")
ok(all(a[key] == b[key] for key in ("instruction", "smem", "cost")), "and planned as ever")
ok("choice" not in b, "without a product nothing is said of one")
a = batch([{"cmd": "plan", "problem": [8192, 8192, 8192], "tile": [256, 256, 64], "arch": "sm100", "cta-group": 2, "dtype": "bf16"}])[0]
same((a["choice"]["basis"], a["choice"]["peak_cycles"], a["choice"]["candidates"][0]["rounds"]), ("counted", None, 16),
     "tcgen05: tiles of a pair are counted, nothing is timed")

# Options that some tiles cannot have leave the others.
a = choice((4096, 4096, 4096), n=256)
ok(any(not c["legal"] and c["reason"] for c in a["choice"]["candidates"]) and a["ok"], "a tile without a plan says why", a["choice"])
a = choice((4096, 4096, 4096), "e4m3", **{"sparse": True})
ok(a["ok"] and a["choice"]["basis"] == "model", "sparse operands")

rc, out, err = run("plan", "--problem", "1000x3000x2000", "--dtype", "bf16")
for piece in ("product        1000x3000x2000 (M x N x K) on 132 SMs: 22195 cycles at the tensor peak", "fitted to the bf16 GEMMs",
              "device memory is not modelled", "  * 128x192x64       1x1        128       1   3.0%", "plan of a main loop   tile 128x192x64"):
    ok(piece in out, "the text holds '%s'" % piece, out)
rc, out, err = run("plan", "--problem", "2304x2304x2304", "--dtype", "e5m2")
ok("a model, not measured" in out and "by the model, not\n" in out, "a type that was not timed: the basis is said", out)

# emit: the constants, and the command in the head writes the same bytes again.
rc, out, err = run("emit", "--problem", "4000x4096x4096", "--dtype", "bf16", "--sms", "114", "--prefix", "g")
values = {name: int(v) for name, v in re.findall(r"#define (G_\w+)\s+(\d+) /\*", out)}
c = next(c for c in choice((4000, 4096, 4096), sms=114)["choice"]["candidates"] if c["chosen"])
same([values["G_" + n] for n in ("PROBLEM_M", "PROBLEM_N", "PROBLEM_K", "TILE_M", "TILE_N", "CLUSTER_M", "CLUSTER_N", "TILES_M", "TILES_N",
                                 "K_STAGES", "TILES_AT_ONCE", "STAGES")],
     [4000, 4096, 4096, *c["tile"][:2], *c["cluster"], *c["tiles"], c["steps"], c["at_once"], c["stages"]], "emit has the choice as constants")
with tempfile.TemporaryDirectory() as folder:
    for args in (["--problem", "4000x4096x4096", "--dtype", "bf16"], ["--problem", "640x640x640", "--tile", "128x128x64"]):
        rc, out, err = run("emit", *args)
        command = re.search(r"^ \*   (wgdesc emit .*)$", out, re.M).group(1).split()[1:]
        same(run(*command)[1], out, "its head's command writes it again: " + " ".join(args))
    path = os.path.join(folder, "x.cuh")
    same(run("emit", "--problem", "0x1x1", "-o", path)[0], 2, "a refusal")
    ok(not os.path.exists(path), "writes no file")

for name, args, status, code, field, pieces in [
    ("neither tile nor product", [], 2, "usage", "tile", ["--problem"]),
    ("SMs of no product", ["--tile", "64x64x64", "--sms", "8"], 2, "usage", "sms", ["--problem"]),
    ("a product of nothing", ["--problem", "64x0x64"], 2, "limit", "problem", ["got 0"]),
    ("a negative size", ["--problem", "64x-8x64"], 2, "limit", "problem", ["got -8"]),
    ("a size beyond 2^31 - 1", ["--problem", "2147483648x8x8"], 2, "limit", "problem", ["got 2147483648", "2147483647"]),
    ("a size beyond 64 bits", ["--problem", "99999999999999999999x8x8"], 2, "overflow", "problem", []),
    ("two numbers", ["--problem", "64x64"], 2, "syntax", "problem", []),
    ("too many tiles", ["--problem", "2147483640x2147483640x8"], 2, "limit", "problem", ["2^30"]),
    ("too many products", ["--problem", "2097152x2097152x2097152"], 2, "overflow", "problem", ["2^63"]),
    ("lines that TMA does not take", ["--problem", "64x64x1001"], 2, "align", "problem", ["got 1001", "1008 elements", "--ld 1008"]),
    ("the same of fp8", ["--problem", "64x64x1001", "--dtype", "e4m3"], 2, "align", "problem", ["multiple of 16", "1008 elements"]),
    ("the same of B", ["--problem", "64x63x64", "--b-major", "mn"], 2, "align", "problem", ["got 63", "64 elements"]),
    ("no SM", ["--problem", "64x64x64", "--sms", "0"], 2, "value", "sms", []),
    ("too many SMs", ["--problem", "64x64x64", "--sms", "1025"], 2, "limit", "sms", ["1 to 1024"]),
    ("a negative number of SMs", ["--problem", "64x64x64", "--sms", "-1"], 2, "limit", "sms", []),
    ("no rule for tcgen05", ["--problem", "64x64x64", "--arch", "sm100"], 2, "value", "tile", ["--tile"]),
    ("a tile of three zeros", ["--problem", "64x64x64", "--tile", "0x0x0"], 2, "tile", "tile", []),
    ("nothing that fits", ["--problem", "64x64x64", "--reserve", "227K"], 1, "fit", "tile", []),
]:
    rc, out, err = run("plan", *args)
    same((rc, out), (status, ""), name + ": exit status %d, nothing on standard output" % status)
    ok(names_field(err, field) and all(x in err for x in pieces), name + ": says what is wrong", err)
    e = json.loads(run("plan", *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")
done()
