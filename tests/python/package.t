#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python package: answers byte for byte as batch gives them, the golden data through its
functions, results, errors, element types, layouts, assertions, threads and memory; docs/python.md runs."""
import doctest
import enum
import inspect
import itertools
import json
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "tests/python")
sys.path.insert(0, "cli/python")
from asked import LINES, TILE, of_every_command  # noqa: E402
from tap import BUILD, batch, done, golden, ok, run, same, skip  # noqa: E402

LIBRARY = os.path.abspath(os.path.join(BUILD, "libwgdesc-ask.so"))
if b"__asan_init" in subprocess.run(["nm", "-D", LIBRARY], stdout=subprocess.PIPE).stdout:
    print("1..0 # SKIP no plain-library: this one has a sanitizer, Python has not")
    sys.exit(0)
os.environ["WGDESC_ASK_LIBRARY"] = LIBRARY
sys.dont_write_bytecode = True
import wgdesc  # noqa: E402
from wgdesc import Layout, Result, WgdescError  # noqa: E402
from wgdesc import testing  # noqa: E402

MN64 = {"major": "mn", "swizzle": "64B", "shape": (64, 16)}
WORD = 0x4000004000010040


def refusal(call, *args, **options):
    """The error that a call raises, or None."""
    try:
        call(*args, **options)
    except (WgdescError, AssertionError, AttributeError, TypeError, ValueError) as e:
        return e
    return None


# ---- the same as batch ----------------------------------------------------------------------------
requests = [r for _, r in of_every_command()]
lines = [json.dumps(r) for r in requests] + LINES
rc, out, _ = run("batch", stdin="\n".join(lines) + "\n")
want = [re.sub(r',"line":\d+\}\}$', "}}", s) for s in out.rstrip("\n").split("\n")]
same([wgdesc.ask_text(s) for s in lines], want, "%d answers as text, byte for byte batch's" % len(lines))
same([wgdesc.ask(r) for r in requests], [json.loads(s) for s in want[:len(requests)]], "and as objects")
text = {json.dumps(r): s for r, s in zip(requests, want)}
differ = []
for cmd, request in of_every_command():
    options = {k: v for k, v in request.items() if k not in ("cmd", "id")}
    if "id" in request or not hasattr(wgdesc, cmd):
        continue
    try:
        got = (wgdesc.layout(options["op"], *options["args"]) if cmd == "layout" else
               getattr(wgdesc, cmd)(**options)).to_json()
    except WgdescError as e:
        got = json.dumps(e.answer)
        if e.answer == json.loads(text[json.dumps(request)]):
            continue
    except TypeError:  # what the command cannot do without is a parameter without default
        continue
    if got != text[json.dumps(request)]:
        differ.append((request, got))
ok(not differ, "each function gives the text of its command", *differ[:3])

# ---- every command has its function ----------------------------------------------------------------
table = wgdesc.help()
named = {c.name for c in table.commands if c.batch}
same(named - {n for n in wgdesc.__all__ if callable(getattr(wgdesc, n))}, set(), "every command for batch is a function")
same([callable(getattr(wgdesc, n, None)) for n in ("area", "batch", "verify", "_x")], [False] * 4, "and nothing else is")
sys.modules["wgdesc._picture"]._commands()["area"] = frozenset({"json"})
ok(callable(wgdesc.area) and refusal(wgdesc.area, shape=(1, 1)).field == "cmd", "a newer library's command needs no new package")
del sys.modules["wgdesc._picture"]._commands()["area"]
ok(named > {"desc", "scan", "cost", "swizzle", "help"}, "%d of them" % len(named))
tried = {cmd for cmd, _ in of_every_command() if hasattr(wgdesc, cmd)}
same(named - tried, set(), "and is compared with batch")
for c in table.commands:
    if c.batch:
        f = getattr(wgdesc, c.name)
        ok(f.__doc__ and set(c.required) <= {*inspect.signature(f).parameters, "args", "shape", "major", "swizzle", "access"},
           "%s is described, and what it needs has a place" % c.name)

# ---- other forms, pictures ---------------------------------------------------------------------------
differ, forms = [], 0
for c in table.commands:
    for _, request in [(n, r) for n, r in of_every_command() if n == c.name and c.batch]:
        options = {k: v for k, v in request.items() if k not in ("cmd", "id", "format")}
        try:
            result = wgdesc.command(c.name, **options)
        except WgdescError:
            continue
        forms += len(c.formats)
        for form, a in zip(c.formats, batch([{"cmd": c.name, **options, "format": f} for f in c.formats])):
            try:
                got = format(result, form)
            except WgdescError:
                got = None
            want_text = a.get("text") if form != "json" else json.dumps(a, separators=(",", ":"), ensure_ascii=False)
            if got != (want_text if a["ok"] else None):
                differ.append((request, form, got, a))
ok(not differ and forms > 80, "f'{result:FORMAT}' is what batch gives in that format", *differ[:2])
tile = wgdesc.show(**MN64)
same(str(tile), run("show", "--major", "mn", "--swizzle", "64B", "--shape", "64x16", env={**os.environ, "LC_ALL": "C.UTF-8"})[1],
     "print shows what the terminal shows")
svg = run("show", "--major", "mn", "--swizzle", "64B", "--shape", "64x16", "--format", "svg")[1]
same((f"{tile:svg}", tile._repr_svg_()), (svg, svg[svg.index("<svg"):]), "the picture, and in a notebook")
same(wgdesc.show(format="svg", **MN64).text, svg, "asked for as an option")
same(set(tile._repr_mimebundle_()), {"text/plain", "image/svg+xml"}, "a picture and a text")
word = wgdesc.decode(WORD)
same((set(word._repr_mimebundle_()), word._repr_svg_(), word._repr_html_()[:5]),
     ({"text/plain", "text/html"}, None, "<pre>"), "what has no picture is text")
ok("&lt;" in wgdesc.list("atoms")._repr_html_() and "<4" not in wgdesc.list("atoms")._repr_html_(), "escaped")
same((f"{wgdesc.desc(**MN64):#018x}", f"{wgdesc.desc(**MN64):d}"), ("0x8000004000200000", str(0x8000004000200000)), "the word")
ok(isinstance(refusal(format, wgdesc.list("atoms"), "svg"), TypeError), "a form that there is not")
same((Layout("(4,4)")._repr_svg_(), str(Layout("(4,4)").show())),
     (wgdesc.show(layout="(4,4)")._repr_svg_(), str(wgdesc.show(layout="(4,4)"))), "a layout draws itself")
same(set(Layout("(300,300)")._repr_mimebundle_()), {"text/plain", "text/html"}, "one that is too large is text")
same((bool(wgdesc.diff(WORD, WORD + 1, format="text")), bool(wgdesc.diff(WORD, WORD, format="text"))), (False, True),
     "yes and no of an answer as text")
same(str(pickle.loads(pickle.dumps(tile))), str(tile), "a pickled result can still be drawn")
ok(str(wgdesc.desc(**MN64).lbo).startswith("Result("), "parts are plain")

# ---- golden data ----------------------------------------------------------------------------------
DTYPE = {8: "e4m3", 16: "f16", 32: "tf32"}
SWIZZLE = {"INTER": wgdesc.Swizzle.NONE, "SW32": wgdesc.Swizzle.B32, "SW64": wgdesc.Swizzle.B64,
           "SW128": wgdesc.Swizzle.B128}
wrong, answered, rows = [], 0, golden("cute_desc.jsonl")
for g in rows:
    try:
        d = wgdesc.desc(dtype=DTYPE[g["bits"]], major=g["major"].lower(), swizzle=SWIZZLE[g["swizzle"]],
                        shape=(g["smem_mn"], g["smem_k"]), operand="b", n=g["inst_mn"], start=0x400,
                        order=[int(s.strip("_")) for s in g["step"].split(",")])
        got = (int(d), d.lbo.field, d.sbo.field)
        answered += 1
    except WgdescError as e:
        got = e.code in ("major", "cover", "tile")
    legal = g["hw_legal"] and g["ok"] and g["covers"]
    if got != ((int(g["desc"], 16), g["LBO"], g["SBO"]) if legal else True):
        wrong.append((g, got))
ok(answered > 400 and not wrong, "%d golden descriptors, %d refusals" % (answered, len(rows) - answered), *wrong[:3])
rows = golden("cute_algebra.jsonl")
asked = batch([{"cmd": "layout", "op": g["op"], "args": g["args"]} for g in rows])
wrong = [g for g, a in zip(rows, asked) if a["ok"] and wgdesc.layout(g["op"], *g["args"]).to_dict() != a]
ok(len(rows) > 100 and not wrong, "%d golden operations, as tests/layout/golden.t has them of batch" % len(rows), *wrong[:3])

# ---- results --------------------------------------------------------------------------------------
d = wgdesc.desc(**MN64)
same((hex(int(d)), "%x" % d), ("0x8000004000200000", "8000004000200000"), "a result with a word is an integer")
same(json.loads(d.to_json()), d.to_dict(), "to_json and to_dict agree")
same((d.shape, d["shape"], "shape" in d, "x" in d), ((64, 16),) * 2 + (True, False), "lists are tuples")
ok(refusal(setattr, d, "dtype", "x") and refusal(delattr, d, "dtype"), "results cannot be changed")
ok("dtype" in str(refusal(lambda: d.dtpye)), "a name that is not there is told with those that are")
ok(isinstance(refusal(int, wgdesc.list("atoms")), TypeError), "a result without a word is no integer")
same((pickle.loads(pickle.dumps(d)), len({d, wgdesc.desc(**MN64)})), (d, 1), "results are pickled, and are keys")
same(wgdesc.frag("m64n8k16").values, 4, "no name of the JSON is taken by a method")
e = refusal(wgdesc.desc, **{**MN64, "swizzle": "65B"})
same((e.code, e.field, e.got, e.want, e.hint), ("value", "swizzle", "65B", "none, 32B, 64B or 128B",
                                                "did you mean '64B'?"), "an error has its parts")
e = refusal(wgdesc.solve, "(64,64):(72,1)")
ok(e.code == "no_descriptor" and e.answer["changes"], "what solve suggests is in the error")
same(refusal(wgdesc.desc, **MN64, colour=1).code, "key", "an unknown option is refused")
same(refusal(wgdesc.decode, 1 << 64).field, "desc", "a word of more than 64 bits is refused")
ok(refusal(wgdesc.decode, -1), "and a negative one")
same(wgdesc.decode(d).to_json(), wgdesc.decode("0x8000004000200000").to_json(), "a result does for its word")


# ---- element types of others, by name ---------------------------------------------------------------
class Torch:
    def __str__(self):
        return "torch.float8_e4m3fn"


class Numpy:
    name = "float16"


class Triton:
    def __str__(self):
        return "bf16"


class Mine(enum.Enum):
    BYTE = "s8"


FLOAT = type("float32", (), {})
K128 = {"major": "k", "swizzle": "128B", "shape": (64, 128)}
for given, name in ((Torch(), "e4m3"), (Numpy(), "f16"), (Triton(), "bf16"), (Mine.BYTE, "s8"),
                    ("e5m2", "e5m2"), (wgdesc.Dtype.U8, "u8")):
    same(wgdesc.desc(dtype=given, **K128).dtype, name, "an element type given as " + type(given).__name__)
same(wgdesc.plan((128, 128, 64), acc=FLOAT).acc, "f32", "a class by its name")
same(refusal(wgdesc.desc, dtype=FLOAT, **K128).code, "dtype", "32-bit floats are no operand, as in the program")
ok(not {"numpy", "torch", "jax", "triton", "ml_dtypes"} & set(sys.modules), "none of them was imported")

# ---- layouts --------------------------------------------------------------------------------------
a = Layout((8, (2, 4)), (8, (1, 2)))
same((str(a), a.shape, a.stride, a.size(), a.cosize(), a.rank(), a.depth()),
     ("(8,(2,4)):(8,(1,2))", (8, (2, 4)), (8, (1, 2)), 64, 64, 2, 2), "shape, strides and sizes")
by_hand = [8 * i + j + 2 * k for k, j, i in itertools.product(range(4), range(2), range(8))]
same([int(x) for x in a.offsets()], by_hand, "offsets as counted by hand")
same([a(i) for i in range(64)], by_hand, "and one by one")
same((a(3, 5), a(3, (1, 2)), a((3, (1, 2)))), (29, 29, 29), "coordinates, flat and nested")
same(str(Layout((4, (2, 3)))), "(4,(2,3)):(1,(4,8))", "a shape alone is compact")
same(Layout(" ( 8 , 4 ) : ( 4 , 1 ) "), Layout("(8,4):(4,1)"), "blanks do not matter")
same((Layout(Layout(TILE)), Layout(TILE).swizzle), (Layout(TILE), "Sw<3,4,3>"), "a layout with a swizzle")


class Array:
    shape, strides, itemsize = (4, 6), (24, 4), 4


class Tensor:
    shape = (4, 6)

    def stride(self):
        return (6, 1)


same((Layout.of(Array()), Layout.of(Tensor())), (Layout("(4,6):(6,1)"),) * 2, "of an array and of a tensor")
same(str(Layout("(4,6)")), "(4,6):(1,4)", "a shape as text is compact, too")
same((refusal(Layout, "(4,6").code, refusal(Layout, "(4,6):(1,2,3)").code, refusal(Layout, object()).code),
     ("syntax", "not_congruent", "syntax"), "what is no layout is refused")
b = Layout("(4,8):(8,1)")
same([b(a2) for a2 in (Layout("(8,4):(4,1)").offsets())], [int(x) for x in (b @ "(8,4):(4,1)").offsets()],
     "@ is the composition: b(a(i)) by its values")
same([Layout(t) for t in ("((2,4),4):((4,8),1)", "(4,8):(8,1)")],
     [Layout("(8,4):(4,1)") / ["2:1", None], Layout("(8,4):(4,1)").right_inverse()], "/ and inverses")

# ---- assertions -----------------------------------------------------------------------------------
ok(testing.assert_reads(WORD, TILE, start=0x400), "assert_reads passes")
e = refusal(testing.assert_reads, 0x4000040000010040, TILE, start=0x400)
ok(isinstance(e, AssertionError) and "right would be 0x4000004000010040" in str(e), "and tells the repair", e)
ok(testing.assert_same_to_hardware(WORD, 0x4000004000000040, major="k"), "assert_same_to_hardware passes")
e = refusal(testing.assert_same_to_hardware, WORD, 0x4000008000010040, major="k")
ok(isinstance(e, AssertionError) and "sbo: 64 and 128" in str(e), "and tells the field", e)
ok(testing.assert_conflict_free(layout="Sw<3,3,3> o 0 o (64,64):(64,1)", access="ldmatrix.x4"),
   "assert_conflict_free passes")
e = refusal(testing.assert_conflict_free, layout="(64,64):(64,1)", access="ldmatrix.x4")
ok(isinstance(e, AssertionError) and "448 conflicts" in str(e) and "without conflicts: Sw<3,3,3>" in str(e),
   "and tells a layout without", e)

# ---- threads, memory, the page ----------------------------------------------------------------------
with ThreadPoolExecutor(8) as pool:
    rounds = list(pool.map(lambda i: [wgdesc.ask_text(s) for s in lines[i:] + lines[:i]], range(8)))
ok(all(r == want[i:] + want[:i] for i, r in enumerate(rounds)), "8 threads at once, the same answers")
if os.path.exists("/proc/self/statm"):
    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    short = [s for s, a in zip(lines, want) if len(a) < 1024]
    for s in short * 100:
        wgdesc.ask_text(s)
    before = resident()
    for i in range(100000):
        wgdesc.ask_text(short[i % len(short)])
    ok(resident() - before < 1 << 20, "100000 calls, and the memory is as it was", resident() - before)
failed, count = doctest.testfile(os.path.abspath("docs/python.md"), module_relative=False)
ok(failed == 0 and count > 15, "docs/python.md gives what it shows", failed, count)
with open("README.md") as f:
    shown = re.findall(r"`(hex\(int\(wgdesc\..*?)` is `'(.*?)'`", f.read())
same([eval(call) for call, _ in shown], [value for _, value in shown] or None, "the README's example")
with open("tests/python/asked_by_pytest.py") as f:
    ok("def test_" in f.read(), "tests for pytest to run")
try:
    import pytest  # noqa: F401
except ImportError:
    skip("the plugin in pytest", "no pytest here")
else:
    p = subprocess.run([sys.executable, "-m", "pytest", "-p", "wgdesc.pytest_plugin", "-p", "no:cacheprovider", "-q",
                        "tests/python/asked_by_pytest.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env={**os.environ, "PYTHONPATH": "cli/python", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    out = p.stdout.decode()
    ok("2 passed" in out and "2 failed" in out, "pytest finds two right and two wrong", out)
    ok("wgdesc: answer" in out and "right would be 0x4000004000010040" in out, "an answer that is no is told", out)
    ok("start: 0x0 and 0x400" in out, "and where two answers differ", out)
for tool, args in (("mypy", ["--strict", "--config-file", "cli/python/pyproject.toml", "cli/python/wgdesc"]),
                   ("ruff", ["check", "--config", "cli/python/pyproject.toml", "cli/python"])):
    try:
        p = subprocess.run([tool, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except FileNotFoundError:
        ok(True, "the package by %s # SKIP no %s here" % (tool, tool))
        continue
    ok(p.returncode == 0, "the package by " + tool, p.stdout.decode())
done()
