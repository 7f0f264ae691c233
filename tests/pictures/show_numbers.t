#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Every number in a picture is read back and compared with a naive implementation of where the bytes
# are, for all kinds of picture, both units and every format.
import itertools
import random
import sys

sys.path.insert(0, "tests/lib")
from pictures import *

tap = Tap()
NAMES = ["offset", "byte", "bank"]


def check_json(what, args, byte_of, mn, k, dtype, major, unit, start):
    """The JSON of a picture against the naive numbers; returns those, or None."""
    cell = step(dtype, major, unit)
    j = show_json(*args, "--unit", unit)
    if "error" in j:
        return None, j["error"]
    rows, cols = mn // cell[0], k // cell[1]
    byte, off = expected(byte_of, rows, cols, cell, start, BITS[dtype], unit)
    if (j["rows"], j["cols"], tuple(j["cell"])) != (rows, cols, cell):
        return None, "shape %s" % j["cell"]
    if j["bytes"] != byte or j["offsets"] != off:
        return None, "numbers differ: " + what
    for a in j["arrows"]:
        f, t = a["from"], a["to"]
        if a["label"] != "%s %d B" % (a["name"], byte[t[0]][t[1]] - byte[f[0]][f[1]]):
            return None, "arrow %s" % a
    return (byte, off, rows, cols, j), ""


def check_formats(args, unit, numbers):
    """The same numbers out of every format."""
    byte, off, rows, cols, _ = numbers
    want = words(byte, off, unit, NAMES)
    for name, reader in READERS.items():
        for extra in [[], ["--ascii"], ["--color", "always"]] if name == "text" else [[]]:
            p = run("show", *args, "--unit", unit, "--cells", ",".join(NAMES), "--format", name, *extra)
            if p.returncode != 0 or reader(p.stdout, rows, cols, len(NAMES)) != want:
                return "%s %s: %s" % (name, extra, p.stderr)
    return ""


# Tiles: every type, major, swizzle, operand, order.
n_tiles = n_formats = 0
why = ""
arrows = set()
for dtype, swz, order, op in itertools.product(BITS, ROW, ["1,2", "2,1"], "ab"):
    for major in ["k", "mn"] if BITS[dtype] == 16 else ["k"]:
        wide, block_k = ROW[swz] * 8 // BITS[dtype], 256 // BITS[dtype]
        mn = 128
        k = 2 * max(wide, block_k) if major == "k" else 2 * block_k
        start = 0x2400
        q = dict(dtype=dtype, swizzle=swz, major=major, mn=mn, k=k, order=order, start=start)
        args = ["--dtype", dtype, "--major", major, "--swizzle", swz, "--shape", "%dx%d" % (mn, k),
                "--order", order, "--start", hex(start), "--operand", op]
        args += ["--n", "64"] if op == "b" else []
        for unit in ["element", "chunk"]:
            if mn * k > 16384 and unit == "element":
                continue
            got, err = check_json(str(q), args, lambda r, c: tile_byte(q, r, c), mn, k, dtype, major,
                                  unit, start)
            n_tiles += 1
            why = why or err and "%s %s" % (args, err)
            if got:
                arrows |= {(major, swz != "none", a["name"]) for a in got[4]["arrows"]}
            if got and op == "a" and order == "1,2" and dtype in ("f16", "tf32") and \
                    got[2] * got[3] <= 4096:
                n_formats += 1
                err = check_formats(args, unit, got)
                why = why or err and "%s %s" % (args, err)
tap.ok(not why, "tiles: %d, all numbers and arrows" % n_tiles, why)
tap.ok(n_formats >= 8, "tiles: %d in every format" % n_formats)
want = {("k", False, "LBO"), ("k", False, "SBO"), ("k", True, "SBO"), ("mn", False, "LBO"),
        ("mn", False, "SBO"), ("mn", True, "LBO"), ("mn", True, "SBO")}
tap.ok(arrows == want, "arrows: drawn for the fields that are read, and only for them", arrows ^ want)

# The arrows of every block of a tile start at that block.
q = dict(dtype="f16", swizzle="64B", major="mn", mn=128, k=64)
args = ["--major", "mn", "--swizzle", "64B", "--shape", "128x64"]
why = ""
for i, jj in itertools.product(range(2), range(4)):
    j = show_json(*args, "--block", "%d,%d" % (i, jj))
    first = [i * j["block"][0], jj * j["block"][1]]
    why = why or any(a["from"] != first for a in j["arrows"]) and str(j["arrows"])
    start = (int(j["descriptor"], 16) & 0x3FFF) * 16
    why = why or start != j["bytes"][first[0]][first[1]] and "word %s" % j["descriptor"]
tap.ok(not why, "arrows and the descriptor follow --block", why)

# Maps of random descriptors.
seed = 20240611
rnd = random.Random(seed)
why, n_maps = "", 0
for dtype, mode in itertools.product(BITS, range(4)):
    for major in ["k", "mn"] if BITS[dtype] == 16 else ["k"]:
        for op, n, sparse in [("a", 64, 0), ("b", rnd.choice([8, 24, 96, 256]), 0), ("b", 64, 1)]:
            if sparse and dtype == "b1" or op == "b" and BITS[dtype] <= 8 and n == 24:
                n, sparse = 32, 0
            word = (rnd.randrange(64, 512) | rnd.randrange(1, 99) << 16 | rnd.randrange(1, 99) << 32 |
                    (rnd.randrange(8) if mode else 0) << 49 | mode << 62)
            k = (512 if sparse else 256) // BITS[dtype]
            start = word % 2**14 * 16
            args = ["0x%016x" % word, "--dtype", dtype, "--major", major, "--operand", op]
            args += ["--n", str(n)] if op == "b" else []
            args += ["--sparse"] if sparse else []
            for unit in ["element", "chunk"]:
                cell = step(dtype, major, unit)
                rows, cols = n // cell[0], k // cell[1]
                byte, off = expected(lambda r, c: fetch_byte(word, dtype, major, r, c), rows, cols,
                                     cell, start, BITS[dtype], unit)
                j = show_json(*args, "--unit", unit)
                n_maps += 1
                if j.get("bytes") != byte or j.get("offsets") != off:
                    why = why or "%s %s" % (args, j.get("error"))
                if dtype == "f16" and mode in (0, 2) and op == "a":
                    err = check_formats(args, unit, (byte, off, rows, cols, j))
                    why = why or err and "%s %s" % (args, err)
tap.ok(not why, "maps: %d random descriptors, seed %d" % (n_maps, seed), why)

# Atoms, at an aligned start.
why = ""
for dtype, swz in itertools.product(BITS, ROW):
    for major in ["k", "mn"] if BITS[dtype] >= 8 else ["k"]:
        wide = ROW[swz] * 8 // BITS[dtype]
        mn, k = (8, wide) if major == "k" else (wide, 8)
        q = dict(dtype=dtype, swizzle=swz, major=major, mn=mn, k=k, start=0x400)
        args = ["--atom", "--dtype", dtype, "--major", major, "--swizzle", swz, "--start", "0x400"]
        for unit in ["element", "chunk"]:
            got, err = check_json("", args, lambda r, c: tile_byte(q, r, c), mn, k, dtype, major, unit,
                                  0x400)
            why = why or err and "%s %s" % (args, err)
            if got and dtype == "f16":
                err = check_formats(args, unit, got)
                why = why or err and "%s %s" % (args, err)
tap.ok(not why, "atoms: every type, major, swizzle and unit", why)

# Layouts: offsets of plain and swizzled ones, against the definition.
why = ""
for text, rows, cols, value in [
        ("(4,8):(8,1)", 4, 8, lambda r, c: 8 * r + c),
        ("((2,2),(2,4)):((1,8),(2,16))", 4, 8,
         lambda r, c: r % 2 + r // 2 * 8 + c % 2 * 2 + c // 2 * 16),
        ("Sw<2,0,3> o 0 o (8,8):(8,1)", 8, 8, lambda r, c: (v := 8 * r + c) ^ (v >> 3 & 3)),
        ("(6):(2)", 1, 6, lambda r, c: 2 * c),
        ("(2,3,2):(1,2,10)", 2, 6, lambda r, c: r + c % 3 * 2 + c // 3 * 10),
        ("(2,2):(-1,4)", 2, 2, lambda r, c: -r + 4 * c)]:
    j = show_json("--layout", text)
    want = [[value(r, c) for c in range(cols)] for r in range(rows)]
    if j.get("offsets") != want or j.get("bytes") is not None:
        why = why or "%s %s" % (text, j)
    for name, reader in READERS.items():
        p = run("show", "--layout", text, "--format", name)
        if reader(p.stdout, rows, cols, 1) != [[[str(v)] for v in line] for line in want]:
            why = why or "%s as %s\n%s" % (text, name, p.stdout)
tap.ok(not why, "layouts: offsets in every format", why)

# A tagged swizzle works on absolute addresses: a base that is not aligned shifts its phase.
text = "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)"
why = ""
for start in [0, 128, 0x380, 0x410]:
    j = show_json("--layout", text, "--start", hex(start))
    want = [[swizzled(start + r * 128 + c * 2, "128B") for c in range(64)] for r in range(8)]
    why = why or j.get("bytes") != want and "start %d" % start
tap.ok(not why, "layouts: addresses of a swizzled layout at any start", why)
j = show_json("--layout", "(8,4):(4,1)", "--dtype", "tf32", "--start", "16")
tap.ok(j.get("bytes") == [[16 + 4 * (4 * r + c) for c in range(4)] for r in range(8)],
       "layouts: --dtype gives addresses")
tap.done()
