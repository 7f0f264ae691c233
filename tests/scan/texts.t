#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What scan says in its forms for people and for machines: each line of the text, and what stands in its place in
JSON, for kernels in which one thing is as it seldom is."""
import json
import os
import re
import sys
import tempfile
import xml.dom.minidom

sys.path.insert(0, "tests/lib")
from containers import elf, entry, fatbin  # noqa: E402
from scan_kernels import BEGIN, END, K128, SHARED, call, chain, kernel, one, sparse, start, words  # noqa: E402
from tap import batch, done, ok, run, same  # noqa: E402

GOLDEN = "tests/golden/ptx/"


def said(name, text, *pieces, options=(), absent=()):
    """The text of a scan has these pieces, in their order; returns the JSON of the same."""
    rc, out, err = run("scan", "-", *options, stdin=text)
    at = 0
    for piece in pieces:
        found = out.find(piece, at)
        if found < 0:
            ok(False, name + ": " + piece, rc, out, err)
            break
        at = found + len(piece)
    else:
        ok(rc in (0, 1) and not any(a in out for a in absent), name, rc, out, err)
    return json.loads(run("scan", "-", "--json", *options, stdin=text)[1])


def first(answer):
    return answer["kernels"][0]["wgmma"][0]


# ---- an instruction ---------------------------------------------------------------------------------
a = said("A in registers", kernel(words() + BEGIN + [call("{%r20, %r21, %r22, %r23}", tail=", 1, 1, 0")] + END),
         "      A  in registers\n      B  0x4000004000")
same(first(a)["a"], {"from": "registers"}, "and in JSON")
a = said("sparse", sparse(1, 32, "f32.f16.f16", ", 1, 1, 0, 0"), "m64n64k32.f32.f16.f16  sparse\n")
same((first(a)["sparse"], first(a)["selector"]), (True, 1), "and in JSON")
a = said("a product alone", kernel(words() + BEGIN + [call().replace(", 1, 1, 1, 0, 0;", ", 0, 1, 1, 0, 0;")] + END),
         "m64n64k16.f32.f16.f16  D = A*B\n")
same(first(a)["scale_d"], 0, "and in JSON")
a = said("a product or a sum", kernel(words() + ["ld.param.u32 %r1, [p1];", "setp.eq.s32 %p1, %r1, 0;"] + BEGIN +
                                      [call().replace(", 1, 1, 1, 0, 0;", ", %p1, 1, 1, 0, 0;")] + END),
         "m64n64k16.f32.f16.f16\n")
same(first(a)["scale_d"], None, "and in JSON")
a = said("a word of which nothing is known", kernel(words() + ["ld.param.u64 %rd1, [p0];"] + BEGIN + [call()] + END),
         "      A  0x????????????????  ?    k   LBO     ?  SBO     ?\n      B  0x4000004000")
same(int(first(a)["a"]["known"], 16), 0, "and in JSON")
# Bits beside a field that are not known: 16 and 30 about LBO, 48 and 52 about base_offset. Without a swizzle LBO is read.
NONE = 8 << 16 | 16 << 32
for bit, lbo, base_offset in ((15, "128", 0), (16, "?", 0), (29, "?", 0), (30, "128", 0), (48, "128", 0), (49, "128", None), (50, "128", None),
                              (51, "128", None), (52, "128", 0)):
    some = ["ld.param.u64 %rd50, [p0];", "and.b64 %%rd51, %%rd50, %d;" % (1 << bit), "or.b64 %rd1, %rd1, %rd51;"]
    a = said("bit %d is not known" % bit, kernel(words(a=NONE, b=NONE) + some + BEGIN + [call()] + END), "  LBO%6s  SBO   256" % lbo)
    same((first(a)["a"]["base_offset"], int(first(a)["a"]["known"], 16) >> bit & 1), (base_offset, 0), "and in JSON")
a = said("a step back", chain((4, 2), (0, 2)), "  step -32\n")
same(a["kernels"][0]["wgmma"][1]["a"]["step_bytes"], -32, "and in JSON")
LISTING = "\t.section\t.text.k\n/*0000*/ QGMMA.64x8x32.F32.%s R24, gdesc[UR4], RZ, !UPT, gsb0 ;\n/*0010*/ EXIT ;\n"
a = said("types that are not known", LISTING % "E9M9.E4M3", "m64n8k32.f32.?.?")
same((first(a)["a_type"], first(a)["b_type"]), ("unknown", "unknown"), "and in JSON")
a = said("types that are", LISTING % "E4M3.E5M2", "m64n8k32.f32.e4m3.e5m2")
same((first(a)["a_type"], first(a)["b_type"]), ("e4m3", "e5m2"), "and in JSON")
a = said("a selector that is not known", kernel(
    words() + ["mov.u32 %r40, 0;"] + BEGIN + [call(k=32).replace("mma_async.", "mma_async.sp.").replace(
        ", 1, 1, 1, 0, 0;", ", %r40, 0, 1, 1, 1, 0, 0;")] + END), "  sparse\n")
same(first(a)["selector"], 0, "and in JSON")

# ---- tiles: desc gives the same words for the options that are named ----------------------------------
asked, orders = [], set()
for name in sorted(os.listdir(GOLDEN)):
    if name.endswith(".ptx"):
        text, answer = run("scan", GOLDEN + name)[1], json.loads(run("scan", GOLDEN + name, "--json")[1])
        for o, options in re.findall(r"^      ([AB]) as (.*)$", text, re.M):
            orders.add("--order 2,1" in options)
            chain_words = [int(w[o.lower()]["word"], 16) for w in answer["kernels"][0]["wgmma"]]
            n = ["--n", re.search("n([0-9]+)", answer["kernels"][0]["wgmma"][0]["shape"]).group(1)] if o == "B" else []
            tile = json.loads(run(*options.split(), *n, "--json")[1])
            read = ~0xffff if tile["lbo"]["used"] else ~0xffffffff
            asked.append((name, o, [(int(b["descriptor"], 16) ^ w) & read for b, w in zip(
                [b for b in tile["blocks"] if b["mn"] == 0], chain_words)]))
ok(len(asked) > 25 and orders == {True, False}, "tiles of both orders (%d)" % len(asked))
same([x for x in asked if any(x[2])], [], "of which desc gives the words, but for an LBO that is not read")
both = kernel(words() + BEGIN + [x for a in (0, 2, 4, 6) for x in (
    "add.s64 %%rd3, %%rd1, %d;" % a, "add.s64 %%rd4, %%rd2, %d;" % a, call("%rd3", "%rd4"))] + [x for a in (0, 2, 4, 6) for x in (
    "add.s64 %%rd3, %%rd1, %d;" % a, "add.s64 %%rd4, %%rd2, %d;" % a, call("%rd3", "%rd4").replace("%f", "%f1"))] + END)
same(len(re.findall("^      A as --dtype f16 --major k --swizzle 128B --shape 64x64$", run("scan", "-", stdin=both)[1], re.M)), 2,
     "two products, each with its tile")

# ---- where it is ---------------------------------------------------------------------------------------
with open(GOLDEN + "f16_ak_bk_64x64x64.ptx", "rb") as f:
    said("which part of the file", fatbin(entry(f.read())), "kernel ", " (-, PTX for sm_90): 4 wgmma\n")
cubin = elf(b".text.mm", b"\0" * 16, machine=190, flags=0x5a0d5a)
said("a cubin without wgmma", fatbin(entry(cubin, kind=2)), "\n1 cubin has no wgmma\n")
said("two of them", fatbin(entry(cubin, kind=2), entry(cubin, kind=2)), "\n2 cubins have no wgmma\n")


# ---- loops -----------------------------------------------------------------------------------------------
def loop(body, label="$L0", register="%r1", predicate="%p2"):
    return (["mov.u32 %s, 0;" % register, label + ":"] + body +
            ["add.s32 %s, %s, 1;" % (register, register), "setp.lt.s32 %s, %s, 100;" % (predicate, register),
             "@%s bra %s;" % (predicate, label)])


ROUND = BEGIN + [call()] + END
a = said("a loop that the tensor cores bind", kernel(words() + loop(BEGIN + [call(n=256)] + END)),
         "  loop 1: 1 wgmma, 128 cycles a round, the tensor cores bind, 100% of their peak\n")
same(a["kernels"][0]["loops"][0]["bound"], "tensor", "and in JSON")
a = said("and one that shared memory binds", kernel(words() + loop(BEGIN + [call(n=8)] + END)),
         "  loop 1: 1 wgmma, 18 cycles a round, shared memory binds, 22% of their peak\n")
same(a["kernels"][0]["loops"][0]["bound"], "shared", "and in JSON")
a = said("a loop of loops", kernel(words() + loop(loop(ROUND, "$L1", "%r2", "%p3") + loop(ROUND, "$L2", "%r3", "%p4"))),
         ": 1 wgmma, ", ": 1 wgmma, ")
same([l["wgmma"] for l in a["kernels"][0]["loops"]], [1, 1], "of which the outer one has none of its own")

# ---- findings ---------------------------------------------------------------------------------------------
PHASE = one(a=K128 | 3 << 49)
a = said("what would be right", PHASE, "[base-offset]\n    the word is 0x4006", ", right would be 0x4000")
found = next(f for f in a["findings"] if f["rule"] == "base-offset")
said("in digits", PHASE, "    the word is %s, right would be %s\n" % (found["word"], found["right"]))
LOC = kernel(words(a=0x4000000000000000) + BEGIN + [".loc 1 77 3", call()] + END)
said("the line of the source", LOC, "error: -:", ", source line 77: kern #0: ")
ODD = one(["frobnicate.b32 %r50, %r51;"])
said("an instruction of no known name", ODD, "\n1 instruction has a name that is not known (--strict lists them)\n",
     absent=["the name of the instruction"])
line = ODD[:ODD.index("frobnicate")].count("\n") + 1
said("and where", ODD, "  line %d: the name of the instruction is not known\n" % line, options=["--strict"])
said("two of them", one(["frobnicate.b32 %r50, %r51;"] * 2), "\n2 instructions have a name")
NONE = kernel(["frobnicate.b32 %r50, %r51;"])
said("a kernel of such alone", NONE, "0 wgmma in 0 kernels of 1 function: ", absent=["kernel kern"])
said("which --strict shows", NONE, "kernel kern (-): 0 wgmma\n", "0 wgmma in 1 kernel of 1 function: ", options=["--strict"])
a = json.loads(run("scan", "-", "--json", "--strict", stdin=one())[1])
same(a.get("unknown_instructions", 0), 0, "and a kernel without them is as it is")

# ---- baselines ----------------------------------------------------------------------------------------------
BAD = one(a=0x4000000000000000, b=0x4000000000000000)
known = run("scan", "-", "--format", "baseline", stdin=BAD)[1]
same(known, "stride-zero kern 0 a\nstride-zero kern 0 b\n", "two findings")
with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "known")
    for name, text, new in (("both", known, 0), ("without the last end", known[:-1], 0), ("the other way round", "".join(
            sorted(known.splitlines(True), reverse=True)), 0), ("with empty lines", "\n\n" + known + "\n", 0),
            ("one", known.splitlines(True)[0], 1), ("none", "", 2), ("another", "stride-zero kern 0 -\n", 2)):
        with open(path, "w") as f:
            f.write(text)
        a = json.loads(run("scan", "-", "--json", "--baseline", path, stdin=BAD)[1])
        same((len([f for f in a["findings"] if f["rule"] == "stride-zero"]), a["in_baseline"]), (new, 2 - new),
             "a baseline: " + name)

    # ---- names that XML and JSON must write in another way ----------------------------------------------
    odd = os.path.join(os.fsencode(d), b'a&b<c>"\t\x7f\xe9.ptx')
    with open(odd, "w") as f:
        f.write(BAD)
    rc, out, err = run("scan", odd, "--format", "junit")
    case = xml.dom.minidom.parseString(out).getElementsByTagName("testcase")[0]
    same(os.path.basename(case.getAttribute("classname")), 'a&b<c>"???.ptx', "JUnit: the name of a file")
    rc, out, err = run("scan", odd, "--format", "sarif")
    uri = json.loads(out)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    same(os.path.basename(uri), 'a&b<c>"\t\x7f\ufffd.ptx', "SARIF: the name of a file")
UNREAD = one(a=K128 | 64 << 16)
rc, out, err = run("scan", "-", "--format", "junit", stdin=UNREAD)
ok(rc == 0 and "field-unread" not in out and "field-unread" in run("scan", "-", stdin=UNREAD)[1], "JUnit has no notes", out)
rc, out, err = run("scan", "-", "--format", "sarif", stdin=UNREAD)
same({r["level"] for r in json.loads(out)["runs"][0]["results"] if r["ruleId"] == "field-unread"}, {"note"}, "SARIF has")

# ---- rules ------------------------------------------------------------------------------------------------
a = json.loads(run("scan", "--explain", "k-step", "--json")[1])
rc, out, err = run("scan", "--explain", "k-step")
ok(a["rule"] == "k-step" and out.startswith("k-step (%s): %s\n" % (a["severity"], a["text"])) and
   out.split("\n\n", 1)[1].split() == a["why"].split(), "a rule explained, as JSON and as text", a, out)
a = batch([{"cmd": "scan", "files": [1]}, {"cmd": "scan", "explain": "k-stepp"}, {"cmd": "scan", "explain": "zebra=9"}])
same([(x["error"]["code"], x["error"]["field"]) for x in a], [("value", "files"), ("value", "explain"), ("value", "explain")],
     "names that are none")

# ---- a kernel that wants more memory than a scan begins with --------------------------------------------------
large = "".join("add.s32 %%r%d, %%r%d, %d;\n" % (i % 60, (i + 7) % 60, i) for i in range(60000))
a = json.loads(run("scan", "-", "--json", stdin=one() + one().replace("kern(", "large(").replace(
    SHARED, "").replace("mov.u32 %r11", large + "mov.u32 %r11").split(".address_size 64\n")[1])[1])
same([(k["name"], len(k["wgmma"])) for k in a["kernels"]], [("kern", 1), ("large", 1)], "60,000 instructions behind a small kernel")

# ---- --strict: a kernel without wgmma counts only where something in it is not known ---------------------------
PLAIN = ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n"
for more in ((), ("--strict",)):
    same(run("scan", "-", *more, stdin=PLAIN), (0, "0 wgmma in 0 kernels of 1 function: 0 errors, 0 warnings, 0 notes\n", ""),
         " ".join(("nothing to say of it", *more)))

# ---- a sparse product whose selector a register holds; a loop whose wgmma has no known cost ------------------------
a = said("a selector that is not known", sparse(1, 32, "f32.f16.f16", ", 1, 1, 0, 0").replace("%r40, 1, 1,", "%r40, %r41, 1,"),
         "m64n64k32.f32.f16.f16  sparse\n")
same((first(a)["sparse"], "selector" in first(a)), (True, False), "and in JSON")
LOOP = "\t.section\t.text.k\n.L_1:\n/*0000*/ QGMMA.64x8x32.F32.%s R24, gdesc[UR4], RZ, !UPT, gsb0 ;\n/*0010*/ @P0 BRA `(.L_1) ;\n/*0020*/ EXIT ;\n"
a = said("a loop of a known cost", LOOP % "E4M3.E4M3", "  D = A*B  loop 1\n", "  loop 1: 1 wgmma, 18 cycles a round, ")
same([(x["loop"], x["wgmma"], x["cycles"]) for x in a["kernels"][0]["loops"]], [(1, 1, 18)], "and in JSON")
a = said("a loop of types that are not known", LOOP % "E9M9.E4M3", "  D = A*B  loop 1\n", absent=("cycles a round",))
same((first(a)["loop"], a["kernels"][0]["loops"]), (1, []), "and in JSON")
done()
