# SPDX-License-Identifier: MIT
"""What the picture tests share: a second, naive implementation of where the bytes are (written from
the fetch rule in words, not from the C code), readers that get the numbers back out of a picture,
and a little TAP."""
import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET

CLI = os.path.join(os.environ.get("B", "build"), "wgdesc")
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "b1": 1}
ROW = {"none": 16, "32B": 32, "64B": 64, "128B": 128}
MODE = {0: "none", 1: "128B", 2: "64B", 3: "32B"}
MASK = {"none": 0, "32B": 1, "64B": 3, "128B": 7}
SVG = "{http://www.w3.org/2000/svg}"


class Tap:
    def __init__(self):
        self.n = self.bad = 0

    def ok(self, good, what, why=""):
        self.n += 1
        self.bad += not good
        print(("ok" if good else "not ok"), self.n, "-", what)
        if not good and why:
            print("# " + str(why).replace("\n", "\n# "))

    def skip(self, what, why):
        self.n += 1
        print("ok", self.n, "-", what, "# SKIP", why)

    def done(self):
        print("1..%d" % self.n)
        raise SystemExit(self.bad != 0)


def run(*args, env=None, text=True):
    e = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    e.update(env or {})
    return subprocess.run([CLI, *args], capture_output=True, text=text, env=e)


def swizzled(address, mode, base_offset=0):
    return address ^ ((((address >> 7) - base_offset) & MASK[mode]) << 4)


def tile_byte(q, mn, k):
    """The byte of element (mn, k) of a tile: which atom, where in it, then the XOR."""
    bits, row = BITS[q["dtype"]], ROW[q["swizzle"]]
    wide = row * 8 // bits
    if q["major"] == "k":
        i, j, ni, nj = mn // 8, k // wide, q["mn"] // 8, q["k"] // wide
        inside = mn % 8 * row + k % wide * bits // 8
    else:
        i, j, ni, nj = mn // wide, k // 8, q["mn"] // wide, q["k"] // 8
        inside = k % 8 * row + mn % wide * bits // 8
    atom = i + j * ni if q.get("order", "1,2") == "1,2" else j + i * nj
    return swizzled(q.get("start", 0) + atom * 8 * row + inside, q["swizzle"])


def fetch_byte(word, dtype, major, r, k):
    """The byte that the hardware reads for element (r, k), from design rule 4."""
    bits = BITS[dtype]
    start, lbo, sbo = word % 2**14 * 16, word >> 16 & 0x3FFF, word >> 32 & 0x3FFF
    lbo, sbo, base, mode = lbo * 16, sbo * 16, word >> 49 & 7, MODE[word >> 62]
    row, per = ROW[mode], 128 // bits
    if major == "k":
        c = k // per
        if mode == "none":
            off = r % 8 * 16 + r // 8 * sbo + c * lbo
        else:
            off = r % 8 * row + r // 8 * sbo + c // (row // 16) * lbo + c % (row // 16) * 16
        rest = k % per * bits // 8
    else:
        wide = row // 2
        if mode == "none":
            off = r // 8 * sbo + k % 8 * 16 + k // 8 * lbo
        else:
            off = r % wide // 8 * 16 + r // wide * lbo + k % 8 * row + k // 8 * sbo
        rest = r % 8 * 2
    return swizzled(start + off, mode, base) + rest


def step(dtype, major, unit):
    """Elements that a cell covers along MN and along K."""
    per = 128 // BITS[dtype] if unit == "chunk" else 1
    return (1, per) if major == "k" else (per, 1)


def expected(byte_of, rows, cols, cell, start, bits, unit):
    """What a picture must say: for each cell its byte and offset."""
    ub = 128 if unit == "chunk" else bits
    byte = [[byte_of(r * cell[0], c * cell[1]) for c in range(cols)] for r in range(rows)]
    off = [[(b - start) * 8 // ub for b in line] for line in byte]
    if ub < 8:
        off = [[v + c % 8 for c, v in enumerate(line)] for line in off]
    return byte, off


def words(byte, off, unit, lines):
    """The texts of the cells for a list of what each line says (offset, byte, bank)."""
    def one(b, o, what):
        if what == "offset":
            return str(o)
        if what == "byte":
            return "0x%x" % b
        bank = b // 4 % 32
        return "b%d-%d" % (bank, bank + 3) if unit == "chunk" else "b%d" % bank
    return [[[one(b, o, w) for w in lines] for b, o in zip(bl, ol)] for bl, ol in zip(byte, off)]


def read_text(text, rows, cols, lines):
    """The cells of a terminal picture, in either character set."""
    plain = re.sub("\033\\[[0-9;]*m", "", text)
    body = plain.split("\n\n", 1)[1].splitlines()
    grid = [re.split("[\u2503#]", s.replace("\u2502", " ").replace("|", " "))
            for s in body if re.search("[\u2503#]", s) and not re.search("\u2501|\u2500{4}|==|----", s)]
    flat = [" ".join(g[1:]).split() for g in grid]
    if len(flat) != rows * lines or any(len(f) != cols for f in flat):
        return None
    return [[[flat[r * lines + n][c] for n in range(lines)] for c in range(cols)]
            for r in range(rows)]


def svg_cells(root):
    return [g for g in root.iter(SVG + "g") if "cell" in g.get("class", "").split()]


def read_svg(text, rows, cols, lines):
    out = [[None] * cols for _ in range(rows)]
    for g in svg_cells(ET.fromstring(text)):
        r, c = map(int, g.get("id").split("-")[1:])
        out[r][c] = [t.text for t in g.iter(SVG + "text")]
    return out


def read_latex(text, rows, cols, lines):
    out = [[None] * cols for _ in range(rows)]
    for m in re.finditer(r"% cell (\d+) (\d+)\n\\path.*\n((?:\\node.*\n)*)", text):
        nodes = [t.replace("\\ ", " ") for t in re.findall(r"\{(.*)\};\n", m.group(3))][:lines]
        out[int(m.group(1))][int(m.group(2))] = nodes
    return out


READERS = {"text": read_text, "svg": read_svg, "latex": read_latex, "latex-fragment": read_latex}


class Batch:
    """One running 'wgdesc batch', asked question by question: a process for each would be slow."""

    def __init__(self):
        self.p = None

    def ask(self, cmd, args):
        """The answer to 'wgdesc CMD ARGS --json', as it would be typed."""
        request, args = {"cmd": cmd}, list(args)
        while args:
            word = args.pop(0)
            if not word.startswith("--"):
                request["desc"] = word
            elif word in ("--atom", "--sparse"):
                request[word[2:]] = True
            else:
                value = args.pop(0)
                request[word[2:]] = int(value) if word == "--n" else value
        if not self.p:
            self.p = subprocess.Popen([CLI, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.p.stdin.write(json.dumps(request) + "\n")
        self.p.stdin.flush()
        return json.loads(self.p.stdout.readline())


_batch = Batch()
ask = _batch.ask


def show_json(*args):
    return ask("show", args)


def picture_cases(folder):
    """The pictures of a folder that its file 'cases' lists: (name, arguments of show)."""
    for line in open(folder + "cases"):
        if line.strip() and line[0] != "#":
            name, *args = line.split()
            ending = name.rsplit(".", 1)[1]
            # A blank inside an argument is written as "_" around the "o" of a composition.
            args = [a.replace("_o_", " o ") for a in args]
            form = {"txt": "text", "ascii": "text", "color": "text", "tex": "latex",
                    "tikz": "latex-fragment"}.get(ending, ending)
            args += ["--format", form]
            args += {"ascii": ["--ascii"], "color": ["--color", "always"]}.get(ending, [])
            yield name, args


def write_pictures(folder):
    for name, args in picture_cases(folder):
        with open(folder + name, "w", newline="") as f:
            f.write(run("show", *args).stdout)


def check_pictures(tap, folder):
    cases = list(picture_cases(folder))
    drift = [n for n, a in cases if run("show", *a).stdout != open(folder + n, newline="").read()]
    tap.ok(not drift, "%s: %d pictures are as checked in" % (folder, len(cases)), drift)
    extra = set(os.listdir(folder)) - {n for n, _ in cases} - {"cases"}
    tap.ok(not extra, folder + ": no file without a case", extra)
