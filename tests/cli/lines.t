#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How a request is read, to the letter: tests/golden/lines. Of a file with lines `$ wgdesc ...` a shell runs all the
commands, one after the other; one with lines `> {...}` is a batch. Each answer there was read when it was put there.
--write writes the answers again, for another reading of what differs."""
import glob
import os
import re
import shlex
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import WGDESC, done, run, same  # noqa: E402


def of_shell(commands):
    """Each command with its answer, and its exit status but 0 in brackets."""
    script = "".join("printf '%%s\\n' %s; %s; s=$?; [ $s = 0 ] || echo \"[exit $s]\"\n" %
                     (shlex.quote("$ " + c), re.sub(r"\bwgdesc\b", WGDESC, c, count=1)) for c in commands)
    p = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env=dict(os.environ, LC_ALL="C.UTF-8"))
    return re.sub(r"\b(wgdesc|cJSON) \d+\.\d+\.\d+", r"\1 VERSION", p.stdout.decode())


def of_batch(requests):
    out = run("batch", stdin="".join(r + "\n" for r in requests))[1].splitlines()
    return "".join("> %s\n%s\n" % pair for pair in zip(requests, out))


def answered(text):
    """What a file should be, by its questions."""
    questions = [line[2:] for line in text.split("\n") if line.startswith(text[:2])]
    return of_shell(questions) if text.startswith("$ ") else of_batch(questions)


for path in sorted(glob.glob("tests/golden/lines/*.txt")):
    with open(path, encoding="utf-8") as f:
        wanted = f.read()
    found = answered(wanted)
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f:
            f.write(found)
        continue
    mark = "\n" + wanted[:2]
    found, wanted = found.split(mark), wanted.split(mark)
    same(len(found), len(wanted), "every line of %s has an answer" % os.path.basename(path))
    for got, want in zip(found, wanted):
        same(got, want, want.split("\n")[0][:100])
if "--write" not in sys.argv:
    done()
