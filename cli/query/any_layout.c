/* SPDX-License-Identifier: MIT
 *
 * Layouts from CuTe's text or Triton's.
 */
#include "any_layout.h"

#include <string.h>

#include "error/cli_status.h"

static wgd_status bad_shape(const char *text, wgd_diag *diag)
{
    return wgd_fail(diag, WGD_ERR_SYNTAX, "shape", "not a shape", text,
                    "1 to 5 sizes of at least 1, as 128x64", "");
}

wgd_status any_shape_parse(const char *text, size_t len, any_shape *out, wgd_diag *diag)
{
    size_t at = 0;
    out->rank = 0;
    while (at < len && (text[at] == ' ' || text[at] == '(' || text[at] == '[')) {
        at++;
    }
    for (;;) {
        int64_t n = 0;
        const size_t start = at;
        for (; at < len && text[at] >= '0' && text[at] <= '9' && n < INT64_C(1) << 40; at++) {
            n = 10 * n + (text[at] - '0');
        }
        if (at == start || n == 0 || out->rank == WGD_TRITON_RANK) {
            return bad_shape(text, diag);
        }
        out->n[out->rank++] = n;
        if (at == len || !(text[at] == 'x' || text[at] == ',' || text[at] == ';')) {
            break;
        }
        at++;
    }
    while (at < len && (text[at] == ' ' || text[at] == ')' || text[at] == ']')) {
        at++;
    }
    return at == len ? WGD_OK : bad_shape(text, diag);
}

wgd_status any_layout_triton(const char *text, size_t len, const any_shape *shape, any_layout *out,
                             wgd_diag *diag)
{
    wgd_triton_type *t = &out->type;
    out->triton = true;
    wgd_status st = wgd_triton_parse(text, len, t, diag);
    if (st == WGD_OK && t->rank == 0 && shape && shape->rank > 0) {
        t->rank = shape->rank;
        for (int d = 0; d < shape->rank; d++) {
            t->shape[d] = shape->n[d];
        }
    }
    return st == WGD_OK ? wgd_triton_layout_of(&t->attr, t->shape, t->rank, &out->made, diag) : st;
}

wgd_status any_layout_parse(const char *text, size_t len, const any_shape *shape, any_layout *out,
                            wgd_diag *diag)
{
    if (!wgd_triton_looks(text, len)) {
        out->triton = false;
        return wgd_parse_composed(text, len, &out->layout, diag);
    }
    const wgd_status st = any_layout_triton(text, len, shape, out, diag);
    return st == WGD_OK ? wgd_triton_to_composed(&out->made, &out->layout, diag) : st;
}

wgd_status any_layout_no_swizzle(const any_layout *l, const char *field, wgd_diag *diag)
{
    return l->layout.kind == WGD_PLAIN
               ? WGD_OK
               : wgd_fail(diag, WGD_ERR_DOMAIN, field,
                          "a layout of threads and values has no swizzle",
                          l->triton ? "basis vectors with a bit in common" : "a swizzle",
                          "'(thread,value):(...)'", "");
}

wgd_status any_layout_one_shape(const any_layout *l, const any_shape *shape, const char *want,
                                wgd_diag *diag)
{
    bool same = shape->rank == 0 || (l->triton && l->type.rank == shape->rank);
    for (int d = 0; same && d < shape->rank; d++) {
        same = l->type.shape[d] == shape->n[d];
    }
    return same
               ? WGD_OK
               : cli_fail(diag, CLI_ERR_USAGE, "shape", "the shape is given twice", NULL, want, "");
}

wgd_status any_layout_option(const request *rq, answer *a, any_layout *out, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_layout], *s = &rq->v[OPTION_shape];
    any_shape shape = {0};
    if (s->given) {
        shape.rank = 2;
        shape.n[0] = s->u.dim[0];
        shape.n[1] = s->u.dim[1];
    }
    wgd_status st = any_layout_parse(v->u.text.s, v->u.text.len, &shape, out, diag);
    if (st == WGD_OK && out->triton) {
        return any_layout_one_shape(out, &shape, "the shape in the type, or --shape", diag);
    }
    if (st != WGD_OK) {
        if (diag->pos >= 0) {
            a->fault_text = v->u.text.s;
            a->fault_len = v->u.text.len;
        }
        diag->field = strcmp(diag->field, "shape") == 0 ? "shape" : "layout";
    }
    return st;
}

wgd_status any_layout_shared(const request *rq, answer *a, any_layout *out, wgd_diag *diag)
{
    const wgd_status st = any_layout_option(rq, a, out, diag);
    return st == WGD_OK ? any_layout_to_shared(out, diag) : st;
}

wgd_status any_layout_to_shared(any_layout *out, wgd_diag *diag)
{
    if (!out->triton) {
        return WGD_OK;
    }
    if (out->made.space != WGD_TRITON_SHARED) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "not a layout of shared memory",
                        wgd_triton_kind_name(out->type.attr.kind),
                        "#ttg.nvmma_shared, #ttg.swizzled_shared or #ttg.shared_linear",
                        out->made.space == WGD_TRITON_REGISTERS
                            ? "'wgdesc frag' shows which thread holds which element"
                            : "'wgdesc layout triton' gives its bases");
    }
    const int bits = any_layout_bits(out);
    if (out->type.attr.kind == WGD_TRITON_NVMMA_SHARED && out->layout.kind == WGD_SWIZZLED) {
        out->layout.kind = WGD_SMEM_PTR;
        out->layout.elem_bits = bits;
        out->layout.sw.m = (int8_t)(out->layout.sw.m + wgd_log2(bits / 8));
    }
    return WGD_OK;
}

int any_layout_bits(const any_layout *l)
{
    const wgd_triton_value *width = &l->type.attr.field[WGD_TRITON_F_ELEMENT_BIT_WIDTH];
    if (!l->triton) {
        return 0;
    }
    return l->type.attr.kind == WGD_TRITON_NVMMA_SHARED ? width->v[0] : l->type.elem_bits;
}

/* MLIR's names of the types that wgmma multiplies. */
static bool dtype_of(const char *elem, wgd_dtype *out)
{
    static const struct {
        const char *name;
        wgd_dtype dtype;
    } types[] = {{"f16", WGD_F16},   {"bf16", WGD_BF16},     {"f32", WGD_TF32},
                 {"tf32", WGD_TF32}, {"f8E4M3FN", WGD_E4M3}, {"f8E5M2", WGD_E5M2},
                 {"i8", WGD_S8},     {"i1", WGD_B1}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(elem, types[i].name) == 0) {
            *out = types[i].dtype;
            return true;
        }
    }
    return false;
}

wgd_status any_layout_dtype(const request *rq, const any_layout *l, wgd_dtype *out, wgd_diag *diag)
{
    const int bits = any_layout_bits(l);
    wgd_dtype d = *out;
    if (bits == 0) {
        return WGD_OK;
    }
    if (!rq->v[OPTION_dtype].given && !dtype_of(l->type.elem, &d)) {
        d = bits == 8 ? WGD_E4M3 : bits == 32 ? WGD_TF32 : WGD_F16;
    }
    if (wgd_dtype_bits(d) != bits) {
        return wgd_fail_num(diag, WGD_ERR_DTYPE, "dtype",
                            "the elements of the layout have another width", bits,
                            wgd_dtype_get(d)->name, "give the --dtype that the tile holds");
    }
    *out = d;
    return WGD_OK;
}
