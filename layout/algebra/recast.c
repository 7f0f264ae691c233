/* SPDX-License-Identifier: MIT
 *
 * The same bytes counted in elements of another width. */
#include "lay.h"

static wgd_status check_factor(int64_t n, const char *field, wgd_diag *diag)
{
    return n >= 1 ? WGD_OK : wgd_fail_num(diag, WGD_ERR_VALUE, field, NULL, n, "at least 1", "");
}

/* log2 of a power of two, else -1. */
static int log2_exact(int64_t n)
{
    return (n & (n - 1)) == 0 ? __builtin_ctzll((unsigned long long)n) : -1;
}

/* n old elements become one: strides shrink, and a mode of stride d < n loses n/d elements. */
static bool upcast_mode(int64_t n, int64_t *shape, int64_t *stride)
{
    const int64_t d = *stride < 0 ? -*stride : *stride;
    if (d == 0) {
        return true;
    }
    if (d % n == 0) {
        *stride /= n;
        return true;
    }
    if (n % d != 0) {
        return false;
    }
    *shape = lay_ceil_div(*shape, n / d);
    *stride = *stride < 0 ? -1 : 1;
    return true;
}

/* The same for n = 2^bits and a stride >= 0 without dividing: element widths are powers of two, and
 * a recast is on the way to every descriptor. */
static bool upcast_mode_pow2(int bits, int64_t *shape, int64_t *stride)
{
    const int64_t d = *stride, n = INT64_C(1) << bits;
    if ((d & (n - 1)) == 0) {
        *stride = d >> bits;
        return true;
    }
    if (d >= n || (d & (d - 1)) != 0) {
        return false;
    }
    const int less = bits - __builtin_ctzll((unsigned long long)d);
    *shape = (*shape >> less) + ((*shape & ((INT64_C(1) << less) - 1)) != 0);
    *stride = 1;
    return true;
}

wgd_status wgd_upcast(const wgd_layout *l, int64_t n, wgd_layout *out, wgd_diag *diag)
{
    wgd_layout copy;
    wgd_layout *r = out == l ? &copy : out;
    const wgd_status s = check_factor(n, "n", diag);
    if (s != WGD_OK) {
        return s;
    }
    const int bits = log2_exact(n);
    lay_copy(r, l);
    for (int i = 0; i < r->shape.n_leaves; i++) {
        int64_t *shape = &r->shape.leaf[i], *stride = &r->stride[i];
        if (*shape < 1 || *stride == INT64_MIN) {
            return lay_check(l, diag);
        }
        if (!(bits >= 0 && *stride >= 0 ? upcast_mode_pow2(bits, shape, stride)
                                        : upcast_mode(n, shape, stride))) {
            return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "layout",
                                "a stride cannot be counted in the wider elements", *stride,
                                "each stride a multiple or a divisor of the factor", NULL);
        }
    }
    /* Shapes and strides only shrink: no limit that l keeps is exceeded. */
    lay_copy(out, r);
    return WGD_OK;
}

wgd_status wgd_downcast(const wgd_layout *l, int64_t n, wgd_layout *out, wgd_diag *diag)
{
    wgd_layout r;
    bool fits = true, adjacent = false;
    const wgd_status s = check_factor(n, "n", diag);
    if (s != WGD_OK) {
        return s;
    }
    lay_copy(&r, l);
    for (int i = 0; i < r.shape.n_leaves; i++) {
        adjacent = adjacent || r.stride[i] == 1;
        if (r.stride[i] == 1 || r.stride[i] == -1) {
            fits = lay_mul(r.shape.leaf[i], n, &r.shape.leaf[i]) && fits;
        } else {
            fits = lay_mul(r.stride[i], n, &r.stride[i]) && fits;
        }
    }
    if (!adjacent) {
        return lay_fail_layout(diag, WGD_ERR_DOMAIN, "layout",
                               "a downcast needs adjacent elements to split", l,
                               "a mode with stride 1", "");
    }
    if (!fits) {
        return lay_fail_layout(diag, WGD_ERR_OVERFLOW, "layout", NULL, l, NULL, NULL);
    }
    return lay_finish(&r, out, diag);
}

/* new_bits : old_bits in lowest terms. */
static wgd_status ratio(int64_t old_bits, int64_t new_bits, int64_t *up, int64_t *down,
                        wgd_diag *diag)
{
    wgd_status s = check_factor(old_bits, "old_bits", diag);
    if (s == WGD_OK) {
        s = check_factor(new_bits, "new_bits", diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    const int old_log = log2_exact(old_bits), new_log = log2_exact(new_bits);
    if (old_log >= 0 && new_log >= 0) { /* the usual case needs no division */
        *up = new_log > old_log ? INT64_C(1) << (new_log - old_log) : 1;
        *down = old_log > new_log ? INT64_C(1) << (old_log - new_log) : 1;
        return WGD_OK;
    }
    int64_t a = old_bits, b = new_bits;
    while (b != 0) {
        const int64_t r = a % b;
        a = b;
        b = r;
    }
    *up = new_bits / a;
    *down = old_bits / a;
    return WGD_OK;
}

wgd_status wgd_recast(const wgd_layout *l, int64_t old_bits, int64_t new_bits, wgd_layout *out,
                      wgd_diag *diag)
{
    int64_t up, down;
    wgd_layout r;
    wgd_status s = ratio(old_bits, new_bits, &up, &down, diag);
    if (s == WGD_OK && up == 1 && down == 1) {
        return lay_finish(l, out, diag);
    }
    if (s == WGD_OK && down == 1) {
        return wgd_upcast(l, up, out, diag);
    }
    if (s == WGD_OK && up > 1) {
        s = wgd_upcast(l, up, &r, diag);
        l = &r;
    }
    return s == WGD_OK ? wgd_downcast(l, down, out, diag) : s;
}

wgd_status lay_recast_swizzle(wgd_swizzle sw, int64_t old_bits, int64_t new_bits, wgd_swizzle *out,
                              wgd_diag *diag)
{
    int64_t up, down;
    const wgd_status s = ratio(old_bits, new_bits, &up, &down, diag);
    if (s != WGD_OK) {
        return s;
    }
    const int by_up = log2_exact(up), by_down = log2_exact(down);
    if (by_up < 0 || by_down < 0) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "new_bits",
                            "a swizzle can only be recast by a power of two", new_bits,
                            "a power of two times the old width, or the other way round", "");
    }
    const int m = sw.m - by_up + by_down;
    /* What falls below bit 0 no longer moves anything within the wider elements. */
    const int b = m >= 0 ? sw.b : sw.b + m;
    if (m > 62) {
        return wgd_fail_num(diag, WGD_ERR_OVERFLOW, "new_bits", "the swizzle leaves 62 bits",
                            new_bits, NULL, "");
    }
    out->b = (int8_t)(b > 0 ? b : 0);
    out->m = (int8_t)(m > 0 ? m : 0);
    out->s = sw.s;
    return wgd_swizzle_check(*out, diag);
}

static wgd_status recast_offset(int64_t offset, int64_t old_bits, int64_t new_bits, int64_t *out,
                                wgd_diag *diag)
{
    int64_t up, down;
    const wgd_status s = ratio(old_bits, new_bits, &up, &down, diag);
    if (s != WGD_OK) {
        return s;
    }
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
