#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/codegen: its README holds; C and Python get the numbers that the commands print."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, run, same  # noqa: E402

SCRIPT = "examples/codegen/constants.py"


def constants(text, *args):
    p = subprocess.run([sys.executable, SCRIPT, *args], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


readme = open("examples/codegen/README.md").read()
console = re.search(r"```console\n(.*?)```", readme, re.S)[1]
with tempfile.TemporaryDirectory() as tmp:
    env = dict(os.environ, PATH=os.path.abspath(BUILD) + ":" + os.environ["PATH"])
    for name in ("examples",):
        os.symlink(os.path.abspath(name), os.path.join(tmp, name))
    for command, shown in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", console, re.M):
        p = subprocess.run(command, shell=True, cwd=tmp, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        same(p.stdout.decode(), shown, "README: " + command)

    answers = run("batch", "examples/codegen/tiles.jsonl")[1]
    rc, python, err = constants(answers, "--lang", "python")
    same((rc, err), (0, ""), "Python")
    values = {}
    exec(python, values)
    del values["__builtins__"]
    desc, mn, plan, emit = map(json.loads, answers.splitlines())
    same(values["A_128X64_DESC"], int(desc["descriptor"], 16), "a descriptor")
    for a, name in ((desc, "A_128X64"), (mn, "B_64X128")):
        same([hex(values[name + "_DESC"] + x) for x in values[name + "_ADVANCE"]],
             [hex(int(b["descriptor"], 16)) for b in a["blocks"]], name + ": DESC + ADVANCE is every block's descriptor")
    same(values["GEMM_STAGE_BYTES"], plan["smem"]["stage_bytes"], "a stage of the plan")
    same(values["GEMM_A_K_ADVANCE"], [0, 2, 4, 6, 1024, 1026, 1028, 1030], "K advances leave the atom after 4 steps")
    same({k: v for k, v in values.items() if k.startswith("FP8_") and not k.endswith("_DESC")},
         {"FP8_" + k: v for k, v in emit["constants"].items()}, "all constants of emit")

    # The same numbers through a C compiler.
    header = constants(answers)[1]
    source = header + "#include <stdio.h>\nint main(void) {\n"
    for k, v in values.items():
        source += ('for (unsigned i = 0; i < sizeof %s / 4; i++) printf("%%lu ", (unsigned long)%s[i]);\n' % (k, k)
                   if isinstance(v, list) else 'printf("%%llu ", (unsigned long long)%s);\n' % k)
    open(os.path.join(tmp, "t.c"), "w").write(source + "return 0; }\n")
    exe = os.path.join(tmp, "t")
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-Wall", "-Werror", exe + ".c", "-o", exe], check=True)
    got = subprocess.run([exe], stdout=subprocess.PIPE).stdout.decode().split()
    want = [str(x) for v in values.values() for x in (v if isinstance(v, list) else [v])]
    same(got, want, "C has the same %d numbers" % len(want))

for text, why in (('{"schema":"wgdesc/1","cmd":"decode","ok":true}\n', "no constants"),
                  (run("--dtype", "f15", "--json")[2], "not a data type")):
    rc, out, err = constants(text)
    ok(rc == 1 and out == "" and why in err, "refused: " + why, rc, out, err)
done()
