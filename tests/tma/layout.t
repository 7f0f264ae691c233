#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tma --layout: the boxes of every tile and of hand-made layouts, replayed by a model of the copy engine
that knows only the JSON, must put every element where a naive evaluator of the layout's text has it; and
of layouts that no boxes write, the reason, the first element and the changes, which must then fit."""
import itertools
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from pictures import BITS, ROW, tile_byte  # noqa: E402
from tap import batch, done, ok, run, same  # noqa: E402

CHUNKS = {0: 1, 1: 2, 2: 4, 3: 8}


def place(layout, bits, start, shape):
    """{(mn, k): byte}, from the text of a layout, by the rule of CuTe's print."""
    m = re.fullmatch(r"(?:Sw<(\d+),(\d+),(\d+)> o (smem_ptr\[\d+b\] o |(\d+) o ))?(\(.*\)):(\(.*\))", layout)
    b, base, shift = (int(x or 0) for x in m.group(1, 2, 3))
    modes, strides = eval(m.group(6)), eval(m.group(7))

    def at(i, mode, stride):
        if not isinstance(mode, tuple):
            return i % mode * stride
        total = 0
        for part, st in zip(mode, stride):
            n = size(part)
            total += at(i % n, part, st)
            i //= n
        return total

    def size(mode):
        n = 1
        for part in mode if isinstance(mode, tuple) else ():
            n *= size(part)
        return n if isinstance(mode, tuple) else mode

    def swizzle(x):
        return x ^ ((x >> base + shift & (1 << b) - 1) << base) if b else x

    out = {}
    for mn, k in itertools.product(range(shape[0]), range(shape[1])):
        x = at(mn, modes[0], strides[0]) + at(k, modes[1], strides[1])
        if m.group(5):
            out[mn, k] = start + swizzle(x + int(m.group(5))) * bits // 8
        else:
            out[mn, k] = swizzle(start + x * bits // 8)
    return out


def replay(a):
    """{(mn, k): byte} of what the boxes of the answer write."""
    m, pack = a["tensor_map"], 8 if a["dtype"] == "b1" else 1
    es = max(BITS[a["dtype"]], 8) // 8
    out = {}
    for box in a["boxes"]:
        n = 0
        for l, c in itertools.product(range(m["box_dim"][1]), range(m["box_dim"][0])):
            to = int(a["start"], 16) + box["offset_bytes"] + n * es
            assert n or to % 128 == 0
            n += 1
            to ^= (to >> 7 & CHUNKS[m["swizzle_value"]] - 1) << 4
            c, l = c + box["coordinate"][0], l + box["coordinate"][1]
            for j in range(pack):
                out[(l, c * pack + j) if a["major"] == "k" else (c * pack + j, l)] = to
        assert n * es == a["box_bytes"]
    return out


# Every kind of tile, by the layout that desc prints: the copies write what the descriptor reads.
tiles = []
for dtype, swizzle, major, order in itertools.product(["bf16", "tf32", "e4m3", "b1"], ROW, ["k", "mn"], ["1,2", "2,1"]):
    if major == "mn" and dtype != "bf16":
        continue
    wide = max(2 * ROW[swizzle] * 8, 256) // BITS[dtype]
    shape = [128, wide] if major == "k" else [max(wide, 64), 64]
    tiles.append({"cmd": "desc", "dtype": dtype, "swizzle": swizzle, "major": major, "order": order, "shape": shape, "start": 0x800})
described = batch(tiles)
ok(all(d["ok"] for d in described), "%d tiles" % len(tiles), [d for d in described if not d["ok"]][:1])
fits = batch([{"cmd": "tma", "dtype": t["dtype"], "layout": d["smem"]["layout"], "start": 0x800} for t, d in zip(tiles, described)])
ok(all(a.get("fits") for a in fits), "each has its boxes", [a for a in fits if not a.get("fits")][:1])
bad = []
for t, a in zip(tiles, fits):
    q = {"dtype": t["dtype"], "major": t["major"], "swizzle": t["swizzle"], "mn": t["shape"][0], "k": t["shape"][1], "order": t["order"], "start": 0x800}
    written = replay(a)
    if (a["major"], a["swizzle"]) != (t["major"], t["swizzle"]) or len(written) != q["mn"] * q["k"]:
        bad.append((t, a["major"], a["swizzle"]))
    bad += [(t, e) for e in written if written[e] != tile_byte(q, *e)][:1]
ok(not bad, "which write every element where the tile has it", bad[:3])
by_options = batch([dict(t, cmd="tma") for t in tiles])
ok(all(len(a["boxes"]) <= len(b["boxes"]) and a["expect_bytes"] == b["expect_bytes"] for a, b in zip(fits, by_options)),
   "in no more boxes than tma asks for the tile itself")

# Layouts by hand: boxes, and the swizzle.
FITS = [
    ("(64,64):(64,1)", [], "f16", 1, "none"),                                  # a plain box
    ("(64,64):(1,64)", [], "f16", 1, "none"),                                  # the other major
    ("(64,64):(128,1)", [], "f16", 64, "none"),                                # rows 256 bytes apart: a box each
    ("(256,32):(1,256)", [], "f16", 1, "none"),                                # 256 elements are the most
    ("(512,32):(1,512)", [], "f16", 64, "none"),
    ("((8,8),(8,8)):((8,64),(1,512))", [], "f16", 8, "none"),                  # core matrices
    ("Sw<3,4,3> o smem_ptr[16b] o ((64,2),64):((1,4096),64)", [], "bf16", 2, "128B"),
    ("Sw<3,4,3> o smem_ptr[16b] o (64,(64,2)):(64,(1,8192))", [], "f16", 2, "128B"),  # a gap between panels
    ("Sw<2,4,3> o smem_ptr[32b] o (64,(16,2)):(16,(1,1024))", ["--start", "0x200"], "tf32", 2, "64B"),
    ("Sw<1,4,3> o smem_ptr[8b] o (128,32):(32,1)", ["--start", "1K"], "e4m3", 1, "32B"),
    ("Sw<3,3,3> o 0 o (64,64):(64,1)", [], "f16", 1, "128B"),                  # on elements, at an aligned start
    ("Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", ["--start", "0x80"], "f16", 1, "128B"),  # row 1 of the pattern
    ("Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", ["--box-lines", "16"], "f16", 4, "128B"),
    ("Sw<3,4,3> o smem_ptr[16b] o (20,64):(64,1)", [], "f16", 1, "128B"),      # rows that no instruction has
]
for layout, more, dtype, boxes, swizzle in FITS:
    rc, out, err = run("tma", "--layout", layout, "--dtype", dtype, *more, "--json")
    a = json.loads(out)
    same((rc, a["fits"], len(a["boxes"]), a["swizzle"]), (0, True, boxes, swizzle), "fits: " + layout)
    same(replay(a), place(layout, BITS[dtype], int(a["start"], 16), a["shape"]), "element by element: " + layout)
rc, out, err = run("tma", FITS[6][0], "--dtype", "bf16")
ok(rc == 0 and not err and all(s in out for s in ("CU_TENSOR_MAP_SWIZZLE_128B", "2 copies of 8192 bytes", "{64, 64}", "8192 of 8192 elements")),
   "as text, the layout without --layout", out + err)
a = json.loads(run("tma", "--layout", FITS[0][0], "--global", "4096x8192", "--ld", "8200", "--json")[1])
same((a["tensor_map"]["global_dim"], a["tensor_map"]["global_strides_bytes"]), ([8192, 4096], [16400]), "a tensor larger than the tile")
same(run("tma", "--shape", "64x64", "--strides", "64,1")[1], run("tma", "--layout", "(64,64):(64,1)")[1], "by strides")

# The CuTe DSL's print means bytes; as the algebra has it, no boxes write it.
DSL = "S<3,4,3> o 0 o ((8,8),(64,2)):((64,512),(1,4096))"
rc, out, err = run("tma", "--layout", DSL, "--json")
a = json.loads(out)
same((rc, a["fits"], a["swizzles"], len(a["boxes"])), (0, True, "bytes", 2), "the DSL's print as a swizzle of bytes")
ok("byte addresses" in run("tma", DSL)[1], "which the text says")
STAGED = "Sw<3,4,3> o smem_ptr[16b] o ((8,8),(64,1),(1,3)):((64,512),(1,0),(0,4096))"
rc, out, err = run("tma", STAGED, "--json")
same([(o["start"], o["fits"]) for o in json.loads(out)["others"]], [(8192, True), (16384, True)], "stages: the same boxes")
ok("3 tiles or stages" in run("tma", STAGED)[1], "in words")

ATOM32 = ["tma", "Sw<2,5,2> o smem_ptr[32b] o ((32,2),(4,2)):((1,128),(32,256))", "--dtype", "tf32", "--json"]
same((json.loads(run(*ATOM32)[1])["reason"]["code"], json.loads(run(*ATOM32, "--arch", "sm100")[1])["swizzle"]), ("pattern", "128B_32B"),
     "atoms of 32 bytes: of tcgen05 alone")

# What no boxes write: why, the first element, and changes that do.
NONE = [
    ("a padded pitch", "(64,64):(72,1)", [], "f16", "rows", (1, 0), ["store"]),
    ("two elements at one byte", "(64,64):(0,1)", [], "f16", "alias", (1, 0), ["store"]),
    ("elements apart", "(64,64):(2,128)", [], "f16", "run", (0, 1), ["store"]),
    ("another swizzle", "Sw<2,3,4> o smem_ptr[16b] o (64,64):(64,1)", [], "f16", "pattern", None, ["store"]),
    ("an unaligned start", "(64,64):(64,1)", ["--start", "0x430"], "f16", "align", (0, 0), ["start", "store"]),
    ("a pattern that begins at the start", "Sw<3,3,3> o 0 o (64,64):(64,1)", ["--start", "0x480"], "f16", "rows", (0, 8), ["start", "store"]),
    ("the swizzle of a wider row", "Sw<3,4,3> o smem_ptr[16b] o (64,32):(32,1)", [], "f16", "width", (0, 0), ["store"]),
    ("panels that begin between", "Sw<1,4,3> o smem_ptr[16b] o (60,(16,2)):(16,(1,968))", [], "f16", "align", (0, 16), []),
]
for name, layout, more, dtype, why, first, changes in NONE:
    rc, out, err = run("tma", "--layout", layout, "--dtype", dtype, *more, "--json")
    a = json.loads(out)
    e = a["first"]
    same((rc, a["fits"], a["reason"]["code"]), (1, False, why), name)
    ok(first is None or (e["mn"], e["k"]) == first, name + ": the first element", e)
    start = int(a["start"], 16)
    same(e["byte"], place(layout, BITS[dtype], start, a["shape"])[e["mn"], e["k"]], name + ": where it lies")
    ok((e["box_byte"] is None) == (why in ("alias", "align", "width")) and e["box_byte"] != e["byte"], name + ": where a box would put it", e)
    same([c["kind"] for c in a["changes"]], changes, name + ": what would be right")
    for c in a["changes"]:
        b = json.loads(run("tma", "--layout", c["layout"], "--dtype", dtype, "--start", c["start"], "--json")[1])
        ok(b["fits"] and b["shape"] == a["shape"] and b["start"] == c["start"], name + ": which fits", c, b)
        if c["kind"] == "store":
            same(len(b["boxes"]), c["boxes"], name + ": in so many boxes")
    rc, text, err = run("tma", "--layout", layout, "--dtype", dtype, *more)
    ok(rc == 1 and text.startswith("no boxes write this layout:\n  ") and max(map(len, text.splitlines())) <= 80, name + ", as text", text)

same(json.loads(run("tma", "(1000000,1000000):(0,0)", "--json")[1])["reason"]["code"], "alias", "a trillion elements at one byte")

# Every row of a plain layout moved by one: always refused, so the search cannot say yes to anything.
ok(all(not a["fits"] for a in batch([{"cmd": "tma", "layout": "(64,64):(%d,1)" % p, "shape": None} for p in range(65, 128) if p % 64])),
   "no padded pitch has boxes but for multiples of 128 bytes")

BAD = [
    (["--layout", "(64,64):(64,1)", "--order", "2,1"], "order"), (["--layout", "(64,64):(64,1)", "--one-box"], "one-box"),
    (["--layout", "(64,64):(64,1)", "--major", "mn"], "major"), (["--layout", "(64,64):(64,1)", "--box-lines", "12"], "box-lines"),
    (["--layout", "(64,64):(64,1)", "--ld", "65"], "ld"), (["--layout", "(64,64):(64,1)", "--address", "8"], "address"),
    (["--layout", "(512,512):(512,1)"], "layout"), (["--layout", "(64,64):(64,1)", "--start", "260000"], "layout"),
    (["--layout", "64:1"], "layout"), (["--layout", "(64,64):(64,1)", "--shape", "64x64"], "shape"),
    (["--shape", "64x64"], "major"), (["--layout", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", "--dtype", "e4m3"], "layout"),
    (["--layout", "(64,64):(-64,1)"], "layout"), (["--layout", "(64,64):(64,1)", "--global", "0x0"], "global"), ([], "major"),
]
for args, field in BAD:
    rc, out, err = run("tma", *args, "--json")
    same((rc, out, json.loads(err)["error"]["field"]), (2, "", field), "refused: " + " ".join(args))


def fit(layout, **more):
    return batch([{"cmd": "tma", "layout": layout, **more}])[0]


# A row of less than 16 bytes is no line of a box; a tile of atoms along K first is written with --order 2,1.
for args in (["(64,4):(4,1)"], ["(64,8):(8,1)", "--dtype", "e4m3"]):
    rc, out, err = run("tma", *args)
    ok(rc == 1 and out.endswith("first: element (0,0) lies at byte 0x0\n"), "no line of 16 bytes: " + args[0], rc, out, err)
    same(json.loads(run("tma", *args, "--json")[1])["reason"]["code"], "run", "and in JSON")
rc, out, err = run("tma", "((64,2),(8,8)):((1,520),(64,1040))")
same(out.split("what would be right:\n")[1],
     "  Sw<3,4,3> o smem_ptr[16b] o ((64,2),(8,8)):((1,4096),(64,512))\n    at 0x0: 2 boxes\n"
     "    'wgdesc tma --major mn --swizzle 128B --shape 128x64 --order 2,1 ...'\n", "with --order 2,1")
rc, out, err = run("tma", "--major", "mn", "--swizzle", "128B", "--shape", "128x64", "--order", "2,1")
ok(rc == 0 and "takes 2 copies of 8192 bytes" in out and "((64,2),(8,8)):((1,4096),(64,512))\n" in out, "which is right", out, err)

# The other tiles of a layout: those that end in shared memory, and whose rows the swizzle moves as the first's.
others = fit("(64,64,66):(64,1,4096)")["others"]
same([o["fits"] for o in others], [8192 * (o["index"] + 1) <= 256 << 10 for o in others], "tiles up to the end of shared memory")
same([o["fits"] for o in fit("(64,64,3):(64,1,-4096)", start=0x4000)["others"]], [True, True], "tiles one below the other")
for layout, want in (("(1,64,3):(64,1,64)", [True, True]), ("Sw<3,3,3> o 0 o (1,64,3):(64,1,64)", [False, False]),
                     ("Sw<3,3,3> o 0 o (8,64,3):(64,1,512)", [True, True])):
    same([o["fits"] for o in fit(layout)["others"]], want, "tiles of one row: " + layout)
done()
