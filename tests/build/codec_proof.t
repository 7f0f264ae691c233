#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# All 2^64 words at once: clang folds encode(decode(x)) of the real headers to one AND with the mask
# of the bits that mean something, which proves the round trip modulo the compiler. That every field
# is where it should be is for test_desc_codec; this shows that nothing else happens to any bit. The
# same for tcgen05, one layout type at a time: one AND with the mask, one OR of version and type.
set -u
echo 1..2
if ! clang=$(tests/lib/newest clang); then
    echo "ok 1 - codec folds to a mask # SKIP no clang here"
    echo "ok 2 - tcgen05's codec folds to a mask # SKIP no clang here"
    exit 0
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/proof.c" <<'C'
#include "wgd_desc.h"
uint64_t round_trip(uint64_t x);
uint64_t round_trip(uint64_t x) { return wgd_desc_encode(wgd_desc_decode(x)); }
C
"$clang" -std=c11 -O2 -Ilayout -Idesc -S -emit-llvm -o "$dir/proof.ll" "$dir/proof.c" || exit 1
body=$(sed -n '/@round_trip/,/^}/p' "$dir/proof.ll" | grep '=')
mask=$(python3 -c 'print(0xC00E3FFF3FFF3FFF - 2**64)')
if [ "$(wc -l <<<"$body")" = 1 ] && grep -q "and i64 %0, $mask" <<<"$body"; then
    echo "ok 1 - encode(decode(x)) folds to x & 0xC00E3FFF3FFF3FFF"
else
    echo "not ok 1 - encode(decode(x)) folds to x & 0xC00E3FFF3FFF3FFF"
    sed 's/^/# /' <<<"$body"
fi

cat >"$dir/tcgen05.c" <<'C'
#include "wgd_desc.h"
#define TYPE(t, arch, name)                                                                        \
    uint64_t name##_##t(uint64_t x);                                                               \
    uint64_t name##_##t(uint64_t x)                                                                \
    {                                                                                              \
        const uint64_t word = (x & ~(UINT64_C(7) << 61)) | UINT64_C(t) << 61;                      \
        return wgd_desc_pack(wgd_desc_unpack(word, arch), arch);                                   \
    }
#define TYPES(arch, name)                                                                          \
    TYPE(0, arch, name) TYPE(1, arch, name) TYPE(2, arch, name) TYPE(4, arch, name) TYPE(6, arch, name)
TYPES(WGD_SM100, sm100)
TYPES(WGD_SM103, sm103)
C
"$clang" -std=c11 -O2 -Ilayout -Idesc -S -emit-llvm -o "$dir/tcgen05.ll" "$dir/tcgen05.c" || exit 1
bad=0
for name in sm100:0xE3FFF3FFF3FFF sm103:0x1E3FFF3FFF3FFF; do
    for t in 0 1 2 4 6; do
        body=$(sed -n "/@${name%%:*}_$t(/,/^}/p" "$dir/tcgen05.ll" | grep '=')
        # what means something without version and type, and those two
        want=$(python3 -c "
mask = ${name##*:} & ~(7 << 46)
value = $t << 61 | 1 << 46
print(mask, value - (1 << 64 if value >> 63 else 0))")
        read -r mask value <<<"$want"
        if [ "$(wc -l <<<"$body")" != 2 ] || ! grep -q "and i64 %0, $mask\$" <<<"$body" ||
            ! grep -q "or \(disjoint \)\?i64 %[0-9]*, $value\$" <<<"$body"; then
            bad=1
            echo "# ${name%%:*}, layout type $t: want and $mask, or $value"
            sed 's/^/# /' <<<"$body"
        fi
    done
done
[ $bad = 0 ] && echo "ok 2 - tcgen05's round trip folds to a mask and the version" ||
    echo "not ok 2 - tcgen05's round trip folds to a mask and the version"
