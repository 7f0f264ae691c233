#!/bin/sh
# SPDX-License-Identifier: MIT
# The headers of the cases of one type, and the list that includes them:
#
#   kernels/epilogue/gen_cases.sh WGDESC CASES TYPE FOLDER
#
# writes FOLDER/TYPE_0.cuh and so on, by 'wgdesc copy --lang cuda', and FOLDER/cases_TYPE.cuh.
set -eu
wgdesc=$1 cases=$2 type=$3 out=$4
list=$out/cases_$type.cuh
lower=$type
upper=$(echo "$type" | tr '[:lower:]' '[:upper:]')
mkdir -p "$out"
is() { if [ "$2" = "$1" ]; then echo true; else echo false; fi; }
includes='' rows='' i=0
while read -r to tile warpgroups split n major swizzle insn; do
    [ "$to" = "$type" ] || continue
    header=$out/${lower}_$i.cuh
    "$wgdesc" copy "m64n${n}k16" --tile "$tile" --warpgroups "$warpgroups" --split-along "$split" \
        --to "$to" --d-major "$major" --swizzle "$swizzle" --access "$insn" \
        --lang cuda --prefix "${lower}_$i" -o "$header" --force </dev/null
    includes="$includes#define ${upper}_${i}_ENCODE_TILED wgv::encode_tiled
#include \"${lower}_$i.cuh\"
"
    name="$to/$tile/w$warpgroups.$split/n$n/$major/$swizzle/$insn"
    rows="$rows    X(${lower}_$i, ${upper}_$i, $n, $(is n "$split"), $(is m "$major"), \"$name\") \\
"
    i=$((i + 1))
done <"$cases"
[ $i -gt 0 ] || { echo "gen_cases.sh: no case of $type" >&2; exit 1; }
{
    printf '%s' "$includes"
    printf '#define EPILOGUE_CASES(X) \\\n%s\n' "$rows"
} >"$list.new"
mv "$list.new" "$list"
