/* SPDX-License-Identifier: MIT
 *
 * Scale factors, and loads, stores and copies of tensor memory, against what CUTLASS gave
 * (tests/golden/tcgen05/sf_smem.jsonl, tcgen05_ldst.jsonl): layouts word for word, the copies of a stage, every row of a
 * copy and the registers that are listed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden.h"
#include "wgdesc.h"

static const cJSON *member(const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(o, key);
}

static int at(const cJSON *array, int i)
{
    return (int)cJSON_GetArrayItem(array, i)->valuedouble;
}

static bool is(const cJSON *o, const char *key, const char *value)
{
    return strcmp(golden_str(o, key), value) == 0;
}

static void same_layout(const cJSON *o, const char *key, const wgd_layout *l)
{
    char got[512], want[512];
    wgd_layout_snprintf(got, sizeof got, l, WGD_FMT_PLAIN);
    golden_plain(golden_str(o, key), want, sizeof want);
    assert_string_equal(got, want);
}

static int checked;

/* ---- global memory -------------------------------------------------------------------------- */

static wgd_sf_operand operand_of(const char *name)
{
    int i = WGD_SF_A;
    while (strcmp(wgd_sf_operand_name((wgd_sf_operand)i), name) != 0) {
        assert_true(++i <= WGD_SF_D);
    }
    return (wgd_sf_operand)i;
}

static void check_global(const cJSON *o, int line, void *ctx)
{
    (void)line;
    (void)ctx;
    const bool atom = is(o, "what", "SfAtom_output");
    if (!atom && strncmp(golden_str(o, "what"), "SF", 2) != 0) {
        return;
    }
    int64_t problem[4] = {128, 128, 128, 1};
    for (int i = 0; i < 4 && !atom; i++) {
        problem[i] = at(member(o, "problem"), i);
    }
    const wgd_sf_operand operand = atom ? WGD_SF_D : operand_of(golden_str(o, "what"));
    wgd_sf s;
    assert_int_equal(
        wgd_sf_make(operand, (int)golden_int(o, "vec"), problem, is(o, "sf_major", "mn"), &s, NULL),
        WGD_OK);
    assert_int_equal(s.operand, operand);
    same_layout(o, "layout", atom ? &s.atom : &s.layout);
    if (!atom) {
        assert_int_equal(s.bytes, golden_int(o, "cosize"));
    }
    checked++;
}

static void test_global(void **state)
{
    (void)state;
    checked = 0;
    golden_each("tcgen05/sf_smem.jsonl", check_global, NULL);
    assert_true(checked > 50);
}

/* ---- a stage -------------------------------------------------------------------------------- */

static void check_stage(const cJSON *o, int line, void *ctx)
{
    (void)line;
    (void)ctx;
    const bool copy = is(o, "what", "utccp_SF");
    if (!copy && !is(o, "what", "smem_SF")) {
        return;
    }
    int kind = 0, mma[3], tile[3];
    while (!is(o, "kind", wgd_umma_kind_name((wgd_umma_kind)kind))) {
        assert_true(++kind < WGD_UMMA_KIND_COUNT);
    }
    for (int i = 0; i < 3; i++) {
        mma[i] = at(member(o, "mma"), i);
        tile[i] = at(member(o, "tile"), i);
    }
    wgd_sf_stage s;
    memset(&s, 0xff, sizeof s);
    const int cta = (int)golden_int(o, "cta_group"), vec = (int)golden_int(o, "vec");
    assert_int_equal(wgd_sf_stage_make(operand_of(golden_str(o, "operand")), (wgd_umma_kind)kind,
                                       cta, vec, mma, tile, &s, NULL),
                     WGD_OK);
    assert_int_equal(s.operand, operand_of(golden_str(o, "operand")));
    assert_true((int)s.kind == kind && s.cta_group == cta && s.vec == vec && s.k == tile[2]);
    same_layout(o, copy ? "smem_layout" : "layout", &s.layout);
    checked++;
    if (!copy) {
        assert_int_equal(s.bytes, golden_int(o, "cosize"));
        return;
    }
    same_layout(o, "tmem_layout", &s.tmem.layout);
    assert_int_equal(s.tmem.spec.type, kind == WGD_UMMA_MXF4NVF4 ? WGD_FRAG_UE4M3 : WGD_FRAG_UE8M0);
    const cJSON *copies = member(o, "copies");
    assert_int_equal(s.copies, cJSON_GetArraySize(copies));
    assert_int_equal(s.bytes, 512 * s.copies);
    for (int i = 0; i < s.copies; i++) {
        const cJSON *c = cJSON_GetArrayItem(copies, i);
        const uint32_t start = (uint32_t)strtoul(golden_str(o, "start"), NULL, 16);
        int column = -1;
        assert_int_equal(wgd_sf_copy(&s, i, start, &column),
                         strtoull(cJSON_GetArrayItem(c, 1)->valuestring, NULL, 16));
        assert_int_equal(column, strtoul(cJSON_GetArrayItem(c, 2)->valuestring, NULL, 16));
        assert_int_equal(at(c, 0), i);
    }
}

static void test_stages(void **state)
{
    (void)state;
    checked = 0;
    golden_each("tcgen05/sf_smem.jsonl", check_stage, NULL);
    assert_true(checked > 20);
}

/* Vectors that are not given, and the longest stage. */
static void test_stage_ends(void **state)
{
    (void)state;
    wgd_sf_stage s;
    const int mma[] = {128, 128, 64}, mx8[] = {128, 128, 32};
    for (int kind = WGD_UMMA_MXF8F6F4; kind < WGD_UMMA_KIND_COUNT; kind++) {
        const int vec = kind == WGD_UMMA_MXF4NVF4 ? 16 : 32, step = 4 * vec;
        const int *m = kind == WGD_UMMA_MXF8F6F4 ? mx8 : mma;
        for (int n = 1; n <= 64; n += 63) {
            const int tile[] = {128, 128, n * step, 0};
            const wgd_status st =
                wgd_sf_stage_make(WGD_SF_A, (wgd_umma_kind)kind, 1, 0, m, tile, &s, NULL);
            assert_int_equal(st, n * step / m[2] > 64 ? WGD_ERR_VALUE : WGD_OK);
            assert_int_equal(s.vec, vec);
            assert_int_equal(s.blocks[1], n);
            assert_int_equal(s.tmem.spec.what, WGD_TMEM_SFA);
        }
    }
}

/* ---- loads, stores, copies ------------------------------------------------------------------- */

/* "(32,128,4):(2097152,1,67108864)": rows, bits and copies, with strides in bits, 2^21 to a lane. */
static void check_copy(const cJSON *o, const wgd_ldst *op)
{
    char text[128];
    wgd_layout l;
    golden_plain(golden_str(o, "val_id"), text, sizeof text);
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    l = c.layout;
    const int copies = l.shape.n_leaves > 2 ? (int)l.shape.leaf[2] : 1;
    assert_int_equal(op->lanes, l.shape.leaf[0]);
    assert_int_equal(op->columns * 32, l.shape.leaf[1]);
    assert_int_equal(op->copies, copies);
    assert_int_equal(op->registers, 0);
    for (int row = 0; row < op->lanes; row++) {
        for (int i = 0; i < copies; i++) {
            const int64_t bit = wgd_layout_at(&l, row + i * l.shape.leaf[0] * l.shape.leaf[1]);
            assert_int_equal(wgd_cp_lane(op, row, i), bit >> 21);
        }
    }
}

/* Thread, register, then lane and column of each half. */
static void check_move(const cJSON *o, const wgd_ldst *op)
{
    const cJSON *m;
    assert_int_equal(op->registers, golden_int(o, "registers"));
    assert_int_equal(op->lanes, golden_int(o, "lanes"));
    assert_int_equal(op->columns, golden_int(o, "columns"));
    assert_int_equal(op->pack16, cJSON_IsTrue(member(o, "pack16")));
    assert_int_equal(op->copies, 1);
    assert_int_equal(op->cta_group, 0);
    if (cJSON_IsNumber(member(o, "imm_half_split"))) {
        assert_int_equal(op->split, golden_int(o, "imm_half_split"));
    } else {
        assert_int_equal(op->split, 0);
    }
    cJSON_ArrayForEach(m, member(o, "map"))
    {
        for (int half = 0; half < (op->pack16 ? 2 : 1); half++) {
            const wgd_tmem_place p = wgd_ldst_at(op, at(m, 0), at(m, 1), half);
            int i = 2;
            while (i + 1 < cJSON_GetArraySize(m) &&
                   !(at(m, i) == p.lane && at(m, i + 1) == p.column)) {
                i++;
            }
            assert_true(i + 1 < cJSON_GetArraySize(m));
            assert_int_equal(p.bit, 0);
            assert_int_equal(p.bits, op->pack16 ? 16 : 32);
        }
    }
}

static void check_ldst(const cJSON *o, int line, void *ctx)
{
    (void)line;
    (void)ctx;
    wgd_ldst op;
    char name[96], again[96];
    assert_int_equal(wgd_ldst_parse(golden_str(o, "ptx"), &op, NULL), WGD_OK);
    if (op.op == WGD_LDST_CP) {
        check_copy(o, &op);
        assert_int_equal(op.cta_group, strstr(golden_str(o, "ptx"), "cta_group::2") ? 2 : 1);
    } else {
        check_move(o, &op);
    }
    /* The short name is read as the same. */
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_ldst(&t, &op);
    wgd_text_end(&t);
    wgd_ldst same;
    assert_int_equal(wgd_ldst_parse(name, &same, NULL), WGD_OK);
    assert_int_equal(same.op, op.op);
    assert_int_equal(same.registers, op.registers);
    t = wgd_text_into(again, sizeof again);
    wgd_put_ldst(&t, &same);
    wgd_text_end(&t);
    assert_string_equal(again, name);
    assert_non_null(strstr(name, wgd_ldst_shape_name(op.shape)));
    checked++;
}

static void test_ldst(void **state)
{
    (void)state;
    checked = 0;
    golden_each("tcgen05/tcgen05_ldst.jsonl", check_ldst, NULL);
    assert_true(checked > 40);
}

static void not_read(const char *text, wgd_status s, long pos, const char *what, const char *got)
{
    wgd_ldst op;
    wgd_diag d;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_ldst_parse(text, &op, &d), s);
    assert_string_equal(d.field, "op");
    assert_string_equal(d.what, what);
    assert_string_equal(d.got, got);
    assert_int_equal(d.pos, pos);
    assert_int_equal(wgd_ldst_parse(text, &op, NULL), s);
}

static void test_names(void **state)
{
    (void)state;
    static const char part[] = "this part of the instruction is not understood";
    static const char repeat[] = "the shape does not have this repeat";
    static const char *const bad[] = {"x", "x1x", "x12y4", "y4", "x0004", "x1:", "16x64c"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "tcgen05.ld.16x64b.%s", bad[i]);
        not_read(text, WGD_ERR_SYNTAX, 18, part, bad[i]);
    }
    not_read("tcgen05.cp.32x128b.warpx4.x4", WGD_ERR_SYNTAX, 26, part, "x4");
    not_read("xcgen05.ld.16x64b.x4", WGD_ERR_SYNTAX, -1, "no such instruction has fragments",
             "xcgen05.ld.16x64b.x4");
    not_read("tcgen05.ldx.16x64b.x4", WGD_ERR_SYNTAX, -1, "no such instruction has fragments",
             "tcgen05.ldx.16x64b.x4");
    not_read("tcgen05.ld.46x64b.x4", WGD_ERR_SYNTAX, 11, part, "46x64b");
    not_read("tcgen05.ld.16x64b.tync.x4", WGD_ERR_SYNTAX, 18, part, "tync");
    not_read("tcgen05.ld..x4", WGD_ERR_SYNTAX, 11, part, "");
    not_read("tcgen05.ld.16x64b.x9", WGD_ERR_INST, -1, repeat, "9");
    not_read("tcgen05.ld.16x64b.x4.x4", WGD_ERR_SYNTAX, 21, part, "x4");
    not_read("tcgen05.ld.16x64b.x3", WGD_ERR_INST, -1, repeat, "3");
    not_read("tcgen05.ld.16x64b.x256", WGD_ERR_INST, -1, repeat, "256");
    not_read("tcgen05.ld.16x64b.x0", WGD_ERR_INST, -1, repeat, "0");
    not_read("tcgen05.ld.16x256b.x64", WGD_ERR_INST, -1, repeat, "64");
    not_read("tcgen05.ld.16x64b", WGD_ERR_SYNTAX, -1, "the repeat is missing", "tcgen05.ld.16x64b");
    not_read("tcgen05.ld.x4", WGD_ERR_SYNTAX, -1, "the shape is missing", "tcgen05.ld.x4");
    not_read("tcgen05.mma.x4", WGD_ERR_SYNTAX, -1, "no such instruction has fragments",
             "tcgen05.mma.x4");
    char text[96] = "tcgen05.ld.", cut[64] = "";
    memset(text + 11, 'y', 70);
    memset(cut, 'y', 63);
    text[81] = cut[63] = '\0';
    not_read(text, WGD_ERR_SYNTAX, 11, part, cut);
    not_read("", WGD_ERR_SYNTAX, -1, "no such instruction has fragments", "");
}

static void test_settings(void **state)
{
    (void)state;
    wgd_ldst op;
    wgd_diag d;
    assert_int_equal(wgd_ldst_parse("tcgen05.cp.128x256b", &op, NULL), WGD_OK);
    assert_int_equal(op.cta_group, 1);
    assert_int_equal(wgd_ldst_set(&op, true, 0, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "pack16");
    assert_int_equal(wgd_ldst_parse("tcgen05.ld.red.32x32b.x4.max.f32", &op, NULL), WGD_OK);
    assert_int_equal(wgd_ldst_set(&op, true, 0, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "pack16");
    assert_int_equal(wgd_ldst_set(&op, false, 4, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "split");
    assert_int_equal(wgd_ldst_parse("tcgen05.ld.16x32bx2.x4", &op, NULL), WGD_OK);
    assert_int_equal(wgd_ldst_set(&op, false, 512, NULL), WGD_OK);
    assert_int_equal(op.split, 512);
    assert_int_equal(wgd_ldst_set(&op, false, 513, &d), WGD_ERR_VALUE);
    assert_int_equal(wgd_ldst_set(&op, false, -1, &d), WGD_ERR_VALUE);
    int t, r, h;
    wgd_ldst whole;
    assert_int_equal(wgd_ldst_parse("tcgen05.ld.32x32b.x4", &whole, NULL), WGD_OK);
    whole.split = 7;
    assert_int_equal(wgd_ldst_set(&whole, false, 0, NULL), WGD_OK);
    assert_int_equal(whole.split, 0);
    assert_true(wgd_ldst_find(&whole, 31, 3, &t, &r, &h));
    assert_false(wgd_ldst_find(&whole, 31, 4, &t, &r, &h));
    assert_int_equal(wgd_ldst_parse("tcgen05.cp.128x256b", &whole, NULL), WGD_OK);
    assert_false(wgd_ldst_find(&whole, 0, 0, &t, &r, &h)); /* a copy has no registers */
    assert_int_equal(wgd_ldst_set(&op, false, 0, NULL), WGD_OK);
    assert_false(wgd_ldst_find(&op, -1, 0, &t, &r, &h));
    assert_false(wgd_ldst_find(&op, 16, 0, &t, &r, &h));
    assert_false(wgd_ldst_find(&op, 0, -1, &t, &r, &h));
    assert_false(wgd_ldst_find(&op, 0, op.columns, &t, &r, &h));
    assert_true(wgd_ldst_find(&op, 15, op.columns - 1, &t, &r, &h));
    assert_true(t == 31 && r == 3 && h == 0);
}

/* What CUTLASS's list has not: four rows to the four warps, and 64 rows of which 32 go to the first pair of warps and 32
 * to the second (PTX ISA, tcgen05.cp). */
static void test_rows(void **state)
{
    (void)state;
    wgd_ldst op;
    assert_int_equal(wgd_ldst_parse("tcgen05.cp.4x256b", &op, NULL), WGD_OK);
    for (int row = 0; row < 4; row++) {
        assert_int_equal(wgd_cp_lane(&op, row, 0), 32 * row);
    }
    assert_int_equal(wgd_ldst_parse("tcgen05.cp.64x128b.warpx2::01_23", &op, NULL), WGD_OK);
    for (int copy = 0; copy < 2; copy++) {
        for (int row = 0; row < 32; row++) {
            assert_int_equal(wgd_cp_lane(&op, row, copy), row + 32 * copy);
            assert_int_equal(wgd_cp_lane(&op, 32 + row, copy), 64 + row + 32 * copy);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_global),     cmocka_unit_test(test_stages),
        cmocka_unit_test(test_stage_ends), cmocka_unit_test(test_ldst),
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
