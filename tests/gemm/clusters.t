#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md says of the shapes of clusters, beside docs/evidence/gemm-probes.json."""
import re
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import mean_and_behind, row_of, shown_less, shown_more  # noqa: E402
from pages import Page  # noqa: E402
from tables import marked  # noqa: E402
from tap import done, ok, same  # noqa: E402

notes = Page("docs/gemm-notes.md")
page, told = notes.text, notes.told
probes = read_evidence("gemm-probes")
timed = probes["cluster_shapes"]
LINES = {"off a sector": lambda k: k % 16, "on a sector, off a line": lambda k: k % 16 == 0 and k % 64, "whole": lambda k: k % 64 == 0}


def of_cublas(rows, *kinds):
    """Of each product, what the fastest of these ways has of cuBLAS."""
    return [r["cublas_us"] / min(us for kind in kinds for us in r[kind].values()) for r in rows]


def by_lines():
    for name, of in LINES.items():
        rows = [r for r in timed if of(r["size"][2])]
        cells = [name, str(len(rows))]
        for kinds in (("us",), ("us", "others")):
            cells += mean_and_behind(of_cublas(rows, *kinds))
        yield cells


same(marked(page, "cluster shapes"), list(by_lines()), "clusters of any shape, by where lines of K begin")
told("# products, most of them random", len(timed))

kernels = {tuple(r["size"]): r for r in probes["cublas_kernels"]}
eight, pairs = kernels[304, 6472, 1976], kernels[2472, 1648, 7896]
told("2472 x 1648 x 7896 had # of cuBLAS on an H200 in the fastest timed way, 304 x 6472 x 1976 #",
     *(f"{of_cublas([row_of(timed, *size)], 'us')[0]:.3f}" for size in ((2472, 1648, 7896), (304, 6472, 1976))))
same((eight["cluster"], pairs["cluster"], re.search(r"_(\d+x\d+)_", pairs["kernel"]).group(1)), (8, 2, "128x248"), "cuBLAS's clusters")

launch = probes["cluster_launch"]


def more(of, than):
    return {(*r["size"], r["form"], r["way"]): statistics.mean(r[of]) / statistics.mean(r[than]) for r in launch}


both, now = more("which_at_run_time_us", "before_us"), more("now_us", "before_again_us")
told("# ways took # % more on the geometric mean, 64 x 512 x 104 # % and pairs of 128 x 128 with both operands MN-major # %".replace("%", "%%"), len(launch),
     shown_more(both.values()), *(shown_more([both[key]]) for key in ((64, 512, 104, "bf16", "64x64-c1x2"), (4096, 4096, 4096, "bf16-mn-mn", "128x128-c2x1"))))
told("as it is they take # % less".replace("%", "%%"), shown_less(now.values()))
ok(max(now.values()) < 1.01, "none takes 1 % more", max(now.values()))

with open("desc/plan/problem_fit.c", encoding="ascii") as f:
    untimed = re.findall(r"\{\{(\d+), (\d+), (\d), (\d), \d+, \d+, false\}, \{\d+, UNTIMED\}, (\w+)\}", f.read())
told("# of them are tiles of the rule now", len(untimed))
ok("and seven of [larger clusters]" in page and sum(of == "TURNED" for *_, of in untimed) == 7, "seven of them turned")
done()
