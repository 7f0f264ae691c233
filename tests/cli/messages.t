#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Refusals that once misled: each names what was meant, and says the same in every command."""
import errno
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import WGDESC, done, ok, run, same, skip  # noqa: E402

K128 = ["--major", "k", "--swizzle", "128B", "--shape", "64x64"]
LAYOUT = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
WORD = "0x4000004000010040"


def refused(name, args, *pieces, without=(), status=2):
    rc, out, err = run(*args)
    ok(rc == status and out == "" and all(p in err for p in pieces) and not any(w in err for w in without),
       name, "exit %d" % rc, err, "want %r, without %r" % (pieces, without))


# What a name could be, and what it was.
for alias in ("fp8", "FP8", "float8", "f8"):
    refused("which fp8: " + alias, ["--dtype", alias, *K128], "either of two types", "e4m3", "which of the two: e4m3", "or e5m2",
            without=["did you mean"])
refused("a letter too many", ["--swizzle", "SWZ128", "--major", "k", "--shape", "64x64"],
        "did you mean '128B'?", without=["'B128'"])
refused("a language as a format", ["emit", "--tile", "128x256x64", "--format", "cuda"],
        "did you mean --lang cuda?", without=["'cute'"])
refused("a major as a swizzle", ["--swizzle", "mn", "--shape", "64x64"], "did you mean --major mn?")
ops = [op for table in ("layout/ops/op.c", "cli/linear/linear_ops.c")
       for op in re.findall(r'^    \{\{"(\w+)",', open(table).read(), re.M)]
refused("compose", ["layout", "compose", "4:1", "2:1"], "did you mean 'composition'?",
        "want " + ", ".join(ops) + ")")
refused("no operation near it", ["layout", "zebra", "4:1"], "want size, cosize", ops[-1] + ")")
ok(len(ops) > 30, "the list of operations is the whole one", ops)

# Words that stand where nothing takes them, or numbers that were parted.
same(run("plan", "128x256x64"), run("plan", "--tile", "128x256x64"), "plan takes its tile alone")
same(run("emit", "128x256x64"), run("emit", "--tile", "128x256x64"), "emit, too")
same(run("solve", LAYOUT), run("solve", "--layout", LAYOUT), "solve takes its layout alone")
same(run("solve", "(64,64):(64,1)")[0], 1, "and says what is wrong with it")
same(run("check", WORD, LAYOUT, "--start", "0x400"), run("check", WORD, "--layout", LAYOUT, "--start", "0x400"),
     "check, too, behind the word")
refused("twice", ["plan", "128x256x64", "--tile", "128x256x64"], "the same option twice", "tile")
ok("may also stand alone" in run("help", "plan")[1], "the help says so")
refused("decode of two names", ["decode", "A", "B"], "(desc: got A", without=["quote a layout"])
refused("an operand too many", ["list", "dtypes", "ops"], "got ops", "wgdesc list", without=["quote"])
refused("a layout too many", ["solve", "(4,4):(4,1)", "(4,4):(4,1)"], "quote a layout")
for args in (["--major", "k", "--shape", "64", "64"], ["desc", "--major", "k", "--shape", "64", "64"],
             ["solve", "--shape", "64", "64"]):
    refused("a shape in two words: " + " ".join(args), args, "got 64 64", "write --shape 64x64",
            "--shape takes its numbers in one word", without=["no such command"])
refused("a tile in three", ["plan", "--tile", "128", "256", "64"], "write --tile 128x256x64")
refused("an element in two", ["frag", "m64n32k16", "--element", "3", "4"], "write --element 3,4")

# --n says nothing about operand a: every command refuses it in the same words.
N_A = "operand a has 64 rows, whatever N is (n: got 64, want no --n)"
for args in (["desc", *K128], ["show", *K128], ["explain", *K128], ["tma", *K128], ["solve", LAYOUT],
             ["check", WORD, LAYOUT], ["map", WORD, "--major", "k"], ["diff", WORD, WORD, "--major", "k"]):
    refused("--n for operand a: " + args[0], [*args, "--n", "64"], N_A)

# What is missing is missing in the same words.
MAJOR = "--major is missing (major: want k or mn)"
for args in (["desc"], ["show"], ["explain"], ["tma"], ["show", WORD], ["show", "--atom"],
             ["desc", "--swizzle", "128B", "--shape", "64x64"]):
    refused("no major: " + " ".join(args), args, MAJOR)
for args in (["solve"], ["check", WORD]):
    refused("no layout: " + args[0], args, "--layout is missing (layout: want ")
for args in (["plan"], ["emit"]):
    refused("no tile: " + args[0], args, "--tile is missing (tile: want ")
for args in (["decode"], ["map"], ["check"], ["diff"]):
    refused("no word: " + args[0], args, "WORD is missing (desc: want ")
for args in (["layout"], ["frag"]):
    refused("no operation: " + args[0], args, "OP is missing (op: want ")
refused("no N", ["map", WORD, "--operand", "b", "--major", "k"], "--n is missing (n: want N of the instruction")
# The example of a layout is one that a descriptor reads.
hint = re.search(r"--layout '([^']*)', or (--shape.*)", run("check", WORD)[2])
same(run("check", WORD, "--layout", hint.group(1), "--start", "0x400")[:2], (0, "match: all 1024 elements\n"),
     "the example of check")
same(run("check", WORD, *hint.group(2).split(), "--start", "0x400")[:2], (0, "match: all 1024 elements\n"),
     "and its other form")

# The option has a name.
for args, name in ((["--json=1"], "--json takes no value"), (["--major"], "--major needs a value"),
                   (["frag", "-o"], "--output needs a value"),
                   (["decode", WORD, "--swizzle", "64B"], "'wgdesc decode' does not take --swizzle"),
                   (["map", WORD, "--op", "m64n64k16", "--dtype", "f16", "--major", "k"], "--op says --dtype already")):
    refused("named: " + name, args, name, without=["this option", "the option"])
source = ""
for folder, _, files in os.walk("cli"):
    source += "".join(open(os.path.join(folder, f)).read() for f in files if f.endswith((".c", ".def")))
ok(not re.search(r'"[^"\n]*\bthis option\b[^"\n]*"', source), "no refusal says 'this option'")

# Errors of options are answers of a command.
for args, cmd in ((["--bogus"], "desc"), (["desc", "--shape", "3"], "desc"), (["map", "--bogus", "1"], "map"),
                  (["--swizzle", "48B", "solve"], "solve"), (["plan", "--tile", "1", "2", "3"], "plan"),
                  (["decode", WORD, "--swizzle", "64B"], "decode")):
    e = json.loads(run(*args, "--json")[2])
    same((e["ok"], e.get("cmd")), (False, cmd), "cmd in JSON: " + " ".join(args))
ok("cmd" not in json.loads(run("nonsense", "--json")[2]), "and none where there is none")

# A bit that only tcgen05 sets.
text = run("decode", "0x4000404000010040")[1]
ok("tcgen05, by bit 46" in text, "bit 46", text)
text = run("decode", "0x4000404000010040", "--arch", "sm90")[1]
ok("this is a descriptor of tcgen05" in text, "bit 46, read as wgmma would", text)
ok("tcgen05" not in run("decode", WORD)[1], "and without it")

# Why a file cannot be read, by the key that names it; what may be a word is one.
with tempfile.TemporaryDirectory() as d:
    os.symlink("loop", d + "/loop")
    ptx = "tests/data/scan_forms.ptx"
    for command, key in ((["decode"], "words"), (["decode", WORD], "words"), (["scan"], "file"), (["batch"], "file"),
                         (["scan", ptx, "--baseline"], "baseline")):
        for name, number, what in ((d + "/none", errno.ENOENT, "cannot open the file"),
                                   ("none.log", errno.ENOENT, "cannot open the file"),
                                   (d + "/loop", errno.ELOOP, "cannot open the file"),
                                   (d, errno.EISDIR, "cannot read the input")):
            refused("unreadable: %s %s" % (" ".join(command), os.path.basename(name)), [*command, name],
                    "%s (%s: got " % (what, key), os.path.basename(name) + ": " + os.strerror(number), "hint: ",
                    without=["not a descriptor", "make the folder"], status=3)
    p = subprocess.run([os.path.abspath(WGDESC), "decode", "loop"], cwd=d, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ok(p.returncode == 3 and not p.stdout and b"cannot open the file (words: got loop: " in p.stderr, "a bare name that is there",
       p.returncode, p.stderr)
    e = json.loads(run("decode", "none.log", "--json")[2])["error"]
    same((e["code"], e["field"], e["got"]), ("io", "words", "none.log: " + os.strerror(errno.ENOENT)), "the same in JSON")
refused("a number with an ending", ["decode", "01.log"], "cannot open the file (words: got 01.log: ", status=3)
for word in ("0xZZ", "none", "0x1.x", "1.5", "x.{", "0x" + "0" * 300):
    refused("no word, and no file: " + word[:8], ["decode", word], "not a descriptor (desc: got " + word[:20])
for command, key in ((["solve", "-"], "layout"), (["scan", "-"], "file"), (["decode", "-"], "words"), (["batch"], "file")):
    folder = os.open("/", os.O_RDONLY)
    p = subprocess.run([WGDESC, *command], stdin=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(folder)
    ok(p.returncode == 3 and not p.stdout and
       b"cannot read the input (%s: got standard input: " % key.encode() in p.stderr,
       "unreadable standard input: " + command[0], p.returncode, p.stderr)

# Why a file cannot be written.
with tempfile.TemporaryDirectory() as d:
    draw = ["show", "--atom", "--major", "k", "--swizzle", "128B", "-o"]
    open(d + "/file", "w").close()
    os.mkdir(d + "/folder")
    for name, number, piece in (("missing/x.svg", errno.ENOENT, "make the folder first"),
                                ("file/x.svg", errno.ENOTDIR, "is not a folder"),
                                ("folder", errno.EISDIR, "add a file's name"),
                                ("n" * 300 + ".svg", errno.ENAMETOOLONG, "too long for the file system")):
        more = ["--format", "svg"]
        refused("unwritable: " + name[:12], [*draw, d + "/" + name, *more], "(output: got ", os.strerror(number),
                "hint: ", piece, without=["must be open"], status=3)
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(d + "/socket")
        refused("a socket", [*draw, d + "/socket", "--format", "svg"], "cannot open the file (output: got ", status=3)
    os.remove(d + "/socket")
    if os.path.exists("/dev/full"):
        refused("a full disk", [*draw, "/dev/full", "--format", "svg"], os.strerror(errno.ENOSPC), "no room left", status=3)
    else:
        skip("a full disk", "no /dev/full here")
    rc, out, err = run(*draw, d + "/big.svg", env=dict(os.environ, LLVM_PROFILE_FILE="/dev/null"),  # make coverage
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    ok(rc == 3 and os.strerror(errno.EFBIG) in err and "ulimit -f" in err and sorted(os.listdir(d)) == ["file", "folder"],
       "a file too large", rc, err, os.listdir(d))
done()
