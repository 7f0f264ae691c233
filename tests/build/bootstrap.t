#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bootstrap.sh in a PATH of its own, where the tools are those that a case puts there: which packages it
# takes of each release, what it says without root or apt, and that a second run is silent.
n=0
D=$(mktemp -d)
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2" && sed 's/^/# /' "$D/out" "$D/err"; fi
}
fake() { # NAME SHELL-TEXT
    printf '#!/bin/sh\n%s\n' "$2" >"$D/bin/$1"
    chmod +x "$D/bin/$1"
}
# Tools that work. A package without a tool is a file of its name, which cc and python3 look for.
cat >"$D/works" <<'EOF'
#!/bin/sh
cd "${0%/*}" || exit
case ${0##*/} in
cc) while read -r line; do
    case $line in
    *stdio.h*) [ -e libc6-dev ]; exit ;;
    *cJSON.h*) [ -e libcjson-dev ]; exit ;;
    *cmocka.h*) [ -e libcmocka-dev ]; exit ;;
    esac
done ;;
python3) [ -e python3-jsonschema ] ;;
esac
EOF
chmod +x "$D/works"
# A machine with TOOL... and what every machine has, whose user is root.
machine() {
    rm -rf "${D:?}/bin" "$D/log"
    mkdir "$D/bin"
    for t in sh awk cat dirname env grep sed sort tr; do ln -s "$(command -v "$t")" "$D/bin/$t"; done
    fake id 'echo 0'
    for t in "$@"; do cp "$D/works" "$D/bin/$t"; done
}
# And apt with these packages: installing one makes the tool that it is for.
apt() {
    printf '%s\n' "$@" >"$D/names"
    fake apt-cache "cat '$D/names'"
    fake apt-get "echo \"apt-get \$*\" >>'$D/log'
PATH=$PATH
[ ! -e '$D/stale' ] || case \$1 in update) rm '$D/stale' ;; *) exit 100 ;; esac
for p in \"\$@\"; do
    case \$p in
    gcc) names='gcc cc' ;; g++) names=g++ ;; diffutils) names=diff ;; binutils) names=nm ;;
    musl-tools) names=musl-gcc ;; libxml2-utils) names=xmllint ;; librsvg2-bin) names=rsvg-convert ;;
    nodejs) names=node ;; chromium-driver) names=chromedriver ;; pkgconf) names=pkg-config ;;
    lld-[0-9]*) names=wasm-ld-\${p#lld-} ;; update|install|-*) continue ;; *) names=\$p ;;
    esac
    for t in \$names; do cp '$D/works' '$D/bin/'\$t; done
done"
}
run() {
    env -i PATH="$D/bin" "$D/bin/sh" ./bootstrap.sh "$@" >"$D/out" 2>"$D/err"
    rc=$?
}
took() { # the packages of the last install, sorted
    sed -n 's/^apt-get install //p' "$D/log" 2>/dev/null | tail -n 1 | tr ' ' '\n' | grep -v '^-' | sort | tr '\n' ' '
}
silent() { [ ! -s "$D/out" ] && [ ! -s "$D/err" ]; }

BUILD="gcc make libc6-dev libcjson-dev"
TEST="g++ libcmocka-dev python3 bash diffutils binutils python3-jsonschema mandoc pkg-config"
CI="git shellcheck musl-tools libxml2-utils librsvg2-bin nodejs zsh fish"
sorted() { printf '%s\n' "$@" | sort | tr '\n' ' '; }
# What the release has of the names that differ; and what is to be taken of them.
release() { # NAME "NAMES IT HAS" "THOSE TAKEN" "SAID TO BE MISSING"
    machine
    # shellcheck disable=SC2086 # the words are the names
    apt $BUILD $TEST $CI $2
    run
    [ $rc -eq 0 ] && [ "$(took)" = "$(sorted $BUILD)" ]
    ok $? "$1: for building, $BUILD"
    run --test
    [ $rc -eq 0 ] && [ "$(took)" = "$(sorted $TEST)" ]
    ok $? "$1: --test adds what the tests need"
    run --ci
    # shellcheck disable=SC2086
    [ $rc -eq 0 ] && [ "$(took)" = "$(sorted $CI $3)" ]
    ok $? "$1: --ci adds $3"
    run --ci
    if [ -z "$4" ]; then silent; else [ ! -s "$D/out" ] && [ "$(grep -c 'what needs it is skipped' "$D/err")" -eq "$(wc -w <<<"$4")" ]; fi &&
        for t in $4; do grep -q "for $t: what needs it is skipped" "$D/err" || rc=9; done && [ $rc -eq 0 ]
    ok $? "$1: a second run ${4:+says only that $4 is not to be had}${4:-is silent}"
}
release "Debian 12" "clang clang-14 clang-16 clang-19 lld-14 lld-16 lld-19 llvm-19 libclang-rt-14-dev
    libclang-rt-16-dev libclang-rt-19-dev clang-format-14 clang-format-19 chromium chromium-driver firefox-esr
    wasi-libc libclang-rt-14-dev-wasm32 libclang-rt-19-dev-wasm32" \
    "clang-19 lld-19 llvm-19 libclang-rt-19-dev clang-format-14 chromium chromium-driver firefox-esr wasi-libc libclang-rt-19-dev-wasm32" ""
release "Debian 13" "clang clang-17 clang-19 clang-22 lld-17 lld-19 llvm-19 libclang-rt-19-dev clang-format-19
    chromium chromium-driver firefox-esr wasi-libc libclang-rt-19-dev-wasm32" \
    "clang-19 lld-19 llvm-19 libclang-rt-19-dev chromium chromium-driver firefox-esr wasi-libc libclang-rt-19-dev-wasm32" "clang-format-14"
release "Ubuntu 22.04" "clang-13 clang-14 clang-15 lld-13 lld-14 lld-15 llvm-15 libclang-rt-15-dev clang-format-14" \
    "clang-15 lld-15 llvm-15 libclang-rt-15-dev clang-format-14" "chromium chromedriver firefox"
release "Ubuntu 24.04" "clang-14 clang-17 clang-18 lld-14 lld-17 lld-18 llvm-18 libclang-rt-18-dev clang-format-14" \
    "clang-18 lld-18 llvm-18 libclang-rt-18-dev clang-format-14" "chromium chromedriver firefox"
release "a release with the sanitizers in clang" "clang-11 lld-11 llvm-11 chromium chromium-driver clang-format-14 firefox-esr" \
    "clang-11 lld-11 llvm-11 clang-format-14 chromium chromium-driver firefox-esr" ""

# Lists that were never fetched, and lists that are old.
machine
apt gcc
fake apt-get "echo \"apt-get \$*\" >>'$D/log'
printf '%s\n' $BUILD >'$D/names'"
run
grep -q '^apt-get update' "$D/log" && [ "$(took)" = "$(sorted $BUILD)" ] && [ $rc -eq 1 ] &&
    grep -q 'not without C-compiler' "$D/err"
ok $? "without lists: update first; what is missing after all is said, exit 1"
machine
apt $BUILD
touch "$D/stale"
run
[ $rc -eq 0 ] && [ "$(grep -c '^apt-get install' "$D/log")" -eq 2 ] && grep -q '^apt-get update' "$D/log"
ok $? "old lists: update, and once more"

# Not root: through sudo, else it says what to do.
machine
apt $BUILD
fake id 'echo 1000'
run
[ $rc -eq 1 ] && [ ! -e "$D/log" ] && [ ! -s "$D/out" ] && grep -q "install --no-install-recommends $BUILD$" "$D/err"
ok $? "neither root nor sudo: what to install, exit 1"
fake sudo "echo sudo >>'$D/log'; exec \"\$@\""
run
[ $rc -eq 0 ] && grep -q '^sudo' "$D/log" && [ "$(took)" = "$(sorted $BUILD)" ]
ok $? "through sudo"
run
[ $rc -eq 0 ] && silent
ok $? "and once more: silent"

# No apt.
machine
run
[ $rc -eq 1 ] && [ ! -s "$D/out" ] && grep -q 'not here: C-compiler make C-library cJSON$' "$D/err"
ok $? "no apt: what is missing, exit 1"
for how in "dnf install gcc make glibc-devel cjson-devel" "pacman -S --needed gcc make glibc cjson" \
    "apk add gcc make musl-dev cjson-dev" "brew install llvm make cjson"; do
    machine "${how%% *}"
    run
    [ $rc -eq 1 ] && grep -q "^  $how$" "$D/err"
    ok $? "$how"
done
have=(cc libc6-dev libcjson-dev libcmocka-dev python3-jsonschema make g++ python3 bash diff nm)
machine "${have[@]}"
run --test
[ $rc -eq 0 ] && [ ! -s "$D/out" ] && grep -q 'not here: mandoc pkg-config$' "$D/err"
ok $? "no apt, and only what tests can skip is missing: said, exit 0"
machine "${have[@]}" mandoc pkg-config
run --test
[ $rc -eq 0 ] && silent
ok $? "no apt, and nothing is missing: silent, exit 0"
for bad in --tests "--test --ci"; do
    # shellcheck disable=SC2086
    run $bad
    [ $rc -eq 2 ] && [ ! -s "$D/out" ] && grep -q '^usage: ' "$D/err"
    ok $? "'$bad' is refused"
done
echo 1..$n
