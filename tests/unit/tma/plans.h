/* SPDX-License-Identifier: MIT
 *
 * Layouts of lines of copied elements, as a table of addresses and as the library takes them; and some, of any extents, of
 * all widths of elements, dense and with gaps, in both directions, with and without a swizzle, at any start.
 */
#ifndef TEST_TMA_PLANS_H
#define TEST_TMA_PLANS_H

#include <stdio.h>
#include <string.h>

#include "rng.h"
#include "wgdesc.h"

/* Lines of copied elements in panels, in elements of the operand: two modes of either direction. */
typedef struct plan {
    wgd_dtype dtype;
    wgd_arch arch;
    bool k_major;
    int swizzle; /* a row of `swizzles`: a mode, or one that is none */
    bool after;  /* the swizzle moves offsets, and the start is added to what comes of it */
    int64_t along[2], along_stride[2];
    int64_t lines[2], lines_stride[2];
    int64_t start, box_lines;
} plan;

static inline int64_t extent(const int64_t n[2])
{
    return n[0] * n[1];
}

static inline int64_t bits_of(const plan *p)
{
    return wgd_dtype_bits(p->dtype);
}

/* Elements in a copied one, and its bytes. */
static inline int64_t packed_of(const plan *p)
{
    return bits_of(p) < 8 ? 8 / bits_of(p) : 1;
}

static inline int64_t bytes_of(const plan *p)
{
    return bits_of(p) < 8 ? 1 : bits_of(p) / 8;
}

/* Sw<B,M,S> of byte addresses: the modes by their numbers, and others. */
enum { SWIZZLES = 7 };
static const struct {
    int b, m, s;
} swizzles[SWIZZLES] = {{0, 4, 3}, {1, 4, 3}, {2, 4, 3}, {3, 4, 3},
                        {2, 5, 2}, {1, 5, 3}, {2, 4, 4}};

static inline uint32_t swizzled(uint32_t a, int sw)
{
    const int b = swizzles[sw].b, m = swizzles[sw].m;
    return a ^ (a >> (m + swizzles[sw].s)) % (1u << b) << m;
}

/* Is it one that the architecture's words know? */
static inline bool known(const plan *p)
{
    return p->swizzle < WGD_SWZ_128B_32B ||
           (p->swizzle == WGD_SWZ_128B_32B && p->arch == WGD_SM100);
}

/* The bit at which element e of line l lies. */
static inline int64_t bit_at(const plan *p, int64_t e, int64_t l)
{
    const int64_t i = e % p->along[0] * p->along_stride[0] + e / p->along[0] * p->along_stride[1] +
                      l % p->lines[0] * p->lines_stride[0] + l / p->lines[0] * p->lines_stride[1];
    const int64_t before = i * bits_of(p) + (p->after ? 0 : p->start * 8);
    return (int64_t)swizzled((uint32_t)(before / 8), p->swizzle) * 8 + before % 8 +
           (p->after ? p->start * 8 : 0);
}

/* The byte of copied element c of line l; -1 where its elements are not the eight bits of one. */
static inline int64_t byte_at(const plan *p, int64_t c, int64_t l)
{
    const int64_t first = bit_at(p, c * packed_of(p), l);
    for (int64_t i = 0; i < packed_of(p); i++) {
        if (bit_at(p, c * packed_of(p) + i, l) != first + i * bits_of(p)) {
            return -1;
        }
    }
    return first % 8 == 0 ? first / 8 : -1;
}

static inline wgd_composed layout_of(const plan *p)
{
    const int64_t *n[] = {p->lines, p->along}, *d[] = {p->lines_stride, p->along_stride};
    const int a = p->k_major ? 0 : 1, b = 1 - a, bits = (int)bits_of(p);
    char text[320], before[64] = "";
    if (p->after) {
        const int up = bits == 1 ? 3 : bits == 4 ? 1 : bits == 8 ? 0 : bits == 16 ? -1 : -2;
        snprintf(before, sizeof before, "Sw<%d,%d,%d> o 0 o ", swizzles[p->swizzle].b,
                 swizzles[p->swizzle].m + up, swizzles[p->swizzle].s);
    } else if (p->swizzle != WGD_SWZ_NONE) {
        snprintf(before, sizeof before, "Sw<%d,%d,%d> o smem_ptr[%db] o ", swizzles[p->swizzle].b,
                 swizzles[p->swizzle].m, swizzles[p->swizzle].s, bits);
    }
    snprintf(text, sizeof text, "%s((%d,%d),(%d,%d)):((%d,%d),(%d,%d))", before, (int)n[a][0],
             (int)n[a][1], (int)n[b][0], (int)n[b][1], (int)d[a][0], (int)d[a][1], (int)d[b][0],
             (int)d[b][1]);
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    return c;
}

/* The same plan, read in the other direction. */
static inline plan turned(const plan *p)
{
    plan t = *p;
    t.k_major = !p->k_major;
    memcpy(t.along, p->lines, sizeof t.along);
    memcpy(t.along_stride, p->lines_stride, sizeof t.along_stride);
    memcpy(t.lines, p->along, sizeof t.lines);
    memcpy(t.lines_stride, p->along_stride, sizeof t.lines_stride);
    return t;
}

typedef struct shape {
    int64_t along, lines; /* of the tile, in copied elements; 0 along where those are not whole */
} shape;

static inline shape shape_of(const plan *p)
{
    const int64_t e = extent(p->along);
    const shape s = {e % packed_of(p) == 0 ? e / packed_of(p) : 0, extent(p->lines)};
    return s;
}

/* Where every copied element lies, line by line. */
typedef struct table {
    shape s;
    int64_t byte[1 << 13];
} table;

static inline void fill(table *t, const plan *p)
{
    t->s = shape_of(p);
    for (int64_t i = 0; i < t->s.along * t->s.lines; i++) {
        t->byte[i] = byte_at(p, i % t->s.along, i / t->s.along);
    }
}

static inline wgd_tma_query query_of(const plan *p)
{
    wgd_tma_query q = wgd_tma_query_default();
    q.tile.dtype = p->dtype;
    q.tile.arch = p->arch;
    q.tile.start = p->start;
    q.box_lines = p->box_lines;
    q.global_mn = 8192;
    q.global_k = 16384;
    q.ld = 16384 + 512;
    q.address = 0x10000;
    q.one_box = true;
    return q;
}

/* Panels of lines as boxes leave them, mostly; sometimes with a gap, or a panel too close. */
static inline plan some_plan(rng *r, wgd_dtype dtype)
{
    plan p;
    p.dtype = dtype;
    p.arch = p.dtype == WGD_E2M1_PACKED4 || rng_below(r, 2) ? WGD_SM100 : WGD_SM90;
    p.k_major = rng_below(r, 2);
    p.swizzle = rng_below(r, p.arch == WGD_SM100 ? 5 : 4);
    p.after = rng_below(r, 8) == 0;
    const int64_t chunk = 128 / bits_of(&p);
    const int64_t row = p.swizzle == WGD_SWZ_128B_32B ? 8 * chunk : chunk << p.swizzle;
    const bool odd = rng_below(r, 4) == 0;
    p.along[0] = odd || p.swizzle == WGD_SWZ_NONE ? chunk * (1 + rng_below(r, 4)) : row;
    p.along[1] = 1 + rng_below(r, 3);
    p.lines[0] = 1 + rng_below(r, 10);
    p.lines[1] = 1 + rng_below(r, 2);
    p.along_stride[0] = 1;
    p.lines_stride[0] = p.along[0] + (rng_below(r, 6) == 0 ? chunk * rng_below(r, 3) : 0);
    const int64_t block = p.lines_stride[0] * p.lines[0];
    const int64_t to = 8 * chunk * (rng_below(r, 8) ? 1 : 1 + rng_below(r, 2));
    const int64_t apart = rng_below(r, 4) ? (block + to - 1) / to * to : block;
    const bool panels_first = rng_below(r, 2);
    p.along_stride[1] = panels_first ? apart : apart * p.lines[1];
    p.lines_stride[1] = panels_first ? apart * p.along[1] : apart;
    p.start = rng_below(r, 4) ? 1024 * rng_below(r, 4) : 16 * rng_below(r, 128);
    p.box_lines = rng_below(r, 3) ? 0 : 8 * (1 + rng_below(r, 3));
    return p;
}

#endif
