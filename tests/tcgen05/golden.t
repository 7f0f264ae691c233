#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idesc, tmem, sf and frag of tcgen05 against what CUTLASS's host functions gave (tests/golden/tcgen05)."""
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import GOLDEN, batch, done, ok  # noqa: E402


def lines(name):
    with open(f"{GOLDEN}/tcgen05/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


def plain(layout):
    return re.sub(r"_(?=\d)", "", layout)


def check(title, golden, requests, judge):
    """One test for a whole file: the lines that differ are shown."""
    answers = batch(requests)
    bad = [f"{g}\n{a}" for g, a in zip(golden, answers) if not judge(g, a)]
    ok(len(answers) == len(golden) > 0 and not bad, f"{title}: {len(golden)} lines", len(bad), *bad[:3])


# ---- the word -----------------------------------------------------------------------------------
SPEC = ("kind", "cta_group", "a_src", "a", "b", "d", "sf", "m", "n", "k", "vec", "a_major", "b_major",
        "a_neg", "b_neg", "sat", "sparse", "sparse_id", "sfa_id", "sfb_id", "ws", "max_shift")


def idesc_request(g):
    return dict({"cmd": "idesc"}, **{k: g[k] for k in SPEC if k in g})


golden = lines("idesc")
check("idesc", golden, [idesc_request(g) for g in golden],
      lambda g, a: a["ok"] and a["idesc"] == g["idesc"] and a["basis"] == "documented" and
      all(a[k] == v for k, v in g.items() if k in a))


def read_back(g, a):
    """One of the readings is the instruction that the word was made of."""
    form = {"cta_group": g["cta_group"], "a_src": g.get("a_src", "smem"), "ws": bool(g.get("ws"))}
    # The scale vector is no field of the word; nor are types where the kind has one.
    told = [k for k in SPEC if k in g and k not in ("cta_group", "a_src", "ws", "vec")]
    return a["ok"] and any(r["kind"] == g["kind"] and not r["faults"] and form in r["forms"] and
                           all(r[k] == g[k] for k in told) for r in a["readings"])


check("idesc, read", golden, [{"cmd": "idesc", "idesc": g["idesc"]} for g in golden], read_back)


# ---- what is legal ------------------------------------------------------------------------------
def missing_assertion(g):
    """CUTLASS takes it for want of an assertion, PTX's tables do not have it: refused here. MN-major
    fp4 (the comment on the operation says K-major), M of the sparse fp4 operation of a pair, ue4m3
    with mxf4, and types that the kind has no code for."""
    fp4 = g["kind"].startswith("mxf4")
    return ((fp4 and "mn" in (g["a_major"], g["b_major"])) or
            (fp4 and g["cta_group"] == 2 and g["m"] not in (128, 256)) or
            (g["kind"] == "mxf4" and g["sf"] != "ue8m0") or
            (g["kind"] == "i8" and g["a"] not in ("s8", "u8")))


golden = lines("idesc_legal")
check("idesc, legality", golden, [idesc_request(g) for g in golden],
      lambda g, a: a["ok"] == (g["ok"] and not missing_assertion(g)) and
      (a["ok"] or (a["error"]["field"] and a["error"]["hint"] and a["error"]["message"])))
ok(sum(g["ok"] and missing_assertion(g) for g in golden) == 19,
   "what is refused though CUTLASS takes it is as many lines as were counted")


# ---- tensor memory ------------------------------------------------------------------------------
def tmem_request(g, **more):
    keys = ("what", "alloc", "dtype", "m_sm", "n_sm", "k", "vec", "nsf", "mn", "tiles")
    r = dict({"cmd": "tmem"}, **{k: g[k] for k in keys if k in g}, **more)
    if g["cta_group"] != 0:
        r["cta_group"] = g["cta_group"]
    return r


def tmem_same(g, a):
    if not g["ok"]:
        return not a["ok"] and a["error"]["field"] == "nsf"
    return (a["ok"] and a["layout"] == plain(g["layout"]) and a["columns"] == g["columns"] and
            a["offset_shift"] == g["offset_shift"] and a["basis"] == "documented" and
            ("lanes_used" not in g or a["lanes"] == g["lanes_used"]))


golden = lines("tmem")
check("tmem", golden, [tmem_request(g) for g in golden], tmem_same)


def mode0_extents(g):
    if g["what"] in ("SFA", "SFB"):
        return g["mn"], g["vec"] * g["nsf"]
    return (128 if g.get("alloc") == "Duplicated" else g["m_sm"]), g.get("n_sm", g.get("k"))


# Each point, by its coordinate in the tile: the colexicographic index of mode 0 counts copies too,
# which stand between rows and columns (scale factors) or behind both (metadata).
requests, points = [], []
for g in golden:
    if not g["ok"] or "points" not in g:
        continue
    rows, cols = mode0_extents(g)
    copies = {"SFA": 4, "SFB": 2 if g.get("alloc") == "2x2" else 4}.get(g["what"], 1)
    for index, tm, tn, lane, column, value in g["points"]:
        row, rest = index % rows, index // rows
        copy, col = (rest % copies, rest // copies) if copies > 1 else (rest // cols, rest % cols)
        requests.append(tmem_request(g, element=[row + rows * tm, col + cols * tn]))
        points.append((lane, column, value * 32 >> g["offset_shift"], copy))
answers = batch(requests)
bad = [f"{r} {p} {a}" for r, p, a in zip(requests, points, answers)
       if not a["ok"] or (a["places"][p[3]]["lane"], a["places"][p[3]]["column"],
                          a["places"][p[3]]["bit"]) != p[:3]]
ok(len(points) > 3000 and not bad, f"tmem, {len(points)} points", len(bad), *bad[:3])

# And back: the cell says which element lies there.
back = [{k: v for k, v in r.items() if k != "element"} | {"lane": p[0], "column": p[1]}
        for r, p in zip(requests, points)]
wants = []
for r in requests:
    e = list(r["element"])
    if r["what"] in ("SFA", "SFB"):
        e[1] -= e[1] % r["vec"]
    wants.append(e)
answers = batch(back)
bad = [f"{r} {w} {a}" for r, w, a in zip(back, wants, answers)
       if not a["ok"] or w not in a["cell"]["elements"]]
ok(not bad, "tmem, the other way", len(bad), *bad[:3])


# ---- scale factors ------------------------------------------------------------------------------
golden = lines("sf_smem")
whole = [g for g in golden if g["what"] in ("SFA", "SFB", "SFD")]


def sf_request(g, **more):
    return dict({"cmd": "sf", "operand": g["what"], "vec": g["vec"], "problem": g["problem"],
                 "sf_major": g["sf_major"]}, **more)


check("sf", whole, [sf_request(g) for g in whole],
      lambda g, a: a["ok"] and a["layout"] == plain(g["layout"]) and a["bytes"] == g["cosize"] and
      a["basis"] == "documented")
atoms = [g for g in golden if g["what"] == "SfAtom_output"]
check("sf, the atom", atoms,
      [{"cmd": "sf", "operand": "SFD", "vec": g["vec"], "m": 128, "n": 128, "sf_major": g["sf_major"]}
       for g in atoms], lambda g, a: a["ok"] and a["atom"] == plain(g["layout"]))
# The samples are of the padded matrix: ask for one that is as large, and for each matrix's start.
requests, wants, starts = [], [], []
for g in whole:
    blocks = [int(n) for n in re.findall(r"\d+", plain(g["layout"]).split(":")[0])]
    padded = list(g["problem"])
    row, col = {"SFA": (0, 2), "SFB": (1, 2), "SFD": (0, 1)}[g["what"]]
    padded[row] = blocks[0] * blocks[1] * blocks[2]
    padded[col] = blocks[3] * blocks[4] * blocks[5]
    one = g["cosize"] // g["problem"][3]
    for r, c, matrix, offset in g["samples"]:
        requests.append(sf_request(dict(g, problem=padded), element=[r, c], byte=offset))
        wants.append((r, c, matrix, offset - matrix * one, offset, g))
answers = batch(requests)
bad = []
for r, (row, col, matrix, at, offset, g), a in zip(requests, wants, answers):
    first = [row, col]
    along = 0 if g["sf_major"] == "mn" else 1
    first[along] -= first[along] % g["vec"]
    if not (a["ok"] and a["byte"] == at and a["scales"]["element"] == first and
            a["scales"]["matrix"] == matrix):
        bad.append(f"{r} {a}")
ok(len(wants) > 2000 and not bad, f"sf, {len(wants)} samples both ways", len(bad), *bad[:3])


def stage_request(g):
    return {"cmd": "sf", "operand": g["operand"], "kind": g["kind"], "cta_group": g["cta_group"],
            "mma": g["mma"], "tile": g["tile"], "vec": g["vec"], "start": g.get("start", "0x0")}


stages = [g for g in golden if g["what"] == "smem_SF"]
check("sf, a stage", stages, [stage_request(g) for g in stages],
      lambda g, a: a["ok"] and a["smem"]["layout"] == plain(g["layout"]) and
      a["smem"]["bytes"] == g["cosize"])
copies = [g for g in golden if g["what"] == "utccp_SF"]
check("sf, the copies", copies, [stage_request(g) for g in copies],
      lambda g, a: a["ok"] and a["smem"]["layout"] == plain(g["smem_layout"]) and
      a["tmem"]["layout"] == plain(g["tmem_layout"]) and a["instruction"] == g["ptx"] and
      [[c["index"], c["descriptor"], c["tmem"]] for c in a["copies"]] == g["copies"])


# ---- loads, stores and copies -------------------------------------------------------------------
golden = lines("tcgen05_ldst")
moves = [g for g in golden if g["op"] != "cp"]


def short_name(g):
    """16dp64b, 4 -> tcgen05.ld.16x64b.x4, with pack16 as a key of its own."""
    shape = {"16dp32b": "16x32bx2"}.get(g["shape"], g["shape"].replace("dp", "x"))
    return f"tcgen05.{g['op']}.{shape}.x{g['repeat']}"


def same_map(g, a):
    return (a["ok"] and a["threads"] == g["threads"] and a["registers"] == g["registers"] and
            a["lanes"] == g["lanes"] and a["columns"] == g["columns"] and a["pack16"] == g["pack16"] and
            # The immediate counts from the first column.
            a["split"] == g["imm_half_split"] and a["basis"] == "documented" and
            all(m in a["map"] for m in g["map"]))


check("frag, by PTX's name", moves, [{"cmd": "frag", "op": g["ptx"]} for g in moves], same_map)
plain_moves = [g for g in moves if not g["stat"]]
check("frag, by the short name", plain_moves,
      [{"cmd": "frag", "op": short_name(g), "pack16": g["pack16"]} for g in plain_moves], same_map)

cps = [g for g in golden if g["op"] == "cp"]


def same_copy(g, a):
    """val_id is (rows, bits[, copies]) with strides in bits of tensor memory: 2^21 is one lane."""
    shape, stride = ([int(n) for n in re.findall(r"\d+", s)] for s in g["val_id"].split(":"))
    copies = shape[2] if len(shape) > 2 else 1
    want = [[r, c, (r * stride[0] + (c * stride[2] if copies > 1 else 0)) >> 21]
            for r in range(shape[0]) for c in range(copies)]
    return (a["ok"] and a["op"] == g["ptx"] and a["columns"] * 32 == shape[1] and
            a["map"] == want and a["copies"] == copies)


check("frag of cp", cps, [{"cmd": "frag", "op": g["ptx"]} for g in cps], same_copy)
done()
