#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines of answers and refusals, word for word: what a mutant of the program once changed unseen."""
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from said import said  # noqa: E402
from tap import batch, done, ok, run, same  # noqa: E402


def never_said(args, word):
    _, out, err = run(*args)
    ok(word not in out + err, " ".join(args)[:70] + ": not a word of " + word, out + err)


# ---- layouts ---------------------------------------------------------------------------------
said(["layout", "size", "(4,0):(1,4)"], "the number is too small", "want at least 1)")
said(["layout", "size", "Sw<2,0,3> o -1 o 4:1"], "the number is too small", "want at least 0)")
said(["layout", "complement", "(4,4):(1,1)", "8"], "(layout: got (4,4):(1,1), want modes that do not overlap)")
said(["layout", "compozition", "4:1"], "hint: did you mean 'composition'?")
said(["layout", "ZIPPED_DIVIDZ", "4:1"], "hint: did you mean 'zipped_divide'?")
said(["list", "ATOMZ"], "hint: did you mean 'atoms'?")

# ---- plan ------------------------------------------------------------------------------------
said(["plan", "--tile", "128x256x64", "--stages", "9"],
     "(stages: got 9, want at most 4 in 232448 bytes)\n", "hint: a stage takes 49152 bytes and two barriers of 8\n")
# 64 x 32 and 8 x 32 halves are 4608 bytes; the barriers of the only stage are 16.
said(["plan", "--tile", "64x8x32", "--smem", "4607"], "(tile: got 4608, want at most 4607 bytes)")
said(["plan", "--tile", "64x8x32", "--smem", "4608"], "(tile: got 4624, want at most 4608 bytes)")
said(["plan", "--tile", "64x8x32", "--smem", "4624"], "1 stage of 4608 bytes; at most 1 fits")
said(["plan", "--tile", "64x8x32", "--smem", "4624", "--reserve", "8"], "got 4624, want at most 4616 bytes)")
said(["plan", "--tile", "128x256x64", "--start", "20000"],
     "(start: got 20000, want a multiple of 1024 bytes)", "hint: declare the buffer")
# The ring of 4 stages of 49152 bytes and its 64 bytes of barriers end at 2^18 from 65472 on.
said(["plan", "--tile", "128x256x64", "--start", "0x10000"], "(start: got 65536, want 0 to 65472)")
said(["plan", "--tile", "64x512x64"], "warpgroups     2 consumers of 64x256 and one producer: 384 threads")
said(["plan", "--tile", "64x512x64", "--json"], '"consumers":2,', '"split":"n"')
said(["plan", "--tile", "128x256x64", "--json"], '"split":"m"')

# ---- tiles -----------------------------------------------------------------------------------
said(["desc", "--operand", "b", "--major", "k", "--swizzle", "none", "--shape", "12x16"],
     "the tile's MN is not a legal N, and no N is given (n: got 12, want an N that divides it)")
said(["desc", "--operand", "b", "--n", "12", "--major", "k", "--swizzle", "none", "--shape", "24x16"],
     "not a legal N of a wgmma instruction (n: got 12, want 8 to 256 in steps of 8; nearest: 8 16)")
said(["desc", "--major", "k", "--swizzle", "128B", "--shape", "64x64", "--stages", "8", "--start", "0x38000"],
     "  next stage    add 512 to the descriptor (8192 B)\n",
     "warning: block (0,0) of stage 4 starts at 0x40000, over the 14 bits of the field:\n",
     "    3    0x3e000   0x4000004000013e00\n", "    4    0x40000   does not fit\n")
TILE = {"major": "mn", "swizzle": "64B", "shape": [128, 64]}
for cmd in ("desc", "show", "explain", "tma"):
    first, second = batch([{"cmd": cmd, **TILE, "order": o} for o in ([1, 2], [2, 1])])
    orders = [a.get("order", a.get("query", {}).get("order")) for a in (first, second)]
    if cmd in ("desc", "tma"):
        same(orders, [[1, 2], [2, 1]], "the order of a tile in the JSON of " + cmd)
    ok(first["ok"] and second["ok"] and first != second, "and it makes a difference to " + cmd, first)
show = batch([{"cmd": "show", "major": "mn", "swizzle": "64B", "shape": [64, 16]}])[0]
same({k: show[k] for k in ("kind", "unit", "descriptor", "rows", "cols", "cell", "atom", "core", "block")},
     {"kind": "tile", "unit": "chunk", "descriptor": "0x8000004000200000", "rows": 8, "cols": 16,
      "cell": [8, 1], "atom": [4, 8], "core": [1, 8], "block": [8, 16]}, "show's JSON of a tile")
# Chunk m of k lies at k * 4 + m of its atom of 512 bytes, m XORed with bits 1 and 2 of k; the next atom
# of M is 512 bytes on, of K 1024.
same(show["offsets"], [[m // 4 * 32 + k // 8 * 64 + k % 8 * 4 + (m % 4 ^ k % 8 // 2) for k in range(16)]
                       for m in range(8)], "and its offsets, worked out here")
same([(a["name"], a["label"], a["from"], a["to"]) for a in show["arrows"]],
     [("LBO", "LBO 512 B", [0, 0], [4, 0]), ("SBO", "SBO 1024 B", [0, 0], [0, 8])], "and its arrows")

# ---- solve, map, diff, banks -------------------------------------------------------------------
SW = "Sw<%d,%d,3> o smem_ptr[16b] o %s"
said(["solve", "--layout", SW % (2, 1, "(64,64):(64,1)")],
     "no descriptor: the swizzle moves pieces of 2 bytes; wgmma's patterns move whole 16-byte pieces\n")
said(["solve", "--layout", SW % (2, 3, "(64,64):(64,1)")], "no descriptor: ")
said(["solve", "--layout", SW % (1, 4, "(8,16):(16,1)"), "--operand", "b", "--start", "0x80"],
     "free: LBO and SBO may hold anything here\n", "free: base offset but for its lowest bit\n")
said(["solve", "--layout", SW % (2, 4, "(64,16):(32,1)")],
     "free: LBO may hold anything here\n", "free: base offset but for its lowest 2 bits\n")
said(["solve", "--layout", "((8,8),(8,2)):((8,64),(1,512))"], "free: base offset\n")
never_said(["solve", "--layout", SW % (3, 4, "(64,64):(64,1)")], "free: base")
never_said(["solve", "--layout", "((8,8),(8,2)):((8,64),(1,512))"], "may hold anything")
K128 = "0x4000004000010040"
said(["map", K128], "map of %s: f16 A, K-major, 64x16 elements\n" % K128,
     "extent      0x400-0x23ff, 8192 bytes\n", "read twice  0 bytes\n",
     "never read  6144 bytes: 0x420-0x47f, 0x4a0-0x51f, ", ", ...\n", "     0 0x0400 0x0402")
said(["map", "0x0000000000000040"], "extent      0x400-0x47f, 128 bytes\n",
     "read twice  128 bytes: 0x400-0x47f\n", "never read  0 bytes\n")
said(["map", "0x4000004000003fff"], "extent      0x3ff80-0x41fff, 8320 bytes, which leaves the 18-bit window\n")
said(["map", K128, "--sparse", "--operand", "b", "--n", "8"], "f16 B, K-major, 8x32 elements, sparse form\n",
     "never read  512 bytes: ", "0x780-0x7bf\n")
said(["map", K128, "--dtype", "b1"], "b1 A, K-major, 64x256 elements\n", "  mn\\k      0      8     16",
     "     0 0x0400 0x0401 0x0402")
said(["map", K128, "--byte", "0x420"], "byte 0x420 feeds no element\n")
never_said(["map", K128, "--byte", "0x41f"], "no element")
a = batch([{"cmd": "map", "desc": K128, "byte": b} for b in ("0x41e", "0x41f", "0x420", "0x3ff", "0x1c00", "0x2400")])
same([[tuple(e) for e in x["elements"]] for x in a],
     [[(0, 15)], [(0, 15)], [], [], [(48, 0)], []], "the elements of single bytes")
said(["diff", K128, "0x0000008000020041"], "different for every wgmma\n",
     "start        64 (1024 B) against 65 (1040 B): matters\n", "layout_type  1 against 0: matters\n")
for arch in ("sm100", "sm103"):  # two words that stand for nothing
    rc, out, err = run("diff", "0xbd3e5d3931bffddc", "0x608654a75c705c50", "--arch", arch)
    ok((rc, out) == (2, "") and "the layout type stands for nothing (desc: got 5" in err, "refused: " + arch, err)
said(["banks", "--bits", "8", "--shape", "4x65536", "--access", "ld.b32:column"],
     "plain                         0       6144      4  (4,65536):(65536,1)\n",
     "\nno arrangement tried is free of conflicts\n")
said(["banks", "--shape", "64x48", "--access", "ldmatrix.x4"],
     "\n  plain  ", "\n* padded by 16 bytes         1024          0      1  (64,48):(56,1)\n",
     "* the cheapest without conflicts\n")

# ---- JSON --------------------------------------------------------------------------------------
for line, pos, missing in (('{"cmd":"list"', 13, "}"), ('{"a":[1', 7, "]"), ('{"a":[1}', 7, "]"),
                           ('{"a":1]', 6, "}"), ('{"a":1 "b":2}', 7, "}"), ('{"a":[1 2]}', 8, "]")):
    e = batch([line])[0]["error"]
    same((e["code"], e["message"], e["pos"]), ("json", "',' or '%s' is missing" % missing, pos), "refused: " + line)
for text, pos in (("tru", 5), ("trux", 5), ("nulx", 5), ("falsy", 5), ("nan", 5)):
    e = batch(['{"a":%s}' % text])[0]["error"]
    same((e["code"], e["message"], e["pos"]), ("json", "this is not a JSON value", pos), "no value: " + text)
for text in ("true", "null", "7"):
    same(batch([text])[0]["error"], batch(["false"])[0]["error"], "a value that is no object: " + text)
PAIRS = (("\\ud800\\udc00", "\U00010000"), ("\\udbff\\udfff", "\U0010ffff"), ("\\ud83d\\ude00", "\U0001f600"),
         ("\\uD834\\uDD1E", "\U0001d11e"), ("\\ud7ff", "\ud7ff"), ("\\ue000", "\ue000"))
for text, character in PAIRS:
    same(batch(['{"cmd":"list","what":"ops","id":"%s"}' % text])[0].get("id"), character, "the character " + text)
for text in ("\\ud800", "\\udc00", "\\ud800\\ud800", "\\udfff\\ud800", "\\ud800\\u0041", "\\ud800x", "\\ud800\\ue000",
             "\\ud800\\udbff"):
    same(batch(['{"cmd":"list","what":"ops","id":"%s"}' % text])[0]["error"]["code"], "json", "no character: " + text)

# ---- completions -------------------------------------------------------------------------------
with open("cli/request/commands.def") as f:
    commands = re.findall(r"^X\((\w+)\)", f.read(), re.M)
with open("cli/request/options.def") as f:
    rows = re.findall(r'^X\((\w+), "([\w-]+)",(.*?)\n(?=X|\Z)', f.read(), re.M | re.S)


def operands(c):
    """The options that a command takes without their names."""
    for path in ("cli/command/%s.c" % c, "cli/program/%s.c" % c):
        if os.path.exists(path):
            with open(path) as f:
                found = re.search(r"\.operands = \{([^}]*)\}", f.read())
            return re.findall(r"OPTION_(\w+)", found.group(1)) if found else []
    return []


fish, zsh = run("completion", "fish")[1], run("completion", "zsh")[1]
zsh_of = dict(re.findall(r"^    (\w+)\)\n(.*?) ;;$", zsh, re.M | re.S))
default = "not __fish_seen_subcommand_from " + " ".join(commands[1:])
for c in commands:
    ok("\ncomplete -c wgdesc -n __fish_use_subcommand -a %s -d '" % c in fish, "fish completes " + c)
    ok(len(re.findall(r"[(| ]%s[)| ]" % c, zsh)) >= 2, "zsh completes " + c)
    names = [name for i, name, row in rows if "IN(%s)" % c in row and i not in operands(c)]
    seen = default if c == commands[0] else "__fish_seen_subcommand_from " + c
    lines = [line for line in fish.splitlines() if "-n '%s' " % seen in line]
    lost = [o for o in names if not any(" -l %s " % o in line for line in lines)]
    same(lost, [], "fish completes every option of " + c)
    arm = zsh_of.get(c, zsh_of.get("desc", ""))
    lost = [o for o in names if not re.search(r"--%s(=|\[)" % o, arm)]
    same(lost, [], "and zsh")
done()
