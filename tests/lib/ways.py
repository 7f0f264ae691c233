# SPDX-License-Identifier: MIT
"""The names of ways to compute a product, as kernels/gemm and docs/evidence have them."""
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
