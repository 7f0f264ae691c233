# SPDX-License-Identifier: MIT
"""The times of ways to compute a product, as docs/evidence has them."""
import json
import re
import statistics


def evidence(name):
    """A file of docs/evidence, without its ending."""
    with open("docs/evidence/%s.json" % name, encoding="ascii") as f:
        return json.load(f)


def shown_less(ratios):
    """Percent that they are below 1 on the geometric mean, as the pages show it."""
    return "%.1f" % (100 * (1 - statistics.geometric_mean(ratios)))


def timed(name, form="bf16", key="products"):
    """The products of such a file that were timed in a form, each with its ways."""
    return [p for p in evidence(name)[key] if p["form"] == form]


def all_timed(name):
    """All products that were timed in bf16, at whatever time, and the mean time of each of their ways as the rule deals them."""
    found = {}
    for key in ("products", "held_out", "later"):
        for p in timed(name, key=key):
            for way, us in p["us"].items():
                if not re.search(r"/[pa]\d", way):
                    found.setdefault(tuple(p["size"]), {}).setdefault(way, []).append(us)
    return [{"size": list(size), "us": {way: statistics.mean(us) for way, us in ways.items()}} for size, ways in found.items()]


def ways_of(products, *size):
    """Of such products, the ways of one and their times."""
    return next(p["us"] for p in products if tuple(p["size"]) == size)
