#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The proof of the layout algebra as it last ran: docs/evidence/proof.json is of the harnesses and of the list of what is
argued that are in the tree, every public function has an entry point or is named, and docs/reliability.md says what it
says."""
import re
import sys

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "tests/prove")
sys.dont_write_bytecode = True
import frama  # noqa: E402
from evidence import read_evidence  # noqa: E402
from prove import PLANTED, known  # noqa: E402
from tap import done, ok, same  # noqa: E402

# What only takes its arguments apart, copies them, or is a table; and what is asked through another.
NOT_ASKED = set("""
wgd_tuple_set wgd_tuple_is_leaf wgd_layout_set_1d wgd_layout_set_2d wgd_layout_rank wgd_layout_clear wgd_layout_empty
wgd_composed_snprintf wgd_tiler_layout wgd_tiler_size wgd_tiler_keep wgd_tiler_list wgd_put_tuple wgd_put_layout wgd_put_composed
wgd_layout_op_count wgd_layout_op_at wgd_layout_op_find wgd_layout_arg_parse wgd_put_layout_result wgd_layout_op_run
""".split())

proof = read_evidence("proof")
with open("docs/reliability.md") as f:
    page = " ".join(f.read().split())

same(proof["entry_points"], {s: frama.entries(s) for s in frama.SUBJECTS}, "it ran on every entry point")
same({(a["function"], a["property"]): a["reason"] for a in proof["argued"]}, {x: r for x, (r, _) in known().items()}, "known.txt is what it left")
same(proof["options"], frama.EVA, "as it is run")
declared = set()
for header in ("wgd_layout.h", "wgd_linear.h", "wgd_layout_op.h"):
    with open("layout/" + header) as f:
        declared |= set(re.findall(r"^[a-z][\w *]*?\b(wgd_\w+)\(", f.read(), re.M))
called = set()
for s in frama.SUBJECTS:
    with open("tests/prove/%s.c" % s) as f:
        called |= set(re.findall(r"\bwgd_\w+(?=\()", f.read()))
same(sorted(declared - called - NOT_ASKED), [], "every public function is an entry point, or is named here")
same(sorted(NOT_ASKED - declared), [], "what is named is declared")
n = sum(len(e) for e in proof["entry_points"].values())
for words in ("%d entry points" % n, "{:,} statements".format(proof["statements"]),
              "%d places" % len(proof["argued"]), proof["date"], proof["analyzer"].split("-beta")[0]):
    ok(words in page, "docs/reliability.md says: " + words)
for file, code, _, _, entry, _, _ in PLANTED:
    with open("layout/" + file) as f:
        same(f.read().count(code), 1, "a fault can be put into " + file)
    ok(any(entry in e for e in proof["entry_points"].values()), "and is met by " + entry)
done()
