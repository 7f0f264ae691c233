/* SPDX-License-Identifier: MIT
 *
 * What is read of the instructions that bring values from one place to another, and of those of which only the
 * results and the operands are known, each to the letter (PTX ISA, "Data Movement and Conversion Instructions").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/ptx_said.h"

static void moves(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("mov.b32 %r1, %r0;\n"
               "mov.u64 %d4, 0x123;\n"
               "mov.b128 %d4, %d5;\n"
               "mov.pred %p8, %p9;\n"
               "mov.f32 %r1, 0f3F800000;\n"
               "mov.f64 %d4, 0d4000000000000000;\n"
               "mov.b16 %h10, 3;\n"
               "mov.b8 %h10, 3;\n"
               "mov.b32 %r1, -1;\n"
               "mov.b32 %r1, ~4;\n"
               "mov.b32 %r1, -~+-4;\n"
               "mov.b32 %r1, !0;\n"
               "mov.u64 %d4, s;\n"
               "mov.u64 %d4, s+16;\n"
               "mov.u64 %d4, s-16;\n"
               "mov.u64 %d4, k;\n"
               "mov.u64 %d4, a;\n"
               "mov.u32 %r1, %r0, %r2;\n"
               "mov.u32 [%r1], %r0;\n"
               "mov.u32 %r1;\n"
               "mov.zz %r1, %r0;\n"
               "mov.b %r1, %r0;\n"
               "cvt..u32 %r1, %r0;\n"),
         PTX_K_SAID("2: mov.32 1,- = r0 #0 #0; 1; 0\n"
                    "3: mov.64 4,- = 0x123 #0 #0; 4;\n"
                    "4: top.0 -,- = #0 #0 #0; 4; 5\n"
                    "5: mov.1 8,- = r9 #0 #0; 8; 9\n"
                    "6: mov.32 1,- = 0x3f800000 #0 #0; 1;\n"
                    "7: mov.64 4,- = 0x4000000000000000 #0 #0; 4;\n"
                    "8: mov.16 10,- = 0x3 #0 #0; 10;\n"
                    "9: mov.8 10,- = 0x3 #0 #0; 10;\n"
                    "10: mov.32 1,- = 0xffffffffffffffff #0 #0; 1;\n"
                    "11: mov.32 1,- = 0xfffffffffffffffb #0 #0; 1;\n"
                    "12: mov.32 1,- = 0xfffffffffffffffb #0 #0; 1;\n"
                    "13: mov.32 1,- = ~0x0 #0 #0; 1;\n"
                    "14: mov.64 4,- = $0 #0 #0; 4;\n"
                    "15: mov.64 4,- = $0+0x10 #0 #0; 4;\n"
                    "16: mov.64 4,- = $0+0xfffffffffffffff0 #0 #0; 4;\n"
                    "17: top.0 -,- = #0 #0 #0; 4;\n"
                    "18: top.0 -,- = #0 #0 #0; 4;\n"
                    "19: mov.32 1,- = r0 #0 #0; 1; 0 2\n"
                    "20: top.0 -,- = #0 #0 #0;; 1 0\n"
                    "21: top.0 -,- = #0 #0 #0; 1;\n"
                    "22: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "23: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "24: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
    };
    PTX_HELD(rows);
}

/* PTX ISA, "Special Registers", and the limits of compute capability 9.0: 1024 threads of a block, 64 in z; 65535 blocks
 * in y and z; clusters of 16. */
static void special_registers(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("mov.u32 %r1, %tid.x;\n"
               "mov.u32 %r1, %tid.y;\n"
               "mov.u32 %r1, %tid.z;\n"
               "mov.u32 %r1, %ntid.x;\n"
               "mov.u32 %r1, %ntid.y;\n"
               "mov.u32 %r1, %ntid.z;\n"
               "mov.u32 %r1, %laneid;\n"
               "mov.u32 %r1, %warpid;\n"
               "mov.u32 %r1, %nwarpid;\n"
               "mov.u32 %r1, %ctaid.y;\n"
               "mov.u32 %r1, %ctaid.z;\n"
               "mov.u32 %r1, %cluster_ctarank;\n"
               "mov.u32 %r1, %cluster_ctaid.x;\n"
               "mov.u32 %r1, %cluster_ctaid.y;\n"
               "mov.u32 %r1, %cluster_ctaid.z;\n"
               "mov.u32 %r1, %cluster_nctarank;\n"
               "mov.u32 %r1, %cluster_nctaid.x;\n"
               "mov.u32 %r1, %cluster_nctaid.y;\n"
               "mov.u32 %r1, %cluster_nctaid.z;\n"
               "mov.u32 %r1, %ctaid.x;\n"
               "mov.u32 %r1, %nctaid.x;\n"
               "mov.u32 %r1, %clock;\n"
               "mov.u32 %r1, %clock64;\n"
               "mov.u32 %r1, %smid;\n"
               "mov.u32 %r1, %lanemask_eq;\n"
               "mov.u32 %r1, %pm0;\n"
               "mov.u32 %r1, %envreg31;\n"
               "mov.u32 %r1, %reserved_smem_offset_2;\n"
               "mov.u32 %r1, %pm0_64;\n"
               "mov.u32 %r1, %tid;\n"
               "mov.u32 %r1, %is_explicit_cluster;\n"
               "mov.u64 %d4, %tid.x;\n"
               "mov.pred %p8, %laneid;\n"
               "mov.u32 [%r1], %tid.x;\n"
               "mov.u32 %r1, %tid.x, %r2;\n"
               "mov.u32 %r1, %x.5;\n"
               "add.u32 %r1, %tid.x, 1;\n"),
         PTX_K_SAID("2: range.32 1,- = 0x3ff #0 #0; 1;\n"
                    "3: range.32 1,- = 0x3ff #0 #0; 1;\n"
                    "4: range.32 1,- = 0x3f #0 #0; 1;\n"
                    "5: range.32 1,- = 0x400 #0 #0; 1;\n"
                    "6: range.32 1,- = 0x400 #0 #0; 1;\n"
                    "7: range.32 1,- = 0x40 #0 #0; 1;\n"
                    "8: range.32 1,- = 0x1f #0 #0; 1;\n"
                    "9: range.32 1,- = 0x3f #0 #0; 1;\n"
                    "10: range.32 1,- = 0x40 #0 #0; 1;\n"
                    "11: range.32 1,- = 0xfffe #0 #0; 1;\n"
                    "12: range.32 1,- = 0xfffe #0 #0; 1;\n"
                    "13: range.32 1,- = 0xf #0 #0; 1;\n"
                    "14: range.32 1,- = 0xf #0 #0; 1;\n"
                    "15: range.32 1,- = 0xf #0 #0; 1;\n"
                    "16: range.32 1,- = 0xf #0 #0; 1;\n"
                    "17: range.32 1,- = 0x10 #0 #0; 1;\n"
                    "18: range.32 1,- = 0x10 #0 #0; 1;\n"
                    "19: range.32 1,- = 0x10 #0 #0; 1;\n"
                    "20: range.32 1,- = 0x10 #0 #0; 1;\n"
                    "21: top.0 -,- = #0 #0 #0; 1;\n"
                    "22: top.0 -,- = #0 #0 #0; 1;\n"
                    "23: top.0 -,- = #0 #0 #0; 1;\n"
                    "24: top.0 -,- = #0 #0 #0; 1;\n"
                    "25: top.0 -,- = #0 #0 #0; 1;\n"
                    "26: top.0 -,- = #0 #0 #0; 1;\n"
                    "27: top.0 -,- = #0 #0 #0; 1;\n"
                    "28: top.0 -,- = #0 #0 #0; 1;\n"
                    "29: top.0 -,- = #0 #0 #0; 1;\n"
                    "30: top.0 -,- = #0 #0 #0; 1;\n"
                    "31: top.0 -,- = #0 #0 #0; 1;\n"
                    "32: top.0 -,- = #0 #0 #0; 1;\n"
                    "33: range.64 4,- = 0x3ff #0 #0; 4;\n"
                    "34: range.1 8,- = 0x1f #0 #0; 8;\n"
                    "35: top.0 -,- = #0 #0 #0;; 1\n"
                    "36: top.0 -,- = #0 #0 #0; 1; 2\n"
                    "37: top.0 -,- = #0 #0 #0; 1;\n"
                    "38: top.0 -,- = #0 #0 #0; 1;\n")},
    };
    PTX_HELD(rows);
}

static void packs(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("mov.b64 %d4, {%r0, %r1};\n"
               "mov.b32 %r0, {%h10, %h11};\n"
               "mov.b64 %d4, {%r0, 5};\n"
               "mov.b16 %h10, {%h10, %h11};\n"
               "mov.b8 %h10, {%h10, %h11};\n"
               "mov.b64 %d4, {%h10, %h11, %h10, %h11};\n"
               "mov.b64 [%d4], {%r0, %r1};\n"
               "mov.b128 %d4, {%d5, %d6};\n"
               "mov.f64 %d4, {%r0, %r1};\n"
               "mov.b64 %d4, {%r0, %r1}, %r2;\n"
               "mov.b64 {%r0, %r1}, %d4;\n"
               "mov.b64 {_, %r1}, %d4;\n"
               "mov.b64 {%r0, _}, %d4;\n"
               "mov.b64 {s, %r1}, %d4;\n"
               "mov.b64 {%r0, 1}, %d4;\n"
               "mov.b32 {%h10, %h11}, %r0;\n"
               "mov.b16 {%h10, %h11}, %h11;\n"
               "mov.b8 {%h10, %h11}, %h11;\n"
               "mov.b64 {%r0, %r1}, 0x500000004;\n"
               "mov.b64 {%r0, %r1}, [%d4];\n"
               "mov.b64 {%h10, %h11, %h10, %h11}, %d4;\n"
               "mov.b64 {%r0, %r1}, {%r2, %r3};\n"
               "mov.b64 {%r0, %r1}, %d4, %r2;\n"
               "mov.b64 {%r0, %r1}, {%r2};\n"),
         PTX_K_SAID("2: pack.64/32 4,- = r0 r1 #0; 4; 0 1\n"
                    "3: pack.32/16 0,- = r10 r11 #0; 0; 10 11\n"
                    "4: pack.64/32 4,- = r0 0x5 #0; 4; 0\n"
                    "5: pack.16/8 10,- = r10 r11 #0; 10; 10 11\n"
                    "6: top.0 -,- = #0 #0 #0; 10; 10 11\n"
                    "7: top.0 -,- = #0 #0 #0; 4; 10 11 10 11\n"
                    "8: top.0 -,- = #0 #0 #0;; 4 0 1\n"
                    "9: top.0 -,- = #0 #0 #0; 4; 5 6\n"
                    "10: top.0 -,- = #0 #0 #0; 4; 0 1\n"
                    "11: top.0 -,- = #0 #0 #0; 4; 0 1 2\n"
                    "12: cvt.32/64 0,- = r4 0x20 0x20; 0; 4\n"
                    "12: bfe.64/64 1,- = r4 0x20 0x20; 1; 4\n"
                    "13: bfe.64/64 1,- = r4 0x20 0x20; 1; 4\n"
                    "14: cvt.32/64 0,- = r4 0x20 0x20; 0; 4\n"
                    "15: bfe.64/64 1,- = r4 0x20 0x20; 1; 4\n"
                    "16: cvt.32/64 0,- = r4 0x20 0x20; 0; 4\n"
                    "17: cvt.16/32 10,- = r0 0x10 0x10; 10; 0\n"
                    "17: bfe.32/32 11,- = r0 0x10 0x10; 11; 0\n"
                    "18: cvt.8/16 10,- = r11 0x8 0x8; 10; 11\n"
                    "18: bfe.16/16 11,- = r11 0x8 0x8; 11; 11\n"
                    "19: top.0 -,- = #0 #0 #0; 10 11; 11\n"
                    "20: cvt.32/64 0,- = 0x500000004 0x20 0x20; 0;\n"
                    "20: bfe.64/64 1,- = 0x500000004 0x20 0x20; 1;\n"
                    "21: top.0 -,- = #0 #0 #0; 0 1; 4\n"
                    "22: top.0 -,- = #0 #0 #0; 10 11 10 11; 4\n"
                    "23: top.0 -,- = #0 #0 #0; 0 1; 2 3\n"
                    "24: top.0 -,- = #0 #0 #0; 0 1; 4 2\n"
                    "25: top.0 -,- = #0 #0 #0; 0 1; 2\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
    };
    PTX_HELD(rows);
}

static void conversions(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("cvt.u64.u32 %d4, %r0;\n"
               "cvt.s64.s32 %d4, %r0;\n"
               "cvt.u32.u64 %r0, %d4;\n"
               "cvt.u32.s8 %r0, %h10;\n"
               "cvt.u32.u16 %r0, %h10;\n"
               "cvt.rn.f32.s32 %r0, %r1;\n"
               "cvt.sat.u8.u32 %h10, %r1;\n"
               "cvt.u32.f32 %r0, %r1;\n"
               "cvt.f32.u32 %r0, %r1;\n"
               "cvt.u32 %r0, %r1;\n"
               "cvt.u32.u64 %r0;\n"
               "cvt.u32.u64 %r0, {%d4};\n"
               "cvt %r0, %r1;\n"
               "cvt.u32.pred %r0, %p8;\n"
               "cvt.pred.u32 %p8, %r0;\n"),
         PTX_K_SAID("2: cvt.64/32 4,- = r0 #0 #0; 4; 0\n"
                    "3: cvt.64/32 signed 4,- = r0 #0 #0; 4; 0\n"
                    "4: cvt.32/64 0,- = r4 #0 #0; 0; 4\n"
                    "5: cvt.32/8 signed 0,- = r10 #0 #0; 0; 10\n"
                    "6: cvt.32/16 0,- = r10 #0 #0; 0; 10\n"
                    "7: top.0 -,- = #0 #0 #0; 0; 1\n"
                    "8: top.0 -,- = #0 #0 #0; 10; 1\n"
                    "9: top.0 -,- = #0 #0 #0; 0; 1\n"
                    "10: top.0 -,- = #0 #0 #0; 0; 1\n"
                    "11: top.0 -,- = #0 #0 #0; 0; 1\n"
                    "12: top.0 -,- = #0 #0 #0; 0;\n"
                    "13: top.0 -,- = #0 #0 #0; 0; 4\n"
                    "14: top.0 -,- = #0 #0 #0; 0; 1\n"
                    "15: cvt.32/1 0,- = r8 #0 #0; 0; 8\n"
                    "16: cvt.1/32 8,- = r0 #0 #0; 8; 0\n")},
        {PTX_K("mov.u64 %d4, s;\n"
               "cvta.to.shared.u64 %d4, %d5;\n"
               "cvta.shared.u64 %d4, %d5;\n"
               "cvta.shared::cta.u64 %d4, %d5;\n"
               "cvta.to.global.u64 %d4, %d5;\n"
               "cvta.global.u64 %d4, %d5;\n"
               "cvta.to.shared.u32 %r0, %r1;\n"
               "cvta.shared.u64 %d4;\n"),
         PTX_K_SAID("2: mov.64 4,- = $0 #0 #0; 4;\n"
                    "3: add.64 borrow 4,- = r5 -$1 #0; 4; 5\n"
                    "4: add.64 borrow 4,- = r5 $1 #0; 4; 5\n"
                    "5: add.64 borrow 4,- = r5 $1 #0; 4; 5\n"
                    "6: top.0 -,- = #0 #0 #0; 4; 5\n"
                    "7: top.0 -,- = #0 #0 #0; 4; 5\n"
                    "8: add.32 borrow 0,- = r1 -$1 #0; 0; 1\n"
                    "9: top.0 -,- = #0 #0 #0; 4;\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n"
                    "symbol the shared window other align 16777216 size -1 offset 0 width 64\n")},
    };
    PTX_HELD(rows);
}

static void loads(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("ld.param.u64 %d4, [a];\n"
               "ld.param.u64 %d5, [a];\n"
               "ld.param.u32 %r0, [a];\n"
               "ld.param.u64 %d5, [a];\n"
               "ld.param.u32 %r0, [a+8];\n"
               "ld.param.u32 %r1, [a+8];\n"
               "ld.param.f64 %d4, [a+16];\n"
               "ld.param.u8 %r0, [a+24];\n"
               "ld.param::entry.b32 %r0, [b];\n"
               "ld.param.v2.u32 {%r0, %r1}, [a];\n"
               "ld.param.b128 %d4, [a];\n"
               "ld.param.x %d4, [a];\n"
               "ld.param %d4, [a];\n"
               "ld.param.u64 %d4, [%d5];\n"
               "ld.param.u64 %d4, [s];\n"
               "ld.param.u64 %d4, a;\n"
               "ld.param.u64 %d4, [a], %d5;\n"
               "ld.param.u64 [%d4], [a];\n"
               "ld.global.u64 %d4, [a];\n"
               "ld.shared.u32 %r0, [%d4+4];\n"
               "ld.para.u64 %d4, [a];\n"
               "ld.paraX.u64 %d4, [a];\n"
               "ld.param.u64 %d4, [16];\n"
               "ld.u32 %r0, [a];\n"
               "ld %r0, [a];\n"
               "ld.global.v2.u32 {%r0, %r1}, [%d4];\n"),
         PTX_K_SAID("2: mov.64 4,- = $0 #0 #0; 4;\n"
                    "3: mov.64 5,- = $0 #0 #0; 5;\n"
                    "4: top.32 0,- = $0 #0 #0; 0;\n"
                    "5: mov.64 5,- = $0 #0 #0; 5;\n"
                    "6: mov.32 0,- = $1 #0 #0; 0;\n"
                    "7: mov.32 1,- = $1 #0 #0; 1;\n"
                    "8: mov.64 4,- = $2 #0 #0; 4;\n"
                    "9: mov.8 0,- = $3 #0 #0; 0;\n"
                    "10: mov.32 0,- = $4 #0 #0; 0;\n"
                    "11: top.0 -,- = #0 #0 #0; 0 1;\n"
                    "12: top.0 -,- = #0 #0 #0; 4;\n"
                    "13: top.0 -,- = #0 #0 #0; 4;\n"
                    "14: top.0 -,- = #0 #0 #0; 4;\n"
                    "15: top.0 -,- = #0 #0 #0; 4; 5\n"
                    "16: top.0 -,- = #0 #0 #0; 4;\n"
                    "17: top.0 -,- = #0 #0 #0; 4;\n"
                    "18: top.0 -,- = #0 #0 #0; 4; 5\n"
                    "19: top.0 -,- = #0 #0 #0;; 4\n"
                    "20: top.0 -,- = #0 #0 #0; 4;\n"
                    "21: top.0 -,- = #0 #0 #0; 0; 4\n"
                    "22: top.0 -,- = #0 #0 #0; 4;\n"
                    "23: top.0 -,- = #0 #0 #0; 4;\n"
                    "24: top.0 -,- = #0 #0 #0; 4;\n"
                    "25: top.0 -,- = #0 #0 #0; 0;\n"
                    "26: top.0 -,- = #0 #0 #0; 0;\n"
                    "27: top.0 -,- = #0 #0 #0; 0 1; 4\n"
                    "symbol a param align 2 size -1 offset 0 width 64\n"
                    "symbol a param align 2 size -1 offset 8 width 32\n"
                    "symbol a param align 2 size -1 offset 16 width 64\n"
                    "symbol a param align 2 size -1 offset 24 width 8\n"
                    "symbol b param align 2 size -1 offset 0 width 32\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
        {".func f(.param .b64 a) {.reg .b64 %d;ld.param.u64 %d, [a];}",
         "func f, line 1: 64\n"
         "1: top.0 -,- = #0 #0 #0; 0;\n"},
    };
    PTX_HELD(rows);
}

static void stores(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("st.shared.u32 [%d4+8], %r0;\n"
               "st.shared.v2.b32 [%r0], {%r1, %r2};\n"
               "st.shared::cta.u32 [%r0-4], %r1;\n"
               "st.shared::cluster.u32 [%r0], %r1;\n"
               "st.global.u32 [%d4+8], %r0;\n"
               "st.shared.u32 [s+4], %r0;\n"
               "st.shared.u32 [16], %r0;\n"
               "st.shared.u32;\n"
               "st.shared.u32 [%d4+12];\n"
               "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r0], {%r0, %r1, %r2, %r3};\n"
               "st.async.shared::cluster.u32 [%r0], %r1, [%r2];\n"),
         PTX_K_SAID("2: store.32 -,- = r4 0x8 #0;; 4 0\n"
                    "3: store.32 -,- = r0 0x0 #0;; 0 1 2\n"
                    "4: store.32 -,- = r0 0xfffffffffffffffc #0;; 0 1\n"
                    "5: top.32 -,- = #0 #0 #0;; 0 1\n"
                    "6: top.32 -,- = #0 #0 #0;; 4 0\n"
                    "7: store.32 -,- = $0 0x4 #0;; 0\n"
                    "8: store.32 -,- = #- 0x10 #0;; 0\n"
                    "9: store.32 -,- = #0 #0 #0;;\n"
                    "10: store.32 -,- = r4 0xc #0;; 4\n"
                    "11: store.32 -,- = r0 0x0 #0;; 0 0 1 2 3\n"
                    "12: top.32 -,- = #0 #0 #0;; 0 1 2\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
    };
    PTX_HELD(rows);
}

static void results(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("atom.shared.add.u32 %r0, [%d4], %r1;\n"
               "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, [%r2];\n"
               "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {_, %r1}, [%r2+%r3];\n"
               "mbarrier.init.shared.b64 [%d4], 1;\n"
               "mbarrier.arrive.shared.b64 _, [%d4];\n"
               "elect.sync _|%p8, 0xffffffff;\n"
               "elect.sync %r0|%p8, %r1;\n"
               "shfl.sync.bfly.b32 %r0|%p8, %r1, 1, 31, -1;\n"
               "tcgen05.mma 5, %r0;\n"
               "mma.sync {%r0, %r1}, {%r2, %r3}, {%r0}, {%r1, 7};\n"
               "activemask.b32 %r0;\n"
               "abs.s32 5, %r0;\n"
               "sin.f32;\n"
               "red.shared.add.u32 [%d4], %r1;\n"
               "membar.cta;\n"
               "bar.sync 0, %r0;\n"
               "cp.async.bulk.tensor.2d [%r0], [%d4, {%r1, %r2}], [%r3];\n"
               "@%p8 frobnicate.b32 %r0, %r1;\n"
               "fiddle %r1;\n"
               "cc.u32 %r0, %r1;\n"),
         PTX_K_SAID("2: top.0 -,- = #0 #0 #0; 0; 4 1\n"
                    "3: top.0 -,- = #0 #0 #0; 0 1; 2\n"
                    "4: top.0 -,- = #0 #0 #0; 1; 2\n"
                    "5: top.0 -,- = #0 #0 #0;; 4\n"
                    "6: top.0 -,- = #0 #0 #0;; 4\n"
                    "7: top.0 -,- = #0 #0 #0; 8;\n"
                    "8: top.0 -,- = #0 #0 #0; 0 8; 1\n"
                    "9: top.0 -,- = #0 #0 #0; 0 8; 1\n"
                    "10: top.0 -,- = #0 #0 #0;; 0\n"
                    "11: top.0 -,- = #0 #0 #0; 0 1; 2 3 0 1\n"
                    "12: top.0 -,- = #0 #0 #0; 0;\n"
                    "13: top.0 -,- = #0 #0 #0;; 0\n"
                    "14: top.0 -,- = #0 #0 #0;;\n"
                    "15: top.0 -,- = #0 #0 #0;; 4 1\n"
                    "16: top.0 -,- = #0 #0 #0;;\n"
                    "17: top.0 -,- = #0 #0 #0;; 0\n"
                    "18: top.0 -,- = #0 #0 #0;; 0 4 3\n"
                    "19: @8 top.0 -,- = #0 #0 #0; 0; 1\n"
                    "20: top.0 -,- = #0 #0 #0; 1;\n"
                    "21: top.0 -,- = #0 #0 #0; 0; 1\n"
                    "unknown 3: 17 18 19\n")},
        {PTX_K("@!%p8 sub.s32 %r1, %r0, 2;\n"
               "@%p9 mad.lo.cc.u32 %r0, %r1, %r2, %r3;\n"
               "addc.u32 %r0, %r1, %r2;\n"
               "subc.cc.u32 %r0, %r1, %r2;\n"
               "madc.hi.cc.u32 %r0, %r1, %r2, %r3;\n"
               "madc.hi.u32 %r0, %r1, %r2, %r3;\n"
               "mul.lo.u32 %r0, %r1, %r2;\n"),
         "entry k, line 1: 32 32 32 32 64 64 64 64 1 1 16 16 1\n"
         "2: @!8 add.32 borrow 1,- = r0 -0x2 #0; 1; 0\n"
         "3: @9 top.0 -,- = #0 #0 #0; 0 12; 1 2 3\n"
         "4: add.32 0,- carry 12 = r1 r2 #0; 0; 1 2\n"
         "5: top.0 -,- = #0 #0 #0; 0 12; 1 2\n"
         "6: top.0 -,- = #0 #0 #0; 0 12; 1 2 3\n"
         "7: top.0 -,- = #0 #0 #0; 0; 1 2 3\n"
         "8: mul.32 0,- = r1 r2 #0; 0; 1 2\n"},
    };
    PTX_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves),   cmocka_unit_test(special_registers),
        cmocka_unit_test(packs),   cmocka_unit_test(conversions),
        cmocka_unit_test(loads),   cmocka_unit_test(stores),
        cmocka_unit_test(results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
