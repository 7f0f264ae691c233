#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation testing: changes a source a little, builds it, and runs the tests that reach the place until
one fails. What no test notices is listed; docs/reliability.md says what came of it.

    make mutants N=200 SEED=1 FILES='layout/*/*.c'

A mutant whose object code is that of the original is none. tests/mutate/equivalent.txt holds those that
cannot be told apart for another reason, each with the reason."""
import argparse
import fnmatch
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from operators import mutants  # noqa: E402

# Scripts that need more than the program, or that take long.
LEFT_OUT = {"oom", "scan_containers", "tcgen05_ptxas", "emit", "terminal", "io", "completion"}
SLOW = 8  # seconds that a test may take
FLAGS = ["-std=c11", "-O2", "-w", "-ftrivial-auto-var-init=pattern", "-fPIC", "-fvisibility=hidden"]


def sources(*folders):
    return sorted(os.path.join(d, f) for top in folders for d, _, files in os.walk(top)
                  for f in files if f.endswith(".c") and "cli/page" not in d)


def command(*args, **more):
    p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if p.returncode:
        sys.exit("%s: %s" % (" ".join(args), p.stdout.decode()[-2000:]))
    return p.stdout


def limits(seconds):
    """Of each process: the memory, and the processor's seconds."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Bench:
    """Two builds: one that counts lines, for which test reaches what; one to be mutated."""

    def __init__(self, build, cc):
        self.dir, self.cc = os.path.join(build, "mutants"), cc
        self.counted, self.plain = os.path.join(self.dir, "counted"), os.path.join(self.dir, "plain")
        self.run_dir = os.path.join(self.dir, "run")
        self.unit = [s for s in sources("tests/unit") if "/verify/" not in s]
        self.scripts = sorted(p for p in (os.path.join("tests/cli", f) for f in os.listdir("tests/cli"))
                              if p.endswith(".t") and os.path.basename(p)[:-2] not in LEFT_OUT)
        self.original = {}

    def make(self, folder, flags, ldflags=""):
        units = [s.replace("tests/unit", folder + "/tests/unit")[:-2] for s in self.unit]
        command("make", "-s", "B=" + folder, "LTO=", "CC=" + self.cc, "CFLAGS=" + flags,
                "LDFLAGS=" + ldflags, "cli", *units)

    def build(self):
        self.make(self.counted, "-O0 --coverage", "--coverage")
        self.make(self.plain, "-O1 -ftrivial-auto-var-init=pattern")
        os.makedirs(self.run_dir, exist_ok=True)

    # ---- which test reaches what --------------------------------------------------------------

    def run_in(self, folder, test, preexec_fn=None, **more):
        argv = [test] if test.endswith(".t") else [os.path.join(folder, "tests/unit", test)]
        return subprocess.run(argv, env=dict(os.environ, B=folder, LC_ALL="C", **more), preexec_fn=preexec_fn,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def seconds_of(self, test):
        """The processor's seconds; None where that is too long to run it for every mutant."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        p = self.run_in(self.plain, test, preexec_fn=lambda: limits(SLOW))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return None if failed(p.returncode, p.stdout) else after.ru_utime - before.ru_utime

    def lines_of(self, test):
        """{source: {line: entered}} of one test."""
        tmp = os.path.abspath(os.path.join(self.dir, "gcda"))
        shutil.rmtree(tmp, ignore_errors=True)
        self.run_in(self.counted, test, GCOV_PREFIX=tmp)
        reached, data = {}, []
        for d, _, files in os.walk(tmp):
            for f in files:
                if f.endswith(".gcda"):
                    real = os.path.join("/", os.path.relpath(d, tmp), f[:-5] + ".gcno")
                    if os.path.exists(real):
                        os.symlink(real, os.path.join(d, f[:-5] + ".gcno"))
                        data.append(os.path.join(d, f))
        for i in range(0, len(data), 200):
            for report in documents(subprocess.run(["gcov", "-i", "-t", *data[i:i + 200]], stderr=subprocess.DEVNULL,
                                                    stdout=subprocess.PIPE).stdout.decode()):
                for f in report["files"]:
                    if not f["file"].startswith("/"):
                        lines = reached.setdefault(f["file"], {})
                        for one in f["lines"]:
                            n = one["line_number"]
                            lines[n] = lines.get(n, 0) or int(one["count"] > 0)
        return reached

    def coverage(self):
        """{test: seconds}, {source: {line: [test]}}; kept from run to run in the folder of the build."""
        path = os.path.join(self.dir, "coverage.json")
        known = {"times": {}, "reach": {}}
        if os.path.exists(path):
            with open(path) as f:
                known = json.load(f)
        for test in [s[len("tests/unit/"):-2] for s in self.unit] + self.scripts:
            if test in known["times"]:
                continue
            known["times"][test] = self.seconds_of(test)
            if known["times"][test] is None:
                print("  left out: %s fails, or takes more than %d s" % (test, SLOW), flush=True)
            else:
                for source, counts in self.lines_of(test).items():
                    here = known["reach"].setdefault(source, {})
                    for n, on in counts.items():
                        here.setdefault(str(n), []).extend([test] if on else [])
            with open(path, "w") as f:
                json.dump(known, f)
        times = {t: s for t, s in known["times"].items() if s is not None}
        return times, {s: {int(n): t for n, t in lines.items()} for s, lines in known["reach"].items()}

    # ---- one mutant -----------------------------------------------------------------------------

    def compile(self, path, text):
        """The object of a text in the place of a source, or None."""
        out = os.path.join(self.run_dir, "mutant.o")
        include = ["-Icli"] if path.startswith("cli/") else []
        p = subprocess.run([self.cc, *FLAGS, "-Ilayout", "-Idesc", *include, "-iquote", os.path.dirname(path),
                            "-x", "c", "-", "-c", "-o", out], input=text.encode(), stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        if p.returncode:
            return None
        with open(out, "rb") as f:
            return f.read()

    def link(self, test, path):
        """The program that a test runs, with the mutant in it; the command to run it."""
        own = os.path.join(self.run_dir, "mutant.o")
        archive = os.path.join(self.plain, "libwgdesc.a")
        if test.endswith(".t"):
            out = os.path.join(self.run_dir, "wgdesc")
            parts = [os.path.join(self.plain, s[:-2] + ".o") for s in sources("cli")
                     if s != path and s != "cli/wgdesc_ask.c"]
            parts.append(os.path.join(self.plain, "page/page_data.o"))
        else:
            out = os.path.join(self.run_dir, "test")
            parts = [self.unit_object(test)] + [os.path.join(self.plain, s[:-2] + ".o")
                                                for s in sources("tests/lib")]
        command(self.cc, "-o", out, *parts, own, archive, "-lcmocka", "-lcjson", "-lm")
        return [test] if test.endswith(".t") else [os.path.abspath(out)]

    def unit_object(self, test):
        out = os.path.join(self.run_dir, test.replace("/", "_") + ".o")
        if not os.path.exists(out):
            command(self.cc, "-std=c11", "-O1", "-w", "-Ilayout", "-Idesc", "-Itests/lib", "-Ikernels", "-c",
                    "tests/unit/%s.c" % test, "-o", out)
        return out

    def killed_by(self, path, tests, times):
        linked = None
        for test in tests:
            kind = "script" if test.endswith(".t") else test
            if kind != linked:
                argv = self.link(test, path)
                linked = kind
            argv = [test] if kind == "script" else argv
            env = dict(os.environ, B=self.run_dir, LC_ALL="C", CMOCKA_TEST_ABORT="1")
            p = subprocess.Popen(argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, start_new_session=True,
                                 preexec_fn=lambda: limits(2 + 5 * times[test]))
            try:
                out, _ = p.communicate(timeout=60 + 60 * times[test])
            except subprocess.TimeoutExpired:
                os.killpg(p.pid, 9)
                p.communicate()
                return test
            if failed(p.returncode, out):
                return test
        return None


def documents(text):
    """The JSON documents that stand one after the other."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        document, at = decoder.raw_decode(text, at)
        yield document
        while at < len(text) and text[at].isspace():
            at += 1


def failed(rc, out):
    return rc != 0 or re.search(rb"^not ok", out, re.M) is not None


def equivalents():
    """{(path, line's text, change): reason}"""
    known = {}
    with open("tests/mutate/equivalent.txt") as f:
        for entry in re.split(r"\n\n+", re.sub(r"^#.*\n", "", f.read(), flags=re.M).strip()):
            if entry:
                path, line, change, reason = entry.split("\n", 3)
                known[path.strip(), line.strip(), change.strip()] = reason
    return known


def tests_of(reach, times, path, line):
    """Those that enter the line or, where it is no code, the statement around it; of a table, the file.
    None: code that no test enters."""
    lines = reach.get(path, {})
    before = [n for n in lines if n <= line]
    tests = lines[max(before)] if before else sorted({t for ts in lines.values() for t in ts})
    usable = [t for t in tests if t in times]
    return sorted(usable, key=lambda t: times[t] + (0.3 if t.endswith(".t") else 0)) if tests else None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--cc", default="cc")
    p.add_argument("-n", default="100", help="how many, or all")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--files", default="layout/*/*.c desc/*/*.c")
    p.add_argument("--line", type=int)
    p.add_argument("--kinds", default="comparison constant operator negation condition statement return")
    p.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    a = p.parse_args()
    bench = Bench(a.build, a.cc)
    bench.build()
    times, reach = bench.coverage()
    known = equivalents()
    todo = []
    for path in sources("layout", "desc", "cli"):
        if any(fnmatch.fnmatch(path, g) for g in a.files.split()):
            with open(path) as f:
                text = f.read()
            todo += [(path, text, m) for m in mutants(text)
                     if m.what in a.kinds.split() and a.line in (None, m.line)]
    total = len(todo)
    if a.n != "all":
        random.Random(a.seed).shuffle(todo)
        todo = todo[:int(a.n)]
    count = {"killed": 0, "survived": 0, "equal": 0, "argued": 0, "invalid": 0, "not reached": 0}
    start = time.monotonic()
    for path, text, m in todo:
        if time.monotonic() - start > a.seconds:
            break
        line = text.splitlines()[m.line - 1].strip()
        change = "%d: %s -> %s" % (m.column, " ".join(m.old.split()), m.new or "nothing")
        if path not in bench.original:
            bench.original[path] = bench.compile(path, text)
        code = bench.compile(path, m.apply(text))
        tests = tests_of(reach, times, path, m.line)
        if code is None:
            result = "invalid"
        elif code == bench.original[path]:
            result = "equal"
        elif (path, line, change.split(": ", 1)[1]) in known:
            result = "argued"
        elif tests is None:
            result = "not reached"
        else:
            result = "killed" if bench.killed_by(path, tests, times) else "survived"
        count[result] += 1
        if result in ("survived", "not reached"):
            print("%s %s:%d:%s\n    %s" % (result, path, m.line, change, line), flush=True)
    judged = count["killed"] + count["survived"] + count["not reached"]
    print("%d mutants of %d, %.0f s: %s; %.1f %% killed" %
          (sum(count.values()), total, time.monotonic() - start,
           ", ".join("%d %s" % (n, k) for k, n in count.items()), 100 * count["killed"] / max(1, judged)))
    return count["survived"] + count["not reached"] > 0


if __name__ == "__main__":
    sys.exit(main())
