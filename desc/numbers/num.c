/* SPDX-License-Identifier: MIT
 *
 * Sums, products, bit functions, widths, comparisons, joins.
 */
#include "num.h"

static int64_t signed_min(int w)
{
    return scan_signed(UINT64_C(1) << (w - 1), w);
}

static int64_t signed_max(int w)
{
    return (int64_t)(scan_bits(w) >> 1);
}

scan_num scan_num_top(int w)
{
    const scan_num a = {0, scan_bits(w), 0, scan_bits(w), signed_min(w), signed_max(w)};
    return a;
}

scan_num scan_num_const(uint64_t v, int w)
{
    v &= scan_bits(w);
    const int64_t s = scan_signed(v, w);
    const scan_num a = {v, 0, v, v, s, s};
    return a;
}

scan_num scan_num_bits(uint64_t value, uint64_t unknown, int w)
{
    scan_num a = scan_num_top(w);
    a.mask = unknown & scan_bits(w);
    a.value = value & scan_bits(w) & ~unknown;
    return a;
}

scan_num scan_num_known(uint64_t value, uint64_t unknown, int w)
{
    scan_num a = scan_num_bits(value, unknown, w);
    scan_num_tighten(&a, w);
    return a;
}

scan_num scan_num_range(uint64_t umin, uint64_t umax, int w)
{
    scan_num a = scan_num_top(w);
    a.umin = umin;
    a.umax = umax;
    scan_num_tighten(&a, w);
    return a;
}

bool scan_num_contains(scan_num a, uint64_t v, int w)
{
    const int64_t s = scan_signed(v, w);
    return (v & scan_bits(w)) == v && ((v ^ a.value) & ~a.mask) == 0 && a.umin <= v &&
           v <= a.umax && a.smin <= s && s <= a.smax;
}

/* All ones up to the highest one of v. */
static uint64_t fill_down(uint64_t v)
{
    return v == 0 ? 0 : UINT64_MAX >> __builtin_clzll(v);
}

/* What a range that does not cross the middle of the other reading tells it. */
static void share_signs(scan_num *a, int w)
{
    const int64_t lo = scan_signed(a->umin, w);
    const int64_t hi = scan_signed(a->umax, w);
    if (lo <= hi) {
        a->smin = scan_greater_signed(a->smin, lo);
        a->smax = scan_lesser_signed(a->smax, hi);
    }
    if ((a->smin < 0) == (a->smax < 0)) {
        const uint64_t ulo = (uint64_t)a->smin & scan_bits(w);
        const uint64_t uhi = (uint64_t)a->smax & scan_bits(w);
        a->umin = scan_greater(a->umin, ulo);
        a->umax = scan_lesser(a->umax, uhi);
    }
}

bool scan_num_tighten(scan_num *a, int w)
{
    a->umin = scan_greater(a->umin, a->value);
    a->umax = scan_lesser(a->umax, a->value | a->mask);
    const uint64_t sign = UINT64_C(1) << (w - 1);
    a->smin = scan_greater_signed(a->smin, scan_signed(a->value | (a->mask & sign), w));
    a->smax = scan_lesser_signed(a->smax, scan_signed(a->value | (a->mask & ~sign), w));
    share_signs(a, w); /* an empty range stays one */
    if (a->umin > a->umax || a->smin > a->smax) {
        return false;
    }
    /* The bits above the highest one in which the ends differ are the same throughout. */
    const uint64_t open = fill_down(a->umin ^ a->umax);
    if (((a->value ^ a->umin) & ~(a->mask | open)) != 0) {
        return false;
    }
    a->value |= a->umin & ~open;
    a->mask &= open;
    return true;
}

/* All ones up to the end of the byte that has the highest one of v. */
static uint64_t fill_bytes(uint64_t v)
{
    return v == 0 ? 0 : UINT64_MAX >> (__builtin_clzll(v) & ~7);
}

scan_num scan_num_widen(scan_num before, scan_num now, int w)
{
    const int64_t most = signed_max(w), least = signed_min(w);
    scan_num r = scan_num_join(before, now);
    if (r.umin < before.umin) {
        r.umin = 0;
    }
    if (r.umax > before.umax) {
        r.umax = fill_bytes(r.umax) & scan_bits(w);
    }
    if (r.smin < before.smin) {
        const uint64_t far = fill_bytes(~(uint64_t)r.smin);
        r.smin = r.smin >= 0 ? 0 : far > (uint64_t)most ? least : (int64_t)~far;
    }
    if (r.smax > before.smax) {
        const uint64_t far = fill_bytes((uint64_t)r.smax);
        r.smax = r.smax < 0 ? -1 : far > (uint64_t)most ? most : (int64_t)far;
    }
    return r;
}

/* Does v fit w bits, read as signed? */
static bool fits(int64_t v, int w)
{
    return v >= signed_min(w) && v <= signed_max(w);
}

scan_num scan_num_add(scan_num a, scan_num b, int w)
{
    const uint64_t sum = a.value + b.value;
    const uint64_t carried = (a.mask + b.mask + sum) ^ sum;
    scan_num r = scan_num_bits(sum, carried | a.mask | b.mask, w);
    if (a.umax <= scan_bits(w) - b.umax) {
        r.umin = a.umin + b.umin;
        r.umax = a.umax + b.umax;
    }
    int64_t lo, hi;
    if (!__builtin_add_overflow(a.smin, b.smin, &lo) &&
        !__builtin_add_overflow(a.smax, b.smax, &hi) && fits(lo, w) && fits(hi, w)) {
        r.smin = lo;
        r.smax = hi;
    }
    scan_num_tighten(&r, w);
    return r;
}

scan_num scan_num_sub(scan_num a, scan_num b, int w)
{
    const uint64_t diff = a.value - b.value;
    const uint64_t borrowed = (diff + a.mask) ^ (diff - b.mask);
    scan_num r = scan_num_bits(diff, borrowed | a.mask | b.mask, w);
    if (a.umin >= b.umax) {
        r.umin = a.umin - b.umax;
        r.umax = a.umax - b.umin;
    }
    int64_t lo, hi;
    if (!__builtin_sub_overflow(a.smin, b.smax, &lo) &&
        !__builtin_sub_overflow(a.smax, b.smin, &hi) && fits(lo, w) && fits(hi, w)) {
        r.smin = lo;
        r.smax = hi;
    }
    scan_num_tighten(&r, w);
    return r;
}

/* The bits of a product that may differ from the product of the known ones: b shifted by every bit of a that is or
 * may be set, and what the sum carries. */
static uint64_t mul_unknown(scan_num a, scan_num b)
{
    const uint64_t known = a.value * b.value;
    uint64_t sum = 0;
    for (uint64_t av = a.value, am = a.mask; av | am; av >>= 1, am >>= 1) {
        if ((av | am) & 1) {
            const uint64_t part = am & 1 ? b.value | b.mask : b.mask;
            sum |= part | (sum + part);
        }
        b.value <<= 1;
        b.mask <<= 1;
    }
    return ((known + sum) ^ known) | sum;
}

scan_num scan_num_mul(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_bits(a.value * b.value, mul_unknown(a, b), w);
    uint64_t umax;
    if (!__builtin_mul_overflow(a.umax, b.umax, &umax) && umax <= scan_bits(w)) {
        r.umin = a.umin * b.umin;
        r.umax = umax;
    }
    int64_t p, q, s, t;
    if (!__builtin_mul_overflow(a.smin, b.smin, &p) &&
        !__builtin_mul_overflow(a.smin, b.smax, &q) &&
        !__builtin_mul_overflow(a.smax, b.smin, &s) &&
        !__builtin_mul_overflow(a.smax, b.smax, &t)) {
        const int64_t lo = scan_lesser_signed(scan_lesser_signed(p, q), scan_lesser_signed(s, t));
        const int64_t hi =
            scan_greater_signed(scan_greater_signed(p, q), scan_greater_signed(s, t));
        if (fits(lo, w) && fits(hi, w)) {
            r.smin = lo;
            r.smax = hi;
        }
    }
    scan_num_tighten(&r, w);
    return r;
}

scan_num scan_num_lop3(scan_num a, scan_num b, scan_num c, unsigned lut, int w)
{
    uint64_t may[2] = {0, 0};
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t x = i & 4 ? a.value | a.mask : ~a.value;
        const uint64_t y = i & 2 ? b.value | b.mask : ~b.value;
        const uint64_t z = i & 1 ? c.value | c.mask : ~c.value;
        may[lut >> i & 1] |= x & y & z;
    }
    return scan_num_known(may[1], may[1] & may[0], w);
}

scan_num scan_num_and(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_lop3(a, b, b, 0xc0, w);
    r.umax = scan_lesser(r.umax, scan_lesser(a.umax, b.umax));
    scan_num_tighten(&r, w);
    return r;
}

scan_num scan_num_or(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_lop3(a, b, b, 0xfc, w);
    r.umin = scan_greater(r.umin, scan_greater(a.umin, b.umin));
    scan_num_tighten(&r, w);
    return r;
}

scan_num scan_num_xor(scan_num a, scan_num b, int w)
{
    return scan_num_lop3(a, b, b, 0x3c, w);
}

scan_num scan_num_not(scan_num a, int w)
{
    return scan_num_sub(scan_num_const(scan_bits(w), w), a, w);
}

scan_num scan_num_trunc(scan_num a, int to)
{
    const uint64_t most = scan_bits(to);
    scan_num r = scan_num_bits(a.value, a.mask, to);
    /* The range stays where nothing above is cut away, or the same throughout. */
    if (((a.umin ^ a.umax) & ~most) == 0) {
        r.umin = a.umin & most;
        r.umax = a.umax & most;
    }
    if (fits(a.smin, to) && fits(a.smax, to)) {
        r.smin = a.smin;
        r.smax = a.smax;
    }
    scan_num_tighten(&r, to);
    return r;
}

scan_num scan_num_zext(scan_num a, int from, int to)
{
    (void)from;
    scan_num r = scan_num_bits(a.value, a.mask, to);
    r.umin = a.umin;
    r.umax = a.umax;
    scan_num_tighten(&r, to);
    return r;
}

scan_num scan_num_sext(scan_num a, int from, int to)
{
    scan_num r = scan_num_bits((uint64_t)scan_signed(a.value, from),
                               (uint64_t)scan_signed(a.mask, from), to);
    r.smin = a.smin;
    r.smax = a.smax;
    scan_num_tighten(&r, to);
    return r;
}

scan_cmp scan_cmp_not(scan_cmp c)
{
    static const scan_cmp other[] = {SCAN_NE, SCAN_EQ, SCAN_GE, SCAN_GT, SCAN_LE, SCAN_LT};
    return other[c];
}

static unsigned answers(bool may_hold, bool may_fail)
{
    return (unsigned)may_hold << 1 | (unsigned)may_fail;
}

/* Can a < b, and can a >= b? */
static unsigned compare_less(scan_num a, scan_num b, bool is_signed)
{
    return is_signed ? answers(a.smin < b.smax, a.smax >= b.smin)
                     : answers(a.umin < b.umax, a.umax >= b.umin);
}

static unsigned compare_equal(scan_num a, scan_num b)
{
    const bool apart = ((a.value ^ b.value) & ~(a.mask | b.mask)) != 0 || a.umin > b.umax ||
                       b.umin > a.umax || a.smin > b.smax || b.smin > a.smax;
    const bool same = a.mask == 0 && b.mask == 0 && a.value == b.value;
    return answers(!apart, !same);
}

unsigned scan_num_compare(scan_num a, scan_num b, scan_cmp c, bool is_signed, int w)
{
    (void)w;
    const bool swap = c == SCAN_GT || c == SCAN_LE;
    const bool negate = c == SCAN_GE || c == SCAN_LE || c == SCAN_NE;
    const unsigned r = c == SCAN_EQ || c == SCAN_NE ? compare_equal(a, b)
                       : swap                       ? compare_less(b, a, is_signed)
                                                    : compare_less(a, b, is_signed);
    return negate ? (r & 1) << 1 | r >> 1 : r;
}

/* a, knowing a <= b or, strictly, a < b, which some of them are: b has an end to spare. */
static void at_most(scan_num *a, scan_num b, bool strict, bool is_signed)
{
    if (is_signed) {
        a->smax = scan_lesser_signed(a->smax, b.smax - (strict ? 1 : 0));
    } else {
        a->umax = scan_lesser(a->umax, b.umax - (strict ? 1 : 0));
    }
}

static void at_least(scan_num *a, scan_num b, bool strict, bool is_signed)
{
    if (is_signed) {
        a->smin = scan_greater_signed(a->smin, b.smin + (strict ? 1 : 0));
    } else {
        a->umin = scan_greater(a->umin, b.umin + (strict ? 1 : 0));
    }
}

/* a, knowing a != b, which some of it are: an end of the range that is b goes, and is not the other end. The ends of
 * b's own ranges may lie further apart than its bits. */
static void trim_ends(scan_num *a, scan_num b, int w)
{
    if (b.mask != 0) {
        return;
    }
    const int64_t s = scan_signed(b.value, w);
    a->umin += a->umin == b.value ? 1 : 0;
    a->umax -= a->umax == b.value ? 1 : 0;
    a->smin += a->smin == s ? 1 : 0;
    a->smax -= a->smax == s ? 1 : 0;
}

scan_num scan_num_assume(scan_num a, scan_num b, scan_cmp c, bool is_signed, int w)
{
    scan_num r = a;
    if ((scan_num_compare(a, b, c, is_signed, w) & 2) == 0) {
        return a;
    }
    switch (c) {
    case SCAN_EQ:
        at_most(&r, b, false, false);
        at_least(&r, b, false, false);
        break;
    case SCAN_NE:
        trim_ends(&r, b, w);
        break;
    case SCAN_LT:
    case SCAN_LE:
        at_most(&r, b, c == SCAN_LT, is_signed);
        break;
    default:
        at_least(&r, b, c == SCAN_GT, is_signed);
        break;
    }
    return scan_num_tighten(&r, w) ? r : a;
}
