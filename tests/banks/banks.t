#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgdesc banks: known cases, formulas against Python's own arithmetic and a counter written here,
the recommendation recounted, the text, and every refusal of the command."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch as tap_batch, done, ok, run  # noqa: E402


def batch(requests):
    return tap_batch([dict(r, cmd="banks") for r in requests])


def degrees(addresses, width, load=False):
    """Wavefronts of each phase: the most distinct words that one bank is asked for. Wide loads
    merge phases when all neighbours agree."""
    per_phase = 128 // max(width, 4)
    if load and width > 4:
        for bit in (1, 2):
            if all(addresses[i] == addresses[i ^ bit] for i in range(len(addresses))):
                per_phase *= 2
                break
    result = []
    for first in range(0, len(addresses), per_phase):
        words = {(a + b) // 4 for a in addresses[first:first + per_phase] if a is not None
                 for b in range(0, width, 4)}
        banks = [w % 32 for w in words]
        result.append(max((banks.count(b) for b in set(banks)), default=0))
    return result


def shown_degrees(use):
    return [p["degree"] for p in use["shown"]["phases"]]


# ---- tiles ---------------------------------------------------------------------------------------
known = [
    ({"shape": [64, 64], "access": "ldmatrix.x4"}, 8, 448),
    ({"layout": "(64,64):(72,1)", "access": "ldmatrix.x4"}, 1, 0),
    ({"layout": "Sw<3,3,3> o 0 o (64,64):(64,1)", "access": "ldmatrix.x4"}, 1, 0),
    ({"layout": "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", "access": "ldmatrix.x4"}, 1, 0),
    ({"layout": "Sw<2,3,3> o 0 o (64,64):(64,1)", "access": "ldmatrix.x4"}, 2, 64),
    ({"layout": "((8,8),64):((64,512),1)", "access": "ldmatrix.x2:mma.b"}, 8, 448),
    ({"shape": [64, 64], "access": "st.b128:copy"}, 1, 0),
    ({"shape": [256, 32], "access": "ldmatrix.x4"}, 4, 384),
    ({"shape": [32, 32], "bits": 32, "access": "ld.b32:column"}, 32, 992),
    ({"layout": "(64,64):(1,64)", "access": "ldmatrix.x4.trans:mma.a"}, 8, 448),
    ({"shape": [64, 64], "access": "st.b32:frag:m64n64k16:d"}, 8, 448),
]
for (r, worst, conflicts), a in zip(known, batch([k[0] for k in known])):
    u = a["uses"][0] if a["ok"] else {}
    ok(a["ok"] and (u["worst"], u["conflicts"]) == (worst, conflicts), json.dumps(r), str(a)[:400])

requests = [{"shape": [64, 64], "access": "ldmatrix.x4", "step": s} for s in range(16)]
for s, a in enumerate(batch(requests)):
    lanes = a["uses"][0]["shown"]["addresses"]
    rows, col = s // 4 * 16, s % 4 * 32
    want = [(rows + t % 16) * 128 + col + t // 16 * 16 for t in range(32)]
    if lanes != want:
        ok(False, f"the rows that ldmatrix reads, step {s}", lanes)
        break
else:
    ok(True, "the rows that ldmatrix reads, every step of the tile")


def recount(layout, access, width):
    """Worst degree over every step, with the addresses recounted here."""
    n = batch([{"layout": layout, "access": access}])[0]["uses"][0]["accesses"]
    answers = batch([{"layout": layout, "access": access, "step": s} for s in range(n)])
    return max(max(degrees(a["uses"][0]["shown"]["addresses"], width)) for a in answers)


for shape, access, best in (([64, 64], "ldmatrix.x4,st.b128:copy", "Sw<3,3,3>"),
                            ([256, 32], "ldmatrix.x4,st.b128:copy", "Sw<2,3,3>"),
                            ([64, 48], "ldmatrix.x4", "padded by 16 bytes"),
                            ([64, 64], "st.b32:frag:m64n64k16:d", "Sw<3,3,3>"),
                            ([64, 64], "st.b128", "plain")):
    a = batch([{"shape": shape, "access": access}])[0]
    r = a["recommended"]
    ok(r and r["name"] == best and r["conflicts"] == 0 and
       all(recount(r["layout"], u, 4 if "b32" in u else 16) == 1 for u in access.split(",")),
       f"{shape} {access}: {best} is recommended, and recounted", a)
    cheaper = a["arrangements"][:[c["name"] for c in a["arrangements"]].index(best)]
    ok(all(c["conflicts"] > 0 for c in cheaper), "and nothing cheaper is free of conflicts", cheaper)
side_by_side = [c["name"] for c in batch([{"shape": [256, 32], "access": "ldmatrix.x4"}])[0]["arrangements"]]
ok(side_by_side == ["plain", "Sw<1,3,3>", "Sw<2,3,3>", "permuted", "padded by 16 bytes"],
   "plain, swizzled, permuted and padded side by side", side_by_side)
a = batch([{"shape": [16, 4], "bits": 32, "access": "ld.b128:column,ld.b32:copy"}])[0]
ok(a["ok"] and len(a["uses"]) == 2 and a["uses"][1]["shown"]["addresses"][5] == 20,
   "two uses of one tile", a)

# ---- formulas ------------------------------------------------------------------------------------
formulas = [
    ("t%16*32 + t/16*8", "ldmatrix.x4", 4),
    ("t%16*32 + (t/16*8 + t%16%8/2*8)%32", "ldmatrix.x4", 1),
    ("t%8*32 + (t/8%2*8 + t%8/2*8)%32", "ldmatrix.x2", 1),
    ("t/4*128 + t%4*2", "st.b32", 8),
    ("t/4*128 + (t%4*2 + t/4%8*8)%128", "st.b32", 1),
    ("(t^(t>>3))*8", "ld.b128", None),
    ("(t&7)<<6|t>>3<<3", "ld.b128", None),
    ("-t*-4", "st.b64", None),
    ("i*64+t*2", "st.b32", 1),
    ("t/2*4", "ld.b64", None),
    ("t/2*4", "st.b64", None),
    ("0*t", "ld.b128", None),
]
width = {"ldmatrix.x4": 16, "ldmatrix.x2": 16, "ld.b128": 16, "st.b64": 8, "ld.b64": 8, "st.b32": 4}
answers = batch([{"formula": f, "access": a} for f, a, _ in formulas])
for (f, access, worst), a in zip(formulas, answers):
    lanes = 16 if access.endswith("x2") else 32
    want = [2 * eval(f.replace("/", "//"), {"t": t, "i": 0}) for t in range(lanes)]
    u = a["uses"][0]
    good = [x for x in u["shown"]["addresses"] if x is not None] == want
    good = good and shown_degrees(u) == degrees(want, width[access], access.startswith("ld."))
    ok(good and worst in (None, u["worst"]), f"{f}, {access}", a)
a = batch([{"formula": "t*2", "access": "st.b32", "threads": 128, "steps": 3}])[0]
ok(a["uses"][0]["accesses"] == 12, "four warps and three steps are twelve accesses", a)
# What a formula may cost: 2^20 addresses, and 2^24 of its operations.
for threads, steps, access, formula, over in (
        (1024, 1024, "ld.b32", "t*4-t*4", 7), (1024, 1024, "ld.b32", "t" + "*2%64" * 3, 13),
        (1024, 1024, "ld.b32", "0" + "+2" * 8, 17), (1024, 1024, "ld.b32", "-0" + "+2" * 7, 16),
        (1024, 512, "ld.b32,st.b32", "0*t", 3), (1024, 512, "ld.b32,st.b32,st.b32", "0*t", None),
        (32, 1024, "ld.b32", "0" + "*t" * 127, 255), (1024, 64, "ld.b32", "--t" + "*0" * 127, None)):
    a = batch([{"formula": formula, "access": access, "threads": threads, "steps": steps, "bits": 32}])[0]
    addresses = threads * steps * len(access.split(","))
    if over is None and len(formula) > 200:
        good = a["error"]["code"] == "limit" and "at most 256" in a["error"]["message"]
    elif addresses > 1 << 20:
        good = a["error"]["code"] == "limit" and f"(steps: got {addresses}, want" in a["error"]["message"]
    elif addresses * over > 1 << 24:
        good = a["error"]["code"] == "limit" and f"(formula: got {addresses * over}, want" in a["error"]["message"]
    else:
        good = a["ok"] and sum(u["accesses"] for u in a["uses"]) * 32 == addresses
    ok(good, f"{formula[:16]} for {threads} x {steps} x {access}: what it costs is bounded", a)
a = batch([{"formula": "t*2+i*8", "access": "ld.b64", "threads": 64, "steps": 2, "step": 3,
            "bits": 32, "start": "0x400"}])[0]
ok(a["uses"][0]["shown"]["addresses"][:2] == [1024 + 4 * 72, 1024 + 4 * 74],
   "steps count warps first; start and bits", a)

# ---- addresses -----------------------------------------------------------------------------------
a = batch([{"addresses": [0, 128, None, "0x100", 0], "access": "ld.b32"}])[0]["uses"][0]
ok(a["worst"] == 3 and a["shown"]["banks"][:5] == [0, 0, None, 0, 0], "a list of addresses", a)
rc, out, _ = run("banks", "--access", "ld.b32", "0", "128", "-", "0x100", "0")
ok(rc == 0 and "worst 3-way" in out, "the same as typed", out)
rc, out, _ = run("banks", "--shape", "8x64", "--access", "ldmatrix.x1")
ok(rc == 0 and out.splitlines()[:5] == [
    "ldmatrix.x1:mma.a", "  8 accesses, 8 phases, 64 wavefronts, 56 conflicts, worst 8-way",
    "  access 0", "  phase  lanes  degree  words  first bank of each lane",
    "      0   0-7        8     32   0  0  0  0  0  0  0  0"], "the text of a tile", out)
ok("* Sw<3,3,3> " in out, "the recommendation is marked", out)

# ---- refusals ------------------------------------------------------------------------------------
tile = ["banks", "--shape", "64x64", "--access"]
refusals = [
    (["banks", "--shape", "64x64"], "usage", "access"),
    (["banks", "--access", "ld.b32"], "usage", ""),
    (["banks", "--access", "ld.b32", "--shape", "8x8", "--formula", "t"], "usage", ""),
    (tile + ["ld.b24"], "value", "access"),
    (tile + ["ld.b32:sideways"], "value", "access"),
    (tile + ["ld.b32,,ld.b64"], "syntax", "access"),
    (tile + [",".join(["ld.b32"] * 9)], "limit", "access"),
    (tile + ["ld.b32:" + "x" * 200], "too_long", "access"),
    (tile + ["ld.b32:mma.a"], "value", "access"),
    (tile + ["st.b32:frag"], "syntax", "access"),
    (tile + ["st.b32:frag:m64n72k16:d"], "tile", "shape"),
    (tile + ["ld.b32", "--bits", "12"], "value", "bits"),
    (tile + ["ld.b32", "--bits", "-8"], "value", "bits"),
    (tile + ["ld.b32", "--start", "8"], "align", "start"),
    (tile + ["ld.b32", "--step", "-1"], "value", "step"),
    (tile + ["ld.b32", "--step", "64"], "value", "step"),
    (["banks", "--shape", "0x64", "--access", "ld.b32"], "value", "shape"),
    (["banks", "--shape", "4096x4096", "--access", "ld.b128"], "range", "layout"),
    (["banks", "--layout", "(64,64):(64,", "--access", "ld.b32"], "syntax", None),
    (["banks", "--layout", "64:1", "--access", "ld.b32"], "value", "layout"),
    (["banks", "--layout", "(8,8):(8,1)", "--access", "ldmatrix.x4"], "tile", "shape"),
    (["banks", "--formula", "t+", "--access", "ld.b32"], "syntax", "formula"),
    (["banks", "--formula", "t/(t-t)", "--access", "ld.b32"], "domain", "formula"),
    (["banks", "--formula", "t+65536*65536", "--access", "ld.b32"], "overflow", "formula"),
    (["banks", "--formula", "t-1", "--access", "ld.b32"], "range", "formula"),
    (["banks", "--formula", "t", "--access", "ld.b32"], "align", "addresses"),
    (["banks", "--formula", "t", "--access", "ld.b32:copy"], "value", "access"),
    (["banks", "--formula", "t", "--access", "ld.b32", "--threads", "33"], "value", "threads"),
    (["banks", "--formula", "t", "--access", "ld.b32", "--steps", "0"], "value", "steps"),
    (["banks", "--access", "ld.b32", "x"], "syntax", "addresses"),
    (["banks", "--access", "ld.b32", "262144"], "range", "addresses"),
    (["banks", "--access", "ld.b128", "8"], "align", "addresses"),
    (["banks", "--access", "ldmatrix.x1"] + ["0"] * 9, "value", "addresses"),
    (["banks", "--access", "ld.b32"] + ["0"] * 33, "limit", "addresses"),
]
for args, code, field in refusals:
    rc, out, err = run(*args)
    rcj, outj, errj = run(*args, "--json")
    e = json.loads(errj)["error"]
    ok(rc == rcj == 2 and out == outj == "" and err.startswith("wgdesc: error: ") and
       e["code"] == code and (field is None or e["field"] == field),
       "refused: " + " ".join(args[1:])[:60] + ".", f"{rc} {out} {err} {errj}")
bad = batch([{"addresses": [0.5], "access": "ld.b32"}, {"addresses": [True], "access": "ld.b32"}])
ok(all(a["error"]["field"] == "addresses" for a in bad), "an address is a whole number", bad)
for layout in ("(65536,65536):(0,1)", "(65536,65535):(0,0)"):
    args = ["--layout", layout, "--bits", "32", "--access", "ld.b32:copy"]
    rc, out, err = run("banks", *args)
    ok((rc, out) == (2, "") and "larger than shared memory" in err and "hint: " in err,
       "refused: " + layout + ", whose accesses no int counts", f"{rc} {out} {err}")
for args, text in (
        (["--shape", "0x64", "--access", "ld.b32"], "(shape: got 0, want 1 to 65536 rows"),
        (["--shape", "64x6", "--access", "st.b128"], "hint: access fewer bytes, or pad the rows"),
        (["--shape", "64x64", "--access", "st.b32:frag"], "hint: 'wgdesc banks --help' lists the orders"),
        (["--shape", "64x64", "--access", "st.b32:copy:x"], "hint: 'wgdesc banks --help' lists the orders"),
        (["--shape", "64x64", "--access", "ld.b32", "--step", "64"], "(step: got 64, want a number below 64)"),
        (["--formula", "t*9999999999999999999", "--access", "ld.b32"], "got 9999999999999999..., want"),
        (["--formula", "t", "--access", "ld.b32", "--format", "cute"],
         "(format: got cute, want text, json, svg, latex, latex-fragment, html)")):
    rc, out, err = run("banks", *args)
    ok((rc, out) == (2, "") and text in err, "refused with what was got: " + text, f"{rc} {out} {err}")
_, _, err = run("banks", "--formula", "t*(8+)", "--access", "ld.b32")
ok(err.splitlines()[1:3] == ["    t*(8+)", "         ^"], "a caret under the fault", err)

# ---- the order of a layout, several warps, the best arrangement ---------------------------------
TV = "((8,16),(8,4)):((512,1),(64,16))"  # 8 threads along a row of 64, 16 rows, four times further down
a, = batch([{"shape": [64, 64], "access": "st.b128:tv,st.b128:copy", "tv": TV, "step": 1}])
lanes = a["uses"][0]["shown"]["addresses"] if a["ok"] else []
ok(lanes == [(16 + t // 8) * 128 + t % 8 * 16 for t in range(32)] and
   a["uses"][0]["conflicts"] == a["uses"][1]["conflicts"] == 0, "a tiled copy's threads", str(a)[:300])
a, = batch([{"layout": "(64,64):(64,1)", "access": "ld.b128:tv", "tv": "(64,64):(1,64)"}])
ok(a["ok"] and a["uses"][0]["worst"] == 8, "a row to each thread, of a layout", str(a)[:300])
a, = batch([{"access": "st.b32", "addresses": [0, 128, None, 4], "warps": 3, "warp-stride": 64}])
ok(a["uses"][0]["accesses"] == 3 and a["uses"][0]["wavefronts"] == 6, "three warps", str(a)[:300])
shown = [batch([{"access": "st.b32", "addresses": [0, 128, None, 4], "warps": 3, "warp-stride": 64, "step": s}])[0]
         ["uses"][0]["shown"]["addresses"][:4] for s in range(3)]
ok(shown == [[64 * w, 64 * w + 128, None, 64 * w + 4] for w in range(3)], "a stride from warp to warp", shown)
for uses, weights in (("ldmatrix.x4,st.b128:copy", None), ("st.b32:column,ld.b32:copy", "3,1")):
    a, = batch([{"shape": [64, 64], "access": uses, "optimal": True, "weights": weights}])
    b = tap_batch([{"cmd": "swizzle", "shape": [64, 64], "access": uses, "weights": weights}])[0]
    ok(a["optimal"] == {k: v for k, v in b.items() if k not in ("schema", "cmd", "ok")}, "optimal: " + uses)
rc, out, err = run("banks", "--shape", "64x64", "--access", "ldmatrix.x4", "--optimal")
ok(rc == 0 and "proof: " in out and "tile_offset" in out, "optimal as text", out, err)
for args, field in (
        (["--shape", "64x64", "--access", "st.b128:tv"], "tv"),
        (["--shape", "64x64", "--access", "st.b128:copy", "--tv", TV], "tv"),
        (["--shape", "64x32", "--access", "st.b128:tv", "--tv", TV], "tv"),
        (["--shape", "64x64", "--access", "ldmatrix.x4:tv", "--tv", TV], "access"),
        (["--shape", "64x64", "--access", "st.b128:tv", "--tv", "(16,256):(1,16)"], "tv"),
        (["--shape", "64x64", "--access", "st.b128", "--warps", "2"], "warps"),
        (["--shape", "64x64", "--access", "st.b128:copy", "--threads", "0"], "threads"),
        (["--layout", "(64,64):(64,1)", "--access", "st.b128:copy", "--threads", "64"], "threads"),
        (["--access", "st.b128", "--steps", "2", "0", "128"], "steps"),
        (["--access", "ld.b32", "--warps", "33", "0"], "warps"),
        (["--access", "ld.b32", "--warps", "2", "--warp-stride", "256K", "0"], "warp-stride"),
        (["--access", "ld.b32", "--warps", "3", "--warp-stride", "128K", "0"], "warp-stride"),
        (["--access", "ld.b32", "--optimal", "0"], "optimal"),
        (["--layout", "(64,64):(1,64)", "--access", "st.b128", "--optimal"], "optimal")):
    rc, out, err = run("banks", *args)
    ok(rc == 2 and not out and "(%s:" % field in err, "refused: " + " ".join(args), rc, out, err)


# The order of a layout in registers; a tile whose columns are contiguous; lanes of one bank in the picture.
SHARED = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
COLUMNS = ["--layout", "(64,64):(1,64)"]
# Lane 1 holds column 3 and lane 2 column 1: no strides say that.
CROSSED = "#ttg.linear<{register = [[0,32],[0,64]], lane = [[0,3],[0,1],[0,4],[0,8],[0,16]], warp = [], block = []}>"
for args, field, words in (
        (["--shape", "64x64", "--access", "ld.b32:tv", "--tv", SHARED], "tv", "not a matrix in registers (tv: got ttg.swizzled_shared, want #ttg.blocked,"),
        (["--shape", "1x128", "--bits", "32", "--access", "ld.b32:tv", "--tv", CROSSED], "tv", "(tv: got basis vectors with a bit in common,"),
        (["--shape", "1x128", "--bits", "32", "--access", "ld.b32:tv", "--tv", "Sw<1,0,1> o 0 o (32,4):(1,32)"], "tv", "(tv: got a swizzle,"),
        ([*COLUMNS, "--access", "ld.b32:tv", "--tv", "((4,8),2):((16,1),8)"], "tv", "does not hold each element of the matrix (tv: got 64,"),
        ([*COLUMNS, "--access", "ld.b32", "--optimal"], "optimal", "whose rows are contiguous (optimal: got a column-major one, want --shape, or such a --layout)"),
        (["--access", "ld.b32", "0", "--optimal"], "optimal", "(optimal: got no tile, "),
        (["--layout", "Sw<3,4,3> o smem_ptr[8b] o (64,64):(64,1)", "--bits", "16", "--access", "ld.b32"], "bits",
         "the layout names another width (bits: got 16, want the N of smem_ptr[Nb])")):
    rc, out, err = run("banks", *args)
    e = json.loads(run("banks", *args, "--json")[2])["error"]
    ok((rc, out, e["field"]) == (2, "", field) and words in err, "refused: " + " ".join(args)[:80], rc, out, err)
for more in ([], ["--bits", "16"]):
    rc, out, err = run("banks", "--layout", SHARED, "--shape", "64x64", "--access", "ld.b32", *more)
    ok(rc == 0 and "* as given                      0          0      1  Sw<3,3,3> o 0 o (64,64):(64,1)\n" in out,
       "an attribute of Triton's, of 16 bits as said or not", out, err)
rc, out, err = run("banks", "--access", "ld.b64", "0", "0", "8", "264", "--picture", "--color", "never")
ok("2 wavefronts, 1 conflict; degree of each phase: 2 0\n" in out and out.count("x1 0 1") == 2 and out.count("x2 2 3") == 1 + 1,
   "lanes that share a word, and lanes that share a bank", out)
rc, out, err = run("banks", "--access", "ld.b128", *(str(256 * i) for i in range(7)), "--picture", "--color", "never")
ok(out.count("x7 0 1 2 3 +3") == 4 and "\n7 wavefronts, 6 conflicts;" in out, "more lanes than a cell has room for", out)
done()
