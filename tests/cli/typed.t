#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What people paste: tests/data/typed.jsonl, one input a line. "args" (and "stdin") is what was typed;
"same" the arguments in canonical spelling that give the same bytes, with the same exit status; "says"
pieces of the answer, or of the refusal; "json" members of the answer; "rc" the exit status (0), "field"
the field that a refusal names, "absent" what must not be said, "words" [line, word] of what 'decode' finds. Requests ("request") go through batch, "same" then being a request."""
import json
import sys

sys.path.insert(0, "tests/lib")
from tap import batch, done, ok, run, same  # noqa: E402

with open("tests/data/typed.jsonl") as f:
    lines = [json.loads(line) for line in f]
ok(len(lines) >= 150, "%d pasted inputs" % len(lines))


def holds(have, want):
    """Is every member of want in have, down to the last?"""
    if isinstance(want, list) and want and isinstance(want[0], dict):
        return len(have) == len(want) and all(map(holds, have, want))
    if isinstance(want, dict):
        return isinstance(have, dict) and all(k in have and holds(have[k], v) for k, v in want.items())
    return have == want


def typed(case):
    args, stdin, name = case["args"], case.get("stdin", ""), " ".join(case["args"])
    rc, out, err = run(*args, stdin=stdin)
    if "same" in case:
        same((rc, out, err), run(*case["same"], stdin=stdin), "%s is %s" % (name, " ".join(case["same"])))
        ok(rc != 2, "which is an answer: " + name, err)
    else:
        text = err if rc == 2 else out
        ok(rc == case.get("rc", 0) and (rc != 2 or not out) and all(s in text for s in case.get("says", [])),
           name, rc, out, err)
        ok(not any(s in out for s in case.get("absent", [])), "and nothing else: " + name, out)
    if "field" in case:
        e = json.loads(run("--json", *args, stdin=stdin)[2])["error"]
        same(e["field"], case["field"], "the field of " + name)
    if "words" in case:
        a = json.loads(run("--json", *args, stdin=stdin)[1])
        same([[w["line"], w["desc"]] for w in a["words"]], case["words"], "the words of " + name)
    if "json" in case:
        a = json.loads(run("--json", *args, stdin=stdin)[1])
        ok(holds(a, case["json"]), "as JSON: " + name, a)


requests = [c for c in lines if "request" in c]
for case in lines:
    if "args" in case:
        typed(case)
answers = batch([c["request"] for c in requests])
wants = batch([c.get("same", c["request"]) for c in requests])
for case, got, want in zip(requests, answers, wants):
    if "same" in case:
        same(got, want, json.dumps(case["request"]))
        ok(got["ok"], "which is an answer", got)
    else:
        ok(not got["ok"] and got["error"]["field"] == case["field"], json.dumps(case["request"]), got)
done()
