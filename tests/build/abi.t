#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The unit tests of the binary interface (tests/unit/abi) name every constant with a value of its own, and every array in a
structure, that the public headers have."""
import glob
import re
import sys

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "tests/mutate")
sys.dont_write_bytecode = True
from enumerators import entries, without_comments  # noqa: E402
from tap import done, same  # noqa: E402


def read(path):
    with open(path, encoding="ascii") as f:
        return without_comments(f.read())


def constants(text):
    """Those of enumerations whose value is said, not counted by a macro."""
    for name, start, end, said in (entry for entries_of_one in entries(text) for entry in entries_of_one):
        value = text[start:end].partition("=")[2]
        if said and re.search(r"\d", value) and "(" not in value:
            yield name


def arrays(text):
    for s in re.finditer(r"typedef\s+struct\s+\w+\s*(\{(?:[^{}]|\{[^{}]*\})*\})\s*(\w+);", text):
        yield from ("%s.%s" % (s.group(2), member) for member in re.findall(r"(\w+)\[[^\]]*\]", s.group(1)))


headers = [read(path) for path in sorted(glob.glob("layout/wgd*.h") + glob.glob("desc/wgd*.h"))]
same(sorted(re.findall(r"\bCONSTANT\((\w+), -?\d+\)", read("tests/unit/abi/test_abi_constants.c"))),
     sorted(name for text in headers for name in constants(text)), "constants")
same(sorted("%s.%s" % x for x in re.findall(r"\bARRAY\((\w+), (\w+), \d+\)", read("tests/unit/abi/test_abi_arrays.c"))),
     sorted(name for text in headers for name in arrays(text)), "arrays")
done()
