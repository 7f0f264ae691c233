#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run-evidence.sh with programs that only write what a device would: its files are named by the
device, a program that fails is told, and without a GPU nothing is left."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import done, ok, same  # noqa: E402

VERIFY = """#!/bin/sh
echo "$*" >>"$CALLS"
[ -n "$NO_GPU" ] && { echo "no usable GPU" >&2; exit 77; }
while [ $# -gt 1 ]; do
    case $1 in --evidence) echo '{"device": "%s"}' >"$2" ;; --junit) echo '<x/>' >"$2" ;; esac
    shift
done
exit ${FAIL:-0}
"""
SANITIZER = "#!/bin/sh\n[ \"$1\" = --version ] && echo Version 1.0 && exit 0\n" \
            "echo '========= ERROR SUMMARY: 0 errors'; echo '1 passed, 0 failed'\n"


def run_evidence(device, **env):
    """-> exit status, the files, what was called"""
    with tempfile.TemporaryDirectory() as d:
        b, tools, out = (os.path.join(d, n) for n in ("build", "tools", "out"))
        scripts = {"build/wgdesc-verify": VERIFY % device, "build/wgdesc-cost": VERIFY % device,
                   "build/examples/wgmma_x": "#!/bin/sh\necho fine\n",
                   "tools/compute-sanitizer": SANITIZER, "tools/cuobjdump": "#!/bin/sh\nexit 0\n"}
        for name, text in scripts.items():
            os.makedirs(os.path.dirname(os.path.join(d, name)), exist_ok=True)
            with open(os.path.join(d, name), "w", encoding="ascii") as f:
                f.write(text)
            os.chmod(os.path.join(d, name), 0o755)
        calls = os.path.join(d, "calls")
        p = subprocess.run(["kernels/verify/run-evidence.sh", out, b], capture_output=True, text=True,
                           env=dict(os.environ, PATH=tools + ":" + os.environ["PATH"], CALLS=calls, **env))
        with open(calls, encoding="ascii") as f:
            return p.returncode, sorted(os.listdir(out)), f.read()


for device, name in (("NVIDIA H100 80GB HBM3", "h100"), ("NVIDIA H200", "h200"),
                     ("NVIDIA GH200 480GB", "gh200"), ("Strange", "unknown")):
    rc, files, calls = run_evidence(device)
    wanted = {"verify-%s.json", "verify-%s.xml", "verify-%s.txt", "exhaustive-%s.json", "cost-%s.json",
              "sanitize-%s.json", "examples-%s.txt"}
    same(wanted - {f.replace(name, "%s") for f in files}, set(), device + ": a file for each")
    ok(all(name in f for f in files), device + ": every name has it", files)
    ok("--exhaustive --device all" in calls, "every GPU of the host", calls)
rc, files, calls = run_evidence("NVIDIA H100", FAIL="1")
same(rc, 1, "a mismatch is the exit status")
rc, files, calls = run_evidence("NVIDIA H100", NO_GPU="1")
same((rc, [f for f in files if f.endswith(".json")]), (77, []), "no GPU: 77, and no evidence")
done()
