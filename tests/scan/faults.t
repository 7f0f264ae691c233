#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The faults that wgdesc-verify plants, written into kernels as constants: scan finds every one that
changes what is read, and says nothing of those that change nothing. Which is which is asked of
'diff', that is of the fetch rule, not of scan."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402

N = 128
HEAD = """.version 8.7
.target sm_90a
.address_size 64
.shared .align 1024 .b8 sa[8192];
.shared .align 1024 .b8 sb[16384];
.visible .entry kern()
{
.reg .b32 %r<8>;
.reg .f32 %f<64>;
.reg .b64 %rd<8>;
mov.u32 %r1, sa;
bfe.u32 %r1, %r1, 4, 14;
cvt.u64.u32 %rd1, %r1;
mov.u32 %r2, sb;
bfe.u32 %r2, %r2, 4, 14;
cvt.u64.u32 %rd2, %r2;
wgmma.fence.sync.aligned;
"""
TAIL = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nret;\n}\n"
ACC = ", ".join("%%f%d" % i for i in range(N // 2))


def swap(word):
    lbo, sbo = word >> 16 & 0x3fff, word >> 32 & 0x3fff
    return word & ~(0x3fff << 16 | 0x3fff << 32) | sbo << 16 | lbo << 32


# kernels/verify/product/product_cases.h: the mutations of a word. `transpose` exchanges the majors of
# data and instruction, which is right in code; `start` is off by 16 bytes.
FAULTS = {"lbo+1": lambda w: w + (1 << 16), "lbo-1": lambda w: w - (1 << 16), "sbo+1": lambda w: w + (1 << 32),
          "sbo-1": lambda w: w - (1 << 32), "lbo<>sbo": swap, "swizzle^1": lambda w: w ^ 1 << 62,
          "swizzle^2": lambda w: w ^ 2 << 62, "swizzle^3": lambda w: w ^ 3 << 62,
          "phase+1": lambda w: w ^ 1 << 49, "phase+4": lambda w: w ^ 4 << 49, "start+1": lambda w: w + 1,
          "shifted": lambda w: w + 8}


def constant(word):
    return word - (word >> 63 << 64)


def blocks(operand, rows, major, swizzle):
    a = batch([{"cmd": "desc", "major": major, "swizzle": swizzle, "shape": [rows, 64], "dtype": "f16",
                "operand": operand, "n": N if operand == "b" else None}])[0]
    return [int(b["descriptor"], 16) for b in a["blocks"]]


def kernel(a, b, major):
    text = HEAD
    for x, y in zip(a, b):
        text += "add.s64 %%rd3, %%rd1, %d;\nadd.s64 %%rd4, %%rd2, %d;\n" % (constant(x), constant(y))
        text += "wgmma.mma_async.sync.aligned.m64n%dk16.f32.f16.f16 {%s}, %%rd3, %%rd4, 1, 1, 1, %d, %d;\n" % (
            N, ACC, major == "mn", major == "mn")
    return text + TAIL


def findings(text):
    rc, out, err = run("scan", "-", "--json", stdin=text)
    a = json.loads(out)
    return [f["rule"] for f in a["findings"] if f["severity"] in ("warn", "error")] if a["ok"] else [err]


def changes_nothing(words, wrong, major):
    asked = [{"cmd": "diff", "desc": "0x%016x" % x, "other": "0x%016x" % y, "operand": "b", "major": major,
              "dtype": "f16", "n": N} for x, y in zip(words, wrong)]
    return all(d["same"] for d in batch(asked))


seen = unread = 0
for major in ("k", "mn"):
    for swizzle in ("none", "32B", "64B", "128B"):
        a, b = blocks("a", 64, major, swizzle), blocks("b", N, major, swizzle)
        name = "%s-major, %s" % (major, swizzle)
        same(findings(kernel(a, b, major)), [], name + ": the right words")
        for fault, change in FAULTS.items():
            wrong = [change(w) for w in b]
            found = findings(kernel(a, wrong, major))
            if changes_nothing(b, wrong, major):
                unread += 1
                same(found, [], "%s: %s changes nothing, and nothing is said" % (name, fault))
            else:
                seen += 1
                ok(found, "%s: %s is found" % (name, fault), found)
ok(seen > 70 and unread > 5, "faults of both kinds (%d, %d)" % (seen, unread))
done()
