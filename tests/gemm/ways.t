#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rule that chooses a tile, beside the times that it was fitted to (docs/evidence/gemm-ways.json and
gemm-ways-h100.json): what docs/gemm-notes.md says of them, and of the constants."""
import re
import statistics
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from gemm_times import all_timed, shown_less, timed, ways_of  # noqa: E402
from pages import Page  # noqa: E402
from tap import done, ok, same  # noqa: E402
from ways import name_of, parts_of, taken  # noqa: E402

notes = Page("docs/gemm-notes.md")
page, told = notes.text, notes.told


def chosen(products, gpu):
    """How much slower than the fastest way those are that the rule takes for a GPU, how far its times are off, and how many of
    them were not timed."""
    slower, errors, untimed = [], [], 0
    for p, c in zip(products, taken([p["size"] for p in products], gpu)):
        us = p["us"].get(name_of(c))
        if us is None:
            untimed += 1
            continue
        slower.append(us / min(p["us"].values()))
        errors.append(abs(c["cycles"] / 1500 / us - 1))
    return slower, errors, untimed


here, there = all_timed("gemm-ways"), all_timed("gemm-ways-h100")
for products, gpu, ways, beside in (
        (here, "h200", "fitted to # ways of # products in bf16", "the chosen way takes"),
        (there, "h100", "# ways of # products in bf16 and their like in e4m3", "the way chosen for an H100 takes")):
    slower, errors, untimed = chosen(products, gpu)
    told(ways, sum(len(p["us"]) for p in products), len(products))
    told(beside + " # times as long as the fastest of them on average, # at worst; # of its choices not among them; "
         "its cycles at 1500 MHz are # % off in the median".replace("%", "%%"), f"{statistics.mean(slower):.3f}", f"{max(slower):.2f}", untimed,
         f"{100 * statistics.median(errors):.0f}")
    ok(statistics.mean(slower) < 1.05 and max(slower) < 1.25, gpu + ": no choice is far off", max(slower))

slower, _, _ = chosen(there, "h200")


def unfitted(name):
    """What was taken at the products that the rule was not fitted to then: {size: row}."""
    return {tuple(r["size"]): r for r in read_evidence(name)["unfitted"]}


def off_by(ways):
    return [f"{statistics.mean(ways):.2f}", f"{max(ways):.2f}"]


took, behind = [], []
for ways, then in (("gemm-ways-before-h100", unfitted("gemm-probes-h100")), ("gemm-ways-before", unfitted("gemm-probes"))):
    products = timed(ways, "held_out")
    took += [len(products)] + off_by([{k.removesuffix("/p2"): us for k, us in p["us"].items()}[then[tuple(p["size"])]["instance"]] / min(p["us"].values())
                                      for p in products])
    behind.append(sum(r["cublas_us"] / r["us"] < 0.95 for r in then.values()))
told("# of them were below 0.95 of cuBLAS on an H100 and # on an H200", *behind)
told("at # of them on an H100 what it took was # times as long as the fastest on average and # at worst, at # on an H200 # and #", *took)


told("64 blocks of 64 x 64 take # us at 104 x 2048 x 1000, and 128 that bring as much each # at 104 x 4096 x 1000 (# and # on an H100)",
     *("%.1f" % ways_of(timed(ways, "products"), 104, n, 1000)["64x64-c1x1"] for ways in ("gemm-ways-before", "gemm-ways-before-h100") for n in (2048, 4096)))


def off_a_sector():
    """Of the ways of 1000 x 3000 x 2000 in e4m3 on an H100: how many, what they take besides what their blocks bring, the bytes of that in a cycle of
    1500 MHz, and the most that one is off, by the line through all of them."""
    size, at_once, points = (1000, 3000, 2000), {1: 132, 2: 66}, []
    (product,) = [p for p in timed("gemm-ways-before-h100", "products", "e4m3") if tuple(p["size"]) == size]
    for name, us in product["us"].items():
        m, _, cm, cn, _, width = parts_of(name)
        clusters = -(-size[0] // (m * cm)) * -(-size[1] // (width * cn))
        points.append(((m // cn + width // cm) * -(-clusters // at_once[cm * cn]), us))
    slope, fixed = statistics.linear_regression(*zip(*points))
    return len(points), fixed, 128 * -(-size[2] // 128) / slope / 1500, max(abs(fixed + slope * x - us) / us for x, us in points)


ways, fixed, bytes_each, worst = off_a_sector()
told("the # ways of 1000 x 3000 x 2000 in e4m3 on an H100 take # us and a cycle for each # bytes of them, none more than # %% off", ways, f"{fixed:.1f}",
     f"{bytes_each:.0f}", f"{100 * worst:.0f}")
before = unfitted("gemm-probes-h100")
probes_h100 = read_evidence("gemm-probes-h100")
refit = [(before[tuple(r["size"])], r) for r in probes_h100["refit"] if r["part"] == "triples"]
longer = [old["cublas_us"] / old["us"] * r["us"] / r["cublas_us"] for old, r in refit if old["instance"] != r["instance"]]
told("took another way at # of the #, of which # took a tenth or more less and #, which nobody had timed, a tenth or more longer", len(longer),
     len(before), sum(x <= 0.9 for x in longer), sum(x >= 1.1 for x in longer))
told("With the constants of the H200 the rule's choices on an H100 take # times as long as the fastest timed way on average, # at worst",
     f"{statistics.mean(slower):.3f}", f"{max(slower):.2f}")

square = [ways_of(products, 1000, 1000, 4096) for products in (here, there)]
same([min(us, key=us.get) for us in square], ["64x128-c1x2", "64x128-c1x1"], "64 x 128 is the fastest at 1000 x 1000 x 4096, in pairs along N on an H200, claimed on an H100")

with open("desc/plan/problem_fit.h", encoding="ascii") as f:
    both = re.findall(r"^    X\((\w+), (\d+), (\d+)\)\s+/\* (.*?) \*/", f.read(), re.M)
with open("desc/plan/problem_fit.c", encoding="ascii") as f:
    rows_of_tiles = f.read()
with open("desc/plan/problem.c", encoding="ascii") as f:
    fit = {name: int(value) for name, value in re.findall(r"^ +([A-Z0-9_]+) = (\d+)", f.read(), re.M)}
fit.update({name.upper(): int(h200) for name, h200, _, _ in both})
h100 = {name.upper(): int(value) for name, _, value, _ in both}
same(re.findall(r"^\| `(\w+)` \| (.*?) \| (\d+) \| (\d+) \|$", page, re.M), [(n, text, h200, h100) for n, h200, h100, text in both],
     "the table of constants is that of the rule")


def percent(milli, digits=0):
    return "%.*f %%" % (digits, milli / 10)


told("# more for the blocks of a cluster in up to # rounds", percent(fit["IN_STEP_MILLI"]), fit["FEW_ROUNDS"])
told("L2: # bytes a cycle for two multiprocessors, which share a way to it, and # for all", fit["L2_BYTES"], fit["L2_BYTES_ALL"])
told("one for 1 + # of each further tile along it, # where clusters are numbered so that those beside one another share it, # at most",
     percent(fit["MEET_MILLI"]), percent(fit["MEET_BAND_MILLI"]), fit["MEET_MOST"])
told("Where lines start off its sectors nothing meets, and two get #; where each lies in two of L2's, two get #,", fit["L2_BYTES_ASKEW"],
     fit["L2_BYTES_APART"])
told("a stage of claimed tiles of 64 x 128 as # of theirs, # on an H100", percent(fit["CLAIMED_MILLI"]), percent(h100["CLAIMED_MILLI"]))
told("a **walk**: # more for each 1000 stages of tiles of 128 x 256 that nothing keeps in step, up to 16,000 (# on the H100)", percent(fit["WALK_MILLI"], 1),
     h100["WALK_MILLI"] / 10)
with open("desc/wgd_problem.h", encoding="ascii") as f:
    same(re.findall(r"WGD_PROBLEM_LONG_WALK = (\d+),", f.read()), ["16000"], "stages")
told("# of an operand again that more than one tile reads, at # bytes a cycle for all (# TB/s), and # for two multiprocessors",
     percent(fit["AGAIN_READ_MILLI"]), fit["MEMORY_BYTES"], "%.1f" % (fit["MEMORY_BYTES"] * 1.5 / 1000), fit["MEMORY_BYTES_TWO"])
told("# cycles for what comes from device memory and # for what comes from L2", fit["LATENCY_MEMORY"], fit["LATENCY_L2"])
told("# of the others (# where device memory binds)", percent(fit["OTHERS_MILLI"], 1), percent(fit["OTHERS_MEMORY_MILLI"], 1))
told("a **tile**: # cycles, # for each element of C, # for a cluster, # for a width that is no multiple of 64, # for a turned one; of further rounds #, "
     "since the next tile's products hide the rest (# where one warpgroup has more than # columns, # of tiles that four blocks in a row share)",
     fit["TILE"], fit["OUTPUT_MILLI"] / 1000, fit["CLUSTER"], fit["CUT"], fit["TURN"], percent(fit["AGAIN_MILLI"]), percent(fit["AGAIN_ALONE_MILLI"]),
     fit["ALONE_COLUMNS"], percent(fit["AGAIN_FOUR_MILLI"]))
told("the **launch**: #, and # for each block of the first round", fit["LAUNCH"], "%.2f" % (fit["BLOCK_MILLI"] / 1000))
told("a **split**: # cycles and # for each element of the tile in a cluster, # and # in memory",
     fit["PARTS_CLUSTER"], fit["PARTS_CLUSTER_MILLI"] / 1000, fit["PARTS_MEMORY"], fit["PARTS_MEMORY_MILLI"] / 1000)
told_of = {"UNTIMED": "not timed"}
steps = [(m, n, cm, cn, ", turned alone" if of == "TURNED" else "", *(told_of.get(step, step) for step in steps)) for m, n, cm, cn, *steps, of in
         re.findall(r"\{\{(\d+), (\d+), (\d+), (\d+), \d+, \d+, false\}, \{(\w+), (\w+)\}, (\w+)\}", rows_of_tiles)]
rows = re.findall(r"^\| (\d+) x (\d+), (\d) x (\d)(, turned alone)? \| (\d+) \| (\d+) \| (\d+|not timed) \|$", page, re.M)
same([int(row[5]) for row in rows], [int(m) * int(n) // 32 for m, n, *_ in rows], "the products of a stage")
same([(*row[:5], *row[6:]) for row in rows], steps, "the table is that of the rule")
done()
