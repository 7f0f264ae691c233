#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library speaks of parameters, never of options or commands: no text of layout/ or desc/ names
one. The command line has words of its own for the hints that do."""
import glob
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, same

SOURCES = sorted(f for top in ("layout", "desc") for f in
                 glob.glob(top + "/**/*.[ch]", recursive=True) + glob.glob(top + "/**/*.def", recursive=True))
COMMANDS = re.findall(r"^X\((\w+)\)", "\n".join(
    open(f).read() for f in glob.glob("cli/**/commands.def", recursive=True)), re.M)
NAMED = re.compile(r"--[a-z]|\bwgdesc [a-z-]|\boptions?\b|command line|'(?:%s)'" % "|".join(COMMANDS))
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)


def texts(source):
    """The string literals of a source, neighbours joined."""
    out, end = [], None
    for m in TOKEN.finditer(source):
        if not m.group().startswith('"'):
            continue
        if re.search(r"#include\s*$", source[:m.start()]):
            continue
        joined = end is not None and re.fullmatch(r"[\s\\]*", source[end:m.start()])
        out[len(out) - 1 if joined else len(out):] = [(out[-1] if joined else "") + m.group()[1:-1]]
        end = m.end()
    return out


same(texts('a("one " \\\n "two", "3"); /* "no" */ // "no"\n\'"\' "four"'), ["one two", "3", "four"],
     "texts are told from comments and characters")
ok(len(COMMANDS) > 10, "there are commands", COMMANDS)
for planted in ("use --n", "see 'wgdesc list'", "the tile of 'desc'", "give the option"):
    ok(NAMED.search(planted), "found: " + planted)
for text in ("use swizzle 32B", "an internal check failed: this is a bug in wgdesc", "8x64 -- or so"):
    ok(not NAMED.search(text), "not found: " + text)
all_texts = [(f, t) for f in SOURCES for t in texts(open(f).read())]
ok(len(all_texts) > 500, "the library has texts", len(all_texts))
wrong = ["%s: %s" % ft for ft in all_texts if NAMED.search(ft[1])]
ok(not wrong, "none of them names an option or a command", *wrong)
done()
