#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The mutants that were counted: docs/evidence/mutants.json adds up, and docs/reliability.md says what it says."""
import glob
import os
import re
import sys

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "tests/mutate")
sys.dont_write_bytecode = True
from evidence import read_evidence  # noqa: E402
from equivalents import argued, like  # noqa: E402
from operators import mutants  # noqa: E402
from player import Asked  # noqa: E402
from scripts import Scripts  # noqa: E402
from tap import done, ok, same  # noqa: E402

runs = read_evidence("mutants")
with open("docs/reliability.md") as f:
    page = f.read()

KINDS = ("killed", "equal", "argued", "left", "untried")
rows = {}
for run in runs:
    name = "%s, %s" % (run["command"], run["compiler"])
    for folder, c in run["folders"].items():
        ok(c["mutants"] == sum(c[k] for k in KINDS) > 0 and c["by_scripts"] <= c["killed"], folder + ": adds up", c)
        ok(folder not in rows and os.path.isdir(folder), folder + " stands once in " + name)
        rows[folder] = c
    if "noticed_by" in run:
        same(sum(run["noticed_by"].values()), sum(c["killed"] for c in run["folders"].values()), "each was noticed by a folder of tests: " + name)
    in_folders = {}
    for line in run["left"]:
        found = re.fullmatch(r"([\w./-]+):(\d+):(\d+): .* -> .*", line)
        folder = os.path.dirname(found.group(1)) if found else line
        in_folders[folder] = in_folders.get(folder, 0) + 1
    same(in_folders, {f: c["left"] for f, c in run["folders"].items() if c["left"]}, "each that is left is listed: " + name)


def within(name):
    """The folders of a line of the page's table; a slash at its end: without what lies in it."""
    return [f for f in rows if f == name.rstrip("/") or f.startswith(name + "/")]


def total(folders):
    return {k: sum(rows[f][k] for f in folders) for k in ("mutants", *KINDS, "by_scripts")}


told = re.findall(r"^\| `([\w/]+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.M)
ok(len(told) >= 3, "the page has a table of them", told)
seen = []
for name, *numbers in told:
    folders = within(name)
    c = total(folders)
    same([int(n.replace(",", "")) for n in numbers],
         [c["mutants"], c["killed"], c["equal"] + c["argued"], c["left"], c["untried"]], "the page's line of " + name)
    seen += folders
same(sorted(seen), sorted(rows), "every folder is in one line of the table")

# What the tests of the library and of the command line notice without documents and pictures.
alone = ["%.1f %%" % (100 * (c["killed"] - c["by_scripts"]) / (c["killed"] + c["left"])) for c in map(total, map(within, ("layout", "desc")))]
by = next(run["noticed_by"] for run in runs if any(f.startswith("cli") for f in run["folders"]))
cli = total(within("cli"))
alone.append("%.1f %%" % (100 * sum(n for folder, n in by.items() if folder not in ("docs", "pictures", "python", "kernels")) / (cli["killed"] + cli["left"])))
said = re.search(r"The unit tests alone\s+notice ([\d.]+ %) of `layout` and ([\d.]+ %) of `desc`; the command line's without documents "
                 r"and pictures ([\d.]+ %)\s+of `cli`", " ".join(page.split()))
same(said and list(said.groups()), alone, "what is noticed without documents and pictures")

# What is argued: each is of a line that is there, and its reason is none that took the next one in.
lines = {}
for path in (p for top in ("layout", "desc", "cli") for p in glob.glob(top + "/**/*.[ch]", recursive=True)):
    with open(path) as f:
        lines[path] = {line.strip() for line in f}
same([(path, line) for path, line, _ in argued() if not any(like(p, path) and (line in lines[p] or any(like(x, line) for x in lines[p]))
                                                            for p in lines)], [], "what is argued is of lines that are there")
same([reason for reason in argued().values() if re.search(r"^(layout|desc|cli)/\S+$", reason, re.M)], [], "an empty line is between two")

# The machinery, on a source that is known.
SOURCE = "int f(int a)\n{\n    if (a < 3) {\n        return 1;\n    }\n    return a + 1;\n}\n"
same(sorted((m.old, m.new) for m in mutants(SOURCE)),
     sorted([("<", "<="), ("<", ">="), ("3", "2"), ("3", "4"), ("1", "0"), ("1", "2"), ("+", "-"), ("1", "0"), ("1", "2"),
             ("a < 3", "!(a < 3)"), ("a + 1", "0")]), "the mutants of a small source")
CANNOT = "int f(int a)\n{\n    if (NEVER(a < 3)) {\n        return a + 1;\n    }\n    return ALWAYS(a != 7);\n}\n"
same([(m.line, m.old, m.new) for m in mutants(CANNOT)],
     [(3, "NEVER(a < 3)", "!(NEVER(a < 3))"), (6, "ALWAYS(a != 7)", "0")], "what cannot happen has no mutants")


class Machine:
    """A program whose answers are what its files hold; it counts what it is asked."""

    def __init__(self):
        self.files, self.times = {}, {}

    def ask(self, question, **env):
        self.times[question] = self.times.get(question, 0) + 1
        return self.files.get(question)


asked = Scripts.__new__(Scripts)
asked.player = machine = Machine()
asked.asked = {q: Asked(1000, "as before", frozenset({probe})) for q, probe in (("elsewhere", 1), ("same", 2), ("gone", 2))}
machine.files = {"elsewhere": "other", "same": "as before", "rewritten": "first"}
answer = asked.answers({}, lambda question, a: 2 in a.probes)
first = [answer(q) for q in ("elsewhere", "same", "gone", "rewritten")]
machine.files.update(gone="as before", rewritten="second")
same((first, [answer(q) for q in ("elsewhere", "same", "gone", "rewritten")]),
     (["as before", "as before", None, "first"], ["as before", "as before", "as before", "second"]),
     "what names a file is asked again, which may have changed")
same(machine.times, {"same": 1, "gone": 2, "rewritten": 2}, "and nothing else")
done()
