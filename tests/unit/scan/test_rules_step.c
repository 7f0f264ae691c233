/* SPDX-License-Identifier: MIT
 *
 * The rules about the steps of a chain, to the letter: along K in a row of the pattern, by strides, with the swizzle of
 * another coding; and two instructions that could be one. The words are numbers; a step of 2 is 32 bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "said/scan_said.h"

#define A128 "0x4000004000000000"
#define B128 "0x4000000100000400"
#define A0   "0x0000000800400000"
#define B0   "0x0000000100080400"

/* Chains by what is added to the first words of A and of B. */
#define STEP(a, b)                                                                                 \
    "add.s64 %d12, %d2, " a "; add.s64 %d14, %d4, " b ";\n" SCAN_N8(SCAN_ACC0, "%d12", "%d14")
#define STEP_MN(a, b)                                                                              \
    "add.s64 %d12, %d2, " a "; add.s64 %d14, %d4, " b ";\n" SCAN_MMA(                              \
        "m64n128k16.f32.f16.f16", SCAN_ACC32("") "," SCAN_ACC32("1"), "%d12", "%d14", ", 1, 1")
#define STEP_TF32(a, b)                                                                            \
    "add.s64 %d12, %d2, " a "; add.s64 %d14, %d4, " b                                              \
    ";\n" SCAN_MMA("m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d12", "%d14", "")
#define CHAIN(a, b, steps) SCAN_K(SCAN_NUMBERS(a, b) SCAN_FENCE steps SCAN_WAIT "ret;\n")

static void rows_of_k(void **state)
{
    static const scan_row rows[] = {
        {CHAIN(A128, B128, STEP("0", "0") STEP("2", "2") STEP("4", "4") STEP("6", "6")), ""},
        {CHAIN(A128, B128, STEP("0", "0") STEP("2", "2") STEP("512", "64")), ""},
        {CHAIN(A128, B128, STEP("0", "0") STEP("6", "4")), ""},
        {CHAIN(A128, B128, STEP("0", "0") STEP("8", "2")),
         "8 k-step-row 1A 4000004000000008: the start of A goes on by 128 bytes: out of the row of "
         "the swizzle pattern\n"},
        {CHAIN(A128, B128, STEP("0", "0") STEP("2", "8")),
         "8 k-step-row 1B 4000000100000408: the start of B goes on by 128 bytes: out of the row of "
         "the swizzle pattern\n"},
        {CHAIN(A128, B128, STEP("0", "0") STEP("1", "2")),
         "8 k-step 1A 4000004000000001: the start of A goes on by 16 bytes, not by whole K blocks "
         "of 32 bytes\n"},
        {CHAIN(A128, B128, STEP("0", "0") STEP("7", "2")),
         "8 k-step-row 1A 4000004000000007: the start of A goes on by 112 bytes: out of the row of "
         "the swizzle pattern\n"},
        {CHAIN(A128, B128, STEP("0", "0") STEP("2", "2") STEP("3", "4")),
         "10 k-step 2A 4000004000000003: the start of A goes on by 16 bytes, not by whole K blocks "
         "of 32 bytes\n"},
        {CHAIN(A128, B128,
               STEP("0", "0") STEP("2", "2") STEP("4", "4") STEP("6", "6") STEP("8", "512")),
         "14 k-step-row 4A 4000004000000008: the start of A goes on by 32 bytes: out of the row of "
         "the swizzle pattern\n"},
        {CHAIN(A128, B128, STEP("6", "0") STEP("4", "2") STEP("2", "4") STEP("0", "6")), ""},
        {CHAIN(A128, B128, STEP("6", "0") STEP("4", "2") STEP("2", "4") STEP("1", "6")),
         "12 k-step-row 3A 4000004000000001: the start of A goes on by -16 bytes: out of the row "
         "of the swizzle pattern\n"},
        {CHAIN("0x8000002000000000", "0x8000000100000400", STEP("0", "0") STEP("2", "2")), ""},
        {CHAIN("0x8000002000000000", "0x8000000100000400", STEP("0", "0") STEP("2", "4")),
         "8 k-step-row 1B 8000000100000404: the start of B goes on by 64 bytes: out of the row of "
         "the swizzle pattern\n"},
        {CHAIN("0xc000001000000000", "0xc000000100000400", STEP("0", "0") STEP("256", "16")), ""},
        {CHAIN("0xc000001000000000", "0xc000000100000400", STEP("0", "0") STEP("256", "2")),
         "8 k-step-row 1B c000000100000402: the start of B goes on by 32 bytes: out of the row of "
         "the swizzle pattern\n"},
        {CHAIN(A128, B128, STEP_TF32("0", "0") STEP_TF32("2", "2") STEP_TF32("3", "4")),
         "10 k-step 2A 4000004000000003: the start of A goes on by 16 bytes, not by whole K blocks "
         "of 32 bytes\n"},
        /* one stands still where the other goes on; both may */
        {CHAIN(A128, B128, STEP("0", "0") STEP("0", "0")), ""},
        {CHAIN(A128, B128, STEP("0", "0") STEP("0", "2")),
         "8 k-differs 1A 4000004000000000: A stands still where B goes on\n"},
        {CHAIN(A128, B128, STEP("0", "0") STEP("2", "0")),
         "8 k-differs 1B 4000000100000400: B stands still where A goes on\n"},
        {CHAIN(A128, B128,
               STEP("0", "0") "ld.param.u64 %d12, [q];\n" SCAN_N8(SCAN_ACC0, "%d12", "%d4")),
         "8 field-unknown 1A: not known of the word of A: LBO, SBO, base_offset, the swizzle\n"},
        {CHAIN(A128, B128,
               STEP("0", "0") "ld.param.u64 %d14, [q];\n" SCAN_N8(SCAN_ACC0, "%d2", "%d14")),
         "8 field-unknown 1B: not known of the word of B: LBO, SBO, base_offset, the swizzle\n"},
        {CHAIN(A128, B128,
               STEP("0", "0") "ld.param.u64 %d14, [q];\n" SCAN_N8(SCAN_ACC0, "%d2", "%d14")
                   STEP("3", "2")),
         "8 field-unknown 1B: not known of the word of B: LBO, SBO, base_offset, the swizzle\n"
         "10 k-step 2A 4000004000000003: the start of A goes on by 48 bytes, not by whole K blocks "
         "of 32 bytes\n"},
        {CHAIN(A128, B128,
               STEP("0", "0") SCAN_N8(SCAN_ACC0, "{%r30,%r31,%r32,%r33}", "%d14") STEP("3", "0")),
         ""},
        {CHAIN(A128, B128,
               STEP("0", "0") "ld.param.u64 %d14, [q];\n" SCAN_N8(SCAN_ACC0, "%d2", "%d14")
                   STEP("0", "0") STEP("2", "8")),
         "8 field-unknown 1B: not known of the word of B: LBO, SBO, base_offset, the swizzle\n"},
        {CHAIN(A128, B128,
               STEP("0", "0")
                   STEP("8", "2") "ld.param.u64 %d12, [q];\n" SCAN_N8(SCAN_ACC0, "%d12", "%d4")),
         "10 field-unknown 2A: not known of the word of A: LBO, SBO, base_offset, the swizzle\n"},
        {SCAN_K(SCAN_WORD("2", "sa", A128) "mov.b64 %d4, " B128 ";\n" SCAN_FENCE SCAN_N8(
             SCAN_ACC0, "%d2", "%d4") SCAN_WORD("2", "sa+8", A128) SCAN_N8(SCAN_ACC0, "%d2", "%d4")
                    SCAN_WORD("2", "sa+136", A128) SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT
                "ret;\n"),
         "10 k-differs 2B 4000000100000400: B stands still where A goes on\n"},
        /* chains that take turns: each is followed by itself, and said once */
        {CHAIN(A128, B128,
               STEP("0", "0") SCAN_N8(SCAN_ACC4, "%d2", "%d4") STEP("8", "2")
                   SCAN_N8(SCAN_ACC4, "%d12", "%d14")),
         "9 k-step-row 2A 4000004000000008: the start of A goes on by 128 bytes: out of the row of "
         "the swizzle pattern\n"
         "10 k-step-row 3A 4000004000000008: the start of A goes on by 128 bytes: out of the row "
         "of the swizzle pattern\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void codings(void **state)
{
    static const scan_row rows[] = {
        /* read as 128B, the strides of 32B: 1 is that of a tensor map; of 64B: nobody's */
        {CHAIN("0x4000001000000000", B128, STEP("0", "0")),
         "6 stride-overlap 0A 4000001000000000: SBO of A steps 256 bytes over a group of 1024\n"
         "6 swizzle-code 0A 4000001000000000 -> c000001000000000: A is read with the swizzle 128B, "
         "its strides and steps are those of 32B; the code is numbered as in a tensor map (32B 1, "
         "64B 2, 128B 3)\n"},
        {CHAIN("0x4000002000000000", B128, STEP("0", "0")),
         "6 stride-overlap 0A 4000002000000000: SBO of A steps 512 bytes over a group of 1024\n"},
        /* as 64B, of 32B and of 128B */
        {CHAIN("0x8000001000000000", "0x8000000100000400", STEP("0", "0")),
         "6 stride-overlap 0A 8000001000000000: SBO of A steps 256 bytes over a group of 512\n"
         "6 swizzle-code 0A 8000001000000000 -> c000001000000000: A is read with the swizzle 64B, "
         "its strides and steps are those of 32B; the code is numbered as in tcgen05 (128B 2, 64B "
         "4, 32B 6)\n"},
        {CHAIN("0x8000004000000000", "0x8000000100000400",
               STEP("0", "0") STEP("2", "2") STEP("4", "16") STEP("6", "18")),
         "6 swizzle-code 0A 8000004000000000 -> 4000004000000000: A is read with the swizzle 64B, "
         "its strides and steps are those of 128B; the code is numbered as in tcgen05 (128B 2, 64B "
         "4, 32B 6)\n"
         "10 k-step-row 2B 8000000100000410: the start of B goes on by 224 bytes: out of the row "
         "of the swizzle pattern\n"},
        {CHAIN("0x8000004000000000", "0x8000000100000400",
               STEP("0", "0") STEP("2", "2") STEP("4", "16") STEP("8", "18")),
         "10 k-step-row 2A 8000004000000004: the start of A goes on by 32 bytes: out of the row of "
         "the swizzle pattern\n"
         "10 k-step-row 2B 8000000100000410: the start of B goes on by 224 bytes: out of the row "
         "of the swizzle pattern\n"},
        {CHAIN("0x8000004000000000", "0x8000000100000400",
               STEP("0", "0") STEP("2", "2") STEP("64", "16")),
         "10 k-step-row 2B 8000000100000410: the start of B goes on by 224 bytes: out of the row "
         "of the swizzle pattern\n"},
        {CHAIN("0x8000002000000000", "0x8000000100000400",
               STEP("0", "0") STEP("2", "2") STEP("4", "16")),
         "10 k-step-row 2A 8000002000000004: the start of A goes on by 32 bytes: out of the row of "
         "the swizzle pattern\n"
         "10 k-step-row 2B 8000000100000410: the start of B goes on by 224 bytes: out of the row "
         "of the swizzle pattern\n"},
        /* as 32B, of 128B and of 64B */
        {CHAIN("0xc000004000000000", "0xc000000100000400", STEP("0", "0") STEP("2", "16")),
         "6 swizzle-code 0A c000004000000000 -> 4000004000000000: A is read with the swizzle 32B, "
         "its strides and steps are those of 128B; the code is numbered as in a tensor map (32B 1, "
         "64B 2, 128B 3)\n"},
        {CHAIN("0xc000002000000000", "0xc000000100000400", STEP("0", "0") STEP("2", "16")),
         "6 swizzle-code 0A c000002000000000 -> 8000002000000000: A is read with the swizzle 32B, "
         "its strides and steps are those of 64B\n"},
        {CHAIN("0xc003c02000000000", "0xc000000100000400", STEP("0", "0") STEP("2", "16")),
         "6 swizzle-code 0A c003c02000000000 -> 8003c02000000000: A is read with the swizzle 32B, "
         "its strides and steps are those of 64B\n"
         "6 base-offset 0A c003c02000000000 -> c001c02000000000: base_offset of A is 1, and the "
         "start is in row 0 of the pattern\n"},
        {CHAIN("0xc000001000000000", "0xc000000100000400", STEP("0", "0")), ""},
        /* of B, and MN-major by the shorter of two strides */
        {CHAIN("0x4000004000000000", "0x4000004000100400", STEP_MN("0", "0")),
         "6 stride-overlap 0B 4000004000100400: LBO of B steps 256 bytes over a group of 1024\n"
         "6 swizzle-code 0B 4000004000100400 -> c000004000100400: B is read with the swizzle 128B, "
         "its strides and steps are those of 32B; the code is numbered as in a tensor map (32B 1, "
         "64B 2, 128B 3)\n"},
        {CHAIN("0x4000004000000000", "0x4000001000400400", STEP_MN("0", "0")),
         "6 stride-overlap 0B 4000001000400400: SBO of B steps 256 bytes over a group of 1024\n"
         "6 swizzle-code 0B 4000001000400400 -> c000001000400400: B is read with the swizzle 128B, "
         "its strides and steps are those of 32B; the code is numbered as in a tensor map (32B 1, "
         "64B 2, 128B 3)\n"},
        {CHAIN("0x4000004000000000", "0x4000004000400400", STEP_MN("0", "0")), ""},
        {CHAIN("0x4000001000000000", "0x4000004000400400", STEP_MN("0", "0")),
         "6 stride-overlap 0A 4000001000000000: SBO of A steps 256 bytes over a group of 1024\n"},
        {CHAIN("0x8000001000100000", "0x8000002000200400", STEP_MN("0", "0")),
         "6 stride-overlap 0A 8000001000100000: LBO of A steps 256 bytes over a group of 512\n"
         "6 stride-overlap 0A 8000001000100000: SBO of A steps 256 bytes over a group of 512\n"
         "6 swizzle-code 0A 8000001000100000 -> c000001000100000: A is read with the swizzle 64B, "
         "its strides and steps are those of 32B; the code is numbered as in tcgen05 (128B 2, 64B "
         "4, 32B 6)\n"},
        {CHAIN(A128, "0x4000001000000400", STEP("0", "0")),
         "6 field-unread 0B 4000001000000400: SBO of B is set, and this block does not read it\n"},
        {CHAIN("0x4000001000000000", B128, STEP("0", "0") STEP("8", "2")),
         "6 stride-overlap 0A 4000001000000000: SBO of A steps 256 bytes over a group of 1024\n"
         "6 swizzle-code 0A 4000001000000000 -> c000001000000000: A is read with the swizzle 128B, "
         "its strides and steps are those of 32B; the code is numbered as in a tensor map (32B 1, "
         "64B 2, 128B 3)\n"
         "8 stride-overlap 1A 4000001000000008: SBO of A steps 256 bytes over a group of 1024\n"},
        /* no swizzle is none of another coding */
        {CHAIN("0x0000002000400000", B0, STEP("0", "0") STEP("128", "16")), ""},
        {SCAN_K(SCAN_NUMBERS(A128, B128) "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, 0x100000000; "
                                         "or.b64 %d2, %d9, 0x4000001000000000;\n" SCAN_FENCE STEP(
                                             "0", "0") SCAN_WAIT "ret;\n"),
         "7 field-unknown 0A 4000001000000000: not known of the word of A: SBO\n"},
        {SCAN_K(SCAN_NUMBERS(
             A128, B128) "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, 0x8000000000000000; or.b64 %d2, "
                         "%d9, 0x4000001000000000;\n" SCAN_FENCE STEP("0", "0") STEP("3", "2")
                             SCAN_WAIT "ret;\n"),
         "7 field-unknown 0A 4000001000000000: not known of the word of A: the swizzle\n"
         "9 field-unknown 1A 4000001000000003: not known of the word of A: the swizzle\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void by_strides(void **state)
{
    static const scan_row rows[] = {
        /* without a swizzle an instruction has two columns of LBO along K */
        {CHAIN(A0, B0, STEP("0", "0") STEP("128", "16")), ""},
        {CHAIN(A0, B0, STEP("0", "0") STEP("64", "16")),
         "8 k-step 1A 800400040: the start of A goes on by 1024 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {CHAIN(A0, B0, STEP("0", "0") STEP("128", "8")),
         "8 k-step 1B 100080408: the start of B goes on by 128 bytes, not by LBO times the columns "
         "of an instruction\n"},
        {CHAIN(A0, B0, STEP("0", "0") STEP("128", "16") STEP("256", "30") STEP("384", "50")),
         "10 k-step 2B 10008041e: the start of B goes on by 224 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {CHAIN(A0, B0, STEP("0", "0") STEP("0", "0") STEP("128", "16")), ""},
        {CHAIN(A0, B0, STEP("0", "0") STEP("129", "17")),
         "8 k-step 1A 800400081: the start of A goes on by 2064 bytes, not by LBO times the "
         "columns of an instruction\n"
         "8 k-step 1B 100080411: the start of B goes on by 272 bytes, not by LBO times the columns "
         "of an instruction\n"},
        {CHAIN("0x0000000800000000", "0x0000000100080400", STEP("0", "0") STEP("3", "16")),
         "6 stride-zero 0A 800000000: LBO of A is 0, and this block steps by it\n"
         "8 stride-zero 1A 800000003: LBO of A is 0, and this block steps by it\n"},
        {CHAIN(A0, B0, STEP_TF32("0", "0") STEP_TF32("128", "16") STEP_TF32("129", "32")),
         "10 k-step 2A 800400081: the start of A goes on by 16 bytes, not by LBO times the columns "
         "of an instruction\n"},
        {CHAIN("0x0000000800410000", B0, STEP("0", "0") STEP("130", "16")), ""},
        {SCAN_K(SCAN_WORD("2", "sa", A0) "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, 0x20000000; "
                                         "or.b64 %d2, %d2, %d9; mov.b64 %d4, " B0
                                         ";\n" SCAN_FENCE STEP("0", "0") STEP("64", "16") SCAN_WAIT
                "ret;\n"),
         "7 start-unmasked 0A 800400000: the start of A is not masked to 14 bits and can reach "
         "LBO\n"
         "9 start-unmasked 1A 800400000: the start of A is not masked to 14 bits and can reach "
         "LBO\n"},
        /* MN-major two groups of SBO, or of LBO */
        {CHAIN("0x8000002000200000", "0x8000002000200400", STEP_MN("0", "0") STEP_MN("64", "64")),
         ""},
        {CHAIN("0x8000002000200000", "0x8000004000200400", STEP_MN("0", "0") STEP_MN("32", "64")),
         "8 k-step 1A 8000002000200020: the start of A goes on by 512 bytes, not by SBO times the "
         "groups of 8 along K\n"
         "8 k-step 1B 8000004000200440: the start of B goes on by 1024 bytes, not by SBO times the "
         "groups of 8 along K\n"},
        {CHAIN("0x0000000800400000", "0x0000000800800400", STEP_MN("0", "0") STEP_MN("128", "256")),
         ""},
        {CHAIN("0x0000000800400000", "0x0000000800800400", STEP_MN("0", "0") STEP_MN("16", "256")),
         "8 k-step 1A 800400010: the start of A goes on by 256 bytes, not by LBO times the columns "
         "of an instruction\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void narrow(void **state)
{
#define ACC16  SCAN_ACC8("1")
#define ACC16B SCAN_ACC8("2")
#define ACC56  SCAN_ACC8("1") "," SCAN_ACC8("2") "," SCAN_ACC8("3") "," SCAN_ACC0
#define ACC56B SCAN_ACC8("4") "," SCAN_ACC8("5") "," SCAN_ACC8("6") "," SCAN_ACC4
#define PAIR(between, b, one, other)                                                               \
    SCAN_NUMBERS(A128, "0x4000004000000400")                                                       \
    SCAN_FENCE one between "add.s64 %d14, %d4, " b ";\n" other SCAN_WAIT "ret;\n"
#define OF16(acc, a, b) SCAN_MMA("m64n16k16.f32.f16.f16", acc, a, b, ", 0, 0")
#define OF136(t, acc, b)                                                                           \
    SCAN_MMA("m64n136k16.f32.f16.f16", SCAN_ACC32(t) "," SCAN_ACC32("1") "," acc, "%d2", b,        \
             ", 0, 0")
#define OF56(acc, a, b) SCAN_MMA("m64n56k16.f32.f16.f16", acc, a, b, ", 0, 0")
    static const scan_row rows[] = {
        {SCAN_K(PAIR("", "128", OF16(ACC16, "%d2", "%d4"), OF16(ACC16B, "%d2", "%d14"))),
         "5 narrow 0: this and the next wgmma could be one of twice the N\n"},
        {SCAN_K(PAIR("", "64", OF16(ACC16, "%d2", "%d4"), OF16(ACC16B, "%d2", "%d14"))), ""},
        {SCAN_K(PAIR("", "0", OF16(ACC16, "%d2", "%d4"), OF16(ACC16B, "%d2", "%d14"))), ""},
        {SCAN_K(PAIR("", "-128", OF16(ACC16, "%d2", "%d4"), OF16(ACC16B, "%d2", "%d14"))), ""},
        {SCAN_K(PAIR("", "128", OF16(ACC16B, "%d2", "%d4") OF16(ACC16B, "%d2", "%d4"),
                     OF16(ACC16, "%d2", "%d14"))),
         "6 narrow 1: this and the next wgmma could be one of twice the N\n"},
        {SCAN_K(PAIR("", "128", OF16(ACC16, "%d2", "%d4"), OF16(ACC16, "%d2", "%d14"))),
         "7 k-differs 1A 4000004000000000: A stands still where B goes on\n"},
        {SCAN_K(PAIR("", "448", OF56(ACC56, "%d2", "%d4"), OF56(ACC56B, "%d2", "%d14"))),
         "5 narrow 0: this and the next wgmma could be one of twice the N\n"},
        {SCAN_K(PAIR("add.s64 %d12, %d2, 2;\n", "128", OF16(ACC16, "%d2", "%d4"),
                     OF16(ACC16B, "%d12", "%d14"))),
         ""},
        {SCAN_K(PAIR("ld.param.u64 %d12, [q];\n", "128", OF16(ACC16, "%d2", "%d4"),
                     OF16(ACC16B, "%d12", "%d14"))),
         "8 field-unknown 1A: not known of the word of A: LBO, SBO, base_offset, the swizzle\n"},
        {SCAN_K(PAIR("ld.param.u64 %d4, [q];\n", "128", OF16(ACC16, "%d2", "%d4"),
                     OF16(ACC16B, "%d2", "%d14"))),
         "8 field-unknown 1B: not known of the word of B: LBO, SBO, base_offset, the swizzle\n"},
        {SCAN_K(PAIR("@%p1 bra L;\nL:\n", "128", OF16(ACC16, "%d2", "%d4"),
                     OF16(ACC16B, "%d2", "%d14"))),
         ""},
        {SCAN_K(PAIR("", "128", OF16(ACC16, "{%r30,%r31,%r32,%r33}", "%d4"),
                     OF16(ACC16B, "{%r30,%r31,%r32,%r33}", "%d14"))),
         ""},
        {SCAN_K(PAIR("", "128", OF16(ACC16, "%d2", "%d4"), SCAN_N8(SCAN_ACC4, "%d2", "%d14"))),
         "7 field-unread 1B 4000004000000480: SBO of B is set, and this block does not read it\n"},
        {SCAN_K(PAIR("", "128", OF16(ACC16, "%d2", "%d4"),
                     SCAN_MMA("m64n16k8.f32.tf32.tf32", ACC16B, "%d2", "%d14", ""))),
         ""},
        {SCAN_K(PAIR("", "128", SCAN_MMA("m64n16k16.f32.f16.f16", ACC16, "%d2", "%d4", ", 0, 1"),
                     SCAN_MMA("m64n16k16.f32.f16.f16", ACC16B, "%d2", "%d14", ", 0, 1"))),
         ""},
        {SCAN_K(PAIR(
             "", "192",
             SCAN_MMA("m64n24k32.s32.s8.s8", SCAN_ACC8("1") "," SCAN_ACC0, "%d2", "%d4", ""),
             SCAN_MMA("m64n24k32.s32.s8.s8", SCAN_ACC8("2") "," SCAN_ACC4, "%d2", "%d14", ""))),
         "5 narrow 0: this and the next wgmma could be one of twice the N\n"},
        {SCAN_K(PAIR(
             "", "896", SCAN_MMA("m64n112k32.s32.s8.s8", ACC56 "," ACC56B, "%d2", "%d4", ""),
             SCAN_MMA("m64n112k32.s32.s8.s8",
                      SCAN_ACC32("1") "," SCAN_ACC8("21") "," SCAN_ACC8("22") "," SCAN_ACC8("23"),
                      "%d2", "%d14", ""))),
         "5 narrow 0: this and the next wgmma could be one of twice the N\n"},
        {SCAN_K(PAIR("", "1088", OF136("", "%f0,%f1,%f2,%f3", "%d4"),
                     OF136("2", "%f4,%f5,%f6,%f7", "%d14"))),
         ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_k),
        cmocka_unit_test(codings),
        cmocka_unit_test(by_strides),
        cmocka_unit_test(narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
