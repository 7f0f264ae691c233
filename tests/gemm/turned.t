#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md says of turned tiles ("A few rows as columns"), beside the times of docs/evidence."""
import re
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import all_timed, row_of, shown_more, ways_of  # noqa: E402
from pages import Page  # noqa: E402
from tables import marked  # noqa: E402
from tap import done, ok, same  # noqa: E402

notes = Page("docs/gemm-notes.md")
page, told = notes.text, notes.told
here, there = all_timed("gemm-ways"), all_timed("gemm-ways-h100")
probes, probes_h100 = read_evidence("gemm-probes"), read_evidence("gemm-probes-h100")


def fastest(us):
    """A way and its time, of the times of several."""
    return min(us.items(), key=lambda way: way[1])


def apart(us):
    """The fastest way as the product is, and the fastest of turned tiles, or None, of the times of several."""
    kinds = [{way: t for way, t in us.items() if ("-t" in way) == turned} for turned in (False, True)]
    return [fastest(kind) if kind else None for kind in kinds]


def few_rows():
    """Of 104 rows: the fastest timed way of each kind, on each GPU; and how much of the time the turned one takes."""
    rows, ratios = [], ([], [])
    for n in (1000, 2048, 4096, 8192):
        for k in (2048, 4096, 8192):
            cells = ["104 x %d x %d" % (n, k)]
            for products, of_gpu in zip((there, here), ratios):
                one, other = apart(ways_of(products, 104, n, k))
                cells += ["%s, %.2f" % one, "%s, %.2f" % other if other else "not timed"]
                of_gpu += [other[1] / one[1]] if other else []
            rows.append(cells)
    return rows, ratios


rows_turned, ratios = few_rows()
with open("desc/plan/problem_fit.c", encoding="ascii") as f:
    rows_of_tiles = f.read()
ok("\n%s tiles of version 3 are there for the turned product" % {20: "Twenty"}[len(re.findall(r"\}, (?:BOTH|TURNED)\}", rows_of_tiles))] in page, "so many tiles are turned")
same(marked(page, "few rows"), rows_turned, "a few rows as columns")
told("turned tiles take # %% less on the H100 and # %% on the H200, # and # %% at best",
     *("%.1f" % (100 * (1 - of_both)) for of_both in (*map(statistics.geometric_mean, ratios), *map(min, ratios))))
of_cublas = row_of(probes_h100["cublas_kernels"], 104, 2048, 4096)
same((re.search(r"_(\d+x\d+)_", of_cublas["kernel"]).group(1), of_cublas["grid"][0] * of_cublas["grid"][1]), ("64x56", -(-2048 // 64) * -(-104 // 56)),
     "cuBLAS has 104 rows as columns")


def ragged():
    """Of random products with few rows: the rows of the table, and of each GPU what the page says in this order."""
    gpus = [{tuple(r["size"]): r for r in of_gpu["ragged"]} for of_gpu in (probes_h100, probes)]
    rows = []
    for size in gpus[0]:
        if min(r["cublas_us"] / apart(r["us"])[0][1] for r in (products[size] for products in gpus)) < 0.95:
            cells = ["%d x %d x %d" % size]
            for r in (products[size] for products in gpus):
                cells += ["%s, %.1f" % way for way in apart(r["us"])] + ["%.1f" % r["cublas_us"]]
            rows.append(cells)
    figures = [len(gpus[0])]
    for best in (lambda us: apart(us)[0][1], lambda us: min(us.values())):
        reached = [[r["cublas_us"] / best(r["us"]) for r in products.values()] for products in gpus]
        figures += ["%.3f" % statistics.geometric_mean(ratios) for ratios in reached] + [sum(ratio < 0.95 for ratio in ratios) for ratios in reached]
    return rows, figures


rows_turned, figures = ragged()
same(marked(page, "ragged"), rows_turned, "ragged rows as columns")
told("# products in the eight ways that the rule puts first, and in eight of turned tiles (`ragged` in gemm-probes-h100.json and gemm-probes.json): the fastest as "
     "they are has # of cuBLAS on the geometric mean on the H100 and # on the H200, # and # below 0.95; the faster of both # and #, # and # below.", *figures)


def beside_exchanged(of_gpu):
    """What turned tiles take of what the same tiles took of the product with M and N exchanged, another day."""
    then = {tuple(r["size"]): r["exchanged_us"] for r in of_gpu["exchanged"]}
    both = [us / then[tuple(r["size"])][way.replace("-t", "")] for r in of_gpu["ragged"] for way, us in r["us"].items()
            if "-t" in way and way.replace("-t", "") in then[tuple(r["size"])]]
    return len(both), shown_more(both)


(ways_h100, more_h100), (ways_h200, more_h200) = map(beside_exchanged, (probes_h100, probes))
told("# ways on the H100 and # on the H200 take # and # %% more", ways_h100, ways_h200, more_h100, more_h200)
done()
