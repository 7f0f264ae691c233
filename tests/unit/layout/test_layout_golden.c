/* SPDX-License-Identifier: MIT
 *
 * The layout engine against what CuTe C++ and the test suites of its family gave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "layout_lines.h"

static line_list same, left_out;

static int setup(void **state)
{
    (void)state;
    line_list_read(&same, "same_function.txt");
    line_list_read(&left_out, "left_out.txt");
    return 0;
}

static const char *spelled(const wgd_layout_result *r)
{
    static char text[2048];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_layout_result(&t, r, WGD_FMT_PLAIN);
    assert_true(wgd_text_end(&t) < sizeof text);
    return text;
}

/* The values of a result against the "offsets" of a line, where it has them. */
static bool values_agree(const cJSON *line, const wgd_layout_result *r)
{
    const cJSON *offsets = cJSON_GetObjectItemCaseSensitive(line, "offsets"), *item;
    int64_t i = 0, v, size;
    if (!cJSON_IsArray(offsets) || r->kind != WGD_ARG_LAYOUT) {
        return true;
    }
    if (wgd_layout_size(&r->u.layout.layout, &size) != WGD_OK ||
        size != cJSON_GetArraySize(offsets)) {
        return false;
    }
    cJSON_ArrayForEach(item, offsets)
    {
        if (wgd_composed_at(&r->u.layout, i++, &v, NULL) != WGD_OK ||
            v != (int64_t)item->valuedouble) {
            return false;
        }
    }
    return true;
}

/* What is wrong with our result for a line; NULL if nothing. The lists decide whether a result that
 * is spelled in another way is right. */
static const char *fault(const char *file, int number, const cJSON *line, const char *want,
                         const wgd_layout_result *r)
{
    const char *ours = spelled(r);
    const bool listed = is_listed(&same, file, number);
    wgd_composed expected;
    if (!values_agree(line, r)) {
        return "other values";
    }
    if (strcmp(ours, want) == 0) {
        return listed ? "spelled the same, but listed in same_function.txt" : NULL;
    }
    if (r->kind != WGD_ARG_LAYOUT ||
        wgd_parse_composed(want, strlen(want), &expected, NULL) != WGD_OK ||
        !same_function(&r->u.layout, &expected)) {
        return "another function";
    }
    return listed ? NULL : "the same function in another spelling, not in same_function.txt";
}

/* Runs one line; prints what is wrong and returns 1, or returns 0. */
static int run_line(const char *file, int number, const cJSON *line, const cJSON *args,
                    const char *want)
{
    const char *op_name = golden_str(line, "op");
    wgd_layout_result r;
    wgd_diag diag = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
    const wgd_layout_op *op = wgd_layout_op_find(op_name, strlen(op_name));
    if (!op) {
        print_message("%s %d: no operation %s\n", file, number, op_name);
        return 1;
    }
    const wgd_status s = layout_line_run(op, args, &r, &diag);
    const char *wrong = NULL;
    if (!want) {
        wrong = s == WGD_OK ? "not refused" : s == WGD_ERR_SYNTAX ? "refused as syntax" : NULL;
    } else if (s != WGD_OK) {
        wrong = diag.what;
    } else {
        wrong = fault(file, number, line, want, &r);
    }
    if (wrong) {
        char *text = cJSON_PrintUnformatted(args);
        print_message("%s %d: %s %s\n    want %s\n    have %s\n    %s\n", file, number, op_name,
                      text, want ? want : "a refusal",
                      s == WGD_OK ? spelled(&r) : wgd_status_name(s), wrong);
        free(text);
    }
    return wrong != NULL;
}

typedef struct tally {
    const char *file;
    int faults, run, left_out, not_here;
} tally;

static void algebra_line(const cJSON *line, int number, void *ctx)
{
    tally *t = ctx;
    t->faults += run_line(t->file, number, line, cJSON_GetObjectItemCaseSensitive(line, "args"),
                          cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "result")));
}

static void test_algebra(void **state)
{
    tally t = {"cute_algebra.jsonl", 0, 0, 0, 0};
    (void)state;
    assert_int_equal(golden_each(t.file, algebra_line, &t), 1992);
    assert_int_equal(t.faults + listed_for_nothing(&same, t.file), 0);
}

/* cute_ir writes S<B,M,S>. */
static const char *cute_spelling(const char *want, char *buf, size_t cap)
{
    if (want && want[0] == 'S' && want[1] == '<') {
        snprintf(buf, cap, "Sw%s", want + 1);
        return buf;
    }
    return want;
}

/* The attribute of cute_ir's operations as operands: <0, 2> of group_modes, <new, old> of
 * recast_layout, <[1, 0]> of size and cosize. */
static void add_attribute(const char *op, const char *attr, cJSON *args)
{
    int a, b;
    if (sscanf(attr, "<%d, %d>", &a, &b) == 2) {
        const bool recast = strcmp(op, "recast_layout") == 0;
        cJSON_AddItemToArray(args, cJSON_CreateNumber(recast ? b : a));
        cJSON_AddItemToArray(args, cJSON_CreateNumber(recast ? a : b));
    } else if (attr[0] == '<') {
        char path[64];
        snprintf(path, sizeof path, "(%.*s)", (int)strcspn(attr + 2, "]"), attr + 2);
        cJSON_AddItemToArray(args, cJSON_CreateString(path));
    }
}

/* Operations on integers and tuples that are no part of the layout algebra here. */
static bool not_here(const char *op)
{
    static const char *const names[] = {"ceil_div", "shape_div", "make_layout_like"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(op, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void peer_line(const cJSON *line, int number, void *ctx)
{
    tally *t = ctx;
    char buf[512];
    const char *op = golden_str(line, "op");
    if (not_here(op)) {
        t->not_here++;
        return;
    }
    if (is_listed(&left_out, t->file, number)) {
        t->left_out++;
        return;
    }
    cJSON *args = cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(line, "args"), true);
    const char *attr = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "attr"));
    if (attr) {
        add_attribute(op, attr, args);
    }
    const char *want = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "expected"));
    t->faults += run_line(t->file, number, line, args, cute_spelling(want, buf, sizeof buf));
    t->run++;
    cJSON_Delete(args);
}

static void test_peers(void **state)
{
    tally t = {"peer_tests.jsonl", 0, 0, 0, 0};
    (void)state;
    assert_int_equal(golden_each(t.file, peer_line, &t), 846);
    print_message("peer tests: %d run, %d left out, %d of operations that are not here\n", t.run,
                  t.left_out, t.not_here);
    assert_int_equal(
        t.faults + listed_for_nothing(&same, t.file) + listed_for_nothing(&left_out, t.file), 0);
}

/* ---- the atoms ------------------------------------------------------------------------------ */

static void assert_prints(const wgd_composed *c, const char *want)
{
    char text[256];
    wgd_composed_snprintf(text, sizeof text, c, WGD_FMT_CUTE);
    assert_string_equal(text, want);
}

static wgd_composed parsed(const char *text)
{
    wgd_composed c;
    wgd_diag diag;
    if (wgd_parse_composed(text, strlen(text), &c, &diag) != WGD_OK) {
        fail_msg("%s: %s", text, diag.what);
    }
    return c;
}

static void atom_line(const cJSON *line, int number, void *ctx)
{
    const char *text = golden_str(line, "layout");
    const int bits = (int)golden_int(line, "bits");
    const wgd_composed c = parsed(text);
    const cJSON *offsets = cJSON_GetObjectItemCaseSensitive(line, "offsets"), *item;
    wgd_composed r;
    int64_t v, i = 0;
    (void)number;
    (void)ctx;
    assert_prints(&c, text);
    assert_int_equal(wgd_recast_composed(&c, bits, 128, &r, NULL), WGD_OK);
    assert_prints(&r, golden_str(line, "u128"));
    assert_int_equal(wgd_position_independent(&c, &r, NULL), WGD_OK);
    assert_prints(&r, golden_str(line, "pos_indep"));
    assert_int_equal(wgd_recast_composed(&r, bits, 128, &r, NULL), WGD_OK);
    assert_prints(&r, golden_str(line, "pos_indep_u128"));
    cJSON_ArrayForEach(item, offsets)
    {
        assert_int_equal(wgd_composed_at(&c, i++, &v, NULL), WGD_OK);
        assert_int_equal(v, (int64_t)item->valuedouble);
    }
    assert_true(i > 0);
}

static void test_atoms(void **state)
{
    (void)state;
    assert_int_equal(golden_each("cute_atoms.jsonl", atom_line, NULL), 24);
}

/* smem, smem_u128 and the other layouts of the descriptor file print as they were read, and the
 * recast to 128 bits gives smem_u128. */
static void desc_line(const cJSON *line, int number, void *ctx)
{
    static const char *const keys[] = {"smem", "smem_u128", "block_u128", "canonical", "iter"};
    (void)number;
    (void)ctx;
    if (!golden_bool(line, "ok")) {
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *text = golden_str(line, keys[i]);
        const wgd_composed c = parsed(text);
        assert_prints(&c, text);
    }
    wgd_composed c = parsed(golden_str(line, "smem"));
    assert_int_equal(wgd_recast_composed(&c, c.elem_bits, 128, &c, NULL), WGD_OK);
    assert_prints(&c, golden_str(line, "smem_u128"));
}

static void test_desc_layouts(void **state)
{
    (void)state;
    assert_int_equal(golden_each("cute_desc.jsonl", desc_line, NULL), 1262);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_algebra),
        cmocka_unit_test(test_peers),
        cmocka_unit_test(test_atoms),
        cmocka_unit_test(test_desc_layouts),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
