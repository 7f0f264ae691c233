#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""emit -o: the ending of the file's name chooses the language, unless --lang does; the file holds what --lang prints."""
import os
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same  # noqa: E402

PLAN = ["emit", "64x8x16"]
ENDINGS = {"plan.h": "c", "plan.hpp": "c", "plan.cuh": "cuda", "plan.cu": "cuda", "plan.ptx": "ptx", "plan.json": "json",
           "plan": "c", "plan.txt": "c", "ptx": "c", "plan.ptx.h": "c", "plan.h.ptx": "ptx", "plan.cuda": "c"}
PRINTED = {lang: run(*PLAN, "--lang", lang)[1] for lang in ("c", "cuda", "ptx", "json")}
same(len(set(PRINTED.values())), 4, "four languages")
with tempfile.TemporaryDirectory() as d:
    for name, lang in ENDINGS.items():
        path = os.path.join(d, name)
        same(run(*PLAN, "-o", path), (0, "", ""), "written to " + name)
        with open(path) as f:
            same(f.read(), PRINTED[lang], "%s is %s" % (name, lang))
    path = os.path.join(d, "other.ptx")
    run(*PLAN, "--lang", "cuda", "-o", path)
    with open(path) as f:
        same(f.read(), PRINTED["cuda"], "--lang decides, whatever the ending")
    rc, out, err = run(*PLAN, "-o", path)
    ok((rc, out) == (3, "") and "other.ptx" in err, "what is there is not replaced", rc, err)
    same(run(*PLAN, "--force", "-o", path)[0], 0, "unless it is to be")
    with open(path) as f:
        same(f.read(), PRINTED["ptx"], "and then it is what the ending says")
done()
