/* SPDX-License-Identifier: MIT
 *
 * Why there is no descriptor, to the letter, at the edges of each reason: lines and groups of which the last is the
 * first that is wrong, columns of a later block, fields that just fit, patterns of another phase, blocks each with
 * fields of its own. The bytes are counted from the layouts by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/solve_said.h"
#include "wgdesc.h"

typedef struct refusal {
    const char *layout;
    wgd_solve_query q; /* but for the layout; any major unless `major` says so */
    const char *said;
} refusal;

#define B_OF(...)                                                                                  \
    {                                                                                              \
        .operand = WGD_OPERAND_B, .n = __VA_ARGS__                                                 \
    }
#define A_AT(...)                                                                                  \
    {                                                                                              \
        .start = __VA_ARGS__                                                                       \
    }

static const refusal alignments[] = {
    /* 520 bytes along K; 72 of the first pitch alone; 120 of the second; 88 of the eighth line; 136 of the third group */
    {"(256,16):(1,260)", B_OF(256),
     "align, mn none, (0,1) at 520 read at -1, pitch 520: K line pitch 520 bytes is not a multiple "
     "of 16"},
    {"((2,32),16):((36,64),1)", A_AT(0),
     "align, k none, (1,0) at 72 read at -1, pitch 72: row pitch 72 bytes is not a multiple of 16"},
    {"((2,32),16):((40,100),1)", A_AT(0),
     "align, k none, (2,0) at 200 read at -1, pitch 80: row pitch 120 bytes is not a multiple of "
     "16"},
    {"((7,8),16):((40,284),1)", B_OF(56),
     "align, k none, (7,0) at 568 read at -1, pitch 80: row pitch 88 bytes is not a multiple of "
     "16"},
    {"((8,2,4),16):((8,64,132),1)", A_AT(0),
     "align, k none, (16,0) at 264 read at -1, pitch 16: group of 8 pitch 136 bytes is not a "
     "multiple of 16"},
    /* all lines lie well: the block begins 8 bytes off */
    {"((8,32),(8,2,2)):((8,64),(1,2048,4100))", B_OF(256),
     "align, k none, (0,16) at 8200 read at -1, pitch 16: a 16-byte piece does not begin on a "
     "multiple of 16 bytes"},
    {"Sw<1,3,3> o smem_ptr[16b] o (64,16):(16,1)", A_AT(0),
     "swizzle, k none, (2,0) at 72 read at -1, pitch 32: the swizzle moves pieces of 8 bytes; "
     "wgmma's patterns move whole 16-byte pieces"},
    {"Sw<1,2,3> o 0 o (64,256):(256,1)", A_AT(0, .dtype = WGD_B1),
     "swizzle, k none, (0,32) at 4 read at -1, pitch 32: the swizzle moves pieces of 1 byte; "
     "wgmma's patterns move whole 16-byte pieces"},
    {"(24,32):(1,32)", B_OF(0, .dtype = WGD_U8, .arch = WGD_SM100),
     "major, k none, (0,1) at 32 read at -1, pitch 1: consecutive elements run along MN, where a "
     "block of 24 rows holds no whole chunks of 16 bytes"},
};

static const refusal columns[] = {
    /* the second of the second block */
    {"Sw<2,4,3> o smem_ptr[16b] o (8,(24,2)):(32,(1,512))", B_OF(8),
     "columns, k 64B, (0,24) at 1024 read at 48, pitch 64: 16-byte column 1 along K lies 992 bytes "
     "after the first, not 16: the columns of a swizzled row are adjacent"},
    /* the sixth: the second of the third row */
    {"Sw<1,4,3> o smem_ptr[16b] o ((8,5,2),16):((1,8,200),16)", B_OF(80),
     "stride, mn 32B, (40,0) at 384 read at 80, pitch 32: 16-byte column 5 along MN lies 400 bytes "
     "after the first, not 80: the columns need one constant stride"},
    {"Sw<1,4,3> o smem_ptr[1b] o ((8,8),(128,2)):((256,4096),(1,2048))", A_AT(0, .dtype = WGD_B1),
     "columns, k 32B, (0,128) at 256 read at 16, pitch 32: 16-byte column 1 along K lies 256 bytes "
     "after the first, not 16: the columns of a swizzled row are adjacent"},
    /* 96 elements of K, with LBO an address: without a row, within one, and across the end of one */
    {"((8,16),(32,6)):((32,256),(1,2048))",
     A_AT(0, .dtype = WGD_E2M1_PACKED4, .arch = WGD_SM103, .block = {128, 96}),
     "columns, k none, (0,32) at 1024 read at 2048, pitch 16: 16-byte column 1 along K lies 1024 "
     "bytes after the first, not 2048: behind the row of the first they lie in one other"},
    {"Sw<3,4,3> o smem_ptr[4b] o (128,(64,3)):(256,(1,4096))",
     A_AT(0, .dtype = WGD_E2M1_PACKED4, .arch = WGD_SM103, .block = {128, 96}),
     "columns, k 128B, (0,64) at 2048 read at 32, pitch 128: 16-byte column 2 along K lies 2048 "
     "bytes after the first, not 32: behind the row of the first they lie in one other"},
    {"Sw<3,4,3> o smem_ptr[4b] o (128,(32,3)):(256,(1,288))",
     A_AT(0x470, .dtype = WGD_E2M1_PACKED4, .arch = WGD_SM103, .block = {128, 96}),
     "columns, k 128B, (0,32) at 1312 read at 1456, pitch 128: 16-byte column 1 along K lies 144 "
     "bytes after the first, not 272: behind the row of the first they lie in one other"},
    {"Sw<3,4,3> o smem_ptr[4b] o (128,(32,2,3)):(256,(1,288,352))",
     A_AT(0x470, .dtype = WGD_E2M1_PACKED4, .arch = WGD_SM103, .block = {128, 96}),
     "columns, k 128B, (0,64) at 1280 read at 1328, pitch 128: 16-byte column 2 along K lies 176 "
     "bytes after the first, not 160: behind the row of the first they lie in one other"},
    /* the same of a slice, on offsets: its first piece is the last of a row */
    {"Sw<3,5,3> o 96 o ((8,2),(32,2,3)):((288,2080),(1,288,352))",
     B_OF(0, .start = 0x4000, .dtype = WGD_E2M1_PACKED4, .arch = WGD_SM103, .block = {8, 96},
          .slice = {{8, 16}, {64, 160}}),
     "columns, k 128B, (8,128) at 17808 read at 17824, pitch 144: 16-byte column 2 along K lies "
     "176 bytes after the first, not 160: behind the row of the first they lie in one other"},
};

static const refusal lines[] = {
    {"((10,4),(8,2)):((8,120),(1,1024))", B_OF(40),
     "stride, k none, (10,0) at 240 read at 160, pitch 16: group 1 of 8 rows is not at the "
     "constant stride of 128 bytes: its row 2 lies 240 bytes in, not 160"},
    {"(128,8):(20,1)", A_AT(0, .dtype = WGD_TF32, .arch = WGD_SM100),
     "pitch, k none, (1,0) at 80 read at 16, pitch 80: row pitch 80 bytes: within a group of 8 it "
     "is 16 without swizzle, or the 32, 64 or 128 of the swizzle"},
    {"Sw<2,5,2> o smem_ptr[16b] o (128,64):(64,1)", A_AT(0, .arch = WGD_SM100),
     "swizzle, k 128B_32B, (8,0) at 1024 read at 512, pitch 128: the 128B swizzle with 32-byte "
     "atoms is for MN-major tf32 only"},
    {"Sw<3,4,3> o smem_ptr[32b] o (32,8):(1,32)", B_OF(0, .dtype = WGD_TF32, .arch = WGD_SM100),
     "swizzle, mn 128B_32B, (0,1) at 144 read at 160, pitch 128: tf32 is read MN-major through the "
     "128B swizzle with 32-byte atoms only"},
    /* the pattern begins where base_offset 1 puts it: it is read rightly up to the third group */
    {"Sw<3,3,3> o 0 o ((8,2,4),64):((64,512,2048),1)", A_AT(0x480),
     "stride, k 128B, (16,0) at 5248 read at 3200, pitch 128: group 2 of 8 rows is not at the "
     "constant stride of 1024 bytes: its row 0 lies 4096 bytes in, not 2048"},
    /* a slice counts as the tile does */
    {"(128,64):(40,1)", A_AT(0, .slice = {{8, 72}, {16, 32}}),
     "pitch, k none, (9,16) at 752 read at 688, pitch 80: row pitch 80 bytes: within a group of 8 "
     "it is 16 without swizzle, or the 32, 64 or 128 of the swizzle"},
    {"Sw<3,4,3> o smem_ptr[16b] o ((16,8),64):((64,2048),1)", A_AT(0, .slice = {{8, 72}, {16, 32}}),
     "stride, k 128B, (24,16) at 5152 read at 7200, pitch 128: group 2 of 8 rows is not at the "
     "constant stride of 3072 bytes: its row 0 lies 4096 bytes in, not 6144"},
};

static const refusal fields[] = {
    {"Sw<3,3,3> o 0 o (64,16):(1,64)", B_OF(64, .start = 0x410),
     "phase, mn 128B, (0,7) at 2048 read at 1920, pitch 128: the phase of the swizzle does not "
     "match the base: the pattern begins at 0x410, and base_offset counts whole 128-byte rows"},
    {"Sw<3,3,3> o 0 o ((8,8),64):((64,131072),1)", A_AT(0x400),
     "range, k 128B, (8,0) at 263168 read at 1024, pitch 128: SBO would have to be 262144 bytes: "
     "the field holds 0 to 262128"},
    /* the second block's groups are 32 bytes back, in the phase of base_offset 1: 48 in that of 0 */
    {"Sw<3,3,3> o 0 o ((8,3),(8,3,2)):((1,8),(64,16,24))", B_OF(24, .start = 0x20080),
     "range, mn 128B, (0,24) at 131248 read at 131296, pitch 128: SBO would have to be -16 bytes: "
     "the field holds 0 to 262128"},
    {"Sw<3,4,3> o smem_ptr[16b] o ((8,3),(8,3,2)):((1,8),(64,16,8))", B_OF(24, .start = 2448),
     "range, mn 128B, (0,24) at 2448 read at 2496, pitch 128: SBO would have to be -48 bytes: the "
     "field holds 0 to 262128"},
    {"Sw<3,3,3> o 131072 o (64,64):(64,1)", A_AT(0x400),
     "range, k 128B, (0,0) at 263168 read at 1024, pitch 128: start would have to be 263168 bytes: "
     "the field holds 0 to 262128"},
};

static const refusal blocks[] = {
    /* strides that nothing reads: LBO of MN-major rows, SBO of one group of rows */
    {"Sw<3,4,3> o smem_ptr[16b] o (64,(8,3,2)):(1,(64,512,4096))", B_OF(64),
     "blocks, mn 128B, (0,24) at 8192 read at 3072, pitch 128: the blocks need different fields: "
     "the first has LBO 0, SBO 1024; this one LBO 0, SBO 6144"},
    {"(8,(8,3,2)):(8,(1,512,2048))", B_OF(8),
     "blocks, k none, (0,24) at 4096 read at 3072, pitch 16: the blocks need different fields: the "
     "first has LBO 1024, SBO 0; this one LBO 2048, SBO 0"},
    /* the second begins at the last 16 bytes of the window, and behind it */
    {"(8,(8,3,2)):(8,(1,512,2048))", B_OF(8, .start = 260080),
     "blocks, k none, (0,24) at 264176 read at 263152, pitch 16: the blocks need different fields: "
     "the first has LBO 1024, SBO 0; this one LBO 2048, SBO 0"},
    {"(8,(8,3,2)):(8,(1,512,2048))", B_OF(8, .start = 260096),
     "range, k none, (0,16) at 262144 read at 0, pitch 16: the block's start would have to be "
     "262144 bytes: the field holds 0 to 262128"},
    /* the second row of the second block 32 bytes on */
    {"((9,8),(8,2)):((8,80),(1,1024))", B_OF(8),
     "columns, k none, (9,0) at 160 read at 144, pitch 32: 16-byte column 1 along K lies 2048 "
     "bytes after the first, not 16: the columns of a swizzled row are adjacent"},
    /* columns 0 and 48 bytes on are adjacent where bit 4 is turned, those of the second block where it is not */
    {"Sw<1,3,3> o 0 o ((8,2,3),(8,1,2)):((1,24,32),(16,128,48))", B_OF(24),
     "blocks, mn 32B, (32,0) at 144 read at 96, pitch 32: the blocks need different fields: the "
     "first has LBO 64, SBO 96 (swizzle 32B, base_offset 1); this one LBO 64, SBO 96 (swizzle 32B, "
     "base_offset 0)"},
    {"Sw<3,4,3> o smem_ptr[16b] o ((8,2,2),(8,3,2)):((1,80,72),(64,24,8))", B_OF(8),
     "blocks, mn 128B, (8,8) at 192 read at 368, pitch 128: the blocks need different fields: the "
     "first has LBO 0, SBO 48 (swizzle 128B, base_offset 4); this one LBO 0, SBO 48 (swizzle 128B, "
     "base_offset 0)"},
    /* the second block is read with base_offset 3, too; the first with 7 alone */
    {"Sw<3,3,3> o 0 o ((8,2,3),(8,3,2)):((1,8,512),(64,32,520))", B_OF(16, .start = 896),
     "blocks, mn 128B, (0,24) at 1936 read at 1104, pitch 128: the blocks need different fields: "
     "the first has LBO 0, SBO 64; this one LBO 0, SBO 912"},
};

static void all_refused(const refusal *c, size_t n)
{
    static wgd_solve s;
    for (size_t i = 0; i < n; i++) {
        wgd_solve_query q = c[i].q;
        assert_int_equal(wgd_parse_composed(c[i].layout, strlen(c[i].layout), &q.layout, NULL),
                         WGD_OK);
        q.major = WGD_WANT_ANY;
        refused_so(&q, &s, c[i].said);
    }
}

static void aligned(void **state)
{
    (void)state;
    all_refused(alignments, sizeof alignments / sizeof alignments[0]);
}

static void in_columns(void **state)
{
    (void)state;
    all_refused(columns, sizeof columns / sizeof columns[0]);
}

static void in_lines(void **state)
{
    (void)state;
    all_refused(lines, sizeof lines / sizeof lines[0]);
}

static void in_fields(void **state)
{
    (void)state;
    all_refused(fields, sizeof fields / sizeof fields[0]);
}

static void in_blocks(void **state)
{
    (void)state;
    all_refused(blocks, sizeof blocks / sizeof blocks[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned),   cmocka_unit_test(in_columns), cmocka_unit_test(in_lines),
        cmocka_unit_test(in_fields), cmocka_unit_test(in_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
