#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The page in Chromium and in Firefox: 200 requests of every command, and every preset, are answered as the
# program answers them; what is drawn of many cells, and how it follows.
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


def check_pictures(page, name):
    """What is drawn, and how it follows: in every browser, by events of the page's own."""
    page.open(path, "#c=show+--major+k+--swizzle+128B+--shape+128x256+--unit+element")
    moved = page.js("""
        const frame = document.querySelector('#frame'), now = document.querySelector('#now').textContent, at = frame.style.transform;
        document.querySelector('#knext').click();
        return [frame.style.transform !== at, document.querySelector('#now').textContent !== now, document.querySelector('#line').value];""")
    tap.ok(moved[:2] == [True, True] and "--block 0,1" in moved[2], name + ": the frame and the word follow the K step", moved)
    want = json.loads(run("show", "--major", "k", "--swizzle", "128B", "--shape", "128x256", "--unit", "element", "--json").stdout)
    drawn = """return [...document.querySelectorAll('#grid .c')].map(e => [e.id, e.textContent])"""
    for r, c in ((0, 0), (127, 255), (64, 128), (0, 255)):
        there = page.js("const e = wgd.sheet.of(document.querySelector('#grid')).reveal(arguments[0], arguments[1]); const b = e.getBoundingClientRect(), box = e.closest('.scroll').getBoundingClientRect();"
                        "return b.left >= box.left - 1 && b.right <= box.right + 1 && b.top >= box.top - 1 && b.bottom <= box.bottom + 1", r, c)
        cells = page.js(drawn)
        bad = [(i, t) for i, t in cells for _, a, b in [i.split("-")] if t != str(want["offsets"][int(a)][int(b)])]
        tap.ok(there and not bad and len(cells) < 8000, "%s: cell %d,%d is brought into sight, and %d around it are right" % (name, r, c, len(cells)), (there, bad[:3]))
    said = page.js("""
        const cell = wgd.sheet.of(document.querySelector('#grid')).reveal(70, 33);
        cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        return [document.querySelector('#detail').textContent, [...document.querySelectorAll('#mem .sel')].map(e => Number(e.dataset.at)),
            [...document.querySelectorAll('#word tr.linked th')].map(e => e.textContent), [...document.querySelectorAll('#steps li.linked')].length];""")
    byte = want["bytes"][70][33]
    tap.ok("element (70, 33), offset %d, byte 0x%x" % (want["offsets"][70][33], byte) in said[0] and said[1] == [byte // 16 * 16] and "start" in said[2] and said[3] > 1,
           name + ": an element shows its byte, its line of memory, the fields and the steps", said)
    page.js("wgd.main.go('wgdesc frag m64n256k16', 'push')")
    want = [" ".join(re.findall(r"<text[^>]*>([^<]*)<", g)) for g in re.findall(r'<g id="cell-63-255".*?</g>', run("frag", "m64n256k16", "--format", "svg").stdout)]
    last = page.js("const e = wgd.sheet.of(document.querySelector('#drawn-grid')).reveal(63, 255); e.focus(); return [e.textContent, document.activeElement.id]")
    tap.ok(want == [last[0]] and last[1] == "drawn-63-255", name + ": the last of 16,384 elements of a fragment", last)


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
            check_pictures(page, name)
        finally:
            page.close()
tap.done()
