#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind of bad input: exit status, the field, what was got and wanted, the hint, and nothing
on standard output; as text, as JSON and, where it is a request, through batch."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402

TILE = ["--major", "mn", "--swizzle", "64B", "--shape", "64x16"]
K128 = ["--major", "k", "--swizzle", "128B", "--shape", "64x64"]
B = ["--operand", "b", "--major", "k", "--swizzle", "none"]

# name, arguments, error code, field, and pieces that the text must hold
CASES = [
    ("unknown dtype", ["--dtype", "f15", *TILE], "dtype", "dtype", ["got f15", "bf16", "did you mean 'f16'?"]),
    ("unknown dtype without a near one", ["--dtype", "zebra", *TILE], "dtype", "dtype", ["got zebra", "wgdesc list dtypes"]),
    ("unknown swizzle", ["--major", "k", "--swizzle", "48B", "--shape", "64x16"], "value", "swizzle", ["got 48B", "none, 32B, 64B or 128B"]),
    ("swizzle with a letter missing", ["--major", "k", "--swizzle", "6B", "--shape", "64x32"], "value", "swizzle", ["did you mean '64B'?"]),
    ("unknown major", ["--major", "nm", "--swizzle", "64B", "--shape", "64x16"], "value", "major", ["did you mean 'mn'?"]),
    ("unknown operand", ["--operand", "c", *TILE], "value", "operand", ["got c", "a or b"]),
    ("empty value", ["--dtype", "", *TILE], "dtype", "dtype", ["want f16"]),
    ("MN-major 8-bit operand", ["--dtype", "e4m3", "--major", "mn", "--swizzle", "none", "--shape", "64x32"], "major", "major", ["16-bit", "K-major"]),
    ("MN-major 32-bit operand", ["--dtype", "tf32", "--major", "mn", "--swizzle", "none", "--shape", "64x8"], "major", "major", ["16-bit"]),
    ("tile that the atom does not divide", ["--major", "k", "--swizzle", "128B", "--shape", "64x16"], "tile", "shape", ["got 64x16", "128B atom 8x64", "--swizzle 32B"]),
    ("tile that the block does not divide", ["--major", "k", "--swizzle", "none", "--shape", "72x16"], "tile", "shape", ["got 72x16", "64x16"]),
    ("blocks that miss parts of the tile", ["--operand", "b", "--major", "mn", "--swizzle", "64B", "--shape", "96x16", "--n", "24"], "cover", "n", ["got 24", "--swizzle"]),
    ("illegal N", [*B, "--shape", "12x16"], "n", "n", ["got 12"]),
    ("illegal N given", [*B, "--shape", "64x16", "--n", "20"], "n", "n", ["got 20", "16", "24"]),
    ("N of 0", [*B, "--shape", "64x16", "--n", "0"], "n", "n", ["got 0"]),
    ("negative N", [*B, "--shape", "64x16", "--n", "-8"], "n", "n", ["got -8"]),
    ("N over 256", [*B, "--shape", "512x16", "--n", "512"], "n", "n", ["got 512", "256"]),
    ("N 8 mod 16 of an integer type", ["--dtype", "s8", *B, "--shape", "40x32"], "n", "n", ["got 40"]),
    ("start that is no multiple of 16", [*TILE, "--start", "0x408"], "align", "start", ["multiple of 16"]),
    ("start beyond the window", [*TILE, "--start", "0x40000"], "range", "start", ["18-bit", "0x3fff0"]),
    ("tile that leaves the window", [*TILE, "--start", "0x3fe00"], "range", "start", ["window"]),
    ("start not aligned to the swizzle", [*TILE, "--start", "0x480"], "align", "start", ["multiple of 512", "0x600", "base_offset"]),
    ("negative start", [*TILE, "--start", "-16"], "range", "start", ["got -16"]),
    ("tile over the window", ["--major", "k", "--swizzle", "none", "--shape", "8192x64"], "range", "shape", ["262144"]),
    ("order that is none", [*TILE, "--order", "1,1"], "value", "order", ["1,2"]),
    ("order beyond an int", [*TILE, "--order", "4294967297,2"], "value", "order", ["1,2"]),
    ("zero shape", ["--major", "k", "--swizzle", "none", "--shape", "0x16"], "tile", "shape", ["0x16"]),
    ("negative shape", ["--major", "k", "--swizzle", "none", "--shape", "-64x16"], "tile", "shape", ["-64x16"]),
    ("junk behind a shape", ["--major", "k", "--swizzle", "none", "--shape", "64x16x"], "syntax", "shape", ["got 64x16x", "64x16"]),
    ("a shape of three", ["--major", "k", "--swizzle", "none", "--shape", "64x16x8"], "syntax", "shape", ["64x16x8"]),
    ("a shape of one", ["--major", "k", "--swizzle", "none", "--shape", "64"], "syntax", "shape", ["got 64"]),
    ("junk behind a number", [*B, "--shape", "64x16", "--n", "12a"], "syntax", "n", ["got 12a"]),
    ("an empty number", [*B, "--shape", "64x16", "--n", ""], "syntax", "n", ["whole number"]),
    ("a number with a blank", [*B, "--shape", "64x16", "--n", " 8"], "syntax", "n", ["whole number"]),
    ("a fraction", [*B, "--shape", "64x16", "--n", "8.0"], "syntax", "n", ["got 8.0"]),
    ("overflowing number", [*B, "--shape", "64x16", "--n", "99999999999999999999"], "overflow", "n", ["99999999999999999999"]),
    ("overflowing hex", [*TILE, "--start", "0x10000000000000000"], "overflow", "start", ["0x1000"]),
    ("overflowing shape", ["--major", "k", "--swizzle", "none", "--shape", "9223372036854775808x16"], "overflow", "shape", []),
    ("huge shape", ["--major", "k", "--swizzle", "none", "--shape", "9223372036854775807x9223372036854775807"], "range", "shape", []),
    ("bad hex", [*TILE, "--start", "0xzz"], "syntax", "start", ["got 0xzz"]),
    ("hex without digits", [*TILE, "--start", "0x"], "syntax", "start", ["got 0x"]),
    ("no such option", ["--swizle", "64B"], "usage", "", ["no such option", "did you mean '--swizzle'?"]),
    ("operands as an option", ["layout", "size", "--args", "(2,2)"], "usage", "args", ["got (2,2)", "leave the option's name out"]),
    ("an address that the start takes over an integer", ["banks", "--access", "ld.b32", "--start", "16", "0", "9223372036854775807"], "range", "addresses", ["got 9223372036854775807", "--start added"]),
    ("a start beyond shared memory", ["banks", "--access", "ld.b32", "--start", "9223372036854775807", "--formula", "t"], "range", "start", ["got 9223372036854775807", "0 to 262143"]),
    ("a tile with an --op that is none", ["map", "--op", "fp8", *TILE], "syntax", "op", ["got fp8"]),
    ("operands as an option, of banks", ["banks", "--access", "ld.b32", "--addresses=0"], "usage", "addresses", ["got 0"]),
    ("a name behind one dash", ["-json"], "usage", "", ["got -json", "did you mean '--json'?"]),
    ("no name before the sign", ["--=5"], "usage", "", ["no such option", "got --=5"]),
    ("an overflow far behind", [*B, "--shape", "64x16", "--n", "9" * 30], "overflow", "n", ["got 999"]),
    ("a word of 65 digits", ["decode", "0x" + "0" * 65], "syntax", "desc", ["got 0x000"]),
    ("a word with two marks between digits", ["decode", "0x1__2"], "syntax", "desc", ["got 0x1__2"]),
    ("a word with a mark behind a letter", ["decode", "0x1g_2"], "syntax", "desc", ["got 0x1g_2"]),
    ("a word that is a blank", ["check", " ", "(8,8):(8,1)"], "syntax", "desc", ["hexadecimal digits"]),
    ("kilobytes without a number", [*TILE, "--start", "xK"], "syntax", "start", ["got xK"]),
    ("a block in two words", ["show", *TILE, "--block", "1", "2"], "usage", "block", ["got 1 2", "write --block 1,2"]),
    ("a tile in two words of three", ["plan", "--tile", "128", "64"], "usage", "tile", ["got 128 64", "write --tile 128x64"]),
    ("and a word behind them", ["plan", "--tile", "128", "64", "x"], "usage", "tile", ["got 128 64"]),
    ("an empty word behind a shape", ["--shape", "64", ""], "usage", "cmd", ["no such command"]),
    ("a word that only begins as a descriptor", ["0z"], "usage", "cmd", ["got 0z"]),
    ("half a layout too many", ["decode", "0x1", "8)"], "syntax", "desc", ["got 8)"]),
    ("half a layout behind a list", ["list", "dtypes", "8)"], "usage", "", ["quote a layout"]),
    ("a character that cannot be shown", ["--dtype", "f\x7f16", *TILE], "dtype", "dtype", ["got f?16"]),
    ("no such letter", ["-q"], "usage", "", ["no such option"]),
    ("no such letter in a bundle, behind an operand", ["decode", "0x1", "-qj"], "usage", "", ["no such option", "got -qj"]),
    ("and behind standard input", ["decode", "-", "-qj"], "usage", "", ["no such option", "got -qj"]),
    ("an operand that looks like an option", ["layout", "size", "-1:1"], "usage", "", ["got -1:1", "behind --"]),
    ("an unknown letter behind operands", ["decode", "0x1", "-x"], "usage", "", ["got -x"]),
    ("option without its value", ["--dtype"], "usage", "dtype", ["--dtype needs a value"]),
    ("flag with a value", ["--json=1", *TILE], "usage", "json", ["--json=1", "takes no value"]),
    ("ambiguous option", ["--s", "64x16"], "usage", "", ["cut too short", "--swizzle, --shape, --slice, --start"]),
    ("the same option twice", ["--dtype", "f16", "--dtype", "bf16", *TILE], "usage", "dtype", ["twice"]),
    ("option of another command", ["decode", "0x1", "--swizzle", "64B"], "usage", "swizzle", ["does not take"]),
    ("unknown command with options of its own", ["explian", "--step", "1"], "usage", "cmd", ["did you mean 'explain'?"]),
    ("no such command", ["decod", "0x1"], "usage", "cmd", ["got decod", "completion, help)", "did you mean 'decode'?"]),
    ("a descriptor for a command", ["0x4000004000010040"], "usage", "cmd", ["wgdesc decode"]),
    ("operand too many", ["map", "0x1", "0x2", "0x3"], "usage", "", ["got 0x2"]),
    ("missing option", ["--major", "k", "--swizzle", "none"], "usage", "shape", ["missing", "--help"]),
    ("a word and another", ["decode", "0x1", "--desc", "0x2"], "usage", "desc", ["the word is given twice"]),
    ("missing operand", ["decode"], "usage", "desc", ["missing"]),
    ("format that the command lacks", ["decode", "0x1", "--format", "cute"], "value", "format", []),
    ("unknown format", ["--format", "xml", *TILE], "value", "format", ["text, json, cute"]),
    ("two formats", ["--json", "--format", "text", *TILE], "usage", "format", ["--json is --format json"]),
    ("word without 0x that is no whole one", ["decode", "400000400001f"], "syntax", "desc", ["0x"]),
    ("word of 17 digits", ["decode", "0x10000000000000000"], "overflow", "desc", ["16 hex"]),
    ("word with junk", ["decode", "0x40g"], "syntax", "desc", ["got 0x40g"]),
    ("unknown list", ["list", "dtype"], "value", "what", ["did you mean 'dtypes'?"]),
    ("unknown shell", ["completion", "tcsh"], "value", "shell", ["bash, zsh or fish"]),
    ("help for no command", ["help", "lyout"], "usage", "cmd", ["did you mean 'layout'?"]),
    ("unknown operation", ["layout", "compositoin", "4:1", "2:1"], "value", "op", ["did you mean 'composition'?"]),
    ("eval without a layout", ["layout", "eval", "5", "6"], "domain", "layout", ["colon"]),
    ("too few arguments", ["layout", "composition", "4:1"], "usage", "args", ["got 1", "composition layout"]),
    ("too many arguments", ["layout", "flatten", "4:1", "4:1"], "usage", "args", ["got 2"]),
    ("a layout of one letter", ["solve", "x"], "syntax", "layout", ["x"]),
    ("an empty text", ["layout", "size", ""], "syntax", None, ["got the end of the text"]),
    ("a pointer that does not end", ["solve", "smem_ptr[16b](0x400"], "syntax", "layout", ["want ')'"]),
    ("a sparse pointer alone", ["solve", "smem_sparse"], "syntax", "layout", ["got 's'"]),
    ("a sparse pointer of nine", ["solve", "smem_sparse<9>_ptr[16b](0x0) o (64,64):(64,1)"], "syntax", "layout", ["got 's'"]),
    ("a sparse pointer of none", ["solve", "smem_sparse<0>_ptr[16b](0x0) o (64,64):(64,1)"], "syntax", "layout", ["got 's'"]),
    ("a fault before it", ["solve", "Sw<3,4 o smem_sparse<2>_ptr[16b](0x0) o (64,64):(64,1)"], "syntax", "layout", ["\n           ^\n"]),
    ("a sparse pointer in a long text", ["solve", "smem_sparse<2>_ptr[16b](0x0) o (64,64):(64,1)" + " " * 5000], "syntax", "layout", ["got 's'"]),
    ("modes that make no rows", ["solve", "(3,100,64,2):(1,3,300,19200)"], "tile", "layout", ["multiple of the block's rows"]),
    ("modes that are too few for rows", ["solve", "(2,2,2,2):(1,2,4,8)"], "tile", "layout", ["multiple of the block's rows"]),
    ("a pitch beyond all", ["solve", "--shape", "64x64", "--pitch", "9223372036854775807"], "value", "pitch", ["whole number of elements"]),
    ("a block for a block", ["map", "0x4000004000010040", "--arch", "sm100", "--operand", "b", "--major", "k", "--block", "7x7"], "n", "block", ["got 7"]),
    ("an extent below 32 bits", ["tmem", "C", "--m-sm", "-9999999999", "--n-sm", "8"], "overflow", "m-sm", ["got -9999999999"]),
    ("a weight too large", ["banks", "--shape", "64x64", "--access", "ldmatrix.x4", "--optimal", "--weights", "2000000"], "value", "weights", ["got 2000000"]),
    ("too few threads", ["banks", "--formula", "t", "--access", "ld.b32", "--threads", "0"], "value", "threads", ["got 0"]),
    ("too many threads", ["banks", "--formula", "t", "--access", "ld.b32", "--threads", "2048"], "value", "threads", ["got 2048"]),
    ("too many steps", ["banks", "--formula", "t", "--access", "ld.b32", "--steps", "2000"], "value", "steps", ["got 2000"]),
    ("no warp", ["banks", "--access", "ld.b32", "--warps", "0", "0"], "value", "warps", ["got 0"]),
    ("elements of 65 bits", ["banks", "--shape", "64x64", "--access", "ld.b32", "--bits", "65"], "value", "bits", ["got 65"]),
    ("a tile of an operand", ["frag", "m64n64k16", "--operand", "a", "--tile", "128x64"], "value", "operand", ["want c or d"]),
    ("a fragment without an extent", ["tmem", "plan", "C:x128"], "syntax", "fragments", ["    C:x128\n      ^\n"]),
    ("a fragment without the other", ["tmem", "plan", "C:128x"], "syntax", "fragments", ["    C:128x\n      ^\n"]),
    ("a fragment beyond all", ["tmem", "plan", "C:9999999999x1"], "syntax", "fragments", ["    C:9999999999x1\n      ^\n"]),
    ("a fragment without a shape", ["tmem", "plan", "a=C"], "syntax", "fragments", []),
    ("a sign behind the colon", ["tmem", "plan", "C:a=b"], "syntax", "fragments", []),
    ("a fragment's name too long", ["tmem", "plan", "a" * 24 + "=C:128x128"], "syntax", "fragments", ["1 to 23 characters"]),
    ("a fragment before the first column", ["tmem", "plan", "C:128x128@-1"], "syntax", "fragments", ["@0 to @511"]),
    ("an epilogue in PTX", ["emit", "--tile", "64x64x64", "--epilogue", "--lang", "ptx"], "value", "lang", ["got ptx, want c or cuda"]),
    ("an epilogue in JSON", ["emit", "--tile", "64x64x64", "--epilogue", "--lang", "json"], "value", "lang", ["got json, want c or cuda"]),
    ("an epilogue by no instruction", ["emit", "--tile", "64x64x64", "--epilogue", "--lang", "cuda", "--access", "zzz"], "value", "access", ["got zzz"]),
    ("an epilogue into no type", ["emit", "--tile", "64x64x64", "--epilogue", "--lang", "cuda", "--to", "s8"], "value", "to", ["got s8"]),
    ("an epilogue that cannot", ["emit", "64x64x64", "--epilogue", "--lang", "cuda", "--access", "stmatrix.x4", "--to", "f32"], "align", "access", []),
    ("an epilogue's tile that no swizzle row divides", ["emit", "--tile", "64x40x64", "--epilogue", "--d-swizzle", "128B", "--lang", "cuda"], "tile", "tile", ["got 40, want a multiple of 128 bytes"]),
    ("a copy of what an instruction says is 64 bits wide", ["copy", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"], "value", "op", ["got 64, want 8, 16 or 32"]),
    ("a copy of bits, by an instruction", ["copy", "mma.m16n8k256.s32.b1.b1.s32", "--operand", "a"], "value", "op", ["got 1, want 8, 16 or 32"]),
    ("an epilogue of a sparse plan", ["emit", "--tile", "64x64x64", "--sparse", "--epilogue", "--lang", "cuda"], "dtype", "dtype", ["got f16"]),
    ("a brace in a prefix", ["emit", "--tile", "64x64x64", "--prefix", "a{"], "value", "prefix", ["got a{"]),
    ("a colon in a prefix", ["emit", "--tile", "64x64x64", "--prefix", "a:"], "value", "prefix", ["got a:"]),
    ("a block that is none", ["desc", *K128, "--block", "9,9"], "value", "block", ["from 0,0 to 0,3"]),
    ("an N of tcgen05 below eight", ["decode", "0x4000404000010040", "--arch", "sm100", "--operand", "b", "--n", "4"], "n", "n", ["got 4"]),
    ("an N of tcgen05 between", ["decode", "0x4000404000010040", "--arch", "sm100", "--operand", "b", "--n", "12"], "n", "n", ["got 12"]),
    ("a layout of tensor memory", ["solve", "tensor<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>>"],
     "domain", "layout", ["not a layout of shared memory", "'wgdesc layout triton' gives its bases"]),
    ("malformed layout", ["layout", "coalesce", "(8,64:(64,1)"], "syntax", None, ["    (8,64:(64,1)\n         ^\n"]),
    ("layout with junk behind", ["layout", "coalesce", "8:1)"], "syntax", None, ["    8:1)\n       ^\n"]),
    ("layout that is not congruent", ["layout", "coalesce", "(8,4):(1,(2,3))"], "not_congruent", None, []),
    ("layout with an overflowing number", ["layout", "coalesce", "8:9223372036854775808"], "overflow", None, ["      ^\n"]),
    ("layout with an overflowing size", ["layout", "size", "(4294967296,4294967296):(1,1)"], "overflow", None, []),
    ("layout nested too deep", ["layout", "coalesce", "(" * 40 + "1" + ")" * 40 + ":1"], "limit", None, []),
    ("what CuTe refuses too", ["layout", "composition", "(8,5):(1,10)", "4:3"], "divisibility", None, []),
]

for name, args, code, field, pieces in CASES:
    rc, out, err = run(*args)
    first, *rest = err.split("\n")
    want_rc = 2
    good = (rc == want_rc and out == "" and first.startswith("wgdesc: error: ") and "\nhint: " in err
            and all(p in err for p in pieces) and (not field or field in first))
    ok(good, name, "exit %d" % rc, out, err, "want %r" % (pieces,))
    rc, out, err = run("--json", *[a for a in args if not a.startswith("--json=")])
    if "--format" in args or "--json=1" in args:
        continue  # the format itself is at fault
    try:
        e = json.loads(err)
    except ValueError:
        e = {"ok": True, "error": {}}
    got = (rc, out, e["ok"], e.get("schema"), e["error"].get("code"))
    good = got == (want_rc, "", False, "wgdesc/1", code) and (field is None or e["error"]["field"] == field)
    ok(good and set(e["error"]) >= {"code", "message", "hint", "field"} and e["error"]["hint"], name + ", as JSON", err)

# The same refusals as answers of batch.
TILE = {"cmd": "desc", "major": "mn", "swizzle": "64B", "shape": [64, 16]}
REQUESTS = [
    ({**TILE, "dtype": "f15"}, "dtype", "dtype"),
    ({**TILE, "swizzle": "SW16"}, "value", "swizzle"),
    ({**TILE, "swizzle": 3}, "value", "swizzle"),
    ({**TILE, "dtype": "tf32", "shape": [64, 8]}, "major", "major"),
    ({**TILE, "shape": [64, 16, 1]}, "syntax", "shape"),
    ({**TILE, "shape": [64]}, "syntax", "shape"),
    ({**TILE, "shape": [64.5, 16]}, "syntax", "shape"),
    ({**TILE, "shape": ["64", "16"]}, "syntax", "shape"),
    ({**TILE, "shape": [9223372036854775808, 16]}, "overflow", "shape"),
    ({**TILE, "shape": [9007199254740993, 16]}, "range", "shape"),
    ({**TILE, "start": 9007199254740993}, "range", "start"),
    ({**TILE, "n": -2147483649, "operand": "b"}, "n", "n"),
    ({**TILE, "n": -9223372036854775807, "operand": "b"}, "n", "n"),
    ({**TILE, "shape": {"mn": 64}}, "syntax", "shape"),
    ({**TILE, "n": "64"}, "syntax", "n"),
    ({**TILE, "n": 1.5}, "syntax", "n"),
    ({**TILE, "n": 1e300}, "overflow", "n"),
    ({**TILE, "n": True}, "syntax", "n"),
    ({**TILE, "start": -16}, "range", "start"),
    ({**TILE, "start": "0x40000"}, "range", "start"),
    ({**TILE, "start": 0x480}, "align", "start"),
    ({**TILE, "order": [2, 2]}, "value", "order"),
    ({**TILE, "n": -1e20}, "overflow", "n"),
    ({**TILE, "slice": [[0, 64, 1], [0, 16]]}, "syntax", "slice"),
    ({"cmd": "solve", "layout": 12345678901234567890}, "syntax", "layout"),
    ({"cmd": "layout", "op": "size", "args": [1e16]}, "syntax", None),
    ({"cmd": "layout", "op": "size", "args": [-1e16]}, "syntax", None),
    ({"cmd": "layout", "op": "linear"}, "usage", "args"),
    ({"cmd": "banks", "access": "ld.b32", "addresses": [1e10]}, "syntax", "addresses"),
    ({"cmd": "banks", "access": "ld.b32", "addresses": [-1e10]}, "syntax", "addresses"),
    ({"cmd": "banks", "access": "ld.b32", "addresses": [-5]}, "range", "addresses"),
    ({**TILE, "shape": None}, "usage", "shape"),
    ({"cmd": "desc", "swizzle": "64B", "shape": [64, 16]}, "usage", "major"),
    ({**TILE, "swizle": "64B"}, "key", ""),
    ({**TILE, "Dtype": "f16"}, "key", ""),
    ({**TILE, "json": True}, "key", ""),
    ({**TILE, "format": "svg"}, "value", "format"),
    ({**TILE, "format": "jsn"}, "value", "format"),
    ({"cmd": "help", "topic": "lyout"}, "usage", "cmd"),
    ({**TILE, "desc": "0x1"}, "key", ""),
    ({"major": "k"}, "key", "cmd"),
    ({"cmd": 7}, "key", "cmd"),
    ({"cmd": "dsec"}, "usage", "cmd"),
    ({"cmd": "batch"}, "usage", "cmd"),
    ({"cmd": "completion"}, "usage", "cmd"),
    ({"cmd": "decode", "desc": 5}, "syntax", "desc"),
    ({"cmd": "decode", "desc": "5g"}, "syntax", "desc"),
    ({"cmd": "layout", "op": "coalesce", "args": "4:1"}, "syntax", "args"),
    ({"cmd": "layout", "op": "coalesce", "args": [True]}, "syntax", None),
    ({"cmd": "layout", "op": "coalesce", "args": [{}]}, "syntax", None),
    ({"cmd": "layout", "op": "complement", "args": ["4:1", 1.5]}, "syntax", None),
    ({"cmd": "layout", "op": "coalesce"}, "usage", "args"),
    ({"cmd": "list"}, "usage", "what"),
    ({"cmd": "scan", "file": "-"}, "value", "file"),
    ({"cmd": "scan", "files": ["-"]}, "value", "file"),
]
for (request, code, field), a in zip(REQUESTS, batch([r for r, _, _ in REQUESTS])):
    good = (not a["ok"] and a["error"]["code"] == code and a["error"]["message"] and a["error"]["hint"]
            and (field is None or a["error"]["field"] == field))
    ok(good, "request %s" % json.dumps(request), a)

# Digits beyond a double's are said as they stand, however many and whatever stands behind them.
LONG = [10 ** n + 1 for n in range(14, 19)]
same([a["error"]["got"] for a in batch([{"cmd": "plan", "problem": [n, 1, 1], "dtype": "bf16"} for n in LONG])], [str(n) for n in LONG],
     "integers of 15 to 19 digits among others")

# --format=json, too, makes of any mistake a line of JSON; beside --json it says the same.
rc, out, err = run("--format=json", "--bogus")
same((rc, out, json.loads(err)["error"]["code"]), (2, "", "usage"), "a mistake beside --format=json")
same(run("--json", "--format", "json", "decode", "0x1"), run("--json", "decode", "0x1"), "--json twice over")

# Spellings that are taken.
same(run("--dtype", "f16", "--operand", "b", "--major", "k", "--swizzle", "none", "--shape", "\t64x16 ", "--n", "+64"),
     run("--operand", "b", "--major", "k", "--swizzle", "none", "--shape", "64x16", "--n", "64"), "a sign, and blanks of both kinds")
same(run("check", "\t0x4000004000010040;", "(8,8):(8,1)")[:2], run("check", "0x4000004000010040", "(8,8):(8,1)")[:2],
     "a word with a tab and a semicolon")

# A paste that is none.
rc, out, err = run("solve", "-", stdin=b"x" * ((1 << 20) + 1))
ok((rc, out) == (2, "") and err.startswith("wgdesc: error: the input is too long (") and "\nhint: split it" in err,
   "more than a mebibyte to solve", rc, err)
rc, out, err = run("solve", "-", stdin=" " * ((1 << 20) - len("(64,64):(72,1)")) + "(64,64):(72,1)")
same((rc, out, err), run("solve", "(64,64):(72,1)"), "and one to the byte is read")

# A word that could be two is answered, with a warning beside the answer.
LAYOUT = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
rc, out, err = run("check", "4000004000010040", LAYOUT, "--start", "0x400")
same((rc, out), run("check", "0x4000004000010040", LAYOUT, "--start", "0x400")[:2], "16 digits without 0x are hexadecimal")
ok(err.startswith("wgdesc: warning: 16 digits without 0x could be") and "\nhint: write 0x before it" in err, "and that is said", err)

rc, out, err = run()
same((rc, out, err.startswith("usage: wgdesc")), (2, "", True), "a bare wgdesc tells how to use it")
done()
