#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every allocation of every command fails, once and for good: exit 3, a message, and nothing on
# standard output; or, where the answer does without it, the whole answer. What was allocated is given back,
# also where nothing fails.
B=${B:-build} n=0
D=$(mktemp -d "$B/oom.XXXXXX")
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
W=$B/tests/wgdesc-oom
export WGDESC_OOM_HELD=$D/held

# The program allocates in cli/io/mem.c alone, so that wrapping there reaches everything.
others=$(nm -A -u "$B"/cli/*.o "$B"/cli/*/*.o | grep -wE 'malloc|calloc|realloc|reallocarray|strdup|strndup|asprintf|aligned_alloc' | grep -v '/io/mem\.o:')
[ -z "$others" ] || echo "# $others"
[ -z "$others" ]
ok $? "only cli/io/mem.c allocates"

for _ in 1 2 3; do
    echo '{"id":[1,{"a":"b"}],"cmd":"desc","major":"mn","swizzle":"64B","shape":[64,16]}'
    echo '{"cmd":"layout","op":"logical_divide","args":["(128,64):(64,1)",["64:1",null]]}'
    echo '{"cmd":"nonsense"}'
    echo '{"cmd":"show","layout":"(2,2)","format":"svg"}'
done >"$D/requests"
{
    head -c 300000 /dev/zero | tr '\0' ' '
    echo '{"cmd":"decode","desc":"0x1"}'
} >"$D/long"

points=0
# Was all given back, where that failed? The first time that it was not is told, and kept is 1.
given_back() {
    [ -e "$D/held" ] || return 0
    [ $kept -eq 1 ] || echo "# not given back: $1 failed"
    rm -f "$D/held"
    kept=1
}
# Every point of one command: WANTED-STATUS ARGUMENT...
every_point() {
    local status=$1 at rc on bad=0 kept=0
    shift
    rm -f "$D/held"
    "$W" "$@" >"$D/whole" 2>/dev/null </dev/null
    given_back "nothing"
    for on in "" 1; do
        for ((at = 1; at < 200; at++)); do
            rm -f "$D/told"
            env WGDESC_OOM_AT=$at ${on:+WGDESC_OOM_ON=1} WGDESC_OOM_TOLD="$D/told" "$W" "$@" >"$D/out" 2>"$D/err" </dev/null
            rc=$?
            if [ ! -e "$D/told" ]; then # it has fewer
                [ $rc -eq "$status" ] || bad=1
                break
            fi
            points=$((points + 1))
            given_back "allocation $at${on:+ and later}"
            [ $rc -eq "$status" ] && [ ! -s "$D/err" ] && cmp -s "$D/out" "$D/whole" && continue
            if [ $rc -ne 3 ] || [ -s "$D/out" ] || ! grep -q 'out of memory' "$D/err"; then
                echo "# allocation $at${on:+ and later}: exit $rc"
                bad=1
            fi
        done
    done
    [ $at -gt 1 ] && [ $at -lt 200 ] && [ $bad -eq 0 ]
    ok $? "out of memory: $*"
    [ $kept -eq 0 ]
    ok $? "all is given back: $*"
}
every_point 0 desc --major mn --swizzle 64B --shape 64x16
every_point 0 --major k --swizzle 128B --shape 256x256 --json
every_point 0 --major k --swizzle 128B --shape 256x256 --format cute
every_point 0 layout composition '(8,4):(4,1)' '(4,8):(8,1)'
every_point 0 layout logical_divide '(128,64):(64,1)' '["64:1",null]' --json
every_point 0 decode 0x4000004000010040
every_point 0 decode tests/data/desc.log
every_point 1 decode -
every_point 0 list atoms --json
every_point 0 plan --arch sm100 --cta-group 2 --tile 256x128x256 --dtype e2m1_packed4 --scale ue4m3 --json
every_point 0 emit --arch sm100 --tile 128x128x128 --dtype e4m3 --scale ue8m0 --lang cuda --json
every_point 1 batch "$D/requests"
every_point 0 batch "$D/long"
every_point 0 completion zsh
every_point 0 help layout
every_point 0 help layout --json
every_point 0 --version
every_point 0 show --major k --swizzle 128B --shape 128x64
for format in json svg latex latex-fragment html; do
    every_point 0 show 0x4000004000010040 --major k --format "$format"
done
every_point 0 show --layout 'Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)' --cells offset,byte,bank,coord
every_point 0 explain --major mn --swizzle 64B --shape 128x64
every_point 0 explain --major mn --swizzle 64B --shape 128x64 --json
every_point 0 explain 0x4000004000010040 --json
every_point 0 frag m64n16k16 --format html
every_point 0 copy m64n64k16 --to f16
every_point 0 copy m64n64k16 --to f16 --access stmatrix.x4 --as-a f16 --json
every_point 0 copy m64n64k16 --to f16 --lang cuda --json
every_point 0 copy m64n64k16 --to f16 --picture
every_point 0 emit --tile 128x128x64 --epilogue --to f16 --lang cuda
every_point 0 banks --shape 64x64 --access ldmatrix.x4 --optimal --json
every_point 0 layout linear '(8,8):(8,1)' --format svg
every_point 0 swizzle --shape 64x64 --access ldmatrix.x4,st.b128:copy
every_point 0 swizzle --shape 64x64 --access ldmatrix.x4,st.b128:copy --json
every_point 0 layout linear 'Sw<2,3,3> o 0 o (16,32):(32,1)'
every_point 0 banks --shape 64x64 --access ldmatrix.x4 --picture
every_point 0 cost --op m64n64k16 --json
every_point 0 idesc --kind f16 --m 128 --n 256 --json
every_point 0 idesc 0x08400490
every_point 0 tmem C --m-sm 64 --n-sm 8 --picture
every_point 0 tmem plan C:128x128 SFA:128x16 --json
every_point 0 sf SFB --kind mxf4 --mma 128x256x64 --tile 128x256x256
every_point 0 frag tcgen05.ld.16x64b.x4 --format svg
every_point 0 frag mma.m16n8k16 --operand a --thread 5
every_point 0 frag m64n32k16 --json
every_point 0 banks --formula 't%16*32' --access ldmatrix.x4 --json
PTX=tests/golden/ptx/e4m3_ak_bk_128x128x64
echo "serialized mm 1 -" >"$D/baseline"
every_point 0 scan "$PTX.ptx"
every_point 0 scan "$PTX.sass" --json
every_point 0 scan "$PTX.ptx" --format sarif
every_point 0 scan "$PTX.sass" --format junit
every_point 0 scan "$PTX.ptx" --baseline "$D/baseline"
every_point 0 scan tests/fuzz/corpus/container/host.so
every_point 0 scan -
python3 tests/lib/containers.py packed "$D/packed"
if "$B/wgdesc" scan "$D/packed" >/dev/null 2>&1; then # where the library that unpacks it is here
    every_point 0 scan "$D/packed"
fi
every_point 0 solve --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)'
every_point 1 solve --layout '(64,64):(72,1)' --json
every_point 0 map 0x4000004000010040 --dtype f16 --operand a --major k
every_point 0 map 0x4000004000010040 --dtype f16 --operand b --n 256 --major k --json
every_point 0 map 0x4000004000010040 --dtype f16 --operand a --major k --byte 0x490
every_point 0 check 0x4000004000010040 --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)' --start 0x400
every_point 0 diff 0x4000004000000040 0x4000004000010040 --major k --json
every_point 0 tma --major k --swizzle 128B --shape 128x64 --json
every_point 0 tma --layout '(64,64):(64,1)' --json
every_point 1 tma '(64,64):(72,1)'
every_point 0 map --major k --swizzle 128B --shape 64x64 --element 3,5
every_point 0 plan --tile 128x256x64 --dtype bf16
every_point 0 emit --tile 128x256x64 --dtype bf16 --lang cuda
every_point 0 desc --major k --swizzle 128B --shape 128x64 --slice 64:128,: --json
every_point 0 plan --problem 1000x3000x2000 --dtype bf16
every_point 0 plan --problem 1000x3000x2000 --dtype e4m3 --sms 114 --json
every_point 0 emit --problem 4096x4096x4096 --dtype bf16 --lang cuda
every_point 0 plan --tile 128x256x64 --slice 64:128,:
every_point 0 plan --tile 128x64x64 --sparse --a computed --json
every_point 0 emit --tile 64x64x32 --a registers --sparse --lang cuda
every_point 0 emit --tile 64x64x32 --a registers --lang ptx
every_point 0 show --major k --swizzle none --shape 64x16 -o "$D/made.svg" --force
half=0
for ((at = 1; at < 200; at++)); do
    rm -f "$D/made.svg" "$D/told"
    WGDESC_OOM_AT=$at WGDESC_OOM_TOLD="$D/told" "$W" show --major k --swizzle none --shape 64x16 -o "$D/made.svg" 2>/dev/null
    rc=$?
    [ -e "$D/told" ] || break
    [ $rc -eq 3 ] && [ ! -e "$D/made.svg" ] || half=1
done
[ $rc -eq 0 ] && [ -s "$D/made.svg" ] || half=1
[ $at -gt 1 ] && [ $at -lt 200 ] && [ $half -eq 0 ]
ok $? "out of memory: no picture is left half made"
# A disassembler's listing needs some, too.
python3 tests/lib/containers.py cubin "$D/cubin"
printf '#!/bin/sh\nexec cat "%s"\n' "$PTX.sass" >"$D/disassembler"
chmod +x "$D/disassembler"
every_point 0 scan "$D/cubin" --nvdisasm "$D/disassembler"
# A refusal needs memory for its message; without it there is still one line.
for at in 1 2; do
    WGDESC_OOM_AT=$at WGDESC_OOM_ON=1 "$W" --dtype f15 >"$D/out" 2>"$D/err"
    [ $? -eq 2 ] && [ ! -s "$D/out" ] && [ -s "$D/err" ]
    ok $? "a refusal without memory keeps its exit status ($at)"
done
[ $points -gt 60 ]
ok $? "$points points in all"
for c in $(sed -n 's/^X(\([a-z_]*\))$/\1/p' cli/request/commands.def); do
    [ "$c" = verify ] && continue # hands over to another program before it does anything
    grep -qE "^every_point [01] $c\b" "$0"
    ok $? "'$c' was among them"
done
echo 1..$n
