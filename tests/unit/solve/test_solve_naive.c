/* SPDX-License-Identifier: MIT
 *
 * Small blocks, and every descriptor that reads them: each mode and base_offset with each pair of strides between their
 * pieces, tried by the fetch rule of one element. The solver finds those and no other, the layout's own first; says
 * of each which fields are read, by what moves when they change; and begins where the first element is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

typedef struct small {
    const char *layout;
    int64_t start;
    wgd_dtype dtype;
    wgd_major major;
    wgd_arch arch;
    int rows, found; /* how many */
    wgd_slice slice;
    wgd_swizzle_mode own; /* the layout's; -1: none of the hardware's */
} small;

enum { PIECES_MAX = 32 };

typedef struct pieces {
    wgd_read rd;
    int n, r[PIECES_MAX], k[PIECES_MAX]; /* the first element of each */
    int64_t at[PIECES_MAX];
} pieces;

static void pieces_of(const small *c, const wgd_solve *s, pieces *p)
{
    static wgd_block b;
    const wgd_read rd = {c->dtype, WGD_OPERAND_B, c->major, c->rows, false, c->arch, 0};
    const int per = 128 / wgd_dtype_bits(c->dtype);
    p->rd = rd;
    p->n = 0;
    wgd_block_make(&s->place, rd, 0, 0, &b);
    for (int e = 0; e < b.mn * b.k; e++) {
        const int r = e / b.k, k = e % b.k;
        if ((c->major == WGD_MAJOR_K ? k : r) % per == 0) {
            p->r[p->n] = r;
            p->k[p->n] = k;
            p->at[p->n++] = wgd_block_bit(&b, r, k) / 8;
        }
    }
}

static int64_t read_at(const pieces *p, wgd_desc d, int i)
{
    return wgd_fetch_byte(d, p->rd, (uint32_t)p->r[i], (uint32_t)p->k[i]);
}

static bool reads(const pieces *p, wgd_desc d)
{
    for (int i = 0; i < p->n; i++) {
        if (read_at(p, d, i) != p->at[i]) {
            return false;
        }
    }
    return true;
}

static bool moves(const pieces *p, wgd_desc a, wgd_desc b)
{
    bool moved = false;
    for (int i = 0; i < p->n; i++) {
        moved = moved || read_at(p, a, i) != read_at(p, b, i);
    }
    return moved;
}

/* Is there a word of this mode and base_offset? Its start is the first piece's, its strides lie between pieces. */
static bool some_word(const pieces *p, wgd_swizzle_mode m, int bo, uint16_t *start)
{
    wgd_desc d = {0, 0, 0, (uint8_t)bo, false, m};
    const int64_t origin = wgd_fetch_swizzle((uint32_t)p->at[0], m, (uint32_t)bo);
    uint16_t far[PIECES_MAX + 1] = {0};
    for (int i = 0; i < p->n; i++) {
        const int64_t at = wgd_fetch_swizzle((uint32_t)p->at[i], m, (uint32_t)bo) - origin;
        far[i] = (uint16_t)(at < 0 ? 0 : at / 16);
    }
    d.start = *start = (uint16_t)(origin / 16);
    for (int i = 0; i < p->n * p->n; i++) {
        d.lbo = far[i / p->n];
        d.sbo = far[i % p->n];
        if (reads(p, d)) {
            return true;
        }
    }
    return false;
}

/* Which fields move what is read. */
static unsigned read_fields(const pieces *p, wgd_desc d)
{
    wgd_desc start = d, lbo = d, sbo = d, bo = d;
    start.start ^= 1;
    lbo.lbo += 0x200;
    sbo.sbo += 0x200;
    bo.base_offset ^= 1;
    return (moves(p, d, start) ? WGD_READS_START : 0u) | (moves(p, d, lbo) ? WGD_READS_LBO : 0u) |
           (moves(p, d, sbo) ? WGD_READS_SBO : 0u) |
           (moves(p, d, bo) ? WGD_READS_BASE_OFFSET : 0u) | WGD_READS_LAYOUT_TYPE;
}

/* The place in the order: the layout's swizzle, the start before it, the code, base_offset. */
static int64_t place_in_order(const small *c, const wgd_solution *sol, int64_t start)
{
    return (sol->desc.swizzle == c->own ? 0 : 1 << 20) + (sol->desc.start == start ? 0 : 1 << 10) +
           (int64_t)wgd_desc_layout_type(sol->desc.swizzle, c->arch) * 8 + sol->desc.base_offset;
}

/* Where element (0, 0) of the slice lies before the swizzle, in 16 bytes. */
static int64_t own_start(const small *c, const wgd_composed *l)
{
    const int64_t at = wgd_layout_at2(&l->layout, c->slice.mn[0], c->slice.k[0]) + l->offset;
    return (c->start + at * wgd_dtype_bits(c->dtype) / 8) / 16;
}

static void check_small(const small *c)
{
    static wgd_solve s;
    static pieces p;
    wgd_solve_query q = {.dtype = c->dtype, .operand = WGD_OPERAND_B, .arch = c->arch};
    int found = 0;
    assert_int_equal(wgd_parse_composed(c->layout, strlen(c->layout), &q.layout, NULL), WGD_OK);
    q.start = c->start;
    q.n = c->rows;
    q.slice = c->slice;
    q.major = WGD_WANT_ANY;
    memset(&s, 0x5a, sizeof s);
    const wgd_status status = wgd_solve_layout(&q, &s, NULL);
    pieces_of(c, &s, &p);
    const int64_t start = own_start(c, &q.layout);
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        const wgd_swizzle_mode mode = (wgd_swizzle_mode)m;
        for (int bo = 0; bo <= (int)wgd_swizzle_row_mask(mode); bo++) {
            uint16_t first;
            if (wgd_mode_check(c->dtype, c->major, mode, c->arch, NULL) == WGD_OK &&
                some_word(&p, mode, bo, &first)) {
                int at = 0;
                while (at < s.n && (s.solution[at].desc.swizzle != mode ||
                                    s.solution[at].desc.base_offset != bo)) {
                    at++;
                }
                assert_in_range(at, 0, s.n - 1);
                assert_int_equal(s.solution[at].desc.start, first);
                found++;
            }
        }
    }
    assert_int_equal(found, c->found);
    assert_int_equal(status, found ? WGD_OK : WGD_ERR_NO_DESC);
    assert_int_equal(s.n, found);
    assert_true((s.refusal.reason == WGD_REASON_NONE) == (found > 0));
    for (int i = 0; i < s.n; i++) {
        const wgd_solution *sol = &s.solution[i];
        assert_int_equal(sol->read.major, c->major);
        assert_true(reads(&p, sol->desc));
        assert_int_equal(sol->reads, read_fields(&p, sol->desc));
        assert_int_equal(sol->canonical, sol->desc.swizzle == c->own &&
                                             sol->desc.base_offset == 0 &&
                                             sol->desc.start == start);
        assert_true(i == 0 || place_in_order(c, sol - 1, start) < place_in_order(c, sol, start));
    }
}

#define NO ((wgd_swizzle_mode)-1)

static void every_word(void **state)
{
    (void)state;
    static const small cases[] = {
        {"(8,(8,2)):(8,(1,64))",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         1,
         {{0}, {0}},
         WGD_SWZ_NONE},
        {"(8,32):(32,1)", 0x400, WGD_F16, WGD_MAJOR_K, WGD_SM90, 8, 0, {{0}, {0}}, WGD_SWZ_NONE},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,32):(32,1)",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)",
         0x600,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM100,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)",
         0x3fc00,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<3,3,3> o 0 o (8,64):(64,1)",
         0x200,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<3,3,3> o 0 o (8,64):(64,1)",
         0x380,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<2,4,3> o smem_ptr[16b] o (8,32):(32,1)",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_64B},
        {"Sw<1,4,3> o smem_ptr[16b] o (8,16):(16,1)",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM100,
         8,
         1,
         {{0}, {0}},
         WGD_SWZ_32B},
        {"Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)",
         0x400,
         WGD_F16,
         WGD_MAJOR_MN,
         WGD_SM90,
         8,
         2,
         {{8, 16}, {0, 16}},
         WGD_SWZ_128B},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,16):(1,64)",
         0x400,
         WGD_F16,
         WGD_MAJOR_MN,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<3,3,3> o 64 o (8,16):(1,64)",
         0x280,
         WGD_F16,
         WGD_MAJOR_MN,
         WGD_SM90,
         8,
         2,
         {{0}, {0}},
         WGD_SWZ_128B},
        {"Sw<2,4,3> o smem_ptr[16b] o (16,16):(1,32)",
         0x400,
         WGD_F16,
         WGD_MAJOR_MN,
         WGD_SM90,
         16,
         2,
         {{0}, {0}},
         WGD_SWZ_64B},
        {"(8,16):(1,8)", 0x400, WGD_F16, WGD_MAJOR_MN, WGD_SM90, 8, 1, {{0}, {0}}, WGD_SWZ_NONE},
        {"((8,2),16):((1,128),8)",
         0x400,
         WGD_F16,
         WGD_MAJOR_MN,
         WGD_SM90,
         16,
         1,
         {{0}, {0}},
         WGD_SWZ_NONE},
        {"(64,64):(8,1)",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         1,
         {{8, 16}, {0, 16}},
         WGD_SWZ_NONE},
        {"(64,(8,8)):(8,(1,512))",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         16,
         1,
         {{16, 32}, {8, 24}},
         WGD_SWZ_NONE},
        {"Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         16,
         2,
         {{8, 24}, {16, 32}},
         WGD_SWZ_128B},
        {"Sw<3,3,3> o 64 o (64,64):(64,1)",
         0x1400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{8, 16}, {32, 48}},
         WGD_SWZ_128B},
        {"Sw<3,3,3> o 0 o (64,64):(64,1)",
         0x1480,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         2,
         {{16, 24}, {8, 24}},
         WGD_SWZ_128B},
        {"Sw<2,5,2> o smem_ptr[32b] o (32,16):(1,32)",
         0x400,
         WGD_TF32,
         WGD_MAJOR_MN,
         WGD_SM100,
         16,
         2,
         {{16, 32}, {4, 12}},
         WGD_SWZ_128B_32B},
        {"Sw<2,3,2> o 32 o (16,8):(1,32)",
         0x480,
         WGD_TF32,
         WGD_MAJOR_MN,
         WGD_SM100,
         16,
         2,
         {{0}, {0}},
         WGD_SWZ_128B_32B},
        {"Sw<1,4,10> o smem_ptr[16b] o (8,(8,2)):(8,(1,64))",
         0x400,
         WGD_F16,
         WGD_MAJOR_K,
         WGD_SM90,
         8,
         1,
         {{0}, {0}},
         NO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_small(&cases[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
