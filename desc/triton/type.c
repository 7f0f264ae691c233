/* SPDX-License-Identifier: MIT
 *
 * Reading a type with a layout, or an attribute with the shape behind it. */
#include "mlir_text.h"

#include <string.h>

static bool begins(const char *text, size_t len, size_t at, const char *word)
{
    size_t n = 0;
    while (word[n] != '\0' && at + n < len && text[at + n] == word[n]) {
        n++;
    }
    return word[n] == '\0';
}

static size_t skip_space(const char *text, size_t len, size_t at)
{
    while (at < len &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) {
        at++;
    }
    return at;
}

bool wgd_triton_looks(const char *text, size_t len)
{
    const size_t at = skip_space(text, len, 0);
    return at < len && (text[at] == '#' || text[at] == '!' || text[at] == '%' ||
                        begins(text, len, at, "tensor<"));
}

/* ---- the parts of a type -------------------------------------------------------------------- */

/* "128x64x" before an element type, or "128x64" at the end. */
static wgd_status read_shape(tri_reader *r, bool element_follows, wgd_triton_type *out)
{
    out->rank = 0;
    for (;;) {
        int32_t n;
        const bool digit = tri_is_digit(tri_next(r));
        const size_t at = r->pos;
        if (element_follows && out->rank > 0 && !digit) {
            return WGD_OK;
        }
        const wgd_status s = tri_read_int(r, &n);
        if (s != WGD_OK) {
            return s;
        }
        if (n == 0 || out->rank == WGD_TRITON_RANK) {
            return tri_fail(r, at, n == 0 ? WGD_ERR_DOMAIN : WGD_ERR_LIMIT, "not a shape",
                            "1 to 5 dimensions of at least 1");
        }
        out->shape[out->rank++] = n;
        if (tri_ahead(r, 0) != 'x') {
            return element_follows ? tri_fail(r, r->pos, WGD_ERR_SYNTAX, NULL, "'x'") : WGD_OK;
        }
        r->pos++;
    }
}

/* f16, bf16, f8E4M3FN, i32, index, !tt.ptr<f16>: the bits. */
static wgd_status read_element(tri_reader *r, wgd_triton_type *out)
{
    const size_t at = r->pos;
    if (tri_take(r, '!')) {
        int depth = 0;
        for (; r->pos < r->len; r->pos++) {
            const char c = tri_ahead(r, 0);
            if (depth == 0 && (c == ',' || c == '>')) {
                break;
            }
            depth += c == '<';
            depth -= c == '>';
        }
        out->elem_bits = 64;
        return WGD_OK;
    }
    if (tri_take_word(r, "index")) {
        out->elem_bits = 64;
        return WGD_OK;
    }
    for (char c = tri_ahead(r, 0); c >= 'a' && c <= 'z'; c = tri_ahead(r, 0)) {
        r->pos++;
    }
    int32_t bits;
    if (r->pos == at || tri_read_int(r, &bits) != WGD_OK) {
        return tri_fail(r, at, WGD_ERR_SYNTAX, "not an element type",
                        "f16, bf16, f8E4M3FN, i8, ...");
    }
    while (tri_is_name(tri_ahead(r, 0))) { /* the rest of f8E4M3FN */
        r->pos++;
    }
    if (r->pos - at < sizeof out->elem) {
        memcpy(out->elem, r->text + at, r->pos - at);
    }
    out->elem_bits = bits;
    return WGD_OK;
}

/* The shape of the allocation that a memdesc shows: the tensor's, perhaps behind a number of buffers. */
static wgd_status read_allocation(tri_reader *r, const wgd_triton_type *out)
{
    wgd_triton_type alloc;
    const size_t at = r->pos;
    const wgd_status s = read_shape(r, false, &alloc);
    if (s != WGD_OK) {
        return s;
    }
    const int more = alloc.rank - out->rank;
    if (more < 0 ||
        memcmp(alloc.shape + more, out->shape, (size_t)out->rank * sizeof out->shape[0]) != 0) {
        return tri_fail(r, at, WGD_ERR_DOMAIN, "a view of a part of a buffer",
                        "the type of the whole buffer: the layout is that of the buffer");
    }
    return WGD_OK;
}

/* The memory space or "mutable". */
static wgd_status read_word(tri_reader *r)
{
    const size_t at = r->pos;
    r->pos += tri_ahead(r, 0) == '#';
    const size_t name = r->pos;
    while (tri_is_name(tri_ahead(r, 0)) || tri_ahead(r, 0) == '.') {
        r->pos++;
    }
    return r->pos > name
               ? WGD_OK
               : tri_fail(r, at, WGD_ERR_SYNTAX, NULL, "a memory space, mutable, or a shape");
}

/* Behind the layout of a memdesc: the memory space, "mutable", the shape of the allocation. */
static wgd_status read_rest(tri_reader *r, const wgd_triton_type *out)
{
    while (tri_take(r, ',')) {
        const wgd_status s = tri_is_digit(tri_next(r)) ? read_allocation(r, out) : read_word(r);
        if (s != WGD_OK) {
            return s;
        }
    }
    return tri_need(r, '>', "'>'");
}

/* A memdesc of one dimension more than its layout is a row of buffers. */
static void take_buffers(wgd_triton_type *out)
{
    if (out->attr.rank > 0 && out->rank == out->attr.rank + 1) {
        out->buffers = out->shape[0];
        out->rank--;
        for (int i = 0; i < out->rank; i++) {
            out->shape[i] = out->shape[i + 1];
        }
    }
}

/* That of a tensor first, then those of a memdesc. */
static const char *const type_words[] = {"tensor<", "!ttg.memdesc<", "!triton_gpu.memdesc<",
                                         "!tt.memdesc<"};
enum { TYPE_WORDS = 4 };

static wgd_status read_type(tri_reader *r, wgd_triton_type *out)
{
    int word = 0;
    while (word < TYPE_WORDS && !tri_take_word(r, type_words[word])) {
        word++;
    }
    if (word == TYPE_WORDS) {
        return tri_fail(r, r->pos, WGD_ERR_SYNTAX, NULL, "tensor<...> or !ttg.memdesc<...>");
    }
    wgd_status s = read_shape(r, true, out);
    if (s == WGD_OK) {
        s = read_element(r, out);
    }
    if (s == WGD_OK && tri_next(r) == '>') {
        return tri_fail(r, r->pos, WGD_ERR_SYNTAX, "the type has no layout",
                        "a layout behind the element type");
    }
    if (s == WGD_OK) {
        s = tri_need(r, ',', "','");
    }
    if (s == WGD_OK) {
        s = tri_read_attr(r, &out->attr);
    }
    if (s == WGD_OK) {
        s = read_rest(r, out);
    }
    if (s == WGD_OK && word > 0) {
        take_buffers(out);
    }
    return s;
}

/* ---- the text ------------------------------------------------------------------------------- */

static bool ends_type(char c)
{
    return c == '\0' || c == ',' || c == '#' || c == ')';
}

/* Does the type whose word stands at a place have a layout, the one that follows its first comma? */
static bool has_layout(tri_reader r, size_t at)
{
    r.pos = at;
    while (!ends_type(tri_ahead(&r, 0))) {
        r.pos++;
    }
    return tri_take(&r, ',') && tri_next(&r) == '#';
}

/* The last type in the text that has a layout: in a line of IR, that of its result. */
static bool find_last_type(tri_reader *r)
{
    bool found = false;
    /* From 1: a text that begins with a type is read as one. */
    for (size_t at = 1; at < r->len; at++) {
        for (int i = 0; i < TYPE_WORDS; i++) {
            if (begins(r->text, r->len, at, type_words[i]) && !tri_is_name(r->text[at - 1]) &&
                has_layout(*r, at)) {
                r->pos = at;
                found = true;
            }
        }
    }
    return found;
}

/* "ATTR", "ATTR 128x64" or "#name = ATTR". */
static wgd_status read_attr_and_shape(tri_reader *r, wgd_triton_type *out)
{
    const size_t start = r->pos, n = tri_alias(r);
    const bool named = tri_ahead(r, 0) == '#' && n > 1;
    r->pos += n;
    if (!named || !tri_take(r, '=')) {
        r->pos = start;
    }
    wgd_status s = tri_read_attr(r, &out->attr);
    if (s == WGD_OK && tri_is_digit(tri_next(r))) {
        s = read_shape(r, false, out);
    }
    return s;
}

wgd_status wgd_triton_parse(const char *text, size_t len, wgd_triton_type *out, wgd_diag *diag)
{
    tri_reader r = {.text = text, .len = len, .diag = diag};
    memset(out, 0, sizeof *out);
    out->buffers = 1;
    const char c = tri_next(&r);
    const bool type = c == '!' || c == 't';
    if (!type && find_last_type(&r)) {
        return read_type(&r, out); /* what follows it in its line does not matter */
    }
    const wgd_status s = type ? read_type(&r, out) : read_attr_and_shape(&r, out);
    if (s == WGD_OK && (tri_next(&r) != '\0' || r.pos < r.len)) {
        return tri_fail(&r, r.pos, WGD_ERR_SYNTAX, "something follows", "the end of the text");
    }
    return s;
}
