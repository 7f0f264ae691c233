#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgdesc frag: CuTe's atoms through batch, the text forms, and every refusal of the command."""
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run  # noqa: E402


def request_for(atom, operand):
    """What a person would ask for this atom of CuTe's."""
    m = re.fullmatch(r"SM90_GMMA_([AC])Layout_64x(\d+)", atom)
    if m:
        n = int(m[2])
        if m[1] == "C":
            return {"cmd": "frag", "op": f"m64n{n}k16", "dtype": "f16", "operand": "d"}
        dtype = {8: "tf32", 16: "f16", 32: "s8"}[n]
        return {"cmd": "frag", "op": f"m64n8k{n}", "dtype": dtype, "operand": "a"}
    m = re.fullmatch(r"SM\d+_(\d+)x(\d+)x(\d+)_(F16|F32|F64)(F16|F64)\5\4_(.)(.)", atom)
    layouts = {"T": "row", "N": "col"}, {"T": "row", "N": "col"}
    # CuTe's B is N x K: its "N" (not transposed) is what PTX calls col.
    op = f"mma.m{m[1]}n{m[2]}k{m[3]}.{layouts[0][m[6]]}.{layouts[1][m[7]]}"
    name = "c" if operand == "ThrID" else operand.lower()
    return {"cmd": "frag", "op": op, "dtype": m[5].lower(), "acc": m[4].lower(), "operand": name}


golden = [json.loads(line) for line in open("tests/golden/cute_fragments.jsonl")]
answers = batch([dict(request_for(g["atom"], g["operand"]), id=i) for i, g in enumerate(golden)])
ok(len(answers) == len(golden) == 20, "one answer for each golden line")
for g, a in zip(golden, answers):
    want = re.sub(r"_(?=\d)", "", g["layout_print"])
    if g["operand"] == "ThrID":
        good = a["ok"] and a["lanes"] == want
    else:
        good = (a["ok"] and a["layout"] == want and a["shape"] == g["shape"] and
                a["threads"] == g["nthr"] and a["values"] == g["nval"] and a["tv"] == g["tv"])
    ok(good, f"{g['atom']} {g['operand']}", str(a)[:300])

answer = batch([{"cmd": "frag", "op": "m64n32k16", "dtype": "f16", "operand": "d"}])[0]
fixed = {"ok": True, "threads": 128, "values": 16, "shape": [64, 32],
         "layout": "((4,8,4),(2,2,4)):((128,1,16),(64,8,512))"}
ok(all(answer[k] == v for k, v in fixed.items()), "the documented answer", answer)
ok(answer["tv"][:5] == [0, 64, 8, 72, 512] and len(answer["tv"]) == 2048, "tv is thread-major")
rc, out, _ = run("frag", "m64n32k16", "--dtype", "f16", "--operand", "d", "--json")
ok(rc == 0 and json.loads(out) == answer, "--json prints what batch answers")

# --element and --thread are inverse of one another, over all of an operand.
for op, operand in (("mma.m16n8k16", "a"), ("m64n8k64.sp", "e"), ("mma.m8n8k4.col.row", "d")):
    whole = batch([{"cmd": "frag", "op": op, "operand": operand}])[0]
    rows, cols = whole["shape"]
    threads = batch([{"cmd": "frag", "op": op, "operand": operand, "thread": t}
                     for t in range(whole["threads"])])
    held = {}
    for a in threads:
        for e in a["thread"]:
            held.setdefault((e.pop("row"), e.pop("column")), []).append(e)
    places = [(r, c) for r in range(rows) for c in range(cols)]
    elements = batch([{"cmd": "frag", "op": op, "operand": operand, "element": list(p)}
                      for p in places])
    same = all(sorted(a["element"], key=str) == sorted(held[p], key=str)
               for a, p in zip(elements, places))
    ok(same and len(held) == rows * cols, f"{op} {operand}: --element and --thread agree")

rc, out, _ = run("frag", "m64n8k16", "--operand", "a", "--format", "cute")
ok((rc, out) == (0, "((_4,_8,_4),(_2,_2,_2)):((_128,_1,_16),(_64,_8,_512))\n"), "--format cute", out)
rc, out, _ = run("frag", "mma.m8n8k4", "--operand", "a")
lines = out.splitlines()
ok(rc == 0 and lines[0] == "mma.m8n8k4.row.col, operand a, f16" and
   lines[-1] == "     7  (7,0) (7,1) | (7,2) (7,3)", "the table of a fragment", out)
rc, out, _ = run("frag", "ldmatrix.x1", "--thread", "5")
ok(rc == 0 and out == "thread 5\n  value   0  (1,2)  register 0, bits 0-15\n"
   "  value   1  (1,3)  register 0, bits 16-31\n", "--thread", out)
rc, out, _ = run("frag", "mma.m8n8k4", "--element", "5,1", "--operand", "b")
ok(rc == 0 and out == "(5,1)  thread 5 (lane 17 + 4 for each further matrix of the warp), "
   "register 0, bits 16-31, value 1\n", "--element", out)
for options in (["--format", "svg"], ["--format", "cute"], ["--picture"], ["-o", "list.svg"]):
    rc, out, err = run("frag", "--list", *options)
    ok(rc == 2 and not out and "no picture of the list" in err, "no picture of the list: " + options[-1], rc, err)
rc, out, _ = run("frag", "--list")
rows = out.splitlines()[1:-1]
rc2, out2, _ = run("frag", "--list", "--json")
ops = json.loads(out2)["ops"]
ok(rc == rc2 == 0 and len(rows) == len(ops) and rows[0].split() == ["wgmma.m64n8k16", "f16", "f32"],
   "--list", out)
made = batch([{"cmd": "frag", "op": o["op"], "dtype": o["dtype"]} for o in ops])
ok(all(a["ok"] and a["op"] == o["op"] for a, o in zip(made, ops)), "every op of the list is answered")

# Every refusal: status, field and code; nothing on stdout.
CROSSED = "#ttg.linear<{register = [[0,32],[0,64]], lane = [[0,3],[0,1],[0,4],[0,8],[0,16]], warp = [], block = []}>"
refusals = [
    (["frag"], "usage", "op"),
    (["frag", "--layout", CROSSED, "--shape", "1x128"], "domain", "layout"),
    (["copy", "--tv", CROSSED, "--shape", "1x128", "--dtype", "f32"], "domain", "tv"),
    (["frag", "m64n32"], "syntax", "op"),
    (["frag", "m64n32k16", "--operand", "b"], "value", "operand"),
    (["frag", "m64n32k16", "--operand", "x"], "value", "operand"),
    (["frag", "m64n32k16", "--operand", "e"], "value", "operand"),
    (["frag", "m64n33k16"], "n", "n"),
    (["frag", "m64n32k16", "--dtype", "s8"], "dtype", "dtype"),
    (["frag", "m64n32k16", "--dtype", "f12"], "dtype", "dtype"),
    (["frag", "m64n32k16", "--acc", "s32"], "value", "acc"),
    (["frag", "m64n32k99"], "instruction", "op"),
    (["frag", "mma.m16n8k16.col.col"], "instruction", "op"),
    (["frag", "m64n32k16", "--element", "64,0"], "value", "element"),
    (["frag", "m64n32k16", "--element", "0,32"], "value", "element"),
    (["frag", "m64n32k16", "--element", "-1,0"], "value", "element"),
    (["frag", "m64n32k16", "--element", "1"], "syntax", "element"),
    (["frag", "m64n32k16", "--thread", "128"], "value", "thread"),
    (["frag", "m64n32k16", "--thread", "-1"], "value", "thread"),
    (["frag", "m64n32k16", "--swizzle", "32B"], "usage", "swizzle"),
    (["frag", "m64n32k16", "m64n8k16"], "usage", ""),
    (["frag", "m64n32k16", "--tile", "96x32"], "tile", "tile"),
    (["frag", "m64n32k16", "--tile", "128x48"], "tile", "tile"),
    (["frag", "m64n32k16", "--tile", "64x64", "--warpgroups", "2"], "tile", "tile"),
    (["frag", "m64n32k16", "--tile", "64x32", "--warpgroups", "2", "--split-along", "n"], "tile", "tile"),
    (["frag", "m64n256k16", "--tile", "256x256", "--warpgroups", "2"], "value", "tile"),
    (["frag", "m64n32k16", "--tile", "64x32", "--warpgroups", "9"], "value", "warpgroups"),
    (["frag", "m64n32k16", "--tile", "64x32", "--operand", "a"], "value", "operand"),
    (["frag", "mma.m16n8k16", "--tile", "64x32"], "value", "op"),
    (["frag", "m64n32k16", "--as-a", "tf32"], "dtype", "as-a"),
    (["frag", "m64n32k16", "--as-a", "s4"], "dtype", "as-a"),
    (["frag", "m64n24k16", "--as-a", "f16"], "tile", "op"),
    (["frag", "m64n8k16", "--tile", "128x24", "--warpgroups", "2", "--as-a", "f16"], "tile", "tile"),
    (["frag", "--layout", "(128,2):(1,128)", "--shape", "128x2", "--as-a", "f16"], "value", "layout"),
    (["frag", "mma.m16n8k16", "--as-a", "f16"], "value", "op"),
    (["frag", "m64n32k16", "--operand", "a", "--as-a", "f16"], "value", "operand"),
    (["frag", "m64n32k16", "--tile", "128x32", "--as-a", "f16"], "value", "tile"),
]
for args, code, field in refusals:
    rc, out, err = run(*args)
    rcj, outj, errj = run(*args, "--json")
    e = json.loads(errj)["error"]
    ok(rc == rcj == 2 and out == outj == "" and err.startswith("wgdesc: error: ") and
       e.get("code") == code and e.get("field") == field, "refused: " + " ".join(args[1:]) + ".",
       f"{rc} {out} {err} {errj}")
_, _, err = run("frag", "mma.m16n8k16.diag")
ok(err.splitlines()[1:3] == ["    mma.m16n8k16.diag", "                 ^"],
   "a caret under the part at fault", err)
# What is wrong with an opcode is mended by an opcode, not by the syntax of layouts.
for op in ("mma.m8n8k4.row", "ldmatrix", "mma.sync.aligned.m16n8k16.row.col.f32", "ldmatrix.x4.b8"):
    rc, out, err = run("frag", op)
    ok((rc, out) == (2, "") and "hint: written like m64n32k16" in err, "the hint of " + op, err)
# --operand of desc is still its own.
rc, _, err = run("desc", "--operand", "d", "--major", "k", "--swizzle", "none", "--shape", "64x16")
ok(rc == 2 and "want a or b" in err, "desc takes its own operands", err)
bad = batch([{"cmd": "desc", "operand": "e", "major": "k", "swizzle": "none", "shape": [64, 16]}])[0]
ok(not bad["ok"] and bad["error"]["field"] == "operand", "and so in batch", bad)

def equal(got, want, name):
    return ok(got == want, name, "got:  %r" % (got,), "want: %r" % (want,))


# A block's tile: the figure of D in the PTX ISA for each instruction, parts of the tile by division.
for op, n, rows, cols, groups, split in (
        ("m64n256k16", 256, 128, 256, 2, "m"), ("m64n96k16", 96, 128, 192, 2, "n"), ("m64n24k16", 24, 256, 72, 2, "m"),
        ("m64n64k16", 64, 64, 64, 1, None), ("m64n128k32", 128, 192, 128, 3, "m"), ("m64n8k8", 8, 128, 64, 4, "n")):
    dtype = {"k16": "bf16", "k32": "e4m3", "k8": "tf32"}[op[-3:] if op[-3] == "k" else op[-2:]]
    tile = {"cmd": "frag", "op": op, "dtype": dtype, "tile": [rows, cols], "warpgroups": groups, "split-along": split}
    a = batch([tile])[0]
    part = (rows, cols // groups) if split == "n" else (rows // groups, cols)
    down = part[0] // 64
    wrong, place = 0, {}
    for t in range(128 * groups):
        for v in range(a["values"]):
            group, warp, lane = t // 128, t // 32 % 4, t % 32
            r, inst = v % (n // 2), v // (n // 2)
            row = 16 * warp + lane // 4 + 8 * (r // 2 % 2) + 64 * (inst % down) + (0 if split == "n" else group * part[0])
            col = 8 * (r // 4) + 2 * (lane % 4) + r % 2 + n * (inst // down) + (group * part[1] if split == "n" else 0)
            wrong += a["tv"][t * a["values"] + v] != row + rows * col
            place[row, col] = (group, warp, lane, v)
    name = "%s, %dx%d, %d warpgroups" % (op, rows, cols, groups)
    equal((wrong, len(place)), (0, rows * cols), name + ": every element in its place, once")
    asked = [(0, 0), (rows - 1, cols - 1), (70 % rows, 3), (rows // 2, cols // 2 + 1)]
    got = batch([{**tile, "element": list(e)} for e in asked])
    equal([tuple(g["element"][0][k] for k in ("warpgroup", "warp", "lane", "value")) for g in got],
         [place[e] for e in asked], name + ": and back")
    offsets = batch([{"cmd": "layout", "op": "eval", "args": [a["layout"], "(%d,%d)" % (x % (128 * groups), x % a["values"])]}
                     for x in range(0, 4000, 37)])
    equal([o["result"] for o in offsets], [a["tv"][x % (128 * groups) * a["values"] + x % a["values"]]
                                          for x in range(0, 4000, 37)], name + ": the layout too")
rc, out, _ = run("frag", "m64n256k16", "--tile", "128x256", "--warpgroups", "2", "--element", "70,3")
equal(out, "(70,3)  thread 153 (warpgroup 1, warp 0, lane 25), register 1, value 1\n", "an element of a tile, as text")

# Accumulators as A of the next product: thread by thread, from the fragments of both as they are answered.
for op, dtype, tile in (("m64n64k16", "f16", None), ("m64n128k16", "bf16", None), ("m64n32k16", "e4m3", None),
                        ("m64n96k16", "e5m2", None), ("m64n64k16", "e4m3", [128, 128])):
    ask = {"cmd": "frag", "op": op, **({"tile": tile, "warpgroups": 2} if tile else {})}
    k = 16 if dtype in ("f16", "bf16") else 32
    c, a, chain = batch([ask, {"cmd": "frag", "op": "m64n8k%d" % k, "dtype": dtype, "operand": "a"}, {**ask, "as-a": dtype}])
    ch, rows = chain["as_a"], c["shape"][0]
    from_c = [v for r in ch["registers"] for v in r]
    wrong = seen = 0
    for t in range(c["threads"]):
        for s in range(ch["slices"]):
            for v in range(a["values"]):
                at = a["tv"][t % 128 * a["values"] + v]
                row, col = at % 64 + t // 128 * 64, ch["columns"][at // 64] + s * k
                wrong += c["tv"][t * c["values"] + from_c[v] + s * a["values"]] != row + rows * col
                seen += 1
    equal((wrong, seen, len(set(ch["columns"])), ch["permuted"]), (0, ch["proved"], k, k == 32),
          "%s as %s A: every register's values" % (op, dtype))

equal([batch([{"cmd": "frag", "op": "m64n16k16", "acc": acc, "as-a": "f16"}])[0]["as_a"]["pack"][:6] for acc in ("f32", "f16")],
      ["cvt.rn", "none: "], "f16 accumulators are packed already")


# What no one instruction converts is said in words.
for pair, words in ((("f32", "s8"), "convert each value; v0 goes to the low bits"), (("f32", "f16"), "cvt.rn.f16x2.f32 r, v1, v0")):
    args = ["frag", "m64n64k16", "--acc", pair[0], "--as-a", pair[1]]
    ok("  pack       %s\n" % words in run(*args)[1] and json.loads(run(*args, "--json")[1])["as_a"]["pack"] == words,
       "%s as %s" % pair, run(*args))

rc, out, err = run("frag", "--layout", "(32,4096):(4096,1)", "--shape", "512x256", "--picture")
ok((rc, out) == (2, "") and "the picture has too many cells (shape: got 131072, want at most 65536 cells)" in err, "too large a picture", rc, out, err)
done()
