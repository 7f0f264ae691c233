#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plan: the numbers of public kernels, every descriptor against the descriptor command, the memory
map against plain arithmetic, and every refusal with its exit status."""
import itertools
import json
import sys

sys.path.insert(0, "tests/lib")
from pictures import BITS, ROW, fetch_byte, tile_byte  # noqa: E402
from tap import batch, done, names_field, ok, run, same  # noqa: E402


def plan(*args):
    rc, out, err = run("plan", *args, "--json")
    return json.loads(out) if rc == 0 else json.loads(err)


p = plan("--tile", "128x256x64", "--dtype", "bf16")
same(p["instruction"]["ptx"], "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", "m64n256k16 for 128x256x64")
same((p["instruction"]["per_k_step"], p["instruction"]["k_steps_per_stage"]), (1, 4), "4 instructions a stage")
same(p["registers"], {"accumulators": 128, "launch": 168, "consumer": 240, "producer": 24}, "registers of 2 consumers")
same((p["smem"]["stages"], p["smem"]["stage_bytes"], p["barriers"]["full_expect_bytes"]), (4, 49152, 49152), "4 stages of 48 KB")
same([(m["a_offset_bytes"], m["b_offset_bytes"]) for m in p["smem"]["map"]],
     [(49152 * s, 49152 * s + 16384) for s in range(4)], "A and B of every stage")
same((p["a"]["descriptor"], p["a"]["advance"]["k"]["step_bytes"]), ("0x4000004000010000", 32), "the descriptor of the public kernels, +32 bytes a step")
same(plan("--tile", "128x256x64", "--dtype", "bf16", "--smem", "227K"), p, "227K is the default")
same(plan("--tile", "128x256x64", "--dtype", "bf16", "--smem", "232448"), p, "in bytes too")
same(batch([{"cmd": "plan", "tile": [128, 256, 64], "dtype": "bf16", "smem": "227K"}])[0], p, "batch says the same")

# A sweep: base + advance + stage is the descriptor that `desc` gives for that start; and it reads the
# bytes where a tile of that layout has its elements.
requests = []
for dtype, am, bm, n, rows in itertools.product(BITS, ("k", "mn"), ("k", "mn"), (32, 96, 256), (1, 4)):
    if BITS[dtype] == 16 or (am, bm) == ("k", "k"):
        requests.append({"cmd": "plan", "dtype": dtype, "tile": [128, n, rows * 256 // BITS[dtype]],
                         "a-major": am, "b-major": bm, "start": 1024})
answers = batch(requests)
bad, checked = [a for a in answers if not a["ok"]], 0
follow, expect = [], []
for r, a in zip(requests, answers):
    if not a["ok"]:
        continue
    for which in "ab":
        o = a[which]
        i, j = o["advance"]["mn"]["blocks"] - 1, o["advance"]["k"]["blocks"] - 1
        stage = a["smem"]["stages"] - 1
        start = 1024 + stage * a["smem"]["stage_bytes"] + o["offset_bytes"]
        off = o["advance"]["mn"]["offset_bytes"][i] + o["advance"]["k"]["offset_bytes"][j]
        word = int(o["descriptor"], 16) + (start + off - 1024 - o["offset_bytes"]) // 16
        follow.append({"cmd": "desc", "operand": which, "dtype": o["dtype"], "major": o["major"],
                       "swizzle": o["swizzle"], "shape": o["shape"], "order": o["order"], "start": start,
                       "n": a["instruction"]["n"] if which == "b" else None})
        expect.append((i, j, word, o, start, a["instruction"]))
for q, d, (i, j, word, o, start, inst) in zip(follow, batch(follow), expect):
    want = [int(b["descriptor"], 16) for b in d["blocks"] if (b["mn"], b["k"]) == (i, j)]
    rows = 64 if q["operand"] == "a" else inst["n"]
    t = {"dtype": q["dtype"], "major": q["major"], "swizzle": q["swizzle"], "mn": q["shape"][0],
         "k": q["shape"][1], "order": ",".join(map(str, q["order"])), "start": start}
    for mn, k in ((0, 0), (rows - 1, inst["k"] - 1), (8, 1), (rows // 2, inst["k"] // 2)):
        checked += 1
        if want != [word] or fetch_byte(word, q["dtype"], q["major"], mn, k) != \
                tile_byte(t, i * rows + mn, j * inst["k"] + k):
            bad.append((q, i, j, hex(word), mn, k))
ok(not bad and checked > 300, "%d descriptors from base and advances" % checked, bad[:3])

# The memory map of every answer: inside the capacity, aligned, nothing overlaps.
bad = []
for a in answers:
    s = a["smem"]
    spans = []
    for m in s["map"]:
        spans += [(m["a_offset_bytes"], a["a"]["bytes"], a["a"]["alignment"]),
                  (m["b_offset_bytes"], a["b"]["bytes"], a["b"]["alignment"]),
                  (m["full_offset_bytes"], 8, 8), (m["empty_offset_bytes"], 8, 8)]
    spans.sort()
    if any(x + n > y for (x, n, _), (y, _, _) in zip(spans, spans[1:])) or any(x % al for x, _, al in spans) \
            or spans[-1][0] + 8 > s["total_bytes"] or s["total_bytes"] > 232448:
        bad.append((a["tile"], s))
ok(not bad, "memory maps: inside, aligned, apart", bad[:1])

rc, out, err = run("plan", "--tile", "128x128x128", "--a-major", "mn", "--reserve", "16K", "--b-swizzle", "64B", "--problem", "4096x4096x4096")
same((rc, err), (0, ""), "the text form answers")
for piece in ("imm-trans-a 1, imm-trans-b 0", "16384 bytes kept free", "swizzle as given", "  * 64B", "swizzle as recommended",
              "setmaxnreg.inc 240", "globalDim       {4096, 4096}", "to every block that is a multiple of"):
    ok(piece in out, "the text holds '%s'" % piece, out)

T = ["--tile", "128x256x64", "--dtype", "bf16"]
for name, args, status, code, field, pieces in [
    ("accumulators over the registers", ["--tile", "256x256x64"], 1, "fit", "tile", ["256 registers", "at most 224", "smaller tile", "--acc f16"]),
    ("one warpgroup for 128 x 256", [*T, "--warpgroups", "1"], 1, "fit", "warpgroups", ["256 registers", "--warpgroups 2"]),
    ("five stages", [*T, "--stages", "5"], 1, "fit", "stages", ["got 5", "at most 4", "49152"]),
    ("no room for one stage", [*T, "--smem", "40K"], 1, "fit", "tile", ["got 49152"]),
    ("no room for a stage and its barriers", [*T, "--smem", "48K"], 1, "fit", "tile", ["got 49168", "at most 49152"]),
    ("more than a block can have", [*T, "--smem", "228K"], 2, "limit", "smem", ["232448", "227K"]),
    ("a capacity that is none", [*T, "--smem", "K"], 2, "syntax", "smem", ["227K"]),
    ("a capacity beyond 64 bits", [*T, "--smem", "9223372036854775807K"], 2, "overflow", "smem", ["a number does not fit", "below 2^63"]),
    ("a negative capacity", [*T, "--smem", "-1K"], 2, "range", "smem", []),
    ("M of 96", ["--tile", "96x64x64"], 2, "tile", "tile", ["got 96x64x64", "multiple of 64"]),
    ("N of 20", ["--tile", "64x20x64"], 2, "tile", "tile", ["multiple of 8"]),
    ("K of 24", ["--tile", "64x64x24"], 2, "tile", "tile", ["multiple of 16"]),
    ("a tile of nothing", ["--tile", "0x64x64"], 2, "tile", "tile", []),
    ("a tile of two numbers", ["--tile", "64x64"], 2, "syntax", "tile", ["128x256x64"]),
    ("no tile", [], 2, "usage", "tile", ["--problem"]),
    ("bf16 into f16", [*T, "--acc", "f16"], 2, "instruction", "acc", ["got f16", "want f32"]),
    ("bf16 by f16", [*T, "--b-dtype", "f16"], 2, "instruction", "b-dtype", ["got f16"]),
    ("MN-major bytes", ["--tile", "64x64x64", "--dtype", "s8", "--b-major", "mn"], 2, "major", "b-major", ["16-bit"]),
    ("128B for half a row", ["--tile", "128x128x32", "--a-swizzle", "128B"], 2, "tile", "a-swizzle", ["128B atom 8x64", "--a-swizzle 64B"]),
    ("an N that does not divide", [*T, "--n", "96"], 2, "tile", "n", ["got 96"]),
    ("an N that misses half an atom", ["--tile", "64x192x64", "--n", "24", "--b-major", "mn", "--b-swizzle", "128B"], 2, "cover",
     "b-swizzle", ["got 24", "atom's 64", "--n 16"]),
    ("and a product that no N helps", ["--tile", "64x192x64", "--n", "24", "--b-major", "mn", "--b-swizzle", "128B", "--problem", "64x100x64"],
     2, "cover", "b-swizzle", ["got 24", "hint: use --b-swizzle none"]),
    ("an illegal N", [*T, "--n", "12"], 2, "n", "n", ["got 12"]),
    ("N of 0", [*T, "--n", "0"], 2, "n", "n", []),
    ("stages of 0", [*T, "--stages", "0"], 2, "value", "stages", ["got 0"]),
    ("no warpgroup", [*T, "--warpgroups", "0"], 2, "value", "warpgroups", ["1 to 7"]),
    ("eight consumers", [*T, "--warpgroups", "8"], 2, "value", "warpgroups", ["1024 threads"]),
    ("warpgroups that do not divide", ["--tile", "64x64x64", "--warpgroups", "7"], 2, "tile", "warpgroups", ["got 7"]),
    ("a start off the pattern", [*T, "--start", "0x200"], 2, "align", "start", ["1024"]),
    ("a reserve beyond the capacity", [*T, "--reserve", "228K"], 2, "value", "reserve", []),
    ("an empty product", [*T, "--problem", "0x1x1"], 2, "limit", "problem", ["got 0"]),
    ("a product with lines of 2 bytes", [*T, "--problem", "64x64x1"], 2, "align", "problem", ["16 bytes"]),
]:
    rc, out, err = run("plan", *args)
    same((rc, out), (status, ""), name + ": exit status %d, nothing on standard output" % status)
    ok(names_field(err, field) and all(x in err for x in pieces), name + ": says what is wrong", err)
    e = json.loads(run("plan", *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")
done()
