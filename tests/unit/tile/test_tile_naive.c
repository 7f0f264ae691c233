/* SPDX-License-Identifier: MIT
 *
 * A second, naive way to the same descriptors, written from the definitions and using none of the
 * layout algebra: where tile_to_shape puts each element is computed by counting atoms, and LBO and
 * SBO are read off as differences of those positions, by the words of the PTX ISA: for tcgen05 from
 * its tables of layout types and canonical layouts, not from CUTLASS's code. Compared with the library
 * over every legal architecture x dtype x operand x major x swizzle x N x tile x order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "wgdesc.h"

typedef struct naive {
    int64_t bits, atom_mn, atom_k, atoms_mn, atoms_k, row_bytes, lines;
    int k_major, mn_first, tcgen05, atom32;
} naive;

static naive naive_of(const wgd_tile_query *q)
{
    static const int row_bytes[] = {16, 32, 64, 128, 128};
    static const int bits[] = {16, 16, 32, 8, 8, 8, 8, 1, 8, 8, 8, 4};
    naive v;
    v.tcgen05 = q->arch != WGD_SM90;
    v.atom32 = q->swizzle == WGD_SWZ_128B_32B;
    v.lines = v.atom32 ? 4 : 8;
    v.bits = bits[q->dtype];
    v.row_bytes = row_bytes[q->swizzle];
    v.k_major = q->major == WGD_MAJOR_K;
    v.mn_first = q->order[0] == 1;
    v.atom_mn = v.k_major ? v.lines : v.row_bytes * 8 / v.bits;
    v.atom_k = v.k_major ? v.row_bytes * 8 / v.bits : v.lines;
    v.atoms_mn = q->mn / v.atom_mn;
    v.atoms_k = q->k / v.atom_k;
    return v;
}

/* Byte offset of an element from the tile's start before the swizzle (of its byte, for b1): the
 * atom it is in, then the row, then the place in the row. */
static int64_t unswizzled(const naive *v, int64_t mn, int64_t k)
{
    const int64_t i = mn / v->atom_mn, j = k / v->atom_k;
    const int64_t atom = v->mn_first ? j * v->atoms_mn + i : i * v->atoms_k + j;
    const int64_t row = v->k_major ? mn % v->lines : k % v->lines;
    const int64_t in_row = v->k_major ? k % v->atom_k : mn % v->atom_mn;
    return atom * v->lines * v->row_bytes + row * v->row_bytes + in_row * v->bits / 8;
}

/* The published XOR: row of the 128-byte lines into the 16-byte chunk number; with 32-byte atoms the
 * four of a line trade places. */
static int64_t swizzled(const naive *v, int64_t byte)
{
    if (v->atom32) {
        return byte ^ (((byte / 128) % 4) * 32);
    }
    const int64_t lines = v->row_bytes / 16; /* 1, 2, 4, 8 */
    return byte ^ (((byte / 128) % lines) * 16);
}

/* LBO and SBO by the definitions of the PTX ISA, as distances between elements of the block. */
static void naive_strides(const naive *v, int64_t block_mn, int64_t block_k, int64_t *lbo,
                          int64_t *sbo)
{
    const int64_t chunk = 128 / v->bits; /* elements in 16 bytes */
    const int none = v->row_bytes == 16;
    if (v->k_major) {
        *sbo = block_mn > 8 ? unswizzled(v, 8, 0) : 0;
        const int64_t next_row = v->row_bytes * 8 / v->bits;
        *lbo = none                 ? unswizzled(v, 0, chunk)
               : block_k > next_row ? unswizzled(v, 0, next_row)
                                    : 16;
    } else {
        const int64_t next_mn = block_mn > v->atom_mn ? unswizzled(v, v->atom_mn, 0) : 0;
        const int64_t next_k = block_k > v->lines ? unswizzled(v, 0, v->lines) : 0;
        *lbo = none ? next_k : next_mn;
        *sbo = none ? next_mn : next_k;
    }
}

static uint64_t naive_word(const wgd_tile_query *q, const naive *v, int64_t lbo, int64_t sbo,
                           int64_t offset)
{
    /* Bits 61-63, and 0b001 from bit 46 on (PTX ISA, tcgen05 shared memory descriptor). */
    static const uint64_t tcgen05_type[] = {0, 6, 4, 2, 1};
    if (v->tcgen05) {
        return (uint64_t)((q->start + offset) / 16) + (uint64_t)(lbo / 16) * 65536u +
               (uint64_t)(sbo / 16) * UINT64_C(4294967296) + UINT64_C(70368744177664) +
               tcgen05_type[q->swizzle] * UINT64_C(2305843009213693952);
    }
    /* Bits 62-63 by the row (PTX ISA, matrix descriptor format). */
    const uint64_t code = v->row_bytes == 128  ? 1
                          : v->row_bytes == 64 ? 2
                          : v->row_bytes == 32 ? 3
                                               : 0;
    return (uint64_t)((q->start + offset) / 16) + (uint64_t)(lbo / 16) * 65536u +
           (uint64_t)(sbo / 16) * UINT64_C(4294967296) + code * UINT64_C(4611686018427387904);
}

typedef struct tally {
    uint64_t tiles, blocks, elements;
} tally;

static void compare_blocks(const wgd_tile_query *q, const wgd_tile *t, const naive *v, tally *n)
{
    int64_t lbo, sbo;
    naive_strides(v, t->block_mn, t->block_k, &lbo, &sbo);
    assert_int_equal(t->blocks_mn, q->mn / t->block_mn);
    assert_int_equal(t->blocks_k, q->k / t->block_k);
    for (int i = 0; i < t->blocks_mn; i++) {
        for (int j = 0; j < t->blocks_k; j++) {
            const int64_t off = unswizzled(v, (int64_t)i * t->block_mn, (int64_t)j * t->block_k);
            assert_int_equal(wgd_tile_block_offset(t, i, j), off);
            assert_int_equal(wgd_tile_block_desc(t, i, j), naive_word(q, v, lbo, sbo, off));
            n->blocks++;
        }
    }
}

/* The printed layout places every element where the naive count does. */
static void compare_elements(const wgd_tile_query *q, const wgd_tile *t, const naive *v, tally *n)
{
    wgd_composed flat;
    assert_int_equal(wgd_position_independent(&t->smem, &flat, NULL), WGD_OK);
    for (int64_t k = 0; k<q->k; k += q->k> 64 ? 7 : 1) {
        for (int64_t mn = 0; mn<q->mn; mn += q->mn> 64 ? 5 : 1) {
            int64_t at = 0;
            assert_int_equal(wgd_composed_at(&flat, k * q->mn + mn, &at, NULL), WGD_OK);
            assert_int_equal(at * v->bits / 8, swizzled(v, unswizzled(v, mn, k)));
            n->elements++;
        }
    }
}

static void compare_tile(const wgd_tile_query *q, tally *n)
{
    wgd_tile t;
    wgd_diag diag;
    const naive v = naive_of(q);
    const wgd_status s = wgd_tile_describe(q, &t, &diag);
    if (s != WGD_OK) {
        fail_msg("%s operand %d major %d swizzle %d tile %dx%d n %d: %s: %s",
                 wgd_dtype_get(q->dtype)->name, q->operand, q->major, q->swizzle, (int)q->mn,
                 (int)q->k, (int)q->n, diag.field, diag.what);
    }
    assert_int_equal(t.bytes, q->mn * q->k * v.bits / 8);
    assert_int_equal(t.transpose, !v.k_major);
    compare_blocks(q, &t, &v, n);
    if (n->tiles % 16 == 0) {
        compare_elements(q, &t, &v, n);
    }
    n->tiles++;
}

/* Tiles of 1, 2 and 4 blocks each way (rounded up to whole atoms), both orders. */
static void sweep_shapes(wgd_tile_query q, int block_mn, tally *n)
{
    const naive v = naive_of(&q);
    const int64_t block_k = q.block[1] ? q.block[1] : 256 / v.bits;
    if (!v.k_major && block_mn % v.atom_mn != 0 && v.atom_mn % block_mn != 0) {
        return; /* refused: test_tile_refusals */
    }
    for (int m = 1; m <= 4; m *= 2) {
        for (int k = 1; k <= 4; k *= 2) {
            q.mn = (int64_t)block_mn * m;
            q.k = block_k * k;
            q.mn = q.mn < v.atom_mn ? v.atom_mn : q.mn;
            q.k = q.k < v.atom_k ? v.atom_k : q.k;
            if (q.start + q.mn * q.k * v.bits / 8 > WGD_SMEM_WINDOW) {
                continue; /* refused: test_tile_refusals */
            }
            for (int order = 1; order <= 2; order++) {
                q.order[0] = order;
                q.order[1] = 3 - order;
                compare_tile(&q, n);
            }
        }
    }
}

static void every_legal_tile(void **state)
{
    (void)state;
    tally n = {0, 0, 0};
    wgd_tile_query q = wgd_tile_query_default();
    q.start = 0x400;
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        q.dtype = (wgd_dtype)t;
        for (int major = 0; major <= (t <= WGD_BF16 ? 1 : 0); major++) {
            q.major = (wgd_major)major;
            for (int sw = 0; sw < 4; sw++) {
                q.swizzle = (wgd_swizzle_mode)sw;
                q.operand = WGD_OPERAND_A;
                q.n = 0;
                sweep_shapes(q, 64, &n);
                q.operand = WGD_OPERAND_B;
                for (int b = 8; b <= 256; b += 8) {
                    if (wgd_n_legal(q.dtype, b)) {
                        q.n = b;
                        sweep_shapes(q, b, &n);
                    }
                }
            }
        }
    }
    print_message("# %llu tiles, %llu blocks, %llu elements\n", (unsigned long long)n.tiles,
                  (unsigned long long)n.blocks, (unsigned long long)n.elements);
    assert_true(n.tiles > 10000 && n.blocks > 50000 && n.elements > 100000);
}

/* Which majors a type may have on tcgen05, and through which swizzles (PTX ISA, tcgen05 canonical
 * layouts and the table of swizzling modes with 32-byte atoms). */
static int tcgen05_legal(wgd_dtype t, wgd_major major, wgd_swizzle_mode m)
{
    if (t == WGD_B1) {
        return 0;
    }
    if (major == WGD_MAJOR_K) {
        return m != WGD_SWZ_128B_32B;
    }
    return t == WGD_TF32 ? m == WGD_SWZ_128B_32B : t < WGD_B1 && m != WGD_SWZ_128B_32B;
}

static void sweep_tcgen05(wgd_tile_query q, tally *n)
{
    const int64_t k = wgd_dtype_k(q.dtype);
    for (int rows = 8; rows <= 256; rows += 8) {
        if (q.major == WGD_MAJOR_MN && rows * wgd_dtype_bits(q.dtype) % 128 != 0) {
            continue; /* half a chunk: refused, test_umma_refusals */
        }
        q.operand = rows % 16 ? WGD_OPERAND_B : WGD_OPERAND_A;
        q.block[0] = rows;
        for (int wide = 1; wide <= 2; wide++) {
            q.block[1] = k * wide;
            sweep_shapes(q, rows, n);
        }
    }
}

static void every_legal_tcgen05_tile(void **state)
{
    (void)state;
    tally n = {0, 0, 0};
    wgd_tile_query q = wgd_tile_query_default();
    q.start = 0x400;
    q.arch = WGD_SM100;
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        q.dtype = (wgd_dtype)t;
        for (int major = 0; major <= 1; major++) {
            q.major = (wgd_major)major;
            for (int sw = 0; sw < WGD_SWIZZLE_MODE_COUNT; sw++) {
                q.swizzle = (wgd_swizzle_mode)sw;
                const int legal = tcgen05_legal(q.dtype, q.major, q.swizzle);
                assert_int_equal(
                    wgd_mode_check(q.dtype, q.major, q.swizzle, WGD_SM100, NULL) == WGD_OK, legal);
                if (legal) {
                    sweep_tcgen05(q, &n);
                }
            }
        }
    }
    print_message("# %llu tiles, %llu blocks, %llu elements\n", (unsigned long long)n.tiles,
                  (unsigned long long)n.blocks, (unsigned long long)n.elements);
    assert_true(n.tiles > 20000 && n.blocks > 100000 && n.elements > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_legal_tile),
        cmocka_unit_test(every_legal_tcgen05_tile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
