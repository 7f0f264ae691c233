#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said only now and then: fields that nobody reads, a block over the end of the window, types of
part of a byte, pictures as numbers, no arrangement without conflicts; and JSON at its edges."""
import json
import os
import re
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from said import answered as said  # noqa: E402
from tap import WGDESC, batch, done, ok, run, same  # noqa: E402


def never_said(args, word):
    _, out, err = run(*args)
    ok(word not in out + err, " ".join(args)[:70] + ": not a word of " + word, out + err)


COPIES = 64  # that are shown
K128 = {"major": "k", "swizzle": "128B", "shape": [64, 64]}

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
for quoted in ("0x4000004000010040'@", "0x4000004000010040'`", "'0x4000004000010040'", "'4000004000010040", "0x4000004000010040'"):
    same([w["desc"] for w in json.loads(run("decode", "-", "--json", stdin=quoted)[1])["words"]], ["0x4000004000010040"],
         "quotes at the ends of a text stand around its word: " + quoted)

# A file needs no ending to be read as one; a name that no file has is looked at as a word.
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "words"), "w") as f:
        f.write("0x4000004000010040\n")
    for name, status in (("words", 0), ("sword", 2)):
        p = subprocess.run([os.path.abspath(WGDESC), "decode", name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        same((p.returncode, p.stdout[:27]), (status, b"words:1: 0x4000004000010040" if status == 0 else b""), "decode: " + name)
    # What is there and cannot be opened is no word, either.
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(os.path.join(folder, "end"))
        p = subprocess.run([os.path.abspath(WGDESC), "decode", "end"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ok((p.returncode, p.stdout) == (3, b"") and b"cannot open the file" in p.stderr, "decode: a socket", p.returncode, p.stderr)

# ---- tiles one after another, each proved: more than are shown, and some that are not read ------------------
for n, more in ((3, False), (64, False), (70, True)):
    rc, out, err = run("solve", "Sw<3,4,3> o smem_ptr[16b] o (8,16,%d):(64,1,512)" % n, "--operand", "b")
    others = [line.split() for line in out.split("each proved:\n")[1].split("\n") if "  start 0x" in line]
    same([int(o[2], 16) for o in others], [1024 * i for i in range(1, min(n, COPIES))], "solve: where %d tiles begin" % n)
    ok(out.endswith("  ...\n") == more, "and whether there are more", out[-80:])
    rc, out, err = run("tma", "(8,16,%d):(64,1,512)" % n)
    same((out.count("  the same boxes\n"), out.endswith("  ...\n")), (min(n, COPIES) - 1, more), "tma: %d tiles" % n)
ODD = "Sw<3,4,3> o smem_ptr[16b] o (64,64,3):(64,1,4100)"
said(["solve", ODD], "\n   1  start 0x02008  no descriptor\n   2  start 0x04010  0x4000004000010401\n")
a = batch([{"cmd": "solve", "layout": ODD}, {"cmd": "tma", "layout": "(64,64,3):(64,1,4100)"},
           {"cmd": "solve", "layout": ODD.replace("4100", "4096").replace(",3)", ",70)")}])
same([(o["start"], o["descriptor"]) for o in a[0]["others"]], [(0x2008, None), (0x4010, "0x4000004000010401")], "and in JSON")
same([o["start"] for o in a[1]["others"]], [0x2008, 0x4010], "tma, too")
same(len(a[2]["others"]), COPIES - 1, "which shows as many")
said(["tma", "(64,64,3):(64,1,4100)"], "   1  start 0x02008  not by these boxes\n")
# Bit 10 of an address into bit 7: from 0x400 on the halves of the tile lie in the other order, so that its 16 lines of
# 16 bytes are two boxes and not one.
HALVES = "Sw<1,6,3> o 0 o (16,8,3):(8,1,512)"
said(["tma", HALVES], "   1  start 0x00400  not by these boxes\n   2  start 0x00800  the same boxes\n")
same([len(batch([{"cmd": "tma", "layout": HALVES.replace("8,3)", "8)").replace(",512", "").replace(" 0 ", " %d " % at)}])[0]["boxes"])
      for at in (0, 512, 1024)], [1, 2, 1], "as many as each has alone")

# ---- solve: nothing that would do; a swizzle that is none of bytes; check: a block that is of other fields ----
# Half a megabyte, all rows at one place: neither a pitch nor the tile of desc fits shared memory.
a = batch([{"cmd": "solve", "layout": "(64,4096):(0,1)"}])[0]
same((a["ok"], a["changes"], a["error"]["hint"], a["reason"]), (False, [], "", "pitch"), "solve: nothing else would do")
# Read as elements of one bit its highest bit is 38, as bytes 41: addresses of 38 bits are past what is asked about.
FAR = "Sw<1,4,34> o 0 o (64,256):(256,1)"
BEYOND = "the swizzle acts on address bits that shared memory does not have"
said(["solve", FAR, "--dtype", "b1"], "  of byte addresses, as kernels of the CuTe DSL mean it\n", "    no descriptor: " + BEYOND + "\n", status=1)
rc, out, err = run("solve", FAR.replace("o 0 o", "o smem_ptr[1b] o"), "--dtype", "b1")
ok(rc == 2 and BEYOND in err, "which is refused where it is written as such", err)
said(["tma", FAR.replace("(256,", "(264,"), "--dtype", "b1"], "no boxes write this layout:\n", status=1)
# Eight rows at 64, three times, twice at 1024: blocks of 16 rows with steps of 128, 1792 and 128 bytes.
PARTS = ["--layout", "((8,3,2),(8,2)):((8,64,1024),(1,4096))", "--operand", "b", "--n", "16"]
SECOND = "0x%016x" % (256 >> 4 | 8192 >> 4 << 16 | 1792 >> 4 << 32)
said(["check", SECOND, *PARTS, "--block", "1,0"], "match: all 256 elements\n")
said(["check", SECOND, *PARTS], "mismatch: 256 of 256 elements", "  SBO         112 -> 8 ", status=1)
never_said(["check", SECOND, *PARTS], "right but for the start")
a = batch([{"cmd": "check", "desc": SECOND, "layout": PARTS[1], "operand": "b", "n": 16}])[0]
same((a["match"], a["verdict"], a["matches_at"]), (False, "mismatch", None), "nor in JSON: the tile begins where it was taken to")

# ---- tma: one box takes lines in whole groups of 8 where K comes first ------------------------------------
ONE = ["tma", "--major", "k", "--swizzle", "128B", "--shape", "128x128", "--global", "4100x4096", "--one-box"]
rc, out, err = run(*ONE, "--order", "2,1")
ok(rc == 2 and "needs lines in whole groups of 8 (global: got 4100," in err, "tma: 4100 lines in the order K first", err)
said([*ONE, "--order", "1,2"], "proof: 16384 of 16384 elements")
never_said([*ONE, "--order", "1,2"], "with --order")

# ---- solve: offsets and swizzles that are none, and staged swizzles of elements ------------------------------
for text, other in (("Sw<3,3,3> o 8 o (64,64):(64,1)", "0x4000004000010001"), ("Sw<3,3,3> o 0 o (64,64,2):(64,1,4096)", "0x4000004000010000")):
    said(["solve", text], "descriptor %s   f16 A, K-major, 128B swizzle\n" % other)
said(["solve", "Sw<0,3,3> o 0 o (64,64):(64,1)"], "no descriptor: row pitch 128 bytes without a swizzle", status=1)

# ---- plans of two stages, of many accumulators ----------------------------------------------------------------
said(["plan", "128x256x64", "--stages", "2"], "49152 bytes in flight in the other stage cover 1024 cycles of latency")
rc, out, err = run("plan", "--arch", "sm100", "--tile", "128x32x64")
ok("     ...\n" not in out and "lane   column" in out, "two accumulators are shown", out)
PLACES = run("plan", "--arch", "sm100", "--tile", "2048x16x16")[1].split("lane   column\n")[1].split("\n\n")[0].split("\n")
same((len(PLACES), PLACES[-1]), (17, "     ..."), "of more the first of them")

# ---- show: addresses below zero, slices that cut chunks, what is too large ----------------------------------------
said(["show", "--layout", "smem_ptr[16b] o 4:-8", "--cells", "byte"], "   0x0 -0x10 -0x20 -0x30 ")
for more in (["--major", "mn", "--swizzle", "128B", "--shape", "64x64", "--slice", "3:64,0:16"],
             ["--major", "mn", "--swizzle", "128B", "--shape", "64x64", "--slice", "0:60,0:16"],
             ["--major", "k", "--swizzle", "128B", "--shape", "64x64", "--slice", "0:8,1:16"],
             ["--major", "k", "--swizzle", "128B", "--shape", "64x64", "--slice", "0:8,0:9"]):
    said(["show", *more], "the slice cuts chunks of 16 bytes (slice: want a slice of whole cells)", status=2)
for layout in ("70000:1", "(70000,1)", "(1,70000)", "(300,300)"):
    said(["show", "--layout", layout], "the picture has too many cells (shape: want at most 65536 cells)", status=2)
said(["show", "--layout", "4:-1125899906842624", "--dtype", "f16"], "(layout: got -1125899906842624, want at most 2^48", status=2)
said(["show", "--atom", "--major", "k", "--swizzle", "128B", "--start", "0x2000000000000"], "(start: got 562949953421312,", status=2)
said(["show", "0x4000004000010040", "--atom", "--major", "k"], "more than one thing to draw", status=2)
said(["show", "--major", "k", "--swizzle", "none", "--shape", "64x16", "--cells", "x" * 100], "(cells: got " + "x" * 95 + ",", status=2)
said(["show", "--major", "k", "--swizzle", "none", "--shape", "64x16", "--block", "0,-1"], "there is no such block (block: ", status=2)
# A flag that is false is none.
for name, request in (("show", {"atom": False, "layout": "(4,8):(8,1)", "format": "text"}), ("desc", {"sparse": False, **K128}),
                      ("map", {"desc": "0x4000004000010040", "sparse": 0}), ("decode", {"desc": "0x4000004000010040", "sparse": False}),
                      ("tma", {"one_box": False, **K128})):
    a = batch([{"cmd": name, **request}, {"cmd": name, **{k: v for k, v in request.items() if v is not False and v != 0}}])
    ok(a[0]["ok"] and a[0] == a[1], "false, of " + name, a[0])
a = batch([{"cmd": "map", "desc": "0x4000004000010040", "sparse": 1}, {"cmd": "map", "desc": "0x4000004000010040", "sparse": True}])
same(a[0], a[1], "and 1 is true")

# ---- frag, banks: neighbours, single wavefronts, what was not measured -----------------------------------------------
said(["frag", "mma.m16n8k32", "--dtype", "e2m1", "--operand", "a"], "basis: documented, not measured\n")
said(["banks", "--access", "ld.b32", "--picture", "0"], "1 wavefront, 0 conflicts; degree of each phase: 1\n")
said(["banks", "--shape", "64x64", "--access", "st.b64", "--picture"], "2 wavefronts, 0 conflicts; degree of each phase: 1 1\n")
said(["frag", "m64n64k16", "--acc", "f16", "--as-a", "bf16"], "convert each value; v0 goes to the low bits")
said(["map", "0x4000004000010040", "--major", "mn"], "f16 A, MN-major, 64x16 elements\n")
said(["copy", "m64n64k16", "--to", "f16", "--lang", "c"], "From registers to global memory: 64 x 64 elements of 128 threads.")
a = batch([{"cmd": "copy", "op": "m64n64k16", "to": "f16", "lang": x} for x in ("c", "cuda")])
same([(x["lang"], x["text"] == run("copy", "m64n64k16", "--to", "f16", "--lang", x["lang"])[1]) for x in a], [("c", True), ("cuda", True)],
     "code as JSON")
# Steps of a tile: those of a row, and the jumps between rows of the swizzle.
said(["desc", "--major", "k", "--swizzle", "128B", "--shape", "64x512"], "  K step        32, 32, 32, 8096, 32, 32, 32, ... B\n")
said(["desc", "--operand", "b", "--n", "64", "--sparse", "--major", "k", "--swizzle", "128B", "--shape", "64x64"], "f16 B, sparse, K-major")

# ---- explain: canonical layouts of sparse B, of 64 bytes of K --------------------------------------------------
SPARSE_B = ["--operand", "b", "--n", "64", "--sparse", "--major", "k", "--shape", "64x64"]
said(["explain", *SPARSE_B, "--swizzle", "none"], "((8,n),(2,2)):((1,SBO),(LBO,2 LBO))")
said(["explain", *SPARSE_B, "--swizzle", "64B"], "((8,n),(2,2)):((W,SBO),(1,2))")
said(["explain", *SPARSE_B, "--swizzle", "32B"], "((8,n),(2,2)):((W,SBO),(1,LBO))")
said(["solve", "(8,128):(8,1)", "--arch", "sm100"], "free: SBO may hold anything here\nfree: base offset\n")
said(["decode", "0x2000404000010040"], "tcgen05, by bit 46", "128B_32B")

# ---- pictures: in colour what they are without; the page's question -----------------------------------------------
for args in (["show", "--major", "k", "--swizzle", "none", "--shape", "64x16"], ["show", "--layout", "(4,4):(4,1)", "--shade", "none"],
             ["frag", "m64n8k16", "--picture"], ["frag", "--layout", "(32,2):(2,1)", "--shape", "64x1", "--picture"], ["frag", "mma.m8n8k16", "--picture", "--thread", "3"], ["tmem", "C", "--m-sm", "64", "--n-sm", "8", "--picture"],
             ["banks", "--shape", "64x64", "--access", "ldmatrix.x4", "--picture"], ["layout", "linear", "(4,4):(4,1)", "--picture"],
             ["copy", "m64n8k16", "--to", "f16", "--picture"], ["frag", "tcgen05.ld.16x64b.x4", "--picture"]):
    rc, out, err = run(*args, "--color", "always")
    ok(rc == 0 and ("\x1b[" in out) == ("none" not in args[-1]) and re.sub(r"\x1b\[[0-9;]*m", "", out).startswith(run(*args)[1].rstrip("\n")),
       "in colour: " + " ".join(args)[:60], err)
PAGE = ["show", "--major", "k", "--swizzle", "none", "--shape", "64x32", "--format", "html"]
for more, words in ((["--block", "0,1"], '"--block","0,1"'), (["--arch", "sm100", "--block", "64x16"], '"--block","64x16"')):
    rc, out, err = run(*PAGE, *more)
    ok(rc == 0 and words in out, "the page asks for " + words, rc, err)
rc, out, err = run("show", "--major", "k", "--swizzle", "none", "--shape", "128x64", "--unit", "element", "--format", "latex-fragment")
ok((rc, out) == (2, "") and "too many cells for TeX (format: got 8192," in err, "too large a fragment of LaTeX", err)
said(["show", "--major", "k", "--swizzle", "none", "--shape", "128x32", "--slice", "64:128,0:16", "--format", "latex"], "\\path[wgd cell,wgd dim,")

# ---- solve: prints of which some are refused --------------------------------------------------------------------
PRINTS = "A: Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)\nB: (64,64):(64,1)\n"
a = json.loads(run("solve", "-", "--swizzle", "128B", "--json", stdin=PRINTS)[1])
same([p["text"] for p in a["layouts"]], ["the layout has a swizzle already", None], "a swizzle beside --swizzle is refused, and the other answered")
rc, out, err = run("solve", "-", "--swizzle", "128B", stdin=PRINTS.split("\n")[0])
ok((rc, out) == (2, "") and "the layout has a swizzle already" in err, "alone it is refused", rc, err)
LONG = "A: (64,64):(64,1)\nB: (%s):(%s)\n" % (",".join(["2"] * 60), ",".join(["1000"] * 60))
a = json.loads(run("solve", "-", "--json", stdin=LONG)[1])
same(["%s: %s\n" % (n, p["layout"]) for n, p in zip("AB", a["layouts"])], LONG.splitlines(True), "and one of 400 letters is whole in the list")

# ---- check, desc, map, emit: now and then ---------------------------------------------------------------------------
said(["check", "0x4000004000010040", "Sw<3,3,3> o 0 o (64,64):(72,1)"], "cause: no descriptor reads this layout: row pitch 144 bytes", status=1)
said(["desc", "--operand", "b", "--major", "k", "--swizzle", "64B", "--shape", "32x64", "--slice", "8:16,16:64", "--format", "cute"],
     "CuTe has no iterator over this slice (format: got cute, want text or json)", status=2)
said(["map", "--op", "m64n64k16", "--major", "k", "--swizzle", "128B", "--shape", "64x64", "--element", "3,5"], "element (3,5) is read from byte 0x1ba\n")
said(["map", "0x4000004000010040", "--major", "k", "--swizzle", "64B", "--shape", "64x64", "--element", "3,5"], "element (3,5) is read from byte 0x5ba\n")
said(["map", "0x4000000000000000", "--dtype", "b1", "--byte", "0"], "byte 0x0 feeds elements (0,0), (0,1), (0,2), (0,3), (0,4), (0,5), (0,6), (0,7)")
said(["map", "0x4000404000010040", "--arch", "sm100", "--major", "k", "--block", "128x16", "--inst-block", "128x16"],
     "the instruction's block is given twice (inst-block: want", status=2)
said(["solve", "Sw<3,4,3> o 0 o (64,128):(128,1)", "--dtype", "e4m3"], "descriptor 0x4000004000010000   e4m3 A, K-major, 128B swizzle\n")
said(["frag", "m64n64k16", "--operand", "c", "--tile", "128x64"], "operand d, f32\n  shape      128 x 64\n")
said(["frag", "mma.sp.m16n8k64", "--dtype", "e4m3", "--operand", "a"], "neighbours in a row share ")
said(["frag", "--layout", "(8"], "want ',' or ')')\n    (8\n      ^\n", status=2)
said(["layout", "logical_divide", "(128,64):(64,1)", "[null,null]"], "(128,64):(64,1)\n")
said(["tmem", "plan", "C_ws:32x64"], "-                        C_ws    32     0 -  15    0x00000000\n")
same(run("emit", "64x64x64", "-o", "-"), run("emit", "64x64x64"), "emit into -")
for one, two in (("4:1", "4:3"), ("4:3", "4:1")):
    said(["layout", "same", one, two], "different: index 1 has %s and %s\n" % (one[2], two[2]), status=1)
rc, out, err = run("solve", "-", stdin="x smem_sparse y (64,64):(64,1)\n")
same(out, run("solve", "(64,64):(64,1)")[1], "a word that begins as a layout is passed over")
with tempfile.TemporaryDirectory() as d:
    run("show", "--layout", "(4,4):(4,1)", "--json", "-o", d + "/x.svg")
    with open(d + "/x.svg") as f:
        same(f.read(), run("show", "--layout", "(4,4):(4,1)", "--json")[1], "--json wins over the name's ending")

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

# A row of no whole words is none of the tiles that arrangements are looked for of; it can be counted all the same.
PAIRS = ["banks", "--layout", "(64,2):(2,1)", "--bits", "8", "--access", "st.b32:tv", "--tv", "(32,(2,2)):(2,(64,1))"]
rc, out, err = run(*PAIRS, "--optimal")
same((rc, out, "not a tile of rows (shape: got 2, " in err), (2, "", True), "banks: no arrangement of rows of two bytes")
same(run(*PAIRS)[0], 0, "whose accesses are counted")
# The same refusal, whichever access is asked for.
UNEVEN = ["banks", "--shape", "1x2", "--access", "ldmatrix.x4"]
same(run(*UNEVEN, "--step", "3"), run(*UNEVEN), "banks: accesses that a row does not hold, one of them")
ok(run(*UNEVEN)[0] == 2 and "vectors" in run(*UNEVEN)[2], "are refused")

# ---- slices and blocks that no word reads -----------------------------------------------------------------
# MN-major the columns of a 128B row are adjacent, 64 elements of f16: 96 from row 96 on lie in two rows.
rc, out, err = run("desc", "--major", "mn", "--swizzle", "128B", "--operand", "b", "--n", "96", "--shape", "192x64", "--block", "1,0")
ok(rc == 1 and "(block: got 96:192,0:16," in err and "hint: use N = 32 (--n 32)" in err, "desc: a block in two rows", err)
same(run("desc", "--major", "mn", "--swizzle", "128B", "--operand", "b", "--n", "32", "--shape", "192x64", "--block", "3,0")[0], 0,
     "its first third can be read")
# With tcgen05 it is M that can be smaller: 64 rows of 128 end with the row of e4m3 that they begin in.
ROWS = ["desc", "--arch", "sm100", "--dtype", "e4m3", "--major", "mn", "--swizzle", "128B", "--shape", "256x64", "--slice", "64:192,0:32"]
rc, out, err = run(*ROWS)
ok(rc == 1 and "hint: use M = 64 (--inst-block 64x32)" in err, "desc: a slice of 128 rows in two rows of the swizzle", err)
same(run(*ROWS, "--inst-block", "64x32")[0], 0, "which can be read by halves, as the hint says")
SLICE = ["show", "--major", "k", "--swizzle", "128B", "--slice", ":,0:16", "--shape"]
for args, field, why in ((["64x64", "--n", "64"], "n", "operand a has 64 rows"),
                         (["2048x64", "--unit", "element"], "shape", "too many cells")):
    rc, out, err = run(*SLICE, *args)
    ok(rc == 2 and out == "" and why in err and "(%s:" % field in err, "show of a slice: %s" % " ".join(args), err)
rc, out, err = run("solve", "--shape", "63x40", "--swizzle", "128B", "--major", "k")
ok(rc == 2 and "(shape: got 63x40," in err, "solve: a tile that is none", err)

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
