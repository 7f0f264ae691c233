/* SPDX-License-Identifier: MIT
 *
 * The layout algebra by its laws: the bytes choose two small layouts and an operation; what comes out is
 * evaluated index by index and must be what the operation promises of the functions that went in. Offsets
 * are counted here from shapes and strides, not asked of the library.
 */
#include <string.h>

#include "source.h"
#include "wgd_layout_op.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_MAX = 512, OFFSETS_MAX = 1 << 15, LOOKED_AT = 512 };

/* ---- layouts ------------------------------------------------------------------------------------- */

static void some_shape(source *s, wgd_text *shape, wgd_text *stride, int depth)
{
    static const int sizes[] = {1, 2, 4, 8, 3, 2, 4, 16, 6, 5, 2, 32, 64, 12};
    static const int strides[] = {1, 2, 4, 8, 16, 0, 3, 32, 64, 6, 128, 12, 24, 1};
    const int modes = depth < 2 ? pick(s, 4) : 0;
    if (modes == 0) {
        wgd_put_i64(shape, ONE_OF(s, sizes));
        wgd_put_i64(stride, ONE_OF(s, strides));
        return;
    }
    for (int i = 0; i < modes; i++) {
        wgd_put_char(shape, i == 0 ? '(' : ',');
        wgd_put_char(stride, i == 0 ? '(' : ',');
        some_shape(s, shape, stride, depth + 1);
    }
    wgd_put_char(shape, ')');
    wgd_put_char(stride, ')');
}

static void some_layout(source *s, char *text)
{
    char strides[TEXT_MAX];
    wgd_text shape = wgd_text_into(text, TEXT_MAX), stride = wgd_text_into(strides, TEXT_MAX);
    some_shape(s, &shape, &stride, 0);
    wgd_text_end(&stride);
    wgd_put_char(&shape, ':');
    wgd_put_str(&shape, strides);
    must(wgd_text_end(&shape) < TEXT_MAX);
}

/* The offset at linear index i, from the integers of shape and stride in their order; beyond the size
 * the last one goes on. */
static int64_t at(const wgd_layout *l, int64_t i)
{
    int64_t offset = 0;
    for (int k = 0; k < l->shape.n_leaves; k++) {
        const int64_t n = l->shape.leaf[k];
        const bool last = k + 1 == l->shape.n_leaves;
        offset += (last ? i : i % n) * l->stride[k];
        i = last ? 0 : i / n;
    }
    return offset;
}

static int64_t size_of(const wgd_layout *l)
{
    int64_t n = 1;
    for (int k = 0; k < l->shape.n_leaves; k++) {
        n *= l->shape.leaf[k];
    }
    return n;
}

/* ---- laws ------------------------------------------------------------------------------------------ */

static uint8_t times[OFFSETS_MAX];

/* How often each offset is met; false where there are too many. */
static bool count(const wgd_layout *l, int add)
{
    const int64_t n = size_of(l);
    if (n > OFFSETS_MAX / 8) {
        return false;
    }
    for (int64_t i = 0; i < n; i++) {
        const int64_t o = at(l, i);
        if (o < 0 || o >= OFFSETS_MAX || times[o] > 250) {
            return false;
        }
        times[o] = (uint8_t)(times[o] + add);
    }
    return true;
}

static bool injective(const wgd_layout *l)
{
    memset(times, 0, sizeof times);
    bool once = count(l, 1);
    for (int o = 0; once && o < OFFSETS_MAX; o++) {
        once = times[o] < 2;
    }
    return once;
}

static int64_t fewer(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void same_function(const wgd_layout *a, const wgd_layout *r)
{
    must(size_of(a) == size_of(r));
    for (int64_t i = 0; i < fewer(size_of(a), LOOKED_AT); i++) {
        must(at(a, i) == at(r, i));
    }
}

/* Does a step of d elements stay on the modes of the layout? Where it does not, CuTe rounds up (ceil_div)
 * and the composition is of no functions. */
static bool evenly(const wgd_layout *a, int64_t d)
{
    for (int k = 0; k + 1 < a->shape.n_leaves && d > 0; k++) {
        const int64_t n = a->shape.leaf[k];
        if (d >= n ? d % n != 0 : n % d != 0) {
            return false;
        }
        d = d >= n ? d / n : 1;
    }
    return true;
}

/* Along each integer of the tiler; what several of them add up to may carry from one mode of the layout to
 * the next, and then CuTe's composition, by its definition mode by mode, is not that of the functions. Nor
 * is it beyond the layout's size, where modes of 1 count for nothing. */
static void composed(const wgd_layout *a, const wgd_layout *b, const wgd_layout *r)
{
    must(size_of(b) == size_of(r));
    int64_t step = 1;
    for (int k = 0; k < b->shape.n_leaves; step *= b->shape.leaf[k++]) {
        for (int64_t j = 0; evenly(a, b->stride[k]) && j < b->shape.leaf[k]; j++) {
            const int64_t i = at(b, j * step);
            must(i >= size_of(a) || at(r, j * step) == at(a, i));
        }
    }
}

static void right_inverse(const wgd_layout *a, const wgd_layout *r)
{
    for (int64_t i = 0; i < fewer(size_of(r), LOOKED_AT); i++) {
        must(at(r, i) < size_of(a) && at(a, at(r, i)) == i);
    }
}

static void left_inverse(const wgd_layout *a, const wgd_layout *r)
{
    for (int64_t i = 0; injective(a) && i < fewer(size_of(a), LOOKED_AT); i++) {
        must(at(r, at(a, i)) == i);
    }
}

/* Do the integers of a tiler, from the least stride on, each begin where the one before may end, and all of
 * them end where n does? */
static bool tiles(const wgd_layout *b, int64_t n)
{
    int64_t end = 1;
    for (int64_t left = size_of(b); left > 1;) {
        int64_t least = INT64_MAX, shape = 1;
        for (int k = 0; k < b->shape.n_leaves; k++) {
            if (b->shape.leaf[k] > 1 && b->stride[k] >= end && b->stride[k] < least) {
                least = b->stride[k];
                shape = b->shape.leaf[k];
            }
        }
        if (shape == 1 || least % end != 0) {
            return false;
        }
        end = least * shape;
        left /= shape;
    }
    return n % end == 0;
}

/* Every offset of a, as often, in another order. Of a layout of one mode alone: with several, steps that are
 * not even (above) come in. */
static void divided(const wgd_layout *a, const wgd_layout *b, const wgd_layout *r)
{
    if (a->shape.n_leaves != 1 || !tiles(b, size_of(a)) || !injective(b)) {
        return;
    }
    must(size_of(a) == size_of(r));
    memset(times, 0, sizeof times);
    if (!count(a, 1) || !count(r, -1)) {
        return;
    }
    for (int o = 0; o < OFFSETS_MAX; o++) {
        must(times[o] == 0);
    }
}

/* The layout and what fills its gaps meet no offset twice, and r is in order. */
static void complement(const wgd_layout *a, const wgd_layout *r)
{
    const int64_t n = size_of(a), m = size_of(r);
    if (!injective(a) || n * m > OFFSETS_MAX / 8) {
        return;
    }
    memset(times, 0, sizeof times);
    for (int64_t j = 0; j < m; j++) {
        must(j == 0 || at(r, j) > at(r, j - 1));
        for (int64_t i = 0; i < n; i++) {
            const int64_t o = at(a, i) + at(r, j);
            must(o < 0 || o >= OFFSETS_MAX || times[o]++ == 0);
        }
    }
}

static bool contiguous(const wgd_layout *l)
{
    if (!injective(l)) {
        return false;
    }
    const int64_t n = size_of(l);
    for (int64_t o = 0; o < n; o++) {
        if (times[o] != 1) {
            return false;
        }
    }
    return true;
}

/* Nothing is met twice where it was not before: the block repeated side by side. A block with gaps is left
 * out, whose repeats go between them by a composition, evenly or not. */
static void multiplied(const wgd_layout *a, const wgd_layout *b, const wgd_layout *r)
{
    must(size_of(r) == size_of(a) * size_of(b));
    if (contiguous(a) && injective(b) && size_of(r) <= OFFSETS_MAX / 8) {
        memset(times, 0, sizeof times);
        for (int64_t i = 0; i < size_of(r); i++) {
            const int64_t o = at(r, i);
            must(o < 0 || o >= OFFSETS_MAX || times[o]++ == 0);
        }
    }
}

/* ---- asking ---------------------------------------------------------------------------------------- */

static const char *const names[] = {
    "coalesce",      "flatten",        "composition",     "right_inverse",
    "left_inverse",  "logical_divide", "zipped_divide",   "tiled_divide",
    "flat_divide",   "complement",     "logical_product", "zipped_product",
    "tiled_product", "flat_product",   "blocked_product", "raked_product"};

static void law(int op, const wgd_layout *a, const wgd_layout *b, const wgd_layout *r)
{
    switch (op) {
    case 0:
    case 1:
        same_function(a, r);
        break;
    case 2:
        composed(a, b, r);
        break;
    case 3:
        right_inverse(a, r);
        break;
    case 4:
        left_inverse(a, r);
        break;
    case 9:
        complement(a, r);
        break;
    default:
        if (op < 9) {
            divided(a, b, r);
        } else {
            multiplied(a, b, r);
        }
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static wgd_layout_arg arg[WGD_LAYOUT_OP_ARGS];
    static wgd_layout_result r;
    char text[2][TEXT_MAX];
    wgd_composed c[2];
    wgd_diag diag;
    source s = {data, size, 0};
    const int i = pick(&s, (int)(sizeof names / sizeof names[0]));
    const wgd_layout_op *op = wgd_layout_op_find(names[i], strlen(names[i]));
    must(op != NULL);
    for (int k = 0; k < 2; k++) {
        some_layout(&s, text[k]);
        if (wgd_parse_composed(text[k], strlen(text[k]), &c[k], &diag) != WGD_OK) {
            return 0; /* more modes than a layout holds */
        }
        for (int64_t j = 0; j < fewer(size_of(&c[k].layout), 64); j++) {
            must(wgd_layout_at(&c[k].layout, j) == at(&c[k].layout, j));
        }
    }
    for (int k = 0; k < op->min_args; k++) {
        must(wgd_layout_arg_parse(op->arg[k].kind, text[k], strlen(text[k]), &arg[k], &diag) ==
             WGD_OK);
    }
    if (wgd_layout_op_run(op, arg, op->min_args, &r, &diag) == WGD_OK) {
        law(i, &c[0].layout, &c[1].layout, &r.u.layout.layout);
    }
    return 0;
}
