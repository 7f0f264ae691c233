#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What plan says only now and then: an A without a tile, products of one tile, more copies of scale factors than are
shown, and slices of either operand."""
import json
import sys

sys.path.insert(0, "tests/lib")
from said import answered as said  # noqa: E402
from tap import done, ok, run, same  # noqa: E402

# ---- A that the kernel computes: it has no tile in any stage ------------------------------------------------
COMPUTED = ["plan", "--tile", "128x128x64", "--a", "computed"]
said(COMPUTED, "               imm-trans-b 0\n", "        0        -        0   229376   229488\n",
     "        1        -    16384   229384   229496\n", "A   128x64, computed: no tile, no descriptor, no copies\n",
     "fragment    4 registers of each thread for a step of K", "\n\nB   128x64, K-major, ")
ok("A is compressed" not in run(*COMPUTED)[1], "a dense one")
said([*COMPUTED, "--sparse", "--dtype", "e4m3"], "A   128x32, computed: no tile, no descriptor, no copies\n",
     "4 from\n                t % 4 * 4 + i / 2 * 16; A is compressed\n")
a = json.loads(run(*COMPUTED, "--json")[1])
ok(all("a_offset_bytes" not in s for s in a["smem"]["map"]), "and in JSON", a["smem"]["map"][:1])

# ---- products of one tile, of one SM, and of tcgen05, of which no time was measured ------------------------------
ONE = ["plan", "--tile", "64x8x64", "--problem", "64x8x64"]
said([*ONE, "--sms", "1"], "product        64x8x64 (M x N x K) on 1 SM: ", "1x1 clusters, as given; 1 stage of K a block, ")
said(ONE, " on 132 SMs: 1 cycle at the tensor peak\n")
said(["plan", "--tile", "64x8x64", "--problem", "64x8x128", "--sms", "2"], " on 2 SMs: ", "; 2 stages of K a block, ")
rc, out, err = run("plan", "--arch", "sm100", "--tile", "128x64x64", "--problem", "8192x64x64")
same(out.split("\n\nplan of")[0].split("\n"),
     ["product        8192x64x64 (M x N x K) on 132 SMs",
      "tile           128x64x64        1x1 clusters, as given; 1 stage of K a block, 9 in the ring",
      "pairs          none: of tcgen05 no time was measured",
      "basis          tiles are counted; of tcgen05 no time was measured", "",
      "    tile          cluster pairs split width      tiles  rounds   idle padding",
      "  * 128x64x64        1x1     -     1    64         64       1  51.5%    0.0%"], "of tcgen05 the tiles are counted")
same((8192 // 128, 1000 * (132 - 64) // 132), (64, 515), "as they are")
a = json.loads(run("plan", "--arch", "sm100", "--tile", "128x64x64", "--problem", "8192x64x64", "--json")[1])
ok(a["ok"] and "peak_cycles" not in json.dumps(a["problem"]), "and in JSON no cycles", a["problem"])
for tile in ("0x8x64", "0x0x64", "0x0x0"):
    said(["plan", "--tile", tile, "--problem", "64x64x64"], "not a tile of a block (tile: got %s," % tile, status=2)

# ---- scale factors: 16 copies are shown ---------------------------------------------------------------------------
NVFP4 = ["plan", "--arch", "sm100", "--dtype", "e2m1_packed4", "--scale", "ue4m3", "--stages", "1"]
for k, copies in ((1024, 16), (512, 8)):
    rc, out, err = run(*NVFP4, "--tile", "128x256x%d" % k)
    for name, blocks in (("SFA", 1), ("SFB", 2)):
        part = out.split("\n%s   " % name)[1].split("    tensor map ")[0]
        rows = part.split("descriptor\n")[1].split("\n")[:-1]
        more = blocks * copies > 16
        same((len(rows), rows[-1] == "     ..."), (min(blocks * copies, 16) + more, more), "%s of K = %d" % (name, k))

# ---- slices of A and of B, of both architectures -------------------------------------------------------------------
PLAN = ["plan", "--tile", "128x128x64"]
SM100 = [*PLAN, "--arch", "sm100"]
for args, which, layout, word in (
        ([*SM100, "--slice", "0:64,:"], "A", "((8,8),64):((64,512),1)", "0x4000404000010000"),
        ([*SM100, "--slice", "0:72,:"], "A", "((8,9),64):((64,512),1)", "0x4000404000010000"),
        ([*SM100, "--slice", "0:64,:", "--a-major", "mn"], "A", "(64,(8,8)):(1,(64,512))", "0x4000404000000000"),
        ([*PLAN, "--slice", "0:64,:", "--a-major", "mn"], "A", "(64,(8,8)):(1,(64,512))", "0x4000004000000000"),
        ([*PLAN, "--slice", "0:24,:", "--operand", "b"], "B", "((8,3),64):((64,512),1)", "0x4000004000010400"),
        ([*SM100, "--slice", "0:24,:", "--operand", "b"], "B", "((8,3),64):((64,512),1)", "0x4000404000010400")):
    said(args, "slice of %s, in stage 0\n" % which, "as a layout   Sw<3,4,3> o smem_ptr[16b] o %s\n" % layout, "  %s\n" % word)
    a = json.loads(run(*args, "--json")[1])
    same((a["slice"]["layout"], a["slice"]["descriptor"]), ("Sw<3,4,3> o smem_ptr[16b] o " + layout, word), "as JSON")
same(run(*SM100, "--slice", "0:64,:", "--block", "64x16"), run(*SM100, "--slice", "0:64,:"), "the block that it would have anyway")
done()
