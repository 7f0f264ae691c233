/* SPDX-License-Identifier: MIT
 *
 * Swizzles: what is one, and what it is in elements of another width.
 */
#include "lay.h"

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

wgd_status lay_recast_swizzle(wgd_swizzle sw, int64_t old_bits, int64_t new_bits, wgd_swizzle *out,
                              wgd_diag *diag)
{
    int64_t up, down;
    const wgd_status s = lay_recast_ratio(old_bits, new_bits, &up, &down, diag);
    if (s != WGD_OK) {
        return s;
    }
    const int by_up = lay_log2_exact(up), by_down = lay_log2_exact(down);
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
