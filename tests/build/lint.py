#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rules that no compiler knows: what lies at the top, which folder may include what, what is private to whom, ASCII,
SPDX lines, the length of functions, the number of files in a folder, one name for one subject. Prints what breaks them.

    lint.py [TREE]      TREE: a folder to look at instead of the repository, for the rules' own test
"""
import os
import re
import subprocess
import sys

SOURCES = (".c", ".cc", ".cu", ".h", ".cuh", ".def")
TEXTS = SOURCES + (".mk", ".sh", ".t", ".py")
# layout <- desc <- {cli, kernels}: what a file of a folder may include.
MAY = {
    "layout": ("layout",),
    "desc": ("layout", "desc"),
    "cli": ("layout", "desc", "cli"),
    "kernels": ("layout", "desc", "kernels"),
    "examples": ("layout", "desc", "examples"),
}
# What lies at the top: these folders and files, and no other.
TOP = {*MAY, "tests", "docs", ".ci", ".github", ".clang-format", ".editorconfig", ".gitignore", "CHANGELOG.md",
       "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "bootstrap.sh", "install.mk", "lint.mk"}
LIBRARY = ("layout", "desc")
COMMON = "layout/base"
HOSTED = {"stdio.h", "stdlib.h", "locale.h", "errno.h", "assert.h", "time.h", "math.h", "wchar.h",
          "signal.h", "setjmp.h", "threads.h", "unistd.h"}
FUNCTION_LINES = 60  # a screen
FOLDER_FILES = 24
# A command's file has the command's name, and so may what the command is about.
COMMANDS = ("cli/command", "cli/program")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)

found = 0


def complain(text):
    global found
    found += 1
    print("lint: " + text)


def listing(tree):
    if tree:
        os.chdir(tree)
        return sorted(os.path.relpath(os.path.join(d, f), ".")
                      for d, _, files in os.walk(".") for f in files)
    return subprocess.run(["git", "ls-files"], check=True, capture_output=True,
                          text=True).stdout.split()


def top(path):
    return path.split("/", 1)[0]


def is_public(path):
    """The library's public headers lie flat at the top of its folders."""
    return path.count("/") == 1 and top(path) in LIBRARY and os.path.basename(path).startswith("wgd")


def is_common(path):
    """What all folders have in common, and users do not see."""
    return os.path.dirname(path) == COMMON and path.endswith(".h")


def resolve(path, name, headers):
    """The file of the tree that an include of `path` means, or None: as the compiler looks, first
    beside the file, then under each top folder; a bare name that only lies deeper counts too, for
    an include path may lead there."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    candidates = [beside] + [os.path.normpath(os.path.join(t, name)) for t in MAY]
    for c in candidates:
        if c in headers:
            return c
    deeper = [h for h in headers if os.path.basename(h) == os.path.basename(name)]
    own = [h for h in deeper if top(h) == top(path)]
    return (own or deeper or [None])[0]


def check_includes(path, text, headers):
    for quote, name in INCLUDE.findall(text):
        target = resolve(path, name, headers)
        if target is None or (quote == "<" and "/" not in name and not name.startswith("wgd")):
            if top(path) in LIBRARY and name in HOSTED:
                complain(f"{path}: the library is freestanding: {name}")
            continue
        if top(target) not in MAY[top(path)]:
            complain(f"{path} includes {name} of {top(target)}/: the folders depend the other way")
        elif top(target) != top(path) and not is_public(target) and not is_common(target):
            complain(f"{path} includes {name}, private to {top(target)}/")


def check_functions(path, text):
    """A function's body starts with a brace in column 0 and ends with one."""
    begin = None
    for number, line in enumerate(text.split("\n"), 1):
        if line == "{":
            begin = number
        elif line == "}" and begin:
            if number - begin + 1 > FUNCTION_LINES:
                complain(f"{path}:{begin}: a function of {number - begin + 1} lines, "
                         f"more than {FUNCTION_LINES}")
            begin = None


def check_never(path, text):
    """What cannot happen has its reason beside it, or in the comment above the line."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if re.search(r"\b(NEVER|ALWAYS)\(", line) and not line.lstrip().startswith(("*", "/*", "#")):
            above = lines[number - 1].strip() if number else ""
            if "/*" not in line and not above.endswith("*/"):
                complain(f"{path}:{number + 1}: no comment says why this cannot happen")


def check_source(path, text, headers):
    check_includes(path, text, headers)
    check_never(path, text)
    if path.endswith((".c", ".cc", ".cu", ".cuh")):
        check_functions(path, text)
    if not path.endswith(".def") and re.match(r"/\* SPDX-License-Identifier: MIT \*/", text):
        complain(f"{path}: no line says what its subject is")


def check_top(files):
    for name in sorted({top(f) for f in files} - TOP):
        complain(f"{name}: nothing else lies at the top")


def check_folders(files):
    per = {}
    for f in files:
        if top(f) in MAY and f.endswith(SOURCES):
            folder = os.path.dirname(f)
            per[folder] = per.get(folder, 0) + (0 if is_public(f) else 1)
    for folder, n in sorted(per.items()):
        if n > FOLDER_FILES:
            complain(f"{folder}/ has {n} files, more than {FOLDER_FILES}: what are its subjects?")


def check_names(files):
    """A name stands for one subject: files of one name (whatever the kind) lie in one folder."""
    where = {}
    for f in files:
        folder, name = os.path.split(f)
        if top(f) in MAY and top(f) != "examples" and f.endswith(SOURCES) and \
                folder not in COMMANDS:
            where.setdefault(os.path.splitext(name)[0], set()).add(folder)
    for name, folders in sorted(where.items()):
        if len(folders) > 1:
            complain(f"{name}: one name for files of " + " and ".join(sorted(folders)))


def main(tree=None):
    files = listing(tree)
    headers = {f for f in files if f.endswith((".h", ".cuh", ".def"))}
    for path in files:
        if not path.endswith(TEXTS):
            continue
        raw = open(path, "rb").read()
        text = raw.decode("utf-8", "replace")
        for number, line in enumerate(raw.split(b"\n"), 1):
            if any(b > 127 for b in line):
                complain(f"{path}:{number}: not ASCII")
        if "SPDX-License-Identifier: MIT" not in "\n".join(text.split("\n")[:12]):
            complain(f"{path} has no SPDX line")
        if top(path) in MAY and path.endswith(SOURCES):
            check_source(path, text, headers)
    check_top(files)
    check_folders(files)
    check_names(files)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
