#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that is to be known about a device, into a folder:
#
#   kernels/verify/run-evidence.sh FOLDER [BUILD]          (make evidence EVIDENCE=FOLDER)
#
# The files are named by the device, here an H100:
#
# verify-h100.json      the whole run of wgdesc-verify
# exhaustive-h100.json  every descriptor, on every GPU of the host
# cost-h100.json        the cycles of every wgmma
# sanitize-h100.json    compute-sanitizer's four tools on a representative filter
# sass-h100.json        fences in the machine code of every kernel
# examples-h100.txt     what the examples print
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

# "NVIDIA H100 80GB HBM3" is h100: the first word with a digit.
device=$(sed -n 's/.*"device": *"\([^"]*\)".*/\1/p' "$out/verify.json" | head -n 1 |
    tr '[:upper:] ' '[:lower:]\n' | grep -m 1 '[0-9]')
device=${device:-unknown}
for f in json xml txt; do
    mv "$out/verify.$f" "$out/verify-$device.$f"
done

"$b/wgdesc-verify" --exhaustive --device all --evidence "$out/exhaustive-$device.json" | tail -n 1
[ "${PIPESTATUS[0]}" -eq 0 ] || status=1
"$b/wgdesc-cost" --evidence "$out/cost-$device.json" || status=1

"$here/sanitize.sh" "$b/wgdesc-verify" "$out/sanitize-$device.json" || status=1

if command -v cuobjdump >/dev/null; then
    "$here/check-sass.sh" "$b/wgdesc-verify" "$out/sass-$device.json" || status=1
else
    echo "cuobjdump not found: the machine code is not checked"
fi

: >"$out/examples-$device.txt"
for e in "$b"/examples/wgmma_* "$b"/examples/mma_*; do
    case $e in *.d) continue ;; esac
    [ -x "$e" ] || continue
    echo "== $(basename "$e")" >>"$out/examples-$device.txt"
    "$e" >>"$out/examples-$device.txt" 2>&1 || { echo "$(basename "$e") failed"; status=1; }
done
exit $status
