#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each public header compiles by itself, first and alone, as C11, as C++17 and inside nvcc, and
wgdesc.h includes every one of them; all of them together as every later C and C++ that the compilers know."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, "tests/lib")
from tap import done, ok, skip

WARN = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Ilayout -Idesc -fsyntax-only".split()
HEADERS = sorted(glob.glob("layout/wgd*.h") + glob.glob("desc/wgd*.h"))
NVCC = ["-std=c++17", "-Werror", "all-warnings", "-Ilayout", "-Idesc", "-o", os.devnull]
# What each compiler is called, what it is given, and the ending of its sources. nvcc reads a header for the device
# here; all of them together it compiles below.
COMPILERS = [("gcc", ["-std=c11"] + WARN, ".c"), ("clang", ["-std=c11"] + WARN, ".c"),
             ("g++", ["-std=c++17"] + WARN, ".cc"), ("clang++", ["-std=c++17"] + WARN, ".cc"),
             ("nvcc", NVCC + ["-ptx"], ".cu")]
# By the names that compilers had for C23 and C++23 before they were done, and still have.
LATER = {".c": ["c17", "c2x"], ".cc": ["c++20", "c++2b"]}


def compiles(tool, flags, ending, text, folder):
    """The compiler's complaint about a file of this text, or None."""
    fd, path = tempfile.mkstemp(suffix=ending, dir=folder)
    with os.fdopen(fd, "w") as f:
        f.write(text)
    p = subprocess.run([tool, *flags, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return None if p.returncode == 0 else p.stdout.decode()


def alone(header):
    """The second include finds a guard that is missing or is another header's."""
    name = os.path.basename(header)
    return f'#include "{name}"\n#include "{name}"\nint main(void) {{ return 0; }}\n'


def included():
    """The headers that wgdesc.h brings in, itself among them."""
    seen, todo = set(), ["wgdesc.h"]
    folder = {os.path.basename(h): h for h in HEADERS}
    while todo:
        name = todo.pop()
        if name in folder and name not in seen:
            seen.add(name)
            todo += re.findall(r'#include "(\w+\.h)"', open(folder[name]).read())
    return {folder[name] for name in seen}


ok(len(HEADERS) > 20, "there are headers to look at")
ok(included() == set(HEADERS), "wgdesc.h includes every public header",
   sorted(set(HEADERS) - included()))
direct = set(re.findall(r'#include "(\w+\.h)"', open("desc/wgdesc.h").read()))
names = {os.path.basename(h) for h in HEADERS} - {"wgdesc.h", "wgd_api.h"}
ok(direct == names, "and names each of them itself", sorted(direct ^ names))

with tempfile.TemporaryDirectory() as tmp:
    for tool, flags, ending in COMPILERS:
        if not shutil.which(tool):
            skip(f"every header alone: {tool}", f"{tool} not found")
            continue
        with ThreadPoolExecutor(2) as pool:
            wrong = list(pool.map(
                lambda h: compiles(tool, flags, ending, alone(h), tmp), HEADERS))
        ok(not any(wrong), f"every header alone: {tool}", *[w for w in wrong if w])
        broken = compiles(tool, flags, ending, "wgd_status s;\n" + alone("layout/wgd_status.h"), tmp)
        ok(broken, f"and what lacks its header is refused: {tool}")
        if tool == "nvcc":
            wrong = compiles(tool, NVCC + ["-c"], ending, alone("desc/wgdesc.h"), tmp)
            ok(wrong is None, "all headers, for the host and the device: nvcc", wrong)
        for std in LATER.get(ending, []):
            later = [f"-std={std}"] + WARN
            if compiles(tool, later, ending, "int main(void) { return 0; }\n", tmp):
                skip(f"all headers as {std}: {tool}", f"no {std} in {tool}")
                continue
            wrong = compiles(tool, later, ending, alone("desc/wgdesc.h"), tmp)
            ok(wrong is None, f"all headers as {std}: {tool}", wrong)
done()
