#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples of the README run, and give what the README shows. With --write the README is
written again from what they give."""
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, same  # noqa: E402

README = "README.md"
BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.S)
env = dict(os.environ, PATH=os.path.abspath(BUILD) + ":" + os.environ["PATH"], LC_ALL="C.UTF-8")


def transcript(block):
    """The block as a terminal would show it today."""
    shown = ""
    for command in re.findall(r"^\$ (.*(?:\\\n.*)*)$", block, re.M):
        p = subprocess.run(["bash", "-c", command], env=env, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        shown += "$ " + command + "\n" + p.stdout.decode()
    return shown


with open(README) as f:
    text = f.read()
if sys.argv[1:] == ["--write"]:
    with open(README, "w") as f:
        f.write(BLOCK.sub(lambda m: transcript(m.group(1)), text))
    sys.exit(0)
blocks = BLOCK.findall(text)
ok(len(blocks) >= 5, "at least five examples", len(blocks))
for block in blocks:
    got = transcript(block)
    ok(got == block, block.splitlines()[0], "the README has:", block, "it gives:", got)

# The two commands are the ones that CI runs, and every link leads somewhere.
commands = re.findall(r"```sh\n(.*?)```", text, re.S)
same(len(commands), 2, "two commands: one builds and runs the main job, one runs all tests")
with open(".ci/run") as f:
    ci = f.read()
for word in commands[1].strip().split(" && "):
    ok(word in ci, ".ci/run runs '%s'" % word)
for target in re.findall(r"\]\(([^)#:]+)\)", text):
    ok(os.path.exists(target), "link to " + target)
with open("cli/commands.def") as f:
    for name in re.findall(r"^X\((\w+)\)", f.read(), re.M):
        ok("`%s`" % name in text, "the table of what it can do names " + name)
done()
