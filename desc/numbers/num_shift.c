/* SPDX-License-Identifier: MIT
 *
 * Shifts, bit fields, division and extrema of scan_num.
 */
#include "num.h"

static scan_num shl_const(scan_num a, unsigned by, int w)
{
    if (by >= (unsigned)w) {
        return scan_num_const(0, w);
    }
    scan_num r = scan_num_bits(a.value << by, a.mask << by, w);
    if (a.umax <= scan_bits(w) >> by) {
        r.umin = a.umin << by;
        r.umax = a.umax << by;
    }
    scan_num_tighten(&r, w);
    return r;
}

static scan_num shr_const(scan_num a, unsigned by, int w)
{
    if (by >= (unsigned)w) {
        return scan_num_const(0, w);
    }
    scan_num r = scan_num_bits(a.value >> by, a.mask >> by, w);
    r.umin = a.umin >> by;
    r.umax = a.umax >> by;
    scan_num_tighten(&r, w);
    return r;
}

/* v / 2^by, rounded down. */
static int64_t asr(int64_t v, unsigned by)
{
    return v < 0 ? (int64_t) ~(~(uint64_t)v >> by) : (int64_t)((uint64_t)v >> by);
}

static scan_num sar_const(scan_num a, unsigned by, int w)
{
    by = by >= (unsigned)w ? (unsigned)w - 1 : by;
    scan_num r = scan_num_bits((uint64_t)asr(scan_signed(a.value, w), by),
                               (uint64_t)asr(scan_signed(a.mask, w), by), w);
    r.smin = asr(a.smin, by);
    r.smax = asr(a.smax, by);
    scan_num_tighten(&r, w);
    return r;
}

typedef scan_num shift_fn(scan_num a, unsigned by, int w);

/* The join over every amount that `by` can be; all amounts from w on do the same. */
static scan_num shift_by(shift_fn *f, scan_num a, scan_num by, int w)
{
    const uint64_t last = scan_lesser(by.umax, (uint64_t)w);
    const uint64_t first = scan_lesser(by.umin, (uint64_t)w);
    scan_num r = f(a, (unsigned)first, w);
    for (uint64_t i = first + 1; i <= last; i++) {
        if (i == (uint64_t)w || ((i ^ by.value) & ~by.mask) == 0) {
            r = scan_num_join(r, f(a, (unsigned)i, w));
        }
    }
    return r;
}

scan_num scan_num_shl(scan_num a, scan_num by, int w)
{
    return shift_by(shl_const, a, by, w);
}

scan_num scan_num_shr(scan_num a, scan_num by, int w)
{
    return shift_by(shr_const, a, by, w);
}

scan_num scan_num_sar(scan_num a, scan_num by, int w)
{
    return shift_by(sar_const, a, by, w);
}

scan_num scan_num_bfe(scan_num a, unsigned pos, unsigned len, bool is_signed, int w)
{
    if (len == 0) {
        return scan_num_const(0, w);
    }
    if (pos + len >= (unsigned)w) {
        return is_signed ? sar_const(a, pos, w) : shr_const(a, pos, w);
    }
    const unsigned above = (unsigned)w - pos - len;
    const scan_num top = shl_const(a, above, w);
    return is_signed ? sar_const(top, above + pos, w) : shr_const(top, above + pos, w);
}

scan_num scan_num_bfi(scan_num f, scan_num a, unsigned pos, unsigned len, int w)
{
    if (pos >= (unsigned)w || len == 0) {
        return a;
    }
    const uint64_t field = scan_bits((int)len) << pos & scan_bits(w);
    const scan_num in = shl_const(f, pos, w);
    return scan_num_known((a.value & ~field) | (in.value & field),
                          (a.mask & ~field) | (in.mask & field), w);
}

scan_num scan_num_udiv(scan_num a, scan_num b, int w)
{
    if (b.umin == 0) {
        return scan_num_top(w); /* what a division by 0 gives is not specified */
    }
    return scan_num_range(a.umin / b.umax, a.umax / b.umin, w);
}

scan_num scan_num_urem(scan_num a, scan_num b, int w)
{
    if (b.umin == 0) {
        return scan_num_top(w);
    }
    if (a.umax < b.umin) {
        return a;
    }
    if (b.mask == 0 && (b.value & (b.value - 1)) == 0) {
        return scan_num_and(a, scan_num_const(b.value - 1, w), w);
    }
    return scan_num_range(0, scan_lesser(b.umax - 1, a.umax), w);
}

static scan_num extremum(scan_num a, scan_num b, bool take_max, bool is_signed, int w)
{
    scan_num r = scan_num_join(a, b);
    if (is_signed && take_max) {
        r.smin = scan_greater_signed(a.smin, b.smin);
    } else if (is_signed) {
        r.smax = scan_lesser_signed(a.smax, b.smax);
    } else if (take_max) {
        r.umin = scan_greater(a.umin, b.umin);
    } else {
        r.umax = scan_lesser(a.umax, b.umax);
    }
    scan_num_tighten(&r, w);
    return r;
}

scan_num scan_num_umin(scan_num a, scan_num b, int w)
{
    return extremum(a, b, false, false, w);
}

scan_num scan_num_umax(scan_num a, scan_num b, int w)
{
    return extremum(a, b, true, false, w);
}

scan_num scan_num_smin(scan_num a, scan_num b, int w)
{
    return extremum(a, b, false, true, w);
}

scan_num scan_num_smax(scan_num a, scan_num b, int w)
{
    return extremum(a, b, true, true, w);
}

scan_num scan_num_concat(scan_num lo, int low, scan_num hi, int high)
{
    const int w = low + high;
    const scan_num above = shl_const(scan_num_zext(hi, high, w), (unsigned)low, w);
    scan_num r = scan_num_bits(above.value | lo.value, above.mask | lo.mask, w);
    r.umin = hi.umin << low | lo.umin;
    r.umax = hi.umax << low | lo.umax;
    scan_num_tighten(&r, w);
    return r;
}
