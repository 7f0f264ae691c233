#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The wheel in a fresh environment with no compiler and no network; pip install of the folder; the
source distribution; the same tree, the same bytes; a wheel for musl."""
import hashlib
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "cli/python")
import wheel_tag  # noqa: E402
from tap import BUILD, done, ok, same, skip  # noqa: E402

try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError as e:
    print("1..0 # SKIP no python3-venv here: %s" % e)
    sys.exit(0)
LIBRARY = os.path.join(BUILD, "python", "libwgdesc-ask.so")
if b"__asan_init" in subprocess.run(["nm", "-D", LIBRARY], stdout=subprocess.PIPE).stdout:
    print("1..0 # SKIP no plain-library: this one has a sanitizer, Python has not")
    sys.exit(0)
ENV = {**os.environ, "WGDESC_BUILD": os.path.abspath(BUILD), "PIP_NO_INDEX": "1", "MAKEFLAGS": "",
       "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONDONTWRITEBYTECODE": "1"}
ASK = ("import wgdesc; d = wgdesc.desc(major='mn', swizzle='64B', shape=(64, 16)); "
       "print(hex(int(d)), wgdesc.__file__)")


def call(*command, env=None, cwd=None):
    p = subprocess.run(command, env=env or ENV, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return p.returncode, p.stdout.decode()


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def pythons():
    """This one, and the oldest and the newest CPython 3.9 or later of PATH and of pyenv, whose names on PATH
    lead to those that are chosen, by what they say of themselves."""
    found = {}
    versions = os.path.join(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv")), "versions")
    more = [os.path.join(versions, v, "bin") for v in sorted(os.listdir(versions))] if os.path.isdir(versions) else []
    for folder in [os.path.dirname(sys.executable), *os.environ["PATH"].split(":"), *more]:
        for minor in range(9, 30):
            name = os.path.join(folder, "python3.%d" % minor)
            if minor not in found and os.access(name, os.X_OK) and call(name, "-c", "import venv, ensurepip")[0] == 0:
                found[minor] = name
    chosen = sorted({min(found), max(found)}) if found else []
    return [("this Python", sys.executable), *[("Python 3.%d" % m, found[m]) for m in chosen]]


def elf(needed):
    """The bytes of a library that needs another, and of nothing else."""
    strings = b"\0" + needed.encode() + b"\0"
    dynamic = struct.pack("<QQQQ", 1, 1, 0, 0)
    sections = struct.pack("<IIQQQQIIQQ", 0, 6, 0, 0, 64, len(dynamic), 1, 0, 8, 16)
    sections += struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 64 + len(dynamic), len(strings), 0, 0, 1, 0)
    header = b"\x7fELF\x02\x01" + bytes(34) + struct.pack("<Q", 64 + len(dynamic) + len(strings)) + bytes(10) + struct.pack("<HH", 64, 2)
    return header.ljust(64, b"\0") + dynamic + strings + sections


# Answers a request through a library, and prints the answer: run with musl's loader, as the library is.
ASK_MUSL = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    void *lib = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    int (*ask)(const char *, size_t, char **, size_t *);
    char *answer = NULL;
    if (!lib) {
        puts(dlerror());
        return 9;
    }
    *(void **)&ask = dlsym(lib, "wgdesc_ask");
    const int rc = ask(argv[2], strlen(argv[2]), &answer, NULL);
    fputs(answer ? answer : "", stdout);
    return rc;
}
"""


def musl_variables(work):
    """Of make, to build for musl: of cJSON its header is all that is needed."""
    os.makedirs(os.path.join(work, "include"))
    found = re.search(r'^# \d+ "(/.*/cjson)/cJSON\.h"', call("sh", "-c", "echo '#include <cjson/cJSON.h>' | cc -E -")[1], re.M)
    os.symlink(found.group(1), os.path.join(work, "include", "cjson"))
    return ["CC=musl-gcc", "CPPFLAGS=-I%s/include" % work]


def check_musl(work, wheel):
    """A wheel for musl."""
    name = os.path.basename(wheel)
    ok(re.fullmatch(r"wgdesc-[0-9.]+-py3-none-musllinux_1_[0-9]+_\w+\.whl", name), "is for musl", name)
    with zipfile.ZipFile(wheel) as z:
        libraries = [n for n in z.namelist() if ".so" in n]
        z.extractall(work)
    path = os.path.join(work, "wgdesc", "lib", "libwgdesc-ask.so")
    with open(path, "rb") as f:
        library = wheel_tag.Library(f.read())
    same(libraries, ["wgdesc/lib/libwgdesc-ask.so"], "and nobody else's library")
    ok(library.needed() == ["libc.musl-%s.so.1" % platform.machine()] and not list(library.versions()), "which needs musl and nothing else",
       library.needed(), list(library.versions()))
    source = os.path.join(work, "ask.c")
    with open(source, "w") as f:
        f.write(ASK_MUSL)
    rc, out = call("musl-gcc", "-o", os.path.join(work, "ask"), source)
    request = '{"cmd":"desc","major":"mn","swizzle":"64B","shape":[128,64]}'
    want = subprocess.run([os.path.join(BUILD, "wgdesc"), "batch"], input=request.encode(), stdout=subprocess.PIPE).stdout.decode()
    same(call(os.path.join(work, "ask"), path, request), (0, want), "with musl's loader it is loaded whole, and answers as batch does")
    if shutil.which("auditwheel"):
        rc, out = call("auditwheel", "show", wheel)
        ok(rc == 0 and "musllinux_1_" in out, "auditwheel says so too", out)


with tempfile.TemporaryDirectory() as tmp:
    wheels = []
    for name in "ab":
        rc, out = call(sys.executable, "backend.py", os.path.join(tmp, name), cwd="cli/python")
        ok(rc == 0, "a wheel is built", out)
        wheels.append(os.path.join(tmp, name, out.split()[-1]))
    wheel = wheels[0]
    same(digest(wheel), digest(wheels[1]), "the same bytes another time")
    ok("-py3-none-" in wheel, "for any CPython 3", wheel)
    if os.confstr_names.get("CS_GNU_LIBC_VERSION") and platform.machine() in ("x86_64", "aarch64"):
        ok(wheel.endswith("-manylinux_2_17_%s.whl" % platform.machine()), "and glibc from 2.17 on", wheel)
    with zipfile.ZipFile(wheel) as z:
        names = z.namelist()
        read = {n.split("/")[-1]: z.read(n).decode() for n in names if "dist-info" in n}
        needed = wheel_tag.Library(z.read("wgdesc/lib/libwgdesc-ask.so")).needed()
    ok("MIT" in read["LICENSE"], "its licence is in it", names)
    ok(needed and all(re.match(r"libc\.|libdl\.|ld-", n) for n in needed) and
       [n for n in names if ".so" in n] == ["wgdesc/lib/libwgdesc-ask.so"], "and nobody else's library", needed, names)
    ok("wgdesc.pytest_plugin" in read["entry_points.txt"], "and the entry for pytest")
    ok({"wgdesc/py.typed", "wgdesc/many.py", "wgdesc/lib/libwgdesc-ask.so"} <= set(names), "and the package", names)
    if shutil.which("auditwheel"):
        rc, out = call("auditwheel", "show", wheel)
        ok(rc == 0 and re.search(r'manylinux_2_(5|12|17)_', " ".join(out.split())), "auditwheel says so too", out)
    else:
        skip("the wheel by auditwheel", "no auditwheel here")
    try:
        wheel_tag.platform_of([elf("libc.so"), elf("libc.so.6")])
        ok(False, "musl and glibc in one wheel are refused")
    except ValueError as e:
        ok("musl" in str(e) and "libc.so.6" in str(e), "musl and glibc in one wheel are refused", e)
    with open(os.path.join(BUILD, "libwgdesc-ask.so"), "rb") as f:
        data = f.read()
    ok(not wheel_tag.platform_of([data]).startswith("manylinux_2_17") or b"GLIBC_2.34" not in data,
       "control: the library of the system is as new as its glibc", wheel_tag.platform_of([data]))
    ok(wheel_tag.platform_of([b"no library"]).startswith("linux"), "control: what is no library has no such name")

    for what, python in pythons() + [("pip install of the folder", sys.executable)]:
        home = os.path.join(tmp, what.replace(" ", "-"))
        rc, out = call(python, "-m", "venv", home)
        installed = os.path.join(home, "bin", "python")
        # No compiler, no make: an empty PATH.
        folder = what.startswith("pip")
        rc, out = call(installed, "-m", "pip", "install", "--no-deps", os.path.abspath("cli/python") if folder else wheel,
                       env=ENV if folder else {**ENV, "PATH": "/nowhere"}, cwd=tmp)
        ok(rc == 0, "installed: " + what, out)
        rc, out = call(installed, "-c", ASK, env={"PATH": "/nowhere"}, cwd=tmp)
        ok(rc == 0 and out.startswith("0x8000004000200000 " + home), "and it answers from there: " + what, out)

    rc, out = call(sys.executable, "-c", "import backend; print(backend.build_sdist(%r))" % tmp, cwd="cli/python")
    ok(rc == 0, "a source distribution", out)
    with tarfile.open(os.path.join(tmp, out.split()[-1])) as tar:
        tar.extractall(tmp)
    root = os.path.join(tmp, out.split()[-1][:-len(".tar.gz")])
    ok(os.path.isfile(os.path.join(root, "pyproject.toml")), "has its pyproject.toml at the top")
    if "WGDESC_BUILDS" not in os.environ:
        skip("and make builds the wheel from it", "no WGDESC_BUILDS=1")
        skip("a wheel for musl", "no WGDESC_BUILDS=1")
    else:
        # Built for real, and quickly: without optimisation, and for musl where that is here, as the wheel above is for glibc.
        work = os.path.join(tmp, "musl")
        musl = musl_variables(work) if shutil.which("musl-gcc") else []
        rc, out = call(sys.executable, "cli/python/backend.py", tmp, cwd=root,
                       env={**ENV, "WGDESC_BUILD": os.path.join(tmp, "b"), "CFLAGS": "-O0", "MAKEFLAGS": " ".join(["LTO=", *musl])})
        ok(rc == 0, "and make builds a wheel from it", out[-600:])
        if musl:
            check_musl(work, os.path.join(tmp, out.split()[-1]))
        else:
            same(out.split()[-1], os.path.basename(wheel), "which is like the other")
            skip("a wheel for musl", "no musl-gcc here")
done()
