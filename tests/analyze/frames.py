#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The stack of every function of the library, as gcc -O2 lays it out: 8 KB at most, none excepted.

    tests/analyze/frames.py CC FOLDER FLAG... -- SOURCE...
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MOST = 8192


def main():
    at = sys.argv.index("--")
    cc, folder, flags, sources = sys.argv[1], sys.argv[2], sys.argv[3:at], sys.argv[at + 1:]
    os.makedirs(folder, exist_ok=True)

    def frames(source):
        out = os.path.join(folder, source.replace("/", "_") + ".o")
        p = subprocess.run([cc, *flags, "-O2", "-fstack-usage", "-c", source, "-o", out], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        if p.returncode != 0:
            raise SystemExit("frames: %s: %s" % (source, p.stdout.decode()[:2000]))
        with open(out[:-2] + ".su", encoding="ascii") as f:
            rows = [line.split("\t") for line in f]
        return [(int(size), "%s:%s" % (source, place.split(":")[-1].split(".")[0])) for place, size, _ in rows]

    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        found = sorted((x for part in pool.map(frames, sources) for x in part), reverse=True)
    big = [(size, name) for size, name in found if size > MOST]
    for size, name in big:
        print("  frames: %d bytes: %s" % (size, name))
    print("  frames: %d functions, %d over %d bytes, the largest %d" % (len(found), len(big), MOST, found[0][0]))
    sys.exit(1 if big else 0)


if __name__ == "__main__":
    main()
