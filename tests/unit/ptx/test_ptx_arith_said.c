/* SPDX-License-Identifier: MIT
 *
 * What is read of the instructions that compute, each to the letter: the operation, its width, its sources, what
 * it writes and reads. What has no meaning of its own writes its first operand, and nothing is known of it (PTX
 * ISA, "Integer Arithmetic Instructions" to "Comparison and Selection").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/ptx_said.h"

static void sums(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("add.s32 %r1, %r0, 4;\n"
               "add.u64 %d5, %d4, %d6;\n"
               "add.s16 %h10, %h11, 1;\n"
               "add.sat.s32 %r1, %r0, %r2;\n"
               "add.f32 %r1, %r0, %r2;\n"
               "add.s32 %r1, %r0;\n"
               "add.s32 [%d4], %r0, %r1;\n"
               "add.s32 (%r1), %r0, %r2;\n"
               "add.s32 %r1, {%r2}, %r0;\n"
               "add.s32 %r1, %r2, {%r0};\n"
               "add.s32 %r1, %r2, [%r0];\n"
               "add.s32 %r1, %r2, %r3, %r0;\n"
               "sub.s32 %r1, %r0, %r2;\n"
               "sub.s32 %r1, 5, %r0;\n"
               "sub.sat.s32 %r1, %r0, %r2;\n"
               "neg.s32 %r1, %r0;\n"
               "neg.s64 %d5, %d4;\n"
               "neg.f32 %r1, %r0;\n"),
         PTX_K_SAID("2: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "3: add.64 5,- = r4 r6 #0; 5; 4 6\n"
                    "4: add.16 10,- = r11 0x1 #0; 10; 11\n"
                    "5: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "6: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "7: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "8: top.0 -,- = #0 #0 #0;; 4 0 1\n"
                    "9: top.0 -,- = #0 #0 #0;; 0 2\n"
                    "10: top.0 -,- = #0 #0 #0; 1; 2 0\n"
                    "11: top.0 -,- = #0 #0 #0; 1; 2 0\n"
                    "12: top.0 -,- = #0 #0 #0; 1; 2 0\n"
                    "13: add.32 1,- = r2 r3 #0; 1; 2 3 0\n"
                    "14: add.32 borrow 1,- = r0 -r2 #0; 1; 0 2\n"
                    "15: add.32 borrow 1,- = 0x5 -r0 #0; 1; 0\n"
                    "16: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "17: add.32 borrow 1,- = -r0 #0 #0; 1; 0\n"
                    "18: add.64 borrow 5,- = -r4 #0 #0; 5; 4\n"
                    "19: top.0 -,- = #0 #0 #0; 1; 0\n")},
        {PTX_K("add.cc.u32 %r1, %r0, %r2;\n"
               "addc.u32 %r3, %r0, 7;\n"
               "addc.cc.u32 %r1, %r2, %r3;\n"
               "sub.cc.u32 %r1, %r0, %r2;\n"
               "subc.u32 %r1, %r0, %r2;\n"
               "addc.cc.u32 %r1, %r2;\n"),
         "entry k, line 1: 32 32 32 32 64 64 64 64 1 1 16 16 1\n"
         "2: add.32 1,12 = r0 r2 #0; 1 12; 0 2\n"
         "3: add.32 3,- carry 12 = r0 0x7 #0; 3; 0\n"
         "4: add.32 1,12 carry 12 = r2 r3 #0; 1 12; 2 3\n"
         "5: add.32 borrow 1,12 = r0 -r2 #0; 1 12; 0 2\n"
         "6: top.0 -,- = #0 #0 #0; 1; 0 2\n"
         "7: top.0 -,- = #0 #0 #0; 1 12; 2\n"},
    };
    PTX_HELD(rows);
}

static void products(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("mul.lo.s32 %r1, %r0, 3;\n"
               "mul.lo.u64 %d5, %d4, %d6;\n"
               "mul.wide.s32 %d4, %r0, %r1;\n"
               "mul.wide.u32 %d4, %r0, 16;\n"
               "mul.wide.u16 %r0, %h10, %h11;\n"
               "mul.wide.u64 %d4, %d5, %d6;\n"
               "mul.hi.u32 %r0, %r1, %r2;\n"
               "mul.f32 %r0, %r1, %r2;\n"
               "mul.lo.s32 %r1, %r0;\n"
               "mad.lo.s32 %r0, %r1, %r2, %r3;\n"
               "mad.wide.s32 %d4, %r1, %r2, %d5;\n"
               "mad.hi.u32 %r0, %r1, %r2, %r3;\n"
               "mad.lo.s32 %r0, %r1, %r2;\n"
               "mad.wide.u32 %d4, %r0, 8, %d5;\n"),
         PTX_K_SAID("2: mul.32 signed 1,- = r0 0x3 #0; 1; 0\n"
                    "3: mul.64 5,- = r4 r6 #0; 5; 4 6\n"
                    "4: mul.64/32 signed 4,- = r0 r1 #0; 4; 0 1\n"
                    "5: mul.64/32 4,- = r0 0x10 #0; 4; 0\n"
                    "6: mul.32/16 0,- = r10 r11 #0; 0; 10 11\n"
                    "7: top.0 -,- = #0 #0 #0; 4; 5 6\n"
                    "8: top.0 -,- = #0 #0 #0; 0; 1 2\n"
                    "9: top.0 -,- = #0 #0 #0; 0; 1 2\n"
                    "10: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "11: mul.32 signed 0,- = r1 r2 r3; 0; 1 2 3\n"
                    "12: mul.64/32 signed 4,- = r1 r2 r5; 4; 1 2 5\n"
                    "13: top.0 -,- = #0 #0 #0; 0; 1 2 3\n"
                    "14: top.0 -,- = #0 #0 #0; 0; 1 2\n"
                    "15: mul.64/32 4,- = r0 0x8 r5; 4; 0 5\n")},
    };
    PTX_HELD(rows);
}

static void bits(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("and.b32 %r1, %r0, 15;\n"
               "or.b64 %d4, %d5, %d6;\n"
               "xor.b16 %h10, %h11, 3;\n"
               "not.b32 %r1, %r0;\n"
               "not.pred %p8, %p9;\n"
               "and.pred %p8, %p9, !%p8;\n"
               "and.b32 %r1, %r0;\n"
               "not.b64 %d4;\n"
               "lop3.b32 %r1, %r0, %r2, %r3, 0xe8;\n"
               "lop3.b32 %r1, %r0, %r2, %r3, 0x1e8;\n"
               "lop3.b32 %r1, %r0, %r2, %r3, %r0;\n"
               "lop3.b32 %r1, %r0, %r2, %r3;\n"
               "lop3.b32 %r1|%p8, %r0, %r2, %r3, 0x80;\n"
               "lop3.or.b32 %r1|%p8, %r0, %r2, %r3, 0x80, %p9;\n"
               "lop3.b32 %r1, %r0, %r2, %r3, s;\n"
               "bfe.u32 %r1, %r0, 4, 8;\n"
               "bfe.s64 %d4, %d5, 0x104, 0x1ff;\n"
               "bfe.u32 %r1, %r0, 5, 7;\n"
               "bfe.u32 %r1, %r0, %r2, 8;\n"
               "bfe.u32 %r1, %r0, 4, %r2;\n"
               "bfe.u32 %r1, %r0, 4, s;\n"
               "bfe.u32 %r1, %r0, 4;\n"
               "bfe.u32 %r1, %r0, 4, 8, 9;\n"
               "bfi.b32 %r1, %r0, %r2, 4, 8;\n"
               "bfi.b64 %d4, %d5, %d6, 0x101, 0x1ff;\n"
               "bfi.b32 %r1, %r0, %r2, %r3, 8;\n"
               "bfi.b32 %r1, %r0, %r2, 4, %r3;\n"
               "bfi.b32 %r1, %r0, %r2, 4;\n"
               "bfi.b32 %r1, %r0, %r2, 4, 8, 9;\n"
               "popc.b32 %r1, %r0;\n"
               "popc.b64 %r1, %d4;\n"
               "clz.b64 %r1, %d4;\n"
               "clz.b64 %r1, {%d4};\n"),
         PTX_K_SAID("2: lop3.32 0xc0 1,- = r0 0xf #0; 1; 0\n"
                    "3: lop3.64 0xfc 4,- = r5 r6 #0; 4; 5 6\n"
                    "4: lop3.16 0x3c 10,- = r11 0x3 #0; 10; 11\n"
                    "5: lop3.32 0xf 1,- = r0 #0 #0; 1; 0\n"
                    "6: lop3.1 0xf 8,- = r9 #0 #0; 8; 9\n"
                    "7: lop3.1 0xc0 8,- = r9 ~r8 #0; 8; 9 8\n"
                    "8: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "9: top.0 -,- = #0 #0 #0; 4;\n"
                    "10: lop3.32 0xe8 1,- = r0 r2 r3; 1; 0 2 3\n"
                    "11: lop3.32 0xe8 1,- = r0 r2 r3; 1; 0 2 3\n"
                    "12: top.0 -,- = #0 #0 #0; 1; 0 2 3 0\n"
                    "13: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "14: top.0 -,- = #0 #0 #0; 1 8; 0 2 3\n"
                    "15: top.0 -,- = #0 #0 #0; 1 8; 0 2 3 9\n"
                    "16: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "17: bfe.32/32 1,- = r0 0x4 0x8; 1; 0\n"
                    "18: bfe.64/64 signed 4,- = r5 0x4 0xff; 4; 5\n"
                    "19: bfe.32/32 1,- = r0 0x5 0x7; 1; 0\n"
                    "20: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "21: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "22: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "23: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "24: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "25: bfi.32 0x8 1,- = r0 r2 0x4; 1; 0 2\n"
                    "26: bfi.64 0xff 4,- = r5 r6 0x1; 4; 5 6\n"
                    "27: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "28: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "29: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "30: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "31: range.32 1,- = 0x40 #0 #0; 1; 0\n"
                    "32: range.32 1,- = 0x40 #0 #0; 1; 4\n"
                    "33: range.32 1,- = 0x40 #0 #0; 1; 4\n"
                    "34: top.0 -,- = #0 #0 #0; 1; 4\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
    };
    PTX_HELD(rows);
}

static void shifts(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("shl.b32 %r1, %r0, 4;\n"
               "shl.b64 %d4, %d5, %r0;\n"
               "shr.u32 %r1, %r0, 4;\n"
               "shr.s64 %d4, %d5, 4;\n"
               "shr.b16 %h10, %h11, 1;\n"
               "shl.b32 %r1, %r0;\n"
               "shf.l.wrap.b32 %r1, %r0, %r2, 4;\n"
               "shf.r.wrap.b32 %r1, %r0, %r2, 63;\n"
               "shf.l.wrap.b32 %r1, %r0, %r2, 32;\n"
               "shf.r.clamp.b32 %r1, %r0, %r2, 31;\n"
               "shf.r.clamp.b32 %r1, %r0, %r2, 32;\n"
               "shf.r.clamp.b32 %r1, %r0, %r2, 33;\n"
               "shf.l.clamp.b32 %r1, %r0, %r2, 63;\n"
               "shf.l.clamp.b32 %r1, %r0, %r2, %r3;\n"
               "shf.l.clamp.b32 %r1, %r0, %r2;\n"
               "shf.l.clamp.b32 %r1, %r0, %r2, 4, 5;\n"
               "shf.l.clamp.b32 %r1, %r0, {%r2}, 4;\n"
               "shf.l.wrap.b32 %r1, %r0, %r2, s;\n"),
         PTX_K_SAID("2: shl.32 1,- = r0 0x4 #0; 1; 0\n"
                    "3: shl.64 4,- = r5 r0 #0; 4; 5 0\n"
                    "4: shr.32 1,- = r0 0x4 #0; 1; 0\n"
                    "5: shr.64 signed 4,- = r5 0x4 #0; 4; 5\n"
                    "6: shr.16 10,- = r11 0x1 #0; 10; 11\n"
                    "7: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "8: funnel.32 high left 1,- = r0 0x4 r2; 1; 0 2\n"
                    "9: funnel.32 1,- = r0 0x1f r2; 1; 0 2\n"
                    "10: funnel.32 high left 1,- = r0 0x0 r2; 1; 0 2\n"
                    "11: funnel.32 1,- = r0 0x1f r2; 1; 0 2\n"
                    "12: funnel.32 1,- = r0 0x20 r2; 1; 0 2\n"
                    "13: funnel.32 1,- = r0 0x20 r2; 1; 0 2\n"
                    "14: funnel.32 high left 1,- = r0 0x20 r2; 1; 0 2\n"
                    "15: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "16: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "17: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "18: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "19: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
    };
    PTX_HELD(rows);
}

static void choices(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("min.s32 %r1, %r0, 5;\n"
               "max.u64 %d4, %d5, %d6;\n"
               "min.u16 %h10, %h11, 2;\n"
               "max.s32 %r1, %r0, %r2;\n"
               "max.relu.s32 %r1, %r0, %r2;\n"
               "max.f32 %r1, %r0, %r2;\n"
               "max.s32 %r1, %r0;\n"
               "max.s32 %r1, %r0, {%r2};\n"
               "min.s16x2 %r1, %r0, %r2;\n"
               "div.s32 %r1, %r0, 5;\n"
               "div.u64 %d4, %d5, %d6;\n"
               "div.rn.f32 %r1, %r0, %r2;\n"
               "rem.u32 %r1, %r0, %r2;\n"
               "rem.s32 %r1, %r0, {%r2};\n"
               "div.u32 %r1, %r0, {%r2};\n"
               "prmt.b32 %r1, %r0, %r2, 0x5410;\n"
               "prmt.b32 %r1, %r0, %r2, {%r3};\n"
               "prmt.b32 %r1, %r0, %r2;\n"
               "prmt.b32.f4e %r1, %r0, %r2, %r3;\n"
               "selp.b32 %r1, %r0, %r2, %p8;\n"
               "selp.f32 %r1, %r0, 0f3f800000, %p8;\n"
               "selp.b64 %d4, %d5, %d6, %p9;\n"
               "selp.b16 %h10, %h11, 0, %p9;\n"
               "selp.b128 %d4, %d5, %d6, %p9;\n"
               "selp.b32 %r1, %r0, %r2;\n"),
         PTX_K_SAID("2: min.32 signed 1,- = r0 0x5 #0; 1; 0\n"
                    "3: max.64 4,- = r5 r6 #0; 4; 5 6\n"
                    "4: min.16 10,- = r11 0x2 #0; 10; 11\n"
                    "5: max.32 signed 1,- = r0 r2 #0; 1; 0 2\n"
                    "6: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "7: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "8: top.0 -,- = #0 #0 #0; 1; 0\n"
                    "9: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "10: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "11: div.32 signed 1,- = r0 0x5 #0; 1; 0\n"
                    "12: div.64 4,- = r5 r6 #0; 4; 5 6\n"
                    "13: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "14: rem.32 1,- = r0 r2 #0; 1; 0 2\n"
                    "15: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "16: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "17: prmt.32 1,- = r0 r2 0x5410; 1; 0 2\n"
                    "18: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "19: top.0 -,- = #0 #0 #0; 1; 0 2\n"
                    "20: top.0 -,- = #0 #0 #0; 1; 0 2 3\n"
                    "21: sel.32 1,- = r0 r2 r8; 1; 0 2 8\n"
                    "22: sel.32 1,- = r0 0x3f800000 r8; 1; 0 8\n"
                    "23: sel.64 4,- = r5 r6 r9; 4; 5 6 9\n"
                    "24: sel.16 10,- = r11 0x0 r9; 10; 11 9\n"
                    "25: top.0 -,- = #0 #0 #0; 4; 5 6 9\n"
                    "26: top.0 -,- = #0 #0 #0; 1; 0 2\n")},
    };
    PTX_HELD(rows);
}

static void comparisons(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("setp.eq.s32 %p8, %r0, 4;\n"
               "setp.ne.s32 %p8, %r0, 4;\n"
               "setp.lt.s32 %p8, %r0, 4;\n"
               "setp.le.s32 %p8, %r0, 4;\n"
               "setp.gt.s32 %p8, %r0, 4;\n"
               "setp.ge.s32 %p8, %r0, 4;\n"
               "setp.lo.u32 %p8, %r0, 4;\n"
               "setp.ls.u32 %p8, %r0, 4;\n"
               "setp.hi.u32 %p8, %r0, 4;\n"
               "setp.hs.u32 %p8, %r0, 4;\n"
               "setp.lt.u64 %p8, %d4, %d5;\n"
               "setp.eq.b16 %p8, %h10, %h11;\n"
               "setp.lt.s32 %p8|%p9, %r0, %r1;\n"
               "setp.lt.and.s32 %p8, %r0, %r1, %p9;\n"
               "setp.lt.f32 %p8, %r0, %r1;\n"
               "setp.equ.f32 %p8, %r0, %r1;\n"
               "setp.equ.s32 %p8, %r0, %r1;\n"
               "setp.xx.s32 %p8, %r0, %r1;\n"
               "setp.eq.pred %p8, %p9, %p8;\n"
               "setp.eq.s32 %p8, %r0, %r1, %p9;\n"
               "setp.eq.s32 %p8, %r0;\n"
               "setp.eq.s32 %p8, %r0, {%r1};\n"
               "setp.s32 %p8, %r0, %r1;\n"
               "set.eq.u32.s32 %r1, %r0, %r2;\n"),
         PTX_K_SAID("2: setp.1/32 signed 8,- = r0 0x4 #0; 8; 0\n"
                    "3: setp.1/32 0x1 signed 8,- = r0 0x4 #0; 8; 0\n"
                    "4: setp.1/32 0x2 signed 8,- = r0 0x4 #0; 8; 0\n"
                    "5: setp.1/32 0x3 signed 8,- = r0 0x4 #0; 8; 0\n"
                    "6: setp.1/32 0x4 signed 8,- = r0 0x4 #0; 8; 0\n"
                    "7: setp.1/32 0x5 signed 8,- = r0 0x4 #0; 8; 0\n"
                    "8: setp.1/32 0x2 8,- = r0 0x4 #0; 8; 0\n"
                    "9: setp.1/32 0x3 8,- = r0 0x4 #0; 8; 0\n"
                    "10: setp.1/32 0x4 8,- = r0 0x4 #0; 8; 0\n"
                    "11: setp.1/32 0x5 8,- = r0 0x4 #0; 8; 0\n"
                    "12: setp.1/64 0x2 8,- = r4 r5 #0; 8; 4 5\n"
                    "13: setp.1/16 8,- = r10 r11 #0; 8; 10 11\n"
                    "14: top.0 -,- = #0 #0 #0; 8 9; 0 1\n"
                    "15: top.0 -,- = #0 #0 #0; 8; 0 1 9\n"
                    "16: top.0 -,- = #0 #0 #0; 8; 0 1\n"
                    "17: top.0 -,- = #0 #0 #0; 8; 0 1\n"
                    "18: top.0 -,- = #0 #0 #0; 8; 0 1\n"
                    "19: top.0 -,- = #0 #0 #0; 8; 0 1\n"
                    "20: top.0 -,- = #0 #0 #0; 8; 9 8\n"
                    "21: top.0 -,- = #0 #0 #0; 8; 0 1 9\n"
                    "22: top.0 -,- = #0 #0 #0; 8; 0\n"
                    "23: top.0 -,- = #0 #0 #0; 8; 0 1\n"
                    "24: top.0 -,- = #0 #0 #0; 8; 0 1\n"
                    "25: top.0 -,- = #0 #0 #0; 1; 0 2\n")},
    };
    PTX_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),   cmocka_unit_test(products), cmocka_unit_test(bits),
        cmocka_unit_test(shifts), cmocka_unit_test(choices),  cmocka_unit_test(comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
