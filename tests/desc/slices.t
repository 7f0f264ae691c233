#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Slices of a tile: --slice and --block I,J of desc, solve, check, show and plan. The words are held
against those of the whole tile, and against what 'map' says they fetch; tests/unit/solve/test_slices.c
proves the library."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402

TILE = ["--major", "k", "--swizzle", "128B", "--shape", "128x128"]


def answer(*args, rc=0):
    got = run("--json", *args)
    a = json.loads(got[1] or got[2])
    ok(got[0] == rc, " ".join(args), got)
    return a


def words(a):
    return [[b["mn"], b["k"], b["descriptor"]] for b in a["blocks"]]


# Slices of whole blocks have the words of the tile; so has each block by its index.
whole = answer("desc", *TILE, "--start", "0x400")
step = {(mn, k): w for mn, k, w in words(whole)}
for mn0, mn1, k0, k1 in ((0, 2, 0, 8), (1, 2, 0, 8), (0, 1, 2, 5), (1, 2, 7, 8)):
    cut = ["--slice", "%d:%d,%d:%d" % (64 * mn0, 64 * mn1, 16 * k0, 16 * k1)]
    want = [[i - mn0, j - k0, step[i, j]] for j in range(k0, k1) for i in range(mn0, mn1)]
    for cmd in ("desc", "solve"):
        a = answer(cmd, *TILE, "--start", "0x400", *cut)
        same(words(a), want, "%s %s" % (cmd, cut[1]))
        same([a["slice"]["mn"], a["slice"]["k"]], [[64 * mn0, 64 * mn1], [16 * k0, 16 * k1]], "and says its ranges")
        same(a["shape"], [128, 128], "of the tile")
for (i, j), w in sorted(step.items()):
    same(answer("desc", *TILE, "--start", "0x400", "--block", "%d,%d" % (i, j))["descriptor"], w, "block %d,%d" % (i, j))
same(answer("desc", *TILE, "--slice", "64:", "--block", "0,3")["descriptor"],
     answer("desc", *TILE, "--block", "1,3")["descriptor"], "--block counts in the slice")
for a, b in (("64:128", "64:128,0:128"), (":,32:", "0:128,32:128"), ("(64:128, 0:64)", "64:128,0:64")):
    same(run("desc", *TILE, "--slice", a), run("desc", *TILE, "--slice", b), "%s is %s" % (a, b))

# The step to the next slice leads from word to word.
for cut, along, i in (("0:64,:", "mn", 1), (":,0:64", "k", 1), ("0:64,16:32", "k", 1)):
    a = answer("desc", *TILE, "--slice", cut)
    s = a["slice"]["next"][along]
    sizes = [r[1] - r[0] for r in (a["slice"]["mn"], a["slice"]["k"])]
    at = [a["slice"]["mn"][0], a["slice"]["k"][0]]
    at[along == "k"] = (s["index"] + 1) * sizes[along == "k"]
    if s["step"]:
        b = answer("desc", *TILE, "--slice", "%d:%d,%d:%d" % (at[0], at[0] + sizes[0], at[1], at[1] + sizes[1]))
        same(int(b["descriptor"], 16) - int(a["descriptor"], 16), s["step"]["field"], "the step along %s from %s" % (along, cut))
    else:
        ok(cut == "0:64,16:32", "no one step where an atom ends between", s)
text = run("desc", *TILE, "--slice", "0:64,32:48")[1]
ok("to slice 4 add 0x3fa" in text, "the text names the slice behind the atom", text)

# What the word of an odd slice fetches, by map, is where the layout of the slice has it.
for args, cut in ((TILE, "4:68,0:16"), (TILE, "0:64,24:40"),
                  (["--major", "mn", "--swizzle", "128B", "--shape", "256x64", "--operand", "b", "--n", "32"], "32:64,16:32"),
                  (["--dtype", "e4m3", "--major", "k", "--swizzle", "64B", "--shape", "64x128"], "0:64,16:48")):
    a = answer("desc", *args, "--slice", cut)
    read = ["--major", a["major"], "--operand", a["operand"], "--dtype", a["dtype"]]
    read += ["--n", str(a["block"][0])] if a["operand"] == "b" else []
    fetched = answer("map", a["descriptor"], *read)["bytes"]
    drawn = answer("show", *args, "--slice", cut, "--unit", "element")["bytes"]
    rows, cols = a["slice"]["mn"], a["slice"]["k"]
    same(fetched, [row[cols[0]:cols[1]] for row in drawn[rows[0]:rows[1]]], "map of %s is the picture's" % cut)
    checked = answer("check", a["descriptor"], *args, "--slice", cut)
    ok(checked["match"], "and check agrees")
    wrong = answer("check", "0x%016x" % (int(a["descriptor"], 16) + 1), *args, "--slice", cut, rc=1)
    ok(not wrong["match"], "and knows another word")

# A layout of its own, padded or with a swizzle of elements.
a = answer("solve", "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--start", "0x480", "--slice", ":,16:32")
same([a["slice"]["layout"], a["base_offset"]], ["Sw<3,3,3> o 16 o (64,16):(64,1)", 1], "a swizzle of elements")
a = answer("solve", "--layout", "((8,8),(16,2)):((16,256),(1,1024))", "--slice", ":,8:24", rc=1)
same(a["reason"], "stride", "columns of two panels") if a["reason"] == "stride" else ok(not a["ok"], "columns of two panels", a)

# Refused: why, and the nearest that works, which does.
rc, out, err = run("desc", *TILE, "--slice", "0:64,56:72")
ok(rc == 1 and not out and "adjacent" in err and "0:64,48:64" in err, "a slice across two atoms", rc, out, err)
ok(run("desc", *TILE, "--slice", "0:64,48:64")[0] == 0, "the nearest works")
rc, out, err = run("desc", *TILE, "--slice", "16:32,:")
ok(rc == 2 and "--slice 16:80,0:128" in err, "16 rows of A: the nearest", rc, err)
for cmd, rest in (("desc", []), ("solve", []), ("show", ["--slice", "96:192"])):
    rc, out, err = run(cmd, "--operand", "b", "--major", "mn", "--swizzle", "128B", "--shape", "192x64", "--n", "96", *rest)
    ok(("use N = 64" in err + out) == (cmd != "show"), "use N = 64: " + cmd, rc, out, err)
a = answer("solve", "Sw<3,4,3> o smem_ptr[16b] o ((64,3),(8,8)):((1,4096),(64,512))", "--operand", "b", "--n", "96", rc=1)
same([a["changes"][0]["kind"], a["changes"][0]["block"], "N = 64" in a["error"]["hint"]], ["block", [64, 16], True], "as JSON")
rc, out, err = run("plan", "--tile", "128x192x64", "--b-major", "mn", "--b-swizzle", "128B", "--n", "96")
ok(rc in (1, 2) and "use N = 64" in err, "plan too", rc, err)
ok(run("plan", "--tile", "128x192x64", "--b-major", "mn", "--b-swizzle", "128B", "--n", "64")[0] == 0, "which is right")
rc, out, err = run("--arch", "sm100", "--block", "128x16", "--shape", "192x64", "--major", "mn", "--swizzle", "128B")
ok("use M = 64" in err, "M of tcgen05", err)

# One option, two meanings, and the separator tells.
SM100 = ["--arch", "sm100", *TILE]
same(answer("desc", *SM100, "--block", "0,1", "--inst-block", "64x16")["block"], [64, 16], "which, beside how large")
same(run("check", "0x4000404000010000", *SM100, "--block", "128x16"),
     run("check", "0x4000404000010000", *SM100, "--inst-block", "128x16"), "check takes the size too")
for args, field, piece in (
        (["desc", *TILE, "--block", "2,0"], "block", "from 0,0 to 1,7"),
        (["desc", *SM100, "--block", "128,16"], "block", "no such block"),
        (["desc", *SM100, "--block", "64x16", "--inst-block", "64x16"], "inst-block", "given twice"),
        (["map", "0x40", "--major", "k", "--block", "0,4"], "block", "how large"),
        (["tma", *TILE, "--block", "0,4"], "block", "how large"),
        (["explain", *TILE, "--block", "0,4"], "block", "how large"),
        (["diff", "0x40", "0x41", "--major", "k", "--block", "0,4"], "block", "how large"),
        (["desc", *TILE, "--block", "64"], "block", "which block"),
        (["desc", *TILE, "--slice", "64x16"], "slice", "MN0:MN1"),
        (["desc", *TILE, "--slice", "0,4"], "slice", "--block"),
        (["desc", *TILE, "--slice", "0:64,0:16,0:1"], "slice", "MN0:MN1"),
        (["desc", *TILE, "--slice", "-8:64"], "slice", "counted from 0"),
        (["desc", *TILE, "--slice", "64:0"], "slice", "within 0:128,0:128"),
        (["desc", *TILE, "--slice", "0:0,0:0"], "slice", "empty"),
        (["desc", *TILE, "--slice", "0:129"], "slice", "within"),
        (["desc", *TILE, "--slice", "0:99999999999999999999"], "slice", "does not fit"),
        (["desc", *TILE, "--slice", "0:48"], "slice", "blocks of 64"),
        (["desc", *TILE, "--slice", "0:64,0:24"], "slice", "K is not a whole number"),
        (["plan", "--tile", "128x256x64", "--block", "128x16"], "block", "other rows"),
        (["show", "--layout", "(8,8):(8,1)", "--slice", "0:9"], "slice", "within 0:8,0:8"),
        (["show", "--layout", "8:1", "--slice", "0:4"], "slice", "two modes"),
        (["show", "0x4000004000010000", "--major", "k", "--slice", "0:8"], "slice", "tile or a layout"),
        (["show", "--atom", "--major", "k", "--swizzle", "64B", "--slice", "0:8"], "slice", "tile or a layout"),
        (["check", "0x40", *TILE, "--slice", "0:64,0:40"], "slice", "--slice 0:64,0:32"),
        (["show", *TILE, "--slice", "0:64,4:20"], "slice", "--unit element")):
    rc, out, err = run(*args)
    e = json.loads(run("--json", *args)[2] or "{}").get("error", {})
    ok(rc == 2 and not out and piece in err and e.get("field") == field, " ".join(args), rc, out, err)

rc, out, err = run("show", *TILE, "--slice", "0:64", "--format", "html")
ok(rc == 2 and not out and "(slice" in err and "whole tiles" in err, "a page draws whole tiles", rc, err)

# Batch says the same, ranges as lists or text; a list in "block" means what it always did.
base = {"cmd": "desc", "major": "k", "swizzle": "128B", "shape": [128, 128]}
a = batch([dict(base, slice=s) for s in ("64:128,0:64", [[64, 128], [0, 64]], [[64, None], [None, 64]])])
same(a[0], a[1], "a list of ranges")
same(a[0], a[2], "null is the tile's end")
a = batch([dict(base, block="1,2"), dict(base, slice=[[64, 128], [32, 48]]), dict(base, block=[64, 16]), base])
same(a[0]["descriptor"], a[1]["descriptor"], "block as text is which")
same(a[2], a[3], "block as a list how large")
for bad in ([64, 128], [[0, 64]], [[0, 64], [0, "a"]], [[0, 64], [0, -1]], [[0, 64], [0, 16], [0, 1]], 5, True):
    e = batch([dict(base, slice=bad)])[0]
    ok(not e["ok"] and e["error"]["field"] == "slice", "slice %s" % json.dumps(bad), e)

# Pictures: the cells outside are empty and stand back; the word is the slice's.
rc, svg, err = run("show", *TILE, "--slice", "64:128,0:64", "--format", "svg")
ok(rc == 0 and ' dim"' in svg and answer("desc", *TILE, "--slice", "64:128,0:64")["descriptor"] in svg, "SVG", err)
text = run("show", *TILE, "--slice", "0:64,56:72", "--unit", "chunk")[1]
ok("no descriptor: " in text, "drawn although none reads it")
plan = answer("plan", "--tile", "128x256x64", "--dtype", "bf16", "--slice", "64:128,:")
same(int(plan["slice"]["descriptor"], 16) - int(plan["a"]["descriptor"], 16),
     plan["a"]["advance"]["mn"]["offset_bytes"][1] // 16, "plan: the rows of consumer 1")
b = answer("plan", "--tile", "128x256x64", "--operand", "b", "--block", "0,3")
same(int(b["slice"]["descriptor"], 16) - int(b["b"]["descriptor"], 16),
     b["b"]["advance"]["k"]["offset_bytes"][3] // 16, "plan: a block of B")

# A smaller N reads it as it is stored; or the nearest that a descriptor reads.
a = batch([{"cmd": "desc", "major": "mn", "swizzle": "32B", "shape": [256, 128], "operand": "b", "order": "2,1",
            "slice": [[40, 80], [96, 112]]}])[0]
same((a["error"]["field"], a["error"]["hint"]),
     ("slice", "use N = 8 (--n 8): it reads the tile as it is stored; or the nearest that a descriptor reads: --slice 32:72,96:112"),
     "two ways out of a slice")
TILE = {"cmd": "desc", "major": "mn", "swizzle": "32B", "shape": [256, 128], "operand": "b", "order": "2,1"}
a = batch([{**TILE, "slice": [[40, 80], [96, 112]], "n": 8}, {**TILE, "slice": [[32, 72], [96, 112]]}])
same([x["ok"] for x in a], [True, True], "and both are right")

# Slices that lie further down: the step is subtracted, and leads from word to word all the same.
DOWN = ["--start", "0x8000", "--slice"]
ROWS, COLUMNS = ("Sw<3,4,3> o smem_ptr[16b] o " + x for x in ("((64,4),64):((64,-4096),1)", "(64,(64,4)):(64,(1,-4096))"))
for layout, cuts, along, line in (
        (ROWS, ("0:64,:", "64:128,:"), "mn", "along MN      slice 0 of 4; to the next subtract 0x200 (-8192 B)\n"),
        (ROWS, ("0:128,:", "128:256,:"), "mn", "along MN      slice 0 of 2; to the next subtract 0x400 (-16384 B)\n"),
        (COLUMNS, (":,0:64", ":,64:128"), "k", "along K       slice 0 of 4; to the next subtract 0x200 (-8192 B)\n")):
    rc, text, err = run("solve", layout, *DOWN, cuts[0])
    ok(rc == 0 and line in text, "the step is subtracted: " + cuts[0], text, err)
    one, two = (json.loads(run("solve", layout, *DOWN, c, "--json")[1]) for c in cuts)
    step = one["slice"]["next"][along]["step"]
    same(int(two["descriptor"], 16) - int(one["descriptor"], 16), step["field"], "which leads to " + cuts[1])
    same(step["bytes"], 16 * step["field"], "in bytes")
text = run("solve", COLUMNS, *DOWN, ":,48:64")[1]
ok("to the next add 0x2 (32 B)\n                to slice 4 subtract 0x206 (-8288 B): an atom ends before it\n" in text, "up in an atom, and down to the next", text)
same(0x206 * 16, 96 + 8192, "the atom, and the 96 bytes within the one before")

# The next slice has other fields: three panels at one distance, and the fourth at another.
PANELS = "Sw<3,4,3> o smem_ptr[16b] o ((64,3,4),(8,8)):((1,4096,16384),(64,512))"
rc, text, err = run("solve", PANELS, "--arch", "sm100", "--slice", "0:128,0:16", "--inst-block", "128x16")
ok("along MN      slice 0 of 6\n                slice 1 needs other fields, or has no descriptor\n" in text, "no step to the next", text, err)
one, two = (json.loads(run("solve", PANELS, "--arch", "sm100", "--slice", c, "--inst-block", "128x16", "--json")[1]) for c in ("0:128,0:16", "128:256,0:16"))
same((one["slice"]["next"]["mn"]["step"], one["lbo"]["bytes"], two["lbo"]["bytes"]), (None, 2 * 4096, 2 * (16384 - 2 * 4096)), "whose LBO is another")
done()
