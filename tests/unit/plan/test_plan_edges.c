/* SPDX-License-Identifier: MIT
 *
 * Plans at the edges of what the instructions have: types without a sparse form, kinds that are given, an odd
 * number of accumulators of 64 rows in tensor memory; and the order of their swizzles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_plan_query tile(wgd_arch arch, wgd_dtype a, wgd_dtype b, int64_t m, int64_t n, int64_t k)
{
    wgd_plan_query q = wgd_plan_query_default();
    q.arch = arch;
    q.operand[0].dtype = a;
    q.operand[1].dtype = b;
    q.m = m;
    q.n = n;
    q.k = k;
    q.cta_group = wgd_arch_tcgen05(arch) ? 1 : 0;
    return q;
}

static void refused(const wgd_plan_query *q, wgd_status want, const char *field, const char *got,
                    const char *wanted)
{
    wgd_plan p;
    wgd_diag d;
    assert_int_equal(wgd_plan_make(q, &p, &d), want);
    assert_string_equal(d.field, field);
    assert_string_equal(d.got, got);
    assert_string_equal(d.want, wanted);
    assert_int_equal(wgd_plan_make(q, &p, NULL), want);
}

/* PTX ISA, "wgmma.mma_async.sp": all types of wgmma but single bits. */
static void test_sparse(void **state)
{
    (void)state;
    for (int t = 0; t <= WGD_B1; t++) {
        const int64_t k = 2048 / wgd_dtype_bits((wgd_dtype)t);
        wgd_plan_query q = tile(WGD_SM90, (wgd_dtype)t, (wgd_dtype)t, 64, 64, k);
        wgd_plan p;
        assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_OK);
        q.sparse = true;
        if (t == WGD_B1) {
            refused(&q, WGD_ERR_INST, "sparse", "true", "false");
        } else {
            const int dense = p.k_inst;
            assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_OK);
            assert_int_equal(p.k_inst, 2 * dense);
        }
    }
    /* Types that do not go together are that first. */
    wgd_plan_query q = tile(WGD_SM90, WGD_F16, WGD_BF16, 64, 64, 64);
    q.sparse = true;
    refused(&q, WGD_ERR_INST, "b-dtype", "bf16", "a type that multiplies with f16");
}

/* PTX ISA, table of tcgen05.mma's kinds: f8f6f4 takes the 4-, 6- and 8-bit floats, each in a byte. The first type
 * that does not belong is named. */
static void test_kinds(void **state)
{
    (void)state;
    static const char bytes[] = "e4m3, e5m2, e2m1_unpacked8, e2m3_unpacked8, e3m2_unpacked8";
    static const struct {
        wgd_dtype a, b;
        const char *field; /* NULL: it does */
    } rows[] = {
        {WGD_E4M3, WGD_E5M2, NULL},     {WGD_E4M3, WGD_E2M1_UNPACKED8, NULL},
        {WGD_E4M3, WGD_F16, "b-dtype"}, {WGD_F16, WGD_E4M3, "dtype"},
        {WGD_F16, WGD_F16, "dtype"},    {WGD_E2M1_PACKED4, WGD_E4M3, "dtype"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_plan_query q = tile(WGD_SM100, rows[i].a, rows[i].b, 128, 64, 128);
        q.kind_given = true;
        q.kind = WGD_UMMA_F8F6F4;
        if (!rows[i].field) {
            wgd_plan p;
            assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_OK);
            assert_int_equal(p.umma.op.kind, WGD_UMMA_F8F6F4);
            continue;
        }
        const wgd_dtype bad = rows[i].field[0] == 'b' ? rows[i].b : rows[i].a;
        refused(&q, WGD_ERR_INST, rows[i].field, wgd_dtype_get(bad)->name, bytes);
    }
}

/* Accumulators of all blocks and stages: N columns of 32 bits each, from an address of lane << 16 | column. Those
 * that begin in the same lanes share no column; others are 16 lanes apart, a half of each quarter (PTX ISA, layout
 * of M = 64). */
static void apart(const wgd_plan *p)
{
    uint32_t at[64];
    int n = 0;
    for (int s = 0; s < p->umma.acc_stages; s++) {
        for (int i = 0; i < p->m_blocks; i++) {
            for (int j = 0; j < p->n_blocks; j++) {
                at[n++] = (uint32_t)wgd_plan_accumulator(p, s, i, j);
            }
        }
    }
    for (int x = 0; x < n; x++) {
        const int column = (int)(at[x] & 0xffff), lane = (int)(at[x] >> 16);
        assert_true(column + p->n_inst <= p->umma.columns);
        assert_true(lane == 0 || (lane == 16 && p->m_inst == 64));
        for (int y = 0; y < x; y++) {
            const int other = (int)(at[y] & 0xffff);
            assert_true(at[y] >> 16 != at[x] >> 16 || abs(column - other) >= p->n_inst);
        }
    }
}

/* One, two, three and five blocks of 64 rows, or of 128, by one, two and three of columns. */
static void test_accumulators(void **state)
{
    (void)state;
    int odd = 0;
    for (int64_t m = 64; m <= 384; m += 64) {
        for (int64_t blocks = 1; blocks <= 3; blocks++) {
            wgd_plan_query q = tile(WGD_SM100, WGD_F16, WGD_F16, m, 32 * blocks, 64);
            wgd_plan p;
            q.n_inst = 32;
            assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_OK);
            assert_int_equal(p.m_inst, m % 128 ? 64 : 128);
            assert_int_equal(p.n_blocks, blocks);
            assert_int_equal(p.umma.columns & (p.umma.columns - 1), 0);
            apart(&p);
            odd += p.m_blocks % 2 == 1 && p.m_blocks > 1;
        }
    }
    assert_int_equal(odd, 9); /* 192, 320 and 384 rows */
}

/* docs/plan.md: "the fewest bank conflicts, the fewest copies and the longest lines" come together; of the first there
 * is never a tie. */
static void check_order(const wgd_plan_operand *o)
{
    for (int i = 1; i < o->candidates && o->candidate[i].legal; i++) {
        const wgd_plan_candidate *a = &o->candidate[i - 1], *b = &o->candidate[i];
        assert_true(a->legal);
        assert_true(a->store_ways * a->load_ways < b->store_ways * b->load_ways);
        assert_true(a->boxes <= b->boxes);
        assert_true(a->row_bytes >= b->row_bytes);
    }
}

static void test_order_of_swizzles(void **state)
{
    (void)state;
    static const int64_t sides[] = {64, 96, 128, 192, 256, 320};
    static const wgd_dtype types[] = {WGD_F16, WGD_TF32, WGD_E4M3};
    int plans = 0;
    for (int i = 0; i < 6 * 6 * 6 * 3 * 4; i++) {
        const wgd_dtype t = types[i / 216 % 3];
        const int64_t k = sides[i % 6] * 8 / wgd_dtype_bits(t);
        wgd_plan_query q =
            tile(i / 648 % 2 ? WGD_SM100 : WGD_SM90, t, t, sides[i / 6 % 6], sides[i / 36 % 6], k);
        q.operand[0].major = q.operand[1].major = i / 1296 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        wgd_plan p;
        if (wgd_plan_make(&q, &p, NULL) == WGD_OK) {
            check_order(&p.operand[0]);
            check_order(&p.operand[1]);
            plans++;
        }
    }
    assert_true(plans > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sparse),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_accumulators),
        cmocka_unit_test(test_order_of_swizzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
