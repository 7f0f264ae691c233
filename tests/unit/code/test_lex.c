/* SPDX-License-Identifier: MIT
 *
 * The words of PTX against what each kind of word is: of all texts of a few letters, and of longer ones by chance, a
 * token is the longest piece at its place that is a word, a number, a string by its definition here. Nothing is
 * read behind the end of a text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "code/lex.h"
#include "guarded.h"
#include "rng.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789"

/* ---- definitions ---------------------------------------------------------------------------- */

static bool all_of(const char *s, size_t n, const char *set)
{
    return strspn(s, set) >= n;
}

static bool is_word(const char *s, size_t n)
{
    if (!strchr(LETTERS "_$%.", s[0])) {
        return false;
    }
    for (size_t i = 1; i < n; i++) {
        const bool pair = s[i] == ':' && (s[i - 1] == ':' || s[i + 1] == ':');
        if (!strchr(LETTERS DIGITS "_$%.", s[i]) && !pair) {
            return false;
        }
    }
    return true;
}

static bool is_number(const char *s, size_t n)
{
    while (n > 1 && strchr("UuL", s[n - 1])) {
        n--;
    }
    if (s[0] != '0' || n == 1) {
        return s[0] != '0' ? all_of(s, n, DIGITS) : s[0] == '0';
    }
    return strchr("xXfFdD", s[1]) ? all_of(s + 2, n - 2, DIGITS "abcdefABCDEF")
           : strchr("bB", s[1])   ? all_of(s + 2, n - 2, "01")
                                  : all_of(s, n, "01234567");
}

static uint64_t value(const char *s)
{
    return s[0] != '0'                      ? strtoull(s, NULL, 10)
           : strchr("xXfFdD", s[1]) && s[1] ? strtoull(s + 2, NULL, 16)
           : strchr("bB", s[1]) && s[1]     ? strtoull(s + 2, NULL, 2)
                                            : strtoull(s, NULL, 8);
}

/* A string that is not closed yet: each backslash takes what follows, but for the end of the line. */
static bool is_open_string(const char *s, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (s[i] == '"' || s[i] == '\n') {
            return false;
        }
        i += s[i] == '\\' && i + 1 < n && s[i + 1] != '\n';
    }
    return s[0] == '"';
}

static bool is_string(const char *s, size_t n)
{
    /* The last quote is no part of a pair with a backslash: without it, and as a whole, the text is open. */
    return n > 1 && s[n - 1] == '"' && is_open_string(s, n - 1) && !is_open_string(s, n);
}

typedef bool is_kind(const char *s, size_t n);
static const struct {
    is_kind *is;
    scan_tok tok;
} kinds[] = {{is_word, SCAN_T_WORD},
             {is_number, SCAN_T_NUMBER},
             {is_string, SCAN_T_STRING},
             {is_open_string, SCAN_T_BAD}};

/* What is passed over at s; NULL: a comment has no end. */
static const char *after_blanks(const char *s)
{
    for (const char *from = NULL; from != s;) {
        from = s;
        s += strspn(s, " \t\r\n\f\v");
        s += strncmp(s, "//", 2) == 0 ? strcspn(s, "\n") : 0;
        if (strncmp(s, "/*", 2) == 0) {
            s = strstr(s + 2, "*/");
            if (!s) {
                return NULL;
            }
            s += 2;
        }
    }
    return s;
}

/* ---- compared ------------------------------------------------------------------------------- */

/* The token at s, which is no blank. */
static void same_token(const scan_lex *l, const char *s)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (size_t n = strlen(s); n > 0; n--) {
            if (kinds[k].is(s, n)) {
                assert_int_equal(l->tok, kinds[k].tok);
                assert_int_equal(l->len, n);
                if (l->tok == SCAN_T_NUMBER) {
                    assert_int_equal(l->number, value(s));
                }
                return;
            }
        }
    }
    assert_int_equal(l->tok, strchr("!&'()*+,-/:;<=>?@[]^{|}~", *s) ? SCAN_T_PUNCT : SCAN_T_BAD);
    assert_int_equal(l->len, 1);
}

static void same_place(const scan_lex *l, const char *text, const char *at)
{
    uint32_t line = 3, column = 1;
    for (const char *p = text; p < at; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    assert_int_equal(l->tok_line, line);
    assert_int_equal(l->tok_column, column);
}

/* All tokens of a text, which begins in line 3; the definitions see a copy that ends with a 0. */
static void compare(const char *text)
{
    const size_t len = strlen(text);
    const char *mine = guarded_end(text, len), *s = text;
    scan_lex l;
    memset(&l, 0x5a, sizeof l);
    scan_lex_start(&l, mine, len, 3);
    for (size_t n = 0; n <= len; n++) {
        scan_next(&l);
        const char *at = after_blanks(s);
        if (!at || *at == '\0') {
            assert_int_equal(l.tok, at ? SCAN_T_END : SCAN_T_BAD);
            assert_int_equal(l.len, 0);
            same_place(&l, text, text + len);
            scan_next(&l);
            assert_int_equal(l.tok, SCAN_T_END);
            return;
        }
        same_token(&l, at);
        same_place(&l, text, at);
        assert_ptr_equal(l.s, mine + (at - text));
        s = at + l.len;
    }
    fail_msg("more tokens than letters: %s", text);
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* All texts of up to `most` of these letters. */
static void each_text(const char *letters, int most)
{
    const int n = (int)strlen(letters);
    for (int len = 0, count = 1; len <= most; len++, count *= n) {
        for (int i = 0; i < count; i++) {
            char text[8] = "";
            for (int k = 0, rest = i; k < len; k++, rest /= n) {
                text[k] = letters[rest % n];
            }
            compare(text);
        }
    }
}

static void comments(void **state)
{
    (void)state;
    each_text("/*\n a", 5);
}

static void words(void **state)
{
    (void)state;
    each_text("a:. 0", 5);
}

static void digits(void **state)
{
    (void)state;
    each_text("0178bxU", 4);
    each_text("09fFdXBu", 3);
    each_text("0LgD2", 3);
}

static void strings(void **state)
{
    (void)state;
    each_text("\"\\\na", 5);
}

static void every_letter(void **state)
{
    (void)state;
    for (int c = 1; c < 256; c++) {
        const char texts[][4] = {{(char)c}, {'a', (char)c}, {'0', (char)c}, {(char)c, '/', '1'}};
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            compare(texts[i]);
        }
    }
    scan_lex l;
    scan_lex_start(&l, "\0a", 2, 1);
    scan_next(&l);
    assert_int_equal(l.tok, SCAN_T_BAD);
    assert_int_equal(l.len, 1);
    scan_next(&l);
    assert_int_equal(l.tok, SCAN_T_WORD);
}

static void by_chance(void **state)
{
    (void)state;
    static const char letters[] = "  \n\t//**\"\"\\aZ_0x1f9bU::.%$[{,;#`~\x7f\x80";
    rng r = rng_start();
    for (int i = rng_runs(1000); i > 0; i--) {
        char text[24] = "";
        const int len = rng_below(&r, 20);
        for (int k = 0; k < len; k++) {
            text[k] = letters[rng_below(&r, (int)sizeof letters - 1)];
        }
        compare(text);
    }
}

/* ---- the rest ------------------------------------------------------------------------------- */

static void before_the_first(void **state)
{
    (void)state;
    scan_lex l;
    memset(&l, 0x5a, sizeof l);
    scan_lex_start(&l, "abc", 3, 7);
    assert_int_equal(l.tok, SCAN_T_END);
    assert_int_equal(l.len, 0);
    assert_int_equal(l.number, 0);
    assert_int_equal(l.tok_line, 0);
    assert_int_equal(l.tok_column, 0);
    assert_int_equal(l.line, 7);
}

static void far_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t want;
    } of[] = {{"18446744073709551615", UINT64_MAX},
              {"0xFFFFFFFFFFFFFFFF", UINT64_MAX},
              {"0f3F800000", 0x3f800000},
              {"0d3FF0000000000000", UINT64_C(0x3ff0000000000000)},
              {"01777", 1023},
              {"0b101", 5},
              {"123456789U", 123456789}};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        scan_lex l;
        scan_lex_start(&l, of[i].text, strlen(of[i].text), 1);
        scan_next(&l);
        assert_int_equal(l.tok, SCAN_T_NUMBER);
        assert_int_equal(l.number, of[i].want);
        assert_int_equal(l.len, strlen(of[i].text));
    }
}

/* The rest of a line is passed over whatever it is; the last line has no end. */
static void lines(void **state)
{
    (void)state;
    static const char text[] = "a \"no end\n\n // b\nc d */ e\nf `";
    const char *mine = guarded_end(text, sizeof text - 1);
    scan_lex l;
    scan_lex_start(&l, mine, sizeof text - 1, 1);
    scan_next(&l);
    scan_skip_line(&l);
    assert_ptr_equal(l.s, mine + 17);
    assert_int_equal(l.tok_line, 4);
    assert_int_equal(l.tok_column, 1);
    scan_skip_line(&l);
    assert_int_equal(l.s[0], 'f');
    assert_int_equal(l.tok_line, 5);
    scan_skip_line(&l);
    assert_int_equal(l.tok, SCAN_T_END);
    assert_int_equal(l.tok_column, 4);
    scan_skip_line(&l);
    assert_int_equal(l.tok, SCAN_T_END);
}

static void one_letter(void **state)
{
    (void)state;
    static const char hex[] = "0123456789abcdefABCDEF";
    for (int c = 1; c < 256; c++) {
        const char *at = strchr(hex, c);
        const int place = at ? (int)(at - hex) : -1;
        assert_int_equal(scan_hex_digit((char)c), place < 16 ? place : place - 6);
        assert_int_equal(scan_is_digit((char)c), place >= 0 && place < 10);
    }
    assert_int_equal(scan_hex_digit('\0'), -1);
    scan_lex l;
    scan_lex_start(&l, ",;a", 3, 1);
    scan_next(&l);
    assert_true(scan_is(&l, ','));
    assert_false(scan_is(&l, ';'));
    scan_next(&l);
    scan_next(&l);
    assert_false(scan_is(&l, 'a'));
}

static void same_text(void **state)
{
    (void)state;
    static const char *const of[] = {"", "a", "b", "ab", "aa", "abc", "abd"};
    for (size_t i = 0; i < 7; i++) {
        for (size_t k = 0; k < 7; k++) {
            const size_t n = strlen(of[i]), m = strlen(of[k]);
            assert_int_equal(scan_text_is(guarded_end(of[i], n), n, of[k], m), i == k);
        }
    }
    assert_true(SCAN_EQ_WORD("wgmma.x", 5, "wgmma"));
    assert_false(SCAN_EQ_WORD("wgmma.x", 6, "wgmma"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments),     cmocka_unit_test(words),
        cmocka_unit_test(digits),       cmocka_unit_test(strings),
        cmocka_unit_test(every_letter), cmocka_unit_test(by_chance),
        cmocka_unit_test(far_numbers),  cmocka_unit_test(before_the_first),
        cmocka_unit_test(lines),        cmocka_unit_test(one_letter),
        cmocka_unit_test(same_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
