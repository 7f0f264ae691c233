#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No circle between the files of layout/, desc/ and cli/: neither by what they include nor by the
symbols their objects use. A header and the source of its name are one file here; .def counts with
them. Objects come from the build, so sources that are not built (the page's core) count by their
includes alone."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok, skip  # noqa: E402

FOLDERS = ("layout", "desc", "cli")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def sources(root):
    return sorted(os.path.relpath(os.path.join(d, f), root)
                  for top in FOLDERS for d, _, files in os.walk(os.path.join(root, top))
                  for f in files if f.endswith((".c", ".h", ".def")))


def unit(path):
    return os.path.splitext(path)[0]


def by_includes(root, files):
    """{unit: {unit: why}}: beside the file first, then under each top folder, as the compiler."""
    edges = {unit(f): {} for f in files}
    for f in files:
        with open(os.path.join(root, f)) as text:
            names = INCLUDE.findall(text.read())
        for name in names:
            for place in (os.path.dirname(f),) + FOLDERS:
                target = os.path.normpath(os.path.join(place, name))
                if target in files:
                    if unit(target) != unit(f):
                        edges[unit(f)][unit(target)] = "includes " + name
                    break
    return edges


def symbols(build, units):
    """{unit: (defined, used)}: the global symbols of the objects, in one listing."""
    tables = {u: (set(), set()) for u in units}
    if not units:
        return tables
    out = subprocess.run(["nm", "-gA", *(u + ".o" for u in units)], check=True, capture_output=True, text=True,
                         cwd=build).stdout
    for line in out.splitlines():
        path, row = line.split(":", 1)
        kind, name = row.split()[-2:]
        tables[unit(path)][kind == "U"].add(name)
    return tables


def by_symbols(build, files):
    tables = symbols(build, [unit(f) for f in files
                             if f.endswith(".c") and os.path.exists(os.path.join(build, unit(f) + ".o"))])
    owner = {s: u for u, (defined, _) in tables.items() for s in defined}
    return {u: {owner[s]: "uses " + s for s in sorted(used) if owner.get(s, u) != u}
            for u, (_, used) in tables.items()}


def circles(edges):
    """Tarjan's strongly connected components of more than one unit."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in edges.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while not part or part[-1] != v:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(10000)
    for v in edges:
        if v not in index:
            visit(v)
    return sorted(found)


def together(a, b):
    return {u: {**a.get(u, {}), **b.get(u, {})} for u in sorted({*a, *b})}


def story(edges, found):
    return "\n".join("%s %s (%s)" % (u, why, w) for part in found for u in part
                     for w, why in sorted(edges[u].items()) if w in part)


def control(name, tree, want):
    """A tree of files, compiled here; `want` is the circles that must be found in it."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in tree.items():
            path = os.path.join(root, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as f:
                f.write(text)
        for path in tree:
            if path.endswith(".c"):
                subprocess.run([os.environ.get("CC", "cc"), "-I.", "-Ilayout", "-c", path, "-o",
                                unit(path) + ".o"], check=True, cwd=root)
        files = sources(root)
        edges = together(by_includes(root, files), by_symbols(root, files))
        ok(circles(edges) == want, "control: " + name, circles(edges), story(edges, circles(edges)))


if not shutil.which("nm"):
    skip("circles between files", "no nm")
    done()

A_H, B_H = "int a(void);\n", "int b(void);\n"
control("a chain, and a header with its body, are no circle",
        {"layout/a.h": A_H, "layout/a.c": '#include "a.h"\nint a(void) { return 1; }\n',
         "desc/b.h": B_H, "desc/b.c": '#include "b.h"\n#include "a.h"\nint b(void) { return a(); }\n'},
        [])
control("two headers that include each other",
        {"layout/a.h": '#ifndef A\n#define A\n#include "b.h"\n#endif\n',
         "layout/b.h": '#ifndef B\n#define B\n#include "a.h"\n#endif\n'},
        [["layout/a", "layout/b"]])
control("two sources that call each other",
        {"layout/a.c": "int b(void);\nint a(void) { return b(); }\n",
         "layout/sub/b.c": "int a(void);\nint b(void) { return a(); }\n",
         "layout/c.c": "int a(void);\nint c(void) { return a(); }\n"},
        [["layout/a", "layout/sub/b"]])
control("a table that names its users",
        {"cli/table.c": "int one(void), two(void);\nint (*table[])(void) = {one, two};\n",
         "cli/one.c": "extern int (*table[])(void);\nint one(void) { return table[1](); }\n",
         "cli/two.c": "int two(void) { return 2; }\n"},
        [["cli/one", "cli/table"]])
control("an include one way and a call the other",
        {"desc/a.h": "enum { A = 1 };\n", "desc/a.c": "int b(void);\nint a(void) { return b(); }\n",
         "desc/b.c": '#include "a.h"\nint b(void) { return A; }\n'},
        [["desc/a", "desc/b"]])

files = sources(".")
includes, uses = by_includes(".", files), by_symbols(BUILD, files)
n_uses = sum(len(e) for e in uses.values())
ok(sum(len(e) for e in includes.values()) > len(files) and n_uses > len(uses) > 50,
   "includes and symbols are found", len(files), len(uses), n_uses)
edges = together(includes, uses)
found = circles(edges)
ok(not found, "no circle between the files of layout, desc and cli", story(edges, found))
done()
