#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/gemm-notes.md says was tried, beside docs/evidence/gemm-probes.json and gemm-probes-h100.json."""
import re
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import row_of, shown_less, timed, ways_of  # noqa: E402
from pages import Page  # noqa: E402
from tables import marked, section  # noqa: E402
from tap import done, ok, same  # noqa: E402
from ways import bands_of, parts_of  # noqa: E402

notes = Page("docs/gemm-notes.md")
page, told = notes.text, notes.told

probes, probes_h100 = read_evidence("gemm-probes"), read_evidence("gemm-probes-h100")
us = [r["us"] for r in probes["turned"] if (r["size"], r["tile"]) == ([1024, 576, 7168], "64x96-c1x1")]
met = {(r["size"][1], r["tile"]): r["met_without_multicast"] for r in probes["meet"]}
said = re.search(r"tiles of 64 x 96 take ([\d.]+) us, and ([\d.]+) when .*?: ([\d.]+) there, ([\d.]+) at 2048 cubed, but ([\d.]+) for", page, re.S)
same(said and said.groups(), (f"{us[0]:.1f}", f"{max(us):.1f}", f"{met[576, '64x96-c1x1']:.2f}", f"{met[2048, '128x256-c1x1']:.1f}",
                              f"{met[576, '64x128-c2x1']:.1f}"), "what L2 sends once")
said = re.search(r"1000 x 1000 x 4096 \(64 x 128\)\s+takes ([\d.]+) us instead of ([\d.]+), or ([\d.]+) by number, and 2048 x 512 x 8192 \(128 x "
                 r"64\) ([\d.]+) instead of ([\d.]+); 1000 x 2048 x 2048\s+\(128 x 128\), .*?, ([\d.]+) instead of (\d+\.\d)", page)


def placed(size, tile, by, dependent):
    return min(r["us"] for r in probes["placed"]
               if (r["size"], r["tile"], r["by"], r["dependent"]) == (size, tile + "-c1x1", by, dependent))


a, b, c = ([1000, 1000, 4096], "64x128"), ([2048, 512, 8192], "128x64"), ([1000, 2048, 2048], "128x128")
same(said and said.groups(), tuple("%.1f" % placed(*x) for x in (
    (*a, "multiprocessor", True), (*a, "number", True), (*a, "number", False), (*b, "multiprocessor", True), (*b, "number", True),
    (*c, "multiprocessor", True), (*c, "number", True))), "what it is worth which multiprocessors share an operand")


def paired(size, tile):
    tile, *width = tile.split("/")
    return next(r["us"] for r in probes["pairs"] if (r["size"], r["tile"]) == (size, "/".join([tile + "-c1x1"] + width)))


def less(us, along):
    return "%.0f" % (100 * (1 - us[along] / us["none"]))


x, y = paired([1000, 1000, 4096], "64x128"), paired([2048, 512, 8192], "64x128")
z = paired([1000, 512, 104], "128x64/w32")
same(re.search(r"64 x 128 at 512 x 2048 x 2048 (\d+) %, 128 x 64 at 1000 x 1000 x 4096 (\d+) %; 64 x 128 at 2048 x 512 x 8192 (\d+) % along M, "
               r"(\d+) % along N, .*?; nothing at 1000 x 512 x 104 but (\d+) % more", page).groups(),
     (less(paired([512, 2048, 2048], "64x128"), "m"), less(paired([1000, 1000, 4096], "128x64"), "m"), less(y, "m"), less(y, "n"),
      "%.0f" % (100 * (z["m"] / z["none"] - 1))), "what it is worth to put neighbours side by side")
same(re.search(r"pairs_of`\): ([\d.]+), 128 x 64 ([\d.]+),\s+and ([\d.]+) at", page).groups(),
     ("%.1f" % x["m"], "%.1f" % paired([1000, 1000, 4096], "128x64")["m"], "%.1f" % y["n"]), "beside places that are claimed")

# Claims: the table, the bands, what is gained under sustained load and lost on tiles between.
rows = section(page, "| M x N x K | tile | by number |", "\n\n")
same(rows, [["%d x %d x %d" % tuple(r["size"]), r["tile"].split("-")[0].replace("x", " x "), "%.1f" % r["us"]["none"],
             "%.1f" % r["us"]["groups"], "%.1f" % r["cublas_us"]] for r in probes["claims"] if r["lead_ms"] == 20], "the table of claims")
bands = probes["bands"][0]["us"]
rows = marked(page, "claims again")


def claimed_again(row):
    """The fastest of 64 x 128 and 128 x 64 claimed, and of their other ways."""
    both = [[us for way, us in row["us"].items() if re.match("(64x128|128x64)-", way) and way.endswith("/p2") == claimed and "/m" not in way]
            for claimed in (True, False)]
    return ["%.1f" % min(us) for us in both]


AGAIN = [[1000, 1000, 4096], [1000, 1000, 8192], [512, 2048, 8192], [2048, 512, 8192]]
again = [[row_of(of_gpu["claims_again"], *size) for of_gpu in (probes_h100, probes)] for size in AGAIN]
same(rows, [["%d x %d x %d" % tuple(both[0]["size"]), *(c for r in both for c in (*claimed_again(r), "%.1f" % r["cublas_us"]))] for both in again],
     "the table of small tiles")

burst = row_of(probes["bursts"], 1000, 1000, 4096)
good, others = [x for x in burst["rule_us"] if x < 17], [x for x in burst["rule_us"] if x > 17]
same((burst["rule"], len(burst["rule_us"])), ("64x128-c1x1", 9), "a tile that is claimed, nine rounds")


def span(us):
    return "%.1f to %.1f" % (min(us), max(us))


told("took # us in three rounds of nine and # in the others at 1000 x 1000 x 4096, where cuBLAS took #, clusters of two that share A #, and tiles by number # (`bursts`)",
     span(good), span(others), span(burst["cublas_us"]), span(burst["us"]["64x128-c1x2"]), span(burst["us"]["64x128-c1x1/p0"]))
same(len(good), 3, "three rounds")

# Rounds in which all are slow, blocks that wait for one another before the first load, and claims of a long K.
def together(row):
    """How the rounds of three go with those of what claims."""
    claimed = row["us"]["64x128-c1x1/p2"]
    return ["%.2f" % statistics.correlation(claimed, x) for x in (row["us"]["64x128-c1x1/met"], row["us"]["64x128-c1x2"], row["cublas_us"])]


def waited(row):
    """What claims takes, with blocks that wait for all, for their group, for none: medians, the first two as they are told."""
    us = {k: "%.1f" % statistics.median(v) for k, v in row["us"].items()}
    return us["64x128-c1x1/met"], us["64x128-c1x1/all met"], us["64x128-c1x1/p2"]


met = [row_of(p["met"], 1000, 1000, 4096) for p in (probes_h100, probes)]
told("on that H200 #, # and # are the correlations with what claims, on an H100 #, # and #", *together(met[1]), *together(met[0]))
told("# and # us instead of # on the H100, # and # instead of # on the H200", *waited(met[0]), *waited(met[1]))
turn = row_of(probes_h100["turns"], 1000, 1000, 4096)["us"]
told("took # instead of # (`turns`)", "%.1f" % turn["64x128-c1x1/in step"], "%.1f" % turn["64x128-c1x1/p2"])
of_long = [{k: "%.1f" % statistics.median(v) for k, v in row_of(p["met"], 2048, 512, 8192)["us"].items()} for p in (probes_h100, probes)]
told("claimed tiles of 64 x 128 took # us on the H100 and # on the H200, pairs along N # and #, tiles by number # and #",
     *(u["64x128-c1x1" + way] for way in ("/p2", "", "/p0") for u in of_long))


def change(row, way, other):
    return 100 * (row["us"][way] / row["us"][other] - 1)


turns = row_of(probes_h100["turns"], 1024, 576, 7168)["us"], row_of(probes_h100["turns"], 2048, 512, 8192)["us"]
told("64 x 96 in fours # to # us at 1024 x 576 x 7168, 128 x 64 in pairs # to # at 2048 x 512 x 8192",
     *("%.1f" % u[way] for u, way in ((turns[0], "64x96-c4x1"), (turns[0], "64x96-c4x1/turns"), (turns[1], "128x64-c1x2"), (turns[1], "128x64-c1x2/turns"))))
odd = [row_of(p["in_order"], 1000, 3000, 2000) for p in (probes_h100, probes)]
told("128 x 192 in pairs # %% less at 1000 x 3000 x 2000, nothing on an H200",
     "%.0f" % -change(odd[0], "128x192-c2x1/turns", "128x192-c2x1"))
ok(abs(change(odd[1], "128x192-c2x1/turns", "128x192-c2x1")) < 0.5, "nothing on an H200")
told("128 x 200 in fours, 120 blocks as cuBLAS has them, # %% more than cuBLAS on an H100, # on an H200",
     *("%.0f" % (100 * (r["us"]["128x200-c4x1/turns"] / r["cublas_us"] - 1)) for r in odd))
half = {r["size"][0]: r for r in probes_h100["halves"] if r["size"] in ([1000, 1000, 4096], [2048, 512, 8192], [1024] * 3)}
ones = [change(half[1000], "64x128-c1x1/halves" + p, "64x128-c1x1" + p) for p in ("", "/p2")]
told("64 x 128 at 1000 x 1000 x 4096 # %% less, at 2048 x 512 x 8192 # to # %% more, at 1024 cubed # to # %% more", "%.0f" % -statistics.mean(ones),
     *("%.0f" % change(half[m], "64x128-c1x%d/halves" % c, "64x128-c1x%d" % c) for m in (2048, 1024) for c in (1, 2)))

# In step: the table, and what it gains at smaller sizes.
table = page[page.index("| | steps between looks |"):]
rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table[:table.index("\n\n")].splitlines()[2:]]


def stepped(n, how, claimed, steps):
    return next(r for r in probes["in_step"] if (r["size"], r["timed"], r["claimed"], r["steps"]) == ([n] * 3, how, claimed, steps))


def sent(claimed, steps):
    r = next((r for r in probes["in_step_memory"] if (r["claimed"], r["steps"]) == (claimed, steps)), None)
    return ["%.1f" % (r["dram_bytes"] / 1e9), "%.2f" % r["met"]] if r else ["", ""]


same(rows, [["claimed" if claimed else "pairs", str(steps or "never")]
            + ["%.0f" % stepped(16384, how, claimed, steps)["us"] for how in ("rest", "sustained")] + sent(claimed, steps)
            for claimed, steps in ((False, 0), (False, 8), (False, 4), (False, 2), (True, 8), (True, 4))], "the table of steps")
told("at 16384 cubed, cuBLAS # and # us:", *("%.0f" % stepped(16384, how, True, 4)["cublas_us"] for how in ("rest", "sustained")))
told("At 8192 cubed claimed tiles in step take # %% less than pairs after a rest and # %% less under sustained load, at 4096 cubed # and # %%",
     *("%.1f" % (100 * (1 - stepped(n, how, True, 4)["us"] / stepped(n, how, False, 0)["us"]))
       for n in (8192, 4096) for how in ("rest", "sustained")))
told("bands of 4 rows took # us at 1000 x 1000 x 4096 where 2, 6 and 8 took #, # and #", *("%.1f" % bands[b] for b in "4268"))
launch = probes["launches"][0]
told("64 x 64 x 64 took # us instead of #", "%.2f" % launch["us"]["in_the_way"], "%.2f" % launch["us"]["not"])


def gained(size):
    """Percent that claims gained under sustained load, in the order of size."""
    return sorted(100 * (1 - r["us"]["groups"] / r["us"].get("m", r["us"].get("none")))
                  for r in probes["claims"] if r["form"] == "bf16" and r["size"] == size and r["lead_ms"] > 20)


told("2048 cubed took #, # and # %% less", *("%.1f" % x for x in gained([2048] * 3)))
worst, *better = gained([2048, 2048, 16384])
told("2048 x 2048 x 16384 # and # %% less and once # %% more", *("%.1f" % x for x in (*better, -worst)))
told("1000 x 3000 x 2000 #, # and # %% less", *("%.1f" % x for x in gained([1000, 3000, 2000])))

four = {(tuple(r["size"]), r["way"]): 100 * (1 - r["four_us"] / r["one_us"]) for r in probes["parts"]}
same(re.search(r"m2 at 16 x 4096 x 7168 (\d+) %, k2 at 104 x 2048 x 2048 (\d+) %", page).groups(),
     ("%.0f" % four[(16, 4096, 7168), "64x64-c1x1/m2"], "%.0f" % four[(104, 2048, 2048), "64x64-c1x1/k2"]),
     "what it is worth to wait for four groups together")


stages = {}
for r in probes["stages"]:
    for way, (as_is, more) in r["us"].items():
        stages.setdefault(re.match(r"\d+x\d+", way).group(), []).append(more / as_is)
told("# ways of 64 x 64 take # %% less on the geometric mean, # of 64 x 128 # %% more", len(stages["64x64"]), shown_less(stages["64x64"]), len(stages["64x128"]),
     shown_less(1 / x for x in stages["64x128"]))


def in_bands(rows):
    """What ways of tiles of 128 x 128 at most, in one round of several along both, take in bands in which neighbours share what a cluster's blocks do not, of what
    they take in squares: pairs that share an operand, blocks that share a tile."""
    pairs, parts = [], []
    for r in rows:
        for way, us in r["us"].items():
            name = re.sub(r"/p\d", "", way)
            band = str(bands_of(name, r["size"], here_at_once)[1])
            if band in us:
                _, _, cm, cn, _, _ = parts_of(name)
                (parts if cm * cn == 1 else pairs).append(us[band] / us["square"])
    return [x for found in (pairs, parts) for x in (len(found), shown_less(found), "%.1f" % (100 * (1 - min(found))))]


here_at_once = read_evidence("gemm-ways")["clusters_at_once"]
on_h100, on_h200 = in_bands(probes_h100["order"]), in_bands(probes["order"])
told("# ways on the H100 take # % less on the geometric mean and # % at best, # on the H200 # and # %".replace("%", "%%"), *on_h100[:3], *on_h200[:3])
told("bands along their longer side # ways # and # %, # ways # and # %".replace("%", "%%"), *on_h100[3:], *on_h200[3:])
us = next(r["us"]["128x64-c1x1/k2/p1"] for r in probes["order"] if r["size"] == [512, 1000, 4096])
told("512 x 1000 x 4096 takes # us on the H200 with 128x64-c1x1/k2, # in squares", "%.1f" % us["1"], "%.1f" % us["square"])


def pairs_walked(rows):
    """Of tiles in pairs along N: how many ways were timed walked along M, too, and what that takes less; and what such pairs take less than pairs along M, where the
    tiles' product has more rows than columns, and more where it has not."""
    columns, taller, others = [], [], []
    for r in rows:
        for way, us in r["us"].items():
            m, n = reversed(r["size"][:2]) if "-t" in way else r["size"][:2]
            if "columns" in us and "n" in us:
                columns.append(us["columns"] / us["n"])
            if "columns" in us and "m" in us:
                (taller if m > n else others).append(us["columns"] / us["m"])
    return [len(columns), shown_less(columns), shown_less(taller), shown_less(1 / x for x in others)]


walked = [pairs_walked(p["pairs_order"]) for p in (probes_h100, probes)]
told("walked along M # ways on the H100 and # on the H200 take # and # % less".replace("%", "%%"), *(x[i] for i in (0, 1) for x in walked))
told("# % less than pairs along M on the H100 and # on the H200 where their product has more rows than columns, and # and # % more elsewhere".replace("%", "%%"),
     *(x[i] for i in (2, 3) for x in walked))


def of_h100(size, way):
    return "%.1f" % statistics.mean(p["us"][way] for p in timed("gemm-ways-before-h100", "later") if p["size"] == size and "256x112-c1x2" in p["us"] and way in p["us"])


told("1024 x 7168 x 2048 # to # us, 1024 x 7168 x 16384 # to #", *(of_h100([1024, 7168, k], way) for k, before in ((2048, "128x160-c1x1-t/w152"), (16384, "256x128-c1x2/w112"))
                                                                   for way in (before, "256x112-c1x2")))


def others_timed():
    """Of the products that were timed with tiles that are not in the tree: how many, the tiles, and what the fastest of all takes less than what the rule took."""
    rows = probes_h100["tall"]
    tiles = {way.split("/")[0] for r in rows for way in r["us"] if way != r["took"]}
    return len(rows), len(tiles), shown_less(min(r["us"].values()) / r["us"][r["took"]] for r in rows)


told("# products: the fastest of # such tiles and what the rule took takes # %% less than that on the geometric mean", *others_timed())


def beside_before(size, way, before, key):
    us = ways_of(probes_h100[key], *size)
    return "%.1f" % abs(100 * (1 - us[way] / us[before]))


told("256 x 112 turned # %% less at 8192 cubed; but after 300 ms of launches (`tall_load`) # %% more there and at 32768 x 2048 x 4096, # %% less at 16384 cubed",
     *(beside_before(*x) for x in (([8192] * 3, "256x112-c1x2-t", "256x128-c1x2", "tall"), ([8192] * 3, "256x112-c1x2-t", "256x128-c1x2", "tall_load"),
                                   ([16384] * 3, "256x112-c1x2-t", "128x256-c1x1", "tall_load"))))


def tall_beside():
    """Of each product, what the faster tile of 256 x 144 takes of what the rule's takes."""
    for r in probes["tall_again"]:
        yield tuple(r["size"]), min(us for way, us in r["us"].items() if way.startswith("256x144")) / r["us"][r["took"]]


tall = dict(tall_beside())
told("# products where the rule had them near the first: # take 3 %% less and more (9288 x 168 x 10208 # %%, 9232 x 432 x 3208 # %%), most of several rounds and of few steps more, # %% at worst",
     len(tall), sum(x <= 0.97 for x in tall.values()), *("%.0f" % (100 * (1 - tall[size])) for size in ((9288, 168, 10208), (9232, 432, 3208))),
     "%.0f" % (100 * (max(tall.values()) - 1)))


def gain(size, steps):
    us = ways_of(probes["ahead"], *size)
    return 100 * (us[0] / us[steps] - 1)


said = re.search(r"512 cubed (\d+) %, 512 x 1000 x 64 (\d+) %; .*?104 x 8192 x 104 (\d+) %", page)
same(said and said.groups(), tuple("%.0f" % gain(*x) for x in (([512] * 3, 2), ([512, 1000, 64], 2), ([104, 8192, 104], 1))),
     "what it is worth to ask for lines ahead")
# What was tried on an H100.


# Neighbours by number, in pairs and claimed, beside one another.
def beside(data, size, way, kernels="parts apart"):
    """What a way took, in each row that has it."""
    return [r["us"][way] for r in data["beside"] if (r["form"], r["size"], r["kernels"]) == ("bf16", size, kernels) and way in r["us"]]


told("512 x 1000 x 8192 (128 x 128, four blocks a tile) took # us by number, # in pairs and # claimed on an H100, #, # and # on an H200",
     *("%.1f" % min(beside(data, [512, 1000, 8192], "128x128-c1x1/m4/" + way)) for data in (probes_h100, probes) for way in ("p0", "p3", "p2")))
told("128 x 64 at 1000 x 1000 x 4096 took # instead of # us, 64 x 128 # instead of # (an H100, `beside`)",
     *("%.1f" % statistics.median(beside(probes_h100, [1000, 1000, 4096], tile + "-c1x1/p1", kernels))
       for tile in ("128x64", "64x128") for kernels in ("parts apart", "before")))


def claimed_more(size):
    """Percent that claims took more than blocks by number, on both GPUs."""
    return sorted(100 * (r["us"]["128x256-c1x1/p2"] / r["us"]["128x256-c1x1/p0"] - 1) for data in (probes_h100, probes) for r in data["beside"]
                  if (r["form"], r["size"]) == ("bf16", size) and "128x256-c1x1/p0" in r["us"])


told("2048 cubed took # to # %% more with claims than by number, 1024 x 4096 x 14336 # %% less on an H100",
     "%.1f" % claimed_more([2048] * 3)[0], "%.1f" % claimed_more([2048] * 3)[-1], "%.1f" % -claimed_more([1024, 4096, 14336])[0])

gains = []
for r in probes_h100["tried"]:
    new = {k: us for k, us in r["us"].items() if k not in r["before"]}
    gains += [(min(r["us"][k] for k in r["before"] if k in r["us"]) / us, r["size"], k) for k, us in new.items() if us == min(new.values())]
gains.sort(reverse=True)
words = {3: "three"}
told("Of # products # were faster with one of them, one of these by more than 0.2 %: # with 64 x 96 in clusters of eight, # %".replace("%", "%%"),
     len(probes_h100["tried"]), words[sum(g > 1 for g, *_ in gains)], "%d x %d x %d" % tuple(gains[0][1]), "%.1f" % (100 * (gains[0][0] - 1)))
same((gains[0][2], gains[1][0] < 1.002), ("64x96-c2x4", True), "and which it was")
told("with those that it had at first # of the # products", sum(r["cublas_us"] / r["us"] < 0.95 for r in probes_h100["h200_rule"]), len(probes_h100["h200_rule"]))
wild = {tuple(r["size"]): "%.2f" % (r["cublas_us"] / r["us"]) for r in probes_h100["unrestrained"]}
told("16 x 1536 x 7168 at # of cuBLAS, 8192 x 7168 x 16384 at #; `unrestrained` of the probes)", wild[16, 1536, 7168], wild[8192, 7168, 16384])
table = read_evidence("gemm-h100")["parts"]["sustained"]["results"]


def cubed(way):
    """What a way of 16384 cubed had of cuBLAS, in the runs and in the table."""
    found = [r["cublas_us"] / r["us"][way] for r in probes_h100["runs"] if r["size"] == [16384] * 3 and way in r["us"]]
    found += [t["ratio"] for r in table if r["m"] == r["k"] == 16384 for t in r["timings"] if t.get("instance") == "v3-" + way.split("/")[0]]
    return sorted("%.3f" % x for x in found)


told("#, #, # and # of cuBLAS under sustained load, where pairs had # and #", *cubed("128x256-c1x1/p2"), *cubed("128x256-c2x1"))
short = ways_of(probes_h100["tried"], 8192, 576, 7168)
load = row_of(probes_h100["one_round"], 8192, 576, 7168)
told("one round of 129, took # us after 60 ms of launches where cuBLAS took # (`one_round`), but # beside # of 128 x 144 after 4 ms",
     *("%.1f" % us for us in (load["us"]["192x192-c1x1"], load["cublas_us"], short["192x192-c1x1"], short["128x144-c1x2"])))
told("over # products # of cuBLAS, bands of 8 rows #, 256 x 128 #, pairs along N #, claimed #, alone #", len(probes_h100["loaded"]),
     *("%.3f" % statistics.geometric_mean(r["cublas_us"] / r["us"][k] for r in probes_h100["loaded"])
       for k in ("128x256-c2x1", "128x256-c2x1/g8", "256x128-c1x2", "128x256-c1x2", "128x256-c1x1/p2", "128x256-c1x1/p0")))
# What a cluster costs: ways that share, before and after.
rows = re.findall(r"^\| (\d+) x (\d+) x (\d+) \| (\S+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$",
                  page.split("<!-- clusters -->")[1].split("<!-- end clusters -->")[0], re.M)
changed = {tuple(r["size"]): r for r in probes_h100["clusters"]}
ok(len(rows) == 10, "ten rows of what a cluster cost", rows)
for *size, way, before, after, cublas in rows:
    r = changed[tuple(map(int, size))]
    same([before, after, cublas], ["%.2f" % us for us in (*r["us"][way], r["cublas_us"][1])], "before and after: %s x %s x %s" % tuple(size))


def less(pairs):
    return shown_less(after / before for before, after in pairs)


told("Of the # products in bf16 whose blocks can share, the fastest way that does takes # % less on the geometric mean, the fastest of all # % less"
     .replace("%", "%%"), len(changed), less([next(iter(r["us"].values())) for r in changed.values()]), less([r["least_us"] for r in changed.values()]))
faster = [r["least_us"] / min(r["us"].values()) for r in probes_h100["more_tiles"] if min(r["us"].values()) < r["least_us"]]
told("64 x 96 alone and in fours, 128 x 96 in pairs: of # product the fastest, by # %".replace("%", "%%"), {1: "one"}[len(faster)],
     "%.1f" % (100 * max(faster) - 100))
# Lines asked for ahead of a launch, and all through K.
ahead = {(tuple(r["size"]), r["way"]): r["us"] for r in probes_h100["ahead"]}


def sooner(size, way, steps):
    us = ahead[size, way]
    return "%.0f" % abs(100 - 100 * us[steps] / us["0"])


told("64 x 8192 x 512 # %; with ways that the rule does not take 1000 x 512 x 512 # % (128x64-c1x2), 104 x 512 x 512 # % (64x64-c1x2); "
     "8 of 10 steps at 64 x 64 x 8192 lose # %".replace("%", "%%"), sooner((64, 8192, 512), "64x64-c1x1", "16"),
     sooner((1000, 512, 512), "128x64-c1x2", "16"), sooner((104, 512, 512), "64x64-c1x2", "16"), sooner((64, 64, 8192), "64x64-c1x1/k13/w16", "8"))
wide = next(t for r in read_evidence("gemm")["parts"]["wide"]["results"] if (r["m"], r["n"], r["k"]) == (16, 32768, 512)
            for t in r["timings"] if t["kernel"] == "v3")
told("16 x 32768 x 512, 34 MB, which was slower with it on an H200, has # of cuBLAS without", "%.3f" % wide["ratio"])
first = {tuple(r["size"]): "%.3f" % (r["cublas_us"] / r["us"]) for r in probes["first_fit"]}
told("1000 x 1000 x 4096 at # of cuBLAS, 128 x 8192 x 28672 at #", first[1000, 1000, 4096], first[128, 8192, 28672])


def where_memory_binds(of_gpu):
    """Percent that ways of 30 MB and more took more with so many steps asked for ahead: those of most multiprocessors that share no loads."""
    found = []
    for r in of_gpu["ahead_of_memory"]:
        m, _, cm, cn, split, width = parts_of(r["way"])
        rows, columns, k = r["size"]
        blocks = -(-rows // m) * -(-columns // width) * split
        if cm * cn == 1 and 2 * (rows + columns) * k >= 30 << 20 and 4 * blocks >= 3 * 132:
            found.append({steps: us / r["us"]["0"] for steps, us in r["us"].items()})
    mean = {k: 100 * (statistics.geometric_mean(x[k] for x in found) - 1) for k in ("4", "12")}
    return len(found), mean["4"], 100 * (min(x["4"] for x in found) - 1), 100 * (max(x["4"] for x in found) - 1), mean["12"]


(count, *on_h100), (_, *on_h200) = (where_memory_binds(of_gpu) for of_gpu in (probes_h100, probes))
told("# ways: # %% less on the geometric mean on the H100, # at best and # more at worst; # on the H200, # and #; twelve steps # less and # more", count,
     *("%.1f" % abs(x) for x in (*on_h100[:3], *on_h200[:3], on_h100[3], on_h200[3])))
ok(on_h100[0] < 0 and on_h200[0] < 0 < on_h200[3] and on_h100[3] < 0, "less and more")
slower = sorted(100 * statistics.geometric_mean(r["us"][n] / r["us"]["0"] for r in probes_h100["in_loop"]) - 100 for n in ("3", "6", "12"))
told("# products # to # % slower on the geometric mean".replace("%", "%%"), len(probes_h100["in_loop"]), "%.1f" % slower[0], "%.1f" % slower[-1])
tiny = ways_of(timed("gemm-ways-before-h100", "products"), 64, 64, 104)
told("64 x 64 x 104: # to # us", "%.2f" % tiny["64x64-c1x1"], "%.2f" % tiny["64x64-c1x2"])
q_down = ways_of(timed("gemm-ways-before-h100", "products"), 1024, 1536, 7168)
told("1024 x 1536 x 7168 in # us, where 64 x 192 takes #", "%.1f" % q_down["128x96-c1x1"], "%.1f" % q_down["64x192-c1x1"])
ok(all(r["sectors_sent"] < r["sectors_received"] for r in probes["meet"]), "it sends less than arrives")
done()
