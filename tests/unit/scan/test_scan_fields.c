/* SPDX-License-Identifier: MIT
 *
 * What a scan knows of the words of a wgmma: of those with a field that is not known, and of sums of three.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "said/scan_said.h"

#define A128     "0x4000004000000000"
#define B128     "0x4000000100000400"
#define N8       SCAN_N8(SCAN_ACC0, "%d2", "%d4")
#define OF(more) SCAN_NUMBERS(A128, B128) more
#define LOST(n, mask)                                                                              \
    "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, " mask "; or.b64 %d" n ", %d" n ", %d9;\n"

/* A block of which a field is not known that is read ends somewhere; one that is not read does not matter. */
static void fields(void **state)
{
#define A(word, mask) SCAN_NUMBERS(word, B128) LOST("2", mask) N8
    static const scan_row rows[] = {
        {SCAN_K(A(A128, "0x1c000fff3ffff000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/e3fff040c0000fff reads 1d K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x4000008000000000", "0x100000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000008000000000/fffffffeffffffff reads 1d K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x200000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffdfffffffffff reads 1d K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x80000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff7fffffff reads 1d K 64x16 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x400000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffbfffffffffff reads 1d K 64x16 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x1000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/fffeffffffffffff reads 1d K 64x16 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x2000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/fffdffffffffffff reads 1d K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x8000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/fff7ffffffffffff reads 1d K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x10000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffefffffffffffff reads 1d K 64x16 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x2000000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/dfffffffffffffff reads 1d K 64x16 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x8000004000000000", "0x4000000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 8000004000000000/bfffffffffffffff reads 0 K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A(A128, "0x8000000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/7fffffffffffffff reads 0 K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x0000000800400000", "0x8000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 800400000/ffffffffffff7fff reads 17 K 64x16 span 0..2048\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x0000000800400000", "0x10000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 800400000/fffffffffffeffff reads 17 K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x0000000800400000", "0x20000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 800400000/ffffffffdfffffff reads 17 K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x0000000800400000", "0x40000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 800400000/ffffffffbfffffff reads 17 K 64x16 span 0..2048\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(A("0x0000000800400000", "0xe000000000000")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 800400000/fff1ffffffffffff reads 17 K 64x16 span 0..2048\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(SCAN_NUMBERS(A128, B128) LOST("4", "0x3fff3fff0000") N8),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffc001c000ffff reads 19 K 8x16 span 0..1024\n"},
        {SCAN_K(OF(SCAN_MMA("m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d2", "%d4", ", 1, 1"))),
         "0 line 4 8x8 f32 tf32 tf32 trans A trans B scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 0 at 0..0\n"
         "  B: 4000000100000400/ffffffffffffffff reads 0 at 16384..16384\n"},
        {SCAN_K(OF(SCAN_N64("%d2", "%d4", ", 1, 1"))),
         "0 line 4 64x16 f32 f16 f16 trans A trans B scale 2 regs 32 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d MN 64x16 at 0..0 span 0..2048\n"
         "  B: 4000000100000400/ffffffffffffffff reads 1d MN 64x16 at 16384..16384 span 0..1040\n"},
        {SCAN_K(SCAN_NUMBERS("0x4000004000200fff", "0x4000002000100fff")
                    SCAN_N64("%d2", "%d4", ", 0, 1")),
         "0 line 4 64x16 f32 f16 f16 trans B scale 2 regs 32 chain 0\n"
         "  A: 4000004000200fff/ffffffffffffffff reads 1d K 64x16 at 65520..65520 span -112..8208\n"
         "  B: 4000002000100fff/ffffffffffffffff reads 1d MN 64x16 at 65520..65520 span "
         "-112..1552\n"},
        {SCAN_K(SCAN_NUMBERS("0x400000400020c040", "0x4000002000104040")
                    SCAN_N64("%d2", "%d4", ", 0, 1")),
         "0 line 4 64x16 f32 f16 f16 trans B scale 2 regs 32 chain 0\n"
         "  A: 400000400020c040/ffffffffffffffff reads 1d K 64x16 at 1024..1024 span 0..8192\n"
         "  B: 4000002000104040/ffffffffffffffff reads 1d MN 64x16 at 1024..1024 span 0..1536\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_PTX, rows);
}

/* Two words of which the low half is a sum: their steps. */
#define SUM(one, other)                                                                            \
    "Function : k\n/*0000*/ ULDC UR8, c[0x0][0x210] ;\n/*0010*/ ULDC UR9, c[0x0][0x214] "          \
    ";\n/*0020*/ ULDC "                                                                            \
    "UR10, c[0x0][0x218] ;\n/*0030*/ ULDC UR11, c[0x0][0x21c] ;\n/*0040*/ UMOV UR5, 0x40000040 "   \
    ";\n/*0048*/ S2UR UR60, SR_CTAID.X "                                                           \
    ";\n/*0050*/ "                                                                                 \
    "UIADD3 UR4, " one " ;\n/*0060*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n/*0070*/ "    \
    "UIADD3 UR4, " other " ;\n/*0080*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n/*0090*/ "  \
    "EXIT ;\n"

static void sums(void **state)
{
    static const scan_row rows[] = {
        {SUM("UR8, UR9, 0x40", "UR8, UR9, 0x42"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 step 32 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, UR9, UR10", "UR8, UR9, UR11"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, UR9, UR10", "UR10, UR9, UR8"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 step 0 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, UR9, UR60", "UR8, UR9, UR60"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, UR60, UR9", "UR8, UR60, UR9"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR60, UR8, UR9", "UR60, UR8, UR9"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("~UR8, UR9, 0x40", "~UR8, UR9, 0x40"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, ~UR9, 0x40", "UR8, ~UR9, 0x40"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, 0x40, ~UR9", "UR8, 0x40, ~UR9"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, -UR9, 0x40", "UR8, -UR9, 0x44"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 step 64 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
        {SUM("UR8, UR9, -UR8", "UR9, 0x0, URZ"),
         "0 line 9@60 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"
         "1 line 11@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 step 0 span 0..8192\n"
         "  B: 0/0 reads 0 K 8x16\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_SASS, rows);
}

/* The same by way of registers of a thread: R2UR hands on the number, a carry adds one that is not known. */
#define MOVED(one, other)                                                                          \
    "Function : k\n/*0000*/ LDC R8, c[0x0][0x210] ;\n/*0010*/ LDC R9, c[0x0][0x214] ;\n/*0020*/ "  \
    "UMOV UR5, 0x40000040 ;\n/*0030*/ " one " ;\n/*0040*/ R2UR UR4, R4 ;\n/*0050*/ "               \
    "HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n/*0060*/ " other                              \
    " ;\n/*0070*/ R2UR UR4, R4 ;\n/*0080*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 "          \
    ";\n/*0090*/ EXIT ;\n"
#define STEPPED(step)                                                                              \
    "0 line 7@50 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"                                        \
    "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 span 0..8192\n"                       \
    "  B: 0/0 reads 0 K 8x16\n"                                                                    \
    "1 line 10@80 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"                                       \
    "  A: 4000004000000000/ffffffff00000000 reads 1d K 64x16 " step "span 0..8192\n"               \
    "  B: 0/0 reads 0 K 8x16\n"

static void moved(void **state)
{
    static const scan_row rows[] = {
        {MOVED("IADD3 R4, R8, 0x40, RZ", "IADD3 R4, R8, 0x42, RZ"), STEPPED("step 32 ")},
        {MOVED("IADD3 R4, R8, 0x40, RZ", "IADD3 R4, R9, 0x42, RZ"), STEPPED("")},
        {MOVED("IMAD R4, R8, 0x2, R9", "IMAD R4, R8, 0x2, R9"), STEPPED("step 0 ")},
        {MOVED("IMAD.X R4, R8, 0x2, R9, P0", "IMAD.X R4, R8, 0x2, R9, P1"), STEPPED("")},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_SASS, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),
        cmocka_unit_test(moved),
        cmocka_unit_test(sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
