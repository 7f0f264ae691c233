/* SPDX-License-Identifier: MIT
 *
 * Swizzles and what stands behind them. */
#include "internal.h"

wgd_status wgd_swizzle_check(wgd_swizzle sw, wgd_diag *diag)
{
    const int s = sw.s < 0 ? -sw.s : sw.s;
    if (sw.b >= 0 && sw.m >= 0 && sw.b <= s && sw.m + sw.b + s <= 62) {
        return WGD_OK;
    }
    char got[48];
    wgd_text t = wgd_text_into(got, sizeof got);
    lay_put_swizzle(&t, sw);
    wgd_text_end(&t);
    return wgd_fail(
        diag, WGD_ERR_VALUE, "swizzle", "not a swizzle", got,
        "0 <= B <= |S|, 0 <= M, M + B + |S| <= 62",
        "Sw<B,M,S> swaps the B bits at M with those at M + S; Sw<3,4,3> is the 128-byte "
        "swizzle");
}

int64_t wgd_swizzle_apply(wgd_swizzle sw, int64_t x)
{
    const uint64_t u = (uint64_t)x, bits = (UINT64_C(1) << sw.b) - 1;
    if (sw.s >= 0) {
        return (int64_t)(u ^ ((u >> sw.s) & (bits << sw.m)));
    }
    return (int64_t)(u ^ ((u & (bits << sw.m)) << -sw.s));
}

void lay_copy_composed(wgd_composed *out, const wgd_composed *c)
{
    out->kind = c->kind;
    out->sw = c->sw;
    out->offset = c->offset;
    out->elem_bits = c->elem_bits;
    lay_copy(&out->layout, &c->layout);
}

void lay_plain(wgd_composed *out)
{
    const wgd_swizzle none = {0, 0, 0};
    out->kind = WGD_PLAIN;
    out->sw = none;
    out->offset = 0;
    out->elem_bits = 0;
}

void lay_simplify(wgd_composed *c)
{
    if (c->kind == WGD_SWIZZLED && c->sw.b == 0 && c->offset == 0) {
        lay_plain(c);
    }
}

wgd_composed wgd_composed_plain(const wgd_layout *l)
{
    wgd_composed c;
    lay_plain(&c);
    lay_copy(&c.layout, l);
    return c;
}

/* What is in front of the layout, put on one of its values. */
static wgd_status outer(const wgd_composed *c, int64_t value, int64_t *out, wgd_diag *diag)
{
    wgd_swizzle sw = c->sw;
    if (c->kind == WGD_PLAIN) {
        *out = value;
        return WGD_OK;
    }
    if (c->kind == WGD_SMEM_PTR) {
        const wgd_status s = lay_recast_swizzle(sw, 8, c->elem_bits, &sw, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    int64_t x;
    if (__builtin_add_overflow(value, c->offset, &x)) {
        return wgd_fail_num(diag, WGD_ERR_OVERFLOW, "offset", "the offset does not fit", c->offset,
                            NULL, NULL);
    }
    if (x < 0 && sw.b > 0) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "offset",
                            "a swizzle moves the bits of an offset that is not negative", x,
                            "offsets >= 0", "");
    }
    *out = wgd_swizzle_apply(sw, x);
    return WGD_OK;
}

wgd_status wgd_composed_crd2idx(const wgd_composed *c, const wgd_tuple *crd, int64_t *out,
                                wgd_diag *diag)
{
    int64_t v;
    const wgd_status s = wgd_layout_crd2idx(&c->layout, crd, &v, diag);
    return s == WGD_OK ? outer(c, v, out, diag) : s;
}

wgd_status wgd_composed_at(const wgd_composed *c, int64_t i, int64_t *out, wgd_diag *diag)
{
    const wgd_tuple crd = wgd_tuple_int(i);
    return wgd_composed_crd2idx(c, &crd, out, diag);
}

wgd_status wgd_position_independent(const wgd_composed *c, wgd_composed *out, wgd_diag *diag)
{
    wgd_swizzle sw = c->sw;
    if (c->kind == WGD_SMEM_PTR) {
        const wgd_status s = lay_recast_swizzle(sw, 8, c->elem_bits, &sw, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    lay_copy_composed(out, c);
    if (c->kind == WGD_SMEM_PTR) {
        out->kind = WGD_SWIZZLED;
        out->sw = sw;
        out->offset = 0;
        out->elem_bits = 0;
        lay_simplify(out);
    }
    return WGD_OK;
}

/* The lowest bit of a mask; 0 for none. */
static int lowest(uint64_t mask)
{
    return mask == 0 ? 0 : __builtin_ctzll(mask);
}

/* Sends a mask through a layout, as CuTe does: by value, as if the layout only permuted bits. */
static wgd_status send_bits(const wgd_layout *a, uint64_t mask, uint64_t *out, wgd_diag *diag)
{
    const wgd_tuple i = wgd_tuple_int((int64_t)mask);
    int64_t v;
    const wgd_status s = wgd_layout_crd2idx(a, &i, &v, diag);
    *out = s == WGD_OK ? (uint64_t)v : 0;
    return s;
}

wgd_status wgd_compose_swizzle(const wgd_layout *a, wgd_swizzle sw, wgd_composed *out,
                               wgd_diag *diag)
{
    uint64_t from, to;
    wgd_status s = wgd_swizzle_check(sw, diag);
    if (s != WGD_OK) {
        return s;
    }
    const uint64_t bits = (UINT64_C(1) << sw.b) - 1;
    s = send_bits(a, bits << (sw.m + (sw.s > 0 ? sw.s : 0)), &from, diag);
    if (s == WGD_OK) {
        s = send_bits(a, bits << (sw.m - (sw.s < 0 ? sw.s : 0)), &to, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    const int low_from = lowest(from), low_to = lowest(to), shift = low_from - low_to;
    const uint64_t mask_from = bits << low_from, mask_to = bits << low_to;
    const int m = low_from < low_to ? low_from : low_to;
    if (from != mask_from || to != mask_to || m + sw.b + (shift < 0 ? -shift : shift) > 62 ||
        (shift < 0 ? -shift : shift) < sw.b) {
        return lay_fail_layout(diag, WGD_ERR_DOMAIN, "layout",
                               "the layout does not carry the swizzle's bits as one run", a,
                               "a layout that moves the swizzled bits together", "");
    }
    lay_plain(out);
    lay_copy(&out->layout, a);
    if (sw.b > 0) {
        out->kind = WGD_SWIZZLED;
        out->sw.b = sw.b;
        out->sw.m = (int8_t)m;
        out->sw.s = (int8_t)shift;
    }
    return WGD_OK;
}

static wgd_status inverse_composed(wgd_status (*inverse)(const wgd_layout *, wgd_layout *,
                                                         wgd_diag *),
                                   const wgd_composed *c, wgd_composed *out, wgd_diag *diag)
{
    wgd_layout r;
    if (c->kind == WGD_SMEM_PTR || c->offset != 0) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout",
                        "only a swizzle with offset 0 can move to the other side", NULL,
                        "Sw<B,M,S> o 0 o layout", "");
    }
    const wgd_status s = inverse(&c->layout, &r, diag);
    if (s == WGD_OK && c->kind == WGD_SWIZZLED) {
        return wgd_compose_swizzle(&r, c->sw, out, diag);
    }
    if (s == WGD_OK) {
        lay_plain(out);
        lay_copy(&out->layout, &r);
    }
    return s;
}

wgd_status wgd_right_inverse_composed(const wgd_composed *c, wgd_composed *out, wgd_diag *diag)
{
    return inverse_composed(wgd_right_inverse, c, out, diag);
}

wgd_status wgd_left_inverse_composed(const wgd_composed *c, wgd_composed *out, wgd_diag *diag)
{
    return inverse_composed(wgd_left_inverse, c, out, diag);
}
