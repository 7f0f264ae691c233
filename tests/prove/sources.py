# SPDX-License-Identifier: MIT
"""The sources of the layout algebra as the proof reads them: with stand-ins, and with what is said to the analyzer."""
import os
import re
import shutil

HERE = "tests/prove"
FUNCTION = re.compile(r"^(?:static )?(?:inline )?\w[\w ]*?[ *](\w+)\([^;{]*?\)\n\{\n.*?^\}\n", re.M | re.S)


def functions(path):
    with open(path) as f:
        return {m.group(1): m.group(0) for m in FUNCTION.finditer(f.read())}


def hints():
    """(file, "before" or "after", code, annotation) of each block of hints.txt."""
    found = []
    with open(HERE + "/hints.txt") as f:
        blocks = [b for b in f.read().split("\n\n") if not b.startswith("#")]
    for b in blocks:
        name, place, annotation = b.strip().split("\n")
        where, code = place.split(" ", 1)
        found.append((name, where, code, annotation))
    return found


def stood_in(text, stand):
    """The text with each function that has a stand-in as that."""
    return FUNCTION.sub(lambda m: stand.get(m.group(1), m.group(0)), text)


def by_steps(text, steps):
    """The text in which what calls itself calls NAME_inner, and what calls it calls NAME_all."""
    common = "".join(v for k, v in steps.items() if k.startswith("any_"))
    for name in [k[:-len("_inner")] for k in steps if k.endswith("_inner")]:
        m = next((m for m in FUNCTION.finditer(text) if m.group(1) == name), None)
        if not m:
            continue
        head, body = m.group(0).split("\n{\n", 1)
        call = re.compile(r"\b%s\(" % name)
        code = head + "\n{\n" + call.sub(name + "_inner(", body)
        text = (text[:m.start()] + common + "\n" + steps[name + "_inner"] + "\n" + code + "\n" + steps[name + "_all"] +
                call.sub(name + "_all(", text[m.end():]))
        common = ""
    return text


def hinted(name, text, all_hints):
    for file, where, code, annotation in all_hints:
        if file != name:
            continue
        at = [i for i, line in enumerate(text.split("\n")) if line.strip() == code]
        if len(at) != 1 and not (at and annotation.startswith("loop ")):
            raise SystemExit("prove: hints.txt: %s: not once there: %s" % (file, code))
        lines = text.split("\n")
        for i in reversed(at):
            lines.insert(i + (where == "after"), "/*@ %s */" % annotation)
        text = "\n".join(lines)
    return text


def write(dest, stands, planted=()):
    """The sources into dest, with the stand-ins of these files; planted: (file, code, other code)."""
    stand = {}
    for s in stands:
        stand.update(functions("%s/%s" % (HERE, s)))
    steps = functions(HERE + "/steps.c")
    shutil.rmtree(dest, ignore_errors=True)
    shutil.copytree("layout", dest)
    for folder, _, files in os.walk(dest):
        for file in files:
            path = os.path.join(folder, file)
            name = os.path.relpath(path, dest)
            with open(path) as f:
                text = hinted(name, f.read(), hints())
            for of, code, other in planted:
                if of == name:
                    if text.count(code) != 1:
                        raise SystemExit("prove: %s: not once there: %s" % (of, code))
                    text = text.replace(code, other)
            text = stood_in(by_steps(text, steps), stand)
            with open(path, "w") as f:
                f.write(text)
