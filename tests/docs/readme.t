#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples of the README run, and give what the README shows. With --write the README is
written again from what they give."""
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, same  # noqa: E402
from transcript import BLOCK, check, write  # noqa: E402

README = "README.md"
if sys.argv[1:] == ["--write"]:
    write(README)
    sys.exit(0)
text = check(README)
ok(len(BLOCK.findall(text)) >= 5, "at least five examples")

# The two commands are the ones that CI runs, and every link leads somewhere.
commands = re.findall(r"```sh\n(.*?)```", text, re.S)
same(len(commands), 2, "two commands: one builds and runs the main job, one runs all tests")
with open(".ci/run") as f:
    ci = f.read()
for word in commands[1].strip().split(" && "):
    ok(word in ci, ".ci/run runs '%s'" % word)
for target in re.findall(r"\]\(([^)#:]+)\)", text):
    ok(os.path.exists(target), "link to " + target)
with open("cli/request/commands.def") as f:
    for name in re.findall(r"^X\((\w+)\)", f.read(), re.M):
        ok("`%s`" % name in text, "the table of what it can do names " + name)
done()
