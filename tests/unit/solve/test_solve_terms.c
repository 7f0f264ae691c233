/* SPDX-License-Identifier: MIT
 *
 * A solution in the terms of make_gmma_desc, written out, and where there are none; the blocks of a tile as slices of
 * it, and what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

static wgd_solve s;

static wgd_solve_query asked(const char *layout, wgd_solve_query q)
{
    wgd_diag d;
    if (wgd_parse_composed(layout, strlen(layout), &q.layout, &d) != WGD_OK) {
        fail_msg("%s: %s", layout, d.what);
    }
    q.major = WGD_WANT_ANY;
    memset(&s, 0x5a, sizeof s);
    return q;
}

/* ---- terms -------------------------------------------------------------------------------------- */

/* "TILE | BLOCK | CANONICAL | ITERATOR" of the solution number n, in 16 bytes. */
static const char *terms_of(int n)
{
    static wgd_solve_layouts out;
    static char line[640];
    char at[4][128];
    memset(&out, 0x5a, sizeof out);
    if (!wgd_solve_algebra(&s, &s.solution[n], &out)) {
        return "none";
    }
    wgd_composed_snprintf(at[0], sizeof at[0], &out.smem_u128, WGD_FMT_PLAIN);
    wgd_layout_snprintf(at[1], sizeof at[1], &out.block_u128, WGD_FMT_PLAIN);
    wgd_layout_snprintf(at[2], sizeof at[2], &out.canonical, WGD_FMT_PLAIN);
    wgd_layout_snprintf(at[3], sizeof at[3], &out.iterator, WGD_FMT_PLAIN);
    snprintf(line, sizeof line, "%s | %s | %s | %s", at[0], at[1], at[2], at[3]);
    return line;
}

static void terms(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        wgd_solve_query q;
        int n;
        const char *said;
    } rows[] = {
        {"Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)",
         {.start = 0x400},
         0,
         "Sw<3,4,3> o smem_ptr[128b] o (128,8):(8,1) | (64,2):(8,1) | ((8,8),(2,1)):((8,64),(1,0)) "
         "| (1,2,4):(0,512,2)"},
        {"((8,16),(8,4)):((8,64),(1,1024))",
         {.start = 0x400},
         0,
         "Sw<0,4,3> o smem_ptr[128b] o ((8,16),(1,4)):((1,8),(1,128)) | (64,(1,2)):(1,(1,128)) | "
         "((8,8),(2,1)):((1,8),(128,0)) | (1,2,2):(0,64,256)"},
        {"Sw<3,4,3> o smem_ptr[16b] o ((64,3),32):((1,2048),64)",
         {.start = 0x400},
         0,
         "Sw<3,4,3> o smem_ptr[128b] o ((8,3),32):((1,256),8) | (8,16):(1,8) | "
         "((8,1),(8,2)):((1,0),(8,64)) | (1,3,2):(0,256,128)"},
        {"((8,8),16):((1,128),8)",
         {.start = 0x400},
         0,
         "Sw<0,4,3> o smem_ptr[128b] o ((1,8),16):((1,16),1) | ((1,8),16):((1,16),1) | "
         "((1,8),(8,2)):((16,16),(1,8)) | (1,1,1):(0,0,0)"},
        /* a slice of two by two blocks; one that begins within a mode; a swizzle on offsets */
        {"Sw<3,4,3> o smem_ptr[16b] o (256,64):(64,1)",
         {.start = 0x400, .slice = {{64, 192}, {16, 48}}},
         0,
         "Sw<3,4,3> o smem_ptr[128b] o (128,4):(8,1) | (64,2):(8,1) | ((8,8),(2,1)):((8,64),(1,0)) "
         "| (1,2,2):(0,512,2)"},
        {"Sw<3,4,3> o smem_ptr[16b] o ((8,2,16),64):((64,512,1024),1)",
         {.start = 0x400, .operand = WGD_OPERAND_B, .n = 16, .slice = {{8, 24}, {0, 16}}},
         0,
         "Sw<3,4,3> o smem_ptr[128b] o ((8,2),2):((8,64),1) | (16,2):(8,1) | "
         "((8,2),(2,1)):((8,64),(1,0)) | (1,1,1):(0,0,0)"},
        {"Sw<3,3,3> o 0 o (128,64):(64,1)", {.start = 0x400}, 0, "none"},
        /* the layout's swizzle in another phase; another swizzle; none of the hardware's */
        {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)",
         {.start = 0x400, .operand = WGD_OPERAND_B},
         0,
         "Sw<3,4,3> o smem_ptr[128b] o (8,8):(8,1) | (8,2):(8,1) | ((8,1),(2,1)):((8,0),(1,0)) | "
         "(1,1,4):(0,0,2)"},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)",
         {.start = 0x400, .operand = WGD_OPERAND_B},
         1,
         "none"},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,32):(32,1)",
         {.start = 0x400, .operand = WGD_OPERAND_B},
         0,
         "none"},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,16):(64,1)",
         {.start = 0x400, .operand = WGD_OPERAND_B},
         1,
         "none"},
        {"Sw<1,4,10> o smem_ptr[16b] o (8,(8,2)):(8,(1,64))",
         {.operand = WGD_OPERAND_B},
         0,
         "none"},
        {"Sw<2,5,2> o smem_ptr[32b] o (32,16):(1,32)",
         {.start = 0x400, .operand = WGD_OPERAND_B, .dtype = WGD_TF32, .arch = WGD_SM100},
         0,
         "Sw<2,5,2> o smem_ptr[128b] o (8,16):(1,8) | (8,8):(1,8) | ((8,1),(4,2)):((1,0),(8,32)) | "
         "(1,1,2):(0,0,64)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_solve_query q = asked(rows[i].layout, rows[i].q);
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
        assert_string_equal(terms_of(rows[i].n), rows[i].said);
    }
}

/* ---- blocks ------------------------------------------------------------------------------------- */

static void blocks(void **state)
{
    (void)state;
    wgd_solve_query q = asked("Sw<3,4,3> o smem_ptr[16b] o (256,64):(64,1)", (wgd_solve_query){0});
    q.slice = (wgd_slice){{32, 224}, {16, 64}};
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    assert_true(s.blocks_mn == 3 && s.blocks_k == 3 && s.block_mn == 64 && s.block_k == 16);
    for (int b = 0; b < 9; b++) {
        const int i = b / 3, j = b % 3;
        wgd_slice at;
        memset(&at, 0x5a, sizeof at);
        assert_int_equal(wgd_solve_block_slice(&q, i, j, &at, NULL), WGD_OK);
        assert_true(at.mn[0] == 32 + 64 * i && at.mn[1] == 96 + 64 * i);
        assert_true(at.k[0] == 16 + 16 * j && at.k[1] == 32 + 16 * j);
        /* row 32 + 64 i, element 16 + 16 j, of rows of 128 bytes */
        assert_int_equal(wgd_solve_block_offset(&s, &s.solution[0], i, j), 8192 * i + 32 * j);
        assert_true(wgd_solve_block(&s, &s.solution[0], i, j) ==
                    ((uint64_t)(4096 + 8192 * i + 32 + 32 * j) / 16 | 1u << 16 |
                     UINT64_C(64) << 32 | UINT64_C(1) << 62));
    }
}

static void no_blocks(void **state)
{
    (void)state;
    static const struct {
        int64_t i, j;
        const char *got;
    } rows[] = {{-1, 0, "-1,0"},
                {0, -1, "0,-1"},
                {2, 0, "2,0"},
                {1, 4, "1,4"},
                {INT64_MAX, INT64_MIN, "9223372036854775807,-9223372036854775808"}};
    wgd_solve_query q = asked("Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)", (wgd_solve_query){0});
    wgd_slice at;
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        wgd_diag d = unfilled();
        assert_int_equal(wgd_solve_block_slice(&q, rows[n].i, rows[n].j, &at, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "block", "no such block in the tile", rows[n].got,
             "from 0,0 to 1,3");
        hinted(&d, "blocks are counted along MN, then K");
        assert_int_equal(wgd_solve_block_slice(&q, rows[n].i, rows[n].j, &at, NULL), WGD_ERR_VALUE);
    }
    q.layout.layout.shape.leaf[0] = 127;
    assert_int_equal(wgd_solve_block_slice(&q, 0, 0, &at, NULL), WGD_ERR_TILE);
    q.arch = WGD_SM120;
    assert_int_equal(wgd_solve_block_slice(&q, 0, 0, &at, NULL), WGD_ERR_VALUE);
}

static void asked_wrongly(void **state)
{
    (void)state;
    const wgd_solve_query q = asked("(20,16):(64,1)", (wgd_solve_query){.operand = WGD_OPERAND_B});
    wgd_diag d = unfilled();
    assert_int_equal(wgd_solve_layout(&q, &s, &d), WGD_ERR_N);
    said(&d, WGD_ERR_N, "n", "the rows of the layout are not a legal N, and no N is given", "20",
         "an N that divides them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms),
        cmocka_unit_test(blocks),
        cmocka_unit_test(no_blocks),
        cmocka_unit_test(asked_wrongly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
