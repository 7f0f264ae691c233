/* SPDX-License-Identifier: MIT
 *
 * The table of operations. A row names the function that does the work in the slot of its
 * signature; what a composed layout means is decided here once, for all of them. */
#include "op_calls.h"

/* What the first operand may be. */
typedef enum first_operand {
    INNER, /* the operation acts on the layout; what stands in front stays in front */
    WHOLE  /* the function looks at what stands in front itself */
} first_operand;

typedef struct op_row {
    wgd_layout_op op;
    first_operand first;
    wgd_status (*of_composed)(const wgd_composed *, wgd_composed *, wgd_diag *);
    wgd_status (*of_layouts)(const wgd_layout *, const wgd_layout *, wgd_layout *, wgd_diag *);
    wgd_status (*of_tiler)(const wgd_layout *, const wgd_tiler *, wgd_layout *, wgd_diag *);
    lay_op *of_args;
} op_row;

/* ---- the table ------------------------------------------------------------------------------ */

/* clang-format off */
#define LAYOUT {WGD_ARG_LAYOUT, "layout"}
#define OTHER  {WGD_ARG_LAYOUT, "tiler"}
#define TILER  {WGD_ARG_TILER, "tiler"}
#define NONE   {WGD_ARG_NONE, ""}
#define INT(name)   {WGD_ARG_INT, name}
#define TUPLE(name) {WGD_ARG_TUPLE, name}
#define ANY(name)   {WGD_ARG_ANY, name}

static const op_row rows[] = {
    {{"size", "number of elements; MODE picks a mode, (1,0) is mode 0 of mode 1", 1, 2,
      {ANY("layout"), TUPLE("mode"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_size},
    {{"cosize", "one more than the greatest offset", 1, 2,
      {LAYOUT, TUPLE("mode"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_cosize},
    {{"rank", "number of top-level modes", 1, 1,
      {ANY("layout"), NONE, NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_rank},
    {{"depth", "levels of nesting", 1, 1,
      {ANY("layout"), NONE, NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_depth},
    {{"layout_eval", "the value of a layout at a coordinate", 2, 2,
      {TUPLE("coord"), LAYOUT, NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_eval},
    {{"eval", "the value of a layout at a coordinate; without one, all of its values", 1, 2,
      {ANY("layout"), ANY("coord"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_eval_any},
    {{"crd2idx", "the index of a coordinate in a shape or layout", 2, 2,
      {TUPLE("coord"), LAYOUT, NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_eval},
    {{"idx2crd", "the coordinate of an index in a shape", 2, 2,
      {TUPLE("index"), ANY("shape"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_idx2crd},
    {{"make_ordered_layout", "the compact layout of a shape whose strides grow by the keys in order",
      2, 2, {TUPLE("shape"), TUPLE("order"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_ordered},
    {{"flatten", "the same modes without nesting", 1, 1,
      {ANY("layout"), NONE, NONE, NONE}}, INNER, 0, 0, 0, lay_op_flatten},
    {{"coalesce", "the same function with as few modes as can be", 1, 2,
      {LAYOUT, TUPLE("profile"), NONE, NONE}}, INNER, 0, 0, 0, lay_op_coalesce},
    {{"coalesce_by", "coalesce at each integer of a profile", 2, 2,
      {LAYOUT, TUPLE("profile"), NONE, NONE}}, INNER, 0, 0, 0, lay_op_coalesce},
    {{"group_modes", "modes begin .. end-1 as one mode", 3, 3,
      {LAYOUT, INT("begin"), INT("end"), NONE}}, INNER, 0, 0, 0, lay_op_group_modes},
    {{"composition", "the layout after the tiler: layout(tiler(i))", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_composition_by, 0},
    {{"complement", "what fills the gaps of a layout up to a cotarget", 1, 2,
      {LAYOUT, ANY("cotarget"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_complement},
    {{"right_inverse", "the largest R with layout(R(i)) = i", 1, 1,
      {LAYOUT, NONE, NONE, NONE}}, WHOLE, wgd_right_inverse_composed, 0, 0, 0},
    {{"left_inverse", "an L with L(layout(i)) = i", 1, 1,
      {LAYOUT, NONE, NONE, NONE}}, WHOLE, wgd_left_inverse_composed, 0, 0, 0},
    {{"logical_divide", "each tiled mode as (tile, rest)", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_logical_divide_by, 0},
    {{"zipped_divide", "((tiles), (rests))", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_zipped_divide, 0},
    {{"tiled_divide", "((tiles), rest, rest, ...)", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_tiled_divide, 0},
    {{"flat_divide", "(tile, tile, ..., rest, rest, ...)", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_flat_divide, 0},
    {{"logical_product", "each mode as (block, how it repeats)", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_logical_product_by, 0},
    {{"zipped_product", "((blocks), (repeats))", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_zipped_product, 0},
    {{"tiled_product", "((blocks), repeat, repeat, ...)", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_tiled_product, 0},
    {{"flat_product", "(block, ..., repeat, ...)", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_flat_product, 0},
    {{"blocked_product", "the block repeated as a whole along each mode", 2, 2,
      {LAYOUT, OTHER, NONE, NONE}}, INNER, 0, wgd_blocked_product, 0, 0},
    {{"raked_product", "the block repeated, its elements interleaved", 2, 2,
      {LAYOUT, OTHER, NONE, NONE}}, INNER, 0, wgd_raked_product, 0, 0},
    {{"tile_to_shape", "the block repeated until it has a shape", 2, 3,
      {LAYOUT, TUPLE("shape"), TUPLE("order"), NONE}}, INNER, 0, 0, 0, lay_op_tile_to_shape},
    {{"upcast", "n elements counted as one", 2, 2,
      {LAYOUT, INT("n"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_upcast},
    {{"downcast", "one element counted as n", 2, 2,
      {LAYOUT, INT("n"), NONE, NONE}}, WHOLE, 0, 0, 0, lay_op_downcast},
    {{"recast", "elements of old_bits counted as elements of new_bits", 3, 3,
      {LAYOUT, INT("old_bits"), INT("new_bits"), NONE}}, WHOLE, 0, 0, 0, lay_op_recast},
    {{"recast_layout", "the same as recast", 3, 3,
      {LAYOUT, INT("old_bits"), INT("new_bits"), NONE}}, WHOLE, 0, 0, 0, lay_op_recast},
    {{"position_independent", "the swizzle on element offsets instead of byte addresses", 1, 1,
      {LAYOUT, NONE, NONE, NONE}}, WHOLE, wgd_position_independent, 0, 0, 0},
    {{"swizzle", "a swizzle and an offset put in front of a layout", 3, 3,
      {{WGD_ARG_SWIZZLE, "swizzle"}, INT("offset"), LAYOUT, NONE}}, WHOLE, 0, 0, 0, lay_op_swizzle},
    {{"upcast_swz", "upcast of a swizzle, an offset and a layout", 4, 4,
      {{WGD_ARG_SWIZZLE, "swizzle"}, INT("offset"), LAYOUT, INT("n")}}, WHOLE, 0, 0, 0,
     lay_op_upcast_swizzle},
    {{"downcast_swz", "downcast of a swizzle, an offset and a layout", 4, 4,
      {{WGD_ARG_SWIZZLE, "swizzle"}, INT("offset"), LAYOUT, INT("n")}}, WHOLE, 0, 0, 0,
     lay_op_downcast_swizzle},
};
/* clang-format on */

int wgd_layout_op_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

const wgd_layout_op *wgd_layout_op_at(int i)
{
    return &rows[i].op;
}

const wgd_layout_op *wgd_layout_op_find(const char *name, size_t len)
{
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        const char *have = rows[i].op.name;
        size_t k = 0;
        while (k < len && have[k] != '\0' && have[k] == name[k]) {
            k++;
        }
        if (k == len && have[k] == '\0') {
            return &rows[i].op;
        }
    }
    return NULL;
}

/* ---- running -------------------------------------------------------------------------------- */

static bool kind_fits(wgd_arg_kind want, wgd_arg_kind have)
{
    return want == WGD_ARG_ANY ? have == WGD_ARG_LAYOUT || have == WGD_ARG_TUPLE : want == have;
}

static wgd_status check_args(const op_row *row, const wgd_layout_arg *args, int nargs,
                             wgd_diag *diag)
{
    if (nargs < row->op.min_args || nargs > row->op.max_args) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "args", "wrong number of operands", nargs,
                            row->op.min_args == 1   ? "one operand"
                            : row->op.min_args == 2 ? "two operands"
                            : row->op.min_args == 3 ? "three operands"
                                                    : "four operands",
                            NULL);
    }
    for (int i = 0; i < nargs; i++) {
        if (!kind_fits(row->op.arg[i].kind, args[i].kind)) {
            return wgd_fail(diag, WGD_ERR_DOMAIN, row->op.arg[i].name,
                            "an operand of another kind is needed", NULL, NULL, NULL);
        }
    }
    return WGD_OK;
}

static bool composed_arg(const wgd_layout_arg *a)
{
    return a->kind == WGD_ARG_LAYOUT && a->u.layout.kind != WGD_PLAIN;
}

static wgd_status run_row(const op_row *row, const wgd_layout_arg *a, int n, wgd_layout_result *out,
                          wgd_diag *diag)
{
    if (row->of_args) {
        return row->of_args(a, n, out, diag);
    }
    const wgd_layout *l = &a[0].u.layout.layout;
    wgd_layout *r = lay_give_layout(out);
    if (row->of_composed) {
        return row->of_composed(&a[0].u.layout, &out->u.layout, diag);
    }
    if (row->of_tiler) {
        return row->of_tiler(l, &a[1].u.tiler, r, diag);
    }
    if (composed_arg(&a[1])) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, row->op.arg[1].name,
                        "only the first operand may be composed with a swizzle", NULL,
                        "a plain layout", "");
    }
    return row->of_layouts(l, &a[1].u.layout.layout, r, diag);
}

wgd_status wgd_layout_op_run(const wgd_layout_op *op, const wgd_layout_arg *args, int nargs,
                             wgd_layout_result *out, wgd_diag *diag)
{
    const op_row *row = (const op_row *)(const void *)op; /* op is the row's first member */
    wgd_status s = check_args(row, args, nargs, diag);
    if (s != WGD_OK) {
        return s;
    }
    s = run_row(row, args, nargs, out, diag);
    if (s == WGD_OK && row->first == INNER && composed_arg(&args[0])) {
        const wgd_composed *c = &args[0].u.layout;
        out->u.layout.kind = c->kind;
        out->u.layout.sw = c->sw;
        out->u.layout.offset = c->offset;
        out->u.layout.elem_bits = c->elem_bits;
    }
    return s;
}
