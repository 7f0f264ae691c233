# SPDX-License-Identifier: MIT
"""The names of ways to compute a product, as kernels/gemm and docs/evidence have them."""
import math
import re

from tap import batch


def name_of(c):
    """Of a candidate in the answer of plan: tile, cluster, whether turned, blocks that share a tile, columns where they are fewer."""
    text = "%dx%d-c%dx%d" % (*c["tile"][:2], *c["cluster"]) + ("-t" if c["turned"] else "")
    text += "/%s%d" % ("km"[c["in_memory"]], c["split"]) if c["split"] > 1 else ""
    return text + ("/w%d" % c["width"] if c["width"] < c["tile"][1] else "")


def parts_of(name):
    """Of such a name: rows and columns of a tile, blocks of a cluster along M and N, blocks that share a tile, columns that a tile has."""
    m, n, cm, cn, split, width = re.fullmatch(r"(\d+)x(\d+)-c(\d)x(\d)(?:-t)?(?:/[km](\d+))?(?:/w(\d+))?", name).groups()
    return int(m), int(n), int(cm), int(cn), int(split or 1), int(width or n)


def taken(sizes, gpu):
    """What the rule takes for products in bf16 on a GPU: the chosen candidate of plan's answer to each."""
    answers = batch([{"cmd": "plan", "problem": list(size), "dtype": "bf16", "gpu": gpu} for size in sizes])
    return [next(c for c in a["choice"]["candidates"] if c["chosen"]) for a in answers]


def dealt(name, size, at_once):
    """How a product is dealt in such a way: its rows and columns, turned where the tiles are, clusters along M and N, how many run at once, and whether
    all of them do. `at_once`: clusters of 1, 2, ... blocks."""
    m, n, cm, cn, split, width = parts_of(name)
    rows, columns = (size[1], size[0]) if "-t" in name else size[:2]
    along_m, along_n = -(-rows // (m * cm)), -(-columns // (width * cn))
    most = at_once[cm * cn * (split if "/k" in name else 1) - 1]
    return rows, columns, along_m, along_n, most, along_m * along_n * (split if "/m" in name else 1) <= most


def bands_of(name, size, at_once):
    """Rows of the bands in which a launch may number its clusters: those that are about square, and those in which neighbours share what a cluster's own blocks do
    not (wgd_problem_band_of), or None where it takes squares, or the order is the same. `at_once`: clusters of 1, 2, ... blocks."""
    m, n, cm, cn, _, width = parts_of(name)
    _, _, along_m, along_n, most, one_round = dealt(name, size, at_once)
    square = min(max(int(math.sqrt(min(along_m * along_n, most) * n * cn / (m * cm)) + 0.5), 1), along_m)
    to_right, down = (m > width, m < width) if "/k" in name else (cm > 1, cn > 1)
    shares = one_round and min(along_m, along_n) > 1 and m * n <= 128 * 128 and to_right != down
    return square, (1 if to_right else along_m) if shares else None
