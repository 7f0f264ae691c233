# SPDX-License-Identifier: MIT
"""Mutants that no test can tell from the program: those of the same object code, and those that are argued in
tests/mutate/equivalent.txt."""
import concurrent.futures
import fnmatch
import os
import re
import subprocess
import tempfile
import time

from building import FLAGS, read
from results import described

NO_C = ["-Werror=int-conversion", "-Werror=incompatible-pointer-types"]  # what is no C, if gcc lets it pass


def argued():
    """{(path, line's text, change): reason}"""
    known = {}
    for entry in re.split(r"\n\n+", re.sub(r"^#.*\n", "", read("tests/mutate/equivalent.txt"), flags=re.M).strip()):
        if entry:
            path, line, change, reason = entry.split("\n", 3)
            known[path.strip(), line.strip(), change.strip()] = reason
    return known


def like(text, pattern):
    return text == pattern or fnmatch.fnmatchcase(text, pattern)


def object_code(cc, path, text):
    """What -O2 makes of a text in the place of a source."""
    with tempfile.NamedTemporaryFile(suffix=".o") as out:
        p = subprocess.run([cc, *[f for f in FLAGS if f != "-w"], *NO_C, "-O2", "-Ilayout", "-Idesc", "-Icli", "-iquote",
                            os.path.dirname(path), "-x", "c", "-", "-c", "-o", out.name], input=text.encode(),
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if p.returncode:
            return None
        with open(out.name, "rb") as f:
            return f.read()


class Equivalents:
    def __init__(self, battery):
        self.battery, self.known, self.original = battery, argued(), {}

    def result(self, n):
        """"argued", "equal", "invalid" for what is no C; None where it is a mutant."""
        path, m = self.battery.mutants[n]
        line, change = described(path, m)
        if any(like(path, p) and like(line, t) and (like(change, c) or like("%d: %s" % (m.column, change), c))
               for p, t, c in self.known):
            return "argued"
        if not path.endswith(".c") or time.monotonic() > self.battery.until:
            return None
        cc = self.battery.cc
        if path not in self.original:
            self.original[path] = object_code(cc, path, read(path))
        code = object_code(cc, path, m.apply(read(path)))
        return "invalid" if code is None else "equal" if code == self.original[path] else None

    def run(self, which, said):
        with concurrent.futures.ThreadPoolExecutor(self.battery.jobs) as pool:
            for n, result in zip(which, pool.map(self.result, which)):
                if result:
                    said(n, result)
