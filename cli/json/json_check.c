/* SPDX-License-Identifier: MIT
 *
 * A strict check of the text before a tree is made of it (json_read.c).
 */
#include "json_check.h"

#include <stdbool.h>
#include <string.h>

#include "error/cli_status.h"
#include "io/utf8.h"

typedef struct scan {
    const char *s;
    size_t len, at;
    int depth;
    json_facts *facts;
    const char *trouble;
    wgd_status status;
} scan;

static bool fail(scan *c, const char *trouble)
{
    c->trouble = trouble;
    c->status = CLI_ERR_JSON;
    return false;
}

/* The byte at hand, or -1 at the end. */
static int peek(const scan *c)
{
    return c->at < c->len ? (unsigned char)c->s[c->at] : -1;
}

static void skip_blanks(scan *c)
{
    while (c->at < c->len && (c->s[c->at] == ' ' || c->s[c->at] == '\t' || c->s[c->at] == '\r' ||
                              c->s[c->at] == '\n')) {
        c->at++;
    }
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool digits(scan *c)
{
    if (!is_digit(peek(c))) {
        return fail(c, "a digit is missing in a number");
    }
    while (is_digit(peek(c))) {
        c->at++;
    }
    return true;
}

static bool number(scan *c)
{
    const size_t from = c->at;
    if (peek(c) == '-') {
        c->at++;
    }
    const bool zero = peek(c) == '0';
    if (!digits(c)) {
        return false;
    }
    if (zero && c->at - from > (c->s[from] == '-' ? 2u : 1u)) {
        return fail(c, "a number starts with 0");
    }
    if (peek(c) == '.') {
        c->at++;
        if (!digits(c)) {
            return false;
        }
    }
    if (peek(c) == 'e' || peek(c) == 'E') {
        c->at++;
        if (peek(c) == '+' || peek(c) == '-') {
            c->at++;
        }
        if (!digits(c)) {
            return false;
        }
    }
    if (c->at - from > JSON_NUMBER_MAX) {
        return fail(c, "a number is too long");
    }
    return true;
}

/* Four hexadecimal digits behind \u, as a code unit; -1 when they are not there. */
static int code_unit(scan *c)
{
    int v = 0;
    if (c->len - c->at < 4) {
        return -1;
    }
    for (int i = 0; i < 4; i++, c->at++) {
        const char d = c->s[c->at];
        const int digit = d >= '0' && d <= '9'   ? d - '0'
                          : d >= 'a' && d <= 'f' ? d - 'a' + 10
                          : d >= 'A' && d <= 'F' ? d - 'A' + 10
                                                 : -1;
        if (digit < 0) {
            return -1;
        }
        v = v * 16 + digit;
    }
    return v;
}

/* Does this come next? */
static bool follows(const scan *c, const char *w)
{
    const size_t n = strlen(w);
    return c->len - c->at >= n && memcmp(c->s + c->at, w, n) == 0;
}

static bool unicode_escape(scan *c)
{
    const int unit = code_unit(c);
    if (unit < 0) {
        return fail(c, "\\u needs four hexadecimal digits");
    }
    if (unit == 0) {
        return fail(c, "\\u0000 is not allowed in a string");
    }
    if (unit >= 0xdc00 && unit <= 0xdfff) {
        return fail(c, "half of a surrogate pair");
    }
    if (unit < 0xd800 || unit > 0xdbff) {
        return true;
    }
    if (!follows(c, "\\u")) {
        return fail(c, "half of a surrogate pair");
    }
    c->at += 2;
    const int low = code_unit(c);
    if (low < 0xdc00 || low > 0xdfff) {
        return fail(c, "half of a surrogate pair");
    }
    return true;
}

static bool escape(scan *c)
{
    c->at++;
    const int e = peek(c);
    if (e == 'u') {
        c->at++;
        return unicode_escape(c);
    }
    if (e < 0 || !strchr("\"\\/bfnrt", e)) {
        return fail(c, "no such escape in a string");
    }
    c->at++;
    return true;
}

static bool string(scan *c)
{
    c->at++;
    for (;;) {
        const int b = peek(c);
        if (b == '"') {
            c->at++;
            return true;
        }
        if (b < 0) {
            return fail(c, "a string does not end");
        }
        if (b < 0x20) {
            return fail(c, "a raw control byte in a string");
        }
        if (b == '\\') {
            if (!escape(c)) {
                return false;
            }
            continue;
        }
        const size_t step = b < 0x80 ? 1 : utf8_length(c->s + c->at, c->len - c->at);
        if (step == 0) {
            return fail(c, "this is not UTF-8");
        }
        c->at += step;
    }
}

static bool word(scan *c, const char *w)
{
    if (!follows(c, w)) {
        return fail(c, "this is not a JSON value");
    }
    c->at += strlen(w);
    return true;
}

static bool value(scan *c);

static bool count(scan *c)
{
    c->facts->values++;
    if (c->facts->values > JSON_VALUES_MAX) {
        fail(c, "too many values in one line");
        c->status = WGD_ERR_LIMIT;
        return false;
    }
    return true;
}

static bool member(scan *c)
{
    skip_blanks(c);
    if (peek(c) != '"') {
        return fail(c, "a key in quotes is missing");
    }
    const size_t key = c->at;
    if (!count(c) || !string(c)) {
        return false;
    }
    const bool is_id =
        c->depth == 1 && !c->facts->id && c->at - key == 4 && memcmp(c->s + key, "\"id\"", 4) == 0;
    skip_blanks(c);
    if (peek(c) != ':') {
        return fail(c, "':' is missing behind a key");
    }
    c->at++;
    skip_blanks(c);
    const size_t from = c->at;
    if (!value(c)) {
        return false;
    }
    if (is_id) {
        c->facts->id = c->s + from;
        c->facts->id_len = c->at - from;
    }
    return true;
}

/* The inside of an object or array up to and with the closing bracket. */
static bool members(scan *c, char close, bool (*one)(scan *))
{
    c->at++;
    if (++c->depth > JSON_DEPTH_MAX) {
        fail(c, "nested too deep");
        c->status = WGD_ERR_LIMIT;
        return false;
    }
    skip_blanks(c);
    if (peek(c) == close) {
        c->at++;
        c->depth--;
        return true;
    }
    for (;;) {
        if (!one(c)) {
            return false;
        }
        skip_blanks(c);
        const int b = peek(c);
        if (b != ',' && b != close) {
            return fail(c, close == '}' ? "',' or '}' is missing" : "',' or ']' is missing");
        }
        c->at++;
        if (b == close) {
            c->depth--;
            return true;
        }
    }
}

static bool value(scan *c)
{
    skip_blanks(c);
    if (!count(c)) {
        return false;
    }
    const int b = peek(c);
    switch (b) {
    case '{':
        return members(c, '}', member);
    case '[':
        return members(c, ']', value);
    case '"':
        return string(c);
    case 't':
        return word(c, "true");
    case 'f':
        return word(c, "false");
    case 'n':
        return word(c, "null");
    default:
        return b == '-' || is_digit(b) ? number(c) : fail(c, "a value is missing");
    }
}

static bool document(scan *c)
{
    skip_blanks(c);
    if (peek(c) != '{') {
        return fail(c, "a request is one JSON object");
    }
    if (!value(c)) {
        return false;
    }
    skip_blanks(c);
    if (c->at != c->len) {
        return fail(c, "text behind the object");
    }
    return true;
}

wgd_status json_check(const char *s, size_t len, json_facts *facts, wgd_diag *diag)
{
    *facts = (json_facts){0};
    scan c = {s, len, 0, 0, facts, NULL, WGD_OK};
    if (document(&c)) {
        return WGD_OK;
    }
    cli_fail(diag, c.status, "", c.trouble, NULL, NULL,
             c.status == CLI_ERR_JSON ? NULL : "a request holds at most 4096 values, 32 deep");
    diag->pos = (long)c.at;
    return c.status;
}
