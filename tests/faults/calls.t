#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every system call of a command fails, once and from then on, and a signal comes before each, and another
# writer: what must hold then stands in tests/faults/calls.c. The commands are those of oom.t.
B=${B:-build} n=0
W=$B/tests/wgdesc-faults
D=$(mktemp -d "$B/faults.XXXXXX")
trap 'rm -rf "$D"' EXIT
mkdir -p "$D/files/tmp"
runs=0
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
# WHAT ARGUMENT...
faults() {
    local said rc
    said=$("$W" "$D/files" "$@" 2>&1)
    rc=$?
    [ $rc -eq 0 ] || grep '^#' <<<"$said" | head -n 20
    runs=$((runs + $(tail -n 1 <<<"$said" | sed 's/ runs,.*//; s/[^0-9]//g; s/^$/0/')))
    shift
    ok $rc "system calls: ${*:0:12}"
}
# STATUS ARGUMENT..., as oom.t has them
every_point() {
    shift
    faults - "$@"
}
# shellcheck disable=SC1090
. <(sed -n '/^for _ in 1 2 3/,/^} >/p; /^every_point 0 desc/,/^half=0/p' tests/faults/oom.t)
commands=$n

made=$D/files/made
for format in text json svg latex html; do
    for what in new old; do
        faults $what show --major k --swizzle none --shape 64x16 --format $format -o "$made" --force
    done
done
faults new show --major k --swizzle none --shape 64x16 --format svg -o "$made"
faults new emit --tile 128x128x64 --lang cuda -o "$made"
faults old emit --tile 128x128x64 --lang ptx -o "$made" --force
faults old layout linear '(8,8):(8,1)' --format svg -o "$made" --force
faults old frag m64n16k16 --format svg -o "$made" --force
faults new banks --shape 64x64 --access ldmatrix.x4 --format svg -o "$made"

# A cubin with wgmma, and a disassembler that reads it and prints a listing.
python3 tests/lib/containers.py cubin "$D/cubin"
# shellcheck disable=SC2016 # the script's own words
printf '#!/bin/sh\ncmp -s "$2" "%s" || exit 1\nexec cat "%s"\n' "$D/cubin" "$PTX.sass" >"$D/disassembler"
chmod +x "$D/disassembler"
faults tmp scan "$D/cubin" --nvdisasm "$D/disassembler"
faults tmp scan "$D/cubin" --nvdisasm "$D/disassembler" --json
faults tmp batch "$D/requests"

[ "$commands" -gt 60 ] && [ $runs -gt 1000 ]
ok $? "$commands commands, $runs runs"
echo 1..$n
