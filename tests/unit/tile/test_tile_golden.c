/* SPDX-License-Identifier: MIT
 *
 * The descriptor chain against CuTe's own results (tests/golden/cute_desc.jsonl, cute_atoms.jsonl)
 * and against the operands worked out by hand in the notes' four m64n32k16 examples.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden.h"
#include "wgdesc.h"

static wgd_swizzle_mode golden_mode(const char *s)
{
    return strcmp(s, "SW128") == 0  ? WGD_SWZ_128B
           : strcmp(s, "SW64") == 0 ? WGD_SWZ_64B
           : strcmp(s, "SW32") == 0 ? WGD_SWZ_32B
                                    : WGD_SWZ_NONE;
}

static wgd_tile_query golden_query(const cJSON *o)
{
    wgd_tile_query q = wgd_tile_query_default();
    const long bits = golden_int(o, "bits");
    q.dtype = bits == 8 ? WGD_E4M3 : bits == 32 ? WGD_TF32 : WGD_F16;
    q.major = strcmp(golden_str(o, "major"), "K") == 0 ? WGD_MAJOR_K : WGD_MAJOR_MN;
    q.swizzle = golden_mode(golden_str(o, "swizzle"));
    q.operand = WGD_OPERAND_B;
    q.n = golden_int(o, "inst_mn");
    q.mn = golden_int(o, "smem_mn");
    q.k = golden_int(o, "smem_k");
    if (strcmp(golden_str(o, "step"), "_2,_1") == 0) {
        q.order[0] = 2;
        q.order[1] = 1;
    }
    q.start = 0x400;
    return q;
}

static void same_text(const cJSON *o, const char *key, const char *got)
{
    char want[512];
    golden_plain(golden_str(o, key), want, sizeof want);
    assert_string_equal(got, want);
}

static void same_layouts(const cJSON *o, const wgd_tile *t)
{
    char got[512];
    wgd_composed_snprintf(got, sizeof got, &t->smem, WGD_FMT_PLAIN);
    same_text(o, "smem", got);
    wgd_composed_snprintf(got, sizeof got, &t->smem, WGD_FMT_CUTE);
    assert_string_equal(got, golden_str(o, "smem"));
    wgd_composed_snprintf(got, sizeof got, &t->smem_u128, WGD_FMT_PLAIN);
    same_text(o, "smem_u128", got);
    wgd_layout_snprintf(got, sizeof got, &t->block_u128, WGD_FMT_PLAIN);
    same_text(o, "block_u128", got);
    wgd_layout_snprintf(got, sizeof got, &t->canonical, WGD_FMT_PLAIN);
    same_text(o, "canonical", got);
    wgd_layout_snprintf(got, sizeof got, &t->iterator, WGD_FMT_PLAIN);
    same_text(o, "iter", got);
}

static void same_words(const cJSON *o, const wgd_tile *t)
{
    const uint64_t word = strtoull(golden_str(o, "desc"), NULL, 16);
    assert_int_equal(t->desc.lbo, golden_int(o, "LBO"));
    assert_int_equal(t->desc.sbo, golden_int(o, "SBO"));
    assert_int_equal(wgd_swizzle_wgmma_code(t->desc.swizzle), golden_int(o, "layout_type"));
    assert_int_equal(wgd_desc_encode(t->desc), word);
    assert_int_equal(t->blocks_mn, golden_int(o, "mn_blocks"));
    assert_int_equal(t->blocks_k, golden_int(o, "k_blocks"));
    const cJSON *offsets = cJSON_GetObjectItemCaseSensitive(o, "offsets");
    for (int i = 0; i < t->blocks_mn; i++) {
        for (int j = 0; j < t->blocks_k; j++) {
            const cJSON *row = cJSON_GetArrayItem(offsets, i);
            const int64_t want = (int64_t)cJSON_GetArrayItem(row, j)->valuedouble;
            assert_int_equal(wgd_tile_block_offset(t, i, j), want * 16);
            assert_int_equal(wgd_tile_block_desc(t, i, j), word + (uint64_t)want);
        }
    }
}

typedef struct counts {
    int accepted, refused;
} counts;

static void one_desc_line(const cJSON *o, int line, void *ctx)
{
    counts *n = ctx;
    wgd_tile t;
    wgd_diag diag;
    const wgd_tile_query q = golden_query(o);
    const bool ok = golden_bool(o, "ok") && golden_bool(o, "covers") && golden_bool(o, "hw_legal");
    const wgd_status s = wgd_tile_describe(&q, &t, &diag);
    if ((s == WGD_OK) != ok) {
        fail_msg("line %d: got status %s", line, wgd_status_name(s));
    }
    if (!ok) {
        /* Refused with a reason: the major first, as no other change would help. */
        assert_int_equal(s, golden_bool(o, "hw_legal") ? WGD_ERR_COVER : WGD_ERR_MAJOR);
        n->refused++;
        return;
    }
    same_layouts(o, &t);
    same_words(o, &t);
    n->accepted++;
}

static void every_line_of_cute_desc(void **state)
{
    (void)state;
    counts n = {0, 0};
    golden_each("cute_desc.jsonl", one_desc_line, &n);
    assert_int_equal(n.accepted + n.refused, 1262);
    assert_int_equal(n.accepted, 813);
}

static void one_atom(const cJSON *o, int line, void *ctx)
{
    (void)line;
    int *n = ctx;
    wgd_composed atom;
    char got[256];
    const wgd_major major = strcmp(golden_str(o, "major"), "K") == 0 ? WGD_MAJOR_K : WGD_MAJOR_MN;
    const wgd_swizzle_mode mode = golden_mode(golden_str(o, "atom"));
    assert_int_equal(wgd_atom((int)golden_int(o, "bits"), major, mode, &atom, NULL), WGD_OK);
    wgd_composed_snprintf(got, sizeof got, &atom, WGD_FMT_CUTE);
    assert_string_equal(got, golden_str(o, "layout"));
    ++*n;
}

static void every_atom(void **state)
{
    (void)state;
    int n = 0;
    wgd_composed atom;
    golden_each("cute_atoms.jsonl", one_atom, &n);
    assert_int_equal(n, 24);
    assert_int_equal(wgd_atom(2, WGD_MAJOR_K, WGD_SWZ_NONE, &atom, NULL), WGD_ERR_VALUE);
}

/* wgmma.md, the four examples: A and B of each, with what the notes give for them. A stride over a
 * single pattern is free there ("can be set at will"); here it is 0, as make_gmma_desc writes. */
static void the_seven_operands_of_the_worked_examples(void **state)
{
    (void)state;
    static const struct {
        wgd_operand operand;
        wgd_major major;
        wgd_swizzle_mode swizzle;
        int mn, lbo, sbo, layout_type, transpose;
    } ops[] = {
        {WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_NONE, 64, 64, 8, 0, 0},
        {WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_NONE, 32, 32, 8, 0, 0},
        {WGD_OPERAND_A, WGD_MAJOR_MN, WGD_SWZ_64B, 64, 32, 64, 2, 1},
        {WGD_OPERAND_B, WGD_MAJOR_MN, WGD_SWZ_NONE, 32, 32, 8, 0, 1},
        {WGD_OPERAND_A, WGD_MAJOR_MN, WGD_SWZ_128B, 64, 0, 64, 1, 1},
        {WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_32B, 32, 1, 16, 3, 0},
        {WGD_OPERAND_B, WGD_MAJOR_MN, WGD_SWZ_64B, 32, 0, 32, 2, 1},
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        wgd_tile_query q = wgd_tile_query_default();
        wgd_tile t;
        q.operand = ops[i].operand;
        q.major = ops[i].major;
        q.swizzle = ops[i].swizzle;
        q.mn = ops[i].mn;
        q.k = 16;
        assert_int_equal(wgd_tile_describe(&q, &t, NULL), WGD_OK);
        assert_int_equal(t.desc.lbo, ops[i].lbo);
        assert_int_equal(t.desc.sbo, ops[i].sbo);
        assert_int_equal(t.desc.swizzle, ops[i].swizzle);
        assert_int_equal(wgd_desc_encode(t.desc) >> 62, ops[i].layout_type);
        assert_int_equal(t.transpose, ops[i].transpose);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_of_cute_desc),
        cmocka_unit_test(every_atom),
        cmocka_unit_test(the_seven_operands_of_the_worked_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
