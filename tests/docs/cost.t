#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The law of the cost against what was measured: every row, N, source of A, major and form, on each
device of docs/evidence/cost-*.json."""
import glob
import json
import os
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, same  # noqa: E402

WGDESC = os.path.join(os.environ.get("B", "build"), "wgdesc")
NEAR = 0.02


def law(wanted):
    """(row, n, a, sparse) -> the answer of 'cost'."""
    requests = []
    for i, (row, n, a, sparse) in enumerate(wanted):
        bits = {"f16": 16, "bf16": 16, "tf32": 32, "b1": 1}.get(row.split(".")[1], 8)
        k = 256 // bits * (2 if sparse else 1)
        op = "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s" % (".sp" if sparse else "", n, k, row)
        requests.append(json.dumps({"cmd": "cost", "id": i, "op": op, "a": a}))
    out = subprocess.run([WGDESC, "batch"], input="\n".join(requests) + "\n", text=True,
                         capture_output=True, check=True).stdout
    return dict(zip(wanted, (json.loads(line) for line in out.splitlines())))


paths = sorted(glob.glob("docs/evidence/cost-*.json"))
ok(len(paths) >= 2, "there is evidence of two devices")
for path in paths:
    with open(path, encoding="ascii") as f:
        run = json.load(f)
    wanted = sorted({(r["row"], n, r["a"], r["sparse"]) for r in run["rates"] for n, _ in r["n"]})
    told = law(wanted)
    same(sum(1 for w in wanted if not told[w]["ok"]), 0, path + ": every row has a cost")
    worst, loops, several = 0.0, 0, []
    for r in run["rates"]:
        for n, (low, high) in r["n"]:
            cycles = told[(r["row"], n, r["a"], r["sparse"])]["cycles"]
            if r["warpgroups"] == 1:
                loops += 1
                worst = max(worst, abs(low / cycles - 1), abs(high / cycles - 1))
            else:
                several.append(abs((low + high) / 2 / cycles - 1))
    same(loops, run["kernels"], path + ": every loop was timed")
    ok(worst <= NEAR, "%s: one warpgroup, every layout within %g of the law (%.4f)" % (path, NEAR, worst))
    several.sort()
    ok(several[len(several) // 2] <= 0.005, path + ": several warpgroups, the median within 0.005")
    ok(several[-1] <= 0.08, path + ": several warpgroups, all within 0.08")
    rows = {r["row"] for r in run["rates"]}
    same(len(rows), 17, path + ": all rows of the instruction table")
    # The check can fail: the law of a neighbouring N is not within reach.
    off = told[("f32.f16.f16", 136, "shared", False)]["cycles"]
    measured = [m for r in run["rates"] if r["row"] == "f32.f16.f16" and r["a"] == "shared" and
                not r["sparse"] and r["warpgroups"] == 1 for n, m in r["n"] if n == 128]
    ok(all(abs(low / off - 1) > NEAR for low, _ in measured), path + ": another N is told apart")
done()
