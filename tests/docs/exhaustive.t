#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The exhaustive run: its space counted again, from the fetch rule and in another way than the
harness counts it, is what every record of it has; and nothing in them was wrong."""
import glob
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from tap import done, ok, same  # noqa: E402

FIELD = 2**14
SHARED, KNOWN = 232448, 1024  # bytes of a block; taken by the known operand where A is recovered
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "b1": 1}
ROW = {"none": 16, "32B": 32, "64B": 64, "128B": 128}


def legal_n(dtype):
    integer = dtype in ("s8", "u8", "b1")
    return [n for n in range(8, 257, 8) if not integer or n <= 24 or n % 16 == 0]


def corners(dtype, operand, major, mn, mode, sparse):
    """(i, j, c) of every chunk: the offset i * LBO + j * SBO + c in 16-byte units."""
    bits, w = BITS[dtype], ROW[mode] // 16
    k = 256 // bits * (2 if sparse and operand == "b" else 1)
    out = set()
    if major == "k":
        for r in range(mn):
            for c in range(k * bits // 128):
                out.add((c // w, r // 8, r % 8 * w + c % w))
    else:
        for c in range(mn * bits // 128):
            for kk in range(k):
                if mode == "none":
                    out.add((kk // 8, c, kk % 8))
                else:
                    out.add((c // w, kk // 8, kk % 8 * w + c % w))
    # only the greatest c of each (i, j) can be the last
    best = {}
    for i, j, c in out:
        best[(i, j)] = max(c, best.get((i, j), 0))
    last_i, last_j = max(i for i, _ in best), max(j for _, j in best)
    return [(i, j, c) for (i, j), c in best.items() if j == last_j and i >= last_i - 1]


def pairs(points, units):
    i_read, j_read = any(p[0] for p in points), any(p[1] for p in points)
    total = 0
    for sbo in range(FIELD if j_read else 1):
        most = FIELD - 1 if i_read else 0
        for i, j, c in points:
            room = units - 1 - c - j * sbo
            most = min(most, room // i) if i else (most if room >= 0 else -1)
        if most < 0:
            break
        total += most + 1
    return total


def size(space, points, units, mode):
    if space == "pairs":
        return pairs(points, units)
    if space == "ignored":
        return 4 * 2**17
    lbo_read, sbo_read = any(p[0] for p in points), any(p[1] for p in points)
    if space == "unread":
        return 0 if lbo_read and sbo_read else 4 * FIELD
    sbo = ROW[mode] // 2 if space == "starts" else 0
    lbo = sbo * (max(p[1] for p in points) + 1)
    return 8 * (units - max(i * lbo + j * sbo + c for i, j, c in points))


def family_size(name):
    part = name.split("/")
    space, dtype, operand, major, mode = part[:5]
    sparse = part[-1] == "sp"
    units = (SHARED - (KNOWN if operand == "a" else 0)) // 16
    return sum(size(space, corners(dtype, operand, major, mn, mode, sparse), units, mode)
               for mn in ([64] if operand == "a" else legal_n(dtype)))


paths = sorted(glob.glob("docs/evidence/exhaustive-*.json"))
ok(paths, "there is evidence")
sizes, runs = {}, {}
for path in paths:
    with open(path, encoding="ascii") as f:
        run = runs[path] = json.load(f)
    for f in run["families"]:
        if f["family"] not in sizes:
            sizes[f["family"]] = family_size(f["family"])
    same([f["family"] for f in run["families"] if f["size"] != sizes[f["family"]]], [],
         path + ": every part has the size that is counted here")
    same([f["family"] for f in run["families"] if f["descriptors"] != f["size"] or f["wrong"]], [],
         path + ": all of it was run, and none was wrong")
    same((run["descriptors"], run["wrong"]), (sum(sizes.values()), 0), path + ": the sums")
    kinds = {"/".join(f["family"].split("/")[1:4]) + ("/sp" if f["family"].endswith("/sp") else "")
             for f in run["families"]}
    # 16-bit types: 2 operands, 2 majors, 2 forms; tf32 and 8-bit: 2 operands, 2 forms; b1: 2
    same(len(kinds), 2 * 8 + 5 * 4 + 2, path + ": every type, operand, major and form")
    noticed = {c["field"]: c["noticed"] for c in run["controls"]}
    ok(all(noticed[f] > 1000 for f in ("start", "lbo", "sbo", "base_offset")),
       path + ": controls were noticed")
best = runs["docs/evidence/exhaustive-h100.json"]
same((best["ok"], [c["contrary"] for c in best["controls"]]), (True, [0] * 4), "no control did otherwise")
with open("docs/hardware.md", encoding="utf-8") as f:
    text = f.read()
for space in ("pairs", "starts", "starts-end", "ignored", "unread"):
    n = sum(s for name, s in sizes.items() if name.split("/")[0] == space)
    ok(re.search(r"^\| %s \|.* %s \|$" % (space, format(n, ",")), text, re.M),
       "docs/hardware.md says how many %s there are" % space)
ok(format(sum(sizes.values()), ",") in text, "and how many in all")
each_n = runs["docs/evidence/exhaustive-each-n-h100.json"]
random = read_evidence("verify-h100")
rate = best["descriptors"] / best["seconds"] / 1e6
recovered = sum(f["descriptors"] for f in random["families"] if f["family"].startswith("map/")) / random["seconds"]["map_gpu"] / 1e6
said = re.search(r"The speed, (\d+) million .*?(\d+\.\d) times.*?\(([\d.]+) s, where .*? takes ([\d.]+)", text, re.S)
same(said and said.groups(), (format(rate, ".0f"), format(rate / recovered, ".1f"), format(each_n["seconds"], ".1f"), format(best["seconds"], ".1f")),
     "and how fast, beside the random run and kernels for each N")
with open("docs/evidence/README.md", encoding="utf-8") as f:
    table = f.read()
ok("| time | %.1f s |" % best["seconds"] in table, "the table of evidence has its time")
done()
