#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgdesc-bench where there is no GPU: help, the list of kernels, refusals, and the way out."""
import os
import subprocess
import sys
import tempfile

BENCH = os.path.join(os.environ.get("B", "build"), "wgdesc-bench")
count = 0
failed = 0


def ok(good, name, why=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        for line in str(why).splitlines()[:20]:
            print("# " + line[:400])


def run(*args):
    env = dict(os.environ, CUDA_VISIBLE_DEVICES="")
    p = subprocess.run([BENCH, *args], capture_output=True, text=True, timeout=60, env=env)
    return p.returncode, p.stdout, p.stderr


if not os.access(BENCH, os.X_OK):
    print("1..0 # SKIP no wgdesc-bench here (needs nvcc)")
    sys.exit(0)

rc, out, err = run("--help")
ok(rc == 0 and err == "" and max(map(len, out.splitlines())) <= 100, "--help", (rc, out, err))
for option in ("shape", "case", "form", "kernel", "list", "no-check", "no-time", "rounds", "pause-ms",
               "lead-ms", "burst-ms", "seed", "cublas", "no-cublas", "cublas-tries", "json", "help",
               "version"):
    ok(f"  --{option}" in out, f"--help tells of --{option}", out)
for word in ("gN", "kN", "mN", "wN", "sN", "pN", "aN", "snake", "pdl"):
    ok(word in out, f"--help tells of /{word}", out)
rc, out, err = run("--version")
ok(rc == 0 and out.startswith("wgdesc-bench ") and err == "", "--version", (rc, out, err))
rc, out, err = run("--list")
rows = [line.split()[:2] for line in out.splitlines()]
for name in ("v1", "v2", "v3", "v3-64x64-c1x2", "v3-64x192-c2x1", "v3-256x128-c1x2", "cublas"):
    ok([name, "bf16"] in rows, f"--list has {name}", out)
for form in ("bf16-k-mn", "bf16-mn-k", "bf16-mn-mn", "e4m3", "f16-acc16", "tf32"):
    ok(["v3", form] in rows, f"--list has v3 for {form}", out)

REFUSED = [
    ("--shape", "12"), ("--shape", "0x1x1"), ("--shape", "1x1"), ("--shape", "1x1x1x1"),
    ("--shape", "-1x1x1"), ("--shape", "1x1x99999999999"), ("--shape", "1x1x1 "),
    ("--case", "64x64x64"), ("--case", "64x64=v3"), ("--case", "64x64x64=v3,"), ("--case", "64x64x64=v9"),
    ("--case", "64x64x64=v3/k17,v3"), ("--case", "=v3"), ("--case", "0x1x1=v3"), ("--case", "64x64x64="),
    ("--form", "fp32"), ("--form", "f16"), ("--form", ""), ("--kernel", "v9"), ("--kernel", "v3/g0"),
    ("--kernel", "v3/"), ("--kernel", "v3/gx"), ("--kernel", "v3/k0"), ("--kernel", "v3/k17"),
    ("--kernel", "v3/m257"), ("--kernel", "v3/w7"), ("--kernel", "v3/a65"), ("--kernel", "v3/s1"), ("--kernel", "v3/s33"), ("--kernel", "v3/k2/"), ("--kernel", ""), ("--rounds", "0"),
    ("--rounds", "1001"), ("--rounds", "3.5"), ("--pause-ms", "-1"), ("--lead-ms", "10001"),
    ("--burst-ms", "x"), ("--seed", "-1"), ("--seed", "9223372036854775808"),
    ("--cublas-tries", "0"), ("--cublas-tries", "33"),
]
for option, value in REFUSED:
    rc, out, err = run(f"{option}={value}")
    ok(rc == 2 and out == "" and f"({option}: got {value}, want" in err and "hint:" in err,
       f"{option}={value!r} is refused", (rc, out, err))
for args in (["--nonsense"], ["--shape"], ["stray"]):
    rc, out, err = run(*args)
    ok(rc == 2 and out == "" and err != "", f"{args} is refused", (rc, out, err))

with tempfile.TemporaryDirectory() as scratch:
    path = os.path.join(scratch, "x.json")
    rc, out, err = run("--json", path)
    ok(rc == 77 and out == "" and "no usable GPU" in err, "no GPU: exit 77, one line",
       (rc, out, err))
    ok(os.listdir(scratch) == [], "no GPU: no file is left")



def host_test(name, what, plan):
    """Every line of a program's TAP, and that it came to its end."""
    p = subprocess.run([os.path.join(os.path.dirname(BENCH), "kernels", name)], capture_output=True, text=True, timeout=60)
    for line in p.stdout.splitlines():
        if " - " in line:
            ok(line.startswith("ok"), what + ": " + line.split(" - ", 1)[1], p.stdout)
    ok(p.returncode == 0 and p.stdout.splitlines()[-1] == "1..%d" % plan, name + " came to its end", p.stdout)


host_test("gemm_refusals", "refused", 16)
host_test("gemm_band", "claims", 62)
host_test("bench_order", "order", 36)

print(f"1..{count}")
sys.exit(failed > 0)
