#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/design.md: its tree is the tree, and each step of its walks names a file that is there and
something that stands in it."""
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, same  # noqa: E402

with open("docs/design.md") as f:
    TEXT = f.read()
PARTED = ("layout", "desc", "cli", "kernels")
STEP = re.compile(r"^\|[^|]*\| `([\w/.]+)` \| `(\w+)` \|$", re.M)


def tree_of(text):
    """The folders that the page's tree shows: {top: [sub-folder, ...]}."""
    tree, top = {}, None
    for line in text.split("```")[1].splitlines():
        m = re.match(r"( *)(\w+)/ +\S", line)
        if m and not m.group(1):
            top = m.group(2)
            tree[top] = []
        elif m:
            tree[top].append(m.group(2))
    return tree


def folders(top):
    return sorted(d for d in os.listdir(top) if os.path.isdir(os.path.join(top, d)) and d != "__pycache__")


def missing(path, name):
    """What is wrong with a step, or None."""
    if not os.path.isfile(path):
        return path + " is not there"
    with open(path) as f:
        return None if re.search(r"\b%s\b" % name, f.read()) else "%s has no %s" % (path, name)


tree = tree_of(TEXT)
ok(all(os.path.isdir(t) for t in tree), "the top folders of the tree are there", sorted(tree))
for top in PARTED:
    same(sorted(tree.get(top, [])), folders(top), "the tree has each folder of " + top)
ok(missing("cli/main.c", "no_such_function") and missing("cli/no_such_file.c", "main"),
   "control: a step that is not so is found")
walks = re.split(r"^## Walk: ", TEXT, flags=re.M)[1:]
same(len(walks), 2, "two walks")
for walk in walks:
    title, steps = walk.split("\n", 1)[0], STEP.findall(walk)
    ok(len(steps) > 10 and len(steps) == walk.count("\n| ") - 1, "steps are read: " + title, len(steps))
    for path, name in steps:
        wrong = missing(path, name)
        ok(wrong is None, "%s: %s" % (path, name), wrong)
done()
