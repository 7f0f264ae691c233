/* SPDX-License-Identifier: MIT
 *
 * Layouts with a swizzle or a pointer in front: their values, and the operations that look at both.
 */
#include "lay.h"

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

static bool is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* Does a send the bits of an index to single bits of the offset, so that it commutes with XOR? */
static bool moves_bits(const wgd_layout *a)
{
    const int n = a->shape.n_leaves;
    for (int i = 0; i < n; i++) {
        if ((i + 1 < n && !is_power_of_two(a->shape.leaf[i])) ||
            (a->stride[i] != 0 && !is_power_of_two(a->stride[i]))) {
            return false;
        }
    }
    return n > 0;
}

/* Where a sends bit i of the index: a bit, or -1 for nowhere. */
static int image_of_bit(const wgd_layout *a, int i)
{
    const uint64_t v = (uint64_t)wgd_layout_at(a, INT64_C(1) << i);
    return v == 0 ? -1 : __builtin_ctzll(v);
}

/* Do b bits from `from` on go to b bits from *to on, in order, and no other bit below `bits` to one
 * of them? */
static bool moves_run(const wgd_layout *a, int from, int b, int bits, int *to)
{
    *to = image_of_bit(a, from);
    bool holds = *to >= 0;
    for (int i = 0; i < bits && holds; i++) {
        const int at = image_of_bit(a, i);
        const bool in_run = i >= from && i < from + b;
        holds = in_run ? at == *to + (i - from) : at < *to || at >= *to + b;
    }
    return holds;
}

wgd_status wgd_compose_swizzle(const wgd_layout *a, wgd_swizzle sw, wgd_composed *out,
                               wgd_diag *diag)
{
    int64_t size;
    int from = 0, to = 0;
    wgd_status s = wgd_swizzle_check(sw, diag);
    if (s == WGD_OK) {
        s = lay_check(a, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    wgd_swizzle r = {0, 0, 0};
    if (sw.b > 0) {
        const int high = sw.s > 0 ? sw.s : 0, low = sw.s < 0 ? -sw.s : 0;
        int bits = sw.m + high + low + sw.b;
        (void)wgd_layout_size(a, &size);
        while (bits < 63 && size > INT64_C(1) << bits) {
            bits++;
        }
        if (!moves_bits(a) || !moves_run(a, sw.m + high, sw.b, bits, &from) ||
            !moves_run(a, sw.m + low, sw.b, bits, &to)) {
            return lay_fail_layout(diag, WGD_ERR_DOMAIN, "layout",
                                   "the layout does not carry the swizzle's bits as one run", a,
                                   "a layout that moves the swizzled bits together", "");
        }
        r.b = sw.b;
        r.m = (int8_t)(from < to ? from : to);
        r.s = (int8_t)(from - to);
        s = wgd_swizzle_check(r, diag);
    }
    if (s == WGD_OK) {
        lay_plain(out);
        out->kind = sw.b > 0 ? WGD_SWIZZLED : WGD_PLAIN;
        out->sw = r;
        lay_copy(&out->layout, a);
    }
    return s;
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

static wgd_status recast_offset(int64_t offset, int64_t old_bits, int64_t new_bits, int64_t *out,
                                wgd_diag *diag)
{
    int64_t up, down;
    (void)lay_recast_ratio(old_bits, new_bits, &up, &down, diag); /* the swizzle went by it, too */
    if (offset % up != 0) {
        return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "offset",
                            "the offset is not a whole number of the wider elements", offset, NULL,
                            NULL);
    }
    if (!lay_mul(offset / up, down, out)) {
        return wgd_fail_num(diag, WGD_ERR_OVERFLOW, "offset", NULL, offset, NULL, NULL);
    }
    return WGD_OK;
}

wgd_status wgd_recast_composed(const wgd_composed *c, int64_t old_bits, int64_t new_bits,
                               wgd_composed *out, wgd_diag *diag)
{
    wgd_composed r;
    wgd_status s = WGD_OK;
    r.kind = c->kind;
    r.sw = c->sw;
    r.offset = c->offset;
    r.elem_bits = c->elem_bits;
    if (c->kind == WGD_SMEM_PTR) {
        if (old_bits != c->elem_bits) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, "old_bits",
                                "the layout's pointer has another element width", old_bits,
                                "the N of smem_ptr[Nb]", "");
        }
        if (new_bits > INT32_MAX) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, "new_bits", NULL, new_bits, "below 2^31", "");
        }
        r.elem_bits = (int32_t)new_bits;
    } else if (c->kind == WGD_SWIZZLED) {
        s = lay_recast_swizzle(c->sw, old_bits, new_bits, &r.sw, diag);
        if (s == WGD_OK) {
            s = recast_offset(c->offset, old_bits, new_bits, &r.offset, diag);
        }
    }
    if (s == WGD_OK) {
        s = wgd_recast(&c->layout, old_bits, new_bits, &r.layout, diag);
    }
    if (s == WGD_OK) {
        lay_simplify(&r);
        lay_copy_composed(out, &r);
    }
    return s;
}
