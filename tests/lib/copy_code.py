# SPDX-License-Identifier: MIT
"""What emitted copies do, thread by thread: reads the code that 'wgdesc copy --lang cuda' writes, and
carries each value from its register to shared memory by the rule of the instruction (PTX ISA:
st.shared, ld.shared, stmatrix, ldmatrix, cp.async) and on by that of the copy engine. Nothing here
knows of layouts, formulas or fragments but what the code says."""
import re

SWIZZLE_MASK = {"NONE": 0, "32B": 1, "64B": 3, "128B": 7}


def expression(text):
    """C's unsigned arithmetic as a function of its variables."""
    text = re.sub(r"\b(0x[0-9a-f]+|\d+)u\b", r"\1", text).replace("/", "//")
    return eval("lambda **v: " + re.sub(r"\b([a-z]\w*)\b", r'v["\1"]', text))  # noqa: S307


class Code:
    """One emitted header."""

    def __init__(self, text, prefix):
        p = self.prefix = prefix
        self.text = text
        self.constant = {k: int(v) for k, v in
                         re.findall(r"\b%s_(\w+) = (\d+)" % p.upper(), text)}
        self.functions = {}
        for name, body in re.findall(r"\b%s_(\w+)\(uint32_t[^)]*\)\n\{\n(?:    \(void\).*\n)*"
                                     r"    return (.*);\n\}" % p, text):
            self.functions[name] = expression(body)
        self.opcode = re.search(r"%s_d_move\([^{]*\{\n    asm volatile\(\"(\S+) " % p, text).group(1)
        steps = re.findall(r"^    %s_d_move\((.*)\);$" % p, text, re.M)
        self.addresses = [expression(s.split(",")[0]) for s in steps]
        self.words = [[[int(v) for v in w.split(",")] for w in
                       re.findall(r"%s_d_word\(d, ([\d, ]+)\)" % p, s)] for s in steps]
        self.steps = steps
        box = re.search(r"box\[2\] = \{(\d+), (\d+)\}", text)
        self.box = (int(box.group(1)), int(box.group(2))) if box else None
        if box:
            self.element = int(re.search(r"stride\[1\] = \{ld \* (\d+)\}", text).group(1))
            self.mask = SWIZZLE_MASK[re.search(r"TENSOR_MAP_SWIZZLE_(\w+)", text).group(1)]
            self.down = "const cuuint64_t dim[2] = {rows, cols}" in text
        self.boxes = [(int(at), int(x), int(y)) for at, x, y in re.findall(
            r"%s_d_box\(start \+ (\d+)u, map, (?:row|col) \+ (\d+), (?:row|col) \+ (\d+)" % p, text)]

    def matrices(self):
        m = re.match(r"(?:st|ld)matrix\.sync\.aligned\.m8n8\.x(\d)(\.trans)?\.shared\.b16$", self.opcode)
        return (int(m.group(1)), m.group(2) is not None) if m else None

    def lanes_of(self, warp, step, start):
        """The address that each lane of a warp has in a step."""
        at = [start + self.functions["d_offset"](t=32 * warp + lane) for lane in range(32)]
        return [self.addresses[step](at=a) for a in at]

    def places(self, warp, step, start, element):
        """Where each value goes: (lane, value, byte) for every one of this step."""
        addresses = self.lanes_of(warp, step, start)
        matrix = self.matrices()
        for lane in range(32):
            for w, values in enumerate(self.words[step]):
                for j, value in enumerate(values):
                    byte = j * element
                    if not matrix:
                        yield lane, value, addresses[lane] + 4 * w + byte
                        continue
                    unit = byte // 2
                    row, col = lane // 4, lane % 4 * 2 + unit
                    if matrix[1]:
                        row, col = col, row
                    yield lane, value, addresses[8 * w + row] + 2 * col + byte % 2

    def wavefronts(self, start, warps):
        """Of all steps of all warps: the most words of a bank, phase by phase."""
        matrix = self.matrices()
        size = 16 if matrix else int(re.search(r"b(\d+)$", self.opcode).group(1)) // 8 * (
            int(m.group(1)) if (m := re.search(r"\.v(\d)", self.opcode)) else 1)
        lanes = 8 * matrix[0] if matrix else 32
        in_phase = 128 // max(size, 4)
        total = 0
        for warp in range(warps):
            for step in range(len(self.steps)):
                at = self.lanes_of(warp, step, start)[:lanes]
                for first in range(0, lanes, in_phase):
                    words = {(a + b) // 4 for a in at[first:first + in_phase]
                             for b in range(0, size, 4)}
                    banks = [w % 32 for w in words]
                    total += max(banks.count(b) for b in set(banks))
        return total

    def boxed(self, start):
        """Bytes that the copy engine takes for each element: {(row, col): byte}."""
        where = {}
        inner, lines = self.box
        for at, x0, y0 in self.boxes:
            for y in range(lines):
                for x in range(inner):
                    a = start + at + (y * inner + x) * self.element
                    a ^= (a >> 7 & self.mask) << 4
                    key = (x0 + x, y0 + y) if self.down else (y0 + y, x0 + x)
                    where[key] = a if key not in where else None
        return where


def accumulator(t, v, n, rows, cols, warpgroups, along):
    """(row, col) of value v of thread t: the map of the PTX ISA, instructions down, then along."""
    groups_down, groups_along = (1, warpgroups) if along else (warpgroups, 1)
    down = rows // groups_down // 64
    g, i, block = t // 128, v % (n // 2), v // (n // 2)
    row = block % down * 64 + t % 128 // 32 * 16 + t % 32 // 4 + i // 2 % 2 * 8
    col = block // down * n + i // 4 * 8 + t % 4 * 2 + i % 2
    return (row + (0 if along else g * (rows // groups_down)),
            col + (g * (cols // groups_along) if along else 0))
