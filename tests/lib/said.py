# SPDX-License-Identifier: MIT
"""What a command says, word for word."""
from tap import ok, run, same


def said(args, *lines, status=None):
    """The command's words, in their order among the others; and its exit status, where that is told."""
    rc, out, err = run(*args)
    at, text = 0, out + err
    for line in lines:
        found = text.find(line, at)
        if found < 0:
            return ok(False, " ".join(args)[:70] + ": " + line, text[:900])
        at = found + len(line)
    name = " ".join(args)[:100]
    return ok(True, name) if status is None else same(rc, status, name)


def answered(args, *lines, status=0):
    """said() of a command whose exit status counts, too."""
    return said(args, *lines, status=status)
