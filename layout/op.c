/* SPDX-License-Identifier: MIT
 *
 * The table of operations. A row names the function that does the work in the slot of its
 * signature; what a composed layout means is decided here once, for all of them. */
#include "wgd_layout_op.h"

#include "internal.h"

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
    wgd_status (*of_args)(const wgd_layout_arg *, int, wgd_layout_result *, wgd_diag *);
} op_row;

/* ---- results -------------------------------------------------------------------------------- */

static wgd_status give_num(wgd_layout_result *out, int64_t v)
{
    out->kind = WGD_ARG_INT;
    out->u.num = v;
    return WGD_OK;
}

static wgd_layout *give_layout(wgd_layout_result *out)
{
    out->kind = WGD_ARG_LAYOUT;
    lay_plain(&out->u.layout);
    return &out->u.layout.layout;
}

static wgd_tuple *give_tuple(wgd_layout_result *out)
{
    out->kind = WGD_ARG_TUPLE;
    return &out->u.tuple;
}

/* ---- operations whose operands need a look -------------------------------------------------- */

/* The mode of a layout that a path (1,0) or 1 names: mode 0 of mode 1. */
static wgd_status mode_at(const wgd_layout *l, const wgd_layout_arg *a, int n, int path,
                          wgd_layout *out, wgd_diag *diag)
{
    lay_copy(out, l);
    if (n <= path) {
        return WGD_OK;
    }
    const wgd_tuple *p = &a[path].u.tuple;
    for (int i = 0; i < p->n_leaves; i++) {
        const int64_t k = p->leaf[i];
        if (k < 0 || k >= wgd_layout_rank(out) || wgd_layout_mode(out, (int)k, out) != WGD_OK) {
            return lay_fail_tuple(diag, WGD_ERR_DOMAIN, "mode", "the layout has no such mode", p,
                                  "each index less than the rank at its level", "");
        }
    }
    return WGD_OK;
}

static wgd_status shape_of(const wgd_layout_arg *a, wgd_layout *out, wgd_diag *diag)
{
    if (a->kind == WGD_ARG_TUPLE) {
        return wgd_layout_compact(&a->u.tuple, out, diag);
    }
    lay_copy(out, &a->u.layout.layout);
    return WGD_OK;
}

static wgd_status op_size(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    wgd_layout l;
    wgd_status s = shape_of(&a[0], &l, diag);
    if (s == WGD_OK) {
        s = mode_at(&l, a, n, 1, &l, diag);
    }
    (void)give_num(out, 0);
    return s == WGD_OK ? wgd_layout_size(&l, &out->u.num) : s;
}

static wgd_status op_cosize(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    wgd_layout l;
    const wgd_status s = mode_at(&a[0].u.layout.layout, a, n, 1, &l, diag);
    (void)give_num(out, 0);
    return s == WGD_OK ? wgd_layout_cosize(&l, &out->u.num) : s;
}

static const wgd_tuple *tuple_of(const wgd_layout_arg *a)
{
    return a->kind == WGD_ARG_TUPLE ? &a->u.tuple : &a->u.layout.layout.shape;
}

static wgd_status op_rank(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)diag;
    return give_num(out, wgd_tuple_rank(tuple_of(&a[0])));
}

static wgd_status op_depth(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)diag;
    return give_num(out, wgd_tuple_depth(tuple_of(&a[0])));
}

static wgd_status op_flatten(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    if (a[0].kind == WGD_ARG_LAYOUT) {
        return wgd_flatten(&a[0].u.layout.layout, give_layout(out), diag);
    }
    const wgd_tuple *t = &a[0].u.tuple;
    *give_tuple(out) =
        wgd_tuple_is_leaf(t) ? wgd_tuple_int(t->leaf[0]) : wgd_tuple_of(t->leaf, t->n_leaves);
    return t->n_leaves < WGD_MAX_LEAVES || wgd_tuple_is_leaf(t) ? WGD_OK : lay_fail_limit(diag);
}

static wgd_status op_eval(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)give_num(out, 0);
    return wgd_composed_crd2idx(&a[1].u.layout, &a[0].u.tuple, &out->u.num, diag);
}

/* The layout and the coordinate in either order; without a coordinate, the layout itself, for its
 * values. */
static wgd_status op_eval_any(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                              wgd_diag *diag)
{
    const int l = a[0].kind == WGD_ARG_LAYOUT ? 0 : n - 1;
    if (a[l].kind != WGD_ARG_LAYOUT || (n == 2 && a[1 - l].kind != WGD_ARG_TUPLE)) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "one argument must be a layout", NULL,
                        "a layout and a coordinate", "a layout has a colon: (8,4):(4,1)");
    }
    if (n == 1) {
        out->kind = WGD_ARG_LAYOUT;
        out->u.layout = a[0].u.layout;
        return WGD_OK;
    }
    (void)give_num(out, 0);
    return wgd_composed_crd2idx(&a[l].u.layout, &a[1 - l].u.tuple, &out->u.num, diag);
}

static wgd_status op_idx2crd(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return wgd_idx2crd_by(&a[0].u.tuple, tuple_of(&a[1]), give_tuple(out), diag);
}

static wgd_status op_coalesce(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                              wgd_diag *diag)
{
    const wgd_layout *l = &a[0].u.layout.layout;
    return n == 1 ? wgd_coalesce(l, give_layout(out), diag)
                  : wgd_coalesce_by(l, &a[1].u.tuple, give_layout(out), diag);
}

static wgd_status op_group_modes(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                 wgd_diag *diag)
{
    (void)n;
    const int64_t begin = a[1].u.num, end = a[2].u.num;
    const bool begin_ok = begin >= 0 && begin <= WGD_MAX_NODES;
    if (!begin_ok || end < 0 || end > WGD_MAX_NODES) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, begin_ok ? "end" : "begin",
                            "no such modes to group", begin_ok ? end : begin,
                            "0 <= begin < end <= rank of the layout", "");
    }
    return wgd_group_modes(&a[0].u.layout.layout, (int)begin, (int)end, give_layout(out), diag);
}

static wgd_status op_ordered(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return wgd_layout_ordered(&a[0].u.tuple, &a[1].u.tuple, give_layout(out), diag);
}

static wgd_status op_complement(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                wgd_diag *diag)
{
    const wgd_layout *l = &a[0].u.layout.layout;
    if (n == 2) {
        return wgd_complement_shape(l, tuple_of(&a[1]), give_layout(out), diag);
    }
    int64_t cosize;
    if (wgd_layout_cosize(l, &cosize) != WGD_OK) {
        return lay_fail_layout(diag, WGD_ERR_OVERFLOW, "layout", NULL, l, NULL, NULL);
    }
    return wgd_complement(l, cosize, give_layout(out), diag);
}

static wgd_status op_tile_to_shape(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                   wgd_diag *diag)
{
    return wgd_tile_to_shape(&a[0].u.layout.layout, &a[1].u.tuple, n == 3 ? &a[2].u.tuple : NULL,
                             give_layout(out), diag);
}

/* ---- recasts -------------------------------------------------------------------------------- */

static wgd_status give_recast(const wgd_composed *c, int64_t old_bits, int64_t new_bits,
                              wgd_layout_result *out, wgd_diag *diag)
{
    (void)give_layout(out);
    return wgd_recast_composed(c, old_bits, new_bits, &out->u.layout, diag);
}

/* n old elements to one new one, or one to n. */
static wgd_status give_scaled(const wgd_composed *c, int64_t up, int64_t down,
                              wgd_layout_result *out, wgd_diag *diag)
{
    if (up < 1 || down < 1) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "n", NULL, up < 1 ? up : down, "at least 1", "");
    }
    if (c->kind == WGD_PLAIN) {
        return down == 1 ? wgd_upcast(&c->layout, up, give_layout(out), diag)
                         : wgd_downcast(&c->layout, down, give_layout(out), diag);
    }
    if (c->kind == WGD_SWIZZLED) {
        return give_recast(c, down, up, out, diag);
    }
    int64_t bits;
    if (c->elem_bits % down != 0 || !lay_mul(c->elem_bits / down, up, &bits)) {
        return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "n",
                            "the element cannot be split or widened so", up > down ? up : down,
                            "a divisor of the element width", "");
    }
    return give_recast(c, c->elem_bits, bits, out, diag);
}

static wgd_status op_upcast(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return give_scaled(&a[0].u.layout, a[1].u.num, 1, out, diag);
}

static wgd_status op_downcast(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                              wgd_diag *diag)
{
    (void)n;
    return give_scaled(&a[0].u.layout, 1, a[1].u.num, out, diag);
}

static wgd_status op_recast(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return give_recast(&a[0].u.layout, a[1].u.num, a[2].u.num, out, diag);
}

/* Sw, offset, layout: the composed layout of the first three arguments. */
static wgd_status compose_swizzle(const wgd_layout_arg *a, wgd_composed *out, wgd_diag *diag)
{
    if (a[2].u.layout.kind != WGD_PLAIN) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "the layout has a swizzle already", NULL,
                        "a plain layout", "");
    }
    if (a[1].u.num < 0) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "offset", NULL, a[1].u.num, "at least 0", "");
    }
    const wgd_status s = wgd_swizzle_check(a[0].u.sw, diag);
    if (s == WGD_OK) {
        lay_copy_composed(out, &a[2].u.layout);
        out->kind = WGD_SWIZZLED;
        out->sw = a[0].u.sw;
        out->offset = a[1].u.num;
    }
    return s;
}

static wgd_status op_swizzle(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)give_layout(out);
    return compose_swizzle(a, &out->u.layout, diag);
}

static wgd_status op_upcast_swizzle(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                    wgd_diag *diag)
{
    (void)n;
    wgd_composed c;
    const wgd_status s = compose_swizzle(a, &c, diag);
    return s == WGD_OK ? give_scaled(&c, a[3].u.num, 1, out, diag) : s;
}

static wgd_status op_downcast_swizzle(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                      wgd_diag *diag)
{
    (void)n;
    wgd_composed c;
    const wgd_status s = compose_swizzle(a, &c, diag);
    return s == WGD_OK ? give_scaled(&c, 1, a[3].u.num, out, diag) : s;
}

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
      {ANY("layout"), TUPLE("mode"), NONE, NONE}}, WHOLE, 0, 0, 0, op_size},
    {{"cosize", "one more than the greatest offset", 1, 2,
      {LAYOUT, TUPLE("mode"), NONE, NONE}}, WHOLE, 0, 0, 0, op_cosize},
    {{"rank", "number of top-level modes", 1, 1,
      {ANY("layout"), NONE, NONE, NONE}}, WHOLE, 0, 0, 0, op_rank},
    {{"depth", "levels of nesting", 1, 1,
      {ANY("layout"), NONE, NONE, NONE}}, WHOLE, 0, 0, 0, op_depth},
    {{"layout_eval", "the value of a layout at a coordinate", 2, 2,
      {TUPLE("coord"), LAYOUT, NONE, NONE}}, WHOLE, 0, 0, 0, op_eval},
    {{"eval", "the value of a layout at a coordinate; without one, all of its values", 1, 2,
      {ANY("layout"), ANY("coord"), NONE, NONE}}, WHOLE, 0, 0, 0, op_eval_any},
    {{"crd2idx", "the index of a coordinate in a shape or layout", 2, 2,
      {TUPLE("coord"), LAYOUT, NONE, NONE}}, WHOLE, 0, 0, 0, op_eval},
    {{"idx2crd", "the coordinate of an index in a shape", 2, 2,
      {TUPLE("index"), ANY("shape"), NONE, NONE}}, WHOLE, 0, 0, 0, op_idx2crd},
    {{"make_ordered_layout", "the compact layout of a shape whose strides grow by the keys in order",
      2, 2, {TUPLE("shape"), TUPLE("order"), NONE, NONE}}, WHOLE, 0, 0, 0, op_ordered},
    {{"flatten", "the same modes without nesting", 1, 1,
      {ANY("layout"), NONE, NONE, NONE}}, INNER, 0, 0, 0, op_flatten},
    {{"coalesce", "the same function with as few modes as can be", 1, 2,
      {LAYOUT, TUPLE("profile"), NONE, NONE}}, INNER, 0, 0, 0, op_coalesce},
    {{"coalesce_by", "coalesce at each integer of a profile", 2, 2,
      {LAYOUT, TUPLE("profile"), NONE, NONE}}, INNER, 0, 0, 0, op_coalesce},
    {{"group_modes", "modes begin .. end-1 as one mode", 3, 3,
      {LAYOUT, INT("begin"), INT("end"), NONE}}, INNER, 0, 0, 0, op_group_modes},
    {{"composition", "the layout after the tiler: layout(tiler(i))", 2, 2,
      {LAYOUT, TILER, NONE, NONE}}, INNER, 0, 0, wgd_composition_by, 0},
    {{"complement", "what fills the gaps of a layout up to a cotarget", 1, 2,
      {LAYOUT, ANY("cotarget"), NONE, NONE}}, WHOLE, 0, 0, 0, op_complement},
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
      {LAYOUT, TUPLE("shape"), TUPLE("order"), NONE}}, INNER, 0, 0, 0, op_tile_to_shape},
    {{"upcast", "n elements counted as one", 2, 2,
      {LAYOUT, INT("n"), NONE, NONE}}, WHOLE, 0, 0, 0, op_upcast},
    {{"downcast", "one element counted as n", 2, 2,
      {LAYOUT, INT("n"), NONE, NONE}}, WHOLE, 0, 0, 0, op_downcast},
    {{"recast", "elements of old_bits counted as elements of new_bits", 3, 3,
      {LAYOUT, INT("old_bits"), INT("new_bits"), NONE}}, WHOLE, 0, 0, 0, op_recast},
    {{"recast_layout", "the same as recast", 3, 3,
      {LAYOUT, INT("old_bits"), INT("new_bits"), NONE}}, WHOLE, 0, 0, 0, op_recast},
    {{"position_independent", "the swizzle on element offsets instead of byte addresses", 1, 1,
      {LAYOUT, NONE, NONE, NONE}}, WHOLE, wgd_position_independent, 0, 0, 0},
    {{"swizzle", "a swizzle and an offset put in front of a layout", 3, 3,
      {{WGD_ARG_SWIZZLE, "swizzle"}, INT("offset"), LAYOUT, NONE}}, WHOLE, 0, 0, 0, op_swizzle},
    {{"upcast_swz", "upcast of a swizzle, an offset and a layout", 4, 4,
      {{WGD_ARG_SWIZZLE, "swizzle"}, INT("offset"), LAYOUT, INT("n")}}, WHOLE, 0, 0, 0,
     op_upcast_swizzle},
    {{"downcast_swz", "downcast of a swizzle, an offset and a layout", 4, 4,
      {{WGD_ARG_SWIZZLE, "swizzle"}, INT("offset"), LAYOUT, INT("n")}}, WHOLE, 0, 0, 0,
     op_downcast_swizzle},
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
        return wgd_fail_num(diag, WGD_ERR_USAGE, "args", "wrong number of operands", nargs,
                            row->op.min_args == 1   ? "one operand"
                            : row->op.min_args == 2 ? "two operands"
                            : row->op.min_args == 3 ? "three operands"
                                                    : "four operands",
                            NULL);
    }
    for (int i = 0; i < nargs; i++) {
        if (!kind_fits(row->op.arg[i].kind, args[i].kind)) {
            return wgd_fail(diag, WGD_ERR_USAGE, row->op.arg[i].name,
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
    wgd_layout *r = give_layout(out);
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

/* ---- text ----------------------------------------------------------------------------------- */

/* A text with a colon or a swizzle is a layout, one without is a tuple. */
static bool looks_like_layout(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == ':' || text[i] == 'S' || text[i] == 's') {
            return true;
        }
    }
    return false;
}

static wgd_status parse_int(const char *text, size_t len, int64_t *out, wgd_diag *diag)
{
    wgd_tuple t;
    const wgd_status s = wgd_parse_tuple(text, len, &t, diag);
    if (s == WGD_OK && !wgd_tuple_is_leaf(&t)) {
        (void)lay_fail_tuple(diag, WGD_ERR_SYNTAX, "", NULL, &t, "an integer", "");
        if (diag) {
            diag->pos = 0;
        }
        return WGD_ERR_SYNTAX;
    }
    *out = s == WGD_OK ? t.leaf[0] : 0;
    return s;
}

wgd_status wgd_layout_arg_parse(wgd_arg_kind kind, const char *text, size_t len,
                                wgd_layout_arg *out, wgd_diag *diag)
{
    if (kind == WGD_ARG_ANY) {
        kind = looks_like_layout(text, len) ? WGD_ARG_LAYOUT : WGD_ARG_TUPLE;
    }
    out->kind = kind;
    switch (kind) {
    case WGD_ARG_LAYOUT:
        return wgd_parse_composed(text, len, &out->u.layout, diag);
    case WGD_ARG_TUPLE:
        return wgd_parse_tuple(text, len, &out->u.tuple, diag);
    case WGD_ARG_INT:
        return parse_int(text, len, &out->u.num, diag);
    case WGD_ARG_TILER:
        return wgd_parse_tiler(text, len, &out->u.tiler, diag);
    case WGD_ARG_SWIZZLE:
        return wgd_parse_swizzle(text, len, &out->u.sw, diag);
    case WGD_ARG_NONE:
    case WGD_ARG_ANY:
        break;
    }
    return wgd_fail(diag, WGD_ERR_USAGE, "args", "no operand is taken here", NULL, NULL, NULL);
}

void wgd_put_layout_result(wgd_text *t, const wgd_layout_result *r, wgd_format f)
{
    if (r->kind == WGD_ARG_INT) {
        wgd_put_i64(t, r->u.num);
    } else if (r->kind == WGD_ARG_TUPLE) {
        wgd_put_tuple(t, &r->u.tuple, f);
    } else {
        wgd_put_composed(t, &r->u.layout, f);
    }
}
