# SPDX-License-Identifier: MIT
"""Compiling what emit writes, and reading it: for the tests that compare it with the library."""
import os
import re
import shutil
import subprocess
import tempfile

from tap import BUILD

NVCC = shutil.which("nvcc") or (os.path.exists("/usr/local/cuda/bin/nvcc") and "/usr/local/cuda/bin/nvcc")
CLANG = subprocess.run(["tests/lib/newest", "clang"], stdout=subprocess.PIPE).stdout.decode().strip()
PTXAS = shutil.which("ptxas") or (os.path.exists("/usr/local/cuda/bin/ptxas") and "/usr/local/cuda/bin/ptxas")
LIB = os.path.join(BUILD, "libwgdesc.a")
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
tmp = tempfile.mkdtemp()


def sh(*args):
    p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return p.returncode, p.stdout.decode()


# Build flags of a sanitizer build must be there when its library is linked.
SANITIZE = []
if os.path.exists(LIB) and b"__asan_init" in open(LIB, "rb").read():
    SANITIZE = ["-fsanitize=address,undefined"]
    NVCC = None  # its link would need the sanitizer's runtime


def compare(compiler, macros, language="c", arch="90a"):
    """Compiles and runs emit_compare.c with these macros; what went wrong, or ''."""
    exe = os.path.join(tmp, "compare")
    flags = {"c": ["-std=c11", "-x", "c", *STRICT], "c++": ["-std=c++17", "-x", "c++", *STRICT],
             "cuda": ["-std=c++17", "-x", "cu", "-gencode", f"arch=compute_{arch},code=sm_{arch}", "-Werror",
                      "all-warnings"]}
    # From the machine code of the library's fat objects: inlining it takes two seconds each time.
    none = ["-x", "none", "-fno-lto"] if language != "cuda" else ["-Xcompiler", "-fno-lto"]
    obj = exe + ".o"
    rc, out = sh(compiler, *flags[language], *macros, "-Ilayout", "-Idesc", "-c", "tests/emit/compare.c", "-o",
                 obj)
    if rc == 0:
        # A sanitized library wants the runtime of the compiler that built it.
        linker = os.environ.get("CC", "cc") if SANITIZE and compiler == CLANG else compiler
        rc, out = sh(linker, *none, *SANITIZE, obj, LIB, "-o", exe)
    return out or "does not compile" if rc else sh(exe)[1]


def interpret(body, env):
    """The registers after the straight-line integer PTX of a function's body."""
    for line in body.split(";"):
        m = re.match(r"\s*([a-z0-9.]+)\s+([^,]+),\s*(.*)$", line.strip(), re.S)
        if not m or m[1].startswith(".reg"):
            continue
        op, to, args = m[1].split(".")[0], m[2].strip(), [x.strip() for x in m[3].split(",")]
        v = [env[x] if x in env else int(x, 0) for x in args]
        env[to] = {"mul": lambda: v[0] * v[1], "shr": lambda: v[0] >> v[1], "shl": lambda: v[0] << v[1],
                   "mov": lambda: v[0], "cvt": lambda: v[0], "and": lambda: v[0] & v[1], "or": lambda: v[0] | v[1],
                   "xor": lambda: v[0] ^ v[1], "add": lambda: v[0] + v[1], "mad": lambda: v[0] * v[1] + v[2],
                   "div": lambda: v[0] // v[1], "rem": lambda: v[0] % v[1]}[op]()
    return env
