# SPDX-License-Identifier: MIT
"""Files that hold kernels: fat binaries, and ELF files of one section. As a program, 'cubin FILE' writes a
cubin with one wgmma, 'packed FILE' a fat binary with PTX packed as LZ4."""
import struct
import sys


def entry(payload, kind=1, arch=90, flags=0x11, unpacked=0):
    packed = len(payload)
    payload += b"\0" * (-len(payload) % 8)
    return struct.pack("<HHIQIIHHIIIQQQ", kind, 0x101, 64, len(payload), packed if unpacked else 0, 0,
                       0, 8, arch, 0, 0, flags, 0, unpacked) + payload


def fatbin(*entries):
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xba55ed50, 1, 16, len(body)) + body


def elf(section, data, machine=62, flags=0):
    names = b"\0" + section + b"\0.shstrtab\0"
    at = 64 + len(data)
    table = (at + len(names) + 7) // 8 * 8

    def head(name, kind, attributes, offset, size):
        return struct.pack("<IIQQQQIIQQ", name, kind, attributes, 0, offset, size, 0, 0, 1, 0)

    return (b"\177ELF\2\1\1" + b"\0" * 9 +
            struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, 0, table, flags, 64, 0, 0, 64, 3, 2) +
            data + names + b"\0" * (table - at - len(names)) + head(0, 0, 0, 0, 0) +
            head(1, 1, 4, 64, len(data)) + head(len(section) + 2, 3, 0, at, len(names)))


# One HGMMA, which makes nvdisasm worth asking.
CUBIN = elf(b".text.mm", struct.pack("<QQ", 0x60000000041879f0, 0xc7000ff), machine=190, flags=0x5a0d5a)


def lz4(data):
    """A block of literals, which is valid LZ4."""
    n = len(data) - 15
    return b"\xf0" + b"\xff" * (n // 255) + bytes([n % 255]) + data


if __name__ == "__main__":
    made = CUBIN
    if sys.argv[1] == "packed":
        with open("tests/golden/ptx/f16_ak_bk_64x64x64.ptx", "rb") as f:
            text = f.read()
        made = fatbin(entry(lz4(text), flags=0x2011, unpacked=len(text)))
    with open(sys.argv[2], "wb") as f:
        f.write(made)
