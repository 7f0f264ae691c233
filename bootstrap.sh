#!/bin/sh
# SPDX-License-Identifier: MIT
# bootstrap.sh [--test | --ci | --machines]: installs what is missing, and says nothing when nothing is: for building
# wgdesc, with --test for its tests, too, with --ci for everything (pictures, the page in a browser,
# other shells and compilers, formatter), with --machines the compilers and the emulator of
# make portability, too. A tool counts as there when it works, wherever it came from.
# It installs with apt, as root or through sudo; elsewhere it says what to install. Exit 0: go on
# (what is still missing, tests skip); 1: what cannot be done without is missing; 2: bad usage.
set -eu
cd "$(dirname "$0")"

# Level, need (fails without) or want (tests skip without), tool, how it is found, and its packages for
# apt, dnf, pacman, apk and brew: a|b is the first name that the release has, a+b is both (a,b for apt),
# - none.
tools() {
    cat <<'END'
build need C-compiler      cc                     gcc                gcc               gcc          gcc          llvm
build need make            cmd:make               make               make              make         make         make
build need C-library       header:stdio.h         libc6-dev          glibc-devel       glibc        musl-dev     -
build need cJSON           header:cjson/cJSON.h   libcjson-dev       cjson-devel       cjson        cjson-dev    cjson
test  need C++-compiler    cxx                    g++                gcc-c++           gcc          g++          llvm
test  need cmocka          header:cmocka.h        libcmocka-dev      libcmocka-devel   cmocka       cmocka-dev   cmocka
test  need python3         cmd:python3            python3            python3           python       python3      python
test  need bash            cmd:bash               bash               bash              bash         bash         bash
test  need diff            cmd:diff               diffutils          diffutils         diffutils    diffutils    diffutils
test  need nm              cmd:nm                 binutils           binutils          binutils     binutils     binutils
test  want jsonschema      python:jsonschema      python3-jsonschema python3-jsonschema python-jsonschema py3-jsonschema -
test  want mandoc          cmd:mandoc             mandoc             mandoc            mandoc       mandoc       mandoc
test  want pkg-config      cmd:pkg-config         pkg-config|pkgconf pkgconf-pkg-config pkgconf     pkgconf      pkgconf
ci    want clang           clang                  @clang             clang+lld+compiler-rt clang+lld+compiler-rt clang+lld+compiler-rt llvm+lld
ci    want python3-venv    python:ensurepip       python3-venv       -                 -            -            -
ci    want git             cmd:git                git                git               git          git          git
ci    want clang-format-14 cmd:clang-format-14    clang-format-14    -                 -            -            -
ci    want shellcheck      cmd:shellcheck         shellcheck         ShellCheck        shellcheck   shellcheck   shellcheck
ci    want musl-gcc        cmd:musl-gcc           musl-tools         musl-gcc          musl         -            -
ci    want xmllint         cmd:xmllint            libxml2-utils      libxml2           libxml2      libxml2-utils -
ci    want rsvg-convert    cmd:rsvg-convert       librsvg2-bin       librsvg2-tools    librsvg      rsvg-convert librsvg
ci    want node            cmd:node               nodejs             nodejs            nodejs       nodejs       node
ci    want chromium        cmd:chromium           chromium           chromium          chromium     chromium     chromium
ci    want chromedriver    cmd:chromedriver       chromium-driver    chromedriver      -            chromium-chromedriver chromedriver
ci    want firefox         firefox                firefox-esr        firefox           firefox      firefox-esr  firefox
ci    want wasi-libc       wasi                   @wasi              -                 wasi-libc+wasi-compiler-rt wasi-libc+wasi-compiler-rt wasi-libc+wasi-runtimes
ci    want zsh             cmd:zsh                zsh                zsh               zsh          zsh          zsh
ci    want fish            cmd:fish               fish               fish              fish         fish         fish
machines want valgrind     cmd:valgrind           valgrind           valgrind          valgrind     valgrind     -
machines want frama-c      cmd:frama-c            frama-c-base       -                 -            -            -
machines want qemu-user    cmd:qemu-s390x         qemu-user          qemu-user         qemu-user    qemu-s390x+qemu-i386+qemu-aarch64+qemu-riscv64 -
machines want i686-gcc     cross:i686-linux-gnu-gcc gcc-i686-linux-gnu,libc6-dev-i386-cross - - - -
machines want s390x-gcc    cross:s390x-linux-gnu-gcc gcc-s390x-linux-gnu,libc6-dev-s390x-cross - - - -
machines want aarch64-gcc  cross:aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu,libc6-dev-arm64-cross - - - -
machines want riscv64-gcc  cross:riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu,libc6-dev-riscv64-cross - - - -
END
}

here() { # is a tool, named by how it is found, here?
    case $1 in
    cc) echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - -c -o /dev/null ;;
    cxx) command -v "${CXX:-g++}" ;;
    cmd:*) command -v "${1#cmd:}" ;;
    header:*) echo "#include <${1#header:}>" |
        ${CC:-cc} -include stddef.h -include stdint.h -include stdarg.h -include setjmp.h -E -x c - ;;
    python:*) python3 -c "import ${1#python:}" ;;
    cross:*) echo '#include <stdio.h>' | "${1#cross:}" -E -x c - ;;
    clang) tests/lib/newest clang -fsanitize=fuzzer,address && tests/lib/newest wasm-ld ;;
    firefox) command -v firefox-esr || command -v firefox ;;
    wasi) tests/lib/newest clang --target=wasm32-wasi -include getopt.h -nostartfiles -Wl,--no-entry ;;
    esac >/dev/null 2>&1
}

# The lines of what is missing at the wanted levels.
missing() {
    tools | while read -r level need tool how packages; do
        case " $levels " in *" $level "*) here "$how" || echo "$need $tool $packages" ;; esac
    done
}

words() { # the $1-th words of lines, in one line
    awk -v n="$1" '{ printf "%s%s", sep, $n; sep = " " }'
}

listed() { # does this release have a package of this name?
    printf '%s\n' "$known" | grep -qx -e "$1"
}

# The newest clang with a linker of its version, and the sanitizers where they are packages of their own.
newest_clang() {
    for n in $(printf '%s\n' "$known" | sed -n 's/^clang-\([0-9][0-9]*\)$/\1/p' | sort -rn); do
        listed "lld-$n" || continue
        echo "clang-$n lld-$n llvm-$n"
        ! listed "libclang-rt-$n-dev" || echo "libclang-rt-$n-dev"
        return
    done
}

# The C library of WebAssembly, and the compiler's run-time library for it: of the clang that is here, or will be.
wasi() {
    n=$(tests/lib/newest clang -fsanitize=fuzzer,address) || n=clang
    n=$("$n" --version 2>/dev/null | sed -n '1s/.*[^0-9]\([0-9][0-9]*\)\.[0-9][0-9]*\.[0-9].*/\1/p')
    [ -n "$n" ] || n=$(newest_clang | sed -n 's/^clang-\([0-9]*\) .*/\1/p')
    ! listed "libclang-rt-$n-dev-wasm32" || echo "wasi-libc libclang-rt-$n-dev-wasm32"
}

# The packages of the missing lines, from the $1-th word of each; what the release lacks is said on
# standard error.
packages() {
    printf '%s\n' "$lines" | awk -v n="$1" '{ print $1, $2, $n }' | while read -r need tool spec; do
        names=
        case $1$spec in
        3@clang) names=$(newest_clang) ;;
        3@wasi) names=$(wasi) ;;
        3*) for p in $(echo "$spec" | tr '|' ' '); do
            ! listed "${p%%,*}" || { names=$(echo "$p" | tr ',' ' ') && break; }
        done ;;
        *-) ;;
        *) names=$(echo "$spec" | tr '+' ' ') ;;
        esac
        if [ -n "$names" ]; then
            echo "$names"
        elif [ "$need" = need ]; then
            echo "bootstrap: this release has no package for $tool (on Ubuntu: is universe among the sources?)" >&2
        else
            echo "bootstrap: this release has no package for $tool: what needs it is skipped" >&2
        fi
    done | tr '\n' ' ' | sed 's/ $//'
}

usage() {
    echo "usage: ./bootstrap.sh [--test | --ci | --machines]" >&2
    exit 2
}
levels=build
[ $# -le 1 ] || usage
case ${1-} in
'') ;;
--test) levels="build test" ;;
--ci) levels="build test ci" ;;
--machines) levels="build test ci machines" ;;
*) usage ;;
esac

lines=$(missing)
[ -n "$lines" ] || exit 0
absent="bootstrap: not here: $(printf '%s\n' "$lines" | words 2)"

# Without what is needed: exit 1. Without the rest: tests skip.
verdict() {
    lines=$(missing)
    needed=$(printf '%s\n' "$lines" | sed -n 's/^need //p' | words 1)
    [ -z "$needed" ] || { echo "bootstrap: not without $needed" >&2 && exit 1; }
    exit 0
}

# Elsewhere: what to install.
if ! command -v apt-get >/dev/null; then
    say() { # COLUMN COMMAND...
        ! command -v "$2" >/dev/null || { echo "$absent; to install:" >&2 &&
            column=$1 && shift && echo "  $* $(packages "$column")" >&2 && verdict; }
    }
    say 4 dnf install
    say 5 pacman -S --needed
    say 6 apk add
    say 7 brew install
    echo "$absent" >&2
    verdict
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=$(command -v sudo) || sudo=none
fi
known=$(apt-cache pkgnames)
if ! listed make && [ "$sudo" != none ]; then # never updated
    $sudo apt-get update -qq
    known=$(apt-cache pkgnames)
fi
wanted=$(packages 3)
install="apt-get install --no-install-recommends"
if [ "$sudo" = none ]; then
    echo "$absent; as root:" >&2
    echo "  apt-get update && $install $wanted" >&2
    verdict
fi
[ -n "$wanted" ] || verdict
echo "bootstrap: installing $wanted"
get() {
    # shellcheck disable=SC2086 # the words are the packages
    $sudo env DEBIAN_FRONTEND=noninteractive $install -y -qq $wanted </dev/null >/dev/null
}
# Old lists name files that are gone.
get || { $sudo apt-get update -qq && get; }
verdict
