#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scan on containers in which one field is wrong, or says what is right in another way: each is read, passed
over, left to the disassembler or refused by its name; and a disassembler that ends in every way."""
import json
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from containers import CUBIN, elf, entry, fatbin  # noqa: E402
from tap import WGDESC, done, ok, run, same, skip  # noqa: E402

with open("tests/golden/ptx/f16_ak_bk_64x64x64.ptx", "rb") as f:
    PTX = f.read()
SASS = os.path.abspath("tests/golden/ptx/f16_ak_bk_64x64x64.sass")
HOST = elf(b".nv_fatbin", fatbin(entry(PTX)))
TABLE = struct.unpack_from("<Q", HOST, 40)[0]  # where the section headers begin: none, the fat binary, the names


def put(data, *changes):
    """The file with other numbers in it: (place, bytes, number)."""
    new = bytearray(data)
    for at, n, value in changes:
        new[at:at + n] = value.to_bytes(n, "little")
    return bytes(new)


def scan(data, *options, **env):
    rc, out, err = run("scan", "-", "--json", *options, stdin=data, **env)
    return rc, json.loads(out) if out else None, err


def is_read(name, data, wgmma):
    rc, a, err = scan(data)
    same((rc, a and sum(len(k["wgmma"]) for k in a["kernels"])), (0, wgmma), name)


def refused(name, data, piece, status=2, *options):
    rc, a, err = scan(data, *options)
    ok(rc == status and a is None and "(file: got -" in err and piece in err.split("(file")[0], name, rc, err)


def section(i, at):
    return TABLE + 64 * i + at


SIZE, LINK, OFFSET, NAME = 32, 40, 24, 0

# ---- ELF ------------------------------------------------------------------------------------------
is_read("a shared library", HOST, 4)
is_read("the number of sections in section 0", put(HOST, (60, 2, 0), (section(0, SIZE), 8, 3)), 4)
is_read("the number of the names there", put(HOST, (62, 2, 0xffff), (section(0, LINK), 4, 2)), 4)
is_read("no sections", put(HOST, (40, 8, 0), (60, 2, 0), (62, 2, 0)), 0)
is_read("a name behind the end", put(HOST, (section(1, NAME), 4, 1 << 30)), 0)
is_read("a name over the end", put(HOST, (section(1, NAME), 4, len(HOST) - 3 - struct.unpack_from(
    "<Q", HOST, section(2, OFFSET))[0])), 0)
NAMES = struct.unpack_from("<Q", HOST, section(2, OFFSET))[0]
is_read("no sections of any size", put(HOST, (40, 8, 0), (58, 2, 0), (60, 2, 0), (62, 2, 0)), 0)
is_read("no sections, and names in one", put(HOST, (40, 8, 0), (60, 2, 0), (62, 2, 0xfffe)), 0)
is_read("a name at the end", put(HOST, (section(1, NAME), 4, len(HOST) - NAMES)), 0)
is_read("a name up to the end", put(HOST, (section(1, NAME), 4, len(HOST) - NAMES)) + b".nv_fatbin\0", 4)
is_read("an empty section at the end", put(HOST, (section(1, OFFSET), 8, len(HOST)), (section(1, SIZE), 8, 0)), 0)
refused("section headers at the end", put(HOST, (40, 8, len(HOST))), "the file is cut off")
refused("names in the section behind the last", put(HOST, (62, 2, 3)), "number of sections is impossible")
refused("as many sections as there may be", put(HOST, (60, 2, 0), (section(0, SIZE), 8, 1 << 20)), "the file is cut off")
# A number is as wide as the document says: what differs in its highest byte is another.
is_read("a name, to its highest byte", put(HOST, (section(1, NAME) + 3, 1, 1)), 0)
is_read("the place of the names, to its highest byte", put(HOST, (section(2, OFFSET) + 7, 1, 1)), 0)
refused("a place, to its highest byte", put(HOST, (section(1, OFFSET) + 7, 1, 1)), "a section lies outside")
refused("a size, to its highest byte", put(HOST, (section(1, SIZE) + 7, 1, 1)), "a section lies outside")
refused("the number in section 0, to its highest byte", put(HOST, (60, 2, 0), (section(0, SIZE), 8, 3 | 1 << 56)), "number of sections is impossible")
refused("the place of the headers, to its highest byte", put(HOST, (40 + 7, 1, 1)), "section headers lie outside")
refused("section headers of another size", put(HOST, (58, 2, 56)), "section headers have an unknown size")
refused("section 0 behind the end", put(HOST, (40, 8, 1 << 40), (60, 2, 0)), "the file is cut off")
refused("a million sections", put(HOST, (60, 2, 0), (section(0, SIZE), 8, 1 << 21)), "number of sections is impossible")
refused("names in no section", put(HOST, (62, 2, 7)), "number of sections is impossible")
refused("nor in one of more than 24 bits", put(HOST, (62, 2, 0xffff), (section(0, LINK), 4, 2 + (1 << 24))), "number of sections is impossible")
refused("section headers behind the end", put(HOST, (40, 8, 1 << 40)), "section headers lie outside")
refused("section headers over the end", put(HOST, (60, 2, 4)), "the file is cut off")
refused("a section behind the end", put(HOST, (section(1, OFFSET), 8, 1 << 40)), "a section lies outside")
refused("a section over the end", put(HOST, (section(1, SIZE), 8, 1 << 40)), "a section lies outside")

# ---- fat binaries: a head of 16 bytes, an entry's of 64 --------------------------------------------
ONE = fatbin(entry(PTX))
is_read("a fat binary", ONE, 4)
is_read("an entry of another kind", fatbin(entry(PTX, kind=3), entry(PTX)), 4)
is_read("an empty entry", fatbin(entry(b""), entry(PTX)), 4)
is_read("an entry of padding", fatbin(entry(b"\0" * 16), entry(PTX)), 4)
is_read("an empty entry at the end", fatbin(entry(PTX), entry(b"")), 4)
is_read("a fat binary of nothing", fatbin(), 0)
is_read("a kind, to its highest byte", put(ONE, (16 + 1, 1, 1)), 0)
is_read("an architecture, to its highest byte", put(ONE, (16 + 28 + 3, 1, 1)), 0)
refused("the bytes of a fat binary, to the highest byte", put(ONE, (8 + 7, 1, 1)), "longer than its section")
refused("an entry's head, to its highest byte", put(ONE, (16 + 4 + 3, 1, 1)), "an entry of a fat binary is longer")
refused("an entry's bytes, to the highest byte", put(ONE, (16 + 8 + 7, 1, 1)), "an entry of a fat binary is longer")
for blanks in range(8):  # before 8 to 1 bytes of padding, or none: the last letter counts
    is_read("padding behind a bracket, %d" % blanks, fatbin(entry(b" " * blanks + PTX.rstrip())), 4)
    rc, a, err = scan(fatbin(entry(b" " * blanks + PTX.rstrip()[:-1])))
    ok(rc == 2 and a is None and "is not closed" in err, "or behind none, %d" % blanks, rc, err)
refused("a head that is too short", put(ONE, (6, 2, 8)), "longer than its section")
refused("a head that is too long", put(ONE, (6, 2, 0xffff)), "longer than its section")
refused("more than there is", put(ONE, (8, 8, 1 << 40)), "longer than its section")
refused("half an entry", fatbin(entry(PTX), b"\0" * 8), "an entry of a fat binary is cut off")
refused("an entry's head that is too short", put(ONE, (16 + 4, 4, 32)), "an entry of a fat binary is longer")
refused("an entry's head that is too long", put(ONE, (16 + 4, 4, 1 << 20)), "an entry of a fat binary is longer")
refused("an entry that is too long", put(ONE, (16 + 8, 8, 1 << 40)), "an entry of a fat binary is longer")
PACKED = fatbin(entry(b"12345678", flags=0x2011, unpacked=16))
refused("more packed bytes than there are", put(PACKED, (16 + 16, 4, 1 << 20)), "contradict each other")
refused("73 KiB in 8 bytes", put(PACKED, (16 + 56, 8, 73 << 10)), "contradict each other")
rc, a, err = scan(put(PACKED, (16 + 56, 8, (73 << 10) - 1)))
ok(a is None and ("damaged" in err or "compressed with" in err), "a byte less is tried", rc, err)
refused("more packed bytes, to the highest byte", put(PACKED, (16 + 16 + 3, 1, 1)), "contradict each other")
refused("the unpacked bytes, to the highest byte", put(PACKED, (16 + 56 + 7, 1, 1)), "contradict each other")
rc, a, err = scan(fatbin(entry(bytes(1 << 20), flags=0x2011, unpacked=1 << 30)))
ok(a is None and ("damaged" in err or "compressed with" in err), "a gibibyte is tried", rc, err)
refused("more than a gibibyte", put(PACKED, (16 + 56, 8, 1 << 31)), "contradict each other")
with tempfile.TemporaryDirectory() as d:
    # Where the library that unpacks it is none, or another that does not have the function.
    for flags, how, library in ((0x2011, "LZ4", "liblz4.so.1"), (0x8011, "zstd", "libzstd.so.1")):
        name = os.path.join(d, library)
        for what in ("none", "another"):
            if what == "none":
                with open(name, "w") as f:
                    f.write("no library\n")
            else:
                subprocess.run(["cc", "-shared", "-o", name + ".new", "-x", "c", os.devnull], check=True)
                os.replace(name + ".new", name)
            rc, a, err = scan(fatbin(entry(b"12345678", flags=flags, unpacked=16)), env={**os.environ, "LD_LIBRARY_PATH": d})
            e = json.loads(err)["error"]
            same((rc, a, e["message"], e["hint"]), (3, None, "a section is compressed with %s (file: want %s)" % (how, library),
                 "install %s, or compile with --compress-mode=none" % library), "%s is %s" % (library, what))

# ---- machine code: is it worth a disassembler? ----------------------------------------------------
with tempfile.TemporaryDirectory() as d:
    def script(name, text):
        path = os.path.join(d, name)
        with open(path, "w") as f:
            f.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return path

    good, table = script("good", "cat '%s'\n" % SASS), struct.unpack_from("<Q", CUBIN, 40)[0]
    text = table + 64  # the header of the section with the code

    def asked(name, cubin, yes):
        rc, a, err = scan(fatbin(entry(cubin, kind=2)), "--nvdisasm", good)
        same((rc, a and (len(a["kernels"]), a["cubins_without_wgmma"])), (0, (1, 0) if yes else (0, 1)), name)

    asked("a cubin with HGMMA", CUBIN, True)
    for op, yes in ((0x1ef, False), (0x1f0, True), (0x1f3, True), (0x1f4, False)):
        asked("code of the number %#x" % op, put(CUBIN, (64, 2, 0x7800 | op)), yes)
    for flags, yes in ((0x5a0d5a, True), (0x5a00, True), (0x5a, True), (0x640064, False)):
        asked("an architecture in the flags %#x" % flags, put(CUBIN, (48, 4, flags)), yes)
    asked("a section that is not run", put(CUBIN, (text + 8, 8, 2)), False)
    asked("a section without contents", put(CUBIN, (text + 4, 4, 8)), False)
    asked("code behind the end", put(CUBIN, (text + OFFSET, 8, 1 << 40)), False)
    asked("code over the end", put(CUBIN, (text + SIZE, 8, 1 << 40)), False)
    asked("headers behind the end", put(CUBIN, (40, 8, 1 << 40)), True)
    asked("headers over the end", put(CUBIN, (40, 8, len(CUBIN) - 32)), True)
    asked("code up to the end", put(CUBIN, (64, 2, 0x71ef), (text + OFFSET, 8, len(CUBIN))) + CUBIN[64:80], True)
    none = put(CUBIN, (64, 2, 0x71ef))
    asked("a head and no section", put(CUBIN[:64], (60, 2, 0)), False)
    asked("the place of the headers, to its highest byte", put(none, (40 + 7, 1, 1)), True)
    asked("the place of code, to its highest byte", put(CUBIN, (text + OFFSET + 7, 1, 1)), False)
    asked("the size of code, to its highest byte", put(CUBIN, (text + SIZE + 7, 1, 1)), False)
    asked("the kind of a section, to its highest byte", put(CUBIN, (text + 4 + 3, 1, 1)), False)
    asked("what is shorter than a head", b"\177ELF", True)
    asked("what is no ELF file", b"?" * 80, True)

    # ---- the disassembler --------------------------------------------------------------------------
    def listed(name, program, kernels, **env):
        rc, a, err = scan(CUBIN, *program, **env)
        same((rc, a and len(a["kernels"])), (0, kernels), name, )

    listed("a listing that comes in pieces", ["--nvdisasm", script("pieces", "printf /; sleep 0.1; printf '/ %%s\\n' %s\n"
                                              "sleep 0.1; cat '%s'\n" % ("a" * 40, SASS))], 1)
    os.rename(good, os.path.join(d, "nvdisasm"))
    listed("the one in PATH", [], 1, env={**os.environ, "PATH": d + ":" + os.environ["PATH"]})
    good = os.path.join(d, "nvdisasm")
    without = {k: v for k, v in os.environ.items() if k != "TMPDIR"}
    listed("no TMPDIR", ["--nvdisasm", good], 1, env=without)
    listed("an empty TMPDIR", ["--nvdisasm", good], 1, env={**without, "TMPDIR": ""})
    for name, program, piece in (("a listing that is none", "echo '\t.section\t.text.k'; echo '/*0000*/ IGMMA.64x8x32.U8.U8 ;'\n", "IGMMA"),
                                 ("two, of which the first is none", "printf '\\t.section\\t.text.a\\n/*0000*/ IGMMA.64x8x32.U8.U8 ;\\n'; cat '%s'\n" % SASS, "IGMMA")):
        rc, a, err = scan(CUBIN, "--nvdisasm", script("odd", program))
        ok(rc == 2 and a is None and piece in err, name, rc, err)
    for name, program, piece in (("one that is killed", "kill -9 $$\n", "the disassembler failed"),
                                 ("one that says something first", "echo x; exit 127\n", "the disassembler failed"),
                                 ("one that says nothing", "exit 127\n", "there is no disassembler")):
        rc, a, err = scan(CUBIN, "--nvdisasm", script("odd", program))
        ok(rc == 3 and a is None and piece + " (nvdisasm: got " in err, name, rc, err)
    rc, a, err = scan(CUBIN, "--nvdisasm", good, env={**os.environ, "TMPDIR": d + "/" + "n" * 600})
    ok(rc == 3 and a is None and "name of the temporary folder is too long" in err, "a TMPDIR of 600 letters", rc, err)
    rc, a, err = scan(CUBIN, "--nvdisasm", good, env={**os.environ, "TMPDIR": d + "/none"})
    ok(rc == 3 and a is None and "cannot make a temporary file (got %s/none/" % d in err and "set TMPDIR to a folder that can be written" in err, "a TMPDIR that is not there", rc, err)

    # What became of it is not known where the program that starts this one ignores SIGCHLD: no answer, whatever it said.
    rc, a, err = scan(CUBIN, "--nvdisasm", good, preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    ok(rc == 3 and a is None and "nobody is told how the disassembler ends (nvdisasm: got " in err, "SIGCHLD is ignored", rc, err)
    # Its words go to /dev/null, and are seen where there is one descriptor too few for that: cat knows no -c.
    seen = []
    for n in range(4, 16):
        rc, a, err = scan(CUBIN, "--nvdisasm", "cat", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)))
        seen += ["cat: " in err.split("{")[0]]
        ok(rc == 3 and a is None and '"field":"nvdisasm"' in err, "%d descriptors: a message" % n, rc, err)
    same((seen.count(True), seen[-1]), (1, False), "the words of the disassembler")
    rc, a, err = scan(CUBIN, "--nvdisasm", script("long", "head -c 270000000 /dev/zero\n"))
    ok(rc == 2 and a is None and "the listing of a function is too long (file: want at most 256 MiB)" in err, "a function without end", rc, err)

    # ---- files -------------------------------------------------------------------------------------
    large = os.path.join(d, "large")
    with open(large, "wb") as f:
        f.truncate((1 << 30) + 1)  # of which nothing lies on the disk
    rc, out, err = run("scan", large)
    ok((rc, out) == (2, "") and "the input is too long (file: got " in err, "more than a gibibyte of text", rc, err)
    rc, out, err = run("scan", good, "--baseline", large)
    ok((rc, out) == (2, "") and "too long" in err, "and of a baseline", rc, err)
    os.remove(large)
    endless = subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE)
    p = subprocess.run([WGDESC, "scan", "-"], stdin=endless.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    endless.kill()
    endless.wait()
    ok((p.returncode, p.stdout) == (2, b"") and b"the input is too long (file: got -" in p.stderr, "and of a pipe", p.returncode, p.stderr)
    # A file of /sys says 4096 bytes and has fewer.
    short = "/sys/kernel/mm/transparent_hugepage/enabled"
    if os.path.exists(short) and os.stat(short).st_size == 4096:
        rc, out, err = run("scan", short)
        ok((rc, out) == (2, "") and "the file is cut off (file: got " + short in err, "a file that is shorter than it says", rc, err)
    else:
        skip("a file that is shorter than it says", "no /sys")
    rc, out, err = run("scan", os.devnull, "--json")
    same((rc, json.loads(out)["kernels"]), (0, []), "an empty file")


# ---- a kernel that no memory holds ----------------------------------------------------------------------
def sums(n, wgmma):
    """Each of n registers is written twice, and in front of each of n labels is a branch: a number for each at each."""
    lines = [".version 8.0", ".target sm_90a", ".visible .entry sums()", "{", ".reg .b64 %%r<%d>;" % n,
             ".reg .f32 %f<4>;", ".reg .pred %p;"]
    lines += ["mov.b64 %%r%d, 0;\n@%%p bra L%d;\nL%d:" % (i, i, i) for i in range(n)]
    lines += ["add.s64 %%r%d, %%r%d, %%r%d;" % (i, i, max(0, i - 1)) for i in range(n)]
    lines += ["wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%%f0,%%f1,%%f2,%%f3}, %%r%d, %%r%d, 1, 1, 1, 0, 0;"
              % (n - 1, n - 1)] * wgmma
    return "\n".join(lines + ["ret;", "}", ""]).encode()


# 4 GiB have 42 bytes for each of 10,000 registers at each of 10,000 labels, and a scan keeps its least, its most and its bits.
rc, a, err = scan(sums(10000, 1))
ok((rc, a) == (2, None) and "the kernel is larger than the memory given to the scan (file: got sums)" in err and "registers times branches" in err,
   "a kernel that 4 GiB do not hold", rc, err)
same([scan(sums(n, w))[0] for n, w in ((10000, 0), (400, 1))], [0, 1], "without its wgmma, and a smaller one")
done()
