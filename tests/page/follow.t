#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The interactive page follows what it shows: heading, tab, command and link; arrows as in the SVG; what is
# refused, what does not apply, a phone's width, and the time that many cells take.
import html
import shlex
import sys
import tempfile

sys.path.insert(0, "tests/lib")
import browser
from pictures import *

tap = Tap()
TILE = ["--major", "mn", "--swizzle", "64B", "--shape", "128x64", "--start", "0x400"]
WORD = ["0x4002004000010040", "--major", "k", "--operand", "b", "--n", "24"]
LAYOUT = ["--layout", "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)"]
PLAIN = ["--layout", "((2,4),(2,4)):((1,4),(2,16))"]

why = browser.missing()
if why:
    tap.skip("the page in a browser", why)
    tap.done()


def make(d, name, *args):
    path = "%s/%s.html" % (d, name)
    p = run("show", *args, "-o", path)
    return path if p.returncode == 0 else p.stderr


def title_of(path):
    return html.unescape(re.search("<title>(.*?)</title>", open(path).read()).group(1))


def cells(b):
    return b.js("return [...document.querySelectorAll('#grid .c')].map(c => c.textContent)")


def titles(b):
    return [b.js("return document.title"), b.text("h1")]


def arrows_of_page(b):
    """Label, and the cells in whose middle each arrow begins and ends."""
    return b.js("""
        const grid = document.querySelector('#grid').getBoundingClientRect();
        return [...document.querySelectorAll('#arrows g')].map(g => {
            const v = g.querySelector('path').getAttribute('d').match(/[\\d.]+/g).map(Number);
            const at = [...document.querySelectorAll('#grid .c')].filter(c => c.closest('.row'));
            const cell = (x, y) => at.filter(c => { const r = c.getBoundingClientRect();
                return x + grid.left > r.left && x + grid.left < r.right && y + grid.top > r.top && y + grid.top < r.bottom; })[0];
            return [g.querySelector('text').textContent, cell(v[0], v[1]).id, cell(v[2], v[3]).id];
        });""")


def arrows_of_program(args):
    a = json.loads(run("show", *args, "--json").stdout)
    return sorted([x["label"], "cell-%d-%d" % tuple(x["from"]), "cell-%d-%d" % tuple(x["to"])] for x in a["arrows"])


def hidden(b):
    return b.js("return [...document.querySelectorAll('#form .field')].filter(l => l.offsetParent === null)"
                ".map(l => l.dataset.option)")


def follow_link(b, link):
    """The page at another link, as if it were opened."""
    b.js("location.hash = arguments[0]", link)


b = browser.Browser(1280, 900, unrolled=True)
try:
    with tempfile.TemporaryDirectory() as d:
        for name, args in (("tile", TILE), ("word", WORD), ("layout", LAYOUT), ("plain", PLAIN)):
            path = make(d, name, *args)
            b.open(path)
            tap.ok(titles(b) == [title_of(path)] * 2, "heading and tab of a " + name, titles(b))
            command = b.js("return document.querySelector('#line').value")
            words = shlex.split(command)
            shown = json.loads(run(*words[1:], "--json").stdout)
            tap.ok(words[0] == "wgdesc" and [str(v) for row in shown["offsets"] for v in row] == cells(b),
                   "its command shows the same", command)

        # Another question: everything follows.
        b.open(make(d, "follow", *TILE))
        b.choose("#opt-shape", "64x64")
        b.choose("#opt-swizzle", "128B")
        b.choose("#unit", "element")
        b.choose("#says", "byte")
        b.click("#knext")
        path = make(d, "same", "--major", "mn", "--swizzle", "128B", "--shape", "64x64", "--start", "0x400")
        tap.ok(titles(b) == [title_of(path)] * 2, "heading and tab follow", titles(b))
        command = b.js("return document.querySelector('#line').value")
        shown = json.loads(run(*shlex.split(command)[1:], "--json").stdout)
        tap.ok(["0x%x" % v for row in shown["bytes"] for v in row] == cells(b), "the command follows", command)
        tap.ok("--block 0,1" in command, "with the block", command)
        b.click("#copy")
        for _ in range(100):
            if b.text("#copied"):
                break
        tap.ok(b.text("#copied") in ("command copied", "the browser does not let a page copy"), "the copy button answers",
               b.text("#copied"))

        # The link: the same thing on another page, and in this one.
        link = b.js("return location.hash")
        before = [cells(b), titles(b), b.js("return document.querySelector('#line').value"), b.text("#which"), b.text("#now")]
        other = make(d, "other", *PLAIN)
        b.open(other, link)
        tap.ok([cells(b), titles(b), b.js("return document.querySelector('#line').value"), b.text("#which"), b.text("#now")] == before,
               "a link shows the same", link)
        follow_link(b, "#c=show+0x4000004000010040+--dtype+bf16+--operand+b+--n+24+--major+k")
        for _ in range(100):
            if b.text("h1").startswith("what"):
                break
        tap.ok("what 0x4000004000010040 fetches: operand b, bf16" in b.text("h1"), "a link followed in the page", b.text("h1"))
        follow_link(b, "#nonsense")
        tap.ok("what 0x4000004000010040" in b.text("h1"), "what is no link changes nothing")
        follow_link(b, "#c=show+--dtype+nonsense+--shape+x")
        for _ in range(100):
            if b.text("#fault"):
                break
        tap.ok("dtype: got nonsense" in b.text("#fault"), "a link with a fault is refused", b.text("#fault"))

        # What is refused dims the picture.
        b.open(make(d, "dim", *TILE))
        opacity = "return ['#panel-picture', '#panel-text', '#panel-json'].map(s => getComputedStyle(document.querySelector(s)).opacity)"
        tap.ok(b.js(opacity) == ["1"] * 3, "not dimmed")
        b.choose("#opt-shape", "100x64")
        tap.ok(all(float(v) < 0.5 for v in b.js(opacity)) and "100" in b.text("#fault"), "dimmed when refused", b.js(opacity))
        b.choose("#opt-shape", "128x64")
        tap.ok(b.js(opacity) == ["1"] * 3, "and not any more")

        # The arrows of the SVG.
        for name, args in (("tile", TILE), ("block", TILE + ["--block", "1,2"]), ("word", WORD),
                           ("none", ["--major", "k", "--swizzle", "none", "--shape", "64x64", "--unit", "element"])):
            b.open(make(d, "arrows" + name, *args))
            want = arrows_of_program(args)
            tap.ok(want and sorted(arrows_of_page(b)) == want, "arrows: " + name, (arrows_of_page(b), want))
        b.open(make(d, "arrows-next", *TILE))
        b.click("#mnext")
        b.click("#knext")
        tap.ok(sorted(arrows_of_page(b)) == arrows_of_program(TILE + ["--block", "1,1"]), "they follow the block")
        b.open(make(d, "arrows-plain", *PLAIN))
        tap.ok(arrows_of_page(b) == [], "a layout has none")

        # What does not apply is hidden.
        tap.ok({"operand", "major", "swizzle", "shape", "n", "order", "start", "sparse"} <= set(hidden(b)),
               "hidden for a plain layout", hidden(b))
        b.open(make(d, "applies", *TILE))
        tap.ok(set(hidden(b)) == {"n"}, "for operand a", hidden(b))
        b.choose("#opt-operand", "b")
        tap.ok("n" not in hidden(b), "N is operand b's")
        b.choose("#opt-major", "k")
        b.choose("#opt-dtype", "e4m3")
        tap.ok("major" in hidden(b), "an 8-bit type has one major", hidden(b))
        b.choose("#opt-dtype", "f16")
        b.choose("#opt-swizzle", "128B")
        b.choose("#opt-operand", "a")
        tap.ok("order" in hidden(b) and "major" not in hidden(b), "one atom along K has no order", hidden(b))

        # A phone: controls folded, the bit table whole.
        b.unrolled = False
        for width in (390, 360):
            b.size(width, 844)
            b.open(make(d, "phone%d" % width, *TILE))
            tap.ok(not b.js("return document.querySelector('#controls').open"), "%d px: controls folded" % width)
            right = b.js("return [document.documentElement.scrollWidth, ...[...document.querySelectorAll('#word td')].map("
                         "c => Math.max(c.getBoundingClientRect().right, c.scrollWidth > c.clientWidth ? 9999 : 0))]")
            tap.ok(max(right) <= width, "%d px: the bit table is whole" % width, right)
            b.click("summary")
            tap.ok(b.js("return document.querySelector('#opt-dtype').offsetParent !== null"), "%d px: controls unfold" % width)
        b.command("Emulation.clearDeviceMetricsOverride")

        # Many cells: those in sight are in the page, whichever they are, and the rest is not.
        b.open(make(d, "many", *TILE))
        MANY = "wgdesc show --layout (256,256):(256,1)"
        took, drawn = [], "return [...document.querySelectorAll('#grid .c')].map(c => [c.id, c.textContent])"
        for _ in range(3):
            took.append(b.js("""
                wgd.main.go('wgdesc list atoms', 'push');
                const begin = performance.now();
                wgd.main.go(arguments[0], 'push');
                document.querySelector('#views').getBoundingClientRect();
                return performance.now() - begin;""", MANY))
        print("# 65,536 cells in %d ms, the best of three (wanted: under 50)" % min(took))
        tap.ok(b.js("const g = document.querySelector('#grid'); return [g.getAttribute('aria-rowcount'), g.getAttribute('aria-colcount')]") == ["257", "257"],
               "65,536 cells are told of")

        def right(cells):
            """Each cell says the offset that is its place."""
            return 0 < len(cells) < 4096 and all(int(t) == 256 * int(i.split("-")[1]) + int(i.split("-")[2]) for i, t in cells)

        tap.ok(right(b.js(drawn)), "those in sight are drawn", len(b.js(drawn)))
        box = b.js("const e = document.querySelector('#grid').parentElement; e.scrollTo(e.scrollWidth, e.scrollHeight); return [e.clientWidth, e.clientHeight]")
        for _ in range(100):
            if b.js("return document.querySelector('#cell-255-255') !== null"):
                break
        seen = b.js("""const e = document.querySelector('#grid').parentElement.getBoundingClientRect();
            return [...document.querySelectorAll('#grid .c')].filter(c => { const r = c.getBoundingClientRect();
                return r.right > e.left && r.left < e.right && r.bottom > e.top && r.top < e.bottom; }).length;""")
        cells_of = b.js(drawn)
        width = b.js("return document.querySelector('#grid .c').offsetWidth")
        tap.ok(right(cells_of) and seen >= (box[0] // width - 2) * (box[1] // 24 - 2), "and after scrolling to the end", (len(cells_of), seen, box))
        b.js("wgd.sheet.of(document.querySelector('#grid')).focus(10, 200)")
        tap.ok(b.js("return document.activeElement.id") == "cell-10-200" and "element (10, 200), offset 2760" in b.text("#detail"), "a cell far away is focused", b.text("#detail"))
        b.keys(["\ue015", "\ue014"] * 12)  # down, right
        tap.ok(b.js("return document.activeElement.id") == "cell-22-212" and "(22, 212)" in b.text("#detail"), "the arrow keys go on from it", b.text("#detail"))
        b.js("const e = document.querySelector('#grid').parentElement; e.scrollTo(0, e.scrollHeight)")
        for _ in range(100):
            if b.js("return document.querySelector('#cell-22-212') === null"):
                break
        b.keys(["\ue013"])  # up
        tap.ok(b.js("return document.activeElement.id") == "cell-21-212", "also when it was scrolled out of sight", b.js("return document.activeElement.id"))
        b.size(3000, 1400)
        for _ in range(100):
            if b.js("return document.querySelector('#cell-21-212').getBoundingClientRect().width > 0 && wgd.sheet.of(document.querySelector('#grid')).node(30, 225) !== null"):
                break
        tap.ok(right(b.js(drawn)) and b.js("return wgd.sheet.of(document.querySelector('#grid')).node(30, 225) !== null"), "a larger window shows more")
        b.command("Emulation.clearDeviceMetricsOverride")
        b.js("wgd.main.go('wgdesc show --layout (1024,1024):(1024,1)', 'push')")
        tap.ok("too many cells" in b.text("#fault") and "--unit chunk" in b.text("#fault"), "more than the program draws is refused with its words", b.text("#fault"))
        tap.ok(b.log() == [], "nothing on the console", b.log())
finally:
    b.close()
tap.done()
