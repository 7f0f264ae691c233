#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A full disk, a closed output, a reader that goes away: exit 3 with a message, never silence.
W=${B:-build}/wgdesc n=0
D=$(mktemp -d "${B:-build}/io.XXXXXX")
trap 'rm -rf "$D"' EXIT
ok() { # CONDITION-STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' "$D/err"; fi
}
tile=(--major mn --swizzle 64B --shape 64x16)
request='{"cmd":"desc","major":"mn","swizzle":"64B","shape":[64,16]}'

hinted() {
    grep -Eq '^hint: |"hint":"[^"]' "$D/err"
}

for args in "${tile[*]}" "${tile[*]} --json" "decode 0x1" "list atoms" "layout coalesce 4:1" \
    "--help" "--version" "help desc" "completion bash"; do
    # shellcheck disable=SC2086 # the words are the arguments
    "$W" $args >/dev/full 2>"$D/err"
    [ $? -eq 3 ] && grep -q 'cannot write.*No space left' "$D/err" && hinted
    ok $? "full disk: $args"
    # shellcheck disable=SC2086
    "$W" $args >&- 2>"$D/err"
    [ $? -eq 3 ] && grep -q 'cannot write.*Bad file descriptor' "$D/err" && hinted
    ok $? "closed standard output: $args"
done

for _ in 1 2 3; do echo "$request"; done >"$D/requests"
"$W" batch "$D/requests" >/dev/full 2>"$D/err"
[ $? -eq 3 ] && grep -q 'No space left' "$D/err"
ok $? "full disk: batch"
"$W" batch "$D/requests" >&- 2>"$D/err"
[ $? -eq 3 ] && grep -q 'Bad file descriptor' "$D/err"
ok $? "closed standard output: batch of a file"
"$W" batch <"$D/requests" >&- 2>"$D/err"
[ $? -eq 3 ]
ok $? "closed standard output: batch"
"$W" batch <&- >"$D/out" 2>"$D/err"
[ $? -eq 3 ] && [ ! -s "$D/out" ] && grep -q 'cannot read' "$D/err"
ok $? "closed standard input: batch"

"$W" "${tile[@]}" 2>&- >"$D/out"
[ $? -eq 0 ] && [ -s "$D/out" ]
ok $? "closed standard error does not matter when all is well"
"$W" --dtype f15 2>&- >"$D/out"
[ $? -eq 2 ] && [ ! -s "$D/out" ]
ok $? "closed standard error does not change the exit status"

# A reader that goes away ends the program without a word.
yes "$request" | head -n 200000 | "$W" batch 2>"$D/err" | head -n 1 >"$D/out"
[ "${PIPESTATUS[2]}" -eq 141 ] && [ ! -s "$D/err" ] && [ "$(wc -l <"$D/out")" -eq 1 ]
ok $? "batch | head is quiet"

"$W" --json --dtype f15 "${tile[@]}" >"$D/out" 2>"$D/err"
[ $? -eq 2 ] && [ ! -s "$D/out" ] && [ "$(wc -l <"$D/err")" -eq 1 ]
ok $? "an error with --json is one line on standard error"

a=$(LC_ALL=C "$W" "${tile[@]}" --json) b=$(LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo COLUMNS=20 "$W" "${tile[@]}" --json)
[ "$a" = "$b" ]
ok $? "the environment changes nothing"
echo 1..$n
