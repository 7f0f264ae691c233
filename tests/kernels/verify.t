#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wgdesc-verify as a program: options, lists, exit statuses, and no GPU.
set -u
B=${B:-build}
prog=$B/wgdesc-verify
if [ ! -x "$prog" ]; then
    echo "1..0 # SKIP no wgdesc-verify here (needs nvcc: make verify)"
    exit 0
fi
n=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
check() { # check TEXT COMMAND...: ok when the command succeeds
    n=$((n + 1))
    local text=$1
    shift
    if "$@"; then echo "ok $n - $text"; else echo "not ok $n - $text"; fi
}
# run ARGS...: leaves out, err and rc
run() {
    "$prog" "$@" >"$tmp/out" 2>"$tmp/err"
    rc=$?
}
not() { ! "$@"; }
is_rc() { [ "$rc" -eq "$1" ]; }
no_out() { [ ! -s "$tmp/out" ]; }
err_has() { grep -qF -- "$1" "$tmp/err"; }
lines() { [ "$(wc -l <"$2")" -eq "$1" ]; }

run --help
check '--help exits 0' is_rc 0
check '--help is on stdout' grep -q '^Exit status' "$tmp/out"
run --version
check '--version names the program' grep -qE '^wgdesc-verify [0-9]+\.[0-9]+\.[0-9]+$' "$tmp/out"

for bad in --nonsense '--shard 3/2' '--seed x' '--repeat 0' '--json --tap' stray '--case nothing' \
    '--filter nothing'; do
    # shellcheck disable=SC2086
    run $bad
    check "'$bad' exits 2" is_rc 2
    check "'$bad' prints nothing on stdout" no_out
    check "'$bad' says error and hint" bash -c "grep -q '^wgdesc-verify: error: ' '$tmp/err' && grep -q '^hint: ' '$tmp/err'"
done

run --list
cp "$tmp/out" "$tmp/all"
check '--list exits 0' is_rc 0
check '--list names more than 100000 cases' [ "$(wc -l <"$tmp/all")" -gt 100000 ]
check 'no name twice' [ -z "$(sort "$tmp/all" | uniq -d | head -n 1)" ]
for kind in gemm control map canonical; do
    check "--list has $kind/ cases" grep -q "^$kind/" "$tmp/all"
done
for i in 1 2 3; do "$prog" --list --shard $i/3; done >"$tmp/shards"
check 'three shards are everything, once' cmp -s <(sort "$tmp/all") <(sort "$tmp/shards")
run --list --shard 2/3
check 'a shard is a third' bash -c "a=\$(wc -l <'$tmp/all') s=\$(wc -l <'$tmp/out'); [ \$((s * 3 - a)) -ge -3 ] && [ \$((s * 3 - a)) -le 3 ]"
run --list --filter 'gemm/f32.f16.f16/n64/*'
check '--filter takes patterns' cmp -s "$tmp/out" <(grep '^gemm/f32.f16.f16/n64/' "$tmp/all")
run --list --filter '/n256/sp,map/b1/'
check '--filter takes texts' cmp -s "$tmp/out" <(grep -e '/n256/sp' -e 'map/b1/' "$tmp/all")
name=$(sed -n 777p "$tmp/all")
run --list --case "$name"
check '--case takes one' bash -c "[ \"\$(cat '$tmp/out')\" = '$name' ]"
run --list --case map/f16/a/k/n64/0x4000004000010040
check '--case takes a descriptor' [ "$(cat "$tmp/out")" = map/f16/a/k/n64 ]
run --list --case "$name/0x4000004000010040"
check 'but only for map recovery' is_rc 2
run --help
check '--help names all kinds of cases' bash -c "grep -q 'mma/, ldmatrix,' '$tmp/out' && grep -q 'stmatrix (' '$tmp/out' && grep -q hgemm/ '$tmp/out'"
"$prog" --list >/dev/full 2>"$tmp/err"
rc=$?
check 'a full disk exits 3' is_rc 3
check 'a full disk is said' err_has 'cannot be written'

run --junit /nonexistent/x.xml
check 'a report that cannot be written is refused before the run' is_rc 3
check 'and named' err_has '/nonexistent/x.xml: No such file'

# No usable GPU: 77, one line, whatever is asked for. CUDA_VISIBLE_DEVICES hides the ones there are.
for args in '' --json --tap '--filter gemm/f16' '--filter tcgen05/' "--evidence $tmp/e.json"; do
    # shellcheck disable=SC2086
    CUDA_VISIBLE_DEVICES='' "$prog" $args >"$tmp/out" 2>"$tmp/err"
    rc=$?
    check "no GPU, '${args%% *}': exits 77" is_rc 77
    check "no GPU, '${args%% *}': one line, on stderr" bash -c "[ ! -s '$tmp/out' ] && [ \$(wc -l <'$tmp/err') -eq 1 ]"
done
check 'no GPU: says so' err_has 'no usable GPU'
check 'no GPU: no evidence is left' [ ! -e "$tmp/e.json" ]
check 'the CUDA runtime is linked statically' bash -c "! ldd '$prog' | grep -q libcudart"

# The code of each architecture stands beside the others', and no kernel is compiled for two families:
# counted in the fat binary (a magic number, then entries with their kind, size and architecture).
codes() {
    python3 - "$1" <<'EOF'
import collections, struct, sys
data, at, found = open(sys.argv[1], "rb").read(), 0, collections.Counter()
while (at := data.find(b"\x50\xed\x55\xba", at)) >= 0:
    version, header, size = struct.unpack_from("<HHQ", data, at + 4)
    if (version, header) != (1, 16):
        at += 4
        continue
    entry, at = at + header, at + header + size
    while entry < at:
        kind, _, header, size = struct.unpack_from("<HHIQ", data, entry)
        found[kind, struct.unpack_from("<I", data, entry + 28)[0]] += 1
        entry += header + size
print(*("%d:%d" % (arch, n) for (kind, arch), n in sorted(found.items()) if kind == 2 and arch != 90),
      "90" if found[2, 90] > 30 else "", len([k for k, _ in found if k != 2]))
EOF
}
check 'machine code of sm_90a, sm_100a and sm_103a, tcgen05 once each, no other' \
    [ "$(codes "$prog")" = '100:1 103:1 90 0' ]
check 'tcgen05 has cases of every kind' bash -c "sed -n 's/^tcgen05.\([a-z]*\).*/\1/p' '$tmp/all' | sort -u | tr '\n' ' ' |
    grep -qx 'accumulator canonical cp ld map product scale st '"

# With the examples it is the same.
for e in wgmma_kmajor_none wgmma_mmajor_64b wgmma_mmajor_128b wgmma_a_registers mma_permuted; do
    CUDA_VISIBLE_DEVICES='' "$B/examples/$e" >"$tmp/out" 2>"$tmp/err"
    rc=$?
    check "example $e without a GPU exits 77" is_rc 77
done

# The fences are in the code, in the right order, for the smallest row and for the examples: ordinary
# stores are made visible to the async proxy before wgmma reads.
fenced() { # fenced PTX: every entry has proxy fence, wgmma.fence, wgmma in this order
    awk '/\.entry/ { entries++; proxy = arrive = 0 }
         /fence\.proxy\.async/ { proxy = 1 }
         /wgmma\.fence/ { arrive = 1 }
         /wgmma\.mma_async/ { seen++; if (!proxy || !arrive) bad = 1; arrive = 0 }
         END { exit !(entries && seen >= entries && !bad) }' "$1"
}
arch='-gencode arch=compute_90a,code=compute_90a'
# shellcheck disable=SC2086
if nvcc -ptx -std=c++17 $arch -Ilayout -Idesc -Ikernels "-I$B/kernels" -DWGV_ROW=16 \
    '-DWGV_CALLS="verify/wgmma/calls_16.cuh"' kernels/verify/wgmma/row.cu -o "$tmp/row.ptx" 2>/dev/null; then
    check 'kernels: proxy fence, wgmma.fence, wgmma' fenced "$tmp/row.ptx"
    sed '/fence\.proxy\.async/d' "$tmp/row.ptx" >"$tmp/broken.ptx"
    check 'and a missing proxy fence would be noticed' not fenced "$tmp/broken.ptx"
    # tcgen05 likewise: stored bytes are made visible before the first instruction that may read them,
    # what is allocated is given back, and every instruction is committed.
    nvcc -ptx -std=c++17 -gencode arch=compute_100a,code=compute_100a -Ilayout -Idesc -Ikernels \
        "-I$B/kernels" kernels/verify/tcgen05/device/tc_kernel.cu -o "$tmp/tc.ptx"
    tc_fenced() {
        awk '/\.entry/ { entries++; proxy = 0 }
             /fence\.proxy\.async/ { proxy = 1 }
             /tcgen05\.alloc/ { allocs++ }
             /tcgen05\.dealloc/ { deallocs++ }
             /tcgen05\.commit/ { commits++ }
             /tcgen05\.(mma|cp)/ { seen++; if (!proxy) bad = 1 }
             END { exit !(entries == 2 && allocs == 2 && deallocs == 2 && commits == 2 && seen > 40 && !bad) }' "$1"
    }
    check 'tcgen05: proxy fence, allocation given back, commit' tc_fenced "$tmp/tc.ptx"
    sed '/fence\.proxy\.async/d' "$tmp/tc.ptx" >"$tmp/broken.ptx"
    check 'and a missing proxy fence would be noticed there' not tc_fenced "$tmp/broken.ptx"
    for e in examples/wgmma_*.cu; do
        # shellcheck disable=SC2086
        nvcc -ptx -std=c++17 $arch -Ilayout -Idesc "$e" -o "$tmp/e.ptx"
        check "$(basename "$e"): proxy fence, wgmma.fence, wgmma" fenced "$tmp/e.ptx"
    done
else
    n=$((n + 1))
    echo "ok $n - fences in PTX # SKIP no nvcc that runs"
fi
echo "1..$n"
