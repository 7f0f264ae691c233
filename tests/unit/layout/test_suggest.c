/* SPDX-License-Identifier: MIT
 *
 * The nearest name, against the edit distance written from its definition, and at the edges of what
 * wgd_suggest.h promises. Words lie between pages that cannot be read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "guarded.h"
#include "rng.h"
#include "wgd_layout_op.h"
#include "wgd_suggest.h"

static const char *suggested(const char *word, const char *name)
{
    const size_t len = strlen(word);
    wgd_suggestion s = wgd_suggest_for(guarded_end(word, len), len);
    wgd_suggest_offer(&s, name);
    const char *behind = wgd_suggest_best(&s);
    s = wgd_suggest_for(guarded_begin(word, len), len);
    wgd_suggest_offer(&s, name);
    assert_true(wgd_suggest_best(&s) == behind);
    s = wgd_suggest_for(word, len);
    wgd_suggest_offer(&s, guarded_begin(name, strlen(name) + 1));
    assert_true(!wgd_suggest_best(&s) == !behind);
    return behind;
}

static void edges(void **state)
{
    (void)state;
    static const struct {
        const char *word, *name;
        bool near;
    } cases[] = {
        {"c", "cd", false},
        {"co", "cosize", true},
        {"CO", "cosize", false}, /* the beginning is of the same case */
        {"ab", "ba", true},
        {"ab", "cb", true},
        {"ab", "cd", false},
        {"abc", "acb", true},
        {"abcde", "abxyz", false},
        {"abcde", "abcyz", true},
        {"abcdef", "abcxyz", true},
        {"abcdef", "abwxyz", false},
        {"ABCDEF", "abcdef", true},
        {"compose", "composition", true},
        {"compos", "composition", true},
        {"compxx", "composition", false},
        {"composXX", "composition", false},
        {"0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdeX", true},
        {"0123456789abcdef0123456789abcdef0", "0123456789abcdef0123456789abcdef", false},
        {"0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *best = suggested(cases[i].word, cases[i].name);
        if ((best == cases[i].name) != cases[i].near) {
            fail_msg("%s: %s", cases[i].word, cases[i].name);
        }
    }
}

/* Only the letters of the word count, whatever stands behind them. */
static void the_word_ends_at_its_length(void **state)
{
    (void)state;
    wgd_suggestion s = wgd_suggest_for("composition", 4);
    wgd_suggest_offer(&s, "composition");
    assert_string_equal(wgd_suggest_best(&s), "composition");
    assert_ptr_equal(wgd_layout_op_find("sizeof", 4), wgd_layout_op_find("size", 4));
    assert_non_null(wgd_layout_op_find(guarded_end("size", 4), 4));
    assert_null(wgd_layout_op_find(guarded_end("siz", 3), 3));
    assert_null(wgd_layout_op_find("xize", 4));
    assert_null(wgd_layout_op_find("sizes", 5));
}

/* The definition: the least of what the last letters may have come from. */
static int distance(const char *a, int na, const char *b, int nb)
{
    if (na == 0 || nb == 0) {
        return na + nb;
    }
    int d = distance(a, na - 1, b, nb - 1) + (a[na - 1] != b[nb - 1]);
    const int less_a = distance(a, na - 1, b, nb) + 1, less_b = distance(a, na, b, nb - 1) + 1;
    d = less_a < d ? less_a : d;
    d = less_b < d ? less_b : d;
    if (na > 1 && nb > 1 && a[na - 1] == b[nb - 2] && a[na - 2] == b[nb - 1]) {
        const int swapped = distance(a, na - 2, b, nb - 2) + 1;
        d = swapped < d ? swapped : d;
    }
    return d;
}

static void slips_are_counted(void **state)
{
    (void)state;
    rng r = rng_start();
    int seen[4] = {0};
    for (int run = 0; run < 400; run++) {
        char a[6] = "", b[6] = "";
        const int na = 2 + rng_below(&r, 4), nb = 2 + rng_below(&r, 4);
        for (int i = 0; i < na; i++) {
            a[i] = (char)('a' + rng_below(&r, 3));
        }
        for (int i = 0; i < nb; i++) {
            b[i] = (char)('a' + rng_below(&r, 3));
        }
        int d = distance(a, na, b, nb);
        d = na < nb && strncmp(a, b, (size_t)na) == 0 && d > 1 ? 1 : d;
        assert_int_equal(suggested(a, b) != NULL, d <= (na == 2 ? 1 : 2));
        seen[d < 3 ? d : 3]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 10 && seen[2] > 10 && seen[3] > 10);
}

static void the_hint_has_a_name_and_no_number(void **state)
{
    (void)state;
    wgd_diag d;
    wgd_suggestion s = wgd_suggest_for("sise", 4);
    wgd_suggest_offer(&s, "size");
    wgd_fail(&d, WGD_ERR_SYNTAX, "op", NULL, NULL, NULL, NULL);
    assert_int_equal(wgd_suggest_hint(&d, WGD_ERR_SYNTAX, &s), WGD_ERR_SYNTAX);
    assert_int_equal(d.hint_id, WGD_HINT_NEAREST);
    assert_string_equal(d.hint_name, "size");
    assert_int_equal(d.hint_num, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges),
        cmocka_unit_test(the_word_ends_at_its_length),
        cmocka_unit_test(slips_are_counted),
        cmocka_unit_test(the_hint_has_a_name_and_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
