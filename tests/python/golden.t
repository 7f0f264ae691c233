#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The golden data through Python: the scripts that hold batch to it run again, word for word, with the
package's functions in the place of batch."""
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from tap import BUILD, done, ok  # noqa: E402

LIBRARY = os.path.join(BUILD, "libwgdesc-ask.so")
if b"__asan_init" in subprocess.run(["nm", "-D", LIBRARY], stdout=subprocess.PIPE).stdout:
    print("1..0 # SKIP no plain-library: this one has a sanitizer, Python has not")
    sys.exit(0)
SCRIPTS = ("desc/golden", "layout/golden", "tcgen05/golden", "copy/frag", "desc/solve", "desc/check", "tma/tma", "plan/plan",
           "banks/banks", "banks/swizzle")


def lines(script, **env):
    p = subprocess.run([sys.executable, "tests/%s.t" % script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env={**os.environ, **env})
    out = p.stdout.decode()
    return p.returncode, len(re.findall("^ok ", out, re.M)), [line for line in out.splitlines() if line.startswith(("not ok", "Trace"))]


for script in SCRIPTS:
    rc, n, bad = lines(script, WGDESC_FRONT="python")
    ok(rc == 0 and n > 0 and not bad, "%s.t by the package: %d tests" % (script, n), *bad[:5])
# Control: a front that answers wrongly is noticed.
rc, n, bad = lines("desc/golden", WGDESC_FRONT="wrong")
ok(rc != 0, "control: a front that spoils a word is noticed")
done()
