#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scan on containers: fat binaries and ELF files made here, plain and compressed, whole and cut; a
disassembler that is there, fails, or is not; and the examples of this project as nvcc compiles them."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from containers import CUBIN, elf, entry, fatbin, lz4  # noqa: E402
from tap import ok, run, same, skip, done  # noqa: E402

with open("tests/golden/ptx/f16_ak_bk_64x64x64.ptx", "rb") as f:
    PTX = f.read()
SASS = os.path.abspath("tests/golden/ptx/f16_ak_bk_64x64x64.sass")


def scan(data, *options):
    rc, out, err = run("scan", "-", "--json", *options, stdin=data)
    return rc, json.loads(out) if out else None, err


def words(answer):
    return [(w["a"]["word"], w["b"]["word"]) for k in answer["kernels"] for w in k["wgmma"]]


plain = words(scan(PTX)[1])
same(len(plain), 4, "the PTX itself")
for name, data in (("a fat binary", fatbin(entry(PTX))),
                   ("one behind another architecture", fatbin(entry(b"no PTX", arch=80), entry(PTX))),
                   ("two fat binaries", fatbin(entry(b"x", arch=75)) + b"\0" * 8 + fatbin(entry(PTX))),
                   ("a shared library", elf(b".nv_fatbin", fatbin(entry(PTX)))),
                   ("an object", elf(b"__nv_relfatbin", fatbin(entry(PTX))))):
    rc, a, err = scan(data)
    ok(rc == 0 and a and words(a) == plain, name, err)
    same(a and a["kernels"][0].get("of"), "PTX for sm_90", name + ": where it was")
rc, a, err = scan(elf(b".data", PTX))
ok(rc == 0 and a["kernels"] == [], "a program without kernels", err)

# Compressed, by the tools of the same libraries.
for tool, flag, args in (("zstd", 0x8000, ["-q", "-c"]), ("lz4", 0x2000, None)):
    if not shutil.which(tool):
        skip("compressed with " + tool, "no " + tool)
        continue
    if args:
        packed = subprocess.run([tool, *args], input=PTX, stdout=subprocess.PIPE, check=True).stdout
    else:
        packed = lz4(PTX)
    data = fatbin(entry(packed, flags=0x11 | flag, unpacked=len(PTX)))
    rc, a, err = scan(data)
    if "compressed with" in err:
        ok(rc == 3 and tool in err.lower(), "refused by name: " + tool, err)
        continue
    ok(rc == 0 and words(a) == plain, "compressed with " + tool, err)
    rc, a, err = scan(data.replace(packed, b"\0" * 100 + packed[100:]))
    ok(rc == 2 and a is None and "damaged" in err, tool + ": a damaged section", err)
rc, a, err = scan(fatbin(entry(b"12345678", flags=0x8011, unpacked=1 << 29)))
ok(rc == 2 and a is None, "a size that no packing gives", err)

# Cut off at every kind of place: an answer or a refusal, never a crash.
whole = elf(b".nv_fatbin", fatbin(entry(PTX)))
for cut in (17, 63, 64, 70, 79, 90, 143, 144, 200, len(whole) - 200, len(whole) - 1):
    rc, a, err = scan(whole[:cut])
    ok(rc == 2 and a is None and err, "cut off at %d" % cut, rc, err)
for at, byte in ((40, 0xff), (60, 0xff), (61, 0xff), (64 + 15, 0xff), (64 + 16 + 12, 0xff)):
    damaged = bytearray(whole)
    damaged[at] = byte
    rc, a, err = scan(bytes(damaged))
    ok(rc in (0, 2), "damaged at %d" % at, rc, err)

# Machine code: with a disassembler that prints a listing we have, with one that fails, with none.
with tempfile.TemporaryDirectory() as d, tempfile.TemporaryDirectory() as scratch:
    os.environ["TMPDIR"] = scratch  # for the scans alone
    def script(name, text):
        path = os.path.join(d, name)
        with open(path, "w") as f:
            f.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return path

    good = script("good", "cat '%s'\n" % SASS)
    with open(os.path.join(d, "cubin"), "wb") as f:
        f.write(CUBIN)
    careful = script("careful", "for last; do :; done\ncmp -s \"$last\" '%s/cubin' || exit 1\ncat '%s'\n" % (d, SASS))
    rc, a, err = scan(CUBIN, "--nvdisasm", careful)
    ok(rc == 0 and len(words(a)) == 4, "the disassembler gets the file, byte for byte", err)
    twice = script("twice", "cat '%s' '%s'\n" % (SASS, SASS))
    rc, a, err = scan(CUBIN, "--nvdisasm", good)
    ok(rc == 0 and len(words(a)) == 4 and a["kernels"][0]["language"] == "sass", "a cubin", err)
    rc, a, err = scan(CUBIN, "--nvdisasm", twice)
    same(rc == 0 and [k["name"] for k in a["kernels"]], ["mm", "mm"], "two functions in one listing")
    rc, a, err = scan(fatbin(entry(PTX), entry(CUBIN, kind=2)), "--nvdisasm", good)
    same([k["language"] for k in a["kernels"]], ["ptx", "sass"], "PTX and machine code in one fat binary")
    rc, a, err = scan(CUBIN, "--nvdisasm", script("bad", "exit 1\n"))
    ok(rc == 3 and a is None and "failed" in err, "a disassembler that fails", err)
    rc, a, err = scan(CUBIN, "--nvdisasm", os.path.join(d, "none"))
    ok(rc == 3 and a is None and "no disassembler" in err, "none at all", err)
    rc, a, err = scan(elf(b".text.mm", struct.pack("<QQ", 0x7918, 0), machine=190, flags=0x5a0d5a),
                      "--nvdisasm", os.path.join(d, "none"))
    ok(rc == 0 and a["cubins_without_wgmma"] == 1, "without wgmma none is needed", err)
    same(os.listdir(scratch), [], "no temporary file is left")

    # Our own kernels: PTX and machine code agree with each other.
    nvcc, nvdisasm = shutil.which("nvcc"), os.environ.get("NVDISASM") or shutil.which("nvdisasm")
    examples = ["wgmma_a_registers", "wgmma_kmajor_none", "wgmma_mmajor_128b", "wgmma_mmajor_64b"]
    for e in examples:
        if not nvcc:
            skip(e, "no nvcc")
            continue
        out = os.path.join(d, e)
        base = [nvcc, "-std=c++17", "-Ilayout", "-Idesc", "-Iexamples", "examples/%s.cu" % e]
        subprocess.run(base + ["-gencode", "arch=compute_90a,code=compute_90a", "-ptx", "-o", out + ".ptx"],
                       check=True)
        rc, text, err = run("scan", out + ".ptx", "--json")
        a = json.loads(text)
        w = [x for k in a["kernels"] for x in k["wgmma"]]
        ok(rc == 0 and w and not [f for f in a["findings"] if f["severity"] == "error"],
           e + ": PTX, nothing wrong", text[:300], err)
        known = all(int(x[o]["known"], 16) >> 16 == (1 << 48) - 1 for x in w for o in "ab"
                    if x[o]["from"] == "shared")
        ok(known, e + ": every field is known")
        if not nvdisasm:
            skip(e + ": machine code", "no nvdisasm (NVDISASM names one)")
            continue
        subprocess.run(base + ["-gencode", "arch=compute_90a,code=sm_90a", "-cubin", "-o", out + ".cubin"],
                       check=True)
        rc, text, err = run("scan", out + ".cubin", "--json", "--nvdisasm", nvdisasm)
        s = [x for k in json.loads(text)["kernels"] for x in k["wgmma"]]
        wrong = [(x["index"], o) for x, y in zip(w, s) for o in "ab" if x[o]["from"] == "shared" and
                 (int(x[o]["word"], 16) ^ int(y[o]["word"], 16)) & int(x[o]["known"], 16) & int(y[o]["known"], 16)]
        ok(len(w) == len(s) and not wrong, e + ": machine code agrees", wrong)
done()
