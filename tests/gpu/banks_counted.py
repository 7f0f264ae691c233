#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bank conflicts that the hardware counts beside those that wgdesc predicts.

    tests/gpu/banks_counted.py [--hgemm PROGRAM] [--ncu PROGRAM] [--markdown FILE] [--evidence FILE]

Runs `wgdesc-hgemm probe`, `wgdesc-hgemm swizzles` and both forms of the HGEMM under Nsight Compute and
compares the counted wavefronts, launch by launch, with the predictions. Exit status 0 when all are equal, 1 when one is
not, 3 when there is no profiler to count with."""
import argparse
import csv
import io
import json
import subprocess
import sys

SIZE = "1024x1024x512"
# Wavefronts of shared-memory accesses: of the probes by what the data stage of L1 served, of the HGEMM
# by instruction.
PROBE = {"ld": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
         "st": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}
HGEMM = {kind: f"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{kind}.sum"
         for kind in ("ldsm", "ld", "st")}
HGEMM["ldsm_conflicts"] = "sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm.sum"
HGEMM["st_conflicts"] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"


def output_of(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def machine(ncu):
    """What was measured on and with, as the evidence has it."""
    name, driver = output_of(["nvidia-smi", "--query-gpu=name,driver_version",
                              "--format=csv,noheader"]).splitlines()[0].split(", ")
    version = next(w for w in output_of([ncu, "--version"]).split() if w[:1].isdigit() and w.count(".") >= 2)
    return {"device": name, "driver_module": driver, "profiler": f"Nsight Compute {version}"}


def write_evidence(path, cmd, ncu, counts, **more):
    """A line of JSON for each launch; `counts` are dicts."""
    head = {"schema": "wgdesc/1", "cmd": cmd, **machine(ncu), **more}
    with open(path, "w", encoding="utf-8") as f:
        f.write(json.dumps(head)[:-1] + ', "launches": [\n')
        f.write(",\n".join(json.dumps(c) for c in counts) + "\n]}\n")


def count(ncu, metrics, command):
    """One dict of counts for each launch, in order."""
    text = output_of([ncu, "--clock-control", "none", "--csv", "--metrics",
                      ",".join(metrics.values()), *command])
    if '"ID"' not in text:
        raise RuntimeError("the profiler counted nothing: " + text.strip()[-400:])
    rows = csv.DictReader(io.StringIO(text[text.index('"ID"'):]))
    launches = {}
    for row in rows:
        value = float(row["Metric Value"].replace(",", ""))
        launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = int(value)
    keys = {v: k for k, v in metrics.items()}
    return [{keys[m]: v for m, v in launches[i].items()} for i in sorted(launches)]


def add_cell(table, want, counted):
    """table[(bytes, addresses)][access] is "4", or "4 not 5" where 5 was predicted."""
    addresses = f"`{want['formula']}`" + (f", i = {want['i']}" if want["i"] else "")
    partial = want["active"] != "0xffffffff" and "matrix" not in want["access"]
    addresses += f", lanes {want['active']}" if partial else ""
    size = {"b32": 4, "b64": 8}.get(want["access"].split(".")[1], 16)
    cell = str(counted)
    if counted != want["wavefronts"]:
        cell += f" not {want['wavefronts']}"
    table.setdefault((size, addresses), {})[want["access"]] = cell


def rows_of(table):
    kinds = ["ld", "st", "ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4", "stmatrix.x1", "stmatrix.x2",
             "stmatrix.x4"]
    lines = ["| bytes | address of lane t | " + " | ".join(kinds) + " |", "|---" * 10 + "|"]
    for (size, addresses), cells in table.items():
        short = {k.split(".b")[0]: v for k, v in cells.items()}
        lines.append(f"| {size} | {addresses} | " + " | ".join(short.get(k, "") for k in kinds) + " |")
    return lines


def count_swizzles(a, launches):
    """Appends each launch to `launches`. (launches, tiles, families, how many differ) of the best arrangements of a hundred tiles."""
    predicted = [json.loads(line) for line in output_of([a.hgemm, "swizzles", "list"]).splitlines()]
    counted = count(a.ncu, PROBE, [a.hgemm, "swizzles"])
    wrong = abs(len(predicted) - len(counted))
    families = {}
    for want, got in zip(predicted, counted):
        n = got["st" if want["access"].startswith("st") else "ld"]
        wrong += n != want["wavefronts"]
        families.setdefault(want["family"], set()).add(want["query"])
        launches.append({**want, "counted": n})
        print(f"{want['tile']}: {want['family']}, {want['access']} step {want['step']} predicted "
              f"{want['wavefronts']} counted {n}" + ("" if n == want["wavefronts"] else "  <- differs"))
    return (len(counted), sum(len(q) for q in families.values()),
            ", ".join(f"{f} {len(q)}" for f, q in sorted(families.items())), wrong)


def compared(want, got):
    """(what, predicted, counted) of one HGEMM."""
    kinds = {x["what"]: x for x in want["accesses"]}
    for kind, names in (("ldsm", ["ldmatrix A", "ldmatrix B"]), ("st", ["st result"]),
                        ("ld", ["ld result"])):
        yield (f"{' and '.join(names)}: wavefronts",
               sum(kinds[n]["wavefronts"] for n in names), got[kind])
        if kind + "_conflicts" in got:
            yield (f"{' and '.join(names)}: conflicts",
                   sum(kinds[n]["conflicts"] for n in names), got[kind + "_conflicts"])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--hgemm", default="build/wgdesc-hgemm")
    p.add_argument("--ncu", default="ncu")
    p.add_argument("--markdown")
    p.add_argument("--evidence")
    a = p.parse_args()
    try:
        output_of([a.ncu, "--version"])
    except (OSError, subprocess.CalledProcessError) as e:
        print(f"no profiler: {e}", file=sys.stderr)
        return 3
    wrong = 0
    table = {}
    predicted = [json.loads(line) for line in output_of([a.hgemm, "probe", "list"]).splitlines()]
    counted = count(a.ncu, PROBE, [a.hgemm, "probe"])
    print("probes:", len(predicted), "launches:", len(counted))
    for want, got in zip(predicted, counted):
        kind = "st" if want["access"].startswith("st") else "ld"
        equal = got[kind] == want["wavefronts"]
        wrong += not equal
        print(f"{want['access']:12} {want['formula']:45} {want['i']} {want['active']} "
              f"predicted {want['wavefronts']:3} counted {got[kind]:3}" +
              ("" if equal else "  <- differs"))
        add_cell(table, want, got[kind])
    wrong += len(predicted) != len(counted)
    lines = [f"{len(counted)} accesses, each alone in a kernel; {len(counted) - wrong} counted as "
             "predicted.", ""] + rows_of(table) + ["", f"HGEMM {SIZE}:", ""]
    each = []
    launches, tiles, families, differ = count_swizzles(a, each)
    wrong += differ
    lines[-2:-2] = ["", f"Best arrangements of {tiles} tiles ({families}): {launches} accesses, "
                    f"{launches - differ} counted as predicted."]
    lines += ["| form | accesses | predicted | counted |", "|---|---|---|---|"]
    for form in ("plain", "permuted"):
        want = json.loads(output_of([a.hgemm, "predict", form, SIZE]))
        got = count(a.ncu, HGEMM, [a.hgemm, "once", form, SIZE])[-1]
        print(f"hgemm {form}: predicted {json.dumps(want)} counted {json.dumps(got)}")
        for what, w, g in compared(want, got):
            wrong += g != w
            lines.append(f"| {form} | {what} | {w} | {g} |")
    if a.markdown:
        with open(a.markdown, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    if a.evidence:
        write_evidence(a.evidence, "banks-counted", a.ncu, each, tiles=tiles, differ=differ)
    print("all counted as predicted" if not wrong else f"{wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
