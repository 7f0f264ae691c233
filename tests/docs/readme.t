#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples of the README and of the pages that it was too short for run, and give what is shown.
With --write they are written again from what they give."""
import os
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, same  # noqa: E402
from transcript import BLOCK, check, write  # noqa: E402

README, COMMANDS = "README.md", "docs/commands.md"
PAGES = [README, COMMANDS, "docs/checked.md", "docs/install.md"]
if sys.argv[1:] == ["--write"]:
    for page in PAGES:
        write(page)
    sys.exit(0)
text = {page: check(page) for page in PAGES}
readme = text[README]
same(len(BLOCK.findall(readme)), 5, "five examples in the README")
ok(len(BLOCK.findall(text[COMMANDS])) >= 5, "at least five more examples")
ok(len(readme.splitlines()) <= 130, "the README is short: %d lines" % len(readme.splitlines()))

# The two commands are the ones that CI runs, and every link leads somewhere.
commands = re.findall(r"```sh\n(.*?)```", readme, re.S)
same(len(commands), 2, "two commands: one builds and runs the main job, one runs all tests")
with open(".ci/run") as f:
    ci = f.read()
ok(commands[1] in ci, ".ci/run runs '%s'" % commands[1].strip())
for page in PAGES:
    for target in re.findall(r"\]\(([^)#:]+)\)", text[page]):
        ok(os.path.exists(os.path.join(os.path.dirname(page), target)), "%s links to %s" % (page, target))
with open("cli/request/commands.def") as f:
    for name in re.findall(r"^X\((\w+)\)", f.read(), re.M):
        ok("`%s`" % name in text[COMMANDS], "the table of what it can do names " + name)

# The first command and the picture are of the first example.
asked = re.search(r"build/wgdesc (.*)", commands[0]).group(1)
ok("$ wgdesc %s\n" % asked in BLOCK.findall(readme)[0], "the first example is what the first command asks")
picture = re.search(r"!\[[^]]+\]\(docs/pictures/([^)]+)\)", readme).group(1)
with open("docs/pictures/cases") as f:
    ok(re.search(r"^%s +%s$" % (re.escape(picture), re.escape(asked)), f.read(), re.M),
       "and the picture is of that tile")
done()
