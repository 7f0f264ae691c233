#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Help everywhere: complete, on standard output, within 80 columns, in step with what the program
takes; and every example in it runs."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, WGDESC, batch, done, ok, run, same  # noqa: E402

with open("cli/request/commands.def") as f:
    COMMANDS = re.findall(r"^X\((\w+)\)", f.read(), re.M)
with open("cli/request/options.def") as f:
    OPTIONS = {}  # name -> its rows: two options may share a name
    for row in re.split(r"^X\(", f.read(), flags=re.M)[1:]:
        name = re.match(r'\w+, "([\w-]+)"', row).group(1)
        OPTIONS[name] = OPTIONS.get(name, "") + row

rc, out, err = run("--help")
same((rc, err), (0, ""), "--help exits 0 and is no error")
for spelled in (["-h"], ["help"], ["--help", "--bogus"], ["--dtype", "f15", "--help"], ["--version", "--help"]):
    same(run(*spelled), (0, out, ""), "the same: wgdesc " + " ".join(spelled))
same(sorted(re.findall(r"^  (\w+) {2,}", out.split("Commands:")[1].split("\n\n")[0], re.M)),
     sorted(COMMANDS), "every command is in the list")
PAGES = {"": out}
for c in COMMANDS:
    rc, text, err = run(c, "--help")
    same((rc, err, text.startswith("wgdesc %s - " % c)), (0, "", True), c + " --help")
    same(run("help", c)[1], text, "help " + c)
    PAGES[c] = text
for c, text in PAGES.items():
    long_lines = [line for line in text.splitlines() if len(line) > 80 or line != line.rstrip()]
    same(long_lines, [], "help of '%s' is at most 80 columns wide" % c)
    ok(text.index("Example") < text.index("Usage:"), "examples come first: '%s'" % c)
same(len(OPTIONS) > 15, True, "the option table was read")
for name, who in OPTIONS.items():
    takers = COMMANDS if "OPT_GLOBAL" in who else re.findall(r"IN\((\w+)\)", who)
    for c in COMMANDS:
        shown = re.search(r"--%s(?![\w-])" % name, PAGES[c].split("Usage:")[1]) is not None
        operand = c in takers and not shown and re.search(r"^Operands?:", PAGES[c], re.M)
        ok(shown or operand if c in takers else not shown or c == "batch",
           "--%s and '%s' agree" % (name, c))

# The same tables as data: what the text says, word for word.
def flat(s):
    return "".join(s.split())


rc, out, err = run("help", "--json")
tables = json.loads(out)
same((rc, err), (0, ""), "help --json")
same(run("--help", "--json")[1], out, "--help --json is the same")
major = next(o for c in tables["commands"] if c["name"] == "desc" for o in c["options"] if o["name"] == "major")
for c in major["choices"]:
    others = [run("desc", "--major", a) for a in c["aliases"]]
    ok(len(others) == 3 and set(others) == {run("desc", "--major", c["name"])}, "other names of --major " + c["name"], c)
twice = [(o["name"], a) for c in tables["commands"] for o in c["options"] for row in o.get("choices") or [] for a in row["aliases"]
         if row["aliases"].count(a) > 1]
same(twice, [], "no other name is told twice")
same(batch([{"cmd": "help"}])[0], tables, "and so is batch")
same([c["name"] for c in tables["commands"]], COMMANDS, "every command")
same({o["name"] for c in tables["commands"] for o in c["options"]} | {o["name"] for o in tables["options"]}, set(OPTIONS),
     "every option")
with open("docs/wgdesc.schema.json", encoding="utf-8") as f:
    schema = json.load(f)["$defs"]
same([(c["name"], o["name"]) for c in tables["commands"] if c["batch"] for o in c["options"]
      if any(key in schema["request_" + c["name"]]["properties"]
             for key in (o["name"], o["name"].replace("-", "_"))) != o["request"]], [],
     "which options are keys of a request, as the schema has it")
same([o["name"] for o in tables["options"] if o["request"]], ["format"], "and of those of every command")
for c in tables["commands"]:
    one = json.loads(run(c["name"], "--help", "--json")[1])
    same((one["commands"], one["options"]), ([c], tables["options"]), "help --json of " + c["name"])
    text = flat(PAGES[c["name"]])
    same([flat(t) in text for t in (c["summary"], c["synopsis"], c["about"])], [True] * 3, "its sentences")
    ok(all(flat(e["command"] + e["what"]) in text for e in c["examples"]) and c["examples"], "its examples")
    for o in c["options"] + tables["options"]:
        listed = [x["name"] for x in o.get("choices", []) if x["everywhere"]]
        values = ", ".join(listed[:-1]) + " or " * (len(listed) > 1) + "".join(listed[-1:])
        values += ("; " * bool(listed) + "default " + o["default"]) if o["default"] is not None else ""
        term = o["argument"] if o["name"] in c["operands"] else \
            ("-%s, " % o["letter"] if o["letter"] else "") + "--" + o["name"] + (o["argument"] or "")
        ok(flat(term + o["help"] + ("(%s)" % values if values else "")) in text,
           "--%s of %s" % (o["name"], c["name"]), values)
        ok(o["kind"] != "enum" or listed, "and its choices")
        ok(set(c["required"] + c["operands"]) <= {x["name"] for x in c["options"]}, "and what is required")
    if c["batch"]:
        refused = batch([{"cmd": c["name"], "format": "jsn"}])[0]["error"]["want"]
        ok(set(c["formats"]) <= set(re.split(", | or ", refused)), "its formats")
words = next(c["words"] for c in tables["commands"] if c["name"] == "layout")
same(sum(run("layout", w)[2].startswith("wgdesc: error: no such") for w in words), 0, "every word of layout is an operation")
ok({"composition", "linear", "same"} <= set(words), "of both kinds", words)
for o in (x for c in tables["commands"] for x in c["options"] if x["kind"] == "enum" and x["request"]):
    ok(len({a for x in o["choices"] for a in [x["name"], *x["aliases"]]}) ==
       sum(1 + len(x["aliases"]) for x in o["choices"]), "names of --%s stand for one thing" % o["name"])

# Every example in help does what it says it does.
env = dict(os.environ, PATH=os.path.abspath(BUILD) + ":" + os.environ["PATH"])
scratch = os.path.join(BUILD, "help-examples")
shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(os.path.join(scratch, ".config/fish/completions"), exist_ok=True)
with open(os.path.join(scratch, "requests.jsonl"), "w") as f:
    f.write('{"cmd":"decode","desc":"0x1"}\n')
for ending in ("ptx", "sass"):  # for the examples of scan
    shutil.copy("tests/golden/ptx/f16_ak_bk_64x64x64." + ending, os.path.join(scratch, "kernel." + ending))
env["HOME"] = os.path.abspath(scratch)
for c, text in PAGES.items():
    if c == "verify":  # needs a GPU and another program: verify.t and verify_exec.t
        continue
    block = re.search(r"Examples?:\n(.*?)\n\n", text, re.S).group(1)
    # a command starts at column 2 and may go on at column 6; so does what it is for
    for chunk in re.split(r"\n(?=  \S)", block):
        lines = chunk.strip("\n").splitlines()
        for split in range(1, len(lines) + 1):  # the description is the tail that is no command
            command = " ".join(s.strip() for s in lines[:split])
            try:
                shlex.split(command)
            except ValueError:
                continue
            p = subprocess.run(["bash", "-c", command], env=env, cwd=scratch, input=b"",
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            # Some questions have the answer "no", on standard output like every answer.
            no = c in ("solve", "check", "diff") and p.returncode == 1 and p.stdout
            if p.returncode == 0 or no:
                break
        ok((p.returncode == 0 or no) and not p.stderr, "example: " + lines[0].strip(), p.stderr.decode())

rc, out, err = run("--version")
same((rc, err, re.match(r"wgdesc \d+\.\d+\.\d+\n", out) is not None), (0, "", True), "--version")
same(run("-V")[1], out, "-V")
same(run("decode", "--version")[1], out, "--version wins over a missing operand")
v = json.loads(run("--version", "--json")[1])
same((v["ok"], v["version"], v["library"]), (True, out.split()[1], out.split()[1]),
     "--version --json")

# list is as complete as the tables it shows.
header = open("desc/wgd_dtype.h").read()
wgmma, tcgen05 = (re.findall(r'X\(\w+, "(\w+)", "', part) for part in header.split("#define WGD_TCGEN05_DTYPES"))
same([d["name"] for d in batch([{"cmd": "list", "what": "dtypes"}])[0]["dtypes"]], wgmma, "list dtypes")
same([d["name"] for d in batch([{"cmd": "list", "what": "dtypes", "arch": "sm100"}])[0]["dtypes"]],
     [t for t, majors in re.findall(r'X\(\w+, "(\w+)", "\w+", \d+, \d, (\w+),', header) if majors != "NONE"],
     "list dtypes --arch sm100")
ok("b1" in wgmma and tcgen05, "of which one is of wgmma alone, and others of tcgen05")
also = run("list", "dtypes")[1].split("\n\n")[1]
ok(all(a in also for d in json.loads(run("list", "dtypes", "--json")[1])["dtypes"] for a in d["aliases"]) and
   max(map(len, also.splitlines())) < 80, "list dtypes: the other names, in 80 columns", also)
header = open("layout/wgd_status.h").read()
names = [(int(v), n) for v, n in re.findall(r'X\(\w+, (\d+), "(\w+)"', header)]
values = dict(re.findall(r"#define (CLI_ERR_\w+) +\(\(wgd_status\)(\d+)\)", open("cli/error/cli_status.h").read()))
names += [(int(values[e]), n) for e, n in re.findall(r'\{(CLI_ERR_\w+), "(\w+)"', open("cli/error/cli_status.c").read())]
names = [n for _, n in sorted(names)]
same([e["code"] for e in batch([{"cmd": "list", "what": "errors"}])[0]["errors"]], names, "list errors")
for what in ("dtypes", "ops", "atoms", "errors"):
    rows = json.loads(run("list", what, "--json")[1])[what]
    lines = run("list", what)[1].split("\n\n")[0].splitlines()
    same(len(lines), len(rows) + 1, "list %s: one line a row and a header" % what)
atoms = {(a["bits"], a["major"], a["cute_name"]): a["layout"]
         for a in json.loads(run("list", "atoms", "--json")[1])["atoms"]}
CUTE = {"INTER": "INTERLEAVE", "SW32": "B32", "SW64": "B64", "SW128": "B128"}
with open("tests/golden/cute_atoms.jsonl") as f:
    golden = [json.loads(line) for line in f]
same(atoms, {(g["bits"], g["major"].lower(), CUTE[g["atom"]]):
             g["layout"].replace("smem_ptr", "smem ptr").replace("_", "").replace("smem ptr", "smem_ptr").replace("(unset)", "")
             for g in golden}, "list atoms: the 24 atoms of CuTe")
tcgen05 = json.loads(run("list", "atoms", "--arch", "sm100", "--json")[1])["atoms"]
same([(a["bits"], a["major"], a["swizzle"]) for a in tcgen05],
     [(bits, major, mode) for bits in (4, 8, 16, 32) for major in ("k", "mn") for mode in ("none", "32B", "64B", "128B", "128B_32B")],
     "list atoms: of tcgen05 those of 4 bits, too, in each mode that it has")
ops = json.loads(run("list", "ops", "--json")[1])["ops"]
rows = re.findall(r'^ +X\(\w+, \w+, \w+, "([\w.]+)"', open("desc/word/inst.c").read(), re.M)
same(len(rows) >= 17 and [o["types"] for o in ops], rows, "list ops")
same({o["k"] * {"f16": 16, "bf16": 16, "tf32": 32, "b1": 1}.get(o["a"], 8) for o in ops},
     {256}, "list ops: K is 32 bytes in all")

# decode shows what desc encodes.
for mode, code in (("none", 0), ("128B", 1), ("64B", 2), ("32B", 3)):
    d = json.loads(run("--major", "k", "--swizzle", mode, "--shape", "128x64", "--start", "0x1000", "--json")[1])
    r = json.loads(run("decode", d["descriptor"], "--json")[1])
    same((r["start"]["bytes"], r["lbo"]["field"], r["sbo"]["field"], r["layout_type"], r["faults"]),
         (0x1000, d["lbo"]["field"], d["sbo"]["field"], {"value": code, "name": mode}, []),
         "decode reads what desc wrote: " + mode)
FAULTS = [("0x4000004000010008", ["alignment"]), ("0x4004004000010040", ["phase"]),
          ("0x0002004000010040", ["base_offset"]), ("0x4000000000000040", ["zero_strides"]),
          ("0x400000400001c040", ["reserved"]), ("0x4002004000010008", []), ("0x4000004000010040", []),
          ("0xffffffffffffffff", ["reserved"]), ("0x400e400001c04040", ["phase", "reserved", "tcgen05"]),
          ("0x4000404000010040", [])]  # recognised: shown as tcgen05 has it, cli/arch.t
for word, want in FAULTS:
    r = json.loads(run("decode", word, "--json")[1])
    same(sorted(f["code"] for f in r["faults"]), sorted(want), "faults of " + word)
    text = run("decode", word)[1]
    same(len(re.findall(r"^(?:note|warning): ", text, re.M)), len(want), "and as text")
done()
