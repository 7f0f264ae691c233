#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check, map and diff: what the hardware reads through a descriptor, and what is wrong with it."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, run, same  # noqa: E402

SW128 = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
WIDE = "Sw<3,4,3> o smem_ptr[16b] o ((8,8),(64,2)):((64,512),(1,4096))"
MN = "Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)"
# name, word, layout, more options, cause, fields to change, the right word
CAUSES = [
    ("the right one", 0x4000004000010040, SW128, [], None, [], None),
    ("LBO 0 instead of 1: not read", 0x4000004000000040, SW128, [], None, [], None),
    ("bytes in SBO", 0x4000040000010040, SW128, [], "bytes_for_units", ["sbo"], 0x4000004000010040),
    ("SBO shifted twice", 0x4000000400010040, SW128, [], "units_for_bytes", ["sbo"], 0x4000004000010040),
    ("the >> 4 of the start is missing", 0x4000004000010400, SW128, [], "start_not_shifted", ["start"], 0x4000004000010040),
    ("LBO and SBO swapped", 0x4000000100400040, SW128, [], "lbo_sbo_swapped", ["sbo"], 0x4000004000400040),
    ("TMA's code for 128B", 0xc000004000010040, SW128, [], "swizzle_code_tma", ["layout_type"], 0x4000004000010040),
    ("tcgen05's code for 128B", 0x8000004000010040, SW128, [], "swizzle_code_tcgen05", ["layout_type"], 0x4000004000010040),
    ("SBO off by one", 0x4000004100010040, SW128, [], "field", ["sbo"], 0x4000004000010040),
    ("K step past the atom", 0x4000004000010048, WIDE, ["--block", "0,4"], "k_step_left_atom", ["start"], 0x4000004000010240),
    ("another block", 0x4000004000010042, SW128, [], "other_block", ["start"], 0x4000004000010040),
    ("read as the other major", 0x4000004000000040, MN, ["--major", "k"], "major", [], 0x4000004000000040),
    ("a layout that nothing reads", 0x4000004000010040, "(64,64):(72,1)", [], "layout", [], None),
    ("start and SBO", 0x4000007700010066, SW128, [], "fields", ["start", "sbo"], 0x4000004000010040),
]
for name, word, layout, more, cause, fields, right in CAUSES:
    args = ["check", "0x%016x" % word, "--layout", layout, "--start", "0x400", *more]
    rc, out, err = run(*args, "--json")
    a = json.loads(out)
    if cause is None:
        same((rc, a["match"], a["wrong"], a["cause"]), (0, True, 0, None), name)
        continue
    c = a["cause"]
    same((rc, a["match"], c["code"], [f["field"] for f in c["fields"]], c["repaired"]),
         (1, False, cause, fields, right and "0x%016x" % right), name)
    ok(a["wrong"] > 0 and a["first_mismatch"]["expected_byte"] != a["first_mismatch"]["fetched_byte"],
       name + ": the first wrong element", a)
    rc, text, err = run(*args)
    ok(rc == 1 and "cause: " in text and not err, name + ", as text", text)
# base_offset taken from the address already shifted: tile at 0x4880, row 1 of the pattern.
a = json.loads(run("check", "0x4000004000010488", "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--start", "0x4880", "--json")[1])
same(a["cause"]["fields"], [{"field": "base_offset", "got": 0, "want": 1}], "base_offset missing")
a = json.loads(run("check", "0x4012004000010488".replace("4012", "4002"), "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--start", "0x4880", "--json")[1])
ok(a["match"], "base_offset right", a)

# map: the contract's form; against the numbers of the rule, worked out here.
a = json.loads(run("map", "0x4000004000010040", "--json")[1])


def rule(r, k):
    at = 0x400 + r % 8 * 128 + r // 8 * 1024 + 2 * k
    return at ^ (at >> 7 & 7) << 4


same((a["mn"], a["k"], a["bytes"]), (64, 16, [[rule(r, k) for k in range(16)] for r in range(64)]), "map of 128B K-major")
same((a["span"], a["fetched_bytes"], a["never_bytes"], a["twice_bytes"]), (["0x400", "0x2400"], 2048, 6144, 0), "its extent")
rc, out, _ = run("map", "0x4000004000010040", "--format", "csv")
rows = [line.split(",") for line in out.splitlines()]
same((rc, rows[0], [int(x[2]) for x in rows[1:]]), (0, ["mn", "k", "byte"], [rule(r, k) for r in range(64) for k in range(16)]), "the same as CSV")
rc, out, _ = run("map", "0x4000004000010040")
ok(rc == 0 and "0x0490" in out and "extent      0x400-0x23ff" in out, "the same as a table", out[:400])
a = json.loads(run("map", "0x4000004000010040", "--byte", "0x491", "--json")[1])
same(a["elements"], [[1, 0]], "the element that a byte feeds")
same(json.loads(run("map", "0x4000004000010040", "--byte", "0", "--json")[1])["elements"], [], "a byte that feeds none")
same(len(json.loads(run("map", "0x4000004000010040", "--byte", "0x400", "--dtype", "b1", "--json")[1])["elements"]), 8, "a byte of b1 feeds eight")
a = json.loads(run("map", "0x0000000000000000", "--json")[1])
ok(a["twice_bytes"] == 128 and a["twice"] == [["0x0", "0x80"]], "everything from one place", a["twice"])
same(len(json.loads(run("map", "0x4000004000010040", "--operand", "b", "--n", "16", "--sparse", "--json")[1])["bytes"][0]), 32, "sparse B has twice the K")

# diff: "LBO is 0 here, 1 there, 16 elsewhere: which is right for 128B K-major?"
for other, rc_k, rc_all in ((0x4000004000000040, 0, 1), (0x4000004000100040, 0, 1), (0x4000008000010040, 1, 1),
                            (0x4000404000010040, 0, 0), (0x4000004000010040, 0, 0)):
    w = "0x%016x" % other
    same((run("diff", "0x4000004000010040", w, "--major", "k")[0], run("diff", "0x4000004000010040", w)[0]),
         (rc_k, rc_all), "diff with " + w)
a = json.loads(run("diff", "0x4000004000010040", "0x4000004000100040", "--json")[1])
same((a["same"], a["fields"], sorted({(d["operand"], d["major"]) for d in a["differ_for"]})),
     (False, [{"field": "lbo", "a": 1, "b": 16, "read": True, "matters": True}], [("b", "mn")]), "LBO matters for MN-major B only")
ok("not read" in run("diff", "0x4000004000010040", "0x4000004000100040", "--major", "k")[1], "and is not read here")

OP = ["--op", "m64n128k16", "--operand", "b", "--major"]
same([run("diff", "0x4000004000010040", "0x4000004000000040", *OP, m)[0] for m in ("k", "mn")], [0, 1], "diff --op, K- and MN-major B")
a = json.loads(run("map", "0x4000004000010040", "--op", "wgmma.mma_async.sp.sync.aligned.m64n16k64.f32.e4m3.e5m2", "--operand", "b", "--json")[1])
same((a["dtype"], a["mn"], a["k"], a["sparse"]), ("e5m2", 16, 64, True), "map --op takes type, N and sparse form from the name")

# decode: what the word describes.
a = json.loads(run("decode", "0xffffffffffffffff", "--json")[1])
same([f["code"] for f in a["faults"]][-1], "reserved", "reserved bits are told")
ok(all(b["outside"] for r in a["reads"] for b in r["blocks"][-1:]), "every large block leaves the window", a["reads"])
a = json.loads(run("decode", "0x4000004000010040", "--json")[1])
same([(r["operand"], r["major"], r["sparse"], [b["span_bytes"] for b in r["blocks"]]) for r in a["reads"]][:2],
     [("a", "k", False, [8192]), ("b", "k", False, [1024, 32768])], "extents")

# Every golden descriptor reads its own tile, block by block, through batch.
DTYPE = {8: "u8", 16: "bf16", 32: "tf32"}
requests = []
for n, g in enumerate(golden("cute_desc.jsonl")):
    legal_n = g["bits"] != 8 or g.get("inst_mn", 0) <= 32 or g["inst_mn"] % 16 == 0
    if g["ok"] and g["covers"] and g["hw_legal"] and legal_n:
        i, j = len(g["offsets"]) - 1, len(g["offsets"][0]) - 1
        requests.append({"cmd": "check", "dtype": DTYPE[g["bits"]], "operand": "b", "n": g["inst_mn"],
                         "desc": "0x%016x" % (int(g["desc"], 16) + g["offsets"][i][j]), "layout": g["smem"],
                         "start": 16 * g["start_addr"], "block": [i, j]})
answers = batch(requests)
ok(len(requests) > 300 and all(a["ok"] and a["match"] for a in answers), "%d golden descriptors match" % len(requests),
   [(r, a) for r, a in zip(requests, answers) if not a.get("match")][:1])

BAD = [
    (["check", "0x40"], "layout"), (["check", "--layout", SW128], "desc"), (["check", "0x40", "--layout", SW128, "--block", "1,0"], "block"),
    (["check", "0x40", "--layout", SW128, "--block", "-1,0"], "block"), (["check", "0x40", "--layout", SW128, "--block", "0,99999999999"], "block"),
    (["check", "zz", "--layout", SW128], "desc"), (["check", "0x40", "--layout", "(64,20):(64,1)"], "layout"),
    (["check", "0x40", "--layout", SW128, "--dtype", "e4m3"], "layout"), (["check", "0x40", "--layout", "(20,16):(64,1)", "--operand", "b"], "n"),
    (["map", "0x40", "--operand", "b"], "n"), (["map", "0x40", "--n", "8"], "n"), (["map"], "desc"), (["map", "0x40", "--byte", "0x100000000"], "byte"),
    (["map", "0x40", "--byte", "-1"], "byte"), (["map", "0x40", "--dtype", "s8", "--major", "mn"], "major"), (["map", "0x40", "--format", "cute"], "format"),
    (["diff", "0x40", "0x41", "--op", "m64n128k16", "--n", "8"], "n"), (["diff", "0x40", "0x41", "--op", "ldmatrix.x4"], "op"),
    (["map", "0x40", "--op", "m64n12k16"], "n"), (["map", "0x40", "--op", "x"], "op"), (["map", "0x40", "--op", "m64n8k8.f32.tf32.tf32", "--major", "mn"], "major"),
    (["check", "0x40", "--layout", "(64,16000000):(0,0)"], "layout"),
    (["diff", "0x40"], "other"), (["diff", "0x40", "0x41", "--operand", "b"], "n"), (["diff", "0x40", "0x41", "0x42"], ""),
]
for args, field in BAD:
    rc, out, err = run(*args, "--json") if "--format" not in args else run(*args)
    if "--format" in args:
        ok(rc == 2 and out == "" and field in err, "refused: " + " ".join(args), err)
    else:
        same((rc, out, json.loads(err)["error"]["field"]), (2, "", field), "refused: " + " ".join(args))
# A tile by the options of desc: its own words match, in every order, and solve finds them again.
for major, swizzle, shape, order in (("k", "128B", "64x64", "1,2"), ("mn", "64B", "128x64", "2,1"),
                                     ("k", "none", "128x48", "2,1"), ("mn", "128B", "64x32", "1,2")):
    tile = ["--major", major, "--swizzle", swizzle, "--shape", shape, "--order", order, "--start", "0x400"]
    described = json.loads(run(*tile, "--json")[1])
    for b in described["blocks"]:
        rc, out, err = run("check", b["descriptor"], *tile, "--block", "%d,%d" % (b["mn"], b["k"]))
        ok(rc == 0 and out.startswith("match"), "check a word of the tile %s %s" % (" ".join(tile), b), out + err)
    solved = json.loads(run("solve", *tile, "--json")[1])
    ok(solved["blocks"] == described["blocks"], "solve the tile %s" % " ".join(tile), solved)
rc, out, err = run("check", "0x4000004000010000", "--major", "k", "--swizzle", "64B", "--shape", "64x64")
ok(rc == 1 and "right would be 0x8000002000010000" in out, "a word of another tile is told the right one", out + err)
rc, out, err = run("check", "0x4000004000010000", "--major", "k", "--swizzle", "128B", "--shape", "64x16")
ok(rc == 2 and out == "" and "shape" in err, "a tile that desc refuses", out + err)
done()
