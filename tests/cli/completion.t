#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The completion scripts: the shells read them, and bash completes what it should.
W=${B:-build}/wgdesc n=0
D=$(mktemp -d "${B:-build}/completion.XXXXXX")
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
for s in bash zsh fish; do
    "$W" completion $s >"$D/$s"
    ok $? "completion $s"
    if command -v $s >/dev/null; then
        $s -n "$D/$s" 2>"$D/err" && [ ! -s "$D/err" ]
        ok $? "$s reads it"
    else
        n=$((n + 1))
        echo "ok $n - $s reads it # SKIP no $s here"
    fi
done
# shellcheck disable=SC1091 # made above
. "$D/bash"
complete -p wgdesc 2>/dev/null | grep -q _wgdesc
ok $? "bash has it loaded"

expect() { # WANTED-WORDS WORD...
    local want=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _wgdesc
    local got="${COMPREPLY[*]}"
    [ "$got" = "$want" ] || echo "# got '$got', want '$want'"
    [ "$got" = "$want" ]
    ok $? "complete: $*"
}
expect "desc decode" wgdesc de
expect "--dtype" wgdesc --dt
expect "--swizzle" wgdesc desc --sw
types="f16 bf16 tf32 e4m3 e5m2 s8 u8 b1 e2m1_unpacked8 e2m3_unpacked8 e3m2_unpacked8 e2m1_packed4"
expect "none 32B 64B 128B 128B_32B" wgdesc --swizzle ""
expect "64B" wgdesc desc --major k --swizzle 6
expect "k mn" wgdesc --major ""
expect "$types" wgdesc --dtype ""
expect "dtypes ops atoms errors" wgdesc list ""
expect "bash zsh fish" wgdesc completion ""
expect "$types" wgdesc desc --dtype ""
expect "s4" wgdesc frag --dtype s4
expect "" wgdesc desc --dtype s4
expect "json junit" wgdesc decode 0x1 --format j
expect "" wgdesc decode --swi
expect "layout list" wgdesc help l
touch "$D/requests.jsonl"
expect "$D/requests.jsonl" wgdesc batch "$D/req"
expect "$D/requests.jsonl" wgdesc show -o "$D/req"
expect "$D/requests.jsonl" wgdesc frag m64n32k16 --output "$D/req"
expect "$D/requests.jsonl" wgdesc emit --output = "$D/req"
# readline hands over --dtype=b as three words; where = is no word break, as one.
expect "bf16 b1" wgdesc --dtype = b
expect "bf16 b1" wgdesc desc --dtype=b
expect "bf16 b1" wgdesc desc --dtype = b
expect "$types" wgdesc desc --dtype =
expect "cosize coalesce coalesce_by composition complement" wgdesc layout co
expect "offset" wgdesc show --cells off
expect "offset,byte offset,bank offset,block" wgdesc show --cells offset,b
expect "arrows axes" wgdesc show --hide a
expect "element chunk" wgdesc show --unit ""
expect "bank block" wgdesc show --shade b
expect "auto always" wgdesc show --color a
expect "svg sarif" wgdesc show --format s
if command -v fish >/dev/null; then
    got=$(HOME=$D fish -c "source $D/fish; complete -C 'wgdesc layout compo'")
    [ "$got" = composition ]
    ok $? "fish completes operations"
    got=$(HOME=$D fish -c "source $D/fish; complete -C 'wgdesc list '" | tr '\n' ' ')
    [ "$got" = "atoms dtypes errors ops " ]
    ok $? "fish completes"
fi
if command -v zsh >/dev/null; then
    got=$(HOME=$D zsh -fc "autoload -U compinit; compinit -u -d $D/dump; source $D/zsh; echo \$_comps[wgdesc]" 2>&1)
    [ "$got" = _wgdesc ] || echo "# $got"
    [ "$got" = _wgdesc ]
    ok $? "zsh loads it"
fi
# Every command and every option of the tables is in every script.
for word in $(sed -n 's/^X(\([a-z_]*\))$/\1/p' cli/request/commands.def); do
    grep -qw -- "$word" "$D/bash" && grep -qw -- "$word" "$D/zsh" && grep -qw -- "$word" "$D/fish"
    ok $? "command $word"
done
for word in $(sed -n 's/^X([a-z_]*, "\([a-z-]*\)".*OPT_\(ENUM\|NUM\|SHAPE\|LIST\|ADDR\|FLAG\).*/\1/p' cli/request/options.def); do
    case $word in what | shell) continue ;; esac # operands only
    grep -q -- "--$word\b" "$D/bash" && grep -q -- "--$word\b" "$D/zsh" && grep -q -- "-l $word\b" "$D/fish"
    ok $? "option --$word"
done
echo 1..$n
