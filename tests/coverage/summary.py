#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the counts of a run come to: a table by folder, what no test reaches by name, beside the list that
is checked in, and pages."""
import argparse
import collections
import datetime
import glob
import json
import os
import re
import subprocess
import sys

TOP = ("layout", "desc", "cli")
KINDS = ("lines", "branches", "mcdc")
LIST = "tests/coverage/uncovered.txt"
HEAD = """# What no test reaches, as 'make coverage' finds it: file, kind, text. A line that is not here is news.
#   line    the line is never executed
#   true    the condition is never true
#   false   the condition is never false
#   mcdc    no pair of tests shows that the condition alone decides
"""


def tool(name, version, *args):
    p = subprocess.run([name + version, *args], stdout=subprocess.PIPE)
    if p.returncode:
        sys.exit("%s%s failed" % (name, version))
    return p.stdout


def path_of(f):
    return os.path.relpath(f["filename"])


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def percent(count, covered):
    return "%6.2f" % (100 * covered / count) if count else "     -"


def text_at(source, place):
    """The text of a region, in one line."""
    top, left, bottom, right = place
    if top == bottom:
        words = source[top - 1][left - 1:right - 1]
    else:
        words = " ".join([source[top - 1][left - 1:], *source[top:bottom - 1], source[bottom - 1][:right - 1]])
    return " ".join(words.split())


def lines_of(segments, source):
    """(line, did it run) of the lines that have code, as llvm-cov counts them, less the blocks behind a NEVER():
    those are not part of this build."""
    by_line = collections.defaultdict(list)
    for s in segments:
        by_line[s[0]].append(s)
    around, never = None, None
    for n in range(1, len(source) + 1):
        here = by_line.get(n, [])
        starts = [s for s in here if s[3] and s[4] and not s[5]]
        gap_first = here and not here[0][3] and here[0][4]
        mapped = not gap_first and ((around is not None and around[3]) or starts)
        ran = max([around[2] if around is not None and around[3] else 0] + [s[2] for s in starts])
        words = source[n - 1].strip()
        if never is not None:
            if not ran:
                mapped = False
            if source[n - 1].startswith(never + "}"):
                never = None
        elif re.match(r"(\} else )?if \(NEVER\(", words):
            never = source[n - 1][:len(source[n - 1]) - len(words)]
        if mapped:
            yield n, ran > 0
        if here:
            around = here[-1]


def inside(a, b):
    return (b[0], b[1]) <= (a[0], a[1]) and (a[2], a[3]) <= (b[2], b[3])


class reached:
    """What ran of one file. A function of a header counts once, for all the files that have it."""

    def __init__(self, f):
        with open(path_of(f)) as source:
            self.source = source.read().split("\n")
        self.lines = dict(lines_of(f["segments"], self.source))
        self.branches, self.fixed, self.decisions = {}, set(), {}
        for e in f.get("expansions", []):
            place = tuple(e["source_region"][:4])
            if re.match("ALWAYS|NEVER", text_at(self.source, place)):
                self.fixed.add(place)
            self.count([(place, b) for b in e["branches"]])
        self.count([(tuple(b[:4]), b) for b in f["branches"]])
        for r in f.get("mcdc_records", []):
            place, pairs = tuple(r[:4]), r[-1]
            was = self.decisions.get(place, pairs)
            self.decisions[place] = [x or y for x, y in zip(was, pairs)]

    def count(self, branches):
        for place, b in branches:
            was = self.branches.get(place, (0, 0))
            self.branches[place] = (was[0] + b[4], was[1] + b[5])

    def conditions(self):
        """(place of the decision, of the condition or None, does it decide alone)"""
        for place, pairs in self.decisions.items():
            parts = sorted(b for b in {*self.branches, *self.fixed} if inside(b, place))
            for i, paired in enumerate(pairs):
                part = parts[i] if len(parts) == len(pairs) else None
                if part not in self.fixed:
                    yield place, part, paired

    def sums(self):
        sides = [n > 0 for b in self.branches.values() for n in b]
        alone = [paired for _, _, paired in self.conditions()]
        return {"lines": (len(self.lines), sum(self.lines.values())), "branches": (len(sides), sum(sides)),
                "mcdc": (len(alone), sum(alone))}

    def lost(self):
        """(line, kind, text) of all that was not reached, less what stands in a place that was not reached."""
        before = True
        for n, ran in sorted(self.lines.items()):
            if before and not ran:
                yield n, "line", " ".join(self.source[n - 1].split())
            before = ran
        for place, (yes, no) in sorted(self.branches.items()):
            if (yes == 0) != (no == 0):
                yield place[0], "false" if yes else "true", text_at(self.source, place)
        for place, part, paired in sorted(self.conditions(), key=str):
            if not paired and (part is None or all(self.branches[part])):
                what = text_at(self.source, part) if part else "a condition"
                yield place[0], "mcdc", "%s  in  %s" % (what, text_at(self.source, place))


def table(sums, out):
    out.write("%-20s %8s %8s %8s   percent of %s\n" % ("", "lines", "branches", "MC/DC", "what there is"))
    for where in sorted(sums):
        out.write("%-20s %s\n" % (where, "  ".join(" " + percent(*sums[where][k]) for k in KINDS)))


def write_figures(path, sums, lost, version):
    with open(path, "w") as out:
        json.dump({"date": datetime.date.today().isoformat(),
                   "compiler": tool("clang", version, "--version").decode().splitlines()[0],
                   "command": "make coverage", "not_reached": len(lost),
                   "folders": {where: {k: {"there": n[0], "reached": n[1]} for k, n in sums[where].items()}
                               for where in sorted(sums)}}, out, indent=1)
        out.write("\n")


def add_up(files):
    sums = {}
    for path, r in files.items():
        for where in (folder_of(path), path.split("/")[0]):
            here = sums.setdefault(where, {k: [0, 0] for k in KINDS})
            for k, (count, covered) in r.sums().items():
                here[k][0] += count
                here[k][1] += covered
    return sums


def compare(lost, update):
    """What is lost and not in the list, and the other way round; True where nothing is new."""
    found = collections.Counter("%s: %s: %s" % (path, kind, text) for path, _, kind, text in lost)
    if update:
        with open(LIST, "w") as out:
            out.write(HEAD + "".join(line + "\n" for line in sorted(found.elements())))
    with open(LIST) as f:
        known = collections.Counter(line.rstrip("\n") for line in f if line[0] != "#")
    new, gone = found - known, known - found
    for path, line, kind, text in lost:
        name = "%s: %s: %s" % (path, kind, text)
        if new[name] > 0:
            new[name] -= 1
            print("not reached, and not in %s: %s:%d: %s: %s" % (LIST, path, line, kind, text))
    for name in sorted(gone.elements()):
        print("reached now; take it out of %s: %s" % (LIST, name))
    print("not reached: %d, of which %d are new" % (sum(found.values()), sum((found - known).values())))
    return not found - known


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", required=True)
    p.add_argument("--version", default="")
    p.add_argument("--update", action="store_true", help="write the list of what is not reached again")
    p.add_argument("--data", help="the figures as JSON into this file")
    p.add_argument("--no-pages", action="store_true")
    a = p.parse_args()
    data = os.path.join(a.build, "all.profdata")
    counts = glob.glob(os.path.join(a.build, "counts", "*.profraw"))
    tool("llvm-profdata", a.version, "merge", "-sparse", "-failure-mode=all", "-o", data, *counts)
    programs = [os.path.join(a.build, "wgdesc")]
    programs += sorted(f for f in glob.glob(os.path.join(a.build, "tests/unit/*/test_*"))
                       if os.access(f, os.X_OK) and not f.endswith(".d"))
    objects = [programs[0]] + [w for f in programs[1:] for w in ("-object", f)]
    text = tool("llvm-cov", a.version, "export", "-instr-profile", data, *objects)
    files = {path_of(f): reached(f) for f in json.loads(text)["data"][0]["files"] if path_of(f).split("/")[0] in TOP}
    sums = add_up(files)
    table(sums, sys.stdout)
    lost = [(path, *one) for path, r in sorted(files.items()) for one in sorted(r.lost())]
    with open(os.path.join(a.build, "unreached.txt"), "w") as out:
        for path, line, kind, words in lost:
            out.write("%s:%d: %s: %s\n" % (path, line, kind, words))
    if a.data:
        write_figures(a.data, sums, lost, a.version)
    clean = compare(lost, a.update) if os.path.exists(LIST) or a.update else True
    if not a.no_pages:
        html = os.path.join(a.build, "html")
        tool("llvm-cov", a.version, "show", "-format=html", "-show-branches=count", "-output-dir", html,
             "-instr-profile", data, *objects, *sorted(files))
        print("as pages: %s/index.html" % html)
    sys.exit(0 if clean else 1)


if __name__ == "__main__":
    main()
