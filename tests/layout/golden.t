#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every line of the golden layout algebra through batch: the same text, or the same function."""
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, run, same  # noqa: E402

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

# eval: one value of a layout, in either order of arguments, and all of them.
listed = [g for g in lines if not g.get("rejected") and g.get("offsets") and isinstance(g["result"], str)
          and ":" in g["result"]][::7]
whole = batch([{"cmd": "layout", "op": "eval", "args": [g["result"]]} for g in listed])
same([a["offsets"] for a in whole], [g["offsets"] for g in listed], "eval of a layout: all its values")
last = [len(g["offsets"]) - 1 for g in listed]
for name, args in (("layout, index", lambda g, i: [g["result"], i]), ("index, layout", lambda g, i: [i, g["result"]])):
    got = batch([{"cmd": "layout", "op": "eval", "args": args(g, i)} for g, i in zip(listed, last)])
    same([a["result"] for a in got], [g["offsets"][-1] for g in listed], "eval of " + name)
rc, out, _ = run("layout", "eval", "(2,3):(3,1)")
same(out, "(2,3):(3,1)\nsize 6, cosize 6\noffsets 0 3 1 4 2 5\n", "and as text")
done()
