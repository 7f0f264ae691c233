/* SPDX-License-Identifier: MIT
 *
 * solve(layout of map(d)) gives d back, up to the fields that are not read, for random legal
 * descriptors: the layout is built from the fetch rule's own strides, handed over either with the
 * swizzle on absolute addresses, or relative to a base in another phase (base_offset).
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

static wgd_read random_read(rng *r)
{
    wgd_read rd;
    do {
        rd.dtype = (wgd_dtype)rng_below(r, WGD_DTYPE_COUNT);
        rd.operand = (wgd_operand)rng_below(r, 2);
        rd.major = (wgd_major)rng_below(r, 2);
        rd.sparse = rng_below(r, 4) == 0;
        rd.mn = rd.operand == WGD_OPERAND_A ? WGD_INST_M : 8 * (1 + rng_below(r, 32));
    } while (wgd_read_check(rd, NULL) != WGD_OK);
    return rd;
}

static wgd_desc random_desc(rng *r)
{
    wgd_desc d;
    d.start = (uint16_t)rng_below(r, 0x4000);
    d.lbo = (uint16_t)rng_below(r, rng_below(r, 2) ? 0x4000 : 130);
    d.sbo = (uint16_t)rng_below(r, rng_below(r, 2) ? 0x4000 : 130);
    d.base_offset = (uint8_t)rng_below(r, 8);
    d.layout_type = (uint8_t)rng_below(r, 4);
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
    const int64_t w = wgd_swizzle_row_bytes((wgd_swizzle_mode)d.layout_type) / 16 * unit;
    const int64_t lbo = d.lbo * unit, sbo = d.sbo * unit;
    const int64_t run = rd.major == WGD_MAJOR_K ? wgd_read_k(rd) : rd.mn;
    const int64_t lines = rd.major == WGD_MAJOR_K ? rd.mn : wgd_read_k(rd);
    const bool swapped = rd.major == WGD_MAJOR_MN && d.layout_type == WGD_SWZ_NONE;
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

static bool whole_rows(wgd_desc d, wgd_read rd)
{
    const int row = wgd_swizzle_row_bytes((wgd_swizzle_mode)d.layout_type) * 8;
    const int run = (rd.major == WGD_MAJOR_K ? wgd_read_k(rd) : rd.mn) * wgd_dtype_bits(rd.dtype);
    return run <= row || run % row == 0;
}

static wgd_solve_query query_of(wgd_desc d, wgd_read rd)
{
    static const int8_t b_of[] = {0, 3, 2, 1};
    wgd_solve_query q;
    q.layout = wgd_composed_plain(&(wgd_layout){0});
    q.layout.layout = linear_part(d, rd);
    q.layout.kind = d.layout_type == WGD_SWZ_NONE ? WGD_PLAIN : WGD_SMEM_PTR;
    q.layout.sw = (wgd_swizzle){b_of[d.layout_type], 4, 3};
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

/* base_offset rotates the row bits: the pattern begins base_offset rows before the addresses'
 * multiple. As a layout: the swizzle acts on offsets from a base that is base_offset rows past
 * such a multiple, and the block begins at the rest of the start. */
static bool relative_query(wgd_desc d, wgd_solve_query *q)
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

static bool same_up_to_unread(wgd_desc a, wgd_desc b, wgd_read rd)
{
    wgd_diff diff;
    wgd_diff_words(wgd_desc_encode(a), wgd_desc_encode(b), rd, &diff);
    for (int i = 0; i < diff.n; i++) {
        const wgd_field_diff *f = &diff.field[i];
        const uint64_t mask = f->field == WGD_FIELD_BASE_OFFSET
                                  ? wgd_swizzle_row_mask((wgd_swizzle_mode)a.layout_type)
                                  : UINT64_MAX;
        if (f->read && ((f->a ^ f->b) & mask)) {
            return false;
        }
    }
    return true;
}

/* True when d is among the solutions; every one of them must fetch what d fetches. */
static bool found_again(const wgd_solve *s, wgd_desc d, wgd_read rd)
{
    bool found = false;
    for (int i = 0; i < s->n; i++) {
        wgd_diff diff;
        wgd_diff_words(wgd_desc_encode(d), wgd_desc_encode(s->solution[i].desc), rd, &diff);
        assert_true(diff.same);
        found = found || same_up_to_unread(d, s->solution[i].desc, rd);
    }
    return found;
}

static void test_solve_undoes_map(void **state)
{
    (void)state;
    rng r = rng_start();
    const int runs = rng_runs(1000000);
    static wgd_solve s;
    int solved = 0, phased = 0;
    while (solved < runs) {
        const wgd_read rd = random_read(&r);
        wgd_desc d = random_desc(&r);
        if (!whole_rows(d, rd)) {
            continue; /* its last row is cut: not a product of two modes */
        }
        wgd_solve_query q = query_of(d, rd);
        const bool phase = d.layout_type != WGD_SWZ_NONE && (solved & 1) && relative_query(d, &q);
        if (!phase) {
            d.base_offset = 0;
        }
        wgd_diag diag;
        const wgd_status status = wgd_solve_layout(&q, &s, &diag);
        if (status != WGD_OK || !found_again(&s, d, rd)) {
            fail_msg("seed %llu case %d word %016llx %s %s %s mn %d sparse %d: %s",
                     (unsigned long long)r.seed, solved, (unsigned long long)wgd_desc_encode(d),
                     wgd_dtype_get(rd.dtype)->name, wgd_operand_name(rd.operand),
                     wgd_major_name(rd.major), rd.mn, rd.sparse,
                     status == WGD_OK ? "another word" : diag.what);
        }
        assert_true(phase || s.solution[0].canonical);
        phased += phase;
        solved++;
    }
    printf("# %d descriptors, %d of them with a base in another phase\n", solved, phased);
    assert_true(phased > runs / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve_undoes_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
