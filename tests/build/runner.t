#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/run: what it counts, what fails, and the skips that SKIPS does not allow.
n=0
D=$(mktemp -d)
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2" && sed 's/^/# /' "$D/out"; fi
}
program() { # NAME SHELL-TEXT
    printf '#!/bin/sh\n%s\n' "$2" >"$D/$1"
    chmod +x "$D/$1"
}
counts() { # WANTED-STATUS LAST-LINE NAME...
    local want=$1 line=$2
    shift 2
    tests/run "${@/#/$D/}" >"$D/out" 2>&1
    [ $? -eq "$want" ] && [ "$(tail -n 1 "$D/out")" = "$line" ]
    ok $? "$*${SKIPS+ (SKIPS='$SKIPS')}: $line"
}
program good 'echo "ok 1 - a"; echo "ok 2 - b"; echo 1..2'
program bad 'echo "ok 1 - a"; echo "not ok 2 - b"; echo 1..2; exit 1'
program died 'echo "ok 1 - a"; exit 3'
program planless 'echo "ok 1 - a"'
program status 'echo "ok 1 - a"; echo 1..1; exit 1'
program part 'echo "ok 1 - a"; echo "ok 2 - b # SKIP no zsh here"; echo 1..2'
program whole 'echo "1..0 # SKIP no wgdesc-verify here (needs nvcc: make verify)"'
program unnamed 'echo "ok 1 - a # SKIP"; echo 1..1'
unset SKIPS
counts 0 "2 passed, 0 failed" good
counts 1 "3 passed, 1 failed" good bad
counts 1 "1 passed, 1 failed" died
counts 1 "1 passed, 1 failed" planless
counts 1 "1 passed, 1 failed" status
counts 1 "0 passed, 1 failed" no-such-program
counts 0 "3 passed, 0 failed, 2 skipped" good part whole
grep -q 'for want of: zsh wgdesc-verify (' "$D/out"
ok $? "and says which tools they lacked"
export SKIPS="zsh wgdesc-verify"
counts 0 "3 passed, 0 failed, 2 skipped" good part whole
SKIPS="wgdesc-verify zs h"
counts 1 "3 passed, 1 failed, 1 skipped" good part whole
grep -q 'not to be skipped here: .*no zsh' "$D/out"
ok $? "and says which skip that was"
SKIPS=
counts 1 "2 passed, 1 failed" good unnamed

# As many at a time as JOBS says, shown in the order given, without the make above them.
unset SKIPS
for i in 1 2; do
    program meet$i "touch '$D/here$i'; t=0
while [ ! -e '$D/here$((3 - i))' ] && [ \$t -lt 600 ]; do t=\$((t + 1)); sleep 0.05; done
[ -e '$D/here$((3 - i))' ] && echo 'ok 1 - both at once' && echo 1..1"
done
JOBS=2 counts 0 "2 passed, 0 failed" meet1 meet2
program first 'sleep 0.3; echo "ok 1 - a"; echo 1..1'
JOBS=2 counts 0 "3 passed, 0 failed" first good
[ "$(sed -n 's/^ok  *.*\/\([a-z]*\) .*/\1/p' "$D/out" | tr '\n' ' ')" = "first good " ]
ok $? "in the order given"
program make 'echo "ok 1 - a"; [ -z "$MAKEFLAGS$MAKELEVEL" ] && echo 1..1'
MAKEFLAGS=-j2 MAKELEVEL=1 counts 0 "1 passed, 0 failed" make

# TIMES has a line for each program, also for one that fails.
program slow 'sleep 1.1; echo "ok 1 - a"; echo 1..1; exit 1'
TIMES=$D/times counts 1 "3 passed, 1 failed" good slow
grep -qx "[0-9]* $D/good" "$D/times" && grep -qx "[1-9][0-9]* $D/slow" "$D/times" && [ "$(wc -l <"$D/times")" -eq 2 ]
ok $? "TIMES: the seconds that each took"

# make runs on all cores without being told, and as told.
printf 'include Makefile\nseen:\n\t@echo "$(filter -j%%,$(MAKEFLAGS))"\nbelow:\n\t@$(MAKE) -s -f %s seen\n' "$D/m" >"$D/m"
jobs() { # WANTED ARGUMENT...
    local want=$1 got
    shift
    got=$(env -u MAKEFLAGS -u MAKELEVEL ${flags:+MAKEFLAGS=$flags} make -s -f "$D/m" "$@" 2>&1)
    [ "$got" = "$want" ] || echo "# got '$got', want '$want'"
    [ "$got" = "$want" ]
    ok $? "${flags:+MAKEFLAGS=$flags }make $*: $want"
}
flags=
jobs -j3 JOBS=3 seen
jobs -j3 JOBS=3 below
jobs -j1 -j1 seen
jobs -j2 -j2 below
flags=-j1 jobs -j1 JOBS=3 seen
jobs "-j$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)" seen
echo 1..$n
