/* SPDX-License-Identifier: MIT
 *
 * Reading an attribute. */
#include "mlir_text.h"

#include <string.h>

#include "attr.h"

enum { ALIASES_MAX = 8, NUMBER_MAX = 1 << 30 };

/* ---- characters ----------------------------------------------------------------------------- */

char tri_ahead(const tri_reader *r, size_t n)
{
    return r->pos + n < r->len ? r->text[r->pos + n] : '\0';
}

char tri_next(tri_reader *r)
{
    char c = tri_ahead(r, 0);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        r->pos++;
        c = tri_ahead(r, 0);
    }
    return c;
}

bool tri_take(tri_reader *r, char c)
{
    if (tri_next(r) != c) {
        return false;
    }
    r->pos++;
    return true;
}

bool tri_take_word(tri_reader *r, const char *word)
{
    size_t n = 0;
    tri_next(r);
    for (; word[n] != '\0'; n++) {
        if (tri_ahead(r, n) != word[n]) {
            return false;
        }
    }
    r->pos += n;
    return true;
}

bool tri_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool tri_is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || tri_is_digit(c) || c == '_' ||
           c == '$';
}

size_t tri_alias(const tri_reader *r)
{
    size_t n = 1;
    while (tri_is_name(tri_ahead(r, n))) {
        n++;
    }
    return n;
}

wgd_status tri_fail(tri_reader *r, size_t pos, wgd_status s, const char *what, const char *want)
{
    char got[41];
    wgd_text t = wgd_text_into(got, sizeof got);
    if (pos >= r->len) {
        wgd_put_str(&t, "the end of the text");
    }
    /* The word at fault, or its first character where it is no word. */
    for (size_t i = pos; i < r->len; i++) {
        const char c = r->text[i];
        if (i > pos && !tri_is_name(c) && c != '.') {
            break;
        }
        wgd_put_char(&t, c >= 0x20 && c < 0x7f ? c : '?');
    }
    wgd_text_end(&t);
    wgd_fail(r->diag, s, "layout", what, got, want,
             "an attribute as Triton prints it, as in #ttg.swizzled_shared<{vec = 8, perPhase = 1, "
             "maxPhase = 8, order = [1, 0]}>");
    if (r->diag) {
        r->diag->pos = (long)pos;
    }
    return s;
}

wgd_status tri_need(tri_reader *r, char c, const char *want)
{
    return tri_take(r, c) ? WGD_OK : tri_fail(r, r->pos, WGD_ERR_SYNTAX, NULL, want);
}

wgd_status tri_read_int(tri_reader *r, int32_t *out)
{
    tri_next(r);
    const size_t start = r->pos;
    int64_t v = 0;
    for (; tri_is_digit(tri_ahead(r, 0)); r->pos++) {
        v = v * 10 + (tri_ahead(r, 0) - '0');
        if (v > NUMBER_MAX) {
            return tri_fail(r, start, WGD_ERR_OVERFLOW, "the number is too large", "at most 2^30");
        }
    }
    if (r->pos == start) {
        return tri_fail(r, start, WGD_ERR_SYNTAX, NULL, "a number");
    }
    *out = (int32_t)v;
    return WGD_OK;
}

/* ---- values --------------------------------------------------------------------------------- */

static wgd_status read_list(tri_reader *r, wgd_triton_value *out)
{
    out->n = 0;
    wgd_status s = tri_need(r, '[', "'[', a list of numbers");
    if (s != WGD_OK || tri_take(r, ']')) {
        return s;
    }
    for (;;) {
        if (out->n == WGD_TRITON_RANK) {
            return tri_fail(r, r->pos, WGD_ERR_LIMIT, "too many dimensions", "at most 5");
        }
        s = tri_read_int(r, &out->v[out->n++]);
        if (s != WGD_OK || tri_take(r, ']')) {
            return s;
        }
        s = tri_need(r, ',', "',' or ']'");
        if (s != WGD_OK) {
            return s;
        }
    }
}

/* Every basis has as many coordinates as the tensor has dimensions. */
static wgd_status read_bases(tri_reader *r, wgd_triton_bases *out, int *rank)
{
    wgd_status s = tri_need(r, '[', "'[', a list of bases");
    if (s != WGD_OK || tri_take(r, ']')) {
        return s;
    }
    for (;;) {
        wgd_triton_value v;
        tri_next(r);
        const size_t at = r->pos;
        s = read_list(r, &v);
        if (s != WGD_OK) {
            return s;
        }
        *rank = *rank == 0 ? v.n : *rank;
        if (v.n != *rank || out->n == WGD_TRITON_BASES) {
            return tri_fail(r, at, v.n != *rank ? WGD_ERR_NOT_CONGRUENT : WGD_ERR_LIMIT,
                            v.n != *rank ? "a basis has another number of coordinates"
                                         : "too many bases",
                            v.n != *rank ? "as many as the others" : "at most 32");
        }
        for (int i = 0; i < v.n; i++) {
            out->v[out->n][i] = v.v[i];
        }
        out->n++;
        if (tri_take(r, ']')) {
            return WGD_OK;
        }
        s = tri_need(r, ',', "',' or ']'");
        if (s != WGD_OK) {
            return s;
        }
    }
}

/* ---- fields --------------------------------------------------------------------------------- */

/* The attribute whose fields are being read: the one that stands alone, or a wrap around it. */
typedef struct fields {
    wgd_triton_kind kind;
    wgd_triton_attr *attr;
    wgd_triton_value *value; /* attr's own, or a wrap's */
} fields;

/* The field whose name comes next, which it moves behind; NULL where it is none of the attribute's. */
static const tri_use *find_field(tri_reader *r, const fields *f)
{
    const tri_kind_row *k = &tri_kinds[f->kind];
    const size_t start = r->pos;
    for (int i = 0; i < k->n; i++) {
        if (tri_take_word(r, tri_fields[k->use[i].field].name) && !tri_is_name(tri_ahead(r, 0))) {
            return &k->use[i];
        }
        r->pos = start;
    }
    return NULL;
}

static wgd_status no_such_field(tri_reader *r, const fields *f)
{
    const tri_kind_row *k = &tri_kinds[f->kind];
    char want[192];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < k->n; i++) {
        wgd_put_str(&t, i > 0 ? ", " : "one of ");
        wgd_put_str(&t, tri_fields[k->use[i].field].name);
    }
    wgd_text_end(&t);
    return tri_fail(r, r->pos, WGD_ERR_VALUE, "the attribute has no such field", want);
}

static wgd_status read_value(tri_reader *r, const fields *f, wgd_triton_field id)
{
    wgd_triton_value *v = &f->value[id];
    wgd_triton_attr *a = f->attr;
    v->n = 1; /* of a list: below */
    switch (tri_fields[id].value) {
    case TRI_INT:
        return tri_read_int(r, &v->v[0]);
    case TRI_BOOL:
        v->v[0] = tri_take_word(r, "true");
        return v->v[0] || tri_take_word(r, "false")
                   ? WGD_OK
                   : tri_fail(r, r->pos, WGD_ERR_SYNTAX, NULL, "true or false");
    case TRI_LIST:
        return read_list(r, v);
    case TRI_BASES:
        return read_bases(
            r, id == WGD_TRITON_F_CGA_LAYOUT ? &a->cga : &a->in[tri_in_of(f->kind, id)], &a->rank);
    default: /* TRI_ATTR */
        return tri_read_attr(r, a);
    }
}

/* ---- what must hold of them ----------------------------------------------------------------- */

static wgd_status check_needed(tri_reader *r, const fields *f, size_t at)
{
    const tri_kind_row *k = &tri_kinds[f->kind];
    for (int i = 0; i < k->n; i++) {
        wgd_triton_value *v = &f->value[k->use[i].field];
        if (v->n == 0 && k->use[i].when == TRI_NEEDED) {
            return tri_fail(r, at, WGD_ERR_SYNTAX, "a field of the attribute is missing",
                            tri_fields[k->use[i].field].name);
        }
        if (v->n == 0 && k->use[i].when == TRI_FILLED) {
            v->n = 1;
            v->v[0] = k->use[i].dflt;
        }
    }
    return WGD_OK;
}

/* Lists that go by dimension have one length, which is the attribute's rank. */
static wgd_status check_rank(tri_reader *r, wgd_triton_attr *a, size_t at)
{
    static const wgd_triton_field by_dim[] = {
        WGD_TRITON_F_SIZE_PER_THREAD, WGD_TRITON_F_THREADS_PER_WARP, WGD_TRITON_F_WARPS_PER_CTA,
        WGD_TRITON_F_ORDER,           WGD_TRITON_F_CTAS_PER_CGA,     WGD_TRITON_F_CTA_SPLIT_NUM,
        WGD_TRITON_F_CTA_ORDER};
    for (size_t i = 0; i < sizeof by_dim / sizeof by_dim[0]; i++) {
        const wgd_triton_value *v = &a->field[by_dim[i]];
        a->rank = a->rank == 0 ? v->n : a->rank;
        if (v->n > 0 && v->n != a->rank) {
            return tri_fail(r, at, WGD_ERR_NOT_CONGRUENT,
                            "two lists of the attribute are not of one length",
                            tri_fields[by_dim[i]].name);
        }
    }
    /* 0 where it is not said. */
    a->rank = a->rank == 0 ? a->field[WGD_TRITON_F_OF_RANK].v[0] : a->rank;
    const bool matrix = a->kind == WGD_TRITON_NVMMA_SHARED || a->kind == WGD_TRITON_TMEM ||
                        a->kind == WGD_TRITON_TMEM_SCALES;
    a->rank = a->rank == 0 && matrix ? 2 : a->rank;
    return a->rank <= WGD_TRITON_RANK
               ? WGD_OK
               : tri_fail(r, at, WGD_ERR_LIMIT, "too many dimensions", "at most 5");
}

/* One block is how it is without clusters; Triton prints nothing then. */
static void drop_single_block(wgd_triton_attr *a)
{
    bool single = true;
    for (int i = 0; i < a->field[WGD_TRITON_F_CTAS_PER_CGA].n; i++) {
        single = single && a->field[WGD_TRITON_F_CTAS_PER_CGA].v[i] == 1;
    }
    if (single) {
        a->field[WGD_TRITON_F_CTAS_PER_CGA].n = a->field[WGD_TRITON_F_CTA_SPLIT_NUM].n =
            a->field[WGD_TRITON_F_CTA_ORDER].n = 0;
    }
    if (a->cga.n == 0) {
        a->field[WGD_TRITON_F_CGA_LAYOUT].n = 0;
    }
}

/* ---- the attribute -------------------------------------------------------------------------- */

/* "NAME = VALUE" */
static wgd_status read_field(tri_reader *r, const fields *f)
{
    tri_next(r);
    const size_t at = r->pos;
    const tri_use *u = find_field(r, f);
    if (!u) {
        return no_such_field(r, f);
    }
    if (f->value[u->field].n > 0) {
        return tri_fail(r, at, WGD_ERR_VALUE, "a field is given twice", tri_fields[u->field].name);
    }
    const wgd_status s = tri_need(r, '=', "'='");
    return s == WGD_OK ? read_value(r, f, u->field) : s;
}

/* Behind '<': the fields, up to and with '>'. */
static wgd_status read_fields(tri_reader *r, const fields *f, size_t start)
{
    bool open = tri_kinds[f->kind].braces, first = true;
    wgd_status s = open ? tri_need(r, '{', "'{'") : WGD_OK;
    while (s == WGD_OK) {
        if (open && tri_take(r, '}')) {
            open = false;
            first = false;
        }
        if (!open && tri_take(r, '>')) {
            return check_needed(r, f, start);
        }
        if (!first) {
            s = tri_need(r, ',', open ? "',' or '}'" : "',' or '>'");
        }
        if (s == WGD_OK) {
            s = read_field(r, f);
        }
        first = false;
    }
    return s;
}

static wgd_status read_wrap(tri_reader *r, wgd_triton_kind kind, size_t start, wgd_triton_attr *out)
{
    wgd_triton_value value[WGD_TRITON_FIELD_COUNT];
    const fields f = {kind, out, value};
    if (out->wraps == WGD_TRITON_WRAPS) {
        return tri_fail(r, start, WGD_ERR_LIMIT, "too many layouts around each other",
                        "at most 4 of dot_op and slice");
    }
    memset(value, 0, sizeof value);
    wgd_triton_wrap *w = &out->wrap[out->wraps++];
    w->kind = kind;
    const wgd_status s = read_fields(r, &f, start);
    if (s == WGD_OK) {
        w->arg = value[kind == WGD_TRITON_SLICE ? WGD_TRITON_F_DIM : WGD_TRITON_F_OP_IDX].v[0];
        w->k_width = value[WGD_TRITON_F_K_WIDTH].v[0];
    }
    return s;
}

static wgd_status read_plain(tri_reader *r, wgd_triton_kind kind, size_t start,
                             wgd_triton_attr *out)
{
    const fields f = {kind, out, out->field};
    out->kind = kind;
    wgd_status s = read_fields(r, &f, start);
    if (s == WGD_OK) {
        s = check_rank(r, out, start);
    }
    drop_single_block(out);
    return s;
}

/* The dialects have had two names each. */
static const struct {
    const char *now, *before;
} dialects[] = {{"ttg.", "triton_gpu."}, {"ttng.", "triton_nvidia_gpu."}};

/* Moves behind the name of the kind, by one of the dialect's names, or somewhere and says false. */
static bool take_kind(tri_reader *r, const char *kind)
{
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        const size_t n = strlen(dialects[i].now);
        if (strncmp(kind, dialects[i].now, n) == 0 &&
            (tri_take_word(r, dialects[i].now) || tri_take_word(r, dialects[i].before)) &&
            tri_take_word(r, kind + n) && !tri_is_name(tri_ahead(r, 0))) {
            return true;
        }
    }
    return false;
}

static bool find_kind(tri_reader *r, wgd_triton_kind *out)
{
    const size_t start = r->pos;
    for (int k = 0; k < WGD_TRITON_KIND_COUNT; k++) {
        r->pos = start;
        if (take_kind(r, wgd_triton_kind_name((wgd_triton_kind)k))) {
            *out = (wgd_triton_kind)k;
            return true;
        }
    }
    return false;
}

/* Moves behind "#name =" of the name that stands at [from, from + n); false where none does. */
static bool find_definition(tri_reader *r, size_t from, size_t n)
{
    for (size_t at = 0; at + n < r->len; at++) {
        r->pos = at + n;
        if (memcmp(r->text + at, r->text + from, n) == 0 && tri_take(r, '=')) {
            return true;
        }
    }
    return false;
}

/* The #name of an attribute that is defined elsewhere in the text. */
static wgd_status read_alias(tri_reader *r, wgd_triton_attr *out)
{
    const size_t start = r->pos, n = tri_alias(r);
    if (n == 1 || tri_ahead(r, n) == '.') {
        return tri_fail(r, start, WGD_ERR_VALUE, "not a layout that is read here",
                        "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, "
                        "swizzled_shared, shared_linear, ttng.tensor_memory_encoding");
    }
    if (r->aliases == ALIASES_MAX || !find_definition(r, start, n)) {
        return tri_fail(r, start, WGD_ERR_VALUE, "a name without its definition",
                        "the line that defines the name before it, or the attribute itself");
    }
    r->aliases++;
    const wgd_status s = tri_read_attr(r, out);
    r->pos = start + n;
    return s;
}

wgd_status tri_read_attr(tri_reader *r, wgd_triton_attr *out)
{
    wgd_triton_kind kind;
    tri_next(r);
    const size_t start = r->pos;
    if (!tri_take(r, '#')) {
        return tri_fail(r, start, WGD_ERR_SYNTAX, NULL, "'#', as in #ttg.blocked<{...}>");
    }
    if (!find_kind(r, &kind)) {
        r->pos = start;
        return read_alias(r, out);
    }
    const wgd_status s = tri_need(r, '<', "'<'");
    if (s != WGD_OK) {
        return s;
    }
    return kind == WGD_TRITON_DOT_OP || kind == WGD_TRITON_SLICE ? read_wrap(r, kind, start, out)
                                                                 : read_plain(r, kind, start, out);
}
