#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers on a terminal of 80 columns, a pseudo-terminal here: no line is wider, what is cut or left out is
said, and nothing of it happens in a pipe. Colours are where a terminal is, and not with NO_COLOR."""
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same  # noqa: E402
from terminal import terminal  # noqa: E402

WORD = "0x4000004000010040"
K128 = ["--major", "k", "--swizzle", "128B", "--shape", "64x64"]

SMALL = ["show", "--atom", "--major", "k", "--swizzle", "64B"]


def columns(text):
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return max((len(line) for line in plain.split("\n")), default=0)


ANSWERS = [
    ["frag", "m64n32k16"], ["frag", "m64n256k16"], ["frag", "--list"], ["map", WORD], ["map", WORD, "--operand", "b", "--n", "256"],
    ["explain", *K128], ["explain", "0x1"], ["explain", "--major", "mn", "--swizzle", "32B", "--shape", "64x64", "--sparse"],
    ["plan", "128x256x64"], ["plan", "256x128x64", "--dtype", "bf16", "--a-major", "mn", "--b-swizzle", "64B"],
    ["decode", WORD], ["decode", "0x4000404000014040"], ["desc", *K128], ["desc", "--major", "mn", "--swizzle", "none", "--shape", "256x64"],
    ["tma", *K128], ["solve", "(64,64):(72,1)"], ["solve", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"],
    ["check", "0x4000040000010040", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"], ["diff", "0x1", WORD],
    ["banks", "--layout", "(64,64):(64,1)", "--access", "ldmatrix.x4:mma.a"],
    ["layout", "logical_divide", "(64,64):(64,1)", "[(2,2,2,2,2,2):(1,2,4,8,16,32);(2,2,2,2,2,2):(1,2,4,8,16,32)]"],
    ["show", *K128], ["show", *K128, "--unit", "element"], ["show", *K128, "--cells", "offset,byte,bank,coord", "--ascii"],
    ["show", "--major", "k", "--swizzle", "32B", "--shape", "64x32"], ["frag", "m64n32k16", "--picture"],
    ["emit", "128x256x64"], ["emit", "128x256x64", "--lang", "cuda"], ["emit", "128x256x64", "--lang", "ptx"],
    ["list", "dtypes"], ["list", "ops"], ["list", "atoms"], ["list", "errors"], ["completion", "bash"],
    ["help"], ["help", "show"], ["help", "layout"], ["--version"], [],
    ["layout", "zebra", "1:1"], ["nonsense"], ["solve", "(64,64:(64,1)"], ["desc"], ["--dtype", "x" * 70],
]
for args in ANSWERS:
    piped = run(*args)
    for width in (80, 60):
        rc, text = terminal(args, width)
        ok(rc == piped[0] and columns(text) <= width, "%d columns: %s" % (width, " ".join(args)[:60]),
           columns(text), max(text.split("\n"), key=len))
    ok("\x1b" not in piped[1], "no colour in a pipe: " + " ".join(args)[:60])

# What fits is what a pipe gets.
for args in (["decode", "0x1"], ["diff", "0x1", WORD], ["list", "dtypes"], ["help", "frag"]):
    same(terminal(args, 200)[1], run(*args)[1], "unchanged where it fits: " + args[0])
# What is folded is the same words.
for args in (["plan", "128x256x64"], ["explain", *K128], ["solve", "(64,64):(72,1)"], ["list", "ops"]):
    same(terminal(args)[1].split(), run(*args)[1].split(), "folded, every word is there: " + args[0])
# What is cut says so, and how to have it all.
for args, where in ((["frag", "m64n32k16"], "-o FILE"), (["map", WORD], "--format json"), (["emit", "128x256x64"], "-o FILE")):
    text = terminal(args)[1]
    ok(re.search(r"^.{77}\.\.\.$", text, re.M) and where in text.split("(lines end in")[1], "cut, and said: " + args[0],
       text[-300:])
text = terminal(["emit", "128x256x64"])[1].split("\n(lines end")[0].split("\n")
ok(all(a == b or a == b[:77] + "..." for a, b in zip(text, run("emit", "128x256x64")[1].split("\n"))),
   "program text is cut, not folded")
# A picture that does not fit.
text = terminal(["show", *K128, "--unit", "element"])[1]
wide = columns(run("show", *K128, "--unit", "element")[1])
ok("The picture is %d columns wide, and the terminal 80" % wide in text.replace("\n", " ") and "-o x.svg" in text
   and "\u2502" not in text, "a picture that is too wide says so", text)
ok(text.startswith(run("show", *K128, "--unit", "element")[1].split("\n")[0][:40]), "below its title", text)
ok("The picture is" not in terminal(["show", *K128, "--unit", "element"], wide)[1], "and is drawn where it fits")
ok("The picture is" not in terminal(SMALL)[1], "a small one is drawn")
# JSON is one line, on a terminal, too.
same(terminal(["decode", WORD, "--json"])[1], run("decode", WORD, "--json")[1], "JSON stays one line")
# Colours.
ok("\x1b[" in terminal(SMALL)[1], "colours on a terminal")
ok("\x1b" not in terminal(SMALL, NO_COLOR="1")[1], "NO_COLOR")
ok("\x1b[" in terminal([*SMALL, "--color", "always"], NO_COLOR="1")[1], "--color always wins over it")
ok("\x1b" not in terminal([*SMALL, "--color", "never"])[1], "--color never")
ok("\x1b" not in terminal(SMALL, TERM="dumb")[1], "a dumb terminal")
ok("\x1b[" in run(*SMALL, "--color", "always")[1], "--color always in a pipe")
ok("\x1b" not in terminal(SMALL, TERM=None)[1], "a terminal of no name")
# The characters of boxes are where a locale has them, whatever names it.
PLAIN = dict(LC_ALL=None, LC_CTYPE=None, LANG=None)
for name, value in (("LC_ALL", "C.UTF-8"), ("LC_CTYPE", "en_US.utf8"), ("LANG", "C.UTF8"), ("LANG", "de_DE.utf-8")):
    ok(not terminal(SMALL, **{**PLAIN, name: value})[1].isascii(), "lines of %s=%s" % (name, value))
ok(terminal(SMALL, **{**PLAIN, "LC_ALL": "C", "LANG": "C.UTF-8"})[1].isascii(), "LC_ALL wins over LANG")
same(terminal(SMALL, **PLAIN), terminal([*SMALL, "--ascii"]), "and none without a locale")
# A terminal that does not know how wide it is.
TABLE = ["frag", "m64n32k16"]
for env, width in ((dict(COLUMNS="66"), 66), (dict(COLUMNS="0"), 80), (dict(COLUMNS="99999"), 80), ({}, 80)):
    same(columns(terminal(TABLE, 0, **env)[1]), width, "a width of 0, and COLUMNS of %s" % env.get("COLUMNS"))
# A refusal that is far to the right, and one with nothing but blanks behind it.
far = terminal(["solve", "(" + " " * 49 + "8,(8"], 40)[1].split("\n")
ok(all(len(line) <= 40 for line in far) and any(line.strip() == "^" for line in far), "the place of a refusal is folded", far)
far = terminal(["solve", "(64,64:" + " " * 80], 60)[1]
ok(columns(far) <= 60 and "    (64,64:" in far, "blanks at the end are not", far)
# Called with nothing, it says how it is called, as wide as the terminal that takes it.
rc, out, err = run()
for width in (30, 60, 200):
    text = terminal([], width)[1]
    ok(columns(text) <= width and text.split() == err.split(), "how it is called, in %d columns" % width, text)
same(text, err, "and in as many as it needs")
same(terminal([], 30, piped=True)[1], terminal([], 30)[1], "and by that one alone")
# What would wait for a terminal says so.
for args, field in ((["batch"], "file"), (["decode", "-"], "desc")):
    rc, text = terminal(args, typed=b"")
    ok(rc == 2 and "standard input is a terminal (%s: want" % field in text, "reads no terminal: " + args[0], text)
rc, out, err = run("decode", WORD, "--color", "always")
ok(rc == 2 and "does not take --color" in err, "no --color where there is none")
done()
