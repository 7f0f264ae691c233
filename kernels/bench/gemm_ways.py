#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times many ways of each product on a Hopper GPU: tiles, blocks that share a tile, narrower tiles. From these
times the rule of wgd_problem.h was fitted (docs/gemm-notes.md), and tests/docs/gemm_ways.t holds it to them.

usage: kernels/bench/gemm_ways.py WGDESC-BENCH DATE [MEGABYTES] > docs/evidence/gemm-ways.json      (about 5 minutes)

With MEGABYTES only products of which A and B have at most so many.

Long products are timed after 20 ms of launches: after 2 ms the chip is cool, and tiles without a cluster, which draw more
power, look better than they are. Products longer than LONGEST are timed with a few ways only; of the files in
docs/evidence that of the H100 has those of bf16 at its end, timed by wgdesc-bench alone.
"""
import json
import os
import subprocess
import sys
import tempfile

MORE = {"bf16": [(4096,) * 3, (2048, 2048, 16384), (2048,) * 3, (1024,) * 3, (1000, 3000, 2000)],
        "e4m3": [(4096,) * 3, (8192,) * 3, (32768, 2048, 4096), (2048, 32768, 4096), (2048, 2048, 16384),
                 (2048,) * 3, (1024,) * 3, (1000, 3000, 2000), (1024, 576, 7168), (128, 4096, 7168),
                 (16, 7168, 2048), (1024, 4096, 7168), (64, 2048, 4096), (512,) * 3, (1024, 7168, 2048)]}
LONGEST = 3e11  # operations of a product that is timed in many ways
LARGEST = "128x256-c2x1", "128x256-c1x2", "128x256-c1x1", "256x128-c1x2"  # the tiles of longer ones


def ceil_div(a, b):
    return -(-a // b)


def cycles(tile, clusters, size, line, split, in_memory, narrow):
    """A rough time of a way, to leave out what cannot be good, and its width; None where there is no such way."""
    tm, tn, cm, cn = tile
    m, n, k = size
    steps, lines = ceil_div(k, line), 128 // line * k
    if split > steps or (not in_memory and cm * cn * split > 16):
        return None
    at_once = clusters[cm * cn - 1] // split if in_memory else clusters[cm * cn * split - 1]
    if at_once < 1:
        return None
    rows = ceil_div(m, tm * cm)
    rounds = ceil_div(rows * ceil_div(n, tn * cn), at_once)
    if split > 1 and rounds > 1:
        return None
    width, unit = tn, 8 * cm
    if narrow and rounds * at_once >= rows:
        width = min(tn, ceil_div(ceil_div(n, rounds * at_once // rows * cn), unit) * unit)
        if width == tn or (width <= tn // 2 and tn > 64):
            return None
    stage = max(tm // 64 * 4 * max(tn / 2, 16 + tn / 4),
                (min(m, tm) / cn + width / cm) * 128 / (64 if lines % 128 == 0 else 38))
    parts = 0 if split == 1 else 3500 + tm * tn * .08 if in_memory else 1500 + tm * tn * .05
    return rounds * (ceil_div(steps, split) * stage + 1500 + tm * tn * .06) + 2500 + parts, width


def tiles_of(program, form):
    """The instances of version 3 for a form, as the program lists them."""
    rows = [line.split()[:2] for line in subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()]
    return [name.removeprefix("v3-") for name, of in rows if of == form and name.startswith("v3-")]


def ways(form, tiles, clusters, product):
    """The better ways by that time, and the best of each tile, whole and narrow."""
    found = []
    for name in tiles:
        tile = tuple(int(x) for part in name.removesuffix("-t").split("-c") for x in part.split("x"))
        size = (product[1], product[0], product[2]) if name.endswith("-t") else product
        if (tile[0] == 256 and size[0] <= 128) or (tile[0] == 128 and size[0] <= 64):
            continue
        splits = [(s, False) for s in range(1, 17 if tile[2:] == (1, 1) else 2)]
        for split, in_memory in splits + [(s, True) for s in range(2, 33)]:
            for narrow in (False, True):
                t = cycles(tile, clusters, size, 64 if form == "bf16" else 128, split, in_memory, narrow)
                if t:
                    spec = "v3-" + name + "/snake/pdl" + ("/%s%d" % ("km"[in_memory], split) if split > 1 else "")
                    found.append((t[0], spec + ("/w%d" % t[1] if t[1] < tile[1] else ""), name, narrow))
    found.sort()
    keep = found[:12]
    seen = set()
    for way in found:
        if way[2:] not in seen and way[0] < found[0][0] * 1.5:
            seen.add(way[2:])
            keep.append(way)
    return [spec for _, spec in sorted({way[:2] for way in keep})]


def bench(program, *args):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.json")
        subprocess.run([program, "--no-check", *args, "--json", path], stdout=subprocess.DEVNULL, check=True)
        with open(path, encoding="ascii") as f:
            return json.load(f)


def timed(program, form, size, specs):
    work = 2.0 * size[0] * size[1] * size[2]
    lead, burst = (2, 2) if work < 3e10 else (20, 10)
    out = bench(program, "--form", form, "--shape", "x".join(map(str, size)), "--lead-ms", str(lead), "--burst-ms", str(burst),
                "--rounds", "3", *("--kernel=" + s for s in specs))
    times = {t.get("instance", t["kernel"]): t["median_us"] for t in out["results"][0]["timings"]}
    return {"form": form, "size": size, "lead_ms": lead, "cublas_us": times.pop("cublas"),
            "us": {name[3:]: us for name, us in sorted(times.items())}}


def main():
    program, date = sys.argv[1:3]
    most = float(sys.argv[3]) * 1e6 if len(sys.argv) > 3 else float("inf")
    with open(os.path.join(os.path.dirname(__file__), "wide_shapes.txt"), encoding="ascii") as f:
        wide = [tuple(map(int, line.split()[:3])) for line in f if not line.startswith("#")]
    first = bench(program, "--shape", "64x64x64", "--kernel", "v3", "--rounds", "1", "--lead-ms", "1")
    out = {"date": date}
    out.update({key: first[key] for key in ("device", "clusters_at_once", "driver", "runtime", "library")})
    products = []
    for form in MORE:
        tiles = tiles_of(program, form)
        for size in dict.fromkeys((wide if form == "bf16" else []) + MORE[form]):
            if (size[0] + size[1]) * size[2] * {"bf16": 2, "e4m3": 1}[form] > most:
                continue
            if 2.0 * size[0] * size[1] * size[2] > LONGEST:
                specs = ["v3-%s/snake/pdl" % t for t in LARGEST if t in tiles]
            else:
                specs = ways(form, tiles, first["clusters_at_once"], size)
            products.append(json.dumps(timed(program, form, size, specs), separators=(",", ":")))
    head = json.dumps(out)[:-1]
    print(head + ', "products": [\n' + ",\n".join(products) + "\n]}")


if __name__ == "__main__":
    main()
