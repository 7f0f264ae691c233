#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the fuzz targets' replay programs on inputs made from their seeds, many times and without sanitizers, and
adds what ran to docs/evidence/fuzz.json, so that a goal is reached in several goes.

    make fuzz-count FUZZ_SECONDS=600

The work of a target is in chunks, `replay_TARGET RUNS SEED`, each with a seed of its own, so that any of it can be
repeated. A chunk that had not ended when time was up is not counted, nor is one that aborted; its input is kept.
Targets that can reach their goal in the time come first, those that want least before the others; the others share
what is left by what of their goal is done."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

GOALS = {"layout": 10**9, "word": 10**9}
GOAL = 10**8
CHUNK_SECONDS = 6  # about so long; what runs when time is up is lost
FIRST = 2000       # runs of a target's first chunk, which tells its speed


class Target:
    """A target, what ran of it before, and what runs now."""

    def __init__(self, known, folder):
        self.name = known["target"]
        self.program = os.path.join(folder, "replay_" + self.name)
        self.before, self.parts = known["runs"], known["parts"]
        self.goal = GOALS.get(self.name, GOAL)
        self.aborts = known["aborts"]
        self.next_seed = max(last for p in self.parts for _, last in p["seeds"]) + 1
        self.chunk, self.seconds, self.known = FIRST, None, False
        self.ended, self.under_way = {}, 0  # {runs of a chunk: its seeds}

    def runs(self):
        return self.before + sum(n * len(seeds) for n, seeds in self.ended.items())

    def lacks(self):
        """None where something was found: that is to be mended first."""
        return 0 if self.aborts else max(0, self.goal - self.runs() - self.under_way)

    def cost(self):
        """Seconds of a core until the goal."""
        return self.lacks() * self.seconds

    def measured(self, runs, seconds):
        """The larger a chunk, the less of its time is the start of the program: it only grows, and in steps, so that
        the seeds of most chunks stand together."""
        self.seconds, self.known = seconds / runs, seconds > CHUNK_SECONDS / 20
        while self.chunk * 5 * self.seconds < CHUNK_SECONDS:
            self.chunk *= 5

    def told(self):
        parts = [dict(p) for p in self.parts]
        for n, seeds in sorted(self.ended.items()):
            ranges = ranges_of(sorted(seeds))
            same = [p for p in parts if p["runs"] == n]
            if same:
                same[0]["seeds"] = same[0]["seeds"] + ranges
            else:
                parts.append({"runs": n, "seeds": ranges})
        return {"target": self.name, "runs": self.runs(), "aborts": self.aborts, "parts": parts}


def ranges_of(numbers):
    """[[first, last], ...] of sorted numbers"""
    found = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return found


class Job:
    """A chunk that runs."""

    def __init__(self, target, folder):
        self.target, self.runs, self.seed = target, target.chunk, target.next_seed
        target.next_seed += 1
        target.under_way += self.runs
        self.input = os.path.join(folder, "%s-%d" % (target.name, self.seed))
        self.start = time.monotonic()
        self.process = subprocess.Popen([target.program, str(self.runs), str(self.seed)], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env=dict(os.environ, WGD_INPUT=self.input))

    def end(self):
        """What went wrong, or None."""
        t = self.target
        t.under_way -= self.runs
        status = self.process.returncode
        if status == 0:
            t.ended.setdefault(self.runs, []).append(self.seed)
            if self.runs == t.chunk:
                t.measured(self.runs, time.monotonic() - self.start)
            return None
        t.aborts += 1
        held = b""
        if os.path.exists(self.input):
            with open(self.input, "rb") as f:
                held = f.read()
        return {"target": t.name, "runs": self.runs, "seed": self.seed, "status": status, "input": held.hex()}


def wanted(targets, seconds, cores):
    """The target whose chunk is next; None where all are done or begun. Each is measured first."""
    new = [t for t in targets if not t.known and t.lacks()]
    if any(not t.under_way for t in new):
        return next(t for t in new if not t.under_way)
    some = sorted((t for t in targets if t.known and t.lacks()), key=lambda t: t.cost())
    if some and some[0].cost() < 0.9 * seconds * cores:
        return some[0]
    return min(some, key=lambda t: (t.runs() + t.under_way) / t.goal, default=None)


def count(targets, cores, seconds, folder):
    """The faults that were found; what ran is in the targets."""
    until = time.monotonic() + seconds
    jobs, faults = [], []
    while True:
        left = until - time.monotonic()
        for j in [j for j in jobs if j.process.poll() is not None]:
            jobs.remove(j)
            fault = j.end()
            faults += [fault] if fault else []
        while left > 0 and len(jobs) < cores:
            target = wanted(targets, left, cores)
            if target is None:
                break
            jobs.append(Job(target, folder))
        if left <= 0 or not jobs:
            break
        time.sleep(0.02)
    for j in jobs:
        j.process.kill()
        j.process.wait()
    return faults


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--programs", default="build/fuzz", help="the folder of replay_TARGET")
    p.add_argument("--known", default="docs/evidence/fuzz.json", help="what ran before")
    p.add_argument("--write", default="docs/evidence/fuzz.json", help="gets that and what ran now")
    p.add_argument("--faults", default="build/fuzz/faults.json", help="gets the chunks that aborted, and their inputs")
    p.add_argument("--cores", type=int, default=os.cpu_count())
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--only", default="", help="these targets")
    a = p.parse_args()
    with open(a.known, encoding="ascii") as f:
        known = json.load(f)
    targets = [Target(t, a.programs) for t in known["targets"]]
    now = [t for t in targets if not a.only or t.name in a.only.split()]
    with tempfile.TemporaryDirectory() as folder:
        faults = count(now, a.cores, a.seconds, folder)
    known["targets"] = [t.told() for t in targets]
    known["date"] = time.strftime("%Y-%m-%d")
    lines = ",\n".join("  " + json.dumps(t) for t in known.pop("targets"))
    head = json.dumps(known, indent=1)[:-2]
    with open(a.write, "w", encoding="ascii") as f:
        f.write("%s,\n \"targets\": [\n%s\n ]\n}\n" % (head, lines))
    for t in now:
        print("%-10s %13d of %13d, %d aborted%s" % (t.name, t.runs(), t.goal, t.aborts, "" if t.seconds is None else
                                                    ", %.2f us each" % (1e6 * t.seconds)))
    os.makedirs(os.path.dirname(a.faults) or ".", exist_ok=True)
    with open(a.faults, "w", encoding="ascii") as f:
        json.dump(faults, f, indent=1)
        f.write("\n")
    for x in faults:
        print("%s: seed %d, %d runs: ended with %d, input %s" % (x["target"], x["seed"], x["runs"], x["status"], x["input"]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
