#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The WebAssembly cores, the one that the build made and the checked-in one that stands in where the
# tools are missing, against the program's own answers.
import base64
import shutil
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from pictures import *

tap = Tap()
SCRIPT = """
const fs = require('fs');
const [core, asked] = process.argv.slice(2);
WebAssembly.instantiate(fs.readFileSync(core), {}).then(({instance}) => {
    const x = instance.exports;
    const out = [];
    for (const [name, ...args] of JSON.parse(fs.readFileSync(asked))) {
        if (name === 'ask_layout') {
            const t = Buffer.from(args[0]);
            Buffer.from(x.memory.buffer).set(t, x.input());
            args[0] = t.length;
        }
        x[name](...args);
        const a = JSON.parse(Buffer.from(x.memory.buffer, x.output(), x.output_length()).toString());
        if (!a.error) {
            const take = (p) => p ? Array.from(new BigInt64Array(x.memory.buffer, p, a.rows * a.cols), Number) : null;
            a.offsets = take(x.offsets());
            a.bytes = take(x.bytes());
        }
        out.push(a);
    }
    console.log(JSON.stringify(out));
});
"""
TYPES = list(BITS)
MODE = ["none", "32B", "64B", "128B"]
asked, same = [], []
for i, (dtype, swz) in enumerate((t, s) for t in TYPES for s in ROW):
    major = "mn" if BITS[dtype] == 16 and i % 3 else "k"
    k = max(ROW[swz] * 8 // BITS[dtype], 256 // BITS[dtype]) if major == "k" else 32
    asked.append(["ask_tile", TYPES.index(dtype), i % 2, int(major == "mn"), MODE.index(swz), 128, k,
                  64 * (i % 2), 1 + i % 2, 0x800, 1])
    same.append(["--dtype", dtype, "--operand", "ab"[i % 2], "--major", major, "--swizzle", swz, "--shape",
                 "128x%d" % k, "--order", "%d,%d" % (1 + i % 2, 2 - i % 2), "--start", "0x800"] +
                (["--n", "64"] if i % 2 else []))
for word in [0x4000004000010040, 0xC006002001100149, 0x0000000800800040, 0x8000004000200040]:
    asked.append(["ask_word", word & 0xFFFFFFFF, word >> 32, 0, 1, 0, 24, 1, 0])
    same.append(["0x%016x" % word, "--operand", "b", "--n", "24", "--major", "k", "--sparse", "--unit",
                 "element"])
for text in ["(4,8):(8,1)", "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", "((2,2),3):((1,6),2)"]:
    asked.append(["ask_layout", text, 0, 0, 0])
    same.append(["--layout", text])
# Numbers that need the 128-bit product, and refusals.
asked += [["ask_layout", "(4,8):(1152921504606846976,1)", 0, 0, 0], ["ask_layout", "(4,8", 0, 0, 0],
          ["ask_layout", "(4294967296,4294967296,4294967296):(1,1,1)", 0, 0, 0],
          ["ask_tile", 2, 0, 1, 3, 64, 64, 0, 1, 0, 1], ["ask_tile", 0, 0, 0, 3, 64, 16, 0, 1, 0, 1]]
refused = [["--layout", "(4,8):(1152921504606846976,1)"], ["--layout", "(4,8"],
           ["--layout", "(4294967296,4294967296,4294967296):(1,1,1)"],
           ["--dtype", "tf32", "--major", "mn", "--swizzle", "128B", "--shape", "64x64"],
           ["--major", "k", "--swizzle", "128B", "--shape", "64x16"]]


# The lists of the form are those of the program.
asked.append(["ask_lists"])


def lists_differ(a):
    listed = json.loads(run("list", "dtypes", "--json").stdout)["dtypes"]
    return [(t["name"], t["bits"]) for t in a["dtypes"]] != [(t["name"], t["bits"]) for t in listed] or \
        [m["name"] for m in a["swizzles"]] != MODE or [m["code"] for m in a["swizzles"]] != [0, 3, 2, 1]


def differs(a, args, words):
    """words: are the sentences of a refusal the same, too? The checked-in core may lag behind."""
    if args in refused:
        p = run("show", *args)
        return (p.returncode != 0) != ("error" in a) or \
            words and "error" in a and a["error"] not in p.stderr
    j = show_json(*args)
    flat = lambda v: v and [x for line in v for x in line]
    if (a["rows"], a["cols"], a["offsets"], a["bytes"]) != (j["rows"], j["cols"], flat(j["offsets"]),
                                                          flat(j["bytes"])):
        return True
    if "steps" not in a:
        return False
    told = [v for v in args if v not in ("--sparse", "--unit", "element")]
    told = told[:1] if args[0].startswith("0x") else told
    return a["steps"] != json.loads(run("explain", *told, "--json").stdout)["steps"] or \
        a["words"][0][0] != j["descriptor"]


# No imports: the page has nothing to give it.
built = os.path.join(os.environ.get("B", "build"), "page/core.wasm")
for what, path in [("checked-in", "cli/page/core.wasm"), ("built", built)]:
    if not shutil.which("node"):
        tap.skip("the %s core answers as the program does" % what, "no node")
    elif not os.path.exists(path):
        tap.skip("the %s core answers as the program does" % what, "no wasm-ld here, or no clang that goes with it")
    else:
        with tempfile.TemporaryDirectory() as d:
            open(d + "/run.js", "w").write(SCRIPT)
            json.dump(asked, open(d + "/asked", "w"))
            p = subprocess.run(["node", d + "/run.js", path, d + "/asked"], capture_output=True, text=True)
        answers = json.loads(p.stdout) if p.returncode == 0 else []
        bad = [args for a, args in zip(answers, same + refused) if differs(a, args, what == "built")]
        if len(answers) == len(asked) and lists_differ(answers[-1]):
            bad.append("ask_lists")
        tap.ok(len(answers) == len(asked) and not bad, "the %s core answers as the program does" % what,
               "%s %s (else: make page-core)" % (bad[:3], p.stderr))
    tap.ok(os.path.exists(path) and os.path.getsize(path) < 100000 or what == "built",
           "the %s core is small" % what)
# Where the tools are missing, make embeds the checked-in core.
with tempfile.TemporaryDirectory() as d:
    p = subprocess.run(["make", "-s", "B=" + d, "WASM_LD=", d + "/page/page_data.c"], capture_output=True,
                       text=True, env={k: v for k, v in os.environ.items() if k != "MAKEFLAGS"})
    made = open(d + "/page/page_data.c").read() if p.returncode == 0 else ""
    page = bytes(int(v) for v in re.findall(r"\b(\d+),", made))
    core = base64.b64encode(open("cli/page/core.wasm", "rb").read())
    tap.ok(core in page and b"@CORE@" not in page, "without wasm-ld the checked-in core is embedded", p.stderr)
tap.done()
