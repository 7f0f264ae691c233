#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The batch protocol: order, ids, bad lines, long lines, constant memory, answers before waiting."""
import json
import os
import resource
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import WGDESC, batch, done, ok, run, same  # noqa: E402

DESC = {"cmd": "desc", "major": "mn", "swizzle": "64B", "shape": [64, 16]}
LINE = json.dumps(DESC)
MIB = 1 << 20


def answers(text):
    rc, out, err = run("batch", stdin=text)
    return rc, [json.loads(line) for line in out.splitlines()], err


# The command line and batch give the same answer.
one = batch([DESC])[0]
rc, out, _ = run("--major", "mn", "--swizzle", "64B", "--shape", "64x16", "--json")
same(json.loads(out), one, "batch answers what --json prints")
same(rc, 0, "--json exits 0")
spelled = {**DESC, "dtype": "f16", "operand": "a", "n": None, "order": [1, 2], "start": 0}
same(batch([spelled])[0], one, "the defaults are those that help names; null is 'not given'")
same([a["start"] for a in batch([{**DESC, "start": s} for s in (1024, "1024", "0x400")])],
     ["0x400"] * 3, "start as a number, as text and as hex")
same(batch([{**DESC, "shape": "64x16", "order": "1,2"}])[0], one, "shape and order as text")

# Other forms of an answer are what the command line prints, as a string.
for f in ("text", "svg", "latex", "html"):
    a = batch([{"cmd": "show", "layout": "(4,8):(8,1)", "format": f, "id": f}])[0]
    same((a["ok"], a["id"], a["format"], a["yes"]), (True, f, f, True), "show as " + f)
    same(a["text"], run("show", "--layout", "(4,8):(8,1)", "--format", f, env={**os.environ, "LC_ALL": "C.UTF-8"})[1],
         "the picture of the command line")
# What one request asked for is nothing to the next, whose work lies where its did.
asked = [{"cmd": "swizzle", "shape": "64x64", "bits": 16, "access": x} for x in ("ldmatrix.x4,wgmma", "ldmatrix.x4", "ldmatrix.x4,wgmma")]
alone = [batch([x])[0] for x in asked]
same(batch(asked), alone, "requests one after another are answered as each alone")
ok(alone[0] == alone[2] != alone[1], "and wgmma's are others")
WORD = "0x4000004000010040"
a = batch([{"cmd": "diff", "desc": WORD, "other": "0x4000004000010041", "format": "text"}])[0]
same((a["yes"], a["text"]), (False, run("diff", WORD, "0x4000004000010041")[1]), "an answer that is no")
a = batch([{"cmd": "decode", "desc": WORD, "format": "json"}, {"cmd": "decode", "desc": WORD}])
same(a[0], a[1], "json is the form without a word")
a = batch([{"cmd": "tmem", "what": "C", "m_sm": 64, "n_sm": 8, "format": "text"}])[0]
ok(a["text"].endswith("documented, not measured\n"), "and says what it rests on", a)

# Order and ids.
IDS = [0, -1, 1.5, 1e3, "x", "", "\u00e9\u4e2d", None, True, [1, {"a": 2}], {"k": "v"}]
got = batch([{**DESC, "id": i, "start": 512 * n} for n, i in enumerate(IDS)])
same([a["id"] for a in got], IDS, "ids of every kind come back")
same([a["start"] for a in got], [hex(512 * n) for n in range(len(IDS))], "answers are in order")
rc, out, _ = run("batch", stdin='{"id": 1.50e+01 ,"cmd":"decode","desc":"0x1"}\n')
ok('"id":1.50e+01,' in out, "an id comes back letter by letter", out)
same(["id" in a for a in batch([DESC, {**DESC, "id": 3}])], [False, True], "no id, none back")
same(batch([{"cmd": "nonsense", "id": 9}])[0]["id"], 9, "a refused request keeps its id")
same(batch([{"cmd": "desc", "id": 9}])[0]["cmd"], "desc", "a refused request keeps its command")

# Bad lines in between.
text = "\n".join([LINE, "{", LINE, "", "  \t", "nonsense", LINE, '{"cmd":"desc"}', LINE]) + "\n"
rc, got, err = answers(text)
same([a["ok"] for a in got], [True, False, True, False, True, False, True],
     "the lines behind a bad one are answered, blank lines are not")
same([a["error"]["line"] for a in got if not a["ok"]], [2, 6, 8], "errors tell their line")
same((rc, err), (1, ""), "a batch with a failure exits 1, with nothing on standard error")
same(answers(LINE + "\n")[0], 0, "a batch without a failure exits 0")
same(answers("")[:2], (0, []), "no request, no answer")
same(answers("\n\n")[:2], (0, []), "blank lines only")
same([a["ok"] for a in answers(LINE + "\n" + LINE)[1]], [True, True], "the last newline may lack")
same([a["ok"] for a in answers(LINE + "\r\n" + LINE + "\r\n")[1]], [True, True], "CRLF")

# Lines up to 1 MiB are read, longer ones skipped.
def padded(n):
    return LINE + " " * (n - len(LINE))


for n, want in ((MIB - 1, True), (MIB, True), (MIB + 1, False), (3 * MIB, False), (5 * MIB + 7, False)):
    for tail in ("\n" + LINE + "\n", ""):
        rc, got, _ = answers(padded(n) + tail)
        good = [a["ok"] for a in got] == [want] + [True] * bool(tail)
        good = good and (want or got[0]["error"]["code"] == "too_long")
        ok(good, "a line of %d bytes%s" % (n, " and another" if tail else ", the last"), got)
rc, got, _ = answers(LINE + "\n" + padded(2 * MIB) + "\n" + padded(2 * MIB) + "\n" + LINE + "\n")
same([a["ok"] for a in got], [True, False, False, True], "two long lines one after the other")
rc, got, _ = answers('{"cmd":"layout","op":"size","args":["' + "(" * 900000 + '"]}\n')
same([a["ok"] for a in got], [False], "a long layout is refused, not copied")
rc, got, _ = answers('{"cmd":"layout","op":"size","args":[' + "1," * 300000 + '1]}\n')
same(got[0]["error"]["code"], "limit", "a request of very many values is refused")


# Constant memory: a hundred times the input, the same peak.
def peak(lines):
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A sanitizer keeps what was freed, to see whether it is used; not here.
    kept = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0"
    p = subprocess.Popen([WGDESC, "batch"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                         preexec_fn=limit, env={**os.environ, "ASAN_OPTIONS": kept})
    chunk = (LINE + "\n").encode() * 100
    for _ in range(lines // 100):
        p.stdin.write(chunk)
    p.stdin.close()
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = status
    return status, usage.ru_maxrss


few, many = peak(1000), peak(100000)
same((few[0], many[0]), (0, 0), "1,000 and 100,000 requests")
ok(many[1] < few[1] + 512, "the memory does not grow with the requests", few, many)

# A program at both ends of the pipe gets each answer before it asks again.
p = subprocess.Popen([WGDESC, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for i in range(3):
    p.stdin.write(json.dumps({**DESC, "id": i}).encode() + b"\n")
    p.stdin.flush()
    same(json.loads(p.stdout.readline())["id"], i, "answer %d comes at once" % i)
p.stdin.close()
same(p.wait(), 0, "and the batch ends with its input")

# Files.
path = os.path.join(os.environ.get("B", "build"), "batch-test.jsonl")
with open(path + str(os.getpid()), "w") as f:  # whole at once: others may run this test, too
    f.write(LINE + "\n")
os.replace(f.name, path)
same(run("batch", path)[1], run("batch", stdin=LINE + "\n")[1], "requests from a file")
same(run("batch", "-", stdin=LINE + "\n")[1], run("batch", path)[1], "'-' is standard input")
os.remove(path)
rc, out, err = run("batch", path)
ok(rc == 3 and out == "" and path in err, "a file that is not there", rc, err)
rc, out, err = run("batch", "/")
ok(rc == 3 and out == "" and "directory" in err, "a directory", rc, err)
done()
