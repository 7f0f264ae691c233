#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scan against the kernels that a compiler wrote (tests/golden/ptx): the known bits, types and
transposes of expected.jsonl, from the PTX and from the machine code; and the two against each
other."""
import json
import os
import sys

sys.path.insert(0, "tests/lib")
import tap  # noqa: E402

FOLDER = os.path.join(tap.GOLDEN, "ptx")
FIELDS = 0xffffffffffff0000  # all but the start and the two bits that nobody reads


def scan(name):
    rc, out, err = tap.run("scan", os.path.join(FOLDER, name), "--json")
    return rc, (json.loads(out) if out else {}), err


def expected():
    kernels = {}
    for line in tap.golden("ptx/expected.jsonl"):
        kernels.setdefault(line["kernel"], []).append(line)
    return kernels


def operand_wrong(got, want):
    """What is wrong with one operand, or None."""
    if want == "registers":
        return None if got == {"from": "registers"} else "not in registers"
    word, known = int(got["word"], 16), int(got["known"], 16)
    if got["from"] != "shared" or word & ~known:
        return "a bit is set that is not known"
    if known & FIELDS != FIELDS:
        return "a field is not known: %x" % known
    if (word ^ int(want["word"], 16)) & FIELDS:
        return "another word: %x" % word
    return None


def compare(name, got, want):
    tap.same(len(got), len(want), name + ": as many wgmma")
    for g, w in zip(got, want):
        wrong = [k for k in ("index", "shape", "d", "a_type", "b_type", "trans_a", "trans_b")
                 if g[k] != w[k]]
        wrong += [o + ": " + operand_wrong(g[o], w[o]) for o in "ab" if operand_wrong(g[o], w[o])]
        tap.ok(not wrong, "%s: wgmma %d" % (name, w["index"]), *wrong)


def constant_part(got, want):
    """The constants that PTX adds to the start, as steps between consecutive wgmma."""
    for o in "ab":
        for k in range(1, len(got)):
            if "word" not in want[k][o]:
                continue
            step = (int(want[k][o]["word"], 16) - int(want[k - 1][o]["word"], 16)) * 16
            if got[k][o].get("step_bytes") != step:
                return "%s %d: %s, want %d" % (o, k, got[k][o].get("step_bytes"), step)
    return None


kernels = expected()
tap.same(sum(len(w) for w in kernels.values()), 60, "60 wgmma")
for kernel, want in sorted(kernels.items()):
    answers, loops = {}, {}
    for ending in (".ptx", ".sass"):
        rc, a, err = scan(kernel + ending)
        tap.ok(rc == 0 and a.get("ok") and len(a["kernels"]) == 1, kernel + ending + " is read", err)
        answers[ending] = a["kernels"][0]["wgmma"]
        loops[ending] = a["kernels"][0]["loops"]
        compare(kernel + ending, answers[ending], want)
        tap.same([f for f in a["findings"] if f["severity"] == "error"], [],
                 kernel + ending + ": no error")
        tap.same(constant_part(answers[ending], want), None, kernel + ending + ": the steps")
    # The law of docs/hardware.md, for these: dense, N of 64 and more. Both forms run the same loop.
    cost = sum(int(w["shape"].split("n")[1].split("k")[0]) // 2 for w in want)
    same_loop = [{k: v for k, v in l.items() if k != "loop"} for l in loops[".ptx"]]
    tap.same([l["cycles"] for l in same_loop], [cost], kernel + ": the cost of its loop")
    tap.same([{k: v for k, v in l.items() if k != "loop"} for l in loops[".sass"]], same_loop,
             kernel + ": and the same by its machine code")
    # The two agree on every bit that both know, and on where the stages lie.
    both = list(zip(answers[".ptx"], answers[".sass"]))
    wrong = []
    for p, s in both:
        for o in "ab":
            if p[o]["from"] == "shared":
                known = int(p[o]["known"], 16) & int(s[o]["known"], 16)
                if (int(p[o]["word"], 16) ^ int(s[o]["word"], 16)) & known:
                    wrong.append("%s %d" % (o, p["index"]))
                for key in ("stage_bytes", "span_bytes", "swizzle", "major", "tile"):
                    if p[o].get(key) != s[o].get(key) and key in s[o]:
                        wrong.append("%s %d %s" % (o, p["index"], key))
    tap.same(wrong, [], kernel + ": PTX and machine code agree")

# What ptxas 13.0 says of these kernels (C7515, -v): four of them are serialised.
SERIALISED = {"e4m3_ak_bk_128x128x64", "f16_ak_bk_128x128x64", "f16_am_bn_128x128x64",
              "tf32_ak_bk_128x128x64"}
for ending in (".ptx", ".sass"):
    found = {k for k in kernels if any(f["rule"] == "serialized" for f in scan(k + ending)[1]["findings"])}
    tap.same(found, SERIALISED, "serialised, by the " + ending)

# A control: with one constant changed, the comparison above must fail.
with open(os.path.join(FOLDER, "f16_ak_bk_64x64x64.ptx")) as f:
    text = f.read()
constant = str(0x4000004000000002)
changed = text.replace(constant, str(0x4000004000010002))
rc, out, err = tap.run("scan", "-", "--json", stdin=changed)
first = [operand_wrong(g["a"], w["a"]) for g, w in
         zip(json.loads(out)["kernels"][0]["wgmma"], kernels["f16_ak_bk_64x64x64"])]
tap.ok(constant in text and any(first), "a changed constant is seen", first)
tap.done()
