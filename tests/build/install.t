#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make install: the same tree however the prefix is spelled, everything usable from it, and nothing
# left behind by uninstall.
B=${B:-build} n=0
export B
D=$(cd "$B" && pwd)/install-test
rm -rf "$D"
mkdir -p "$D"
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
tree() { (cd "$1" && find . \( -type f -o -type l \) | sort); }

make -s install DESTDIR="$D/a" PREFIX=/usr >"$D/log" 2>&1
ok $? "make install"
make -s install DESTDIR="$D/b" prefix=/usr >>"$D/log" 2>&1 && [ "$(tree "$D/a")" = "$(tree "$D/b")" ]
ok $? "prefix= does the same as PREFIX="
make -s install DESTDIR="$D/c" >>"$D/log" 2>&1 && [ "$(tree "$D/a/usr")" = "$(tree "$D/c/usr/local")" ]
ok $? "the default is /usr/local"
for f in bin/wgdesc lib/libwgdesc.a lib/libwgdesc.so lib/libwgdesc.so.0.1 lib/pkgconfig/wgdesc.pc \
    lib/libwgdesc-ask.a lib/libwgdesc-ask.so lib/libwgdesc-ask.so.0.1 lib/pkgconfig/wgdesc-ask.pc \
    include/wgdesc/wgdesc_ask.h share/man/man3/wgdesc_ask.3 \
    include/wgdesc/wgdesc.h include/wgdesc/wgd_layout.h share/man/man1/wgdesc.1 share/man/man1/wgdesc-verify.1 \
    share/man/man5/wgdesc-json.5 share/wgdesc/wgdesc.schema.json \
    share/bash-completion/completions/wgdesc share/zsh/site-functions/_wgdesc \
    share/fish/vendor_completions.d/wgdesc.fish; do
    [ -s "$D/a/usr/$f" ]
    ok $? "installed: $f"
done
[ "$("$D/a/usr/bin/wgdesc" decode 0x1)" = "$("$B/wgdesc" decode 0x1)" ]
ok $? "the installed program runs"
! grep -rl --include=*.pc --include=*.h -e "$D" -e "$PWD" "$D/a"
ok $? "no path of the build is left in what was installed"
nm -D --defined-only "$D/a/usr/lib/libwgdesc.so" | awk '$2 != "A" {print $3}' >"$D/symbols"
[ -s "$D/symbols" ] && ! grep -v '^wgd_' "$D/symbols"
ok $? "the shared library exports wgd_ names only"
! nm -u "$D/a/usr/lib/libwgdesc.a" | grep -wE 'malloc|calloc|realloc|free|printf|fprintf|snprintf|puts|exit|abort|setlocale'
ok $? "the library does not allocate, print or exit"

cat >"$D/use.c" <<'EOF'
#include <wgdesc.h>
#ifdef __cplusplus
#include <cstdio>
#else
#include <stdio.h>
#endif

int main(void)
{
    wgd_tile_query q = wgd_tile_query_default();
    wgd_tile t;
    wgd_diag diag;
    q.major = WGD_MAJOR_MN;
    q.swizzle = WGD_SWZ_64B;
    q.mn = 64;
    q.k = 16;
    if (wgd_tile_describe(&q, &t, &diag) != WGD_OK) {
        printf("%s\n", diag.what);
        return 1;
    }
    printf("0x%016llx %s\n", (unsigned long long)wgd_tile_block_desc(&t, 0, 0), wgd_version());
    return 0;
}
EOF
want="$("$B/wgdesc" --major mn --swizzle 64B --shape 64x16 --json | sed 's/,"blocks".*//; s/.*"descriptor":"//; s/"$//') $("$B/wgdesc" --version | sed -n '1s/wgdesc //p')"
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$D/a/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$D/a
    read -ra flags < <(pkg-config --cflags --libs wgdesc)
else
    flags=(-I"$D/a/usr/include/wgdesc" -L"$D/a/usr/lib" -lwgdesc)
fi
# A library with a sanitizer in it needs the sanitizer in the program too.
if nm "$B/libwgdesc.a" 2>/dev/null | grep -q __asan_init; then
    flags+=("-fsanitize=address,undefined")
fi
for how in "cc -std=c11" "c++ -std=c++17 -x c++"; do
    # shellcheck disable=SC2086 # the words are the command
    $how -Wall -Wextra -Wpedantic -Werror "$D/use.c" -o "$D/use" "${flags[@]}" 2>"$D/err" &&
        [ "$(LD_LIBRARY_PATH=$D/a/usr/lib "$D/use")" = "$want" ]
    ok $? "an example against the installed shared library: $how"
    # shellcheck disable=SC2086
    $how -Wall -Wextra -Wpedantic -Werror "$D/use.c" -o "$D/use" "${flags[@]/-lwgdesc/-l:libwgdesc.a}" 2>"$D/err" &&
        [ "$("$D/use")" = "$want" ]
    ok $? "and against the static one: $how"
done
if command -v pkg-config >/dev/null; then
    [ "$(pkg-config --modversion wgdesc)" = "${want#* }" ]
    ok $? "pkg-config tells the version of the program"
fi

for p in "a PREFIX=/usr" "b prefix=/usr" "c PREFIX=/usr/local"; do
    make -s uninstall DESTDIR="$D/${p%% *}" "${p#* }" >>"$D/log" 2>&1 && [ -z "$(tree "$D/${p%% *}")" ] &&
        [ ! -e "$D/${p%% *}/usr/include/wgdesc" ]
    ok $? "uninstall leaves no file: ${p#* }"
done
echo 1..$n
