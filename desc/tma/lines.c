/* SPDX-License-Identifier: MIT
 *
 * A layout as lines of copied elements: how long they run, and the box they make.
 */
#include "base/gcd.h"
#include "lines.h"

#include "wgd_fetch.h"

wgd_lines wgd_lines_of(const wgd_place *p, wgd_dtype dtype, wgd_major major, wgd_swizzle_mode mode)
{
    const int64_t along = major == WGD_MAJOR_K ? p->k : p->mn;
    const int64_t packed = wgd_tma_packed_of(p->bits);
    const wgd_lines x = {p,
                         major,
                         mode,
                         packed,
                         wgd_tma_type_bytes(wgd_tma_type_of(dtype)),
                         along % packed == 0 ? along / packed : 0,
                         major == WGD_MAJOR_K ? p->mn : p->k};
    return x;
}

wgd_lines wgd_lines_own(const wgd_place *p, wgd_dtype dtype, wgd_arch arch)
{
    wgd_swizzle_mode mode;
    (void)wgd_place_mode(p, arch, &mode);
    const wgd_major major = p->mn == 1  ? WGD_MAJOR_K
                            : p->k == 1 ? WGD_MAJOR_MN
                                        : wgd_place_major(p);
    return wgd_lines_of(p, dtype, major, mode);
}

int64_t wgd_lines_bit(const wgd_place *p, int64_t mn, int64_t k)
{
    return p->after +
           wgd_swizzle_apply(p->sw, p->before + wgd_layout_at2(&p->layout.layout, mn, k) * p->bits);
}

static int64_t bit_of(const wgd_lines *x, int64_t c, int64_t l)
{
    return x->major == WGD_MAJOR_K ? wgd_lines_bit(x->p, l, c) : wgd_lines_bit(x->p, c, l);
}

int64_t wgd_lines_byte(const wgd_lines *x, int64_t c, int64_t l)
{
    const int64_t first = bit_of(x, c * x->packed, l);
    for (int64_t i = 1; i < x->packed; i++) {
        if (bit_of(x, c * x->packed + i, l) != first + i * x->p->bits) {
            return -1;
        }
    }
    /* The XOR leaves the bits alone that it is made from, so it undoes itself. */
    return first % 8 == 0 ? (int64_t)wgd_fetch_swizzle((uint32_t)(first / 8), x->mode, 0) : -1;
}

int64_t wgd_lines_run(const wgd_lines *x)
{
    const int64_t chunk = WGD_TMA_ALIGNMENT / x->bytes;
    int64_t run = x->c;
    /* It only ever gets shorter. */
    for (int64_t l = 0; l < x->l && run % chunk == 0; l++) {
        int64_t next = wgd_lines_byte(x, 0, l);
        for (int64_t c = 0; c < x->c; c++) {
            const int64_t at = wgd_lines_byte(x, c, l);
            if (at < 0) {
                return 0;
            }
            run = at == next ? run : gcd(run, c);
            next = at + x->bytes;
        }
    }
    return run;
}

/* Lines that follow one another, in all panels of `inner` elements, from every multiple of this number
 * on. */
static int64_t lines_run(const wgd_lines *x, int64_t inner)
{
    int64_t run = x->l;
    for (int64_t c = 0; c < x->c; c += inner) {
        int64_t last = wgd_lines_byte(x, c, 0);
        for (int64_t l = 1; l < x->l; l++) {
            const int64_t next = wgd_lines_byte(x, c, l);
            run = next == last + inner * x->bytes ? run : gcd(run, l);
            last = next;
        }
    }
    return run;
}

/* The line of one box, in copied elements, for such a run; 0 where there is none. */
static int64_t inner_of(const wgd_lines *x, int64_t run)
{
    const int64_t chunk = WGD_TMA_ALIGNMENT / x->bytes;
    if (run == 0 || run % chunk != 0) {
        return 0;
    }
    if (x->mode != WGD_SWZ_NONE) {
        const int64_t row = wgd_swizzle_row_bytes(x->mode) / x->bytes;
        return run % row == 0 ? row : 0;
    }
    return wgd_tma_divisor(run, chunk, WGD_TMA_BOX_MAX);
}

bool wgd_lines_astray(const wgd_lines *x, int64_t inner, int64_t rows, int64_t *c, int64_t *l)
{
    for (*l = 0; *l < x->l; *l += rows) {
        for (*c = 0; *c < x->c; *c += inner) {
            if (wgd_lines_byte(x, *c, *l) % WGD_TMA_SMEM_ALIGNMENT != 0) {
                return true;
            }
        }
    }
    return false;
}

bool wgd_lines_box(const wgd_lines *x, int64_t most, int64_t *inner, int64_t *rows)
{
    int64_t c, l;
    *inner = inner_of(x, wgd_lines_run(x));
    if (*inner == 0) {
        return false;
    }
    const int64_t all = lines_run(x, *inner);
    int64_t n = all < most ? all : most;
    /* A run is cut only where the next box may begin. */
    while (n > 1 &&
           (all % n != 0 || (n < all && n * *inner * x->bytes % WGD_TMA_SMEM_ALIGNMENT != 0))) {
        n--;
    }
    *rows = n;
    return !wgd_lines_astray(x, *inner, n, &c, &l);
}
