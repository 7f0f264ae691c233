/* SPDX-License-Identifier: MIT
 *
 * What is offered for a layout without a descriptor: every change in its words, with the layout, the start, the block and
 * the word that it leads to. That it does is checked by the fetch rule, element by element of the first block.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

typedef struct offered {
    const char *layout;
    wgd_solve_query q; /* but for the layout */
    const char *said;  /* a line for each */
} offered;

#define A(...)                                                                                     \
    {                                                                                              \
        .major = WGD_WANT_ANY, .start = __VA_ARGS__                                                \
    }
#define B(...)                                                                                     \
    {                                                                                              \
        .major = WGD_WANT_ANY, .operand = WGD_OPERAND_B, .n = __VA_ARGS__                          \
    }
#define PTR16(sw) sw " o smem_ptr[16b] o "

/* ---- the lines ----------------------------------------------------------------------------------- */

/* "KIND: TEXT; LAYOUT at START, N, BLOCK, SLICE, tile MAJOR MODE: WORD" */
static int line_of(const wgd_change *c, wgd_arch arch, char *out, size_t cap)
{
    char layout[200];
    wgd_composed_snprintf(layout, sizeof layout, &c->layout, WGD_FMT_PLAIN);
    return snprintf(
        out, cap, "%s: %s; %s at 0x%llx, %lld, %lldx%lld, %lld:%lld,%lld:%lld, tile %s %s: %llx\n",
        wgd_change_name(c->kind), c->text, layout, (unsigned long long)c->start, (long long)c->n,
        (long long)c->block[0], (long long)c->block[1], (long long)c->slice.mn[0],
        (long long)c->slice.mn[1], (long long)c->slice.k[0], (long long)c->slice.k[1],
        wgd_major_name(c->tile_major), wgd_swizzle_name(c->tile_swizzle),
        (unsigned long long)wgd_desc_pack(c->solution.desc, arch));
}

/* The first block of the change is read where its layout has it. */
static void read_so(const wgd_solve_query *q, const wgd_change *c)
{
    static wgd_block b;
    wgd_place p;
    const wgd_read rd = c->solution.read;
    assert_int_equal(wgd_place_make(&c->layout, q->dtype, c->start, &p, NULL), WGD_OK);
    assert_int_equal(wgd_place_cut(&p, &c->slice, NULL), WGD_OK);
    wgd_block_make(&p, rd, 0, 0, &b);
    for (int e = 0; e < b.mn * b.k; e += 1 + e % 3) {
        const uint32_t r = (uint32_t)(e / b.k), k = (uint32_t)(e % b.k);
        assert_int_equal(wgd_fetch_byte(c->solution.desc, rd, r, k),
                         wgd_block_bit(&b, (int)r, (int)k) / 8);
    }
}

static void all_offered(const offered *o, size_t n)
{
    static wgd_solve s;
    static wgd_change c[WGD_CHANGES_MAX];
    static char lines[4096];
    for (size_t i = 0; i < n; i++) {
        wgd_solve_query q = o[i].q;
        assert_int_equal(wgd_parse_composed(o[i].layout, strlen(o[i].layout), &q.layout, NULL),
                         WGD_OK);
        for (int x = q.layout.layout.shape.n_leaves; x < WGD_MAX_LEAVES; x++) {
            q.layout.layout.stride[x] = 9; /* behind the last, of nothing */
        }
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_ERR_NO_DESC);
        memset(c, 0x5a, sizeof c);
        const int changes = wgd_solve_changes(&q, &s.refusal, c);
        size_t at = 0;
        lines[0] = '\0';
        for (int x = 0; x < changes; x++) {
            at += (size_t)line_of(&c[x], q.arch, lines + at, sizeof lines - at);
            read_so(&q, &c[x]);
        }
        assert_string_equal(lines, o[i].said);
    }
}

/* ---- the changes --------------------------------------------------------------------------------- */

static void instructions(void **state)
{
    (void)state;
    static const offered rows[] = {
        {PTR16("Sw<3,4,3>") "((64,3),16):((1,1024),64)",
         B(0, .start = 0x400, .arch = WGD_SM100, .block = {96, 0}),
         "block: use N = 64: it reads the tile as it is stored; Sw<3,4,3> o smem_ptr[16b] o "
         "((64,3),16):((1,1024),64) at 0x400, 0, 64x0, 0:0,0:0, tile mn none: 4000404000000040\n"
         "canonical: store it MN-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((32,6),(8,2)):((1,256),(32,1536)) at 0x400, 0, 96x0, 0:0,0:0, tile mn "
         "64B: 800040c000200040\n"
         ""},
        {PTR16("Sw<3,4,3>") "((8,3,2),64):((64,512,8192),1)", B(16, .start = 0x400),
         "block: use N = 8: it reads the tile as it is stored; Sw<3,4,3> o smem_ptr[16b] o "
         "((8,3,2),64):((64,512,8192),1) at 0x400, 8, 0x0, 0:0,0:0, tile k none: 4000000000010040\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,6),(64,1)):((64,512),(1,0)) at 0x400, 16, 0x0, 0:0,0:0, tile k 128B: "
         "4000004000010040\n"
         ""},
        {PTR16("Sw<3,4,3>") "((64,3),16):((1,1024),64)", B(96, .start = 0x400),
         "block: use N = 64: it reads the tile as it is stored; Sw<3,4,3> o smem_ptr[16b] o "
         "((64,3),16):((1,1024),64) at 0x400, 64, 0x0, 0:0,0:0, tile mn none: 4000004000000040\n"
         "canonical: store it MN-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((32,6),(8,2)):((1,256),(32,1536)) at 0x400, 96, 0x0, 0:0,0:0, tile mn "
         "64B: 800000c000200040\n"
         ""},
        {PTR16("Sw<3,4,3>") "((64,3),16):((1,1024),64)",
         B(0, .start = 0x400, .arch = WGD_SM100, .block = {96, 16}),
         "block: use N = 64: it reads the tile as it is stored; Sw<3,4,3> o smem_ptr[16b] o "
         "((64,3),16):((1,1024),64) at 0x400, 0, 64x16, 0:0,0:0, tile mn none: 4000404000000040\n"
         "canonical: store it MN-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((32,6),(8,2)):((1,256),(32,1536)) at 0x400, 0, 96x16, 0:0,0:0, tile mn "
         "64B: 800040c000200040\n"
         ""},
        {PTR16("Sw<3,4,3>") "((8,8,2),16):((64,512,8192),1)",
         A(0x400, .arch = WGD_SM100, .block = {128, 0}),
         "block: use M = 64: it reads the tile as it is stored; Sw<3,4,3> o smem_ptr[16b] o "
         "((8,8,2),16):((64,512,8192),1) at 0x400, 0, 64x0, 0:0,0:0, tile k none: "
         "4000404000010040\n"
         "pad: a pitch of 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[16b] o "
         "(128,16):(16,1) at 0x400, 0, 128x0, 0:0,0:0, tile k none: c000401000010040\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,16),(16,1)):((16,128),(1,0)) at 0x400, 0, 128x0, 0:0,0:0, tile k "
         "32B: c000401000010040\n"
         ""},
        {PTR16("Sw<3,4,3>") "(64,16):(1,64)",
         {.start = 0x400, .major = WGD_WANT_K},
         "major: read it MN-major: imm-trans 1; Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64) at "
         "0x400, 0, 0x0, 0:0,0:0, tile mn none: 4000004000000040\n"
         "k_major: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x400, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010040\n"
         ""},
        {PTR16("Sw<3,4,3>") "(64,64):(64,1)",
         {.start = 0x400, .major = WGD_WANT_MN},
         "major: read it K-major: imm-trans 0; Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1) at "
         "0x400, 0, 0x0, 0:0,0:0, tile k none: 4000004000010040\n"
         "pad: pad the pitch to 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o (64,64):(1,64) at 0x400, 0, 0x0, 0:0,0:0, tile mn none: "
         "4000004000000040\n"
         "canonical: store it MN-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((64,1),(8,8)):((1,0),(64,512)) at 0x400, 0, 0x0, 0:0,0:0, tile mn 128B: "
         "4000004000000040\n"
         ""},
        {PTR16("Sw<3,4,3>") "(128,64):(64,1)",
         {.start = 0x400, .major = WGD_WANT_MN, .arch = WGD_SM100},
         "major: read it K-major: transpose bit 0; Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1) at "
         "0x400, 0, 0x0, 0:0,0:0, tile k none: 4000404000010040\n"
         "canonical: store it MN-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((64,2),(8,8)):((1,512),(64,1024)) at 0x400, 0, 0x0, 0:0,0:0, tile mn "
         "128B: 4000408000400040\n"
         ""},
        {PTR16("Sw<3,4,3>") "(128,16):(1,64)",
         {.start = 0x400, .major = WGD_WANT_K, .arch = WGD_SM100},
         "major: read it MN-major: transpose bit 1; Sw<3,4,3> o smem_ptr[16b] o (128,16):(1,64) at "
         "0x400, 0, 0x0, 0:0,0:0, tile mn none: 4000404000080040\n"
         "k_major: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,16),(16,1)):((16,128),(1,0)) at 0x400, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000401000010040\n"
         ""},
    };
    all_offered(rows, sizeof rows / sizeof rows[0]);
}

static void slices(void **state)
{
    (void)state;
    static const offered rows[] = {
        {PTR16("Sw<3,4,3>") "(128,(64,2)):(64,(1,8192))",
         B(16, .start = 0x400, .slice = {{8, 24}, {56, 72}}),
         "slice: the nearest slice that can be said: 8:24,48:64; Sw<3,4,3> o smem_ptr[16b] o "
         "(128,(64,2)):(64,(1,8192)) at 0x400, 16, 0x0, 8:24,48:64, tile k none: 4000004000010086\n"
         "canonical: store it K-major, as the canonical tile with no swizzle; Sw<0,4,3> o "
         "smem_ptr[16b] o ((8,16),(8,16)):((8,64),(1,1024)) at 0x400, 16, 0x0, 8:24,56:72, tile k "
         "none: 8008003c8\n"
         ""},
        {"(128,64):(40,1)", B(16, .start = 0x400, .slice = {{8, 24}, {0, 16}}),
         "pad: pad the pitch to 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o (128,64):(64,1) at 0x400, 16, 0x0, 8:24,0:16, tile k none: "
         "4000004000010080\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,16),(64,1)):((64,512),(1,0)) at 0x400, 16, 0x0, 8:24,0:16, tile k "
         "128B: 4000004000010080\n"
         ""},
    };
    all_offered(rows, sizeof rows / sizeof rows[0]);
}

static void starts(void **state)
{
    (void)state;
    static const offered rows[] = {
        {PTR16("Sw<3,4,3>") "(64,64):(64,1)", A(0x408),
         "start: align the base to 16: start 0x410; Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1) at "
         "0x410, 0, 0x0, 0:0,0:0, tile k none: 4000004000010041\n"
         "swizzle: keep the strides and store through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] "
         "o (64,64):(64,1) at 0x410, 0, 0x0, 0:0,0:0, tile k none: 4000004000010041\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,1)):((64,512),(1,0)) at 0x800, 0, 0x0, 0:0,0:0, tile k 128B: "
         "4000004000010080\n"
         ""},
        {PTR16("Sw<3,4,3>") "(64,64):(64,1)", A(0x401),
         "start: align the base to 16: start 0x410; Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1) at "
         "0x410, 0, 0x0, 0:0,0:0, tile k none: 4000004000010041\n"
         "swizzle: keep the strides and store through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] "
         "o (64,64):(64,1) at 0x410, 0, 0x0, 0:0,0:0, tile k none: 4000004000010041\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,1)):((64,512),(1,0)) at 0x800, 0, 0x0, 0:0,0:0, tile k 128B: "
         "4000004000010080\n"
         ""},
        {"Sw<1,4,3> o smem_ptr[8b] o (8,32):(32,1)", B(0, .start = 0x3f8, .dtype = WGD_E4M3),
         "start: align the base to 16: start 0x400; Sw<1,4,3> o smem_ptr[8b] o (8,32):(32,1) at "
         "0x400, 0, 0x0, 0:0,0:0, tile k none: c000000000010040\n"
         "swizzle: keep the strides and store through the 32B swizzle; Sw<1,4,3> o smem_ptr[8b] o "
         "(8,32):(32,1) at 0x400, 0, 0x0, 0:0,0:0, tile k none: c000000000010040\n"
         "pad: pad the pitch to 64 bytes, stored through the 64B swizzle; Sw<2,4,3> o smem_ptr[8b] "
         "o (8,32):(64,1) at 0x400, 0, 0x0, 0:0,0:0, tile k none: 8000000000010040\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[8b] o ((8,1),(32,1)):((32,0),(1,0)) at 0x400, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000000000010040\n"
         ""},
        {"Sw<3,3,3> o 0 o (64,64):(64,1)", A(0x410),
         "start: align the base to 128: start 0x480; Sw<3,3,3> o 0 o (64,64):(64,1) at 0x480, 0, "
         "0x0, 0:0,0:0, tile k none: 4002004000010048\n"
         "swizzle: keep the strides and store through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] "
         "o (64,64):(64,1) at 0x410, 0, 0x0, 0:0,0:0, tile k none: 4000004000010041\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,1)):((64,512),(1,0)) at 0x800, 0, 0x0, 0:0,0:0, tile k 128B: "
         "4000004000010080\n"
         ""},
        {"Sw<3,3,3> o 0 o (64,64):(64,1)", A(0x3fff8), ""},
        {"((8,8),16):((8,64),1)", A(0x10, .dtype = WGD_TF32),
         "swizzle: keep the strides and store through the 32B swizzle; Sw<1,4,3> o smem_ptr[32b] o "
         "((8,8),16):((8,64),1) at 0x10, 0, 0x0, 0:0,0:0, tile k none: c000001000010001\n"
         "pad: pad the pitch to 64 bytes, stored through the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[32b] o (64,16):(16,1) at 0x10, 0, 0x0, 0:0,0:0, tile k none: 8000002000010001\n"
         "canonical: store it K-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[32b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x200, 0, 0x0, 0:0,0:0, tile k 64B: "
         "8000002000010020\n"
         ""},
    };
    all_offered(rows, sizeof rows / sizeof rows[0]);
}

static void swizzles(void **state)
{
    (void)state;
    static const offered rows[] = {
        {"(64,64):(64,1)", A(0),
         "swizzle: keep the strides and store through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] "
         "o (64,64):(64,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 4000004000010000\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,1)):((64,512),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 128B: "
         "4000004000010000\n"
         ""},
        {"(8,32):(32,1)", B(0, .dtype = WGD_E4M3),
         "swizzle: keep the strides and store through the 32B swizzle; Sw<1,4,3> o smem_ptr[8b] o "
         "(8,32):(32,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: c000000000010000\n"
         "pad: pad the pitch to 64 bytes, stored through the 64B swizzle; Sw<2,4,3> o smem_ptr[8b] "
         "o (8,32):(64,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 8000000000010000\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[8b] o ((8,1),(32,1)):((32,0),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000000000010000\n"
         ""},
        {PTR16("Sw<3,4,3>") "((8,8),(8,2)):((8,64),(1,512))", A(8),
         "swizzle: keep the strides and store through no swizzle; ((8,8),(8,2)):((8,64),(1,512)) "
         "at 0x10, 0, 0x0, 0:0,0:0, tile k none: 800400001\n"
         "pad: pad the pitch to 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o (64,16):(16,1) at 0x10, 0, 0x0, 0:0,0:0, tile k none: c000001000010001\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x100, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010010\n"
         ""},
        {"(32,8):(1,32)", B(0, .dtype = WGD_TF32, .arch = WGD_SM100),
         "swizzle: keep the strides and store through the 128B_32B swizzle; Sw<2,5,2> o "
         "smem_ptr[32b] o (32,8):(1,32) at 0x0, 0, 0x0, 0:0,0:0, tile mn none: 2000402000000000\n"
         "canonical: store it MN-major, as the canonical tile with the 128B_32B swizzle; Sw<2,5,2> "
         "o smem_ptr[32b] o ((32,1),(4,2)):((1,0),(32,128)) at 0x0, 0, 0x0, 0:0,0:0, tile mn "
         "128B_32B: 2000402000000000\n"
         ""},
        {PTR16("Sw<2,5,2>") "(128,64):(64,1)", A(0x400, .arch = WGD_SM100),
         "swizzle: keep the strides and store through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] "
         "o (128,64):(64,1) at 0x400, 0, 0x0, 0:0,0:0, tile k none: 4000404000010040\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,16),(64,1)):((64,512),(1,0)) at 0x400, 0, 0x0, 0:0,0:0, tile k 128B: "
         "4000404000010040\n"
         ""},
    };
    all_offered(rows, sizeof rows / sizeof rows[0]);
}

static void pads(void **state)
{
    (void)state;
    static const offered rows[] = {
        {PTR16("Sw<2,4,3>") "(64,32):(30,1)", A(0),
         "pad: pad the strides to multiples of 16 bytes; Sw<2,4,3> o smem_ptr[16b] o "
         "(64,32):(32,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 8000002000010000\n"
         "pad: pad the pitch to 64 bytes, stored through the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o (64,32):(32,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 8000002000010000\n"
         "canonical: store it K-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((8,8),(32,1)):((32,256),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 64B: "
         "8000002000010000\n"
         ""},
        {"((8,8),(128,2)):((128,1100),(1,9000))", A(0, .dtype = WGD_B1),
         "pad: pad the strides to multiples of 16 bytes; ((8,8),(128,2)):((128,1152),(1,9088)) at "
         "0x0, 0, 0x0, 0:0,0:0, tile k none: 900470000\n"
         "pad: pad the pitch to 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[1b] "
         "o (64,256):(256,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: c000001000010000\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[1b] o ((8,8),(256,1)):((256,2048),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010000\n"
         ""},
        {"(64,68):(2,512)", A(0, .slice = {{0, 64}, {16, 32}}), ""},
        {"(64,16):(40,1)", A(0),
         "pad: a pitch of 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[16b] o "
         "(64,16):(16,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: c000001000010000\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010000\n"
         ""},
        {"(64,16):(36,1)", A(8),
         "pad: a pitch of 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[16b] o "
         "(64,16):(16,1) at 0x10, 0, 0x0, 0:0,0:0, tile k none: c000001000010001\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x100, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010010\n"
         ""},
        {"(64,32):(60,1)", A(0),
         "pad: a pitch of 64 bytes, stored through the 64B swizzle; Sw<2,4,3> o smem_ptr[16b] o "
         "(64,32):(32,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 8000002000010000\n"
         "canonical: store it K-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((8,8),(32,1)):((32,256),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 64B: "
         "8000002000010000\n"
         ""},
        {"(64,64):(136,1)", A(0),
         "pad: a pitch of 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] o "
         "(64,64):(64,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 4000004000010000\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,1)):((64,512),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 128B: "
         "4000004000010000\n"
         ""},
        {"(64,32):(12,1)", A(0),
         "pad: pad the pitch to 64 bytes, stored through the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o (64,32):(32,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: 8000002000010000\n"
         "canonical: store it K-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((8,8),(32,1)):((32,256),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 64B: "
         "8000002000010000\n"
         ""},
        {"((8,8),(8,2)):((8,68),(1,516))", A(4),
         "pad: pad the strides to multiples of 16 bytes; ((8,8),(8,2)):((8,72),(1,520)) at 0x10, "
         "0, 0x0, 0:0,0:0, tile k none: 900410001\n"
         "pad: pad the pitch to 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o (64,16):(16,1) at 0x10, 0, 0x0, 0:0,0:0, tile k none: c000001000010001\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x100, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010010\n"
         ""},
        {"(64,128):(136,1)", A(0x20),
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,2)):((64,512),(1,4096)) at 0x400, 0, 0x0, 0:0,0:0, tile k "
         "128B: 4000004000010040\n"
         ""},
        {"(64,16):(1,72)", A(0, .dtype = WGD_BF16),
         "pad: a pitch of 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o smem_ptr[16b] o "
         "(64,16):(1,64) at 0x0, 0, 0x0, 0:0,0:0, tile mn none: 4000004000000000\n"
         "canonical: store it MN-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((64,1),(8,2)):((1,0),(64,512)) at 0x0, 0, 0x0, 0:0,0:0, tile mn 128B: "
         "4000004000000000\n"
         ""},
        {"(16,16):(1,40)", B(16),
         "pad: a pitch of 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[16b] o "
         "(16,16):(1,16) at 0x0, 16, 0x0, 0:0,0:0, tile mn none: c000001000000000\n"
         "canonical: store it MN-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((16,1),(8,2)):((1,0),(16,128)) at 0x0, 16, 0x0, 0:0,0:0, tile mn 32B: "
         "c000001000000000\n"
         ""},
        {"(64,256):(320,1)", A(0, .dtype = WGD_B1),
         "pad: a pitch of 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[1b] o "
         "(64,256):(256,1) at 0x0, 0, 0x0, 0:0,0:0, tile k none: c000001000010000\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[1b] o ((8,8),(256,1)):((256,2048),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010000\n"
         ""},
        {"(64,32):(24,1)", A(0x10, .dtype = WGD_E4M3),
         "pad: pad the pitch to 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[8b] "
         "o (64,32):(32,1) at 0x10, 0, 0x0, 0:0,0:0, tile k none: c000001000010001\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[8b] o ((8,8),(32,1)):((32,256),(1,0)) at 0x100, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010010\n"
         ""},
    };
    all_offered(rows, sizeof rows / sizeof rows[0]);
}

static void tiles(void **state)
{
    (void)state;
    static const offered rows[] = {
        {"(64,72):(2,512)", A(0, .slice = {{0, 64}, {16, 32}}),
         "canonical: store it K-major, as the canonical tile with no swizzle; Sw<0,4,3> o "
         "smem_ptr[16b] o ((8,8),(8,9)):((8,64),(1,512)) at 0x0, 0, 0x0, 0:64,16:32, tile k none: "
         "800400080\n"
         ""},
        {"(512,16):(2,1024)", B(64),
         "pad: pad the pitch to 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o (512,16):(16,1) at 0x0, 64, 0x0, 0:0,0:0, tile k none: c000001000010000\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,64),(16,1)):((16,128),(1,0)) at 0x0, 64, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010000\n"
         ""},
        {"(552,16):(2,2048)", B(0, .arch = WGD_SM100, .block = {24, 16}),
         "pad: pad the pitch to 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o (552,16):(16,1) at 0x0, 0, 24x16, 0:0,0:0, tile k none: "
         "c000401000010000\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,69),(16,1)):((16,128),(1,0)) at 0x0, 0, 24x16, 0:0,0:0, tile k 32B: "
         "c000401000010000\n"
         ""},
        {"(64,16):(128,2)", A(0x30),
         "pad: a pitch of 32 bytes, stored through the 32B swizzle; Sw<1,4,3> o smem_ptr[16b] o "
         "(64,16):(16,1) at 0x30, 0, 0x0, 0:0,0:0, tile k none: c000001000010003\n"
         "canonical: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[16b] o ((8,8),(16,1)):((16,128),(1,0)) at 0x100, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010010\n"
         ""},
        {"(64,8):(1,64)", A(0, .dtype = WGD_TF32),
         "k_major: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[32b] o ((8,8),(8,1)):((8,64),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000001000010000\n"
         ""},
        {"(128,32):(1,128)", A(0, .dtype = WGD_E2M1_UNPACKED8, .arch = WGD_SM100),
         "k_major: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[8b] o ((8,16),(32,1)):((32,256),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000401000010000\n"
         ""},
        {"(24,32):(1,32)", B(0, .dtype = WGD_U8, .arch = WGD_SM100),
         "k_major: store it K-major, as the canonical tile with the 32B swizzle; Sw<1,4,3> o "
         "smem_ptr[8b] o ((8,3),(32,1)):((32,256),(1,0)) at 0x0, 0, 0x0, 0:0,0:0, tile k 32B: "
         "c000401000010000\n"
         ""},
        {"(192,32):(1,192)", B(96, .start = 0x410),
         "canonical: store it MN-major, as the canonical tile with the 64B swizzle; Sw<2,4,3> o "
         "smem_ptr[16b] o ((32,6),(8,4)):((1,256),(32,1536)) at 0x600, 96, 0x0, 0:0,0:0, tile mn "
         "64B: 800000c000200060\n"
         ""},
        {"(128,64):(2,512)", A(0, .arch = WGD_SM100, .block = {128, 32}),
         "pad: pad the pitch to 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o (128,64):(64,1) at 0x0, 0, 128x32, 0:0,0:0, tile k none: "
         "4000404000010000\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,16),(64,1)):((64,512),(1,0)) at 0x0, 0, 128x32, 0:0,0:0, tile k "
         "128B: 4000404000010000\n"
         ""},
        {"(256,96):(1,256)", A(0, .dtype = WGD_E2M1_PACKED4, .arch = WGD_SM103, .block = {128, 96}),
         ""},
        {"(64,64):(2,512)", A(0, .slice = {{0, 64}, {16, 32}}),
         "pad: pad the pitch to 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o (64,64):(64,1) at 0x0, 0, 0x0, 0:64,16:32, tile k none: "
         "4000004000010002\n"
         "canonical: store it K-major, as the canonical tile with the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o ((8,8),(64,1)):((64,512),(1,0)) at 0x0, 0, 0x0, 0:64,16:32, tile k 128B: "
         "4000004000010002\n"
         ""},
        {"(64,60):(2,512)", A(0, .slice = {{0, 64}, {16, 32}}),
         "pad: pad the pitch to 128 bytes, stored through the 128B swizzle; Sw<3,4,3> o "
         "smem_ptr[16b] o (64,60):(64,1) at 0x0, 0, 0x0, 0:64,16:32, tile k none: "
         "4000004000010002\n"
         ""},
    };
    all_offered(rows, sizeof rows / sizeof rows[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions), cmocka_unit_test(slices), cmocka_unit_test(starts),
        cmocka_unit_test(swizzles),     cmocka_unit_test(pads),   cmocka_unit_test(tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
