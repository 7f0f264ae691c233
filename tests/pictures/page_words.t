#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page that --format html writes opens at the question it was asked: its words, by the kind of each option, from
the command line and from a request."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run  # noqa: E402

TILE = ["--major", "k", "--swizzle", "none", "--shape"]
ASKED = [
    # what is asked, and the words in the order of the table of options; without them they are the same
    (["show", *TILE, "64x64", "--operand", "B", "--n", "0x10", "--dtype", "bf16", "--sparse", "--start", "1K", "--order", "(2,1)",
      "--cells", "byte,offset", "--block", "0,1"],
     ["show", "--dtype", "bf16", "--operand", "b", "--major", "k", "--swizzle", "none", "--shape", "64x64", "--n", "16",
      "--order", "2,1", "--start", "0x400", "--sparse", "--cells", "byte,offset", "--block", "0,1"]),
    (["show", "--shape", "128,64", "--arch", "sm100", "--block", "64x16", "--major", "k", "--swizzle", "SW128"],
     ["show", "--arch", "sm100", "--major", "k", "--swizzle", "128B", "--shape", "128x64", "--block", "64x16"]),
    (["show", "4611686293305360448", "--major", "k"], ["show", "0x4000004000010040", "--major", "k"]),
    (["banks", "--access", "ld.b32", "0", "128", "-", "0x100"], ["banks", "0", "128", "-", "0x100", "--access", "ld.b32"]),
    (["frag", "m64n8k16", "--thread", "3"], None),
    (["tmem", "C", "--m-sm", "128", "--n-sm", "8", "--tiles", "1,2"], ["tmem", "C", "--m-sm", "128", "--n-sm", "8", "--tiles", "1x2"]),
    (["layout", "linear", "(4,4):(4,1)"], None),
]
REQUESTS = [
    ({"cmd": "banks", "access": "ld.b32", "addresses": [0, 128, None, "0x100"]},
     ["banks", "0", "128", "-", "0x100", "--access", "ld.b32"]),
    ({"cmd": "show", "layout": "(4,4):(4,1)", "unit": "element", "sparse": False}, ["show", "--layout", "(4,4):(4,1)", "--unit", "element"]),
    ({"cmd": "layout", "op": "linear", "args": ["(4,4):(4,1)"]}, ["layout", "linear", "(4,4):(4,1)"]),
]


def asks_for(page, words):
    return json.dumps(words, separators=(",", ":")).replace("<", "\\u003c") in page


for args, words in ASKED:
    rc, out, err = run(*args, "--format", "html")
    ok(rc == 0 and asks_for(out, words or args), "the page asks for " + " ".join(words or args)[:80], rc, err)
for (request, words), a in zip(REQUESTS, batch([dict(r, format="html") for r, _ in REQUESTS])):
    ok(a["ok"] and asks_for(a["text"], words), "and of a request for " + " ".join(words)[:80], a.get("error"))
done()
