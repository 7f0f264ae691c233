#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tma: the tensor map and the boxes, replayed by a model of the copy engine that knows only the JSON;
every element must lie where a naive reading of the descriptor looks for it. Every refusal."""
import itertools
import json
import sys

sys.path.insert(0, "tests/lib")
from pictures import BITS, ROW, tile_byte  # noqa: E402
from tap import batch, done, names_field, ok, run, same  # noqa: E402

SPAN = {0: 1, 1: 2, 2: 4, 3: 8}


def replay(a, origin):
    """{element (mn, k) of the tensor: byte of shared memory}, from the JSON alone."""
    m, es = a["tensor_map"], max(BITS[a["dtype"]], 8) // 8
    pack = 8 if a["dtype"] == "b1" else 1
    ld = a["ld"] * BITS[a["dtype"]] // 8
    placed = {}
    for box in a["boxes"]:
        n = 0
        dims = m["box_dim"]
        for x in itertools.product(*[range(d) for d in reversed(dims)]):
            at = [o + b + i for o, b, i in zip(origin, box["coordinate"], reversed(x))]
            glob = at[0] * es + sum(i * s for i, s in zip(at[1:], m["global_strides_bytes"]))
            to = int(a["start"], 16) + box["offset_bytes"] + n * es
            n += 1
            chunks = SPAN[m["swizzle_value"]]
            to ^= (to >> 7 & chunks - 1) << 4
            if all(i < d for i, d in zip(at, m["global_dim"])):
                line, c = divmod(glob, ld)
                c = c // es * pack
                for j in range(pack):
                    placed[(line, c + j) if a["major"] == "k" else (c + j, line)] = to
        assert n * es == a["box_bytes"]
    return placed


def origin_of(a, mn, k):
    """The tile's origin in the dimensions of the map."""
    pack = 8 if a["dtype"] == "b1" else 1
    c, l = ((k, mn) if a["major"] == "k" else (mn, k))
    c //= pack
    panel = a["tensor_map"]["box_dim"][0]
    return {2: [c, l], 3: [c % panel, l, c // panel],
            4: [c % panel, l % 8, c // panel, l // 8]}[a["tensor_map"]["rank"]]


requests = []
for dtype, major, swizzle, order, one in itertools.product(
        BITS, ("k", "mn"), ROW, ([1, 2], [2, 1]), (False, True)):
    if major == "mn" and BITS[dtype] != 16:
        continue
    row = ROW[swizzle] * 8 // BITS[dtype]
    k = max(2 * row, 256 // BITS[dtype]) if major == "k" else 32
    requests.append({"cmd": "tma", "dtype": dtype, "major": major, "swizzle": swizzle, "order": order,
                     "shape": [64 if k > 300 else 128, k], "start": 0x2000, "one-box": one,
                     "global": [384, 4 * k], "ld": 4 * k if major == "k" else 512})
answers = batch(requests)
wrong = [(r, a) for r, a in zip(requests, answers) if not a["ok"]]
ok(not wrong and len(answers) == 160, "%d tensor maps" % len(answers), wrong[:1])
for one in (False, True):
    bad, elements = [], 0
    for r, a in zip(requests, answers):
        if r["one-box"] != one:
            continue
        mn0, k0 = 2 * r["shape"][0] if r["shape"][0] == 128 else 64, r["shape"][1]
        placed = replay(a, origin_of(a, mn0, k0))
        q = {"dtype": r["dtype"], "major": r["major"], "swizzle": r["swizzle"], "mn": r["shape"][0],
             "k": r["shape"][1], "order": ",".join(map(str, r["order"])), "start": 0x2000}
        for mn in range(q["mn"]):
            for k in range(q["k"]):
                elements += 1
                if placed.get((mn0 + mn, k0 + k)) != tile_byte(q, mn, k):
                    bad.append((r, mn, k, placed.get((mn0 + mn, k0 + k)), tile_byte(q, mn, k)))
    ok(not bad and elements > 10000, "%d elements arrive, one-box %s" % (elements, one), bad[:3])
same([a["tensor_map"]["swizzle_value"] for a in answers[:16:4]], [0, 1, 2, 3], "the enumerator of each swizzle")
ok(all(len(a["boxes"]) == 1 for r, a in zip(requests, answers) if r["one-box"]), "one box is one box")

# Text and defaults.
rc, out, err = run("tma", "--dtype", "bf16", "--major", "k", "--swizzle", "128B", "--shape", "128x64",
                   "--global", "4096x8192", "--address", "0x7f0000000010")
same((rc, err), (0, ""), "the text form answers")
for piece in ("CU_TENSOR_MAP_DATA_TYPE_BFLOAT16", "{8192, 4096}", "{16384}", "{64, 128}", "1 copy",
              "0x7f0000000010", "8192 of 8192 elements", "0x4000004000010000"):
    ok(piece in out, "the text holds %s" % piece, out)

rc, out, err = run("tma", "--operand", "b", "--major", "mn", "--swizzle", "128B", "--shape", "256x64")
ok("32 copies" in out and "with --order 2,1 it takes 4\n" in out, "the other order, where it takes fewer copies", out)
rc, out, err = run("tma", "--operand", "b", "--major", "mn", "--swizzle", "128B", "--shape", "256x64", "--order", "2,1")
ok("4 copies" in out and "with --order" not in out, "and nothing where it does not", out)

TILE = ["--major", "k", "--swizzle", "128B", "--shape", "128x64"]
for name, args, code, field, pieces in [
    ("ld below the extent", [*TILE, "--ld", "32"], "value", "ld", ["got 32", "at least 64"]),
    ("ld of 0", [*TILE, "--ld", "0"], "value", "ld", []),
    ("lines that are no multiple of 16 bytes", [*TILE, "--global", "128x65"], "align", "ld", ["got 65", "--ld 72"]),
    ("a stride of 2^40 bytes", [*TILE, "--ld", "549755813888"], "limit", "ld", ["40 bits"]),
    ("an extent over 2^32", [*TILE, "--global", "4294967297x64"], "limit", "global", ["4294967296"]),
    ("an empty tensor", [*TILE, "--global", "0x64"], "limit", "global", ["got 0"]),
    ("an address that is not aligned", [*TILE, "--address", "0x1004"], "align", "address", ["16"]),
    ("a box of 12 lines", [*TILE, "--box-lines", "12"], "value", "box-lines", ["got 12", "multiple of 8"]),
    ("a box of no lines", [*TILE, "--box-lines", "0"], "value", "box-lines", []),
    ("one box of a ragged tensor", ["--major", "k", "--swizzle", "64B", "--shape", "128x64", "--global", "128x72", "--one-box"], "divisibility", "global", ["got 72", "--one-box"]),
    ("a start between two boxes' places", ["--major", "k", "--swizzle", "none", "--shape", "128x64", "--start", "16"], "align", "start", ["128"]),
    ("a tile that no descriptor reads", ["--major", "k", "--swizzle", "128B", "--shape", "128x32"], "tile", "shape", ["128B atom 8x64"]),
    ("no tile", ["--major", "k", "--swizzle", "128B"], "usage", "shape", ["--help"]),
]:
    rc, out, err = run("tma", *args)
    same((rc, out), (2, ""), name + ": exit status 2, nothing on standard output")
    ok(names_field(err, field) and all(p in err for p in pieces), name + ": says what is wrong", err)
    e = json.loads(run("tma", *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")
done()
