#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""emit with A in registers, loaded or computed, and with a sparse A: the headers compile without a warning as
C, C++ and CUDA, every number in them is the library's, fragments and loads too; kernels out of them and the PTX
assemble for sm_90a with the instructions that the plan says; a wrong function is noticed."""
import json
import os
import re
import shutil
import sys

sys.path.insert(0, "tests/lib")
from emitted import CLANG, NVCC, PTXAS, compare, sh, tmp  # noqa: E402
from tap import done, ok, run, same, skip  # noqa: E402

# tile, type of A and B, majors, where A lies, sparse; the C type of an accumulator
PLANS = [
    ((128, 256, 64), "bf16", "bf16", "k", "k", "registers", False, "float"),
    ((128, 128, 64), "f16", "f16", "mn", "mn", "registers", False, "float"),
    ((128, 96, 128), "s8", "u8", "k", "k", "registers", True, "int32_t"),
    ((192, 40, 32), "tf32", "tf32", "k", "k", "registers", False, "float"),
    ((64, 64, 1024), "b1", "b1", "k", "k", "registers", False, "int32_t"),
    ((128, 128, 64), "bf16", "bf16", "k", "mn", "computed", False, "float"),
    ((128, 256, 128), "e4m3", "e5m2", "k", "k", "computed", True, "float"),
    ((128, 256, 64), "f16", "f16", "mn", "k", "shared", True, "float"),
    ((64, 320, 64), "f16", "f16", "mn", "k", "registers", True, "float"),
    ((128, 64, 32), "tf32", "tf32", "k", "k", "shared", True, "float"),
]


def options(plan):
    (m, n, k), a, b, am, bm, place, sparse, _ = plan
    return ["--tile", f"{m}x{n}x{k}", "--dtype", a, "--b-dtype", b, "--a-major", am, "--b-major", bm, "--a", place,
            "--stages", "2", "--reserve", "100", *(["--sparse"] if sparse else [])]


def macros(plan, header):
    (m, n, k), a, b, am, bm, place, sparse, _ = plan
    where = {"shared": [], "registers": ["-DQ_A_LOADED"], "computed": ["-DQ_A_COMPUTED"]}[place]
    return [f'-DHEADER="{header}"', f"-DQ_M={m}", f"-DQ_N={n}", f"-DQ_K={k}", "-DQ_A=WGD_" + a.upper(),
            "-DQ_B=WGD_" + b.upper(), "-DQ_AM=WGD_MAJOR_" + am.upper(), "-DQ_BM=WGD_MAJOR_" + bm.upper(),
            "-DQ_STAGES=2", "-DQ_RESERVE=100", "-DQ_A_PLACE=WGD_PLAN_A_" + place.upper(), *where,
            *(["-DQ_SPARSE"] if sparse else [])]


def operands(plan, i):
    """What stands behind an instruction's accumulators, as a pattern."""
    _, _, _, am, bm, place, sparse, result = plan
    a = r"%rd\d+" if place == "shared" else r"\{%r\d+, *%r\d+, *%r\d+, *%r\d+\}"
    tail = ", 1, 1" if result == "float" else ""
    if i["trans_b"] is not None:
        tail += (", %d" % (am == "mn") if place == "shared" else "") + ", %d" % (bm == "mn")
    return a + r", %rd\d+, " + (r"%r\d+, 0, " if sparse else "") + "p" + tail + ";"


# Four 8-bit values of A in a register: two pairs, the second half a word higher.
chain = run("emit", "--tile", "64x64x64", "--dtype", "e4m3", "--epilogue", "--as-a", "e4m3", "--lang", "cuda")[1]
same(re.findall(r"^    a\[0\] = (.*)$", chain, re.M),
     ["gemm_a_pair(gemm_d_at(d, v + 0), gemm_d_at(d, v + 1)) | gemm_a_pair(gemm_d_at(d, v + 4), gemm_d_at(d, v + 5)) << 16;"],
     "a register of the next A from accumulators")
for n, plan in enumerate(PLANS):
    name = " ".join(options(plan))
    for lang in ("c", "cuda"):
        header = os.path.join(tmp, f"{lang}{n}.h")
        rc, text, err = run("emit", *options(plan), "--lang", lang)
        same((rc, err), (0, ""), f"{lang}: {name}")
        open(header, "w").write(text)
    again = re.search(r"^ \*   wgdesc (emit .*)$", text, re.M)[1].split()
    same(run(*again)[1], text, "the command in the head writes it again")
    same(("_a_desc(" in text, "gemm_a_tensor_map" in text, "ldmatrix" in text),
         (plan[5] == "shared", plan[5] != "computed", plan[5] == "registers"), "A's descriptor, tensor map and loads")
    for compiler, language in (("gcc", "c"), (CLANG, "c"), ("g++", "c++")):
        if not compiler or not shutil.which(compiler):
            skip(f"{compiler or 'clang'}: {name}", f"no {compiler or 'clang'} here")
        elif n % 3 == 0 or compiler == "gcc":
            same(compare(compiler, macros(plan, header), language), "",
                 f"{compiler}: every number is the library's: {name}")
    p = json.loads(run("plan", *options(plan), "--json")[1])
    i = p["instruction"]
    rc, ptx, err = run("emit", *options(plan), "--lang", "ptx")
    calls = re.findall(r"^    (wgmma\.mma_async\S+)$", ptx, re.M)
    same(calls, [i["ptx"]] * (i["per_k_step"] * i["k_steps_per_stage"]), f"the PTX instructions of {name}")
    path = os.path.join(tmp, "e.ptx")
    open(path, "w").write(ptx)
    if PTXAS:
        rc, out = sh(PTXAS, "-arch=sm_90a", path, "-o", path + ".cubin")
        ok(rc == 0, f"ptxas takes {name}", out)
    else:
        skip(f"ptxas takes {name}", "no ptxas here")
    if not NVCC:
        skip(f"a kernel of {name}", "no nvcc here")
        continue
    flags = ["-D" + f for f, on in (("SPARSE", plan[6]), ("A_LOADED", plan[5] == "registers"),
                                    ("A_COMPUTED", plan[5] == "computed")) if on]
    rc, out = sh(NVCC, "-std=c++17", "-gencode", "arch=compute_90a,code=compute_90a", "-Werror", "all-warnings", "-ptx",
                 f'-DHEADER="{header}"', "-DRESULT=" + plan[7], *flags, "tests/emit/kernel.cu", "-o", path)
    if not ok(rc == 0, f"nvcc compiles a kernel of {name}", out):
        continue
    code = open(path).read()
    calls = re.findall(r"(wgmma\.mma_async\S*) \{[^}]*\}, (.*)", code)
    same([c[0] for c in calls], [i["ptx"]] * (i["per_k_step"] * i["k_steps_per_stage"]), "the instructions, as planned")
    same([c for c in calls if not re.fullmatch(operands(plan, i), c[1])], [], "their operands")
    same(code.count("ldmatrix"), p["a"]["fragment"]["fragments"] if plan[5] == "registers" else 0, "one load a fragment")
    if PTXAS:
        rc, out = sh(PTXAS, "-arch=sm_90a", path, "-o", path + ".cubin")
        ok(rc == 0, f"ptxas takes the kernel of {name}", out)

# Control: a wrong function or constant is seen.
for n, old, new in ((0, "t % 16;", "t % 8;"), (1, "t % 16 / 8 * 8", "t % 32 / 16 * 8"), (5, "i % 2 * 8", "i / 2 * 8"),
                    (2, "t % 32 / 16 * GEMM_A_INST_K", "t % 16 / 8 * GEMM_A_INST_K"), (2, "(t % 4 * 4", "(t % 8 * 4")):
    good = open(os.path.join(tmp, f"c{n}.h")).read()
    path = os.path.join(tmp, "broken.h")
    open(path, "w").write(good.replace(old, new))
    ok(old in good and "in the library" in compare("gcc", macros(PLANS[n], path)), f"control: '{new}' is seen")
shutil.rmtree(tmp)
done()
