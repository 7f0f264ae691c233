/* SPDX-License-Identifier: MIT
 *
 * Element addresses against the layout engine's own evaluation, one element at a time, for the
 * three forms of a layout and random shapes; and the whole-block map against the single-element
 * rule.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rule_layout.h"
#include "wgdesc.h"

/* Where element i of the layout lies, in bits, by the definition of each form. */
static int64_t naive_bit(const wgd_composed *c, int bits, int64_t start, int64_t i)
{
    const int64_t x = wgd_layout_at(&c->layout, i);
    if (c->kind == WGD_PLAIN) {
        return start * 8 + x * bits;
    }
    if (c->kind == WGD_SWIZZLED) {
        return start * 8 + wgd_swizzle_apply(c->sw, c->offset + x) * bits;
    }
    const int64_t bit = start * 8 + x * bits;
    return wgd_swizzle_apply(c->sw, bit / 8) * 8 + bit % 8;
}

static wgd_composed random_layout(rng *r, int bits, int mn, int k)
{
    const int64_t mn_shape[] = {8, mn / 8}, k_shape[] = {k / 2, 2};
    const int64_t mn_stride[] = {1 + rng_below(r, 300), rng_below(r, 4000)};
    const int64_t k_stride[] = {1 + rng_below(r, 3), rng_below(r, 500)};
    const wgd_tuple ms = wgd_tuple_of(mn_shape, 2), md = wgd_tuple_of(mn_stride, 2);
    const wgd_tuple ks = wgd_tuple_of(k_shape, 2), kd = wgd_tuple_of(k_stride, 2);
    wgd_layout m, n, l = wgd_layout_empty();
    assert_int_equal(wgd_layout_make(&ms, &md, &m, NULL), WGD_OK);
    assert_int_equal(wgd_layout_make(&ks, &kd, &n, NULL), WGD_OK);
    assert_int_equal(wgd_layout_append(&l, &m), WGD_OK);
    assert_int_equal(wgd_layout_append(&l, &n), WGD_OK);
    wgd_composed c = wgd_composed_plain(&l);
    c.kind = (wgd_compose_kind)rng_below(r, 3);
    if (c.kind != WGD_PLAIN) {
        const int s = 3 + rng_below(r, 3);
        c.sw = (wgd_swizzle){(int8_t)rng_below(r, 4), (int8_t)rng_below(r, 6),
                             (int8_t)(rng_below(r, 4) ? s : -s)};
    }
    c.offset = c.kind == WGD_SWIZZLED ? rng_below(r, 5000) : 0;
    c.elem_bits = c.kind == WGD_SMEM_PTR ? bits : 0;
    return c;
}

static void test_addresses(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int n = 0; n < 500; n++) {
        wgd_read rd = random_read(&r);
        const int bits = wgd_dtype_bits(rd.dtype), k = wgd_read_k(rd);
        const int64_t start = rng_below(&r, 0x40000);
        const wgd_composed c = random_layout(&r, bits, 3 * rd.mn, 2 * k);
        wgd_place p;
        wgd_block b;
        assert_int_equal(wgd_place_make(&c, rd.dtype, start, &p, NULL), WGD_OK);
        assert_int_equal(p.mn, 3 * rd.mn);
        const int i = rng_below(&r, 3), j = rng_below(&r, 2);
        wgd_block_make(&p, rd, i, j, &b);
        for (int e = 0; e < 200; e++) {
            const int row = rng_below(&r, rd.mn), col = rng_below(&r, k);
            const int64_t at = (int64_t)(j * k + col) * p.mn + i * rd.mn + row;
            assert_true(wgd_block_bit(&b, row, col) == naive_bit(&c, bits, start, at));
        }
    }
}

/* Pieces exist exactly where each is whole, element by element. */
static void test_pieces(void **state)
{
    (void)state;
    rng r = rng_start();
    int whole_blocks = 0;
    for (int n = 0; n < 3000; n++) {
        wgd_read rd = random_read(&r);
        const int bits = wgd_dtype_bits(rd.dtype), k = wgd_read_k(rd), per = 128 / bits;
        wgd_composed c = random_layout(&r, bits, rd.mn, k);
        /* Make most of them regular enough to have pieces. */
        int64_t *run = &c.layout.stride[rd.major == WGD_MAJOR_K ? 2 : 0];
        int64_t *line = &c.layout.stride[rd.major == WGD_MAJOR_K ? 0 : 2];
        run[0] = 1;
        run[1] = c.layout.shape.leaf[rd.major == WGD_MAJOR_K ? 2 : 0] + rng_below(&r, 2) * per;
        line[0] = per * rng_below(&r, 40);
        line[1] = per * rng_below(&r, 40) + rng_below(&r, 4) / 3;
        wgd_place p;
        wgd_block b;
        wgd_gap gap;
        uint32_t at[WGD_FETCH_CHUNKS_MAX];
        const int64_t start = 16 * rng_below(&r, 0x4000) + rng_below(&r, 16) / 15;
        assert_int_equal(wgd_place_make(&c, rd.dtype, start, &p, NULL), WGD_OK);
        wgd_block_make(&p, rd, 0, 0, &b);
        const size_t got = wgd_block_chunks(&b, at, &gap);
        bool whole = true;
        for (int row = 0; row < rd.mn; row++) {
            for (int col = 0; col < k; col++) {
                const bool k_major = rd.major == WGD_MAJOR_K;
                const int e = (k_major ? col : row) % per;
                const int64_t first =
                    wgd_block_bit(&b, k_major ? row : row - e, k_major ? col - e : col);
                whole =
                    whole && first % 128 == 0 && wgd_block_bit(&b, row, col) == first + e * bits;
            }
        }
        assert_int_equal(got != 0, whole);
        assert_int_equal(got == 0, gap.kind != WGD_GAP_NONE);
        whole_blocks += whole;
    }
    assert_in_range(whole_blocks, 300, 2700);
}

static void test_map_is_the_rule(void **state)
{
    (void)state;
    rng r = rng_start();
    static uint32_t map[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    for (int n = 0; n < 2000; n++) {
        const wgd_read rd = random_read(&r);
        const wgd_desc d = random_desc(&r);
        const int k = wgd_read_k(rd);
        assert_int_equal(
            wgd_fetch_map(wgd_desc_encode(d), rd, map, sizeof map / sizeof map[0], NULL), WGD_OK);
        for (int e = 0; e < 500; e++) {
            const uint32_t row = (uint32_t)rng_below(&r, rd.mn), col = (uint32_t)rng_below(&r, k);
            assert_int_equal(map[row * (uint32_t)k + col], wgd_fetch_byte(d, rd, row, col));
        }
    }
    wgd_diag diag;
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    assert_int_equal(wgd_fetch_map(0, rd, map, 1023, &diag), WGD_ERR_LIMIT);
    assert_string_equal(diag.field, "map");
    const wgd_read bad = {WGD_TF32, WGD_OPERAND_A, WGD_MAJOR_MN, 64, false, WGD_SM90, 0};
    assert_int_equal(wgd_fetch_map(0, bad, map, 1024, &diag), WGD_ERR_MAJOR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_map_is_the_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
