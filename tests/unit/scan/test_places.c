/* SPDX-License-Identifier: MIT
 *
 * Where a descriptor's start lies, by how it was computed: sums, differences, shifts, masks, products and what is read
 * through them, each as the start of A. The bytes from the variable's begin that the start can have, worked out by hand;
 * and when nothing is known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_scan.h"

enum { WORK = 4 << 20 };
static _Alignas(max_align_t) unsigned char work[WORK];

/* %r1 is the byte address; %r10 to %r19 are parameters, %r20 is 0 to 1023, %rd9 a parameter of 64 bits. */
static const char head[] =
    ".version 8.7\n.target sm_90a\n.address_size 64\n"
    ".shared .align 1024 .b8 sa[65536];\n.shared .align 1024 .b8 sb[65536];\n"
    ".visible .entry k(.param .u32 p0, .param .u64 q)\n{\n"
    ".reg .b32 %r<90>; .reg .b64 %rd<30>; .reg .f32 %f<9>; .reg .pred %p<9>;\n"
    "ld.param.u32 %r10, [p0]; ld.param.u32 %r11, [p0+4]; ld.param.u32 %r12, [p0+8];\n"
    "ld.param.u32 %r13, [p0+12]; ld.param.u32 %r14, [p0+16]; ld.param.u32 %r15, [p0+20];\n"
    "ld.param.u32 %r16, [p0+24]; ld.param.u32 %r17, [p0+28]; ld.param.u32 %r18, [p0+32];\n"
    "ld.param.u64 %rd9, [q]; mov.u32 %r20, %tid.x; mov.u32 %r1, sa;\n";
static const char tail[] =
    "\nbfe.u32 %r2, %r1, 4, 14; cvt.u64.u32 %rd1, %r2; or.b64 %rd2, %rd1, 4611686293305294848;\n"
    "mov.u32 %r3, sb; bfe.u32 %r3, %r3, 4, 14; cvt.u64.u32 %rd3, %r3;\n"
    "or.b64 %rd4, %rd3, 4611686293305294848; wgmma.fence.sync.aligned;\n"
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd2, %rd4, 1, 1, 1, 0, "
    "0;\n"
    "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; ret;\n}\n";

static void operand_of(const char *body, wgd_scan_operand *out)
{
    static char text[1 << 14];
    wgd_scan s;
    wgd_scan_kernel k;
    wgd_diag d;
    snprintf(text, sizeof text, "%s%s%s", head, body, tail);
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, text, strlen(text), work, WORK, &d), WGD_OK);
    if (wgd_scan_next(&s, &k, &d) != WGD_OK) {
        fail_msg("%s: %s, got %s", body, d.what, d.got);
    }
    assert_int_equal(k.n_wgmma, 1);
    *out = k.wgmma[0].op[0];
}

typedef struct row {
    const char *body;
    bool based; /* in sa, */
    bool known; /* by bytes from lo to hi: */
    int64_t lo, hi;
} row;

static void check(const row *rows, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wgd_scan_operand op;
        operand_of(rows[i].body, &op);
        const bool based = op.base && op.base_len == 2 && memcmp(op.base, "sa", 2) == 0;
        if (based != rows[i].based || op.place_known != rows[i].known ||
            (rows[i].known && (op.offset_min != rows[i].lo || op.offset_max != rows[i].hi))) {
            print_error("%s\n    %s, %s, %lld to %lld\n", rows[i].body, based ? "in sa" : "not",
                        op.place_known ? "known" : "not known", (long long)op.offset_min,
                        (long long)op.offset_max);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

#define CHECK(rows) check(rows, (int)(sizeof(rows) / sizeof((rows)[0])))

static void sums(void **state)
{
    static const row rows[] = {
        {"", true, true, 0, 0},
        {"add.s32 %r1, %r1, 4096;", true, true, 4096, 4096},
        {"add.s32 %r1, %r1, %r20;", true, true, 0, 1023},
        {"sub.s32 %r1, %r1, %r20;", true, true, -1023, 0},
        {"mul.lo.s32 %r5, %r20, 16; sub.s32 %r1, %r1, %r5;", true, true, -16368, 0},
        {"add.s32 %r1, %r1, %r10;", true, false, 0, 0},
        /* what is taken away again was never there */
        {"add.s32 %r1, %r1, %r10; sub.s32 %r1, %r1, %r10;", true, true, 0, 0},
        {"add.s32 %r5, %r10, %r20; sub.s32 %r5, %r5, %r10; add.s32 %r1, %r1, %r5;", true, true, 0,
         1023},
        {"add.s32 %r5, %r10, %r11; add.s32 %r5, %r5, %r20; sub.s32 %r5, %r5, %r10;"
         "sub.s32 %r5, %r5, %r11; add.s32 %r1, %r1, %r5;",
         true, true, 0, 1023},
        /* another variable is no base of this one, and a difference of two is a number */
        {"mov.u32 %r5, sb; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mov.u32 %r5, sa; sub.s32 %r1, %r5, %r1; add.s32 %r1, %r1, 64;", false, true, 64, 64},
        {"add.s32 %r1, %r10, 0;", false, false, 0, 0},
        /* nine terms are more than are followed */
        {"add.s32 %r1, %r1, %r10; add.s32 %r1, %r1, %r11; add.s32 %r1, %r1, %r12;"
         "add.s32 %r1, %r1, %r13; add.s32 %r1, %r1, %r14; add.s32 %r1, %r1, %r15;"
         "add.s32 %r1, %r1, %r16; add.s32 %r1, %r1, %r17; add.s32 %r1, %r1, %r18;",
         true, false, 0, 0},
        /* the carry of another sum, and a complement */
        {"add.cc.u32 %r5, %r10, %r11; addc.u32 %r6, %r20, 0; add.s32 %r1, %r1, %r6;", true, true, 0,
         1024},
        {"not.b32 %r5, %r20; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        /* of 64 bits the low ones */
        {"cvt.u32.u64 %r5, %rd9; and.b32 %r5, %r5, 63; add.s32 %r1, %r1, %r5;", true, true, 0, 63},
        {"add.u64 %rd10, %rd9, 1; cvt.u32.u64 %r5, %rd10; shl.b32 %r5, %r5, 18; add.s32 %r1, %r1, "
         "%r5;",
         true, true, 0, 0},
    };
    (void)state;
    CHECK(rows);
}

static void products_and_shifts(void **state)
{
    static const row rows[] = {
        {"mul.lo.s32 %r5, %r20, 32; add.s32 %r1, %r1, %r5;", true, true, 0, 32736},
        {"mad.lo.s32 %r1, %r20, 32, %r1;", true, true, 0, 32736},
        /* a multiple of the whole window is nothing, but is looked at for shifts alone */
        {"mul.lo.s32 %r5, %r20, 262144; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mul.lo.s32 %r5, %r20, %r20; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mul.lo.s32 %r5, %r20, %r10; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shl.b32 %r5, %r20, 4; add.s32 %r1, %r1, %r5;", true, true, 0, 16368},
        {"shl.b32 %r5, %r20, 18; add.s32 %r1, %r1, %r5;", true, true, 0, 0},
        {"shl.b32 %r5, %r20, 20; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shl.b32 %r5, %r20, %r10; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shr.u32 %r5, %r20, 5; shl.b32 %r5, %r5, 10; add.s32 %r1, %r1, %r5;", true, true, 0,
         31744},
        {"shr.u32 %r5, %r20, 5; add.s32 %r1, %r1, %r5;", true, true, 0, 31},
        {"shr.u32 %r5, %r10, 24; add.s32 %r1, %r1, %r5;", true, true, 0, 255},
        {"shr.u32 %r5, %r10, %r11; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"bfe.u32 %r5, %r20, 5, 3; shl.b32 %r5, %r5, 10; add.s32 %r1, %r1, %r5;", true, true, 0,
         7168},
        {"bfe.s32 %r5, %r20, 5, 3; shl.b32 %r5, %r5, 10; add.s32 %r1, %r1, %r5;", true, false, 0,
         0},
        {"bfe.u32 %r5, %r20, 0, 32; add.s32 %r1, %r1, %r5;", true, true, 0, 1023},
    };
    (void)state;
    CHECK(rows);
}

static void masks(void **state)
{
    static const row rows[] = {
        {"and.b32 %r5, %r10, 1008; add.s32 %r1, %r1, %r5;", true, true, 0, 1008},
        {"and.b32 %r5, %r10, 1008; sub.s32 %r1, %r1, %r5;", true, true, -1008, 0},
        {"and.b32 %r1, %r1, 262128;", true, true, 0, 0},
        {"and.b32 %r1, 262128, %r1;", true, true, 0, 0},
        {"and.b32 %r1, %r1, %r10;", false, false, 0, 0},
        {"and.b32 %r5, %r10, 16; or.b32 %r1, %r1, %r5;", true, true, 0, 16},
        {"and.b32 %r5, %r10, 16; xor.b32 %r1, %r1, %r5;", true, true, 0, 16},
        {"xor.b32 %r1, %r1, 32;", true, true, 32, 32},
        {"or.b32 %r1, %r1, %r20;", true, true, 0, 1023},
        {"or.b32 %r1, %r1, %r10;", false, false, 0, 0},
        {"xor.b32 %r5, %r20, 1; add.s32 %r1, %r1, %r5;", true, true, 0, 1023},
        {"and.b32 %r5, %r20, 16; lop3.b32 %r1, %r1, %r5, 0, 0xfe;", true, true, 0, 16},
        {"and.b32 %r5, %r20, 16; lop3.b32 %r1, %r1, %r5, %r20, 0xfe;", false, false, 0, 0},
        {"lop3.b32 %r1, %r1, %r20, 0, 0x3c;", true, true, 0, 1023},
        {"and.b32 %r5, %r20, 16; lop3.b32 %r1, %r1, %r5, 32, 0xfe;", false, false, 0, 0},
        {"and.b32 %r5, %r20, 16; lop3.b32 %r1, %r1, %r5, %r80, 0xfe;", false, false, 0, 0},
    };
    (void)state;
    CHECK(rows);
}

/* What is shifted or masked away matters from 16 bytes on; where it does not, the same taken away leaves nothing. */
static void lost_bits(void **state)
{
    static const row rows[] = {
        {"shr.u32 %r5, %r20, 5; shl.b32 %r5, %r5, 10; sub.s32 %r1, %r1, %r5;", true, true, -31744,
         0},
        {"and.b32 %r5, %r10, 0x3e0; shr.u32 %r6, %r5, 5; shl.b32 %r6, %r6, 10; add.s32 %r1, %r1, "
         "%r6;"
         "shl.b32 %r6, %r5, 5; sub.s32 %r1, %r1, %r6;",
         true, true, 0, 0},
        {"and.b32 %r5, %r10, 0x3f0; shr.u32 %r6, %r5, 5; shl.b32 %r6, %r6, 10; add.s32 %r1, %r1, "
         "%r6;"
         "shl.b32 %r6, %r5, 5; sub.s32 %r1, %r1, %r6;",
         true, true, -32256, 31744},
        {"and.b32 %r5, %r10, 0x3e0; shr.u32 %r6, %r5, 5; shl.b32 %r6, %r6, 10; sub.s32 %r1, %r1, "
         "%r6;"
         "shl.b32 %r6, %r5, 5; add.s32 %r1, %r1, %r6;",
         true, true, 0, 0},
        {"and.b32 %r5, %r10, 0x3f0; shr.u32 %r6, %r5, 5; shl.b32 %r6, %r6, 10; sub.s32 %r1, %r1, "
         "%r6;"
         "shl.b32 %r6, %r5, 5; add.s32 %r1, %r1, %r6;",
         true, true, -31744, 32256},
        {"shr.u32 %r5, %r20, 1; mul.lo.s32 %r5, %r5, 30; add.s32 %r1, %r1, %r5;"
         "mul.lo.s32 %r5, %r20, 15; sub.s32 %r1, %r1, %r5;",
         true, true, 0, 0},
        {"shr.u32 %r5, %r20, 1; mul.lo.s32 %r5, %r5, 32; add.s32 %r1, %r1, %r5;"
         "mul.lo.s32 %r5, %r20, 16; sub.s32 %r1, %r1, %r5;",
         true, true, -16368, 16352},
        {"shr.u32 %r5, %r20, 1; mul.lo.s32 %r5, %r5, 31; add.s32 %r1, %r1, %r5;", true, true, 0,
         15841},
        {"and.b32 %r5, %r20, 0xfffffffe; mul.lo.s32 %r5, %r5, 15; add.s32 %r1, %r1, %r5;"
         "mul.lo.s32 %r5, %r20, 15; sub.s32 %r1, %r1, %r5;",
         true, true, 0, 0},
        {"and.b32 %r5, %r20, 0xfffffffe; mul.lo.s32 %r5, %r5, 16; add.s32 %r1, %r1, %r5;"
         "mul.lo.s32 %r5, %r20, 16; sub.s32 %r1, %r1, %r5;",
         true, true, -16368, 16352},
        {"and.b32 %r5, %r10, 0x3fff; shl.b32 %r5, %r5, 4; add.s32 %r1, %r1, %r5; shl.b32 %r5, "
         "%r10, 4;"
         "sub.s32 %r1, %r1, %r5;",
         true, true, 0, 0},
        {"and.b32 %r5, %r10, 0x1fff; shl.b32 %r5, %r5, 4; add.s32 %r1, %r1, %r5; shl.b32 %r5, "
         "%r10, 4;"
         "sub.s32 %r1, %r1, %r5;",
         true, false, 0, 0},
        {"and.b32 %r5, %r10, 0x3ffff; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, %r10;", true, true,
         0, 0},
        {"and.b32 %r5, %r10, 0x1ffff; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, %r10;", true, false,
         0, 0},
        {"and.b32 %r5, %r10, 0x3fff0; sub.s32 %r1, %r1, %r5; add.s32 %r1, %r1, %r10;", true, false,
         0, 0},
        /* three is no power of two: 3 << 17 reaches below 2^18 */
        {"and.b32 %r5, %r10, 0x1ffff; mul.lo.s32 %r5, %r5, 3; add.s32 %r1, %r1, %r5;"
         "mul.lo.s32 %r5, %r10, 3; sub.s32 %r1, %r1, %r5;",
         true, false, 0, 0},
        {"and.b32 %r5, %r10, 0x3ffff; mul.lo.s32 %r5, %r5, 3; add.s32 %r1, %r1, %r5;"
         "mul.lo.s32 %r5, %r10, 3; sub.s32 %r1, %r1, %r5;",
         true, true, 0, 0},
        {"bfe.u32 %r5, %r10, 4, 14; shl.b32 %r5, %r5, 4; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, "
         "%r10;",
         true, true, 0, 0},
        {"bfe.u32 %r5, %r10, 4, 13; shl.b32 %r5, %r5, 4; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, "
         "%r10;",
         true, false, 0, 0},
        {"bfe.u32 %r5, %r10, 0, 31; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, %r10;", true, true, 0,
         0},
        {"bfe.u32 %r5, %r10, 0, 18; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, %r10;", true, true, 0,
         0},
        {"bfe.u32 %r5, %r10, 0, 17; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, %r10;", true, false, 0,
         0},
        {"mul.lo.s32 %r5, %r10, 0x20000; add.s32 %r1, %r1, %r5; shl.b32 %r5, %r10, 17; sub.s32 "
         "%r1, %r1, %r5;",
         true, true, 0, 0},
        {"min.u32 %r5, %r10, 262144; max.u32 %r5, %r5, 16; add.s32 %r1, %r1, %r5;", true, true, 16,
         262144},
        {"min.u32 %r5, %r10, 262145; max.u32 %r5, %r5, 32; add.s32 %r1, %r1, %r5;", true, false, 0,
         0},
        /* a mask is a constant, on either side */
        {"add.s32 %r5, %r10, -1; and.b32 %r1, %r5, %r1;", false, false, 0, 0},
        {"add.s32 %r5, %r10, -1; and.b32 %r1, %r1, %r5;", false, false, 0, 0},
        {"mul.lo.s32 %r5, %r20, 0x20000; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mul.lo.s32 %r5, 32, %r20; add.s32 %r1, %r1, %r5;", true, true, 0, 32736},
        {"mad.lo.s32 %r1, 32, %r20, %r1;", true, true, 0, 32736},
        {"shl.b32 %r5, %r20, 19; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shl.b32 %r5, 16, %r20; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shr.u32 %r5, 0x40000, %r20; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        /* of numbers of other widths */
        {"cvt.u64.u32 %rd10, %r20; shl.b64 %rd10, %rd10, 4; cvt.u32.u64 %r5, %rd10; add.s32 %r1, "
         "%r1, %r5;",
         true, true, 0, 16368},
        {"cvt.s64.s32 %rd10, %r20; shl.b64 %rd10, %rd10, 4; cvt.u32.u64 %r5, %rd10; add.s32 %r1, "
         "%r1, %r5;",
         true, true, 0, 16368},
        {"cvt.s64.s32 %rd10, %r10; cvt.u32.u64 %r5, %rd10; add.s32 %r1, %r1, %r5; sub.s32 %r1, "
         "%r1, %r10;",
         true, true, 0, 0},
        {"mov.b64 %rd10, {%r10, %r11}; cvt.u32.u64 %r5, %rd10; add.s32 %r1, %r1, %r5; sub.s32 %r1, "
         "%r1, %r10;",
         true, true, 0, 0},
        {"mov.b64 %rd10, {%r80, %r11}; cvt.u32.u64 %r5, %rd10; add.s32 %r1, %r1, %r5;", true, false,
         0, 0},
        {"cvt.u32.u64 %r5, %rd20; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
    };
    (void)state;
    CHECK(rows);
}

/* %r80 is never written: nothing is known of it, and of what is computed from it no more than the instruction says. */
static void unwritten(void **state)
{
    static const row rows[] = {
        {"add.s32 %r1, %r1, %r80;", false, false, 0, 0},
        {"add.s32 %r1, %r80, %r1;", false, false, 0, 0},
        {"or.b32 %r1, %r1, %r80;", false, false, 0, 0},
        {"or.b32 %r1, %r80, %r1;", false, false, 0, 0},
        {"lop3.b32 %r1, %r1, %r80, 0, 0xfe;", false, false, 0, 0},
        {"lop3.b32 %r1, %r1, 32, %r80, 0xfe;", false, false, 0, 0},
        {"and.b32 %r1, %r80, 262128;", false, true, 0, 262128},
        {"and.b32 %r1, 262128, %r80;", false, true, 0, 262128},
        {"mad.lo.s32 %r1, %r80, 16, %r1;", false, false, 0, 0},
        {"mov.u32 %r5, %r80; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mul.lo.s32 %r5, %r80, 16; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mul.lo.s32 %r5, 16, %r80; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"mad.lo.s32 %r5, %r20, 16, %r80; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shl.b32 %r5, %r80, 4; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shl.b32 %r5, %r20, %r80; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shr.u32 %r5, %r80, 24; add.s32 %r1, %r1, %r5;", true, true, 0, 255},
        {"shr.u32 %r5, %r80, 4; shl.b32 %r5, %r5, 4; add.s32 %r1, %r1, %r5;", true, false, 0, 0},
        {"shr.u32 %r5, %r20, %r80; add.s32 %r1, %r1, %r5; sub.s32 %r1, %r1, %r20;", true, true,
         -1023, 1023},
        {"bfe.u32 %r5, %r80, 4, 14; shl.b32 %r5, %r5, 4; add.s32 %r1, %r1, %r5;", true, true, 0,
         262128},
        {"shr.u32 %r5, %r20, %r80; add.s32 %r1, %r1, %r5;", true, true, 0, 1023},
        {"bfe.u32 %r5, %r80, 4, 3; add.s32 %r1, %r1, %r5;", true, true, 0, 7},
        {"and.b32 %r5, %r80, 16; add.s32 %r1, %r1, %r5;", true, true, 0, 16},
        {"and.b32 %r5, 16, %r80; add.s32 %r1, %r1, %r5;", true, true, 0, 16},
        {"setp.lt.u32 %p1, %r20, %r80; selp.b32 %r5, %r20, 0, %p1; add.s32 %r1, %r1, %r5;", true,
         true, 0, 1023},
        {"setp.lt.u32 %p1, %r80, 16; selp.b32 %r5, %r20, 0, %p1; add.s32 %r1, %r1, %r5;", true,
         true, 0, 1023},
    };
    (void)state;
    CHECK(rows);
}

/* An accumulator is any number: a start that is computed from one is not known. */
static void accumulators(void **state)
{
    static const char first[] =
        "mov.u64 %rd5, 4611686293305294848; wgmma.fence.sync.aligned;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
        "{%f5,%f6,%f7,%f8}, %rd5, %rd5, 0, 1, 1, 0, 0;\n"
        "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n"
        "mov.b32 %r5, %f5; add.s32 %r1, %r1, %r5;";
    static char text[1 << 14];
    wgd_scan s;
    wgd_scan_kernel k;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s", head, first, tail);
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, text, strlen(text), work, WORK, NULL),
                     WGD_OK);
    assert_int_equal(wgd_scan_next(&s, &k, NULL), WGD_OK);
    assert_int_equal(k.n_wgmma, 2);
    assert_true(k.wgmma[0].op[0].place_known);
    assert_false(k.wgmma[1].op[0].place_known);
}

/* A sum of sums of sums is followed for so long; what lies deeper is one number that is not known. */
static void deep(void **state)
{
    static char body[4096];
    wgd_scan_operand op;
    (void)state;
    for (int n = 4; n <= 40; n += 36) {
        size_t at = 0;
        at += (size_t)snprintf(body, sizeof body, "mov.u32 %%r30, %%r20;\n");
        for (int i = 0; i < n; i++) {
            at += (size_t)snprintf(body + at, sizeof body - at,
                                   "add.s32 %%r%d, %%r%d, %%r10; sub.s32 %%r%d, %%r%d, %%r10;\n",
                                   31 + i, 30 + i, 31 + i, 31 + i);
        }
        snprintf(body + at, sizeof body - at, "add.s32 %%r1, %%r1, %%r%d;", 30 + n);
        operand_of(body, &op);
        assert_int_equal(op.place_known, n == 4);
        if (n == 4) {
            assert_int_equal(op.offset_max, 1023);
        }
    }
}

/* An address is followed through 24 instructions; one more, and what lies behind them is a number that nobody knows. */
static void depth(void **state)
{
    static char body[4096];
    wgd_scan_operand op;
    (void)state;
    int most = 0;
    for (int n = 1; n <= 40; n++) {
        size_t at = (size_t)snprintf(body, sizeof body, "mov.u32 %%r30, %%r10;\n");
        for (int i = 1; i < n; i++) {
            at += (size_t)snprintf(body + at, sizeof body - at, "add.s32 %%r30, %%r30, %%r10;\n");
        }
        snprintf(body + at, sizeof body - at,
                 "add.s32 %%r1, %%r1, %%r30; mul.lo.s32 %%r5, %%r10, %d; sub.s32 %%r1, %%r1, %%r5;",
                 n);
        operand_of(body, &op);
        most = op.place_known ? n : most;
        assert_true(op.place_known == (most == n));
    }
    assert_int_equal(most, 22); /* the product, the sum and its 22 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),      cmocka_unit_test(products_and_shifts),
        cmocka_unit_test(masks),     cmocka_unit_test(lost_bits),
        cmocka_unit_test(unwritten), cmocka_unit_test(accumulators),
        cmocka_unit_test(deep),      cmocka_unit_test(depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
