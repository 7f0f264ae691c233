/* SPDX-License-Identifier: MIT
 *
 * Operands and results of the operations as text. */
#include "algebra/lay.h"
#include "wgd_layout_op.h"

/* A text with a colon or a swizzle is a layout, one without is a tuple. */
static bool looks_like_layout(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == ':' || text[i] == 'S' || text[i] == 's') {
            return true;
        }
    }
    return false;
}

static wgd_status parse_int(const char *text, size_t len, int64_t *out, wgd_diag *diag)
{
    wgd_tuple t;
    const wgd_status s = wgd_parse_tuple(text, len, &t, diag);
    if (s == WGD_OK && !wgd_tuple_is_leaf(&t)) {
        (void)lay_fail_tuple(diag, WGD_ERR_SYNTAX, "", NULL, &t, "an integer", "");
        if (diag) {
            diag->pos = 0;
        }
        return WGD_ERR_SYNTAX;
    }
    *out = s == WGD_OK ? t.leaf[0] : 0;
    return s;
}

wgd_status wgd_layout_arg_parse(wgd_arg_kind kind, const char *text, size_t len,
                                wgd_layout_arg *out, wgd_diag *diag)
{
    if (kind == WGD_ARG_ANY) {
        kind = looks_like_layout(text, len) ? WGD_ARG_LAYOUT : WGD_ARG_TUPLE;
    }
    out->kind = kind;
    switch (kind) {
    case WGD_ARG_LAYOUT:
        return wgd_parse_composed(text, len, &out->u.layout, diag);
    case WGD_ARG_TUPLE:
        return wgd_parse_tuple(text, len, &out->u.tuple, diag);
    case WGD_ARG_INT:
        return parse_int(text, len, &out->u.num, diag);
    case WGD_ARG_TILER:
        return wgd_parse_tiler(text, len, &out->u.tiler, diag);
    case WGD_ARG_SWIZZLE:
        return wgd_parse_swizzle(text, len, &out->u.sw, diag);
    default:
        return wgd_fail(diag, WGD_ERR_DOMAIN, "args", "no operand is taken here", NULL, NULL, NULL);
    }
}

void wgd_put_layout_result(wgd_text *t, const wgd_layout_result *r, wgd_format f)
{
    if (r->kind == WGD_ARG_INT) {
        wgd_put_i64(t, r->u.num);
    } else if (r->kind == WGD_ARG_TUPLE) {
        wgd_put_tuple(t, &r->u.tuple, f);
    } else {
        wgd_put_composed(t, &r->u.layout, f);
    }
}
