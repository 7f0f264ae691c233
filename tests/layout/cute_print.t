#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The eight printed DescriptorIterator lists: a 128x64 tile of half, every swizzle, both majors,
# operand A, at byte address 0x400.
W=${B:-build}/wgdesc n=0
for major in k mn; do
    for mode in none:INTERLEAVE 32B:B32 64B:B64 128B:B128; do
        n=$((n + 1))
        golden=tests/golden/cute_print/${major}_${mode#*:}.txt
        if "$W" --major $major --swizzle "${mode%:*}" --shape 128x64 --start 0x400 --format cute |
            cmp - "$golden"; then
            echo "ok $n - $major ${mode%:*}"
        else
            echo "not ok $n - $major ${mode%:*} against $golden"
        fi
    done
done
echo 1..$n
