#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The rules that no compiler knows: which folder may include what, ASCII, SPDX lines. Prints what
# breaks them. Lists the files under $1 instead of the repository's, for its own test.
set -u
cd "${1:-.}" || exit 2
if [ $# -gt 0 ]; then
    files() { find . -type f -name "*.[ch]*" | sed 's|^\./||'; }
else
    files() { git ls-files; }
fi
status=0
complain() {
    echo "lint: $*"
    status=1
}

# layout <- desc <- {cli, kernels}; the headers of a folder are those that lie in it.
declare -A may=([layout]="layout" [desc]="layout desc" [cli]="layout desc cli"
    [kernels]="layout desc kernels" [examples]="layout desc examples kernels")
owner() { # the folder that header $1 lies in, from the point of view of folder $2
    local d
    for d in $2 layout desc cli kernels; do
        [ -e "$d/$1" ] && { echo "$d"; return; }
    done
}
while IFS= read -r f; do
    case $f in
    layout/* | desc/* | cli/* | kernels/* | examples/*) ;;
    *) continue ;;
    esac
    dir=${f%%/*}
    while IFS= read -r header; do
        from=$(owner "${header##*/}" "$dir")
        case " ${may[$dir]} " in
        *" ${from:-$dir} "*) ;;
        *) complain "$f includes $header of $from/: the folders depend the other way" ;;
        esac
        # A header that does not begin with wgd is private to its folder.
        case ${header##*/} in
        wgd*) ;;
        *) [ -z "$from" ] || [ "$from" = "$dir" ] || complain "$f includes $header, private to $from/" ;;
        esac
    done < <(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$f")
    case $dir in
    layout | desc)
        grep -nE '^ *# *include *<(stdio|stdlib|locale|errno|assert|time|math)\.h>' "$f" |
            sed "s|^|lint: $f: the library is freestanding: |" | grep . && status=1
        ;;
    esac
done < <(files | grep -E '\.(c|h|cu|cuh)$')

while IFS= read -r f; do
    LC_ALL=C grep -nP '[^\x00-\x7f]' "$f" | sed "s|^|lint: $f: not ASCII: |" | grep . && status=1
    head -n 12 "$f" | grep -q 'SPDX-License-Identifier: MIT' || complain "$f has no SPDX line"
done < <(files | grep -E '\.(c|h|cu|cuh|def|mk|sh|t|py)$')
exit $status
