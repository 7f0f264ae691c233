#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The pictures as files: valid, self-contained, texts inside their cells, sizes, golden copies,
# colours and character sets. With --write, the golden copies are written again.
import shutil
import struct
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from pictures import *

GOLDEN = "tests/golden/show/"
tap = Tap()


if "--write" in sys.argv:
    write_pictures(GOLDEN)
    raise SystemExit(0)
check_pictures(tap, GOLDEN)

BIG = [["--major", "k", "--swizzle", "128B", "--shape", "64x64"],
       ["--major", "mn", "--swizzle", "64B", "--shape", "64x16", "--unit", "element"],
       ["--major", "k", "--swizzle", "none", "--shape", "128x64", "--cells", "offset,byte,bank"],
       ["--major", "mn", "--swizzle", "128B", "--shape", "128x64", "--unit", "element"],
       ["--operand", "b", "--major", "k", "--swizzle", "128B", "--shape", "256x64", "--start",
        "0x30000", "--cells", "offset,byte,bank,coord"],
       ["--operand", "b", "--major", "mn", "--swizzle", "32B", "--shape", "256x64", "--start",
        "0x30000", "--cells", "byte,atom,core,block"],
       ["--layout", "(3,5):(123456789,1)"], ["--layout", "7:3"], ["--layout", "(1,1):(0,0)"],
       ["0xffffffffffffffff", "--major", "k", "--cells", "byte,offset"],
       ["--atom", "--dtype", "s8", "--major", "mn", "--swizzle", "128B"]]
svgs = [(" ".join(a), run("show", *a, "--format", "svg").stdout) for a in BIG]
svgs += [(n, open(GOLDEN + n).read()) for n, _ in picture_cases(GOLDEN) if n.endswith(".svg")]

# DejaVu Sans Mono, the widest of the fonts asked for, advances 0.602 of the 12 px size.
ADVANCE = 12 * 0.602


def misfits(name, text):
    """Texts wider than their cell, out of the page, over one another; what is not an integer."""
    root = ET.fromstring(text)
    w, h = int(root.get("width")), int(root.get("height"))
    rects = []
    for g in svg_cells(root):
        r = g.find(SVG + "rect")
        x, y, rw, rh = (int(r.get(k)) for k in ("x", "y", "width", "height"))
        rects.append((x, y))
        low = y
        for t in g.iter(SVG + "text"):
            half = len(t.text) * ADVANCE / 2
            tx, ty = int(t.get("x")), int(t.get("y"))
            if tx - half < x + 2 or tx + half > x + rw - 2:
                yield "%s: %s wider than its cell" % (name, t.text)
            if ty - 12 * 0.76 < low or ty + 12 * 0.24 > y + rh:
                yield "%s: %s higher than its cell or over the line above" % (name, t.text)
            low = ty
    boxes = []
    for t in root.iter(SVG + "text"):
        if t.get("text-anchor"):
            span = len(t.text) * ADVANCE
            x = int(t.get("x")) - {"start": 0, "middle": span / 2, "end": span}[t.get("text-anchor")]
            y = int(t.get("y"))
            boxes.append((x, y, x + span, t.text))
            if x < 0 or x + span > w or y < 10 or y + 3 > h:
                yield "%s: %s leaves the page" % (name, t.text)
    for i, a in enumerate(boxes):
        for b in boxes[i + 1:]:
            if abs(a[1] - b[1]) < 12 and a[0] < b[2] and b[0] < a[2]:
                yield "%s: '%s' lies over '%s'" % (name, a[3], b[3])
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    if len(ids) != len(set(ids)) or len(ids) != len(rects):
        yield name + ": ids"
    for e in root.iter():
        for k, v in e.attrib.items():
            if re.search(r"\d\.|e[+-]?\d", v) and k not in ("class", "id"):
                yield "%s: %s=%s is no integer" % (name, k, v)
    if re.search(r"<script|href|url\(|@import|<image|<foreignObject", text):
        yield name + ": needs something from outside"


bad = [m for n, t in svgs for m in misfits(n, t)]
tap.ok(not bad, "SVG: %d pictures, texts fit, whole numbers, ids, nothing from outside" % len(svgs),
       bad[:5])
# The check itself must notice a text that does not fit.
planted = svgs[0][1].replace(">0</text></g>", ">0123456789</text></g>", 1)
tap.ok(any("wider" in m for m in misfits("planted", planted)), "SVG: a text too wide is noticed")
tap.ok(max(len(t) for _, t in svgs) < 2000000, "SVG: none over 2 MB",
       max((len(t), n) for n, t in svgs))

if shutil.which("xmllint"):
    p = [n for n, t in svgs if subprocess.run(["xmllint", "--noout", "-"], input=t, text=True,
                                              capture_output=True).returncode]
    tap.ok(not p, "SVG: xmllint accepts every one", p)
else:
    tap.skip("SVG: xmllint accepts every one", "no xmllint")
if shutil.which("rsvg-convert"):
    wrong = []
    for n, t in svgs:
        p = subprocess.run(["rsvg-convert"], input=t.encode(), capture_output=True)
        root = ET.fromstring(t)
        size = struct.unpack(">II", p.stdout[16:24]) if p.returncode == 0 else p.stderr
        if size != (int(root.get("width")), int(root.get("height"))):
            wrong.append((n, size))
    tap.ok(not wrong, "SVG: rsvg-convert draws every one", wrong)
else:
    tap.skip("SVG: rsvg-convert draws every one", "no rsvg-convert")

# LaTeX: the documents, and a fragment inside another document.
HOST = "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\nx\n%s\n\\end{document}\n"
if shutil.which("pdflatex") and shutil.which("kpsewhich") and \
        subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True).returncode == 0:
    wrong = []
    with tempfile.TemporaryDirectory() as d:
        for n, _ in picture_cases(GOLDEN):
            if n.endswith((".tex", ".tikz")):
                text = open(GOLDEN + n).read()
                with open(d + "/p.tex", "w") as f:
                    f.write(text if n.endswith(".tex") else HOST % text)
                p = subprocess.run(["pdflatex", "-interaction=batchmode", "-halt-on-error", "p.tex"],
                                   cwd=d, capture_output=True, text=True)
                log = open(d + "/p.log", errors="replace").read()
                if p.returncode or "(1 page" not in log or n.endswith(".tex") and "Overfull" in log:
                    wrong.append((n, log[-1500:]))
    tap.ok(not wrong, "LaTeX: pdflatex accepts every one, on one page", wrong)
else:
    tap.skip("LaTeX: pdflatex accepts every one, on one page", "no pdflatex with TikZ")
# The label of an arrow in the last of twenty blocks reaches beyond the grid: 9 characters of 6 over two columns of 26.
p = run("show", "--operand", "b", "--n", "8", "--major", "k", "--swizzle", "none", "--shape", "8x320", "--block", "0,19",
        "--format", "latex-fragment")
label = re.search(r"base west\] at \((\d+),\d+\) \{LBO\\ 128\\ B\}", p.stdout)
sheet = re.search(r"useasboundingbox \(0,0\) rectangle \((\d+),", p.stdout)
tap.ok(label and sheet and int(sheet.group(1)) == int(label.group(1)) - 4 + 9 * 6 + 12,
       "LaTeX: the sheet ends a line's height behind the last arrow's label", p.stdout[:900])
p = [run("show", "--layout", "(64,%d):(1,64)" % n, "--format", "latex").returncode for n in (64, 65)]
tap.ok(p == [0, 2], "LaTeX: 4096 cells are drawn, more are not", p)

p = run("show", "--major", "k", "--swizzle", "128B", "--shape", "128x64", "--unit", "element",
        "--format", "latex")
tap.ok(p.returncode == 2 and "4096" in p.stderr and p.stdout == "", "LaTeX: too many cells refused",
       p.stderr)

# The question that a page begins with stands inside a script: nothing in it may end that.
p = run("show", "--layout", "Sw<1,1,2> o 0 o (4,4):(4,1)", "--format", "html")
state = re.search(r'\{"words":\[[^<]*?\]\}', p.stdout)
tap.ok(state and "Sw\\u003c1,1,2>" in state.group(0) and "Sw<1,1,2> o 0 o (4,4):(4,1)" in
       json.loads(state.group(0))["words"], "HTML: the question without a <", state)



def template(*args):
    """A page without what is this picture's: its title, its SVG and its question."""
    html, svg = run("show", *args, "--format", "html").stdout, run("show", *args, "--format", "svg").stdout
    title = re.search("<title>(.*)</title>", svg).group(1)
    question = re.search(r'\{"words":\[[^<]*?\]\}', html).group(0)
    picture = svg.split("\n", 1)[1]
    counts = [html.count(part) for part in (">%s<" % title, picture, ">%s<" % question)]
    return counts, html.replace(picture, "@").replace(question, "@").replace(title, "@")


pages = [template("--layout", "(2,3):(1,2)"), template("--atom", "--major", "k", "--swizzle", "32B")]
tap.ok([p[0] for p in pages] == [[4, 1, 1]] * 2 and pages[0][1] == pages[1][1] and pages[0][1].endswith("</html>\n"),
       "HTML: the same page around each picture", [p[0] for p in pages])

# Colours: the option, then NO_COLOR, then CLICOLOR_FORCE; no terminal here.
tile = ["show", "--major", "mn", "--swizzle", "64B", "--shape", "64x16"]
for args, env, want in [([], {}, False), (["--color", "always"], {"NO_COLOR": "1"}, True),
                        ([], {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, False),
                        ([], {"CLICOLOR_FORCE": "1"}, True), ([], {"CLICOLOR_FORCE": "0"}, False),
                        (["--color", "never"], {"CLICOLOR_FORCE": "1"}, False)]:
    p = run(*tile, *args, env=env)
    tap.ok(("\033[" in p.stdout) == want and p.returncode == 0, "colour %s %s" % (args, env))
for env, want in [({"LC_ALL": "C"}, False), ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, True),
                  ({"LC_ALL": "en_US.utf8"}, True), ({"LC_ALL": "C", "LANG": "C.UTF-8"}, False)]:
    p = run(*tile, env=env)
    tap.ok(("\u2503" in p.stdout) == want, "box drawing with %s" % env)
tap.ok(run(*tile, "--ascii").stdout.isascii(), "--ascii is ASCII")


def pty_output(args):
    """What the program writes when standard output is a terminal."""
    import fcntl
    import pty
    import struct
    import termios
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))  # room for the picture
    p = subprocess.Popen([CLI, *args], stdout=child, stderr=subprocess.DEVNULL,
                         env={"TERM": "xterm", "LC_ALL": "C.UTF-8"})
    os.close(child)
    out = b""
    try:
        while chunk := os.read(parent, 65536):
            out += chunk
    except OSError:
        pass
    p.wait()
    os.close(parent)
    return out


try:
    tap.ok(b"\033[" in pty_output(tile), "colour on a terminal")
    tap.ok(b"\033[" not in pty_output([*tile, "--color", "never"]), "no colour on a terminal if not wanted")
except OSError as why:  # a container without /dev/pts
    tap.skip("colour on a terminal", "no terminal: %s" % why)


# The palette, seen with and without each kind of colour blindness (Machado 2009, severity 1).
def linear(v):
    v /= 255
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


SIGHT = {"all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
         "protan": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216),
                    (-.003882, -.048116, 1.051998)),
         "deutan": ((.367322, .860646, -.227968), (.280085, .672501, .047413),
                    (-.011820, .042940, .968881)),
         "tritan": ((1.255528, -.076749, -.178779), (-.078411, .930809, .147602),
                    (.004733, .691367, .303900))}


def lab(rgb, sight):
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, rgb)))) for row in SIGHT[sight])
    x, y, z = ((.4124 * r + .3576 * g + .1805 * b) / .9505, .2126 * r + .7152 * g + .0722 * b,
               (.0193 * r + .1192 * g + .9505 * b) / 1.089)
    f = [t ** (1 / 3) if t > .008856 else 7.787 * t + 16 / 116 for t in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


svg = run(*tile, "--format", "svg").stdout
tints = re.findall(r"^\.s\d rect\{fill:#(\w{6})\}", svg, re.M)
rgb = [[linear(int(t[i:i + 2], 16)) for i in (0, 2, 4)] for t in tints]
near = min((sum((a - b) ** 2 for a, b in zip(lab(p, s), lab(q, s))) ** .5, s, tints[i], tints[j])
           for i, p in enumerate(rgb) for j, q in enumerate(rgb) if i < j for s in SIGHT)
STEPS = (0, 95, 135, 175, 215, 255)
cube = [16 + sum(w * min(range(6), key=lambda s: (abs(STEPS[s] - int(t[i:i + 2], 16)), -s))
                 for i, w in ((0, 36), (2, 6), (4, 1))) for t in tints]
shown = re.findall("48;5;([0-9]+)m", run("show", "--layout", "8:1", "--color", "always").stdout)
tap.ok(list(map(int, shown)) == 2 * cube, "palette: on a terminal the nearest of its colours", (shown, cube))
tap.ok(len(tints) == 8 and near[0] > 10, "palette: 8 tints apart for every kind of sight", near)
dark = min((.2126 * r + .7152 * g + .0722 * b + .05) / .05 for r, g, b in rgb)
tap.ok(dark > 7, "palette: black text has a contrast over 7", dark)
tap.done()
