/* SPDX-License-Identifier: MIT
 *
 * After how many steps accesses repeat, so that the rest need not be counted: each of these is worked out by hand, in the
 * words beside it. That what is said to repeat does is in test_uses_naive.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "banks/uses.h"

enum { WINDOW = 1 << 18 };
#define PLAIN                                                                                      \
    WGD_ARRANGE_PLAIN, 0,                                                                          \
    {                                                                                              \
        0, 4, 3                                                                                    \
    }
#define PADDED(n)                                                                                  \
    WGD_ARRANGE_PADDED, n,                                                                         \
    {                                                                                              \
        0, 4, 3                                                                                    \
    }
#define PERMUTED                                                                                   \
    WGD_ARRANGE_PERMUTED, 0,                                                                       \
    {                                                                                              \
        0, 4, 3                                                                                    \
    }
#define SW(b, m, s)                                                                                \
    WGD_ARRANGE_SWIZZLED, 0,                                                                       \
    {                                                                                              \
        b, m, s                                                                                    \
    }

typedef struct repeats {
    const char *use;
    int rows, row_bytes; /* of 16-bit elements */
    wgd_arrange_kind kind;
    int pad;
    wgd_swizzle sw;
    int period, steps;
} repeats;

static wgd_arrangement arrangement_of(const repeats *r, int64_t base)
{
    wgd_arrangement a;
    assert_int_equal(wgd_arrange_rows(r->rows, r->row_bytes / 2, 16, base, &a, NULL), WGD_OK);
    a.kind = r->kind;
    a.pad_bytes = r->pad;
    a.sw = r->sw;
    return a;
}

static int64_t period_of(const repeats *r, int64_t base, int *steps)
{
    const wgd_arrangement a = arrangement_of(r, base);
    wgd_bank_use u;
    use_plan p;
    assert_int_equal(wgd_bank_use_parse(r->use, 16, &u, NULL), WGD_OK);
    assert_int_equal(wgd_use_plan_all(&a, &u, &p, NULL), WGD_OK);
    *steps = p.steps;
    return wgd_use_period(&a, &u, &p);
}

static void each(const repeats *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int steps;
        const int64_t period = period_of(&r[i], 1024, &steps);
        assert_int_equal(steps, r[i].steps);
        if (period != r[i].period) {
            fail_msg("%zu, %s: %lld", i, r[i].use, (long long)period);
        }
    }
}
#define EACH(rows) each(rows, sizeof(rows) / sizeof((rows)[0]))

static void copies(void **state)
{
    (void)state;
    static const repeats of[] = {
        {"st.b128:copy", 64, 128, PLAIN, 1, 16}, /* four whole rows a step */
        {"st.b128:copy", 64, 128, PADDED(16), 1, 16},
        {"st.b128:copy", 64, 128, PADDED(4), 16, 16}, /* the second row is not aligned */
        {"st.b64:copy", 64, 128, PADDED(8), 1, 32},
        {"st.b128:copy", 64, 80, PLAIN, 5, 10},        /* 32 rows of 5 vectors */
        {"st.b128:copy", 64, 128, SW(3, 4, 3), 2, 16}, /* eight rows */
        {"st.b128:copy", 64, 128, PERMUTED, 2, 16},
        {"st.b128:copy", 64, 128, SW(2, 4, 3), 1, 16}, /* four */
        {"st.b128:copy", 64, 128, SW(1, 4, 3), 1, 16},
        {"st.b128:copy", 64, 128, SW(3, 5, 3), 4, 16}, /* sixteen: 2 KB */
        {"st.b128:copy", 64, 128, SW(3, 4, -3), 2, 16},
        {"st.b128:copy", 64, 64, SW(3, 4, 3), 2, 8},   /* 16 rows of half a line */
        {"st.b128:copy", 64, 80, SW(3, 4, 3), 10, 10}, /* 64 rows: 5 KB; 32 are 5 steps */
        {"st.b128:copy", 64, 80, SW(2, 4, 3), 5, 10},
        {"ld.b32:copy", 64, 256, SW(3, 4, 4), 16, 128}, /* two steps a row, eight rows */
        {"ld.b32:copy", 64, 192, PLAIN, 3, 96},         /* two rows of 48 */
        {"ld.b32:copy", 64, 192, PERMUTED, 12, 96},     /* eight */
    };
    EACH(of);
}

static void columns(void **state)
{
    (void)state;
    static const repeats of[] = {
        {"st.b128:column", 64, 128, PLAIN, 2, 16}, /* a column is two steps, and all are alike */
        {"st.b128:column", 64, 128, PADDED(16), 2, 16},
        {"st.b128:column", 64, 128, SW(3, 4, 3), 16, 16}, /* eight columns */
        {"st.b128:column", 64, 256, SW(3, 4, 4), 16, 32}, /* eight of sixteen */
        {"st.b128:column", 64, 256, SW(3, 4, 3), 32, 32}, /* what it looks at is in the row, too */
        {"st.b128:column", 64, 256, SW(2, 4, 5), 8, 32},  /* 64 bytes further */
        {"st.b128:column", 64, 256, SW(1, 4, 4), 4, 32},
        {"st.b128:column", 64, 256, SW(3, 4, -4), 32, 32},
        {"st.b128:column", 64, 256, PERMUTED, 32, 32},
        {"st.b128:column", 64, 32, SW(0, 4, 1), 2, 4},
        {"st.b128:column", 64, 192, SW(3, 4, 3), 24, 24}, /* rows that do not begin in a line */
        {"st.b128:column", 16, 256, SW(3, 4, 4), 4, 8},   /* two columns a step */
        {"st.b128:column", 24, 256, SW(3, 4, 4), 6, 12},  /* 24 rows: four columns in three steps */
        {"ld.b64:column", 64, 256, SW(3, 4, 4), 32, 64},
        {"ld.b64:column", 48, 64, PLAIN, 3, 12}, /* two columns in three steps */
    };
    EACH(of);
}

static void matrices(void **state)
{
    (void)state;
    static const repeats of[] = {
        {"ldmatrix.x4:mma.a", 64, 128, PLAIN, 1, 16},
        {"ldmatrix.x4:mma.b", 64, 128, PADDED(48), 1, 16},
        {"ldmatrix.x4:mma.a", 64, 128, SW(3, 4, 3), 4,
         16}, /* along the row; 16 more rows are alike */
        {"ldmatrix.x4:mma.b", 64, 128, PERMUTED, 4, 16},
        {"ldmatrix.x4:mma.a", 64, 128, SW(1, 4, 3), 1, 16}, /* 32 bytes further it is the same */
        {"ldmatrix.x1:mma.a", 64, 128, SW(1, 4, 3), 8, 64}, /* but not 16 bytes */
        {"ldmatrix.x1:mma.a", 64, 64, SW(3, 4, 3), 8, 32},  /* two times eight rows */
        {"ldmatrix.x2:mma.b", 64, 64, SW(1, 4, 5), 4,
         16}, /* 16 rows, though 32 bytes further is the same */
        {"ldmatrix.x1:mma.a", 64, 128, SW(0, 4, 3), 1, 64},
        {"ldmatrix.x2:mma.a", 64, 128, PERMUTED, 8, 32},
    };
    EACH(of);
}

static void fragments(void **state)
{
    (void)state;
    static const repeats of[] = {
        {"st.b32:frag:m64n16k16:d", 128, 128, PLAIN, 16,
         128}, /* four warps, four pairs of values */
        {"st.b32:frag:m64n16k16:d", 128, 128, PADDED(8), 16, 128},
        {"st.b32:frag:m64n16k16:d", 128, 128, SW(3, 4, 3), 128,
         128}, /* 32 bytes further it is another */
        {"st.b32:frag:m64n64k16:d", 128, 128, SW(3, 4, 3), 64, 128},
        {"st.b32:frag:m64n16k16:d", 128, 128, SW(1, 4, 3), 16, 128},
        {"st.b32:frag:m64n64k16:d", 64, 256, SW(3, 4, 4), 64, 128},
        {"st.b32:frag:m64n64k16:d", 64, 256, PERMUTED, 128, 128},
        {"ld.b32:frag:mma.m16n8k16:a", 64, 32, PERMUTED, 4, 16},
        {"ld.b32:frag:mma.m16n8k16:d", 64, 16, SW(3, 4, 3), 8, 8}, /* 64 rows */
        {"ld.b32:frag:mma.m16n8k16:d", 64, 16, SW(0, 4, 3), 2, 8}, /* 8 rows */
        {"ld.b32:frag:mma.m16n8k16:d", 64, 16, PLAIN, 2, 8},
    };
    EACH(of);
}

/* Where a step may be beyond the end all are counted: the last one that fits, and one 16 bytes further. */
static void ends(void **state)
{
    (void)state;
    static const struct {
        repeats r;
        int bytes; /* to the end of what may be reached */
    } of[] = {
        {{"st.b128:copy", 64, 128, PLAIN, 1, 16}, 64 * 128},
        {{"st.b128:copy", 64, 128, PADDED(16), 1, 16}, 63 * 144 + 128},
        {{"st.b128:copy", 64, 128, PERMUTED, 2, 16}, 64 * 128},
        {{"st.b128:copy", 12, 128, SW(3, 4, 3), 2, 3},
         2048}, /* whatever the swizzle makes of 1536 bytes */
        {{"st.b128:copy", 16, 128, SW(3, 4, 3), 2, 4}, 2048},
        {{"ld.b64:copy", 17, 128, SW(3, 4, 3), 4, 9}, 3072},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        int steps;
        assert_int_equal(period_of(&of[i].r, WINDOW - of[i].bytes, &steps), of[i].r.period);
        assert_int_equal(period_of(&of[i].r, WINDOW - of[i].bytes + 16, &steps), of[i].r.steps);
        assert_int_equal(steps, of[i].r.steps);
    }
}

/* Of a layout, and in the order of one, nothing repeats that is known. */
static void layouts(void **state)
{
    (void)state;
    static const repeats rows = {"st.b32:copy", 64, 128, PLAIN, 1, 64};
    const wgd_layout l = wgd_layout_2d(64, 64, 64, 1);
    const wgd_composed c = wgd_composed_plain(&l);
    wgd_arrangement a;
    wgd_bank_use u;
    use_plan p;
    assert_int_equal(wgd_bank_use_parse(rows.use, 16, &u, NULL), WGD_OK);
    assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_use_plan_all(&a, &u, &p, NULL), WGD_OK);
    assert_int_equal(wgd_use_period(&a, &u, &p), 64);
    a = arrangement_of(&rows, 0);
    assert_int_equal(wgd_use_period(&a, &u, &p), 1);
    wgd_frag f;
    const char *const tv = "((4,8),(2,2)):((32,1),(16,8))";
    wgd_layout threads;
    assert_int_equal(wgd_parse_layout(tv, strlen(tv), &threads, NULL), WGD_OK);
    assert_int_equal(wgd_frag_of_layout(&threads, 16, 8, 16, &f, NULL), WGD_OK);
    u.order = WGD_ORDER_TV;
    u.tv = &f;
    assert_int_equal(wgd_use_plan_all(&a, &u, &p, NULL), WGD_OK);
    assert_int_equal(wgd_use_period(&a, &u, &p), 64);
}

/* One access more: the first of the worst stays. */
static void sums(void **state)
{
    (void)state;
    static const int worst[] = {1, 3, 2, 3, 4, 4};
    wgd_bank_total sum = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 6; i++) {
        wgd_bank_result r;
        memset(&r, 0, sizeof r);
        r.phases = 2;
        r.wavefronts = 5;
        r.conflicts = 3;
        r.worst = worst[i];
        wgd_bank_add(&sum, &r);
        assert_int_equal(sum.accesses, i + 1);
        assert_int_equal(sum.phases, 2 * (i + 1));
        assert_int_equal(sum.wavefronts, 5 * (i + 1));
        assert_int_equal(sum.conflicts, 3 * (i + 1));
        assert_int_equal(sum.worst, i < 1 ? 1 : i < 4 ? 3 : 4);
        assert_int_equal(sum.worst_at, i < 1 ? 0 : i < 4 ? 1 : 4);
    }
}

/* A refused plan leaves an empty total. */
static void nothing(void **state)
{
    (void)state;
    static const repeats odd = {"ld.b32:copy", 3, 12, PLAIN, 1, 1};
    const wgd_arrangement a = arrangement_of(&odd, 0);
    const wgd_bank_total zero = {0, 0, 0, 0, 0, 0};
    wgd_bank_total sum;
    wgd_bank_use u;
    assert_int_equal(wgd_bank_use_parse("ld.b64:copy", 16, &u, NULL), WGD_OK);
    memset(&sum, 0x5a, sizeof sum);
    assert_int_equal(wgd_bank_tile(&a, &u, &sum, NULL), WGD_ERR_TILE);
    assert_memory_equal(&sum, &zero, sizeof sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),    cmocka_unit_test(columns), cmocka_unit_test(matrices),
        cmocka_unit_test(fragments), cmocka_unit_test(ends),    cmocka_unit_test(layouts),
        cmocka_unit_test(sums),      cmocka_unit_test(nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
