#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""emit for tcgen05: the headers compile without a warning as C, C++ and CUDA, and every number in them
is the library's; kernels out of them assemble for sm_100a and sm_103a with the instructions that the plan
says; the PTX assembles and has them too; a wrong constant is noticed. It says nothing of a run: there is none."""
import json
import os
import re
import shutil
import sys

sys.path.insert(0, "tests/lib")
from emitted import CLANG, NVCC, PTXAS, compare, interpret, sh, tmp  # noqa: E402
from tap import batch, done, ok, run, same, skip  # noqa: E402

# tile, architecture, CTAs, type of A and B, majors, further options and macros
PLANS = [
    ((128, 256, 64), "sm100", 1, "bf16", "bf16", "k", "k", {}),
    ((256, 256, 64), "sm100", 2, "f16", "f16", "mn", "mn", {"acc": "f16"}),
    ((256, 192, 256), "sm100", 2, "e4m3", "e5m2", "k", "k", {"kind": "mxf8f6f4"}),
    ((128, 192, 256), "sm103", 1, "e2m1_packed4", "e2m1_packed4", "k", "k", {"scale": "ue4m3"}),
    ((192, 96, 128), "sm100", 1, "s8", "u8", "mn", "k", {}),
    ((256, 128, 16), "sm103", 1, "tf32", "tf32", "mn", "k", {}),
    ((128, 512, 32), "sm100", 2, "e4m3", "e2m1_unpacked8", "mn", "k", {}),
    ((256, 192, 128), "sm100", 1, "e2m3_unpacked8", "e3m2_unpacked8", "k", "k", {"kind": "f8f6f4"}),
    ((256, 192, 128), "sm100", 1, "e4m3", "e4m3", "k", "k", {"scale": "ue8m0"}),
]


def options(plan):
    (m, n, k), arch, group, a, b, am, bm, more = plan
    more = dict({"stages": 2}, **more)
    return ["--arch", arch, "--cta-group", str(group), "--tile", f"{m}x{n}x{k}", "--dtype", a, "--b-dtype", b,
            "--a-major", am, "--b-major", bm, "--reserve", "100", *[x for o in more.items() for x in
                                                                     ("--" + o[0], str(o[1]))]]


def macros(plan, header):
    (m, n, k), arch, group, a, b, am, bm, more = plan
    names = {"acc": ("Q_ACC", "WGD_ACC_"), "kind": ("Q_KIND", "WGD_UMMA_"), "scale": ("Q_SCALE", "WGD_FRAG_")}
    return ['-DHEADER="%s"' % header, f"-DQ_M={m}", f"-DQ_N={n}", f"-DQ_K={k}", "-DQ_A=WGD_" + a.upper(),
            "-DQ_B=WGD_" + b.upper(), "-DQ_AM=WGD_MAJOR_" + am.upper(), "-DQ_BM=WGD_MAJOR_" + bm.upper(),
            "-DQ_STAGES=%d" % more.get("stages", 2), "-DQ_RESERVE=100", "-DQ_ARCH=WGD_" + arch.upper(),
            f"-DQ_CTA_GROUP={group}",
            *[f"-D{names[o][0]}={names[o][1]}{v.upper()}" for o, v in more.items() if o in names]]


def number(arch):
    return arch[2:] + "a"


def expected(p):
    """Instructions by name, and how often: those of one stage."""
    i = p["instruction"]
    want = {i["ptx"]: i["per_k_step"] * i["k_steps_per_stage"]}
    if "sfa" in p:
        want[f"tcgen05.cp.cta_group::{i['cta_group']}.32x128b.warpx4"] = len(p["sfa"]["cp"]) + len(p["sfb"]["cp"])
    return want


def counted(code, names):
    return {n: len(re.findall(r"^\s*%s\s" % re.escape(n), code, re.M)) for n in names}


for n, plan in enumerate(PLANS):
    name, arch = " ".join(options(plan)[1:8]), plan[1]
    for lang in ("c", "cuda"):
        rc, text, err = run("emit", *options(plan), "--lang", lang)
        same((rc, err), (0, ""), f"{lang}: {name}")
        ok("Documented, not measured." in text, "its head says on what it rests")
        with open(f"{tmp}/{lang}{n}.h", "w") as f:
            f.write(text)
    for compiler, language in (("gcc", "c"), (CLANG, "c"), ("g++", "c++")):
        if not compiler or not shutil.which(compiler):
            skip("%s: %s" % (compiler or "clang", name), "no %s here" % (compiler or "clang"))
        elif n % 3 == 2 or compiler == "gcc":
            same(compare(compiler, macros(plan, f"{tmp}/c{n}.h"), language), "",
                 f"{compiler}: every number is the library's: {name}")
    p = json.loads(run("plan", *options(plan), "--json")[1])
    same((p["arch"], p["basis"]), (arch, "documented"), "the plan says on what it rests")

    if not NVCC:
        skip("nvcc: " + name, "no nvcc here")
        continue
    if n in (1, 3):
        same(compare(NVCC, macros(plan, f"{tmp}/cuda{n}.h"), "cuda", number(arch)), "",
             "nvcc: every number is the library's: " + name)
    base = [NVCC, "-std=c++17", "-Werror", "all-warnings", f'-DHEADER="{tmp}/cuda{n}.h"', "tests/emit/umma_kernel.cu"]
    rc, out = sh(*base, "-gencode", f"arch=compute_{number(arch)},code=compute_{number(arch)}", "-ptx", "-o", tmp + "/k.ptx")
    if not ok(rc == 0, "nvcc compiles a kernel of " + name, out):
        continue
    rc, out = sh(PTXAS or "ptxas", "-arch=sm_" + number(arch), tmp + "/k.ptx", "-o", tmp + "/k.cubin")
    ok(rc == 0, "and ptxas assembles it for sm_" + number(arch), out)
    code = open(tmp + "/k.ptx").read()
    want = expected(p)
    same(counted(code, want), want, "its instructions are the plan's")
    pair = ".cta_group::2" if plan[2] == 2 else ""
    same(code.count(f"cp.async.bulk.tensor.2d{pair}.shared::cluster"), len(p["a"]["boxes"]) + len(p["b"]["boxes"]), "its copies")
    same(len(re.findall(r"cp\.async\.bulk\.tensor\.4d" + re.escape(pair) + r"\.shared::cluster", code)),
         sum(p[x]["instructions"] for x in ("sfa", "sfb") if x in p), "and those of scale factors")
    same(code.count("tcgen05.commit.cta_group::%d" % plan[2]), 2, "its commits")
    same("multicast::cluster" in code, plan[2] == 2, "which a pair hears in both CTAs")

if NVCC:
    for arch in ("sm_90a", "sm_103a"):
        rc, out = sh(NVCC, "-arch=" + arch, "-std=c++17", f'-DHEADER="{tmp}/cuda4.h"', "-c", "tests/emit/umma_kernel.cu",
                     "-o", tmp + "/k.o", "-Werror", "all-warnings")
        ok(rc == 0, "the header of kind i8, which sm_103 lacks, compiles for " + arch, out)

# PTX: ptxas takes it; its functions, interpreted here, give the descriptors of the plan.
for n, plan in enumerate(PLANS):
    rc, text, err = run("emit", *options(plan), "--lang", "ptx")
    with open(tmp + "/e.ptx", "w") as f:
        f.write(text)
    if PTXAS:
        rc, out = sh(PTXAS, "-arch=sm_" + number(plan[1]), tmp + "/e.ptx", "-o", tmp + "/e.cubin")
        ok(rc == 0, "ptxas takes plan %d" % n, out)
    else:
        skip("ptxas takes plan %d" % n, "no ptxas here")
    p = json.loads(run("plan", *options(plan), "--json")[1])
    want = expected(p)
    same(counted(text, want), want, "the PTX instructions of plan %d" % n)
    same(set(re.findall(r"mov\.b32 %i, (0x\w+);", text)), set(p["instruction"]["idesc_of_k_step"]), "with their descriptors")
    funcs = dict(re.findall(r"\.func \([^)]*\) (\w+)\([^)]*\)\s*\{(.*?)\n\}", text, re.S))
    wrong = []
    for o in "ab":
        a = p[o]
        for i, mn in enumerate(a["advance"]["mn"]["offset_bytes"]):
            for j, k in enumerate(a["advance"]["k"]["offset_bytes"]):
                moved = p["smem"]["stage_bytes"] + mn + k
                got = interpret(funcs["gemm_%s_desc" % o], {"start": 4096, "k": j, "mn": i, "stage": 1})["desc"]
                if got != int(a["descriptor"], 16) + (4096 + moved) // 16:
                    wrong.append((o, i, j, hex(got)))
    same(wrong, [], "the PTX descriptors of plan %d" % n)

# JSON, batch, the command in the head, and a fault that is planted.
for n in (0, 2):
    j = json.loads(run("emit", *options(PLANS[n]), "--lang", "json")[1])
    header = open(f"{tmp}/c{n}.h").read()
    defines = {k: int(v) for k, v in re.findall(r"#define GEMM_(\w+) +(\d+) /\*", header)}
    defines.update({k: int(v) for k, v in re.findall(r"#define GEMM_([AB]_\w+) +(\d+)$", header, re.M)})
    same(j["constants"], defines, "--lang json has the constants of the header")
    same(j["descriptors"]["IDESC"], j["plan"]["instruction"]["idesc"], "and the instruction descriptor")
    same((j["arch"], j["basis"]), ("sm100", "documented"), "and on what it rests")
# Also of a product, where no GPU is named: none was measured.
for first in (open(f"{tmp}/cuda2.h").read(),
              run("emit", "--arch", "sm100", "--tile", "128x128x64", "--problem", "1024x2048x512", "--sms", "148", "--lang", "cuda")[1]):
    again = re.search(r"^ \*   wgdesc (emit .*)$", first, re.M)[1].split()
    same(("--gpu" in again, run(*again)[1]), (False, first), "the command in the head writes it again")
a = batch([{"cmd": "emit", "arch": "sm100", "cta-group": 2, "tile": "256x128x64", "lang": "c"}])[0]
same((a["ok"], a["arch"], a["basis"], a["text"]),
     (True, "sm100", "documented", run("emit", "--arch", "sm100", "--cta-group", "2", "--tile", "256x128x64")[1]), "batch gives the text")
good = open(f"{tmp}/c8.h").read()
for what, pattern in [("constant " + x, r"(#define GEMM_%s +)(\d+)" % x) for x in (
        "ACC_STAGES", "ACC_EMPTY_ARRIVALS", "COMMIT_MASK", "TMEM_ADDRESS_OFFSET", "VEC", "A_FACTOR_OFFSET", "A_FACTOR_BYTES",
        "B_FACTOR_BOX_MN", "A_FACTOR_COLUMNS", "A_LAYOUT_TYPE", "A_GROUP_BYTES")] + [
        ("idesc", r"(at\[4\] = \{0x)(\d)"), ("accumulator", r"(at\[2\] = \{0x0000000)(0)"),
        ("target of scale factors", r"(factor_target[^}]*0x0000018)(\d)"), ("column of scale factors", r"(factor_column[^}]*0x0000018)(\d)")]:
    broken = re.sub(pattern, lambda m: m[1] + str(int(m[2]) + 1), good, count=1)
    with open(tmp + "/broken.h", "w") as f:
        f.write(broken)
    ok(broken != good and "in the library" in compare("gcc", macros(PLANS[8], tmp + "/broken.h")), "control: a wrong %s is seen" % what)


# A tile whose N is no multiple of 128 begins inside a block of scale factors; the instruction reads them from
# where `tmem` has the block's row: CUTLASS's two columns later, for every other tile.
def shifts(text, n):
    """b_factor_shift of the first eight tiles of n columns, from the header's own code."""
    with open(tmp + "/shift.h", "w") as f:
        f.write(text)
    with open(tmp + "/shift.c", "w") as f:
        f.write('#include <stdio.h>\n#include "shift.h"\nint main(void)\n{\n    for (uint32_t i = 0; i < 8; i++) {\n'
                '        printf("%%u ", (unsigned)gemm_b_factor_shift(i * %d));\n    }\n    return 0;\n}\n' % n)
    rc, out = sh("gcc", "-std=c11", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-o", tmp + "/shift", tmp + "/shift.c")
    return out if rc else sh(tmp + "/shift")[1]


for n in (64, 128, 192):
    text = run("emit", "--arch", "sm100", "--tile", f"128x{n}x128", "--dtype", "e4m3", "--scale", "ue8m0")[1]
    row = [json.loads(run("tmem", "SFB", "--mn", "128", "--element", f"{i * n % 128},0", "--json")[1]) for i in range(8)]
    want = "".join("%d " % (r["column"] - row[0]["column"]) for r in row)
    same(shifts(text, n), want, f"tiles of {n} columns: their factors of B begin where tmem has them")
    same(want, "".join("%d " % (i % 2 * 2 if n % 128 else 0) for i in range(8)), "which is two columns for every other tile, or none")
    ok(all(r["lane"] == row[0]["lane"] for r in row), "in the same lanes")
    ok(n == 128 or shifts(text.replace("n % 128 / 32", "n % 128 / 64"), n) != want, "control: another shift is seen")
ok(max(map(len, (x for x in first.splitlines() if "wgdesc emit" not in x))) <= 124, "lines of a readable length")
shutil.rmtree(tmp)
done()
