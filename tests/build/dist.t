#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make dist: every file of the commit and no other, the same bytes each time; and what the packages say
# agrees with the program.
B=${B:-build} n=0
D=$(mktemp -d)
trap 'rm -rf "$D"' EXIT
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
version=$(sed -n 's/^#define WGD_VERSION  *"\(.*\)"/\1/p' desc/wgdesc.h)
packaging=docs/packaging
grep -q "^wgdesc ($version-[0-9]*) " $packaging/debian/changelog
ok $? "the Debian package is of version $version"
for target in $(sed -n 's/.*\bmake \([a-z]*\)\( \([a-z]*\)\)\{0,1\} &&.*/\1 \3/p' $packaging/Dockerfile) install; do
    make -n "$target" NVCC=no-nvcc B="$D/b" >/dev/null 2>"$D/err"
    ok $? "the Dockerfile's 'make $target' is there"
done
if ! command -v git >/dev/null; then
    echo "ok $((n + 1)) - make dist # SKIP no git here"
    echo 1..$((n + 1))
    exit 0
fi
make -s dist B="$D/one" 2>"$D/err" >"$D/out" || ! git rev-parse --git-dir >/dev/null 2>&1
ok $? "make dist, where there is a repository"
tarball=one/wgdesc-$version.tar.gz
if [ -e "$D/$tarball" ]; then
    TZ=Asia/Tokyo LC_ALL=C make -s dist B="$D/two" 2>/dev/null >&2 && cmp "$D/$tarball" "$D/two/${tarball#*/}"
    ok $? "the same bytes another time"
    if command -v python3 >/dev/null; then
        cmp "$D/one/wgdesc-$version.spdx.json" "$D/two/wgdesc-$version.spdx.json"
        ok $? "the bill of materials, too"
        python3 - "$D/one/wgdesc-$version.spdx.json" "$D/$tarball" >"$D/listed" <<'END'
import hashlib, json, sys, tarfile
d = json.load(open(sys.argv[1]))
assert d["spdxVersion"] == "SPDX-2.3" and d["dataLicense"] == "CC0-1.0"
assert len({f["SPDXID"] for f in d["files"]}) == len(d["files"]) == len(d["packages"][0]["hasFiles"])
tree = tarfile.open(sys.argv[2])
top = tree.getnames()[0].split("/")[0]
for f in d["files"]:
    data = tree.extractfile(top + f["fileName"][1:]).read()
    assert f["checksums"][1]["checksumValue"] == hashlib.sha256(data).hexdigest(), f
    print(f["fileName"][2:])
END
        git ls-tree -r --name-only HEAD | LC_ALL=C sort >"$D/all"
        LC_ALL=C sort "$D/listed" | cmp - "$D/all"
        ok $? "which lists every file with its digest"
    fi
    tar -tzf "$D/$tarball" | grep -v '/$' | sort >"$D/has"
    git ls-tree -r --name-only HEAD | sed "s|^|wgdesc-$version/|" | sort | cmp - "$D/has"
    ok $? "every file of the commit, no other"
    tar -xzf "$D/$tarball" -C "$D" && (cd "$D/wgdesc-$version" && make -s -n cpu B="$D/b") >/dev/null 2>"$D/err"
    ok $? "'make cpu' has what it needs in it"
    (cd "$D/wgdesc-$version" && make -s dist B="$D/b") >"$D/out" 2>&1
    [ $? -ne 0 ] && grep -q 'no git repository of wgdesc' "$D/out" && [ ! -e "$D/b" ]
    ok $? "no tarball of something else: outside a repository it says so"
fi
echo 1..$n
