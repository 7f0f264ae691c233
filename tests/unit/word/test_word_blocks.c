/* SPDX-License-Identifier: MIT
 *
 * The block that a tile is cut into for an instruction: each that there is, and each refusal to the letter. The lists in
 * them are those of PTX ISA's tables, typed in by hand; the limits are asked about on both sides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static wgd_diag d;

typedef struct {
    wgd_arch arch;
    wgd_operand operand;
    int64_t n, tile_mn, block[2];
    wgd_status status;
    int mn, k; /* of what is answered */
    const char *field, *what, *got, *want, *hint;
} block_row;

static const block_row blocks[] = {
    /* wgmma: 64 rows of A, N of B; the block says no more */
    {WGD_SM90, WGD_OPERAND_A, 0, 64, {0, 0}, WGD_OK, 64, 16, "", "", "", "", ""},
    {WGD_SM90, WGD_OPERAND_A, 0, 64, {64, 16}, WGD_OK, 64, 16, "", "", "", "", ""},
    {WGD_SM90, WGD_OPERAND_A, 24, 64, {0, 0}, WGD_OK, 64, 16, "", "", "", "", ""},
    {WGD_SM90,
     WGD_OPERAND_A,
     7,
     64,
     {0, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "not a legal N of a wgmma instruction",
     "7",
     "8 to 256 in steps of 8; nearest: 8",
     NULL},
    {WGD_SM90,
     WGD_OPERAND_A,
     1,
     64,
     {0, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "not a legal N of a wgmma instruction",
     "1",
     "8 to 256 in steps of 8; nearest: 8",
     NULL},
    {WGD_SM90,
     WGD_OPERAND_A,
     0,
     64,
     {128, 0},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "wgmma reads a block of other rows",
     "128",
     "64",
     "operand a is 64 rows, operand b N; K is 32 bytes"},
    {WGD_SM90,
     WGD_OPERAND_A,
     0,
     64,
     {1, 0},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "wgmma reads a block of other rows",
     "1",
     "64",
     "operand a is 64 rows, operand b N; K is 32 bytes"},
    {WGD_SM90,
     WGD_OPERAND_A,
     0,
     64,
     {64, 32},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "wgmma reads a block of another K",
     "32",
     "16",
     "operand a is 64 rows, operand b N; K is 32 bytes"},
    {WGD_SM90,
     WGD_OPERAND_A,
     0,
     64,
     {0, 1},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "wgmma reads a block of another K",
     "1",
     "16",
     "operand a is 64 rows, operand b N; K is 32 bytes"},
    {WGD_SM90, WGD_OPERAND_B, 0, 96, {0, 0}, WGD_OK, 96, 16, "", "", "", "", ""},
    {WGD_SM90, WGD_OPERAND_B, 0, 96, {48, 0}, WGD_OK, 48, 16, "", "", "", "", ""},
    {WGD_SM90, WGD_OPERAND_B, 32, 96, {32, 16}, WGD_OK, 32, 16, "", "", "", "", ""},
    {WGD_SM90,
     WGD_OPERAND_B,
     32,
     96,
     {48, 16},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "wgmma reads a block of other rows",
     "48",
     "32",
     "operand a is 64 rows, operand b N; K is 32 bytes"},
    {WGD_SM90,
     WGD_OPERAND_B,
     1,
     96,
     {0, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "not a legal N of a wgmma instruction",
     "1",
     "8 to 256 in steps of 8; nearest: 8",
     NULL},
    {WGD_SM90,
     WGD_OPERAND_B,
     0,
     100,
     {0, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "these are no N",
     "100",
     "other rows",
     NULL},
    /* tcgen05: 128 rows of A, or 64, where they divide the tile; N of B, or the rows of the block */
    {WGD_SM100, WGD_OPERAND_A, 0, 256, {0, 0}, WGD_OK, 128, 16, "", "", "", "", ""},
    {WGD_SM100, WGD_OPERAND_A, 0, 192, {0, 0}, WGD_OK, 64, 16, "", "", "", "", ""},
    {WGD_SM100, WGD_OPERAND_A, 0, 24, {0, 0}, WGD_OK, 24, 16, "", "", "", "", ""},
    {WGD_SM100, WGD_OPERAND_A, 0, 256, {64, 32}, WGD_OK, 64, 32, "", "", "", "", ""},
    {WGD_SM100, WGD_OPERAND_B, 0, 256, {0, 0}, WGD_OK, 256, 16, "", "", "", "", ""},
    {WGD_SM100, WGD_OPERAND_B, 40, 256, {0, 0}, WGD_OK, 40, 16, "", "", "", "", ""},
    {WGD_SM100, WGD_OPERAND_B, 40, 256, {40, 16}, WGD_OK, 40, 16, "", "", "", "", ""},
    {WGD_SM100,
     WGD_OPERAND_B,
     40,
     256,
     {48, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "N and the rows of the block differ",
     "40",
     "the block's rows",
     "for operand b the block is N x K: give one of them"},
    {WGD_SM100,
     WGD_OPERAND_B,
     40,
     256,
     {1, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "N and the rows of the block differ",
     "40",
     "the block's rows",
     "for operand b the block is N x K: give one of them"},
    {WGD_SM100,
     WGD_OPERAND_B,
     1,
     256,
     {48, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "N and the rows of the block differ",
     "1",
     "the block's rows",
     "for operand b the block is N x K: give one of them"},
    {WGD_SM100,
     WGD_OPERAND_B,
     0,
     1000,
     {0, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "no block of tcgen05 has so many rows",
     "1000",
     "8 to 256 in steps of 8",
     "say the instruction's M or N and its K"},
    {WGD_SM100,
     WGD_OPERAND_A,
     0,
     1,
     {0, 0},
     WGD_ERR_N,
     0,
     0,
     "n",
     "no block of tcgen05 has so many rows",
     "1",
     "8 to 256 in steps of 8",
     "say the instruction's M or N and its K"},
    {WGD_SM100,
     WGD_OPERAND_A,
     0,
     64,
     {-8, 0},
     WGD_ERR_N,
     0,
     0,
     "block",
     "no block of tcgen05 has so many rows",
     "-8",
     "8 to 256 in steps of 8",
     "say the instruction's M or N and its K"},
    {WGD_SM100,
     WGD_OPERAND_A,
     0,
     64,
     {INT64_C(4294967360), 0},
     WGD_ERR_N,
     0,
     0,
     "block",
     "no block of tcgen05 has so many rows",
     "4294967360",
     "8 to 256 in steps of 8",
     "say the instruction's M or N and its K"},
    {WGD_SM100,
     WGD_OPERAND_A,
     0,
     64,
     {1, 0},
     WGD_ERR_N,
     0,
     0,
     "block",
     "no block of tcgen05 has so many rows",
     "1",
     "8 to 256 in steps of 8",
     "say the instruction's M or N and its K"},
    {WGD_SM100,
     WGD_OPERAND_A,
     0,
     64,
     {0, 1},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "no instruction has so much K",
     "1",
     "16 elements (32 bytes), or 32 (B of a sparse instruction)",
     "96 elements are for K-major e2m1_packed4 of sm103 alone"},
    {WGD_SM100,
     WGD_OPERAND_A,
     0,
     64,
     {0, INT64_C(4294967312)},
     WGD_ERR_VALUE,
     0,
     0,
     "block",
     "no instruction has so much K",
     "4294967312",
     "16 elements (32 bytes), or 32 (B of a sparse instruction)",
     "96 elements are for K-major e2m1_packed4 of sm103 alone"},
};

static void inst_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(blocks); i++) {
        const block_row *b = &blocks[i];
        const wgd_block_ask ask = {b->n, b->tile_mn, b->block, "these are no N", "other rows"};
        wgd_read r = {WGD_F16, b->operand, WGD_MAJOR_K, 7, false, b->arch, 48};
        d = unfilled();
        assert_int_equal(wgd_inst_block(&ask, &r, &d), b->status);
        if (b->status == WGD_OK) {
            assert_int_equal(r.mn, b->mn);
            assert_int_equal(wgd_read_k(r), b->k);
            continue;
        }
        said(&d, b->status, b->field, b->what, b->got, b->want);
        if (b->hint) {
            hinted(&d, b->hint);
        }
        assert_int_equal(wgd_read_k(r), 16); /* no K of before, nor one that was tried */
    }
    const wgd_block_ask ask = {0, 100, (const int64_t[]){0, 0}, "these are no N", "other rows"};
    wgd_read r = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 0, false, WGD_SM90, 0};
    assert_int_equal(wgd_inst_block(&ask, &r, &d), WGD_ERR_N);
    hinted_at(&d, WGD_HINT_GIVE_N, 0, "");
}

/* The K of a form is none of its own. */
static void forms(void **state)
{
    (void)state;
    const wgd_block_ask ask = {0, 64, (const int64_t[]){64, 32}, "", ""};
    wgd_read r = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 0, true, WGD_SM100, 7};
    assert_int_equal(wgd_inst_block(&ask, &r, NULL), WGD_OK);
    assert_int_equal(r.k_bytes, 0);
    r.sparse = false;
    assert_int_equal(wgd_inst_block(&ask, &r, NULL), WGD_OK);
    assert_int_equal(r.k_bytes, 64);
    const wgd_block_ask half = {0, 64, (const int64_t[]){64, 16}, "", ""};
    r.sparse = true;
    assert_int_equal(wgd_inst_block(&half, &r, NULL), WGD_OK);
    assert_int_equal(r.k_bytes, 32);
}

/* 96 elements of packed fp4 are one instruction of sm_103's, dense and K-major (PTX ISA, tcgen05.mma, matrix shapes). */
static void k_of_96(void **state)
{
    (void)state;
    const wgd_block_ask ask = {0, 64, (const int64_t[]){64, 96}, "", ""};
    const wgd_read right = {WGD_E2M1_PACKED4, WGD_OPERAND_B, WGD_MAJOR_K, 0, false, WGD_SM103, 0};
    wgd_read r[5] = {right, right, right, right, right};
    assert_int_equal(wgd_inst_block(&ask, &r[0], NULL), WGD_OK);
    assert_int_equal(r[0].k_bytes, 48);
    r[1].arch = WGD_SM100;
    r[2].dtype = WGD_E2M1_UNPACKED8;
    r[3].major = WGD_MAJOR_MN;
    r[4].sparse = true;
    for (int i = 1; i < 5; i++) {
        assert_int_equal(wgd_inst_block(&ask, &r[i], &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, "block");
        assert_string_equal(d.what, "no instruction has so much K");
        assert_string_equal(d.got, "96");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(inst_blocks), cmocka_unit_test(forms),
                                       cmocka_unit_test(k_of_96)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
