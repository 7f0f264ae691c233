# SPDX-License-Identifier: MIT
"""The tables of a page, as tests compare them with what they were made from."""


def section(page, begin, end):
    """The rows of the table between two texts, without its head, as lists of cells."""
    text = page[page.index(begin):]
    text = text[:text.index(end)]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[c.strip() for c in line.strip("|").split("|")] for line in rows[2:]]


def marked(page, name):
    """The same, of the table between <!-- name --> and <!-- end name -->."""
    return section(page, "<!-- %s -->" % name, "<!-- end %s -->" % name)
