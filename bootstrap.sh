#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Debian packages that building and testing wgdesc need. Run it as root, or as a user
# who may use sudo; a second run changes nothing. CUDA is not among them: the kernels are built where
# nvcc is found, and skipped elsewhere.
set -eu

# build: compiler, make, cJSON, lld for the interactive page; tests: cmocka, clang with its sanitizer
# and fuzzer runtimes, Python with jsonschema, mandoc, pkg-config, what looks at pictures and runs
# the page (node, Chromium); lint: clang-format and shellcheck
packages="gcc g++ make libc6-dev libcjson-dev
libcmocka-dev clang libclang-rt-14-dev llvm-14 python3 python3-jsonschema mandoc pkg-config
libxml2-utils librsvg2-bin lld nodejs chromium chromium-driver binutils diffutils zsh fish
clang-format-14 shellcheck"

missing=
for p in $packages; do
    if ! dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q '^install ok installed$'; then
        missing="$missing $p"
    fi
done
if [ -z "$missing" ]; then
    echo "bootstrap: every package is there"
    exit 0
fi
echo "bootstrap: installing$missing"
if [ "$(id -u)" -eq 0 ]; then
    sudo=
elif command -v sudo >/dev/null; then
    sudo=sudo
else
    echo "bootstrap: run this as root, or install sudo" >&2
    exit 1
fi
$sudo apt-get update -qq
# shellcheck disable=SC2086 # the words are the packages
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing </dev/null
echo "bootstrap: done"
