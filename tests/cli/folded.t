#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a narrow terminal is sent, to the letter: the answer of a pipe, its wide lines folded or cut here by an
implementation of its own (cli/io/fit.c has the program's)."""
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same  # noqa: E402
from terminal import terminal  # noqa: E402

K128 = ["--major", "k", "--swizzle", "128B", "--shape", "64x64"]
NOTE = "(lines end in ... where the terminal does; "


def hanging(line, width):
    """Below the last column of text that begins in the left half, or four further in than the line."""
    lead = len(line) - len(line.lstrip(" "))
    columns = [m.start() for m in re.finditer(r"(?<=  )\S", line) if lead < m.start() <= width // 2]
    indent = columns[-1] if columns else lead + 4
    return indent if indent <= width // 2 else 4


def folded(line, width):
    lines, indent, rest = [], hanging(line, width), line
    while len(rest) > width:
        lead = len(rest) - len(rest.lstrip(" "))
        blank = rest.rfind(" ", lead + 1, width + 1)
        cut = blank if blank > 0 else width
        lines.append(rest[:cut])
        rest = " " * indent + rest[cut:].lstrip(" ")
    return lines + [rest.rstrip(" ") if not rest.strip() else rest]


def fitted(text, width, cuts):
    """The lines of a text, and whether one is cut: program text is, and a table of more than eight wide lines."""
    lines, out, some, at = text.split("\n")[:-1], [], False, 0
    while at < len(lines):
        wide = 0
        while at + wide < len(lines) and len(lines[at + wide]) > width:
            wide += 1
        for line in lines[at:at + wide]:
            out += [line[:width - 3] + "..."] if cuts or wide > 8 else folded(line, width)
        some = some or wide > 0 and (cuts or wide > 8)
        at += wide
        if at < len(lines):
            out.append(lines[at])
            at += 1
    return out, some


ANSWERS = [
    ["frag", "m64n32k16"], ["map", "0x4000004000010040"], ["explain", *K128], ["explain", "0x1"], ["plan", "128x256x64"],
    ["plan", "256x128x64", "--dtype", "bf16", "--a-major", "mn", "--b-swizzle", "64B"], ["decode", "0xffffffffffffffff"],
    ["desc", *K128, "--stages", "8", "--start", "0x38000"], ["tma", *K128], ["solve", "(64,64):(72,1)"],
    ["check", "0x4000040000010000", *K128], ["diff", "0x1", "0x4000004000010040"], ["emit", "64x64x64"], ["list", "dtypes"],
    ["list", "ops"], ["list", "atoms"], ["list", "errors"], ["cost", "m64n128k16"], ["swizzle", "--shape", "64x64", "--access", "ldmatrix.x4"],
    ["banks", "--shape", "64x64", "--access", "ldmatrix.x4"], ["idesc", "0x08400010"], ["sf", "SFA", "--m", "128", "--k", "64", "--vec", "16"],
    ["tmem", "C", "--m-sm", "64", "--n-sm", "64"], ["copy", "m64n64k16", "--to", "f16"], ["layout", "zebra", "1:1"], ["nonsense"], ["desc"],
    ["--dtype", "x" * 70], ["plan", "--problem", "512x512x512"], ["scan", "tests/golden/ptx/f16_ak_bk_64x64x64.ptx"],
]
for args in ANSWERS:
    rc, out, err = run(*args)
    for width in (100, 80, 61, 40, 20):
        name = "%d columns: %s" % (width, " ".join(args)[:60])
        got = terminal(args, width, NO_COLOR="1")
        lines, cut = fitted(out + err, width, args[0] == "emit")
        text = "\n".join(lines) + "\n"
        note = got[1][len(text):]
        if not ok(got[0] == rc and got[1].startswith(text), name, *[p for p in zip(got[1].split("\n"), lines) if p[0] != p[1]][:3]):
            continue
        words = " ".join(note.split())
        if not cut:
            same(note, "", name + ": and no more")
        elif width > 40:
            ok(words.startswith(NOTE) and note == "\n".join(folded(words, width)) + "\n", name + ": what is cut is said", note)
done()
