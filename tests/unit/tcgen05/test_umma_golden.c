/* SPDX-License-Identifier: MIT
 *
 * tcgen05's descriptors against what make_umma_desc gave (tests/golden/tcgen05/umma_*.jsonl). What it
 * accepts without covering the tile, or what the instruction cannot read, is refused; where its word
 * does not describe the block (exact: false), the answer is a word that does.
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

enum { START = 0x400 };

static const cJSON *item(const cJSON *o, const char *key, int i)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(o, key), i);
}

static int64_t number(const cJSON *o, const char *key, int i)
{
    const cJSON *n = item(o, key, i);
    assert_true(cJSON_IsNumber(n));
    return (int64_t)n->valuedouble;
}

static uint64_t word_of(const char *hex)
{
    return strtoull(hex, NULL, 16);
}

static wgd_tile_query query_of(const cJSON *o, wgd_operand operand)
{
    wgd_tile_query q = wgd_tile_query_default();
    wgd_diag diag;
    assert_int_equal(wgd_dtype_parse(golden_str(o, "dtype"), &q.dtype, &diag), WGD_OK);
    assert_int_equal(wgd_major_parse(golden_str(o, "operand_major"), &q.major, &diag), WGD_OK);
    assert_int_equal(wgd_swizzle_parse(golden_str(o, "swizzle"), &q.swizzle, &diag), WGD_OK);
    q.arch = WGD_SM100;
    q.operand = operand;
    q.start = START;
    for (int i = 0; i < 2; i++) {
        const int64_t *const fallback = (const int64_t[]){256, 128};
        const bool cut = cJSON_HasObjectItem(o, "shape");
        (i == 0 ? (q.mn = cut ? number(o, "shape", 0) : fallback[0])
                : (q.k = cut ? number(o, "shape", 1) : fallback[1]));
        q.block[i] = cut ? number(o, "block", i) : 0;
        q.order[i] = cut ? number(o, "order", i) : i + 1;
    }
    return q;
}

static void same_text(const cJSON *o, const char *key, const char *got)
{
    char want[512];
    golden_plain(golden_str(o, key), want, sizeof want);
    assert_string_equal(got, want);
}

static void same_layout(const cJSON *o, const char *key, const wgd_layout *l)
{
    char got[512];
    wgd_layout_snprintf(got, sizeof got, l, WGD_FMT_PLAIN);
    same_text(o, key, got);
}

/* Every element is read from where the tile puts it. */
static void reads_its_tile(const wgd_tile *t)
{
    wgd_place p;
    assert_int_equal(wgd_place_make(&t->smem, t->query.dtype, t->query.start, &p, NULL), WGD_OK);
    for (int b = 0; b < t->blocks_mn * t->blocks_k; b++) {
        const int i = b % t->blocks_mn, j = b / t->blocks_mn;
        wgd_check c;
        assert_int_equal(
            wgd_check_desc(wgd_tile_block_desc(t, i, j), wgd_tile_read(t), &p, i, j, &c, NULL),
            WGD_OK);
        assert_true(c.match);
    }
}

/* The words of all blocks are CuTe's, but for LBO in a line that is not exact. */
static void same_words(const cJSON *o, const wgd_tile *t)
{
    const bool exact = golden_bool(o, "exact");
    const uint64_t free_bits = exact ? 0 : UINT64_C(0x3fff) << 16;
    const cJSON *b = NULL;
    int n = 0;
    assert_int_equal(t->desc.sbo, golden_int(o, "sbo"));
    assert_int_equal(wgd_desc_layout_type(t->desc.swizzle, WGD_SM100),
                     golden_int(o, "layout_type"));
    assert_true(!exact || t->desc.lbo == golden_int(o, "lbo"));
    assert_true(exact || (t->desc.lbo != golden_int(o, "lbo") && t->lbo_used));
    cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "blocks"))
    {
        const int i = (int)cJSON_GetArrayItem(b, 0)->valuedouble;
        const int j = (int)cJSON_GetArrayItem(b, 1)->valuedouble;
        const uint64_t want = word_of(cJSON_GetArrayItem(b, 2)->valuestring);
        assert_int_equal(wgd_tile_block_desc(t, i, j) & ~free_bits, want & ~free_bits);
        n++;
    }
    assert_int_equal(n, t->blocks_mn * t->blocks_k);
}

typedef struct counts {
    int accepted, refused, inexact;
} counts;

static void refused_with_reason(wgd_status s, const wgd_diag *diag, int line)
{
    if (s == WGD_OK) {
        fail_msg("line %d is accepted", line);
    }
    assert_true(strlen(diag->what) > 10 && strlen(diag->field) > 0);
}

static void one_tile(const cJSON *o, int line, wgd_operand operand, counts *n)
{
    static wgd_tile t;
    wgd_diag diag;
    const wgd_tile_query q = query_of(o, operand);
    const wgd_status s = wgd_tile_describe(&q, &t, &diag);
    if (!golden_bool(o, "covers") || !golden_bool(o, "hw_legal")) {
        refused_with_reason(s, &diag, line);
        assert_true(golden_bool(o, "hw_legal") == (s == WGD_ERR_COVER));
        n->refused++;
        return;
    }
    if (s != WGD_OK) {
        fail_msg("line %d: %s", line, diag.what);
    }
    char got[512];
    wgd_composed_snprintf(got, sizeof got, &t.smem, WGD_FMT_PLAIN);
    same_text(o, "layout", got);
    same_layout(o, "block_u128", &t.block_u128);
    same_layout(o, "canonical", &t.canonical);
    same_layout(o, "iter", &t.iterator);
    same_words(o, &t);
    reads_its_tile(&t);
    n->accepted++;
    n->inexact += !golden_bool(o, "exact");
}

/* Which operand a block is of makes no difference to its word. */
static void one_line(const cJSON *o, int line, void *ctx)
{
    one_tile(o, line, WGD_OPERAND_A, ctx);
    one_tile(o, line, WGD_OPERAND_B, ctx);
}

static void every_line_of_umma_desc(void **state)
{
    (void)state;
    counts n = {0, 0, 0};
    const int lines = golden_each("tcgen05/umma_desc.jsonl", one_line, &n);
    assert_int_equal(n.accepted + n.refused, 2 * lines);
    assert_int_equal(n.accepted, 2 * 538);
    assert_int_equal(n.inexact, 2 * 10);
}

/* A of a sparse instruction: K in elements of the instruction, half of them stored. */
static void one_sparse_line(const cJSON *o, int line, void *ctx)
{
    static wgd_tile t;
    wgd_diag diag;
    counts *n = ctx;
    wgd_tile_query q = query_of(o, WGD_OPERAND_A);
    q.sparse = true;
    const wgd_status s = wgd_tile_describe(&q, &t, &diag);
    if (wgd_mode_check(q.dtype, q.major, q.swizzle, WGD_SM100, NULL) != WGD_OK) {
        refused_with_reason(s, &diag, line);
        n->refused++;
        return;
    }
    assert_int_equal(s, WGD_OK);
    assert_int_equal(t.query.k * 2, number(o, "shape", 1));
    same_layout(o, "canonical", &t.canonical);
    same_layout(o, "iter", &t.iterator);
    same_words(o, &t);
    reads_its_tile(&t);
    n->accepted++;
}

static void every_line_of_umma_desc_sparse(void **state)
{
    (void)state;
    counts n = {0, 0, 0};
    golden_each("tcgen05/umma_desc_sparse.jsonl", one_sparse_line, &n);
    assert_int_equal(n.accepted, 55);
    assert_int_equal(n.refused, 7);
}

static void one_k96_line(const cJSON *o, int line, void *ctx)
{
    static wgd_tile t;
    wgd_diag diag;
    int *n = ctx;
    wgd_tile_query q = wgd_tile_query_default();
    const cJSON *b = NULL;
    (void)line;
    q.arch = WGD_SM103;
    q.dtype = WGD_E2M1_PACKED4;
    q.swizzle = WGD_SWZ_128B;
    q.mn = q.block[0] = golden_int(o, "mn");
    q.k = 256 * golden_int(o, "buffers");
    q.block[1] = 96;
    q.start = START;
    assert_int_equal(wgd_tile_describe(&q, &t, &diag), WGD_OK);
    cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "blocks"))
    {
        const int j = (int)cJSON_GetArrayItem(b, 0)->valuedouble;
        assert_int_equal(wgd_tile_block_desc(&t, 0, j),
                         word_of(cJSON_GetArrayItem(b, 4)->valuestring));
        ++*n;
    }
    reads_its_tile(&t);
    q.arch = WGD_SM100; /* has no absolute LBO */
    assert_int_equal(wgd_tile_describe(&q, &t, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.field, "block");
}

static void every_block_of_umma_k96(void **state)
{
    (void)state;
    int n = 0;
    golden_each("tcgen05/umma_k96.jsonl", one_k96_line, &n);
    assert_int_equal(n, 40);
}

/* ---- hand-made blocks ----------------------------------------------------------------------- */

/* The last steps alone, which look at no type: every block that make_umma_desc takes, but those whose
 * elements it does not read where they are. */
static void one_raw_line(const cJSON *o, int line, void *ctx)
{
    wgd_composed block, u128;
    wgd_layout given, canonical;
    wgd_desc d;
    wgd_diag diag;
    counts *n = ctx;
    if (!cJSON_HasObjectItem(o, "given")) {
        return;
    }
    const char *text = golden_str(o, "given");
    const int bits = (int)golden_int(o, "bits");
    const bool k_major = strcmp(golden_str(o, "operand_major"), "k") == 0;
    assert_int_equal(wgd_parse_layout(text, strlen(text), &given, &diag), WGD_OK);
    block = wgd_composed_plain(&given);
    block.kind = WGD_SMEM_PTR;
    block.elem_bits = bits;
    block.sw = (wgd_swizzle){(int8_t)number(o, "sw", 0), (int8_t)number(o, "sw", 1),
                             (int8_t)number(o, "sw", 2)};
    wgd_status s = wgd_recast_composed(&block, bits, 128, &u128, &diag);
    if (s == WGD_OK) {
        u128.sw = block.sw; /* on byte addresses as before */
        s = wgd_canonical_desc(&u128, k_major ? WGD_MAJOR_K : WGD_MAJOR_MN, bits, WGD_SM100,
                               &canonical, &d, &diag);
    }
    if (!golden_bool(o, "ok")) {
        assert_int_not_equal(s, WGD_OK);
        n->refused++;
        return;
    }
    if (s != WGD_OK) {
        fail_msg("line %d: %s", line, diag.what);
    }
    d.start = START / 16;
    same_layout(o, "canonical", &canonical);
    assert_int_equal(wgd_desc_pack(d, WGD_SM100), word_of(golden_str(o, "desc")));
    n->accepted++;
}

static void every_raw_block(void **state)
{
    (void)state;
    counts n = {0, 0, 0};
    golden_each("tcgen05/umma_raw.jsonl", one_raw_line, &n);
    assert_int_equal(n.accepted, 47);
    golden_each("tcgen05/umma_refused.jsonl", one_raw_line, &n);
    assert_int_equal(n.refused, 19);
}

/* What the solver makes of them: the same word, or, where no instruction reads such a block, none. */
static void solve_raw_line(const cJSON *o, int line, void *ctx)
{
    static wgd_solve s;
    wgd_diag diag;
    counts *n = ctx;
    wgd_solve_query q = {0};
    wgd_layout given;
    const char *text = golden_str(o, "given");
    const int bits = (int)golden_int(o, "bits");
    assert_int_equal(wgd_parse_layout(text, strlen(text), &given, &diag), WGD_OK);
    q.layout = wgd_composed_plain(&given);
    q.layout.kind = WGD_SMEM_PTR;
    q.layout.elem_bits = bits;
    q.layout.sw = (wgd_swizzle){(int8_t)number(o, "sw", 0), (int8_t)number(o, "sw", 1),
                                (int8_t)number(o, "sw", 2)};
    q.start = START;
    q.arch = WGD_SM100;
    q.operand = WGD_OPERAND_B;
    q.dtype = bits == 4 ? WGD_E2M1_PACKED4 : bits == 8 ? WGD_E4M3 : bits == 16 ? WGD_F16 : WGD_TF32;
    q.major = strcmp(golden_str(o, "operand_major"), "k") == 0 ? WGD_WANT_K : WGD_WANT_MN;
    if (wgd_solve_layout(&q, &s, &diag) != WGD_OK) {
        refused_with_reason(WGD_ERR_NO_DESC, &diag, line);
        n->refused++;
        return;
    }
    assert_true(s.solution[0].canonical);
    assert_int_equal(wgd_solve_block(&s, &s.solution[0], 0, 0), word_of(golden_str(o, "desc")));
    n->accepted++;
}

static void every_raw_block_solved(void **state)
{
    (void)state;
    counts n = {0, 0, 0};
    golden_each("tcgen05/umma_raw.jsonl", solve_raw_line, &n);
    /* 14 are no block of an instruction: 7 of MN-major tf32 without 32-byte atoms, 1 of f16 with
     * them, 4 of another K, 1 of 512 rows and 1 whose elements do not run along K. */
    assert_int_equal(n.accepted, 33);
    assert_int_equal(n.refused, 14);
}

static void one_refused_cut(const cJSON *o, int line, void *ctx)
{
    static wgd_tile t;
    wgd_diag diag;
    if (cJSON_HasObjectItem(o, "given")) {
        return;
    }
    const wgd_tile_query q = query_of(o, WGD_OPERAND_A);
    refused_with_reason(wgd_tile_describe(&q, &t, &diag), &diag, line);
    ++*(int *)ctx;
}

static void every_refused_cut(void **state)
{
    (void)state;
    int n = 0;
    golden_each("tcgen05/umma_refused.jsonl", one_refused_cut, &n);
    assert_int_equal(n, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_of_umma_desc), cmocka_unit_test(every_line_of_umma_desc_sparse),
        cmocka_unit_test(every_block_of_umma_k96), cmocka_unit_test(every_raw_block),
        cmocka_unit_test(every_raw_block_solved),  cmocka_unit_test(every_refused_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
