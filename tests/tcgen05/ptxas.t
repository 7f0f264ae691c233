#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The names of tcgen05 instructions that idesc and frag give, and which of them there are, held
against ptxas for sm_100a and sm_103a. It says nothing of words and places: those are data to it."""
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, same, skip  # noqa: E402

PTXAS = shutil.which("ptxas")
HEAD = """.version 8.8
.target %s
.address_size 64
.visible .entry k() {
.reg .b32 %%r<300>; .reg .b64 %%d<2>; .reg .pred %%p;
mov.b32 %%r0, 0; mov.b64 %%d0, 0; setp.eq.b32 %%p, %%r0, 0;
"""


def taken(lines, chip="sm_100a"):
    """ptxas's complaint about these instructions, or None."""
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "k.ptx")
        with open(path, "w") as f:
            f.write(HEAD % chip + "\n".join(lines) + "\nret;\n}\n")
        p = subprocess.run([PTXAS, "-arch=" + chip, path, "-o", os.devnull], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        return None if p.returncode == 0 else p.stdout.decode()


if not PTXAS or taken(["tcgen05.cp.cta_group::1.4x256b [%r0], %d0;"]):
    skip("tcgen05 by ptxas", "no ptxas that knows sm_100a")
    done()
ok(taken(["tcgen05.cp.cta_group::1.5x256b [%r0], %d0;"]), "control: ptxas refuses what there is not")

# ---- loads, stores, copies ----------------------------------------------------------------------
SHAPES = ("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2", "16x16b", "32x64b")
LINES, none = {}, []


def move_line(op, name, registers, split):
    full = name.replace("tcgen05.%s." % op, "tcgen05.%s.sync.aligned." % op) + ".b32"
    held = "{" + ",".join("%%r%d" % (i + 1) for i in range(registers)) + "}"
    imm = ", %d" % split if split else ""
    return f"{full} {held}, [%r0]{imm};" if op == "ld" else f"{full} [%r0]{imm}, {held};"


asked = [(op, s, 1 << n, pack) for op, s, n, pack in
         itertools.product(("ld", "st"), SHAPES, range(9), (False, True))]
answers = batch([{"cmd": "frag", "op": f"tcgen05.{op}.{s}.x{n}", "pack16": pack} for op, s, n, pack in asked])
good, bad = [], []
for (op, s, n, pack), a in zip(asked, answers):
    if a["ok"]:
        good.append(move_line(op, a["op"], a["registers"], a["split"]))
    elif not pack:
        # With as many registers as the shape would take, were it there.
        per = {"16x128b": 2, "16x256b": 4}.get(s, 1)
        bad.append((op, f"tcgen05.{op}.{s}.x{n}", min(per * n, 256), 4 if s == "16x32bx2" else None))
ok(len(good) == (8 + 8 + 7 + 6 + 8) * 4, "loads and stores that there are", len(good))
same(taken(good), None, "ptxas takes every load and store")
wrong = [name for op, name, n, split in bad if not taken([move_line(op, name, n, split)])]
ok(len(bad) > 30 and not wrong, f"and none of the {len(bad)} that are refused", wrong)
shapes = ("128x256b", "4x256b", "128x128b", "64x128b.warpx2::02_13", "64x128b.warpx2::01_23", "32x128b.warpx4")
for group in (1, 2):
    names = [a["op"] for a in batch([{"cmd": "frag", "op": f"tcgen05.cp.cta_group::{group}.{s}"} for s in shapes])]
    same(taken([n + " [%r0], %d0;" for n in names]), None, f"every copy of cta_group {group}")

# ---- tcgen05.mma --------------------------------------------------------------------------------
KINDS = ("tf32", "f16", "i8", "f8f6f4", "mxf8f6f4", "mxf4", "mxf4nvf4")


def mma_line(name, tmem, sparse, scaled):
    a = "[%r4]" if tmem else "%d0"
    meta = " [%r1]," if sparse else ""
    scales = " [%r2], [%r3]," if scaled else ""
    return f"{name} [%r0], {a}, %d0,{meta} %r0,{scales} %p;"


forms = [f for f in itertools.product(KINDS, (1, 2), (False, True), (False, True), (False, True), (16, 32))
         if f[5] == 32 or f[0] == "mxf4nvf4"]
requests = []
for kind, group, tmem, sparse, ws, vec in forms:
    r = {"cmd": "idesc", "kind": kind, "cta_group": group, "a_src": "tmem" if tmem else "smem", "sparse": sparse,
         "ws": ws, "m": 128 * group if not ws else 64, "n": 64}
    if kind.startswith("mx"):
        r.update(vec=vec * (2 if sparse else 1), sf="ue8m0")
    requests.append(r)
answers = batch(requests)
lines = {1: [], 2: []}
refused = 0
for (kind, group, tmem, sparse, ws, vec), a in zip(forms, answers):
    scaled = kind.startswith("mx")
    if a["ok"]:
        lines[group].append(mma_line(a["instruction"], tmem, sparse, scaled))
        continue
    refused += 1
    name = (f"tcgen05.mma{'.ws' if ws else ''}{'.sp' if sparse else ''}.cta_group::{group}.kind::{kind}"
            f"{'.block_scale' if scaled else ''}")
    ok(taken([mma_line(name, tmem, sparse, scaled)]), "neither ptxas nor idesc has " + name)
for group in (1, 2):
    ok(len(lines[group]) > 20 and taken(lines[group]) is None,
       f"ptxas takes the {len(lines[group])} forms of cta_group {group}", taken(lines[group]))
ok(refused > 20, "forms that there are not", refused)
i8 = batch([{"cmd": "idesc", "kind": "i8", "m": 128, "n": 64, "arch": arch} for arch in ("sm100", "sm103")])
same([a["ok"] for a in i8], [True, False], "i8 is of sm_100 and not of sm_103")
line = [mma_line(i8[0]["instruction"], False, False, False)]
ok(taken(line) is None and taken(line, "sm_103a"), "says ptxas, too")
done()
