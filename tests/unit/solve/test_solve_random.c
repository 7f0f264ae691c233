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

#include "rule_layout.h"
#include "wgdesc.h"

static bool same_up_to_unread(wgd_desc a, wgd_desc b, wgd_read rd)
{
    wgd_diff diff;
    wgd_diff_words(wgd_desc_encode(a), wgd_desc_encode(b), rd, &diff);
    for (int i = 0; i < diff.n; i++) {
        const wgd_field_diff *f = &diff.field[i];
        const uint64_t mask =
            f->field == WGD_FIELD_BASE_OFFSET ? wgd_swizzle_row_mask(a.swizzle) : UINT64_MAX;
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
        const bool phase = d.swizzle != WGD_SWZ_NONE && (solved & 1) && relative_query(d, &q);
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
