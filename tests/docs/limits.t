#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/limits.md: what each command costs at its limits, counted in basic blocks."""
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok  # noqa: E402

COUNTED = os.path.join(BUILD, "tests/wgdesc-counted")
BOUND = 256
FACTOR = 8

with open("docs/limits.md") as f:
    TEXT = f.read()


def steps(d, *args):
    """(exit status, basic blocks, standard error)"""
    work = os.path.join(d, "work")
    p = subprocess.run([COUNTED, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, timeout=120, env=dict(os.environ, WGDESC_WORK=work))
    with open(work) as f:
        return p.returncode, int(f.read()), p.stderr.decode()


def kernel_of_branches(head, wgmma, n):
    """n branches, each to some place before or after, around one wgmma."""
    lines = [".visible .entry k()", "{", ".reg .pred %p<9>;", ".reg .b64 %rd<99>;",
             ".reg .b32 %r<999>;", "mov.u32 %r1, %tid.x;", "mov.u64 %rd1, 4611686293305360448;"]
    for k in range(n):
        lines += ["$L%d:" % k, "add.s64 %%rd%d, %%rd%d, 2;" % (1 + k % 40, 1 + (k + 7) % 40),
                  "add.s32 %%r%d, %%r%d, 2;" % (2 + k % 40, 2 + (k + 3) % 40),
                  "setp.lt.s32 %%p1, %%r%d, %d;" % (2 + k % 40, k), "@%%p1 bra $L%d;" % (k * 7 % n)]
    return head + "\n".join(lines + [wgmma, "ret;", "}", ""])


def inputs():
    """What the second table names, in its order: the command and the bytes."""
    with open("tests/golden/ptx/e4m3_ak_bk_128x128x64.ptx") as f:
        ptx = f.read()
    head, kernel = ptx[:ptx.index(".visible .entry")], ptx[ptx.index(".visible .entry"):]
    name = re.search(r"\.entry (\w+)", kernel).group(1)
    wgmma = re.sub(r"%rd\d+", "%rd5", re.search(r"wgmma\.mma_async[^;]*;", ptx).group(0))
    yield "batch", '{"cmd":"idesc","kind":"%s"}\n' % ("mx" * 500000)
    yield "decode", "".join("warp %d: desc=0x40000040000100%02x\n" % (i, i % 256) for i in range(2000))
    yield "scan", head + "".join(kernel.replace(name, "k%d" % i) for i in range(16))
    yield "scan", kernel_of_branches(head, wgmma, 800)


with tempfile.TemporaryDirectory(dir=BUILD, prefix="limits.") as tmp:
    questions = re.findall(r"^\| `([a-z]+ .*)` \| ([\d.]+) \|", TEXT, re.M)
    for line, limit in questions:
        args = shlex.split(line)
        rc, n, err = steps(tmp, *args)
        million = n / 1e6
        ok(rc in (0, 1) and not err and float(limit) / FACTOR <= million <= float(limit) <= BOUND,
           "%s: at most %s million steps" % (line[:60], limit), "exit %d, %.3f million" % (rc, million), err)
    again = [steps(tmp, "list", "ops")[1] for _ in range(3)]
    ok(len(set(again)) == 1, "the same number on every run", again)
    with open("cli/request/commands.def") as f:
        commands = re.findall(r"^X\((\w+)\)", f.read(), re.M)
    named = {line.split()[0] for line, _ in questions} | {"batch", "scan", "verify"}
    ok(sorted(commands) == sorted(named), "every command is in the table", sorted(set(commands) ^ named))

    rates = re.findall(r"^\| `(batch|decode|scan)`[^|]*\| (\d+) \|", TEXT, re.M)
    made = list(inputs())
    ok([r[0] for r in rates] == [c for c, _ in made], "the inputs are those of the page", rates)
    for (command, text), (_, limit) in zip(made, rates):
        path = os.path.join(tmp, "input.ptx")
        with open(path, "w") as f:
            f.write(text)
        rc, n, err = steps(tmp, command, path)
        rate = n / len(text)
        ok(rc in (0, 1) and int(limit) / FACTOR <= rate <= int(limit),
           "%s: at most %s steps a byte" % (command, limit), "exit %d, %.1f" % (rc, rate), err[:300])
done()
