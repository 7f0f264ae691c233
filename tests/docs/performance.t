#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/performance.md says what docs/evidence/gemm-h100.json and gemm.json hold, and that holds together."""
import itertools
import re
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import mean_and_behind, row_of  # noqa: E402
from pages import Page  # noqa: E402
from tables import marked, section  # noqa: E402
from tap import done, ok, same  # noqa: E402
from ways import name_of, taken  # noqa: E402

FILES = {"H100": "gemm-h100", "H200": "gemm"}
evidence = {}
for gpu, name in FILES.items():
    evidence[gpu] = read_evidence(name)
    ok(gpu in evidence[gpu]["device"], name + ".json is of an " + gpu)
words = Page("docs/performance.md")
page, flat_page, told = words.text, words.flat, words.told


def by_kernel(result):
    return {t["kernel"]: t for t in result["timings"]}


def shape(r):
    return f'{r["m"]} x {r["n"]} x {r["k"]}'


def of_both(part):
    """[(result, {kernel: timing} on each GPU)], for the same products in the same order."""
    both = [evidence[gpu]["parts"][part]["results"] for gpu in FILES]
    same([[(r["form"], shape(r)) for r in results] for results in both[1:]], [[(r["form"], shape(r)) for r in both[0]]],
         part + ": the same products on both")
    return [(rs[0], [by_kernel(r) for r in rs]) for rs in zip(*both)]


def flat(cells, times):
    return [c for t in times for c in cells(t)]


for gpu in FILES:
    for name, part in evidence[gpu]["parts"].items():
        for r in part["results"]:
            work = 2.0 * r["m"] * r["n"] * r["k"]
            times = by_kernel(r)
            # Times are written in thousandths, which is what a rate and a ratio can be off.
            good = all(len(t["rounds_us"]) == part["rounds"] and abs(t["median_us"] - statistics.median(t["rounds_us"])) < 0.002 and
                       abs(t["tflops"] - work / t["median_us"] * 1e-6) < 0.1 + t["tflops"] * 0.001 / t["median_us"] and
                       abs(t["ratio"] - times["cublas"]["median_us"] / t["median_us"]) < 1e-4 + 0.001 * (1 + t["ratio"]) / t["median_us"]
                       for t in r["timings"])
            ok(good, f'{gpu} {name} {r["form"]} {shape(r)}: medians, rates and ratios follow from the rounds')

[(_, versions)] = of_both("versions")
same(marked(page, "versions"), [[k, *(f'{t[k]["tflops"]:.0f}' for t in versions)] for k in ("v1", "v2", "v2-128x128")],
     "table of the versions")


def compared(t):
    return [f'{t["v3"]["tflops"]:.0f}', f'{t["cublas"]["tflops"]:.0f}', f'{t["v3"]["ratio"]:.3f}']


def by_instance(t):
    return [t["v3"]["instance"][3:], *compared(t)]


def best(t):
    b = t["cublas-best"]
    return [f'{b["tflops"]:.0f}', f'{b["median_us"] / t["v3"]["median_us"]:.3f}']


def in_us(t):
    return [t["v3"]["instance"][3:], f'{t["v3"]["median_us"]:.1f}', f'{t["cublas"]["median_us"]:.1f}', f'{t["v3"]["ratio"]:.3f}']


same(marked(page, "sustained"), [[shape(r)] + flat(lambda t: by_instance(t) + best(t), times) for r, times in of_both("sustained")],
     "table of the shapes")
same(marked(page, "forms"), [[r["form"], shape(r)] + flat(compared, times) for r, times in of_both("forms")], "table of the forms")
for form in ("e4m3", "f16-acc16", "tf32"):
    same(marked(page, form), [[shape(r)] + flat(by_instance, times) for r, times in of_both(form)], "table of " + form)
same(marked(page, "single"), [[shape(r)] + flat(lambda t: compared(t) + best(t), times) for r, times in of_both("single")],
     "table of single launches")
with open("kernels/bench/wide_shapes.txt", encoding="ascii") as f:
    wide = {tuple(map(int, line.split()[:3])): " ".join(line.split()[3:]) for line in f if not line.startswith("#")}
rows = of_both("wide")
same(sorted((r["m"], r["n"], r["k"]) for r, _ in rows), sorted(wide), "every product of the list was timed")
same(marked(page, "wide"), [[shape(r), wide[r["m"], r["n"], r["k"]] or "sizes"]
                      + flat(in_us, times) for r, times in rows], "table of many products")
sizes = [int(x) for x in re.search(r'split\("([\d ]+)", size\)', open("kernels/bench/gemm_bench.sh", encoding="ascii").read())[1].split()]
others = of_both("triples")
same(sorted((r["m"], r["n"], r["k"]) for r, _ in others), [t for t in itertools.product(sizes, repeat=3) if t not in wide],
     "the other triples of their sizes were timed, too")
same(marked(page, "triples"), [[shape(r)] + flat(in_us, times) for r, times in others if min(t["v3"]["ratio"] for t in times) < 0.95],
     "table of those that are below 0.95")
for i, gpu in enumerate(FILES):
    ratios = [times[i]["v3"]["ratio"] for _, times in others]
    said = re.search(gpu + r": (\d+) of the (\d+) other triples are at least as fast as cuBLAS's, (\d+) (?:is|are) below 0.95 of it, the median is "
                     r"(\d\.\d+)", flat_page)
    same(said and said.groups(), (str(sum(x >= 1 for x in ratios)), str(len(ratios)), str(sum(x < 0.95 for x in ratios)),
                                  f"{statistics.median(ratios):.2f}"), gpu + ": what is said of the other triples")
for i, gpu in enumerate(FILES):
    ratios = [times[i]["v3"]["ratio"] for _, times in rows]
    few = [times[i]["v3"]["ratio"] for r, times in rows if r["m"] == 16]
    said = re.search(gpu + r": (\d+) of the (\d+) are at least as fast as cuBLAS's, (\d+) (?:is|are) below 0.95 of it, the median is "
                     r"([\d.]+); at 16 rows, where device memory binds, ([\d.]+) of", flat_page)
    same(said and said.groups(), (str(sum(x >= 1 for x in ratios)), str(len(ratios)), str(sum(x < 0.95 for x in ratios)),
                                  f"{statistics.median(ratios):.2f}", f"{statistics.geometric_mean(few):.2f}"), gpu + ": and what is said of them")
    load = evidence[gpu]["under_load"]
    ok(f'the {gpu} drew {load["watts"]:.0f} W and ran at {load["sm_mhz"]:.0f} MHz' in flat_page, gpu + ": power and clock under load")
    for c in evidence[gpu]["counters"]:
        cells = [f'{c["cycles"] / 1e6:.2f} M', f'{c["tensor_percent"]:.0f} %',
                 f'{c["shared_percent"]:.0f} %', f'{c["l2_percent"]:.0f} %',
                 f'{c["dram_bytes"] / 1e9:.2f} GB']
        ok(" | ".join(["", gpu, *cells]) in page, gpu + ": counters of " + c["kernel"][:40], cells)

# What is said beside the tables, of these calls and of one on another GPU of each kind before the rule moved.
OTHER = {"H100": "gemm-probes-h100", "H200": "gemm-probes"}
other, probes = {}, {}
for gpu, name in OTHER.items():
    probes[gpu] = read_evidence(name)
    other[gpu] = {(r["part"], " x ".join(map(str, r["size"]))): r for r in probes[gpu]["other_call"]}


def now(gpu, part, size, form=None):
    """The ratio, and what ours and cuBLAS took; `form`: where a part has several."""
    times = next(by_kernel(r) for r in evidence[gpu]["parts"][part]["results"] if shape(r) == size and form in (None, r["form"]))
    return times["v3"]["ratio"], times["v3"]["median_us"], times["cublas"]["median_us"]


def then(gpu, part, size):
    """The same of the other call."""
    r = other[gpu][part, size]
    return r["cublas_us"] / r["us"], r["us"], r["cublas_us"]


def below(gpu):
    """The shapes below cuBLAS, as a list in words."""
    ratios = [(shape(r), by_kernel(r)["v3"]["ratio"]) for r in evidence[gpu]["parts"]["sustained"]["results"]]
    *some, last = [f"{size} ({x:.3f})" for size, x in ratios if x < 1]
    return (", ".join(some) + " and " + last).replace("2048 x 2048 x 2048", "2048 cubed")


size = "1000 x 3000 x 2000"
for part, text in (("f16-acc16", "f16 sums went from %.3f to %.3f"), ("tf32", "tf32 from %.3f to %.3f on the H200")):
    told(text, then("H200", part, size)[0], now("H200", part, size)[0])
told("(%.3f to %.3f and %.3f to %.3f on the H100)", *(when("H100", part, size)[0] for part in ("f16-acc16", "tf32") for when in (then, now)))
size = "1000 x 1000 x 4096"
told("1000 x 1000 x 4096 has %.3f on this H200 (%.1f us, cuBLAS %.1f), and had %.3f in pairs on another (%.1f and %.1f;",
     *now("H200", "wide", size), *then("H200", "wide", size))
same({shape(r) for gpu in FILES for part in ("sustained", "forms", "e4m3", "f16-acc16", "tf32", "wide", "triples") for r in evidence[gpu]["parts"][part]["results"]
      if by_kernel(r)["v3"]["ratio"] < 0.95}, {"1000 x 512 x 8192"}, "the one product below 0.95 in a table")
told("On the H100 it has %.3f, [claimed]", now("H100", "wide", size)[0])
size = "1024 x 1536 x 7168"
told("1024 x 1536 x 7168 has %.3f and %.3f, and had %.3f on another H100, where cuBLAS took %.1f us instead of %.1f;", now("H100", "wide", size)[0],
     now("H200", "wide", size)[0], then("H100", "wide", size)[0], then("H100", "wide", size)[2], now("H100", "wide", size)[2])
told("of the H100's nine shapes %s are below it, of the H200's %s.", below("H100"), below("H200"))


def level(*size, rounds=7):
    """What the H200 had of cuBLAS in other calls with the same kernels."""
    row = row_of(probes["H200"]["level"], *size, rounds=rounds)
    return "%.3f" % (row["cublas_us"] / row["us"])


told("those two %s and %s, 2048 cubed %s, 8192 cubed %s; and with eleven rounds instead of seven 1000 x 3000 x 2000 %s, 2048 cubed %s.", level(2048, 2048, 16384),
     level(1000, 3000, 2000), level(2048, 2048, 2048), level(8192, 8192, 8192), level(1000, 3000, 2000, rounds=11), level(2048, 2048, 2048, rounds=11))
tiles = {shape(r): by_kernel(r)["v3"]["instance"] for r in evidence["H200"]["parts"]["sustained"]["results"]}
same(["v3-" + r["took"] for r in probes["H200"]["level"]], [tiles[" x ".join(map(str, r["size"]))] for r in probes["H200"]["level"]], "in the tiles of the table")
size = "1000 x 3000 x 2000"


def four_in_a_row(gpu, lead):
    """What 128 x 200, with two stages prefetched, had of cuBLAS at it."""
    row = row_of(probes[gpu]["off_lines"], 1000, 3000, 2000, form="bf16", lead_ms=lead)
    return "%.3f" % (row["cublas_us"] / row["us"]["128x200-c4x1/a2"])


told("in two other runs was %s and %s of cuBLAS there.", *(four_in_a_row("H100", lead) for lead in (200, 60)))
told("and 128 x 200 was %s and %s before boxes", *(four_in_a_row("H200", lead) for lead in (200, 60)))
same([by_kernel(r)["v3"]["instance"] for gpu in FILES for r in evidence[gpu]["parts"]["sustained"]["results"] if shape(r) == size],
     ["v3-128x200-c4x1", "v3-128x200-c4x1"], "what the tables have")
told("In e4m3 %.3f and %.3f:", *(now(gpu, "e4m3", size)[0] for gpu in FILES))
told("104 x 2048 x 2048 has %.3f on the H200", now("H200", "wide", "104 x 2048 x 2048")[0])
told("104 x 2048 x 4096 has %.3f on the H100", now("H100", "wide", "104 x 2048 x 4096")[0])


def turned_and_not(size):
    """What the rule's first turned way takes of a random product on each GPU, and its first of the others: they were timed in its order."""
    for gpu in FILES:
        us = next(r["us"] for r in probes[gpu]["any_product"] if r["size"] == size)
        yield from (next(t for way, t in us.items() if ("-t" in way) == turned) for turned in (True, False))


told("288 x 14592 x 8352 takes %.0f us instead of %.0f on the H100 and %.0f instead of %.0f on the H200", *turned_and_not([288, 14592, 8352]))
told("**N = 576** (%.3f and %.3f at 1024 rows, %.3f and %.3f at 8192)", *(now(gpu, "wide", n + " x 576 x 7168")[0] for n in ("1024", "8192") for gpu in FILES))
us = row_of(probes["H100"]["producer"], 1024, 576, 7168)["us"]["64x96-c4x2/g1"]["elected"]
told("(here %.1f us with elected producers: gemm-probes-h100.json, `producer`; %.1f of 128 x 144 in the table)", us, now("H100", "wide", "1024 x 576 x 7168")[1])
told("2048 x 512 x 104 has %.3f on the H200", now("H200", "wide", "2048 x 512 x 104")[0])
told("take 16 x 6144 x 4096 to %.3f on the H200", now("H200", "wide", "16 x 6144 x 4096")[0])
for text, m in (("128 rows of activations", 128), ("16 rows", 16)):
    ratios = [by_kernel(r)["v3"]["ratio"] for gpu in FILES for r in evidence[gpu]["parts"]["wide"]["results"] if r["m"] == m]
    told(text + " (%.2f to %.2f)", min(ratios), max(ratios))
told("8192 cubed** (goal: 1.03): %.3f on the H100 (0.99 to 1.04 in other runs) and %.3f on the H200", *(now(gpu, "sustained", "8192 x 8192 x 8192")[0] for gpu in FILES))
told("**1000 x 3000 x 2000** (%.3f and %.3f;", *(now(gpu, "sustained", "1000 x 3000 x 2000")[0] for gpu in FILES))
below_98 = [(gpu, r["form"], shape(r), "%.3f" % by_kernel(r)["v3"]["ratio"]) for gpu in FILES for part in ("forms", "f16-acc16", "tf32", "e4m3")
            for r in evidence[gpu]["parts"][part]["results"] if by_kernel(r)["v3"]["ratio"] < 0.98 and (part, shape(r)) != ("e4m3", "1000 x 3000 x 2000")]
same([r[:3] for r in below_98], [("H200", "tf32", "32768 x 2048 x 4096")], "other types and forms below 0.98")
told("tf32 at 32768 x 2048 x 4096 on the H200 (%s; 0.987 hours before)", *(r[3] for r in below_98))


def weights(gpu):
    """TB/s at which the weights of 100 MB and more come that 16 rows take: the least and the most."""
    rates = [2e-6 * r["n"] * r["k"] / by_kernel(r)["v3"]["median_us"] for r in evidence[gpu]["parts"]["wide"]["results"]
             if r["m"] == 16 and 2 * r["n"] * r["k"] >= 1e8]
    return min(rates), max(rates)


told("weights of 100 MB and more come at %.1f to %.1f TB/s on the H200 and %.1f to %.1f on the H100", *weights("H200"), *weights("H100"))
told("16384 cubed** (goal: 1.03): %.3f and %.3f;", *(now(gpu, "sustained", "16384 x 16384 x 16384")[0] for gpu in FILES))

# The other triples: what the ways that were timed of them say, and what was fitted to them.
def ways_of(gpu):
    return {tuple(p["size"]): p for p in read_evidence("gemm-ways-before-h100" if gpu == "H100" else "gemm-ways-before")["held_out"]}


mended = []
for gpu in FILES:
    timed = ways_of(gpu)
    behind = [timed[tuple(r["size"])] for r in probes[gpu]["unfitted"] if r["cublas_us"] / r["us"] < 0.95]
    mended += [sum(p["cublas_us"] >= 0.95 * min(p["us"].values()) for p in behind), len(behind)]
told("then %d and %d of them were below 0.95", mended[1], mended[3])
told("at %d of these %d and %d of these %d one of ten ways", *mended)
refit = [(r["part"], " x ".join(map(str, r["size"])), r["cublas_us"] / r["us"]) for r in probes["H100"]["refit"]]
told("had %d of the 264 below 0.95 on an H100 instead of %d, but chose ways that nobody had timed, %.3f of cuBLAS at 1024 x 576 x 7168",
     sum(part == "triples" and x < 0.95 for part, _, x in refit), mended[1],
     next(x for part, size, x in refit if (part, size) == ("wide", "1024 x 576 x 7168")))


def of_any(gpu):
    """What random products have of cuBLAS, where the way was timed: by what the rule took before and then, and of the others what it takes now and the fastest way."""
    then = probes[gpu]["unseen"]
    ways = read_evidence("gemm-ways-h100" if gpu == "H100" else "gemm-ways")
    again = {tuple(r["size"]): r["us"] for r in ways["again"]}
    others = [dict(r, us={**again.get(tuple(r["size"]), {}), **r["us"]}) for r in ways["random"]]
    takes = [name_of(c) for c in taken([r["size"] for r in others], gpu.lower())]
    for of, ways in ((then, [r["took_before"] for r in then]), (then, [r["took"] for r in then]), (others, takes), (others, [min(r["us"], key=r["us"].get) for r in others])):
        yield [r["cublas_us"] / r["us"][way] for way, r in zip(ways, of) if way in r["us"]]


both = list(zip(of_any("H100"), of_any("H200")))
table = section(page, "| | H100 | below 0.95 |", "\n\n")
again = [r["cublas_us"] / r["us"] for r in probes["H200"]["unseen_again"]]
same([r["size"] for r in probes["H200"]["unseen_again"]], [r["size"] for r in probes["H200"]["unseen"]], "the same products again")
cells = [mean_and_behind(here) + mean_and_behind(there) for here, there in both]
further = [r["cublas_us"] / r["us"] for r in probes["H200"]["random_again"]]
same([row[1:] for row in table], cells[:2] + [["", ""] + mean_and_behind(x) for x in (again, further)] + cells[2:], "table of random products")
timed = [tuple(map(len, row)) for row in both]
same([timed[0], timed[1], timed[3]], [(120, 120)] * 3, "of all, but what the rule takes of the others")
told("| %d and %d of 120 others, fitted", *timed[2])
told("What the rule takes of the other %d and %d nobody timed.", *(120 - n for n in timed[2]))
same([len(rows) for gpu in FILES for rows in (probes[gpu]["unseen"], read_evidence("gemm-ways-h100" if gpu == "H100" else "gemm-ways")["random"])], [120] * 4, "120 of them, and 120 others")
worst = next(r for r in probes["H100"]["unseen"] if r["size"] == [3464, 10944, 9728])
told("(3464 x 10944 x 9728: %.2f on an H100, with 64 x 128 in pairs)", worst["cublas_us"] / worst["us"]["64x128-c1x2"])


def in_order(gpu):
    """What the large tiles have of cuBLAS, and the best of them at each product, on the geometric mean."""
    rows = [r for r in probes[gpu]["in_order"] if r["lead_ms"] == 20 and r["size"][0] >= 512 and r["size"] != [1024, 10240, 8192]]
    tiles = [statistics.geometric_mean(r["cublas_us"] / r["us"][tile] for r in rows) for tile in rows[0]["us"]]
    return len(rows), min(tiles), max(tiles), statistics.geometric_mean(r["cublas_us"] / min(r["us"].values()) for r in rows)


(count, *here), (_, *there) = in_order("H100"), in_order("H200")
told("at %d products of 512 rows and more,", count)
told("have %.3f to %.3f of cuBLAS on the H100 on the geometric mean, %.3f to %.3f on the H200, and the best of the five at each product, known afterwards, %.3f and %.3f",
     *here[:2], *there[:2], here[2], there[2])

# The largest tiles in other types and forms: what is built, and what is not.
large = probes["H100"]["large_tiles"]
PAIRS, ALONE = "128x256-c2x1", "128x256-c1x1"
FORMS = ["bf16-k-mn", "bf16-mn-k", "bf16-mn-mn"]


def of_cublas(form, n, tile):
    r = next(r for r in large if (r["form"], r["size"]) == (form, [n] * 3))
    return r["cublas_us"] / r["us"][tile]


def saved(r):
    """What the best of all tiles takes less than the best of those that are built, in percent."""
    built = [PAIRS, ALONE] + (["256x128-c1x2"] if r["form"] == "f16-acc16" else [])
    return 100 * (1 - min(r["us"].values()) / min(r["us"][t] for t in built))


told("at 2048 cubed the three forms had %.2f, %.2f and %.2f of cuBLAS in pairs, and %.2f, %.2f and %.2f without",
     *(of_cublas(form, 2048, tile) for tile in (PAIRS, ALONE) for form in FORMS))
told("they took %.1f %% less at best, at one of %d products", max(map(saved, large)), len(large))
told("MN-major has %.3f on the H100 (%.3f on another", now("H100", "forms", "4096 x 4096 x 4096", "bf16-k-mn")[0], of_cublas("bf16-k-mn", 4096, ALONE))

# The Python package: the tables are those that the bench writes from its evidence, and that holds together.
python = read_evidence("python")
call, rate = python["call_us"], python["checks_million_a_second"]
same([r[1] for r in section(page, "<!-- python -->", "| operation |")],
     [f'{python["import_ms"]:.0f} ms', f'{call["a check"]:.0f} us', f'{call["a descriptor"]:.0f} us',
      f'{rate["right"]:.1f} million a second', f'{rate["wrong"]:.1f} million a second'], "Python: calls")
names = sorted(python["peers"])
same(names, ["pycute", "tensor-layouts"], "beside two others")
same(section(page, "| operation |", "<!-- end -->"),
     [[r["op"], f'`{r["layout"]}`', f'{r["us"]["wgdesc"]:.0f}']
      + [c for n in names for c in (f'{r["us"][n]:.0f}', f'{r["ratio"][n]:.1f}')] for r in python["algebra"]], "Python: layouts")
ok(all(abs(r["ratio"][n] - r["us"][n] / r["us"]["wgdesc"]) < 0.006 for r in python["algebra"] for n in names),
   "the ratios follow from the times")
same({r["op"] for r in python["algebra"]}, {"composition", "complement", "logical_divide", "offsets"}, "four operations")
ok(python["import_ms"] <= 50 and max(call["a check"], call["a descriptor"]) <= 50 and min(rate.values()) >= 1,
   "what was measured meets the goals that the page names")
done()
