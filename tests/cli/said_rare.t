#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said only now and then: fields that nobody reads, a block over the end of the window, types of
part of a byte, pictures as numbers, no arrangement without conflicts; and JSON at its edges."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402


def said(args, *lines, status=0):
    """The command's words, in their order among the others."""
    rc, out, err = run(*args)
    at, text = 0, out + err
    for line in lines:
        found = text.find(line, at)
        if found < 0:
            return ok(False, " ".join(args)[:70] + ": " + line, text[:900])
        at = found + len(line)
    return same(rc, status, " ".join(args)[:100])


# ---- solve: what is free, and what else is right (docs/hardware.md: which field is read when) ----
FREE = {"none": "base offset", "32B": "base offset but for its lowest bit",
        "64B": "base offset but for its lowest 2 bits"}
TILES = {"none": "((8,8),(8,2)):((8,64),(1,512))", "32B": "Sw<1,4,3> o smem_ptr[16b] o (64,16):(16,1)",
         "64B": "Sw<2,4,3> o smem_ptr[16b] o (64,16):(32,1)", "128B": "Sw<3,4,3> o smem_ptr[16b] o (64,16):(64,1)"}
for mode, tile in TILES.items():
    rc, out, err = run("solve", "--layout", tile)
    lines = [line for line in out.splitlines() if line.startswith("free:")]
    want = ["free: LBO may hold anything here"] if mode != "none" else []
    same(lines, want + ["free: " + FREE[m] for m in FREE if m == mode], "solve says what is free: " + mode)
ROWS8 = "Sw<3,4,3> o smem_ptr[16b] o (8,16):(64,1)"
said(["solve", "--layout", ROWS8, "--operand", "b", "--n", "8", "--start", "0x480"],
     "free: LBO and SBO may hold anything here\n", "also right, with another phase of the pattern:\n",
     "  0x400800000001004c   128B  start 0x4c0  base offset 4\n")
# Both read the same bytes: asked of the fetch rule.
a = batch([{"cmd": "diff", "desc": "0x4000000000010048", "other": "0x400800000001004c", "operand": "b",
            "major": "k", "dtype": "f16", "n": 8}])[0]
ok(a["same"], "which reads what the first one reads", a)
for mode, tile in TILES.items():
    a = batch([{"cmd": "solve", "layout": tile}])[0]
    same((a["sparse"], a["solutions"][0]["swizzle"]), (False, mode), "solve as JSON: " + mode)

# ---- layout: an answer that is a tuple, and one that is long ----------------------------------------
said(["layout", "flatten", "(2,(3,4))"], "(2,3,4)\n")
LONG = "(%s):(%s)" % (",".join(["2"] * 50), ",".join(str(10**9 + i) for i in range(50)))
same(run("layout", "flatten", LONG)[1].split("\n")[0], LONG, "what is flat is its own flattening, of %d letters" % len(LONG))

# A swizzle has no bits below zero: then there are no offsets to print.
same(run("layout", "flatten", "Sw<2,0,2> o 0 o 4:-1")[1], "Sw<2,0,2> o 0 o 4:-1\nsize 4, cosize 4\n", "offsets that are not there")
a = batch([{"cmd": "layout", "op": "flatten", "args": ["Sw<2,0,2> o 0 o 4:-1"]}])[0]
same((a["result"], a["size"], "offsets" in a), ("Sw<2,0,2> o 0 o 4:-1", 4, False), "nor in JSON")

# ---- decode: which numbers of a log may be descriptors ----------------------------------------------------
WORDS = ["0x4000004000010040", "0x4000'0040'0001'0041", "4611686293305294912", "4000004000010042"]
LOG = " ".join(WORDS) + " 0x1234 0x14000004000010040 0z4000004000010040 " + "1" * 25 + " x:y " + "4" * 70 + "\n0x4000004000010043"
a = json.loads(run("decode", "-", "--json", stdin=LOG)[1])
same([(w["line"], w["desc"]) for w in a["words"]],
     [(1, "0x400000400001004%d" % i) for i in (0, 1)] + [(1, "0x%016x" % int(WORDS[2])), (1, "0x4000004000010042"), (2, "0x4000004000010043")],
     "of nine numbers and two lines")

# ---- solve: offsets and swizzles that are none, and staged swizzles of elements ------------------------------
for text, other in (("Sw<3,3,3> o 8 o (64,64):(64,1)", "0x4000004000010001"), ("Sw<3,3,3> o 0 o (64,64,2):(64,1,4096)", "0x4000004000010000")):
    said(["solve", text], "descriptor %s   f16 A, K-major, 128B swizzle\n" % other)
said(["solve", "Sw<0,3,3> o 0 o (64,64):(64,1)"], "no descriptor: row pitch 128 bytes without a swizzle", status=1)

# ---- map ------------------------------------------------------------------------------------------
said(["map", "0x4000004000003ff0"], "f16 A, K-major, 64x16 elements\n",
     "extent      0x3ff60-0x41edf, 8064 bytes, which leaves the 18-bit window\n")
said(["map", "0x4000004000010040", "--sparse", "--operand", "b", "--n", "64"],
     "f16 B, K-major, 64x32 elements, sparse form\n")
rc, out, err = run("map", "0x4000004000010040", "--dtype", "b1")
head = next(line for line in out.splitlines() if line.startswith("  mn\\k"))
same(head.split()[1:], [str(k) for k in range(0, 256, 8)], "map of b1: a column for each byte")
rows = [line.split() for line in out.splitlines() if line[:6].strip().isdigit()]
a = batch([{"cmd": "map", "desc": "0x4000004000010040", "dtype": "b1"}])[0]
same([[int(x, 16) for x in r[1:]] for r in rows], [r[::8] for r in a["bytes"]], "the bytes of the table are those of JSON")
ok(all(r[k] == r[k - k % 8] for r in a["bytes"] for k in range(256)), "eight elements of b1 share a byte")
for at, line in ((0x400, "feeds elements"), (0x420, "feeds no element")):
    said(["map", "0x4000004000010040", "--dtype", "b1", "--byte", hex(at)], "byte " + hex(at) + " " + line)
said(["map", "0x4000004000010040", "--byte", "0x402"], "byte 0x402 feeds element (0,1)\n")
rc, out, err = run("map", "0x4000004000010040", "--dtype", "b1", "--byte", "0x400", "--format", "csv")
same(out, "mn,k\n" + "".join("0,%d\n" % k for k in range(8)), "as CSV")

# ---- show of a tile as JSON: chunks of 16 bytes, beside the bytes of map ----------------------------
for major, swizzle, shape in (("mn", "64B", "64x16"), ("k", "128B", "64x64"), ("k", "none", "64x16")):
    q = {"major": major, "swizzle": swizzle, "shape": shape}
    a = batch([{"cmd": "show", "format": "json", **q}, {"cmd": "map", **q}])
    s, m = a
    cell = s["cell"]
    same((s["kind"], s["unit"], s["rows"] * cell[0], s["cols"] * cell[1]), ("tile", "chunk", *map(int, shape.split("x"))),
         "show as JSON: %s-major %s" % (major, swizzle))
    want = [[m["bytes"][i * cell[0]][j * cell[1]] // 16 for j in range(s["cols"])] for i in range(s["rows"])]
    same(s["offsets"], want, "its offsets are the bytes of map")

# ---- plan: two warpgroups that divide N --------------------------------------------------------------
said(["plan", "--tile", "64x512x64"], "2 consumers of 64x256")
for tile, split in (("64x512x64", "n"), ("128x256x64", "m")):
    said(["plan", "--tile", tile, "--json"], '"split":"%s"' % split)

# ---- banks: nothing is free of conflicts --------------------------------------------------------------
NONE = ["banks", "--shape", "64x64", "--access", "st.b32:frag:m64n64k16:d,ld.b128:column,ld.b64:column"]
said(NONE, "no arrangement tried is free of conflicts\n")

# ---- diff -----------------------------------------------------------------------------------------------
said(["diff", "0x0", "0x4000004000010040"], "different for every wgmma\n", "  layout_type  0 against 1: matters\n", status=1)

# ---- JSON: pairs of surrogates, alone and in the wrong order ---------------------------------------------
for text, good in (("\\ud83d\\ude00", True), ("\\uD83D\\uDE00", True), ("\\ud83d", False), ("\\ude00", False),
                   ("\\ud83dx", False), ("\\ud83d\\n", False), ("\\ud83d\\u0041", False), ("\\ud83d\\ud83d", False),
                   ("\\ud8", False), ("\\u00G0", False), ("\\u00g0", False), ("\\u00e9", True), ("\\u00E9", True)):
    rc, out, err = run("batch", stdin='{"id":"%s","cmd":"decode","desc":"0x1"}\n' % text)
    a = json.loads(out)
    ok(a["ok"] == good and (not good or a["id"] == json.loads('"%s"' % text)), "batch: the id " + text, out)
for line in ('{"cmd":"decode","desc":"0x1"', '{"id":"\\u12', '{"id":"\\ud83d\\', '{"id":tru', '{"id":1e', '{"id":"\xc3"}',
             '{"id":"\xff"}', '{"id":"a\tb"}', '{"id":01}', '{"id":-}', '{"id":1.}', '{"id":[1,]}', '{"a":1,}', '{"a" 1}',
             '{"id":nul}', '{"id":"\\x"}', '[1]', '{}x', '{"id":{"a":1,"a":2},"cmd":"decode","desc":"0x1"}'):
    rc, out, err = run("batch", stdin=line.encode("latin-1") + b"\n")
    a = json.loads(out)
    ok(not a["ok"] and rc == 1 and a["error"]["code"] in ("syntax", "usage", "json", "key", "value"), "batch: " + ascii(line), out)
rc, out, err = run("batch", stdin=' \t{ "id" :\t[ ] , "cmd" : "decode" , "desc" : "0x1" } \r\n\r\n \t\n')
ok(json.loads(out)["ok"] and json.loads(out)["id"] == [], "batch: blanks of every kind, and lines of nothing else", out)
done()
