#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# 'make playground': one file without a network; its command line, forms, pictures, copies and links in Chromium,
# with the keyboard and on every width; no serious finding of axe-core where that is installed.
import importlib.util
import os
import shlex
import sys
import tempfile
import urllib.parse

sys.path.insert(0, "tests/lib")
import browser
from pictures import *

tap = Tap()
TILE = ["--major", "mn", "--swizzle", "64B", "--shape", "128x64"]
TAB, ENTER, UP, DOWN, ESCAPE = "\ue004", "\ue007", "\ue013", "\ue015", "\ue00c"

with tempfile.TemporaryDirectory() as d:
    path = d + "/index.html"
    run("show", *TILE, "-o", path)
    text = open(path).read()
    tap.ok(len(text) < 1500000, "below 1.5 MB", len(text))
    outside = re.findall(r"(?:src|href)=|https?://(?!www\.w3\.org/(?:2000/svg|1999))|@import|url\(|fetch\(|XMLHttp|WebSocket|import\(", text)
    tap.ok(not outside, "nothing is asked of a network", outside)
    made = "docs/playground/index.html"
    if os.path.exists(made) and os.path.getmtime(made) > os.path.getmtime(CLI):
        tap.ok(open(made).read() == text, "make playground writes what show -o writes")
    # No colour of the page's banks but those of the pictures.
    svg = run("show", *TILE, "--format", "svg").stdout
    style = re.search("<style>.*?</style>", text, re.S).group(0)
    shades = re.findall(r"\.s(\d),\.b\d\{background:(#[0-9a-f]+)\}", style)
    of_svg = dict(re.findall(r"\.s(\d) rect\{fill:(#[0-9a-fA-F]+)", svg))
    full = {k: (v if len(v) == 7 else "#" + "".join(c * 2 for c in v[1:])).lower() for k, v in shades}
    tap.ok(len(full) == 8 and full == {k: v.lower() for k, v in of_svg.items()}, "the eight bank colours are those of the SVG", (full, of_svg))

# The links of the documents are answered.
links = [(name, urllib.parse.parse_qs(target)) for name in ("README.md", "docs/guide.md", "docs/playground.md")
         for target in re.findall(r"playground/index\.html#([^)\s,]+)", open(name).read())]
bad = [(name, q) for name, q in links if json.loads(run(*shlex.split(q["c"][0]), "--json").stderr or "{}").get("error", {}).get("code") in ("usage", "key", "command") or set(q) - {"c", "tab", "unit", "says", "block", "at", "other"}]
tap.ok(len(links) >= 14 and not bad, "%d links of the documents are answered" % len(links), bad)

why = browser.missing()
if why:
    tap.skip("the playground in a browser", why)
    tap.done()


def axe_source():
    """axe-core of a package of PyPI, where one is installed."""
    for name in ("axe_playwright_python", "axe_selenium_python", "axe_core_python"):
        spec = importlib.util.find_spec(name)
        for at, _, files in os.walk(os.path.dirname(spec.origin) if spec else ""):
            if "axe.min.js" in files:
                return open(os.path.join(at, "axe.min.js")).read()
    return None


def link(line, **view):
    return "#" + urllib.parse.urlencode({"c": line, **view})


def line(b):
    return b.js("return document.querySelector('#line').value")


def type_line(b, text):
    b.js("const e = document.querySelector('#line'); e.focus(); e.value = ''")
    b.call("POST", "/element/%s/value" % b.find("#line"), {"text": text})


VIEWS = ["show 0x4000004000010040 --major k", "diff 0x4000004000010048 0x8000004000200040 --major k", "layout logical_divide '(8,8):(8,1)' '(2,2):(1,8)'",
         "frag m64n8k16", "banks --shape 64x64 --access ldmatrix.x4", "tma --major mn --swizzle 64B --shape 128x64", "plan --tile 128x256x64",
         "check 0x4000040000010040 --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)' --start 0x400", "solve --layout '(64,64):(72,1)'",
         "decode 0x4000004000010048", "list ops", "desc --arch sm100 --major k --swizzle 128B --shape 128x64", "tmem C --m-sm 64 --n-sm 64",
         "desc --major k --swizzle 129B --shape 64x64", "show --layout '(8,8):(8,1)'"]

b = browser.Browser(1280, 900)
try:
    with tempfile.TemporaryDirectory() as d:
        path = d + "/index.html"
        run("show", *TILE, "-o", path)
        b.open(path)
        paint = b.js("const p = performance.getEntriesByName('first-contentful-paint')[0]; return p ? p.startTime : -1")
        print("# first paint after %d ms (wanted: under 1000)" % paint)
        took = b.js("""return [...document.querySelectorAll('#preset option')].map(o => o.value).filter(v => v).map((line) => {
            const { words } = wgd.words.split(line), begin = performance.now();
            wgd.core.run(words);
            return [performance.now() - begin, line];
        }).sort((a, b) => b[0] - a[0]).slice(0, 2)""")
        print("# the slowest answers of the presets: %s (wanted: under 50 ms)" % took)
        tap.ok(b.js("return performance.getEntriesByType('resource').length") == 0, "nothing was loaded")

        # The command line: completion, Enter, history.
        b.js("document.querySelector('#line').focus()")
        type_line(b, "wgdesc de")
        offered = b.js("return [...document.querySelectorAll('#offers code')].map(e => e.textContent)")
        tap.ok(offered == ["desc", "decode"], "commands are completed", offered)
        b.keys([DOWN, DOWN, ENTER])
        tap.ok(line(b) == "wgdesc decode ", "an offer is taken", line(b))
        type_line(b, "wgdesc desc --maj")
        b.keys([TAB])
        tap.ok(line(b) == "wgdesc desc --major ", "Tab completes an option", line(b))
        offered = b.js("return [...document.querySelectorAll('#offers code')].map(e => e.textContent)")
        b.call("POST", "/element/%s/value" % b.find("#line"), {"text": "m"})
        offered = b.js("return [...document.querySelectorAll('#offers code')].map(e => e.textContent)")
        tap.ok("mn" in offered, "and its values", offered)
        b.keys([ESCAPE])
        tap.ok(b.js("return document.querySelector('#offers').hidden"), "Escape closes the offers")
        for words in (["desc", "--major", "k", "--swizzle", "128B", "--shape", "64x64"], ["frag", "m64n8k16"]):
            type_line(b, "wgdesc " + " ".join(words))
            b.keys([ESCAPE, ENTER])
            tap.ok(b.text("#out") == run(*words).stdout, "Enter answers: " + words[0], b.text("#out")[:200])
        b.keys([UP])
        tap.ok(line(b).startswith("wgdesc desc --major k"), "Up recalls the one before", line(b))
        b.keys([DOWN])
        tap.ok(line(b) == "wgdesc frag m64n8k16", "and Down comes back", line(b))
        b.js("history.back()")
        for _ in range(100):
            if "desc" in line(b):
                break
        tap.ok(line(b).startswith("wgdesc desc"), "the browser's Back, too", line(b))

        # What is pasted alone.
        pasted = "return arguments[0].map(t => wgd.words.meant(t))"
        got = b.js(pasted, ["0x4000004000010040", "4000004000010040", "0x4000004000010040ull", "(64,64):(72,1)", "wgdesc desc"])
        tap.ok(got == ["wgdesc decode 0x4000004000010040"] * 3 + ["wgdesc solve --layout '(64,64):(72,1)'", "wgdesc desc"],
               "a word and a layout are questions", got)
        split = b.js("return ['$ build/wgdesc layout size \\'(8,4):(4,1)\\' | head -n 3', 'wgdesc a\\\\ b \"c d\"', \"wgdesc decode 0x4000'0040\"]"
                     ".map(t => wgd.words.split(t).words)")
        tap.ok(split == [["layout", "size", "(8,4):(4,1)"], ["a b", "c d"], ["decode", "0x4000'0040"]], "words as a shell reads them", split)

        # The form: another command, a field.
        b.choose("#pick", "plan")
        tap.ok(line(b).startswith("wgdesc plan"), "another command", line(b))
        b.choose("#opt-tile", "128x128x64")
        b.choose("#opt-dtype", "bf16")
        words = shlex.split(line(b))[1:]
        tap.ok({"128x128x64", "bf16"} <= set(words) and b.text("#out") == run(*words).stdout, "the form asks what the command line says", words)
        parts = b.js("return [...document.querySelectorAll('.stack .part')].map(e => e.textContent)")
        smem = json.loads(run(*words, "--json").stdout)["smem"]
        want = ["stage %d, A0x%x" % (m["stage"], m["a_offset_bytes"]) for m in smem["map"]]
        tap.ok(all(any(p.startswith(w) for p in parts) for w in want), "the shared-memory map", (want, parts))

        # The algebra on its way, boxes, phases.
        b.open(path, link("layout logical_divide '(8,8):(8,1)' '(2,2):(1,8)'"))
        shown = b.js("return [...document.querySelectorAll('figcaption code')].map(e => e.textContent)")
        result = json.loads(run("layout", "logical_divide", "(8,8):(8,1)", "(2,2):(1,8)", "--json").stdout)["result"]
        rest = json.loads(run("layout", "complement", "(2,2):(1,8)", "64", "--json").stdout)["result"]
        tap.ok(shown == ["(8,8):(8,1)", "(2,2):(1,8)", rest, result], "operands, the layout between, the result", shown)
        b.open(path, link("tma --major mn --swizzle 64B --shape 128x64"))
        boxes = json.loads(run("tma", *TILE, "--json").stdout)["boxes"]
        titles = b.js("return [...document.querySelectorAll('.boxes title')].map(e => e.textContent)")
        tap.ok(titles == ["box %d at (%s), to byte %s of the tile" % (i, ", ".join(map(str, x["coordinate"])), hex(x["offset_bytes"])) for i, x in enumerate(boxes)],
               "every box of the tensor map", titles[:2])
        b.open(path, link("banks --shape 64x64 --access ldmatrix.x4"))
        use = json.loads(run("banks", "--shape", "64x64", "--access", "ldmatrix.x4", "--json").stdout)["uses"][0]["shown"]
        lanes = b.js("return [...document.querySelectorAll('.phase')].map(p => [...p.querySelectorAll('.bank')].map(e => e.textContent))")
        want = [[" ".join(str(x) for x in range(p["first_lane"], p["first_lane"] + p["lanes"]) if use["banks"][x] == k) for k in range(32)] for p in use["phases"]]
        tap.ok(lanes == want, "the lanes of each phase stand on their banks", lanes[:1])
        b.open(path, link("diff 0x4000004000010048 0x8000004000200040 --major k"))
        marked = b.js("return [...document.querySelectorAll('.side:first-child tr.differs th')].map(e => e.textContent.replace(' ', '_').toLowerCase())")
        fields = [f["field"] for f in json.loads(run("diff", "0x4000004000010048", "0x8000004000200040", "--major", "k", "--json").stdout)["fields"]]
        tap.ok(sorted(marked) == sorted(fields), "the fields that differ", (marked, fields))

        # What is copied.
        b.open(path)
        c = b.js("return wgd.code.c(wgd.main.state().parsed)")
        words = re.findall("UINT64_C\\((0x[0-9a-f]+)\\)", c)
        tap.ok(words == [x["descriptor"] for x in json.loads(run("desc", *TILE, "--json").stdout)["blocks"]], "C constants", c)
        python = b.js("return wgd.code.python(wgd.main.state().parsed)")
        tap.ok('wgdesc.show(' in python and 'shape=(128, 64)' in python and 'swizzle="64B"' in python, "the Python call", python)
        tap.ok(b.js("return wgd.code.svg(wgd.main.state().parsed)") == run("show", *TILE, "--format", "svg").stdout, "the SVG")

        # A file that the page is given.
        b.open(path)
        b.js("const e = document.querySelector('#paste'); e.value = 'desc 0x4000004000010040\\n'; e.dispatchEvent(new Event('input', {bubbles: true}))")
        b.js("document.querySelector('#decode').click()")
        tap.ok("line 1" in b.text("#out") and "0x4000004000010040" in b.text("#out"), "a log is decoded", b.text("#out")[:200])

        # The K step moves a frame; play goes round.
        b.open(path)
        at = b.js("return document.querySelector('#frame').style.transform")
        b.click("#knext")
        tap.ok(b.js("return document.querySelector('#frame').style.transform") != at and "--block 0,1" in line(b), "the frame moves with the K step")
        moved = b.js("return getComputedStyle(document.querySelector('#frame')).transitionDuration")
        b.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        still = b.js("return getComputedStyle(document.querySelector('#frame')).transitionDuration")
        b.command("Emulation.setEmulatedMedia", features=[])
        tap.ok(moved != "0s" and still == "0s", "and stands still where motion is reduced", (moved, still))

        # Every view from a phone to 4K: nothing wider than the page, nothing on the console.
        wide = []
        for width, height in ((390, 844), (1280, 900), (2560, 1440), (3840, 2160)):
            b.size(width, height)
            for v in VIEWS:
                b.open(path, link(v))
                got = b.js("return [document.documentElement.scrollWidth, wgd.main.state().line]")
                if got[0] > width:
                    wide.append((width, v, got[0]))
        tap.ok(not wide, "%d views from 390 px to 4K" % len(VIEWS), wide)
        axe = axe_source()
        if not axe:
            tap.skip("accessibility", "no axe-core")
        else:
            b.size(1280, 900)
            bad = []
            for on in (False, True):
                b.dark(on)
                for v in VIEWS:
                    b.open(path, link(v))
                    if v is VIEWS[-2]:  # refused after an answer
                        b.js("wgd.main.go('wgdesc desc --major k --swizzle 128B --shape 64x64', 'push'); wgd.main.go(arguments[0], 'push')", "wgdesc " + v)
                    b.js(axe)
                    b.js("window.axed = null; const FEW = ['#grid', '#mem'].map(g => [g + ' .row ~ .row ~ .row ~ .row']); axe.run({exclude: FEW}, {resultTypes: ['violations'], ...arguments[0]}).then(r => { window.axed = r.violations.map(v => [v.impact, v.id, v.nodes[0].html.slice(0, 120)]); })",
                         {"runOnly": ["color-contrast"]} if on else {})
                    for _ in range(600):
                        found = b.js("return window.axed")
                        if found is not None:
                            break
                    bad += [(v, *f) for f in found if f[0] in ("serious", "critical")]
            tap.ok(not bad, "axe-core: nothing serious", bad[:8])
        said = b.log()
        tap.ok(said == [], "nothing on the console", said[:4])
finally:
    b.close()
tap.done()
