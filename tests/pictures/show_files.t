#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# show -o: the format follows the name, a file appears whole or not at all, and what is refused.
import stat
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from pictures import *

tap = Tap()
TILE = ["show", "--major", "mn", "--swizzle", "64B", "--shape", "64x16"]

with tempfile.TemporaryDirectory() as d:
    os.chmod(d, 0o755)
    for ending, form in [("txt", "text"), ("svg", "svg"), ("tex", "latex"), ("tikz", "latex-fragment"),
                         ("json", "json")]:
        name = "%s/p.%s" % (d, ending)
        p = run(*TILE, "-o", name)
        same = os.path.exists(name) and open(name).read() == run(*TILE, "--format", form).stdout
        tap.ok(p.returncode == 0 and p.stdout == "" and same, "-o p.%s is %s" % (ending, form), p.stderr)
    mode = stat.S_IMODE(os.stat(d + "/p.svg").st_mode)
    mask = os.umask(0)
    os.umask(mask)
    tap.ok(mode == 0o666 & ~mask, "a new file has the usual mode", oct(mode))

    name = "n" * 251 + ".svg"
    p = run(*TILE, "-o", d + "/" + name)
    tap.ok(p.returncode == 0 and os.path.exists(d + "/" + name), "a name may be as long as names get", p.stderr)
    os.remove(d + "/" + name)

    with open(d + "/old.svg", "w") as f:
        f.write("mine")
    p = run(*TILE, "-o", d + "/old.svg")
    tap.ok(p.returncode == 3 and open(d + "/old.svg").read() == "mine" and "--force" in p.stderr,
           "an existing file is kept", p.stderr)
    p = run(*TILE, "-o", d + "/old.svg", "--force")
    tap.ok(p.returncode == 0 and open(d + "/old.svg").read().startswith("<?xml"),
           "--force replaces it", p.stderr)
    p = run(*TILE, "--format", "svg", "-o", d + "/picture")
    tap.ok(p.returncode == 0 and open(d + "/picture").read().startswith("<?xml"),
           "--format wins over the name")
    p = run(*TILE, "-o", d + "/a.png")
    tap.ok(p.returncode == 2 and ".svg" in p.stderr and not os.path.exists(d + "/a.png"),
           "an ending that tells no format is refused", p.stderr)
    p = run(*TILE, "--format", "svg", "-o", "-")
    tap.ok(p.returncode == 0 and p.stdout.startswith("<?xml"), "-o - is standard output")

    before = sorted(os.listdir(d))
    p = run(*TILE, "-o", d + "/no/such/dir/p.svg")
    tap.ok(p.returncode == 3 and p.stdout == "", "a folder that is not there", p.stderr)
    p = run(*TILE, "-o", d, "--format", "svg", "--force")
    tap.ok(p.returncode == 3, "a folder is no file", p.stderr)
    p = run(*TILE, "-o", "/dev/full", "--format", "svg")
    tap.ok(p.returncode == 3 and "space" in p.stderr, "a full device", p.stderr)
    # A limit on the size of files makes the write fail half way.
    for what, name in [("a new file", "/half.svg"), ("an old file", "/old.svg")]:
        cmd = "trap '' XFSZ; export LLVM_PROFILE_FILE=/dev/null; ulimit -f 1; exec \"$@\""
        p = subprocess.run(["bash", "-c", cmd, "sh", CLI, *TILE, "--force", "-o", d + name],
                           capture_output=True, text=True)
        whole = name == "/half.svg" or open(d + name).read().endswith("</svg>\n")
        tap.ok(p.returncode == 3 and sorted(os.listdir(d)) == before and whole,
               "a failed write leaves nothing behind: " + what, p.stderr)
    with open(d + "/same", "w") as f:
        a = run(*TILE, "--format", "svg").stdout
        tap.ok(a == run(*TILE, "--format", "svg").stdout, "the same picture twice is the same bytes")

for what, args, status, says in [
        ("nothing to draw", ["show"], 2, "major"),
        ("a tile without its shape", ["show", "--major", "k", "--swizzle", "64B"], 2, "shape"),
        ("a descriptor without its major", ["show", "0x4000004000010000"], 2, "major"),
        ("two things", ["show", "0x4000004000010000", "--layout", "8:1"], 2, "more than one"),
        ("an atom and a layout", ["show", "--atom", "--layout", "8:1"], 2, "more than one"),
        ("a malformed layout", ["show", "--layout", "(4,8):(1"], 2, "layout"),
        ("addresses of a plain layout", ["show", "--layout", "(4,8):(1,4)", "--cells", "byte"], 2,
         "--dtype"),
        ("atoms of a layout", ["show", "--layout", "(4,8):(1,4)", "--dtype", "f16", "--cells", "atom"],
         2, "atom"),
        ("a shade that is not there", ["show", "--layout", "(4,8):(1,4)", "--shade", "bank"], 2,
         "shade"),
        ("chunks of a plain layout", ["show", "--layout", "(4,8):(1,4)", "--unit", "chunk"], 2,
         "--dtype"),
        ("a layout that is not made of chunks",
         ["show", "--layout", "(4,3):(3,1)", "--unit", "chunk", "--dtype", "f16"], 2, ""),
        ("a type that is not the tag's",
         ["show", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", "--dtype", "tf32"], 2, "tag"),
        ("a huge layout", ["show", "--layout", "(1000,1000):(1000,1)"], 2, "65536"),
        ("a very huge layout", ["show", "--layout", "(4294967296,4294967296):(0,1)"], 2, ""),
        ("a start beyond all addresses",
         ["show", "--layout", "(4,8):(1,4)", "--dtype", "f16", "--start", "0x7fffffffffffffff"], 2, "start"),
        ("strides beyond all addresses",
         ["show", "--layout", "(4,8):(1,1152921504606846976)", "--dtype", "f16"], 2, "layout"),
        ("tagged strides beyond all addresses",
         ["show", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (4,8):(1,1152921504606846976)"], 2, "layout"),
        ("a tagged layout that goes below 0",
         ["show", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (4,8):(1,-4)"], 2, "negative"),
        ("an unknown cell", TILE + ["--cells", "offset,bytes"], 2, "byte"),
        ("an empty cell", TILE + ["--cells", "offset,"], 2, "cells"),
        ("five lines", TILE + ["--cells", "offset,byte,bank,atom,core"], 2, "at most 4"),
        ("an unknown part", TILE + ["--hide", "arows"], 2, "arrows"),
        ("a block that is not there", TILE + ["--block", "1,0"], 2, "block"),
        ("a negative block", TILE + ["--block", "-1,0"], 2, "block"),
        ("operand b without n",
         ["show", "0x4000004000010000", "--major", "k", "--operand", "b"], 2, "--n"),
        ("n of operand a", ["show", "0x4000004000010000", "--major", "k", "--n", "64"], 2, "n"),
        ("an illegal n", ["show", "0x40", "--major", "k", "--operand", "b", "--n", "12"], 2, "n"),
        ("tf32 MN-major", ["show", "0x40", "--major", "mn", "--dtype", "tf32"], 2, "major"),
        ("an atom off its pattern",
         ["show", "--atom", "--major", "k", "--swizzle", "64B", "--start", "128"], 2, "start"),
        ("an atom without a swizzle", ["show", "--atom", "--major", "k"], 2, "swizzle"),
        ("a tile that desc refuses", ["show", "--major", "k", "--swizzle", "128B", "--shape", "64x16"],
         2, "atom"),
        ("the format of another command", TILE + ["--format", "cute"], 2, "format")]:
    p = run(*args)
    tap.ok(p.returncode == status and p.stdout == "" and says in p.stderr, "refused: " + what,
           "%d %s" % (p.returncode, p.stderr))

# Over a limit on file sizes the write fails, and leaves nothing.
with tempfile.TemporaryDirectory() as folder:
    p = subprocess.run(["bash", "-c", 'export LLVM_PROFILE_FILE=/dev/null; ulimit -f 1; exec "$@"', "sh", os.path.abspath(CLI), *TILE[:1],
                        "--major", "k", "--swizzle", "128B", "--shape", "128x64", "-o",
                        os.path.join(folder, "p.svg")], capture_output=True, text=True)
    tap.ok(p.returncode == 3 and p.stdout == "" and "File too large" in p.stderr and
           os.listdir(folder) == [], "a limit on file sizes", p.stderr)

# In batch: JSON, and no files.
p = subprocess.run([CLI, "batch"], capture_output=True, text=True, input="\n".join([
    '{"cmd":"show","id":1,"major":"mn","swizzle":"64B","shape":[64,16]}',
    '{"cmd":"show","id":2,"layout":"(4,8):(1,4)","cells":"offset"}',
    '{"cmd":"show","id":3,"layout":"(4,8):(1,4)","output":"/tmp/x"}',
    '{"cmd":"show","id":4,"desc":"0x4000004000010000","major":"k","unit":"element"}']))
a = [json.loads(s) for s in p.stdout.splitlines()]
tap.ok(len(a) == 4 and [x["ok"] for x in a] == [True, True, False, True] and
       a[2]["error"]["code"] == "key" and a[3]["rows"] == 64, "batch", p.stdout[:300])
one = json.loads(run(*TILE, "--json").stdout)
tap.ok({**a[0], "id": 0} == {**one, "id": 0}, "batch and --json say the same")
tap.done()
