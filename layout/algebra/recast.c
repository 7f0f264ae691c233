/* SPDX-License-Identifier: MIT
 *
 * The same bytes counted in elements of another width. */
#include "base/gcd.h"
#include "lay.h"

static wgd_status check_factor(int64_t n, const char *field, wgd_diag *diag)
{
    return n >= 1 ? WGD_OK : wgd_fail_num(diag, WGD_ERR_VALUE, field, NULL, n, "at least 1", "");
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
    const int64_t less = n / d;
    *shape = ceil_div(*shape, less);
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
    const int bits = lay_log2_exact(n);
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

wgd_status lay_recast_ratio(int64_t old_bits, int64_t new_bits, int64_t *up, int64_t *down,
                            wgd_diag *diag)
{
    wgd_status s = check_factor(old_bits, "old_bits", diag);
    if (s == WGD_OK) {
        s = check_factor(new_bits, "new_bits", diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    const int old_log = lay_log2_exact(old_bits), new_log = lay_log2_exact(new_bits);
    if (old_log >= 0 && new_log >= 0) { /* the usual case needs no division */
        *up = new_log > old_log ? INT64_C(1) << (new_log - old_log) : 1;
        *down = old_log > new_log ? INT64_C(1) << (old_log - new_log) : 1;
        return WGD_OK;
    }
    const int64_t shared = gcd(old_bits, new_bits);
    *up = new_bits / shared;
    *down = old_bits / shared;
    return WGD_OK;
}

wgd_status wgd_recast(const wgd_layout *l, int64_t old_bits, int64_t new_bits, wgd_layout *out,
                      wgd_diag *diag)
{
    int64_t up, down;
    wgd_layout r;
    wgd_status s = lay_recast_ratio(old_bits, new_bits, &up, &down, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (up == 1 && down == 1) {
        return lay_finish(l, out, diag);
    }
    if (down == 1) {
        return wgd_upcast(l, up, out, diag);
    }
    if (up > 1) {
        s = wgd_upcast(l, up, &r, diag);
        l = &r;
    }
    return s == WGD_OK ? wgd_downcast(l, down, out, diag) : s;
}
