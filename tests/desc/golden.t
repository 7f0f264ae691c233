#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every line of the golden descriptors, asked and answered through batch."""
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, same  # noqa: E402

DTYPE = {8: "e4m3", 16: "f16", 32: "tf32"}
SWIZZLE = {"INTER": "none", "SW32": "32B", "SW64": "64B", "SW128": "128B"}
START = 0x400


def plain(text):
    return text.replace("_", "").replace("smemptr", "smem_ptr").replace("(unset)", "")


def request(g, operand):
    return {"cmd": "desc", "dtype": DTYPE[g["bits"]], "major": g["major"].lower(),
            "swizzle": SWIZZLE[g["swizzle"]], "shape": [g["smem_mn"], g["smem_k"]],
            "operand": operand, "n": g["inst_mn"] if operand == "b" else None,
            "order": [int(s.strip("_")) for s in g["step"].split(",")], "start": hex(START)}


def blocks(g):
    """(mn, k, offset, start, descriptor) in CuTe's print order: K outer, MN inner."""
    word = int(g["desc"], 16)
    return [(i, j, 16 * g["offsets"][i][j], hex(START + 16 * g["offsets"][i][j]),
             "0x%016x" % (word + g["offsets"][i][j]))
            for j in range(g["k_blocks"]) for i in range(g["mn_blocks"])]


def answer_matches(g, a):
    return (a["ok"] and a["smem"]["layout"] == plain(g["smem"])
            and a["smem"]["layout_u128"] == plain(g["smem_u128"])
            and a["canonical"] == plain(g["canonical"]) and a["iterator"] == plain(g["iter"])
            and a["lbo"]["field"] == g["LBO"] and a["lbo"]["bytes"] == 16 * g["LBO"]
            and a["sbo"]["field"] == g["SBO"] and a["sbo"]["bytes"] == 16 * g["SBO"]
            and a["layout_type"]["value"] == g["layout_type"]
            and a["descriptor"] == g["desc"] and a["block"] == [g["inst_mn"], g["inst_k"]]
            and a["transpose"] == int(g["major"] == "MN")
            and [tuple(b.values()) for b in a["blocks"]] == blocks(g))


# Why a line must be refused, as the error code; the first that holds.
def refusal(g):
    if not g["hw_legal"]:
        return {"major"}
    if not g["ok"] or not g["covers"]:
        return {"cover", "tile"}
    return None


lines = golden("cute_desc.jsonl")
asked = [(g, request(g, o)) for g in lines
         for o in (["a", "b"] if g["inst_mn"] == 64 else ["b"])]
answers = batch([r for _, r in asked])
good = bad = refused = kept = 0
for (g, r), a in zip(asked, answers):
    codes = refusal(g)
    if codes is None:
        good += 1
        if not answer_matches(g, a):
            bad += 1
            ok(False, "descriptor", g, a)
    else:
        refused += 1
        if a["ok"] or a["error"]["code"] not in codes or not a["error"]["hint"]:
            kept += 1
            ok(False, "refusal", g, a)
same((bad, good > 700), (0, True), "%d requests answered as CuTe does" % good)
same((kept, refused > 200), (0, True),
     "%d requests refused: not legal for the hardware, or not covering the tile" % refused)
same(len({g["bits"] for g in lines}), 3, "three element widths are among them")
done()
