#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every allocation of a picture on a terminal fails, once and for good: exit 3 and a message, or what is drawn
where there is memory. There the picture is drawn twice, the first time to see how wide it is."""
import os
import sys
import tempfile

sys.path.insert(0, "tests/lib")
import terminal  # noqa: E402
from tap import BUILD, done, ok  # noqa: E402

terminal.WGDESC = os.path.join(BUILD, "tests", "wgdesc-oom")
PICTURES = [["show", "--atom", "--major", "k", "--swizzle", "64B"], ["frag", "m64n8k16", "--picture"],
            ["show", "--major", "k", "--swizzle", "128B", "--shape", "64x64", "--unit", "element"]]
with tempfile.TemporaryDirectory() as folder:
    told = os.path.join(folder, "told")
    for args in PICTURES:
        whole = terminal.terminal(args)
        for on in (None, "1"):
            wrong, at = [], 0
            while at < 200:
                at += 1
                rc, text = terminal.terminal(args, WGDESC_OOM_AT=str(at), WGDESC_OOM_ON=on, WGDESC_OOM_TOLD=told)
                if not os.path.exists(told):  # it has fewer
                    break
                os.remove(told)
                if (rc, text) != whole and (rc != 3 or "out of memory" not in text or len(text.splitlines()) > 2):
                    wrong.append((at, rc, text))
            ok(whole[0] == 0 and 1 < at < 200 and not wrong, "%d allocations%s: %s" % (at - 1, " and all behind" if on else "", " ".join(args)), *wrong[:3])
done()
