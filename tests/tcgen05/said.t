#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the answers about Blackwell say only now and then: descriptors whose LBO is an address, loads of halves,
fragments that a load leaves out, copies and bits of tensor memory, scale factors of several matrices."""
import json
import sys

sys.path.insert(0, "tests/lib")
from said import answered as said  # noqa: E402
from tap import batch, done, ok, run, same  # noqa: E402


# ---- an LBO that is an address (bit 52 of sm_103, blocks of 96 elements of 4 bits) ---------------------
TILE = ["--arch", "sm103", "--dtype", "e2m1_packed4", "--major", "k", "--swizzle", "128B", "--shape", "128x768",
        "--block", "128x96"]
said(["desc", *TILE], "descriptor 0x4010404000000000", "  LBO, absolute       0 B   encoded 0\n")
said(["decode", "0x4010404000010040"], "\n  LBO, absolute      16 B   encoded 1 (0x0001)\n")
said(["explain", *TILE], "LBO is no stride here: ", "Start and LBO differ from block to block. The iterator (1, MN, rows of 256")
rc, out, err = run("desc", *TILE, "--stages", "2")
ok((rc, out) == (2, "") and "(stages: want no stages, or another K than 96)" in err, "and no step from stage to stage", err)

# ---- what the words of sm_100 say of their bits ------------------------------------------------------------
said(["explain", "0xc000400010000040", "--arch", "sm100"], "No bit is set in the reserved fields.\n")
said(["explain", "0xc0004000d0000040", "--arch", "sm100"], "The bits 0x00000000c0000000 are set in reserved fields.\n")
said(["explain", "--arch", "sm100", "--operand", "b", "--major", "k", "--swizzle", "none", "--shape", "64x64"], "N is 64, ",
     "The word is b-desc of", "bit 16,\n   transpose B, is 0: K-major.\n")
said(["list", "dtypes", "--arch", "sm100"], "tf32              32    8  128B_32B  TensorFloat-32")
a = batch([{"cmd": "list", "what": "dtypes", "arch": "sm100"}])[0]
same([(t["mn_major"], t.get("mn_major_swizzle")) for t in a["dtypes"] if t["name"] == "tf32"], [(True, "128B_32B")], "and in JSON")
same([t["name"] for t in a["dtypes"] if "mn_major_swizzle" in t], ["tf32"], "of no other type")

# ---- loads ------------------------------------------------------------------------------------------------------
said(["frag", "tcgen05.ld.16x32bx2.x2", "--split", "16"], "  columns    18\n",
     "  split      16 columns from the first half to the second\n", "     0  (0,0) | (0,1)\n")
WIDE = run("frag", "tcgen05.ld.32x32b.x16")[1].split("\n")
same([line for line in WIDE if line.startswith("     0  ")],
     ["     0  " + " | ".join("(0,%d)" % c for c in range(8)) + " | ..."], "eight registers are shown")
same(run("frag", "tcgen05.ld.32x32b.x16", "--thread", "0")[1].split("\n")[-3][-6:], "(0,15)", "of one thread all")
for thread in (0, 3, 31):
    a = batch([{"cmd": "frag", "op": "tcgen05.ld.32x32b.x8", "m_sm": 128, "n_sm": 8, "thread": thread}])[0]
    same([e[-2:] for e in a["elements"]], [[thread, c] for c in range(8)], "what thread %d holds" % thread)
said(["frag", "tcgen05.ld.16x64b.x4", "--pack16"], "     0  (0,0) (0,1) | (0,4) (0,5) | (0,8) (0,9)")
# Metadata has one way to lie there, and its allocation no name.
said(["tmem", "E", "--m-sm", "128", "--k", "32"], "E, ", "cta_group 1\n")
said(["frag", "tcgen05.ld.16x64b.x8", "--m-sm", "64", "--n-sm", "32", "--lane", "16"], "there      ", "     0  - | - | - | -")
said(["frag", "tcgen05.ld.16x64b.x2", "--pack16", "--m-sm", "128", "--n-sm", "32", "--dtype", "f16", "--element", "3,3"],
     "(3,3)  warp 0, address 0x00000000: thread 14, register 0, bit 16\n")
for more in (["--column", "8"], ["--column", "0"]):
    there = more[1] == "0"
    said(["frag", "tcgen05.ld.32x32b.x2", "--m-sm", "128", "--n-sm", "32", "--element", "3,3", *more],
         "(3,3)  warp 0, address 0x00000002: thread 3, register 1\n" if there else "(3,3)  this instruction does not load it\n")

# ---- tensor memory: several copies, halves, bits ------------------------------------------------------------------
said(["tmem", "SFA", "--mn", "128", "--vec", "16", "--dtype", "ue4m3"], "copies    4 of each element\n")
said(["tmem", "C", "--m-sm", "64", "--n-sm", "64"], "-> lane << 16 | column\n")
said(["tmem", "A", "--m-sm", "128", "--k", "16", "--dtype", "f16"], "-> lane << 17 | column << 1 | index\n")
said(["tmem", "C", "--m-sm", "64", "--n-sm", "64", "--alloc", "Interleaved"], "C, accumulator, f32, cta_group 1, Interleaved\n")
said(["tmem", "plan", "C:64x64:NonInterleaved", "a=A:128x64:e2m1", "b=A:128x48", "s=SFA:128x6"], "C       64     0 -", "a                        A ")

# ---- scale factors --------------------------------------------------------------------------------------------------
said(["sf", "SFD", "--m", "128", "--n", "64", "--vec", "16", "--sf-major", "mn"], " along the rows\n")
said(["sf", "SFD", "--m", "128", "--n", "64", "--vec", "16", "--sf-major", "mn", "--byte", "0"], " and the rows behind it, 16 elements")
said(["sf", "SFA", "--vec", "16", "--problem", "128,8,64,3"], ", 3 matrices\n")
said(["sf", "SFA", "--vec", "16", "--problem", "128,8,64,3", "--byte", "512"], " of matrix 1")
said(["sf", "SFA", "--kind", "mxf8f6f4", "--mma", "128x128x32", "--tile", "128x128x128"], "1 factor of a row in an instruction\n")

# ---- instruction descriptors -------------------------------------------------------------------------------------------
said(["idesc", "--kind", "i8", "--m", "128", "--n", "64", "--sat"], "saturate")

# ---- refusals ------------------------------------------------------------------------------------------------------------
LD = ["frag", "tcgen05.ld.32x32b.x8"]
for args, field, got in (
        ([*LD, "--m-sm", "128", "--n-sm", "64", "--element", "-1,0"], "element", "-1"),
        ([*LD, "--m-sm", "128", "--n-sm", "64", "--element", "0,99"], "element", "99"),
        ([*LD, "--warp", "-1"], "warp", "-1"), ([*LD, "--lane", "-32"], "lane", "-32"), ([*LD, "--lane", "128"], "lane", "128"),
        (["frag", "tcgen05.ld.16x64b.x8", "--lane", "8"], "lane", "8, want a multiple of 16"),
        ([*LD, "--column", "-1"], "column", "-1"), ([*LD, "--what", "C"], "m_sm", "0"),
        ([*LD, "--picture", "-o", "x.foo"], "output", "x.foo"),
        (["sf", "SFA", "--m", "128", "--k", "64", "--vec", "16", "--element", "-1,0"], "element", "-1"),
        (["sf", "SFA", "--m", "128", "--k", "64", "--vec", "16", "--element", "0,64"], "element", "64"),
        (["sf", "SFA", "--m", "99999999999", "--k", "64", "--vec", "16"], "m", "99999999999"),
        (["tmem", "C", "--m-sm", "64", "--n-sm", "8", "--lane", "-1", "--column", "0"], "lane", "-1"),
        (["tmem", "C", "--m-sm", "64", "--n-sm", "8", "--lane", "0", "--column", "-1"], "column", "-1"),
        (["tmem", "plan", *["C:64x8"] * 65], "fragments", "65"),
        (["tmem", "C", "--m-sm", "64", "--n-sm", "8", "--picture", "-o", "x.foo"], "output", "x.foo"),
        (["decode", "0x4000404000010040", "--arch", "sm100", "--operand", "b", "--n", "264"], "n", "264"),
        (["decode", "0x4000404000010040", "--arch", "sm100", "--operand", "b", "--n", "0"], "n", "0")):
    rc, out, err = run(*args)
    ok((rc, out) == (2, "") and "(%s: got %s" % (field, got) in err and "\nhint: " in err, "refused: " + " ".join(args)[:80], rc, err)
rc, out, err = run("idesc", "0x08400490", "--sparse")
ok((rc, out) == (2, "") and "(sparse: want the word and, perhaps, --kind)\nhint: the number of a sparsity selector goes with --sparse-id" in err,
   "refused: a word and --sparse", err)

# ---- N of a block of B is a multiple of 8 up to 256 ----------------------------------------------------------------
DECODE = ["decode", "0x4000404000010040", "--arch", "sm100", "--operand", "b", "--n"]
for n in (8, 16, 256):  # each 8 rows are SBO = 1024 bytes further
    line = [x for x in run(*DECODE, str(n))[1].split("\n") if x.startswith("  K-major ")][0]
    ok(" %d " % n in line and "%d B  0x400-0x%x," % (128 * n, 0x400 + 128 * n - 1) in line, "%d rows of B" % n, line)
for n in (4, 12, 252, 264):
    said([*DECODE, str(n)], "no such N of tcgen05 (n: got %d, want 8 to 256 in steps of 8)" % n, status=2)

# ---- a smaller block that reads the tile as it is stored, by the instruction's block ----------------------------------
PANELS = ["solve", "Sw<3,4,3> o smem_ptr[16b] o ((64,3),(8,8)):((1,4096),(64,512))", "--arch", "sm100", "--operand", "b"]
said([*PANELS, "--inst-block", "96x16"], "  use N = 64: it reads the tile as it is stored\n", " --start 0x0 --inst-block 64x16\n    descriptor ", status=1)
said([*PANELS, "--inst-block", "64x16"], "descriptor 0x4000404000000000 ", status=0)
SLICE = ["desc", "--arch", "sm100", "--operand", "b", "--major", "mn", "--swizzle", "32B", "--shape", "256x128", "--order", "2,1"]
said([*SLICE, "--slice", "40:80,96:112", "--inst-block", "40x16"],
     "hint: use N = 8 (--inst-block 8x16): it reads the tile as it is stored; or the nearest that a descriptor reads: "
     "--slice 32:72,96:112\n", status=1)
for more in (["--slice", "40:80,96:112", "--inst-block", "8x16"], ["--slice", "32:72,96:112", "--inst-block", "40x16"]):
    said([*SLICE, *more], "descriptor 0x", status=0)

# ---- metadata: bits, K of a stage; factors of a row -----------------------------------------------------------------
said(["tmem", "E", "--m-sm", "128", "--element", "1,3"], "(1,3)  lane   1  column   0  0x00010000  bit 3\n")
said(["tmem", "E", "--m-sm", "128", "--dtype", "tf32", "--element", "1,3"], "0x00010000  bit 6-7\n")
a = json.loads(run("tmem", "E", "--m-sm", "128", "--dtype", "tf32", "--json")[1])
same((a["alloc"], a["k"], a["columns"]), (None, 512 // 32, 1), "metadata is allocated one way")
for k, columns in ((32, 1), (64, 2), (256, 8)):  # a bit for each element of K, 32 a column
    said(["tmem", "plan", "x=E:128x%d" % k], "x                        E      128     0 - %3d    0x00000000\n" % (columns - 1))
for what, k, want in (("E", 33, 32), ("A", 24, 16), ("A", 8, 16)):
    said(["tmem", "plan", "x=%s:128x%d" % (what, k)],
         "one instruction takes another K of this type (k: got %d, want %d)" % (k, want), status=2)
for factors, columns in ((1, 4), (3, 4), (4, 4), (6, 8), (8, 8), (9, 12)):  # four of a row fill 4 columns
    said(["tmem", "plan", "x=SFA:128x%d" % factors], "x                        SFA    128     0 - %3d " % (columns - 1))

# ---- an LBO that counts as a stride ------------------------------------------------------------------------------------
K96 = ["--arch", "sm103", "--dtype", "e2m1_packed4", "--major", "k", "--swizzle", "128B", "--shape", "128x768",
       "--inst-block", "128x96", "--block", "0,2"]
said(["check", "0x4000404000000006", *K96], "cause: several fields have the wrong value\n",
     "  LBO         0 -> 1024   (16384 bytes)\n  LBO mode    0 -> 1\nright would be 0x4010404004000006\n", status=1)
said(["check", "0x4010404004000006", *K96], "match: all 12288 elements\n", status=0)
said(["explain", "--arch", "sm100", "--dtype", "e4m3", "--major", "k", "--swizzle", "32B", "--shape", "128x64", "--block", "128x64"],
     "64 bytes of K leave one row of 32 bytes",
     "(make_umma_desc writes 1 all the same, which does not describe the block:\n   docs/blackwell.md.)")
# 8 rows of 8 bits are half of a chunk, which no MN-major block ends in: such a read is not among those listed.
for n, rows in (("8", 2), ("16", 3), ("24", 2), ("32", 3)):
    out = run("decode", "0x4000404000010040", "--arch", "sm100", "--operand", "b", "--n", n)[1]
    listed = [line for line in out.splitlines() if "-major" in line]
    ok(len(listed) == rows and all(" B  0x" in line and " -" not in line for line in listed), "reads of N = " + n, out)

done()
