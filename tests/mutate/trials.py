# SPDX-License-Identifier: MIT
"""Mutants tried against unit tests: which tests reach what, and by which of them a mutant is noticed."""
import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time

from building import newest

QUICK = 1000  # microseconds: a test that takes no longer is always run


class Trials:
    """`program`: a battery; `limit`: seconds that a test may take; `only`: the unit tests that are asked, or all;
    `patience`: what is not quick and has run so often in vain for mutants of a file is not run again for it."""

    def __init__(self, battery, program, limit, only=(), patience=1 << 30):
        self.battery, self.program, self.patience = battery, program, patience
        self.tests = self.measured(limit, list(only) or battery.names)
        self.passing, self.everywhere = {}, {}
        for i, t in enumerate(self.tests):
            for k in t[2] if t else ():
                self.passing.setdefault(k, []).append(i)
        for path, s in battery.schemata.items():
            probes = range(s.first_probe, s.probes) if path.endswith(".c") else ()  # what a header says is all over
            self.everywhere[path] = sorted({i for k in probes for i in self.passing.get(k, [])}) or \
                [i for i, t in enumerate(self.tests) if t]
        self.kills, self.vain = {}, {}
        self.lock = threading.Lock()

    # ---- what the tests reach ---------------------------------------------------------------------

    def measured(self, limit, only):
        """[(test, microseconds, probes)] of those tests of the unit tests `only` that take at most `limit` seconds,
        measured anew for a new program; None in the place of the others."""
        folder = "%s-reach-%g" % (self.program, limit)
        os.makedirs(folder, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(self.battery.jobs) as pool:
            parts = list(pool.map(lambda name: self.reach(os.path.join(folder, name), limit, name), only))
        tests = []
        for lines in zip(*parts):
            name, us, status, *probes = ([x for x in lines if x] or [None])[0] or ("", 0, "")
            if status not in ("", "0", str(int(signal.SIGPROF))):
                sys.exit("%s fails without a mutant" % name)
            tests.append((name, int(us), {int(k) for k in probes}) if status == "0" else None)
        return tests

    def reach(self, path, limit, name):
        """The battery's lines of one unit test, None for the tests of the others."""
        if not os.path.exists(path) or os.path.getmtime(path) < newest([self.program]):
            with open(path + ".new", "w") as f:
                subprocess.run([self.program, "reach", str(self.battery.n_probes), str(int(limit * 1e6)), name],
                               stdout=f, check=True)
            os.rename(path + ".new", path)
        with open(path) as f:
            return [None if line == "-\n" else line.split() for line in f]

    # ---- trying ---------------------------------------------------------------------------------

    def tests_of(self, n):
        """The tests to run for a mutant: what has noticed others of its file soon notices this one."""
        path = self.battery.mutants[n][0]
        reach = self.battery.schemata[path].reach
        mine = self.passing.get(reach[n], []) if n in reach else self.everywhere[path]
        return sorted((i for i in mine if self.tests[i][1] < QUICK or (path, i) in self.kills or
                       self.vain.get((path, i), 0) < self.patience),
                      key=lambda i: self.tests[i][1] / (0.05 + self.kills.get((path, i), 0)))

    def learn(self, n, mine, by):
        """Of a mutant: the test that noticed it, or None. What became of it."""
        path = self.battery.mutants[n][0]
        for i in mine[:mine.index(by)] if by in mine else mine:
            self.vain[path, i] = self.vain.get((path, i), 0) + 1
        if by is None:
            return "survived"
        self.kills[path, by] = self.kills.get((path, by), 0) + 1
        # A mutant that writes astray may have changed the number, too.
        return self.tests[by][0] if 0 <= by < len(self.tests) and self.tests[by] else "crash"

    def run(self, which, said, program=None):
        """said(mutant, result) of each: the test that noticed it, "survived", or "not reached". `program`: what runs
        instead of the battery that was measured."""
        todo = iter(which)
        with concurrent.futures.ThreadPoolExecutor(self.battery.jobs) as pool:
            for w in [pool.submit(self.work, todo, said, program or self.program) for _ in range(self.battery.jobs)]:
                w.result()

    def run_alone(self, which, said, only=""):
        """Each in a program of its own; `only`: of what has a header in it these sources alone are built again."""
        if any(self.battery.mutants[n][0].endswith(".h") for n in which):
            self.battery.read_uses()

        def one(n):
            program = time.monotonic() < self.battery.until and self.battery.alone(n, only)
            if program == "":
                said(n, "invalid")
            if program:
                self.work(iter([n]), said, program)
                os.remove(program)
                os.remove(program + ".objects")
        with concurrent.futures.ThreadPoolExecutor(self.battery.jobs) as pool:
            list(pool.map(one, which))

    def work(self, todo, said, program):
        p = subprocess.Popen([program, "run"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        while True:
            with self.lock:
                n = next(todo, None) if time.monotonic() < self.battery.until else None
                mine = self.tests_of(n) if n is not None else []
            if n is None:
                break
            by = self.ask(p, "%d %s\n" % (n, " ".join("%d:%d" % (i, self.tests[i][1]) for i in mine))) if mine else None
            with self.lock:
                said(n, self.learn(n, mine, by) if mine else "not reached")
        p.stdin.close()
        p.wait()

    @staticmethod
    def ask(p, line):
        by = "-1"
        while by == "-1":  # no test was under way: no memory for a process
            p.stdin.write(line)
            p.stdin.flush()
            by = p.stdout.readline().split()[1]
        return None if by == "-" else int(by)
