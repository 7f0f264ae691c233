#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A gcc that takes -flto, and cannot link what it made of it (no lto-wrapper), builds without it.
n=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
if ! command -v gcc >/dev/null; then
    echo "1..0 # SKIP no gcc"
    exit
fi
cat >"$tmp/gcc" <<'END'
#!/bin/sh
for word in "$@"; do
    [ "$word" = -r ] && { echo "ld: error: could not run lto-wrapper" >&2; exit 1; }
done
exec gcc "$@"
END
chmod +x "$tmp/gcc"
make -n CC=gcc B="$tmp/b" cpu 2>/dev/null | grep -q -e -flto
ok $? "gcc compiles across files"
make -n CC="$tmp/gcc" B="$tmp/b" cpu >"$tmp/out" 2>"$tmp/err"
ok $? "without lto-wrapper there is a way, too"
! grep -q -e '-flto\|nolto' "$tmp/out"
ok $? "it does not"
[ ! -s "$tmp/err" ]
ok $? "and says nothing of it"
echo 1..$n
