#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times many ways of each product on a Hopper GPU: tiles, blocks that share a tile, narrower tiles. From these
times the rule of wgd_problem.h was fitted (docs/gemm-notes.md), and tests/gemm/ways.t holds it to them.

usage: kernels/bench/gemm_ways.py WGDESC WGDESC-BENCH DATE [PART...] > docs/evidence/gemm-ways.json      (about 5 minutes)

Parts: wide (wide_shapes.txt and the shapes of wgdesc-bench), triples (the others of its sizes), random, e4m3; all
without one. The ways are those that the rule as it is puts first, for both GPUs, and their neighbours: a block more
and less that share a tile, in the other place.

Long products are timed after 20 ms of launches: after 2 ms the chip is cool, and tiles without a cluster, which draw more
power, look better than they are.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

NINE = [(4096,) * 3, (8192,) * 3, (16384,) * 3, (32768, 2048, 4096), (2048, 32768, 4096), (2048, 2048, 16384), (2048,) * 3, (1024,) * 3,
        (1000, 3000, 2000)]
E4M3 = NINE + [(1024, 576, 7168), (128, 4096, 7168), (16, 7168, 2048), (1024, 4096, 7168), (64, 2048, 4096), (512,) * 3, (1024, 7168, 2048)]
SIZES = 64, 104, 512, 1000, 2048, 4096, 8192
SHORT, LONGEST = 3e10, 3e11  # operations below which a product is timed cool, and beyond which in few ways
GPUS = "h200", "h100"


def wide():
    with open(os.path.join(os.path.dirname(__file__), "wide_shapes.txt"), encoding="ascii") as f:
        return [tuple(map(int, line.split()[:3])) for line in f if not line.startswith("#")]


def at_random(count=120):
    """M of 16 to 8192, N and K of 64 to 16384, multiples of 8, as often of each size: the same ones each time."""
    chance = random.Random(20261127)
    return [tuple(8 * round(low / 8 * (high / low) ** chance.random()) for low, high in ((16, 8192), (64, 16384), (64, 16384))) for _ in range(count)]


PARTS = {"wide": ("bf16", lambda: list(dict.fromkeys(wide() + NINE))), "random": ("bf16", at_random), "e4m3": ("e4m3", lambda: E4M3),
         "triples": ("bf16", lambda: [s for s in itertools.product(SIZES, repeat=3) if s not in set(wide())])}


def answers(program, requests):
    lines = "".join(json.dumps(r) + "\n" for r in requests)
    out = subprocess.run([program, "batch"], input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def name_of(c, split, in_memory):
    """A way of a candidate, as wgdesc-bench takes it."""
    tile = "v3-%dx%d-c%dx%d" % (*c["tile"][:2], *c["cluster"]) + ("-t" if c["turned"] else "") + "/snake/pdl"
    return tile + ("/%s%d" % ("km"[in_memory], split) if split > 1 else "") + ("/w%d" % c["width"] if c["width"] < c["tile"][1] else "")


def neighbours(c, steps):
    """The splits beside a candidate's that it can have."""
    alone = c["cluster"] == [1, 1]
    for split, in_memory in itertools.product((c["split"] - 1, c["split"], c["split"] + 1), (False, True)):
        if (split, in_memory) == (c["split"], c["in_memory"]) or (split == 1 and in_memory):
            continue
        blocks = c["tiles"][0] * c["tiles"][1] * split
        if 1 <= split <= min(32, steps) and blocks <= 132 and (in_memory or split == 1 or (alone and split <= 16)):
            yield split, in_memory


def ways(program, form, known, sizes):
    """Of each size, the ways that are timed, of the tiles that are built."""
    requests = [{"cmd": "plan", "problem": list(s), "dtype": form, "gpu": gpu} for s in sizes for gpu in GPUS]
    both = iter(answers(program, requests))
    found = {}
    for size in sizes:
        long = 2.0 * size[0] * size[1] * size[2] > LONGEST
        specs = found.setdefault(size, [])
        for a in (next(both), next(both)):
            listed = sorted((c for c in a["choice"]["candidates"] if c["legal"]), key=lambda c: c["cycles"])
            near = [c for c in listed if c["cycles"] <= 1.25 * listed[0]["cycles"]][:4 if long else 7]
            specs += [name_of(c, c["split"], c["in_memory"]) for c in near]
            steps = -(-size[2] * (2 if form == "bf16" else 1) // 128)
            specs += [name_of(c, *way) for c in near[:0 if long else 2] for way in neighbours(c, steps)]
        found[size] = [s for s in dict.fromkeys(specs) if s.split("/")[0] in known]
    return found


def bench(program, *args):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.json")
        subprocess.run([program, "--no-check", *args, "--json", path], stdout=subprocess.DEVNULL, check=True)
        with open(path, encoding="ascii") as f:
            return json.load(f)


def timed(program, form, found):
    """All products of a form, short ones and long ones each in one run."""
    for lead, burst, which in ((2, 2, lambda work: work < SHORT), (20, 6, lambda work: work >= SHORT)):
        cases = ["--case=%dx%dx%d=%s" % (*s, ",".join(specs)) for s, specs in found.items() if which(2.0 * s[0] * s[1] * s[2])]
        if not cases:
            continue
        out = bench(program, "--form", form, *cases, "--lead-ms", str(lead), "--burst-ms", str(burst), "--rounds", "3")
        for r in out["results"]:
            times = {t["kernel"].replace("/snake/pdl", ""): t["median_us"] for t in r["timings"]}
            yield {"form": form, "size": [r["m"], r["n"], r["k"]], "lead_ms": lead, "cublas_us": times.pop("cublas"),
                   "us": {name.removeprefix("v3-"): us for name, us in sorted(times.items())}}


def main():
    program, benchmark, date = sys.argv[1:4]
    listed = [line.split()[:2] for line in subprocess.run([benchmark, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()]
    first = bench(benchmark, "--shape", "64x64x64", "--kernel", "v3", "--rounds", "1", "--lead-ms", "1")
    out = {"date": date}
    out.update({key: first[key] for key in ("device", "clusters_at_once", "driver", "runtime", "library")})
    lists = []
    for part in sys.argv[4:] or PARTS:
        form, sizes = PARTS[part]
        known = {name for name, of in listed if of == form}
        rows = [json.dumps(p, separators=(",", ":")) for p in timed(benchmark, form, ways(program, form, known, sizes()))]
        lists.append(', "%s": [\n' % part + ",\n".join(rows) + "\n]")
    print(json.dumps(out)[:-1] + "".join(lists) + "}")


if __name__ == "__main__":
    main()
