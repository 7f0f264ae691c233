/* SPDX-License-Identifier: MIT
 *
 * A text with a place in it: what the parsers share.
 */
#include "reader.h"

wgd_status lay_at_end(lay_reader *r, wgd_status s)
{
    if (s == WGD_OK) {
        lay_next_char(r);
        if (r->pos < r->len) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, "something follows",
                               "the end of the text");
        }
    }
    return s;
}

lay_reader lay_reader_of(const char *text, size_t len, const char *field, wgd_diag *diag)
{
    const lay_reader r = {text, len, 0, field, diag};
    return r;
}

wgd_status lay_fail_at(lay_reader *r, size_t pos, wgd_status s, const char *what, const char *want)
{
    char got[24];
    wgd_text t = wgd_text_into(got, sizeof got);
    if (pos >= r->len) {
        wgd_put_str(&t, "the end of the text");
    } else {
        const unsigned char c = (unsigned char)r->text[pos];
        const bool shown = c >= 0x20 && c < 0x7f;
        wgd_put_str(&t, shown ? "'" : "byte 0x");
        if (shown) {
            wgd_put_char(&t, (char)c);
            wgd_put_char(&t, '\'');
        } else {
            wgd_put_hex(&t, c, 2);
        }
    }
    wgd_text_end(&t);
    wgd_fail(r->diag, s, r->field, what, got, want, NULL);
    if (r->diag) {
        r->diag->pos = (long)pos;
    }
    return s;
}

wgd_status lay_point_at(lay_reader *r, size_t pos, wgd_status s)
{
    if (s != WGD_OK && r->diag) {
        r->diag->pos = (long)pos;
        if (r->diag->field[0] == '\0') {
            r->diag->field = r->field;
        }
    }
    return s;
}

bool lay_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

char lay_ahead(const lay_reader *r, size_t n)
{
    const size_t at = r->pos + n;
    return at < r->len ? r->text[at] : '\0';
}

char lay_next_char(lay_reader *r)
{
    while (lay_ahead(r, 0) == ' ' || lay_ahead(r, 0) == '\t') {
        r->pos++;
    }
    return lay_ahead(r, 0);
}

bool lay_take(lay_reader *r, char c)
{
    if (lay_next_char(r) != c) { /* '\0' behind the end, which nobody asks for */
        return false;
    }
    r->pos++;
    return true;
}

bool lay_take_word(lay_reader *r, const char *word)
{
    size_t n = 0;
    lay_next_char(r);
    for (; word[n] != '\0'; n++) {
        if (lay_ahead(r, n) != word[n]) {
            return false;
        }
    }
    r->pos += n;
    return true;
}

wgd_status lay_read_int(lay_reader *r, int64_t least, int64_t *out)
{
    const size_t start = r->pos;
    r->pos += lay_ahead(r, 0) == '_';
    const bool negative = lay_ahead(r, 0) == '-';
    r->pos += negative;
    if (!lay_is_digit(lay_ahead(r, 0))) {
        return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "a number");
    }
    int64_t v = 0;
    for (; lay_is_digit(lay_ahead(r, 0)); r->pos++) {
        const int64_t digit = lay_ahead(r, 0) - '0';
        /* Counted downwards, because -2^63 has no positive counterpart. */
        if (!lay_mul(v, 10, &v) || __builtin_sub_overflow(v, digit, &v)) {
            return lay_fail_at(r, start, WGD_ERR_OVERFLOW, "the number does not fit 64 bits", NULL);
        }
    }
    if (!negative && v == INT64_MIN) {
        return lay_fail_at(r, start, WGD_ERR_OVERFLOW, "the number does not fit 64 bits", NULL);
    }
    v = negative ? v : -v;
    if (v < least) {
        return lay_fail_at(r, start, WGD_ERR_DOMAIN, "the number is too small",
                           least == 1 ? "at least 1" : "at least 0");
    }
    *out = v;
    return WGD_OK;
}

wgd_status lay_read_tuple(lay_reader *r, int64_t least, wgd_tuple *out)
{
    int list[WGD_MAX_DEPTH]; /* the nodes of the open lists */
    int open = 0;
    out->n_nodes = 0;
    out->n_leaves = 0;
    for (;;) {
        const char c = lay_next_char(r);
        if (out->n_nodes >= WGD_MAX_NODES ||
            (c != '(' && c != ')' && out->n_leaves >= WGD_MAX_LEAVES)) {
            return lay_fail_at(r, r->pos, WGD_ERR_LIMIT, "too many modes", "at most 64");
        }
        if (c == '(') {
            if (open == WGD_MAX_DEPTH) {
                return lay_fail_at(r, r->pos, WGD_ERR_LIMIT, "nested too deep",
                                   "at most 16 levels");
            }
            r->pos++;
            if (open > 0) {
                out->node[list[open - 1]]++;
            }
            list[open++] = out->n_nodes;
            out->node[out->n_nodes++] = 0;
            if (lay_next_char(r) != ')') {
                continue;
            }
        } else {
            const wgd_status s = lay_read_int(r, least, &out->leaf[out->n_leaves]);
            if (s != WGD_OK) {
                return s;
            }
            if (open > 0) {
                out->node[list[open - 1]]++;
            }
            out->n_leaves++;
            out->node[out->n_nodes++] = WGD_LEAF;
        }
        while (open > 0 && lay_take(r, ')')) {
            open--;
        }
        if (open == 0) {
            return WGD_OK;
        }
        if (!lay_take(r, ',')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "',' or ')'");
        }
    }
}

wgd_status lay_read_stride(lay_reader *r, size_t start, const wgd_tuple *shape, wgd_layout *out)
{
    wgd_tuple stride;
    if (!lay_take(r, ':')) {
        return lay_point_at(r, start, wgd_layout_compact(shape, out, r->diag));
    }
    lay_next_char(r);
    const size_t at = r->pos;
    const wgd_status s = lay_read_tuple(r, INT64_MIN, &stride);
    if (s != WGD_OK) {
        return s;
    }
    return lay_point_at(r, at, wgd_layout_make(shape, &stride, out, r->diag));
}
