#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The wheel in a fresh environment with no compiler and no network; pip install of the folder; the
source distribution; the same tree, the same bytes."""
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, same  # noqa: E402

try:
    import ensurepip  # noqa: F401
    import venv
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


with tempfile.TemporaryDirectory() as tmp:
    wheels = []
    for name in "ab":
        rc, out = call(sys.executable, "backend.py", os.path.join(tmp, name), cwd="cli/python")
        ok(rc == 0, "a wheel is built", out)
        wheels.append(os.path.join(tmp, name, out.split()[-1]))
    same(digest(wheels[0]), digest(wheels[1]), "the same bytes another time")
    ok("-py3-none-linux" in wheels[0], "for any CPython 3", wheels[0])
    for what, source in (("the wheel", wheels[0]), ("the folder", os.path.abspath("cli/python"))):
        home = os.path.join(tmp, "v-" + what.split()[-1])
        venv.create(home, with_pip=True)
        python = os.path.join(home, "bin", "python")
        # No compiler, no make: an empty PATH.
        env = {**ENV, "PATH": "/nowhere"} if what == "the wheel" else ENV
        rc, out = call(python, "-m", "pip", "install", "--no-deps", source, env=env, cwd=tmp)
        ok(rc == 0, "pip installs " + what, out)
        rc, out = call(python, "-c", ASK, env={"PATH": "/nowhere"}, cwd=tmp)
        ok(rc == 0 and out.startswith("0x8000004000200000 " + home), "and it answers from there", out)

    rc, out = call(sys.executable, "-c", "import backend; print(backend.build_sdist(%r))" % tmp, cwd="cli/python")
    ok(rc == 0, "a source distribution", out)
    with tarfile.open(os.path.join(tmp, out.split()[-1])) as tar:
        tar.extractall(tmp)
    root = os.path.join(tmp, out.split()[-1][:-len(".tar.gz")])
    ok(os.path.isfile(os.path.join(root, "pyproject.toml")), "has its pyproject.toml at the top")
    rc, out = call("make", "-n", "-C", root, "B=" + os.path.join(tmp, "b"), "python")
    ok(rc == 0 and "libwgdesc-ask.so" in out, "and make has what it needs in it", out[-400:])
done()
