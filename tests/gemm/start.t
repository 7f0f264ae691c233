#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md says of how a block starts and ends, of code that runs once, of boxes of any rows, and of what an H200 claims since, beside the probes
it rests on."""
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import row_of, shown_less, shown_more  # noqa: E402
from pages import Page  # noqa: E402
from tables import marked  # noqa: E402
from tap import done, same  # noqa: E402

page = Page("docs/gemm-notes.md")
told = page.told
PROBES = read_evidence("gemm-probes")

# Inside a launch.
KERNELS = "before", "first", "now"
inside = [row_of(PROBES["launch_inside"], 2048, 2048, 2048, state="load", kernels=k)["cycles"] for k in KERNELS]
SPANS = "starts_to_wait", "waits", "wait_to_first_load", "first_load_to_stage", "products", "products_to_stored", "stored_to_read", "launch"
same([row[1:] for row in marked(page.text, "inside a launch")], [["%d" % cycles[span] for cycles in inside] for span in SPANS],
     "the table of a launch's cycles")
told("the tensor cores rest # of the # cycles from one launch to the next", *("%d" % n for n in (inside[0]["launch"] - 32768, inside[0]["launch"])))
alone = row_of(PROBES["alone"], 2048, 2048, 64)["active_cycles"]
told("multiprocessors are active for # cycles with cuBLAS's kernel and # with 128 x 256", alone["cublas"], alone["128x256-c1x1/p1"])
panels = [row_of(PROBES["panels_together"], 2048, 2048, 2048, state="load", panels_together=n)["cycles"] for n in (1, 2, 4)]
told("sent one by one, two and four together the last tile is read #, # and # cycles after its products", *("%d" % sum(p.values()) for p in panels))

# What that is worth.
products = [(min(r["now_us"]) / min(r["before_us"]), min(r["before_us"])) for r in PROBES["started"]]
short = [ratio for ratio, before in products if before < 12]
told("# products take # %% less than before on the geometric mean, the # of them that took less than 12 us # %%, # at best and # at worst",
     len(products), shown_less([ratio for ratio, _ in products]), len(short), shown_less(short), *(shown_less([r]) for r in (min(short), max(short))))
walks = {r["size"][0]: {k: statistics.mean(v) for k, v in r["us"].items()} for r in PROBES["in_step_again"]}
told("16384 cubed takes # %% less with these stores and the start of before, and # %% more with both; 8192 x 28672 x 4096 # %% less and # %% more",
     *("%.1f" % abs(100 * (walks[m][k] / walks[m]["before"] - 1)) for m in (16384, 8192) for k in ("stores", "both")))

# Code that runs once.
once = [(min(r["now_us"]) / min(r["before_us"]), min(r["before_us"]), r["way"]) for r in PROBES["once"]]
told("All together # products of less than 20 us take # %% less than with the kernels of the section before on the geometric mean, # %% at best and # more at worst",
     len(once), shown_less([r[0] for r in once]), shown_less([min(once)[0]]), shown_more([max(once)[0]]))
in_memory, in_cluster = ([r[0] for r in once if way in r[2]] for way in ("/m", "/k"))
same(len(in_memory), 6, "products that blocks share through memory")
told("that blocks share so take # %% less on the geometric mean", shown_less(in_memory))
told("Parts in a cluster gained nothing: # products take # %% more", len(in_cluster), shown_more(in_cluster))
shorter = {(tuple(r["size"]), r["way"]): (min(r["before_us"]), min(r["now_us"])) for r in PROBES["parts_shorter"]}
gains = [float(shown_less([now / before])) for (_, way), (before, now) in shorter.items() if "/m" in way]
told("others # to # %%", "%.1f" % min(gains), "%.1f" % max(gains))
for size, way, text in (((512, 512, 8192), "64x128-c1x1/m4", "512 x 512 x 8192 # us instead of #"), ((1024, 576, 7168), "128x144-c1x1/m4", "1024 x 576 x 7168 # instead of #")):
    told(text, *("%.1f" % us for us in reversed(shorter[size, way])))
before, now = shorter[(1000, 1000, 4096), "64x128-c1x1/p2"]
told("1000 x 1000 x 4096 takes # %% less so", shown_less([now / before]))
claimed = [row_of(PROBES["launch_inside"], 2048, 2048, 2048, kernels="claimed " + k)["cycles"] for k in ("before", "now")]
told("# cycles from a block's start to its wait, where blocks by number take #", claimed[0]["starts_to_wait"], inside[2]["starts_to_wait"])
told("a sum over all of them two instructions (`dp4a`): # cycles", claimed[1]["starts_to_wait"])
told("the barriers are there after # cycles, # before", *(c["starts_to_barriers"] for c in reversed(claimed)))
told("of 128 x 256 the last store is asked for # cycles after the products, # without", *(c["products_to_stored"] for c in reversed(claimed)))
told("worth # %% (64 x 64 x 64: # us instead of #)", *next(("%.0f" % (100 - 100 * ratio), "%.2f" % min(r["now_us"]), "%.2f" % before)
                                                   for (ratio, before, _), r in zip(once, PROBES["once"]) if r["size"] == [64] * 3))
counted = {r["way"]: min(r["counts_us"]) / min(r["asks_us"]) for r in PROBES["counted"]}
told("took # %% more at 1024 x 576 x 7168 (`counted`)", shown_more([counted["128x144-c1x1/m4"]]))
told("One place for all costs # %% of the # products", shown_more([min(r["now_us"]) / min(r["apart_us"]) for r in PROBES["once"]]), len(once))
met = {k: [r["errors"] for r in PROBES["sanitizers"] if r["tool"] == "synccheck" and r["kernels"] == "2026-11-28, met " + k] for k in ("apart", "together")}
same(met, {"apart": [32] * 3, "together": [0] * 3}, "synccheck, before and since")

# Boxes of any rows.
boxes = {r["form"]: {rows: statistics.mean(us) for rows, us in r["us"].items()} for r in PROBES["box_rows"]}
told("With boxes of 50 rows instead of 56 it takes # %% less in bf16 and # %% in e4m3", *("%.1f" % (100 * (1 - b["50"] / b["56"])) for b in (boxes["bf16"], boxes["e4m3"])))

# Claims of an H200.
rows = [r for r in PROBES["one_round_again"] if r["lead_ms"] == 80]
told("# products of one round and K of about 2048 take # %% less claimed than as pairs along M", len(rows),
     shown_less([r["us"]["128x256-c1x1/p2"] / r["us"]["128x256-c1x1/p1"] for r in rows]))
square = [r for r in PROBES["one_round_again"] if r["size"] == [2048] * 3]
told("2048 cubed # and # %%", *(shown_less([r["us"]["128x256-c1x1/p2"] / r["us"]["128x256-c1x1/p1"]]) for r in square))
for m, n, k, way, before in ((512, 512, 8192, "64x128-c1x1/m4", "64x128-c1x2/m4"), (256, 1024, 8192, "64x128-c1x1/m4", "64x64-c1x2-t/m2"),
                             (384, 768, 8192, "64x128-c1x1/m3", "64x128-c1x2/m3")):
    us = row_of(PROBES["claimed_parts"], m, n, k)["us"]
    told("%d x %d x %d takes # us so, # as pairs and # with what the rule took" % (m, n, k), *("%.1f" % us[w] for w in (way + "/p2", way + "/p1", before)))
traffic = [row_of(PROBES["l2_traffic"], 2048, 2048, 2048, way=w) for w in ("128x256-c1x1/p1", "128x256-c1x1/p2", "cublas")]
told("of L2's sectors 2048 cubed takes # million as pairs along M, # claimed and # with cuBLAS", *("%.1f" % (r["l2_sectors"] / 1e6) for r in traffic))
told("and #, # and # million go from one half of it to the other", *("%.2f" % (r["between_halves_sectors"] / 1e6) for r in traffic))
done()
