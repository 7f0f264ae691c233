#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# explain: every number of the derivation is compared with a naive implementation, and the sentences
# that depend on the query are compared with what is true of it.
import itertools
import random
import sys

sys.path.insert(0, "tests/lib")
from pictures import *

tap = Tap()
SECTIONS = {"Asynchronous Warpgroup Level Matrix Shared Memory Layout", "Strides",
            "Leading dimension byte offset", "Matrix Descriptor Format", "wgmma.mma_async"}
STEPS = ["question", "atom", "tile", "block", "recast", "canonical", "strides", "bits", "blocks",
         "instruction"]


def explain(*args):
    a = ask("explain", args)
    return {s["step"]: s for s in a["steps"]} if a["ok"] else a["error"]["message"]


def text(step):
    return "\n".join(step["text"])


def ruler(step):
    """The word that the ruler shows."""
    line = [t for t in step["text"] if t.startswith("  value ")][0]
    return int("".join(line.split()[1:]), 2)


def leaves(layout):
    return [int(v) for v in re.findall(r"-?\d+", layout.split(":")[1])]


def faults(q, op, e):
    """What is not true in the explanation of a tile."""
    bits, row = BITS[q["dtype"]], ROW[q["swizzle"]]
    if list(e) != STEPS or {s["section"] for s in e.values()} - SECTIONS:
        yield "steps"
    block = [q["n"] if op == "b" else 64, 256 // bits]
    if e["block"]["values"]["block"] != block:
        yield "block"
    ni, nj = q["mn"] // block[0], q["k"] // block[1]
    b = {"none": 0, "32B": 1, "64B": 2, "128B": 3}[q["swizzle"]]
    w = row * 8 // bits
    shape = "(8,%d):(%d,1)" % (w, w) if q["major"] == "k" else "(%d,8):(1,%d)" % (w, w)
    if e["atom"]["values"]["layout"] != "Sw<%d,4,3> o smem_ptr[%db] o %s" % (b, bits, shape):
        yield "atom"
    # Which stride of the canonical layout a sentence means.
    canonical = leaves(e["canonical"]["values"]["layout"])
    named = re.findall(r"stride<(\d),(\d)> = (\d+)", text(e["strides"]))
    if len(canonical) != 4 or not named and any(v["used"] for v in e["strides"]["values"].values()) or \
            any(canonical[2 * int(i) + int(j)] != int(v) for i, j, v in named):
        yield "strides %s of %s" % (named, canonical)
    size = q["mn"] * q["k"] * bits // 8
    if e["tile"]["values"]["bytes"] != size or "takes %d bytes" % size not in text(e["tile"]):
        yield "bytes"
    # What the fields must be: differences of addresses before the swizzle, from the naive rule.
    plain = dict(q, swizzle="none") if q["swizzle"] == "none" else q
    wide = row * 8 // bits
    at = lambda r, k: tile_byte(plain, r, k)
    k_major, swizzled = q["major"] == "k", q["swizzle"] != "none"
    if k_major:
        sbo = at(8, 0) - at(0, 0) if block[0] > 8 else 0
        lbo = 16 if swizzled else at(0, wide) - at(0, 0)
        used = not swizzled, block[0] > 8
    else:
        mn = at(wide, 0) - at(0, 0) if block[0] > wide else 0
        kk = at(0, 8) - at(0, 0)
        lbo, sbo = (mn, kk) if swizzled else (kk, mn)
        used = (block[0] > wide, True) if swizzled else (True, block[0] > 8)
    v = e["strides"]["values"]
    for name, want, use in [("lbo", lbo, used[0]), ("sbo", sbo, used[1])]:
        if v[name]["used"] != use or use and v[name]["bytes"] != want or \
                v[name]["bytes"] != 16 * v[name]["field"]:
            yield "%s %s want %s %s" % (name, v[name], want, use)
        sentence = [t for t in e["strides"]["text"] if t.startswith(name.upper())]
        if len(sentence) != 1 or ("does not read" in sentence[0] or "not read it" in sentence[0]) == use:
            yield "sentence of %s: %s" % (name, sentence)
        if use and "= %d bytes" % want not in sentence[0]:
            yield "number in: %s" % sentence[0]
    if ("change places" in text(e["strides"])) != (not k_major and not swizzled):
        yield "the swap"
    word = int(e["bits"]["values"]["descriptor"], 16)
    start, code = q["start"], [m for m in MODE if MODE[m] == q["swizzle"]][0]
    want = start >> 4 | v["lbo"]["field"] << 16 | v["sbo"]["field"] << 32 | code << 62
    if word != want or ruler(e["bits"]) != want or "0x%016x" % want not in text(e["bits"]):
        yield "word %x" % word
    for b in e["blocks"]["values"]["blocks"]:
        r, k = b["mn"] * block[0], b["k"] * block[1]
        raw = dict(q, start=0)
        # Row 0 of a pattern is not moved by the XOR except for the chunk, which XOR undoes.
        offset = tile_byte(raw, r, k)
        if int(b["start"], 16) != start + offset or int(b["descriptor"], 16) != want + (offset >> 4):
            yield "block %s" % b
        if "block %d,%d: start %s, %s" % (b["mn"], b["k"], b["start"], b["descriptor"]) not in \
                text(e["blocks"]):
            yield "text of block %s" % b
    if len(e["blocks"]["values"]["blocks"]) != ni * nj:
        yield "number of blocks"
    line = e["instruction"]["values"]["line"]
    shape = "m64n%sk%d" % (q["n"] if op == "b" else "N", block[1])
    if shape not in line or line.count("." + q["dtype"]) != 2 or \
            ("imm-trans" in line) != (bits == 16) or line not in text(e["instruction"]):
        yield "line " + line


why, count = "", 0
for dtype, swz, order, op, one in itertools.product(BITS, ROW, ["1,2", "2,1"], "ab", [True, False]):
    for major in ["k", "mn"] if BITS[dtype] == 16 else ["k"]:
        wide, block_k = ROW[swz] * 8 // BITS[dtype], 256 // BITS[dtype]
        n = (max(8, wide) if major == "mn" else 8) if one else 128
        mn = (n if one else 256) if op == "b" else 64 if one else 128
        k = max(wide, block_k) if major == "k" else block_k
        q = dict(dtype=dtype, swizzle=swz, major=major, mn=mn, k=k if one else 2 * k, order=order,
                 start=0x3c00, n=n)
        args = ["--dtype", dtype, "--major", major, "--swizzle", swz, "--shape",
                "%dx%d" % (q["mn"], q["k"]), "--order", order, "--start", "0x3c00", "--operand", op]
        args += ["--n", str(n)] if op == "b" else []
        e = explain(*args)
        bad = [e] if isinstance(e, str) else list(faults(q, op, e))
        d = ask("desc", args)
        told = [e[k]["values"][v] for k, v in (("tile", "layout"), ("canonical", "layout"),
                                               ("blocks", "iterator"))]
        bad += [] if told == [d["smem"]["layout"], d["canonical"], d["iterator"]] else ["not what desc says"]
        count += 1
        why = why or bad and "%s\n%s" % (" ".join(args), bad)
tap.ok(not why, "tiles: %d derivations, numbers and sentences" % count, why)

# The three cases that people ask about.
e = explain("--major", "mn", "--swizzle", "none", "--shape", "64x16")
tap.ok("change places" in text(e["strides"]), "MN-major none: the swap is named")
e = explain("--major", "k", "--swizzle", "128B", "--shape", "64x64")
tap.ok("writes stride<1,0> = 1" in text(e["strides"]), "K-major swizzled: the 1 is explained")
e = explain("--major", "mn", "--swizzle", "128B", "--shape", "64x16")
tap.ok("extent 1 and stride 0" in text(e["strides"]), "an extent-1 mode: the 0 is explained")

# The text form has the same lines, none over 80 columns but tables.
p = run("explain", "--major", "mn", "--swizzle", "64B", "--shape", "128x32")
e = explain("--major", "mn", "--swizzle", "64B", "--shape", "128x32")
flat = " ".join(p.stdout.split())
tap.ok(all(" ".join(t.split()) in flat for s in e.values() for t in s["text"]),
       "text and JSON say the same")
tap.ok(all(len(s) <= 80 for s in p.stdout.splitlines() if s.startswith("   ") and s[3] != " "),
       "sentences are broken at 80 columns")

# Bare words: the ruler, the fields, the rule as an expression, the phase.
seed = 7
rnd = random.Random(seed)
why = ""
for i in range(400):
    word = rnd.getrandbits(64) if i % 2 else rnd.getrandbits(64) & 0xC00E3FFF3FFF3FFF
    if i % 8 < 2:
        word &= ~0x3F
    e = explain("0x%016x" % word)
    v, mode = e["bits"]["values"], MODE[word >> 62]
    start, lbo, sbo, base = word % 2**14 * 16, (word >> 16) % 2**14 * 16, (word >> 32) % 2**14 * 16, \
        word >> 49 & 7
    if ruler(e["bits"]) != word or (v["start_bytes"], v["lbo_bytes"], v["sbo_bytes"], v["base_offset"],
                                    v["swizzle"]) != (start, lbo, sbo, base, mode):
        why = why or "fields of %x" % word
    if ("are set in fields" in text(e["bits"])) != bool(word & ~0xC00E3FFF3FFF3FFF):
        why = why or "ignored bits of %x" % word
    t, size, mask = text(e["swizzle"]), 8 * ROW[mode], MASK[mode]
    if mask:
        if ("multiple of the pattern" in t) != (start % size == 0) or \
                ("shifts the phase" in t) != (start % size == 0 and base & mask != 0) or \
                ("first row" in t) != (0 < start % size < ROW[mode]):
            why = why or "%x: %s" % (word, t)
        if "cancels" in t and swizzled(start, mode, base) != start:
            why = why or "%x: %s" % (word, t)
        xor = re.search(r"^  a \^.*", t, re.M).group(0)
        for a in [0, 128, 0x3f0, rnd.randrange(2**18)]:
            if eval(xor, {"a": a}) != swizzled(a, mode, base):
                why = why or "%x: %s" % (word, xor)
    for major in ["k", "mn"]:
        rule = e["rule"]["values"][major].replace("/", "//")
        if e["rule"]["values"][major] not in text(e["rule"]):
            why = why or "rule text of %x" % word
        for r, k in [(0, 0), (63, 15), (rnd.randrange(256), rnd.randrange(32))]:
            a = swizzled(eval(rule, {"r": r, "k": k}), mode, base)
            if a != fetch_byte(word, "f16", major, r, k):
                why = why or "%x %s: %s" % (word, major, rule)
tap.ok(not why, "bare words: 400, seed %d" % seed, why)

for what, args, says in [("nothing", [], "major"), ("no shape", ["--major", "k", "--swizzle", "32B"],
                                                   "shape"),
                         ("a tile that desc refuses",
                          ["--major", "k", "--swizzle", "128B", "--shape", "64x16"], "atom"),
                         ("no word", ["0x"], "desc"), ("an unknown option", ["--unit", "chunk"], "unit")]:
    p = run("explain", *args)
    tap.ok(p.returncode == 2 and p.stdout == "" and says in p.stderr, "refused: " + what, p.stderr)
p = subprocess.run([CLI, "batch"], capture_output=True, text=True,
                   input='{"cmd":"explain","id":"x","desc":"0x4000004000010000"}\n')
a = json.loads(p.stdout)
tap.ok(a["ok"] and a["id"] == "x" and a["steps"][0]["step"] == "bits", "batch", p.stdout[:200])
tap.done()
