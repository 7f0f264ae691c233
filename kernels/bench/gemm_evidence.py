#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gathers what gemm_bench.sh left in a folder into one JSON file, and prints its tables as Markdown.

usage: kernels/bench/gemm_evidence.py FOLDER DATE DRIVER [BEFORE] > gemm-h100.json   (tables on stderr)

What the folder lacks is taken from BEFORE, such a file of an earlier call. gemm_tables.py writes the tables of docs/performance.md.
"""
import csv
import json
import os
import statistics
import sys

COUNTERS = {
    "gpu__time_duration.sum": "ns",
    "sm__cycles_elapsed.max": "cycles",
    "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_elapsed": "tensor_percent",
    "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed": "shared_percent",
    "lts__t_sectors.avg.pct_of_peak_sustained_elapsed": "l2_percent",
    "lts__t_sector_hit_rate.pct": "l2_hit_percent",
    "dram__bytes.sum": "dram_bytes",
    "sm__inst_executed.sum": "instructions",
}


def counters(path):
    """The last profiled launch of each kernel, in order."""
    with open(path, encoding="ascii") as f:
        lines = [line for line in f if line.startswith('"')]
    kernels = {}
    for row in csv.DictReader(lines):
        name = row["Metric Name"]
        if name in COUNTERS:
            short = row["Kernel Name"].split("(CU")[0].split("<unnamed>::")[-1]
            key = f'{short} grid {row["Grid Size"]}'.replace("void ", "")
            value = float(row["Metric Value"].replace(",", ""))
            kernels.setdefault(key, {})[COUNTERS[name]] = value
    return [dict(kernel=k, **v) for k, v in kernels.items()]


def clocks(path):
    """What the chip did while it was busy: medians over the samples above 600 W."""
    rows = []
    with open(path, encoding="ascii") as f:
        for line in f:
            part = [p.strip() for p in line.split(",")]
            if len(part) == 4 and part[1].endswith(" W"):
                rows.append((int(part[0].split()[0]), float(part[1].split()[0]),
                             int(part[2]), part[3]))
    busy = [r for r in rows if r[1] > 600]
    return {"samples": len(busy), "sm_mhz": statistics.median(r[0] for r in busy),
            "watts": statistics.median(r[1] for r in busy),
            "celsius": statistics.median(r[2] for r in busy),
            "limited_by": sorted({r[3] for r in busy})}


def table(results, head):
    print(f"\n{head}\n\n| form | M x N x K | kernel | us | TFLOP/s | of cuBLAS |\n|---|---|---|--:|--:|--:|",
          file=sys.stderr)
    for r in results:
        for t in r["timings"]:
            name = t["kernel"] + (f' ({t["instance"]})' if t.get("instance") else "")
            print(f'| {r["form"]} | {r["m"]} x {r["n"]} x {r["k"]} | {name} | {t["median_us"]:.1f} '
                  f'| {t["tflops"]:.0f} | {t.get("ratio", 0):.3f} |', file=sys.stderr)


def lines(value, depth):
    """JSON with line breaks down to this depth."""
    if depth == 0 or not isinstance(value, (dict, list)):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, dict):
        parts = [json.dumps(k) + ":" + lines(v, depth - 1) for k, v in value.items()]
        return "{" + ",\n".join(parts) + "}"
    return "[" + ",\n".join(lines(v, depth - 1) for v in value) + "]"


def main():
    folder, date, driver, *before = sys.argv[1:]
    out = {"schema": "wgdesc/1", "cmd": "bench-evidence", "parts": {}}
    for path in before:
        with open(path, encoding="ascii") as f:
            out = json.load(f)
    for part in ("versions", "sustained", "forms", "e4m3", "f16-acc16", "tf32", "wide", "triples", "single"):
        path = os.path.join(folder, part + ".json")
        if before and not os.path.exists(path):
            continue
        with open(path, encoding="ascii") as f:
            data = json.load(f)
        for key in ("device", "multiprocessors", "l2_bytes", "clusters_at_once", "driver", "runtime", "library"):
            if out.setdefault(key, data[key]) != data[key]:
                sys.exit(f"{path}: {key} is {data[key]}, and was {out[key]}")
        keep = ("pause_ms", "lead_ms", "burst_ms", "rounds", "seed", "results")
        out["parts"][part] = {"date": date, **{k: data[k] for k in keep}}
        table(data["results"], part)
    if out.setdefault("driver_version", driver) != driver:
        sys.exit(f"the driver is {driver}, and was {out['driver_version']}")
    for key, name, read in (("under_load", "clocks.csv", clocks), ("counters", "counters.csv", counters)):
        path = os.path.join(folder, name)
        if not before or os.path.exists(path):
            out[key] = read(path)
    print(lines(out, 3))


if __name__ == "__main__":
    main()
