/* SPDX-License-Identifier: MIT
 *
 * The operations by name that are more than one call of a library function, on any operands of the kinds that they
 * take, as many as they take. */
#include "algebra/lay.h"
#include "any.h"
#include "wgd_layout_op.h"

static wgd_layout_arg args[WGD_LAYOUT_OP_ARGS];
static wgd_layout_result result;
static wgd_diag diag;

static void any_arg(wgd_arg_kind kind, wgd_layout_arg *a)
{
    a->kind = kind;
    if (kind == WGD_ARG_LAYOUT) {
        any_composed(&a->u.layout);
    } else if (kind == WGD_ARG_TUPLE) {
        any_tuple(&a->u.tuple, INT64_MIN);
    } else if (kind == WGD_ARG_SWIZZLE) {
        a->u.sw = any_bytes();
    } else {
        a->u.num = any_number();
    }
}

/* The operation of this name, step by step. */
static const wgd_layout_op *op_named(const char *name)
{
    const int n = wgd_layout_op_count();
    /*@ loop unroll 64; */
    for (int i = 0; i < n; i++) {
        const wgd_layout_op *op = wgd_layout_op_at(i);
        int k = 0;
        /*@ loop unroll 32; */
        while (name[k] != '\0' && op->name[k] == name[k]) {
            k++;
        }
        if (name[k] == op->name[k]) {
            return op;
        }
    }
    return wgd_layout_op_at(0);
}

/* The operation with n operands of these kinds. */
static void run(const char *name, int n, wgd_arg_kind k0, wgd_arg_kind k1, wgd_arg_kind k2,
                wgd_arg_kind k3)
{
    const wgd_arg_kind kinds[WGD_LAYOUT_OP_ARGS] = {k0, k1, k2, k3};
    /*@ widen_hints global:"all", 16, 32, 64, 65, 127, 128, 130; */
    /*@ loop unroll 4; */
    for (int i = 0; i < n; i++) {
        any_arg(kinds[i], &args[i]);
    }
    (void)wgd_layout_op_run(op_named(name), args, n, &result, any_diag(&diag));
}

#define PROVE(id, name, n, k0, k1, k2, k3)                                                         \
    void prove_##id(void)                                                                          \
    {                                                                                              \
        run(name, n, WGD_ARG_##k0, WGD_ARG_##k1, WGD_ARG_##k2, WGD_ARG_##k3);                      \
    }

PROVE(op_size, "size", 2, LAYOUT, TUPLE, NONE, NONE)
PROVE(op_size_of_shape, "size", 1, TUPLE, NONE, NONE, NONE)
PROVE(op_cosize, "cosize", 2, LAYOUT, TUPLE, NONE, NONE)
PROVE(op_depth, "depth", 1, LAYOUT, NONE, NONE, NONE)
PROVE(op_layout_eval, "layout_eval", 2, TUPLE, LAYOUT, NONE, NONE)
PROVE(op_eval, "eval", 2, TUPLE, LAYOUT, NONE, NONE)
PROVE(op_eval_all, "eval", 1, LAYOUT, NONE, NONE, NONE)
PROVE(op_idx2crd, "idx2crd", 2, TUPLE, TUPLE, NONE, NONE)
PROVE(op_flatten_shape, "flatten", 1, TUPLE, NONE, NONE, NONE)
PROVE(op_group_modes, "group_modes", 3, LAYOUT, INT, INT, NONE)
PROVE(op_complement, "complement", 1, LAYOUT, NONE, NONE, NONE)
PROVE(op_upcast, "upcast", 2, LAYOUT, INT, NONE, NONE)
PROVE(op_downcast, "downcast", 2, LAYOUT, INT, NONE, NONE)
PROVE(op_recast, "recast", 3, LAYOUT, INT, INT, NONE)
PROVE(op_swizzle, "swizzle", 3, SWIZZLE, INT, LAYOUT, NONE)
PROVE(op_upcast_swizzle, "upcast_swz", 4, SWIZZLE, INT, LAYOUT, INT)
PROVE(op_downcast_swizzle, "downcast_swz", 4, SWIZZLE, INT, LAYOUT, INT)
