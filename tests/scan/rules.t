#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rules of scan, each broken by a small kernel and not by one that comes close; what the options
do with findings; and the refusals."""
import json
import os
import subprocess
import sys
import tempfile
import xml.dom.minidom

sys.path.insert(0, "tests/lib")
from scan_kernels import BEGIN, END, K128, SHARED, call, chain, kernel, one, regs, sparse, start, words  # noqa: E402
from tap import ok, run, same, done, names_field  # noqa: E402


def findings(text, *options):
    rc, out, err = run("scan", "-", "--json", *options, stdin=text)
    if not out:
        return [("no answer", rc, err)]
    return json.loads(out)["findings"]


def rules(text):
    return {f["rule"] for f in findings(text) if f["severity"] != "info" or
            f["rule"] in ("field-unknown", "narrow", "not-reached", "field-unread")}


def both(name, bad, good, also=()):
    """`bad` breaks the rule (and `also` others), `good` breaks none."""
    got = rules(bad)
    ok(name in got, name + " is found", sorted(got))
    same(got - {name} - set(also), set(), name + ": nothing else")
    same(rules(good), set(), name + ": what comes close is not")


good = one()
same(rules(good), set(), "a right kernel breaks no rule")

# Fields.
both("field-unknown", kernel(words() + ["ld.param.u64 %rd1, [p0];"] + BEGIN + [call()] + END),
     kernel(words() + ["ld.param.u32 %r30, [p1];", "and.b32 %r30, %r30, 63;",
                       "cvt.u64.u32 %rd30, %r30;", "or.b64 %rd1, %rd1, %rd30;"] +
            BEGIN + [call()] + END))
both("stride-zero", one(a=0x4000000000000000),
     kernel(words(b=0x4000000000000000) + BEGIN + [call(n=8)] + END))
both("stride-bytes", one(a=0x4000000000000000 | 1024 << 32), one(a=0x4000000000000000 | 128 << 32),
     also={"out-of-bounds"})
f = [x for x in findings(one(a=0x4000000000000000 | 1024 << 32)) if x["rule"] == "stride-bytes"][0]
same(int(f["right"], 16) >> 32, 0x40000040, "stride-bytes: what would be right")
both("stride-overlap", one(a=K128 - (1 << 32)), good)                   # 1008 bytes for eight rows of 128
both("stride-overlap", one(a=1 << 16 | 8 << 32), one(a=64 << 16 | 8 << 32))    # CuTe's LBO of 1, and no swizzle
TMA128 = 0xc000004000000000   # the swizzle numbered as in a tensor map
both("swizzle-code", chain((0, 2, 4, 6), (0, 2, 4, 6), a=TMA128, b=TMA128),
     chain((0, 2, 4, 6), (0, 2, 4, 6)), also={"start-misaligned"})
f = [x for x in findings(chain((0, 2, 4, 6), (0, 2, 4, 6), a=TMA128)) if x["rule"] == "swizzle-code"]
same({int(x["right"], 16) >> 62 for x in f}, {1}, "swizzle-code: what would be right")
both("swizzle-code", one(a=0x4000001000000000), one(a=0xc000001000000000), also={"stride-overlap"})   # 32B as 1
both("tcgen05-word", one(a=K128 | 1 << 46), one(a=K128 | 3 << 46))
unmasked = kernel(start(11, "sa", mask=False) + start(12, "sb") +
                  ["or.b64 %%rd1, %%rd11, %d;" % K128, "or.b64 %%rd2, %%rd12, %d;" % K128] +
                  BEGIN + [call()] + END)
both("start-unmasked", unmasked, good)


both("start-carry", kernel(words() + ["add.s64 %rd1, %rd11, -1;", "add.s64 %%rd1, %%rd1, %d;" % K128] +
                           BEGIN + [call()] + END),
     kernel(words() + ["add.s64 %%rd1, %%rd11, %d;" % (K128 + 64)] + BEGIN + [call()] + END),
     also={"start-misaligned"})

# Steps.
both("k-step-row", chain((0, 2, 4, 6, 8), (0, 2, 4, 6, 8)),
     chain((0, 2, 4, 6, 512, 514), (0, 2, 4, 6, 512, 514)))
both("k-step", chain((0, 1), (0, 2)), chain((4, 6), (0, 2)))
MN128 = K128   # MN-major, 128B: SBO 1024 between groups of 8 along K
mn = [s.replace(", 0, 0;", ", 1, 1;") for s in (chain((0, 64), (0, 64)), chain((0, 128), (0, 128)))]
both("k-step", mn[0], mn[1])
both("k-differs", chain((0, 0), (0, 2)), chain((0, 2), (0, 2)))

# Places.
both("start-misaligned", one(a_offset=512), one(a_offset=1024))
both("base-offset", one(a=K128 | 3 << 49), one(a=K128 | 3 << 49, a_offset=3 * 128))
both("base-offset", one(a=K128 | 1 << 49, a_offset=3 * 128), one(a=0x8000002000000000 | 4 << 49))  # bit 2 is not 64B's
same([(f["rule"], int(f["right"], 16) >> 48) for f in findings(one(a=K128 | 3 << 49)) if f["rule"] == "base-offset"],
     [("base-offset", 0x4000)], "base-offset: what would be right")
both("start-misaligned", kernel(words() + BEGIN + [call()] + END,
                                shared=SHARED.replace("1024 .b8 sa", "128 .b8 sa")),
     kernel(words() + BEGIN + [call()] + END, shared=SHARED.replace("16384", "8192")))
both("out-of-bounds", one(a_offset=9216), one(a_offset=8192))


def ring(step, count=2):
    """A loop over stages of `step` bytes, of one wgmma each."""
    return kernel(["mov.u32 %r1, 0;", "mov.u32 %r3, 0;"] + start(12, "sb") +
                  ["or.b64 %%rd2, %%rd12, %d;" % K128, "$L0:",
                   "mul.lo.s32 %%r4, %%r3, %d;" % step, "mov.u32 %r5, sa;",
                   "add.s32 %r5, %r5, %r4;", "bfe.u32 %r6, %r5, 4, 14;",
                   "cvt.u64.u32 %rd11, %r6;", "or.b64 %%rd1, %%rd11, %d;" % K128] +
                  BEGIN + [call()] + END +
                  ["add.s32 %r3, %r3, 1;", "setp.eq.s32 %%p1, %%r3, %d;" % count,
                   "selp.b32 %r3, 0, %r3, %p1;", "add.s32 %r1, %r1, 1;",
                   "setp.lt.s32 %p2, %r1, 100;", "@%p2 bra $L0;"])


both("stage-overlap", ring(4096), ring(8192))
same(json.loads(run("scan", "-", "--json", stdin=ring(8192, 2))[1])["kernels"][0]["wgmma"][0]["a"]["stages"],
     2, "the stages of a ring are counted")
a = json.loads(run("scan", "-", "--json", stdin=ring(8192, 100))[1])["kernels"][0]["wgmma"][0]["a"]
same((a.get("stage_bytes"), "stages" in a), (8192, False), "and not told where there may be more than 64")
both("operand-overlap", one().replace("mov.u32 %r12, sb", "mov.u32 %r12, sa"),
     one(b_offset=8192).replace("mov.u32 %r12, sb", "mov.u32 %r12, sa"))

# Instructions.
both("transpose-type", kernel(words() + BEGIN + [call(k=8, types="f32.tf32.tf32", tail=", 1, 1, 1, 0")] + END),
     kernel(words() + BEGIN + [call(k=8, types="f32.tf32.tf32", tail=", 1, 1")] + END))


both("sparse-selector", sparse(2, 32, "f32.f16.f16", ", 1, 1, 0, 0"), sparse(1, 32, "f32.f16.f16", ", 1, 1, 0, 0"))
both("sparse-selector", sparse(1, 64, "f32.e4m3.e4m3", ", 1, 1"), sparse(0, 64, "f32.e4m3.e4m3", ", 1, 1"))

# Order.
both("fence-missing", kernel(words() + [call()] + END), good)
both("fence-missing", kernel(words() + ["ld.param.u32 %r1, [p1];", "setp.eq.s32 %p1, %r1, 0;",
                                        "@%p1 bra $L1;"] + BEGIN + ["$L1:", call()] + END),
     kernel(words() + BEGIN + ["ld.param.u32 %r1, [p1];", "setp.eq.s32 %p1, %r1, 0;",
                               "@%p1 bra $L1;"] + BEGIN + ["$L1:", call()] + END))
both("accumulator-read", one(["add.f32 %f200, %f3, %f4;"]), one(["add.f32 %f200, %f100, %f101;"]))
both("accumulator-read",
     kernel(words() + BEGIN + [call(), END[0], "wgmma.wait_group.sync.aligned 1;",
                               "mov.b32 %r50, %f0;", END[1]]),
     kernel(words() + BEGIN + [call(), END[0], END[1], "mov.b32 %r50, %f0;"]))
both("serialized", one(["mov.f32 %f3, 0f00000000;"]), one(["mov.f32 %f103, 0f00000000;"]))
both("serialized", one(["call.uni other, ();"]),
     kernel(words() + BEGIN + [call()] + END + ["call.uni other, ();"]))
store = "st.shared.b32 [%r41], %r1;"
at = ["mov.u32 %r41, sa;", "mov.u32 %r1, 0;"]
both("proxy-fence-missing", kernel(words() + at + [store, "bar.sync 0;"] + BEGIN + [call()] + END),
     kernel(words() + at + [store, "fence.proxy.async.shared::cta;", "bar.sync 0;"] + BEGIN + [call()] + END))
other = SHARED + "\n.shared .align 16 .b8 sc[64];"
both("proxy-fence-missing", kernel(words() + at + [store] + BEGIN + [call()] + END),
     kernel(words() + ["mov.u32 %r41, sc;", "mov.u32 %r1, 0;", store] + BEGIN + [call()] + END, shared=other))
both("never-waited", kernel(words() + BEGIN + [call()] + END[:1]), good)
both("never-waited", kernel(words() + BEGIN + [call()] + END[1:]), good)

# Notes.
both("field-unread", one(a=K128 | 64 << 16), one(a=K128 | 1 << 16))
plain = 64 << 16 | 8 << 32   # no swizzle
both("field-unread", one(a=plain | 5 << 49), one(a=plain))
second = call("%rd1", "%rd3").replace("{" + regs(32), "{" + ", ".join("%%f%d" % i for i in range(100, 132)))
both("narrow", kernel(words() + ["add.s64 %rd3, %rd2, 512;"] + BEGIN + [call(), second] + END),
     kernel(words() + ["add.s64 %rd3, %rd2, 256;"] + BEGIN + [call(), second] + END))
both("not-reached", kernel(words() + ["bra $L9;"] + BEGIN + [call()] + END + ["$L9:"]), good)

# Every rule can be explained, and has been broken above.
rc, out, err = run("scan", "--help")
names = [line.split()[0] for line in out.split("Rules:\n")[1].splitlines()
         if line.startswith("  ") and len(line.split()) > 2 and
         line.split()[1] in ("off", "info", "warn", "error")]
ok(len(names) >= 20, "the help lists the rules", len(names))
source = open(__file__).read()
for name in names:
    rc, out, err = run("scan", "--explain", name)
    ok(rc == 0 and out.startswith(name + " (") and all(len(x) <= 80 for x in out.splitlines()),
       "--explain " + name, out, err)
    ok('both("%s"' % name in source, name + " is broken by a test")
rc, out, err = run("scan", "--explain", "k-stepp")
ok(rc == 2 and out == "" and "k-step" in err, "--explain of no rule", err)

# Exit status, severities, the baseline.
bad = one(a=0x4000000000000000)
same(run("scan", "-", stdin=bad)[0], 1, "exit 1 for an error")
same(run("scan", "-", stdin=good)[0], 0, "exit 0 without")
same(run("scan", "-", "--rule", "stride-zero=warn", stdin=bad)[0], 0, "exit 0 where it is a warning")
same(run("scan", "-", "--rule", "start-unmasked=error", stdin=unmasked)[0], 1, "exit 1 where a warning is an error")
same([x for x in findings(bad, "--rule", "stride-zero=off,field-unread=off")], [], "off")
rc, baseline, err = run("scan", "-", "--format", "baseline", stdin=bad)
same(baseline, "stride-zero kern 0 a\n", "the baseline's form")
with tempfile.TemporaryDirectory() as d:
    name = os.path.join(d, "known.txt")
    with open(name, "w") as f:
        f.write("# known\n" + baseline)
    rc, out, err = run("scan", "-", "--baseline", name, "--json", stdin=bad)
    ok(rc == 0 and json.loads(out)["in_baseline"] == 1 and not json.loads(out)["findings"],
       "what is in the baseline is left out", out[:200], err)
    rc, out, err = run("scan", "-", "--baseline", name, stdin=bad)
    ok(rc == 0 and out.endswith("0 errors, 0 warnings, 0 notes\n1 finding is in the baseline\n"), "and counted", out[-200:], err)
    rc, out, err = run("scan", "-", "--baseline", name, stdin=one(b=0x4000000000000000))
    same(rc, 1, "another finding is not in it")
    with open(name, "w") as f:
        f.write("stride-zero kern\n")
    rc, out, err = run("scan", "-", "--baseline", name, stdin=bad)
    ok(rc == 2 and out == "" and names_field(err, "baseline"), "a baseline that is none", err)

# SARIF and JUnit.
rc, out, err = run("scan", "-", "--format", "sarif", stdin=bad)
sarif = json.loads(out)
result = sarif["runs"][0]["results"][0]
driver = sarif["runs"][0]["tool"]["driver"]
ok(rc == 1 and sarif["version"] == "2.1.0" and result["ruleId"] == "stride-zero" and
   driver["rules"][result["ruleIndex"]]["id"] == "stride-zero" and result["level"] == "error" and
   result["locations"][0]["physicalLocation"]["region"]["startLine"] > 1 and
   {r["id"] for r in driver["rules"]} == set(names), "SARIF", out[:300])
rc, out, err = run("scan", "-", "--format", "junit", stdin=bad)
suite = xml.dom.minidom.parseString(out).getElementsByTagName("testsuite")[0]
ok(rc == 1 and suite.getAttribute("failures") == "1" and
   suite.getElementsByTagName("failure")[0].getAttribute("type") == "stride-zero", "JUnit", out)
rc, out, err = run("scan", "-", stdin=bad)
ok(all(len(line) <= 80 for line in out.splitlines()), "80 columns", out)

# Unknown instructions, source lines.
odd = one(["frobnicate.b32 %r50, %r51;"])
a = json.loads(run("scan", "-", "--json", "--strict", stdin=odd)[1])
same((a["unknown_instructions"], len(a["kernels"][0]["unknown_lines"])), (1, 1), "an unknown instruction is counted")
odd = kernel(words() + ["frobnicate.b64 %rd1, %rd2;"] + BEGIN + [call()] + END)
ok("field-unknown" in rules(odd), "and what it writes is not known")
loc = kernel(words(a=0x4000000000000000) + BEGIN + [".loc 1 77 3", call()] + END)
same({f["source_line"] for f in findings(loc)}, {77}, "the source line of .loc")

# Refusals.
for text, what in (("}};", "this is not PTX"), (good[:-8], "not closed"),
                   (good.replace("or.b64 %rd1", "or.b64 %rd99"), "not declared"),
                   (good.replace("m64n64k16", "m64n60k16"), "no such wgmma"),
                   (good.replace("m64n64k16", "m64n64k8"), "no such wgmma"),
                   (good.replace("wgmma.fence", "wgmma.fonce"), "no such wgmma instruction"),
                   (good.replace("wgmma.fence", "/* wgmma.fence"), "not closed"),
                   ("/*0000*/ MOV R1, R2\n", "not closed"),
                   (good + "\0", "not understood")):
    rc, out, err = run("scan", "-", stdin=text)
    ok(rc == 2 and out == "" and what in err, "refused: " + what, rc, err)
rc, out, err = run("scan", "-", stdin=good.replace("or.b64 %rd1", "or.b64 %rd99"))
ok("line " in err and "column 8" in err, "the refusal has line and column", err)
# The operands that are missing are not those of the line before.
rc, out, err = run("scan", "-", stdin="\t.section\t.text.k\n/*0000*/ MOV R1, R2 ;\n/*0010*/ IGMMA.64x8x32.U8.U8 ;\n")
ok((rc, out) == (2, "") and "got IGMMA.64x8x32.U8.U8, want" in err, "a wgmma without operands is named", rc, err)
for args, field in ((["--rule", "x=off"], "rule"), (["--rule", "k-step=no"], "rule"),
                    (["--rule", "k-step"], "rule"), (["--format", "svg"], "format")):
    rc, out, err = run("scan", "-", *args, stdin=good)
    ok(rc == 2 and out == "" and names_field(err, field), "refused: " + " ".join(args), err)
rc, out, err = run("scan")
ok(rc == 2 and out == "" and "FILE is missing" in err, "no file", err)
rc, out, err = run("scan", "no/such/file")
ok(rc == 3 and out == "", "a file that is not there", err)
done()
