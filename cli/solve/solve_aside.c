/* SPDX-License-Identifier: MIT
 *
 * solve: what is said beside the answer: two readings of a swizzle, the other tiles of a pasted layout,
 * elements that share bytes.
 */
#include "solve_aside.h"

#include "io/io.h"

static void copy_text(char *to, size_t cap, const char *text)
{
    wgd_text t = wgd_text_into(to, cap);
    wgd_put_str(&t, text);
    wgd_text_end(&t);
}

wgd_status solve_both_readings(wgd_solve_query *q, wgd_solve *s, solve_aside *x, wgd_diag *diag)
{
    wgd_solve_query bytes;
    wgd_solve other;
    wgd_diag why;
    x->readings = x->bytes = false;
    const wgd_status st = wgd_solve_layout(q, s, diag);
    if ((st != WGD_OK && st != WGD_ERR_NO_DESC) || !place_as_bytes(q, &bytes)) {
        return st;
    }
    const wgd_status st2 = wgd_solve_layout(&bytes, &other, &why);
    x->element_solved = st == WGD_OK;
    x->byte_solved = st2 == WGD_OK;
    x->readings = !x->element_solved || x->byte_solved;
    x->element_layout = q->layout;
    x->byte_layout = bytes.layout;
    x->element_word = x->element_solved ? wgd_desc_encode(s->solution[0].desc) : 0;
    x->byte_word = x->byte_solved ? wgd_desc_encode(other.solution[0].desc) : 0;
    copy_text(x->element_text, sizeof x->element_text, x->element_solved ? "" : s->refusal.text);
    copy_text(x->byte_text, sizeof x->byte_text,
              x->byte_solved           ? ""
              : st2 == WGD_ERR_NO_DESC ? other.refusal.text
                                       : why.what);
    if (!x->element_solved && x->byte_solved) {
        x->bytes = true;
        *q = bytes;
        *s = other;
        return WGD_OK;
    }
    return st;
}

static void put_reading(buf *out, const char *what, const wgd_composed *c, bool solved,
                        uint64_t word, const char *why)
{
    buf_str(out, "  ");
    buf_str(out, what);
    buf_str(out, "\n    ");
    buf_composed(out, c, WGD_FMT_PLAIN);
    buf_str(out, "\n    ");
    if (solved) {
        buf_str(out, "descriptor ");
        buf_word(out, word);
        buf_str(out, ", proved\n");
    } else {
        buf_str(out, "no descriptor: ");
        buf_str(out, why);
        buf_char(out, '\n');
    }
}

void solve_put_readings(buf *out, const solve_aside *x)
{
    if (x->readings) {
        buf_str(out, "\nthe swizzle can be read in two ways:\n");
        put_reading(out, "of element offsets, as CuTe's algebra has it", &x->element_layout,
                    x->element_solved, x->element_word, x->element_text);
        put_reading(out, "of byte addresses, as kernels of the CuTe DSL mean it", &x->byte_layout,
                    x->byte_solved, x->byte_word, x->byte_text);
        buf_str(out, x->bytes ? "the answer above is that of byte addresses\n" : "");
    }
}

static void json_reading(buf *out, const char *of, const wgd_composed *c, bool solved,
                         uint64_t word, const char *why)
{
    json_open(out, NULL, '{');
    json_str(out, "swizzles", of);
    json_composed(out, "layout", c);
    if (solved) {
        json_word(out, "descriptor", word);
        json_null(out, "text");
    } else {
        json_null(out, "descriptor");
        json_str(out, "text", why);
    }
    json_close(out, '}');
}

void solve_json_readings(buf *out, const solve_aside *x)
{
    if (x->readings) {
        json_open(out, "readings", '[');
        json_reading(out, "elements", &x->element_layout, x->element_solved, x->element_word,
                     x->element_text);
        json_reading(out, "bytes", &x->byte_layout, x->byte_solved, x->byte_word, x->byte_text);
        json_close(out, ']');
    }
}

/* Copies of the tile that are listed. */
enum { COPIES_SHOWN = 64 };

/* The word of copy i, from solving it; false when it has none. */
static bool copy_word(const wgd_solve_query *q, const pasted_layout *p, int64_t i, int64_t *start,
                      uint64_t *word)
{
    const wgd_solve_query c = place_copy(q, p, i);
    wgd_solve s;
    wgd_diag none;
    *start = q->start + pasted_layout_copy(p, i) * wgd_dtype_bits(q->dtype) / 8;
    const bool solved = wgd_solve_layout(&c, &s, &none) == WGD_OK;
    *word = solved ? wgd_desc_encode(s.solution[0].desc) : 0;
    return solved;
}

void solve_put_copies(buf *out, const wgd_solve_query *q, const pasted_layout *p)
{
    if (p->copies < 2) {
        return;
    }
    buf_str(out, "\nthe layout holds ");
    buf_i64(out, p->copies);
    buf_str(out, " tiles or stages, and the answer is for the first; the others, each proved:\n");
    for (int64_t i = 1; i < p->copies && i < COPIES_SHOWN; i++) {
        int64_t start;
        uint64_t word;
        const bool solved = copy_word(q, p, i, &start, &word);
        buf_right_i64(out, i, 4);
        buf_str(out, "  start ");
        buf_hex(out, (uint64_t)start, 5);
        buf_str(out, solved ? "  " : "  no descriptor");
        if (solved) {
            buf_word(out, word);
        }
        buf_char(out, '\n');
    }
    buf_str(out, p->copies > COPIES_SHOWN ? "  ...\n" : "");
}

void solve_json_copies(buf *out, const wgd_solve_query *q, const pasted_layout *p)
{
    if (p->copies < 2) {
        return;
    }
    json_int(out, "copies", p->copies);
    json_open(out, "others", '[');
    for (int64_t i = 1; i < p->copies && i < COPIES_SHOWN; i++) {
        int64_t start;
        uint64_t word;
        const bool solved = copy_word(q, p, i, &start, &word);
        json_open(out, NULL, '{');
        json_int(out, "index", i);
        json_int(out, "start", start);
        if (solved) {
            json_word(out, "descriptor", word);
        } else {
            json_null(out, "descriptor");
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* ---- elements that share a place -------------------------------------------------------------- */

void solve_put_alias(buf *out, const wgd_place *p)
{
    wgd_alias at;
    if (!wgd_place_alias(p, &at)) {
        return;
    }
    buf_str(out, "warning: elements share bytes: ");
    for (int i = 0; i < 2; i++) {
        buf_char(out, '(');
        buf_i64(out, at.mn[i]);
        buf_char(out, ',');
        buf_i64(out, at.k[i]);
        buf_str(out, i == 0 ? ") and " : ")");
    }
    buf_str(out, " are one\n  right to read, as a broadcast; --written refuses it\n");
}

void solve_json_alias(buf *out, const wgd_place *p)
{
    wgd_alias at;
    if (!wgd_place_alias(p, &at)) {
        json_null(out, "alias");
        return;
    }
    json_open(out, "alias", '[');
    for (int i = 0; i < 2; i++) {
        json_open(out, NULL, '[');
        json_int(out, NULL, at.mn[i]);
        json_int(out, NULL, at.k[i]);
        json_close(out, ']');
    }
    json_close(out, ']');
}

wgd_status solve_check_written(const request *rq, const wgd_solve_query *q, wgd_diag *diag)
{
    wgd_place p;
    wgd_alias at;
    if (!rq->v[OPTION_written].given ||
        wgd_place_make(&q->layout, q->dtype, q->start, &p, NULL) != WGD_OK || /* solve refuses it */
        !wgd_place_alias(&p, &at)) {
        return WGD_OK;
    }
    char got[96];
    wgd_text t = wgd_text_into(got, sizeof got);
    for (int i = 0; i < 2; i++) {
        wgd_put_str(&t, i == 0 ? "(" : " and (");
        wgd_put_i64(&t, at.mn[i]);
        wgd_put_char(&t, ',');
        wgd_put_i64(&t, at.k[i]);
        wgd_put_char(&t, ')');
    }
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "elements share bytes, and are to be written",
                    got, "bytes of its own for each element",
                    "a stride of 0, or one smaller than what lies below it, does this");
}
