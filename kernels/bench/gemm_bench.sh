#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that docs/performance.md tells of the GEMM kernels, in one go on a Hopper GPU: checks,
# the table of shapes under sustained load, single launches after a rest, the other forms, the
# tools that look for races, and hardware counters. Builds nothing.
#
#   kernels/bench/gemm_bench.sh [wgdesc-bench [folder for the results [parts]]]      (about 11 minutes)
#
# `parts`: a regular expression, of which parts to run by their names; without it, all.
set -u
bench=${1:-build/wgdesc-bench}
out=${2:-.}
parts=${3:-.}
here=$(dirname "$0")
mkdir -p "$out"
failed=0

# Runs one part with a limit, so that a hang costs a part and not the rest.
part() {
    local name=$1 limit=$2
    shift 2
    [[ $name =~ $parts ]] || return 0
    echo "== $name"
    timeout "$limit" "$@" || { echo "FAILED: $name ($?)"; failed=1; }
}

# The clocks, and what ncu prints, are kept in files of their own; what an earlier run left stays where a part is not run.
clocks=/dev/null
[ "$parts" = . ] && clocks=$out/clocks.csv

gpu=${CUDA_VISIBLE_DEVICES:-0} # of several the first is used
gpu=${gpu%%,*}
nvidia-smi -i "$gpu" --query-gpu=name,driver_version,power.limit,clocks.max.sm --format=csv,noheader
nvidia-smi -i "$gpu" --query-gpu=clocks.sm,power.draw,temperature.gpu,clocks_event_reasons.active \
    --format=csv,noheader -lms 200 >"$clocks" &
smi=$!
trap 'kill $smi' EXIT

# shellcheck disable=SC2046 # the words are options
part "check: every kernel, ragged shapes, a tall one, one below every tile, last tiles with 8 rows" 120 "$bench" --no-time \
    --shape 4104x2040x1000 --shape 40x56x104 --shape 264x392x1032 $("$bench" --list | awk '$2 == "bf16" && $1 != "cublas" {print "--kernel", $1}')
part "check: other forms" 60 "$bench" --no-time --shape 1032x2056x1008 \
    --form bf16-k-mn --form bf16-mn-k --form bf16-mn-mn --form e4m3 \
    --kernel v3 --kernel v3-128x256-c2x1/m3 --kernel v3-128x256-c1x1/p2 --kernel v3-128x128-c2x1
for form in f16-acc16 tf32; do
    # shellcheck disable=SC2046 # the words are options
    part "check: $form" 60 "$bench" --no-time --form $form --shape 1032x2056x1008 --kernel v3-64x128-c1x1/k3 \
        --kernel v3-64x64-c1x1/m2/w40 --kernel v3-128x128-c1x1/m3 --kernel v3-128x256-c1x1/w200 \
        $("$bench" --list | awk -v form=$form '$2 == form && $1 != "cublas" {print "--kernel", $1}')
done
# Tiles that blocks share, in a cluster and in memory, narrower ones, and those that blocks claim, with few rows and many.
ways=(k2 k3 k7 m2 m3 k5/w40 m2/w56 w48 w8 p0/m3)
claims=(p2 p2/w48 p2/m3 p2/m2/w56)
for tile in 128x256 128x192 128x160 128x144 128x128 128x96 128x80 128x64 64x256 64x192 64x128 64x64; do
    split+=("${ways[@]/#/--kernel=v3-$tile-c1x1/snake/pdl/a8/}")
    case $tile in 128x256 | 128x192 | 128x160 | 128x144 | 128x128 | 64x256 | 64x128)
        split+=("${claims[@]/#/--kernel=v3-$tile-c1x1/snake/pdl/a8/}") ;;
    esac
done
for tile in $("$bench" --list | awk '$2 == "bf16" && $1 ~ /^v3-.*-c/ && $1 !~ /-c1x1|-t$/ {print $1}'); do
    split+=("--kernel=$tile/pdl/a8/m2" "--kernel=$tile/w32" "--kernel=$tile/m3/w64" "--kernel=$tile/w56/pdl")
done
# Turned tiles: rows and columns of C that end anywhere, shared in a cluster and in memory.
turned=()
for tile in $("$bench" --list | awk '$1 ~ /-t$/ {print $1}'); do
    its=(m2/snake/pdl w48/pdl m3/w64 w16/a8)
    [[ $tile == *-c1x1-* ]] && its+=(k2 k3/pdl k7/w40 k5/w24/snake/pdl)
    turned+=("${its[@]/#/--kernel=$tile/}")
done
part "check: turned tiles" 60 "$bench" --no-time "${turned[@]}" --shape 260x2049x96 --shape 1096x16x2048 \
    --shape 392x264x2080 --shape 201x329x2080 --shape 5x1003x640
part "check: shared, narrow and claimed tiles" 100 "$bench" --no-time "${split[@]}" --shape 16x1096x2048 \
    --shape 264x392x2080 --shape 200x328x2080
# Tiles of several rounds that blocks claim, and walk in step: rows, columns, tiles and a K that no block divides.
part "check: claimed tiles of several rounds" 100 "$bench" --no-time --shape 4104x6040x1800 --shape 1100x16400x1736 \
    --kernel v3-128x256-c1x1/snake/pdl/p2 --kernel v3-128x256-c1x1/p2/w248 --kernel v3-128x192-c1x1/pdl/p2/w184
part "check: the same, other types" 60 "$bench" --no-time --shape 4104x6040x3600 --form e4m3 --form f16-acc16 \
    --form tf32 --kernel v3-128x256-c1x1/snake/pdl/p2
part "sustained: versions 1, 2 and 3" 60 "$bench" --shape 8192x8192x8192 \
    --lead-ms 200 --rounds 5 --json "$out/versions.json"
part "sustained: shapes" 240 "$bench" --no-check --kernel v3 --cublas-tries 4 \
    --lead-ms 200 --burst-ms 40 --rounds 7 --json "$out/sustained.json"
part "sustained: forms" 120 "$bench" --no-check --kernel v3 --shape 2048x2048x2048 --shape 4096x4096x4096 \
    --shape 8192x8192x8192 --form bf16-k-mn --form bf16-mn-k --form bf16-mn-mn \
    --lead-ms 100 --burst-ms 30 --rounds 5 --json "$out/forms.json"
for form in e4m3 f16-acc16 tf32; do
    part "sustained: $form" 120 "$bench" --no-check --kernel v3 --form $form \
        --lead-ms 100 --burst-ms 30 --rounds 5 --json "$out/$form.json"
done
# shellcheck disable=SC2046 # the words are options
part "many shapes" 240 "$bench" --no-check --kernel v3 --lead-ms 20 --burst-ms 10 --rounds 5 \
    $(awk '!/^#/ {print "--shape=" $1 "x" $2 "x" $3}' "$here/wide_shapes.txt") --json "$out/wide.json"
# The triples of their sizes that are not among them, to which the rule was not fitted at first.
# shellcheck disable=SC2046 # the words are options
part "other triples" 120 "$bench" --no-check --kernel v3 --lead-ms 10 --burst-ms 5 --rounds 3 $(awk '
    !/^#/ { many[$1 "x" $2 "x" $3] = 1 }
    END {
        sizes = split("64 104 512 1000 2048 4096 8192", size)
        for (m = 1; m <= sizes; m++) for (n = 1; n <= sizes; n++) for (k = 1; k <= sizes; k++) {
            shape = size[m] "x" size[n] "x" size[k]
            if (!(shape in many)) print "--shape=" shape
        }
    }' "$here/wide_shapes.txt") --json "$out/triples.json"
part "single launches after a rest" 60 "$bench" --no-check --shape 8192x8192x8192 \
    --shape 4096x4096x4096 --pause-ms 50 --lead-ms 0 --burst-ms 0 --rounds 15 --cublas-tries 4 \
    --kernel v3 --kernel v3-128x256-c1x1 --kernel v3-128x256-c2x1 --kernel v3-128x256-c2x1/snake \
    --kernel v3-128x256-c2x1/snake/g4 --kernel v3-128x256-c2x1/snake/g16 --json "$out/single.json"
if command -v ncu >/dev/null; then
    metrics=sm__cycles_elapsed.max,gpu__time_duration.sum
    metrics=$metrics,sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_elapsed
    metrics=$metrics,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
    metrics=$metrics,lts__t_sectors.avg.pct_of_peak_sustained_elapsed,dram__bytes.sum
    metrics=$metrics,lts__t_sector_hit_rate.pct,sm__inst_executed.sum
    part "counters" 120 bash -c 'exec "$@" >"$0"' "$out/counters.csv" ncu --clock-control none --metrics "$metrics" --csv --launch-count 8 \
        -k 'regex:gemm_v|nvjet' "$bench" --no-check --shape 8192x8192x8192 --rounds 1 --lead-ms 0 \
        --burst-ms 0 --kernel v2 --kernel v2-128x128 --kernel v3
fi
for tool in memcheck racecheck synccheck; do
    command -v compute-sanitizer >/dev/null || { echo "== $tool: no compute-sanitizer"; continue; }
    part "$tool" 90 compute-sanitizer --tool $tool --error-exitcode 9 "$bench" --no-time --no-cublas \
        --shape 130x270x200 --kernel v2 --kernel v3-128x256-c2x1 --kernel v3-64x128-c1x1/k3 \
        --kernel v3-64x64-c1x1/m2/w40 --kernel v3-128x144-c2x2 --kernel v3-64x64-c2x4 --kernel v3-64x96-c2x1 --kernel v3-128x128-c1x1/pdl/p2
    # Last tiles that begin earlier.
    part "$tool: moved" 90 compute-sanitizer --tool $tool --error-exitcode 9 "$bench" --no-time --no-cublas \
        --shape 136x72x1032 --kernel v3-128x64-c1x2 --kernel v3-64x64-c1x1/p0 --kernel v3-128x80-c1x1/m2 --kernel v3-128x64-c1x2-t
    part "$tool: turned" 90 compute-sanitizer --tool $tool --error-exitcode 9 "$bench" --no-time --no-cublas \
        --shape 133x140x136 --kernel v3-128x144-c2x2-t --kernel v3-64x96-c2x4-t --kernel v3-64x64-c1x1-t/k3 --kernel v3-64x64-c1x1-t/m2/w40
    # Narrow tiles and a short K: racecheck takes minutes for more.
    part "$tool: several rounds" 180 compute-sanitizer --tool $tool --error-exitcode 9 "$bench" --no-time --no-cublas \
        --shape 1410x760x72 --kernel v3-128x256-c1x1/snake/pdl/p2/w64
done
exit $failed
