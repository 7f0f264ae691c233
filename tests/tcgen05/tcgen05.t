#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idesc, tmem, sf and frag of tcgen05: what the documents print, text, pictures, every refusal."""
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402


def text(*args):
    rc, out, err = run(*args)
    ok(rc == 0 and err == "" and out.endswith("basis: documented, not measured\n"),
       "answered, with its basis: " + " ".join(args), rc, err, out)
    return out


# ---- the promised keys --------------------------------------------------------------------------
a = batch([{"cmd": "idesc", "kind": "f16", "cta_group": 1, "a_src": "smem", "a": "bf16", "b": "bf16",
            "d": "f32", "m": 64, "n": 16, "a_major": "k", "b_major": "k", "a_neg": 1, "b_neg": 0, "sat": 0,
            "sparse": 0, "sparse_id": 0},
           {"cmd": "tmem", "what": "C", "cta_group": 1, "m_sm": 64, "n_sm": 8, "dtype": "f32", "element": [15, 7]},
           {"cmd": "frag", "op": "tcgen05.ld.16x64b.x4", "pack16": True}])
same((a[0]["ok"], a[0]["idesc"]), (True, "0x04042490"), "the documented word")
same((a[1]["ok"], a[1]["columns"], a[1]["lane"], a[1]["column"]), (True, 8, 15, 7), "the documented place")
same((a[2]["ok"], a[2]["threads"], a[2]["map"][0]), (True, 32, [0, 0, 0, 0, 0, 0, 1, 0]), "the documented map")
ok(all(x["basis"] == "documented" for x in a), "each says on what it rests")
rc, out, _ = run("idesc", "--kind", "f16", "--a", "bf16", "--m", "64", "--n", "16", "--negate-a", "--json")
same(json.loads(out), a[0], "--json prints what batch answers")
same(batch([{"cmd": "idesc", "kind": "f16", "a": "bf16", "m": 64, "n": 16, "negate-a": True}])[0], a[0],
     "an option's own name is a key too")

# ---- the architecture ---------------------------------------------------------------------------
f16 = {"cmd": "idesc", "kind": "f16", "m": 128, "n": 256}
plain = batch([f16])[0]
for arch, more in (("sm100", {}), ("103a", {}), ("blackwell", {"kind": "i8"})):
    a = batch([dict(f16, arch=arch, **more)])[0]
    name = "sm103" if "103" in arch else "sm100"
    same((a["ok"], a.get("arch"), a.get("basis")), (True, name, "documented"), "idesc --arch " + arch)
    if not more:
        same({k: v for k, v in a.items() if k != "arch"}, plain, "and else says what it says without")
rc, out, _ = run("idesc", "--arch", "sm100", "--kind", "f16", "--m", "128", "--n", "256")
ok(rc == 0 and out.endswith("sm100: documented, not measured\n") and out.count("documented") == 1, "in text", out)
for arch, more, field, word in (("sm90", {}, "arch", "no tcgen05.mma"), ("sm120", {}, "arch", "sm120"),
                                ("sm103", {"kind": "i8"}, "kind", "sm_103"),
                                ("sm100", {"kind": "mxf4", "k": 96}, "k", "sm_103 alone")):
    a = batch([dict(f16, arch=arch, **more)])[0]
    ok(not a["ok"] and a["error"]["field"] == field and word in a["error"]["message"] and a["error"]["hint"],
       f"idesc --arch {arch} refuses {more or 'everything'}", a)

# ---- the list of instructions, and names of types -----------------------------------------------
for arch, others in (("sm100", ["i8"]), ("sm103", [])):
    rows = batch([{"cmd": "list", "what": "ops", "arch": arch}])[0]["ops"]
    asked = [(r, n, sp) for r in rows for n in range(8, 257, 8) for sp in (False, True)]
    answers = batch([{"cmd": "idesc", "arch": arch, "kind": r["kind"], "cta_group": r["cta_group"], "m": r["m"], "n": n,
                      "ws": r["ws"], "sparse": sp, "k": r["k"] if not sp or r["k"] == 96 else None} for r, n, sp in asked])
    dense = [(r["kind"], r["m"], n) for (r, n, sp), a in zip(asked, answers) if not sp and a["ok"] != (n in r["n"])]
    same(dense, [], f"list ops --arch {arch}: N as idesc has them")
    sparse = {id(r): False for r in rows}
    for (r, n, sp), a in zip(asked, answers):
        sparse[id(r)] |= sp and a["ok"]
    same([r for r in rows if r["sparse"] != sparse[id(r)]], [], "and the sparse forms")
    kinds = ["tf32", "f16", *others, "f8f6f4", "mxf8f6f4", "mxf4", "mxf4nvf4"]
    same([k for k in dict.fromkeys(r["kind"] for r in rows)], kinds, "and the kinds")
    same(sorted({r["k"] for r in rows if r["kind"] == "mxf4"}), [64] if others else [64, 96], "and K of fp4")
    rc, out, err = run("list", "ops", "--arch", arch)
    ok(rc == 0 and len(re.findall(r"^\w+ +[12] +\d+ +\d+ ", out, re.M)) == len(rows) and " \n" not in out, "in text", out)
fp4 = batch([{"cmd": "desc", "arch": "sm100", "major": "k", "swizzle": "128B", "shape": [128, 256], "dtype": t}
             for t in ("e2m1", "fp4", "torch.float4_e2m1fn", "mxfp4", "fp6", "mxfp8", "ue8m0")])
for a, piece in zip(fp4, ["e2m1_packed4"] * 4 + ["e3m2", "e5m2", "--scale"]):
    ok(not a["ok"] and piece in a["error"]["hint"], "an unclear type is asked back", a)
same([a["dtype"] for a in batch([{"cmd": "desc", "arch": "sm100", "major": "k", "swizzle": "128B", "shape": [128, 256], "dtype": t}
                                 for t in ("e2m3", "float6_e3m2fn", "nvfp4", "torch.float4_e2m1fn_x2")])],
     ["e2m3_unpacked8", "e3m2_unpacked8", "e2m1_packed4", "e2m1_packed4"], "a clear one is taken")

# ---- text ---------------------------------------------------------------------------------------
out = text("idesc", "--kind", "mxf4nvf4", "--m", "128", "--n", "128", "--scale", "ue4m3", "--vec", "16")
ok(re.search(r"^idesc 0x08200480   tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16$", out, re.M) and
   re.search(r"^  m +24-28 +8 +128$", out, re.M), "an instruction's fields", out)
out = text("idesc", "0x08200480", "--kind", "mxf4nvf4")
ok("  of cta_group 1, cta_group 2, " in out, "what the word can be of", out)
rc, out, err = run("idesc", "0xffffffff")
ok(rc == 1 and err == "" and "no kind of tcgen05.mma has this word" in out, "no instruction: exit status 1", out)
rc, out, _ = run("idesc", "0x0a200480", "--kind", "mxf8f6f4")
ok(rc == 1 and "fault: no tcgen05.mma of this form has this M (m: got 160, want 128)" in out, "the fault", out)
rc, out, _ = run("idesc", "0x08200480", "--kind", "f16", "--json")
r = json.loads(out)["readings"]
ok(rc == 0 and len(r) == 1 and r[0]["a"] == "bf16" and r[0]["d"] == "f16" or rc == 1 and
   r[0]["faults"][0]["field"] == "d", "bf16 into f16 is a fault of the word", out)
out = text("tmem", "C", "--m-sm", "128", "--n-sm", "256", "--lane", "70", "--column", "9")
same(out.splitlines()[0], "lane 70, column 9: (70,9)", "what a cell holds")
out = text("tmem", "C", "--m-sm", "64", "--n-sm", "64", "--lane", "20", "--column", "9")
same(out.splitlines()[0], "lane 20, column 9: nothing", "a cell that nothing lies in")
rc, out, _ = run("tmem", "C", "--m-sm", "64", "--n-sm", "8", "--format", "cute")
same((rc, out), (0, "(((_16,_4),_8),_1,_1):(((_65536,_2097152),_1),_0,_0)\n"), "as CuTe prints it")
out = text("sf", "--m", "128", "--k", "256", "--vec", "16")
ok("((32,4),(16,4)):((16,4),(0,1))" in out and "  bytes      2048\n" in out, "scale factors", out)
out = text("sf", "--m", "100", "--k", "256", "--vec", "16", "--byte", "509")
same(out.splitlines()[0], "byte 509 is padding", "a byte that scales nothing")
out = text("frag", "tcgen05.cp.64x128b.warpx2::01_23")
ok(re.search(r"^ +33 +65 +97$", out, re.M), "the lanes of a copied row", out)
out = text("frag", "tcgen05.ld.32x32b.x2", "--what", "A", "--m-sm", "128", "--dtype", "f16", "--thread", "3")
ok("     3  (3,0) (3,1) | (3,2) (3,3)\n" in out, "two halves in a register", out)
out = text("tmem", "plan", "a=C:128x64", "b=C:64x64:cta2@0")
ok("a                        C      128    32 -  95    0x00000020\n" in out and "allocate 128 of 512" in out,
   "what is given a place keeps it", out)
out = text("tmem", "plan", "a=A:128x64:bf16", "e=E:128x64:bf16", "c=C:128x64")
ok("a                        A      128     0 -  31 " in out, "four tiles along K of an A of two halves in 32 bits", out)

# ---- a load of a whole accumulator: every element once, in the warp that reaches it -----------------
for m, cta, shape, lanes in ((128, 1, "32x32b.x8", (0,)), (64, 1, "16x256b.x2", (0,)),
                             (64, 2, "16x128b.x2", (0, 16)), (128, 1, "16x64b.x8", (0, 16))):
    n, got = 64, {}
    base = {"cmd": "frag", "op": "tcgen05.ld." + shape, "m_sm": m, "n_sm": n, "cta_group": cta}
    columns = batch([base])[0]["columns"]
    spread = n * m // 128 if cta == 2 else n
    asked = [dict(base, warp=w, lane=32 * w + half, column=c) for w in range(4) for half in lanes
             for c in range(0, spread, columns)]
    for r, a in zip(asked, batch(asked)):
        for t, reg, bit, row, col in a["elements"]:
            got.setdefault((row, col), []).append((r["warp"], r["lane"] << 16 | r["column"], t, reg, bit))
    ok(len(got) == m * n and all(len(v) == 1 for v in got.values()),
       f"{shape} of M = {m}, cta_group {cta}: each element once", len(got))
    places = [(r, c) for r in range(0, m, 7) for c in range(0, n, 5)]
    found = batch([dict(base, element=list(p)) for p in places])
    bad = [p for p, a in zip(places, found) if [(e["warp"], int(e["address"], 16), e["thread"], e["register"], e["bit"])
                                               for e in a["element"]["places"]] != got[p]]
    ok(not bad, "and --element finds it there", bad[:5])

for m, cta, tiles, rows, columns in ((128, 1, [1, 1], [[32, 63]], [[0, 63]]), (64, 1, [1, 1], [[16, 31]], [[0, 63]]),
                                     (64, 1, [2, 1], [[16, 31], [80, 95]], [[0, 63]]),
                                     (64, 2, [1, 1], [[32, 63]], [[0, 31]]), (32, 2, [1, 1], [[0, 31]], [[16, 31]])):
    a = batch([{"cmd": "frag", "op": "tcgen05.ld.32x32b.x4", "m_sm": m, "n_sm": 64, "cta_group": cta,
                "tiles": tiles, "warp": 5}])[0]
    same(a["reach"], {"lanes": [32, 63], "rows": rows, "columns": columns}, f"what warp 5 reaches of M = {m}")

# ---- pictures -----------------------------------------------------------------------------------
rc, out, _ = run("tmem", "C", "--m-sm", "64", "--n-sm", "8", "--picture", "--ascii", "--color", "never")
ok(rc == 0 and "63,7" in out and "documented, not measured" in out, "a picture of tensor memory", out[:300])
rc, out, _ = run("tmem", "SFA", "--mn", "128", "--format", "svg")
ok(rc == 0 and out.startswith("<svg") or out.startswith("<?xml"), "as SVG", out[:80])
rc, out, _ = run("frag", "tcgen05.ld.16x64b.x2", "--picture", "--ascii", "--color", "never")
ok(rc == 0 and "T31" in out and "R1" in out, "a picture of a load", out[:300])
rc, out, _ = run("frag", "tcgen05.cp.4x256b", "--picture", "--ascii", "--color", "never")
ok(rc == 0 and "r3" in out, "a picture of a copy", out[:300])

# ---- sm_120 -------------------------------------------------------------------------------------
for op, dtype, shape, regs in (("mma.m16n8k32", "e2m1", [16, 32], 4), ("mma.m16n8k64", "e2m1", [16, 64], 4),
                               ("mma.m16n8k32", "e3m2", [16, 32], 4), ("mma.sp.m16n8k64", "e4m3", [16, 64], 4),
                               ("mma.sp.m16n8k128", "e2m1", [16, 128], 4)):
    a = batch([{"cmd": "frag", "op": op, "dtype": dtype, "operand": "a"}])[0]
    same((a["ok"], a["shape"], a["registers"]["count"], a["basis"]), (True, shape, regs, "documented"),
         f"{op} of {dtype}")
    seen = sorted(a["tv"])
    ok(seen == list(range(shape[0] * shape[1])), "each element once")
name = "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3"
a = batch([{"cmd": "frag", "op": name, "operand": "b"}])[0]
same((a["ok"], a["op"], a["shape"]), (True, "mma.m16n8k64.row.col", [8, 64]), "the whole opcode")
a = batch([{"cmd": "frag", "op": "mma.m16n8k32", "dtype": "e4m3", "operand": "a"}])[0]
ok(a["ok"] and "basis" not in a, "what was measured is not said to be documented only")

# ---- refusals -----------------------------------------------------------------------------------
F16 = ("--kind", "f16", "--m", "128", "--n", "64")
REFUSALS = [
    ("idesc", "usage", "kind"), ("idesc --kind f16", "usage", "m"), ("idesc --kind f16 --m 64", "usage", "n"),
    ("idesc --kind f15 --m 64 --n 8", "value", "kind"), ("idesc --kind f16 --m 96 --n 8", "instruction", "m"),
    ("idesc --kind f16 --m 64 --n 12", "n", "n"), ("idesc --kind f16 --m 64 --n 0", "n", "n"),
    ("idesc --kind f16 --m 64 --n 99999999999", "overflow", "n"),
    ("idesc --kind f16 --m -2147483648 --n 8", "instruction", "m"), ("idesc --kind f16 --m 64 --n -2147483648", "n", "n"),
    ("idesc 0x08200480 --m 64", "usage", "m"), ("tmem plan C:0x64", "syntax", "fragments"), ("tmem plan SFA:128x0", "syntax", "fragments"), ("idesc 0x08200480 --a-major mn", "usage", "a-major"),
    ("tmem C --m-sm 64 --n-sm 64 --cta-group 3", "value", "cta_group"), ("tmem C --m-sm 64 --n-sm 64 --tiles 1x4294967297", "overflow", "tiles"),
    ("tmem A --m-sm 64 --n-sm 64", "usage", "n-sm"), ("tmem C --m-sm 64 --n-sm 64 --k 8", "usage", "k"),
    ("tmem SFA --m-sm 128", "usage", "m-sm"), ("tmem C --m-sm 64 --n-sm 64 --vec 16", "usage", "vec"),
    ("frag tcgen05.ld.32x32b.x1 --what plan", "value", "what"), ("frag tcgen05.ld.32x32b.x1 --what plan --n-sm 8", "value", "what"),
    ("frag tcgen05.ld.32x32b.x1 --what A --n-sm 64", "usage", "n-sm"), ("frag tcgen05.ld.32x32b.x1 --warp 4294967296", "overflow", "warp"),
    ("tmem plan C:128x4294967360", "syntax", "fragments"),
    ("sf --m 128 --k 64 --start 16", "usage", "start"), ("sf --m 128 --k 64 --kind mxf4", "usage", "kind"),
    ("sf --kind mxf4 --mma 128x64x64 --tile 128x64x256 --byte 3", "usage", "byte"), ("idesc --kind f16 --m 64 --n -8", "n", "n"),
    ("idesc --kind f16 --m 64 --n 8 --k 32", "instruction", "k"),
    ("idesc --kind mxf4 --m 128 --n 64 --k 96 --arch sm100", "instruction", "k"),
    ("idesc --kind f16 --m 64 --n 8 --a e4m3", "dtype", "a"), ("idesc --kind f16 --m 64 --n 8 --b s8 --a f16", "dtype", "b"),
    ("idesc --kind i8 --m 64 --n 8 --d f32", "dtype", "d"), ("idesc --kind f16 --m 64 --n 8 --a bf16 --d f16", "dtype", "d"),
    ("idesc --kind mxf4 --m 128 --n 8 --scale ue4m3", "dtype", "sf"), ("idesc --kind i8 --m 64 --n 8 --a e4m3", "dtype", "a"),
    ("idesc --kind f16 --m 64 --n 8 --a-src tmem --a-major mn", "major", "a_major"),
    ("idesc --kind mxf4 --m 128 --n 8 --b-major mn", "major", "b_major"),
    ("idesc --kind f8f6f4 --m 128 --n 16 --a e2m3 --a-major mn", "major", "a_major"),
    ("idesc --kind f16 --m 64 --n 8 --vec 16", "value", "vec"), ("idesc --kind f16 --m 64 --n 8 --sfa-id 1", "value", "sfa_id"),
    ("idesc --kind f16 --m 64 --n 8 --sfb-id 1", "value", "sfb_id"), ("idesc --kind f16 --m 64 --n 8 --scale ue8m0", "value", "sf"),
    ("idesc --kind mxf4 --m 128 --n 8 --vec 16", "value", "vec"), ("idesc --kind mxf4nvf4 --m 128 --n 8 --sfa-id 2", "value", "sfa_id"),
    ("idesc --kind mxf4 --m 128 --n 8 --sfb-id 1", "value", "sfb_id"), ("idesc --kind mxf8f6f4 --m 128 --n 8 --sfb-id 4", "value", "sfb_id"),
    ("idesc --kind mxf4nvf4 --m 512 --n 64 --cta-group 2 --sparse", "instruction", "m"),
    ("idesc --kind f16 --m 64 --n 8 --sparse-id 1", "value", "sparse_id"),
    ("idesc --kind f16 --m 64 --n 8 --sparse --sparse-id 4", "value", "sparse_id"),
    ("idesc --kind f16 --m 64 --n 8 --max-shift 8", "value", "max_shift"),
    ("idesc --kind f16 --m 64 --n 64 --ws --max-shift 9", "value", "max_shift"),
    ("idesc --kind f16 --m 64 --n 8 --saturate", "value", "sat"), ("idesc --kind i8 --m 64 --n 8 --negate-b", "value", "b_neg"),
    ("idesc --kind mxf4 --m 128 --n 64 --ws", "instruction", "ws"),
    ("idesc --kind f16 --m 128 --n 64 --ws --cta-group 2", "instruction", "cta_group"),
    ("idesc --kind f16 --m 128 --n 64 --cta-group 3", "value", "cta_group"),
    ("idesc --kind i8 --m 128 --n 64 --arch sm103", "instruction", "kind"),
    ("idesc --kind f16 --m 128 --n 64 --arch sm90", "value", "arch"),
    ("idesc 0x108200480", "range", "idesc"), ("idesc 12zz", "syntax", "idesc"),
    ("tmem", "usage", "what"), ("tmem D", "value", "what"), ("tmem C --m-sm 32 --n-sm 64", "value", "m_sm"),
    ("tmem C --m-sm 64 --n-sm 12", "value", "n_sm"), ("tmem C_ws --m-sm 64 --n-sm 192", "value", "n_sm"),
    ("tmem C --m-sm 64", "value", "n_sm"), ("tmem C --m-sm 64 --n-sm 64 --dtype s8", "dtype", "dtype"),
    ("tmem C --m-sm 64 --n-sm 64 --alloc 4x1", "value", "alloc"), ("tmem A --m-sm 64 --alloc Interleaved", "value", "alloc"),
    ("tmem A --m-sm 32", "value", "m_sm"), ("tmem A --m-sm 64 --k 32", "value", "k"), ("tmem E --m-sm 64", "value", "m_sm"),
    ("tmem E --m-sm 128 --alloc 2x2", "value", "alloc"), ("tmem SFA --mn 192", "value", "mn"),
    ("tmem SFA --mn 128 --vec 8", "value", "vec"), ("tmem SFA --mn 128 --nsf 6", "value", "nsf"),
    ("tmem SFA --mn 128 --tiles 1x5", "value", "tiles"), ("tmem SFA --mn 128 --alloc Interleaved", "value", "alloc"),
    ("tmem C --m-sm 64 --n-sm 64 --tiles 3x1", "value", "tiles"), ("tmem C --m-sm 64 --n-sm 64 --tiles 0x1", "value", "tiles"),
    ("tmem C --m-sm 128 --n-sm 256 --tiles 3x1", "fit", "tiles"), ("tmem C --m-sm 64 --n-sm 64 --element 64,0", "value", "element"),
    ("tmem C --m-sm 64 --n-sm 64 --element 0,-1", "value", "element"), ("tmem C --m-sm 64 --n-sm 64 --lane 3", "usage", "column"),
    ("tmem C --m-sm 64 --n-sm 64 --column 3", "usage", "lane"), ("tmem C --m-sm 64 --n-sm 64 --column 3 --lane 128", "value", "lane"),
    ("tmem C --m-sm 64 --n-sm 64 --column 512 --lane 0", "value", "column"), ("tmem C x", "usage", "fragments"),
    ("tmem plan", "usage", "fragments"), ("tmem plan D:1x1", "syntax", "fragments"), ("tmem plan C:128", "syntax", "fragments"),
    ("tmem plan C", "syntax", "fragments"), ("tmem plan C:128x64:f15", "syntax", "fragments"), ("tmem plan =C:128x64", "syntax", "fragments"),
    ("tmem plan C:128x64@512", "syntax", "fragments"), ("tmem plan C:128x64@x", "syntax", "fragments"),
    ("tmem plan C:128x63", "value", "n_sm"), ("tmem plan C:128x256 C:128x256 C:128x8", "fit", "fragments"),
    ("tmem plan C:128x64@0 C:128x64@63", "fit", "fragments"), ("tmem plan C:128x64@500", "fit", "fragments"),
    ("tmem plan C:128x64 --format svg", "value", "format"),
    ("frag tcgen05.mma.x", "syntax", "op"), ("frag tcgen05.ld", "syntax", "op"), ("frag tcgen05.ld.32x32b", "syntax", "op"),
    ("frag tcgen05.ld.32x64b.x1", "syntax", "op"), ("frag tcgen05.ld.32x32b.x3", "instruction", "op"),
    ("frag tcgen05.ld.16x256b.x64", "instruction", "op"), ("frag tcgen05.ld.red.16x64b.x1", "instruction", "op"),
    ("frag tcgen05.ld.32x32b.x1.unpack::16b", "syntax", "op"), ("frag tcgen05.cp.32x32b", "syntax", "op"),
    ("frag tcgen05.cp.128x256b --pack16", "value", "pack16"), ("frag tcgen05.ld.32x32b.x1 --split 4", "value", "split"),
    ("frag tcgen05.ld.16x32bx2.x1 --split 600", "value", "split"), ("frag tcgen05.ld.32x32b.x1 --thread 32", "value", "thread"),
    ("frag tcgen05.cp.128x256b --thread 0", "value", "thread"), ("frag tcgen05.ld.32x32b.x1 --operand a", "usage", "operand"),
    ("frag tcgen05.ld.32x32b.x1 --acc f32", "usage", "acc"), ("frag tcgen05.ld.32x32b.x1 --warp 32", "value", "warp"),
    ("frag tcgen05.ld.32x32b.x1 --lane 16", "value", "lane"), ("frag tcgen05.ld.16x64b.x1 --warp 2 --lane 32", "value", "lane"),
    ("frag tcgen05.ld.32x32b.x8 --column 505", "value", "column"), ("frag tcgen05.ld.32x32b.x1 --element 0,0", "usage", "element"),
    ("frag tcgen05.cp.128x256b --m-sm 128 --n-sm 64", "usage", "op"), ("frag tcgen05.ld.32x32b.x1 --format cute", "value", "format"),
    ("frag tcgen05.ld.32x32b.x1 --m-sm 128 --n-sm 64 --element 128,0", "value", "element"),
    ("frag tcgen05.ld.32x32b.x1 --m-sm 99 --n-sm 64", "value", "m_sm"), ("frag mma.sp.m16n8k64 --dtype e4m3 --operand e", "value", "operand"),
    ("frag mma.m16n8k64 --dtype e4m3", "dtype", "dtype"),
    ("sf", "usage", "m"), ("sf --m 128", "usage", "k"), ("sf SFB --k 128", "usage", "n"), ("sf SFD --m 128", "usage", "n"),
    ("sf --m 128 --k 64 --problem 1,2,3,4", "usage", "m"), ("sf --problem 1,2,3", "syntax", "problem"), ("sf --m 0 --k 64", "value", "m"),
    ("sf --m 128 --k -1", "value", "k"), ("sf --problem 1,1,1,0", "value", "l"),
    ("sf SFD --problem 2147483647,2147483647,1,2147483647", "overflow", "l"),
    ("sf --m 128 --k 64 --vec 8", "value", "vec"), ("sf --m 128 --k 64 --sf-major mn", "value", "sf_major"),
    ("sf --m 128 --k 64 --element 128,0", "value", "element"), ("sf --m 128 --k 64 --byte 512", "value", "byte"),
    ("sf --mma 128x64x64", "usage", "tile"), ("sf --tile 128x64x64", "usage", "mma"),
    ("sf --mma 128x64x64 --tile 128x64x256", "usage", "kind"), ("sf --kind f16 --mma 128x64x16 --tile 128x64x64", "value", "kind"),
    ("sf --kind mxf4 --mma 64x64x64 --tile 64x64x256", "instruction", "mma"),
    ("sf --kind mxf4 --mma 128x64x0 --tile 128x64x256", "value", "mma"),
    ("sf --kind mxf4 --mma 128x64x32 --tile 128x64x256", "instruction", "mma"),
    ("sf --kind mxf4 --mma 128x64x64 --tile 256x64x256", "value", "tile"),
    ("sf --kind mxf4 --mma 128x64x64 --tile 128x64x64", "value", "tile"), ("sf --kind mxf4 --mma 128x64x96 --tile 128x64x384", "value", "mma"),
    ("sf SFD --kind mxf4 --mma 128x64x64 --tile 128x64x256", "value", "operand"),
    ("sf --kind mxf4 --mma 128x64x64 --tile 128x64x256 --start 8", "align", "start"),
    ("sf --kind mxf4 --mma 128x64x64 --tile 128x64x256 --start 0x3ff00", "range", "start"),
]
for line, code, field in REFUSALS:
    args = line.split()
    rc, out, err = run(*args)
    rcj, outj, errj = run(*args, "--json") if "--format" not in args else (rc, out, None)
    e = json.loads(errj)["error"] if errj else {"code": code, "field": field, "hint": "-"}
    want = 1 if code == "fit" else 2
    ok(rc == rcj == want and out == outj == "" and err.startswith("wgdesc: error: ") and "\nhint: " in err and
       (e["code"], e["field"]) == (code, field) and e["hint"], "refused: " + line, rc, err, errj)
a = batch([{"cmd": "tmem", "what": "plan", "fragments": [1]}])[0]
same((a["ok"], a["error"]["code"], a["error"]["field"]), (False, "syntax", "fragments"), "a fragment that is no text")
_, _, err = run("tmem", "plan", "a=C:128x64:f15")
ok(err.splitlines()[1:3] == ["    a=C:128x64:f15", "               ^"], "a caret under the part at fault", err)
_, _, err = run("frag", "tcgen05.ld.16x65b.x1")
ok(err.splitlines()[1:3] == ["    tcgen05.ld.16x65b.x1", "               ^"], "and in an opcode", err)
# Every nearest that a refusal names is legal.
for kind, more in (("i8", []), ("f16", ["--a-src", "tmem"]), ("f8f6f4", ["--b-major", "mn"]), ("f16", ["--ws"]),
                   ("mxf8f6f4", ["--cta-group", "2"]), ("tf32", ["--cta-group", "2"])):
    for m, n in ((100, 64), (128, 24), (256, 24), (32, 72), (128, 300), (256, 1)):
        for _ in range(3):
            rc, out, err = run("idesc", "--kind", kind, "--m", str(m), "--n", str(n), *more)
            near = re.search(r"the nearest legal is ([MN]) = (\d+)", err)
            if rc == 0 or not near:
                break
            m, n = (int(near[2]), n) if near[1] == "M" else (m, int(near[2]))
        ok(rc == 0, f"the nearest of {kind} {' '.join(more)} is legal", m, n, err)
done()
