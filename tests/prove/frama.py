# SPDX-License-Identifier: MIT
"""The layout algebra under Eva, Frama-C's abstract interpreter: one run for each entry point of a harness."""
import csv
import os
import re
import subprocess

import sources

HERE = "tests/prove"
ENTRY = re.compile(r"^PROVE\w*\((\w+), ", re.M)
# A harness, what stands in for what, and the folders that are read with base/.
SUBJECTS = {
    "layouts": (("places.c", "words.c"), ("algebra",)),
    "linear": (("places.c", "words.c"), ("algebra", "linear")),
    "printing": (("places.c",), ("algebra", "linear")),
    "reading": (("places.c", "words.c"), ("algebra", "text", "linear")),
    "ops": (("places.c", "words.c"), ("algebra", "ops")),
}
EVA = ["-no-unicode", "-machdep", "gcc_x86_64", "-c11", "-eva", "-eva-no-print", "-eva-slevel", "20",
       "-eva-split-return", "auto", "-eva-slevel-merge-after-loop", "@all"]
HELD = ("Valid", "Valid under hypotheses", "Considered valid", "Dead", "Untried", "Valid but dead", "Unreachable")


def entries(subject):
    with open("%s/%s.c" % (HERE, subject)) as f:
        return ENTRY.findall(f.read())


def plain(name):
    """A name without the number that tells it from others of that name."""
    return re.sub(r"\b([a-z]\w*?)_\d+\b", r"\1", " ".join(name.split()))


def c_files(root, subject):
    files = ["%s/base/%s" % (root, f) for f in ("status.c", "hint.c", "text.c")]
    folders = SUBJECTS[subject][1]
    if "text" not in folders:
        files += [root + "/text/print.c", root + "/text/reader.c"]
    for folder in folders:
        there = os.listdir("%s/%s" % (root, folder))
        files += sorted("%s/%s/%s" % (root, folder, f) for f in there if f.endswith(".c"))
    return files


def newest(subject):
    """When what an entry point of this harness is proved of last changed."""
    paths = [os.path.join(d, f) for d, _, files in os.walk("layout") for f in files]
    common = ("frama.py", "sources.py", "models.h", "any.h", "steps.c", "hints.txt", subject + ".c")
    paths += ["%s/%s" % (HERE, f) for f in common + SUBJECTS[subject][0]]
    return max(os.path.getmtime(p) for p in paths)


def run(build, subject, entry):
    """What frama-c printed; its table of properties is in a file. What is newer than its sources is not done again."""
    root, stem = "%s/%s" % (build, subject), "%s/%s.%s" % (build, subject, entry)
    if os.path.exists(stem + ".log") and os.path.getmtime(stem + ".log") > newest(subject):
        with open(stem + ".log") as f:
            return f.read()
    cpp = "-I%s -I%s -include %s/models.h" % (root, HERE, HERE)
    said = subprocess.run(["frama-c", "%s/%s.c" % (HERE, subject)] + c_files(root, subject) +
                          ["-main", "prove_" + entry, "-cpp-extra-args=" + cpp] + EVA +
                          ["-then", "-report-print-properties", "-report-csv", stem + ".csv"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if said.returncode:
        return said.stdout + "frama-c failed"
    with open(stem + ".log", "w") as f:
        f.write(said.stdout)
    return said.stdout


def analyse(build, subject, entry):
    """(what went wrong or None, statements reached, {(function, property)} that are not proved). That an entry was
    written before it is read is not asked."""
    stem = "%s/%s.%s" % (build, subject, entry)
    said = run(build, subject, entry)
    reached = re.search(r"In these functions, (\d+) statements", said)
    if "frama-c failed" in said or not reached:
        return "\n".join(said.split("\n")[-8:]), 0, set()
    for sign in ("thus incomplete", "without a specification", "Neither code nor"):
        if sign in said:
            return "something was not analysed (%s): see %s.log" % (sign, stem), 0, set()
    left = set()
    with open(stem + ".csv") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["status"] not in HELD and "\\initialized(" not in row["property"]:
                left.add((plain(row["function"]), plain(row["property"])))
    return None, int(reached.group(1)), left


def version():
    said = subprocess.run(["frama-c", "-version"], stdout=subprocess.PIPE, text=True).stdout
    return said.strip()
