#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plan: what a stage costs. The law of docs/hardware.md is written here again, and every sum of every answer is
made again from it; no split or N of a tile costs less than the one that was taken; a law that is off is noticed."""
import itertools
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, names_field, ok, run, same  # noqa: E402

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "s8": 8, "b1": 1}


def law(n, place, sparse, acc, off=0):
    """Cycles of the tensor cores and of shared memory, and its bytes, for one wgmma."""
    read = (2048 if place == "shared" else 0) + n * 32 * (2 if sparse else 1)
    least = 0 if place == "shared" else 13 if not sparse else 16 if acc == "f16" or n == 8 else 18
    return max(n / 2, least) + off, read / 128, read


def sums(p, request, off=0):
    """The cost and the feed of an answer, from its instruction, warpgroups and stages."""
    i, w, stages = p["instruction"], p["warpgroups"]["consumers"], p["smem"]["stages"]
    place, sparse = request.get("a", "shared"), bool(request.get("sparse"))
    mine = i["per_k_step"] * i["k_steps_per_stage"]

    def stage(where):
        tensor, shared, read = law(i["n"], where, sparse, p["acc"], off)
        load = w * i["m_blocks"] * i["k_steps_per_stage"] * 2048 if where == "registers" else 0
        all_read = mine * w * read + load
        return tensor, max(tensor, shared), mine * w * tensor, all_read, load, max(mine * w * tensor, all_read / 128)

    tensor, one, tensors, read, load, cycles = stage(place)
    other = {"shared": "registers", "registers": "shared"}.get(place)
    m, n, k = p["tile"]
    a = m * k * BITS[request["dtype"]] // 8 // (2 if sparse else 1) if place != "computed" else 0
    loaded = a + n * k * BITS[request["dtype"]] // 8
    cost = {"basis": "estimated" if place == "registers" else "measured", "a": place, "instruction_cycles": one,
            "instructions": mine * w, "stage_cycles": cycles, "warpgroup_cycles": mine * one,
            "peak_cycles": mine * w * i["n"] / 2, "peak_permille": 1000 * mine * w * i["n"] / 2 // cycles,
            "tensor_cycles": tensors, "shared_cycles": read / 128, "shared_bytes": read, "load_bytes": load,
            "bound": "shared" if read / 128 > tensors else "tensor", "other_a_cycles": stage(other)[5] if other else None}
    feed = {"stage_bytes": loaded, "bytes_per_100_cycles": -(-100 * loaded // cycles),
            "flight_bytes": (stages - 1) * loaded, "covered_cycles": (stages - 1) * cycles}
    return cost, feed


requests = []
for dtype, place, sparse in itertools.product(BITS, ("shared", "registers", "computed"), (False, True)):
    for m, n, k in itertools.product((64, 128, 192, 320), (8, 16, 32, 48, 64, 96, 128, 256, 296, 320), (2, 4)):
        if not (sparse and dtype == "b1"):
            requests.append({"cmd": "plan", "dtype": dtype, "tile": [m, n, k * 256 // BITS[dtype]], "a": place,
                             "sparse": sparse})
requests += [{"cmd": "plan", "dtype": "f16", "acc": "f16", "sparse": s, "a": "registers", "n": n, "tile": [128, 128, 64],
              "warpgroups": w, "stages": t}
             for s in (False, True) for n in (8, 16, 32, 64) for w in (1, 2) for t in (1, 3)]
answers = batch(requests)
made = [(r, p) for r, p in zip(requests, answers) if p["ok"]]
ok(len(made) > 900, "%d of %d tiles have a plan" % (len(made), len(requests)))
same({a["error"]["code"] for a in answers if not a["ok"]} <= {"fit", "tile"}, True, "the others do not fit or divide")
bad = [(r, p["cost"], sums(p, r)) for r, p in made if (p["cost"], p["feed"]) != sums(p, r)]
same(bad[:1], [], "every sum, made again from the law")
off = [r for r, p in made if (p["cost"], p["feed"]) == sums(p, r, 1)]
ok(len(off) < len(made) / 2 and all(p["cost"]["bound"] == "shared" for r, p in made if r in off),
   "control: a law that is one cycle off is seen wherever the tensor cores bind")
ok({p["cost"]["bound"] for r, p in made} == {"tensor", "shared"}, "in some tiles the tensor cores bind, in some shared memory")
again = batch([{"cmd": "cost", "op": re.sub(r"^.*aligned\.", "", p["instruction"]["ptx"]).replace(".", ".sp.", 1)
                if r.get("sparse") else p["instruction"]["ptx"], "a": "shared" if r["a"] == "shared" else "registers"}
               for r, p in made])
same([r for (r, p), c in zip(made, again) if c.get("cycles") != p["cost"]["instruction_cycles"]][:1], [], "'cost' says the same")

# The choice: every N and every split that fits, asked for one by one; none takes fewer cycles for wgmma.
tiles = [(128, 256, 64), (64, 320, 64), (192, 96, 64), (64, 200, 64), (128, 136, 64), (256, 40, 64)]
for (m, n, k), place, sparse in itertools.product(tiles, ("shared", "registers", "computed"), (False, True)):
    ask = {"cmd": "plan", "tile": [m, n, k], "a": place, "sparse": sparse}
    best, *rest = batch([ask] + [dict(ask, n=i, warpgroups=w) for i in range(8, 257, 8) for w in range(1, 8)])
    mine = [p["cost"]["warpgroup_cycles"] * p["warpgroups"]["consumers"]
            for p in [best, *rest] if p["ok"]]
    ok(best["ok"] and len(mine) > 2 and mine[0] == min(mine) and (max(mine) > mine[0]),
       "%dx%dx%d %s%s: the least of %d that fit, and not the only cost" % (m, n, k, place, ", sparse" * sparse, len(mine)), mine)

# Registers of A's fragments and of its metadata.
p = batch([{"cmd": "plan", "tile": [128, 128, 128], "sparse": True, "a": "registers"}])[0]
same(p["registers"], {"accumulators": 64, "a": 16, "metadata": 4, "launch": 168, "consumer": 240, "producer": 24}, "fragments and metadata in registers")
p = batch([{"cmd": "plan", "tile": [128, 128, 128], "a": "computed"}])[0]
same((sorted(p["a"]), p["barriers"]["full_expect_bytes"], {"a_offset_bytes"} & set(p["smem"]["map"][0])),
     (["dtype", "fragment", "shape"], 128 * 128 * 2, set()), "an A that is computed has no tile")
text = run("plan", "--tile", "128x32x64", "--a", "registers", "--stages", "1")[1]
for piece in ("estimated, not measured: 16384 bytes of A's fragments", "one stage: nothing is in flight", "shared memory binds",
              "ldmatrix.sync.aligned.m8n8.x4.shared.b16", "66.6% of the tensor peak"):
    ok(piece in text, "the text holds '%s'" % piece, text)
ok("descriptor" not in text[text.index("\nA "):text.index("\nB ")], "A has no descriptor")
text = run("plan", "--tile", "128x64x64", "--n", "8")[1]
ok("estimated: see --a registers" in text, "where the law says less for A in registers, the plan says so", text)

for name, args, status, code, field, pieces in [
    ("no such place", ["--a", "smem"], 2, "value", "a", ["shared, registers or computed"]),
    ("a swizzle of no tile", ["--a", "computed", "--a-swizzle", "64B"], 2, "value", "a-swizzle", ["no tile"]),
    ("a major of no tile", ["--a", "computed", "--a-major", "mn"], 2, "value", "a-major", ["no tile"]),
    ("tcgen05", ["--a", "registers", "--arch", "sm100"], 2, "value", "a", ["sm90"]),
    ("a slice of an A without descriptors", ["--a", "registers", "--slice", "0:64,:"], 2, "value", "a", ["--operand b"]),
    ("a slice of an A without a tile", ["--a", "computed", "--block", "0,0"], 2, "value", "a", ["--operand b"]),
    ("fragments over the registers", ["--a", "registers", "--warpgroups", "1", "--n", "64"], 1, "fit", "warpgroups",
     ["fragments", "want at most"]),
]:
    tile = ["--tile", "128x256x128" if code == "fit" else "128x128x64"]
    rc, out, err = run("plan", *tile, *args)
    same((rc, out), (status, ""), name + ": exit status %d, nothing on standard output" % status)
    ok(names_field(err, field) and all(x in err for x in pieces), name + ": says what is wrong", err)
    e = json.loads(run("plan", *tile, *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")
done()
