#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgdesc-epilogue, as far as it goes without a GPU: it has every case of the list, with the wavefronts
that wgdesc copy gives, for as many blocks as it launches; its refusals. Skipped where it was not built."""
import json
import os
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, batch, done, ok, same  # noqa: E402

EPILOGUE = os.path.join(BUILD, "wgdesc-epilogue")
if not os.path.exists(EPILOGUE):
    print("1..0 # SKIP no wgdesc-epilogue here (needs nvcc)")
    sys.exit(0)


def run(*args):
    p = subprocess.run([EPILOGUE, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


with open("kernels/epilogue/cases.txt") as f:
    rows = [line.split() for line in f if not line.startswith("#")]
requests, names = [], []
for to, tile, warpgroups, split, n, major, swizzle, insn in rows:
    names.append("%s/%s/w%s.%s/n%s/%s/%s/%s" % (to, tile, warpgroups, split, n, major, swizzle, insn))
    requests.append({"cmd": "copy", "op": "m64n%sk16" % n, "tile": tile, "warpgroups": int(warpgroups),
                     "split-along": split, "to": to, "d-major": major, "swizzle": swizzle, "access": insn})
rc, out, _ = run("list")
listed = [json.loads(line) for line in out.splitlines()]
same([x["case"] for x in listed], names, "the cases of kernels/epilogue/cases.txt")
same([(x["wavefronts"], x["conflicts"]) for x in listed],
     [(x["blocks"] * a["wavefronts"], x["blocks"] * a["conflicts"]) for x, a in zip(listed, batch(requests))],
     "their wavefronts as wgdesc copy has them")
seen = {(r[0], r[5]) for r in rows}
same(seen, {(t, m) for t in ("f16", "bf16", "f32", "e4m3") for m in "nm"}, "every type in both majors")

for args in (("fly",), ("list", "all"), ("--evidence",)):
    rc, out, err = run(*args)
    ok((rc, out) == (2, "") and err.startswith("wgdesc-epilogue: error: "), "refused: " + " ".join(args),
       rc, out, err)
rc, out, err = run("--help")
ok(rc == 0 and out.startswith("usage:") and not err, "--help")
done()
