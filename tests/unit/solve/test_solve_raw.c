/* SPDX-License-Identifier: MIT
 *
 * The hand-made blocks that were given straight to make_gmma_desc: what it accepts solves to the
 * same word, bit for bit, and what it refuses has no descriptor. Where wgdesc knows better, the
 * line stands in tests/data/cute_raw_differences.jsonl with the reason.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden.h"
#include "wgdesc.h"

static wgd_status solve_line(const cJSON *o, wgd_solve *s, wgd_diag *diag)
{
    const char *text = golden_str(o, "block");
    const int bits = (int)golden_int(o, "bits");
    wgd_layout l;
    wgd_solve_query q = {0};
    memset(&q, 0, sizeof q);
    assert_int_equal(wgd_parse_layout(text, strlen(text), &l, diag), WGD_OK);
    q.layout = wgd_composed_plain(&l);
    q.layout.kind = WGD_SMEM_PTR;
    q.layout.sw = (wgd_swizzle){(int8_t)golden_int(o, "swizzle_bits"), 4, 3};
    q.layout.elem_bits = bits;
    q.start = 0x400;
    q.dtype = bits == 8 ? WGD_E4M3 : bits == 16 ? WGD_F16 : WGD_TF32;
    q.operand = WGD_OPERAND_B;
    q.major = strcmp(golden_str(o, "major"), "K") == 0 ? WGD_WANT_K : WGD_WANT_MN;
    return wgd_solve_layout(&q, s, diag);
}

typedef struct lookup {
    const cJSON *line;
    char outcome[32]; /* the error code, "solved", or "" when the line is not in the list */
} lookup;

static void match_difference(const cJSON *o, int n, void *ctx)
{
    lookup *l = ctx;
    (void)n;
    if (golden_int(o, "bits") == golden_int(l->line, "bits") &&
        golden_int(o, "swizzle_bits") == golden_int(l->line, "swizzle_bits") &&
        strcmp(golden_str(o, "major"), golden_str(l->line, "major")) == 0 &&
        strcmp(golden_str(o, "block"), golden_str(l->line, "block")) == 0) {
        assert_true(strlen(golden_str(o, "why")) > 10);
        snprintf(l->outcome, sizeof l->outcome, "%s", golden_str(o, "wgdesc"));
    }
}

static void check_line(const cJSON *o, int n, void *ctx)
{
    static wgd_solve s;
    wgd_diag diag;
    lookup l = {o, ""};
    int *listed = ctx;
    golden_each("../data/cute_raw_differences.jsonl", match_difference, &l);
    const wgd_status status = solve_line(o, &s, &diag);
    if (l.outcome[0]) {
        (*listed)++;
        assert_string_equal(l.outcome, status == WGD_OK ? "solved" : wgd_status_name(status));
        return;
    }
    if (!golden_bool(o, "ok")) {
        assert_int_not_equal(status, WGD_OK);
        assert_true(strlen(diag.what) > 0);
        return;
    }
    if (status != WGD_OK) {
        fail_msg("line %d: %s", n, diag.what);
    }
    assert_true(s.solution[0].canonical);
    assert_true(wgd_desc_encode(s.solution[0].desc) == strtoull(golden_str(o, "desc"), NULL, 16));
    /* One block, in CuTe's terms; (64,16) of tf32 is two dense blocks here, one sparse one there.
     */
    static wgd_solve_layouts layouts;
    char canonical[256];
    assert_true(wgd_solve_algebra(&s, &s.solution[0], &layouts));
    wgd_layout_snprintf(canonical, sizeof canonical, &layouts.canonical, WGD_FMT_PLAIN);
    if (s.blocks_k == 1) {
        assert_string_equal(canonical, golden_str(o, "canonical"));
    }
}

static void count_line(const cJSON *o, int n, void *ctx)
{
    (void)o;
    (void)n;
    ++*(int *)ctx;
}

static void test_raw_blocks(void **state)
{
    (void)state;
    int listed = 0, in_list = 0;
    golden_each("cute_desc_raw.jsonl", check_line, &listed);
    golden_each("../data/cute_raw_differences.jsonl", count_line, &in_list);
    assert_int_equal(listed, in_list); /* nothing in the list that is not a line */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raw_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
