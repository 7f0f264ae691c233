#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scan on the kernels of this project: the machine code of wgdesc-verify has the instructions that its
cases name; of the GEMMs and examples the PTX and the machine code say the same, word by word."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import BUILD, WGDESC, done, ok, same  # noqa: E402

VERIFY = os.path.join(BUILD, "wgdesc-verify")
NVCC = shutil.which(os.environ.get("NVCC", "nvcc"))
for there, tool in ((shutil.which("nvdisasm"), "nvdisasm"), (NVCC, "nvcc"),
                    (os.access(VERIFY, os.X_OK), "wgdesc-verify")):
    if not there:
        print("1..0 # SKIP no %s here" % tool)
        sys.exit(0)
SOURCES = ["kernels/gemm/v2.cu", "kernels/gemm/v3/bf16.cu", "kernels/gemm/v3/forms.cu",
           "examples/wgmma_a_registers.cu", "examples/wgmma_kmajor_none.cu",
           "examples/wgmma_mmajor_128b.cu", "examples/wgmma_mmajor_64b.cu"]


def scan(path):
    p = subprocess.run([WGDESC, "scan", path, "--json"], capture_output=True, text=True)
    a = json.loads(p.stdout)
    ok(a["ok"], "scan reads " + os.path.basename(path), p.stderr, p.stdout[:300])
    return a


def said(a):
    return sorted({f["rule"] for f in a["findings"] if f["severity"] != "info"})


def form(w):
    return (w["shape"], w["d"], w["a_type"], w["b_type"], w["sparse"], w["a"]["from"], w["trans_a"], w["trans_b"])


def forms_of_cases():
    """The instructions that the names of the cases need: gemm/f32.f16.f16/sp/n64/a=regs/b=mn.64B/..."""
    out = set()
    names = subprocess.run([VERIFY, "--list", "--filter", "gemm/*"], capture_output=True, text=True, check=True)
    for name in names.stdout.splitlines():
        part = name.split("/")
        sparse = part[2] == "sp"
        d, a, b = part[1].split(".")[:3]
        n, a_at, b_at = part[2 + sparse:5 + sparse]
        k = {"f16": 16, "bf16": 16, "tf32": 8, "b1": 256}.get(a, 32) * (2 if sparse else 1)
        out.add(("m64%sk%d" % (n, k), d, a, b, sparse, "registers" if a_at == "a=regs" else "shared",
                 int(a_at.startswith("a=mn")), int(b_at.startswith("b=mn"))))
    return out


a = scan(VERIFY)
got = {form(w) for k in a["kernels"] for w in k["wgmma"]}
want = forms_of_cases()
ok(len(want) > 300, "the cases name many instructions (%d)" % len(want))
same(sorted(want - got)[:5], [], "wgdesc-verify: every instruction that a case names is there")
same(sorted(got - want)[:5], [], "wgdesc-verify: and no other")
same(said(a), [], "wgdesc-verify: nothing is wrong")


# Rows of the instruction table that differ in form: f16 with transposes, tf32, 8-bit floats, b1.
ROWS = [("kernels/verify/wgmma/row.cu", "-DWGV_ROW=%d" % row, '-DWGV_CALLS="verify/wgmma/calls_%d.cuh"' % row)
        for row in (1, 3, 5, 16)]


def compiled(source, folder, defines):
    """-> the paths of its PTX and its cubin"""
    stem = os.path.join(folder, os.path.basename(source)[:-3] + "".join(defines[:1]))
    for kind, ending in (("-ptx", ".ptx"), ("-cubin", ".cubin")):
        subprocess.run([NVCC, "-std=c++17", "-gencode", "arch=compute_90a,code=sm_90a", "-O3", "-Ilayout", "-Idesc",
                        "-Ikernels", "-I" + os.path.join(BUILD, "kernels"), *defines, kind, source, "-o", stem + ending],
                       check=True)
    return stem + ".ptx", stem + ".cubin"


def words_differ(x, y):
    """What the two say differently of one wgmma; a side may know less, never something else."""
    wrong = []
    for o in "ab":
        p, s = x[o], y[o]
        if p["from"] != "shared":
            continue
        known = int(p["known"], 16) & int(s["known"], 16)
        if (int(p["word"], 16) ^ int(s["word"], 16)) & known:
            wrong.append((o, p["word"], s["word"]))
        wrong += [(o, key, p[key], s[key]) for key in ("stage_bytes", "step_bytes", "swizzle", "major", "tile")
                  if p.get(key) is not None and s.get(key) is not None and p[key] != s[key]]
    return wrong


total = 0
with tempfile.TemporaryDirectory() as folder:
    for source, *defines in [(source,) for source in SOURCES] + ROWS:
        ptx, sass = (scan(path) for path in compiled(source, folder, defines))
        same((said(ptx), said(sass)), ([], []), source + ": nothing is wrong")
        p, s = ({k["name"]: k["wgmma"] for k in a["kernels"]} for a in (ptx, sass))
        same(sorted(p), sorted(s), source + ": the same kernels")
        wrong = []
        for name, wgmma in p.items():
            there = s.get(name, [])
            total += len(wgmma)
            if sorted(map(form, wgmma)) != sorted(map(form, there)):
                wrong.append(name + ": other instructions")
            elif [form(w) for w in wgmma] == [form(w) for w in there]:
                wrong += [w for pair in zip(wgmma, there) for w in words_differ(*pair)]
            # else ptxas has ordered the cases of a switch in its own way
        same(wrong[:3], [], source + ": PTX and machine code agree")
ok(total > 500, "%d wgmma compared" % total)
done()
