#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The guide: its examples run and give what it shows, its pictures are what show draws today, its
links lead somewhere, and each group of questions is there. --write writes the examples again,
--pictures the pictures."""
import os
import re
import sys

sys.path.insert(0, "tests/lib")
import pictures  # noqa: E402
import tap  # noqa: E402
from transcript import BLOCK, check, write  # noqa: E402

GUIDE, FOLDER = "docs/guide.md", "docs/pictures/"
if sys.argv[1:] == ["--write"]:
    write(GUIDE)
    sys.exit(0)
if sys.argv[1:] == ["--pictures"]:
    pictures.write_pictures(FOLDER)
    sys.exit(0)

text = check(GUIDE)


class Tap:
    ok = staticmethod(tap.ok)


pictures.check_pictures(Tap, FOLDER)
shown = set(re.findall(r"!\[[^]]+\]\(pictures/([^)]+)\)", text))
tap.same(shown, {n for n, _ in pictures.picture_cases(FOLDER)}, "every picture is shown, and described")
for page in (GUIDE, "docs/README.md"):
    with open(page) as f:
        for target in re.findall(r"\]\(([^)#:]+)\)", f.read()):
            tap.ok(os.path.exists(os.path.join("docs", target)), "%s links to %s" % (page, target))
questions = re.split(r"^#### ", text, flags=re.M)[1:]
without = [q.splitlines()[0] for q in questions if not BLOCK.search(q)]
tap.ok(len(questions) >= 35 and not without, "%d questions, a command for each" % len(questions), without)
# Every document is in the index.
with open("docs/README.md") as f:
    index = f.read()
for name in sorted(os.listdir("docs")):
    if name.endswith((".md", ".1", ".5", ".json")) and name != "README.md":
        tap.ok("(%s)" % name in index, "the index names " + name)
tap.done()
