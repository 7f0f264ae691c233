# SPDX-License-Identifier: MIT
"""What was measured: the files of docs/evidence."""
import functools
import json


@functools.lru_cache(maxsize=None)
def read_evidence(name):
    """A file of docs/evidence, without its ending; the same object each time, not to be changed."""
    with open("docs/evidence/%s.json" % name, encoding="ascii") as f:
        return json.load(f)
