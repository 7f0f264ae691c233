#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/build/lint.sh finds each breach of the rules in a tree made for it, and none here.
B=${B:-build} n=0
D=$(mktemp -d "$B/lint.XXXXXX")
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    tests/build/lint.sh | sed 's/^/# /'
    [ "${PIPESTATUS[0]}" -eq 0 ]
    ok $? "nothing found in the repository"
fi
mkdir -p "$D"/{layout,desc,cli,kernels}
spdx='/* SPDX-License-Identifier: MIT */'
for h in layout/wgd_layout.h layout/internal.h desc/wgd_desc.h desc/names.h cli/help.h; do
    echo "$spdx" >"$D/$h"
done
breach() { # FILE TEXT WANTED-MESSAGE
    printf '%b\n' "$2" >"$D/$1"
    out=$(tests/build/lint.sh "$D")
    rc=$?
    rm "$D/$1"
    if [ -z "$3" ]; then
        [ $rc -eq 0 ] && [ -z "$out" ]
    else
        [ $rc -eq 1 ] && grep -q "$3" <<<"$out"
    fi
    ok $? "$1: ${3:-allowed}"
    [ -z "$out" ] || [ -n "$3" ] || echo "# $out"
}
breach cli/a.c "$spdx\n#include \"wgd_desc.h\"\n#include \"help.h\"\n#include <stdio.h>" ""
breach desc/a.c "$spdx\n#include \"wgd_layout.h\"\n#include \"names.h\"" ""
breach layout/a.c "$spdx\n#include \"wgd_desc.h\"" "includes wgd_desc.h of desc"
breach desc/a.c "$spdx\n#include \"help.h\"" "includes help.h of cli"
breach kernels/a.cu "$spdx\n#include \"../cli/help.h\"" "includes ../cli/help.h of cli"
breach cli/a.c "$spdx\n#include \"internal.h\"" "private to layout"
breach desc/a.c "$spdx\n# include <stdio.h>" "freestanding"
breach layout/a.h "$spdx\n#include <stdlib.h>" "freestanding"
breach cli/a.c "$spdx\n/* \\\\xc3\\\\xa9 */" ""
breach cli/a.c "$spdx\n/* \\xc3\\xa9 */" "not ASCII"
breach cli/a.c "int x;" "no SPDX line"
echo 1..$n
