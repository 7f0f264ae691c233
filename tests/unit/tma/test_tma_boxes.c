/* SPDX-License-Identifier: MIT
 *
 * Boxes that write a layout, against a search through all boxes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plans.h"

/* Do boxes of `inner` copied elements by `rows` lines, swizzled so, write the layout? */
static bool boxes_write(const plan *p, const table *t, wgd_swizzle_mode m, int64_t inner,
                        int64_t rows)
{
    const shape s = t->s;
    for (int64_t l0 = 0; l0 < s.lines; l0 += rows) {
        for (int64_t c0 = 0; c0 < s.along; c0 += inner) {
            const int64_t lies = t->byte[l0 * s.along + c0];
            const uint32_t box = lies < 0 ? 1 : swizzled((uint32_t)lies, m);
            if (box % 128 != 0) {
                return false;
            }
            for (int64_t i = 0; i < rows * inner; i++) {
                const uint32_t dense = box + (uint32_t)(i * bytes_of(p));
                if (t->byte[(l0 + i / inner) * s.along + c0 + i % inner] != swizzled(dense, m)) {
                    return false;
                }
            }
        }
    }
    return true;
}

typedef struct boxes {
    int64_t count; /* 0: there are none */
    bool k_major;
    wgd_swizzle_mode mode;
} boxes;

static void search_in(const plan *p, boxes *best)
{
    static const int64_t row_bytes[] = {16, 32, 64, 128, 128};
    static table t;
    fill(&t, p);
    const shape s = t.s;
    const int64_t chunk = 16 / bytes_of(p);
    const int64_t most = p->box_lines && p->box_lines < 256 ? p->box_lines : 256;
    for (int m = 0; m < (p->arch == WGD_SM100 ? 5 : 4); m++) {
        for (int64_t inner = chunk; inner <= s.along && inner <= 256; inner += chunk) {
            if (s.along % inner != 0 || (m > 0 && inner * bytes_of(p) != row_bytes[m])) {
                continue;
            }
            for (int64_t rows = 1; rows <= s.lines && rows <= most; rows++) {
                const int64_t n = s.along / inner * (s.lines / rows);
                if (s.lines % rows == 0 && (best->count == 0 || n < best->count) &&
                    boxes_write(p, &t, (wgd_swizzle_mode)m, inner, rows)) {
                    const boxes b = {n, p->k_major, (wgd_swizzle_mode)m};
                    *best = b;
                }
            }
        }
    }
}

static boxes search(const plan *p)
{
    const plan other = turned(p);
    boxes best = {0, false, WGD_SWZ_NONE};
    search_in(p->k_major ? p : &other, &best);
    search_in(p->k_major ? &other : p, &best);
    return best;
}

/* The answer of a layout that boxes write; p in the direction of the answer. */
static void check_fit(const plan *p, const wgd_tma_fit *f, const boxes *b)
{
    static table lies;
    const wgd_tma *t = &f->map;
    const shape s = shape_of(p);
    fill(&lies, p);
    const uint32_t inner = t->params.box[0], rows = t->params.box[1];
    assert_int_equal(f->why, WGD_TMA_MISFIT_NONE);
    assert_true(f->mn == 0 && f->k == 0 && f->byte == 0 && f->box_byte == -1);
    assert_int_equal(t->boxes, b->count);
    assert_int_equal(t->params.swizzle, b->mode);
    assert_int_equal(t->query.tile.swizzle, b->mode);
    assert_int_equal(t->query.tile.major, b->k_major ? WGD_MAJOR_K : WGD_MAJOR_MN);
    assert_true(boxes_write(p, &lies, b->mode, inner, rows));
    assert_int_equal(t->params.rank, 2);
    assert_int_equal(t->panel, inner);
    assert_int_equal(t->params.type, wgd_tma_type_of(p->dtype));
    assert_int_equal(t->params.address, 0x10000);
    assert_int_equal(t->params.dim[0], (b->k_major ? 16384 : 8192) / packed_of(p));
    assert_int_equal(t->params.dim[1], b->k_major ? 8192 : 16384);
    assert_int_equal(t->params.stride[0], (16384 + 512) / packed_of(p) * bytes_of(p));
    assert_int_equal(t->extent[0], s.along);
    assert_int_equal(t->extent[1], s.lines);
    assert_int_equal(t->grid[0] * inner, s.along);
    assert_int_equal(t->grid[1] * rows, s.lines);
    assert_int_equal(t->box_bytes, inner * rows * bytes_of(p));
    assert_int_equal(t->tile.bytes, s.along * s.lines * bytes_of(p));
    assert_false(t->query.one_box);
    for (int i = 0; i < t->boxes; i++) {
        const int64_t c = i % (int)t->grid[0] * (int64_t)inner,
                      l = i / (int)t->grid[0] * (int64_t)rows;
        const wgd_tma_box at = wgd_tma_fit_box(f, i);
        assert_true(at.at[0] == c && at.at[1] == l && !at.at[2] && !at.at[3] && !at.at[4]);
        const uint32_t first = (uint32_t)lies.byte[l * s.along + c];
        assert_int_equal(at.offset, swizzled(first, b->mode) - p->start);
    }
    for (int64_t i = 0; i < s.along * s.lines; i += 3) { /* an odd step, some of every chunk */
        const int64_t e = i % s.along * packed_of(p), l = i / s.along;
        assert_int_equal(b->k_major ? wgd_tma_fit_write_byte(f, l, e)
                                    : wgd_tma_fit_write_byte(f, e, l),
                         lies.byte[i]);
    }
    const wgd_tma_proof proof = wgd_tma_fit_prove(f);
    assert_true(proof.equal && proof.mn == 0 && proof.k == 0 && !proof.written && !proof.read);
    assert_int_equal(proof.elements, f->place.mn * f->place.k);
}

static bool check(const plan *p)
{
    const wgd_composed c = layout_of(p);
    const wgd_tma_query q = query_of(p);
    const plan other = turned(p);
    const boxes b = search(p);
    wgd_tma_fit f;
    assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, NULL), WGD_OK);
    const plan *k_major = p->k_major ? p : &other;
    assert_int_equal(f.place.mn, extent(k_major->lines));
    assert_int_equal(f.place.k, extent(k_major->along));
    assert_int_equal(f.map.query.tile.mn, f.place.mn);
    assert_int_equal(f.map.query.tile.k, f.place.k);
    if (f.fits != (b.count > 0) || (f.fits && f.map.boxes != b.count)) {
        char text[400];
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_composed(&t, &c, WGD_FMT_PLAIN);
        wgd_text_end(&t);
        print_message("%s start %d lines %d: %d boxes, not %d\n", text, (int)p->start,
                      (int)p->box_lines, f.fits ? f.map.boxes : 0, (int)b.count);
    }
    assert_int_equal(f.fits, b.count > 0);
    if (f.fits) {
        check_fit(b.k_major == p->k_major ? p : &other, &f, &b);
    }
    return f.fits;
}

static void against_a_search(wgd_dtype dtype, int part, int n)
{
    rng r = rng_start();
    int fit = 0;
    r.state += (uint64_t)part << 32;
    for (int i = 0; i < n; i++) {
        const plan p = some_plan(&r, dtype);
        fit += check(&p);
    }
    assert_true(fit > 0 && fit < n);
}

/* Every 1024 bytes a few lines, of 128 bytes at most: there no swizzle exchanges anything, and several write them. */
static void test_several_ways(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 30; i++) {
        plan p = {.dtype = WGD_BF16, .arch = WGD_SM100, .k_major = i % 2};
        p.along[0] = 8 << rng_below(&r, 4);
        p.along[1] = 1 + rng_below(&r, 3);
        p.lines[0] = 1 + rng_below(&r, 64 / (int)p.along[0]);
        p.lines[1] = 1 + rng_below(&r, 3);
        p.along_stride[0] = 1;
        p.lines_stride[0] = p.along[0];
        p.along_stride[1] = 512 * (i % 3 == 0 ? 1 : p.lines[1]);
        p.lines_stride[1] = 512 * (i % 3 == 0 ? p.along[1] : 1);
        assert_true(check(&p));
    }
}

/* So many that each takes no time. */
#define TEST(name, dtype, part, n)                                                                 \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        against_a_search(dtype, part, n);                                                          \
    }
TEST(of_two_bytes, WGD_F16, 0, 20)
TEST(more_of_two_bytes, WGD_BF16, 1, 20)
TEST(of_a_byte, WGD_E4M3, 0, 12)
TEST(more_of_a_byte, WGD_E5M2, 1, 9)
TEST(of_four_bytes, WGD_TF32, 0, 30)
TEST(more_of_four_bytes, WGD_TF32, 1, 30)
TEST(of_half_a_byte, WGD_E2M1_PACKED4, 0, 5)
TEST(more_of_half_a_byte, WGD_E2M1_PACKED4, 1, 7)
TEST(of_bits, WGD_B1, 0, 3)
TEST(more_of_bits, WGD_B1, 2, 3)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_bytes),      cmocka_unit_test(more_of_two_bytes),
        cmocka_unit_test(of_a_byte),         cmocka_unit_test(more_of_a_byte),
        cmocka_unit_test(of_four_bytes),     cmocka_unit_test(more_of_four_bytes),
        cmocka_unit_test(of_half_a_byte),    cmocka_unit_test(more_of_half_a_byte),
        cmocka_unit_test(of_bits),           cmocka_unit_test(more_of_bits),
        cmocka_unit_test(test_several_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
