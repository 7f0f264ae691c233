#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every word that public projects build by their own formulas (tests/golden/peers.jsonl), asked of the
program: the verdict of each tile, and docs/interop.md, which shows them. --write writes its table."""
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, golden, ok, run, same  # noqa: E402
import json  # noqa: E402

PAGE = "docs/interop.md"
BEGIN, END = "<!-- table -->\n", "<!-- end of the table -->\n"
# Projects whose name is more than its first word, as the lines of the data begin.
TWO_WORDS = ("flashinfer MLA",)


def read_of(peer, answer):
    """How the instruction reads a block: N is the tile's own where the data gives none."""
    read = {k: peer[k] for k in ("operand", "major", "dtype", "n", "sparse")}
    if peer["operand"] == "b":
        read["n"] = answer["block"][0]
    return read


def judge(peer):
    """The verdict of one tile, and for words that differ the fields in which they do."""
    rc, out, err = run(*peer["command"], "--json")
    a = json.loads(out or err)
    if not a["ok"]:
        return "refused", [a["error"]["field"]]
    ours = {(b["mn"], b["k"]): b["descriptor"] for b in a["blocks"]}
    pairs = [(ours[i, k], w) for i, k, w in peer["blocks"]]
    if all(x == y for x, y in pairs):
        return "equal", []
    requests = [{"cmd": "diff", "desc": x, "other": y, **read_of(peer, a)} for x, y in pairs if x != y]
    answers = batch(requests)
    fields = sorted({f["field"] for d in answers for f in d["fields"]})
    return "same" if all(d["same"] for d in answers) else "different", fields


def project(source):
    for name in TWO_WORDS:
        if source.startswith(name):
            return name
    return source.split(" ")[0]


def notes(peer, verdict, fields):
    if verdict == "refused":
        return "asked with this %s, no descriptor can do it" % fields[0]
    if verdict == "equal":
        return ""
    names = {"lbo": "LBO", "sbo": "SBO", "base_offset": "base offset"}
    theirs = run("decode", peer["blocks"][0][2], "--json")
    t = json.loads(theirs[1])
    said = ["%s %s" % (names[f], t[f]["field"] if f != "base_offset" else t[f]) for f in fields if f in names]
    return ("writes " + ", ".join(said) + (": not read" if verdict == "same" else ": read, and wrong here"))


def table(peers, verdicts):
    rows = ["| project | tile | words | verdict | where it differs |", "|---|---|---|---|---|"]
    order = sorted(range(len(peers)), key=lambda i: (project(peers[i]["source"]).lower(), i))
    for i in order:
        p, (verdict, fields) = peers[i], verdicts[i]
        tile = " ".join("'%s'" % w if "(" in w else w for w in p["command"])
        rows.append("| %s | `%s` | %d | %s | %s |" % (p["source"].replace("|", "/"), tile, len(p["blocks"]), verdict,
                                                   notes(p, verdict, fields)))
    return "\n".join(rows) + "\n"


peers = list(golden("peers.jsonl"))
verdicts = [judge(p) for p in peers]
for p, (verdict, fields) in zip(peers, verdicts):
    same(verdict, p["verdict"], "%s: %d words" % (p["source"], len(p["blocks"])))
same(sum(len(p["blocks"]) for p in peers), 560, "560 words in all")
# A word that is off by one in a field that is read is no verdict of equal or same.
spoilt = dict(peers[0], blocks=[[i, k, "0x%016x" % (int(w, 16) ^ 1 << 32)] for i, k, w in peers[0]["blocks"]])
same(judge(spoilt)[0], "different", "control: a spoilt SBO is different")
with open(PAGE) as f:
    page = f.read()
head, rest = page.split(BEGIN)
wanted = head + BEGIN + table(peers, verdicts) + END + rest.split(END)[1]
if sys.argv[1:] == ["--write"]:
    with open(PAGE, "w") as f:
        f.write(wanted)
ok(page == wanted or sys.argv[1:] == ["--write"], "%s shows what the program says (else: tests/docs/interop.t --write)" % PAGE)
counts = {v: sum(1 for w, _ in verdicts if w == v) for v in ("equal", "same", "different", "refused")}
for v, n in counts.items():
    ok("%d %s" % (n, v) in head, "%s counts %d %s" % (PAGE, n, v))
done()
