/* SPDX-License-Identifier: MIT
 *
 * An instruction's fragments from its name as PTX writes it.
 */
#include "wgd_frag.h"

#include "word/names.h"
#include "wgd_text.h"

static const char *const type_names[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text) name,
    WGD_FRAG_TYPES(WGD_X)
#undef WGD_X
};

#define WGD_X(sym, name) name,
static const char *const operand_names[] = {WGD_FRAG_OPERANDS(WGD_X) WGD_FRAG_METADATA};
#undef WGD_X

const char *wgd_frag_type_name(wgd_frag_type t)
{
    return type_names[t];
}

int wgd_frag_type_bits(wgd_frag_type t)
{
    static const int bits_of[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text) bits,
        WGD_FRAG_TYPES(WGD_X)
#undef WGD_X
    };
    return bits_of[t];
}

wgd_status wgd_frag_type_parse(const char *name, int *out, wgd_diag *diag)
{
    const int i = wgd_name_find(name, type_names, WGD_FRAG_TYPE_COUNT);
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_DTYPE, "dtype", "not a type that registers hold", name,
                             type_names, WGD_FRAG_TYPE_COUNT);
    }
    *out = i;
    return WGD_OK;
}

const char *wgd_frag_operand_name(wgd_frag_operand o)
{
    return operand_names[o];
}

wgd_status wgd_frag_operand_parse(const char *name, wgd_frag_operand *out, wgd_diag *diag)
{
    const bool one = name[0] != '\0' && name[1] == '\0';
    const char lower[] = {one && name[0] >= 'A' && name[0] <= 'E' ? (char)(name[0] + 32) : name[0],
                          '\0'};
    const int i = wgd_name_find(one ? lower : name, operand_names, WGD_FRAG_OPERAND_COUNT + 1);
    if (i < 0) {
        return wgd_fail(diag, WGD_ERR_VALUE, "operand", NULL, name, "a, b, c, d or e (metadata)",
                        NULL);
    }
    *out = i > WGD_FRAG_OPERAND_E ? WGD_FRAG_OPERAND_E : (wgd_frag_operand)i;
    return WGD_OK;
}

/* ---- the op's text -------------------------------------------------------------------------- */

/* One part of the text between dots, and what has been read so far. */
typedef struct reader {
    const char *text;
    size_t at, len; /* the part */
    wgd_frag_op op;
    bool family, layout_a, layout_b;
    int types[4], n_types;
} reader;

/* Refuses with how an op is written. */
static wgd_status bad_op(const char *what, const char *got, const char *want, wgd_diag *diag)
{
    const wgd_status s = wgd_fail(diag, WGD_ERR_SYNTAX, "op", what, got, want, NULL);
    return wgd_diag_hint(diag, s, WGD_HINT_FRAG_OP_FORM, 0, NULL);
}

static bool part_is(const reader *r, const char *word)
{
    size_t i = 0;
    while (i < r->len && word[i] == r->text[r->at + i]) {
        i++;
    }
    return i == r->len && word[i] == '\0';
}

static wgd_status bad_part(const reader *r, const char *what, const char *want, wgd_diag *diag)
{
    char got[96];
    wgd_text t = wgd_text_into(got, sizeof got);
    wgd_put_mem(&t, r->text + r->at, r->len);
    wgd_text_end(&t);
    const wgd_status s = bad_op(what, got, want, diag);
    if (diag) {
        diag->pos = (long)r->at;
    }
    return s;
}

/* Reads `letter` and 1 to 4 digits at *at of the part. What ends the part, a dot or the end of the text, is neither. */
static bool read_extent(const reader *r, char letter, size_t *at, int *out)
{
    const char *s = r->text + r->at;
    if (s[*at] != letter) {
        return false;
    }
    size_t digits = 0;
    int v = 0;
    for (++*at; s[*at] >= '0' && s[*at] <= '9' && digits < 4; ++*at, ++digits) {
        v = 10 * v + (s[*at] - '0');
    }
    *out = v;
    return digits > 0;
}

static bool read_shape(reader *r)
{
    size_t at = 0;
    wgd_frag_op *op = &r->op;
    int m, n, k;
    if (op->m != 0 || !read_extent(r, 'm', &at, &m) || !read_extent(r, 'n', &at, &n) ||
        !read_extent(r, 'k', &at, &k) || at != r->len || m == 0) {
        return false;
    }
    op->m = m;
    op->n = n;
    op->k = k;
    return true;
}

static bool read_family(reader *r)
{
    static const char *const names[] = {"wgmma", "mma", "ldmatrix", "stmatrix"};
    for (int i = 0; i < 4; i++) {
        if (part_is(r, names[i]) && r->at == 0) {
            r->op.family = (wgd_frag_family)i;
            r->family = true;
            return true;
        }
    }
    return false;
}

/* .row and .col: the first is A's, the second B's. */
static bool read_layout(reader *r)
{
    const bool row = part_is(r, "row");
    if ((!row && !part_is(r, "col")) || r->layout_b) {
        return false;
    }
    if (!r->layout_a) {
        r->layout_a = true;
        r->op.a_col = !row;
    } else {
        r->layout_b = true;
        r->op.b_row = row;
    }
    return true;
}

static bool read_type(reader *r)
{
    for (int i = 0; i < WGD_FRAG_TYPE_COUNT; i++) {
        /* The fifth type of a block-scaled opcode is that of its scale factors. */
        if (part_is(r, type_names[i]) && (i == WGD_FRAG_UE8M0 || i == WGD_FRAG_UE4M3)) {
            return true;
        }
        if (part_is(r, type_names[i]) && r->n_types < 4) {
            r->types[r->n_types++] = i;
            return true;
        }
    }
    return false;
}

/* ldmatrix's and stmatrix's own parts. */
static bool read_matrix_part(reader *r)
{
    if (part_is(r, "trans") && !r->op.trans) {
        r->op.trans = true;
        return true;
    }
    if (r->len == 2 && r->text[r->at] == 'x' && r->op.x == 0) {
        const char c = r->text[r->at + 1];
        r->op.x = c == '1' || c == '2' || c == '4' ? c - '0' : 0;
        return r->op.x != 0;
    }
    return part_is(r, "m8n8");
}

/* Parts of the opcode that no fragment depends on. */
static bool read_noise(const reader *r)
{
    static const char *const words[] = {"mma_async",     "sync",
                                        "aligned",       "shared",
                                        "shared::cta",   "satfinite",
                                        "and",           "xor",
                                        "popc",          "block_scale",
                                        "scale_vec::1X", "scale_vec::2X",
                                        "scale_vec::4X", "ordered_metadata"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (part_is(r, words[i])) {
            return true;
        }
    }
    static const char kind[] = "kind::"; /* neither a dot nor the end of the text is in it */
    size_t i = 0;
    while (kind[i] != '\0' && r->text[r->at + i] == kind[i]) {
        i++;
    }
    return kind[i] == '\0';
}

static bool read_part(reader *r)
{
    const bool matrix = r->op.family == WGD_FRAG_LDMATRIX || r->op.family == WGD_FRAG_STMATRIX;
    if (read_family(r) || read_type(r) || read_noise(r)) {
        return true;
    }
    if (r->family && matrix) {
        return read_matrix_part(r);
    }
    if (part_is(r, "sp") && !r->op.sparse) {
        r->op.sparse = true;
        return true;
    }
    return read_shape(r) || read_layout(r);
}

/* The opcode's types are d, a, b and, for mma, c. */
static wgd_status take_types(reader *r, wgd_diag *diag)
{
    wgd_frag_op *op = &r->op;
    const bool matrix = op->family == WGD_FRAG_LDMATRIX || op->family == WGD_FRAG_STMATRIX;
    if (r->n_types == 0) {
        return WGD_OK;
    }
    if (matrix) {
        op->a = r->types[0];
        return r->n_types == 1 && op->a == WGD_FRAG_B16
                   ? WGD_OK
                   : bad_op("the matrices hold 16-bit units", r->text, ".b16", diag);
    }
    if (r->n_types != (op->family == WGD_FRAG_MMA ? 4 : 3)) {
        return bad_op("the opcode's types are incomplete", r->text,
                      op->family == WGD_FRAG_MMA ? "the types of d, a, b and c"
                                                 : "the types of d, a and b",
                      diag);
    }
    op->d = r->types[0];
    op->a = r->types[1];
    op->b = r->types[2];
    op->c = op->family == WGD_FRAG_MMA ? r->types[3] : op->d;
    return WGD_OK;
}

static wgd_status finish(reader *r, wgd_diag *diag)
{
    wgd_frag_op *op = &r->op;
    if (!r->family) {
        op->family = op->m == WGD_INST_M ? WGD_FRAG_WGMMA : WGD_FRAG_MMA;
    }
    const bool matrix = op->family == WGD_FRAG_LDMATRIX || op->family == WGD_FRAG_STMATRIX;
    if (matrix ? op->x == 0 : op->m == 0) {
        return bad_op(matrix ? "the number of matrices is missing" : "the shape is missing",
                      r->text, matrix ? ".x1, .x2 or .x4" : "a shape such as m16n8k16", diag);
    }
    if (r->layout_a != r->layout_b) {
        return bad_op("one layout is missing", r->text, ".row or .col for A, then for B", diag);
    }
    return take_types(r, diag);
}

wgd_status wgd_frag_op_parse(const char *text, wgd_frag_op *out, wgd_diag *diag)
{
    reader r = {.text = text,
                .op = {.a = WGD_FRAG_TYPE_NONE,
                       .b = WGD_FRAG_TYPE_NONE,
                       .c = WGD_FRAG_TYPE_NONE,
                       .d = WGD_FRAG_TYPE_NONE}};
    size_t at = 0;
    do {
        r.at = at;
        for (r.len = 0; text[at + r.len] != '\0' && text[at + r.len] != '.';) {
            r.len++;
        }
        if (!read_part(&r)) {
            return bad_part(&r, "this part of the instruction is not understood",
                            "each part once, in the PTX ISA's spelling", diag);
        }
        at += r.len;
    } while (text[at++] == '.');
    const wgd_status s = finish(&r, diag);
    if (s == WGD_OK) {
        *out = r.op;
    }
    return s;
}

static void put_shape(wgd_text *t, const wgd_frag_op *op)
{
    wgd_put_str(t, "m");
    wgd_put_i64(t, op->m);
    wgd_put_str(t, "n");
    wgd_put_i64(t, op->n);
    wgd_put_str(t, "k");
    wgd_put_i64(t, op->k);
}

void wgd_put_frag_op(wgd_text *t, const wgd_frag_op *op)
{
    switch (op->family) {
    case WGD_FRAG_WGMMA:
        wgd_put_str(t, op->sparse ? "wgmma.sp." : "wgmma.");
        put_shape(t, op);
        break;
    case WGD_FRAG_MMA:
        wgd_put_str(t, op->sparse ? "mma.sp." : "mma.");
        put_shape(t, op);
        wgd_put_str(t, op->a_col ? ".col" : ".row");
        wgd_put_str(t, op->b_row ? ".row" : ".col");
        break;
    case WGD_FRAG_LAYOUT:
        wgd_put_str(t, "layout");
        break;
    default:
        wgd_put_str(t, op->family == WGD_FRAG_LDMATRIX ? "ldmatrix.x" : "stmatrix.x");
        wgd_put_i64(t, op->x);
        wgd_put_str(t, op->trans ? ".trans" : "");
        break;
    }
}
