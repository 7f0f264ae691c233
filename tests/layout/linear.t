#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Linear layouts and Triton's attributes through the command: what Triton answered for every golden
line, the operations, lines of a dump in place of layouts, and what is refused."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, names_field, ok, run, same  # noqa: E402


def ints(v):
    return "[" + ", ".join(str(x) for x in v) + "]"


def mma(p):
    return ("#ttg.nvidia_mma<{versionMajor = %d, versionMinor = %d, warpsPerCTA = %s, instrShape = %s}>"
            % (*p["version"], ints(p["warps_per_cta"]), ints(p["instr_shape"])))


def attribute(kind, p):
    if kind == "nvidia_mma":
        return mma(p)
    if kind == "dot_op":
        return "#ttg.dot_op<{opIdx = %d, parent = %s, kWidth = %d}>" % (
            p["operand_index"], mma(p["parent"]), p["k_width"])
    if kind == "blocked":
        return "#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s}>" % tuple(
            ints(p[k]) for k in ("size_per_thread", "threads_per_warp", "warps_per_cta", "order"))
    if kind == "swizzled_shared":
        return "#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = %s}>" % (
            p["vec"], p["per_phase"], p["max_phase"], ints(p["order"]))
    if kind == "nvmma_shared":
        return "#ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %s, elementBitWidth = %d}>" % (
            p["swizzle_byte_width"], str(p["transposed"]).lower(), p["element_bitwidth"])
    return "#ttng.tensor_memory_encoding<blockM = %d, blockN = %d, colStride = %d>" % (*p["block"], p["col_stride"])


# ---- every golden line ----------------------------------------------------------------------------

lines = golden("triton/layouts.jsonl")
answers = batch([{"cmd": "layout", "op": "triton", "id": n,
                  "args": [attribute(g["kind"], g["params"]), "%dx%d" % tuple(g["shape"])]}
                 for n, g in enumerate(lines)])
wrong = [(g, a) for g, a in zip(lines, answers) if not a["ok"] or a["bases"] != g["bases"]]
same((len(lines), wrong[:2]), (869, []), "the bases of every golden line")
same([a["attribute"] for a in answers], [attribute(g["kind"], g["params"]) for g in lines], "and its attribute")

# The same bases from the other forms of the text: a type, and lines of a dump.
some = [(g, attribute(g["kind"], g["params"])) for g in lines[::9]]
forms = {
    "a type": lambda t, r, c: "!ttg.memdesc<%dx%dxf16, %s, #smem, mutable>" % (r, c, t),
    "a dump": lambda t, r, c: "#a = %s\nmodule {\n  %%4 = ttg.x %%3 : tensor<8xf32, #b> -> tensor<%dx%dxf16, #a> "
                              "loc(#loc)" % (t, r, c),
}
for name, form in forms.items():
    got = batch([{"cmd": "layout", "op": "triton", "args": [form(t, *g["shape"])]} for g, t in some])
    same([a.get("bases") for a in got], [g["bases"] for g, _ in some], "the same bases from " + name)

with open("tests/golden/triton/attributes.txt") as f:
    texts = f.read().splitlines()
shapes = ["128x256" if "shared" in t or "memory" in t else "256x256" for t in texts]
got = batch([{"cmd": "layout", "op": "triton", "args": [t, s]} for t, s in zip(texts, shapes)])
same([a.get("attribute", a) for a in got], texts, "every attribute of real dumps, read and printed")

# ---- the matrix of a layout, and back ---------------------------------------------------------------

a = batch([{"cmd": "layout", "op": "linear", "args": ["Sw<3,3,3> o 0 o (64,64):(64,1)"]}])[0]
same(a["bases"], [64 ^ 8, 128 ^ 16, 256 ^ 32, 512, 1024, 2048, 1, 2, 4, 8, 16, 32], "the bases of a swizzled layout")
for i in (0, 1, 77, 4095):
    v = 0
    for k, b in enumerate(a["bases"]):
        v ^= b if i >> k & 1 else 0
    same(a["offsets"][i], v, "offset %d is the XOR of the bases" % i)
same(eval(a["c"], {"i": 77}), a["offsets"][77], "and the expression's value")
back = batch([{"cmd": "layout", "op": "from_linear", "args": [a["bases"], "64x64"]},
              {"cmd": "layout", "op": "from_linear", "args": [[1, 2, 7]]},
              {"cmd": "layout", "op": "linear_inverse", "args": ["Sw<3,3,3> o 0 o (64,64):(64,1)"]},
              {"cmd": "layout", "op": "linear_composition",
               "args": ["Sw<3,3,3> o 0 o (64,64):(64,1)", [64, 128, 256, 512, 1024, 2048, 1, 2, 4, 8, 16, 32]]}])
same(back[0]["result"], "Sw<3,3,3> o 0 o (64,64):(64,1)", "from_linear finds the swizzle")
same((back[1]["ok"], back[1]["result"], back[1]["bases"]), (True, None, [1, 2, 7]), "or gives the raw form")
same([back[2]["offsets"][v] for v in a["offsets"]], list(range(4096)), "the inverse")
same(back[3]["offsets"], [a["offsets"][i // 64 + 64 * (i % 64)] for i in range(4096)], "a composition")
rc, out, err = run("layout", "linear", "(4,2):(1,4)")
same((rc, out), (0, """(4,2):(1,4)
bases   [1,2,4]
in C    i
Triton  #ttg.shared_linear<{offset = [[1, 0], [2, 0], [0, 1]]}, alignment = 16>

value \\ index bit  0  1  2
                0  1  .  .
                1  .  1  .
                2  .  .  1
"""), "the bit matrix")
for layout, got in (("(8,3):(3,1)", "mode 1, 3:1"), ("((8,2),4):((1,8),24)", "mode 1, 2:8, and mode 2, 4:24")):
    rc, out, err = run("layout", "linear", layout)
    ok(rc == 2 and out == "" and "not linear" in err and got in err, "%s: the mode at fault" % layout, err)

# ---- equality, across both worlds ---------------------------------------------------------------------

NVMMA = "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
SWIZZLED = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>"
D = batch([{"cmd": "frag", "op": "m64n64k16"}])[0]
for name, one, two, want in (
        ("a swizzle", "Sw<3,3,3> o 0 o (64,64):(64,1)", NVMMA + " 64x64", True),
        ("two of Triton's", SWIZZLED + " 64x64", NVMMA + " 64x64", True),
        ("an accumulator", D["layout"], "tensor<64x64xf32, %s>" % MMA, True),
        ("bases", [1, 2, 4], "8:1", True),
        ("another swizzle", "Sw<2,3,3> o 0 o (64,64):(64,1)", NVMMA + " 64x64", False),
        ("layouts that are not linear", "(3,5):(5,1)", "((3),(5)):((5),(1))", True),
        ("a linear one and one that is not", "(4,3):(1,4)", "(4,3):(3,1)", False),
        ("a larger one", "16:1", "8:1", False),
        ("a smaller one", "8:1", "16:1", False),
        ("one index", "1:0", "1:5", True)):
    a = batch([{"cmd": "layout", "op": "same", "args": [one, two]}])[0]
    same((a["ok"], a["result"]), (True, want), "same: " + name)
rc, out, _ = run("layout", "same", "(4,3):(1,4)", "(4,3):(3,1)")
same((rc, out), (1, "different: index 1 has 1 and 3\n"), "the first difference, and the status of a no")

same(run("layout", "same", "4:1", "8:1")[:2], (1, "different: 4 and 8 indices, the same as far as both go\n"), "or another size")
same(run("layout", "same", "1:0", "1:5")[:2], (0, "the same function of 1 index\n"), "of one index")
# Bases that no layout behind one swizzle has, alone and as Triton's; a shape of one extent; no bases at all.
NONE, ODD = "[1,3,7]", "#ttg.shared_linear<{offset = [[0,1],[0,2],[0,4],[1,1],[2,3],[4,7]]}, alignment = 16> 8x8"
for text, bases in ((NONE, "[1,3,7]"), (ODD, "[9,19,39,1,2,4]")):
    for form in ("text", "cute"):
        rc, out, _ = run("layout", "linear", text, "--format", form)
        ok(rc == 0 and out.startswith("no layout behind one swizzle: only the map itself\nbases   %s\n" % bases), "no layout: " + form, out)
    a = batch([{"cmd": "layout", "op": "linear", "args": [text]}])[0]
    same((a["result"], a["triton"], a["bases"]), (None, None, json.loads(bases)), "nor in JSON")
    ok("a linear map" in run("layout", "linear", text, "--format", "svg")[1], "and its picture has no other name")
for form in ("text", "cute"):
    ok(run("layout", "triton", ODD, "--format", form)[1].endswith("\nCuTe     no layout behind one swizzle\n"), "an attribute without: " + form)
same(batch([{"cmd": "layout", "op": "triton", "args": [ODD]}])[0]["result"], None, "and in JSON")
same(run("layout", "from_linear", "[1,2,4]", "8")[1].split("\n")[0], "8:1", "a shape of one extent")
for text in ("( 2x2x2 )", "[2,2,2]", " 2;2;2"):
    same(run("layout", "from_linear", "[1,2,4]", text)[1].split("\n")[0], "(2,2,2):(1,2,4)", "a shape as " + text)
rc, out, _ = run("layout", "linear", "1:0")
ok(rc == 0 and "\nbases   []\nin C    0\n" in out, "a map of no bits", out)
ok(run("layout", "linear", "1:0", "--format", "svg")[1].startswith("<?xml"), "and its picture")

rc, out, _ = run("layout", "to_triton", "Sw<3,3,3> o 0 o (64,64):(64,1)")
same(batch([{"cmd": "layout", "op": "same", "args": [out.strip(), NVMMA + " 64x64"]}])[0]["result"], True,
     "to_triton of a tile")
rc, out, _ = run("layout", "to_triton", D["layout"], "64x64")
linear = batch([{"cmd": "layout", "op": "triton", "args": [MMA, "64x64"]}])[0]["triton"]
same(out.strip(), linear, "to_triton of threads and values")

# ---- in place of a layout -------------------------------------------------------------------------------

CUTE = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
TYPE = "!ttg.memdesc<64x64xf16, %s, #ttg.shared_memory, mutable>" % NVMMA
DUMP = "#shared = %s\n#smem = #ttg.shared_memory\n%%1 = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, " \
       "#smem, mutable> loc(#loc4)" % NVMMA
for cmd, more, shown in (("solve", {}, "descriptor"), ("check", {"desc": "0x4000004000010000"}, "match"),
                         ("banks", {"access": "ldmatrix.x4,st.b128:copy"}, "uses")):
    want = batch([{"cmd": cmd, "layout": CUTE, **more}])[0]
    for text, shape in ((NVMMA, "64x64"), (TYPE, None), (DUMP, None)):
        a = batch([{"cmd": cmd, "layout": text, "shape": shape, **more}])[0]
        same((a["ok"], a.get(shown)), (True, want[shown]), "%s: as CuTe's, %s" % (cmd, text[:13]))
b = batch([{"cmd": "solve", "operand": "b", "layout": TYPE.replace("64x64xf16", "64x128xbf16")},
           {"cmd": "desc", "operand": "b", "dtype": "bf16", "major": "mn", "swizzle": "128B", "shape": [128, 64],
            "order": [2, 1]}])
same(b[0]["descriptor"], b[1]["descriptor"], "B's type is K x N: N is contiguous")
# A row of elements is no operand, A or B: nothing is exchanged in it.
ROW = "!ttg.memdesc<64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>"
same([(a["error"]["field"], a["error"]["got"]) for a in batch([{"cmd": "solve", "operand": o, "layout": ROW} for o in "ab"])],
     [("layout", "1")] * 2, "a type of one dimension is no operand")
same(run("show", "--layout", NVMMA, "--shape", "8x64", "--format", "svg")[1],
     run("show", "--layout", "Sw<3,3,3> o 0 o (8,64):(64,1)", "--dtype", "f16", "--format", "svg")[1], "show draws it")
f = batch([{"cmd": "frag", "layout": "tensor<64x64xf32, %s>" % MMA}, {"cmd": "frag", "op": "m64n64k16"},
           {"cmd": "frag", "layout": D["layout"], "shape": [64, 64], "dtype": "f32"},
           {"cmd": "frag", "layout": "#ttg.slice<{dim = 1, parent = %s}> 64" % MMA, "element": [13, 0]}])
same(f[0]["tv"], f[1]["tv"], "frag: an accumulator of Triton's is wgmma's")
same(f[2]["tv"], f[1]["tv"], "frag: so is CuTe's text of it")
same((f[3]["copies"], [e["thread"] for e in f[3]["element"]]), (4, [20, 21, 22, 23]), "frag: who holds a row's sum")

TMEM = "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>"
BLOCKED = "#ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 8, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>"
# The type of the elements, where MLIR's is none that wgmma multiplies: one of their width.
for elem, width, dtype in (("i8", 8, "s8"), ("f8E4M3B11FNUZ", 8, "e4m3"), ("i32", 32, "tf32"), ("i16", 16, "f16")):
    text = "!ttg.memdesc<64x%dx%s, %s, #smem>" % (1024 // width, elem, NVMMA.replace("= 16}", "= %d}" % width))
    a = batch([{"cmd": "solve", "layout": text}])[0]
    same((a["ok"], a.get("dtype")), (True, dtype), "elements of " + elem)
a = batch([{"cmd": "solve", "layout": SWIZZLED, "shape": "64x64"}, {"cmd": "solve", "layout": CUTE}])
same(a[0]["descriptor"], a[1]["descriptor"], "an attribute that says nothing of its elements")
a = batch([{"cmd": "solve", "layout": x, "shape": y} for x, y in ((NVMMA.replace("= 128", "= 0"), "64x16"), ("(64,16):(16,1)", None))])
same({**a[0]["error"], "line": 2}, {**a[1]["error"], "line": 2}, "one that does not swizzle has no descriptor, and for the same reason")

# ---- what is refused --------------------------------------------------------------------------------------

for args, field in (
        (("layout", "triton", MMA), "shape"),
        (("layout", "triton", MMA, "64x48"), "shape"),
        (("layout", "triton", MMA, "64y48"), "shape"),
        (("layout", "triton", "#ttg.nope<{}>", "64x64"), "layout"),
        (("layout", "linear", "[1,2"), "bases"),
        (("layout", "from_linear", "[1,2,4]", "4x4"), "shape"),
        (("layout", "linear_inverse", "(2,4):(0,2)"), "layout"),
        (("layout", "linear_inverse", "(8,8):(8,1)", "7"), "shape"),
        (("layout", "linear_inverse", "(8,8):(8,1)", "8x8"), "shape"),
        (("layout", "linear_inverse", "[3,1,4]", "8"), "shape"),
        (("layout", "linear_inverse", TYPE, "64x32"), "shape"),
        (("layout", "linear", "(8,8):(8,1)", "7"), "shape"),
        (("layout", "linear", TYPE, "8x8"), "shape"),
        (("layout", "linear", TYPE, "64"), "shape"),
        (("layout", "triton", TYPE, "8x8"), "shape"),
        (("layout", "linear_composition", "8:1", "16:1"), "layout"),
        (("layout", "same", "Sw<1,0,1> o smem_ptr[24b] o (3,4):(4,1)", "Sw<1,0,1> o smem_ptr[24b] o (3,4):(4,1)"), "new_bits"),
        (("layout", "to_triton", "(8,4):(1,16)"), "layout"),
        (("layout", "to_triton", "(8,4"), "layout"),
        (("layout", "to_triton", "(8,4):(1,8)", "8y4"), "shape"),
        (("layout", "linear", "#ttg.nope<{}> 4x4"), "layout"),
        (("layout", "linear", "8:1", "-o", "x.nothing"), "output"),
        (("layout", "same", "8:1", "(8"), "layout"),
        (("layout", "linear_composition", "(8", "8:1"), "layout"),
        (("layout", "linear_composition", "8:1", "(8"), "layout"),
        (("layout", "from_linear", "[1,2]", ""), "shape"),
        (("layout", "from_linear", "[1,2]", "  "), "shape"),
        (("layout", "from_linear", "[1,2]", "x4"), "shape"),
        (("layout", "from_linear", "[1,2]", "0x4"), "shape"),
        (("layout", "from_linear", "[1,2]", "1x1x1x1x2x2"), "shape"),
        (("layout", "from_linear", "[1,2]", "99999999999999999999"), "shape"),
        (("layout", "from_linear", "[1,2]", "1000000000000x1000000000000"), "shape"),
        (("layout", "same", "8388608:3", "8388608:1"), "args"),
        (("layout", "same", "8388608:1", "8388608:3"), "args"),
        (("solve", "--layout", "tensor<64x64xi8, %s>" % TMEM), "layout"),
        (("frag", "--layout", "tensor<4x8x8xf32, %s>" % BLOCKED), "layout"),
        (("frag", "--layout", "Sw<1,1,1> o 0 o (32,2):(2,1)", "--shape", "64x2"), "layout"),
        (("banks", "--shape", "64x64", "--access", "st.b128", "--tv", TYPE), "tv"),
        (("layout", "same", "(100000000,3):(1,1)", "(100000000,3):(1,1)"), "args"),
        (("solve", "--layout", NVMMA), "shape"),
        (("solve", "--layout", TYPE, "--shape", "32x64"), "shape"),
        (("solve", "--layout", CUTE, "--shape", "64x64"), "shape"),
        (("solve", "--layout", "!ttg.memdesc<64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #smem>",
          "--shape", "64x1"), "shape"),
        (("solve", "--layout", TYPE, "--dtype", "e4m3"), "dtype"),
        (("solve", "--layout", MMA, "--shape", "64x64"), "layout"),
        (("banks", "--layout", MMA, "--shape", "64x64", "--access", "ldmatrix.x4"), "layout"),
        (("frag", "--layout", NVMMA, "--shape", "64x64"), "layout"),
        (("frag", "--layout", "(32,2):(2,1)"), "shape"),
        (("frag", "--layout", "(32,2):(2,1)", "--shape", "64x2"), "shape"),
        (("frag", "--layout", "(32,3):(3,1)", "--shape", "64x2"), "layout"),
        (("frag", "m64n8k16", "--layout", "(32,2):(2,1)"), "op")):
    rc, out, err = run(*args)
    ok(rc == 2 and out == "" and "(%s: " % field in err and "hint: " in err, " ".join(args)[:60], rc, out, err)
# ---- pictures ------------------------------------------------------------------------------------
rc, out, err = run("layout", "linear", "Sw<1,1,2> o 0 o (4,4):(4,1)", "--picture", "--ascii")
cells = [line.split("#")[1] for line in out.splitlines() if line.count("#") == 2]
bases = json.loads(run("layout", "linear", "Sw<1,1,2> o 0 o (4,4):(4,1)", "--json")[1])["bases"]
ok(rc == 0 and len(cells) == 4 and
   [[line[1 + 2 * k] == "1" for k in range(4)] for line in cells] ==
   [[b >> bit & 1 == 1 for b in bases] for bit in range(4)], "the bit matrix as a picture", out, err)
for form, begins in (("svg", "<?xml"), ("latex", "\\documentclass"), ("html", "<!DOCTYPE")):
    for op in ("linear", "linear_inverse"):
        rc, out, err = run("layout", op, "Sw<1,1,2> o 0 o (4,4):(4,1)", "--format", form)
        ok(rc == 0 and out.startswith(begins), "%s as %s" % (op, form), rc, err)
for args in (["coalesce", "(2,2):(1,2)"], ["same", "4:1", "4:1"]):
    rc, out, err = run("layout", *args, "--format", "svg")
    ok(rc == 2 and not out and "(op: got" in err, "no picture of " + args[0], rc, err)


# More than 2^22 indices are compared where both maps are linear, by their bases, and not one by one.
BASES = [[0, 1 << i] for i in range(12)] + [[1 << i, 0] for i in range(12)]
TEXT = "#ttg.shared_linear<{offset = %s}, alignment = 16>"
swapped = [BASES[1], BASES[0], *BASES[2:]]
a = batch([{"cmd": "layout", "op": "same", "args": [TEXT % BASES, TEXT % other]} for other in (BASES, swapped)])
same([x["result"] for x in a], [True, False], "2^24 indices of linear layouts")
rc, out, err = run("layout", "same", TEXT % BASES, TEXT % swapped)
ok(rc == 1 and out == "different: index 4096 has 1 and 2\n", "the first that differs", rc, out, err)
rc, out, err = run("layout", "same", TEXT % BASES, "(4096,4097):(4097,1)")
ok((rc, out) == (2, "") and "too many indices to compare one by one (args: got 16777216, want at most 2^22 where" in err,
   "where one of them is not", rc, out, err)
same(run("layout", "same", *["(2048,2048):(2049,1)"] * 2)[:2], (0, "the same function of 4194304 indices\n"), "2^22 of them are compared")
done()
