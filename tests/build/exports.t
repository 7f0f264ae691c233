#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shared library and the installed archive define exactly the functions that the public headers
declare, and the library's soname follows its version."""
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, same

HEADERS = sorted(glob.glob("layout/wgd*.h") + glob.glob("desc/wgd*.h"))


def lines(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().split("\n")


def without_bodies(text):
    """The text at file scope: what stands between braces is left out."""
    out, depth = [], 0
    for c in text:
        depth += c == "{"
        if depth == 0:
            out.append(c)
        depth -= c == "}"
        if c == "}" and depth == 0:
            out.append(";")
    return "".join(out)


def declared(text):
    """The functions that a preprocessed header declares and does not define."""
    found = set()
    for statement in without_bodies(text).split(";"):
        name = re.search(r"\b(\w+)\s*\(", statement)
        if name and not re.search(r"\b(static|typedef|enum|_Pragma)\b", statement):
            found.add(name.group(1))
    return found


def of_headers():
    """Only what stands in the headers themselves, not in what they include."""
    text, ours = [], False
    for line in lines("cc", "-E", "-Ilayout", "-Idesc", "desc/wgdesc.h"):
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            ours = os.path.normpath(mark.group(1)) in HEADERS
        elif ours and not line.startswith("#"):
            text.append(line)
    return declared("\n".join(text))


def defined(*nm):
    """The names that `nm` lists as defined, sections and compiler's own left out."""
    rows = [line.split() for line in lines("nm", "--defined-only", *nm)]
    return {r[2] for r in rows if len(r) == 3 and r[1] in "TDBRVWuiCG"}


def own(names):
    """Without what a sanitizer or a profiler adds."""
    return {n for n in names if not re.match(r"_|__asan|__odr|lto_|gcov", n)}


same(declared("int wgd_a(int x); static inline int wgd_b(void) { return wgd_c(); } int wgd_d(void);"
              "typedef struct s { int (*f)(int); } s; typedef int (*g)(void);"),
     {"wgd_a", "wgd_d"}, "declarations are told from definitions and types")
want = of_headers()
ok(len(want) > 200 and "wgd_version" in want and "wgd_layout_op_run" in want,
   "the headers declare functions", len(want))
ok(all(n.startswith("wgd_") for n in want), "all of them begin with wgd_",
   sorted(n for n in want if not n.startswith("wgd_")))

shared = glob.glob(os.path.join(BUILD, "libwgdesc.so"))[0]
got = own(defined("-D", shared))
ok(got == want, "the shared library exports what the headers declare, and nothing else",
   "only exported: %s" % sorted(got - want), "only declared: %s" % sorted(want - got))

with tempfile.TemporaryDirectory() as tmp:
    subprocess.run(["make", "-s", "install", "B=" + BUILD, "DESTDIR=" + tmp, "PREFIX=/usr"],
                   check=True, stdout=subprocess.DEVNULL)
    lib = os.path.join(tmp, "usr/lib")
    got = own(defined("-g", os.path.join(lib, "libwgdesc.a")))
    ok(got == want, "the installed archive defines those, and nothing else",
       "only defined: %s" % sorted(got - want), "only declared: %s" % sorted(want - got))
    internals = own(defined("-g", os.path.join(BUILD, "libwgdesc.a"))) - want
    ok(internals, "the archive of the build defines more: the comparison can fail")

    version = re.search(r'#define WGD_VERSION +"(\d+)\.(\d+)\.\d+"', open("desc/wgdesc.h").read())
    major, minor = version.groups()
    so = "libwgdesc.so." + (f"0.{minor}" if major == "0" else major)
    dynamic = "\n".join(lines("readelf", "-d", os.path.join(lib, so)))
    same(re.findall(r"SONAME.*\[(.*)\]", dynamic), [so], "the soname is that of the version")
    same(os.readlink(os.path.join(lib, "libwgdesc.so")), so, "and libwgdesc.so leads to it")
done()
