#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables of docs/performance.md again from the evidence of both GPUs; tests/docs/performance.t holds them to it.

usage: kernels/bench/gemm_tables.py docs/performance.md docs/evidence/gemm-h100.json docs/evidence/gemm.json
"""
import json
import sys

FORMS = ("e4m3", "f16-acc16", "tf32")


def by_shape(part):
    return {(r["form"], r["m"], r["n"], r["k"]): {t["kernel"]: t for t in r["timings"]} for r in part["results"]}


def rate(t):
    return "%.0f" % t["tflops"]


def compared(t):
    """Of one GPU: the instance, its rate, cuBLAS's, the ratio."""
    return [t["v3"]["instance"][3:], rate(t["v3"]), rate(t["cublas"]), "%.3f" % t["v3"]["ratio"]]


def beside_best(t):
    b = t["cublas-best"]
    return [rate(b), "%.3f" % (b["median_us"] / t["v3"]["median_us"])]


def in_us(t):
    return [t["v3"]["instance"][3:], "%.1f" % t["v3"]["median_us"], "%.1f" % t["cublas"]["median_us"], "%.3f" % t["v3"]["ratio"]]


def rows_of(parts, cells, with_form=False, more=None, below=None):
    """One row a shape: its name, and the cells of each GPU. `below`: only those with a lower ratio on one of them."""
    rows, gpus = [], [by_shape(part) for part in parts]
    for key in gpus[0]:
        if below and min(shapes[key]["v3"]["ratio"] for shapes in gpus) >= below:
            continue
        name = "%d x %d x %d" % key[1:]
        row = [key[0], name] if with_form else [name]
        row += more(key) if more else []
        for shapes in gpus:
            row += cells(shapes[key])
        rows.append("| " + " | ".join(row) + " |")
    return rows


def wide_names(path="kernels/bench/wide_shapes.txt"):
    with open(path, encoding="ascii") as f:
        lines = [line.split() for line in f if not line.startswith("#")]
    return {tuple(map(int, words[:3])): " ".join(words[3:]) or "sizes" for words in lines}


def tables(gpus):
    """{marker: the rows of its table}"""
    parts = {name: [g["parts"][name] for g in gpus] for name in gpus[0]["parts"]}
    names = wide_names()
    found = {"sustained": rows_of(parts["sustained"], lambda t: compared(t) + beside_best(t)),
             "forms": rows_of(parts["forms"], lambda t: compared(t)[1:], with_form=True),
             "single": rows_of(parts["single"], lambda t: compared(t)[1:] + beside_best(t)),
             "wide": rows_of(parts["wide"], in_us, more=lambda key: [names[key[1:]]]),
             "triples": rows_of(parts["triples"], in_us, below=0.95)}
    found.update({form: rows_of(parts[form], compared) for form in FORMS})
    versions = [by_shape(p) for p in parts["versions"]]
    found["versions"] = ["| %s | %s |" % (k, " | ".join(rate(next(iter(v.values()))[k]) for v in versions))
                         for k in ("v1", "v2", "v2-128x128")]
    return found


def main():
    page, *paths = sys.argv[1:]
    gpus = []
    for path in paths:
        with open(path, encoding="ascii") as f:
            gpus.append(json.load(f))
    with open(page, encoding="ascii") as f:
        text = f.read()
    for name, rows in tables(gpus).items():
        begin, end = "<!-- %s -->\n" % name, "<!-- end %s -->" % name
        head = text.index(begin) + len(begin)
        stop = text.index(end)
        # The head of the table and the line below it stay.
        lines = text[head:stop].splitlines()
        text = text[:head] + "\n".join(lines[:2] + rows) + "\n" + text[stop:]
    with open(page, "w", encoding="ascii") as f:
        f.write(text)


if __name__ == "__main__":
    main()
