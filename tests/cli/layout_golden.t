#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every line of the golden layout algebra through batch: the same text, or the same function."""
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, same  # noqa: E402

lines = golden("cute_algebra.jsonl")
answers = batch([{"cmd": "layout", "op": g["op"], "args": g["args"]} for g in lines])
count = {"equal": 0, "same function": 0, "refused": 0}
for g, a in zip(lines, answers):
    if g.get("rejected"):
        if ok(not a["ok"], "refused", g, a) if a["ok"] else True:
            count["refused"] += 1
    elif a["ok"] and a["result"] == g["result"]:
        count["equal"] += 1
        if g.get("offsets") is not None and a.get("offsets") != g["offsets"]:
            ok(False, "offsets", g, a)
        if g.get("size") is not None and a.get("size") != g["size"]:
            ok(False, "size", g, a)
    elif a["ok"] and g.get("offsets") is not None and a.get("offsets") == g["offsets"]:
        count["same function"] += 1
    else:
        ok(False, "result", g, a)
same(sum(count.values()), len(lines), "every line: %s" % count)
same(count["refused"], sum(bool(g.get("rejected")) for g in lines), "what CuTe refuses, and no more")
done()
