# SPDX-License-Identifier: MIT
"""What became of each mutant: kept from run to run, brought together from several machines, counted by folder."""
import collections
import json
import os
import subprocess
import time

from building import digest, read, write

LEFT = ("survived", "not reached")


class Results:
    """Of a file as long as it stays as it is. `known`: results of other runs, of the same sources."""

    def __init__(self, battery, known=()):
        self.path = os.path.join(battery.root, "mutants/results.json")
        self.battery, self.found, self.kept = battery, {}, {}
        for path in (self.path, *known):
            self.take(json.loads(read(path)) if os.path.exists(path) else {})

    def take(self, more):
        """What was noticed once stays noticed."""
        for path, k in more.items():
            if not os.path.exists(path) or k["source"] != digest(path):
                continue
            kept = self.kept.setdefault(path, {"source": k["source"], "of": {}})["of"]
            kept.update((n, r) for n, r in k["of"].items() if kept.get(n, LEFT[0]) in LEFT)
        for n, (path, _) in self.battery.mutants.items():
            result = self.kept.get(path, {}).get("of", {}).get(str(n - self.battery.first[path]))
            if result is not None:
                self.found[n] = result

    def add(self, n, result):
        self.found[n] = result
        path = self.battery.mutants[n][0]
        kept = self.kept.setdefault(path, {"source": digest(path), "of": {}})
        kept["of"][str(n - self.battery.first[path])] = result

    def save(self):
        write(self.path, json.dumps(self.kept))


def described(path, m):
    """(the line's text, what becomes of what)"""
    return read(path).splitlines()[m.line - 1].strip(), "%s -> %s" % (" ".join(m.old.split()), " ".join(m.new.split()) or "nothing")


def noticed_by(result):
    """The folder of tests that holds what noticed a mutant."""
    return result.split("/")[1] if result.endswith(".t") else "compiler" if result == "the compiler" else "unit"


def table(battery, results, said, sample=None):
    """The counts by folder and what is left, for docs/evidence; `said` is how make was asked; `sample`: of these alone."""
    invalid, folders, left, by = set().union(*battery.bad.values()), {}, [], collections.Counter()
    for n, (path, m) in battery.mutants.items():
        if n in invalid or results.found.get(n) == "invalid" or (sample is not None and n not in sample):
            continue
        count = folders.setdefault(os.path.dirname(path), {"mutants": 0, "killed": 0, "by_scripts": 0, "equal": 0,
                                                           "argued": 0, "left": 0, "untried": 0})
        result = results.found.get(n, "untried")
        kind = result if result in count else "left" if result in LEFT else "killed"
        count["mutants"] += 1
        count[kind] += 1
        count["by_scripts"] += result.endswith(".t")
        if kind == "killed":
            by[noticed_by(result)] += 1
        if kind == "left":
            left.append("%s:%d:%d: %s" % (path, m.line, m.column, described(path, m)[1]))
    version = subprocess.run([battery.cc, "--version"], stdout=subprocess.PIPE).stdout.decode().splitlines()[0]
    return {"command": "make mutants " + said, "compiler": version, "date": time.strftime("%Y-%m-%d"),
            "folders": folders, "noticed_by": dict(sorted(by.items())), "left": left}


def write_table(path, new):
    """A file of such tables gets this one; of the others it keeps the folders that are not in it."""
    runs = []
    for run in json.loads(read(path)) if os.path.exists(path) else []:
        run["folders"] = {f: count for f, count in run["folders"].items() if f not in new["folders"]}
        run["left"] = [line for line in run["left"] if os.path.dirname(line.split(":")[0]) in run["folders"]]
        runs += [run] if run["folders"] else []
    with open(path, "w") as f:
        json.dump(runs + [new], f, indent=1)
        f.write("\n")
