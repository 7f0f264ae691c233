#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# examples/library: built through pkg-config against what make install puts there, shared and static, as C
# and as C++; each prints what its comment says. Every public header has an example.
B=${B:-build} n=0
export B
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
for h in layout/wgd_*.h desc/wgd_*.h; do
    h=${h##*/}
    [ "$h" = wgd_api.h ] && continue # how the others are declared
    program=$(sed -n "s/^| \\[\\(.*\\.c\\)\\].*\`$h\`.*/\\1/p" examples/library/README.md)
    [ -n "$program" ] && sed '/It prints/q' "examples/library/$program" | grep -q "$h"
    ok $? "an example for $h"
done
if ! command -v pkg-config >/dev/null; then
    echo "ok $((n + 1)) - the examples are built # SKIP no pkg-config"
    echo 1..$((n + 1))
    exit
fi
D=$(cd "$B" && pwd)/library-test
rm -rf "$D"
mkdir -p "$D"
trap 'rm -rf "$D"' EXIT
make -s install DESTDIR="$D/root" PREFIX=/usr >"$D/log" 2>&1
ok $? "make install"
export PKG_CONFIG_PATH=$D/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$D/root
# A library with a sanitizer in it needs the sanitizer in the program too.
sanitizer=
if nm "$B/libwgdesc.a" 2>/dev/null | grep -q __asan_init; then
    sanitizer=-fsanitize=address,undefined
fi
strict="-Wall -Wextra -Wpedantic -Werror $sanitizer"
for how in "${CC:-cc}|-std=c11||C, shared" "${CC:-cc}|-std=c11|1|C, static" \
    "${CXX:-c++} -x c++|-std=c++17||C++, shared" "${CXX:-c++} -x c++|-std=c++17|1|C++, static"; do
    IFS='|' read -r compiler std static name <<<"$how"
    rm -rf "$D/examples"
    cp -r examples/library "$D/examples"
    make -s -C "$D/examples" CC="$compiler" CFLAGS="$std $strict" ${static:+STATIC=1} >"$D/log" 2>&1
    ok $? "built: $name"
    sed 's/^/# /' "$D/log"
    for f in examples/library/*.c; do
        program=${f##*/}
        program=${program%.c}
        want=$(sed -n '/It prints:/,/\*\//s/^ \*   //p' "$f")
        [ -n "$want" ] && [ "$(LD_LIBRARY_PATH=$D/root/usr/lib "$D/examples/$program")" = "$want" ]
        ok $? "$name: $program prints what it says"
    done
done
echo 1..$n
