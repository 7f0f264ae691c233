/* SPDX-License-Identifier: MIT
 *
 * Internal: a layout seen as lines of copied elements, with one swizzle taken off, as a box would have
 * written them.
 */
#ifndef WGD_TMA_LINES_H
#define WGD_TMA_LINES_H

#include "tma_internal.h"
#include "wgd_tma_fit.h"

typedef struct wgd_lines {
    const wgd_place *p;
    wgd_major major;
    wgd_swizzle_mode mode;
    int64_t packed; /* operand elements in a copied one */
    int64_t bytes;  /* of a copied element */
    int64_t c, l;   /* copied elements of a line, 0 where they are no whole number; lines */
} wgd_lines;

wgd_lines wgd_lines_of(const wgd_place *p, wgd_dtype dtype, wgd_major major, wgd_swizzle_mode mode);
/* In the major and the swizzle that the layout itself seems to have. */
wgd_lines wgd_lines_own(const wgd_place *p, wgd_dtype dtype, wgd_arch arch);

/* The bit address of an element in shared memory. */
int64_t wgd_lines_bit(const wgd_place *p, int64_t mn, int64_t k);
/* The byte that copied element c of line l lies at before the swizzle; -1 where it is no whole byte, or
 * the elements packed in it do not follow one another. */
int64_t wgd_lines_byte(const wgd_lines *x, int64_t c, int64_t l);

/* Copied elements that follow one another from every multiple of this number on; 0 for none. */
int64_t wgd_lines_run(const wgd_lines *x);
/* The box, of at most `most` lines; false where none writes the layout: *inner is 0, or some of these boxes do not
 * begin where one may. */
bool wgd_lines_box(const wgd_lines *x, int64_t most, int64_t *inner, int64_t *rows);

/* The first box, by its first element, that begins where no copy may write; false where there is none. */
bool wgd_lines_astray(const wgd_lines *x, int64_t inner, int64_t rows, int64_t *c, int64_t *l);

/* Fills in why f does not fit, and the first element; x is the reading that comes nearest. */
void wgd_tma_explain(wgd_tma_fit *f, const wgd_lines *x);

#endif
