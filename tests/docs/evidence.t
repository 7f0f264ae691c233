#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The evidence: every file of docs/evidence/ fits the schema and passed, it covers what it should,
and the tables that quote it say what it says."""
import glob
import json
import re
import sys

sys.path.insert(0, "tests/lib")
from evidence import read_evidence  # noqa: E402
from tap import done, ok, same, skip  # noqa: E402

runs = {}
for path in sorted(glob.glob("docs/evidence/verify*.json")):
    with open(path) as f:
        runs[path] = json.load(f)
ok(runs, "there is evidence")
try:
    import jsonschema
    with open("docs/wgdesc.schema.json") as f:
        schema = json.load(f)
    schema["$ref"] = "#/$defs/answer_verify"
    for path, run in runs.items():
        try:
            jsonschema.validate(run, schema)
            same("", "", path + " fits the schema")
        except jsonschema.ValidationError as e:
            same(e.message[:300], "", path + " fits the schema")
except ImportError:
    skip("the evidence fits the schema", "no python3-jsonschema here")


def total(run, prefix, key):
    return sum(f.get(key, 0) for f in run["families"] if f["family"].startswith(prefix))


def outcomes(run, key):
    return sum(f.get("outcomes", {}).get(key, 0) for f in run["families"])


with open("docs/evidence/README.md") as f:
    text = f.read().replace(",", "")
with open("docs/checked.md") as f:
    checked = f.read().replace(",", "")
for path, run in runs.items():
    same((run["ok"], run["failed"], run["failures"]), (True, 0, []), path + " passed")
    same((outcomes(run, "unnoticed"), outcomes(run, "contradicted")), (0, 0), path + ": no control unnoticed")
    ok(outcomes(run, "caught") > 10000, path + ": controls were caught")
    ok(total(run, "map/", "descriptors") >= 10**8, path + ": 10^8 random descriptors")
    rates = run["seconds"]
    ok(total(run, "map/", "descriptors") / rates["map_gpu"] >= 20e6, path + ": 20 million descriptors a second")
    ok(rates["gemm_wall"] < 10 and rates["gemm_gpu"] < 1, path + ": the sweep in 10 s, 1 s on the GPU")
    families = {f["family"] for f in run["families"]}
    for types in ("f16.f16.f16", "f32.f16.f16", "f32.bf16.bf16", "f32.tf32.tf32", "f32.e4m3.e5m2",
                  "f16.e5m2.e5m2", "s32.u8.s8", "s32.b1.b1.and.popc"):
        ok("gemm/" + types in families and "control/" + types in families, path + ": has " + types)
    for name in (path.split("/")[-1], run["device"], run["driver_module"], run["toolkit"],
                 run["program_sha256"][:16], str(total(run, "gemm/", "cases")),
                 str(total(run, "map/", "descriptors")), str(total(run, "canonical/", "descriptors")),
                 str(outcomes(run, "caught")), str(outcomes(run, "unread"))):
        ok(name in text, "docs/evidence/README.md says %s" % name)
    for name in (run["device"], str(total(run, "gemm/", "cases")), str(total(run, "map/", "descriptors")),
                 str(outcomes(run, "caught"))):
        ok(name in checked, "docs/checked.md says %s" % name)
for path in sorted(glob.glob("docs/evidence/sanitize*.json")):
    with open(path) as f:
        s = json.load(f)
    same(sorted(t["tool"] for t in s["tools"]), ["initcheck", "memcheck", "racecheck", "synccheck"],
         path + " has the four tools")
    same([(t["errors"], t["exit"]) for t in s["tools"]], [(0, 0)] * 4, path + " is clean")
    ok(all(t["cases_passed"] > 100 for t in s["tools"]), path + ": with more than 100 cases each")
with open("docs/evidence/epilogue-h100.json", encoding="ascii") as f:
    cases = json.load(f)["cases"]
same([c["case"] for c in cases if c["wrong"] or c["faults"]], [], "every emitted epilogue is right")
ok(len(cases) >= 52 and {c["case"].split("/")[0] for c in cases} >= {"f16", "bf16", "f32", "e4m3", "chain"},
   "of every type")
elements = sum(c["elements"] for c in cases)
ok("%d emitted epilogues and chains %d elements" % (len(cases), elements) in text, "README says how many", elements)
for name, least in (("epilogue-counted", 49), ("swizzles-counted", 100)):
    run = read_evidence(name + "-h100")
    counted = [(c["wavefronts"], c["counted"]["wavefronts"] if isinstance(c["counted"], dict) else c["counted"])
               for c in run["launches"]]
    same((run["differ"], [c for c in counted if c[0] != c[1]]), (0, []), name + ": as predicted")
    ok(len(counted) >= least and "%d" % len(counted) in text, name + ": how many", len(counted))
same(sorted(glob.glob("docs/evidence/exhaustive-*.json")),
     ["docs/evidence/exhaustive-%s.json" % run for run in ("each-n-h100", "h100", "h200")], "every descriptor, on both")
for path in sorted(glob.glob("docs/evidence/sass*.json")):
    with open(path) as f:
        s = json.load(f)
    ok(s["kernels"] > 100 and s["not_fenced"] == 0, path + ": every kernel is fenced")
m = read_evidence("machines")
wrong = [x["machine"] for x in m["machines"] if not x["built"] or x["differ"] or x["golden_failed"] or x["same"] != m["requests"]]
same(wrong, [], "machines: the same answers everywhere")
ok(m["requests"] >= 25000 and m["answered"] > 10000 and m["refused"] > 10000, "25,000 requests, answered and refused")
ok({(x["pointer_bits"], x["byte_order"]) for x in m["machines"]} >= {(64, "big"), (64, "little")}, "of both orders of bytes")
ok(all(x["golden_passed"] >= 800 for x in m["machines"]), "with the golden tests")
for x in m["machines"]:
    ok(x["machine"] in text, "README names " + x["machine"])
ok("%d requests of %d commands" % (m["requests"], m["commands"]) in text, "README says how many requests")
# Of tcgen05 the pages say what there is: nothing, until a run stands here and passed.
blackwell = sorted(glob.glob("docs/evidence/tcgen05-*.json"))
with open("docs/blackwell.md") as f:
    same(["No run of tcgen05 exists" in text, "None of them has run on a device" in f.read()], [not blackwell] * 2,
         "what is said of runs of tcgen05")
for path in blackwell:
    with open(path) as f:
        run = json.load(f)
    same((run["ok"], run["failed"]), (True, 0), path + " passed")
    ok(total(run, "tcgen05/", "cases") > 6000, path + " has the families")
ok(not re.search(r"/(root|home|tmp|work)/", text), "no paths of a machine")
done()
