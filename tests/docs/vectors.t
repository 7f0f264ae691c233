#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The conformance vectors: what the library says today, what a second implementation of the rule
says, and no other."""
import json
import os
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, same, skip  # noqa: E402

vectors = {}
for name in ("fetch", "solve", "cost"):
    with open("docs/vectors/%s.jsonl" % name) as f:
        text = f.read()
    now = subprocess.run([os.path.join(BUILD, "docs/gen_vectors"), name], stdout=subprocess.PIPE, check=True)
    ok(now.stdout.decode() == text, "%s.jsonl is what the library says (else: make vectors)" % name)
    vectors[name] = [json.loads(line) for line in text.splitlines()]

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "b1": 1}
ROW = {0: 16, 1: 128, 2: 64, 3: 32}
MASK = {0: 0, 1: 7, 2: 3, 3: 1}


def addresses(word, bits, major, mn, k_all):
    """The rule as docs/hardware.md prints it, element by element."""
    start, lbo, sbo = (16 * (word >> s & 0x3fff) for s in (0, 16, 32))
    base_offset, mode = word >> 49 & 7, word >> 62
    w, m, per = ROW[mode], MASK[mode], 128 // bits
    for r in range(mn):
        for k in range(k_all):
            if major == "k":
                c, e = divmod(k, per)
                off = r % 8 * w + r // 8 * sbo + c // (w // 16) * lbo + c % (w // 16) * 16 + e * bits // 8
            elif mode == 0:
                off = r % per * bits // 8 + r // per * sbo + k % 8 * 16 + k // 8 * lbo
            else:
                e = w * 8 // bits
                off = r % e * bits // 8 + r // e * lbo + k % 8 * w + k // 8 * sbo
            a = start + off
            yield a ^ ((a >> 7) - base_offset & m) << 4


def digest(numbers):
    h = 0xcbf29ce484222325
    for a in numbers:
        for b in a.to_bytes(4, "little"):
            h = (h ^ b) * 0x100000001b3 & 0xffffffffffffffff
    return "0x%016x" % h


bad, checked = [], 0
for n, v in enumerate(vectors["fetch"]):
    if n % 3 and v["mn"] * v["k"] > 512:
        continue  # a third of the large ones
    at = list(addresses(int(v["desc"], 16), BITS[v["dtype"]], v["major"], v["mn"], v["k"]))
    checked += 1
    if (at[0], at[-1], digest(at)) != (v["first"], v["last"], v["digest"]):
        bad.append(v)
ok(checked > 200 and not bad, "a second implementation gives the same digests (%d of %d vectors)"
   % (checked, len(vectors["fetch"])), bad[:1])
v = vectors["fetch"][0]
ok(digest(addresses(int(v["desc"], 16) ^ 1 << 32, 16, v["major"], v["mn"], v["k"])) != v["digest"],
   "control: another SBO has another digest")

# The law as docs/hardware.md prints it, and the instructions that the PTX ISA has.
def law(n, a, sparse, types):
    least = 13 if not sparse else 16 if types.startswith("f16") or n == 8 else 18
    return (16 + n // 2 if sparse else max(n // 2, 16 + n // 4)) if a == "shared" else max(n // 2, least)


wrong = [v for v in vectors["cost"]
         if v["cycles"] != law(v["n"], v["a"], v["sparse"], v["types"]) or
         v["cycles"] != max(v["tensor_cycles"], v["shared_cycles"]) or
         v["shared_cycles"] * 128 != v["shared_bytes"]]
same(wrong, [], "the cost of every wgmma is the law's")
same(sorted({v["n"] for v in vectors["cost"] if "s8" in v["types"]}),
     [8, 16, 24, 32] + list(range(48, 257, 16)), "cost: every N of the integer types")
same({(v["a"], v["sparse"]) for v in vectors["cost"] if v["types"] == "f32.f16.f16"},
     {(a, sp) for a in ("shared", "registers") for sp in (False, True)}, "cost: every form")

# Every descriptor that a layout is said to have reads it; the program says the same.
from tap import batch  # noqa: E402
for v in vectors["solve"]:
    q = {k: v[k] for k in ("layout", "dtype", "operand", "start")}
    a = batch([dict(q, cmd="solve", n=v["n"] or None)])[0]
    got = [s["descriptor"] for s in a["solutions"]] if a["ok"] else []
    same((got, a.get("reason", "none")), (v["descriptors"], v["reason"]), "solve " + v["layout"])
    for c in batch([dict(q, cmd="check", desc=d, n=v["n"] or None) for d in v["descriptors"]] or ["{}"]):
        ok(c.get("match") or not v["descriptors"], "check " + v["layout"], c)

try:
    import jsonschema
except ImportError:
    skip("schema of the vectors", "no python3-jsonschema here")
else:
    with open("docs/vectors/vectors.schema.json") as f:
        validator = jsonschema.Draft202012Validator(json.load(f))
    some = vectors["fetch"][::20] + vectors["solve"]
    same([e.message for v in some for e in validator.iter_errors(v)], [], "the vectors fit their schema")
    ok(not validator.is_valid(dict(some[0], digest="12")), "control: a bad digest does not fit")
done()
