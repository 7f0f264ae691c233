#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever desc describes, the other commands take by the same options: map the whole tile, one element
and one byte, and a word as a block of it; check's verdict where nobody said the start; decode's one
reading. Against the naive rule of tests/lib/pictures.py."""
import itertools
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from pictures import BITS, ROW, fetch_byte, tile_byte  # noqa: E402
from tap import batch, done, ok, run, same  # noqa: E402

# The options of a tile: --stages is a ring of tiles, and what is not a tile is not meant.
OTHER = {"stages", "help", "version", "format", "json", "slice", "block"}


def options(cmd):
    return set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", run(cmd, "--help")[1], re.M))


own = options("desc") - OTHER
ok({"major", "swizzle", "shape", "dtype", "operand", "n", "order", "start", "arch", "sparse"} <= own, "the options of desc", own)
for cmd in ("check", "solve", "map", "tma", "show", "explain"):
    ok(own <= options(cmd), "%s takes those of a tile" % cmd, own - options(cmd))

# map of whole tiles, through desc's words.
tiles = []
for dtype, swizzle, major, order in itertools.product(["f16", "tf32", "e4m3", "b1"], ROW, ["k", "mn"], ["1,2", "2,1"]):
    if major == "mn" and dtype != "f16":
        continue
    wide = max(2 * ROW[swizzle] * 8, 256) // BITS[dtype]
    shape = [128, wide] if major == "k" else [max(wide, 64), 32]
    tiles.append({"cmd": "map", "dtype": dtype, "swizzle": swizzle, "major": major, "order": order, "shape": shape, "start": 0x800})
maps, descs = batch(tiles), batch([dict(t, cmd="desc") for t in tiles])
ok(all(a["ok"] for a in maps), "%d tiles" % len(tiles), [a for a in maps if not a["ok"]][:1])
bad = []
for t, a, d in zip(tiles, maps, descs):
    q = dict(t, mn=t["shape"][0], k=t["shape"][1])
    want = [[tile_byte(q, r, k) for k in range(q["k"])] for r in range(q["mn"])]
    if a["bytes"] != want or a["desc"] != d["descriptor"] or a["block"] != d["block"]:
        bad.append(t)
    flat = [b for row in want for b in row]
    if (int(a["span"][0], 16), a["span_bytes"]) != (min(flat), d["smem"]["bytes"]):
        bad.append((t, a["span"]))
ok(not bad, "map gives the byte of every element", bad[:2])

TILE = ["--major", "k", "--swizzle", "128B", "--shape", "128x64", "--start", "0x400"]
Q = {"dtype": "f16", "major": "k", "swizzle": "128B", "mn": 128, "k": 64, "start": 0x400}
rc, out, err = run("map", *TILE)
ok(rc == 0 and out.startswith("map of a tile at 0x400: f16 A, K-major, 128x64 elements\nextent      0x400-0x43ff, 16384 bytes\n"), "as text", out[:200])
rows = run("map", *TILE, "--format", "csv")[1].splitlines()
same(rows[1 + 65 * 64 + 17], "65,17,%d" % tile_byte(Q, 65, 17), "as CSV")

# One element, one byte: there and back, of a tile and of a word.
for mn, k in ((0, 0), (65, 17), (127, 63)):
    byte = tile_byte(Q, mn, k)
    a = json.loads(run("map", *TILE, "--element", "%d,%d" % (mn, k), "--json")[1])
    same((a["element"], a["byte"]), ([mn, k], byte), "the byte of element (%d,%d)" % (mn, k))
    same(json.loads(run("map", *TILE, "--byte", str(byte + 1), "--json")[1])["elements"], [[mn, k]], "and back")
    same(run("map", *TILE, "--element", "%d,%d" % (mn, k))[1], "element (%d,%d) is read from byte %#x\n" % (mn, k, byte), "as text")
WORD = "0x4000004000010042"
same(json.loads(run("map", WORD, "--element", "9,3", "--json")[1])["byte"], fetch_byte(int(WORD, 16), "f16", "k", 9, 3), "an element of a word's block")
same(run("map", WORD, "--element", "9,3", "--format", "csv")[1], "mn,k,byte\n9,3,%d\n" % fetch_byte(int(WORD, 16), "f16", "k", 9, 3), "as CSV")
same(len(json.loads(run("map", "--dtype", "b1", "--major", "k", "--swizzle", "128B", "--shape", "64x1024", "--byte", "5", "--json")[1])["elements"]), 8,
     "a byte of a tile of b1 feeds eight")
same(json.loads(run("map", *TILE, "--byte", "0", "--json")[1])["elements"], [], "a byte below the tile feeds none")

# A word with a tile: which block it is.
for b in json.loads(run(*TILE, "--json")[1])["blocks"]:
    for more in ([], ["--start", "0x400"]):
        a = json.loads(run("map", b["descriptor"], *TILE[:6], *more, "--json")[1])
        if more:
            same(a["tile"], {"start": "0x400", "block": [b["mn"], b["k"]]}, "block (%d,%d)" % (b["mn"], b["k"]))
        else: # any aligned start will do: then the bytes must be those of the block there
            start, (i, j) = int(a["tile"]["start"], 16), a["tile"]["block"]
            same(a["bytes"][5][7], tile_byte(dict(Q, start=start), 64 * i + 5, 16 * j + 7), "block %d,%d at %#x" % (i, j, start))
ok("none of its blocks" in run("map", "0x8000002000010040", *TILE)[1], "a word of another tile")
same(json.loads(run("map", "0x8000002000010040", *TILE, "--json")[1])["tile"], None, "as JSON")
a = json.loads(run("map", "--op", "m64n32k32.f32.e4m3.e4m3", "--operand", "b", "--major", "k", "--swizzle", "64B", "--shape", "64x64", "--json")[1])
same((a["dtype"], a["block"], a["blocks"]), ("e4m3", [32, 32], [2, 2]), "--op names type and N")

# check: right but for the start, where none was given.
SW128 = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
WIDE = "Sw<3,4,3> o smem_ptr[16b] o ((8,8),(64,2)):((64,512),(1,4096))"
START = [
    ("0x4000004000010040", ["--layout", SW128], "0x400", [0, 0]),
    ("0x4000004000010042", ["--layout", SW128], "0x400", [0, 1]),
    ("0x4000004000010042", ["--layout", SW128, "--block", "0,1"], "0x400", [0, 1]),
    ("0x4000004000010240", ["--layout", WIDE, "--block", "0,4"], "0x400", [0, 4]),
    ("0x4000004000010048", ["--layout", SW128], "0x480", [0, 0]),
    ("0x4000004000010040", ["--major", "k", "--swizzle", "128B", "--shape", "64x64"], "0x400", [0, 0]),
    ("0x4000004000010040", ["--layout", "S<3,4,3> o 0 o (64,64):(64,1)"], "0x400", [0, 0]),
    ("0x0000000800040077", ["--major", "k", "--swizzle", "none", "--shape", "64x16", "--order", "2,1"], None, None),
]
for word, args, start, block in START:
    name = " ".join([word, *args])
    rc, out, err = run("check", word, *args, "--json")
    a = json.loads(out)
    if start is None:
        ok(a["verdict"] == "mismatch" and a["matches_at"] is None and rc == 1, "a wrong stride is a mismatch: " + name, a)
        continue
    same((rc, a["match"], a["verdict"], a["matches_at"]), (1, False, "right_but_start", {"start": start, "block": block}), name)
    more = ["--start", start] + (["--block", "%d,%d" % tuple(block)] if "--block" not in args else [])
    rc, out, err = run("check", word, *args, *more, "--json")
    a = json.loads(out)
    same((rc, a["verdict"], a["matches_at"]), (0, "match", None), "and with the start it is a match")
    text = run("check", word, *args)[1]
    ok(text.startswith("right but for the start") and "--start %s" % start in text, "as text", text)
ok("no multiple of the 1024 bytes" in run("check", "0x4000004000010048", "--layout", SW128)[1], "a start inside the pattern is remarked on")
for word, args in (("0x4000004000010040", ["--layout", SW128, "--start", "0"]), ("0x4000004100010040", ["--layout", SW128]),
                   ("0x4000004000010002", ["--layout", SW128]), ("0xc000004000010040", ["--layout", SW128]),
                   ("0x4000004000010040", ["--layout", "Sw<3,4,3> o smem_ptr[16b](0x7f5c00000800) o (64,64):(64,1)"])):
    rc, out, err = run("check", word, *args, "--json")
    same((rc, json.loads(out)["verdict"]), (1, "mismatch"), "no third verdict: " + " ".join([word, *args]))

# decode: one reading.
FULL = "0x4000004000010040"
rc, out, err = run("decode", FULL, "--operand", "a", "--major", "k", "--dtype", "f16")
ok(rc == 0 and out.endswith("  A K-major             64      SBO     8192 B  0x400-0x23ff, 6144 B not read\n") and out.count("-major") == 1, "one row, not ten", out)
a = json.loads(run("decode", FULL, "--operand", "a", "--major", "k", "--dtype", "f16", "--json")[1])
same([(r["operand"], r["major"], r["sparse"], r["dtypes"], len(r["blocks"])) for r in a["reads"]], [("a", "k", False, ["f16"], 1)], "as JSON")
everything = json.loads(run("decode", FULL, "--json")[1])["reads"]
same(a["reads"][0]["blocks"], everything[0]["blocks"], "the same as among all")
a = json.loads(run("decode", FULL, "--operand", "b", "--major", "k", "--dtype", "e4m3", "--n", "48", "--sparse", "--json")[1])
m = json.loads(run("map", FULL, "--operand", "b", "--dtype", "e4m3", "--n", "48", "--sparse", "--json")[1])
same([a["reads"][0]["blocks"][0][k] for k in ("span", "fetched_bytes", "twice_bytes")], [m[k] for k in ("span", "fetched_bytes", "twice_bytes")], "sparse B: as map has it")
same(len(json.loads(run("decode", FULL, "--major", "mn", "--json")[1])["reads"]), 2, "--major alone leaves A and B")
a = json.loads(run("decode", "0x4000404000010040", "--operand", "b", "--dtype", "e4m3", "--major", "k", "--n", "24", "--json")[1])
same((a["arch"], [(r["operand"], [b["mn"] for b in r["blocks"]]) for r in a["reads"]]), ("sm100", [("b", [24])]), "of a word of tcgen05")
same(batch([{"cmd": "decode", "desc": FULL, "operand": "a", "major": "k", "dtype": "f16"}])[0]["reads"][0]["dtypes"], ["f16"], "in batch")

BAD = [
    (["map"], "desc"), (["map", "--shape", "64x64"], "major"), (["map", "--major", "k", "--shape", "64x64"], "swizzle"), (["map", FULL, "--swizzle", "128B", "--major", "k"], "shape"),
    (["map", *TILE, "--element", "128,0"], "element"), (["map", *TILE, "--element", "0,-1"], "element"), (["map", FULL, "--element", "0,16"], "element"),
    (["map", FULL, "--element", "0,0", "--byte", "0"], "element"), (["map", "--major", "k", "--swizzle", "128B", "--shape", "64x16"], "shape"),
    (["map", "--op", "m64n32k16", "--dtype", "f16", *TILE], "dtype"), (["decode", FULL, "--n", "64"], "n"), (["decode", FULL, "--operand", "b", "--n", "12"], "n"),
    (["decode", FULL, "--dtype", "s8", "--major", "mn"], "major"), (["decode", FULL, "--arch", "sm100", "--operand", "b", "--n", "257"], "n"),
]
for args, field in BAD:
    rc, out, err = run(*args, "--json")
    same((rc, out, json.loads(err)["error"]["field"]), (2, "", field), "refused: " + " ".join(args))
done()
