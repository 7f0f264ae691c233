#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Pictures of register fragments and of bank conflicts: read back out of every format and compared
# with CuTe's thread-value layouts, and with a count of words in banks made here.
import sys
import tempfile

sys.path.insert(0, "tests/lib")
import browser
from pictures import *

tap = Tap()
GOLDEN = {(g["atom"], g["operand"]): g for g in map(json.loads, open("tests/golden/cute_fragments.jsonl"))}
FRAGS = [("SM90_GMMA_CLayout_64x8", "C", ["m64n8k16"]),
         ("SM90_GMMA_CLayout_64x64", "C", ["m64n64k16"]),
         ("SM90_GMMA_ALayout_64x16", "A", ["m64n64k16", "--operand", "a"]),
         ("SM80_16x8x16_F32F16F16F32_TN", "A", ["mma.m16n8k16", "--operand", "a"]),
         ("SM80_16x8x16_F32F16F16F32_TN", "B", ["mma.m16n8k16", "--operand", "b"]),
         ("SM80_16x8x16_F32F16F16F32_TN", "C", ["mma.m16n8k16"]),
         ("SM70_8x8x4_F32F16F16F32_TN", "C", ["mma.m8n8k4.row.col", "--acc", "f32"])]


def texts(g):
    rows, cols = g["shape"]
    out = [[None] * cols for _ in range(rows)]
    for i, at in enumerate(g["tv"]):
        out[at % rows][at // rows] = ["T%d" % (i // g["nval"]), "V%d" % (i % g["nval"])]
    return out


why = ""
for atom, operand, args in FRAGS:
    want = texts(GOLDEN[atom, operand])
    for name, reader in READERS.items():
        p = run("frag", *args, "--format", name, *(["--picture"] if name == "text" else []))
        if p.returncode or reader(p.stdout, len(want), len(want[0]), 2) != want:
            why = why or "%s %s: %s" % (args, name, p.stderr)
tap.ok(not why, "fragments: %d as CuTe has them, in every format" % len(FRAGS), why)

p = run("frag", "m64n64k16", "--thread", "37", "--format", "svg")
marked = {g.get("id") for g in svg_cells(ET.fromstring(p.stdout)) if "mark" in g.get("class").split()}
g = GOLDEN["SM90_GMMA_CLayout_64x64", "C"]
want = {"cell-%d-%d" % (at % 64, at // 64) for at in g["tv"][37 * g["nval"]:38 * g["nval"]]}
tap.ok(marked == want, "fragments: --thread outlines what it holds", marked ^ want)

# In LaTeX the others are faint, the cell and the two words in it.
p = run("frag", "m64n64k16", "--thread", "37", "--format", "latex")
faint = {}
for cell in p.stdout.split("% cell ")[1:]:
    at, *drawn = cell.split("\n")[:4]
    faint["cell-" + at.replace(" ", "-")] = [",wgd dim" in line.split("]")[0] for line in drawn]
tap.ok(len(faint) == 64 * 64 and all(f == [at not in want] * 3 for at, f in faint.items()), "fragments: the others are faint in LaTeX",
       {at: f for at, f in faint.items() if f != [at not in want] * 3})


def banks(addresses, first, lanes, size):
    """For each bank the words and the lanes that touch it."""
    use = [(set(), []) for _ in range(32)]
    for lane in range(first, first + lanes):
        if addresses[lane] is not None:
            for b in range(0, size, 4):
                words, who = use[(addresses[lane] + b) // 4 % 32]
                words.add((addresses[lane] + b) // 4)
                who.extend([lane] if lane not in who else [])
    return use


def bank_text(words, who):
    more = " +%d" % (len(who) - 4) if len(who) > 4 else ""
    return "x%d %s%s" % (len(words), " ".join(map(str, who[:4])), more) if words else None


why = ""
for args in [["--shape", "64x64", "--access", "ldmatrix.x4"],
             ["--shape", "64x64", "--access", "st.b32:frag:m64n64k16:d"],
             ["--layout", "Sw<3,3,3> o 0 o (64,64):(64,1)", "--access", "ld.b128:copy"],
             ["--formula", "t*3", "--access", "ld.b64", "--bits", "64"],
             ["--access", "ld.b32", "0", "128", "256", "-", "4"]]:
    j = json.loads(run("banks", *args, "--json").stdout)["uses"][0]
    size = {"ldmatrix.x4": 16, "st.b32": 4, "ld.b128": 16, "ld.b64": 8, "ld.b32": 4}[j["access"]]
    phases = [banks(j["shown"]["addresses"], ph["first_lane"], ph["lanes"], size)
              for ph in j["shown"]["phases"]]
    want = [[bank_text(*ph[bank]) for ph in phases] for bank in range(32)]
    for name in ["svg", "latex"]:
        p = run("banks", *args, "--format", name)
        got = READERS[name](p.stdout, 32, len(phases), 1)
        if p.returncode or [[c[0] if c else None for c in line] for line in got] != want:
            why = why or "%s %s %s" % (args, name, p.stderr)
    if [max(len(w) for w, _ in ph) for ph in phases] != [ph["degree"] for ph in j["shown"]["phases"]]:
        why = why or "degrees of %s" % args
    p = run("banks", *args, "--picture")
    if p.returncode or "degree of each phase: " + " ".join(
            str(ph["degree"]) for ph in j["shown"]["phases"]) not in p.stdout:
        why = why or p.stdout + p.stderr
tap.ok(not why, "banks: words and lanes of each bank", why)

with tempfile.TemporaryDirectory() as d:
    for args, name in [(["frag", "m64n8k16"], "f"), (["banks", "--access", "ld.b32", "0", "128"], "b")]:
        p = run(*args, "-o", "%s/%s.svg" % (d, name))
        again = run(*args, "-o", "%s/%s.svg" % (d, name))
        tap.ok(p.returncode == 0 and again.returncode == 3 and
               open("%s/%s.svg" % (d, name)).read() == run(*args, "--format", "svg").stdout,
               "-o of %s: the file, and kept the second time" % args[0], p.stderr + again.stderr)
        p = run(*args, "-o", "%s/%s.png" % (d, name))
        tap.ok(p.returncode == 2 and p.stdout == "", "-o of %s: an ending that tells nothing" % args[0])
    p = run("frag", "m64n256k16", "--format", "latex")
    tap.ok(p.returncode == 2 and "4096" in p.stderr and p.stdout == "", "too many cells for TeX")
    page = d + "/f.html"
    run("frag", "mma.m16n8k16", "-o", page)
    why = browser.missing()
    if why:
        tap.skip("the page of a fragment", why)
    else:
        b = browser.Browser()
        try:
            b.open(page)
            want = texts(GOLDEN["SM80_16x8x16_F32F16F16F32_TN", "C"])
            got = b.js("return [...document.querySelectorAll('#drawn-grid .c')].map(c => c.textContent)")
            tap.ok(got == [" ".join(c) for line in want for c in line], "the page of a fragment", got[:8])
            b.pointer("#drawn-9-3")
            tap.ok(b.text("#drawn-detail") == "(9, 3): " + ", ".join(want[9][3]), "hover an element", b.text("#drawn-detail"))
            tap.ok(b.log() == [], "nothing on the console", b.log())
        finally:
            b.close()
tap.done()
