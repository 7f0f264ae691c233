#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plan --problem: the tile for a product, against the rule written a second time, the GEMMs
of kernels/ and what they chose when they were timed (docs/evidence/gemm.json and gemm-h100.json); every refusal."""
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction
from math import ceil

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from tap import batch, done, names_field, ok, run, same  # noqa: E402
from ways import name_of, taken  # noqa: E402

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "b1": 1}
# M, N, cluster along M and N, stages, the cycles of a stage of 128 bytes of K where the tensor cores bind (None: not timed), and whether of the turned product.
GPUS = ("h200", "h100")
TILES = [(128, 256, 2, 1, 4, (1115, 1014)), (128, 256, 1, 2, 4, (1142, 1146)), (128, 256, 1, 1, 4, (1003, 1003)), (128, 192, 2, 1, 5, (848, 810)),
         (128, 192, 2, 2, 5, (813, None)), (128, 192, 2, 4, 5, (897, None)), (128, 192, 1, 1, 5, (819, 854)), (128, 128, 2, 1, 6, (611, 620)),
         (128, 128, 1, 2, 6, (544, 602)), (128, 128, 1, 4, 6, (607, None)), (128, 128, 1, 1, 6, (581, 594)), (128, 200, 4, 1, 5, (815, 815)),
         (128, 200, 2, 1, 5, (852, None)), (128, 160, 1, 1, 5, (771, 705)), (128, 144, 2, 2, 6, (690, 663)), (128, 144, 1, 2, 6, (664, 627)),
         (128, 144, 1, 1, 6, (614, 690)), (128, 96, 1, 1, 7, (444, 453)), (128, 80, 1, 1, 8, (323, 486)), (64, 160, 2, 1, 7, (432, 458)),
         (64, 96, 2, 1, 10, (278, 288)), (256, 128, 1, 2, 4, (1172, 1112)), (256, 112, 1, 2, 4, (1191, 1096)), (128, 64, 2, 1, 8, (321, 396)),
         (128, 64, 1, 2, 8, (313, 380)), (128, 64, 1, 4, 8, (302, None)), (128, 64, 1, 1, 8, (261, 335)), (64, 256, 1, 1, 5, (654, 657)),
         (64, 192, 2, 1, 6, (537, 538)), (64, 192, 1, 1, 6, (484, 569)), (64, 128, 4, 1, 8, (402, None)), (64, 128, 2, 1, 8, (380, 388)),
         (64, 128, 1, 2, 8, (250, 282)), (64, 128, 1, 1, 8, (307, 389)), (64, 64, 2, 4, 11, (211, None)), (64, 64, 2, 2, 11, (236, None)),
         (64, 64, 4, 1, 11, (210, None)), (64, 64, 1, 4, 11, (221, None)), (64, 64, 2, 1, 11, (218, 236)), (64, 64, 1, 2, 11, (160, 159)),
         (64, 64, 1, 1, 11, (140, 155))]
TURNED = [(128, 256, 1, 2, 4, (1097, None)), (128, 192, 2, 1, 5, (848, 810)), (128, 192, 1, 1, 5, (819, 854)), (128, 128, 1, 2, 6, (544, 602)),
          (128, 128, 1, 1, 6, (581, 594)), (128, 160, 4, 1, 5, (750, None)), (128, 160, 2, 1, 5, (670, None)), (128, 160, 1, 1, 5, (771, 705)),
          (128, 144, 4, 1, 6, (704, None)), (128, 144, 2, 2, 6, (690, 663)), (128, 144, 1, 2, 6, (664, 627)), (128, 80, 1, 4, 8, (340, None)),
          (128, 80, 1, 1, 8, (323, 486)), (64, 96, 2, 4, 10, (289, None)), (64, 96, 2, 2, 10, (259, None)), (64, 96, 2, 1, 10, (278, 288)),
          (128, 64, 1, 2, 8, (313, 380)), (64, 128, 1, 1, 8, (307, 389)), (64, 64, 1, 2, 11, (160, 159)), (64, 64, 1, 1, 11, (140, 155))]
TILES = [(*t, False) for t in TILES] + [(*t, True) for t in TURNED]
# What was fitted to the times of each.
FIT = {"launch": (12, 17), "block_milli": (5861, 7935), "tile": (1459, 1406), "output_milli": (59, 94), "cluster": (1, 1), "cut": (220, 153),
       "turn": (136, 72), "again_milli": (474, 393), "again_alone_milli": (6610, 1499), "again_four_milli": (2460, 1499),
       "again_memory_milli": (620, 254), "in_step_milli": (40, 60), "l2_bytes": (136, 117), "l2_bytes_all": (4376, 4668), "meet_milli": (47, 36),
       "meet_band_milli": (143, 71), "l2_bytes_askew": (61, 61), "l2_bytes_apart": (89, 88), "walk_milli": (1, 9), "claimed_milli": (880, 770),
       "memory_bytes": (3443, 2288), "memory_bytes_two": (68, 52), "again_read_milli": (7, 8), "last_milli": (261, 164),
       "latency_memory": (3259, 1047), "latency_l2": (3, 13), "others_milli": (94, 167), "others_memory_milli": (70, 145), "parts_cluster": (1, 1),
       "parts_cluster_milli": (374, 416), "parts_memory": (1532, 216), "parts_memory_milli": (347, 668)}
FITS = [{name: both[i] for name, both in FIT.items()} for i in range(len(GPUS))]
BOUNDS = ("tensor", "l2", "memory", "latency")
CLUSTERS = [0, 132, 66, 39, 30, 22, 17, 15, 15, 9, 7, 7, 7, 7, 7, 7, 7]


def turned(size):
    """The product as turned tiles have it."""
    return size[1], size[0], size[2]


def pairs(rows, columns, stages, sides, whole, cluster, split, in_memory, clusters, line, gpu, alone=False):
    """How are blocks put side by side: along M, along N, in groups, or not? `sides`: rows and columns of a tile, of `whole`; `line`: elements of K
    in 128 bytes; `alone`: nobody claims it."""
    if cluster > 1 or (split > 1 and not in_memory) or stages < 8 or 1 in (rows, columns):
        return None
    along_n = columns <= 4 and 2 * columns <= rows
    area, lines, many = sides[0] * sides[1], stages * sum(sides), min(rows, columns) >= 4 and not alone
    claims = area >= 128 * 128 and lines >= 7000 if split > 1 else area >= 128 * 192 and lines >= (12000, 16000)[gpu]
    if sides == (64, 128) and gpu == (split == 1) and 4 * rows * columns * split >= 3 * clusters[1]:
        claims = lines >= 6000
    if (split > 1 or not along_n) and rows * columns <= clusters[1] // split and many and claims:
        return "groups"
    rounds = ceil(Fraction(rows * columns, clusters[1]))
    walked = stages * rounds
    paced = walked >= 16000 or (line == 64 and stages <= 256 and walked >= (1000, 250)[gpu])
    if not along_n and rounds > 1 and many and paced and sides[0] * whole >= 128 * 256:
        return "groups"
    if rows * columns % 2 or rows * columns * split > 2 * clusters[2]:
        return None
    return "n" if along_n else "m"


def shared_in_order(m, n, cm, cn, split, in_memory, width, rounds):
    """The operand, 0 or 1, that clusters share with those that are numbered beside them; or neither: what their own blocks have not in common."""
    ways_to_share = {1: cm > 1 or (split > 1 and not in_memory and m > width), 0: cn > 1 or (split > 1 and not in_memory and m < width)}
    if rounds > 1 or m * n > 128 * 128 or ways_to_share[0] == ways_to_share[1]:
        return None
    return 0 if ways_to_share[1] else 1


def law_of(m, n, dtype="bf16"):
    """Cycles of the products of a stage of 128 bytes by the law of docs/hardware.md, in the widest instructions that there are: for integers and bits N is
    8, 24 or a multiple of 16 (PTX ISA, "wgmma")."""
    legal = [w for w in range(8, 257, 8) if w % 16 == 0 or w in (8, 24) or dtype not in ("s8", "u8", "b1")]
    width = max(w for w in legal if n % w == 0)
    return m // 64 * 4 * (n // width) * max(width // 2, 16 + width // 4)


def rule(tile, way, size, bits, sms, gpu=0, dtype="bf16"):
    """Cycles by docs/gemm-notes.md: (cycles, at once, rounds, stages of a block, what binds), or None."""
    m, n, cm, cn, stages, step, turn = tile
    step, fit = step[gpu] if law_of(m, n, dtype) == law_of(m, n) else max(step[gpu], law_of(m, n, dtype)), FITS[gpu]
    size = turned(size) if turn else size
    split, in_memory, width = way
    clusters = [c * sms // 132 for c in CLUSTERS]
    steps = ceil(Fraction(size[2] * bits, 1024))
    if split > steps or (not in_memory and split > 1 and (cm * cn > 1 or split > 16)):
        return None
    at_once = clusters[cm * cn] // split if in_memory else clusters[cm * cn * split]
    rows, columns = ceil(Fraction(size[0], m * cm)), ceil(Fraction(size[1], width * cn))
    if at_once == 0 or rows * columns * cm * cn > 2 ** 30:
        return None
    rounds = ceil(Fraction(rows * columns, at_once))
    if split > 1 and rounds > 1:
        return None
    own = ceil(Fraction(steps, split))
    blocks = rows * columns * cm * cn * split
    # Lines of 128 bytes; the rule counts them, and cycles, in thousandths, and rounds each down.
    a, b, c = size[0] * steps, size[1] * steps, size[0] * size[1] // 64
    here = min(size[0], m)
    of_a, of_b = 1000 * here // cn, 1000 * width // cm
    brought = of_a + of_b
    missed = 1000 * (a + b) // (blocks * brought // 1000 * own)
    again = (a if columns > 1 else 0) + (b if rows > 1 else 0)
    ring = stages if m > 64 else min(32, stages * (m + n) // (here + width))
    running = min(blocks, clusters[1])
    # What an SM gets through the way to L2 that two share, with zeros beyond A in tiles of two warpgroups.
    beyond, sharing = 1000 * (m - here if m > 64 else 0) // cn, 1 if blocks <= clusters[1] // 2 else 2
    side = pairs(rows, columns, own, (m, width), n, cm * cn, split, in_memory, clusters, 1024 // bits, gpu, turn)
    if size[2] * bits // 8 % 32:
        l2 = (brought + beyond) * 128 * sharing // fit["l2_bytes_askew"]
    else:
        together = side == "groups" and rounds == 1
        ask_a, ask_b = of_a // 2 if together or side == "n" else of_a, of_b // 2 if side in ("m", "groups") else of_b
        banded = shared_in_order(m, n, cm, cn, split, in_memory, width, rounds)
        sent = sum(ask * 1000 // min(4000, 1000 + fit["meet_band_milli" if i == banded else "meet_milli"] * (readers - 1))
                   for i, (ask, readers) in enumerate(((ask_a, columns), (ask_b, rows))))
        two = (brought + beyond, "l2_bytes_apart") if size[2] * bits // 8 % 128 else (ask_a + ask_b + beyond, "l2_bytes")
        l2 = max(two[0] * 128 * sharing // fit[two[1]], sent * 128 * running // fit["l2_bytes_all"])
    loaded = a + b + c // rounds * (rounds - 1) + again // 1000 * fit["again_read_milli"]
    waits = 1000 + (fit["in_step_milli"] if cm * cn > 1 and rounds <= 3 and split == 1 else 0)
    parts = [step * (fit["claimed_milli"] if side == "groups" and m == 64 else waits), l2,
             max((brought + beyond) * missed // 1000 * 128 * sharing // fit["memory_bytes_two"], loaded * 128000 // fit["memory_bytes"] // rounds // own),
             (fit["latency_memory"] * missed + fit["latency_l2"] * (1000 - missed)) // ring]
    most = max(parts)
    stage = most + (sum(parts) - most) // 1000 * fit["others_memory_milli" if parts.index(most) == 2 else "others_milli"]
    tile_cycles = fit["tile"] + fit["output_milli"] * here * width // 1000 + (fit["cluster"] if cm * cn > 1 else 0) \
        + (fit["turn"] if turn else fit["cut"] if width % 64 else 0)
    shown = (rounds - 1) * fit["again_four_milli" if cm > 2 else "again_alone_milli" if m <= 64 and width > 150 else "again_milli"]
    if parts.index(most) == 2:
        shown = shown * fit["again_memory_milli"] // 1000
    where = "parts_memory" if in_memory else "parts_cluster"
    meet = 0 if split == 1 else fit[where] + fit[where + "_milli"] * m * n // 1000
    last = c // rounds * 128000 // fit["memory_bytes"] * fit["last_milli"] // 1000000
    products = rounds * own * stage // 1000
    if cm * cn == 1 and rounds > 1 and m * n >= 128 * 256 and side is None:
        products += products // 1000 * min(rounds * own, 16000) // 1000 * fit["walk_milli"]
    return (products + tile_cycles * (1000 + shown) // 1000 + last + fit["launch"]
            + fit["block_milli"] * running // 1000 + meet, at_once * cm * cn, rounds, own, BOUNDS[parts.index(most)])


def why_none(tile, sms, gpu):
    """Why the rule does not take a tile on so many SMs of a GPU, in its words; None where it may."""
    if tile[5][gpu] is None:
        return "not timed on this GPU"
    return None if CLUSTERS[tile[2] * tile[3]] * sms >= 132 else "no cluster fits the SMs"


def ways(tile, size, bits, sms, gpu):
    """Every way that is tried of a tile: whole, or as narrow as the same number of rounds allows."""
    m, n, cm, cn, *_ = tile
    steps = ceil(Fraction(size[2] * bits, 1024))
    for split in range(1, min(32, steps) + 1):
        for in_memory in (False, True):
            whole = None if in_memory and split == 1 else rule(tile, (split, in_memory, n), size, bits, sms, gpu)
            if whole:
                yield whole
                narrow = [rule(tile, (split, in_memory, w), size, bits, sms, gpu) for w in range(8, n, 8)]
                narrow = [(8 * (i + 1), x) for i, x in enumerate(narrow) if x and x[2] == whole[2]]
                if narrow and steps // split >= 5 and (narrow[0][0] > n // 2 or n == 64):
                    yield narrow[0][1]


def choice(size, dtype="bf16", **more):
    return batch([{"cmd": "plan", "problem": list(size), "dtype": dtype, **more}])[0]


SIZES = [(8192, 8192, 8192), (45056, 45056, 45056), (65536, 65536, 65536), (1000, 3000, 2000), (64, 64, 64), (2048, 2048, 16384), (104, 8192, 512), (1, 128256, 4096),
         (4096, 14336, 7168), (2147483647, 8, 8), (16, 16, 2147483584),
         # Where one line more or less that is read again shows, many tiles meet, and two parts take the same.
         (242, 201, 12736), (2057, 27, 2360), (33, 4586, 9684), (17257, 224, 12288), (137, 15488, 13632), (1776, 120, 7232),
         (117, 2072, 672), (97, 488, 1152), (49, 1034, 11424), (892, 5595, 16)]
requests = [{"cmd": "plan", "problem": list(s), "dtype": d, "sms": sms, "gpu": gpu}
            for s in SIZES for d in BITS for sms, gpu in ((132, "h200"), (132, "h100"), (114, "h200"), (114, "h100"), (7, "h200")) if s[2] * BITS[d] % 128 == 0]
bad = []
for q, a in zip(requests, batch(requests)):
    if not a["ok"]:
        bad.append((q, a["error"]))
        continue
    size, bits, sms, gpu = q["problem"], BITS[q["dtype"]], q["sms"], GPUS.index(q["gpu"])
    got = a["choice"]["candidates"]
    lines = (size[0] + size[1]) * ceil(Fraction(size[2] * bits, 1024)) + size[0] * size[1] // 64
    for g, t in zip(got, TILES):
        reason = why_none(t, sms, gpu)
        if not g["legal"] or reason:
            if (g["legal"], g.get("reason")) != (False, reason):
                bad.append((q, g, "a tile without a plan", reason))
            continue
        time, at_once, rounds, own, bound = rule(t, (g["split"], g["in_memory"], g["width"]), size, bits, sms, gpu, q["dtype"])
        m, n, k = g["tile"]
        if bound == "tensor" and law_of(m, n, q["dtype"]) > law_of(m, n):
            bound = "shared"  # many narrow instructions read A again and again
        along_m, along_n, _ = turned(size) if t[6] else size
        tiles = [-(-along_m // (m * t[2])) * t[2], -(-along_n // (g["width"] * t[3])) * t[3]]
        side = pairs(-(-along_m // (m * t[2])), -(-along_n // (g["width"] * t[3])), own, (m, g["width"]), t[1], t[2] * t[3], g["split"], g["in_memory"],
                     [c * sms // 132 for c in CLUSTERS], k, gpu, t[6])
        banded = shared_in_order(m, t[1], t[2], t[3], g["split"], g["in_memory"], g["width"], rounds)
        law = rounds * own * law_of(m, n, q["dtype"])
        want = {"tile": [t[0], t[1], 1024 // bits], "cluster": [t[2], t[3]], "stages": t[4], "tiles": tiles, "at_once": at_once,
                "rounds": rounds, "steps": own, "turned": t[6], "law_cycles": law, "bound": bound, "memory_cycles": lines * 128000 // FITS[gpu]["memory_bytes"] // 1000 + 1,
                "pairs": side, "band_rows": {"m": 2, "n": 1, "groups": 0}.get(side, {0: 1, 1: tiles[0] // t[2], None: 0}[banded])}
        if any(g[key] != want[key] for key in want) or g["cycles"] != time:
            bad.append((q, g, want, time))
    # No tile, split or width that the rule could take is faster than the one that is chosen.
    least = min(g["cycles"] for g in got if g["legal"])
    c = next(g for g in got if g["chosen"])
    if c["cycles"] != least or a["tile"] != c["tile"] or a["smem"]["stages"] != c["stages"]:
        bad.append((q, a["tile"], c))
    m, n, k = size
    peak = ceil(Fraction(m * n * k * bits // 8, 4096 * sms))
    padded = Fraction(m * n * k, c["tiles"][0] * c["tile"][0] * c["tiles"][1] * c["tile"][1] * c["steps"] * c["split"] * c["tile"][2])
    if a["choice"]["peak_cycles"] != peak or c["peak_permille"] != 1000 * peak // c["cycles"] \
            or abs(c["padding_permille"] - 1000 * (1 - padded)) > 3:
        bad.append((q, a["choice"]["peak_cycles"], peak, c, padded))
    if (a["choice"]["basis"], a["choice"]["gpu"]) != ("fitted" if q["dtype"] == "bf16" else "model", q["gpu"]):
        bad.append((q, a["choice"]["basis"], a["choice"]["gpu"]))
ok(not bad, "%d products of every type: tiles, rounds, cycles, peak, the choice" % len(requests), *bad[:2])

# No other split, meeting place or width that is tried takes less on the same tile.
bad = []
for size in ((16, 6144, 4096), (512, 1000, 8192), (1024, 576, 7168), (2048, 2048, 2048), (128, 36864, 7168), (64, 64, 8192), (16, 6144, 320),
             (16, 6144, 256), (1024, 7168, 320), (1024, 7168, 256), (104, 512, 1024)):
    for i, gpu in enumerate(GPUS):
        for g, t in zip(choice(size, gpu=gpu)["choice"]["candidates"], TILES):
            least = min(x[0] for x in ways(t, size, 16, 132, i)) if g["legal"] else None
            if g["legal"] and least != g["cycles"]:
                bad.append((size, gpu, g, least))
ok(not bad, "the way of each tile is the one that takes least", *bad[:3])

# Products of several rounds of large tiles take tiles of 128 x 96 at least: smaller ones bring L2 to its limit. (64 x 128 in pairs
# at 3464 x 10944 x 9728, which a fit to small products alone took, was half as fast as 128 x 256.)
chance = random.Random(7)
large = [s for s in ([8 * chance.randint(64, 1264), 8 * chance.randint(64, 2064), 64 * chance.randint(16, 216)] for _ in range(400))
         if s[0] * s[1] * s[2] >= 6e10][:150]
for gpu in GPUS:
    small = [(s, c["tile"], c["width"]) for s, c in zip(large, taken(large, gpu)) if c["tile"][0] * c["width"] < 128 * 96]
    ok(len(small) <= 2, "all but two of %d large products take large tiles: %s" % (len(large), gpu), small)

# Of ways that take the same, the first; a tile of other columns takes its part of the largest one's cycles,
# no fewer than the law has, and is counted with the stages that fit: 5 of 44 KB in 227 KB.
size = (8, 496, 4608)
g = choice(size)["choice"]["candidates"][2]
same((g["split"], *(rule(TILES[2], (split, True, 256), size, 16, 132)[0] for split in (25, 26))), (25, g["cycles"], g["cycles"]),
     "the first split of two that take the same")
for i, gpu in enumerate(GPUS):
    g = choice((1000, 3000, 2000), tile=[128, 224, 64], gpu=gpu)["choice"]["candidates"][0]
    same(g["cycles"], rule((128, 224, 1, 1, 5, [max(128 * 224 // 32, ceil(Fraction(128 * 224 * step, 128 * 256))) for step in TILES[0][5]], False),
                           (g["split"], g["in_memory"], g["width"]), (1000, 3000, 2000), 16, 132, i)[0], "a tile that is in no row: " + gpu)

# Neighbours side by side: the products of docs/gemm-notes.md that were timed so, on the tile that was.
for size, tile, pair, reason in [((512, 2048, 2048), [64, 128, 64], "m", "neighbours read the same B"),
                                 ((1000, 1000, 4096), [64, 128, 64], "m", "neighbours read the same B"),
                                 ((2048, 512, 8192), [64, 128, 64], "n", "neighbours read the same A, and few others do"),
                                 ((2048, 1000, 4096), [128, 128, 64], "m", "neighbours read the same B"),
                                 ((2048, 2048, 16384), [128, 256, 64], "groups",
                                  "blocks of tiles read the same A and B, for long enough to claim them"),
                                 ((16384, 16384, 16384), [128, 256, 64], "groups",
                                  "in many rounds blocks are tiles apart, unless they are kept in step"),
                                 ((8192, 8192, 8192), [128, 256, 64], "groups", "in many rounds blocks are tiles apart, unless they are kept in step"),
                                 ((4096, 4096, 4096), [128, 256, 64], None, "more blocks than run at once in clusters of 2"),
                                 ((1000, 512, 104), [64, 128, 64], None, "K has fewer than 8 lines of 128 bytes, where it gains nothing")]:
    g = next(c for c in choice(size)["choice"]["candidates"] if c["tile"] == tile and c["cluster"] == [1, 1])
    same((g["pairs"], g["pairs_reason"]), (pair, reason), "%dx%dx%d: pairs %s" % (*size, pair))

# The tiles are those of the GEMMs, with their stages and clusters.
built = []
for name in ("bf16", "between", "tall", "small", "turned"):
    with open("kernels/gemm/v3/%s.cu" % name, encoding="ascii") as f:
        built += re.findall(r"(tn|turned)::of<(\d+), (\d+), \d, (\d+), (\d), (\d)(?:, \d)?>\(", f.read())
same([(int(m), int(n), int(cm), int(cn), int(s), of == "turned") for of, m, n, s, cm, cn in built], [(*t[:5], t[6]) for t in TILES],
     "the candidates are the instances of kernels/gemm/v3")

# What the GEMMs were measured with: the instance names of the evidence, where the device had as many clusters.
EVIDENCE = {}
for gpu, name in zip(GPUS, ("gemm", "gemm-h100")):
    EVIDENCE[gpu] = read_evidence(name)
    same(EVIDENCE[gpu]["clusters_at_once"], CLUSTERS[1:], "clusters that run at once are those of the evidence: " + gpu)


for gpu, evidence in EVIDENCE.items():
    timed = [(r["m"], r["n"], r["k"], next(t["instance"] for t in r["timings"] if t["kernel"] == "v3"))
             for part in ("sustained", "wide") for r in evidence["parts"][part]["results"]]
    now = taken([t[:3] for t in timed], gpu)
    same([t for t, c in zip(timed, now) if t[3] != "v3-" + name_of(c)], [], "the %d instances that the GEMMs chose on an %s" % (len(timed), gpu))

# A tile that is given is judged; the plan is what it is without the product, but for the tensor maps.
a = choice((1000, 3000, 2000), tile=[128, 256, 64])
b = batch([{"cmd": "plan", "tile": [128, 256, 64], "dtype": "bf16"}])[0]
same((a["choice"]["given"], a["choice"]["basis"], len(a["choice"]["candidates"])), (True, "model", 1), "a given tile is judged")
ok(all(a[key] == b[key] for key in ("instruction", "smem", "cost")), "and planned as ever")
ok("choice" not in b, "without a product nothing is said of one")
a = batch([{"cmd": "plan", "problem": [8192, 8192, 8192], "tile": [256, 256, 64], "arch": "sm100", "cta-group": 2, "dtype": "bf16"}])[0]
same((a["choice"]["basis"], a["choice"]["peak_cycles"], a["choice"]["candidates"][0]["rounds"]), ("counted", None, 16),
     "tcgen05: tiles of a pair are counted, nothing is timed")
same((a["choice"]["candidates"][0]["pairs"], a["choice"]["candidates"][0]["pairs_reason"]), (None, "of tcgen05 no time was measured"),
     "nor known of pairs")

# Options that some tiles cannot have leave the others.
a = choice((4096, 4096, 4096), n=256)
ok(any(not c["legal"] and c["reason"] for c in a["choice"]["candidates"]) and a["ok"], "a tile without a plan says why", a["choice"])
a = choice((4096, 4096, 4096), "e4m3", **{"sparse": True})
ok(a["ok"] and a["choice"]["basis"] == "model", "sparse operands")

rc, out, err = run("plan", "--problem", "2048x2048x2048", "--dtype", "bf16")
for piece in ("product        2048x2048x2048 (M x N x K) on 132 SMs: 31776 cycles at the tensor peak", "fitted to the times of the bf16 GEMMs",
              "cycles of 1500 MHz", "  * 128x256x64       1x1     g     1   256        128       1   3.0%", "plan of a main loop   tile 128x256x64"):
    ok(piece in out, "the text holds '%s'" % piece, out)
rc, out, err = run("plan", "--problem", "2304x2304x2304", "--dtype", "e5m2")
ok("a model, not measured" in out, "a type that was not timed: the basis is said", out)
rc, out, err = run("plan", "--problem", "16x28672x4096", "--dtype", "bf16")
ok("width          224 columns of C for each tile" in out, "a narrower tile", out)
rc, out, err = run("plan", "--problem", "1024x576x7168", "--dtype", "bf16", "--gpu", "h100")
ok("split          4 blocks share the K of a tile and add their parts up in memory\n"
   "               neighbours have the same part of K: block i, or cluster, tile i mod 16, part i / 16\n" in out, "a shared tile", out)
rc, out, err = run("plan", "--problem", "64x2048x4096", "--dtype", "bf16")
ok("split          3 blocks share the K of a tile and add their parts up as a cluster" in out, "by three", out)
rc, out, err = run("plan", "--problem", "64x64x8192", "--dtype", "bf16")
ok("add their parts up as a cluster" in out, "shared by a cluster", out)
ok("pairs          none: the blocks that share a tile are a cluster\n" in out, "and why nothing is side by side", out)
for size, row, line, order in [("512x2048x2048", "128x64x64        1x1     m     1    64 ", "along M: neighbours read the same B", "in bands of 2 rows"),
                               ("8192x512x2048", "128x256x64       1x1     n     1   256 ", "along N: neighbours read the same A, and few others do",
                                "row by row")]:
    rc, out, err = run("plan", "--problem", size, "--dtype", "bf16")
    ok("pairs          %s\n               blocks 2i and 2i + 1 as a cluster that shares nothing, tiles %s\n" % (line, order) in out
       and "  * " + row in out, size + ": what to launch side by side", out)
for size, gpu, line in (("1000x1000x4096", "h200", "column by column: those beside one another read the same B"), ("128x6144x4096", "h100", "row by row: those beside one another read the same A")):
    rc, out, err = run("plan", "--problem", size, "--dtype", "bf16", "--gpu", gpu)
    ok("pairs          none: the blocks of a cluster are side by side\n               clusters %s\n" % line in out, size + ": how clusters are numbered", out)
rc, out, err = run("plan", "--problem", "2048x2048x16384", "--dtype", "bf16")
ok("pairs          groups of SMs: blocks of tiles read the same A and B, for long enough to claim them\n"
   "               a block claims a tile among those of its SM's group when it starts; half of it: pairs along M\n" in out
   and "  * 128x256x64       1x1     g     1   256 " in out, "tiles by groups of SMs", out)

# A turned tile: the plan is that of the turned product, in text, in JSON and emitted, with each operand's own type and swizzle.
turned_one = ["--problem", "288x14592x8352", "--dtype", "e4m3", "--b-dtype", "e5m2", "--b-swizzle", "64B"]
rc, out, err = run("plan", *turned_one)
ok("\ntile           128x144x128 t    1x2 clusters, chosen: " in out
   and "\nturned         A and B change places, and M and N: A below is the product's B, rows of the tile are columns of C\n"
       "               C is stored as it is: stmatrix.trans turns a tile on its way out\n" in out, "a turned tile says what it is", out[:600])
rc, out, err = run("plan", "--problem", "304x13888x2768", "--dtype", "bf16")
ok("\nwidth          152 rows of C for each tile, so that the blocks have even shares\n" in out, "its width is rows of C", out[:600])
a = json.loads(run("plan", *turned_one, "--json")[1])
same((a["choice"]["product"], a["problem"], a["a"]["dtype"], a["b"]["dtype"], a["a"]["swizzle"], a["a"]["tensor_map"]["global_dim"], a["b"]["tensor_map"]["global_dim"]),
     ([288, 14592, 8352], [14592, 288, 8352], "e5m2", "e4m3", "64B", [8352, 14592], [8352, 288]), "and its plan is that of the turned product")
rc, out, err = run("emit", *turned_one)
same(dict(re.findall(r"#define GEMM_(PROBLEM_[MN]|TURNED|TILES_[MN]) +(\d+) ", out)),
     {"PROBLEM_M": "288", "PROBLEM_N": "14592", "TURNED": "1", "TILES_M": "114", "TILES_N": "2"}, "so is what is emitted")
ok("\n * Tiles are of the turned product, C^T = B^T * A^T: A is the product's B, B its A, and rows are columns of C.\n" in out, "which says so in its head", out[:1500])
ok("\n// Tiles are of the turned product, C^T = B^T * A^T: A is the product's B, " in run("emit", *turned_one, "--lang", "ptx")[1], "in PTX, too")
for given, why in ((["--a-major", "mn"], "only K-major operands change places"), (["--b-major", "mn"], "only K-major operands change places"),
                   (["--sparse"], "turned, B would be the sparse operand"), (["--a", "registers"], "turned, B would be the operand in registers")):
    a = batch([{"cmd": "plan", "problem": [512, 512, 512], "dtype": "bf16", **({given[0][2:]: given[1]} if len(given) > 1 else {given[0][2:]: True})}])[0]
    same({c.get("reason") for c in a["choice"]["candidates"] if c["turned"]}, {why}, "no turned tile: " + " ".join(given))

# emit: the constants, and the command in the head writes the same bytes again.
rc, out, err = run("emit", "--problem", "4000x4096x4096", "--dtype", "bf16", "--sms", "114", "--prefix", "g")
values = {name: int(v) for name, v in re.findall(r"#define (G_\w+)\s+(\d+) /\*", out)}
c = next(c for c in choice((4000, 4096, 4096), sms=114)["choice"]["candidates"] if c["chosen"])
same([values["G_" + n] for n in ("PROBLEM_M", "PROBLEM_N", "PROBLEM_K", "TILE_M", "TILE_N", "CLUSTER_M", "CLUSTER_N", "TILES_M", "TILES_N",
                                 "TILE_COLUMNS", "K_SPLIT", "PAIR_M", "PAIR_N", "K_STAGES", "TILES_AT_ONCE", "STAGES")],
     [4000, 4096, 4096, *c["tile"][:2], *c["cluster"], *c["tiles"], c["width"], c["split"], 1, 1, c["steps"], c["at_once"], c["stages"]], "emit has the choice as constants")
for size, pair in (("512x2048x2048", {"PAIR_M": "2", "PAIR_N": "1", "CLAIM_TILES": "0", "BAND_ROWS": "2"}),
                   ("8192x512x2048", {"PAIR_M": "1", "PAIR_N": "2", "CLAIM_TILES": "0", "BAND_ROWS": "1"}),
                   ("2048x2048x16384", {"PAIR_M": "1", "PAIR_N": "1", "CLAIM_TILES": "1", "BAND_ROWS": "0"}),
                   ("1000x1000x4096", {"PAIR_M": "1", "PAIR_N": "1", "CLAIM_TILES": "0", "BAND_ROWS": "16"}),
                   ("8192x8192x128", {"PAIR_M": "1", "PAIR_N": "1", "CLAIM_TILES": "0", "BAND_ROWS": "0"})):
    same(dict(re.findall(r"#define GEMM_(PAIR_[MN]|CLAIM_TILES|BAND_ROWS) +(\d+)", run("emit", "--problem", size, "--dtype", "bf16")[1])), pair,
         "emit has its neighbours: " + size)
with tempfile.TemporaryDirectory() as folder:
    for args in (["--problem", "4000x4096x4096", "--dtype", "bf16"], ["--problem", "640x640x640", "--tile", "128x128x64"],
                 ["--problem", "288x14592x8352", "--dtype", "e4m3", "--b-dtype", "e5m2", "--b-swizzle", "64B"]):
        rc, out, err = run("emit", *args)
        command = re.search(r"^ \*   (wgdesc emit .*)$", out, re.M).group(1).split()[1:]
        same(run(*command)[1], out, "its head's command writes it again: " + " ".join(args))
    path = os.path.join(folder, "x.cuh")
    same(run("emit", "--problem", "0x1x1", "-o", path)[0], 2, "a refusal")
    ok(not os.path.exists(path), "writes no file")

for name, args, status, code, field, pieces in [
    ("neither tile nor product", [], 2, "usage", "tile", ["--problem"]),
    ("SMs of no product", ["--tile", "64x64x64", "--sms", "8"], 2, "usage", "sms", ["--problem"]),
    ("a GPU for no product", ["--tile", "64x64x64", "--gpu", "h100"], 2, "usage", "gpu", ["--problem"]),
    ("a GPU that nobody timed", ["--problem", "64x64x64", "--gpu", "b200"], 2, "value", "gpu", ["got b200", "h100"]),
    ("a GPU for tcgen05", ["--problem", "128x64x64", "--tile", "128x64x64", "--arch", "sm100", "--gpu", "h100"], 2, "usage", "gpu",
     ["got h100", "no GPU with tcgen05"]),
    ("a product of nothing", ["--problem", "64x0x64"], 2, "limit", "problem", ["got 0"]),
    ("a negative size", ["--problem", "64x-8x64"], 2, "limit", "problem", ["got -8"]),
    ("a size beyond 2^31 - 1", ["--problem", "2147483648x8x8"], 2, "limit", "problem", ["got 2147483648", "2147483647"]),
    ("a size beyond 64 bits", ["--problem", "99999999999999999999x8x8"], 2, "overflow", "problem", []),
    ("two numbers", ["--problem", "64x64"], 2, "syntax", "problem", []),
    ("too many tiles", ["--problem", "2147483640x2147483640x8"], 2, "limit", "problem", ["2^30"]),
    ("too many products", ["--problem", "2097152x2097152x2097152"], 2, "overflow", "problem", ["2^63"]),
    ("lines that TMA does not take", ["--problem", "64x64x1001"], 2, "align", "problem", ["got 1001", "1008 elements", "--ld 1008"]),
    ("the same of fp8", ["--problem", "64x64x1001", "--dtype", "e4m3"], 2, "align", "problem", ["multiple of 16", "1008 elements"]),
    ("the same of B", ["--problem", "64x63x64", "--b-major", "mn"], 2, "align", "problem", ["got 63", "64 elements"]),
    ("no SM", ["--problem", "64x64x64", "--sms", "0"], 2, "value", "sms", []),
    ("too many SMs", ["--problem", "64x64x64", "--sms", "1025"], 2, "limit", "sms", ["1 to 1024"]),
    ("a negative number of SMs", ["--problem", "64x64x64", "--sms", "-1"], 2, "limit", "sms", []),
    ("no rule for tcgen05", ["--problem", "64x64x64", "--arch", "sm100"], 2, "value", "tile", ["--tile"]),
    ("a tile of three zeros", ["--problem", "64x64x64", "--tile", "0x0x0"], 2, "tile", "tile", []),
    ("nothing that fits", ["--problem", "64x64x64", "--reserve", "227K"], 1, "fit", "tile", []),
]:
    rc, out, err = run("plan", *args)
    same((rc, out), (status, ""), name + ": exit status %d, nothing on standard output" % status)
    ok(names_field(err, field) and all(x in err for x in pieces), name + ": says what is wrong", err)
    e = json.loads(run("plan", *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")
done()
