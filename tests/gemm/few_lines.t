#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md and docs/performance.md say of last tiles with few lines, beside docs/evidence; which products have
such tiles is worked out once more here, as kernels/gemm/v3/launch.cu does."""
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import mean_and_behind, row_of, shown_less  # noqa: E402
from pages import Page  # noqa: E402
from tap import done, ok, same  # noqa: E402
from ways import dealt, parts_of  # noqa: E402

probes, tables = read_evidence("gemm-probes"), read_evidence("gemm")["parts"]
notes, performance = Page("docs/gemm-notes.md"), Page("docs/performance.md")
CLUSTERS = read_evidence("gemm-ways")["clusters_at_once"]
STEP = {"bf16": 64, "f16-acc16": 64, "e4m3": 128, "tf32": 32}


def few_inside(size, tile):
    return size > tile and size % 8 == 0 and 0 < size % tile <= tile / 2


def moves(size, way, step=64):
    """Do last tiles of a product begin earlier, in such a way?"""
    m, _, _, _, split, width = parts_of(way)
    rows, columns, _, _, _, one_round = dealt(way, size, CLUSTERS)
    return one_round and -(-size[2] // step) // split >= 16 and (few_inside(rows, m) or few_inside(columns, width))


few = probes["few_lines"]


def took(*size, way="128x80-c1x1/p0", when="before_us"):
    return "%.1f" % row_of(few, *size)[when][way]


rows = probes["random_again"]
notes.told("A product of 392 rows took # us where 384 take #:", "%.1f" % row_of(rows, 392, 2592, 4160)["before_us"], took(384, 2592, 4160))
notes.told("8 rows take # us and 128 take #; but of 33 side by side 8 rows take # and 128 take #", took(8, 80, 4160), took(128, 80, 4160), took(8, 2592, 4160), took(128, 2592, 4160))
notes.told("2592 x 256 x 4160, 16 of 80, # us", took(2592, 256, 4160))
notes.told("392 x 2592 x 4160 takes # us instead of # without pairs, 136 x 2592 x 4160 # instead of #, 2592 x 256 x 4160 # instead of #",
           *(took(*size, when=when) for size in ((392, 2592, 4160), (136, 2592, 4160), (2592, 256, 4160)) for when in ("us", "before_us")))
before, now = (mean_and_behind([r[cublas] / r[us] for r in rows]) for cublas, us in (("cublas_before_us", "before_us"), ("cublas_us", "us")))
moved = [r for r in rows if moves(r["size"], r["took"])]
notes.told("# random products that nothing was fitted to (`random_again`) have # of cuBLAS on the geometric mean, # before; # of them begin their last tiles earlier and take # %% less on theirs",
           len(rows), now[0], before[0], len(moved), shown_less(r["us"] / r["before_us"] for r in moved))
others = statistics.geometric_mean(r["us"] / r["before_us"] for r in rows if r not in moved)
ok(abs(others - 1) < 0.01, "the others take as long as before", others)
performance.told("# others, which nothing is fitted to", len(rows))

timed = [(r, next(x["instance"][3:] for x in r["timings"] if x["kernel"] == "v3")) for part in tables if isinstance(tables[part], dict)
         for r in tables[part].get("results", []) if any(x["kernel"] == "v3" for x in r["timings"])]
products = {(r["form"], r["m"], r["n"], r["k"], way) for r, way in timed}
performance.told("begin earlier, at # of the # products in them", sum(moves((m, n, k), way, STEP.get(form, 64)) for form, m, n, k, way in products), len({p[:4] for p in products}))
found = [r for r in probes["sanitizers"] if r["kernels"] == "2026-11-28, last tiles that move"]
same({r["errors"] for r in found}, {0}, "the sanitizers found nothing")
same(sorted((r["tool"], r["part"]) for r in found),
     sorted((tool, part) for tool in ("memcheck", "racecheck", "synccheck") for part in ("", "moved", "several rounds", "turned")), "of all parts")
done()
