#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The WebAssembly cores, the one that the build made and the checked-in one that stands in where the
# tools are missing, against the program's own answers: requests of every command, and command lines.
import base64
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
import many_requests
from pictures import *

tap = Tap()
HELP = json.loads(run("help", "--json").stdout)
ASKED = [c for c in HELP["commands"] if c["batch"]]
tap.ok(set(many_requests.SPACE) <= {c["name"] for c in ASKED}, "every row of requests is of a command", set(many_requests.SPACE))

requests = many_requests.of_all(ASKED)
lines = [json.dumps(r) for r in requests] + ["{", "[]", "nonsense", '{"cmd":"desc","cmd":"desc"}', '{"cmd":"layout","op":"size","args":[1e400]}']


def without_line(text):
    """A request of the page stands on no line."""
    return re.sub(r',"line":\d+', "", text)


p = subprocess.run([CLI, "batch"], input="".join(s + "\n" for s in lines), capture_output=True, text=True)
answers = [without_line(a) for a in p.stdout.split("\n")[:-1]]
good = sum('"ok":true' in a for a in answers)
tap.ok(len(answers) == len(lines) and good > len(lines) / 4, "%d requests, %d of them answered" % (len(lines), good))

LOG = "descriptor 0x4000004000010040 and 8000004000200000\n"
FILES = re.compile(r"kernel\.|known\.txt|\.log\b|verify|<<|'00")
runs = [[], ["nonsense"], ["--version"], ["--help"], ["show"], ["decode", "-"], ["scan", "-"], ["scan", "x.cubin"], ["verify"],
        ["desc", "--major", "k", "--swizle", "128B"], ["diff", "0x4000004000010040", "0x4000004000000040", "--major", "k"]]
for c in HELP["commands"]:
    runs.append([c["name"], "--help"])
    for e in c["examples"]:
        words = [] if FILES.search(e["command"]) else shlex.split(e["command"])
        if words[:1] == ["wgdesc"] and not {"-o", "<", ">", "|"} & set(words):
            runs.append(words[1:])


def printed(words):
    p = subprocess.run([CLI, *words], input=LOG, capture_output=True, text=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
    return [p.returncode, p.stdout, p.stderr]


def asked(core, **tasks):
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/tasks", "w") as f:
            json.dump(tasks, f)
        p = subprocess.run(["node", "tests/lib/page_core.js", core, d + "/tasks"], capture_output=True, text=True)
    return json.loads(p.stdout) if p.returncode == 0 else {"asks": [], "runs": [], "imports": p.stderr}


built = os.path.join(os.environ.get("B", "build"), "page/core.wasm.gz")
for what, path in [("checked-in", "cli/page/core.wasm.gz"), ("built", built)]:
    if not shutil.which("node"):
        tap.skip("the %s core answers as the program does" % what, "no node")
        continue
    if not os.path.exists(path):
        tap.skip("the %s core answers as the program does" % what, "no wasi-libc here, or no clang and wasm-ld that go with it")
        continue
    got = asked(path, asks=lines, runs=runs, file=["pasted", LOG])
    tap.ok(got["imports"] == 0, "the %s core imports nothing" % what, got["imports"])
    # The checked-in one may lag behind in its sentences, not in its numbers.
    same = {a for a in answers if what == "built" or ('"ok":true' in a and not re.match(r'\{"schema":"wgdesc/1","cmd":"(help|list|scan)"', a))}
    bad = [q + "\n" + a[:200] + "\n" + b[:200] for q, a, b in zip(lines, answers, got["asks"]) if a + "\n" != b and a in same]
    tap.ok(len(got["asks"]) == len(lines) and not bad, "the %s core answers %d requests as the program does" % (what, len(same)),
           "%d differ (else: make page-core)\n%s" % (len(bad), "\n".join(bad[:3])))
    tap.ok(os.path.getsize(path) < 400000, "the %s core is small" % what, os.path.getsize(path))
    if what != "built":
        continue
    bad = [(words, a, b[:3]) for words, a, b in zip(runs, map(printed, runs), got["runs"]) if a != b[:3]]
    # What has no place in a page says so, and what a system says of itself is its own.
    bad = [b for b in bad if b[0][:1] not in (["scan"], ["verify"]) and b[0] != ["--version"]]
    tap.ok(len(got["runs"]) == len(runs) and not bad, "the %s core prints what the program prints, %d times" % (what, len(runs)),
           "%d differ (else: make page-core): %s" % (len(bad), bad[:2]))

# What the page's own files give.
if shutil.which("node") and os.path.exists(built):
    ptx = open(sorted(os.path.join(r, f) for r, _, fs in os.walk("tests/golden/ptx") for f in fs if f.endswith(".ptx"))[0]).read()
    got = asked(built, runs=[["scan", "k.ptx"], ["scan", "other.ptx"], ["show", "--major", "k", "--swizzle", "128B", "--shape", "64x64", "-o", "x.svg"],
                             ["show", "--major", "k", "--swizzle", "128B", "--shape", "64x64", "-o", "x.html"]], file=["k.ptx", ptx])["runs"]
    with tempfile.TemporaryDirectory() as d:
        open(d + "/k.ptx", "w").write(ptx)
        cli = os.path.abspath(CLI)
        p = subprocess.run([cli, "scan", "k.ptx"], cwd=d, capture_output=True, text=True)
        tap.ok(got[0][:2] == [p.returncode, p.stdout], "a kernel that the page was given is scanned", got[0])
    tap.ok(got[1][0] == 3 and "other.ptx" in got[1][2], "another file is not there", got[1])
    tap.ok(got[2][3] == run("show", "--major", "k", "--swizzle", "128B", "--shape", "64x64", "--format", "svg").stdout, "-o hands the page a file")
    tap.ok(got[3][0] == 3 and "this is that page" in got[3][2], "the page does not hold itself", got[3])

# Where the tools are missing, make embeds the checked-in core.
with tempfile.TemporaryDirectory() as d:
    p = subprocess.run(["make", "-s", "B=" + d, "WASM_CC=", d + "/page/page_data.c"], capture_output=True,
                       text=True, env={k: v for k, v in os.environ.items() if k != "MAKEFLAGS"})
    made = open(d + "/page/page_data.c").read() if p.returncode == 0 else ""
    page = bytes(int(v) for v in re.findall(r"\b(\d+),", made))
    core = base64.b64encode(open("cli/page/core.wasm.gz", "rb").read())
    tap.ok(core in page and b"@CORE@" not in page, "without wasm-ld the checked-in core is embedded", p.stderr)
tap.done()
