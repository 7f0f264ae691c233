# SPDX-License-Identifier: MIT
"""The times of ways to compute a product, as docs/evidence has them."""
import re
import statistics

from evidence import read_evidence


def shown_less(ratios):
    """Percent that they are below 1 on the geometric mean, as the pages show it."""
    return "%.1f" % (100 * (1 - statistics.geometric_mean(ratios)))


def shown_more(ratios):
    """Percent that they are above 1."""
    return "%.1f" % (100 * (statistics.geometric_mean(ratios) - 1))


def mean_and_behind(ratios):
    """What products have of cuBLAS on the geometric mean, and how many have less than 0.95."""
    return ["%.3f" % statistics.geometric_mean(ratios), str(sum(x < 0.95 for x in ratios))]


def timed(name, key, form="bf16"):
    """The products of a list of such a file that were timed in a form, each with its ways."""
    return [p for p in read_evidence(name)[key] if p["form"] == form]


def all_timed(name):
    """All products that were timed in bf16, and the mean time of each of their ways as the rule deals them."""
    found = {}
    for key in ("wide", "triples", "random", "again"):
        for p in timed(name, key):
            for way, us in p["us"].items():
                if not re.search(r"/[pa]\d", way):
                    found.setdefault(tuple(p["size"]), {}).setdefault(way, []).append(us)
    return [{"size": list(size), "us": {way: statistics.mean(us) for way, us in ways.items()}} for size, ways in found.items()]


def row_of(rows, *size, **of):
    """The one row of a product, of those that have these values, too."""
    (row,) = (r for r in rows if tuple(r["size"]) == size and all(r[key] == value for key, value in of.items()))
    return row


def ways_of(products, *size):
    """The ways of a product and their times."""
    return row_of(products, *size)["us"]
