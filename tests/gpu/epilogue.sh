#!/bin/sh
# SPDX-License-Identifier: MIT
# What is to be known on a GPU about copies between registers and shared memory, into a folder:
#
#   tests/gpu/epilogue.sh FOLDER [BUILD]
#
# epilogue.json           wgdesc-epilogue: every element of every emitted epilogue
# epilogue-counted.json   its wavefronts in shared memory, counted beside those predicted
# swizzles-counted.json   the same for the best arrangements of a hundred tiles (wgdesc-hgemm swizzles)
# banks.md                what banks_counted.py has to say of probes, tiles and the HGEMM
# and what each printed, as .txt. Exit status 1 when any of it fails, 77 without a usable GPU.
set -u
out=${1:?usage: epilogue.sh FOLDER [BUILD]}
b=${2:-build}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out" || exit 3
status=0

ncu=ncu
for candidate in ncu /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu; do
    if command -v "$candidate" >/dev/null 2>&1; then
        ncu=$candidate
        break
    fi
done

"$b/wgdesc-epilogue" --evidence "$out/epilogue.json" >"$out/epilogue.txt" 2>&1
rc=$?
tail -n 3 "$out/epilogue.txt"
[ $rc -eq 77 ] && exit 77
if [ $rc -ne 0 ]; then
    status=1
    grep -v ' 0 wrong, 0 wrong' "$out/epilogue.txt" | head -n 20
fi

# WHAT FILE COMMAND...: at most three minutes for each, what it printed to FILE.txt, its end here.
step() {
    what=$1 file=$2
    shift 2
    timeout 180 "$@" >"$out/$file.txt" 2>&1
    rc=$?
    echo "$what: exit $rc"
    grep -e '<- differs' "$out/$file.txt" | head -n 20
    tail -n 2 "$out/$file.txt"
    [ $rc -eq 0 ] || status=1
}

step 'wavefronts of epilogues' epilogue-counted \
    python3 "$here/epilogue_counted.py" --program "$b/wgdesc-epilogue" --ncu "$ncu" \
    --evidence "$out/epilogue-counted.json"
step 'wavefronts of a hundred tiles' swizzles-counted \
    python3 "$here/banks_counted.py" --hgemm "$b/wgdesc-hgemm" --ncu "$ncu" \
    --markdown "$out/banks.md" --evidence "$out/swizzles-counted.json"
exit $status
