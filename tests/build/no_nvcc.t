#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Without nvcc the GPU programs are left out, with one line, and that is no error.
B=${B:-build} n=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
for target in kernels verify bench-gemm hgemm examples-cuda; do
    make -s NVCC=no-such-nvcc B="$tmp/b" $target >"$tmp/out" 2>"$tmp/err"
    ok $? "make $target without nvcc succeeds"
    [ "$(wc -l <"$tmp/out")" -eq 1 ] && grep -q 'nvcc not found' "$tmp/out"
    ok $? "and says so in one line"
    [ ! -s "$tmp/err" ]
    ok $? "and warns of nothing"
done
[ ! -e "$tmp/b" ]
ok $? "nothing is built"
# 'make' itself: the same targets as 'make cpu', and the line.
make -n NVCC=no-such-nvcc B="$tmp/b" >"$tmp/all" 2>&1
ok $? "make without nvcc"
! grep -q -e '\.cu\b' -e cudart "$tmp/all"
ok $? "compiles no CUDA"
echo 1..$n
