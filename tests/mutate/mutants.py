#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation testing: changes a source a little and runs the tests that reach the place until one fails.
What no test notices is listed; docs/reliability.md says what came of it.

    make mutants N=200 SEED=1 FILES='layout/*/*.c'

All mutants of the files are built into one program (schemata.py) with all unit tests (battery.c).
tests/mutate/equivalent.txt holds those that no test can tell from the program, each with the reason."""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from operators import mutants  # noqa: E402
from schemata import Schema  # noqa: E402
from scripts import Scripts  # noqa: E402

LEFT = ("survived", "not reached")
SANITIZED = ["-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
PER_FILE = 5000  # more mutants or probes than any file has
HITS = """#include "battery.h"
unsigned char wgd_hit[%d];
const size_t wgd_hits = %d;
"""
NO_C = ["-Werror=int-conversion", "-Werror=incompatible-pointer-types"]  # what is no C, if gcc lets it pass
FLAGS = ["-std=c11", "-w", "-ftrivial-auto-var-init=pattern", "-fno-pie", "-fmax-errors=0", "-Itests/mutate"]


def sources(*folders, ends=(".c",)):
    return sorted(os.path.join(d, f) for top in folders for d, _, files in os.walk(top)
                  for f in files if f.endswith(ends) and "cli/page" not in d and "/python/" not in d)


def read(path):
    with open(path) as f:
        return f.read()


def write(path, text):
    """Only what is new, so that nothing is compiled twice."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w") as f:
            f.write(text)


def digest(path):
    return hashlib.sha256(read(path).encode()).hexdigest()


def newest(paths):
    return max(os.path.getmtime(p) if os.path.exists(p) else float("inf") for p in paths)


def made_of(out):
    """The files that an object was made of."""
    return read(out + ".d").replace("\\\n", " ").split()[1:] if os.path.exists(out + ".d") else [out + ".d"]


class Battery:
    """The mutants of some files, numbered, in a copy of the tree; and the program that runs them."""

    def __init__(self, build, cc, files, jobs):
        self.root, self.dir = build, os.path.join(build, "mutants")
        self.cc, self.jobs, self.until = cc, jobs, float("inf")
        self.tree = os.path.join(self.dir, "tree")
        self.mutants, self.schemata, self.bad, self.first = {}, {}, {}, {}
        everything = sources("layout", "desc", "cli", ends=(".c", ".h"))
        for i, path in enumerate(everything):
            self.first[path] = i * PER_FILE
            if any(fnmatch.fnmatch(path, g) for g in files):
                text = read(path)
                numbered = list(enumerate(mutants(text), i * PER_FILE + 1))
                self.mutants.update((n, (path, m)) for n, m in numbered)
                self.schemata[path] = Schema(text, numbered, i * PER_FILE)
        self.n_probes = len(everything) * PER_FILE
        self.program = os.path.join(self.dir, "battery")

    # ---- building -----------------------------------------------------------------------------

    def build(self):
        for path in [*sources("layout", "desc", "cli", ends=(".c", ".h", ".def")), "cli/page/page_data.h"]:
            write(os.path.join(self.tree, path), self.text_of(path))
        programs = sources("tests/unit/layout", "tests/unit/desc", "tests/unit/scan")
        names = [os.path.basename(p)[5:-2] for p in programs]
        write(os.path.join(self.dir, "programs.h"), "".join("PROGRAM(%s)\n" % n for n in names))
        write(os.path.join(self.dir, "hits.c"), HITS % (self.n_probes, self.n_probes))
        includes = ["-I%s/layout" % self.tree, "-I%s/desc" % self.tree, "-Itests/lib", "-Ikernels", "-I" + self.dir]
        for path in self.schemata:
            if path.endswith(".h"):
                self.compile(os.path.join(self.tree, path), ["-x", "c", "-fsyntax-only", *includes,
                                                             "-I%s/cli" % self.tree], "/dev/null")
        self.includes = includes
        library = sources("layout", "desc")
        self.common = dict(zip(library, self.objects([(os.path.join(self.tree, s), ["-O0", *includes]) for s in library])))
        self.common.update(zip("sh", self.objects([("tests/mutate/switch.c", ["-O1", *includes]),
                                                   (os.path.join(self.dir, "hits.c"), [])])))
        self.own = self.objects([(s, ["-O1", *includes]) for s in sources("tests/lib") + ["tests/mutate/battery.c"]] +
                                [(p, ["-O1", *includes, "-Dmain=unit_" + n, "-D_cmocka_run_group_tests=battery_group"])
                                 for p, n in zip(programs, names)])
        self.link_battery(self.program, {})

    def link_battery(self, program, instead):
        """`instead`: {source: another object}"""
        self.link(program, [*dict(self.common, **instead).values(), *self.own], "-lcmocka", "-lcjson", "-lm")

    def build_program(self):
        """The program, for the scripts; the folder that it is in. What is not changed is as `make` has it."""
        folder = os.path.join(self.dir, "program")
        subprocess.run(["make", "-s", "-j%d" % self.jobs, "LTO=", "CC=" + self.cc, "B=" + self.root, "cli"], check=True)
        mine = [os.path.join(self.root, "page/page_data.o")]
        for s in sources("cli"):
            if s in self.schemata:
                mine.append(self.object(os.path.join(self.tree, s), ["-O0", *self.includes, "-I%s/cli" % self.tree]))
            elif s != "cli/wgdesc_ask.c":
                mine.append(os.path.join(self.root, s[:-2] + ".o"))
        os.makedirs(folder, exist_ok=True)
        self.link(os.path.join(folder, "wgdesc"), [*self.common.values(), *mine], "-lcjson", "-ldl")
        return folder

    def built(self, name, which, flags):
        """The battery with these mutants, in sources alone, built in another way."""
        instead = {}
        for path in sorted({self.mutants[n][0] for n in which}):
            if path.endswith(".c"):
                mine = [(n, self.mutants[n][1]) for n in which if self.mutants[n][0] == path]
                instead[path] = self.other(path, Schema(read(path), mine, self.first[path]).text(), flags, name)
        self.link_battery(os.path.join(self.dir, name), instead)
        return os.path.join(self.dir, name)

    def alone(self, n):
        """The battery with one mutant for good; None where it does not compile."""
        path, m = self.mutants[n]
        made = self.other(path, m.apply(read(path)), ["-O0"], "alone")
        if made:
            self.link_battery(os.path.join(self.dir, "alone"), {path: made})
        return made and os.path.join(self.dir, "alone")

    def other(self, path, text, flags, name):
        source = os.path.join(self.dir, "other", name, path)
        write(source, text)
        p = subprocess.run([self.cc, *FLAGS, *flags, *self.includes, "-iquote",
                            os.path.join(self.tree, os.path.dirname(path)), "-c", source, "-o", source + ".o"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return None if p.returncode else source + ".o"

    def objects(self, work):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda w: self.object(*w), work))

    def link(self, program, objects, *more):
        if not os.path.exists(program) or newest(objects) > os.path.getmtime(program):
            write(program + ".objects", "\n".join(objects))
            subprocess.run([self.cc, "-no-pie", "-o", program, "@" + program + ".objects", *more], check=True)

    def unsuited(self):
        return {n for s in self.schemata.values() for n in s.unsuited}

    def as_known(self):
        """Without building: which mutants do not compile, as far as that is known."""
        for path in self.schemata:
            self.text_of(path)

    def text_of(self, path):
        """The source as it is built: with those of its mutants that compile, as far as that is known."""
        if path not in self.schemata:
            return read(path)
        known = os.path.join(self.dir, "invalid", path)
        found = json.loads(read(known)) if os.path.exists(known) else {}
        mine = digest(path)
        self.bad[path] = {n + self.first[path] for n in found.get(mine, [])}
        return self.schemata[path].text(self.bad[path])

    def object(self, source, flags):
        out = os.path.join(self.dir, "obj", os.path.relpath(source, self.dir).replace("../", "") + ".o")
        os.makedirs(os.path.dirname(out), exist_ok=True)
        if not os.path.exists(out) or newest(made_of(out)) > os.path.getmtime(out):
            self.compile(source, [*flags, "-MMD", "-MF", out + ".d", "-c"], out)
        return out

    def compile(self, source, flags, out):
        """Mutants that do not compile are left out, and it is tried again."""
        for _ in range(8):
            p = subprocess.run([self.cc, *FLAGS, *flags, source, "-o", out], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
            if p.returncode == 0:
                return
            if not self.leave_out(p.stdout.decode()):
                break
        sys.exit("%s: %s" % (source, p.stdout.decode()[:3000]))

    def leave_out(self, messages):
        found = {}
        for name, line in re.findall(r"^([^\s:]+):(\d+):\d+: error", messages, re.M):
            path = os.path.relpath(name, self.tree)
            n = self.schemata[path].number_at(int(line)) if path in self.schemata else None
            if n is not None:
                found.setdefault(path, set()).add(n)
        for path, numbers in found.items():
            self.bad[path] |= numbers
            mine = digest(path)
            write(os.path.join(self.dir, "invalid", path),
                  json.dumps({mine: sorted(n - self.first[path] for n in self.bad[path])}))
            write(os.path.join(self.tree, path), self.schemata[path].text(self.bad[path]))
        return found

    # ---- running ------------------------------------------------------------------------------

    def reach(self, limit, program=None, only=()):
        """[(test, microseconds, probes)] of those tests that take at most `limit` seconds, measured anew for a
        new program; None in the place of the others, and of those that are in none of the unit tests `only`."""
        program = program or self.program
        path = "%s-reach-%g-%s" % (program, limit, "-".join(only))
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(program):
            with open(path + ".new", "w") as f:
                subprocess.run([program, "reach", str(self.n_probes), str(int(limit * 1e6)), *only], stdout=f, check=True)
            os.rename(path + ".new", path)
        tests = []
        for line in read(path).splitlines():
            name, us, status, *probes = line.split()
            if status not in ("0", str(int(signal.SIGPROF))):
                sys.exit("%s fails without a mutant" % name)
            tests.append((name, int(us), {int(k) for k in probes}) if status == "0" else None)
        return tests

    def run(self, tests, which, said, program=None, patience=1 << 30):
        """said(mutant, result) of each: the test that noticed it, "survived", or "not reached". What is not quick and
        has run so often in vain for mutants of a file is not run again for it."""
        passing = {}
        for i, t in enumerate(tests):
            for k in t[2] if t else ():
                passing.setdefault(k, []).append(i)
        everywhere = {}
        for path, s in self.schemata.items():
            probes = range(s.first_probe, s.probes)
            everywhere[path] = sorted({i for k in probes for i in passing.get(k, [])}) or \
                [i for i, t in enumerate(tests) if t]
        kills, vain = {}, {}
        p = subprocess.Popen([program or self.program, "run"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for n in which:
            if time.monotonic() > self.until:
                break
            path = self.mutants[n][0]
            reach = self.schemata[path].reach
            mine = passing.get(reach[n], []) if n in reach else everywhere[path]
            mine = [i for i in mine if tests[i][1] < 1000 or vain.get((path, i), 0) < patience or (path, i) in kills]
            # What has noticed others of this file soon notices this one.
            mine = sorted(mine, key=lambda i: tests[i][1] / (0.05 + kills.get((path, i), 0)))
            result = "not reached"
            if mine:
                line = "%d %s\n" % (n, " ".join("%d:%d" % (i, tests[i][1]) for i in mine))
                by = -1
                while by == -1:  # no test was under way: no memory for a process
                    p.stdin.write(line)
                    p.stdin.flush()
                    said_by = p.stdout.readline().split()[1]
                    by = None if said_by == "-" else int(said_by)
                # A mutant that writes astray may have changed the number, too.
                result = "survived" if by is None else tests[by][0] if 0 <= by < len(tests) and tests[by] else "crash"
                for i in mine[:mine.index(by)] if by in mine else mine:
                    vain[path, i] = vain.get((path, i), 0) + 1
                if by is not None:
                    kills[path, by] = kills.get((path, by), 0) + 1
            said(n, result)
        p.stdin.close()
        p.wait()


class Results:
    """What became of each mutant, kept from run to run; of one that was noticed for as long as its source
    stays as it is."""

    def __init__(self, battery):
        self.path = os.path.join(battery.root, "mutants/results.json")
        self.battery, self.found = battery, {}
        kept = json.loads(read(self.path)) if os.path.exists(self.path) else {}
        self.kept = {p: k for p, k in kept.items() if os.path.exists(p) and k["source"] == digest(p)}
        for n, (path, _) in battery.mutants.items():
            result = self.kept.get(path, {}).get("of", {}).get(str(n - battery.first[path]))
            if result is not None:
                self.found[n] = result

    def add(self, n, result):
        self.found[n] = result
        path = self.battery.mutants[n][0]
        kept = self.kept.setdefault(path, {"source": digest(path), "of": {}})
        kept["of"][str(n - self.battery.first[path])] = result

    def save(self):
        write(self.path, json.dumps(self.kept))


def equivalents():
    """{(path, line's text, change): reason}"""
    known = {}
    for entry in re.split(r"\n\n+", re.sub(r"^#.*\n", "", read("tests/mutate/equivalent.txt"), flags=re.M).strip()):
        if entry:
            path, line, change, reason = entry.split("\n", 3)
            known[path.strip(), line.strip(), change.strip()] = reason
    return known


def described(path, m):
    """(the line's text, what becomes of what)"""
    return read(path).splitlines()[m.line - 1].strip(), "%s -> %s" % (" ".join(m.old.split()), " ".join(m.new.split()) or "nothing")


def object_code(battery, path, text):
    """What -O2 makes of a text in the place of a source."""
    out = os.path.join(battery.dir, "alone.o")
    p = subprocess.run([battery.cc, *[f for f in FLAGS if f != "-w"], *NO_C, "-O2", "-Ilayout", "-Idesc", "-Icli", "-iquote", os.path.dirname(path), "-x", "c",
                        "-", "-c", "-o", out], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if p.returncode:
        return None
    with open(out, "rb") as f:
        return f.read()


def like(text, pattern):
    return text == pattern or fnmatch.fnmatchcase(text, pattern)


def explain_away(battery, which, said):
    """Those that are no C, those of the same object code, and those that are argued in the list."""
    known, original = equivalents(), {}
    for n in which:
        path, m = battery.mutants[n]
        line, change = described(path, m)
        if any(like(path, p) and like(line, t) and (like(change, c) or like("%d: %s" % (m.column, change), c))
               for p, t, c in known):
            said(n, "argued")
        elif path.endswith(".c"):
            if path not in original:
                original[path] = object_code(battery, path, read(path))
            code = object_code(battery, path, m.apply(read(path)))
            if code is None or code == original[path]:
                said(n, "equal" if code else "invalid")


def table(battery, results, a):
    """The counts by folder and what is left, for docs/evidence."""
    invalid, folders, left = set().union(*battery.bad.values()), {}, []
    for n, (path, m) in battery.mutants.items():
        if n in invalid or results.found.get(n) == "invalid":
            continue
        count = folders.setdefault(os.path.dirname(path), {"mutants": 0, "killed": 0, "by_scripts": 0, "equal": 0,
                                                           "argued": 0, "left": 0, "untried": 0})
        result = results.found.get(n, "untried")
        kind = result if result in count else "left" if result in LEFT else "killed"
        count["mutants"] += 1
        count[kind] += 1
        count["by_scripts"] += result.endswith(".t")
        if kind == "left":
            left.append("%s:%d:%d: %s" % (path, m.line, m.column, described(path, m)[1]))
    version = subprocess.run([battery.cc, "--version"], stdout=subprocess.PIPE).stdout.decode().splitlines()[0]
    return {"command": "make mutants " + a.said, "compiler": version, "date": time.strftime("%Y-%m-%d"),
            "folders": folders, "left": left}


class Judge:
    """The rounds, each of what the one before has left."""

    def __init__(self, battery, results, todo, a):
        self.battery, self.results, self.todo, self.a = battery, results, todo, a
        self.start = time.monotonic()
        self.done = self.of = 0

    def left(self):
        found = [n for n in self.todo if self.results.found.get(n, "survived") in LEFT]
        self.done, self.of = 0, len(found)
        return found

    def left_of_library(self):
        unsuited = self.battery.unsuited()
        found = [n for n in self.left() if n not in unsuited and not self.battery.mutants[n][0].startswith("cli")]
        self.of = len(found)
        return found

    def said(self, n, result):
        if result != "not reached" or n not in self.results.found:
            self.results.add(n, result)
        self.done += 1
        if self.done % 200 == 0 or self.done == self.of:
            self.results.save()
            print("  %d of %d, %.0f s" % (self.done, self.of, time.monotonic() - self.start), file=sys.stderr, flush=True)

    def quick(self):
        self.battery.run(self.battery.reach(self.a.limit), self.left_of_library(), self.said, patience=25)

    def slow(self):
        """What takes long, of some unit tests, against an optimised build; what notices a mutant ends early."""
        some = [n for n in self.left_of_library() if self.battery.mutants[n][0].endswith(".c")]
        program = self.battery.built("optimised", some, ["-O1"])
        tests = self.battery.reach(self.a.slow, program, self.a.tests.split())
        self.battery.run(tests, some, self.said, program, self.a.patience)

    def sanitized(self):
        """As `make check SAN=1` has it."""
        some = self.left_of_library()
        program = self.battery.built("sanitized", some, SANITIZED)
        self.battery.run(self.battery.reach(self.a.limit), some, self.said, program)

    def alone(self):
        tests = self.battery.reach(self.a.limit)
        for n in sorted(set(self.left()) & self.battery.unsuited()):
            program = self.battery.mutants[n][0].endswith(".c") and self.battery.alone(n)
            if program:
                self.battery.run(tests, [n], self.said, program)

    def scripts(self):
        asked, unsuited = Scripts(self.battery.build_program(), self.a.scripts.split()), self.battery.unsuited()
        for n in self.left():
            s = self.battery.schemata[self.battery.mutants[n][0]]
            if n not in unsuited and time.monotonic() < self.battery.until:
                self.said(n, asked.killed_by(n, {s.reach[n]} if n in s.reach else set(range(s.first_probe, s.probes))))

    def explain(self):
        explain_away(self.battery, self.left(), self.said)

    def rounds(self):
        for name in self.a.rounds.split():
            getattr(self, name)()
            self.results.save()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--cc", default="cc")
    p.add_argument("-n", default="100", help="how many, or all")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--files", default="layout/*/*.c desc/*/*.c")
    p.add_argument("--only", default="*", help="of these files, in this order")
    p.add_argument("--kinds", default="comparison constant operator negation condition statement return")
    p.add_argument("--limit", type=float, default=0.03, help="seconds that a test may take in the first round")
    p.add_argument("--slow", type=float, default=3, help="and in the round of slower tests")
    p.add_argument("--patience", type=int, default=3, help="a slow test that has noticed none of so many is given up")
    p.add_argument("--tests", default="", help="the unit tests of that round, as layout_laws; none: all")
    p.add_argument("--scripts", default="*", help="those of tests/cli whose questions are asked")
    p.add_argument("--rounds", default="quick slow sanitized alone scripts explain",
                   help="none: only tells what is known from before")
    p.add_argument("--write", help="a file that gets the counts and what is left")
    p.add_argument("--said", default="N=all", help="how make was asked, for that file")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    a = p.parse_args()
    battery = Battery(a.build, a.cc, a.files.split(), a.jobs)
    if a.rounds:
        battery.build()
    else:
        battery.as_known()
    results = Results(battery)
    invalid = set().union(*battery.bad.values())
    order = [n for g in a.only.split() for n, (path, _) in battery.mutants.items() if fnmatch.fnmatch(path, g)]
    todo = [n for n, m in ((n, battery.mutants[n][1]) for n in dict.fromkeys(order))
            if m.what in a.kinds.split() and n not in invalid]
    if a.n != "all":
        random.Random(a.seed).shuffle(todo)
        todo = todo[:int(a.n)]
    battery.until = time.monotonic() + a.seconds
    judge = Judge(battery, results, todo, a)
    judge.rounds()
    for n in judge.left():
        path, m = battery.mutants[n]
        print("%s %s:%d:%d: %s\n    %s" % (results.found.get(n, "untried"), path, m.line, m.column,
                                           *reversed(described(path, m))))
    if a.write:
        runs = [r for r in json.loads(read(a.write)) if r["command"] != "make mutants " + a.said] \
            if os.path.exists(a.write) else []
        with open(a.write, "w") as f:
            json.dump(runs + [table(battery, results, a)], f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    sys.exit(main())
