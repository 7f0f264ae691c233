#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The code of wgdesc copy --lang cuda, carried out here value by value: every epilogue that
wgdesc-epilogue runs on a GPU puts each accumulator where the copy engine takes that element, in as many
wavefronts as were predicted; its indices, both ways; the k of accumulators that become an A."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from copy_code import Code, accumulator, expression  # noqa: E402
from tap import done, ok, run, skip  # noqa: E402

START = 3 * 1024
# Every function of a copy in each direction, and of an epilogue.
KERNELS = """
__global__ void store(float *x, uint32_t *y)
{
    float d[32];
    float a[2], b[2];
    uint32_t f[P0_A_REGISTERS], g[16];
    for (int i = 0; i < 32; i++) {
        d[i] = x[i * 128 + threadIdx.x];
    }
    for (int i = 0; i < 16; i++) {
        g[i] = y[i * 128 + threadIdx.x];
    }
    p0_d_row_max(d, a);
    p0_d_row_sum(d, b);
    p0_a_slice(d, 1, f);
    p0_d_store(1024, threadIdx.x, d);
    p2_d_store(1024, threadIdx.x, g);
    p3_d_store(1024, threadIdx.x, d);
    x[threadIdx.x] = a[0] + b[1] + f[2];
}
__global__ void load(uint32_t *x, int32_t (*z)[32])
{
    uint32_t r[4];
    p4_d_load(0, threadIdx.x, r);
    x[threadIdx.x] = r[0] + r[3];
    p5_d_load(0, threadIdx.x, r);
    x[threadIdx.x] += r[1];
    p6_d_copy(4096, threadIdx.x, x, 520);
    int32_t d[32];
    for (int i = 0; i < 32; i++) {
        d[i] = z[threadIdx.x][i];
    }
    p1_d_store(0, threadIdx.x, d);
}
__global__ void epilogue(const __grid_constant__ CUtensorMap map, const float *x)
{
    float d[1][1][128];
    for (int i = 0; i < 128; i++) {
        d[0][0][i] = x[i * 128 + threadIdx.x];
    }
    p8_d_store(0, threadIdx.x, d);
    p8_d_tma(0, &map, 0, 0);
}
"""


def code_of(*args):
    rc, out, err = run("copy", *args, "--lang", "cuda", "--prefix", "x")
    return Code(out, "x") if rc == 0 else ok(False, " ".join(args), err)


def fault(code, to, rows, cols, warpgroups, along, n):
    """The first thing that is wrong, or None."""
    element = {"f16": 2, "bf16": 2, "f32": 4, "e4m3": 1}[to]
    boxed = code.boxed(START)
    if len(boxed) != rows * cols or code.element != element:
        return "%d elements in the boxes" % len(boxed)
    seen = 0
    held = {}
    for t in range(128 * warpgroups):
        for v in range(code.constant["D_VALUES"]):
            row, col = held[t, v] = accumulator(t, v, n, rows, cols, warpgroups, along)
            f = code.functions
            if (f["d_row"](t=t, v=v), f["d_col"](t=t, v=v)) != (row, col):
                return "element of thread %d, value %d" % (t, v)
            if (f["d_thread"](row=row, col=col), f["d_value"](row=row, col=col)) != (t, v):
                return "holder of (%d, %d)" % (row, col)
    for warp in range(4 * warpgroups):
        for step in range(len(code.steps)):
            for lane, value, byte in code.places(warp, step, START, element):
                seen += 1
                if boxed[held[32 * warp + lane, value]] != byte:
                    return "warp %d, step %d, lane %d, value %d at %d" % (warp, step, lane, value, byte)
    return None if seen == rows * cols else "%d values moved" % seen


with open("kernels/epilogue/cases.txt") as f:
    cases = [line.split() for line in f if not line.startswith("#")]
for to, tile, warpgroups, split, n, major, swizzle, insn in cases:
    code = code_of("m64n%sk16" % n, "--tile", tile, "--warpgroups", warpgroups, "--split-along", split,
                   "--to", to, "--d-major", major, "--swizzle", swizzle, "--access", insn)
    if code:
        rows, cols = (int(x) for x in tile.split("x"))
        wrong = fault(code, to, rows, cols, int(warpgroups), split == "n", int(n))
        count = code.wavefronts(START, 4 * int(warpgroups))
        ok(wrong is None and count == code.constant["D_WAVEFRONTS"],
           " ".join((to, tile, warpgroups, split, n, major, swizzle, insn)), wrong, count,
           code.constant)

# A control: a step at the address of another shows.
code = code_of("m64n64k16", "--to", "f16", "--access", "stmatrix.x4")
code.addresses[0], code.addresses[1] = code.addresses[1], code.addresses[0]
ok(fault(code, "f16", 64, 64, 1, False, 64) is not None, "two steps exchanged are found")

# Rows of a thread: value (i, j) is the j-th column of its i-th row, in order.
code = code_of("m64n64k16", "--tile", "128x128")
f, c = code.functions, code.constant
rows = [[(f["d_row"](t=5, v=v), f["d_col"](t=5, v=v)) for j in range(c["D_ROW_VALUES"])
         for v in [f["d_row_value"](i=i, j=j)]] for i in range(c["D_THREAD_ROWS"])]
ok(c["D_THREAD_ROWS"] == 4 and all(len({r for r, _ in row}) == 1 for row in rows) and
   all([col for _, col in row] == sorted({col for _, col in row}) for row in rows) and
   sorted(r[0][0] for r in rows) == [1, 9, 65, 73], "the rows of a thread", rows)

# Values that several threads hold: all of them at one address, which no thread changes; and in a row that threads
# share, who only holds the same value adds nothing to it.
code = code_of("--tv", "(32,4):(0,1)", "--shape", "1x4", "--dtype", "f32", "--access", "st.b128")
ok([code.lanes_of(0, 0, START)[t] for t in range(32)] == [START] * 32 and code.words == [[[0], [1], [2], [3]]],
   "32 threads store the same row", code.text)
code = code_of("--tv", "((4,8),2):((0,1),8)", "--shape", "8x2", "--dtype", "f32", "--access", "st.b32", "--layout", "(8,2):(2,1)")
held = [[(code.functions["d_row"](t=t, v=v), code.functions["d_col"](t=t, v=v)) for v in range(2)] for t in range(32)]
moved = sorted({(held[lane][value], byte) for step in range(len(code.steps)) for lane, value, byte in code.places(0, step, 0, 4)})
ok(held == [[(t // 4, 0), (t // 4, 1)] for t in range(32)] and code.constant["D_ROW_THREADS"] == 1 and "__shfl" not in code.text and
   moved == [((r, c), 8 * r + 4 * c) for r in range(8) for c in range(2)], "four threads hold each row", moved)

# Two bytes are half a register; what is loaded as it is needs no conversion.
code = code_of("--tv", "(32,2):(1,32)", "--shape", "32x2", "--dtype", "e4m3", "--access", "ld.b16", "--layout", "(32,2):(2,1)")
(register,) = re.findall(r"^    r\[\d\] = (.*);$", code.text, re.M)
got = expression(register.replace("w[0]", "w"))(w=0xbeef1234)
ok(got == 0x1234, "a register of two bytes", register, got)
code = code_of("mma.m16n8k16", "--operand", "a", "--to", "bf16", "--layout", "(16,16):(16,1)", "--access", "ldmatrix.x4")
ok("x_d_load(" in code.text and "x_d_pair(" not in code.text and "x_d_one(" not in code.text, "f16 loaded as bf16: no conversion", code.text)
rc, out, err = run("copy", "mma.m16n8k64", "--operand", "a", "--dtype", "e2m1", "--to", "e4m3", "--lang", "cuda")
ok(rc == 2 and out == "" and "(to: got e4m3, want elements of 8, 16 or 32 bits" in err, "values of four bits are not what registers hold", err)

# Accumulators as A: the values of each register, and the k, are those of frag --as-a.
for to in ("f16", "bf16", "e4m3", "e5m2"):
    code = code_of("m64n64k16", "--to", to, "--as-a", to)
    chain = json.loads(run("frag", "m64n64k16", "--as-a", to, "--json")[1])["as_a"]
    registers = [[int(v) for v in re.findall(r"d, v \+ (\d+)\)", line)]
                 for line in re.findall(r"^    a\[\d\] = (.*);$", code.text, re.M)]
    columns = [code.functions["a_column"](k=k) for k in range(chain["k"])]
    ok(registers == chain["registers"] and columns == chain["columns"] and
       code.constant["A_SLICES"] == chain["slices"], "accumulators as A of " + to, registers, columns)

# ---- the code compiles ---------------------------------------------------------------------------
MORE = [
    ["m64n64k16", "--to", "f16", "--d-major", "m", "--as-a", "f16"],
    ["m64n64k32", "--dtype", "s8", "--to", "s8", "--as-a", "u8"],
    ["m64n64k16", "--acc", "f16", "--access", "stmatrix.x4"],
    ["m64n64k16", "--to", "bf16", "--layout", "(64,64):(72,1)", "--access", "st.b16"],
    ["mma.m16n8k16", "--operand", "a", "--layout", "Sw<1,3,3> o 0 o (16,16):(16,1)"],
    ["mma.m16n8k32", "--operand", "a", "--dtype", "e4m3", "--access", "ld.b16"],
    ["--tv", "((16,8),(8,4)):((64,1),(8,1024))", "--shape", "8x512", "--layout", "(8,512):(520,1)",
     "--access", "cp.async.16"],
    ["--tv", "(32,32):(32,1)", "--shape", "8x128", "--dtype", "b8", "--layout", "(8,128):(1,8)"],
]
EPILOGUES = [
    ["--tile", "128x256x64", "--dtype", "bf16", "--to", "bf16", "--as-a", "bf16"],
    ["--tile", "64x256x64", "--warpgroups", "2", "--to", "f16", "--d-major", "m"],
    ["--tile", "256x128x64", "--n", "64", "--dtype", "e4m3", "--to", "e4m3", "--d-swizzle", "64B"],
    ["--tile", "128x128x64", "--dtype", "s8", "--access", "st.b64"],
]
with tempfile.TemporaryDirectory() as folder:
    names = []
    for i, args in enumerate([["copy"] + m for m in MORE] +
                             [["emit", "--epilogue"] + e for e in EPILOGUES]):
        for lang in ("c", "cuda"):
            name = os.path.join(folder, "%s%d.%s" % (lang, i, "h" if lang == "c" else "cuh"))
            rc, out, err = run(*args, "--lang", lang, "--prefix", "p%d" % i, "-o", name)
            ok((rc, out, err) == (0, "", ""), "%s: %s" % (lang, " ".join(args)), rc, err)
            names.append(name)
    for compiler, flags in (("gcc", ["-std=c11"]), ("clang", ["-std=c11"]), ("g++", ["-std=c++17"])):
        if not shutil.which(compiler):
            skip("the headers as " + compiler + " reads them", "no " + compiler)
            continue
        source = os.path.join(folder, "all." + ("c" if flags[0] == "-std=c11" else "cc"))
        with open(source, "w") as f:
            f.writelines('#include "%s"\n' % n for n in names if n.endswith(".h"))
            f.write("int main(void) { return (int)p0_d_row(0, 0); }\n")
        p = subprocess.run([compiler, *flags, "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
                            "-fsyntax-only", source], stderr=subprocess.PIPE)
        ok(p.returncode == 0, "the headers as " + compiler + " reads them", p.stderr.decode())
    if shutil.which("nvcc"):
        source = os.path.join(folder, "all.cu")
        with open(source, "w") as f:
            f.write("#include <cuda.h>\n")
            f.writelines("#define P%d_ENCODE_TILED encode\n" % i for i in range(len(names) // 2))
            f.write("static CUresult (*encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, "
                    "const cuuint64_t *, const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, "
                    "CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, "
                    "CUtensorMapFloatOOBfill);\n")
            f.writelines('#include "%s"\n' % n for n in names if n.endswith(".cuh"))
            f.write(KERNELS)
        p = subprocess.run(["nvcc", "-std=c++17", "-gencode", "arch=compute_90a,code=sm_90a", "-cubin",
                            "-o", os.path.join(folder, "all.cubin"), source], stderr=subprocess.PIPE)
        ok(p.returncode == 0, "kernels with them", p.stderr.decode())
    else:
        skip("kernels with them", "no nvcc")

# A thread's registers: its values of 16 bits or of 8, in words of 32.
for dtype, bits in (("f16", 16), ("e4m3", 8)):
    for values in (8, 64, 128):
        rc, out, err = run("copy", "--tv", "(32,%d):(1,32)" % values, "--shape", "32x%d" % values, "--dtype", dtype, "--access", "ld.b16",
                           "--lang", "cuda")
        ok("gemm_d_load(uint32_t start, uint32_t t, uint32_t (&r)[%d])\n" % (values * bits // 32) in out,
           "%d values of %s: their registers" % (values, dtype), rc, err)
done()
