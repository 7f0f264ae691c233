#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# NEVER() and ALWAYS() (layout/base/never.h): the condition in a release, a trap in the tests' build, a constant when
# coverage is counted; and which builds are the tests'.
n=0
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/asked.c" <<'C'
#include "base/never.h"

/* How many arguments there are is 1 by what this file takes for granted; the answer is 10 for a NEVER() that
 * holds and 1 for an ALWAYS() that holds. */
int main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return 40 + (NEVER(argc > 1) ? 10 : 0) + (ALWAYS(argc == 1) ? 1 : 0);
}
C
# OPTION STATUS: of the program as it is meant to be called, and with an argument.
asked() {
    ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Ilayout ${1:+"$1"} -o "$dir/asked" "$dir/asked.c" || return
    "$dir/asked"
    [ $? -eq 41 ] || return
    bash -c 'ulimit -c 0; "$0" wrong; exit $?' "$dir/asked" 2>/dev/null
    local got=$?
    if [ "$2" = trap ]; then [ "$got" -gt 128 ]; else [ "$got" -eq "$2" ]; fi
}
asked '' 50
ok $? "a release: what cannot be is seen"
asked -DWGD_TESTING trap
ok $? "the tests' build: it stops there"
asked -DWGD_COVERAGE 41
ok $? "coverage: constants"
# B of its own: what make would do says how it compiles.
flags() {
    make -n B="$dir/build" LTO= HARDEN= "$@" "$dir/build/layout/base/text.o" 2>/dev/null | grep -c -e -DWGD_TESTING
}
[ "$(flags)" -eq 0 ] && [ "$(flags SAN=1)" -eq 1 ] && [ "$(flags CHECKED=1)" -eq 1 ]
ok $? "SAN=1 and CHECKED=1 are the tests' builds, a release is not"
echo 1..$n
