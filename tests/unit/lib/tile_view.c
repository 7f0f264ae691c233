/* SPDX-License-Identifier: MIT */
#include "tile_view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static int64_t fill(const wgd_layout *l, int mode, int64_t *off)
{
    wgd_layout m;
    assert_int_equal(wgd_layout_mode(l, mode, &m), WGD_OK);
    int64_t n = 1;
    for (int i = 0; i < m.shape.n_leaves; i++) {
        n *= m.shape.leaf[i];
    }
    assert_true(n <= TILE_VIEW_MAX);
    for (int64_t x = 0; x < n; x++) {
        int64_t left = x;
        off[x] = 0;
        for (int i = 0; i < m.shape.n_leaves; i++) {
            off[x] += left % m.shape.leaf[i] * m.stride[i];
            left /= m.shape.leaf[i];
        }
    }
    return n;
}

void tile_view_of(tile_view *v, const wgd_composed *layout, int64_t start, wgd_dtype dtype)
{
    v->layout = *layout;
    v->start = start;
    v->bits = wgd_dtype_bits(dtype);
    v->mn = fill(&layout->layout, 0, v->mn_off);
    v->k = fill(&layout->layout, 1, v->k_off);
}

int64_t tile_view_byte(const tile_view *v, int64_t mn, int64_t k)
{
    const int64_t at = v->start + (v->mn_off[mn] + v->k_off[k]) * v->bits / 8;
    return v->layout.kind == WGD_SMEM_PTR ? wgd_swizzle_apply(v->layout.sw, at) : at;
}

static void check_block(const tile_view *v, const wgd_slice *at, uint64_t word, wgd_read rd, int i,
                        int j)
{
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    const int bk = wgd_read_k(rd);
    for (int r = 0; r < rd.mn; r++) {
        for (int k = 0; k < bk; k++) {
            const int64_t want =
                tile_view_byte(v, at->mn[0] + i * rd.mn + r, at->k[0] + j * bk + k);
            if (wgd_fetch_byte(d, rd, (uint32_t)r, (uint32_t)k) != want) {
                fail_msg("word %llx, element (%d,%d) of block (%d,%d)", (unsigned long long)word, r,
                         k, i, j);
            }
        }
    }
}

void tile_view_check_words(const tile_view *v, const wgd_solve_query *q, const wgd_solve *s)
{
    for (int n = 0; n < s->n; n++) {
        const wgd_solution *sol = &s->solution[n];
        for (int b = 0; b < s->blocks_mn * s->blocks_k; b++) {
            const int i = b / s->blocks_k, j = b % s->blocks_k;
            check_block(v, &q->slice, wgd_solve_block(s, sol, i, j), sol->read, i, j);
        }
    }
}
