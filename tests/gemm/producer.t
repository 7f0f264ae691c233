#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md says of producers that ask faster, and of what else was tried beside them on an H100 (docs/evidence/gemm-probes-h100.json)."""
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import row_of, ways_of  # noqa: E402
from pages import Page  # noqa: E402
from tables import marked  # noqa: E402
from tap import done, ok, same  # noqa: E402

notes = Page("docs/gemm-notes.md")
told = notes.told
probes, h200 = read_evidence("gemm-probes-h100"), read_evidence("gemm-probes")


def law(tile):
    """Cycles of a stage's products, by the law of docs/hardware.md: four steps of 16 of K, for each 64 rows."""
    rows, columns = map(int, tile.split("-")[0].split("x"))
    return rows // 64 * 4 * max(columns // 2, 16 + columns // 4)


def ratios(probe, variant, base):
    """What each way takes in a variant, of what it takes in another; the least first, with size and way."""
    return sorted((us[variant] / us[base], r["size"], way) for r in probes[probe] for way, us in r["us"].items())


def of(probe, *size):
    return ways_of(probes[probe], *size)


def percent(ratio):
    return "%.1f" % abs(100 * ratio - 100)


same(marked(notes.text, "producer"), [[r["way"], str(law(r["way"]))] + ["%.0f" % r["ns"][k] for k in ("as it is", "elected", "two producers", "four")]
                                      for r in probes["one_cluster"]], "the table of one cluster")
long = 1024, 576, 7168
square, rows = (of("producer", *long)["64x96-c4x2" + band] for band in ("", "/g1"))
told("takes # us instead of # there, # with its clusters in bands of one row (`producer`; cuBLAS #)", *("%.1f" % x for x in (square["elected"], square["as it is"], rows["elected"])),
     "%.1f" % row_of(probes["producer"], *long)["cublas_us"])
elected = ratios("producer", "elected", "as it is")
told("of # ways the elected producer took # %% less on the geometric mean, # %% at best, but # %% more at worst", len(elected),
     percent(statistics.geometric_mean(x for x, *_ in elected)), percent(elected[0][0]), percent(elected[-1][0]))
same(elected[-1][1:], ([16, 576, 7168], "64x64-c1x1/k7"), "the worst")
paused, none = (ratios("filling", pause, "256, then 256") for pause in ("256", "0"))
told("all but one of # ways took at most # %% more than with such a pause before every stage, and # %% less at best", len(paused), percent(paused[-2][0]), percent(paused[0][0]))
told("with none at all # took more than 1 %% more, # at worst", sum(x > 1.01 for x, *_ in none), percent(none[-1][0]))

alone = {r["way"]: r["ns"] for r in probes["one_cluster"]}
told("and with three stages' products in flight # ns.", "%.0f" % alone["64x64-c1x1"]["three in flight"])
Page("docs/hardware.md").told("A producer of two copies a stage then asks for one every # cycles",
                              "%.0f" % round(alone["64x64-c1x1"]["as it is"] * law("64x256-c1x1") / alone["64x256-c1x1"]["as it is"], -1))
known_early = sorted(r["us"] / r["before_us"] for r in probes["elected"])
told("of # products takes # %% less than before on the geometric mean, # %% at best and # %% more at worst", len(known_early), percent(statistics.geometric_mean(known_early)),
     percent(known_early[0]), percent(known_early[-1]))
none, *paused = (ratios("pauses", cycles, "before") for cycles in ("0", "80", "160"))
told("made # ways no faster (# %% less than before without, # and # with; `pauses`)", len(none), *(percent(statistics.geometric_mean(x for x, *_ in some)) for some in (none, *paused)))
fewer = {(tuple(r["size"]), r["way"]): r["us"] for r in probes["fewer_stages"]}
wide, pairs = (fewer[(1000, 1000, 4096), "64x128-" + cluster] for cluster in ("c1x1", "c1x2"))
told("takes # us with its 8 stages and # with 6, in pairs # and # with 7", *("%.1f" % us[k] for us, some in ((wide, "6"), (pairs, "7")) for k in ("all", some)))
told("are worth up to # %%", "%.0f" % (100 - 100 * min(us[k] / us["all"] for us in fewer.values() for k in us)))
deep = fewer[(2048, 512, 8192), "64x128-c1x2"]
told("2048 x 512 x 8192 takes # %% more with 7", percent(deep["7"] / deep["all"]))


def a_tenth_fewer(rows):
    """What the most of the numbers of stages that were timed, but all of them, takes of what all take, the least first."""
    return sorted(r["us"][max((k for k in r["us"] if k != "all"), key=int)] / r["us"]["all"] for r in rows)


tenth = a_tenth_fewer(h200["fewer_stages"])
told("a tenth fewer take # %% more on the geometric mean of # ways, # %% more at worst and # %% less at best", percent(statistics.geometric_mean(tenth)), len(tenth), percent(tenth[-1]),
     percent(tenth[0]))

whole = of("parts_cost", *long)["128x144-c1x1/m4"]
told("128 x 144 at 1024 x 576 x 7168 takes # us, # if nobody waits for the others' parts, # if none are sent, and # if none are added either",
     *("%.1f" % whole[k] for k in ("whole", "not met", "not sent", "not added")))



def deeper(size, way):
    us = of("groups_in_flight", *size)[way]
    return percent(us["three"] / us["two"])


told("64 x 128 at 1000 x 1000 x 4096 # and # %% less (in pairs, alone), at 2048 x 512 x 8192 # and # %% more, 128 x 144 shared by four # %% more",
     *(deeper(size, "64x128-" + cluster) for size in ((1000, 1000, 4096), (2048, 512, 8192)) for cluster in ("c1x2", "c1x1")), deeper(long, "128x144-c1x1/m4"))
four = of("groups_in_flight", 2048, 2048, 2048)["128x256-c1x1"]
told("four: 128 x 256 takes # times as long", "%.1f" % (four["four"] / four["two"]))

promoted = [(r["us"]["256"] / r["us"]["128"], r["size"]) for r in probes["promotion"]]
told("# products # %% more on the geometric mean, # %% at worst, where K is no multiple of 128", len(promoted), percent(statistics.geometric_mean(x for x, _ in promoted)),
     "%.0f" % (100 * max(promoted)[0] - 100))
ok(max(promoted)[1][2] % 128 != 0, "where K is no multiple of 128")
few = [x for x, (m, n, k) in promoted if m <= 128 and k >= 1024 and k % 128 == 0 and (m + n) * k * 2 > 30e6]
told("but # of at most 128 rows, K of 1024 and more and operands above 30 MB # %% less, # at best, none more", len(few), percent(statistics.geometric_mean(few)), percent(min(few)))
ok(round(max(few), 3) <= 1, "none more")
other = sorted(r["us"]["256"] / r["us"]["128"] for r in h200["promotion"] if r["size"][0] <= 128)
told("on an H200 # such ways take # %% more on the geometric mean, # %% at worst", len(other), percent(statistics.geometric_mean(other)), percent(other[-1]))

claimed = statistics.mean(r["us"]["128x96-c1x1/p2"] / r["us"]["128x96-c1x1"] for r in probes["claims_96"])
told("on an H100 it takes # %% less so at 1024 x 1536 x 7168 (three processes, `claims_96`)", percent(claimed))
same(len(probes["claims_96"]), 3, "three processes")
done()
