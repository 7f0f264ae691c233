/* SPDX-License-Identifier: MIT */
#include "rule_layout.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <cmocka.h>

wgd_read random_read(rng *r)
{
    wgd_read rd = {0};
    do {
        rd.dtype = (wgd_dtype)rng_below(r, WGD_WGMMA_DTYPE_COUNT);
        rd.operand = (wgd_operand)rng_below(r, 2);
        rd.major = (wgd_major)rng_below(r, 2);
        rd.sparse = rng_below(r, 4) == 0;
        rd.mn = rd.operand == WGD_OPERAND_A ? WGD_INST_M : 8 * (1 + rng_below(r, 32));
    } while (wgd_read_check(rd, NULL) != WGD_OK);
    return rd;
}

wgd_desc random_desc(rng *r)
{
    wgd_desc d = {0};
    d.start = (uint16_t)rng_below(r, 0x4000);
    d.lbo = (uint16_t)rng_below(r, rng_below(r, 2) ? 0x4000 : 130);
    d.sbo = (uint16_t)rng_below(r, rng_below(r, 2) ? 0x4000 : 130);
    d.base_offset = (uint8_t)rng_below(r, 8);
    d.swizzle = wgd_swizzle_of_wgmma((uint32_t)rng_below(r, WGD_SWIZZLE_CODES));
    return d;
}

/* Appends ((a,b,..):(sa,sb,..)) as one mode: the nested modes of the fetch rule. */
static void add_mode(wgd_layout *l, const int64_t *shape, const int64_t *stride, int n)
{
    const wgd_tuple s = wgd_tuple_of(shape, n), d = wgd_tuple_of(stride, n);
    wgd_layout mode;
    assert_int_equal(wgd_layout_make(&s, &d, &mode, NULL), WGD_OK);
    assert_int_equal(wgd_layout_append(l, &mode), WGD_OK);
}

/* The offsets of the fetch rule before the swizzle, as a layout in elements: design's formulas
 * written as shapes and strides. */
static wgd_layout linear_part(wgd_desc d, wgd_read rd)
{
    const int bits = wgd_dtype_bits(rd.dtype);
    const int64_t unit = 128 / bits; /* elements in 16 bytes */
    const int64_t w = wgd_swizzle_row_bytes(d.swizzle) / 16 * unit;
    const int64_t lbo = d.lbo * unit, sbo = d.sbo * unit;
    const int64_t run = rd.major == WGD_MAJOR_K ? wgd_read_k(rd) : rd.mn;
    const int64_t lines = rd.major == WGD_MAJOR_K ? rd.mn : wgd_read_k(rd);
    const bool swapped = rd.major == WGD_MAJOR_MN && d.swizzle == WGD_SWZ_NONE;
    const int64_t row = run < w ? run : w;
    const int64_t run_shape[] = {row, (run + w - 1) / w}, run_stride[] = {1, swapped ? sbo : lbo};
    const int64_t line_shape[] = {8, lines / 8}, line_stride[] = {w, swapped ? lbo : sbo};
    wgd_layout l = wgd_layout_empty();
    if (rd.major == WGD_MAJOR_K) {
        add_mode(&l, line_shape, line_stride, 2);
        add_mode(&l, run_shape, run_stride, 2);
    } else {
        add_mode(&l, run_shape, run_stride, 2);
        add_mode(&l, line_shape, line_stride, 2);
    }
    return l;
}

bool whole_rows(wgd_desc d, wgd_read rd)
{
    const int row = wgd_swizzle_row_bytes(d.swizzle) * 8;
    const int run = (rd.major == WGD_MAJOR_K ? wgd_read_k(rd) : rd.mn) * wgd_dtype_bits(rd.dtype);
    return run <= row || run % row == 0;
}

wgd_solve_query query_of(wgd_desc d, wgd_read rd)
{
    wgd_solve_query q = {0};
    q.layout = wgd_composed_plain(&(wgd_layout){0});
    q.layout.layout = linear_part(d, rd);
    q.layout.kind = d.swizzle == WGD_SWZ_NONE ? WGD_PLAIN : WGD_SMEM_PTR;
    /* 2^B chunks of 16 bytes in a row. */
    const int chunks = wgd_swizzle_row_bytes(d.swizzle) / 16;
    const int b = chunks == 8 ? 3 : chunks == 4 ? 2 : chunks == 2 ? 1 : 0;
    q.layout.sw = (wgd_swizzle){(int8_t)b, 4, 3};
    q.layout.elem_bits = wgd_dtype_bits(rd.dtype);
    q.layout.offset = 0;
    q.start = d.start * 16;
    q.dtype = rd.dtype;
    q.operand = rd.operand;
    q.sparse = rd.sparse;
    q.n = rd.operand == WGD_OPERAND_B ? rd.mn : 0;
    q.major = rd.major == WGD_MAJOR_K ? WGD_WANT_K : WGD_WANT_MN;
    return q;
}

bool relative_query(wgd_desc d, wgd_solve_query *q)
{
    const int bits = wgd_dtype_bits(q->dtype);
    const int64_t start = d.start * 16, base = d.base_offset * 128;
    if (start < base) {
        return false;
    }
    int log_unit = 0;
    while (bits << log_unit < 8 * 16) {
        log_unit++;
    }
    q->layout.kind = WGD_SWIZZLED;
    q->layout.sw.m = (int8_t)log_unit; /* 16 bytes, in elements */
    q->layout.elem_bits = 0;
    q->layout.offset = (start - base) * 8 / bits;
    q->start = base;
    return true;
}
