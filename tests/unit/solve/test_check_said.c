/* SPDX-License-Identifier: MIT
 *
 * What a word that is wrong is told, all of it: a mistake of each kind made by hand, its repair, where the first wrong
 * element lies. How many are wrong, and which is the first, is counted a second time by the fetch rule of one
 * element; and the same for many words at once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

/* The words, field by field in 16 bytes. */
#define W(start, lbo, sbo, bo, code)                                                               \
    ((uint64_t)(start) | (uint64_t)(lbo) << 16 | (uint64_t)(sbo) << 32 | (uint64_t)(bo) << 49 |    \
     (uint64_t)(code) << 62)
#define T(start, lbo, sbo, bo, code)                                                               \
    ((uint64_t)(start) | (uint64_t)(lbo) << 16 | (uint64_t)(sbo) << 32 | UINT64_C(1) << 46 |       \
     (uint64_t)(bo) << 49 | (uint64_t)(code) << 61)

typedef struct tile {
    const char *layout;
    int64_t start;
    wgd_read rd;
} tile;

typedef struct asked {
    int i, j;
    uint64_t word;
    const char *said;
} asked;

/* "WRONG of TOTAL from (MN,K), which lies at BYTE, read at BYTE: CAUSE, fields F, WORD", and which other block. */
static const char *line_of(const wgd_check *c, wgd_arch arch)
{
    static char line[512];
    if (c->match) {
        snprintf(line, sizeof line, "right, %lld of %lld, %s, fields %u, %llx", (long long)c->wrong,
                 (long long)c->total, wgd_cause_name(c->cause), c->fields,
                 (unsigned long long)wgd_desc_pack(c->repaired, arch));
        return line;
    }
    const int n =
        snprintf(line, sizeof line,
                 "%lld of %lld from (%d,%d), which lies at %lld, read at %lld: %s, fields %u, %llx",
                 (long long)c->wrong, (long long)c->total, c->mn, c->k, (long long)c->expected_byte,
                 (long long)c->fetched_byte, wgd_cause_name(c->cause), c->fields,
                 (unsigned long long)wgd_desc_pack(c->repaired, arch));
    if (c->cause == WGD_CAUSE_OTHER_BLOCK) {
        snprintf(line + n, sizeof line - (size_t)n, ", block (%d,%d)", c->other_mn, c->other_k);
    } else if (c->cause == WGD_CAUSE_LAYOUT) {
        snprintf(line + n, sizeof line - (size_t)n, ", %.250s", c->refusal.text);
    }
    return line;
}

static void place_of(const tile *t, wgd_place *p)
{
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(t->layout, strlen(t->layout), &c, NULL), WGD_OK);
    assert_int_equal(wgd_place_make(&c, t->rd.dtype, t->start, p, NULL), WGD_OK);
}

/* Elements that the rule of one element has read elsewhere: how many, and the first. */
static void counted(uint64_t word, wgd_read rd, const wgd_place *p, int i, int j, wgd_check *c)
{
    static wgd_block b;
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    const bool none = wgd_word_check(word, rd, NULL) != WGD_OK;
    wgd_block_make(p, rd, i, j, &b);
    c->wrong = 0;
    for (int e = 0; e < b.mn * b.k; e++) {
        const int r = e / b.k, k = e % b.k;
        const int in_byte = (rd.major == WGD_MAJOR_K ? k : r) * b.bits % 8;
        const int64_t at = wgd_block_bit(&b, r, k);
        const int64_t got = wgd_fetch_byte(d, rd, (uint32_t)r, (uint32_t)k) * INT64_C(8) + in_byte;
        if ((none || got != at) && c->wrong++ == 0) {
            c->mn = r;
            c->k = k;
            c->expected_byte = at / 8;
            c->fetched_byte = none ? -1 : got / 8;
        }
    }
}

static void checked(uint64_t word, wgd_read rd, const wgd_place *p, int i, int j, wgd_check *c)
{
    wgd_check again;
    uint32_t wrong[3];
    const uint64_t words[3] = {~word, word, word};
    memset(c, 0x5a, sizeof *c);
    memset(wrong, 0x5a, sizeof wrong);
    assert_int_equal(wgd_check_desc(word, rd, p, i, j, c, NULL), WGD_OK);
    counted(word, rd, p, i, j, &again);
    assert_int_equal(c->wrong, again.wrong);
    assert_int_equal(c->match, again.wrong == 0);
    assert_int_equal(c->total, rd.mn * wgd_read_k(rd));
    if (!c->match) {
        assert_true(c->mn == again.mn && c->k == again.k);
        assert_true(c->expected_byte == again.expected_byte);
        assert_true(c->fetched_byte == again.fetched_byte);
    }
    assert_int_equal(wgd_check_words(words, 3, rd, p, i, j, wrong, NULL), WGD_OK);
    assert_int_equal(wrong[1], c->wrong);
    assert_int_equal(wrong[2], c->wrong);
    counted(~word, rd, p, i, j, &again);
    assert_int_equal(wrong[0], again.wrong);
}

static void all_said(const tile *t, const asked *a, size_t n)
{
    wgd_place p;
    wgd_check c;
    place_of(t, &p);
    for (size_t x = 0; x < n; x++) {
        checked(a[x].word, t->rd, &p, a[x].i, a[x].j, &c);
        assert_string_equal(line_of(&c, t->rd.arch), a[x].said);
    }
}
#define ALL(tile, rows) all_said(&(tile), rows, sizeof(rows) / sizeof(rows)[0])

/* ---- K-major rows of 128 bytes, in two atoms along K -------------------------------------------- */

static void two_atoms(void **state)
{
    (void)state;
    static const tile t = {"Sw<3,4,3> o smem_ptr[16b] o (128,(64,2)):(64,(1,8192))",
                           0x400,
                           {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked rows[] = {
        {0, 0, W(0x40, 1, 64, 0, 1), "right, 0 of 1024, none, fields 0, 4000004000010040"},
        {0, 0, W(0x40, 0x155, 64, 0, 1), "right, 0 of 1024, none, fields 0, 4000004001550040"},
        {0, 0, W(0x40, 1, 65, 0, 1),
         "896 of 1024 from (8,0), which lies at 2048, read at 2064: field, fields 4, "
         "4000004000010040"},
        {0, 0, W(0x43, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 1072: field, fields 1, "
         "4000004000010040"},
        {0, 0, W(0x40, 1, 64, 1, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 1136: field, fields 8, "
         "4000004000010040"},
        /* the codes of tcgen05 and of TMA for 128B, and of none */
        {0, 0, W(0x40, 1, 64, 0, 2),
         "896 of 1024 from (1,0), which lies at 1168, read at 1088: swizzle_code_tcgen05, fields "
         "16, 4000004000010040"},
        {0, 0, W(0x40, 1, 64, 0, 3),
         "896 of 1024 from (1,0), which lies at 1168, read at 1056: swizzle_code_tma, fields 16, "
         "4000004000010040"},
        {0, 0, W(0x40, 1, 64, 0, 0),
         "896 of 1024 from (1,0), which lies at 1168, read at 1040: field, fields 16, "
         "4000004000010040"},
        /* times 16, over 16 */
        {0, 0, W(0x400, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 16384: start_not_shifted, fields 1, "
         "4000004000010040"},
        {0, 0, W(0x40, 1, 0x400, 0, 1),
         "896 of 1024 from (8,0), which lies at 2048, read at 17408: bytes_for_units, fields 4, "
         "4000004000010040"},
        {0, 0, W(0x400, 1, 0x400, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 16384: bytes_for_units, fields 5, "
         "4000004000010040"},
        {0, 0, W(0x4, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 64: units_for_bytes, fields 1, "
         "4000004000010040"},
        {0, 0, W(0x40, 1, 4, 0, 1),
         "896 of 1024 from (8,0), which lies at 2048, read at 1088: units_for_bytes, fields 4, "
         "4000004000010040"},
        {0, 0, W(0x4, 1, 4, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 64: units_for_bytes, fields 5, "
         "4000004000010040"},
        {0, 0, W(0x41, 1, 65, 1, 3),
         "1000 of 1024 from (0,8), which lies at 1040, read at 1072: fields, fields 29, "
         "4000004000010040"},
        /* block (1,4) begins the second atom, and 8 blocks of 32 bytes do not lead there */
        {1, 4, W(0x240 + 0x400, 1, 64, 0, 1), "right, 0 of 1024, none, fields 0, 4000004000010640"},
        {1, 4, W(0x240 + 8, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 25600, read at 9360: k_step_left_atom, fields 1, "
         "4000004000010640"},
        {1, 4, W(0x240 + 8, 1, 65, 0, 1),
         "1024 of 1024 from (0,0), which lies at 25600, read at 9360: fields, fields 5, "
         "4000004000010640"},
        {1, 5, W(0x240 + 10, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 25632, read at 9392: k_step_left_atom, fields 1, "
         "4000004000010642"},
        {1, 4, W(0x240 + 6, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 25600, read at 9312: other_block, fields 1, "
         "4000004000010640, block (1,3)"},
        {1, 2, W(0x40, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 9280, read at 1024: other_block, fields 1, "
         "4000004000010244, block (0,0)"},
        {0, 0, W(0x244, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 9280: other_block, fields 1, "
         "4000004000010040, block (1,2)"},
        {1, 1, W(0x240 + 0x406, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 9248, read at 25696: other_block, fields 1, "
         "4000004000010242, block (1,7)"},
        {1, 1, W(0x240 + 0x408, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 9248, read at 25744: field, fields 1, "
         "4000004000010242"},
    };
    ALL(t, rows);
}

/* Blocks (2,0) and (0,1) of the tile are none of the slice. */
static void of_a_slice(void **state)
{
    (void)state;
    static const tile t = {"Sw<3,4,3> o smem_ptr[16b] o (192,64):(64,1)",
                           0x400,
                           {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const wgd_slice part = {{0, 128}, {0, 16}};
    static const struct {
        uint64_t word;
        wgd_cause cause;
    } rows[] = {{W(0x40 + 0x400, 1, 64, 0, 1), WGD_CAUSE_FIELD},
                {W(0x40 + 2, 1, 64, 0, 1), WGD_CAUSE_FIELD},
                {W(0x40 + 0x200, 1, 64, 0, 1), WGD_CAUSE_OTHER_BLOCK}};
    wgd_place p;
    place_of(&t, &p);
    assert_int_equal(wgd_place_cut(&p, &part, NULL), WGD_OK);
    for (int i = 0; i < 3; i++) {
        wgd_check c;
        checked(rows[i].word, t.rd, &p, 0, 0, &c);
        assert_int_equal(c.cause, rows[i].cause);
        assert_true(c.cause != WGD_CAUSE_OTHER_BLOCK || (c.other_mn == 1 && c.other_k == 0));
    }
}

/* ---- other swizzles, and what nothing reads ------------------------------------------------------ */

/* 0x10410 bytes: more than the 14 bits of the field, so that they spill into LBO, or are cut. */
static void no_swizzle(void **state)
{
    (void)state;
    static const tile t = {"((8,8),(8,2)):((8,64),(1,512))",
                           0x10410,
                           {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked rows[] = {
        {0, 0, W(0x1041, 64, 8, 0, 0), "right, 0 of 1024, none, fields 0, 800401041"},
        {0, 0, W(0x1041, 64, 8, 0, 0) - 0x1041 + 0x10410,
         "1024 of 1024 from (0,0), which lies at 66576, read at 16640: start_not_shifted, fields "
         "3, 800401041"},
        {0, 0, (W(0x1041, 64, 8, 0, 0) & ~UINT64_C(0x3fff)) | 0x10410,
         "1024 of 1024 from (0,0), which lies at 66576, read at 16640: start_not_shifted, fields "
         "3, 800401041"},
        {0, 0, W(0x410, 64, 8, 0, 0),
         "1024 of 1024 from (0,0), which lies at 66576, read at 16640: start_not_shifted, fields "
         "1, 800401041"},
        {0, 0, W(0x1041, 8, 64, 0, 0),
         "896 of 1024 from (0,8), which lies at 67600, read at 66704: lbo_sbo_swapped, fields 6, "
         "800401041"},
        {0, 0, W(0x1041, 63, 8, 0, 0),
         "512 of 1024 from (0,8), which lies at 67600, read at 67584: field, fields 2, 800401041"},
        {0, 0, W(0x1041, 0x400, 8, 0, 0),
         "512 of 1024 from (0,8), which lies at 67600, read at 82960: bytes_for_units, fields 2, "
         "800401041"},
        {0, 0, W(0x1041, 0x400, 0x80, 0, 0),
         "960 of 1024 from (0,8), which lies at 67600, read at 82960: bytes_for_units, fields 6, "
         "800401041"},
        {0, 0, W(0x1041, 4, 8, 0, 0),
         "512 of 1024 from (0,8), which lies at 67600, read at 66640: units_for_bytes, fields 2, "
         "800401041"},
        {0, 0, W(0x1041, 4, 0, 0, 0),
         "960 of 1024 from (0,8), which lies at 67600, read at 66640: units_for_bytes, fields 6, "
         "800401041"},
        {0, 0, W(0x104, 4, 0, 0, 0),
         "1024 of 1024 from (0,0), which lies at 66576, read at 4160: units_for_bytes, fields 7, "
         "800401041"},
        {0, 0, W(0x1041, 64, 8, 0, 1),
         "1016 of 1024 from (0,8), which lies at 67600, read at 66592: field, fields 16, "
         "800401041"},
        {0, 0, W(0x1042, 8, 64, 0, 0),
         "1024 of 1024 from (0,0), which lies at 66576, read at 66592: fields, fields 7, "
         "800401041"},
    };
    ALL(t, rows);
}

static void narrow_swizzles(void **state)
{
    (void)state;
    static const tile t64 = {"Sw<2,4,3> o smem_ptr[16b] o (64,(32,2)):(32,(1,2048))",
                             0x400,
                             {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked of64[] = {
        {0, 0, W(0x40, 1, 32, 4, 2),
         "right, 0 of 1024, none, fields 0, 8008002000010040"}, /* beyond the two bits of base_offset */
        {0, 0, W(0x41, 1, 32, 4, 2),
         "1024 of 1024 from (0,0), which lies at 1024, read at 1040: field, fields 1, "
         "8008002000010040"},
        {0, 0, W(0x41, 1, 32, 5, 2),
         "512 of 1024 from (0,0), which lies at 1024, read at 1056: fields, fields 9, "
         "8008002000010040"},
        {0, 0, W(0x40, 1, 32, 0, 0),
         "896 of 1024 from (1,0), which lies at 1088, read at 1040: swizzle_code_tcgen05, fields "
         "16, 8000002000010040"},
        {0, 2, W(0x44, 1, 32, 0, 2),
         "1024 of 1024 from (0,0), which lies at 5120, read at 1088: k_step_left_atom, fields 1, "
         "8000002000010140"},
        {0, 2, W(0x44, 1, 33, 0, 2),
         "1024 of 1024 from (0,0), which lies at 5120, read at 1088: fields, fields 5, "
         "8000002000010140"},
        {0, 1, W(0x44, 1, 32, 0, 2),
         "1024 of 1024 from (0,0), which lies at 1056, read at 1088: field, fields 1, "
         "8000002000010042"},
    };
    static const tile t32 = {"Sw<1,4,3> o smem_ptr[16b] o (64,16):(16,1)",
                             0x400,
                             {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked of32[] = {
        {0, 0, W(0x40, 1, 16, 0, 3), "right, 0 of 1024, none, fields 0, c000001000010040"},
        {0, 0, W(0x40, 1, 16, 0, 1),
         "992 of 1024 from (1,0), which lies at 1056, read at 1168: swizzle_code_tma, fields 16, "
         "c000001000010040"},
        {0, 0, W(0x40, 1, 16, 0, 2),
         "960 of 1024 from (1,0), which lies at 1056, read at 1088: swizzle_code_tcgen05, fields "
         "16, c000001000010040"},
    };
    ALL(t64, of64);
    ALL(t32, of32);
}

/* The largest block: 256 rows of 64 bytes. */
static void all_pieces(void **state)
{
    (void)state;
    static const tile t = {"Sw<2,4,3> o smem_ptr[16b] o (256,32):(32,1)",
                           0x400,
                           {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 256, true, WGD_SM90, 0}};
    static const asked rows[] = {
        {0, 0, W(0x40, 1, 32, 0, 2), "right, 0 of 8192, none, fields 0, 8000002000010040"},
        {0, 0, W(0x40, 1, 33, 0, 2),
         "7936 of 8192 from (8,0), which lies at 1536, read at 1552: field, fields 4, "
         "8000002000010040"}};
    ALL(t, rows);
}

/* What nothing reads stays as it was: LBO of MN-major rows of one atom, SBO of eight rows. */
static void unread(void **state)
{
    (void)state;
    static const tile mn = {"Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)",
                            0x400,
                            {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, 64, false, WGD_SM90, 0}};
    static const asked of_mn[] = {
        {0, 0, W(0x40, 77, 64, 0, 1), "right, 0 of 1024, none, fields 0, 40000040004d0040"},
        {0, 0, W(0x41, 77, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 1024, read at 1040: field, fields 1, "
         "40000040004d0040"},
        {0, 0, W(0x40, 64, 77, 0, 1),
         "512 of 1024 from (0,8), which lies at 2048, read at 2240: lbo_sbo_swapped, fields 4, "
         "4000004000400040"}};
    static const tile few = {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)",
                             0x400,
                             {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0}};
    static const asked of_few[] = {
        {0, 0, W(0x40, 77, 99, 0, 1), "right, 0 of 128, none, fields 0, 40000063004d0040"},
        {0, 0, W(0x41, 77, 99, 0, 1),
         "128 of 128 from (0,0), which lies at 1024, read at 1040: field, fields 1, "
         "40000063004d0040"},
        {0, 1, W(0x41, 77, 99, 0, 1),
         "128 of 128 from (0,0), which lies at 1056, read at 1040: field, fields 1, "
         "40000063004d0042"}};
    ALL(mn, of_mn);
    ALL(few, of_few);
}

/* Patterns on offsets: the base_offset of 0x5080 is 1, and 2 where the address had been shifted before; that of
 * the second block's 0x7080 is 1 as well, and then 6. From 0x200 on two descriptors are right, {0x20, 4} and {0x24, 0}. */
static void phases(void **state)
{
    (void)state;
    static const tile t = {"Sw<3,3,3> o 0 o (128,64):(64,1)",
                           0x5080,
                           {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked rows[] = {
        {0, 0, W(0x508, 1, 64, 1, 1), "right, 0 of 1024, none, fields 0, 4002004000010508"},
        {1, 0, W(0x708, 1, 64, 2, 1),
         "1024 of 1024 from (0,0), which lies at 28800, read at 28912: base_offset_shifted, fields "
         "8, 4002004000010708"},
        {1, 0, W(0x708, 1, 64, 6, 1),
         "1024 of 1024 from (0,0), which lies at 28800, read at 28848: base_offset_shifted, fields "
         "8, 4002004000010708"},
        {1, 0, W(0x708, 1, 64, 3, 1),
         "1024 of 1024 from (0,0), which lies at 28800, read at 28896: field, fields 8, "
         "4002004000010708"},
        {0, 0, W(0x509, 1, 64, 1, 1),
         "1024 of 1024 from (0,0), which lies at 20608, read at 20624: field, fields 1, "
         "4002004000010508"},
        {0, 0, W(0x508, 1, 65, 2, 1),
         "928 of 1024 from (0,0), which lies at 20608, read at 20720: fields, fields 12, "
         "4002004000010508"},
    };
    static const tile high = {"Sw<3,3,3> o 0 o (128,64):(64,1)",
                              0x7c80,
                              {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked of_high[] = {{1, 0, W(0x9c8, 1, 64, 7, 1),
                                     "1024 of 1024 from (0,0), which lies at 40064, read at 40096: "
                                     "base_offset_shifted, fields 8, 40020040000109c8"},
                                    {1, 0, W(0x9c8, 1, 64, 3, 1),
                                     "1024 of 1024 from (0,0), which lies at 40064, read at 40160: "
                                     "base_offset_shifted, fields 8, 40020040000109c8"}};
    static const tile t64 = {"Sw<2,3,3> o 0 o (128,32):(32,1)",
                             0x5080,
                             {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked of64[] = {{1, 0, W(0x608, 1, 32, 6, 2),
                                  "1024 of 1024 from (0,0), which lies at 24704, read at 24752: "
                                  "base_offset_shifted, fields 8, 800a002000010608"},
                                 {1, 0, W(0x608, 1, 32, 4, 2),
                                  "1024 of 1024 from (0,0), which lies at 24704, read at 24720: "
                                  "base_offset_shifted, fields 8, 800a002000010608"},
                                 {1, 0, W(0x608, 1, 32, 7, 2),
                                  "1024 of 1024 from (0,0), which lies at 24704, read at 24736: "
                                  "other_block, fields 1, 800e00200001060a, block (1,1)"}};
    static const tile two = {"Sw<3,3,3> o 0 o (64,64):(64,1)",
                             0x200,
                             {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0}};
    static const asked of_two[] = {
        {0, 0, W(0x20, 1, 64, 4, 1), "right, 0 of 1024, none, fields 0, 4008004000010020"},
        {0, 0, W(0x24, 1, 64, 0, 1), "right, 0 of 1024, none, fields 0, 4000004000010024"},
        {0, 0, W(0x20, 1, 64, 0, 1),
         "1024 of 1024 from (0,0), which lies at 512, read at 576: base_offset_shifted, fields 8, "
         "4008004000010020"},
        {0, 0, W(0x24, 1, 64, 4, 1),
         "1024 of 1024 from (0,0), which lies at 512, read at 576: other_block, fields 1, "
         "4008004000010020, block (0,2)"},
        {0, 0, W(0x23, 1, 64, 2, 1),
         "1024 of 1024 from (0,0), which lies at 512, read at 528: fields, fields 9, "
         "4000004000010024"},
        {0, 0, W(0x20, 1, 65, 2, 1),
         "896 of 1024 from (0,0), which lies at 512, read at 544: fields, fields 12, "
         "4008004000010020"},
        {0, 0, W(0x24, 1, 65, 2, 1),
         "960 of 1024 from (0,0), which lies at 512, read at 608: fields, fields 12, "
         "4000004000010024"},
    };
    ALL(t, rows);
    ALL(high, of_high);
    ALL(t64, of64);
    ALL(two, of_two);
}

/* ---- tcgen05 ------------------------------------------------------------------------------------ */

static void of_tcgen05(void **state)
{
    (void)state;
    static const tile t = {"Sw<3,4,3> o smem_ptr[16b] o (256,64):(64,1)",
                           0x400,
                           {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 0}};
    static const asked rows[] = {
        {0, 0, T(0x40, 1, 64, 0, 2), "right, 0 of 2048, none, fields 0, 4000404000010040"},
        {1, 1, T(0x40 + 0x400 + 2, 1, 64, 0, 2) & ~(UINT64_C(1) << 46),
         "2048 of 2048 from (0,0), which lies at 17440, read at -1: version, fields 0, "
         "4000404000010442"}, /* no version */
        {0, 0, T(0x40, 1, 64, 0, 1),
         "2048 of 2048 from (0,0), which lies at 1024, read at -1: swizzle_code_wgmma, fields 16, "
         "4000404000010040"}, /* wgmma's code */
        {0, 0, T(0x40, 1, 64, 0, 3),
         "2048 of 2048 from (0,0), which lies at 1024, read at -1: swizzle_code_tma, fields 16, "
         "4000404000010040"}, /* TMA's */
        {1, 1, T(0x40 + 0x400 + 2, 1, 64, 0, 7),
         "2048 of 2048 from (0,0), which lies at 17440, read at -1: field, fields 16, "
         "4000404000010442"}, /* nobody's */
        {0, 0, T(0x40, 1, 64, 0, 4),
         "1792 of 2048 from (1,0), which lies at 1168, read at 1088: field, fields 16, "
         "4000404000010040"},
        {0, 0, T(0x40, 1, 0x400, 0, 2),
         "1920 of 2048 from (8,0), which lies at 2048, read at 17408: bytes_for_units, fields 4, "
         "4000404000010040"},
    };
    static const tile atoms32 = {"Sw<2,5,2> o smem_ptr[32b] o (32,8):(1,32)",
                                 0x400,
                                 {WGD_TF32, WGD_OPERAND_B, WGD_MAJOR_MN, 32, false, WGD_SM100, 0}};
    static const asked of32[] = {
        {0, 0, T(0x40, 0, 32, 0, 1), "right, 0 of 256, none, fields 0, 2000402000000040"},
        {0, 0, T(0x40, 0, 32, 0, 2),
         "256 of 256 from (0,0), which lies at 1024, read at -1: field, fields 16, "
         "2000402000000040"},
        {0, 0, T(0x40, 0, 32, 0, 0),
         "256 of 256 from (0,0), which lies at 1024, read at -1: field, fields 16, "
         "2000402000000040"}};
    ALL(t, rows);
    ALL(atoms32, of32);
}

/* ---- no descriptor at all ------------------------------------------------------------------------ */

static void layouts(void **state)
{
    (void)state;
    const wgd_read k = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    const wgd_read b1 = {WGD_B1, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    const wgd_read e4m3 = {WGD_E4M3, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    wgd_read mn = k;
    mn.major = WGD_MAJOR_MN;
    const struct {
        tile t;
        asked a;
    } rows[] = {
        {{"(64,(4,4)):(64,(1,8))", 0, k},
         {0, 0, W(0, 64, 8, 0, 0),
          "1020 of 1024 from (0,4), which lies at 16, read at 8: layout, fields 0, 800400000, only "
          "4 consecutive elements (8 of 16 bytes) along K: wgmma fetches 16 consecutive bytes"}},
        {{"(128,32):(40,1)", 0, k},
         {1, 1, W(0, 64, 8, 0, 0),
          "1024 of 1024 from (0,0), which lies at 5152, read at 0: layout, fields 0, 800400000, "
          "row pitch 80 bytes: within a group of 8 it is 16 without swizzle, or the 32, 64 or 128 "
          "of the swizzle"}},
        {{"Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)", 0x400, k},
         {0, 0, W(0x40, 0, 64, 0, 1),
          "1008 of 1024 from (0,1), which lies at 1168, read at 1026: major, fields 0, "
          "4000004000000040"}},
        {{"Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)", 0x400, k},
         {0, 0, W(0x40, 0, 65, 0, 1),
          "1016 of 1024 from (0,1), which lies at 1168, read at 1026: layout, fields 0, "
          "4000004100000040, consecutive elements run along MN, so the layout is MN-major, not "
          "K-major"}},
        {{"Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", 0x400, mn},
         {0, 1, W(0x42, 1, 64, 0, 1),
          "1008 of 1024 from (0,1), which lies at 1058, read at 1200: major, fields 0, "
          "4000004000010042"}},
        {{"Sw<2,4,3> o smem_ptr[8b] o (64,32):(1,64)", 0x400, e4m3},
         {0, 0, W(0x40, 0, 32, 0, 2),
          "2016 of 2048 from (0,1), which lies at 1088, read at 1025: layout, fields 0, "
          "8000002000000040, e4m3 cannot be MN-major: consecutive elements run along MN here, and "
          "wgmma has imm-trans for 16-bit types only"}},
        {{"((8,8),(128,2)):((128,1024),(1,8192))", 0, b1},
         {0, 0, W(0, 64, 9, 0, 0),
          "14336 of 16384 from (8,0), which lies at 128, read at 144: field, fields 4, 800400000"}},
        {{"((8,8),(128,2)):((128,1024),(1,8192))", 0, b1},
         {0, 0, W(0, 64, 8, 0, 0), "right, 0 of 16384, none, fields 0, 800400000"}},
        {{"((8,8),(2,64,2)):((128,1024),(64,1,8192))", 0, b1},
         {0, 0, W(0, 64, 8, 0, 0),
          "16128 of 16384 from (0,1), which lies at 8, read at 0: layout, fields 0, 800400000, no "
          "16 consecutive bytes to fetch: neighbours along K are 64 bits apart, neighbours along "
          "MN 128, and an element has 1"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        all_said(&rows[i].t, &rows[i].a, 1);
    }
}

/* The tile begins 16 bytes below 2^16; from there on bit 16 turns bit 14. A word reads all but the first piece. */
static void first_piece_elsewhere(void **state)
{
    (void)state;
    static const tile t = {"Sw<1,14,2> o smem_ptr[16b] o (8,(8,2)):(8,(1,256))",
                           0xfff0,
                           {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0}};
    static const asked rows[] = {
        {0, 0, W(0x13ff, 32, 0, 0, 0),
         "8 of 128 from (0,0), which lies at 65520, read at 81904: layout, fields 0, 2013ff, "
         "Sw<1,14,2> of byte addresses is none of wgmma's swizzles: 32B Sw<1,4,3>, 64B Sw<2,4,3>, "
         "128B Sw<3,4,3>"}};
    ALL(t, rows);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(wgd_cause_text(WGD_CAUSE_NONE), "nothing is wrong");
    assert_string_equal(wgd_cause_text(WGD_CAUSE_SWAPPED), "LBO and SBO are swapped");
    assert_string_equal(wgd_cause_text(WGD_CAUSE_FIELDS), "several fields have the wrong value");
    assert_string_equal(wgd_cause_name(WGD_CAUSE_FIELDS), "fields");
    assert_string_equal(wgd_reason_name(WGD_REASON_OTHER), "other");
    assert_string_equal(wgd_change_name(WGD_CHANGE_K_MAJOR), "k_major");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(two_atoms),
        cmocka_unit_test(of_a_slice),
        cmocka_unit_test(no_swizzle),
        cmocka_unit_test(narrow_swizzles),
        cmocka_unit_test(unread),
        cmocka_unit_test(all_pieces),
        cmocka_unit_test(phases),
        cmocka_unit_test(of_tcgen05),
        cmocka_unit_test(layouts),
        cmocka_unit_test(first_piece_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
