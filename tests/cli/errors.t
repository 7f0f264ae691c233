#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of errors as it was released: values, codes and exit statuses never change."""
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same

RELEASED = [
    (0, "ok", 0), (1, "syntax", 2), (2, "limit", 2), (3, "overflow", 2), (4, "not_congruent", 2),
    (5, "divisibility", 2), (6, "domain", 2), (7, "value", 2), (8, "dtype", 2), (9, "major", 2),
    (10, "n", 2), (11, "tile", 2), (12, "cover", 2), (13, "align", 2), (14, "range", 2),
    (15, "no_descriptor", 1), (16, "json", 2), (17, "key", 2), (18, "usage", 2),
    (19, "too_long", 2), (20, "io", 3), (21, "memory", 3), (22, "internal", 3),
    (23, "instruction", 2), (24, "fit", 1),
]

rc, out, err = run("list", "errors", "--json")
errors = json.loads(out)["errors"]
same([(e["value"], e["code"], e["exit_status"]) for e in errors[:len(RELEASED)]], RELEASED,
     "list errors --json")
same([e["value"] for e in errors], sorted(e["value"] for e in errors), "in the order of the values")
ok(all(e["text"] for e in errors), "each says what it means")
rc, out, err = run("list", "errors")
same([re.split(r" +", line.strip(), 3)[:3] for line in out.splitlines()[1:]],
     [[str(e["value"]), e["code"], str(e["exit_status"])] for e in errors], "list errors")
schema = json.load(open("docs/wgdesc.schema.json"))
codes = re.findall(r'"enum": *\[([^]]*"no_descriptor"[^]]*)\]', json.dumps(schema))
ok(codes and {e["code"] for e in errors} - {"ok"} <= set(re.findall(r'"(\w+)"', codes[0])),
   "the schema knows every code")
done()
