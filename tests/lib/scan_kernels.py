# SPDX-License-Identifier: MIT
"""Small kernels of one wgmma or a few, as PTX, that the tests of scan change in one place."""

K128 = 0x4000004000000000   # K-major, 128B, SBO 1024
CALL = "wgmma.mma_async.sync.aligned.m64n%dk%d.%s {%s}, %s, %s, 1%s;"


def regs(n):
    return ", ".join("%%f%d" % i for i in range(n))


def call(a="%rd1", b="%rd2", n=64, k=16, types="f32.f16.f16", tail=", 1, 1, 0, 0", acc=None):
    count = acc or n // 2
    return CALL % (n, k, types, regs(count), a, b, tail)


HEAD = """.version 8.7
.target sm_90a
.address_size 64
%(outer)s
.visible .entry kern(.param .u64 p0, .param .u32 p1)
{
.reg .pred %%p<8>;
.reg .b32 %%r<64>;
.reg .f32 %%f<256>;
.reg .b64 %%rd<64>;
%(inner)s
"""
SHARED = ".shared .align 1024 .b8 sa[16384];\n.shared .align 1024 .b8 sb[16384];"


def start(reg, name, offset=0, mask=True):
    """The start field of name + offset in %rdN (N = reg), by way of %r(reg)."""
    r = ["mov.u32 %%r%d, %s;" % (reg, name)]
    if offset:
        r.append("add.s32 %%r%d, %%r%d, %d;" % (reg, reg, offset))
    r.append("bfe.u32 %%r%d, %%r%d, 4, 14;" % (reg, reg) if mask
             else "shr.u32 %%r%d, %%r%d, 4;" % (reg, reg))
    r.append("cvt.u64.u32 %%rd%d, %%r%d;" % (reg, reg))
    return r


def words(a=K128, b=K128, a_offset=0, b_offset=0):
    return (start(11, "sa", a_offset) + start(12, "sb", b_offset) +
            ["or.b64 %%rd1, %%rd11, %d;" % a, "or.b64 %%rd2, %%rd12, %d;" % b])


BEGIN = ["wgmma.fence.sync.aligned;"]
END = ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;"]


def kernel(body, shared=SHARED, inner=""):
    return HEAD % {"outer": shared, "inner": inner} + "\n".join(body) + "\nret;\n}\n"


def one(extra=(), **w):
    return kernel(words(**w) + BEGIN + [call()] + list(extra) + END)


def chain(steps_a, steps_b, **w):
    """One wgmma for each pair of steps, in units of 16 bytes from the first."""
    body = words(**w) + BEGIN
    for i, (a, b) in enumerate(zip(steps_a, steps_b)):
        body += ["add.s64 %%rd%d, %%rd1, %d;" % (20 + 2 * i, a),
                 "add.s64 %%rd%d, %%rd2, %d;" % (21 + 2 * i, b),
                 call("%%rd%d" % (20 + 2 * i), "%%rd%d" % (21 + 2 * i))]
    return kernel(body + END)


def sparse(selector, k, types, tail):
    text = call(k=k, types=types, tail=tail).replace("mma_async.", "mma_async.sp.")
    return kernel(words() + ["mov.u32 %r40, 0;"] + BEGIN +
                  [text.replace(", 1" + tail, ", %%r40, %d, 1%s" % (selector, tail))] + END)
