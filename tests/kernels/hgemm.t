#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgdesc-hgemm, as far as it goes without a GPU: its predictions against those of wgdesc banks, and
its refusals. Skipped where it was not built (no nvcc)."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, batch, done, ok, same  # noqa: E402

HGEMM = os.path.join(BUILD, "wgdesc-hgemm")
if not os.path.exists(HGEMM):
    print("1..0 # SKIP no wgdesc-hgemm here (needs nvcc)")
    sys.exit(0)


def run(*args):
    p = subprocess.run([HGEMM, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


# Predictions of single accesses: where all lanes take part, wgdesc banks must say the same.
rc, out, _ = run("probe", "list")
probes = [json.loads(line) for line in out.splitlines()]
whole = [p for p in probes if p["active"] == "0xffffffff" and p["i"] == 0]
answers = batch([{"cmd": "banks", "formula": "(%s)" % p["formula"], "access": p["access"], "bits": 8}
                 for p in whole])
ok(rc == 0 and len(probes) > 400 and len(whole) > 100, "the list of probes", len(probes), len(whole))
same([p["wavefronts"] for p in whole], [a["uses"][0]["wavefronts"] for a in answers],
     "the probes as wgdesc banks has them")

# Best arrangements: the same as the command's, and no access of one below its share of the bound.
rc, out, _ = run("swizzles", "list")
listed = [json.loads(line) for line in out.splitlines()]
tiles = sorted({(p["query"], p["tile"], p["family"]) for p in listed})
asked = []
for _, tile, _ in tiles:
    shape, bits, uses = re.fullmatch(r"(\d+x\d+) of (\d+) bits: (.*)", tile).groups()
    asked.append({"cmd": "swizzle", "shape": shape, "bits": int(bits), "access": uses.replace(" ", ",")})
answers = batch(asked)
same(len(tiles), 100, "a hundred tiles in their best arrangements")
same([t[2] for t in tiles], [a["family"] for a in answers], "the families that wgdesc swizzle finds")
ok(all(p["wavefronts"] <= answers[p["query"]]["wavefronts"][p["use"]] for p in listed), "and wavefronts of a part")

# The whole kernel: the tile of A is moved by ldmatrix.x4, that of B by the order for B.
for form, worst in (("plain", 4), ("permuted", 1)):
    rc, out, _ = run("predict", form, "1024x1024x512")
    kinds = {x["what"]: x for x in json.loads(out)["accesses"]}
    same((kinds["ldmatrix A"]["worst"], kinds["ldmatrix B"]["worst"], kinds["ld result"]["worst"]),
         (worst, worst, 1), form + ": the worst phase of each load")
    same(kinds["st result"]["worst"], 8 if form == "plain" else 1, form + ": of the store")
    # 32 blocks, 16 steps, 8 warps, 4 tiles in 2 halves; 64 x 64 results of 2 in a warp's 32 lanes
    same([kinds[k]["accesses"] for k in ("ldmatrix A", "ldmatrix B", "st result", "ld result")],
         [32 * 16 * 8 * 4 * 2] * 2 + [32 * 8 * 64 * 64 // 2 // 32, 32 * 256 * 128 // 8 // 32],
         form + ": how often each is made")
tile = batch([{"cmd": "banks", "shape": [256, 32], "access": "ldmatrix.x4:mma.a"},
              {"cmd": "banks", "shape": [128, 32], "access": "ldmatrix.x4:mma.b"}])
for a in tile:
    by_name = {x["name"]: x["worst"] for x in a["arrangements"]}
    same((by_name["plain"], by_name["permuted"]), (4, 1), "wgdesc banks says it of the tile")

for args in ((), ("time",), ("once", "plain"), ("once", "diagonal", "256"), ("predict", "plain", "0"),
             ("predict", "plain", "2x3"), ("predict", "plain", "256x256x"), ("probe", "all"), ("swizzles", "all"), ("fly",)):
    rc, out, err = run(*args)
    ok((rc, out) == (2, "") and err.startswith("wgdesc-hgemm: error: ") and "usage:" in err,
       "refused: " + " ".join(args) + ".", rc, out, err)
rc, out, err = run("--help")
ok(rc == 0 and out.startswith("usage:") and not err, "--help")
done()
