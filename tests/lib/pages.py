# SPDX-License-Identifier: MIT
"""A page of docs/, and the figures that its words tell."""
from tap import ok


class Page:
    def __init__(self, path):
        with open(path, encoding="ascii") as f:
            self.text = f.read()
        self.flat = " ".join(self.text.split())

    def told(self, words, *figures):
        """The page says these words, wherever its lines end, with these figures in the places of `#`; `%%` is a percent sign."""
        words = words.replace("#", "%s") % figures
        ok(words in self.flat, "the page has: " + words)
