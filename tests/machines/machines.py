#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the program for other machines, asks it there what is asked of the one here, and compares the answers
byte by byte; then runs the golden tests there.

    make portability [MACHINES='s390x musl'] [PORTABILITY='--write docs/evidence/machines.json']

A machine needs a compiler and qemu's user mode: on Debian and Ubuntu `./bootstrap.sh --machines`. A machine whose
tools are not here is skipped, and that is said; with --strict it fails. The programs are linked statically, and
of cJSON they need the header alone, so no foreign package is needed."""
import argparse
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, "tests/lib")
from many_requests import of_all  # noqa: E402

# Name, compiler, its flags, what runs the program; bits of a pointer and the order of its bytes are asked of
# the compiler. The i386 is one with SSE2, as every one since 2001: x87 is asked for once more by name.
MACHINES = [
    ("i386", "i686-linux-gnu-gcc", "-O2 -msse2 -mfpmath=sse", "qemu-i386"),
    ("i386-x87", "i686-linux-gnu-gcc", "-O2 -mno-sse -mfpmath=387", "qemu-i386"),
    ("s390x", "s390x-linux-gnu-gcc", "-O2", "qemu-s390x"),
    ("aarch64", "aarch64-linux-gnu-gcc", "-O2", "qemu-aarch64"),
    ("riscv64", "riscv64-linux-gnu-gcc", "-O2", "qemu-riscv64"),
    ("musl", "musl-gcc", "-O2", None),
    ("O0", "gcc", "-O0", None),
    ("O1", "gcc", "-O1", None),
    ("O3", "gcc", "-O3", None),
    ("unsigned-char", "gcc", "-O2 -funsigned-char", None),
    ("clang-O0", "clang", "-O0", None),
    ("clang-O3", "clang", "-O3", None),
]
LEAST = 25000
# The tests that compare with other people's data, all through the program.
GOLDEN = ["tests/%s.t" % t for t in ("copy/copy", "copy/frag", "desc/check", "desc/golden", "desc/solve", "layout/cute_print",
                                     "layout/golden", "layout/linear", "scan/golden", "tcgen05/arch", "tcgen05/golden")]
SLOWER = 20  # times that qemu may be slower


def shell(*args, **more):
    return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


def golden(name):
    with open(os.path.join("tests/golden", name), encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def requests(program):
    """The same list each time: drawn by a fixed seed for each command, the words and layouts of the golden data,
    each asked for JSON and, where the command has it, for text."""
    listed = json.loads(subprocess.run([program, "help", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    commands = [c for c in listed["commands"] if c["batch"]]
    asked = of_all(commands, 520)
    words = sorted({g["desc"] for g in golden("cute_desc.jsonl") if g.get("desc")})
    for word in words:
        asked += [{"cmd": "decode", "desc": word}, {"cmd": "map", "desc": word, "byte": 1024},
                  {"cmd": "explain", "desc": word}]
    asked += [{"cmd": "layout", "op": g["op"], "args": g["args"]} for g in golden("cute_algebra.jsonl")]
    text = {c["name"] for c in commands if "text" in c["formats"]}
    asked += [dict(r, format="text") for r in asked if r["cmd"] in text and "format" not in r]
    if len(asked) < LEAST:
        raise SystemExit("machines: %d requests only" % len(asked))
    return asked


def answers(command, path):
    """(the lines of what batch answers, seconds)"""
    begun = time.monotonic()
    with open(path, "rb") as f:
        p = subprocess.run([*command, "batch"], stdin=f, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if p.returncode not in (0, 1) or p.stderr:
        raise SystemExit("machines: %s: exit %d, %s" % (command, p.returncode, p.stderr[:400]))
    return p.stdout.splitlines(), time.monotonic() - begun


def described(compiler, flags):
    """The compiler's first line, the bits of a pointer, the order of bytes."""
    macros = shell(compiler, *flags.split(), "-dM", "-E", "-x", "c", "/dev/null").stdout.decode()
    size = int(re.search(r"__SIZEOF_POINTER__ (\d+)", macros).group(1))
    return (shell(compiler, "--version").stdout.decode().splitlines()[0], 8 * size,
            "big" if re.search(r"__BYTE_ORDER__ __ORDER_BIG", macros) else "little")


def built(build, name, compiler, flags):
    """The folder with the program for this machine; the build's words when it fails."""
    folder = os.path.join(build, "machines", name)
    include = "-I" + os.path.join(build, "lint-include")
    p = shell("make", "-s", "cli", "CC=" + compiler, "BUILD_CC=cc", "BUILD_CFLAGS=-O1", "CFLAGS=" + flags, "CPPFLAGS=" + include,
              "LDFLAGS=-static", "LTO=", "HARDEN=", "WASM_CC=", "B=" + folder)
    return folder, None if p.returncode == 0 else p.stdout.decode()


def front(folder, runner):
    """A build folder for the tests, in which wgdesc is what runs the program there."""
    run = os.path.join(folder, "run")
    os.makedirs(run, exist_ok=True)
    path = os.path.join(run, "wgdesc")
    with open(path, "w", encoding="ascii") as f:
        f.write("#!/bin/sh\nexec %s %s \"$@\"\n" % (runner or "", os.path.abspath(os.path.join(folder, "wgdesc"))))
    os.chmod(path, 0o755)
    return run


def golden_tests(build):
    """(passed, failed, what failed)"""
    p = shell("tests/run", *GOLDEN, env=dict(os.environ, B=build, JOBS="1", WGDESC_SLOWER=str(SLOWER)))
    out = p.stdout.decode()
    m = re.search(r"(\d+) passed, (\d+) failed", out)
    return (int(m.group(1)), int(m.group(2)), out) if m else (0, 1, out)


def differ(got, want, asked):
    """How many answers are others, and the first of them."""
    wrong = [i for i, (g, w) in enumerate(zip(got, want)) if g != w]
    if len(got) != len(want):
        return abs(len(got) - len(want)) + len(wrong), "%d answers for %d" % (len(got), len(want))
    if not wrong:
        return 0, ""
    i = wrong[0]
    return len(wrong), "%s\n    %s\n  instead of\n    %s" % (json.dumps(asked[i]), got[i].decode()[:600], want[i].decode()[:600])


def look_at(args, row, asked, path, want):
    """A machine's line of the report; None when its tools are not here."""
    name, compiler, flags, runner = row
    for tool in (compiler, runner):
        if tool and not shutil.which(tool):
            print("  %s: skipped, no %s here" % (name, tool))
            return None
    folder, wrong = built(args.build, name, compiler, flags)
    if wrong is not None:
        print("  %s: not built\n%s" % (name, wrong[-2000:]))
        return {"machine": name, "built": False}
    program = [runner] if runner else []
    got, seconds = answers([*program, os.path.join(folder, "wgdesc")], path)
    n, first = differ(got, want, asked)
    passed, failed, out = golden_tests(front(folder, runner))
    if n:
        print("  %s: %d answers differ, first\n    %s" % (name, n, first))
    if failed:
        print("  %s: golden tests fail\n%s" % (name, "\n".join(x for x in out.splitlines() if not x.startswith("ok"))[-3000:]))
    print("  %s: %d of %d answers the same, %d golden tests passed, %d failed; %.0f s"
          % (name, len(want) - n, len(want), passed, failed, seconds), flush=True)
    version, bits, order = described(compiler, flags)
    return {"machine": name, "compiler": version, "flags": flags, "runner": runner or "native", "pointer_bits": bits,
            "byte_order": order, "built": True, "same": len(want) - n, "differ": n, "golden_passed": passed,
            "golden_failed": failed}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--machines", default="all")
    p.add_argument("--strict", action="store_true", help="what is not here fails")
    p.add_argument("--write", help="the report, as JSON")
    p.add_argument("--requests", action="store_true", help="only write the requests")
    args = p.parse_args()
    program = os.path.join(args.build, "wgdesc")
    rows = [m for m in MACHINES if args.machines == "all" or m[0] in args.machines.split()]
    unknown = set(args.machines.split()) - {m[0] for m in MACHINES} - {"all"}
    if unknown:
        raise SystemExit("machines: there is no %s; there are %s" % (" ".join(sorted(unknown)), " ".join(m[0] for m in MACHINES)))
    asked = requests(program)
    folder = os.path.join(args.build, "machines")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "requests.jsonl")
    with open(path, "w", encoding="ascii") as f:
        f.writelines(json.dumps(r) + "\n" for r in asked)
    if args.requests:
        return
    want, seconds = answers([program], path)
    good = sum(json.loads(line)["ok"] for line in want)
    print("  here: %d requests of %d commands, %d answered, %d refused; %.0f s"
          % (len(asked), len({r["cmd"] for r in asked}), good, len(want) - good, seconds), flush=True)
    report = {"requests": len(asked), "commands": len({r["cmd"] for r in asked}), "answered": good,
              "refused": len(want) - good, "answers_sha256": hashlib.sha256(b"\n".join(want)).hexdigest(), "machines": []}
    missing = []
    for row in rows:
        seen = look_at(args, row, asked, path, want)
        if seen is None:
            missing.append(row[0])
            continue
        report["machines"].append(seen)
        if args.write:
            with open(args.write, "w", encoding="ascii") as f:
                json.dump(report, f, indent=1)
                f.write("\n")
    bad = [m["machine"] for m in report["machines"] if not m["built"] or m["differ"] or m["golden_failed"]]
    if bad or not report["machines"] or (args.strict and missing):
        raise SystemExit("machines: not the same: %s; skipped: %s" % (" ".join(bad) or "none", " ".join(missing) or "none"))
    print("  portability: %d machines answer alike" % len(report["machines"]))


if __name__ == "__main__":
    main()
