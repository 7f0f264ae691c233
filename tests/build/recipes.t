#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""CONTRIBUTING's "How to add ...", followed to the letter: every recipe's diffs are applied to a
copy of the tree, which is built once, and what the recipes promise to follow is looked for: list,
help, completions, batch, frag, map, schema, manual, page. Nothing but the diffs is changed."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import done, ok, same, skip  # noqa: E402

if "WGDESC_BUILDS" not in os.environ:
    print("1..0 # SKIP no WGDESC_BUILDS=1, and so the tree is not built again")
    sys.exit(0)
PARTS = ("Makefile", "README.md", "CHANGELOG.md", "LICENSE", "CONTRIBUTING.md", "install.mk",
         "lint.mk", "cli", "layout", "desc", "docs", "tests")
KINDS = ("a data type", "a command", "an option", "an error", "a layout operation")


class Stale(Exception):
    """A recipe does not fit the tree it describes."""


def recipes(text):
    """{kind: [(path, [hunk, ...]), ...]}; a hunk is its lines with their marks."""
    found = {}
    for part in re.split(r"^\*\*(?=an? )", text.split("## How to add ...")[1], flags=re.M)[1:]:
        kind = part[:part.index(".**")]
        found[kind] = []
        for block in re.findall(r"^```diff\n(.*?)^```$", part, re.M | re.S):
            path, *lines = block.splitlines()
            hunks = [[]]
            for line in lines:
                if line == "@@":
                    hunks.append([])
                else:
                    hunks[-1].append(line or " ")
            found[kind].append((path, hunks))
    return found


def fits(pattern, line):
    if pattern.endswith("..."):
        return line.startswith(pattern[:-3].rstrip())
    return pattern.rstrip() == line.rstrip()


def apply(lines, hunk):
    """The file's lines with the hunk done; its context must be there exactly once."""
    old = [h[1:] for h in hunk if h[0] in " -"]
    at = [i for i in range(len(lines) - len(old) + 1)
          if all(fits(o, lines[i + k]) for k, o in enumerate(old))]
    if len(at) != 1:
        raise Stale("%d places for\n%s" % (len(at), "\n".join(old)))
    new, taken, i = [], None, at[0]
    for h in hunk:
        mark, text = h[0], h[1:]
        if mark == "+":
            if text.endswith("..."):  # as much of the line as the one it replaces left open
                pattern, line = taken
                text = text[:-3].rstrip() + line[len(pattern[:-3].rstrip()):]
            new.append(text)
            continue
        if mark == "-":
            taken = (text, lines[i])
        else:
            new.append(lines[i])
        i += 1
    return lines[:at[0]] + new + lines[i:]


def follow(root, path, hunks):
    full = os.path.join(root, path)
    if not os.path.exists(full):
        if any(line[0] != "+" for hunk in hunks for line in hunk):
            raise Stale(path + " is not there")
        with open(full, "w") as f:
            f.write("".join(line[1:] + "\n" for hunk in hunks for line in hunk))
        return
    with open(full) as f:
        lines = f.read().split("\n")
    for hunk in hunks:
        lines = apply(lines, hunk)
    with open(full, "w") as f:
        f.write("\n".join(lines))


def stale(lines, hunk):
    try:
        apply(lines, hunk)
    except Stale:
        return True
    return False


def next_number(root):
    with open(os.path.join(root, "layout/wgd_status.h")) as f:
        return 1 + max(int(n) for n in re.findall(r"^ +X\(\w+, (\d+),", f.read(), re.M))


def build(root):
    """One build for all, without optimising; the page's core comes with the program."""
    quick = ["make", "-s", "-j2", "B=build", "CFLAGS=-O0", "LTO=", "LTO_LINK="]
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "SAN")}
    p = subprocess.run(quick + ["cli", "docs"], cwd=root, capture_output=True, text=True, env=env)
    return ok(p.returncode == 0, "the copy builds, and 'make docs' is content", p.stderr[-2000:])


def in_copy(root, *argv, stdin=""):
    p = subprocess.run(argv, cwd=root, input=stdin, capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr


def wgdesc(root, *args, stdin=""):
    return in_copy(root, "build/wgdesc", *args, stdin=stdin)


def answer(root, **request):
    return json.loads(wgdesc(root, "batch", stdin=json.dumps(request) + "\n")[1])


def completions(root, word):
    return all(re.search(r"\b%s\b" % word, wgdesc(root, "completion", s)[1])
               for s in ("bash", "zsh", "fish"))


def read(root, path):
    with open(os.path.join(root, path)) as f:
        return f.read()


def page_types(root):
    """The element types that the page's form offers: what its core lists."""
    with open(os.path.join(root, "build/asked"), "w") as f:
        json.dump({"asks": ['{"cmd":"list","what":"dtypes"}']}, f)
    out = in_copy(root, "node", "tests/lib/page_core.js", "build/page/core.wasm.gz", "build/asked")[1]
    return [t["name"] for t in json.loads(json.loads(out)["asks"][0])["dtypes"]]


def see_type(root):
    names = [d["name"] for d in answer(root, cmd="list", what="dtypes")["dtypes"]]
    ok("e3m4" in names, "type: list dtypes", names)
    ok("f32.e3m4.e3m4" in wgdesc(root, "list", "ops")[1], "type: list ops")
    a = answer(root, cmd="desc", dtype="e3m4", major="k", swizzle="128B", shape=[64, 128])
    b = answer(root, cmd="desc", dtype="e4m3", major="k", swizzle="128B", shape=[64, 128])
    same((a.get("dtype"), a.get("descriptor")), ("e3m4", b["descriptor"]),
         "type: batch answers as for another type of 8 bits")
    for cmd in ("desc", "solve", "check", "diff", "tma", "plan", "frag"):
        ok("e3m4" in wgdesc(root, cmd, "--help")[1], "type: help of " + cmd)
    ok(completions(root, "e3m4"), "type: completions")
    ok("e3m4" in read(root, "docs/wgdesc.1"), "type: the manual")
    ok("e3m4" in wgdesc(root, "frag", "--list")[1], "type: frag --list")
    a = answer(root, cmd="frag", op="m64n8k32.f32.e3m4.e3m4", operand="a")
    same((a.get("dtype"), a.get("values")), ("e3m4", 16), "type: frag --op")
    a = answer(root, cmd="map", op="m64n8k32.f32.e3m4.e3m4", operand="b", major="k", desc="0x0")
    same((a["ok"], a.get("k")), (True, 32), "type: map --op")
    a = answer(root, cmd="plan", tile=[128, 128, 128], dtype="e3m4")
    ok(a["ok"], "type: plan", a)
    if not shutil.which("node"):
        skip("type: the page's form", "no node")
    elif not os.path.exists(os.path.join(root, "build/page/core.wasm.gz")):
        skip("type: the page's form", "no wasi-libc")
    else:
        ok("e3m4" in page_types(root), "type: the page's form", page_types(root))


def see_command(root):
    same(wgdesc(root, "area", "--shape", "64x16"), (0, "1024\n", ""), "command: answers")
    same(answer(root, cmd="area", shape=[64, 16], id=7),
         {"schema": "wgdesc/1", "cmd": "area", "id": 7, "ok": True, "area": 1024}, "command: batch")
    ok(re.search(r"^  area +count the elements", wgdesc(root, "--help")[1], re.M), "command: help")
    ok("wgdesc area --shape 64x16" in wgdesc(root, "help", "area")[1], "command: help area")
    ok(completions(root, "area"), "command: completions")
    ok(".SS wgdesc area " in read(root, "docs/wgdesc.1"), "command: the manual")
    ok('.SS "cmd": "area"' in read(root, "docs/wgdesc-json.5"), "command: the keys of batch")


def see_option(root):
    same(wgdesc(root, "area", "--shape", "64x16", "--count", "pair"), (0, "512\n", ""),
         "option: given")
    same(answer(root, cmd="area", shape=[64, 16], count="pair").get("area"), 512, "option: batch")
    rc, out, err = wgdesc(root, "area", "--shape", "64x16", "--count", "pare")
    ok(rc == 2 and out == "" and "did you mean 'pair'?" in err, "option: a value that is none", err)
    ok("element or pair; default element" in " ".join(wgdesc(root, "area", "--help")[1].split()),
       "option: help")
    ok(completions(root, "count"), "option: completions")
    ok("\\-\\-count" in read(root, "docs/wgdesc.1"), "option: the manual")


def see_error(root, number):
    a = answer(root, cmd="area", shape=[0, 16])
    same((a["ok"], a["error"]["code"], a["error"]["field"]), (False, "empty", "shape"),
         "error: batch")
    rc, out, err = wgdesc(root, "area", "--shape", "0x16")
    ok(rc == 2 and out == "" and "there is nothing to count" in err and
       "hint: a tile has at least one element" in err, "error: text", err)
    rows = answer(root, cmd="list", what="errors")["errors"]
    ok([r for r in rows if r["code"] == "empty"], "error: list errors, as number %d" % number, rows)
    ok("\n.B empty\n" in read(root, "docs/wgdesc.1"), "error: the manual")


def see_operation(root):
    same(wgdesc(root, "layout", "leaves", "((2,3),4):((1,2),6)")[:2], (0, "3\n"),
         "operation: answers")
    same(answer(root, cmd="layout", op="leaves", args=["(2,3)"]).get("result"), 2,
         "operation: batch")
    ok("leaves layout" in wgdesc(root, "layout", "--help")[1], "operation: help")
    ok(".B leaves " in read(root, "docs/wgdesc.1"), "operation: the manual")


def see_schema(root):
    try:
        import jsonschema
    except ImportError:
        skip("the schema takes what is new", "no python3-jsonschema")
        return
    schema = json.loads(read(root, "docs/wgdesc.schema.json"))
    asked = [dict(cmd="area", shape=[64, 16], count="pair"), dict(cmd="area", shape="3x1"),
             dict(cmd="desc", dtype="e3m4", major="k", swizzle="none", shape=[64, 32]),
             dict(cmd="list", what="dtypes"),
             dict(cmd="frag", op="m64n8k32.f32.e3m4.e3m4", operand="a")]
    before = json.loads(read(".", "docs/wgdesc.schema.json"))
    for r in asked:
        a = answer(root, **r)
        ok(a["ok"], "schema: %s answers" % r["cmd"], a)
        for key, thing in (("request", r), ("answer", a)):
            errors = {name: list(jsonschema.validators.validator_for(s)(
                {"$defs": s["$defs"], "$ref": "#/$defs/" + key}).iter_errors(thing))
                for name, s in (("before", before), ("now", schema))}
            ok(not errors["now"], "schema: the %s of %s" % (key, r["cmd"]), errors["now"][:1])
            if key == "answer" and r["cmd"] != "list":
                ok(errors["before"], "control: the schema did not take the answer of %s before" % r["cmd"])


lines = "one\ntwo three\nfour\none\n".split("\n")
same(apply(lines, [" four", "+five"]), "one\ntwo three\nfour\nfive\none\n".split("\n"), "a line more")
same(apply(lines, ["-two ...", "+too ..."]), "one\ntoo three\nfour\none\n".split("\n"),
     "a line changed, the rest of it kept")
ok(stale(lines, [" one", "+x"]), "control: a place that is not one")
ok(stale(lines, [" six", "+x"]), "control: a place that is not there")
ok(stale(lines, [" one", " four", "+x"]), "control: lines that do not follow one another")

with tempfile.TemporaryDirectory() as top:
    root = os.path.join(top, "copy")
    os.mkdir(root)
    for part in PARTS:
        if os.path.isdir(part):
            shutil.copytree(part, os.path.join(root, part),
                            ignore=shutil.ignore_patterns("__pycache__", "evidence", "corpus"))
        else:
            shutil.copy(part, root)
    # The makefiles of the GPU programs are read even where they are not built.
    shutil.copytree("kernels", os.path.join(root, "kernels"))
    shutil.copytree("examples", os.path.join(root, "examples"))
    found = recipes(read(".", "CONTRIBUTING.md"))
    same([k for k in KINDS if not found.get(k)], [], "every kind has a recipe that can be followed")
    number = next_number(root)
    fitted = True
    for kind in KINDS:
        for path, hunks in found.get(kind, []):
            # "The next free number".
            hunks = [[re.sub(r"^(\+ +X\(ERR_\w+, )\d+,", r"\g<1>%d," % number, line) for line in h]
                     for h in hunks]
            try:
                follow(root, path, hunks)
            except Stale as e:
                fitted = ok(False, "%s: %s fits the tree" % (kind, path), e)
    rc, out, err = in_copy(root, "tests/build/lint.py", ".")
    ok(rc == 0, "the copy passes the lint", out, err)
    if ok(fitted, "the recipes fit the tree") and build(root):
        see_type(root)
        see_command(root)
        see_option(root)
        see_error(root, number)
        see_operation(root)
        see_schema(root)
        for script in ("tests/docs/man.t", "tests/cli/help.t"):
            rc, out, err = in_copy(root, "env", "B=build", script)
            bad = [line for line in out.splitlines() if line.startswith("not ok")]
            ok(rc == 0 and not bad, "the copy passes " + script, "\n".join(bad), err)
done()
