#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""solve: what CuTe computed is found again from the layout alone; a refusal says why and what would
work, and what it says works."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, run, same  # noqa: E402

# Every golden tile that the hardware can read, solved from the layout that CuTe printed for it. In
# the answer are CuTe's words for LBO, SBO, layout type, descriptor and the offsets of the blocks.
DTYPE = {8: "e4m3", 16: "f16", 32: "tf32"}
lines = [g for g in golden("cute_desc.jsonl") if g["ok"] and g["covers"] and g["hw_legal"]]


def plain(text):
    return text.replace("_", "").replace("(unset)", "").replace("smemptr", "smem_ptr")


requests = [{"cmd": "solve", "dtype": DTYPE[g["bits"]], "operand": "b", "n": g["inst_mn"],
             "layout": g["smem"], "start": 16 * g["start_addr"]} for g in lines]
bad = []
for g, a in zip(lines, batch(requests)):
    if not a["ok"]:
        bad.append((g, a))
        continue
    blocks = {(b["mn"], b["k"]): b["offset_bytes"] // 16 for b in a["blocks"]}
    want = {(i, j): off for i, row in enumerate(g["offsets"]) for j, off in enumerate(row)}
    got = (a["descriptor"], a["lbo"]["field"], a["sbo"]["field"], a["layout_type"]["value"],
           a["major"], a["canonical"], a["iterator"], blocks)
    if got != (g["desc"], g["LBO"], g["SBO"], g["layout_type"], g["major"].lower(),
               plain(g["canonical"]), plain(g["iter"]), want):
        bad.append((g, a))
ok(len(lines) > 300 and not bad, "%d golden tiles solve to CuTe's answer" % len(lines), len(bad), bad[:1])

# What CuTe accepts though the blocks miss parts of the tile: no descriptor reads those blocks, and
# 'check' shows what CuTe's would read.
lines = [g for g in golden("cute_desc.jsonl") if g["ok"] and not g["covers"] and g["hw_legal"]]
requests, wrong = [], 0
for g in lines:
    for i, row in enumerate(g["offsets"]):
        for j, off in enumerate(row):
            if i < g["smem_mn"] // g["inst_mn"]:
                requests.append({"cmd": "check", "dtype": DTYPE[g["bits"]], "operand": "b",
                                 "n": g["inst_mn"], "major": g["major"].lower(), "block": [i, j],
                                 "desc": "0x%016x" % (int(g["desc"], 16) + off), "layout": g["smem"],
                                 "start": 16 * g["start_addr"]})
answers = batch(requests)
for a in answers:
    wrong += a["ok"] and not a["match"] and a["first_mismatch"] is not None
ok(len(lines) > 10 and wrong >= len(lines) // 2,
   "%d tiles that CuTe does not cover: %d of %d blocks read wrong bytes" % (len(lines), wrong, len(requests)))

# Users' questions, by the sentence that answers them.
CASES = [
    ("row pitch of 80 bytes", ["--layout", "(64,16):(40,1)"], "row pitch 80 bytes", "pitch", "pad"),
    ("row pitch of 72 bytes", ["--shape", "64x16", "--pitch", "72"], "not a multiple of 16", "align", "pad"),
    ("rows in a row, no swizzle", ["--shape", "64x64", "--strides", "64,1"], "128B swizzle only", "unswizzled", "swizzle"),
    ("tf32 with M contiguous", ["--dtype", "tf32", "--layout", "(64,8):(1,64)"], "tf32 cannot be MN-major", "major", "k_major"),
    ("128B swizzle at a base of 0x410", ["--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--start", "0x410"], "phase of the swizzle", "phase", "start"),
    ("the second pair of groups elsewhere", ["--layout", "Sw<3,4,3> o smem_ptr[16b] o ((8,2,4),64):((64,512,2048),1)"], "constant stride", "stride", "canonical"),
    ("MN-major read as K-major", ["--layout", "Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)", "--major", "k"], "MN-major, not K-major", "major", "major"),
]
for name, args, sentence, reason, kind in CASES:
    rc, out, err = run("solve", *args)
    ok(rc == 1 and sentence in out and not err and "what would work" in out, name, rc, out, err)
    rc, out, err = run("solve", *args, "--json")
    a = json.loads(out)
    same((rc, a["ok"], a["error"]["code"], a["reason"], a["changes"][0]["kind"]),
         (1, False, "no_descriptor", reason, kind), name + ", as JSON")
    for c in a["changes"]:
        again = json.loads(run("solve", *[x for x in args if x in ("--dtype", "tf32")], "--json",
                               "--layout", c["layout"], "--start", c["start"])[1])
        ok(again["ok"] and again["descriptor"] == c["solution"]["descriptor"],
           "%s: %s" % (name, c["text"]), c, again)

# base_offset: the pattern begins at a base that is not aligned.
a = json.loads(run("solve", "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--start", "0x480", "--json")[1])
same((a["ok"], a["base_offset"], a["descriptor"]), (True, 1, "0x4002004000010048"), "a base at row 1 of the pattern")
same([s["descriptor"] for s in a["solutions"]], ["0x4002004000010048", "0x400a00400001004c"], "both ways to say it")

# Numbers instead of a layout, and fields that are free.
rc, text, _ = run("solve", "--shape", "64x64", "--pitch", "128", "--swizzle", "128B")
ok(rc == 0 and "0x4000004000010000" in text and "LBO may hold anything" in text, "a pitch and a swizzle", text)
a = json.loads(run("solve", "--shape", "64x64", "--strides", "64,1", "--swizzle", "128B", "--json")[1])
same((a["descriptor"], a["solutions"][0]["free"]), ("0x4000004000010000", ["lbo"]), "strides and a swizzle")
a = json.loads(run("solve", "--shape", "64x16", "--pitch", "128", "--major", "mn", "--swizzle", "128B", "--json")[1])
same((a["major"], a["transpose"], a["descriptor"]), ("mn", 1, "0x4000004000000000"), "a pitch along K")

a = json.loads(run("solve", "--layout", "((8,8),(8,2)):((8,64),(1,1024))", "--json")[1])
same((a["canonical"], a["iterator"], a["smem"]["layout_u128"]), ("((8,8),(2,1)):((1,8),(128,0))", "(1,1,1):(0,0,0)",
     "Sw<0,4,3> o smem_ptr[128b] o ((8,8),(1,2)):((1,8),(1,128))"), "a layout without swizzle, in CuTe's terms")
a = json.loads(run("solve", "--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--json")[1])
same((a["ok"], a["canonical"], a["smem"]["layout_u128"]), (True, None, None), "a swizzle of offsets has no such terms")

# Stages: starts, steps, the jump behind the atom, the carry.
a = json.loads(run("--major", "k", "--swizzle", "128B", "--shape", "128x128", "--start", "0x400", "--stages", "3", "--json")[1])
same(a["stages"]["starts"], ["0x400", "0x8400", "0x10400"], "starts of three stages")
same(a["stages"]["advance"]["k"], {"field": 2, "bytes": 32, "constant": False,
                                   "jump": {"field": 1018, "bytes": 16288, "at": 4}}, "the K step jumps at the atom")
same(a["stages"]["carry"], None, "nothing carries")
rc, text, _ = run("--major", "k", "--swizzle", "128B", "--shape", "128x128", "--start", "0x400", "--stages", "9")
ok(rc == 0 and "carries out" in text and "256 KiB lower" in text and "of stage 8" in text and "does not fit" in text, "an add that carries out of 14 bits is warned about", text)
rc, text, _ = run("solve", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)", "--stages", "2")
ok(rc == 0 and "0x4000004000010400" in text, "stages of a solved tile", text)

# Bad input is refused, with nothing on standard output.
L = "(64,64):(64,1)"
BAD = [
    ([], "layout"), (["--shape", "64x64"], "strides"), (["--shape", "64x64", "--strides", "64,1", "--pitch", "128"], "strides"),
    (["--layout", L, "--shape", "64x64"], "shape"), (["--layout", L, "--pitch", "4"], "pitch"),
    (["--layout", "(64,64:(64,1)"], "layout"), (["--layout", "(64,64):(64,1"], "layout"), (["--layout", ""], "layout"),
    (["--layout", "64:1"], "layout"), (["--layout", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", "--swizzle", "128B"], "swizzle"),
    (["--shape", "64x64", "--pitch", "129"], "pitch"), (["--shape", "0x64", "--pitch", "128"], "shape"),
    (["--shape", "64x64", "--strides", "64"], "strides"), (["--layout", L, "--stages", "0", "--swizzle", "128B"], "stages"),
    (["--layout", L, "--stages", "x"], "stages"), (["--layout", L, "--dtype", "tf32", "--major", "mn"], "major"),
    (["--layout", L, "--operand", "b", "--n", "0"], "n"), (["--layout", L, "--operand", "b", "--n", "48"], "layout"),
    (["--layout", L, "--dtype", "b1", "--sparse"], "sparse"), (["--layout", "(65,64):(64,1)"], "layout"),
]
for args, field in BAD:
    rc, out, err = run("solve", *args, "--json")
    a = json.loads(err)
    same((rc, out, a["ok"], a["error"]["field"]), (2, "", False, field), "refused: " + " ".join(args))
done()
