#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The interactive page in headless Chromium, with real pointer and key events: what it says is
# compared with the naive implementation of pictures.py.
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
import browser
from pictures import *

tap = Tap()
Q = dict(dtype="f16", swizzle="64B", major="mn", mn=128, k=64, start=0x400)
TILE = ["--major", "mn", "--swizzle", "64B", "--shape", "128x64", "--start", "0x400"]
PER = 8  # elements of a chunk along MN


def make(d, name, *args):
    p = run("show", *args, "-o", "%s/%s.html" % (d, name))
    return "%s/%s.html" % (d, name) if p.returncode == 0 else p.stderr


# Without a browser: one file, nothing from outside, the state as it should be.
with tempfile.TemporaryDirectory() as d:
    text = open(make(d, "static", *TILE)).read()
    outside = re.findall(r"(?:src|href)=|https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
    tap.ok(not outside, "one file, nothing from outside", outside)
    state = json.loads(re.search(r'id="state">(.*?)</script>', text, re.S).group(1))
    tap.ok(state == {"words": ["show", *TILE]}, "the state is the command line", state)
    other = open(make(d, "elsewhere", *TILE, "--force", "--color", "never")).read()
    tap.ok(other == text, "but not where it is written to")
    inner = re.search(r"<noscript>.*?(<svg.*?</svg>)", text, re.S).group(1)
    tap.ok(inner == run("show", *TILE, "--format", "svg").stdout.split("\n", 1)[1].strip(),
           "the picture for readers without scripts")
    text = open(make(d, "lay", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", "--unit", "chunk")).read()
    state = json.loads(re.search(r'id="state">(.*?)</script>', text, re.S).group(1))
    tap.ok(state["words"] == ["show", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", "--unit", "chunk"],
           "a layout with < in it", state)
    tap.ok(not re.search("@[A-Z]+@", text), "no mark left")
    for args in (["--slice", "64:,:16"], ["--block", "1,2", "--inst-block", "64x16"], ["--block", "0,1"]):
        p = run("show", *TILE, *args, "--format", "html")
        said = json.loads(re.search(r'id="state">(.*?)</script>', p.stdout, re.S).group(1))["words"] if p.returncode == 0 else []
        tap.ok(p.returncode == 2 or run(*said).stdout == run("show", *TILE, *args).stdout, "the state with " + args[0], said)
    for cmd, args in [("frag", ["m64n8k16", "--operand", "a"]), ("tmem", ["C", "--m-sm", "64", "--n-sm", "16"]),
                      ("banks", ["0", "64", "128", "--access", "ld.b32"])]:
        p = run(cmd, *args, "--format", "html")
        state = json.loads(re.search(r'id="state">(.*?)</script>', p.stdout, re.S).group(1))
        tap.ok(run(*state["words"]).stdout == run(cmd, *args).stdout, "the state of " + cmd, state)
    asked = {"cmd": "banks", "addresses": [0, "0x40", None, 128], "access": "ld.b32", "format": "html"}
    p = subprocess.run([CLI, "batch"], input=json.dumps(asked) + "\n", capture_output=True, text=True)
    page = json.loads(p.stdout).get("text", p.stdout)
    state = json.loads(re.search(r'id="state">(.*?)</script>', page, re.S).group(1))
    tap.ok(state["words"] == ["banks", "0", "0x40", "-", "128", "--access", "ld.b32"], "the state of a request", state)

why = browser.missing()
if why:
    tap.skip("the page in a browser", why)
    tap.done()


def at(r, k):
    return tile_byte(Q, r, k)


def fields(b):
    """The word that the bits make, and what its fields mean."""
    rows = b.js("return [...document.querySelectorAll('#word tbody tr')].map("
                "r => [...r.children].map(c => c.textContent))")
    bits = b.js("return [...document.querySelectorAll('#word .strip span')].map(e => e.textContent).join('')")
    return int(bits, 2), {r[0]: r[3] for r in rows}


def grid_words(b):
    return b.js("return [...document.querySelectorAll('#grid .c')].map(c => c.textContent)")


b = browser.Browser(unrolled=True)
try:
    with tempfile.TemporaryDirectory() as d:
        b.open(make(d, "tile", *TILE))
        rows, cols = 128 // PER, 64
        byte, off = expected(at, rows, cols, (PER, 1), 0x400, 16, "chunk")
        tap.ok(grid_words(b) == [str(v) for line in off for v in line], "every cell says its offset")
        mem = b.js("return [...document.querySelectorAll('#mem .c')].map("
                   "c => [Number(c.dataset.at), c.textContent])")
        where = {byte[r][c]: "%d,%d" % (r * PER, c) for r in range(rows) for c in range(cols)}
        tap.ok(dict(mem) == where, "memory: every chunk says its first element")

        b.pointer("#cell-3-11")
        want = "elements (24..31, 11), offset %d, byte 0x%x..0x%x, bank %d-%d" % (
            off[3][11], byte[3][11], byte[3][11] + 15, byte[3][11] // 4 % 32, byte[3][11] // 4 % 32 + 3)
        detail = b.text("#detail")
        tap.ok(detail.startswith(want + "\nits address: ") and
               "phase %d of the 64B swizzle: 0x%x\n" % (byte[3][11] // 128 % 4, byte[3][11]) in detail, "hover a cell", detail)
        linked = b.js("return [...document.querySelectorAll('#word tr.linked th')].map(e => e.textContent)")
        tap.ok("SBO" in linked and "start" in linked and "LBO" not in linked, "the fields that lead to it are lit", linked)
        steps = b.js("return [...document.querySelectorAll('#steps li.linked')].map(e => e.dataset.step)")
        tap.ok("strides" in steps and "bits" in steps, "and the steps", steps)
        tap.ok("fetched by block 0,0, descriptor 0x8000008000200040" in detail, "and which block fetches it")
        b.pointer("#cell-9-40", kind="touch", press=True)
        detail = b.text("#detail")
        tap.ok(detail.startswith("elements (72..79, 40), offset %d," % off[9][40]) and
               "block 1,2," in detail, "tap a cell", detail)

        # A byte: the fifth chunk of memory, its byte 11 is the high byte of element 5.
        target = 0x400 + 4 * 16
        width = b.js("return document.querySelector('#mem [data-at=\"%d\"]').getBoundingClientRect().width"
                     % target)
        b.pointer("#mem [data-at='%d']" % target, dx=int((11.5 / 16 - 0.5) * width))
        r, c = map(int, where[target].split(","))
        detail = b.text("#detail")
        tap.ok(detail.startswith("byte 0x%x, bank %d: element (%d, %d)\n" %
                                 (target + 11, (target + 11) // 4 % 32, r + 5, c)), "hover a byte", detail)
        tap.ok(b.js("return document.querySelector('#grid .sel').id") == "cell-%d-%d" % (r // PER, c),
               "and its cell is marked")

        # Step through the K blocks: word, fields and cells follow.
        why = ""
        for j in range(4):
            start = at(0, 16 * j)
            word, shown = fields(b)
            lit = b.js("return [...document.querySelectorAll('#grid .c:not(.dim)')].map(c => c.id)")
            want = ["cell-%d-%d" % (r, c) for r in range(8) for c in range(16 * j, 16 * j + 16)]
            if word != 0x8000008000200000 | start >> 4 or lit != want or \
                    shown["start"] != hex(start) or shown["SBO"] != "2048 B" or shown["LBO"] != "512 B" or \
                    b.text("#now") != "0x%016x" % word or "block 0,%d of" % j not in b.text("#which"):
                why = why or "block %d: %x %s" % (j, word, shown)
            if j < 3:
                b.click("#knext")
        tap.ok(not why, "step through the K blocks", why)
        tap.ok(b.js("return document.querySelector('#knext').disabled"), "the last block has no next")
        b.click("#mnext")
        word, shown = fields(b)
        tap.ok(word == 0x8000008000200000 | at(64, 48) >> 4, "step along MN", hex(word))

        # Another descriptor.
        b.type("#other", "0x%016x" % word)
        tap.ok(b.text("#verdict") == "this is the descriptor of this block", "the same descriptor")
        for what, bad in [("SBO halved", word - (0x40 << 32)), ("start 16 bytes on", word + 1),
                          ("swapped LBO and SBO", word & ~(0xFFFFFFFF << 16) | 0x80 << 16 | 0x20 << 32),
                          ("128B swizzle", word & (2**62 - 1) | 1 << 62)]:
            b.type("#other", "0x%016x" % bad)
            wrong = [(r, c) for r in range(0, 64, PER) for c in range(16)
                     if fetch_byte(bad, "f16", "mn", r, c) != at(64 + r, 48 + c)]
            first = wrong[0]
            want = "%d of 128 chunks are wrong; the first is element (%d, %d): it should come from %s, and " \
                "this descriptor fetches %s" % (
                    len(wrong), 64 + first[0], 48 + first[1], hex(at(64 + first[0], 48 + first[1])),
                    hex(fetch_byte(bad, "f16", "mn", *first)))
            marked = b.js("return [...document.querySelectorAll('#grid .bad')].map(c => c.id)")
            ids = ["cell-%d-%d" % ((64 + r) // PER, 48 + c) for r, c in wrong]
            tap.ok(b.text("#verdict") == want and marked == ids, "another descriptor: " + what,
                   b.text("#verdict") + "\n" + want)
        b.type("#other", "0x%016x" % (word | 3 << 52))
        tap.ok("same bytes" in b.text("#verdict"), "another descriptor: ignored bits")
        b.type("#other", "0xzz")
        tap.ok("not a descriptor" in b.text("#verdict"), "another descriptor: not one")
        b.type("#other", "")

        # The form asks anew; what is refused is said, and the picture stays.
        b.choose("#opt-swizzle", "128B")
        Q2 = dict(Q, swizzle="128B")
        _, off2 = expected(lambda r, k: tile_byte(Q2, r, k), rows, cols, (PER, 1), 0x400, 16, "chunk")
        tap.ok(grid_words(b) == [str(v) for line in off2 for v in line], "another swizzle")
        b.choose("#opt-shape", "100x64")
        tap.ok("shape" in b.text("#fault") and "100" in b.text("#fault"), "a refusal is said", b.text("#fault"))
        b.choose("#opt-shape", "abc")
        tap.ok("shape: got abc" in b.text("#fault"), "a shape that is none", b.text("#fault"))
        b.choose("#opt-shape", "64x64")
        tap.ok(b.text("#fault") == "", "and taken back")
        b.choose("#unit", "element")
        Q3 = dict(Q2, mn=64)
        byte3, off3 = expected(lambda r, k: tile_byte(Q3, r, k), 64, 64, (1, 1), 0x400, 16, "element")
        tap.ok(grid_words(b) == [str(v) for line in off3 for v in line], "elements")
        b.choose("#says", "byte")
        tap.ok(grid_words(b) == [hex(v) for line in byte3 for v in line], "and their addresses")

        # A descriptor as the source, with the keyboard alone.
        word = 0x4000004000010040 + (1 << 49)
        b.open(make(d, "map", hex(word), "--major", "k", "--operand", "b", "--n", "24"))
        byte, off = expected(lambda r, k: fetch_byte(word, "f16", "k", r, k), 24, 2, (1, 8), 0x400, 16,
                             "chunk")
        tap.ok(grid_words(b) == [str(v) for line in off for v in line], "the map of a descriptor")
        b.js("document.querySelector('#grid .c').focus()")
        b.keys(["\ue015", "\ue015", "\ue014"])  # down, down, right
        tap.ok(b.text("#detail").startswith("elements (2, 8..15), offset %d, byte %s" %
                                            (off[2][1], hex(byte[2][1]))), "arrow keys move", b.text("#detail"))
        b.keys(["\ue004"])  # Tab leaves the grid for memory
        b.keys(["\ue014"])  # right: the next byte
        first = min(v for line in byte for v in line) // 128 * 128
        tap.ok(b.text("#detail").startswith("byte %s" % hex(first + 1)), "Tab and the arrows in memory",
               b.text("#detail"))
        b.open(make(d, "keys", *TILE))
        b.js("document.body.focus()")
        b.keys(["]", "]", "}", "["])
        tap.ok("block 1,1 of" in b.text("#which"), "brackets step through the blocks", b.text("#which"))

        # A layout, and a plain one.
        b.open(make(d, "layout", "--layout", "((2,4),(2,4)):((1,4),(2,16))"))
        want = [r % 2 + r // 2 * 4 + c % 2 * 2 + c // 2 * 16 for r in range(8) for c in range(8)]
        tap.ok(grid_words(b) == [str(v) for v in want], "a plain layout")
        tap.ok(b.js("return document.querySelector('#memview').hidden"), "which has no memory")

        b.unrolled = False
        # Light and dark, a phone's width: no page-wide scrolling, text that can be read.
        for name, args in [("tile", TILE), ("k", ["--major", "k", "--swizzle", "128B", "--shape", "64x64"])]:
            b.open(make(d, "wide" + name, *args))
            b.size(360, 640)
            wide = b.js("return document.documentElement.scrollWidth")
            tap.ok(wide <= 360, "a phone's width: %s" % name, wide)
            b.pointer("#cell-1-1", kind="touch", press=True)
            tap.ok(b.text("#detail").startswith("elements ("), "a tap on the phone: %s" % name)
            b.command("Emulation.clearDeviceMetricsOverride")
        contrast = """
            const rgb = (c) => c.match(/[\\d.]+/g).map(Number);
            const lum = (c) => { const [r, g, b] = rgb(c).map(v => (v /= 255) <= .04045 ? v / 12.92 :
                ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
            const back = (e) => { const c = getComputedStyle(e).backgroundColor;
                return /rgba\\(.*, 0\\)/.test(c) ? (e.parentElement ? back(e.parentElement) : 'rgb(255,255,255)') : c; };
            let low = 99;
            for (const e of document.querySelectorAll('.c, p, h1, h2, h3, label, legend, button:enabled, td, th, pre, li, #detail')) {
                if (!e.textContent.trim() || e.offsetParent === null) continue;
                const a = lum(getComputedStyle(e).color), b = lum(back(e));
                low = Math.min(low, (Math.max(a, b) + .05) / (Math.min(a, b) + .05));
            }
            return low;"""
        for on in [False, True]:
            b.dark(on)
            low = b.js(contrast)
            tap.ok(low >= 4.5, "contrast in %s" % ("dark" if on else "light"), low)
        tap.ok(b.log() == [], "nothing on the console", b.log())
finally:
    b.close()
tap.done()
