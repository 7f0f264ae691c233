#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns answers of wgdesc into constants: JSON in, one object a line, C or Python out.

    wgdesc desc --operand b --major k --swizzle 128B --shape 256x64 --json | constants.py
    wgdesc batch tiles.jsonl | constants.py --lang python > tiles.py

The "id" of a request names its constants, else its command does. Answers of desc and plan give the
constants below, those of 'emit --lang json' all they have. Any other answer, or a failed one, ends
the run with status 1 and nothing written.
"""
import argparse
import json
import re
import sys


def from_desc(a):
    yield "DESC", int(a["descriptor"], 16)
    yield "LBO", a["lbo"]["field"]
    yield "SBO", a["sbo"]["field"]
    yield "LAYOUT_TYPE", a["layout_type"]["value"]
    yield "TRANSPOSE", a["transpose"]
    yield "BYTES", a["smem"]["bytes"]
    yield "ALIGNMENT", a["smem"]["alignment"]
    yield "BLOCKS", len(a["blocks"])
    # What to add to DESC for each block: the start address is its low field, in 16-byte units.
    yield "ADVANCE", [b["offset_bytes"] // 16 for b in a["blocks"]]


def from_plan(a):
    yield "STAGES", a["smem"]["stages"]
    yield "STAGE_BYTES", a["smem"]["stage_bytes"]
    yield "SMEM_BYTES", a["smem"]["total_bytes"]
    yield "EXPECT_BYTES", a["barriers"]["full_expect_bytes"]
    yield "INST_N", a["instruction"]["n"]
    yield "THREADS", a["warpgroups"]["threads"]
    for o in "ab":
        yield o.upper() + "_DESC", int(a[o]["descriptor"], 16)
        yield o.upper() + "_K_ADVANCE", [x // 16 for x in a[o]["advance"]["k"]["offset_bytes"]]
        yield o.upper() + "_MN_ADVANCE", [x // 16 for x in a[o]["advance"]["mn"]["offset_bytes"]]
        yield o.upper() + "_BOX", a[o]["tensor_map"]["box_dim"]


def from_emit(a):
    yield from a["constants"].items()
    yield from ((k, int(v, 16)) for k, v in a["descriptors"].items())


READERS = {"desc": from_desc, "plan": from_plan, "emit": from_emit}


def c_line(name, value):
    if isinstance(value, list):
        return "static const uint32_t %s[%d] = {%s};" % (name, len(value), ", ".join(map(str, value)))
    return "#define %s %s" % (name, value if value < 1 << 31 else "UINT64_C(0x%016x)" % value)


def python_line(name, value):
    return "%s = %s" % (name, hex(value) if isinstance(value, int) and value >= 1 << 31 else value)


def main():
    p = argparse.ArgumentParser(description="constants from the JSON of wgdesc")
    p.add_argument("--lang", choices=["c", "python"], default="c")
    lang = p.parse_args().lang
    lines = ["#include <stdint.h>"] if lang == "c" else []
    for n, text in enumerate(sys.stdin, 1):
        a = json.loads(text)
        if not a["ok"] or a["cmd"] not in READERS or (a["cmd"] == "emit" and a["lang"] != "json"):
            sys.exit("line %d: %s" % (n, a["error"]["message"] if not a["ok"] else "no constants in this answer"))
        name = re.sub(r"\W", "_", str(a.get("id", a.get("prefix", a["cmd"])))).upper()
        lines += [(c_line if lang == "c" else python_line)("%s_%s" % (name, k), v) for k, v in READERS[a["cmd"]](a)]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
