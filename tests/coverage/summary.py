#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the counts of a run come to: a table by folder, the lines and branches that no test reaches, and
pages."""
import argparse
import glob
import json
import os
import subprocess
import sys

TOP = ("layout", "desc", "cli")
KINDS = ("lines", "branches", "mcdc")


def tool(name, version, *args):
    p = subprocess.run([name + version, *args], stdout=subprocess.PIPE)
    if p.returncode:
        sys.exit("%s%s failed" % (name, version))
    return p.stdout


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def percent(count, covered):
    return "%6.2f" % (100 * covered / count) if count else "     -"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", required=True)
    p.add_argument("--version", default="")
    a = p.parse_args()
    data = os.path.join(a.build, "all.profdata")
    counts = glob.glob(os.path.join(a.build, "counts", "*.profraw"))
    tool("llvm-profdata", a.version, "merge", "-sparse", "-o", data, *counts)
    programs = [os.path.join(a.build, "wgdesc"), os.path.join(a.build, "tests/wgdesc-oom")]
    programs += sorted(f for f in glob.glob(os.path.join(a.build, "tests/unit/*/test_*"))
                       if os.access(f, os.X_OK) and not f.endswith(".d"))
    objects = [programs[0]] + [w for f in programs[1:] for w in ("-object", f)]
    root = os.getcwd() + "/"
    text = tool("llvm-cov", a.version, "export", "-instr-profile", data, "-skip-expansions", *objects)
    files = [f for f in json.loads(text)["data"][0]["files"]
             if f["filename"].startswith(root) and f["filename"][len(root):].split("/")[0] in TOP]
    sums = {}
    for f in files:
        path = f["filename"][len(root):]
        for where in (folder_of(path), path.split("/")[0]):
            here = sums.setdefault(where, {k: [0, 0] for k in KINDS})
            for k in KINDS:
                one = f["summary"].get(k, {"count": 0, "covered": 0})
                here[k][0] += one["count"]
                here[k][1] += one["covered"]
    print("%-20s %8s %8s %8s   percent of %s" % ("", "lines", "branches", "MC/DC", "what there is"))
    for where in sorted(sums):
        print("%-20s %s" % (where, "  ".join(" " + percent(*sums[where][k]) for k in KINDS)))
    with open(os.path.join(a.build, "unreached.txt"), "w") as out:
        for f in files:
            path = f["filename"][len(root):]
            lost = {}
            for line, column, count, has, *_ in f["segments"]:
                if has and count == 0:
                    lost.setdefault(line, "line")
            for b in f.get("branches", []):
                for n, side in ((b[4], "never true"), (b[5], "never false")):
                    if n == 0:
                        lost[b[0]] = side if lost.get(b[0]) != "line" else "line"
            for line in sorted(lost):
                out.write("%s:%d: %s\n" % (path, line, lost[line]))
    html = os.path.join(a.build, "html")
    tool("llvm-cov", a.version, "show", "-format=html", "-show-branches=count", "-output-dir", html,
         "-instr-profile", data, *objects, *(f["filename"] for f in files))
    print("the rest by name: %s/unreached.txt; as pages: %s/index.html" % (a.build, html))


if __name__ == "__main__":
    main()
