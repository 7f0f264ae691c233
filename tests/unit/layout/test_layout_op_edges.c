/* SPDX-License-Identifier: MIT
 *
 * The operations by name at the edges of their operands: how many there are, numbers that are no int, results
 * that fill what was there before, and texts that end at their length.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "guarded.h"
#include "wgd_layout_op.h"

static wgd_layout_arg arg[WGD_LAYOUT_OP_ARGS];
static wgd_layout_result result;

static const wgd_layout_op *op_named(const char *name)
{
    const wgd_layout_op *op = wgd_layout_op_find(name, strlen(name));
    assert_non_null(op);
    return op;
}

/* Runs an operation on texts; what was in the result before is noise. */
static wgd_status run(const char *name, const char *const *text, int n, wgd_diag *d)
{
    const wgd_layout_op *op = op_named(name);
    for (int i = 0; i < n; i++) {
        const wgd_status s =
            wgd_layout_arg_parse(op->arg[i].kind, text[i], strlen(text[i]), &arg[i], d);
        assert_int_equal(s, WGD_OK);
    }
    memset(&result, 0x55, sizeof result);
    return wgd_layout_op_run(op, arg, n, &result, d);
}

static void results(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text[4];
        const char *want;
    } cases[] = {
        {"size", {"(2,3):(3,1)"}, "6"},
        {"size", {"(2,(3,5)):(15,(5,1))", "(1,0)"}, "3"},
        {"size", {"(2,3)"}, "6"},
        {"cosize", {"(2,3):(3,1)"}, "6"},
        {"eval", {"(2,3):(3,1)"}, "(2,3):(3,1)"},
        {"eval", {"(2,3):(3,1)", "(1,2)"}, "5"},
        {"eval", {"(1,2)", "(2,3):(3,1)"}, "5"},
        {"layout_eval", {"4", "(2,3):(3,1)"}, "2"},
        {"downcast", {"smem_ptr[16b] o 8:1", "2"}, "Sw<0,4,3> o smem_ptr[8b] o 16:1"},
        {"upcast", {"smem_ptr[16b] o 8:1", "2"}, "Sw<0,4,3> o smem_ptr[32b] o 4:1"},
        {"upcast", {"8:1", "1"}, "8:1"},
        {"tile_to_shape", {"(1,4):(4,1)", "(1,8)"}, "((1,1),(4,2)):((4,0),(1,4))"},
        {"blocked_product", {"4:1", "2:1"}, "(4,2):(1,4)"},
        {"raked_product", {"4:1", "2:1"}, "(2,4):(4,1)"},
        {"blocked_product", {"4:1", "(2,3):(1,2)"}, "((4,2),(1,3)):((1,4),(0,8))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        wgd_diag d;
        int n = 0;
        while (n < 4 && cases[i].text[n]) {
            n++;
        }
        if (run(cases[i].name, cases[i].text, n, &d) != WGD_OK) {
            fail_msg("%s %s: %s", cases[i].name, cases[i].text[0], d.what);
        }
        assert_int_equal(result.kind, strchr(cases[i].want, ':') ? WGD_ARG_LAYOUT : WGD_ARG_INT);
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_layout_result(&t, &result, WGD_FMT_PLAIN);
        wgd_text_end(&t);
        assert_string_equal(text, cases[i].want);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text[4];
        wgd_status status;
        const char *field, *got;
    } cases[] = {
        {"group_modes", {"(2,3):(3,1)", "-1", "1"}, WGD_ERR_DOMAIN, "begin", "-1"},
        {"group_modes", {"(2,3):(3,1)", "2", "3"}, WGD_ERR_DOMAIN, "begin", "2"},
        {"group_modes", {"(2,3):(3,1)", "0", "3"}, WGD_ERR_DOMAIN, "end", "3"},
        {"group_modes", {"(2,3):(3,1)", "1", "1"}, WGD_ERR_DOMAIN, "end", "1"},
        {"group_modes", {"(2,3):(3,1)", "5", "0"}, WGD_ERR_DOMAIN, "begin", "5"},
        {"group_modes", {"(2,3):(3,1)", "5", "128"}, WGD_ERR_DOMAIN, "begin", "5"},
        {"group_modes", {"(2,3):(3,1)", "128", "129"}, WGD_ERR_DOMAIN, "end", "129"},
        {"group_modes", {"(2,3):(3,1)", "129", "1"}, WGD_ERR_DOMAIN, "begin", "129"},
        /* As an int these would be 0 and 2. */
        {"group_modes", {"(2,3):(3,1)", "4294967296", "2"}, WGD_ERR_DOMAIN, "begin", "4294967296"},
        {"group_modes", {"(2,3):(3,1)", "0", "4294967298"}, WGD_ERR_DOMAIN, "end", "4294967298"},
        {"group_modes", {"(2,3):(3,1)", "0", "-4294967294"}, WGD_ERR_DOMAIN, "end", "-4294967294"},
        {"size", {"(2,3):(3,1)", "4294967296"}, WGD_ERR_DOMAIN, "mode", "4294967296"},
        {"size", {"(2,3):(3,1)", "2"}, WGD_ERR_DOMAIN, "mode", "2"},
        {"upcast", {"8:1", "0"}, WGD_ERR_VALUE, "n", "0"},
        {"upcast", {"Sw<3,4,3> o 0 o 8:1", "0"}, WGD_ERR_VALUE, "n", "0"},
        {"downcast", {"Sw<3,4,3> o 0 o 8:1", "0"}, WGD_ERR_VALUE, "n", "0"},
        {"downcast", {"smem_ptr[16b] o 8:1", "3"}, WGD_ERR_DIVISIBILITY, "n", "3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgd_diag d;
        int n = 0;
        while (n < 4 && cases[i].text[n]) {
            n++;
        }
        const wgd_status s = run(cases[i].name, cases[i].text, n, &d);
        if (s != cases[i].status || strcmp(d.field, cases[i].field) != 0 ||
            strcmp(d.got, cases[i].got) != 0) {
            fail_msg("%s %s: %d, field %s, got %s", cases[i].name, cases[i].text[1], (int)s,
                     d.field, d.got);
        }
    }
}

/* One operand too few, and one too many: the least number is said. */
static void how_many_operands(void **state)
{
    (void)state;
    static const char *const least[] = {"", "one operand", "two operands", "three operands",
                                        "four operands"};
    int seen[5] = {0};
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        const wgd_layout_op *op = wgd_layout_op_at(i);
        wgd_diag d;
        assert_int_equal(wgd_layout_op_run(op, arg, op->min_args - 1, &result, &d), WGD_ERR_DOMAIN);
        assert_string_equal(d.want, least[op->min_args]);
        assert_int_equal(wgd_layout_op_run(op, arg, op->max_args + 1, &result, &d), WGD_ERR_DOMAIN);
        assert_string_equal(d.want, least[op->min_args]);
        seen[op->min_args]++;
    }
    assert_true(seen[1] && seen[2] && seen[3] && seen[4]);
}

/* Behind the last letter of an operand nothing is read. */
static void texts_end_at_their_length(void **state)
{
    (void)state;
    assert_int_equal(wgd_layout_arg_parse(WGD_ARG_ANY, guarded_end("(2,3)", 5), 5, &arg[0], NULL),
                     WGD_OK);
    assert_int_equal(arg[0].kind, WGD_ARG_TUPLE);
    assert_int_equal(wgd_layout_arg_parse(WGD_ARG_ANY, "2:1", 1, &arg[0], NULL), WGD_OK);
    assert_int_equal(arg[0].kind, WGD_ARG_TUPLE);
}

/* As many digits as asked for, and as many as there are; a number has one at least. */
static void hexadecimal_digits(void **state)
{
    (void)state;
    static const struct {
        uint64_t v;
        int digits;
        const char *text;
    } cases[] = {{0, 0, "0"},
                 {0, 1, "0"},
                 {5, 0, "5"},
                 {5, 1, "5"},
                 {5, 2, "05"},
                 {0xab, 0, "ab"},
                 {0xab, 1, "ab"},
                 {0xab, 3, "0ab"},
                 {UINT64_MAX, 1, "ffffffffffffffff"},
                 {1, 16, "0000000000000001"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[32];
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_hex(&t, cases[i].v, cases[i].digits);
        wgd_text_end(&t);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results),
        cmocka_unit_test(refusals),
        cmocka_unit_test(how_many_operands),
        cmocka_unit_test(texts_end_at_their_length),
        cmocka_unit_test(hexadecimal_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
