# SPDX-License-Identifier: MIT
"""TAP for the test scripts, and a way to run the program under test."""
import json
import os
import subprocess
import sys

BUILD = os.environ.get("B", "build")
WGDESC = os.path.join(BUILD, "wgdesc")
GOLDEN = "tests/golden"
# How many times slower than here the program may be: on an emulated machine (tests/machines).
SLOWER = int(os.environ.get("WGDESC_SLOWER", "1"))

_count = 0
_failed = 0


def ok(condition, name, *notes):
    """One test. The notes are shown when it fails."""
    global _count, _failed
    _count += 1
    print(("ok" if condition else "not ok") + " %d - %s" % (_count, name))
    if not condition:
        _failed += 1
        for note in notes:
            for line in str(note).splitlines() or [""]:
                print("# " + line[:400])
    return condition


def skip(name, why):
    global _count
    _count += 1
    print("ok %d - %s # SKIP %s" % (_count, name, why))


def same(got, want, name):
    return ok(got == want, name, "got:  %r" % (got,), "want: %r" % (want,))


def names_field(err, field):
    """Does a refusal name the field, with what was got or as missing?"""
    return "(%s: got" % field in err or "is missing (%s: want" % field in err


def done():
    print("1..%d" % _count)
    sys.exit(1 if _failed else 0)


def run(*args, stdin=b"", **more):
    """(exit status, standard output, standard error) of wgdesc with these arguments."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    p = subprocess.run([WGDESC, *args], input=stdin, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, timeout=60 * SLOWER, **more)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def batch(requests):
    """The answers to a list of requests (objects, or lines as they are); where tests/python/golden.t asks
    for it, those of another front end."""
    if "WGDESC_FRONT" in os.environ:
        from front import answer
        return [answer(r) for r in requests]
    lines = [r if isinstance(r, str) else json.dumps(r) for r in requests]
    rc, out, err = run("batch", stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in out.splitlines()]
    if err or len(answers) != len(lines):
        raise SystemExit("batch: %d requests, %d answers, exit %d, %s"
                         % (len(lines), len(answers), rc, err))
    return answers


def golden(name):
    with open(os.path.join(GOLDEN, name)) as f:
        return [json.loads(line) for line in f]
