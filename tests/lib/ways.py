# SPDX-License-Identifier: MIT
"""The names of ways to compute a product, as kernels/gemm and docs/evidence have them."""


def name_of(c):
    """Of a candidate in the answer of plan: tile, cluster, blocks that share a tile, columns where they are fewer."""
    text = "%dx%d-c%dx%d" % (*c["tile"][:2], *c["cluster"])
    text += "/%s%d" % ("km"[c["in_memory"]], c["split"]) if c["split"] > 1 else ""
    return text + ("/w%d" % c["width"] if c["width"] < c["tile"][1] else "")
