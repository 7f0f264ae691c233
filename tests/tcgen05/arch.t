#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Architectures: every golden line of tcgen05 through batch, what every answer says about its basis,
what is refused, and that Hopper's answers stay as they are."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, run, same  # noqa: E402

START = "0x400"


def plain(text):
    for digit in "0123456789":
        text = text.replace("_" + digit, digit)
    return text.replace("(unset)", "")


def request(g, operand, **more):
    return dict({"cmd": "desc", "arch": "sm100", "dtype": g["dtype"], "operand": operand, "start": START,
                 "major": g["operand_major"], "swizzle": g["swizzle"], "shape": g["shape"],
                 "order": g["order"], "block": g["block"]}, **more)


def as_golden(g, a, layout=True):
    blocks = {(b["mn"], b["k"]): b["descriptor"] for b in a["blocks"]}
    words = {(i, j): w for i, j, w in g["blocks"]}
    if not g["exact"]:  # CuTe's LBO does not describe the block: every other bit is the same
        hide = ~(0x3fff << 16)
        if a["lbo"]["field"] == g["lbo"] or not a["lbo"]["used"]:
            return False
        blocks, words = ({k: int(w, 16) & hide for k, w in m.items()} for m in (blocks, words))
    elif a["lbo"]["field"] != g["lbo"] or a["descriptor"] != g["desc"]:
        return False
    return (blocks == words and a["sbo"]["field"] == g["sbo"]
            and a["layout_type"]["value"] == g["layout_type"]
            and a["canonical"] == plain(g["canonical"]) and a["iterator"] == plain(g["iter"])
            and (not layout or a["smem"]["layout"] == plain(g["layout"])))


lines = golden("tcgen05/umma_desc.jsonl")
for operand in "ab":
    answers = batch([request(g, operand) for g in lines])
    legal = [g["covers"] and g["hw_legal"] for g in lines]
    same([a["ok"] for a in answers], legal, "accepted are those that cover and are legal, operand " + operand)
    wrong = [g for g, a in zip(lines, answers) if a["ok"] and not as_golden(g, a)]
    ok(not wrong, "words and layouts as make_umma_desc, operand " + operand, wrong[:1])
    ok(all(a["error"]["message"] and a["error"]["field"] and a["error"]["hint"] is not None
           for a in answers if not a["ok"]), "a refusal says why, operand " + operand)
    ok(all(a["arch"] == "sm100" and a["basis"] == "documented" for a in answers if a["ok"]),
       "every answer is documented, operand " + operand)

lines = golden("tcgen05/umma_desc_sparse.jsonl")
answers = batch([request(g, "a", sparse=True) for g in lines])
tf32 = [g["dtype"] == "tf32" and g["operand_major"] == "mn" and g["swizzle"] != "128B_32B" for g in lines]
same([not a["ok"] for a in answers], tf32, "sparse: only MN-major tf32 without 32-byte atoms is refused")
wrong = [g for g, a in zip(lines, answers) if a["ok"] and not as_golden(g, a, layout=False)]
ok(not wrong, "sparse: words and layouts as make_umma_desc", wrong[:1])

lines = golden("tcgen05/umma_k96.jsonl")
answers = batch([{"cmd": "desc", "arch": "sm103", "dtype": g["dtype"], "major": "k", "swizzle": "128B",
                  "shape": [g["mn"], 256 * g["buffers"]], "block": [g["mn"], 96], "start": START} for g in lines])
for g, a in zip(lines, answers):
    same([[b["k"], b["descriptor"]] for b in a["blocks"]], [[b[0], b[4]] for b in g["blocks"]],
         "K = 96, %d rows, %d buffers" % (g["mn"], g["buffers"]))
    ok(a["lbo_absolute"], "LBO is an address")

# One question, every command: the same architecture is named.
tile = {"major": "mn", "dtype": "tf32", "swizzle": "128B_32B", "shape": [128, 16]}
word = {"desc": "0x4000404000010040"}
asked = [dict(tile, cmd=c) for c in ("desc", "explain", "tma", "show")] + [
    dict(word, cmd="decode"), dict(word, cmd="map"), dict(word, cmd="diff", other=word["desc"]),
    dict(word, cmd="check", layout="Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)", start=START),
    {"cmd": "solve", "layout": "Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)"},
    {"cmd": "list", "what": "atoms"}]
for r in asked:
    a = batch([dict(r, arch="blackwell")])[0]
    same((a["ok"], a.get("arch"), a.get("basis")), (True, "sm100", "documented"), r["cmd"] + " --arch")
    a = batch([dict(r, arch="sm120")])[0]
    same((a["ok"], a["error"]["field"]), (False, "arch"), r["cmd"] + ": sm120 has no descriptors")

# Without --arch nothing is said of one; with sm90 only that is added.
hopper = {"cmd": "desc", "major": "mn", "swizzle": "64B", "shape": [64, 16]}
a, b = batch([hopper, dict(hopper, arch="sm90")])
ok("arch" not in a and "basis" not in a, "no --arch: no key")
same((b.pop("arch"), b.pop("basis"), b), ("sm90", "measured", a), "sm90 is what is asked without --arch")

# A word of tcgen05 is recognised; what only looks a little like one is not.
for w, arch in (("0x4000404000010040", "sm100"), ("0x4010404000400040", "sm103"),
                ("0x4000004000010040", None), ("0x4000c04000010040", None), ("0x6000404000010040", None),
                ("0x4000404000014040", None), ("0x4020404000010040", None)):
    for cmd in ("decode", "explain"):
        same(batch([{"cmd": cmd, "desc": w}])[0].get("arch"), arch, "%s %s" % (cmd, w))

a = batch([{"cmd": "decode", "desc": "0x4000404000010040", "arch": "sm90"}])[0]
same([f["code"] for f in a["faults"]], ["tcgen05", "reserved"], "as wgmma reads it, with a warning")

# The text ends with what it rests on.
status, out, _ = run("--arch", "sm100", "--major", "k", "--swizzle", "128B", "--shape", "128x64")
ok(status == 0 and out.endswith("\nsm100: documented, not measured\n"), "the last line", out[-80:])
status, out, _ = run("check", "0x4000004000010040", "--arch", "sm100", "--layout",
                     "Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)", "--start", START)
ok(status == 1 and "right would be 0x4000404000010040" in out, "Hopper's word, checked", out)
a = batch([{"cmd": "check", "arch": "sm100", "desc": "0x4000004000010040", "start": START,
            "layout": "Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)"}])[0]
same((a["match"], a["cause"]["code"], a["cause"]["repaired"], a["first_mismatch"]["fetched_byte"]),
     (False, "version", "0x4000404000010040", None), "the version is missing")

# Two architectures, one layout.
for other, yes in (("0x4000404000010040", True), ("0x4000404000010041", False), ("0x4000004000010040", False)):
    a = batch([{"cmd": "diff", "desc": "0x4000004000010040", "other": other, "other-arch": "sm100"}])[0]
    same((a["same"], a["arch"], a["other_arch"], a["basis"]), (yes, "sm90", "sm100", "documented"),
         "Hopper against " + other)

# map and show give the bytes of the rule; a block is said by --block, to show by --inst-block.
a = batch([{"cmd": "map", "arch": "sm100", "desc": "0x2000408000200000", "dtype": "tf32", "major": "mn",
            "block": [64, 8]}])[0]
want = [[(o := r % 32 * 4 + r // 32 * 512 + k % 4 * 128 + k // 4 * 2048) ^ ((o >> 7 & 3) << 5)
         for k in range(8)] for r in range(64)]
same(a["bytes"], want, "map of 128B_32B")
for cmd, key in (("show", "inst-block"), ("desc", "block")):
    a = batch([dict(tile, cmd=cmd, arch="sm100", **{key: "64x8"})])[0]
    ok(a["ok"], "%s takes %s" % (cmd, key), json.dumps(a)[:200])
refused = [(dict(hopper, arch="sm80"), "arch"), (dict(hopper, block=[128, 16]), "block"),
           (dict(hopper, arch="sm100", block=[0, 16]), "block"),
           (dict(hopper, arch="sm100", dtype="b1"), "dtype"),
           (dict(hopper, dtype="e2m1_packed4"), "dtype"), (dict(hopper, swizzle="128B_32B"), "swizzle"),
           ({"cmd": "map", "desc": "0x4000004000010040", "arch": "sm100"}, "desc"),
           ({"cmd": "map", "desc": "0x4000404000010040", "arch": "sm100", "operand": "b"}, "n")]
for r, field in refused:
    a = batch([r])[0]
    same((a["ok"], a.get("error", {}).get("field")), (False, field), "refused: " + json.dumps(r)[:70])
done()
