/* SPDX-License-Identifier: MIT
 *
 * From a map to a layout. A map is a plain layout where no two bases have a bit in common. A
 * swizzle is its own inverse, so that the map is "swizzle o layout" where the swizzle makes the
 * bases such; the candidates are few enough to try them all, from the fewest bits on. */
#include "wgd_linear.h"

static uint64_t swizzled(wgd_swizzle sw, uint64_t v)
{
    return (uint64_t)wgd_swizzle_apply(sw, (int64_t)v);
}

static bool parts(const wgd_linear *m, wgd_swizzle sw)
{
    uint64_t seen = 0;
    for (int k = 0; k < m->bits; k++) {
        const uint64_t v = swizzled(sw, m->basis[k]);
        if ((v & seen) != 0 || v >> WGD_LINEAR_BITS != 0) {
            return false;
        }
        seen |= v;
    }
    return true;
}

/* The swizzle of the fewest bits; among those the lowest, then the one that reads the nearest bits,
 * then the one that reads higher bits. */
static bool find_swizzle(const wgd_linear *m, wgd_swizzle *out)
{
    const int bits = wgd_linear_out_bits(m);
    for (int b = 1; b <= bits / 2; b++) {
        for (int low = 0; low + 2 * b <= bits; low++) {
            for (int s = b; low + b + s <= bits; s++) {
                out->b = (int8_t)b;
                out->m = (int8_t)low;
                out->s = (int8_t)s;
                if (parts(m, *out)) {
                    return true;
                }
                out->s = (int8_t)-s;
                if (parts(m, *out)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The map without its swizzle, as a layout with a mode for each bit; 1:0 goes in front, which a map of no
 * bits is. Whoever asks coalesces it. */
static void modes_of(const wgd_linear *m, wgd_swizzle sw, wgd_layout *out)
{
    const wgd_layout one = wgd_layout_1d(1, 0);
    wgd_layout_clear(out);
    (void)wgd_layout_append(out, &one);
    for (int k = 0; k < m->bits; k++) {
        const wgd_layout mode = wgd_layout_1d(2, (int64_t)swizzled(sw, m->basis[k]));
        (void)wgd_layout_append(out, &mode); /* a map has fewer bits than a layout may have modes */
    }
}

static wgd_status shaped(const wgd_linear *m, const wgd_tuple *shape, wgd_layout *l, wgd_diag *diag)
{
    int64_t size;
    wgd_layout compact;
    wgd_status s = wgd_layout_compact(shape, &compact, diag);
    if (s == WGD_OK) {
        s = wgd_layout_size(&compact, &size);
    }
    if (s == WGD_OK && size != INT64_C(1) << m->bits) {
        s = wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape",
                         "the shape has not as many elements as the map has indices", size,
                         "2 to the number of bases", "");
    }
    return s == WGD_OK ? wgd_composition(l, &compact, l, diag) : s;
}

wgd_status wgd_linear_to_layout(const wgd_linear *m, const wgd_tuple *shape, wgd_composed *out,
                                wgd_diag *diag)
{
    wgd_swizzle sw = {0, 0, 0};
    wgd_layout l;
    if (!parts(m, sw) && !find_swizzle(m, &sw)) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "no layout behind one swizzle is this map",
                        NULL, "bases that one Sw<B,M,S> frees of common bits", "");
    }
    modes_of(m, sw, &l);
    const wgd_status s = shape ? shaped(m, shape, &l, diag) : wgd_coalesce(&l, &l, diag);
    if (s == WGD_OK) {
        *out = wgd_composed_plain(&l);
        out->kind = sw.b > 0 ? WGD_SWIZZLED : WGD_PLAIN;
        out->sw = sw;
    }
    return s;
}
