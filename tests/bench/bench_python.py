#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python package: one call, many words, and the layout algebra beside pycute (of nvidia-cutlass) and
tensor-layouts, where they are installed, on the same layouts. All are asked in turn, round after round, and
must agree. --write puts the numbers into docs/evidence/python.json and the tables into docs/performance.md."""
import array
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(TOP, os.environ.get("B", "build"))
EVIDENCE = os.path.join(TOP, "docs", "evidence", "python.json")
PAGE = os.path.join(TOP, "docs", "performance.md")
os.environ.setdefault("WGDESC_ASK_LIBRARY", os.path.join(BUILD, "libwgdesc-ask.so"))
sys.path.insert(0, os.path.join(TOP, "cli", "python"))
sys.dont_write_bytecode = True
import wgdesc  # noqa: E402
from wgdesc import Layout, many  # noqa: E402

ROUNDS, LEAST = 9, 0.02  # rounds, and the least seconds of one timing
TILE = "Sw<3,4,3> o smem_ptr[16b] o (64,16):(64,1)"
WORD = 0x4000004000010040


def peers():
    """name -> (version, module), of those that are there."""
    found = {}
    try:
        import pycute
        from importlib.metadata import version
        found["pycute"] = ("nvidia-cutlass " + version("nvidia-cutlass"), pycute)
    except ImportError:
        pass
    try:
        import tensor_layouts
        from importlib.metadata import version
        found["tensor-layouts"] = (version("tensor-layouts"), tensor_layouts)
    except ImportError:
        pass
    return found


# name, layout, second operand: a layout, a list of layouts (by mode), or a number
CASES = [
    ("composition", ((8, 4), (4, 1)), ((4, 8), (8, 1))),
    ("composition", (((2, 4), (4, 8)), ((64, 128), (1, 4))), ((16, 16), (16, 1))),
    ("complement", ((4, 2), (1, 8)), 64),
    ("complement", (((2, 2), (2, 2)), ((1, 16), (4, 64))), 4096),
    ("logical_divide", ((128, 64), (64, 1)), [(64, 1), (16, 1)]),
    ("logical_divide", (((8, 16), (64, 2)), ((64, 512), (1, 8192))), [(64, 1), (16, 1)]),
    ("offsets", ((64, 16), (64, 1)), None),
    ("offsets", ((128, 64), (64, 1)), None),
]


def of_wgdesc(op, a, b):
    a = Layout(*a)
    if op == "offsets":
        return a.offsets
    b = [Layout(*x) for x in b] if isinstance(b, list) else Layout(*b) if isinstance(b, tuple) else b
    return lambda: getattr(a, op)(b)


def of_peer(name, module, op, a, b):
    call = getattr(module, "compose" if name == "tensor-layouts" and op == "composition" else op, None)
    a = module.Layout(*a)
    if op == "offsets":
        size = module.size(a)
        return lambda: [a(i) for i in range(size)]
    b = tuple(module.Layout(*x) for x in b) if isinstance(b, list) else module.Layout(*b) if isinstance(b, tuple) else b
    return lambda: call(a, b)


def values(result):
    """What it is, as offsets."""
    if hasattr(result, "tolist"):
        return result.tolist()
    if isinstance(result, list):
        return result
    if isinstance(result, Layout):
        return result.offsets().tolist() if hasattr(result.offsets(), "tolist") else result.offsets()
    return [result(i) for i in range(sys.modules[type(result).__module__.split(".")[0]].size(result))]


def seconds(call):
    """Of one call, from as many as take LEAST: the processor's time, which others on the machine do not
    have a share in."""
    n = 1
    while True:
        start = time.process_time()
        for _ in range(n):
            call()
        took = time.process_time() - start
        if took >= LEAST:
            return took / n
        n = max(2 * n, int(n * LEAST / max(took, 1e-9)))


def median_us(calls):
    """name -> microseconds, the median over the rounds; each round times all of them in turn."""
    times = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name].append(seconds(call) * 1e6)
    return {name: round(statistics.median(t), 2) for name, t in times.items()}


def algebra(found):
    rows = []
    for op, a, b in CASES:
        calls = {"wgdesc": of_wgdesc(op, a, b)}
        calls.update({n: of_peer(n, m, op, a, b) for n, (_, m) in found.items()})
        results = {n: values(call()) for n, call in calls.items()}
        if any(r != results["wgdesc"] for r in results.values()):
            raise SystemExit("%s of %s: they do not agree" % (op, Layout(*a)))
        us = median_us(calls)
        rows.append({"op": op, "layout": str(Layout(*a)), "us": us,
                     "ratio": {n: round(t / us["wgdesc"], 2) for n, t in us.items() if n != "wgdesc"}})
        print("%-52s %s" % (op + " of " + rows[-1]["layout"], "  ".join("%s %.1f us" % x for x in us.items())))
    return rows


def import_ms():
    """Of the package, once compiled, in fresh interpreters, less what an empty one takes."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": cache, "PYTHONPATH": os.path.join(TOP, "cli", "python")}
        env.pop("PYTHONDONTWRITEBYTECODE", None)

        def run(code):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", code], check=True, env=env)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        run("import wgdesc")
        return round(1e3 * (statistics.median(run("import wgdesc") for _ in range(ROUNDS))
                            - statistics.median(run("pass") for _ in range(ROUNDS))), 1)


def words():
    calls = {"a check": lambda: wgdesc.check(WORD, TILE, start=0x400),
             "a descriptor": lambda: wgdesc.desc(major="mn", swizzle="64B", shape=(64, 16)),
             "an operation": lambda: Layout("(8,4):(4,1)")}
    given = array.array("Q", [WORD]) * 100000
    spoilt = array.array("Q", [WORD + 1]) * 100000
    out = array.array("I", [0]) * 100000
    lots = {"right": lambda: many.check(given, TILE, start=0x400, out=out),
            "wrong": lambda: many.check(spoilt, TILE, start=0x400, out=out)}
    us = {**median_us(calls)}
    rate = {n: round(1e5 / t, 2) for n, t in median_us(lots).items()}
    for n, t in us.items():
        print("%-52s %10.1f us" % (n + ", one call", t))
    for n, r in rate.items():
        print("%-52s %10.2f million a second" % ("checks of 64x16, " + n + ", many", r))
    return {"call_us": us, "checks_million_a_second": rate, "import_ms": import_ms()}


def tables(e):
    """The two tables of the page."""
    call, rate = e["call_us"], e["checks_million_a_second"]
    lines = ["| what | measured |", "|---|--:|",
             "| import | %.0f ms |" % e["import_ms"],
             "| one `check` of a 64x16 block | %.0f us |" % call["a check"],
             "| one `desc` | %.0f us |" % call["a descriptor"],
             "| `many.check`, right | %.1f million a second |" % rate["right"],
             "| `many.check`, wrong | %.1f million a second |" % rate["wrong"], ""]
    names = sorted(e["peers"])
    lines += ["| operation | layout | us | " + " | ".join("%s, us | times" % n for n in names) + " |",
              "|---|---|--:|" + "--:|--:|" * len(names)]
    for r in e["algebra"]:
        cells = ["%.0f | %.1f" % (r["us"][n], r["ratio"][n]) for n in names]
        lines.append("| %s | `%s` | %.0f | %s |" % (r["op"], r["layout"], r["us"]["wgdesc"], " | ".join(cells)))
    return "\n".join(lines) + "\n"


BLOCK = re.compile(r"(?<=<!-- python -->\n).*?(?=<!-- end -->)", re.S)


def main():
    found = peers()
    for name in ("pycute", "tensor-layouts"):
        if name not in found:
            print("%-52s not installed" % name)
    evidence = {"python": platform.python_version(), "machine": platform.machine(), "rounds": ROUNDS,
                "peers": {n: v for n, (v, _) in found.items()}, **words(), "algebra": algebra(found)}
    print("%-52s %10.1f ms" % ("import wgdesc", evidence["import_ms"]))
    if sys.argv[1:] == ["--write"]:
        if len(found) < 2:
            raise SystemExit("both peers are needed to write the evidence")
        with open(EVIDENCE, "w") as f:
            f.write(json.dumps(evidence, indent=1) + "\n")
        with open(PAGE) as f:
            text = f.read()
        with open(PAGE, "w") as f:
            f.write(BLOCK.sub(lambda _: tables(evidence), text))


if __name__ == "__main__":
    main()
