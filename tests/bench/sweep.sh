#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How long the whole sweep of the calculator takes: each tile described, every element of every
# block checked, and each tile solved back from its layout.
set -eu
B=${B:-build}
make -s B="$B" "$B/tests/unit/solve/test_solve_sweep"
from=$(date +%s%N)
"$B/tests/unit/solve/test_solve_sweep" 2>/dev/null | grep '^# .* tiles'
printf '%-52s %8d ms\n' "sweep: check, solve and spoil every tile" $((($(date +%s%N) - from) / 1000000))
