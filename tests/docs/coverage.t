#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Coverage as it was last counted: docs/reliability.md says what docs/evidence/coverage.json says, every folder
is there, and the list of what is not reached is of files that there are."""
import glob
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from tap import done, ok, same  # noqa: E402

TOP = ("layout", "desc", "cli")
LEAST = {"layout": (100, 99.5, 99.5)}

counted = read_evidence("coverage")
with open("docs/reliability.md") as f:
    page = f.read()
with open("tests/coverage/uncovered.txt") as f:
    listed = [line.rstrip("\n") for line in f if line[0] != "#"]


def percent(folder):
    return tuple(100 * n["reached"] / n["there"] for n in (counted["folders"][folder][k]
                                                           for k in ("lines", "branches", "mcdc")))


for top in TOP:
    row = re.search(r"^\| %s \| ([\d.]+) %% \| ([\d.]+) %% \| ([\d.]+) %% \|$" % top, page, re.M)
    same(row and row.groups(), tuple("%.2f" % p for p in percent(top)), "the page says what was counted of " + top)
    inside = [f for f in counted["folders"] if f.startswith(top + "/") and "." not in f]
    for kind in ("lines", "branches", "mcdc"):
        parts = sum(counted["folders"][f][kind]["there"] for f in counted["folders"] if f.startswith(top + "/"))
        ok(0 < parts <= counted["folders"][top][kind]["there"], "%s: the parts are of the whole (%s)" % (top, kind))
    there = {os.path.dirname(f) for f in glob.glob(top + "/*/*.c")} - {"cli/page"}
    ok(len(there & set(inside)) >= len(there) - 2, top + ": every folder was counted", there - set(inside))
for top, least in LEAST.items():
    ok(all(p >= q for p, q in zip(percent(top), least)), "%s: at least %s" % (top, least), percent(top))
same(len(listed), counted["not_reached"], "the list has as many lines as were counted")
same(listed, sorted(listed), "it is sorted")
same([line for line in listed if not re.match(r"[\w/]+\.[ch]: (line|true|false|mcdc): ", line)], [], "each is a file, a kind, a text")
gone = {line.split(":")[0] for line in listed if not os.path.exists(line.split(":")[0])}
same(gone, set(), "the files are there")
for what in ("date", "compiler", "command"):
    ok(counted[what], "the figures say their " + what)
done()
