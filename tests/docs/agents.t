#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/agents.md: every claim has a command under it, and each command gives what is shown; the table of
roles is what the library's words say; every command of the last table is one. --write writes it again."""
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402
from transcript import BLOCK, check, write  # noqa: E402

PAGE = "docs/agents.md"
if sys.argv[1:] == ["--write"]:
    write(PAGE)
    sys.exit(0)
text = check(PAGE)
claims = re.split(r"^### ", text.split("## What public notes")[1].split("\n## ")[0], flags=re.M)[1:]
ok(len(claims) >= 10, "%d claims" % len(claims))
for claim in claims:
    ok(BLOCK.search(claim), "a command for: " + claim.splitlines()[0])

# The table of roles against the fetch rule: how far apart the elements lie whose distance a field is said to be.
MOVES = {  # major, swizzle -> (what LBO is said to step over, what SBO is): (rows of MN, elements of K) of f16
    ("k", "none"): ((0, 8), (8, 0)), ("k", "64B"): (None, (8, 0)),
    ("mn", "none"): ((0, 8), (8, 0)), ("mn", "64B"): ((32, 0), (0, 8))}
for (major, swizzle), moves in MOVES.items():
    code = {"none": 0, "64B": 2}[swizzle]
    lbo, sbo = 0x80, 0x200  # units
    word = "0x%016x" % (code << 62 | sbo << 32 | lbo << 16)
    a = batch([{"cmd": "map", "desc": word, "major": major}])[0]["bytes"]
    for move, units, name in zip(moves, (lbo, sbo), ("LBO", "SBO")):
        if move:
            same(a[move[0]][move[1]] - a[0][0], units * 16, "%s of %s-major %s steps over %s" % (name, major, swizzle, move))
    if moves[0] is None:
        other = batch([{"cmd": "map", "desc": word.replace("00800000", "00010000"), "major": major}])[0]["bytes"]
        same(other, a, "LBO of %s-major %s is not read" % (major, swizzle))
rows = re.findall(r"^\| (\w+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", text, re.M)
ok([r[0] for r in rows if r[0] in ("K", "MN")] == ["K", "K", "MN", "MN"], "four rows of roles", rows)

known = {c["name"]: {o["name"] for o in c["options"]} for c in json.loads(run("help", "--json")[1])["commands"]}
settled = re.findall(r"`wgdesc (\w+)([^`]*)`", text)
for name, rest in settled:
    options = set(re.findall(r"--([a-z][a-z-]*)", rest)) - {"json"}
    ok(name == "COMMAND" or name in known and options <= known[name], "wgdesc %s%s is there" % (name, rest), options)
ok({"desc", "solve", "check", "decode", "map", "diff", "scan", "frag", "banks", "tma", "plan", "layout"} <= {n for n, _ in settled},
   "the commands that settle doubts are named")
done()
