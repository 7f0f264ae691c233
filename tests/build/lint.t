#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/build/lint.py finds each breach of its rules, in every kind of file and in sub-folders, in a
tree made for it; it finds nothing in the clean tree, nor here."""
import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = ["tests/lib", "tests/build"]
import lint as rules  # noqa: E402
from tap import done, ok, same, skip  # noqa: E402

HEAD = "/* SPDX-License-Identifier: MIT\n *\n * What it is about.\n */\n"
HASH = "# SPDX-License-Identifier: MIT\n"
SOURCES = ("c", "cc", "cu", "h", "cuh", "def")
HEADERS = ("layout/wgd_layout.h", "layout/algebra/lay.h", "layout/base/never.h", "desc/wgd_desc.h", "desc/word/names.h",
           "cli/help/help.h", "cli/commands.def", "kernels/common/device.h", "kernels/mma/ptx.cuh")
LINT = os.path.abspath("tests/build/lint.py")


def as_program(tree=None):
    p = subprocess.run([LINT] + ([tree] if tree else []), capture_output=True, text=True)
    return p.returncode, p.stdout


def lint(tree):
    """The same in this process: three hundred starts of Python are most of the time."""
    here, out = os.getcwd(), io.StringIO()
    rules.found = 0
    try:
        with contextlib.redirect_stdout(out):
            rc = rules.main(tree)
    finally:
        os.chdir(here)
    return rc, out.getvalue()


def write(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(text.encode("latin-1"))
    return path


def planted(root, path, text, wanted):
    """One file more in the clean tree; `wanted` is a part of the complaint, or None."""
    full = write(root, path, text)
    rc, out = lint(root)
    os.remove(full)
    name = "%s: %s" % (path, wanted or "allowed")
    if wanted is None:
        ok(rc == 0 and out == "", name, out)
    else:
        ok(rc == 1 and wanted in out and out.count("\n") == 1, name, out or "(nothing found)")


def include(*names):
    return HEAD + "".join('#include "%s"\n' % n for n in names)


with tempfile.TemporaryDirectory() as root:
    for h in HEADERS:
        write(root, h, HEAD)
    rc, out = lint(root)
    ok(rc == 0 and out == "", "the clean tree passes", out)
    same(as_program(root), (rc, out), "and the program says so")
    full = write(root, "layout/a.c", HEAD + "#include <stdlib.h>\n")
    rc, out = lint(root)
    ok(rc == 1 and "freestanding" in out, "a breach in it is found", out)
    same(as_program(root), (rc, out), "and the program says so")
    os.remove(full)
    for ext in SOURCES:
        for sub in ("", "sub/", "sub/deeper/"):
            at = sub + "a." + ext
            # Downward, by each spelling that a compiler takes.
            planted(root, "cli/" + at, include("wgd_desc.h", "wgd_layout.h", "help/help.h"), None)
            planted(root, "desc/" + at, include("wgd_layout.h", "word/names.h"), None)
            planted(root, "kernels/" + at, include("wgd_desc.h", "common/device.h"), None)
            # Upward and sideways.
            planted(root, "layout/" + at, include("wgd_desc.h"), "includes wgd_desc.h of desc")
            planted(root, "layout/" + at, include("word/names.h"), "includes word/names.h of desc")
            planted(root, "desc/" + at, include("help/help.h"), "includes help/help.h of cli")
            planted(root, "desc/" + at, include("help.h"), "includes help.h of cli")
            planted(root, "desc/" + at, include("common/device.h"), "of kernels")
            planted(root, "kernels/" + at, include("help.h"), "includes help.h of cli")
            planted(root, "cli/" + at, include("device.h"), "includes device.h of kernels")
            up = "../" * (at.count("/") + 1)
            planted(root, "kernels/" + at, include(up + "cli/help/help.h"), "of cli")
            # Private headers of a folder below.
            planted(root, "cli/" + at, include("algebra/lay.h"), "private to layout")
            planted(root, "desc/" + at, include("lay.h"), "private to layout")
            planted(root, "kernels/" + at, include("word/names.h"), "private to desc")
            planted(root, "examples/" + at, include("names.h"), "private to desc")
            # But for what all have in common.
            planted(root, "desc/" + at, include("base/never.h"), None)
            planted(root, "cli/" + at, include("base/never.h"), None)
            # The library has no C library but for the freestanding headers.
            planted(root, "desc/" + at, HEAD + "# include <stdio.h>\n", "freestanding")
            planted(root, "layout/" + at, HEAD + "#include <stdlib.h>\n", "freestanding")
            planted(root, "layout/" + at, HEAD + "#include <stddef.h>\n", None)
            planted(root, "cli/" + at, HEAD + "#include <stdio.h>\n", None)
        planted(root, "cli/a." + ext, HEAD + "/* \xe9 */\n", "not ASCII")
        planted(root, "cli/a." + ext, HEAD + "/* \\xc3\\xa9 */\n", None)
        for word in ("NEVER", "ALWAYS"):
            guard = "    if (%s(n < 0)) {\n" % word
            planted(root, "desc/a." + ext, HEAD + "\n" + guard, "no comment says why")
            planted(root, "desc/a." + ext, HEAD + "    /* a count */\n" + guard, None)
            planted(root, "desc/a." + ext, HEAD + "\n" + guard[:-1] + " /* a count */\n", None)
        planted(root, "desc/word/a." + ext, "/* What it is about. */\n", "no SPDX line")
        if ext != "def":
            planted(root, "desc/word/a." + ext, "/* SPDX-License-Identifier: MIT */\n",
                    "what its subject is")
    for ext in ("mk", "sh", "t", "py"):
        planted(root, "tests/a." + ext, "# no licence\n", "no SPDX line")
        planted(root, "tests/a." + ext, HASH + "# \xe9\n", "not ASCII")
        planted(root, "tests/a." + ext, HASH, None)
    for at in ("x.zzz", ".svg", "other/a.md"):
        planted(root, at, "", "nothing else lies at the top")
    planted(root, "README.md", "", None)
    planted(root, "docs/a.md", "", None)
    body = "static void f(void)\n{\n%s}\n"
    for where in ("layout", "desc/word", "cli/help"):
        planted(root, where + "/a.c", HEAD + body % ("    g();\n" * 58), None)
        planted(root, where + "/a.c", HEAD + body % ("    g();\n" * 59), "a function of 61 lines")
    crowd = ["desc/word/f%02d.c" % i for i in range(23)]
    for f in crowd:
        write(root, f, HEAD)
    rc, out = lint(root)
    ok(rc == 0 and out == "", "a folder of 24 files is allowed", out)
    planted(root, "desc/word/one_more.c", HEAD, "desc/word/ has 25 files")

with tempfile.TemporaryDirectory() as root:
    for h in HEADERS:
        write(root, h, HEAD)
    for ext in ("c", "cc", "cu", "h", "cuh", "def"):
        for at in ("layout/text", "desc/solve", "cli/view", "kernels/mma"):
            planted(root, "%s/names.%s" % (at, ext), HEAD, "names: one name for files of ")
        planted(root, "desc/word/names." + ext if ext != "h" else "desc/word/more.h", HEAD, None)
        planted(root, "cli/command/names." + ext, HEAD, None)
        planted(root, "cli/command/deeper/names." + ext, HEAD, "one name for files of")
        planted(root, "examples/names." + ext, HEAD, None)

if not shutil.which("git"):
    skip("nothing found in the repository", "no git here")
elif os.path.isdir(".git") or os.path.isfile(".git"):
    rc, out = as_program()
    ok(rc == 0 and out == "", "nothing found in the repository", out)
done()
