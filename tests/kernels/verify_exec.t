#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# 'wgdesc verify' becomes wgdesc-verify: the one beside it, else the one in PATH, else it says so.
set -u
B=${B:-build}
n=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
check() {
    n=$((n + 1))
    local text=$1
    shift
    if "$@"; then echo "ok $n - $text"; else echo "not ok $n - $text"; fi
}
mkdir "$tmp/here" "$tmp/path"
cp "$B/wgdesc" "$tmp/here/"
PATH=$tmp/path:/usr/bin:/bin
run() {
    "$tmp/here/wgdesc" "$@" >"$tmp/out" 2>"$tmp/err"
    rc=$?
}
stand_in() { # stand_in FOLDER WORD: a program that says who it is and what it was told
    printf '#!/bin/sh\necho %s "$0" "$@"\nexit 77\n' "$2" >"$tmp/$1/wgdesc-verify"
    chmod +x "$tmp/$1/wgdesc-verify"
}

run verify --filter 'gemm/*'
check 'absent: exits 3' [ $rc -eq 3 ]
check 'absent: stdout is empty' [ ! -s "$tmp/out" ]
check 'absent: says so, with a hint' bash -c "grep -q 'neither beside wgdesc nor in PATH' '$tmp/err' && grep -q '^hint: ' '$tmp/err'"
run verify --help
check 'absent: --help still helps' grep -q 'wgdesc-verify' "$tmp/out"
run help verify
check 'help verify' grep -q 'wgdesc-verify(1)' "$tmp/out"

stand_in path PATH
run verify --filter 'gemm/*' --json
check 'in PATH: it runs, with the options' grep -q -- "^PATH .*wgdesc-verify --filter gemm/\* --json$" "$tmp/out"
check 'in PATH: its exit status' [ $rc -eq 77 ]
stand_in here BESIDE
run verify --list
check 'beside: comes first' grep -q -- '^BESIDE .*wgdesc-verify --list$' "$tmp/out"
run verify --help
check 'beside: --help is still ours' grep -q -- '^wgdesc verify - ' "$tmp/out"
# In a folder whose name is longer than a path may be, and in one that has no room for the longer name of the other.
deep() { # deep LENGTH: the program in a folder whose path has so many letters, told there to verify
    (
        cd "$tmp/here" || exit
        while left=$(($1 - ${#PWD})) && [ $left -gt 0 ]; do
            name=$(printf '%0*d' $((left > 210 ? 200 : left - 1)) 0)
            mkdir -p "$name" && cd "$name" || exit
        done
        cp "$tmp/here/wgdesc" . && ./wgdesc verify --list
    ) >"$tmp/out" 2>"$tmp/err"
    rc=$?
}
for length in 4085 5000; do
    deep $length
    check "no path beside, a folder of $length letters: the one in PATH" grep -q -- '^PATH .*wgdesc-verify --list$' "$tmp/out"
    check "its exit status" [ $rc -eq 77 ]
done
echo '{"cmd":"verify"}' | "$tmp/here/wgdesc" batch >"$tmp/out" 2>&1
check 'batch does not run it' grep -q '"ok":false' "$tmp/out"
echo "1..$n"
