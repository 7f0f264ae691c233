#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The help of every command, line for line: laid out here from the tables of `help --json`."""
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, run, same  # noqa: E402

COLUMNS, HELP_AT = 79, 22


def wrapped(text, column=0, indent=0):
    """As many words in a line as go into it; an empty line between paragraphs."""
    paragraphs = []
    for paragraph in re.split("\n+", text):
        lines, line = [], " " * column
        for word in paragraph.split(" "):
            if line.strip() and len(line) + 1 + len(word) > COLUMNS:
                lines.append(line)
                line = " " * indent
            line += (" " if line.strip() else "") + word
        paragraphs.append("\n".join(lines + [line]))
        column = indent
    return "\n\n".join(paragraphs)


def listed(o, operand):
    """An option with its values, in two columns."""
    names = [x["name"] for x in o.get("choices", []) if x["everywhere"]]
    values = ", ".join(names[:-1]) + " or " * (len(names) > 1) + "".join(names[-1:])
    values += ("; " * bool(names) + "default " + o["default"]) if o["default"] is not None else ""
    term = "  " + (o["argument"] if operand else ("-%s, " % o["letter"] if o["letter"] else "") + "--" + o["name"] +
                   (" " + o["argument"] if o["argument"] else ""))
    text = wrapped(o["help"] + (" (%s)" % values if values else ""), HELP_AT, HELP_AT)
    return term.ljust(HELP_AT) + text[HELP_AT:] if len(term) <= HELP_AT - 2 else term + "\n" + text


tables = json.loads(run("help", "--json")[1])
for c in tables["commands"]:
    page = run(c["name"], "--help")[1]
    title = wrapped("wgdesc %s - %s" % (c["name"], c["summary"]), 0, 4)
    same(page[:len(title) + 2], title + "\n\n", c["name"] + ": what it is for")
    examples = "".join("%s\n%s\n" % (wrapped(e["command"], 2, 6), wrapped(e["what"], 6, 6)) for e in c["examples"])
    same(page[len(title) + 2:].split(":\n", 1)[1][:len(examples) + 1], examples + "\n", c["name"] + ": its examples")
    usage = wrapped("wgdesc %s %s" % (c["name"], c["synopsis"]), 7, 15)
    same([line for line in page.split("\n") if line.startswith("Usage: ")], ["Usage: " + usage.split("\n")[0][7:]], c["name"] + ": its usage")
    same(usage[7:] + "\n\n" + wrapped(c["about"]) + "\n\n" in page, True, c["name"] + ": what it is about")
    for o in c["options"]:
        same("\n" + listed(o, o["name"] in c["operands"]) + "\n" in page, True, "%s: %s" % (c["name"], o["name"]))
    common = "Options of every command:\n" + "".join(listed(o, False) + "\n" for o in tables["options"])
    same(page.endswith(common), True, c["name"] + ": the options of every command")
done()
