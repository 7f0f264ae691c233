/* SPDX-License-Identifier: MIT
 *
 * Any argument within the limits of wgd_layout.h. That nodes and leaves are those of a tuple is not said here: any
 * nodes, any number of them, any number of leaves.
 */
#ifndef WGD_PROVE_ANY_H
#define WGD_PROVE_ANY_H

#include "wgd_layout.h"
#include "wgd_linear.h"

static void any_tuple(wgd_tuple *t, int64_t least)
{
    t->n_nodes = Frama_C_unsigned_char_interval(1, WGD_MAX_NODES);
    t->n_leaves = Frama_C_unsigned_char_interval(0, WGD_MAX_LEAVES);
    /*@ loop unroll 128; */
    for (int i = 0; i < WGD_MAX_NODES; i++) {
        t->node[i] = Frama_C_unsigned_char_interval(0, 255);
    }
    /*@ loop unroll 128; */
    for (int i = 0; i < WGD_MAX_LEAVES; i++) {
        t->leaf[i] = any_from(least);
    }
}

static void any_layout(wgd_layout *l)
{
    any_tuple(&l->shape, 1);
    /*@ loop unroll 128; */
    for (int i = 0; i < WGD_MAX_LEAVES; i++) {
        l->stride[i] = any_from(-INT64_MAX);
    }
}

static void any_tiler(wgd_tiler *t)
{
    any_layout(&t->modes);
    t->n_nodes = Frama_C_unsigned_char_interval(1, WGD_MAX_TILER_NODES);
    t->n_modes = Frama_C_unsigned_char_interval(0, WGD_MAX_TILER);
    /*@ loop unroll 128; */
    for (int i = 0; i < WGD_MAX_TILER_NODES; i++) {
        t->node[i] = Frama_C_unsigned_char_interval(0, 255);
    }
}

/* Three bytes; of those that a caller has to have checked, those that are a swizzle. */
static wgd_swizzle any_bytes(void)
{
    const wgd_swizzle sw = {Frama_C_char_interval(-128, 127), Frama_C_char_interval(-128, 127),
                            Frama_C_char_interval(-128, 127)};
    return sw;
}

static wgd_swizzle any_swizzle(void)
{
    const int b = Frama_C_interval(0, 31), m = Frama_C_interval(0, 62);
    const int s = Frama_C_interval(-62, 62);
    const wgd_swizzle sw = {(int8_t)b, (int8_t)m, (int8_t)s};
    return sw;
}

static void any_composed(wgd_composed *c)
{
    c->kind = (wgd_compose_kind)Frama_C_interval(WGD_PLAIN, WGD_SMEM_PTR);
    c->sw = any_swizzle();
    c->offset = any_number();
    c->elem_bits = Frama_C_interval(INT32_MIN, INT32_MAX);
    any_layout(&c->layout);
}

static void any_linear(wgd_linear *m)
{
    m->bits = Frama_C_interval(0, WGD_LINEAR_BITS);
    /*@ loop unroll 128; */
    for (int k = 0; k < WGD_LINEAR_BITS; k++) {
        m->basis[k] = Frama_C_unsigned_long_long_interval(0, (UINT64_C(1) << WGD_LINEAR_BITS) - 1);
    }
}

static wgd_diag *any_diag(wgd_diag *d)
{
    return perhaps() ? d : NULL;
}

#endif
