#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation testing: changes a source a little and runs the tests that reach the place until one fails.
What no test notices is listed; docs/reliability.md says what came of it.

    make mutants N=200 SEED=1 FILES='layout/*/*.c'

All mutants of the files are built into one program (building.py) with all unit tests (battery.c), and tried on all
cores (trials.py). tests/mutate/equivalent.txt holds those that no test can tell from the program, each with the
reason (equivalents.py). What became of each is kept (results.py), also when time was up before all were tried."""
import argparse
import concurrent.futures
import fnmatch
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from building import SANITIZED, Battery  # noqa: E402
from equivalents import Equivalents  # noqa: E402
from results import LEFT, Results, described, table, write_table  # noqa: E402
from scripts import Scripts  # noqa: E402
from trials import Trials  # noqa: E402


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

    def left_of_library(self, unsuited=False):
        """Of layout and desc: those that can be switched, or those that cannot."""
        kept = self.battery.unsuited()
        found = [n for n in self.left() if (n in kept) == unsuited and not self.battery.mutants[n][0].startswith("cli/")]
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
        Trials(self.battery, self.battery.program, self.a.limit, patience=25).run(self.left_of_library(), self.said)

    def slow(self):
        """What takes long, of some unit tests, against an optimised build; what notices a mutant ends early. In no
        order: mutants side by side are alike, and would use up the patience with a test."""
        some = [n for n in self.left_of_library() if self.battery.mutants[n][0].endswith(".c")]
        random.Random(self.a.seed).shuffle(some)
        if not some:  # what is slow is slow to measure, too
            return
        program = self.battery.built("optimised", some, ["-O1"])
        Trials(self.battery, program, self.a.slow, self.a.tests.split(), self.a.patience).run(some, self.said)

    def sanitized(self):
        """As `make check SAN=1` has it."""
        some = self.left_of_library()
        program = self.battery.built("sanitized", some, SANITIZED)
        Trials(self.battery, self.battery.program, self.a.limit).run(some, self.said, program)

    def interface(self):
        """What a compiled caller has of a public header: the tests of that notice it, and nothing else is built again."""
        some = [n for n in self.left_of_library(unsuited=True) if self.battery.mutants[n][0].endswith(".h")]
        if some:
            Trials(self.battery, self.battery.program, self.a.limit,
                   [t for t in self.battery.names if t.startswith("abi_")]).run_alone(some, self.said, "tests/unit/abi/")

    def alone(self):
        """What cannot be switched: in a source with the sanitizers, in a header with all that has it in it built again."""
        some = self.left_of_library(unsuited=True)
        Trials(self.battery, self.battery.program, self.a.limit).run_alone(some, self.said)

    def scripts(self):
        self.ask(1.5)

    def questions(self):
        """All that the scripts ask of the place, as far as it takes a minute."""
        self.ask(60)

    def stopped(self):
        """Of the program, each source with its mutant for good and the sanitizers in it, which take twenty times as long."""
        self.ask(3, SANITIZED)

    def ask(self, seconds, alone=None):
        """`alone`: each mutant of the command line's in a program of its own, compiled with these flags."""
        unsuited, work = self.battery.unsuited(), []
        for n in self.left():
            path = self.battery.mutants[n][0]
            s = self.battery.schemata[path]
            own = alone is not None or n in unsuited
            if (own and not path.endswith(".c")) or (alone and not path.startswith("cli/")):
                continue
            mine = {s.reach[n]} if n in s.reach else set(range(s.first_probe, s.probes))
            work.append((n, mine, own, n not in s.reach))
        if work:  # before that, all that the scripts ask has to be asked once
            Scripts(self.battery, self.a.scripts.split(), seconds, alone or ["-O0"]).run(work, self.battery.until, self.said)

    def compiler(self):
        """What the product's warnings refuse is none that could land."""
        some = [n for n in self.left() if self.battery.mutants[n][0].endswith(".c")]
        with concurrent.futures.ThreadPoolExecutor(self.battery.jobs) as pool:
            for n, compiles in zip(some, pool.map(lambda n: self.battery.compiles(n, self.a.warn.split()), some)):
                self.said(n, self.results.found.get(n, "survived") if compiles else "the compiler")

    def explain(self):
        Equivalents(self.battery).run(self.left(), self.said)

    def rounds(self):
        for name in self.a.rounds.split():
            if time.monotonic() < self.battery.until:
                print("%s, %.0f s" % (name, time.monotonic() - self.start), file=sys.stderr, flush=True)
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
    p.add_argument("--patience", type=int, default=10, help="a slow test that has noticed none of so many is given up")
    p.add_argument("--tests", default="", help="the unit tests of that round, as layout_laws; none: all")
    p.add_argument("--scripts", default="", help="those whose questions are asked, as desc/golden or desc/*")
    p.add_argument("--warn", default="-std=c11 -Wall -Wextra -Werror", help="how the product is compiled")
    p.add_argument("--rounds", default="quick slow sanitized interface alone scripts explain questions stopped compiler",
                   help="none: only tells what is known from before")
    p.add_argument("--write", help="a file that gets the counts and what is left")
    p.add_argument("--said", default="N=all", help="how make was asked, for that file")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--seconds", type=float, default=1e9, help="stop so long after the start, and keep what is known then")
    p.add_argument("--known", nargs="*", default=[], metavar="RESULTS",
                   help="mutants/results.json of other builds of the same sources")
    a = p.parse_args()
    until = time.monotonic() + a.seconds
    battery = Battery(a.build, a.cc, a.files.split(), a.jobs)
    if a.rounds:
        battery.build()
    else:
        battery.as_known()
    results = Results(battery, a.known)
    invalid = set().union(*battery.bad.values())
    for n in invalid:
        results.add(n, "invalid")
    order = [n for g in a.only.split() for n, (path, _) in battery.mutants.items() if fnmatch.fnmatch(path, g)]
    todo = [n for n, m in ((n, battery.mutants[n][1]) for n in dict.fromkeys(order))
            if m.what in a.kinds.split() and n not in invalid]
    if a.n != "all":
        random.Random(a.seed).shuffle(todo)
        todo = todo[:int(a.n)]
    battery.until = until
    judge = Judge(battery, results, todo, a)
    judge.rounds()
    for n in judge.left():
        path, m = battery.mutants[n]
        print("%s %s:%d:%d: %s\n    %s" % (results.found.get(n, "untried"), path, m.line, m.column,
                                           *reversed(described(path, m))))
    if a.write:
        write_table(a.write, table(battery, results, a.said, None if a.n == "all" else set(todo)))


if __name__ == "__main__":
    sys.exit(main())
