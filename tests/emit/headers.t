#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""emit: the headers compile without a warning as C, C++ and CUDA, and every number in them is the
library's; the PTX assembles, and its functions compute the same; a wrong constant is noticed."""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from emitted import CLANG, LIB, NVCC, PTXAS, compare, interpret, sh, tmp  # noqa: E402
from tap import BUILD, WGDESC, batch, done, ok, run, same, skip  # noqa: E402

# tile, type of A and B, majors, further options and macros; the C type of an accumulator
PLANS = [
    ((128, 256, 64), "bf16", "bf16", "k", "k", [], [], "float"),
    ((128, 128, 64), "f16", "f16", "mn", "mn", ["--acc", "f16"], ["-DQ_ACC=WGD_ACC_F16"], "uint32_t"),
    ((256, 96, 128), "f16", "f16", "k", "mn", [], [], "float"),
    ((128, 96, 256), "s8", "u8", "k", "k", ["--b-swizzle", "32B"], ["-DQ_BS=WGD_SWZ_32B"], "int32_t"),
    ((64, 256, 128), "e4m3", "e5m2", "k", "k", ["--warpgroups", "2"], ["-DQ_WARPGROUPS=2"], "float"),
    ((64, 64, 2048), "b1", "b1", "k", "k", [], [], "int32_t"),
    ((192, 40, 8), "tf32", "tf32", "k", "k", [], [], "float"),
    ((64, 320, 32), "bf16", "bf16", "mn", "mn", ["--b-swizzle", "none"], ["-DQ_BS=WGD_SWZ_NONE"], "float"),
]


def options(plan):
    (m, n, k), a, b, am, bm, more, _, _ = plan
    return ["--tile", "%dx%dx%d" % (m, n, k), "--dtype", a, "--b-dtype", b, "--a-major", am, "--b-major", bm,
            "--stages", "2", "--reserve", "100", *more]


def macros(plan, header):
    (m, n, k), a, b, am, bm, _, more, _ = plan
    return ['-DHEADER="%s"' % header, "-DQ_M=%d" % m, "-DQ_N=%d" % n, "-DQ_K=%d" % k, "-DQ_A=WGD_" + a.upper(),
            "-DQ_B=WGD_" + b.upper(), "-DQ_AM=WGD_MAJOR_" + am.upper(), "-DQ_BM=WGD_MAJOR_" + bm.upper(),
            "-DQ_STAGES=2", "-DQ_RESERVE=100", *more]


for n, plan in enumerate(PLANS):
    name = " ".join(options(plan)[:8])
    for lang in ("c", "cuda"):
        header = os.path.join(tmp, "%s%d.h" % (lang, n))
        rc, text, err = run("emit", *options(plan), "--lang", lang)
        same((rc, err), (0, ""), "%s: %s" % (lang, name))
        open(header, "w").write(text)
    for compiler, language in (("gcc", "c"), (CLANG, "c"), ("g++", "c++")):
        if not compiler or not shutil.which(compiler):
            skip("%s: %s" % (compiler or "clang", name), "no %s here" % (compiler or "clang"))
        elif n % 3 == 0 or compiler == "gcc":
            same(compare(compiler, macros(plan, header), language), "", "%s: every number is the library's: %s" % (compiler, name))
    if n < 2:
        if NVCC:
            same(compare(NVCC, macros(plan, header), "cuda"), "", "nvcc: every number is the library's: " + name)
        else:
            skip("nvcc: " + name, "no nvcc here")

# A kernel from the header: the instruction, so often, with its transpose bits; the copies.
for n in (0, 1, 3, 4):
    plan = PLANS[n]
    if not NVCC:
        skip("kernel %d" % n, "no nvcc here")
        continue
    ptx = os.path.join(tmp, "k.ptx")
    rc, out = sh(NVCC, "-std=c++17", "-gencode", "arch=compute_90a,code=compute_90a", "-Werror", "all-warnings", "-ptx",
                 '-DHEADER="%s/cuda%d.h"' % (tmp, n), "-DRESULT=" + plan[7], "tests/emit/kernel.cu", "-o", ptx)
    if not ok(rc == 0, "nvcc compiles a kernel of " + " ".join(options(plan)[:8]), out):
        continue
    code = open(ptx).read()
    p = json.loads(run("plan", *options(plan), "--json")[1])
    i = p["instruction"]
    calls = re.findall(r"(wgmma\.mma_async\S*) \{([^}]*)\}, %rd\d+, %rd\d+, p(.*);", code)
    same({c[0] for c in calls}, {i["ptx"]}, "the instruction is " + i["ptx"])
    same(len(calls), i["per_k_step"] * i["k_steps_per_stage"], "as often as planned")
    tail = {"float": ", 1, 1", "uint32_t": ", 1, 1", "int32_t": ""}[plan[7]]
    tail += ", %d, %d" % (i["trans_a"], i["trans_b"]) if i["trans_a"] is not None else ""
    same({c[2] for c in calls}, {tail}, "its immediates")
    same({c[1].count(",") + 1 for c in calls}, {p["registers"]["accumulators"] // i["per_k_step"]}, "its registers")
    same(code.count("cp.async.bulk.tensor.2d"), len(p["a"]["boxes"]) + len(p["b"]["boxes"]), "its copies")
if NVCC:
    rc, out = sh(NVCC, "-arch=sm_80", "-std=c++17", '-DHEADER="%s/cuda0.h"' % tmp, "-DRESULT=float", "-c",
                 "tests/emit/kernel.cu", "-o", os.path.join(tmp, "k.o"), "-Werror", "all-warnings")
    ok(rc == 0, "the header compiles for another target", out)


# A whole GEMM out of a header; it runs where there is a GPU.
if NVCC:
    check = os.path.join(BUILD, "emit/bf16_bf16_mn_mn_none_128x64x32")
    # Of what is built, however it was: make coverage builds with flags of its own.
    rc, out = sh("make", "-s", "-o", WGDESC, "-o", LIB, "B=" + BUILD, "NVCC=" + NVCC, check)
    if ok(rc == 0, "a GEMM out of a header compiles", out):
        rc, out = sh(check)
        if rc == 77:
            skip("and is right on the GPU", "no GPU of compute capability 9.0")
        else:
            ok(rc == 0, "and is right on the GPU", out)
else:
    skip("a GEMM out of a header", "no nvcc here")


# PTX: ptxas takes it; its functions, interpreted here, give the C header's numbers.
for n, plan in enumerate(PLANS):
    rc, text, err = run("emit", *options(plan), "--lang", "ptx")
    path = os.path.join(tmp, "e.ptx")
    open(path, "w").write(text)
    if PTXAS:
        rc, out = sh(PTXAS, "-arch=sm_90a", path, "-o", path + ".cubin")
        ok(rc == 0, "ptxas takes plan %d" % n, out)
    else:
        skip("ptxas takes plan %d" % n, "no ptxas here")
    p = json.loads(run("plan", *options(plan), "--json")[1])
    funcs = {f: body for f, body in re.findall(r"\.func \([^)]*\) (\w+)\([^)]*\)\s*\{(.*?)\n\}", text, re.S)}
    wrong = []
    for o in "ab":
        a = p[o]
        tile = json.loads(run("tma", "--dtype", a["dtype"], "--operand", o, "--major", a["major"], "--swizzle", a["swizzle"],
                              "--shape", "%dx%d" % tuple(a["shape"]), "--order", "%d,%d" % tuple(a["order"]), "--json",
                              *(["--n", str(p["instruction"]["n"])] if o == "b" else []))[1])
        for i, mn in enumerate(a["advance"]["mn"]["offset_bytes"]):
            for j, k in enumerate(a["advance"]["k"]["offset_bytes"]):
                want = int(tile["descriptor"], 16) + (4096 + p["smem"]["stage_bytes"] + a["offset_bytes"] + mn + k) // 16
                got = interpret(funcs["gemm_%s_desc" % o], {"start": 4096, "k": j, "mn": i, "stage": 1})["desc"]
                if got != want:
                    wrong.append((o, i, j, hex(got), hex(want)))
    same(wrong, [], "the PTX descriptors of plan %d" % n)
    calls = re.findall(r"^    (wgmma\.mma_async\S+)$", text, re.M)
    same(calls, [p["instruction"]["ptx"]] * (p["instruction"]["per_k_step"] * p["instruction"]["k_steps_per_stage"]),
         "the PTX instructions of plan %d" % n)

# JSON: the constants of the header, by name.
rc, text, err = run("emit", *options(PLANS[1]), "--lang", "json")
j = json.loads(text)
header = open(os.path.join(tmp, "c1.h")).read()
defines = {k: int(v) for k, v in re.findall(r"#define GEMM_(\w+) +(\d+)\b", header)}
same(j["constants"], defines, "--lang json has the constants of the header")
same(set(j["descriptors"].values()), set(x.lower() for x in re.findall(r"UINT64_C\((\w+)\)", header)), "and the descriptors")
same(j["plan"]["tile"], [128, 128, 64], "and the plan")
a = batch([{"cmd": "emit", "tile": "128x128x64", "lang": "c", "prefix": "x_1"}])[0]
same((a["ok"], a["lang"], a["text"]), (True, "c", run("emit", "--tile", "128x128x64", "--prefix", "x_1")[1]), "batch gives the text")

# Files, the command in the head, the same bytes twice.
path = os.path.join(tmp, "plan.cuh")
same(run("emit", *options(PLANS[0]), "-o", path), (0, "", ""), "-o writes a file")
first = open(path).read()
same(first, open(os.path.join(tmp, "cuda0.h")).read(), "the ending .cuh asks for CUDA")
again = re.search(r"^ \*   wgdesc (emit .*)$", first, re.M)[1].split()
same(run(*again)[1], first, "the command in the head writes it again")
rc, out, err = run("emit", *options(PLANS[0]), "-o", path)
ok(rc != 0 and open(path).read() == first, "an existing file is kept", err)
same(run("emit", *options(PLANS[2]), "-o", path, "--force")[0], 0, "--force replaces it")
ok(open(path).read() != first, "and it is another one")
ok(not re.search(r"20\d\d-\d\d|/(home|root|work|tmp)/", first), "no dates and no paths in it")
ok(max(map(len, (x for x in first.splitlines() if "wgdesc emit" not in x))) <= 124, "lines of a readable length")

# Control: one wrong constant, and the comparison says so.
good = open(os.path.join(tmp, "c2.h")).read()
for name in ("A_K_STEP", "A_K_JUMP", "A_MN_STEP", "A_GROUP_BYTES", "A_PANEL_BYTES", "A_XOR_MASK", "B_OFFSET", "B_BOX_LINES",
             "B_PANELS", "STAGE_BYTES", "FULL_OFFSET"):
    broken = re.sub(r"(#define GEMM_%s +)(\d+)" % name, lambda m: m[1] + str(int(m[2]) + 1), good)
    path = os.path.join(tmp, "broken.h")
    open(path, "w").write(broken)
    ok(broken != good and "in the library" in compare("gcc", macros(PLANS[2], path)), "control: a wrong %s is seen" % name)

for name, args, status, code, field, pieces in [
    ("a prefix with capitals", ["--tile", "64x64x64", "--prefix", "Gemm"], 2, "value", "prefix", ["got Gemm", "lower-case"]),
    ("a prefix that ends a comment", ["--tile", "64x64x64", "--prefix", "a*/"], 2, "value", "prefix", []),
    ("no prefix", ["--tile", "64x64x64", "--prefix", ""], 2, "value", "prefix", ["40 characters"]),
    ("a long prefix", ["--tile", "64x64x64", "--prefix", "a" * 41], 2, "value", "prefix", []),
    ("a language that is none", ["--tile", "64x64x64", "--lang", "rust"], 2, "value", "lang", ["c, cuda, ptx or json"]),
    ("a plan that does not fit", ["--tile", "256x256x64"], 1, "fit", "tile", ["256 registers"]),
]:
    rc, out, err = run("emit", *args)
    same((rc, out), (status, ""), name + ": exit status %d, nothing on standard output" % status)
    ok("(%s: " % field in err and all(x in err for x in pieces), name + ": says what is wrong", err)
    e = json.loads(run("emit", *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")

# The ending of the file's name decides the language where --lang does not; a name that is nothing else, and another
# ending, leave it at C.
for file, lang in (("plan.txt", "c"), ("h", "c"), (".cu", "c"), ("plan.hpp", "c"), ("plan.cu", "cuda"), ("plan.ptx", "ptx"), ("plan.json", "json")):
    p = subprocess.run([os.path.abspath(WGDESC), "emit", "--tile", "64x64x64", "-o", file], cwd=tmp, stdout=subprocess.PIPE)
    with open(os.path.join(tmp, file)) as f:
        same((p.returncode, p.stdout, f.read()), (0, b"", run("emit", "--tile", "64x64x64", "--lang", lang)[1]), "into %s" % file)
shutil.rmtree(tmp)
done()
