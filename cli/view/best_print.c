/* SPDX-License-Identifier: MIT
 *
 * The best arrangement of a tile: its layout, its index as code, and the proof.
 */
#include "best_print.h"

#include "linear/linear_print.h"

enum { TEXT = 512 }; /* room for the layout or the name of an arrangement */

/* ---- one arrangement ------------------------------------------------------------------------ */

static int columns(const wgd_best_query *q)
{
    return q->tile.row_bytes * 8 / q->tile.elem_bits;
}

/* (row, column) -> offset, from row * columns + column -> offset. */
static wgd_linear by_coordinates(const wgd_best_query *q, const wgd_linear *m)
{
    const int cols = wgd_log2(columns(q)), rows = m->bits - cols;
    wgd_linear r;
    r.bits = m->bits;
    for (int k = 0; k < m->bits; k++) {
        r.basis[k] = m->basis[k < rows ? cols + k : k - rows];
    }
    return r;
}

static bool cute_of(const wgd_best_query *q, const wgd_best_candidate *c, char *text, size_t cap)
{
    wgd_text t = wgd_text_into(text, cap);
    if (c->map.bits == 0) {
        const bool has = wgd_put_arrangement_cute(&t, &c->arrangement);
        wgd_text_end(&t);
        return has;
    }
    const wgd_linear m = by_coordinates(q, &c->map);
    const int64_t sizes[] = {q->tile.rows, columns(q)};
    const wgd_tuple shape = wgd_tuple_of(sizes, 2);
    wgd_composed l;
    if (wgd_linear_to_layout(&m, &shape, &l, NULL) != WGD_OK) {
        return false;
    }
    wgd_put_composed(&t, &l, WGD_FMT_PLAIN);
    wgd_text_end(&t);
    return true;
}

static void name_of(wgd_best_family f, const wgd_best_candidate *c, char *text, size_t cap)
{
    wgd_text t = wgd_text_into(text, cap);
    if (f == WGD_BEST_MODE) {
        wgd_put_i64(&t, c->swizzle_bytes);
        wgd_put_str(&t, "B");
    } else if (f == WGD_BEST_LINEAR || f == WGD_BEST_PLAIN) {
        wgd_put_str(&t, wgd_best_family_name(f));
    } else {
        wgd_put_arrangement(&t, &c->arrangement);
    }
    wgd_text_end(&t);
    if (f == WGD_BEST_MODE && c->swizzle_bytes == 0) {
        t = wgd_text_into(text, cap);
        wgd_put_str(&t, "none");
        wgd_text_end(&t);
    }
}

/* A line of C: "i ^ ((i >> 3) & 0x38)", with i = row * columns + col. */
static void put_offset(buf *out, const wgd_best_query *q, const wgd_best_candidate *c)
{
    const wgd_arrangement *a = &c->arrangement;
    const int across = a->row_bytes / 16, chunk = 16 * 8 / a->elem_bits;
    if (c->map.bits) {
        linear_put_c(out, &c->map);
    } else if (a->kind == WGD_ARRANGE_PADDED) {
        buf_str(out, "i + row * ");
        buf_i64(out, a->pad_bytes * 8 / a->elem_bits);
    } else if (a->kind == WGD_ARRANGE_PERMUTED) {
        buf_str(out, "row * ");
        buf_i64(out, columns(q));
        buf_str(out, " + (col / ");
        buf_i64(out, chunk);
        buf_str(out, " + row % 8 / ");
        buf_i64(out, across < 8 ? 8 / across : 1);
        buf_str(out, ") % ");
        buf_i64(out, across);
        buf_str(out, " * ");
        buf_i64(out, chunk);
        buf_str(out, " + col % ");
        buf_i64(out, chunk);
    } else if (a->kind == WGD_ARRANGE_SWIZZLED) {
        buf_str(out, "i ^ ((i >> ");
        buf_i64(out, a->sw.s);
        buf_str(out, ") & ");
        const int low = a->sw.m - wgd_log2(a->elem_bits / 8);
        buf_addr(out, ((UINT64_C(1) << a->sw.b) - 1) << low);
        buf_char(out, ')');
    } else {
        buf_char(out, 'i');
    }
}

/* The line breaks as they are, or as JSON writes them. */
static void put_code(buf *out, const wgd_best_query *q, const wgd_best_candidate *c, const char *nl)
{
    const bool needs_i = c->arrangement.kind != WGD_ARRANGE_PERMUTED; /* which has no map */
    buf_str(out, "/* The offset of element (row, col), in elements. */");
    buf_str(out, nl);
    buf_str(out, "static inline unsigned tile_offset(unsigned row, unsigned col)");
    buf_str(out, nl);
    buf_char(out, '{');
    buf_str(out, nl);
    if (needs_i) {
        buf_str(out, "    const unsigned i = row * ");
        buf_i64(out, columns(q));
        buf_str(out, " + col;");
        buf_str(out, nl);
    }
    buf_str(out, "    return ");
    put_offset(out, q, c);
    buf_char(out, ';');
    buf_str(out, nl);
    buf_char(out, '}');
    buf_str(out, nl);
}

/* What each proof is called, and what it says. */
static const struct {
    const char *name, *text;
} proofs[] = {
    [WGD_BEST_MEETS_BOUND] = {"bound", "each access takes its lower bound: no arrangement takes "
                                       "fewer"},
    [WGD_BEST_OF_LINEAR] = {"linear", "no linear map takes fewer: all were searched"},
    [WGD_BEST_OF_MODES] = {"modes", "each mode of wgmma was counted: none takes fewer"},
    [WGD_BEST_OF_TRIED] = {"tried", "not proved: the best of those that were tried"},
};

/* ---- text ----------------------------------------------------------------------------------- */

static void put_use(buf *out, const wgd_bank_use *u)
{
    buf_str(out, wgd_access_name(u->access));
    buf_char(out, ':');
    buf_str(out, wgd_bank_order_name(u->order));
}

static void text_uses(buf *out, const wgd_best_query *q, const wgd_best *b)
{
    buf_str(out, "access                weight  plain   best  lower bound   (wavefronts)\n");
    for (int u = 0; u < q->n_uses; u++) {
        buf use = {0};
        put_use(&use, &q->use[u]);
        buf_char(&use, '\0');
        buf_left(out, use.failed ? "" : use.data, 22);
        out->failed |= use.failed;
        buf_free(&use);
        buf_right_i64(out, q->weight[u], 6);
        if (b->family[WGD_BEST_PLAIN].tried) {
            buf_right_i64(out, b->family[WGD_BEST_PLAIN].wavefronts[u], 7);
        } else {
            buf_str(out, "      -");
        }
        buf_right_i64(out, b->family[b->best].wavefronts[u], 7);
        buf_right_i64(out, b->bound[u], 13);
        buf_char(out, '\n');
    }
}

static void text_families(buf *out, const wgd_best_query *q, const wgd_best *b)
{
    buf_str(out, "\nthe best of each family         cost  extra bytes  layout\n");
    for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
        const wgd_best_candidate *c = &b->family[f];
        char text[TEXT];
        if (!c->tried) {
            continue;
        }
        name_of((wgd_best_family)f, c, text, sizeof text);
        buf_str(out, f == (int)b->best ? "* " : "  ");
        buf_left(out, wgd_best_family_name((wgd_best_family)f), 9);
        buf_left(out, text, 19);
        buf_right_i64(out, c->cost, 6);
        buf_right_i64(out, c->extra_bytes, 13);
        buf_str(out, "  ");
        buf_str(out, cute_of(q, c, text, sizeof text) ? text : "-");
        buf_char(out, '\n');
    }
}

void best_print_text(buf *out, const wgd_best_query *q, const wgd_best *b)
{
    const wgd_best_candidate *c = &b->family[b->best];
    char text[TEXT];
    buf_str(out, "tile ");
    buf_i64(out, q->tile.rows);
    buf_char(out, 'x');
    buf_i64(out, columns(q));
    buf_str(out, " of ");
    buf_i64(out, q->tile.elem_bits);
    buf_str(out, " bits, vectors of ");
    buf_i64(out, b->vector_bytes);
    buf_str(out, " bytes kept whole\n\n");
    text_uses(out, q, b);
    name_of(b->best, c, text, sizeof text);
    buf_str(out, "\nbest: ");
    buf_str(out, text);
    if (cute_of(q, c, text, sizeof text)) {
        buf_str(out, "   ");
        buf_str(out, text);
    }
    buf_str(out, "\nproof: ");
    buf_str(out, proofs[b->proof].text);
    if (b->why) {
        buf_str(out, "\nlinear maps were not searched: ");
        buf_str(out, b->why);
    }
    buf_char(out, '\n');
    text_families(out, q, b);
    buf_char(out, '\n');
    put_code(out, q, c, "\n");
}

wgd_status best_print_cute(buf *out, const wgd_best_query *q, const wgd_best_candidate *c,
                           wgd_diag *diag)
{
    char text[TEXT];
    if (!cute_of(q, c, text, sizeof text)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "format",
                        "the best arrangement is a map of bits that CuTe has no layout for", "cute",
                        "text or json", "they also have the best swizzle, as CuTe writes it");
    }
    buf_str(out, text);
    buf_char(out, '\n');
    return WGD_OK;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_cute(buf *out, const wgd_best_query *q, const wgd_best_candidate *c)
{
    char text[TEXT];
    if (cute_of(q, c, text, sizeof text)) {
        json_str(out, "layout", text);
    } else {
        json_null(out, "layout");
    }
}

static void json_candidate(buf *out, const wgd_best_query *q, const wgd_best *b, int f)
{
    const wgd_best_candidate *c = &b->family[f];
    char name[TEXT];
    name_of((wgd_best_family)f, c, name, sizeof name);
    json_str(out, "family", wgd_best_family_name((wgd_best_family)f));
    json_str(out, "name", name);
    json_cute(out, q, c);
    json_int(out, "cost", c->cost);
    json_int(out, "extra_bytes", c->extra_bytes);
    json_open(out, "wavefronts", '[');
    for (int u = 0; u < q->n_uses; u++) {
        json_int(out, NULL, c->wavefronts[u]);
    }
    json_close(out, ']');
    json_open(out, "c", '"');
    put_offset(out, q, c);
    json_close(out, '"');
    if (c->map.bits) {
        json_open(out, "bases", '[');
        for (int k = 0; k < c->map.bits; k++) {
            json_int(out, NULL, (int64_t)c->map.basis[k]);
        }
        json_close(out, ']');
        json_int(out, "terms", wgd_linear_terms(&c->map));
    } else {
        json_null(out, "bases");
        json_null(out, "terms");
    }
}

static void json_uses(buf *out, const wgd_best_query *q, const wgd_best *b)
{
    json_open(out, "uses", '[');
    for (int u = 0; u < q->n_uses; u++) {
        json_open(out, NULL, '{');
        json_str(out, "access", wgd_access_name(q->use[u].access));
        json_str(out, "order", wgd_bank_order_name(q->use[u].order));
        json_int(out, "weight", q->weight[u]);
        json_int(out, "wavefronts", b->family[b->best].wavefronts[u]);
        json_int(out, "bound", b->bound[u]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void best_json_members(buf *out, const wgd_best_query *q, const wgd_best *b)
{
    json_open(out, "shape", '[');
    json_int(out, NULL, q->tile.rows);
    json_int(out, NULL, columns(q));
    json_close(out, ']');
    json_int(out, "bits", q->tile.elem_bits);
    json_int(out, "vector_bytes", b->vector_bytes);
    json_uses(out, q, b);
    json_int(out, "bound", b->bound_cost);
    json_candidate(out, q, b, (int)b->best);
    json_open(out, "proof", '{');
    json_str(out, "by", proofs[b->proof].name);
    json_str(out, "text", proofs[b->proof].text);
    json_bool(out, "searched", b->searched);
    json_int(out, "nodes", b->nodes);
    if (b->why) {
        json_str(out, "why_not", b->why);
    } else {
        json_null(out, "why_not");
    }
    json_close(out, '}');
    json_open(out, "code", '"');
    put_code(out, q, &b->family[b->best], "\\n");
    json_close(out, '"');
    json_open(out, "families", '[');
    for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
        if (b->family[f].tried) {
            json_open(out, NULL, '{');
            json_candidate(out, q, b, f);
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

void best_print_json(answer *a, const wgd_best_query *q, const wgd_best *b)
{
    answer_begin(a, "swizzle", true);
    best_json_members(a->out, q, b);
    answer_end(a);
}
