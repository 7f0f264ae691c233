#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The wheel in a fresh environment with no compiler and no network; pip install of the folder; the
source distribution; the same tree, the same bytes."""
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.path.insert(0, "tests/lib")
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
    """This one, and the oldest and the newest CPython 3.9 or later of PATH, by what they say of themselves."""
    found = {}
    for folder in [os.path.dirname(sys.executable), *os.environ["PATH"].split(":")]:
        for minor in range(9, 30):
            name = os.path.join(folder, "python3.%d" % minor)
            if minor not in found and os.access(name, os.X_OK) and call(name, "-c", "import venv, ensurepip")[0] == 0:
                found[minor] = name
    chosen = sorted({min(found), max(found)}) if found else []
    return [("this Python", sys.executable), *[("Python 3.%d" % m, found[m]) for m in chosen]]


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
    ok("Dave Gamble" in read["LICENSE.cJSON"] and "MIT" in read["LICENSE"], "both licences are in it", names)
    ok("wgdesc.pytest_plugin" in read["entry_points.txt"], "and the entry for pytest")
    ok({"wgdesc/py.typed", "wgdesc/many.py", "wgdesc/lib/libwgdesc-ask.so"} <= set(names), "and the package", names)
    if shutil.which("auditwheel"):
        rc, out = call("auditwheel", "show", wheel)
        ok(rc == 0 and re.search(r'manylinux_2_(5|12|17)_', " ".join(out.split())), "auditwheel says so too", out)
    else:
        skip("the wheel by auditwheel", "no auditwheel here")
    sys.path.insert(0, "cli/python")
    import wheel_tag
    if shutil.which("musl-gcc"):
        rc, out = call("musl-gcc", "-shared", "-fPIC", "-nostartfiles", "-o", os.path.join(tmp, "m.so"), "-xc", "/dev/null")
        with open(os.path.join(tmp, "m.so"), "rb") as f:
            ok(re.fullmatch(r"musllinux_1_\d+_\w+", wheel_tag.platform_of([f.read()])), "a library for musl is told apart", out)
    else:
        skip("a library for musl", "no musl-gcc here")
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
    # Built for real, and quickly: without optimisation.
    rc, out = call(sys.executable, "cli/python/backend.py", tmp, cwd=root,
                   env={**ENV, "WGDESC_BUILD": os.path.join(tmp, "b"), "CFLAGS": "-O0", "LTO": ""})
    ok(rc == 0 and out.split()[-1] == os.path.basename(wheel), "and make builds the wheel from it", out[-400:])
done()
