#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The manual pages: in step with the tables of the program, and right roff.
B=${B:-build} n=0
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

for page in wgdesc.1 wgdesc-json.5; do
    "$B/docs/gen_man" <docs/$page.in | diff docs/$page - | sed 's/^/# /' | head -n 20
    [ "${PIPESTATUS[1]}" -eq 0 ]
    ok $? "docs/$page is what the tables say (else: make docs)"
    ! grep -n '^@' docs/$page
    ok $? "docs/$page has no mark left"
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -Wwarning docs/$page | sed 's/^/# /'
        [ "${PIPESTATUS[0]}" -eq 0 ]
        ok $? "mandoc finds nothing wrong in docs/$page"
    else
        n=$((n + 1))
        echo "ok $n - mandoc # SKIP no mandoc here"
    fi
done
# Every option, error and exit status is there.
while IFS=, read -r name argument; do
    roff=${name//-/\\\\-} # a dash is written \-
    grep -q -e "\\\\-\\\\-$roff\b" -e "fI$argument" docs/wgdesc.1
    ok $? "wgdesc(1) knows $name"
done < <(sed -n 's/^X([a-z_]*, "\([a-z-]*\)", [^,]*, [^,]*, [^,]*, "\{0,1\}\([A-Za-z|]*\).*/\1,\2/p' cli/request/options.def)
for name in $("$B/wgdesc" list errors --json | grep -o '"code":"[a-z_]*"' | cut -d'"' -f4 | grep -v '^ok$'); do
    grep -q "^\.B $name$" docs/wgdesc.1
    ok $? "wgdesc(1) knows the error $name"
done
for c in $(grep -l "in_batch = true" cli/command/*.c | xargs -n1 basename | sed "s/\.c$//"); do
    sed -n '/^\.SH ANSWERS/,/^\.SH ERRORS/p' docs/wgdesc-json.5 | grep -q "^\.SS $c$"
    ok $? "wgdesc-json(5) has the answer of $c"
done
for k in 0 1 2 3; do
    grep -A20 '^.SH EXIT STATUS' docs/wgdesc.1 | grep -q "^\.B $k$"
    ok $? "wgdesc(1) knows exit status $k"
done
echo 1..$n
