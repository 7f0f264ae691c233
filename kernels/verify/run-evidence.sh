#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that is to be known about a device, into a folder:
#
#   kernels/verify/run-evidence.sh FOLDER [BUILD]          (make evidence EVIDENCE=FOLDER)
#
# verify.json     the whole run of wgdesc-verify
# sanitize.json   compute-sanitizer's four tools on a representative filter
# sass.json       fences in the machine code of every kernel
# examples.txt    what the examples print
# Exit status 1 when any of it fails; 77 without a usable GPU.
set -u
out=${1:?usage: run-evidence.sh FOLDER [BUILD]}
b=${2:-build}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out" || exit 3
status=0

"$b/wgdesc-verify" --evidence "$out/verify.json" --junit "$out/verify.xml" >"$out/verify.txt"
rc=$?
tail -n 3 "$out/verify.txt"
[ $rc -eq 77 ] && exit 77
[ $rc -eq 0 ] || status=1

"$here/sanitize.sh" "$b/wgdesc-verify" "$out/sanitize.json" || status=1

if command -v cuobjdump >/dev/null; then
    "$here/check-sass.sh" "$b/wgdesc-verify" "$out/sass.json" || status=1
else
    echo "cuobjdump not found: the machine code is not checked"
fi

: >"$out/examples.txt"
for e in "$b"/examples/wgmma_* "$b"/examples/mma_*; do
    case $e in *.d) continue ;; esac
    [ -x "$e" ] || continue
    echo "== $(basename "$e")" >>"$out/examples.txt"
    "$e" >>"$out/examples.txt" 2>&1 || { echo "$(basename "$e") failed"; status=1; }
done
exit $status
