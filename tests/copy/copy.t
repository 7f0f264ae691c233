#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgdesc copy: golden fragments carried through every instruction that takes them, from the numbers of
the answer alone; known cases; what is refused, and how; the pictures."""
import json
import os
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from said import answered  # noqa: E402
from tap import batch as tap_batch, done, golden, names_field, ok, run, same  # noqa: E402


def batch(requests):
    return tap_batch([dict(r, cmd="copy") for r in requests])


def moved(a, es):
    """{(thread, value): byte} by the answer's formula, steps and values, and the rule of its instruction."""
    where = {}
    f = a["address"]
    matrices = int(a["access"].split(".x")[1][0]) if "matrix" in a["access"] else 0
    trans = a["access"].endswith(".trans")
    for s, step in enumerate(a["steps"]):
        for warp in range(a["warps"]):
            lanes = []
            for t in range(32 * warp, 32 * warp + 32):
                at = 0
                for k, b in enumerate(f["bases"]):
                    if t >> k & 1:
                        at = at ^ b if f["by"] == "xor" else at + b
                lanes.append(f["start"] + (at ^ step["low"]) + step["high"])
            for lane in range(32):
                for j, v in enumerate(step["values"]):
                    byte = j * es
                    if matrices:
                        row, place = lane // 4, lane % 4 * 2 + byte % 4 // 2
                        if trans:
                            row, place = place, row
                        at = lanes[8 * (byte // 4) + row] + 2 * place + byte % 2
                    else:
                        at = lanes[lane] + byte
                    where[32 * warp + lane, v] = at
    return where


def tile_byte(row, col, rows, cols, es, down, swizzle):
    """Rows (or columns) one behind the other, in panels as wide as the swizzle."""
    c, line, lines, along = (row, col, cols, rows) if down else (col, row, rows, cols)
    width = {"none": along * es, "32B": 32, "64B": 64, "128B": 128}[swizzle]
    mask = {"none": 0, "32B": 1, "64B": 3, "128B": 7}[swizzle]
    panel, at = divmod(c * es, width)
    at += panel * width * lines + line * width
    return at ^ (at >> 7 & mask) << 4


# ---- golden fragments ------------------------------------------------------------------------------
OPS = {"SM90_GMMA_CLayout_64x8": ("m64n8k16", "d"), "SM90_GMMA_CLayout_64x64": ("m64n64k16", "d"),
       "SM90_GMMA_CLayout_64x256": ("m64n256k16", "d"), "SM90_GMMA_ALayout_64x16": ("m64n8k16", "a")}
cases, requests = [], []
for g in golden("cute_fragments.jsonl"):
    op = OPS.get(g["atom"])
    if not op and g["atom"].startswith("SM80_16x8x16_F32F16") and g["operand"] in "ABC":
        op = ("mma.m16n8k16", g["operand"].lower())
    if op:
        for d_major, access in [("n", "st.b32"), ("n", "stmatrix.x2"), ("m", "stmatrix.x2.trans"),
                                ("m", "st.b16"), ("n", "ldmatrix.x1"), ("m", "ldmatrix.x2.trans")]:
            cases.append((g, d_major, access))
            requests.append({"op": op[0], "operand": op[1], "to": "f16", "d-major": d_major,
                             "access": access, "swizzle": "none"})
for (g, d_major, access), a in zip(cases, batch(requests)):
    rows, cols = g["shape"]
    wrong = a if not a["ok"] or not a["can"] else None
    if not wrong:
        for (t, v), at in moved(a, 2).items():
            where = g["tv"][t * g["nval"] + v]
            if at != tile_byte(where % rows, where // rows, rows, cols, 2, d_major == "m", "none"):
                wrong = (t, v, where, at)
                break
    ok(wrong is None, "%s %s, %s major, %s" % (g["atom"], g["operand"], d_major, access), str(wrong)[:300])
ok(len(cases) >= 24, "%d golden copies" % len(cases))

# ---- swizzles, with accumulators by the PTX ISA ---------------------------------------------------
requests = [{"op": "m64n64k16", "to": to, "d-major": m, "swizzle": s, "access": i}
            for to, pairs in (("f16", [("n", "stmatrix.x4"), ("m", "stmatrix.x4.trans"), ("n", "ld.b32")]),
                              ("e4m3", [("n", "st.b16"), ("m", "st.b8")]),
                              ("f32", [("n", "st.b64"), ("m", "st.b32")]))
            for m, i in pairs for s in ("none", "32B", "64B", "128B") if (to, s) != ("e4m3", "128B")]
for r, a in zip(requests, batch(requests)):
    es = {"f16": 2, "e4m3": 1, "f32": 4}[r["to"]]
    wrong = None
    for (t, v), at in moved(a, es).items():
        row, col = t // 32 * 16 + t % 32 // 4 + v // 2 % 2 * 8, v // 4 * 8 + t % 4 * 2 + v % 2
        if at != tile_byte(row, col, 64, 64, es, r["d-major"] == "m", r["swizzle"]):
            wrong = (t, v, at)
            break
    ok(wrong is None and a["proof"] == {"equal": True, "values": 4096} and a["tma"] is not None,
       json.dumps(r), wrong, a["proof"])

# ---- known answers --------------------------------------------------------------------------------
base = {"op": "m64n64k16", "to": "f16"}
a, = batch([base])
same((a["access"], a["wavefronts"], a["conflicts"]), ("stmatrix.x4", 64, 0), "stmatrix.x4 is best")
same([t["access"] for t in a["tried"] if t["can"]],
     ["st.b16", "st.b32", "stmatrix.x1", "stmatrix.x2", "stmatrix.x4"], "what can, out of registers")
a, = batch([dict(base, swizzle="none", access="stmatrix.x4")])
same((a["wavefronts"], a["conflicts"], a["worst"]), (512, 448, 8), "rows of 128 bytes: 8-way")
a, = batch([dict(base, layout="Sw<3,3,3> o 0 o (64,64):(64,1)", start=128, access="stmatrix.x4")])
ok(a["proof"]["equal"] is False and a["proof"]["moved"] != a["proof"]["stored"],
   "a pattern that begins at the start is not that of TMA", a["proof"])
same(run("copy", "m64n64k16", "--to", "f16", "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--start", "128",
         "--access", "stmatrix.x4")[0], 1, "and the exit status says so")
a, = batch([dict(base, layout="(64,64):(72,1)", access="stmatrix.x4")])
ok(a["tma"] is None and "128" in a["why_no_tma"] and a["conflicts"] == 0, "padded rows: no boxes", a)
a, = batch([{"tv": "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
                   "order = [1, 0]}>", "shape": [64, 64], "dtype": "f16", "access": "st.b128",
             "layout": "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
                       "elementBitWidth = 16}>"}])
ok(a["ok"] and a["can"] and a["tma"] and a["proof"]["equal"] and a["conflicts"] == 0, "Triton's layouts", a)
rc, out, err = run("copy", "m64n64k16", "--to", "f16", "--access", "st.b64")
ok(rc == 1 and "cannot" in out and not err, "an instruction that cannot is an answer: no", rc, out, err)
a, = batch([dict(base, access="st.b64")])
ok(a["ok"] and a["can"] is False and "neighbours" in a["why"], "the same in batch", a)

# ---- refusals -------------------------------------------------------------------------------------
refused = [
    ([], 2, "op"), (["m64n64k17"], 2, "op"), (["m64n64k16", "--operand", "b"], 2, "operand"),
    (["m64n64k16", "--access", "stmatrix.x3"], 2, "access"),
    (["m64n64k16", "--to", "f16", "--layout", "(64,32):(32,1)"], 2, "layout"),
    (["m64n64k16", "--to", "f16", "--layout", "(64,64):(64,1)", "--d-major", "m"], 2, "layout"),
    (["m64n64k16", "--to", "f16", "--layout", "(64,64"], 2, "layout"),
    (["m64n64k16", "--to", "f64"], 2, "to"), (["m64n40k16", "--to", "f16", "--swizzle", "128B"], 2, "op"),
    (["m64n64k16", "--to", "f16", "--start", "8"], 2, "start"),
    (["m64n64k16", "--to", "f16", "--warp", "4"], 2, "warp"),
    (["m64n64k16", "--to", "f16", "--step", "-1"], 2, "step"),
    (["m64n64k16", "--shape", "64x64"], 2, "shape"),
    (["m64n64k16", "--tv", "(32,2):(2,1)"], 2, "op"), (["--tv", "(32,2):(2,1)"], 2, "shape"),
    (["--tv", "(32,3):(3,1)", "--shape", "8x12"], 2, "tv"),
    (["--tv", "(16,4):(4,1)", "--shape", "8x8"], 2, "tv"),
    (["m64n64k16", "--to", "s8", "--lang", "cuda", "--access", "st.b8"], 2, "to"),
    (["m64n64k16", "--to", "f16", "--lang", "cuda", "--access", "st.b64"], 2, "access"),
    (["m64n64k16", "--to", "f16", "--lang", "cuda", "--prefix", "A"], 2, "prefix"),
    (["m64n64k16", "--to", "f16", "--lang", "cuda", "--start", "128"], 2, "layout"),
    (["m64n64k16", "--to", "f16", "--lang", "c", "--start", "128", "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)"],
     2, "start"),
    (["mma.m8n8k4", "--dtype", "f64", "--operand", "a", "--to", "f16", "--access", "ld.b16", "--lang", "cuda"],
     2, "to"),
    (["m64n64k16", "--to", "f16", "--access", "ld.b32", "--lang", "cuda"], 2, "to"),
    (["m64n64k16", "--to", "f16", "--lang", "cuda", "--format", "svg"], 2, "format"),
    (["m64n64k32.sp", "--dtype", "f16", "--operand", "e"], 2, None),
    (["mma.m8n8k4.row.col", "--operand", "a"], 2, "op"),
]
for args, want, field in refused:
    rc, out, err = run("copy", *args)
    ok(rc == want and not out and (field is None or names_field(err, field)), "refused: " + " ".join(args),
       rc, out, err)
for args in (["--to", "f16"], ["--d-major", "m"], ["--d-swizzle", "64B"], ["--access", "st.b32"], ["--as-a", "f16"]):
    rc, out, err = run("emit", "--tile", "128x128x64", *args)
    ok(rc == 2 and not out and names_field(err, args[0][2:]), "emit without --epilogue: " + args[0], rc, err)
rc, out, err = run("emit", "--tile", "128x128x64", "--epilogue", "--lang", "ptx")
ok(rc == 2 and not out and names_field(err, "lang"), "no epilogue in PTX", rc, err)
rc, out, err = run("emit", "--arch", "sm100", "--tile", "128x128x64", "--epilogue", "--lang", "cuda")
ok(rc == 2 and not out and names_field(err, "arch") and "for wgmma" in err, "no epilogue of tcgen05", rc, err)

# ---- pictures -------------------------------------------------------------------------------------
for form, begins in (("svg", "<?xml"), ("latex", "\\documentclass"), ("html", "<!DOCTYPE")):
    rc, out, err = run("copy", "m64n64k16", "--to", "f16", "--format", form, "--step", "1")
    plain = out.replace("\\ ", " ")
    ok(rc == 0 and out.startswith(begins) and "stmatrix.x4, warp 0, step 1" in plain, "as " + form, rc, err)
    ok("4 wavefronts, 0 conflicts; degree of each phase: 1 1 1 1" in plain, "and its wavefronts: " + form, out[:1000])
    # A fuzzer found it: what cannot be drawn was told as text, in the file of a picture.
    rc, out, err = run("copy", "m64n64k16", "--to", "f16", "--access", "st.b64", "--format", form)
    ok(rc == 2 and not out and names_field(err, "access"), "an instruction that cannot has no picture: " + form, rc, out)
with tempfile.TemporaryDirectory() as folder:
    for end, has in ((".json", '"can":false'), (".txt", "st.b64 cannot")):
        path = folder + "/no" + end
        rc, out, err = run("copy", "m64n64k16", "--to", "f16", "--access", "st.b64", "-o", path)
        said = ""
        if os.path.exists(path):
            with open(path, encoding="ascii") as f:
                said = f.read()
        ok(rc == 1 and not out and has in said, "what it says instead goes into the file, as the name says: " + end, rc, out, err, said)
a, = batch([dict(base, access="st.b64", format="svg")])
ok(not a["ok"] and a["error"]["field"] == "access", "nor in batch", a)



# ---- what is said of copies without a formula, without boxes, of few lanes and single values -------------------
def said(args, *lines):
    return answered(["copy", *args], *lines)


OFF = ["m64n64k16", "--to", "f16", "--operand", "a", "--start", "16", "--access", "st.b32"]
said(OFF, "address      no formula of the thread and a constant of the step; the table has it\n",
     "TMA          no boxes: a box does not begin at a multiple of 128 bytes\n",
     "proved       1024 values: each is moved where the layout has its element\n", "\n step  values of a thread,", "\n    0    0   1\n")
a = batch([{"op": "m64n64k16", "to": "f16", "operand": "a", "start": 16, "access": "st.b32"}])[0]
same((a["address"], a["steps"][0], a["proof"]["equal"]), (None, {"values": [0, 1]}, True), "and in JSON")
same(names_field(run("copy", *OFF, "--lang", "cuda")[2], "layout"), True, "of which there is no code")
said(["mma.m16n8k8", "--operand", "a", "--swizzle", "none", "--start", "48", "--access", "ldmatrix.x1"],
     "of thread t in step s: 48 + F(t) + high[s], of the lanes that give one\n", "F(t) = ((t << 4) & 0x70)\n")
said(["m64n8k16", "--to", "f32", "--swizzle", "none", "--d-major", "m", "--access", "st.b32"],
     "st.b32: 4 of each of 4 warps, 1 value of a thread each\n")
said(["m64n64k16", "--to", "f16", "--layout", "(64,64):(65,1)", "--access", "st.b16", "--step", "3"], " phase  degree  lanes, as lane:byte (bank)\n")
said(["mma.m16n8k16", "--operand", "b"], "operand b: 8 x 16 of 32 threads", "ldmatrix.x1")
for args, field in ((["m64n64k16", "--layout", "(16,8):(8,1)", "--access", "st.b32"], "layout"),
                    (["m64n64k16", "--as-a", "tf32"], "as-a"),
                    (["--tv", "(16,2):(2,1)", "--shape", "32x1"], "tv"),
                    (["--tv", "(32,2048):(2048,1)", "--shape", "1024x64"], "tv"),
                    (["--tv", "(128,2):(1,128)", "--shape", "128x2", "--as-a", "f16"], "tv"),
                    (["--tv", "(32,2):(2,1)", "--shape", "64x1", "--d-major", "m", "--swizzle", "128B", "--dtype", "s8"], "shape"),
                    (["m64n8k16", "--to", "f16", "--swizzle", "128B"], "op"),
                    (["m64n64k16", "--layout", "4294967296:(1"], "layout"),
                    (["m64n64k16", "--to", "f16", "--as-a", "s8", "--lang", "cuda"], "as-a"),
                    (["mma.m16n8k64", "--dtype", "s4", "--operand", "a", "--lang", "cuda", "--access", "ldmatrix.x4"], None)):
    rc, out, err = run("copy", *args)
    ok((rc, out) == (2, "") and "\nhint: " in err and (field is None or "(%s: " % field in err), "refused: " + " ".join(args), rc, err)

# A swizzle of single bytes: bit 6 of an address into bit 1, so that half of the words begin where no access may.
rc, out, err = run("copy", "m64n8k16", "--layout", "Sw<1,1,5> o smem_ptr[32b] o (64,8):(8,1)")
ok((rc, out) == (2, "") and "no instruction moves these values as they lie (layout: " in err, "refused: words across words", rc, err)

# The code of copies from global memory, and of loads that gather their registers from words.
CP = ["--tv", "((4,8),2):((2,8),1)", "--shape", "8x8", "--dtype", "f16", "--access", "cp.async.4", "--lang", "cuda", "--prefix", "x"]
said([*CP, "--layout", "(8,8):(1,8)"], '"cp.async.ca.shared.global [%0], [%1], 4;"', ", columns contiguous, ", "p + (x_d_col(t, 0) * ld + x_d_row(t, 0)) * 2);")
said(["mma.m16n8k16", "--operand", "a", "--access", "ld.b16", "--lang", "cuda"],
     "r[0] = (w[0] >> 0 & 0xffffu) << 0 | (w[1] >> 0 & 0xffffu) << 16;", "r[3] = (w[6] >> 0 & 0xffffu) << 0 | (w[7] >> 0 & 0xffffu) << 16;")
said(["mma.m16n8k32", "--dtype", "s8", "--operand", "a", "--access", "ld.b8", "--lang", "cuda"],
     "r[0] = (w[0] >> 0 & 0xffu) << 0 | (w[1] >> 0 & 0xffu) << 8 | (w[2] >> 0 & 0xffu) << 16 | (w[3] >> 0 & 0xffu) << 24;")

# One conflict, counted by hand: 8 rows of 20 bytes end at byte 156, and bytes 128 to 155 lie in the banks of 0 to 27.
said(["mma.m8n8k16", "--operand", "a", "--dtype", "s8", "--layout", "(8,16):(20,1)", "--access", "ld.b32"],
     "wavefronts   2 in 1 phases: 1 conflict, worst 2-way\n", "26:128 (0) 27:132 (1) 28:140 (3)")
said(["mma.m8n8k16", "--operand", "a", "--dtype", "s8", "--layout", "(8,16):(16,1)", "--access", "ld.b32"],
     "wavefronts   1 in 1 phases: 0 conflicts\n")
done()
