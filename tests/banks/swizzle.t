#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The best arrangement of a tile: what is printed is counted again by 'banks', the code is run, the
bounds and proofs say what holds, and what is refused."""
import ctypes
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402

CASES = [
    {"shape": [64, 64], "access": "ldmatrix.x4,st.b128:copy"},
    {"shape": [64, 64], "access": "ldmatrix.x4:mma.b,ld.b128:column,st.b128:copy"},
    {"shape": [128, 128], "access": "ldmatrix.x4:mma.a,ld.b128:column,st.b128:copy"},
    {"shape": [128, 128], "access": "st.b32:column,ld.b32:copy,st.b32:frag:m64n64k16:d"},
    {"shape": [128, 64], "bits": 32, "access": "st.b64:frag:m64n64k8:d,ld.b128:copy,ld.b32:column"},
    {"shape": [32, 256], "bits": 8, "access": "ldmatrix.x4,ldmatrix.x4:mma.b,st.b64:copy,ld.b32:column"},
    {"shape": [64, 16], "access": "stmatrix.x2:mma.b,ld.b128:copy", "weights": "3,1"},
    {"shape": [96, 72], "access": "ldmatrix.x1,st.b128:copy"},
    {"shape": [48, 64], "access": "ldmatrix.x4,st.b128:copy"},
    {"shape": [64, 48], "bits": 64, "access": "ldmatrix.x4,st.b128:copy"},
    {"shape": [64, 48], "access": "ldmatrix.x4,st.b128:copy", "weights": "3,1"},
    {"shape": [24, 32], "access": "ldmatrix.x1,st.b128:copy"},
    {"shape": [40, 16], "access": "ldmatrix.x1,st.b128:copy"},
    {"shape": [32, 8], "access": "tma,ldmatrix.x1"},
    {"shape": [64, 64], "access": "ldmatrix.x4,wgmma"},
    {"shape": [64, 128], "access": "tma,st.b32:frag:m64n64k16:d,ld.b128:copy"},
]
answers = batch([{"cmd": "swizzle", **c} for c in CASES])


def counted(case, layout):
    a = batch([{"cmd": "banks", "layout": layout, "bits": case.get("bits", 16), "access": ",".join(
        x for x in case["access"].split(",") if x not in ("wgmma", "tma"))}])[0]
    return [u["wavefronts"] for u in a["uses"]] if a["ok"] else a


# The offsets of the printed code, compiled and called.
with tempfile.TemporaryDirectory() as tmp:
    source = "".join(a["code"].replace("static inline", "").replace("tile_offset", "f%d" % n)
                     for n, a in enumerate(answers))
    with open(os.path.join(tmp, "f.c"), "w") as f:
        f.write(source)
    lib = os.path.join(tmp, "f.so")
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-missing-prototypes", "-O1", "-shared",
                    "-fPIC", "-o", lib, os.path.join(tmp, "f.c")], check=True)
    code = ctypes.CDLL(lib)
    for n, (case, a) in enumerate(zip(CASES, answers)):
        name = "%s %s" % (case["shape"], case["access"])
        f = getattr(code, "f%d" % n)
        rows, cols = case["shape"]
        at = [[f(r, c) for c in range(cols)] for r in range(rows)]
        flat = sorted(x for row in at for x in row)
        ok(len(set(flat)) == rows * cols, name + ": every element has its own place")
        extra = a["extra_bytes"] * 8 // case.get("bits", 16)
        ok(flat[-1] < rows * cols + extra, name + ": within the tile and what it says it needs more")
        if a["bases"]:
            want = []
            for i in range(rows * cols):
                v = 0
                for k, b in enumerate(a["bases"]):
                    v ^= b if i >> k & 1 else 0
                want.append(v)
            same([x for row in at for x in row], want, name + ": the code is the map")
            same(eval(a["c"], {"i": rows * cols - 1, "row": rows - 1, "col": cols - 1}), at[-1][-1],
                 name + ": and so is the expression")
        if a["layout"]:
            got = batch([{"cmd": "layout", "op": "eval", "args": [a["layout"]]}])[0]
            if "offsets" in got:
                same([got["offsets"][r + rows * c] for r in range(rows) for c in range(cols)],
                     [x for row in at for x in row], name + ": the layout is the code")
            same(counted(case, a["layout"]), a["wavefronts"], name + ": banks counts the same")
        weights = [u["weight"] for u in a["uses"]]
        same(a["cost"], sum(w * x for w, x in zip(weights, a["wavefronts"])), name + ": the cost is the weighted sum")
        ok(all(u["wavefronts"] >= u["bound"] for u in a["uses"]), name + ": no access below its bound")
        same(a["proof"]["by"] == "bound", all(u["wavefronts"] == u["bound"] for u in a["uses"]),
             name + ": the proof is the bound exactly where it is met")
        ok(all(f["cost"] >= a["cost"] for f in a["families"]), name + ": no family is better")

same([a["family"] for a in answers[:4]], ["swizzle", "swizzle", "swizzle", "linear"], "one swizzle, or two terms")
same([a["family"] for a in answers[-3:]], ["mode", "mode", "mode"], "with wgmma or TMA one of their modes")
same([answers[-3]["name"], answers[-2]["name"]], ["none", "128B"], "the modes' names")
one = batch([{"cmd": "swizzle", "shape": [64, 64], "access": "wgmma,st.b32:column"}])[0]
same((one["proof"]["by"], one["ok"]), ("modes", True), "a mode that does not meet the bound says so")

rc, out, _ = run("swizzle", "--shape", "64x64", "--access", "ldmatrix.x4,st.b128:copy")
ok(rc == 0 and "return i ^ ((i >> 3) & 0x38);" in out and "no arrangement takes fewer" in out, "as text", out)
same(run("swizzle", "--shape", "64x64", "--access", "ldmatrix.x4,st.b128:copy", "--format", "cute")[1],
     "Sw<3,3,3> o 0 o (64,64):(64,1)\n", "as CuTe writes it")

for args, field in (
        (("--shape", "64x64"), "access"), (("--access", "ldmatrix.x4"), "shape"),
        (("--shape", "64x64", "--access", "ldmatrix.x4,"), "access"),
        (("--shape", "64x64", "--access", "wgmma"), "access"),
        (("--shape", "64x64", "--access", ",".join(["ldmatrix.x4"] * 9)), "access"),
        (("--shape", "64x64", "--access", "ldmatrix.x4", "--weights", "1,2"), "weights"),
        (("--shape", "64x64", "--access", "ldmatrix.x4", "--weights", "0"), "weights"),
        (("--shape", "64x64", "--access", "ldmatrix.x4", "--weights", "1x"), "weights"),
        (("--shape", "64x64", "--access", "ldmatrix.x4", "--bits", "12"), "bits"),
        (("--shape", "0x64", "--access", "ldmatrix.x4"), "shape"),
        (("--shape", "60x64", "--access", "ldmatrix.x4"), "shape"),
        (("--shape", "4096x4096", "--access", "ldmatrix.x4"), "layout"),
        (("--shape", "96x64", "--access", "wgmma,ldmatrix.x4"), "shape")):
    rc, out, err = run("swizzle", *args)
    ok(rc == 2 and out == "" and re.search(r"\b%s\b" % field, err) and "error" in err, " ".join(args)[:70], rc, err)

# A linear map that no layout of CuTe is.
LINEAR = ("swizzle", "--shape", "128x128", "--access", "st.b32:column,ld.b32:copy,st.b32:frag:m64n64k16:d")
same(run(*LINEAR, "--format", "cute"),
     (2, "", "wgdesc: error: the best arrangement is a map of bits that CuTe has no layout for (format: got cute, want text or json)\n"
      "hint: they also have the best swizzle, as CuTe writes it\n"), "CuTe has no layout for it")
rc, out, err = run(*LINEAR)
ok("\nbest: linear\nproof: each access takes its lower bound: " in out and "\n* linear   linear                768            0  -\n" in out,
   "nor has the text", out)
one = batch([{"cmd": "swizzle", "shape": [128, 128], "access": LINEAR[4]}])[0]
same((one["layout"], one["cost"], one["bound"], [f["layout"] for f in one["families"]]),
     (None, 768, 768, ["(128,128):(128,1)", "Sw<4,2,5> o 0 o (128,128):(128,1)", None]), "nor JSON")
done()
