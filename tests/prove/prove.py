#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""prove.py [--build DIR] [--jobs N] [--planted | --write FILE] [ENTRY...]

Each public function of the layout algebra under Frama-C's Eva, on all arguments within its limits: what Eva cannot
prove is in known.txt with its reason, or the run fails. --planted: with faults put in, one at a time, it does fail."""
import argparse
import datetime
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, "tests/prove")
sys.dont_write_bytecode = True
import frama  # noqa: E402
import sources  # noqa: E402

# File, code, what stands there instead, the entry point that meets it, and what is then said.
PLANTED = [
    ("algebra/layout.c", "fits = lay_mul(step, s, &step) && fits;", "step *= s;", "layouts", "layout_compact",
     "compact_run", "step * s"),
    ("algebra/inverse.c", "if (cotarget[i] < 1) {", "if (cotarget[i] < 0) {", "layouts", "complement",
     "rest_of_cotarget", "extent >= 1"),
    ("algebra/lay.h", "if (o->shape.n_nodes >= WGD_MAX_NODES) {", "if (o->shape.n_nodes > WGD_MAX_NODES) {", "layouts",
     "composition_by", "lay_open", "WGD_MAX_NODES"),
    ("algebra/recast.c", "*up = new_log > old_log ? INT64_C(1) << (new_log - old_log) : 1;",
     "*up = INT64_C(1) << (new_log - old_log);", "layouts", "position_independent", "lay_recast_ratio", "< 64"),
]


def known():
    """{(function, property): (reason, entry points)} of known.txt: a reason, and what it is the reason of, each a line
    indented; with "in ENTRY ..." behind it only there, else everywhere."""
    found, reason, within = {}, [], False
    with open(frama.HERE + "/known.txt") as f:
        for line in f:
            if line.startswith("    "):
                what, _, only = line.strip().partition(" in ")
                found[tuple(what.split(": ", 1))] = (" ".join(reason), only.split())
                within = True
            elif line.strip() and not line.startswith("#"):
                reason = [line.strip()] if within else reason + [line.strip()]
                within = False
            else:
                within = True
    return found


def argued(excused, what, entry):
    """Is it in known.txt that Eva cannot tell this of that entry point?"""
    return what in excused and (not excused[what][1] or entry in excused[what][1])


def planted(build, jobs):
    """Every fault that is put in must be seen."""
    excused, missed = known(), 0

    def one(i):
        file, code, other, subject, entry, _, _ = PLANTED[i]
        here = "%s/planted%d" % (build, i)
        sources.write("%s/%s" % (here, subject), frama.SUBJECTS[subject][0], [(file, code, other)])
        return frama.analyse(here, subject, entry)

    with ThreadPoolExecutor(jobs) as pool:
        for plant, (fault, _, left) in zip(PLANTED, pool.map(one, range(len(PLANTED)))):
            new = [x for x in left if not argued(excused, x, plant[4])]
            seen = not fault and any(plant[5] in f and plant[6] in p for f, p in new)
            missed += not seen
            said = "seen" if seen else fault or "NOT seen: %s" % sorted(new)
            print("  prove: %s: %s: %s" % (plant[0], plant[2], said))
    return missed


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--planted", action="store_true")
    p.add_argument("--write")
    p.add_argument("entry", nargs="*")
    o = p.parse_args()
    build = o.build + "/prove"
    if o.planted:
        return 1 if planted(build, o.jobs) else 0
    for subject, (stands, _) in frama.SUBJECTS.items():
        sources.write("%s/%s" % (build, subject), stands)
    todo = [(s, e) for s in frama.SUBJECTS for e in frama.entries(s) if not o.entry or e in o.entry]
    excused, met, bad, statements = known(), {}, 0, 0
    with ThreadPoolExecutor(o.jobs) as pool:
        for (_, e), (fault, n, left) in zip(todo, pool.map(lambda t: frama.analyse(build, *t), todo)):
            statements += n
            new = sorted(x for x in left if not argued(excused, x, e))
            for x in left - set(new):
                met.setdefault(x, []).append(e)
            for text in [fault] if fault else ["%s: not proved: %s" % x for x in new]:
                print("  prove: %s: %s" % (e, text), flush=True)
                bad += 1
    if not o.entry:
        for x in sorted(set(excused) - set(met)):
            print("  prove: known.txt has what is proved, or not asked: %s: %s" % x)
            bad += 1
    print("  prove: %d entry points, %d statements, %d argued by hand, %d not" % (len(todo), statements, len(met), bad))
    if o.write and not bad:
        with open(o.write, "w") as f:
            json.dump({"command": "make prove-layout", "date": datetime.date.today().isoformat(),
                       "analyzer": "Frama-C " + frama.version(), "options": frama.EVA,
                       "entry_points": {s: frama.entries(s) for s in frama.SUBJECTS}, "statements": statements,
                       "argued": [{"function": f, "property": q, "reason": excused[f, q][0], "met_by": sorted(e)}
                                  for (f, q), e in sorted(met.items())]}, f, indent=1)
            f.write("\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
