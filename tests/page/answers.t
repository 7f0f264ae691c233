#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The page in Chromium and in Firefox: 200 requests of every command, and every preset, are answered as the
# program answers them.
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
import browser
import firefox
import many_requests
from pictures import *

tap = Tap()
COMMANDS = {c["name"]: c for c in json.loads(run("help", "--json").stdout)["commands"] if c["batch"]}


def without_line(text):
    """A request of the page stands on no line."""
    return re.sub(r',"line":\d+', "", text)


def of_program(requests):
    p = subprocess.run([CLI, "batch"], input="".join(json.dumps(r) + "\n" for r in requests), capture_output=True, text=True)
    return [without_line(a) for a in p.stdout.splitlines(keepends=True)]


WANT = {name: (many_requests.of(c), of_program(many_requests.of(c))) for name, c in COMMANDS.items()}


def check_answers(page, name):
    for command, (requests, want) in WANT.items():
        got = page.js("return arguments[0].map((r) => wgd.core.ask(r))", [json.dumps(r) for r in requests])
        bad = [(r, a[:300], b[:300]) for r, a, b in zip(requests, want, got) if a != b]
        tap.ok(len(got) >= 200 and len(want) == len(got) and not bad, "%s: %d requests of %s" % (name, len(got), command), bad[:2])


def check_presets(page, name):
    """Each is answered, and its text is the program's."""
    lines = page.js("return [...document.querySelectorAll('#preset option')].map(o => o.value).filter(v => v)")
    said = page.js("""return arguments[0].map((line) => {
        try { wgd.main.go(line, 'push'); } catch (e) { return [[line], String(e), '']; }
        const { words } = wgd.main.state();
        return [words, document.querySelector('#out').textContent, document.querySelector('#fault').textContent];
    });""", lines)
    bad = []
    for words, out, fault in said:
        p = subprocess.run([os.path.abspath(CLI), *words], cwd=tempfile.mkdtemp(dir=d), stdin=subprocess.DEVNULL, capture_output=True, text=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
        files = any(re.search(r"kernel|\.log|known", w) for w in words)
        if p.returncode > 1:
            good = files or fault == p.stderr.strip()
        else:
            good = out == p.stdout + p.stderr and fault == ""
        if not good:
            bad.append((words, p.returncode, fault or out[:200]))
    tap.ok(len(lines) > 120 and not bad, "%s: %d presets say what the program says" % (name, len(lines)), bad[:4])


with tempfile.TemporaryDirectory() as d:
    path = d + "/index.html"
    run("show", "--major", "mn", "--swizzle", "64B", "--shape", "64x16", "-o", path)
    for name, missing, make in [("Chromium", browser.missing, browser.Browser), ("Firefox", firefox.missing, firefox.Firefox)]:
        why = missing()
        if why:
            tap.skip("%s: the answers are the program's" % name, why)
            continue
        page = make()
        try:
            page.open(path)
            check_answers(page, name)
            check_presets(page, name)
        finally:
            page.close()
tap.done()
