#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""batch in a stack of 64 KB: every command, answered and refused, the same as with the usual one."""
import json
import os
import resource
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from many_requests import of_all  # noqa: E402
from tap import BUILD, WGDESC, done, ok, run, same  # noqa: E402

STACK = 64 << 10


def small():
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))


def answers(text, **more):
    p = subprocess.run([WGDESC, "batch"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, **more)
    return p.returncode, p.stdout.splitlines()


names = subprocess.run(["nm", os.path.join(BUILD, "libwgdesc.a")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
if b"__asan_init" in names or b"__sanitizer_cov" in names or b"__llvm_profile" in names:
    print("1..0 # SKIP no plain-library in " + BUILD)
    sys.exit(0)
commands = [c for c in json.loads(run("help", "--json")[1])["commands"] if c["batch"]]
asked = of_all(commands, 60)
asked += [{"cmd": "emit", "tile": [128, 128, 64], "dtype": "bf16", "epilogue": True, "lang": "cuda"},
          {"cmd": "solve", "layout": "(64,64):(72,1)"}, {"cmd": "plan", "tile": [128, 128, 64], "dtype": "bf16", "slice": "0:64,:"},
          {"cmd": "banks", "layout": "(64,64):(64,1)", "access": "ldmatrix.x4,st.b128:copy", "optimal": True},
          {"cmd": "map", "desc": "0x0", "operand": "b", "n": 256, "byte": 0}]
asked += [dict(r, format="text") for r in asked if "format" not in r]
text = "".join(json.dumps(r) + "\n" for r in asked).encode()
usual, less = answers(text), answers(text, preexec_fn=small)
same(len(usual[1]), len(asked), "every request has an answer")
same((less[0], len(less[1])), (usual[0], len(usual[1])), "in %d KB of stack, too" % (STACK >> 10))
first = [(r, a, b) for r, a, b in zip(asked, less[1], usual[1]) if a != b]
ok(less[1] == usual[1], "the same answers", first[:1], asked[len(less[1])] if len(less[1]) < len(asked) else "")
ok(len({r["cmd"] for r in asked}) == len(commands), "of every command")
done()
