#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plan for tcgen05: its numbers against those of desc, idesc, tmem and sf, the memory map against plain
arithmetic, text, and every refusal with its exit status."""
import itertools
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, names_field, ok, run, same  # noqa: E402

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "s8": 8, "e2m3_unpacked8": 8, "e2m1_packed4": 4}
requests = []
for arch, group, (dtype, kind, scale), majors, (m, n), deep in itertools.product(
        ("sm100", "sm103"), (1, 2),
        (("f16", None, None), ("bf16", None, None), ("tf32", None, None), ("e4m3", None, None), ("s8", None, None),
         ("e2m3_unpacked8", None, None), ("e4m3", "mxf8f6f4", None), ("e2m1_packed4", "mxf4", None),
         ("e2m1_packed4", None, "ue4m3"), ("e2m1_packed4", "mxf4nvf4", "ue8m0")),
        (("k", "k"), ("mn", "k"), ("k", "mn")), ((128, 64), (256, 192), (64, 96), (256, 256), (512, 128)), (1, 2)):
    requests.append({"cmd": "plan", "arch": arch, "cta-group": group, "dtype": dtype, "kind": kind, "scale": scale,
                     "a-major": majors[0], "b-major": majors[1], "tile": [m, n, deep * 1024 // BITS[dtype]], "stages": 2,
                     "start": 2048})
answers = batch(requests)
good = [(r, a) for r, a in zip(requests, answers) if a["ok"]]
ok(len(good) > 300, "plans in the sweep", len(good))
same([(r, a) for r, a in zip(requests, answers) if a.get("arch") != r["arch"] and a["ok"]], [], "each says its architecture")
bad = [r for r, a in zip(requests, answers) if not a["ok"] and not (a["error"]["field"] and a["error"]["message"])]
same(bad, [], "refusals name a field")

# Every block's descriptor in the second stage: base, advances and stage; and as `desc` has it there.
follow, expect = [], []
for r, a in good:
    group = a["instruction"]["cta_group"]
    for which in "ab":
        o = a[which]
        start = 2048 + a["smem"]["stage_bytes"] + o["offset_bytes"]
        rows = a["instruction"]["m" if which == "a" else "n"] // group
        follow.append({"cmd": "desc", "arch": r["arch"], "operand": which, "dtype": o["dtype"], "major": o["major"],
                       "swizzle": o["swizzle"], "shape": o["shape"], "order": o["order"], "start": start,
                       "block": [rows, a["instruction"]["k"]]})
        expect.append((r, o, a["smem"]["stage_bytes"]))
        if rows * o["advance"]["mn"]["blocks"] * group != r["tile"]["ab".index(which)]:
            ok(False, "the blocks of an operand are the tile", r)
wrong, checked = [], 0
for (r, o, stage), d in zip(expect, batch(follow)):
    for b in d["blocks"]:
        checked += 1
        moved = stage + o["advance"]["mn"]["offset_bytes"][b["mn"]] + o["advance"]["k"]["offset_bytes"][b["k"]]
        if int(b["descriptor"], 16) != int(o["descriptor"], 16) + moved // 16:
            wrong.append((r, b))
ok(not wrong and checked > 3000, f"{checked} descriptors are those of desc", wrong[:2])

# The instruction descriptor: as idesc has it, step by step.
follow, expect = [], []
for r, a in good:
    i = a["instruction"]
    per = i["k"] // i["vec"] if "vec" in i else 0
    for k, word in enumerate(i["idesc_of_k_step"]):
        q = {"cmd": "idesc", "arch": r["arch"], "kind": i["kind"], "cta_group": i["cta_group"], "m": i["m"], "n": i["n"],
             "a": r["dtype"].split("_")[0], "d": a["acc"], "a_major": r["a-major"], "b_major": r["b-major"]}
        if per:
            q.update(sf=i["sf"], vec=i["vec"], sfa_id=k * per % 4, sfb_id=k * per % 4)
        follow.append(q)
        expect.append((word, i["ptx"], i["notes"]))
wrong = [(q, w, d) for q, w, d in zip(follow, expect, batch(follow))
         if not d["ok"] or (d["idesc"], d["instruction"], d["notes"]) != w]
ok(not wrong and len(follow) > 1000, f"{len(follow)} instruction descriptors are those of idesc", wrong[:1])

# Tensor memory: the accumulators as tmem has them, columns that do not overlap, a legal allocation.
follow, wrong = [], []
for r, a in good:
    i, t = a["instruction"], a["tmem"]
    follow.append({"cmd": "tmem", "what": "C", "cta_group": i["cta_group"], "m_sm": i["m"] // i["cta_group"],
                   "n_sm": i["n"], "dtype": a["acc"], "tiles": [i["m_blocks"], i["n_blocks"]]})
    spans = [(s * t["accumulator_columns"], t["accumulator_columns"]) for s in range(t["acc_stages"])]
    spans += [(a[x]["column"], a[x]["instruction_columns"] * a[x]["instructions"]) for x in ("sfa", "sfb") if x in a]
    spans.sort()
    if any(x + w > y for (x, w), (y, _) in zip(spans, spans[1:])) or spans[-1][0] + spans[-1][1] > t["columns"] or \
            t["columns"] not in (32, 64, 128, 256, 512) or (t["columns"] > 32 and sum(w for _, w in spans) <= t["columns"] // 2):
        wrong.append((r, spans, t["columns"]))
ok(not wrong, "columns: apart, and no more than are needed", wrong[:1])
wrong = [(r, a["tmem"], d) for (r, a), d in zip(good, batch(follow))
         if d["ok"] and (d["layout"], d["columns"]) != (a["tmem"]["layout"], a["tmem"]["accumulator_columns"])]
ok(not wrong, "accumulators are those of tmem", wrong[:1])

# Scale factors: bytes, layout and copies as sf has them.
follow, expect = [], []
for r, a in good:
    i = a["instruction"]
    for x, operand in (("sfa", "SFA"), ("sfb", "SFB")):
        if x in a:
            follow.append({"cmd": "sf", "operand": operand, "kind": i["kind"], "cta_group": i["cta_group"], "vec": i["vec"],
                           "mma": [i["m"], i["n"], i["k"]], "tile": [i["m"], i["n"], r["tile"][2]],
                           "start": 2048 + a[x]["offset_bytes"]})
            expect.append((r, a[x]))
wrong = []
for (r, f), d in zip(expect, batch(follow)):
    copies = [(c["descriptor"], c["column"] - f["column"]) for c in f["cp"] if c["mn"] == 0]
    if (d["smem"]["bytes"], d["smem"]["layout"], [(c["descriptor"], int(c["tmem"], 16)) for c in d["copies"]]) != \
            (f["instruction_bytes"], f["layout"], copies):
        wrong.append((r, f, d))
ok(not wrong and len(follow) > 100, f"{len(follow)} scale factors are those of sf", wrong[:1])

# Shared memory: inside the capacity, nothing overlaps, barriers count what is copied.
wrong = []
for r, a in good:
    s, b = a["smem"], a["barriers"]
    parts = [(x, k + "_offset_bytes") for x, k in (("a", "a"), ("b", "b"), ("sfa", "sfa"), ("sfb", "sfb")) if x in a]
    spans = [(m[k], a[x]["bytes"]) for m in s["map"] for x, k in parts]
    spans += [(m[k], 8) for m in s["map"] for k in ("full_offset_bytes", "empty_offset_bytes")]
    spans += [(b[k] + 8 * i, 8) for k in ("acc_full_offset_bytes", "acc_empty_offset_bytes") for i in range(a["tmem"]["acc_stages"])]
    spans += [(b["tmem_address_offset_bytes"], 4)]
    spans.sort()
    if any(x + w > y for (x, w), (y, _) in zip(spans, spans[1:])) or spans[-1][0] + 8 > s["total_bytes"] or s["total_bytes"] > 232448 or \
            b["full_expect_bytes"] != sum(a[x]["bytes"] for x, _ in parts) * a["instruction"]["cta_group"]:
        wrong.append((r, spans))
ok(not wrong, "shared memory: inside, apart, counted", wrong[:1])

# ---- text, and Hopper ---------------------------------------------------------------------------
rc, out, err = run("plan", "--arch", "sm100", "--tile", "256x256x256", "--cta-group", "2", "--dtype", "e2m1_packed4", "--scale", "ue4m3")
same((rc, err), (0, ""), "the text form answers")
for piece in ("of a pair of CTAs", "kind::mxf4nvf4.block_scale.block16, 256x256x64", "ue4m3, one for 16 elements",
              "issues for both", "one of each epilogue warp of both CTAs", "commits are multicast to CTAs 0x3",
              "SFB   4096 bytes a stage, 32 columns of tensor memory from 272", "tcgen05.cp.cta_group::2.32x128b.warpx4",
              "note: M >> 4 at bits 24-28"):
    ok(piece in out, "the text holds '%s'" % piece, out)
ok(out.endswith("\nsm100: documented, not measured\n"), "and ends with its basis", out[-80:])
rc, out, err = run("plan", "--arch", "sm100", "--tile", "256x512x32", "--cta-group", "2")
ok(rc == 0 and "half of its columns of C from each half of the tile" in out, "two instructions along N of a pair", out)
for args, o in (((), "a"), (("--operand", "b"), "b")):
    tile = ["plan", "--arch", "sm100", "--cta-group", "2", "--tile", "512x256x64", *args, "--json"]
    p = json.loads(run(*tile)[1])[o]
    for n, part in enumerate(("0:128,:", "128:256,:") if o == "a" else ("0:128,:",)):
        s = json.loads(run(*tile, "--slice", part)[1])["slice"]
        words = [int(p["descriptor"], 16) + (p["advance"]["mn"]["offset_bytes"][n] + k) // 16 for k in p["advance"]["k"]["offset_bytes"]]
        same([int(b["descriptor"], 16) for b in s["blocks"]], words, "a slice of %s has the plan's words" % o)
hopper = ["plan", "--tile", "128x256x64", "--dtype", "bf16"]
same(run(*hopper, "--arch", "sm90")[1], run(*hopper)[1], "--arch sm90 is the default")
a, b = json.loads(run(*hopper, "--json")[1]), json.loads(run(*hopper, "--arch", "sm90", "--json")[1])
same(b, dict(a, arch="sm90", basis="measured"), "in JSON it says so")

T = ["--arch", "sm100", "--tile", "128x256x64", "--dtype", "bf16"]
A = ["--arch", "sm100", "--tile"]
for name, args, status, code, field, pieces in [
    ("M of 96", [*A, "96x64x64"], 2, "tile", "tile", ["got 96x64x64", "multiple of 64 along M"]),
    ("a pair's M of 192", [*A, "192x64x64", "--cta-group", "2"], 2, "tile", "tile", ["multiple of 128 along M, of both CTAs"]),
    ("block-scaled M of 64", [*A, "64x64x128", "--dtype", "e4m3", "--scale", "ue8m0"], 2, "tile", "tile", ["multiple of 128 along M"]),
    ("N of 20", [*A, "128x20x64"], 2, "tile", "tile", ["multiple of 8 along N"]),
    ("a pair's N of 24", [*A, "256x24x64", "--cta-group", "2"], 2, "tile", "tile", ["multiple of 16 along N"]),
    ("K of 24", [*A, "128x64x24"], 2, "tile", "tile", ["multiple of 16 along K"]),
    ("N of no instruction", [*T, "--n", "20"], 2, "n", "n", ["got 20", "nearest legal is N = 16"]),
    ("N that does not divide", [*T, "--n", "96"], 2, "tile", "n", ["got 96"]),
    ("N beyond 64 bits of sense", [*T, "--n", "9223372036854775800"], 2, "n", "n", ["256"]),
    ("accumulators over tensor memory", [*A, "256x512x16"], 1, "fit", "tile", ["got 1024", "512 columns"]),
    ("two tiles of them", [*A, "128x512x32", "--acc-stages", "2"], 1, "fit", "acc-stages", ["got 1024", "at most 512"]),
    ("no column for scale factors", [*A, "256x256x128", "--dtype", "e4m3", "--scale", "ue8m0"], 1, "fit", "tile", ["scale factors take 16"]),
    ("five stages", [*T, "--stages", "5"], 1, "fit", "stages", ["got 5", "at most 4"]),
    ("more than a block can have", [*T, "--smem", "228K"], 2, "limit", "smem", ["compute capability 10"]),
    ("three CTAs", [*T, "--cta-group", "3"], 2, "value", "cta-group", ["got 3", "1 or 2"]),
    ("no CTA", [*T, "--cta-group", "0"], 2, "value", "cta-group", ["1 or 2"]),
    ("an accumulator that the kind has not, and an N", [*T, "--n", "64", "--acc", "s32"], 2, "dtype", "acc", ["got s32", "f16, f32"]),
    ("three tiles of accumulators", [*T, "--acc-stages", "3"], 2, "value", "acc-stages", ["1 or 2"]),
    ("warpgroups", [*T, "--warpgroups", "2"], 2, "value", "warpgroups", ["one thread issues"]),
    ("sparse", [*T, "--sparse"], 2, "instruction", "sparse", ["wgmma only"]),
    ("f16 by e4m3", [*A, "128x64x64", "--b-dtype", "e4m3"], 2, "instruction", "b-dtype", ["got e4m3", "f16, bf16"]),
    ("single bits", [*A, "128x64x1024", "--dtype", "b1"], 2, "instruction", "dtype", ["got b1"]),
    ("bf16 into f16", [*T, "--acc", "f16"], 2, "dtype", "acc", ["got f16", "want f32"]),
    ("a kind of other types", [*T, "--kind", "i8"], 2, "instruction", "dtype", ["got bf16", "s8, u8"]),
    ("factors of a kind without", [*T, "--scale", "ue8m0"], 2, "value", "scale", ["mxf8f6f4"]),
    ("a vector that mxf4 has not", [*A, "128x128x256", "--dtype", "e2m1_packed4", "--kind", "mxf4", "--vec", "16"], 2, "value", "vec", ["32"]),
    ("half a block of factors", [*A, "128x128x64", "--dtype", "e4m3", "--scale", "ue8m0"], 2, "value", "tile", ["multiple of 128"]),
    ("factors of B inside a column", [*A, "128x96x128", "--dtype", "e4m3", "--scale", "ue8m0"], 2, "tile", "tile", ["multiple of 64"]),
    ("MN-major fp4", [*A, "128x128x256", "--dtype", "e2m1_packed4", "--b-major", "mn"], 2, "major", "b-major", ["K-major"]),
    ("i8 on sm_103", ["--arch", "sm103", "--tile", "128x128x64", "--dtype", "s8"], 2, "instruction", "kind", ["sm_103"]),
    ("sm_120", ["--arch", "sm120", "--tile", "128x128x64"], 2, "value", "arch", ["no shared-memory matrix descriptors"]),
    ("32-byte atoms for f16", [*T, "--a-swizzle", "128B_32B"], 2, "value", "a-swizzle", ["MN-major tf32 only", "--a-swizzle 128B"]),
    ("no atoms for tf32", [*A, "128x128x16", "--dtype", "tf32", "--a-major", "mn", "--a-swizzle", "64B"], 2, "value", "a-swizzle", ["--a-swizzle 128B_32B"]),
    ("a pair on Hopper", ["--tile", "128x256x64", "--cta-group", "2"], 2, "value", "cta-group", ["wgmma", "sm100"]),
    ("a kind on Hopper", ["--tile", "128x256x64", "--kind", "f16"], 2, "value", "kind", ["wgmma", "sm100"]),
    ("scale factors on Hopper", ["--tile", "128x256x64", "--scale", "ue8m0"], 2, "value", "scale", ["wgmma", "sm100"]),
    ("their vector on Hopper", ["--tile", "128x256x64", "--vec", "32"], 2, "value", "vec", ["wgmma", "sm100"]),
    ("tensor memory on Hopper", ["--tile", "128x256x64", "--acc-stages", "1"], 2, "value", "acc-stages", ["registers"]),
    ("32-byte atoms on Hopper", ["--tile", "128x256x64", "--b-swizzle", "128B_32B"], 2, "value", "b-swizzle", ["none, 32B, 64B or 128B"]),
]:
    rc, out, err = run("plan", *args)
    same((rc, out), (status, ""), name + ": exit status %d, nothing on standard output" % status)
    ok(names_field(err, field) and all(x in err for x in pieces), name + ": says what is wrong", err)
    e = json.loads(run("plan", *args, "--json")[2])["error"]
    same((e["code"], e["field"]), (code, field), name + ": as JSON")
done()
