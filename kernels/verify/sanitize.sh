#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compute-sanitizer's four tools on cases of every kind and type: sanitize.sh PROGRAM RESULT.json
# Each tool runs each filter below; a clean run exits 0 and reports 0 errors.
set -u
prog=${1:?usage: sanitize.sh PROGRAM RESULT.json}
result=${2:?usage: sanitize.sh PROGRAM RESULT.json}
command -v compute-sanitizer >/dev/null || { echo "compute-sanitizer not found"; exit 77; }
# Small and large N, both sources of A, both majors, dense and sparse, every type; few cases each,
# since a tool slows a kernel down a hundredfold.
gemm='gemm/*/n16/a=regs/b=k.128B/*/d=1,gemm/*/n64/a=k.64B/b=k.32B/*/d=0'
gemm+=',gemm/f32.f16.f16/n64/a=mn.128B/b=mn.128B/*,gemm/f32.f16.f16/sp/n256/a=mn.32B/b=mn.64B/*'
maps='map/*/n16,map/*/n64,map/*/n64/sp'
# Registers: every mma.sync, ldmatrix and stmatrix; the HGEMM where the tile divides and where not.
regs='mma/*,ldmatrix*,stmatrix*,hgemm/*/256x128x32,hgemm/*/264x136x40,hgemm/*/17x131x100'
# tcgen05, where that is what the device has: each kind of case, both numbers of CTAs.
tc='tcgen05/product/*/cta1/m128n64/a=k.64B*,tcgen05/product/*/cta2/m256n64/a=mn.128B*'
tc+=',tcgen05/*/m128n64/a=tmem/*,tcgen05/canonical/*/r64,tcgen05/accumulator/*n64/*'
tc+=',tcgen05/ld/*.x4,tcgen05/st/*.x4,tcgen05/cp/*,tcgen05/scale/*/n72'
filter="$gemm,$maps,$regs,$tc"
status=0
rows=''
version=$(compute-sanitizer --version | sed -n 's/.*Version \([0-9.]*\).*/\1/p;s/^Version \([0-9.]*\).*/\1/p' | head -n 1)
for tool in memcheck racecheck initcheck synccheck; do
    log=$(mktemp)
    compute-sanitizer --tool $tool --error-exitcode 1 "$prog" --filter "$filter" \
        --descriptors 500 >"$log" 2>&1
    rc=$?
    errors=$(sed -n 's/^========= \(ERROR\|RACECHECK\) SUMMARY: \([0-9]*\).*/\2/p' "$log" | tail -n 1)
    cases=$(sed -n 's/^\([0-9]*\) passed, 0 failed\(, [0-9]* skipped\)\{0,1\}$/\1/p' "$log" | tail -n 1)
    echo "$tool: ${errors:-?} errors, ${cases:-?} cases passed (exit $rc)"
    [ $rc -eq 0 ] && [ "${errors:-1}" = 0 ] && [ -n "$cases" ] || { status=1; head -n 40 "$log"; }
    rows+="${rows:+,}{\"tool\":\"$tool\",\"errors\":${errors:-null},\"cases_passed\":${cases:-null},\"exit\":$rc}"
    rm -f "$log"
done
printf '{"schema":"wgdesc/1","sanitizer":"%s","filter":"%s","tools":[%s]}\n' \
    "$version" "$filter" "$rows" >"$result"
exit $status
