#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The JSON Schema: it describes every answer and request to the last key, and not just anything."""
import copy
import json
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, run, same, skip  # noqa: E402

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP no python3-jsonschema here")
    sys.exit(0)

with open("docs/wgdesc.schema.json") as f:
    schema = json.load(f)


def closed(s):
    """The schema with every object closed: a key that is not described fails the test."""
    if isinstance(s, dict):
        s = {k: closed(v) for k, v in s.items()}
        if "properties" in s and s.get("type") == "object":
            s["additionalProperties"] = False
    elif isinstance(s, list):
        s = [closed(v) for v in s]
    return s


Validator = jsonschema.validators.validator_for(schema)
Validator.check_schema(schema)
strict = closed(schema)
answer = Validator(strict)
request = Validator({"$defs": strict["$defs"], "$ref": "#/$defs/request"})


def trouble(validator, thing):
    e = jsonschema.exceptions.best_match(validator.iter_errors(thing))
    return e and "%s at %s" % (e.message[:300], list(e.absolute_path))


DTYPE = {8: "s8", 16: "bf16", 32: "tf32"}
SWIZZLE = {"INTER": "none", "SW32": "32B", "SW64": "64B", "SW128": "128B"}
requests = [{"id": n, "cmd": "desc", "dtype": DTYPE[g["bits"]], "major": g["major"].lower(),
             "swizzle": SWIZZLE[g["swizzle"]], "shape": [g["smem_mn"], g["smem_k"]],
             "operand": "b", "n": g["inst_mn"], "start": "0x400"}
            for n, g in enumerate(golden("cute_desc.jsonl")) if n % 12 == 0]
requests += [{"cmd": "layout", "op": g["op"], "args": g["args"], "id": str(n)}
             for n, g in enumerate(golden("cute_algebra.jsonl")) if n % 20 == 0]
requests += [{"cmd": "layout", "op": op, "args": ["(8,4):(4,1)"]} for op in ("size", "cosize", "rank", "depth")]
requests += [dict({"cmd": c, "major": "k", "swizzle": "32B", "shape": [64, 64], "sparse": True}, operand="b")
             for c in ("desc", "explain", "tma", "show")]
requests += [{"cmd": c, "tile": [128, 256, 128], "sparse": s, "a": a}
             for c in ("plan", "emit") for s in (True, False) for a in ("shared", "registers", "computed")]
requests += [{"cmd": c, "arch": "sm100", "tile": [256, 192, 256], "dtype": t, "cta-group": g, "scale": sf}
             for c in ("plan", "emit") for g in (1, 2) for t, sf in (("f16", None), ("e2m1_packed4", "ue4m3"))]
requests += [{"cmd": "plan", "arch": "103a", "tile": "128x128x16", "dtype": "tf32", "a-major": "mn", "acc-stages": 1},
             {"cmd": "emit", "arch": "sm100", "tile": [128, 64, 128], "dtype": "e4m3", "kind": "mxf8f6f4", "vec": 32,
              "lang": "json"}]
requests += [{"cmd": "cost", "op": "m64n64k16", "dtype": "f16", "a": a} for a in ("shared", "registers")]
requests += [dict({"cmd": "copy", "op": "m64n64k16", "to": "f16"}, **more) for more in (
    {}, {"access": "stmatrix.x4", "as-a": "f16"}, {"access": "st.b64"}, {"lang": "cuda", "prefix": "x"},
    {"d-major": "m", "swizzle": "64B", "start": "2K", "warp": 1, "step": 0}, {"layout": "(64,64):(72,1)"},
    {"tile": "128x64", "warpgroups": 2, "access": "cp.async.4"})]
requests += [{"cmd": "copy", "tv": "((16,2),(8,4)):((64,1),(8,2))", "shape": [8, 128], "dtype": "f16",
              "layout": "(8,128):(128,1)"}]
requests += [{"cmd": "banks", "shape": [64, 64], "access": "st.b128:tv", "optimal": True, "weights": "2",
              "tv": "((8,16),(8,4)):((512,1),(64,16))"},
             {"cmd": "banks", "access": "st.b32", "addresses": [0, 4], "warps": 2, "warp-stride": "1K"},
             {"cmd": "emit", "tile": [128, 128, 64], "epilogue": True, "to": "f16", "d-major": "m",
              "d-swizzle": "64B", "access": "stmatrix.x4.trans", "as-a": "f16"}]
requests += [{"cmd": "decode", "desc": w} for w in
             ("0x0", "0x4000004000010040", "0xffffffffffffffff", "0x4004004000010040", "0x0002004000010040")]
requests += [{"cmd": "list", "what": w, **more} for w in ("dtypes", "ops", "atoms", "errors") for more in ({}, {"arch": "sm103"})]
requests += [{"cmd": "desc", "major": "k", "swizzle": "none", "shape": "64x16", "order": "1,2",
              "start": 256, "operand": "a", "n": None, "id": [1, {"x": None}]}]
requests += [{"cmd": "tma", "dtype": d, "major": "k", "swizzle": "64B", "shape": [128, k], "one-box": one}
             for d, k in (("f16", 64), ("tf32", 32), ("s8", 128), ("b1", 1024)) for one in (False, True)]
requests += [{"cmd": "tma", "major": "mn", "swizzle": "none", "shape": "64x32", "address": 64, "ld": 64,
              "global": None, "box-lines": 8}]
requests += [{"cmd": "plan", "tile": [128, n, 64], "dtype": d, "problem": p, "a-swizzle": w, "n": None}
             for d in ("bf16", "e4m3", "b1") for n in (32, 256) for p in (None, "512x512x512") for w in (None, "32B")]
requests += [{"cmd": "plan", "problem": [n, n, 4 * n], "dtype": "bf16", "gpu": gpu} for n in (8, 2048, 65536) for gpu in ("h100", "h200")]
requests += [{"cmd": "show", **r} for r in (
    {"major": "mn", "swizzle": "64B", "shape": [64, 16]}, {"desc": "0x4000004000010000", "major": "k", "unit": "element"},
    {"layout": "(4,8):(8,1)"}, {"atom": True, "major": "k", "swizzle": "B32", "cells": "byte,bank", "hide": "axes"},
    {"major": "k", "swizzle": "none", "shape": [64, 64], "block": [0, 2], "shade": "core"}, {"major": "k"})]
requests += [{"cmd": "explain", **r} for r in (
    {"major": "mn", "swizzle": "64B", "shape": [128, 32]}, {"desc": "0xffffffffffffffff"}, {"desc": "0x40"},
    {"dtype": "s8", "operand": "b", "n": 32, "major": "k", "swizzle": "32B", "shape": [64, 64], "start": "0x400"})]
SW128 = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
requests += [{"cmd": "solve", "layout": t, "start": at, "stages": n} for t, at, n in (
    (SW128, "0x400", 2), ("Sw<3,3,3> o 0 o (64,64):(64,1)", 0x480, None), ("(64,64):(72,1)", 0, None),
    ("(64,8):(1,64)", 0, None), (SW128, 0x408, 4), ("((8,8),(8,2)):((8,64),(1,512))", 0, 1000))]
requests += [{"cmd": "solve", "shape": [64, 64], "pitch": 128, "swizzle": "128B", "sparse": False},
             {"cmd": "solve", "shape": "64x16", "strides": [1, 64], "swizzle": "128B", "major": "mn"},
             {"cmd": "solve", "shape": "64x16", "strides": "64,1", "operand": "b", "n": 32}]
requests += [{"cmd": "check", "desc": w, "layout": t, "start": "0x400", "block": b} for w in
             ("0x4000004000010040", "0x4000040000010040", "0x4000004000010400", "0x4000004000010042",
              "0xc000004000010040") for t, b in ((SW128, None), (SW128, [0, 1]), ("(64,64):(72,1)", "0,0"))]
LAYOUTS = ["(64,64):(64,1)", "(64,64):(72,1)", "(64,64):(0,1)", "(64,64):(2,128)", "S<3,4,3> o 0 o ((8,8),(64,2)):((64,512),(1,4096))",
           "Sw<2,3,4> o 0 o (64,64):(64,1)", "Sw<3,4,3> o smem_ptr[16b] o (64,32):(32,1)", "((8,8),(64,1),(1,3)):((64,512),(1,0),(0,4096))"]
requests += [{"cmd": "tma", "layout": t, "start": s, "dtype": "bf16", "global": "4096x4096"} for t in LAYOUTS for s in (None, "0x430")]
requests += [{"cmd": "tma", "shape": [64, 64], "strides": "64,1"}, {"cmd": "tma", "shape": [64, 64], "pitch": "256", "major": "k"}]
K_TILE = {"major": "k", "swizzle": "128B", "shape": [128, 64], "order": [1, 2]}
requests += [dict(K_TILE, cmd="map", **more) for more in ({}, {"desc": "0x4000004000010042"}, {"desc": "0x4000004000010042", "start": 0},
             {"byte": 3}, {"element": [3, 5]}, {"element": "3,5", "desc": "0x4000004000010042"}, {"start": "0x400", "operand": "b", "n": 64})]
requests += [dict(K_TILE, cmd="check", desc=w) for w in ("0x4000004000010042", "0x4000004000010000", "0x4000004100010042")]
requests += [{"cmd": "decode", "desc": "0x4000004000010040", "operand": "b", "major": "k", "dtype": "e4m3", "n": 48, "sparse": s} for s in (True, False)]
requests += [{"cmd": "map", "desc": "0x4000004000010040", "operand": "b", "n": 8, "byte": b} for b in (None, 1024, "0x1")]
requests += [{"cmd": c, "desc": "0x40", "op": "m64n8k16.f32.f16.f16", "operand": "b", **more}
             for c, more in (("map", {}), ("diff", {"other": "0x41"}))]
requests += [{"cmd": "diff", "desc": "0x4000004000010040", "other": o, "major": m} for m in (None, "k")
             for o in ("0x4000004000000040", "0x4000404000010040", "0x8008004000010040")]
requests += [{"cmd": "desc", "major": "k", "swizzle": "128B", "shape": "128x128", "stages": n} for n in (1, 4, 40)]
TCGEN05 = {"arch": "sm100", "major": "mn", "dtype": "tf32", "swizzle": "128B_32B", "shape": [128, 16]}
requests += [dict(TCGEN05, cmd=c) for c in ("desc", "explain", "tma", "show")]
requests += [dict(TCGEN05, cmd="desc", block=[64, 8]), dict(TCGEN05, cmd="show", **{"inst-block": "64x8"})]
requests += [{"cmd": "desc", "arch": "103a", "major": "k", "dtype": "e2m1_packed4", "swizzle": "128B",
              "shape": [128, 768], "block": [128, 96]}]
requests += [{"cmd": "decode", "desc": w, "arch": a} for a in ("sm100", "sm103", None)
             for w in ("0x4000404000010040", "0x4010404000400040", "0x4000004000010040", "0x7000404000010040")]
requests += [{"cmd": "explain", "desc": w} for w in ("0x4000404000010040", "0x2000408000200000", "0x4010404000400040")]
requests += [{"cmd": "list", "what": w, "arch": "blackwell"} for w in ("dtypes", "atoms")]
requests += [{"cmd": "solve", "arch": "sm100", "layout": t, "dtype": "e4m3", "operand": "b", "n": 64} for t in
             ("Sw<3,4,3> o smem_ptr[8b] o (64,128):(128,1)", "(64,64):(72,1)", "Sw<2,4,3> o smem_ptr[8b] o (64,32):(1,64)")]
requests += [{"cmd": "map", "arch": "sm100", "desc": "0x4000404000010040", "block": [16, 16]}]
requests += [{"cmd": "check", "arch": "sm100", "desc": w, "layout": "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)",
              "start": "0x400", "inst-block": [64, 16], "block": [0, 0]} for w in
             ("0x4000404000010040", "0x4000004000010040", "0x2000404000010040", "0x4000404000400040")]
requests += [{"cmd": "diff", "desc": "0x4000004000010040", "other": w, "arch": "sm90", "other-arch": "sm100"}
             for w in ("0x4000404000010040", "0x4000404000010041", "0x4000004000010040")]
requests += [{"cmd": "diff", "desc": "0x4000404000010040", "other": "0x4000404000000040", "arch": "sm100"}]
SLICED = {"major": "k", "swizzle": "128B", "shape": "128x128"}
requests += [dict(SLICED, cmd=c, **more) for c in ("desc", "solve", "show") for more in (
    {"slice": "64:128,:"}, {"slice": [[0, 64], [32, None]]}, {"slice": "0:64,56:72"}, {"block": "1,2"},
    {"slice": "64:", "block": "0,1"}, {"slice": "1:65"}, {"slice": "3:4,0:0"})]
requests += [dict(SLICED, cmd="check", desc="0x4000004000010200", slice="64:128,32:", block=[0, 1])]
requests += [dict(SLICED, cmd=c, arch="sm100", block="128x16", **more) for c in ("desc", "solve", "tma", "explain")
             for more in ({}, {"slice": "0:128,16:32"}) if c in ("desc", "solve") or not more]
requests += [dict(SLICED, cmd="desc", arch="sm100", block="0,1", **{"inst-block": [64, 16]})]
requests += [{"cmd": "plan", "tile": "128x256x64", **more} for more in (
    {"slice": "64:128,:"}, {"operand": "b", "slice": "32:96"}, {"block": [1, 2]}, {"operand": "b", "block": "0,3"})]
requests += [{"cmd": "solve", "layout": "Sw<3,4,3> o smem_ptr[16b] o ((64,3),(8,8)):((1,4096),(64,512))",
              "operand": "b", "n": 96}, {"cmd": "show", "layout": "(8,8):(8,1)", "slice": "0:4,2:6"},
             {"cmd": "solve", "layout": "(128,64):(64,1)", "swizzle": "128B", "slice": "0:64,4:20"}]
requests += [{"cmd": "emit", "tile": "128x128x64", "lang": x, "prefix": "p"} for x in ("c", "cuda", "ptx", "json")]
requests += [{"cmd": "frag", "op": op, "operand": o} for op in ("m64n32k16", "mma.m16n8k16") for o in "abd"]
requests += [{"cmd": "frag", "op": "mma.m8n8k4.row.col", "acc": "f32", "element": [3, 6]},
             {"cmd": "frag", "op": "m64n8k16", "thread": 127}, {"cmd": "frag", "list": True},
             {"cmd": "frag", "op": "ldmatrix.x4.trans"}, {"cmd": "frag", "op": "m64n32k32.sp", "operand": "e"}]
requests += [{"cmd": "banks", "shape": [64, 64], "access": "ldmatrix.x4"},
             {"cmd": "banks", "shape": "64x64", "access": "st.b32:frag:m64n64k16:d", "bits": 16},
             {"cmd": "banks", "formula": "t%16*32", "access": "ldmatrix.x4", "threads": 32, "steps": 2},
             {"cmd": "banks", "access": "ld.b32", "addresses": [0, 128, "-", 4]}]
requests += [{"cmd": "idesc", "kind": k, "m": 128, "n": 64, **more} for k, more in (
    ("f16", {"a": "bf16", "cta_group": 1, "a_src": "smem", "a_neg": 1, "sparse": 0}), ("i8", {"sat": True}),
    ("tf32", {"ws": 1, "max_shift": 8}), ("f8f6f4", {"a": "e2m1", "d": "f16", "arch": "sm103"}),
    ("mxf8f6f4", {"sfa_id": 3}), ("mxf4nvf4", {"sf": "ue4m3", "vec": 16, "k": 96}), ("f16", {"cta_group": 3}))]
requests += [{"cmd": "idesc", "idesc": w, "kind": k} for w in ("0x08400490", "0x8200480", "0xffffffff")
             for k in (None, "f16", "mxf4")]
requests += [{"cmd": "tmem", **r} for r in (
    {"what": "C", "cta_group": 1, "m_sm": 64, "n_sm": 8, "dtype": "f32", "element": [15, 7]},
    {"what": "C_ws", "m_sm": 32, "n_sm": 64, "dtype": "f16", "lane": 40, "column": 3},
    {"what": "A", "m_sm": 128, "k": 32, "dtype": "e4m3", "tiles": "1x4"}, {"what": "E", "m_sm": 128},
    {"what": "SFB", "mn": 256, "vec": 16, "nsf": 4, "dtype": "ue4m3", "alloc": "2x2", "cta_group": 2, "element": "5,20"},
    {"what": "plan", "fragments": ["acc=C:128x256:f32", "SFA:128x8"]}, {"what": "plan", "fragments": ["C:1x1"]})]
requests += [{"cmd": "frag", "op": op, **more} for op, more in (
    ("tcgen05.ld.16x64b.x4", {"pack16": True}), ("tcgen05.st.16x32bx2.x2", {"split": 16, "thread": 3}),
    ("tcgen05.ld.32x32b.x2", {"m_sm": 128, "n_sm": 64, "warp": 1, "column": 4}), ("tcgen05.cp.32x128b.warpx4", {}),
    ("tcgen05.ld.16x256b.x1", {"what": "C", "m_sm": 64, "n_sm": 64, "element": [20, 9]}), ("mma.m16n8k64", {"dtype": "e2m1"}))]
requests += [{"cmd": "sf", "operand": o, "vec": 16, "m": 128, "n": 256, "k": 512, "element": [3, 40], "byte": 77}
             for o in ("SFA", "SFB", "SFD")]
requests += [{"cmd": "sf", "problem": [100, 1, 64, 2], "byte": 2}, {"cmd": "sf", "m": 0, "k": 1},
             {"cmd": "sf", "operand": "SFB", "kind": "mxf4", "mma": [128, 192, 64], "tile": "128x192x256", "start": 1024}]
PTX = "tests/golden/ptx/%s"
requests += [{"cmd": "scan", "file": PTX % f, "strict": x} for f in ("f16_ak_bk_64x64x64.ptx", "tf32_ak_bk_128x128x64.sass")
             for x in (True, None)]
requests += [{"cmd": "scan", "files": [PTX % "e4m3_ak_bk_128x128x64.sass"], "rule": "serialized=error"},
             {"cmd": "scan", "explain": "k-step"}, {"cmd": "scan"}, {"cmd": "scan", "file": "no/such"}]
BLOCKED = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
NVMMA = "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
requests += [{"cmd": "layout", "op": op, "args": a} for op, a in (
    ("linear", ["Sw<2,3,3> o 0 o (16,32):(32,1)"]), ("linear", ["(8,3):(1,8)"]), ("linear", [NVMMA, "64x64"]),
    ("from_linear", [[1, 2, 4, 72]]), ("from_linear", ["[1,2,7]"]), ("linear_inverse", ["(8,4):(4,1)"]),
    ("linear_composition", ["(8,4):(4,1)", [1, 2, 4]]), ("same", ["(8,4):(4,1)", "(8,4):(1,8)"]),
    ("same", ["8:1", "8:1"]), ("triton", [BLOCKED, "128x64"]), ("triton", [NVMMA, [64, 64]]), ("triton", [BLOCKED]),
    ("to_triton", ["(8,4):(4,1)"]), ("to_triton", ["(32,2):(2,1)", "64"]))]
requests += [{"cmd": c, "layout": NVMMA, "shape": [64, 64], **more} for c, more in (
    ("solve", {}), ("check", {"desc": "0x4000004000010000"}), ("banks", {"access": "ldmatrix.x4"}), ("show", {}))]
requests += [{"cmd": "frag", "layout": BLOCKED, "shape": "32x64", "thread": 3},
             {"cmd": "frag", "op": "m64n64k16", "tile": [128, 128], "warpgroups": 2, "split-along": "n", "element": [70, 3]},
             {"cmd": "frag", "op": "m64n64k16", "tile": "128x64", "warpgroups": 2, "split-along": None, "thread": 200}]
requests += [{"cmd": "frag", "op": "m64n64k16", "as-a": t} for t in ("f16", "e4m3", "tf32")]
requests += [{"cmd": "swizzle", "shape": t, "access": x, "weights": w} for t, x, w in (
    ([64, 64], "ldmatrix.x4,st.b128:copy", None), ("128x128", "st.b32:column,ld.b32:copy,st.b32:frag:m64n64k16:d", "1,2,3"),
    ([96, 72], "ldmatrix.x1,st.b128:copy", None), ([64, 64], "wgmma,st.b32:column", None), ([4, 4], "wgmma", None))]
with open("cli/request/commands.def") as f:
    names = re.findall(r"^X\((\w+)\)", f.read(), re.M)
requests += [{"cmd": "help", "topic": t} for t in [None, *names]]
requests += [{**r, "format": f, "id": f} for f in schema["$defs"]["format"]["enum"] for r in (
    {"cmd": "show", "major": "mn", "swizzle": "64B", "shape": [64, 16]}, {"cmd": "frag", "op": "m64n8k16"},
    {"cmd": "banks", "shape": [64, 64], "access": "ldmatrix.x4"}, {"cmd": "layout", "op": "coalesce", "args": ["(4,4)"]},
    {"cmd": "map", "desc": "0x4000404000010040", "arch": "sm100", "block": [16, 16]},
    {"cmd": "scan", "file": PTX % "f16_ak_bk_64x64x64.ptx"}, {"cmd": "help", "topic": "desc"})]
answers = batch(requests)
count = {True: 0, False: 0}
for r, a in zip(requests, answers):
    count[a["ok"]] += 1
    for what, validator, thing in (("answer", answer, a), ("request", request, r)):
        t = trouble(validator, thing)
        if t:
            ok(False, what, t, thing)
ok(count[True] > 150 and count[False] > 10, "%d answers and %d errors fit the schema"
   % (count[True], count[False]), count)
same(trouble(answer, json.loads(run("--version", "--json")[1])), None, "--version fits")
same(trouble(answer, json.loads(run("--json", "--dtype", "f15")[2])), None, "an error on standard error fits")
for line in ("{", "[]", '{"cmd":1}', '{"cmd":"decode","desc":"0x1","id":1e999}', "x" * (1 << 21),
             '{"cmd":"layout","op":"coalesce","args":["(1,2"]}'):
    a = batch([line])[0]
    same((a["ok"], trouble(answer, a)), (False, None), "the error for %s fits" % line[:50])

# Nothing that batch answers is left out.
for name in sorted(os.listdir("cli/command")):
    if name.endswith(".c"):
        with open(os.path.join("cli/command", name)) as f:
            if ".in_batch = true" in f.read():
                c = name[:-2]
                ok("answer_" + c in schema["$defs"] and "request_" + c in schema["$defs"],
                   "the schema has %s" % c)
                ok(any(a["ok"] and a["cmd"] == c for a in answers), "and an answer of it was held to it")

formats = set()
for c in answers[[r["cmd"] for r in requests].index("help")]["commands"]:
    if c["batch"]:
        formats |= set(c["formats"])
        properties = schema["$defs"]["request_" + c["name"]]["properties"]
        same({o["name"] for o in c["options"] if o["request"] and o["name"].replace("-", "_") not in properties
              and o["name"] not in properties}, set(), "the schema has the keys of " + c["name"])
        ok("format" in properties, "and its formats")
same(formats, set(schema["$defs"]["format"]["enum"]), "the schema names the formats")

# Controls: what must not fit.
good = next(a for a in answers if a["ok"] and a["cmd"] == "desc")
bad = next(a for a in answers if not a["ok"])


def broken(a, *path_and_value):
    *path, last, value = path_and_value
    a = copy.deepcopy(a)
    at = a
    for p in path:
        at = at[p]
    if value is KeyError:
        del at[last]
    else:
        at[last] = value
    return a


CONTROLS = [("schema", "wgdesc/2"), ("descriptor", 64), ("descriptor", good["descriptor"].upper()),
            ("descriptor", "0x40"), ("lbo", "used", None), ("lbo", "bytes", 24), ("lbo", "field", 16384),
            ("blocks", []), ("blocks", 0, "start", 1024), ("smem", "bytes", KeyError), ("ok", KeyError),
            ("transpose", 2), ("n", "64"), ("surplus", 1), ("blocks", 0, "surplus", 1),
            ("layout_type", "name", "SW64"), ("error", bad["error"])]
for c in CONTROLS:
    ok(trouble(answer, broken(good, *c)), "control: %r does not fit" % (c,))
for c in (("error", "code", "oops"), ("error", "message", ""), ("error", KeyError), ("ok", True)):
    ok(trouble(answer, broken(bad, *c)), "control: error with %r does not fit" % (c,))
for r in ({"cmd": "desc"}, {"cmd": "nope"}, {}, {**requests[0], "surplus": 1}, {**requests[0], "dtype": "f15"}):
    ok(trouble(request, r), "control: request %s does not fit" % json.dumps(r)[:60])
same(trouble(answer, json.loads(run("decode", "0x40", "4000004000010040", "0x400000400001004", "--json")[1])), None, "several words fit")
same(trouble(answer, json.loads(run("solve", "-", "--json", stdin="(64,64):(64,1) S<3,4,3> o 0 o (64,64):(64,1)")[1])), None, "several prints fit")
for text in ("S<3,4,3> o 0 o (64,64):(64,1)", "S<3,5,3> o 0 o (64,64):(64,1)", "Sw<3,4,3> o smem_ptr[16b](0x7f5c00000400) o (64,64,3):(64,1,4096)"):
    same(trouble(answer, json.loads(run("solve", text, "--json")[1])), None, "%s fits" % text)
for name in ("dtype_name", "frag_type_name"):
    known = Validator({"$defs": schema["$defs"], "$ref": "#/$defs/" + name})
    ok(all(known.is_valid(a) for t in json.loads(run("list", "dtypes", "--json")[1])["dtypes"] for a in [t["name"], *t["aliases"]]),
       "%s has every name of a type" % name)
done()
