#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The indices that wgdesc copy --lang c writes, compiled and called: for layouts of threads and values with modes
that repeat, modes of one element, no values but one, no threads that differ. What each thread holds is computed
here, from the layout."""
import ast
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same  # noqa: E402

# The layout, and the rows and columns of its matrix.
CASES = [
    ("((4,8),(2,2)):((2,8),(1,64))", 8, 16),      # as it usually is
    ("((2,32),2):((0,1),32)", 32, 2),             # two threads hold the same
    ("(32,(1,2)):(1,(5,32))", 32, 2),             # a mode of one element
    ("((1,32),(2,1)):((7,2),(1,9))", 64, 1),      # two of them
    ("(32,1):(1,0)", 32, 1),                      # one value
    ("(32,32):(0,1)", 32, 1),                     # every thread holds all of it
    ("(32,32):(0,1)", 1, 32),                     # in a row
    ("((2,16),(2,4)):((0,4),(0,1))", 64, 1),      # values twice over
    ("(64,(2,2)):(4,(1,2))", 256, 1),             # one column
    ("((4,8),8):((8,1),32)", 16, 16),             # a mode from the rows into the columns, and another behind it
    ("((1,32),8):((0,8),1)", 16, 16),             # a mode of one thread
]


def index(layout, at):
    """The element at a linear index of one mode: crd2idx, and the sum of the strides."""
    shape, stride = layout
    if isinstance(shape, int):
        return at * stride
    total = 0
    for s, d in zip(shape, stride):
        n = size(s)
        total += index((s, d), at % n)
        at //= n
    return total


def size(shape):
    total = 1
    for s in [shape] if isinstance(shape, int) else shape:
        total *= s if isinstance(s, int) else size(s)
    return total


MAIN = """#include <stdio.h>
#include "made.h"
int main(void)
{
    for (uint32_t t = 0; t < X_D_THREADS; t++) {
        printf("%u\\n", x_d_offset(t));
        for (uint32_t v = 0; v < X_D_VALUES; v++) {
            printf("%u %u\\n", x_d_row(t, v), x_d_col(t, v));
        }
    }
    for (uint32_t r = 0; r < X_D_ROWS; r++) {
        for (uint32_t c = 0; c < X_D_COLS; c++) {
            printf("%u %u\\n", x_d_thread(r, c), x_d_value(r, c));
        }
    }
    for (uint32_t i = 0; i < X_D_THREAD_ROWS; i++) {
        for (uint32_t j = 0; j < X_D_ROW_VALUES; j++) {
            printf("%u\\n", x_d_row_value(i, j));
        }
    }
    return 0;
}
"""
with tempfile.TemporaryDirectory() as d:
    with open(os.path.join(d, "main.c"), "w") as f:
        f.write(MAIN)
    for tv, rows, cols in CASES:
        name = "%s of %dx%d" % (tv, rows, cols)
        ask = ["copy", "--tv", tv, "--shape", "%dx%d" % (rows, cols), "--dtype", "b16", "--layout",
               "(%d,%d):(%d,1)" % (rows, cols, cols), "--access", "st.b16"]
        rc, code, err = run(*ask, "--lang", "c", "--prefix", "x")
        if not ok(rc == 0, name + " is written", err):
            continue
        with open(os.path.join(d, "made.h"), "w") as f:
            f.write(code)
        subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", d + "/main", d + "/main.c"],
                       check=True)
        out = subprocess.run([d + "/main"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
        lines = iter([tuple(map(int, line.split())) for line in out if line])
        shape, stride = (ast.literal_eval(part) for part in tv.split(":"))
        threads, values = size(shape[0]), size(shape[1])
        held = {(t, v): index((shape[0], stride[0]), t) + index((shape[1], stride[1]), v) for t in range(threads) for v in range(values)}
        a = json.loads(run(*ask, "--json")[1])
        first = a["steps"][0]
        got, start = {}, {}
        for t in range(threads):
            start[t] = next(lines)[0]
            for v in range(values):
                row, col = next(lines)
                got[t, v] = row + rows * col
        same(got, held, name + ": what each thread holds")
        element = {t: held[t, first["values"][0]] for t in range(threads)}
        same({t: start[t] + first["high"] for t in range(threads)},
             {t: (e % rows * cols + e // rows) * 2 for t, e in element.items()}, name + ": where it goes")
        back = [held[next(lines)] for _ in range(rows * cols)]
        same(back, [r + rows * c for r in range(rows) for c in range(cols)], name + ": and who holds each element")
        one = [line[0] for line in lines]
        same(sorted(held[0, v] for v in one), sorted({held[0, v] for v in range(values)}), name + ": each element is one of a row, once")
        many = len({held[0, v] % rows for v in range(values)})
        per = [len({held[0, v] % rows for v in one[i:i + len(one) // many]}) for i in range(0, len(one), len(one) // many)]
        same(per, [1] * many, name + ": of the same row")
done()
