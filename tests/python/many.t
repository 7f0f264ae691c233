#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many words at once: the numbers that one word after the other gives, from and into buffers of any
kind, with and without NumPy; refusals."""
import array
import ctypes
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "cli/python")
from tap import BUILD, done, golden, ok, same, skip  # noqa: E402

LIBRARY = os.path.abspath(os.path.join(BUILD, "libwgdesc-ask.so"))
if b"__asan_init" in subprocess.run(["nm", "-D", LIBRARY], stdout=subprocess.PIPE).stdout:
    print("1..0 # SKIP no plain-library: this one has a sanitizer, Python has not")
    sys.exit(0)
os.environ["WGDESC_ASK_LIBRARY"] = LIBRARY
sys.dont_write_bytecode = True
import wgdesc  # noqa: E402
from wgdesc import WgdescError, many  # noqa: E402

WORD = 0x4000004000010040
TILE = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
SEED = int(os.environ.get("WGD_SEED", "20240229"))
draw = random.Random(SEED)


def lists(answer):
    """An answer of whatever kind as lists."""
    return answer.tolist()


def refusal(call, *args, **options):
    try:
        call(*args, **options)
    except (WgdescError, TypeError, ValueError, OverflowError) as e:
        return e
    return None


# ---- the golden words: what one question each gives ---------------------------------------------------
DTYPE = {8: "e4m3", 16: "f16", 32: "tf32"}
SWIZZLE = {"INTER": "none", "SW32": "32B", "SW64": "64B", "SW128": "128B"}
wrong, tiles = [], 0
for g in golden("cute_desc.jsonl")[::3]:
    if not (g["hw_legal"] and g["ok"] and g["covers"]):
        continue
    tiles += 1
    tile = dict(dtype=DTYPE[g["bits"]], major=g["major"].lower(), swizzle=SWIZZLE[g["swizzle"]], operand="b",
                shape=(g["smem_mn"], g["smem_k"]), n=g["inst_mn"], order=g["step"].replace("_", ""))
    words = many.desc([0x400, 0x8000], **tile)
    one = [[[int(b.descriptor, 16) for b in wgdesc.desc(start=s, **tile).blocks]] for s in (0x400, 0x8000)]
    got = [[sum(start, [])] for start in lists(words)]
    if got != one or one[0][0][0] != int(g["desc"], 16):
        wrong.append((g, got, one))
        continue
    word = one[0][0][0]
    reads = dict(dtype=tile["dtype"], operand="b", n=tile["n"], major=tile["major"])
    spoilt = [word, word ^ 1 << draw.randrange(64), word, word ^ 1 << draw.randrange(46)]
    maps = lists(many.map(spoilt, **reads))
    if maps != [[list(r) for r in wgdesc.map(w, **reads).bytes] for w in spoilt]:
        wrong.append((g, "map"))
    counts = lists(many.check(spoilt, start=0x400, **tile))
    if counts != [wgdesc.check(w, start=0x400, **tile).wrong for w in spoilt] or counts[0] or counts[2]:
        wrong.append((g, "check", counts))
ok(tiles > 100 and not wrong, "%d golden tiles: desc, map and check of many (seed %d)" % (tiles, SEED), *wrong[:3])
words = [WORD ^ 1 << i for i in range(64)]
same(lists(many.check(words, TILE, start=0x400)), [wgdesc.check(w, TILE, start=0x400).wrong for w in words],
     "each bit of a word spoilt")
BLACKWELL = dict(arch="sm100", block=(128, 16))
U = 0x4000404000010040
same(lists(many.map([U, U + 2], **BLACKWELL)), [[list(r) for r in wgdesc.map(w, **BLACKWELL).bytes] for w in (U, U + 2)],
     "words of tcgen05")
same(lists(many.check([U, WORD], "Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)", arch="sm100", start=0x400)), [0, 128 * 16],
     "and what is none of them")
same(lists(many.check([WORD, 7], "(64,16):(72,1)")), [wgdesc.check(w, "(64,16):(72,1)").wrong for w in (WORD, 7)],
     "a layout that nothing reads")

# ---- layouts: the offsets of a result, and nothing else --------------------------------------------------
for text in ("(8,4):(4,1)", "((2,4),(3,5)):((60,15),(5,1))", "Sw<2,3,3> o 0 o (16,32):(32,1)", "Sw<1,4,3> o 16 o (8,64):(64,1)"):
    listed = wgdesc.layout("eval", text)
    same((lists(many.offsets(text, range(listed.size))), many.result("eval", text)), ([*listed.offsets], listed.result),
         "offsets of " + text)
rows = [g for g in golden("cute_algebra.jsonl") if g.get("ok", True)][::5]
wrong = []
for g in rows:
    try:
        want = wgdesc.layout(g["op"], *g["args"])
    except WgdescError as e:
        want = e
    got = refusal(lambda: many.result(g["op"], *g["args"]))
    if isinstance(want, WgdescError) or not isinstance(want.result, str) or "size" not in want:
        if not isinstance(got, WgdescError):
            wrong.append((g, got))
    elif many.result(g["op"], *g["args"]) != want.result:
        wrong.append(g)
ok(len(rows) > 50 and not wrong, "%d golden operations" % len(rows), *wrong[:3])
same(lists(many.offsets("(8,4):(4,1)", [5, 0, 31])), [20, 0, 31], "at the indices that are asked for")
same([refusal(many.offsets, "(8,4):(4,1)", [i]).code for i in (1 << 63, (1 << 64) - 1)], ["range"] * 2, "an index beyond 63 bits")
same([refusal(many.result, op, "(8,4):(4,1)").field for op in ("size", "same", "linear")][0::2], ["op", "op"], "no layout, no offsets")

# ---- buffers ------------------------------------------------------------------------------------------
want = lists(many.check([WORD, WORD + 1], TILE, start=0x400))
same(want[0] == 0 < want[1], True, "a right word and a wrong one")
kinds = {"array": array.array("Q", [WORD, WORD + 1]), "signed": array.array("q", [WORD, WORD + 1]),
         "bytes": memoryview(array.array("Q", [WORD, WORD + 1]).tobytes()).cast("Q"),
         "texts": [hex(WORD), hex(WORD + 1)], "nested": [[WORD], (WORD + 1,)],
         "results": [wgdesc.solve(TILE, start=0x400), WORD + 1],
         "strided": memoryview(array.array("Q", [WORD, 0, WORD + 1, 0]))[::2], "generated": (WORD + i for i in range(2))}
for name, words in kinds.items():
    same(lists(many.check(words, TILE, start=0x400)), want, "words as " + name)
out = array.array("I", [9, 9])
ok(many.check(kinds["array"], TILE, start=0x400, out=out) is out and out.tolist() == want, "into a buffer of the caller's", out)
room = bytearray(8)
many.check(kinds["array"], TILE, start=0x400, out=room)
same(memoryview(room).cast("I").tolist(), want, "and into bytes")
for name, bad in (("small", bytearray(4)), ("large", bytearray(16)), ("constant", bytes(8)),
                  ("of other items", array.array("Q", [0]))):
    ok(getattr(refusal(many.check, [WORD, WORD], TILE, start=0x400, out=bad), "field", None) == "out", "an out that is %s is refused" % name)
# What the library returns is whether the answer is yes.
room, text = array.array("I", [9, 9]), json.dumps({"cmd": "check", "layout": TILE, "start": 0x400}).encode()
for name, pair, rc in (("right words", [WORD, WORD], 0), ("a wrong one", [WORD + 1, WORD], 1), ("and behind a right one", [WORD, WORD + 1], 1)):
    asked, answer = array.array("Q", pair), ctypes.c_void_p()
    same(wgdesc._core._LIB.wgdesc_ask_many(text, len(text), asked.buffer_info()[0], 2, room.buffer_info()[0], 8,
                                           ctypes.byref(answer), None), rc, name + ": what is returned")
    wgdesc._core._LIB.wgdesc_ask_free(answer)
same([lists(f([], **o)) for f, o in ((many.check, dict(layout=TILE)), (many.map, {}),
                                     (many.desc, dict(major="k", swizzle="128B", shape=(64, 64))))], [[]] * 3, "none at all")
for name, call, args, options, code, field in (
        ("a layout", many.check, ([WORD], "(64,16"), {}, "syntax", "layout"),
        ("a word for tcgen05", many.map, ([U, WORD],), BLACKWELL, None, "desc"),
        ("a start", many.desc, ([0, 7],), dict(major="k", swizzle="128B", shape=(64, 64)), "align", "start"),
        ("a start too many", many.desc, ([0],), dict(major="k", swizzle="128B", shape=(64, 64), start=0), "usage", "start"),
        ("the way back", many.map, ([WORD],), dict(byte=0), "usage", "byte"),
        ("where an element is", many.map, ([WORD],), dict(major="k", element=[3, 5]), "usage", "element"),
        ("a form", many.map, ([WORD],), dict(format="csv"), "usage", "format"),
        ("a slice", many.desc, ([0],), dict(major="k", swizzle="128B", shape=(64, 64), slice=[[0, 64], [0, 16]]), "usage", "slice"),
        ("a block", many.desc, ([0],), dict(major="k", swizzle="128B", shape=(64, 64), block="0,1"), "usage", "block"),
        ("an N", many.desc, ([0],), dict(major="k", swizzle="128B", shape=(64, 64), n=12), "n", "n"),
        ("a start beyond 63 bits", many.desc, ([1 << 63],), dict(major="k", swizzle="128B", shape=(64, 64)), None, "start"),
        ("stages", many.desc, ([0],), dict(major="k", swizzle="128B", shape=(64, 64), stages=2), "usage", "stages"),
        ("an architecture without descriptors", many.desc, ([0],), dict(major="k", swizzle="128B", shape=(64, 64), arch="sm120"), None, "arch"),
        ("a block that is not there", many.check, ([WORD], TILE), dict(block=[9, 9]), None, "block"),
        ("an N of maps", many.map, ([WORD],), dict(operand="b", n=12), "n", "n"),
        ("a key", many.check, ([WORD], TILE), dict(colour=1), "key", "")):
    e = refusal(call, *args, **options)
    ok(isinstance(e, WgdescError) and e.field == field and code in (None, e.code), "refused: " + name, repr(e))


class Endless:
    """More numbers than there is room for."""

    def __iter__(self):
        while True:
            yield WORD


wgdesc._buffers.COPIED_MAX = 1000  # for the test to be short
inner = [WORD]
inner.append(inner)
BAD_WORDS = {"of more than 64 bits": [1 << 64], "negative": [-1], "that is no integer": [1.5], "that is no number": ["zz"],
             "alone, not many": WORD, "as text": hex(WORD), "as bytes": b"12345678", "as floats": array.array("d", [1.0]),
             "that is None": None, "in a list of itself": inner, "without end": Endless(), "of a range too long": range(1 << 70)}
for name, bad in BAD_WORDS.items():
    for call, options, field in ((many.check, dict(layout=TILE), "words"), (many.offsets, dict(layout="8:1"), "indices"),
                                 (many.desc, dict(major="k", swizzle="128B", shape=(64, 64)), "starts")):
        e = refusal(lambda: call(indices=bad, **options) if field == "indices" else call(bad, **options))
        ok(isinstance(e, WgdescError) and e.field == field and e.want and field + ": " in str(e), "a word %s is refused: %s" % (name, field), repr(e))
e = refusal(many.map, array.array("Q", [WORD]) * 300000, major="k")
ok(isinstance(e, WgdescError) and (e.code, e.field) == ("limit", "out") and "in parts" in e.hint, "an answer of more than 1 GiB has no room", repr(e))
for name, bad in (("a number", 3), ("a list", [0]), ("floats", array.array("f", [0])), ("strided", memoryview(array.array("I", [0] * 4))[::2])):
    e = refusal(many.check, [WORD, WORD], TILE, start=0x400, out=bad)
    ok(isinstance(e, WgdescError) and (e.code, e.field) == ("value", "out"), "an out that is %s is refused" % name, repr(e))
same(json.loads(wgdesc._core.ask_many_bytes(b'{"cmd":"decode"}', None, 0, None, 0))["error"]["code"], "usage",
     "a command that does not take many")

# What the library itself says of sizes: how many bytes, that they do not fit, and numbers too many to count bytes for.
MAP = b'{"cmd":\n"map",\r\n"major": "k"\n}\n'
one, room = array.array("Q", [WORD]), array.array("I", [7] * 64 * 16)
at, to = (ctypes.c_void_p(x.buffer_info()[0]) for x in (one, room))
a = json.loads(wgdesc._core.ask_many_bytes(MAP, None, 1, None, 0))
same((a["shape"], a["item"], a["bytes"]), ([1, 64, 16], 4, 4 * 64 * 16), "a request of several lines, and the bytes of its answer")
for n, out, size in ((1, to, 4 * 64 * 16 - 1), (1 << 63, None, 0), (1 << 62, None, 0), (1 << 58, None, 0)):
    e = json.loads(wgdesc._core.ask_many_bytes(MAP, at if out else None, n, out, size))["error"]
    same((e["code"], e["field"], e["got"]), ("limit", "out", str(size)), "%d words into %d bytes" % (n, size))
for request, field in ((b'{"cmd":"check","layout":"%s","block":[9,9]}' % TILE.encode(), "block"),
                       (b'{"cmd":"desc","major":"k","swizzle":"128B","shape":[64,40]}', "shape")):
    e = json.loads(wgdesc._core.ask_many_bytes(request, at, 1, to, 4 * 64 * 16))["error"]
    same(e["field"], field, "a question that is refused, with room for its answer: " + field)
same(room.tolist(), [7] * 64 * 16, "and nothing is written")
a = json.loads(wgdesc._core.ask_many_bytes(MAP, at, 1, to, 4 * 64 * 16))
same((a["ok"], room.tolist()), (True, sum(many.map([WORD], major="k").tolist()[0], [])), "into just enough")

# ---- NumPy, where it is -----------------------------------------------------------------------------------
try:
    import numpy
except ImportError:
    skip("words as NumPy arrays", "no numpy here")
    done()
words = numpy.array([[WORD, WORD + 1]], dtype=numpy.uint64)
got = many.check(words, TILE, start=0x400)
same((got.dtype, got.tolist()), (numpy.dtype("uint32"), want), "words as a NumPy array")
same(many.check(words.astype(numpy.int64)[:, ::-1], TILE, start=0x400).tolist(), want[::-1], "strided and signed")
words.flags.writeable = False
same(many.map(words[0], major="k")[0, 1, 2], wgdesc.map(WORD).bytes[1][2], "a constant one; the map by its coordinates")
into = numpy.zeros((2, 64, 16), numpy.uint32)
ok(many.map(words, out=into) is into and into.any(), "into a NumPy array")
for kind, bad in (("floats", [1.0]), ("complex", [1j]), ("of the other byte order", numpy.array([WORD], ">u8")), ("objects", [object()]),
                  ("truths", [True]), ("texts", ["0x40"])):
    e = refusal(many.check, numpy.array(bad), TILE)
    ok(isinstance(e, WgdescError) and e.field == "words", "a NumPy array of %s is refused" % kind, repr(e))
for kind, bad in (("strided", numpy.zeros(4, numpy.uint32)[::2]), ("of floats", numpy.zeros(2, numpy.float32)), ("too wide", numpy.zeros(2, numpy.int64))):
    e = refusal(many.check, words, TILE, start=0x400, out=bad)
    ok(isinstance(e, WgdescError) and e.field == "out", "a NumPy out that is %s is refused" % kind, repr(e))
done()
