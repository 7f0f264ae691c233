#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The program is built hardened: position-independent, its tables read-only once it runs, a guarded stack, checked
# copies, no stack that can be run; and no path of the build is in it.
B=${B:-build} n=0
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
if ! command -v readelf >/dev/null; then
    echo "1..0 # SKIP no readelf"
    exit 0
fi
if nm "$B/libwgdesc.a" 2>/dev/null | grep -qE '__asan_init|__llvm_profile|__sanitizer_cov'; then
    echo "1..0 # SKIP no plain-library in $B"
    exit 0
fi
for f in "$B/wgdesc" "$B"/libwgdesc.so.*; do
    readelf -hW "$f" | grep -q 'Type: *DYN'
    ok $? "$f: position-independent"
    readelf -lW "$f" | grep -q GNU_RELRO && readelf -dW "$f" | grep -qE 'BIND_NOW|FLAGS_1.* NOW'
    ok $? "$f: tables read-only"
    readelf -lW "$f" | grep GNU_STACK | grep -vq 'RWE'
    ok $? "$f: no code on the stack"
    nm -D -u "$f" | grep -q __stack_chk_fail
    ok $? "$f: a guarded stack"
done
nm -D -u "$B/wgdesc" | grep -q '_chk\b'
ok $? "checked copies"
here=$(pwd -P)
! strings -a "$B/wgdesc" "$B"/libwgdesc.so.* | grep -F "$here/"
ok $? "no path of the build"
echo 1..$n
