# SPDX-License-Identifier: MIT
"""The platform that a wheel names, from what its libraries ask of the system's: the oldest glibc that
has every version of a symbol they need (PEP 600), or the musl that they were linked with (PEP 656)."""

from __future__ import annotations

import platform
import re
import struct
import subprocess
import sysconfig
from typing import Iterator, List, Optional, Set, Tuple

_DYNAMIC, _NEEDED, _VERSIONS = 6, 1, 0x6FFFFFFE


class Library:
    """An ELF file of 64 bits, little-endian: the libraries and the versions of symbols it needs."""

    def __init__(self, data: bytes) -> None:
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("no ELF file of 64 bits, little-endian")
        self.data = data
        (offset,) = struct.unpack_from("<Q", data, 40)
        size, count = struct.unpack_from("<HH", data, 58)
        self.sections = [
            struct.unpack_from("<IIQQQQIIQQ", data, offset + i * size) for i in range(count)
        ]

    def _strings(self, section: Tuple[int, ...]) -> int:
        """Where the texts that a section points into begin."""
        return int(self.sections[section[6]][4])

    def _text(self, at: int) -> str:
        return self.data[at : self.data.index(b"\0", at)].decode("ascii")

    def needed(self) -> List[str]:
        found = []
        for s in self.sections:
            if s[1] == _DYNAMIC:
                for at in range(s[4], s[4] + s[5], 16):
                    tag, value = struct.unpack_from("<QQ", self.data, at)
                    if tag == _NEEDED:
                        found.append(self._text(self._strings(s) + value))
        return found

    def versions(self) -> Iterator[str]:
        """GLIBC_2.2.5 and the like."""
        for s in self.sections:
            if s[1] != _VERSIONS:
                continue
            at = s[4]
            for _ in range(s[7]):
                _, count, _, first, following = struct.unpack_from("<HHIII", self.data, at)
                entry = at + first
                for _ in range(count):
                    _, _, _, name, more = struct.unpack_from("<IHHII", self.data, entry)
                    yield self._text(self._strings(s) + name)
                    entry += more
                at += following


def _glibc(libraries: List[Library]) -> Optional[Tuple[int, int]]:
    """The least that has all of them; 2.17, the oldest that wheels are for, where less would do."""
    needs: Set[Tuple[int, int]] = {(2, 17)}
    for library in libraries:
        for name in library.versions():
            if name.startswith("GLIBC_"):
                found = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(\.\d+)?", name)
                if not found:
                    return None  # GLIBC_PRIVATE: of no other glibc
                needs.add((int(found.group(1)), int(found.group(2))))
    return max(needs)


def _musl(machine: str) -> Optional[Tuple[int, int]]:
    """The version that musl's loader tells when it is run alone."""
    try:
        loader = subprocess.run(["/lib/ld-musl-%s.so.1" % machine], stderr=subprocess.PIPE)
    except OSError:
        return None
    found = re.search(rb"Version (\d+)\.(\d+)", loader.stderr)
    return (int(found.group(1)), int(found.group(2))) if found else None


def platform_of(files: List[bytes]) -> str:
    """manylinux_2_17_x86_64, musllinux_1_2_aarch64, or of another system what Python calls it."""
    machine = platform.machine()
    here = re.sub(r"[-.]", "_", sysconfig.get_platform())
    try:
        libraries = [Library(data) for data in files]
    except ValueError:
        return here
    needed = {name for library in libraries for name in library.needed()}
    if any(name.startswith("libc.musl") or name == "libc.so" for name in needed):
        if "libc.so.6" in needed:
            raise ValueError(
                "one library is linked with musl and another with glibc: " + ", ".join(sorted(needed))
            )
        name, version = "musllinux", _musl(machine)
    else:
        name, version = "manylinux", _glibc(libraries)
    return "%s_%d_%d_%s" % (name, *version, machine) if version else here
