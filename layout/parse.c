/* SPDX-License-Identifier: MIT
 *
 * Text to layouts. Every refusal points at the character at fault. */
#include "internal.h"

typedef struct reader {
    const char *text;
    size_t len, pos;
    const char *field;
    wgd_diag *diag;
} reader;

static wgd_status fail_at(reader *r, size_t pos, wgd_status s, const char *what, const char *want)
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

/* For a fault that another function has described already. */
static wgd_status point_at(reader *r, size_t pos, wgd_status s)
{
    if (s != WGD_OK && r->diag) {
        r->diag->pos = (long)pos;
        if (r->diag->field[0] == '\0') {
            r->diag->field = r->field;
        }
    }
    return s;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The character `ahead` places on, or NUL behind the end. */
static char ahead(const reader *r, size_t n)
{
    return r->pos + n < r->len ? r->text[r->pos + n] : '\0';
}

/* The next character that is no space, which it moves to; NUL at the end. */
static char next_char(reader *r)
{
    while (ahead(r, 0) == ' ' || ahead(r, 0) == '\t') {
        r->pos++;
    }
    return ahead(r, 0);
}

static bool take(reader *r, char c)
{
    if (next_char(r) != c || r->pos >= r->len) {
        return false;
    }
    r->pos++;
    return true;
}

static bool take_word(reader *r, const char *word)
{
    size_t n = 0;
    next_char(r);
    for (; word[n] != '\0'; n++) {
        if (ahead(r, n) != word[n]) {
            return false;
        }
    }
    r->pos += n;
    return true;
}

/* A number with an optional '_' (CuTe's mark of a static integer). */
static wgd_status read_int(reader *r, int64_t least, int64_t *out)
{
    next_char(r);
    const size_t start = r->pos;
    r->pos += ahead(r, 0) == '_';
    const bool negative = ahead(r, 0) == '-';
    r->pos += negative;
    if (!is_digit(ahead(r, 0))) {
        return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "a number");
    }
    int64_t v = 0;
    for (; is_digit(ahead(r, 0)); r->pos++) {
        const int64_t digit = ahead(r, 0) - '0';
        /* Counted downwards, because -2^63 has no positive counterpart. */
        if (!lay_mul(v, 10, &v) || __builtin_sub_overflow(v, digit, &v)) {
            return fail_at(r, start, WGD_ERR_OVERFLOW, "the number does not fit 64 bits", NULL);
        }
    }
    if (!negative && v == INT64_MIN) {
        return fail_at(r, start, WGD_ERR_OVERFLOW, "the number does not fit 64 bits", NULL);
    }
    v = negative ? v : -v;
    if (v < least) {
        return fail_at(r, start, WGD_ERR_DOMAIN, "the number is too small",
                       least == 1 ? "at least 1" : "at least 0");
    }
    *out = v;
    return WGD_OK;
}

static wgd_status read_tuple(reader *r, int64_t least, wgd_tuple *out)
{
    int list[WGD_MAX_DEPTH]; /* the nodes of the open lists */
    int open = 0;
    out->n_nodes = 0;
    out->n_leaves = 0;
    for (;;) {
        const char c = next_char(r);
        if (out->n_nodes >= WGD_MAX_NODES ||
            (c != '(' && c != ')' && out->n_leaves >= WGD_MAX_LEAVES)) {
            return fail_at(r, r->pos, WGD_ERR_LIMIT, "too many modes", "at most 64");
        }
        if (c == '(') {
            if (open == WGD_MAX_DEPTH) {
                return fail_at(r, r->pos, WGD_ERR_LIMIT, "nested too deep", "at most 16 levels");
            }
            r->pos++;
            if (open > 0) {
                out->node[list[open - 1]]++;
            }
            list[open++] = out->n_nodes;
            out->node[out->n_nodes++] = 0;
            if (next_char(r) != ')') {
                continue;
            }
        } else {
            const wgd_status s = read_int(r, least, &out->leaf[out->n_leaves]);
            if (s != WGD_OK) {
                return s;
            }
            if (open > 0) {
                out->node[list[open - 1]]++;
            }
            out->n_leaves++;
            out->node[out->n_nodes++] = WGD_LEAF;
        }
        while (open > 0 && take(r, ')')) {
            open--;
        }
        if (open == 0) {
            return WGD_OK;
        }
        if (!take(r, ',')) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "',' or ')'");
        }
    }
}

/* What follows a shape: ":stride", or nothing. */
static wgd_status read_stride(reader *r, size_t start, const wgd_tuple *shape, wgd_layout *out)
{
    wgd_tuple stride;
    if (!take(r, ':')) {
        return point_at(r, start, wgd_layout_compact(shape, out, r->diag));
    }
    next_char(r);
    const size_t at = r->pos;
    const wgd_status s = read_tuple(r, INT64_MIN, &stride);
    if (s != WGD_OK) {
        return s;
    }
    return point_at(r, at, wgd_layout_make(shape, &stride, out, r->diag));
}

static wgd_status read_layout(reader *r, wgd_layout *out)
{
    wgd_tuple shape;
    next_char(r);
    const size_t start = r->pos;
    const wgd_status s = read_tuple(r, 1, &shape);
    return s == WGD_OK ? read_stride(r, start, &shape, out) : s;
}

static wgd_status read_swizzle(reader *r, wgd_swizzle *out)
{
    int64_t v[3];
    next_char(r);
    const size_t start = r->pos;
    if (!take_word(r, "Swizzle<") && !take_word(r, "Sw<") && !take_word(r, "S<")) {
        return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "Sw<B,M,S>");
    }
    for (int i = 0; i < 3; i++) {
        next_char(r);
        const size_t at = r->pos;
        const wgd_status s = read_int(r, INT64_MIN, &v[i]);
        if (s != WGD_OK) {
            return s;
        }
        if (v[i] < -62 || v[i] > 62) {
            return fail_at(r, at, WGD_ERR_VALUE, "not a swizzle", "numbers of at most 62");
        }
        if (!take(r, i < 2 ? ',' : '>')) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, i < 2 ? "','" : "'>'");
        }
    }
    out->b = (int8_t)v[0];
    out->m = (int8_t)v[1];
    out->s = (int8_t)v[2];
    return point_at(r, start, wgd_swizzle_check(*out, r->diag));
}

/* Behind "smem_ptr": [16b] or 16b, then perhaps (unset) or (0x400). The address is not part of the
 * layout. */
static wgd_status read_pointer(reader *r, wgd_composed *out)
{
    int64_t bits;
    const bool bracket = take(r, '[');
    next_char(r);
    const size_t at = r->pos;
    const wgd_status s = read_int(r, 1, &bits);
    if (s != WGD_OK) {
        return s;
    }
    if (bits > INT32_MAX) {
        return fail_at(r, at, WGD_ERR_VALUE, "no element is that wide", "below 2^31 bits");
    }
    if (!take(r, 'b')) {
        return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "'b'");
    }
    if (bracket && !take(r, ']')) {
        return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "']'");
    }
    if (take(r, '(')) {
        if (take_word(r, "0x")) {
            size_t n = 0;
            for (; is_digit(ahead(r, 0)) ||
                   ((ahead(r, 0) | 0x20) >= 'a' && (ahead(r, 0) | 0x20) <= 'f');
                 n++) {
                r->pos++;
            }
            if (n == 0) {
                return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "a hexadecimal number");
            }
        } else if (!take_word(r, "unset")) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "unset or an address 0x...");
        }
        if (!take(r, ')')) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "')'");
        }
    }
    out->kind = WGD_SMEM_PTR;
    out->elem_bits = (int32_t)bits;
    return WGD_OK;
}

/* Behind the swizzle: "offset o layout", or a layout alone (offset 0). */
static wgd_status read_offset_layout(reader *r, wgd_composed *out)
{
    wgd_tuple shape;
    next_char(r);
    const size_t start = r->pos;
    wgd_status s = read_tuple(r, 0, &shape);
    if (s != WGD_OK) {
        return s;
    }
    out->kind = WGD_SWIZZLED;
    if (wgd_tuple_is_leaf(&shape) && take(r, 'o')) {
        out->offset = shape.leaf[0];
        return read_layout(r, &out->layout);
    }
    return read_stride(r, start, &shape, &out->layout);
}

static wgd_status read_composed(reader *r, wgd_composed *out)
{
    const wgd_swizzle identity = {0, 4, 3};
    bool joined = false;
    lay_plain(out);
    const char c = next_char(r);
    if (c != 'S' && c != 's') {
        return read_layout(r, &out->layout);
    }
    if (c == 'S') {
        const wgd_status s = read_swizzle(r, &out->sw);
        if (s != WGD_OK) {
            return s;
        }
        /* CuTe's swizzled pointers print as Sw<3,4,3>_smem_ptr[16b](0x400). */
        joined = take(r, '_');
        if (!joined && !take(r, 'o')) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "' o '");
        }
    } else {
        out->sw = identity;
        joined = true;
    }
    if (take_word(r, "smem_ptr")) {
        const wgd_status s = read_pointer(r, out);
        if (s != WGD_OK) {
            return s;
        }
        if (!take(r, 'o')) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "' o '");
        }
        return read_layout(r, &out->layout);
    }
    if (joined) {
        return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "smem_ptr[Nb]");
    }
    return read_offset_layout(r, out);
}

static wgd_status append_tiler(reader *r, size_t at, wgd_tiler *list, const wgd_tiler *item)
{
    return wgd_tiler_append(list, item) == WGD_OK
               ? WGD_OK
               : fail_at(r, at, WGD_ERR_LIMIT, "too many modes in the tiler", "at most 16");
}

/* Anything but a list. */
static wgd_status read_tiler_item(reader *r, wgd_tiler *out)
{
    wgd_tuple shape;
    const char c = next_char(r);
    const size_t start = r->pos;
    if (c == '_' && !is_digit(ahead(r, 1)) && ahead(r, 1) != '-') {
        r->pos++;
        wgd_tiler_keep(out);
        return WGD_OK;
    }
    const wgd_status s = read_tuple(r, 1, &shape);
    if (s != WGD_OK) {
        return s;
    }
    if (next_char(r) == ':') {
        wgd_tiler_list(out);
        out->node[0] = WGD_TILE_LAYOUT;
        out->n_modes = 1;
        return read_stride(r, start, &shape, &out->mode[0]);
    }
    return wgd_tiler_shape(out, &shape) == WGD_OK
               ? WGD_OK
               : fail_at(r, start, WGD_ERR_LIMIT, "too many modes in the tiler", "at most 16");
}

/* Lists may nest; the nodes are written straight into the preorder of out. */
static wgd_status read_tiler(reader *r, wgd_tiler *out)
{
    int list[WGD_MAX_DEPTH];
    char close[WGD_MAX_DEPTH];
    int open = 0;
    wgd_tiler item;
    out->n_nodes = 0;
    out->n_modes = 0;
    for (;;) {
        const char c = next_char(r);
        const size_t at = r->pos;
        if (c == '[' || c == '<') {
            if (open == WGD_MAX_DEPTH || out->n_nodes >= WGD_MAX_TILER_NODES) {
                return fail_at(r, at, WGD_ERR_LIMIT, "too many lists in the tiler", "at most 16");
            }
            r->pos++;
            if (open > 0) {
                out->node[list[open - 1]]++;
            }
            close[open] = c == '[' ? ']' : '>';
            list[open++] = out->n_nodes;
            out->node[out->n_nodes++] = 0;
            continue;
        }
        wgd_status s = read_tiler_item(r, &item);
        if (s == WGD_OK && open == 0) {
            wgd_tiler_list(out);
            s = append_tiler(r, at, out, &item);
            /* One item alone is not a list of one. */
            out->n_nodes--;
            for (int i = 0; i < out->n_nodes; i++) {
                out->node[i] = out->node[i + 1];
            }
            return s;
        }
        if (s == WGD_OK) {
            const uint8_t outermost = out->node[0];
            s = append_tiler(r, at, out, &item);
            out->node[0] = outermost;
            out->node[list[open - 1]]++;
        }
        if (s != WGD_OK) {
            return s;
        }
        while (open > 0 && take(r, close[open - 1])) {
            open--;
        }
        if (open == 0) {
            return WGD_OK;
        }
        if (!take(r, ',') && !take(r, ';')) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "',', ';' or the end of the list");
        }
    }
}

/* Nothing but spaces may follow. */
static wgd_status at_end(reader *r, wgd_status s)
{
    if (s == WGD_OK) {
        next_char(r);
        if (r->pos < r->len) {
            return fail_at(r, r->pos, WGD_ERR_SYNTAX, "something follows", "the end of the text");
        }
    }
    return s;
}

static reader reader_of(const char *text, size_t len, const char *field, wgd_diag *diag)
{
    const reader r = {text, len, 0, field, diag};
    return r;
}

wgd_status wgd_parse_tuple(const char *text, size_t len, wgd_tuple *out, wgd_diag *diag)
{
    reader r = reader_of(text, len, "tuple", diag);
    return at_end(&r, read_tuple(&r, INT64_MIN, out));
}

wgd_status wgd_parse_layout(const char *text, size_t len, wgd_layout *out, wgd_diag *diag)
{
    reader r = reader_of(text, len, "layout", diag);
    return at_end(&r, read_layout(&r, out));
}

wgd_status wgd_parse_composed(const char *text, size_t len, wgd_composed *out, wgd_diag *diag)
{
    reader r = reader_of(text, len, "layout", diag);
    return at_end(&r, read_composed(&r, out));
}

wgd_status wgd_parse_swizzle(const char *text, size_t len, wgd_swizzle *out, wgd_diag *diag)
{
    reader r = reader_of(text, len, "swizzle", diag);
    return at_end(&r, read_swizzle(&r, out));
}

wgd_status wgd_parse_tiler(const char *text, size_t len, wgd_tiler *out, wgd_diag *diag)
{
    reader r = reader_of(text, len, "tiler", diag);
    return at_end(&r, read_tiler(&r, out));
}
