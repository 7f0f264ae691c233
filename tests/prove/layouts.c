/* SPDX-License-Identifier: MIT
 *
 * Every public function of tuples and layouts, once, on any arguments. */
#include "any.h"

static wgd_tuple t, u, tuple;
static wgd_layout a, b, c;
static wgd_composed front, composed;
static wgd_tiler tiler, item;
static wgd_diag diag;
static wgd_layout *out;
static wgd_tuple *out_tuple;
static wgd_composed *out_composed;
static int64_t number;

/* The arguments, any; what an operation writes may be an argument of it. */
static void begin(void)
{
    /*@ widen_hints global:"all", 16, 32, 64, 65, 127, 128, 130; */
    any_tuple(&t, INT64_MIN);
    any_tuple(&u, INT64_MIN);
    any_layout(&a);
    any_layout(&b);
    any_composed(&front);
    any_tiler(&tiler);
    any_tiler(&item);
}

#define PROVE(name, call)                                                                          \
    void prove_##name(void)                                                                        \
    {                                                                                              \
        begin();                                                                                   \
        (void)call;                                                                                \
    }
/* What is written to is another, or an operand. */
#define PROVE_TO(out, name, one, other, call)                                                      \
    void prove_##name(void)                                                                        \
    {                                                                                              \
        begin();                                                                                   \
        out = &one;                                                                                \
        (void)call;                                                                                \
        begin();                                                                                   \
        out = &other;                                                                              \
        (void)call;                                                                                \
    }
#define PROVE_INTO(name, one, other, call)          PROVE_TO(out, name, one, other, call)
#define PROVE_INTO_TUPLE(name, one, other, call)    PROVE_TO(out_tuple, name, one, other, call)
#define PROVE_INTO_COMPOSED(name, one, other, call) PROVE_TO(out_composed, name, one, other, call)
#define N                                           any_number()
#define INDEX                                       Frama_C_interval(INT32_MIN, INT32_MAX)
#define SIZE                                        any_from(1)
#define STRIDE                                      any_from(-INT64_MAX)
#define DIAG                                        any_diag(&diag)

/* ---- tuples */
PROVE(tuple_int, wgd_tuple_int(N))
PROVE(tuple_of, wgd_tuple_of(t.leaf, INDEX))
PROVE(tuple_rank, wgd_tuple_rank(&t))
PROVE(tuple_depth, wgd_tuple_depth(&t))
PROVE_INTO_TUPLE(tuple_mode, tuple, t, wgd_tuple_mode(&t, INDEX, out_tuple))
PROVE(tuple_append, wgd_tuple_append(&t, &u))
PROVE(tuple_congruent, wgd_tuple_congruent(&t, &u))
PROVE(tuple_equal, wgd_tuple_equal(&t, &u))
PROVE(tuple_product, wgd_tuple_product(&t, &number))
/* ---- layouts */
PROVE(layout_1d, wgd_layout_1d(SIZE, STRIDE))
PROVE(layout_2d, wgd_layout_2d(SIZE, SIZE, STRIDE, STRIDE))
PROVE(layout_make, wgd_layout_make(&t, &u, &c, DIAG))
PROVE(layout_compact, wgd_layout_compact(&t, &c, DIAG))
PROVE(layout_ordered, wgd_layout_ordered(&t, &u, &c, DIAG))
PROVE(layout_stride, wgd_layout_stride(&a))
PROVE(layout_depth, wgd_layout_depth(&a))
PROVE_INTO(layout_mode, c, a, wgd_layout_mode(&a, INDEX, out))
PROVE(layout_append, wgd_layout_append(&a, &b))
PROVE(layout_append_mode, wgd_layout_append_mode(&a, &b, INDEX))
PROVE(layout_mode_size, wgd_layout_mode_size(&a, INDEX, &number))
PROVE(layout_size, wgd_layout_size(&a, &number))
PROVE(layout_cosize, wgd_layout_cosize(&a, &number))
PROVE(layout_equal, wgd_layout_equal(&a, &b))
PROVE(layout_at, wgd_layout_at(&a, N))
PROVE(layout_crd2idx, wgd_layout_crd2idx(&a, &t, &number, DIAG))
PROVE(idx2crd, wgd_idx2crd(N, &t, &tuple, DIAG))
PROVE_INTO_TUPLE(idx2crd_by, tuple, t, wgd_idx2crd_by(&t, &u, out_tuple, DIAG))
PROVE(layout_at2, wgd_layout_at2(&a, N, N))
/* ---- structure */
PROVE_INTO(flatten, c, a, wgd_flatten(&a, out, DIAG))
PROVE_INTO(coalesce, c, a, wgd_coalesce(&a, out, DIAG))
PROVE_INTO(coalesce_by, c, a, wgd_coalesce_by(&a, &t, out, DIAG))
PROVE_INTO(group_modes, c, a, wgd_group_modes(&a, INDEX, INDEX, out, DIAG))
/* ---- algebra */
PROVE_INTO(composition, c, a, wgd_composition(&a, &b, out, DIAG))
PROVE_INTO(composition_by, c, a, wgd_composition_by(&a, &tiler, out, DIAG))
PROVE_INTO(complement, c, a, wgd_complement(&a, N, out, DIAG))
PROVE_INTO(complement_shape, c, a, wgd_complement_shape(&a, &t, out, DIAG))
PROVE_INTO(right_inverse, c, a, wgd_right_inverse(&a, out, DIAG))
PROVE_INTO(left_inverse, c, a, wgd_left_inverse(&a, out, DIAG))
PROVE_INTO(logical_divide, c, a, wgd_logical_divide(&a, &b, out, DIAG))
PROVE_INTO(logical_divide_by, c, a, wgd_logical_divide_by(&a, &tiler, out, DIAG))
PROVE_INTO(zipped_divide, c, a, wgd_zipped_divide(&a, &tiler, out, DIAG))
PROVE_INTO(tiled_divide, c, a, wgd_tiled_divide(&a, &tiler, out, DIAG))
PROVE_INTO(flat_divide, c, a, wgd_flat_divide(&a, &tiler, out, DIAG))
PROVE_INTO(logical_product, c, a, wgd_logical_product(&a, &b, out, DIAG))
PROVE_INTO(logical_product_by, c, a, wgd_logical_product_by(&a, &tiler, out, DIAG))
PROVE_INTO(zipped_product, c, a, wgd_zipped_product(&a, &tiler, out, DIAG))
PROVE_INTO(tiled_product, c, a, wgd_tiled_product(&a, &tiler, out, DIAG))
PROVE_INTO(flat_product, c, a, wgd_flat_product(&a, &tiler, out, DIAG))
PROVE_INTO(blocked_product, c, a, wgd_blocked_product(&a, &b, out, DIAG))
PROVE_INTO(raked_product, c, a, wgd_raked_product(&a, &b, out, DIAG))
PROVE_INTO(tile_to_shape, c, a, wgd_tile_to_shape(&a, &t, perhaps() ? &u : NULL, out, DIAG))
PROVE_INTO(upcast, c, a, wgd_upcast(&a, N, out, DIAG))
PROVE_INTO(downcast, c, a, wgd_downcast(&a, N, out, DIAG))
PROVE_INTO(recast, c, a, wgd_recast(&a, N, N, out, DIAG))
/* ---- tilers */
PROVE(tiler_append, wgd_tiler_append(&tiler, &item))
PROVE(tiler_append_layout, wgd_tiler_append_layout(&tiler, &a))
PROVE(tiler_shape, wgd_tiler_shape(&tiler, &t))
/* ---- swizzles and composed layouts */
PROVE(swizzle_check, wgd_swizzle_check(any_bytes(), DIAG))
PROVE(swizzle_apply, wgd_swizzle_apply(any_swizzle(), N))
PROVE(composed_plain, wgd_composed_plain(&a))
PROVE(composed_at, wgd_composed_at(&front, N, &number, DIAG))
PROVE(composed_crd2idx, wgd_composed_crd2idx(&front, &t, &number, DIAG))
PROVE_INTO_COMPOSED(recast_composed, composed, front,
                    wgd_recast_composed(&front, N, N, out_composed, DIAG))
PROVE_INTO_COMPOSED(position_independent, composed, front,
                    wgd_position_independent(&front, out_composed, DIAG))
PROVE(compose_swizzle, wgd_compose_swizzle(&a, any_bytes(), &composed, DIAG))
PROVE(right_inverse_composed, wgd_right_inverse_composed(&front, &composed, DIAG))
PROVE(left_inverse_composed, wgd_left_inverse_composed(&front, &composed, DIAG))
