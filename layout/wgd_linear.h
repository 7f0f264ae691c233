/* SPDX-License-Identifier: MIT
 *
 * Linear maps over GF(2): the layouts whose sizes are powers of two and whose offsets combine by
 * XOR. Such a map is known by its bases, the images of 1, 2, 4, ...; the image of any other index
 * is the XOR of those of its bits. Every swizzle is one, and every layout whose modes do not carry
 * into one another; Triton writes all its layouts this way ("Linear Layouts", arXiv 2505.23819).
 *
 *     wgd_linear m;
 *     wgd_linear_of_layout(&composed, &m, &diag)      index -> offset, or the mode at fault
 *     wgd_linear_inverse(&m, &m, &diag)               offset -> index
 *     wgd_linear_to_layout(&m, NULL, &composed, &diag)    as CuTe writes it, swizzle and all
 */
#ifndef WGD_LINEAR_H
#define WGD_LINEAR_H

#include "wgd_layout.h"

WGD_API_BEGIN

/* As many bits as a positive int64_t's offsets and sizes have. */
enum { WGD_LINEAR_BITS = 62 };

/* basis[k] is the image of 1 << k, 0 <= k < bits; only those have meaning. Images are below
 * 2^WGD_LINEAR_BITS. */
typedef struct wgd_linear {
    int bits;
    uint64_t basis[WGD_LINEAR_BITS];
} wgd_linear;

/* Bits of an index below n, a power of two: log2(n), rounded down for other n, 0 below 2. */
WGD_HD static inline int wgd_log2(int64_t n)
{
    int bits = 0;
    while (n > 1) {
        n /= 2;
        bits++;
    }
    return bits;
}

/* The image of i; bits of i from m->bits on count for nothing. */
uint64_t wgd_linear_at(const wgd_linear *m, uint64_t i);
/* i -> i below 2^bits; 0 <= bits <= WGD_LINEAR_BITS. */
void wgd_linear_identity(int bits, wgd_linear *out);
/* The same function of the same indices. */
bool wgd_linear_equal(const wgd_linear *a, const wgd_linear *b);
/* Bits that the greatest image needs: every image is below 2^that. */
int wgd_linear_out_bits(const wgd_linear *m);
/* The dimension of the image: the map takes 2^rank values. */
int wgd_linear_rank(const wgd_linear *m);

/* a after b: a(b(i)). ERR_DOMAIN where b has images that are no index of a. */
wgd_status wgd_linear_compose(const wgd_linear *a, const wgd_linear *b, wgd_linear *out,
                              wgd_diag *diag);
/* The inverse, of wgd_linear_out_bits(m) bits: R(m(i)) = i where no two indices share an image;
 * else m(R(x)) = x where every x below 2^out_bits is an image. ERR_DOMAIN where neither holds.
 * Where m is injective only, values that m does not take have an R too, but no meaning. */
wgd_status wgd_linear_inverse(const wgd_linear *m, wgd_linear *out, wgd_diag *diag);

/* The map of a layout's linear index (colexicographic) to its offset in elements. Refused, with the
 * mode at fault, where a size is no power of two (ERR_DOMAIN), a stride is negative, two modes
 * carry into each other, or an offset before the swizzle moves index 0 away from 0. */
wgd_status wgd_linear_of_layout(const wgd_composed *c, wgd_linear *out, wgd_diag *diag);
/* The layout of a map, as CuTe writes it: plain where the bases have no bit in common, else behind
 * the swizzle of the fewest bits that leaves them so. shape, which may be NULL, is the shape that
 * the layout is to have; its size must be 2^bits. ERR_DOMAIN where no single swizzle does it. */
wgd_status wgd_linear_to_layout(const wgd_linear *m, const wgd_tuple *shape, wgd_composed *out,
                                wgd_diag *diag);

/* ---- text ----------------------------------------------------------------------------------- */

/* "[1,2,4,72]" */
void wgd_put_linear(wgd_text *t, const wgd_linear *m);
/* Reads "[1,2,4,72]", spaces and ';' allowed. */
wgd_status wgd_parse_linear(const char *text, size_t len, wgd_linear *out, wgd_diag *diag);
/* The map as an expression of C on the unsigned variable `var`, shifts and masks joined by XOR:
 * "i ^ ((i >> 3) & 0x38)". For i below 2^bits: masks that would only cut off more are left out. */
void wgd_put_linear_c(wgd_text *t, const wgd_linear *m, const char *var);
/* How many shifted terms that expression has: what the map costs to compute. */
int wgd_linear_terms(const wgd_linear *m);

WGD_API_END

#endif
