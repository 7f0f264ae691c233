#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md says of tiles that are claimed and kept in step under load, of lines that lie between two of L2's, of claimed
small tiles and of fewer stages, beside the probes it rests on."""
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import row_of, shown_less  # noqa: E402
from pages import Page  # noqa: E402
from tap import done, same  # noqa: E402
from ways import parts_of  # noqa: E402

told = Page("docs/gemm-notes.md").told
PROBES = {gpu: read_evidence(name) for gpu, name in (("H100", "gemm-probes-h100"), ("H200", "gemm-probes"))}
H100, H200 = PROBES.values()


def less(rows, way, other):
    """Of how many rows that have both ways the first takes how much less than the other."""
    both = [r["us"][way] / r["us"][other] for r in rows if way in r["us"] and other in r["us"]]
    return len(both), shown_less(both)


def of_cublas(row, way):
    return "%.3f" % (row["cublas_us"] / row["us"][way])


# In step, under load.
alone, in_step, pairs = "128x256-c1x1", "128x256-c1x1/p2", "128x256-c2x1"
(by_number, those_less), (in_pairs, pairs_less) = (less(H100["in_step_load"], in_step, other) for other in (alone, pairs))
(here_too, here_less), (count, here_pairs_less) = (less(H200["in_step_load"], in_step, other) for other in (alone, pairs))
same(here_too, count, "both ways at each product of the H200")
told("at # large products they take # %% less than tiles by number on an H100, at # of them, and others, # %% less than pairs; on an H200 # and # %% at #",
     by_number, those_less, in_pairs, pairs_less, here_less, here_pairs_less, count)
longest = [row_of(p["in_step_load"], 8192, 57344, 8192) for p in (H100, H200)]
told("8192 x 57344 x 8192 has # of cuBLAS so on the H100, # in pairs and # by number, on the H200 #, # and #",
     *(of_cublas(r, way) for r in longest for way in (in_step, pairs, alone)))
deep = row_of(H100["in_step_load"], 8192, 8192, 28672)
told("at 8192 x 8192 x 28672 it has # on the H100, and # in pairs", *(of_cublas(deep, way) for way in (in_step, pairs)))
types = {form: [r for r in H100["in_step_types"] if r["form"] == form] for form in ("e4m3", "tf32", "f16-acc16")}
told("f16 sums take # %% more in step than by number, tf32 # and e4m3 # (`in_step_types`, an H100)",
     *("%.1f" % (100 * (statistics.geometric_mean(r["us"][in_step] / r["us"][alone] for r in types[form]) - 1)) for form in ("f16-acc16", "tf32", "e4m3")))
rounds = [(p["one_round_load"], [r for r in p["one_round_load"] if in_step in r["us"]]) for p in (H100, H200)]
same([len(rows) for _, rows in rounds], [17, 17], "products of one or two rounds")
told("At # products of one and two rounds claims take # %% more than what the rule did on the H100, and # %% more on the H200", 17,
     *("%.1f" % -float(less(claimed, in_step, alone)[1]) for _, claimed in rounds))

# Lines between two.
whole = "128x192-c1x1"
found = [row_of(p["off_lines"], 1000, 3000, k, form="bf16", lead_ms=60)["us"] for p in (H100, H200) for k in (2000, 2048)]
told("128 x 192 without a cluster takes # us with K = 2000 and # with 2048 on an H100, # and # on an H200", *("%.1f" % us[whole] for us in found))
four = "128x200-c4x1/a2"
told("has # and # of cuBLAS at K = 2000 on the H100 in two runs, # and # on the H200, and # and # with 2048, where 128 x 192 has # and #",
     *(of_cublas(row_of(p["off_lines"], 1000, 3000, 2000, form="bf16", lead_ms=lead), four) for p in (H100, H200) for lead in (200, 60)),
     *(of_cublas(row_of(p["off_lines"], 1000, 3000, 2048, form="bf16"), way) for way in (four, whole) for p in (H100, H200)))
told("in e4m3 # and # there", *(of_cublas(row_of(p["off_lines"], 1000, 3000, 2000, form="e4m3", lead_ms=60), four) for p in (H100, H200)))
bare = row_of(H100["four_in_a_row"], 4096, 8192, 104)
told("4096 x 8192 x 104 takes # us with it and # with pairs of 128 x 256", *("%.1f" % bare["us"][way] for way in ("128x200-c4x1", pairs)))

# Small tiles, claimed.
took = "#, # and # us claimed and #, # and # in pairs along N"
for text, p, lead in ((took + " on an H100, after 2 ms of launches", H100, 2), ("On an H200, after 8 ms, they take " + took, H200, 8)):
    found = [row_of(p["claims_small"], 1000, 1000, k, lead_ms=lead)["us"] for k in (2048, 4096, 8192)]
    told(text, *("%.1f" % us[way] for way in ("64x128-c1x1/p2", "64x128-c1x2") for us in found))

# Fewer stages.
def brought_kb(row):
    """KB of a stage: a tile of 64 rows by its columns, in lines of 128 bytes; the rows that are there."""
    columns = parts_of(row["way"])[5]
    rows = row["size"][1 if "-t" in row["way"] else 0]
    return (min(64, -(-rows // 8) * 8) + columns) / 8


def in_flight(rows, most_kb):
    """Of all ways: time with as many stages as bring so much, to that with all that fit: geometric mean, worst, best."""
    found = []
    for r in rows:
        fewer = [n for n in r["us"] if n != "all" and int(n) * brought_kb(r) <= most_kb]
        if fewer:
            found.append(r["us"][max(fewer, key=int)] / r["us"]["all"])
    return ["%.1f" % (100 * (statistics.geometric_mean(found) - 1)), "%.0f" % (100 * (max(found) - 1)), "%.0f" % (100 * (1 - min(found)))]


told("at # ways on an H100 and # on an H200 stages of 144 KB at most take # and # %% more on the geometric mean, # and # %% more at worst and # and # %% less at best",
     len(H100["fewer_again"]), len(H200["fewer_again"]), *(in_flight(p["fewer_again"], 144)[i] for i in range(3) for p in (H100, H200)))
done()
