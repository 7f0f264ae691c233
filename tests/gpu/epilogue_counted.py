#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Wavefronts that the hardware counts for emitted epilogues beside those that wgdesc predicts.

    tests/gpu/epilogue_counted.py [--program PROGRAM] [--ncu PROGRAM] [--evidence FILE]

Runs `wgdesc-epilogue count`, one launch for each case, under Nsight Compute. Exit status 0 when all
wavefronts and conflicts are as predicted, 1 when one is not, 3 when there is no profiler to count with."""
import argparse
import json
import subprocess
import sys

from banks_counted import PROBE, count, output_of, write_evidence

METRICS = {"wavefronts": PROBE["st"],
           "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--program", default="build/wgdesc-epilogue")
    p.add_argument("--ncu", default="ncu")
    p.add_argument("--evidence")
    a = p.parse_args()
    predicted = [json.loads(line) for line in output_of([a.program, "list"]).splitlines()]
    try:
        counted = count(a.ncu, METRICS, [a.program, "count"])
    except (OSError, subprocess.CalledProcessError, RuntimeError) as e:
        print(f"nothing counted: {e}", file=sys.stderr)
        return 3
    differ = abs(len(predicted) - len(counted))
    launches = []
    for want, got in zip(predicted, counted):
        equal = all(got[m] == want[m] for m in METRICS)
        differ += not equal
        launches.append({**want, "counted": got})
        print(f"{want['case']:55} predicted {want['wavefronts']:6} wavefronts, {want['conflicts']:6} "
              f"conflicts; counted {got['wavefronts']:6}, {got['conflicts']:6}" +
              ("" if equal else "  <- differs"))
    if a.evidence:
        write_evidence(a.evidence, "epilogue-counted", a.ncu, launches, differ=differ)
    print(f"{len(counted)} launches, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
