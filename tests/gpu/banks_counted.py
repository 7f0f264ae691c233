#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bank conflicts that the hardware counts beside those that wgdesc predicts.

    tests/gpu/banks_counted.py [--hgemm PROGRAM] [--ncu PROGRAM] [--markdown FILE]

Runs `wgdesc-hgemm probe` and both forms of the HGEMM under Nsight Compute and compares the counted
wavefronts, launch by launch, with the predictions. Exit status 0 when all are equal, 1 when one is
not, 3 when there is no profiler to count with."""
import argparse
import csv
import io
import json
import subprocess
import sys

SIZE = "1024x1024x512"
# Wavefronts of shared-memory loads (ldmatrix among them) and stores, by the names of several
# versions of the profiler; conflicts as the profiler derives them, for the record.
WANTED = {
    "ld": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"],
    "st": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st"],
    "ld_conflicts": ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld"],
    "st_conflicts": ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st"],
    "ldsm_conflicts": ["sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm",
                       "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm"],
    "sass_st_conflicts": ["sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st"],
    "sass_ld_conflicts": ["sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld"],
    "sass_wavefronts": ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared",
                        "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared"],
}


def output_of(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def metrics_of(ncu):
    known = {line.split()[0] for line in output_of([ncu, "--query-metrics", "--chips", "gh100"]).splitlines()
             if line.strip()}
    found = {}
    for key, names in WANTED.items():
        for name in names:
            if name in known:
                found[key] = name + ".sum"
                break
    return found


def count(ncu, metrics, command):
    """One dict of counts for each launch, in order."""
    text = output_of([ncu, "--clock-control", "none", "--csv", "--metrics",
                      ",".join(metrics.values()), *command])
    rows = csv.DictReader(io.StringIO(text[text.index('"ID"'):]))
    launches = {}
    for row in rows:
        value = float(row["Metric Value"].replace(",", ""))
        launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = int(value)
    keys = {v: k for k, v in metrics.items()}
    return [{keys[m]: v for m, v in launches[i].items()} for i in sorted(launches)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--hgemm", default="build/wgdesc-hgemm")
    p.add_argument("--ncu", default="ncu")
    p.add_argument("--markdown")
    a = p.parse_args()
    try:
        metrics = metrics_of(a.ncu)
    except (OSError, subprocess.CalledProcessError) as e:
        print(f"no profiler: {e}", file=sys.stderr)
        return 3
    print("metrics:", json.dumps(metrics))
    wrong = 0
    lines = ["| access | addresses | predicted wavefronts | counted |", "|---|---|---|---|"]
    predicted = [json.loads(line) for line in output_of([a.hgemm, "probe", "list"]).splitlines()]
    counted = count(a.ncu, metrics, [a.hgemm, "probe"])
    print("probes:", len(predicted), "launches:", len(counted))
    for want, got in zip(predicted, counted):
        kind = "st" if want["access"].startswith("st") else "ld"
        equal = got[kind] == want["wavefronts"]
        wrong += not equal
        mark = "" if equal else "  <- differs"
        print(f"{want['access']:12} {want['formula']:32} predicted {want['wavefronts']:3} "
              f"counted {got[kind]:3} {json.dumps(got)}{mark}")
        lines.append(f"| {want['access']} | `{want['formula']}` | {want['wavefronts']} | {got[kind]} |")
    wrong += len(predicted) != len(counted)
    lines += ["", f"HGEMM {SIZE}:", "", "| form | kind | predicted wavefronts | counted | "
              "predicted conflicts | counted |", "|---|---|---|---|---|---|"]
    for form in ("plain", "permuted"):
        want = json.loads(output_of([a.hgemm, "predict", form, SIZE]))
        got = count(a.ncu, metrics, [a.hgemm, "once", form, SIZE])[-1]
        print(f"hgemm {form}: predicted ld {want['ld']} st {want['st']} counted {json.dumps(got)}")
        for kind in ("ld", "st"):
            equal = got[kind] == want[kind]["wavefronts"]
            wrong += not equal
            lines.append(f"| {form} | {kind} | {want[kind]['wavefronts']} | {got[kind]} | "
                         f"{want[kind]['conflicts']} | {got.get(kind + '_conflicts', '-')} |")
    if a.markdown:
        with open(a.markdown, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    print("all counted as predicted" if not wrong else f"{wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
