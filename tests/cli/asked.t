#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many requests, a batch for each command: those of the fuzzer's seeds and some more, each with one or two options left out,
added or changed for another of their kind, the same in every run. The answer as text and the one as JSON agree
whether there is one; a refusal says what, which field and a code that 'list errors' has."""
import glob
import json
import random
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same  # noqa: E402

EACH = 60
rnd = random.Random(17)

SEEDS = [
    {"cmd": "desc", "major": "k", "swizzle": "128B", "shape": [64, 64]},
    {"cmd": "desc", "major": "mn", "swizzle": "64B", "shape": [64, 32], "stages": 3, "order": [2, 1]},
    {"cmd": "desc", "major": "k", "swizzle": "128B", "shape": [256, 128], "operand": "b", "n": 128, "slice": "0:128,64:128"},
    {"cmd": "desc", "major": "k", "swizzle": "128B", "shape": [128, 64], "arch": "sm100", "dtype": "e4m3"},
    {"cmd": "solve", "layout": "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"},
    {"cmd": "solve", "shape": [64, 64], "pitch": 144},
    {"cmd": "solve", "layout": "((8,8),(64,2)):((64,512),(1,4096))", "block": "0,1"},
    {"cmd": "solve", "layout": "(64,64):(65,1)", "start": 128},
    {"cmd": "check", "desc": "0x4000004000010000", "layout": "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"},
    {"cmd": "check", "desc": "0x4000004000010040", "layout": "Sw<2,4,3> o smem_ptr[16b] o (64,32):(32,1)"},
    {"cmd": "diff", "desc": "0x4000004000010040", "other": "0x8000002000010040"},
    {"cmd": "diff", "desc": "0x4000004000010040", "other": "0x4000404000010040", "other-arch": "sm100"},
    {"cmd": "map", "desc": "0x4000004000010040", "byte": 1024},
    {"cmd": "map", "major": "k", "swizzle": "64B", "shape": [64, 32], "byte": 64},
    {"cmd": "decode", "desc": "0x4000004000010040", "major": "k", "operand": "a"},
    {"cmd": "decode", "desc": "0x4000404000010040", "arch": "sm100"},
    {"cmd": "explain", "major": "mn", "swizzle": "64B", "shape": [64, 16]},
    {"cmd": "explain", "major": "k", "swizzle": "128B", "shape": [64, 64], "arch": "sm100"},
    {"cmd": "show", "major": "k", "swizzle": "64B", "shape": [64, 32], "format": "svg"},
    {"cmd": "show", "layout": "(8,8):(8,1)", "format": "latex"},
    {"cmd": "layout", "op": "composition", "args": ["(8,4):(4,1)", "4:2"]},
    {"cmd": "layout", "op": "linear", "args": ["Sw<2,3,3> o 0 o (64,32):(32,1)"]},
    {"cmd": "layout", "op": "linear", "args": ["#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64"]},
    {"cmd": "layout", "op": "linear_compose", "args": ["[1,2,4,8]", "[2,1,8,4]"]},
    {"cmd": "layout", "op": "linear_inverse", "args": ["[1,3,4]"]},
    {"cmd": "frag", "op": "m64n64k16", "operand": "d"},
    {"cmd": "frag", "op": "mma.m16n8k16", "operand": "a", "list": True},
    {"cmd": "frag", "op": "tcgen05.ld.32x32b.x8"},
    {"cmd": "banks", "shape": [64, 64], "access": "ldmatrix.x4"},
    {"cmd": "banks", "layout": "Sw<3,3,3> o 0 o (64,64):(64,1)", "access": "ldmatrix.x4,st.b128:copy"},
    {"cmd": "banks", "formula": "t*8", "access": "ld.b32"},
    {"cmd": "swizzle", "shape": [64, 64], "access": "ldmatrix.x4,st.b128:copy"},
    {"cmd": "tma", "major": "k", "swizzle": "128B", "shape": [128, 128]},
    {"cmd": "tma", "layout": "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"},
    {"cmd": "plan", "tile": "128x128x64"},
    {"cmd": "plan", "tile": "128x256x64", "arch": "sm100", "dtype": "e4m3", "scale": "ue8m0"},
    {"cmd": "plan", "tile": "128x128x128", "sparse": True},
    {"cmd": "emit", "tile": "128x128x64", "lang": "cuda"},
    {"cmd": "emit", "tile": "64x64x64", "lang": "ptx", "a": "registers"},
    {"cmd": "emit", "tile": "128x128x64", "arch": "sm100", "lang": "cuda"},
    {"cmd": "copy", "frag": "m64n64k16:d", "insn": "stmatrix.x4", "swizzle": "128B"},
    {"cmd": "idesc", "kind": "f16", "m": 128, "n": 128},
    {"cmd": "tmem", "acc": "128x128"},
    {"cmd": "sf", "shape": [128, 4]},
    {"cmd": "cost", "op": "m64n128k16"},
    {"cmd": "list", "what": "atoms"},
]
for path in sorted(glob.glob("tests/fuzz/corpus/batch/*")):
    with open(path, "rb") as f:
        for line in f.read().split(b"\n"):
            try:
                one = json.loads(line)
            except ValueError:
                continue
            if isinstance(one, dict) and isinstance(one.get("cmd"), str) and one["cmd"] not in ("scan", "verify"):
                SEEDS.append(one)

HELP = json.loads(run("help", "--json")[1])
OPTIONS = {}  # command: its options
CHOICES = {}
for c in HELP["commands"]:
    rows = [o for o in c.get("options", []) if o.get("request", True)]
    OPTIONS[c["name"]] = [o["name"] for o in rows]
    for o in rows:
        if o.get("choices"):
            CHOICES[o["name"]] = [x["name"] for x in o["choices"]]
VALUES = {}  # option: what the seeds have for it
for s in SEEDS:
    for k, v in s.items():
        VALUES.setdefault(k, []).append(v)
NUMBERS = [0, 1, 2, 3, 4, 7, 8, 16, 24, 32, 48, 64, 65, 96, 128, 192, 256, 1024, 4096, 65536, -1, 1 << 40]


def value(key):
    if key in CHOICES and rnd.random() < 0.8:
        return rnd.choice(CHOICES[key])
    known = VALUES.get(key)
    if known and rnd.random() < 0.7:
        return rnd.choice(known)
    return rnd.choice([rnd.choice(NUMBERS), True, False, None, "x", [rnd.choice(NUMBERS), rnd.choice(NUMBERS)],
                       "%dx%d" % (rnd.choice(NUMBERS), rnd.choice(NUMBERS))])


def changed(seed):
    q = dict(seed)
    for _ in range(rnd.choice((0, 1, 1, 1, 2, 3))):
        keys = [k for k in q if k not in ("cmd", "id", "format")]
        what = rnd.random()
        if what < 0.15 and keys:
            del q[rnd.choice(keys)]
        elif what < 0.5 and keys:
            k = rnd.choice(keys)
            q[k] = value(k)
        elif OPTIONS.get(q["cmd"]):
            k = rnd.choice(OPTIONS[q["cmd"]])
            q[k] = value(k)
    return q


lines = []
for n, s in enumerate(SEEDS):
    for _ in range(EACH):
        q = changed(s)
        q.pop("format", None)
        q["id"] = len(lines)
        lines.append(dict(q, format="json"))
        lines.append(dict(q, format=rnd.choice(("text", "text", "text", "cute", "svg", "latex", "html", "csv"))))
answers = {}  # by the id, which two formats share
for cmd in dict.fromkeys(q["cmd"] for q in lines):
    mine = [q for q in lines if q["cmd"] == cmd]
    rc, out, err = run("batch", stdin="".join(json.dumps(q) + "\n" for q in mine))
    found = [json.loads(a) for a in out.split("\n") if a]
    same((len(found), err), (len(mine), ""), "every request has an answer, of valid JSON: " + cmd)
    for q, a in zip(mine, found):
        answers.setdefault(q["id"], []).append(a)
answers = [a for i in sorted(answers) for a in answers[i]]
codes = {e["code"] for e in json.loads(run("list", "errors", "--json")[1])["errors"]} | {"internal"}
odd = [(q, a) for q, a in zip(lines, answers) if not a["ok"] and "error" in a and
       (a["error"].get("code") not in codes or not a["error"].get("message") or a["error"]["code"] == "internal")]
same(odd[:3], [], "a refusal has a code of 'list errors' and says what; none is a bug of the program")
differ = []
for i in range(0, len(lines), 2):
    a, b = answers[i], answers[i + 1]
    fmt = lines[i + 1]["format"]
    no = b["ok"] and not b.get("yes", True) and a.get("error", {}).get("code") == "no_descriptor"
    if fmt == "text" and a["ok"] != b["ok"] and not no:
        differ.append((lines[i], a.get("error"), b.get("error")))
    why = [{k: v for k, v in x.get("error", {}).items() if k != "line"} for x in (a, b)]
    if fmt == "text" and "error" in a and "error" in b and why[0] != why[1]:
        differ.append((lines[i], *why))
same(differ[:3], [], "as text and as JSON the same is refused, in the same words")
good = sum(a["ok"] for a in answers)
ok(good > len(answers) / 5 and len(answers) - good > len(answers) / 5, "many of either kind (%d of %d)" % (good, len(answers)))
done()
