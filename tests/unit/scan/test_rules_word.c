/* SPDX-License-Identifier: MIT
 *
 * The rules about a word and its strides, to the letter: each field at its edges, with the bits beside it; words in
 * numbers, and words with bits that nobody knows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "said/scan_said.h"

#define N8 SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT "ret;\n"
#define N24                                                                                        \
    SCAN_FENCE SCAN_MMA("m64n24k16.f32.f16.f16", SCAN_ACC8("1") "," SCAN_ACC0, "%d2", "%d4",       \
                        ", 0, 0") SCAN_WAIT "ret;\n"
#define N64    SCAN_FENCE SCAN_N64("%d2", "%d4", ", 0, 0") SCAN_WAIT "ret;\n"
#define N64_MN SCAN_FENCE SCAN_N64("%d2", "%d4", ", 1, 1") SCAN_WAIT "ret;\n"
#define N128_MN                                                                                    \
    SCAN_FENCE SCAN_MMA("m64n128k16.f32.f16.f16", SCAN_ACC32("") "," SCAN_ACC32("1"), "%d2",       \
                        "%d4", ", 1, 1") SCAN_WAIT "ret;\n"

/* Words that go with 8 rows of B: 128B, and no swizzle. */
#define B128 "0x4000000100000400"
#define B0   "0x0000000100080400"
/* 64x8x16, of A the word with bits that are not known. */
#define LOST(mask, word)                                                                           \
    "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, " mask "; or.b64 %d2, %d9, " word                    \
    "; mov.b64 %d4, " B128 ";\n" N8

static void lost_fields(void **state)
{
    static const scan_row rows[] = {
        /* 128B does not read LBO */
        {SCAN_K(LOST("0x3fffc000", "0x4000004000000000")), ""},
        {SCAN_K(LOST("0x80000000", "0x4000004000000000")), ""},
        {SCAN_K(LOST("0x100000000", "0x4000008000000000")),
         "5 field-unknown 0A 4000008000000000: not known of the word of A: SBO\n"},
        {SCAN_K(LOST("0x200000000000", "0x4000004000000000")),
         "5 field-unknown 0A 4000004000000000: not known of the word of A: SBO\n"},
        {SCAN_K(LOST("0x400000000000", "0x4000004000000000")), ""},
        {SCAN_K(LOST("0x1000000000000", "0x4000004000000000")), ""},
        {SCAN_K(LOST("0x2000000000000", "0x4000004000000000")),
         "5 field-unknown 0A 4000004000000000: not known of the word of A: base_offset\n"},
        {SCAN_K(LOST("0x8000000000000", "0x4000004000000000")),
         "5 field-unknown 0A 4000004000000000: not known of the word of A: base_offset\n"},
        {SCAN_K(LOST("0x10000000000000", "0x4000004000000000")), ""},
        {SCAN_K(LOST("0x2000000000000000", "0x4000004000000000")), ""},
        {SCAN_K(LOST("0x4000000000000000", "0x8000004000000000")),
         "5 field-unknown 0A 8000004000000000: not known of the word of A: the swizzle\n"},
        {SCAN_K(LOST("0x8000000000000000", "0x4000004000000000")),
         "5 field-unknown 0A 4000004000000000: not known of the word of A: the swizzle\n"},
        {SCAN_K(LOST("0xc00a200120010000", "0x0000004000000000")),
         "5 field-unknown 0A 4000000000: not known of the word of A: LBO, SBO, base_offset, the "
         "swizzle\n"},
        {SCAN_K(LOST("0x2000100000000", "0x4000008000000000")),
         "5 field-unknown 0A 4000008000000000: not known of the word of A: SBO, base_offset\n"},
        /* no swizzle reads LBO, and no base_offset */
        {SCAN_K(LOST("0xc000", "0x0000000800400000")), ""},
        {SCAN_K(LOST("0x10000", "0x0000000800400000")),
         "5 field-unknown 0A 800400000: not known of the word of A: LBO\n"},
        {SCAN_K(LOST("0x20000000", "0x0000000800400000")),
         "5 field-unknown 0A 800400000: not known of the word of A: LBO\n"},
        {SCAN_K(LOST("0x40000000", "0x0000000800400000")), ""},
        {SCAN_K(LOST("0xe000000000000", "0x0000000800400000")), ""},
        /* B of 8 rows reads no stride */
        {SCAN_K("ld.param.u64 %d9, [q]; and.b64 %d9, %d9, 0x3fff3fff0000; or.b64 %d4, %d9, "
                "0x4000000000000400; mov.b64 %d2, 0x4000004000000000;\n" N8),
         ""},
        /* a type that cannot be transposed: what is read is not known */
        {SCAN_K("ld.param.u64 %d9, [q]; and.b64 %d9, %d9, 0x10000; or.b64 %d2, %d9, "
                "0x4000004000000000; mov.b64 %d4, 0x4000004000000400;\n" SCAN_FENCE SCAN_MMA(
                    "m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d2", "%d4", ", 1, 1") SCAN_WAIT "ret;\n"),
         "5 field-unknown 0A 4000004000000000: not known of the word of A: LBO\n"
         "5 transpose-type 0A 4000004000000000: A is transposed, which tf32 cannot be\n"
         "5 transpose-type 0B 4000004000000400: B is transposed, which tf32 cannot be\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

/* An address that is not masked, a sum that can carry, and what is neither. */
static void starts(void **state)
{
#define BY(start, word) start "or.b64 %d2, %d2, " word "; mov.b64 %d4, " B128 ";\n" N8
    static const scan_row rows[] = {
        {SCAN_K(BY("mov.u32 %r2, sa; shr.u32 %r2, %r2, 4; cvt.u64.u32 %d2, %r2;\n",
                   "0x4000004000000000")),
         "6 start-unmasked 0A 4000004000000000: the start of A is not masked to 14 bits and can "
         "reach LBO (which this block does not read)\n"},
        {SCAN_K(BY("mov.u32 %r2, sa; shr.u32 %r2, %r2, 4; cvt.u64.u32 %d2, %r2;\n",
                   "0x0000000800000000")),
         "6 start-unmasked 0A 800000000: the start of A is not masked to 14 bits and can reach "
         "LBO\n"},
        {SCAN_K(BY("ld.param.u32 %r2, [p0]; shr.u32 %r2, %r2, 4; cvt.u64.u32 %d2, %r2;\n",
                   "0x4000004000000000")),
         ""},
        {SCAN_K(BY("ld.param.u32 %r2, [p0]; shr.u32 %r2, %r2, 4; cvt.u64.u32 %d2, %r2;\n",
                   "0x0000000800000000")),
         "6 field-unknown 0A 800000000: not known of the word of A: LBO\n"},
        {SCAN_K(BY("mov.u32 %r2, sa; bfe.u32 %r2, %r2, 4, 14; cvt.u64.u32 %d2, %r2; add.s64 %d2, "
                   "%d2, -1;\n",
                   "0x0000000000000000")),
         "6 start-carry 0A 3f: the start of A is added to, and the carry can reach LBO (which this "
         "block does not read)\n"},
        {SCAN_K("mov.u32 %r2, sa; bfe.u32 %r2, %r2, 4, 14; cvt.u64.u32 %d2, %r2; add.s64 %d2, %d2, "
                "-1; add.s64 %d2, %d2, 0x4000004000000000; mov.b64 %d4, " B128 ";\n" N8),
         "5 start-carry 0A 400000000000003f: the start of A is added to, and the carry can reach "
         "LBO (which this block does not read)\n"
         "5 start-misaligned 0A 400000000000003f: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(BY("ld.param.u32 %r2, [p0]; and.b32 %r2, %r2, 0x3fff; cvt.u64.u32 %d2, %r2; "
                   "add.s64 %d2, %d2, -1; add.s64 %d2, %d2, 0x4000004000000000;\n",
                   "0x4000000000000000")),
         "6 start-carry 0A 4000000000000000: the start of A is added to, and the carry can reach "
         "LBO (which this block does not read)\n"},
        {SCAN_K(BY("ld.param.u32 %r2, [p0]; and.b32 %r2, %r2, 0x7fff; cvt.u64.u32 %d2, %r2; "
                   "add.s64 %d2, %d2, -1; add.s64 %d2, %d2, 0x4000004000000000;\n",
                   "0x4000000000000000")),
         "6 field-unknown 0A 4000000000000000: not known of the word of A: SBO\n"},
        {SCAN_K("mov.b64 %d2, 0x4000004000000000; mov.u32 %r4, sb; shr.u32 %r4, %r4, 4; "
                "cvt.u64.u32 %d4, %r4; or.b64 %d4, %d4, 0x4000000000000000;\n" N8),
         "5 start-unmasked 0B 4000000000000000: the start of B is not masked to 14 bits and can "
         "reach LBO (which this block does not read)\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void words(void **state)
{
#define WORDS(a, b) SCAN_NUMBERS(a, b)
    static const scan_row rows[] = {
        {SCAN_K(WORDS("0x4000004000000000", B128) N8), ""},
        /* bits 46-48: 1 is that of tcgen05, with any bits around them */
        {SCAN_K(WORDS("0x4000404000000000", B128) N8),
         "5 tcgen05-word 0A 4000404000000000 -> 4000004000000000: the word of A has bits 46-48 as "
         "tcgen05 has them (1)\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000400100000400") N8),
         "5 tcgen05-word 0B 4000400100000400 -> 4000000100000400: the word of B has bits 46-48 as "
         "tcgen05 has them (1)\n"},
        {SCAN_K(WORDS("0x4000804000000000", B128) N8), ""},
        {SCAN_K(WORDS("0x4000c04000000000", B128) N8), ""},
        {SCAN_K(WORDS("0x4001404000000000", B128) N8), ""},
        {SCAN_K(WORDS("0x7ff0404000000000", B128) N8),
         "5 tcgen05-word 0A 7ff0404000000000 -> 4000004000000000: the word of A has bits 46-48 as "
         "tcgen05 has them (1)\n"},
        {SCAN_K(LOST("0x800000000000", "0x4000404000000000")), ""},
        {SCAN_K(LOST("0x1000000000000", "0x4000404000000000")), ""},
        {SCAN_K(LOST("0x2000000000000000", "0x4000404000000000")),
         "5 tcgen05-word 0A 4000404000000000 -> 4000004000000000: the word of A has bits 46-48 as "
         "tcgen05 has them (1)\n"},
        /* fields that are set and not read: 0 and 1 are usual */
        {SCAN_K(WORDS("0x4000004000010000", B128) N8), ""},
        {SCAN_K(WORDS("0x4000004000020000", B128) N8),
         "5 field-unread 0A 4000004000020000: LBO of A is set, and this block does not read it\n"},
        {SCAN_K(WORDS("0x4000004020000000", B128) N8),
         "5 field-unread 0A 4000004020000000: LBO of A is set, and this block does not read it\n"},
        {SCAN_K(WORDS("0x40000040c000c000", B128) N8), ""},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000000200000400") N8),
         "5 field-unread 0B 4000000200000400: SBO of B is set, and this block does not read it\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000200000000400") N8),
         "5 field-unread 0B 4000200000000400: SBO of B is set, and this block does not read it\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000000080020400") N8),
         "5 field-unread 0B 4000000080020400: LBO of B is set, and this block does not read it\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000000200020400") N8),
         "5 field-unread 0B 4000000200020400: LBO and SBO of B are set, and this block does not "
         "read them\n"},
        {SCAN_K(WORDS("0x0000000800400000", B0) N8), ""},
        {SCAN_K(WORDS("0x0002000800400000", B0) N8),
         "5 field-unread 0A 2000800400000: base_offset of A is set, and this block does not read "
         "it\n"},
        {SCAN_K(WORDS("0x0008000800400000", B0) N8),
         "5 field-unread 0A 8000800400000: base_offset of A is set, and this block does not read "
         "it\n"},
        {SCAN_K(WORDS("0x0010000800400000", B0) N8), ""},
        {SCAN_K(WORDS("0x0001000800400000", "0x0004000200080400") N8),
         "5 field-unread 0B 4000200080400: SBO and base_offset of B are set, and this block does "
         "not read them\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void instructions(void **state)
{
#define OF(more) SCAN_NUMBERS("0x4000004000000000", B128) SCAN_FENCE more SCAN_WAIT "ret;\n"
#define SPARSE(shape, selector, more)                                                              \
    "wgmma.mma_async.sp.sync.aligned." shape " {" SCAN_ACC0 "}, %d2, %d4, %r11, " selector         \
    ", 1, 1, 1" more ";\n"
    static const scan_row rows[] = {
        {SCAN_K(OF(SCAN_MMA("m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d2", "%d4", ", 1, 0"))),
         "5 transpose-type 0A 4000004000000000: A is transposed, which tf32 cannot be\n"},
        {SCAN_K(OF(SCAN_MMA("m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d2", "%d4", ", 0, 1"))),
         "5 transpose-type 0B 4000000100000400: B is transposed, which tf32 cannot be\n"},
        {SCAN_K(OF(SCAN_MMA("m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d2", "%d4", ", 0, 0"))), ""},
        {SCAN_K(OF(SCAN_MMA("m64n8k32.f32.e4m3.e5m2", SCAN_ACC0, "%d2", "%d4", ", 1, 1"))),
         "5 transpose-type 0A 4000004000000000: A is transposed, which e4m3 cannot be\n"
         "5 transpose-type 0B 4000000100000400: B is transposed, which e5m2 cannot be\n"},
        {SCAN_K(OF(SPARSE("m64n8k32.f32.f16.f16", "1", ", 0, 0"))), ""},
        {SCAN_K(OF(SPARSE("m64n8k32.f32.f16.f16", "2", ", 0, 0"))),
         "5 sparse-selector 0: the selector has to be 0 or 1\n"},
        {SCAN_K(OF(SPARSE("m64n8k16.f32.tf32.tf32", "1", ""))), ""},
        {SCAN_K(OF(SPARSE("m64n8k16.f32.tf32.tf32", "2", ""))),
         "5 sparse-selector 0: the selector has to be 0 or 1\n"},
        {SCAN_K(OF(SPARSE("m64n8k64.f32.e4m3.e4m3", "0", ""))), ""},
        {SCAN_K(OF(SPARSE("m64n8k64.f32.e4m3.e4m3", "1", ""))),
         "5 sparse-selector 0: the selector has to be 0\n"},
        {SCAN_K("ret;\n" SCAN_N8(SCAN_ACC0, "%d2", "%d4")),
         "4 not-reached 0: no path from the start of the function leads here\n"},
        {SCAN_K(OF("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {" SCAN_ACC0
                   "}, %d2, %d4, 1, -1, -1;\n")),
         ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void strides(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(WORDS("0x4000000000000000", B128) ".loc 1 7 3\n" N8),
         "6/7 stride-zero 0A 4000000000000000: SBO of A is 0, and this block steps by it\n"},
        /* 0 */
        {SCAN_K(WORDS("0x4000000000000000", B128) N8),
         "5 stride-zero 0A 4000000000000000: SBO of A is 0, and this block steps by it\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000000000000400") N8), ""},
        {SCAN_K(WORDS("0x0000000800000000", B0) N8),
         "5 stride-zero 0A 800000000: LBO of A is 0, and this block steps by it\n"},
        {SCAN_K(WORDS("0x0000000000000000", B0) N8),
         "5 stride-zero 0A 0: LBO of A is 0, and this block steps by it\n"
         "5 stride-zero 0A 0: SBO of A is 0, and this block steps by it\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000000000000400") N64),
         "5 stride-zero 0B 4000000000000400: SBO of B is 0, and this block steps by it\n"},
        /* shorter than eight rows of the pattern */
        {SCAN_K(WORDS("0x4000003f00000000", B128) N8),
         "5 stride-overlap 0A 4000003f00000000: SBO of A steps 1008 bytes over a group of 1024\n"},
        {SCAN_K(WORDS("0x8000001f00000000", B128) N8),
         "5 stride-overlap 0A 8000001f00000000: SBO of A steps 496 bytes over a group of 512\n"},
        {SCAN_K(WORDS("0xc000000f00000000", "0xc000001000000400") N64),
         "5 stride-overlap 0A c000000f00000000: SBO of A steps 240 bytes over a group of 256\n"},
        {SCAN_K(WORDS("0xc000000100000000", "0xc000001000000400") N64),
         "5 stride-overlap 0A c000000100000000: SBO of A steps 16 bytes over a group of 256\n"},
        {SCAN_K(WORDS("0x0000000700070000", B0) N8),
         "5 stride-overlap 0A 700070000: LBO of A steps 112 bytes over a group of 128\n"
         "5 stride-overlap 0A 700070000: SBO of A steps 112 bytes over a group of 128\n"},
        {SCAN_K(WORDS("0x0000000800080000", "0x0000000700080400") N64),
         "5 stride-overlap 0B 700080400: SBO of B steps 112 bytes over a group of 128\n"},
        /* MN-major: SBO along K; LBO where the rows are shorter than M, or N */
        {SCAN_K(WORDS("0x8000002000200000", "0x8000002000200400") N64_MN), ""},
        {SCAN_K(WORDS("0x80000020001f0000", "0x8000001f00200400") N64_MN),
         "5 stride-overlap 0A 80000020001f0000: LBO of A steps 496 bytes over a group of 512\n"
         "5 stride-overlap 0B 8000001f00200400: SBO of B steps 496 bytes over a group of 512\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000004000000400") N64_MN), ""},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000004000000400") N128_MN),
         "5 stride-zero 0B 4000004000000400: LBO of B is 0, and this block steps by it\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

/* Eight rows of the pattern in bytes, or a stride beyond the window of 2^18. */
static void bytes(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(WORDS("0x4000040000000000", B128) N8),
         "5 stride-bytes 0A 4000040000000000 -> 4000004000000000: SBO of A looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x8000020000000000", B128) N8),
         "5 stride-bytes 0A 8000020000000000 -> 8000002000000000: SBO of A looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0xc000010000000000", B128) N8),
         "5 stride-bytes 0A c000010000000000 -> c000001000000000: SBO of A looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000008000800000", B0) N8),
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x4000041000000000", B128) N8),
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x4000080000000000", B128) N8),
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x40000c0000000000", B128) N8),
         "5 stride-bytes 0A 40000c0000000000 -> 400000c000000000: SBO of A looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 out-of-bounds 0A 40000c0000000000: the block of A spans 345088 bytes, more than the "
         "shared memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        /* 64 rows of A are seven steps: 2341 units, or 2340.6; 16 of B are one */
        {SCAN_K(WORDS("0x0000090000080000", B0) N8),
         "5 out-of-bounds 0A 90000080000: the block of A spans 258304 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000098000080000", B0) N8),
         "5 stride-bytes 0A 98000080000 -> 9800080000: SBO of A looks like bytes: the field counts "
         "units of 16 bytes\n"
         "5 out-of-bounds 0A 98000080000: the block of A spans 272640 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000098100080000", B0) N8),
         "5 out-of-bounds 0A 98100080000: the block of A spans 272752 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000099000080000", B0) N8),
         "5 out-of-bounds 0A 99000080000: the block of A spans 274432 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000000880000000", B0) N8),
         "5 stride-zero 0A 880000000: LBO of A is 0, and this block steps by it\n"},
        {SCAN_K(WORDS("0x0000008009800000", B0) N8),
         "5 stride-bytes 0A 8009800000 -> 800980000: LBO of A looks like bytes: the field counts "
         "units of 16 bytes\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000098009800000", B0) N8),
         "5 stride-bytes 0A 98009800000 -> 9800980000: SBO of A looks like bytes: the field counts "
         "units of 16 bytes\n"
         "5 out-of-bounds 0A 98009800000: the block of A spans 311424 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000098000100000", B0) N8),
         "5 stride-bytes 0A 98000100000 -> 9800100000: SBO of A looks like bytes: the field counts "
         "units of 16 bytes\n"
         "5 out-of-bounds 0A 98000100000: the block of A spans 272768 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000098000180000", B0) N8),
         "5 stride-bytes 0A 98000180000 -> 9800180000: SBO of A looks like bytes: the field counts "
         "units of 16 bytes\n"
         "5 out-of-bounds 0A 98000180000: the block of A spans 272896 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000098000000000", B0) N8),
         "5 stride-zero 0A 98000000000: LBO of A is 0, and this block steps by it\n"
         "5 stride-bytes 0A 98000000000 -> 9800000000: SBO of A looks like bytes: the field counts "
         "units of 16 bytes\n"
         "5 out-of-bounds 0A 98000000000: the block of A spans 272512 bytes, more than the shared "
         "memory there is\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x0000000800080000", "0x0000200000080400") N24),
         "5 stride-bytes 0B 200000080400 -> 20000080400: SBO of B looks like bytes: the field "
         "counts units of 16 bytes\n"
         "5 out-of-bounds 0B 200000080400: the block of B spans 262400 bytes, more than the shared "
         "memory there is\n"},
        {SCAN_K(WORDS("0x0000000800080000", "0x00001f8000080400") N24),
         "5 out-of-bounds 0B 1f8000080400: the block of B spans 258304 bytes, more than the shared "
         "memory there is\n"},
        /* what is no multiple of them was divided before */
        {SCAN_K(WORDS("0x8000002002000000", "0x8000020000200400") N64_MN),
         "5 stride-bytes 0A 8000002002000000 -> 8000002000200000: LBO of A looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 stride-bytes 0B 8000020000200400 -> 8000002000200400: SBO of B looks like bytes: the "
         "field counts units of 16 bytes\n"},
        {SCAN_K(WORDS("0x8000020002000000", "0x8000002000210400") N64_MN),
         "5 stride-bytes 0A 8000020002000000 -> 8000002000200000: SBO of A looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x8000002020000000", "0x8000200000200400") N64_MN),
         "5 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(WORDS("0x4000004000000000", "0x4000280000000400") N64),
         "5 stride-bytes 0B 4000280000000400 -> 4000028000000400: SBO of B looks like bytes: the "
         "field counts units of 16 bytes\n"
         "5 out-of-bounds 0B 4000280000000400: the block of B spans 1147904 bytes, more than the "
         "shared memory there is\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_fields),  cmocka_unit_test(starts),  cmocka_unit_test(words),
        cmocka_unit_test(instructions), cmocka_unit_test(strides), cmocka_unit_test(bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
