/* SPDX-License-Identifier: MIT
 *
 * Statuses, diagnostics, hints and the nearest of some names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"
#include "wgd_suggest.h"

/* The released values: 16 to 21 are the front ends'. */
static void test_statuses(void **state)
{
    (void)state;
    assert_int_equal(wgd_status_count(), 19);
    for (int i = 0; i < wgd_status_count(); i++) {
        const wgd_status s = wgd_status_at(i);
        assert_int_equal(s, i <= 15 ? i : i + 6);
        assert_true(strlen(wgd_status_name(s)) > 0 && strlen(wgd_status_text(s)) > 0);
        assert_in_range(wgd_status_hint(s), WGD_HINT_NONE, WGD_HINT_COUNT - 1);
    }
    assert_string_equal(wgd_status_name(WGD_ERR_NO_DESC), "no_descriptor");
    assert_string_equal(wgd_status_name(WGD_ERR_FIT), "fit");
    assert_string_equal(wgd_status_name((wgd_status)999), wgd_status_name(WGD_ERR_INTERNAL));
}

static void test_diag(void **state)
{
    (void)state;
    wgd_diag d;
    assert_int_equal(wgd_fail(&d, WGD_ERR_MAJOR, NULL, NULL, NULL, NULL, NULL), WGD_ERR_MAJOR);
    assert_int_equal(d.status, WGD_ERR_MAJOR);
    assert_int_equal(d.pos, -1);
    assert_string_equal(d.field, "");
    assert_string_equal(d.what, wgd_status_text(WGD_ERR_MAJOR));
    assert_string_equal(d.got, "");
    assert_int_equal(d.hint_id, WGD_HINT_STORE_K_MAJOR);
    assert_string_equal(d.hint, wgd_hint_words(WGD_HINT_STORE_K_MAJOR));
    wgd_fail_num(&d, WGD_ERR_VALUE, "n", "what", INT64_MIN, "want", "words of its own");
    assert_string_equal(d.got, "-9223372036854775808");
    assert_int_equal(d.hint_id, WGD_HINT_NONE);
    assert_string_equal(d.hint, "words of its own");
    wgd_fail(&d, WGD_ERR_MAJOR, "major", "what", NULL, NULL, "");
    assert_int_equal(d.hint_id, WGD_HINT_NONE);
    assert_string_equal(d.hint, "");
    assert_int_equal(wgd_fail(NULL, WGD_ERR_N, "n", NULL, NULL, NULL, NULL), WGD_ERR_N);
    assert_int_equal(wgd_diag_hint(NULL, WGD_ERR_N, WGD_HINT_NEAREST, 0, "x"), WGD_ERR_N);
}

/* ---- hints ---------------------------------------------------------------------------------- */

static void test_hints(void **state)
{
    (void)state;
    for (int i = 0; i < WGD_HINT_COUNT; i++) {
        const char *name = wgd_hint_name((wgd_hint)i), *words = wgd_hint_words((wgd_hint)i);
        assert_true(strlen(name) > 0);
        assert_int_equal(strlen(words) > 0, i != WGD_HINT_NONE);
        assert_true(strlen(words) < sizeof((wgd_diag *)0)->hint);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(name, wgd_hint_name((wgd_hint)k));
        }
        /* Braces hold one of the three arguments. */
        for (const char *at = words; (at = strchr(at, '{')) != NULL; at++) {
            assert_true(strncmp(at, "{num}", 5) == 0 || strncmp(at, "{name}", 6) == 0 ||
                        strncmp(at, "{field}", 7) == 0);
        }
    }
}

/* A front end's own words take the same arguments. */
static void test_words(void **state)
{
    (void)state;
    wgd_diag d;
    char text[64];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_fail(&d, WGD_ERR_DTYPE, "a-dtype", NULL, "f61", NULL, NULL);
    wgd_diag_hint(&d, WGD_ERR_DTYPE, WGD_HINT_NEAREST, -7, "f16");
    assert_string_equal(d.hint, "did you mean 'f16'?");
    wgd_put_hint(&t, "{field}={name} {num}{ {nam} {name", &d);
    wgd_text_end(&t);
    assert_string_equal(text, "a-dtype=f16 -7{ {nam} {name");
}

/* ---- suggestions ---------------------------------------------------------------------------- */

static const char *nearest(const char *word)
{
    static const char *const names[] = {"f16", "bf16", "swizzle", "shape", "strides", "n", "mn"};
    wgd_suggestion s = wgd_suggest_for(word, strlen(word));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        wgd_suggest_offer(&s, names[i]);
    }
    const char *best = wgd_suggest_best(&s);
    return best ? best : "";
}

static void test_suggest(void **state)
{
    (void)state;
    assert_string_equal(nearest("f61"), "f16");        /* two neighbours swapped */
    assert_string_equal(nearest("F16"), "f16");        /* the other case */
    assert_string_equal(nearest("swizle"), "swizzle"); /* a letter too few */
    assert_string_equal(nearest("sshape"), "shape");   /* one too many */
    assert_string_equal(nearest("nm"), "n");        /* the first of equals: "mn" is one slip too */
    assert_string_equal(nearest("str"), "strides"); /* a beginning */
    assert_string_equal(nearest("N"), "n");
    assert_string_equal(nearest("x"), ""); /* any letter would be one slip */
    assert_string_equal(nearest("zebra"), "");
    assert_string_equal(nearest(""), "");
    assert_string_equal(nearest("swizzleswizzleswizzleswizzleswizzle"), "");
    assert_string_equal(nearest("SWIZZLE"), "swizzle");
    assert_string_equal(nearest("ZZ"), ""); /* no slip is left for a case that is lost */
    static const char *const ends[] = {"a", "z", "A", "Z"};
    for (int i = 0; i < 4; i++) { /* the first and the last letter are the same in both cases */
        wgd_suggestion one = wgd_suggest_for(ends[i], 1);
        wgd_suggest_offer(&one, i % 2 ? "z" : "a");
        assert_non_null(wgd_suggest_best(&one));
        one = wgd_suggest_for(i % 2 ? "z" : "a", 1);
        wgd_suggest_offer(&one, ends[i]);
        assert_non_null(wgd_suggest_best(&one));
    }
    wgd_suggestion at = wgd_suggest_for("@", 1); /* the characters beside them are not */
    wgd_suggest_offer(&at, "`");
    assert_null(wgd_suggest_best(&at));
    at = wgd_suggest_for("[", 1);
    wgd_suggest_offer(&at, "{");
    assert_null(wgd_suggest_best(&at));
    /* The word ends where its length says. */
    wgd_suggestion s = wgd_suggest_for("f61x/./", 3);
    wgd_suggest_offer(&s, "f16");
    assert_string_equal(wgd_suggest_best(&s), "f16");
}

/* The slips from a to b, by the definition: what became of the last letters, all ways tried. */
static int slips(const char *a, size_t na, const char *b, size_t nb, signed char *known)
{
    signed char *const here = &known[na * 40 + nb];
    if (*here < 0) {
        int best = (int)(na + nb);
        if (na > 0 && nb > 0) {
            const bool same = (a[na - 1] | 0x20) == (b[nb - 1] | 0x20); /* letters, in any case */
            const int tried[] = {slips(a, na - 1, b, nb, known) + 1,
                                 slips(a, na, b, nb - 1, known) + 1,
                                 slips(a, na - 1, b, nb - 1, known) + !same};
            for (int i = 0; i < 3; i++) {
                best = tried[i] < best ? tried[i] : best;
            }
        }
        if (na > 1 && nb > 1 && (a[na - 1] | 0x20) == (b[nb - 2] | 0x20) &&
            (a[na - 2] | 0x20) == (b[nb - 1] | 0x20)) {
            const int swapped = slips(a, na - 2, b, nb - 2, known) + 1;
            best = swapped < best ? swapped : best;
        }
        *here = (signed char)best;
    }
    return *here;
}

/* What the header says of one name; above 3: too far. */
static int distance(const char *word, const char *name)
{
    static const int most[] = {0, 0, 1, 2, 2, 2};
    const size_t len = strlen(word), n = strlen(name);
    signed char known[40 * 40];
    if (len > 32 || n > 32) {
        return 4;
    }
    memset(known, -1, sizeof known);
    int d = slips(word, len, name, n, known);
    if (len >= 2 && len < n && strncmp(word, name, len) == 0 && d > 1) {
        d = 1;
    }
    if (len >= 6 && len <= n && strncmp(word, name, len - 1) == 0 && d > 2) {
        d = 2;
    }
    return d <= (len < 6 ? most[len] : 3) ? d : 4;
}

static void random_word(rng *r, char *out)
{
    const int n = rng_below(r, 40) == 0 ? 30 + rng_below(r, 5) : rng_below(r, 10);
    for (int i = 0; i < n; i++) {
        out[i] = "aabB"[rng_below(r, 4)];
    }
    out[n] = '\0';
}

static void test_suggest_by_definition(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 6000; i++) {
        char word[40], name[2][40];
        random_word(&r, word);
        for (int k = 0; k < 2; k++) {
            random_word(&r, name[k]);
            if (rng_below(&r, 2)) { /* near to the word: a few letters of it, then others */
                memcpy(
                    name[k], word,
                    (size_t)rng_below(
                        &r, (int)(strlen(word) < strlen(name[k]) ? strlen(word) : strlen(name[k])) +
                                1));
            }
        }
        wgd_suggestion s = wgd_suggest_for(word, strlen(word));
        wgd_suggest_offer(&s, name[0]);
        wgd_suggest_offer(&s, name[1]);
        const int first = distance(word, name[0]), second = distance(word, name[1]);
        const char *want = first > 3 && second > 3 ? NULL : name[second < first];
        if (wgd_suggest_best(&s) != want) {
            fail_msg("%s: of %s and %s, %s", word, name[0], name[1], want ? want : "none");
        }
    }
}

static void test_suggest_hint(void **state)
{
    (void)state;
    wgd_diag d;
    wgd_suggestion s = wgd_suggest_for("f61", 3);
    wgd_fail(&d, WGD_ERR_DTYPE, "dtype", NULL, "f61", NULL, NULL);
    assert_int_equal(wgd_suggest_hint(&d, WGD_ERR_DTYPE, &s), WGD_ERR_DTYPE);
    assert_int_equal(d.hint_id, WGD_HINT_DTYPES); /* nothing was offered */
    wgd_suggest_offer(&s, "f16");
    assert_int_equal(wgd_suggest_hint(&d, WGD_ERR_DTYPE, &s), WGD_ERR_DTYPE);
    assert_int_equal(d.hint_id, WGD_HINT_NEAREST);
    assert_string_equal(d.hint_name, "f16");
    assert_string_equal(d.hint, "did you mean 'f16'?");
    assert_int_equal(wgd_suggest_hint(NULL, WGD_ERR_DTYPE, &s), WGD_ERR_DTYPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statuses),     cmocka_unit_test(test_diag),
        cmocka_unit_test(test_hints),        cmocka_unit_test(test_words),
        cmocka_unit_test(test_suggest),      cmocka_unit_test(test_suggest_by_definition),
        cmocka_unit_test(test_suggest_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
