#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the commands say, the whole of it and to the letter: tests/golden/letter. Each answer there was read when it
was put there, and its numbers followed from the others; what other tests work out by themselves they do not repeat
of a line's words and columns. `< FILE` at the end of a command is its standard input. --write writes the answers
again, for another reading of what differs."""
import glob
import os
import shlex
import sys

sys.path.insert(0, "tests/lib")
from tap import done, run, same  # noqa: E402


VERSION = run("--version")[1].split("\n")[0]


def shown(command):
    """A line `$ wgdesc ...` and what follows it; in brackets an exit status but 0, and that the last line has no end."""
    words, _, file = command.partition(" < ")
    text = open(file, "rb").read() if file else b""
    rc, out, err = run(*shlex.split(words)[2:], stdin=text, env=dict(os.environ, LC_ALL="C.UTF-8"))
    text = (out + err).replace(VERSION, "wgdesc VERSION").replace('"%s"' % VERSION.split()[1], '"VERSION"')
    end = "" if text.endswith("\n") or not text else "\n[no newline]\n"
    return "%s\n%s%s%s" % (command, text, end, "[exit %d]\n" % rc if rc else "")


def parts(text):
    """The answers of a file, each with its command."""
    return ["$ wgdesc" + p for p in ("\n" + text).split("\n$ wgdesc")[1:]]


for path in sorted(glob.glob("tests/golden/letter/*.txt")):
    with open(path, encoding="utf-8") as f:
        wanted = parts(f.read())
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f:
            f.write("".join(shown(p.split("\n")[0]) for p in wanted))
        continue
    for p in wanted:
        command = p.split("\n")[0]
        same(shown(command).rstrip("\n"), p.rstrip("\n"), command[2:100])
if "--write" not in sys.argv:
    done()
