/* SPDX-License-Identifier: MIT
 *
 * The operations on linear maps and their table.
 */
#include "linear_ops.h"

#include "linear_arg.h"
#include "linear_picture.h"
#include "linear_print.h"
#include "picture/picture_out.h"

/* Indices that two functions are compared at one by one, where one of them is not linear. */
enum { COMPARED_MAX = 1 << 22, OFFSETS_MAX = 4096 };

typedef wgd_status linear_op(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag);

/* ---- a map, and the layout that it is ------------------------------------------------------- */

static void json_layout_of(buf *out, const wgd_composed *c, const wgd_linear *m)
{
    int64_t cosize;
    if (!c) {
        json_null(out, "result");
        return;
    }
    json_composed(out, "result", c);
    json_int(out, "size", INT64_C(1) << m->bits);
    (void)wgd_layout_cosize(&c->layout, &cosize); /* a map's values are below 2^63 */
    json_int(out, "cosize", cosize);
    if (INT64_C(1) << m->bits <= OFFSETS_MAX) {
        json_open(out, "offsets", '[');
        for (uint64_t i = 0; i < UINT64_C(1) << m->bits; i++) {
            json_int(out, NULL, (int64_t)wgd_linear_at(m, i));
        }
        json_close(out, ']');
    }
}

/* The bit matrix, cell by cell. */
static wgd_status draw_map(const request *rq, format form, answer *a, const wgd_linear *m,
                           const wgd_composed *c, wgd_diag *diag)
{
    draw_pic p;
    wgd_status st = linear_picture(&p, m, c, diag);
    if (st == WGD_OK) {
        st = picture_put(rq, form, a->out, &p, diag);
    }
    draw_pic_free(&p);
    return st;
}

/* c is NULL where CuTe cannot write the map; triton, where it is no tile of shared memory. */
static void text_map(buf *out, const wgd_linear *m, const wgd_composed *c,
                     const wgd_triton_layout *triton)
{
    if (c) {
        buf_composed(out, c, WGD_FMT_PLAIN);
    } else {
        buf_str(out, "no layout behind one swizzle: only the map itself");
    }
    buf_str(out, "\nbases   ");
    linear_put_bases(out, m);
    buf_str(out, "\nin C    ");
    linear_put_c(out, m);
    if (triton) {
        buf_str(out, "\nTriton  ");
        linear_put_triton(out, triton);
    }
    buf_str(out, "\n\n");
    linear_put_matrix(out, m);
}

static void json_map(const wgd_layout_op *op, answer *a, const wgd_linear *m, const wgd_composed *c,
                     const wgd_triton_layout *triton)
{
    buf *out = a->out;
    answer_begin(a, "layout", true);
    json_str(out, "op", op->name);
    json_layout_of(out, c, m);
    linear_json(out, m);
    if (triton) {
        json_open(out, "triton", '"');
        linear_put_triton(out, triton);
        json_close(out, '"');
    } else {
        json_null(out, "triton");
    }
    answer_end(a);
}

static wgd_status print_map(const wgd_layout_op *op, const request *rq, answer *a,
                            const wgd_linear *m, const wgd_composed *c,
                            const wgd_triton_layout *triton, wgd_diag *diag)
{
    format form;
    wgd_status st = picture_format(rq, &form, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (form == FORMAT_JSON) {
        json_map(op, a, m, c, triton);
    } else if (form == FORMAT_CUTE && c) {
        buf_composed(a->out, c, WGD_FMT_CUTE);
        buf_char(a->out, '\n');
    } else if (form == FORMAT_CUTE || (form == FORMAT_TEXT && !rq->v[OPTION_picture].given)) {
        text_map(a->out, m, c, triton);
    } else {
        st = draw_map(rq, form, a, m, c, diag);
    }
    return st;
}

/* Prints a map that has no layout yet, with the shape or none. */
static wgd_status print_found(const wgd_layout_op *op, const request *rq, answer *a,
                              const wgd_linear *m, const any_shape *shape, wgd_diag *diag)
{
    wgd_composed c;
    wgd_triton_layout t;
    const wgd_tuple profile =
        shape->rank == 1 ? wgd_tuple_int(shape->n[0]) : wgd_tuple_of(shape->n, shape->rank);
    int64_t size;
    const wgd_status st = wgd_tuple_product(&profile, &size);
    if (st != WGD_OK) {
        return wgd_fail(diag, st, "shape", "the shape has more elements than can be counted", NULL,
                        "2 to the number of bases", "");
    }
    if (shape->rank > 0 && size != INT64_C(1) << m->bits) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape",
                            "the shape has not as many elements as the map has indices", size,
                            "2 to the number of bases", "");
    }
    const bool has = wgd_linear_to_layout(m, shape->rank > 0 ? &profile : NULL, &c, NULL) == WGD_OK;
    const bool tile = has && wgd_triton_of_shared(&c, &t, NULL) == WGD_OK;
    return print_map(op, rq, a, m, has ? &c : NULL, tile ? &t : NULL, diag);
}

/* The shape of an attribute of Triton's that has none; any other layout has its own. */
static const char own_shape[] = "a shape beside an attribute of Triton's that has none";

static wgd_status op_linear(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag)
{
    any_shape shape;
    linear_arg l;
    wgd_triton_layout t;
    wgd_status st = linear_arg_shape(rq, 1, a, &shape, diag);
    if (st == WGD_OK) {
        st = linear_arg_map(rq, 0, &shape, a, &l, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (!l.bases) {
        st = any_layout_one_shape(&l.from, &shape, own_shape, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (l.bases || l.raw) {
        return print_found(op, rq, a, &l.map, &shape, diag);
    }
    const bool tile = wgd_triton_of_shared(&l.from.layout, &t, NULL) == WGD_OK;
    return print_map(op, rq, a, &l.map, &l.from.layout, tile ? &t : NULL, diag);
}

static wgd_status op_from_linear(const wgd_layout_op *op, const request *rq, answer *a,
                                 wgd_diag *diag)
{
    any_shape shape;
    linear_arg l;
    wgd_status st = linear_arg_shape(rq, 1, a, &shape, diag);
    if (st == WGD_OK) {
        st = linear_arg_map(rq, 0, &shape, a, &l, diag);
    }
    return st == WGD_OK ? print_found(op, rq, a, &l.map, &shape, diag) : st;
}

static wgd_status op_composition(const wgd_layout_op *op, const request *rq, answer *a,
                                 wgd_diag *diag)
{
    linear_arg l, r;
    wgd_linear m;
    const any_shape none = {0};
    wgd_status st = linear_arg_map(rq, 0, NULL, a, &l, diag);
    if (st == WGD_OK) {
        st = linear_arg_map(rq, 1, NULL, a, &r, diag);
    }
    if (st == WGD_OK) {
        st = wgd_linear_compose(&l.map, &r.map, &m, diag);
    }
    return st == WGD_OK ? print_found(op, rq, a, &m, &none, diag) : st;
}

static wgd_status op_inverse(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag)
{
    linear_arg l;
    wgd_linear m;
    any_shape shape;
    const any_shape none = {0};
    wgd_status st = linear_arg_shape(rq, 1, a, &shape, diag);
    if (st == WGD_OK) {
        st = linear_arg_map(rq, 0, &shape, a, &l, diag);
    }
    if (st == WGD_OK) {
        st = any_layout_one_shape(&l.from, &shape, own_shape, diag);
    }
    if (st == WGD_OK) {
        st = wgd_linear_inverse(&l.map, &m, diag);
    }
    return st == WGD_OK ? print_found(op, rq, a, &m, &none, diag) : st;
}

/* ---- the same function? --------------------------------------------------------------------- */

/* Two functions side by side: where they first differ, -1 where they do not, and what they are there. */
typedef struct comparison {
    int64_t size[2], at, value[2];
} comparison;

/* Where both are linear the first difference is at a power of two: below it they agree on every bit. */
static wgd_status compare(const linear_arg *l, const linear_arg *r, comparison *c, wgd_diag *diag)
{
    const bool linear = l->linear && r->linear;
    const int64_t size = c->size[0] < c->size[1] ? c->size[0] : c->size[1];
    c->at = -1;
    for (int64_t i = linear ? 1 : 0; i < size; i = linear ? 2 * i : i + 1) {
        wgd_status st = linear_arg_at(l, (uint64_t)i, &c->value[0], diag);
        if (st == WGD_OK) {
            st = linear_arg_at(r, (uint64_t)i, &c->value[1], diag);
        }
        if (st != WGD_OK) {
            return st;
        }
        if (c->value[0] != c->value[1]) {
            c->at = i;
            return WGD_OK;
        }
    }
    return WGD_OK;
}

static void print_same(const request *rq, answer *a, const comparison *c)
{
    const int64_t *size = c->size, at = c->at;
    const bool same = at < 0 && size[0] == size[1];
    buf *out = a->out;
    a->exit_status = same ? 0 : 1;
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "layout", true);
        json_str(out, "op", "same");
        json_bool(out, "result", same);
        json_open(out, "sizes", '[');
        json_int(out, NULL, size[0]);
        json_int(out, NULL, size[1]);
        json_close(out, ']');
        if (at >= 0) {
            json_open(out, "first_difference", '{');
            json_int(out, "index", at);
            json_int(out, "a", c->value[0]);
            json_int(out, "b", c->value[1]);
            json_close(out, '}');
        } else {
            json_null(out, "first_difference");
        }
        answer_end(a);
        return;
    }
    if (at >= 0) {
        buf_str(out, "different: index ");
        buf_i64(out, at);
        buf_str(out, " has ");
        buf_i64(out, c->value[0]);
        buf_str(out, " and ");
        buf_i64(out, c->value[1]);
    } else if (!same) {
        buf_str(out, "different: ");
        buf_i64(out, size[0]);
        buf_str(out, " and ");
        buf_i64(out, size[1]);
        buf_str(out, " indices, the same as far as both go");
    } else {
        buf_str(out, "the same function of ");
        buf_i64(out, size[0]);
        buf_str(out, size[0] == 1 ? " index" : " indices");
    }
    buf_char(out, '\n');
}

static wgd_status op_same(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag)
{
    (void)op;
    linear_arg arg[2];
    comparison c;
    for (int i = 0; i < 2; i++) {
        const wgd_status st = linear_arg_read(rq, i, NULL, a, &arg[i], diag);
        if (st != WGD_OK) {
            return st;
        }
        c.size[i] = linear_arg_size(&arg[i]);
    }
    const int64_t both = c.size[0] < c.size[1] ? c.size[0] : c.size[1];
    if (both > COMPARED_MAX && !(arg[0].linear && arg[1].linear)) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "args", "too many indices to compare one by one",
                            both, "at most 2^22 where a layout is not linear", "");
    }
    const wgd_status st = compare(&arg[0], &arg[1], &c, diag);
    if (st == WGD_OK) {
        print_same(rq, a, &c);
    }
    return st;
}

/* ---- Triton --------------------------------------------------------------------------------- */

typedef struct triton_arg {
    const any_shape *shape;
    any_layout l;
} triton_arg;

static wgd_status read_triton(const char *text, size_t len, void *to, wgd_diag *diag)
{
    triton_arg *t = to;
    const wgd_status st = any_layout_triton(text, len, t->shape, &t->l, diag);
    return st == WGD_OK ? any_layout_one_shape(&t->l, t->shape, own_shape, diag) : st;
}

static void json_shape(buf *out, const wgd_triton_layout *l)
{
    json_open(out, "shape", '[');
    for (int d = 0; d < l->rank; d++) {
        json_int(out, NULL, l->shape[d]);
    }
    json_close(out, ']');
}

static void print_triton(const wgd_layout_op *op, const request *rq, answer *a, const any_layout *l,
                         const wgd_composed *c)
{
    buf *out = a->out;
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "layout", true);
        json_str(out, "op", op->name);
        if (c) {
            json_composed(out, "result", c);
        } else {
            json_null(out, "result");
        }
        json_open(out, "attribute", '"');
        linear_put_attr(out, &l->type.attr);
        json_close(out, '"');
        json_shape(out, &l->made);
        linear_json_triton_bases(out, &l->made);
        json_open(out, "triton", '"');
        linear_put_triton(out, &l->made);
        json_close(out, '"');
        answer_end(a);
        return;
    }
    if (rq->format == FORMAT_CUTE && c) {
        buf_composed(out, c, WGD_FMT_CUTE);
        buf_char(out, '\n');
        return;
    }
    linear_put_attr(out, &l->type.attr);
    buf_char(out, '\n');
    linear_put_triton_bases(out, &l->made);
    buf_str(out, "linear   ");
    linear_put_triton(out, &l->made);
    buf_str(out, "\nCuTe     ");
    if (c) {
        static const char *const what[] = {"(thread, value) -> row + rows * column",
                                           "(row, column) -> offset in elements",
                                           "(lane, column) -> row + rows * column"};
        buf_composed(out, c, WGD_FMT_PLAIN);
        buf_str(out, "   ");
        buf_str(out, what[l->made.space]);
    } else {
        buf_str(out, "no layout behind one swizzle");
    }
    buf_char(out, '\n');
}

static wgd_status op_triton(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag)
{
    any_shape shape;
    triton_arg t = {&shape, {0}};
    wgd_status st = linear_arg_shape(rq, 1, a, &shape, diag);
    if (st == WGD_OK) {
        st = linear_arg_text(rq, 0, a, read_triton, &t, diag);
    }
    if (st == WGD_OK) {
        const bool has = wgd_triton_to_composed(&t.l.made, &t.l.layout, NULL) == WGD_OK;
        print_triton(op, rq, a, &t.l, has ? &t.l.layout : NULL);
    }
    return st;
}

static wgd_status read_composed(const char *text, size_t len, void *to, wgd_diag *diag)
{
    return wgd_parse_composed(text, len, to, diag);
}

static wgd_status op_to_triton(const wgd_layout_op *op, const request *rq, answer *a,
                               wgd_diag *diag)
{
    any_shape shape;
    wgd_composed c;
    wgd_triton_layout t;
    wgd_status st = linear_arg_shape(rq, 1, a, &shape, diag);
    if (st == WGD_OK) {
        st = linear_arg_text(rq, 0, a, read_composed, &c, diag);
    }
    if (st == WGD_OK) {
        st = shape.rank == 0 ? wgd_triton_of_shared(&c, &t, diag)
                             : wgd_triton_of_threads(&c, shape.n, shape.rank, &t, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    buf *out = a->out;
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "layout", true);
        json_str(out, "op", op->name);
        json_open(out, "result", '"');
        linear_put_triton(out, &t);
        json_close(out, '"');
        json_shape(out, &t);
        linear_json_triton_bases(out, &t);
        answer_end(a);
    } else {
        linear_put_triton(out, &t);
        buf_char(out, '\n');
    }
    return WGD_OK;
}

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct op_row {
    wgd_layout_op op;
    linear_op *run;
} op_row;

/* clang-format off */
#define ARG(name) {WGD_ARG_ANY, name}
#define NONE      {WGD_ARG_NONE, ""}
static const op_row rows[] = {
    {{"linear", "the matrix over GF(2) of a layout: the offsets of the indices 1, 2, 4, ...", 1, 2,
      {ARG("layout"), ARG("shape"), NONE, NONE}}, op_linear},
    {{"from_linear", "the layout of a map, given by its bases [1,2,4,...], with its swizzle", 1, 2,
      {ARG("bases"), ARG("shape"), NONE, NONE}}, op_from_linear},
    {{"linear_composition", "one linear layout after another: a(b(i))", 2, 2,
      {ARG("a"), ARG("b"), NONE, NONE}}, op_composition},
    {{"linear_inverse", "from offsets back to indices", 1, 2,
      {ARG("layout"), ARG("shape"), NONE, NONE}}, op_inverse},
    {{"same", "are two layouts the same function, whoever wrote them?", 2, 2,
      {ARG("a"), ARG("b"), NONE, NONE}}, op_same},
    {{"triton", "the bases of an attribute of Triton's IR for a shape", 1, 2,
      {ARG("attribute"), ARG("shape"), NONE, NONE}}, op_triton},
    {{"to_triton", "a layout (row, column) -> offset as #ttg.shared_linear; with the shape of a "
      "tensor, a layout (thread, value) -> index as #ttg.linear", 1, 2,
      {ARG("layout"), ARG("shape"), NONE, NONE}}, op_to_triton},
};
/* clang-format on */

int linear_op_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

const wgd_layout_op *linear_op_at(int i)
{
    return &rows[i].op;
}

bool linear_op_draws(const wgd_layout_op *op)
{
    const op_row *row = (const op_row *)(const void *)op; /* op is the row's first member */
    return row->run == op_linear || row->run == op_from_linear || row->run == op_composition ||
           row->run == op_inverse;
}

const wgd_layout_op *linear_op_find(const char *name, size_t len)
{
    for (int i = 0; i < linear_op_count(); i++) {
        if (strlen(rows[i].op.name) == len && memcmp(rows[i].op.name, name, len) == 0) {
            return &rows[i].op;
        }
    }
    return NULL;
}

wgd_status linear_op_answer(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag)
{
    const op_row *row = (const op_row *)(const void *)op; /* op is the row's first member */
    return row->run(op, rq, a, diag);
}
