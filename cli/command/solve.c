/* SPDX-License-Identifier: MIT
 *
 * solve: any layout to its descriptors, or why there is none and what would work.
 */
#include <string.h>

#include "answer/answer.h"
#include "io/io.h"
#include "request/request.h"
#include "view/desc_print.h"
#include "view/found_view.h"
#include "query/place_args.h"

/* The names of the fields by WGD_READS bit, as in WGD_FIELDS. */
static void json_free_fields(buf *out, const wgd_solution *sol)
{
    json_open(out, "free", '[');
    for (int f = WGD_FIELD_START; f <= WGD_FIELD_LAYOUT_TYPE; f++) {
        if (!(sol->reads >> f & 1)) {
            json_str(out, NULL, wgd_field_name((wgd_field)f));
        }
    }
    json_close(out, ']');
}

/* ---- two readings, copies --------------------------------------------------------------------- */

/* What the layout says beside the tile, and the other reading of its swizzle. */
typedef struct aside {
    const request *rq;
    pasted_layout pasted;
    bool readings;               /* both were tried, and the answer tells */
    bool bytes;                  /* the answer is that of the second */
    wgd_composed element_layout; /* the first reading */
    wgd_composed byte_layout;    /* the second */
    bool element_solved, byte_solved;
    uint64_t element_word, byte_word;       /* where solved */
    char element_text[256], byte_text[256]; /* else why not */
} aside;

static void copy_text(char *to, size_t cap, const char *text)
{
    wgd_text t = wgd_text_into(to, cap);
    wgd_put_str(&t, text);
    wgd_text_end(&t);
}

/* Solves, in the reading that has a descriptor, elements first. */
static wgd_status solve_readings(wgd_solve_query *q, wgd_solve *s, aside *x, wgd_diag *diag)
{
    wgd_solve_query bytes;
    wgd_solve other;
    wgd_diag why;
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
    copy_text(x->element_text, sizeof x->element_text, s->refusal.text);
    copy_text(x->byte_text, sizeof x->byte_text,
              st2 == WGD_ERR_NO_DESC ? other.refusal.text : why.what);
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
        buf_hex(out, word, 16);
        buf_str(out, ", proved\n");
    } else {
        buf_str(out, "no descriptor: ");
        buf_str(out, why);
        buf_char(out, '\n');
    }
}

static void put_readings(buf *out, const aside *x)
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

static void json_readings(buf *out, const aside *x)
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

static void put_copies(buf *out, const wgd_solve_query *q, const pasted_layout *p)
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
            buf_hex(out, word, 16);
        }
        buf_char(out, '\n');
    }
    buf_str(out, p->copies > COPIES_SHOWN ? "  ...\n" : "");
}

static void json_copies(buf *out, const wgd_solve_query *q, const pasted_layout *p)
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

static void put_alias(buf *out, const wgd_place *p)
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

static void json_alias(buf *out, const wgd_place *p)
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

/* --written: every element needs bytes of its own. */
static wgd_status check_written(const request *rq, const wgd_solve_query *q, wgd_diag *diag)
{
    wgd_place p;
    wgd_alias at;
    const wgd_status st = wgd_place_make(&q->layout, q->dtype, q->start, &p, diag);
    if (st != WGD_OK || !rq->v[OPTION_written].given || !wgd_place_alias(&p, &at)) {
        return st;
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

static void json_pasted(buf *out, const wgd_solve_query *q, const wgd_solve *s, const aside *x)
{
    if (x->pasted.has_address) {
        json_addr(out, "pointer", x->pasted.address);
    }
    json_alias(out, &s->place);
    json_readings(out, x);
    json_copies(out, q, &x->pasted);
}

/* ---- text and JSON ---------------------------------------------------------------------------- */

/* Fields nothing reads, and the bits of base_offset above those that the swizzle uses. */
static void put_free(buf *out, const wgd_solution *sol)
{
    const bool lbo = !(sol->reads & WGD_READS_LBO), sbo = !(sol->reads & WGD_READS_SBO);
    const uint32_t mask = wgd_swizzle_row_mask(sol->desc.swizzle);
    if (lbo || sbo) {
        buf_str(out, "free: ");
        buf_str(out, lbo && sbo ? "LBO and SBO" : lbo ? "LBO" : "SBO");
        buf_str(out, " may hold anything here\n");
    }
    if (mask != 7) {
        buf_str(out, "free: ");
        buf_str(out, mask == 0   ? "base offset"
                     : mask == 1 ? "base offset but for its lowest bit"
                                 : "base offset but for its lowest 2 bits");
        buf_char(out, '\n');
    }
}

static void put_others(buf *out, const wgd_solve *s)
{
    if (s->n < 2) {
        return;
    }
    buf_str(out, "\nalso right, with another phase of the pattern:\n");
    for (int i = 1; i < s->n; i++) {
        const wgd_solution *o = &s->solution[i];
        buf_str(out, "  ");
        buf_hex(out, wgd_desc_pack(o->desc, o->read.arch), 16);
        buf_str(out, "   ");
        buf_left(out, wgd_swizzle_name(o->desc.swizzle), 4);
        buf_str(out, "  start ");
        buf_hex(out, o->desc.start * UINT64_C(16), 1);
        buf_str(out, "  base offset ");
        buf_i64(out, o->desc.base_offset);
        buf_char(out, '\n');
    }
}

static void put_found(buf *out, const wgd_solve *s, const desc_view *v)
{
    desc_print_text(out, v);
    buf_str(out, "\nproved: every element of ");
    buf_i64(out, (int64_t)s->blocks_mn * s->blocks_k);
    buf_str(out, s->blocks_mn * s->blocks_k == 1 ? " block\n" : " blocks\n");
    put_free(out, &s->solution[0]);
    put_others(out, s);
}

static void json_solution(buf *out, const char *key, const wgd_solution *sol)
{
    json_open(out, key, '{');
    json_word(out, "descriptor", wgd_desc_pack(sol->desc, sol->read.arch));
    json_str(out, "major", wgd_major_name(sol->read.major));
    json_str(out, "swizzle", wgd_swizzle_name(sol->desc.swizzle));
    json_addr(out, "start", sol->desc.start * UINT64_C(16));
    desc_json_stride(out, "lbo", sol->desc.lbo, (sol->reads & WGD_READS_LBO) != 0);
    desc_json_stride(out, "sbo", sol->desc.sbo, (sol->reads & WGD_READS_SBO) != 0);
    json_int(out, "base_offset", sol->desc.base_offset);
    json_int(out, "base_offset_mask", wgd_swizzle_row_mask(sol->desc.swizzle));
    json_bool(out, "canonical", sol->canonical);
    json_free_fields(out, sol);
    json_close(out, '}');
}

static void json_found(answer *a, const wgd_solve_query *q, const wgd_solve *s, const desc_view *v,
                       const aside *x)
{
    answer_begin(a, "solve", true);
    desc_print_members(a->out, v);
    json_bool(a->out, "sparse", s->solution[0].read.sparse);
    json_open(a->out, "solutions", '[');
    for (int i = 0; i < s->n; i++) {
        json_solution(a->out, NULL, &s->solution[i]);
    }
    json_close(a->out, ']');
    json_pasted(a->out, q, s, x);
    answer_end(a);
}

/* ---- none exists ------------------------------------------------------------------------------
 */

/* The change in words, the tile by the command that describes it. */
static void change_words(char *words, size_t cap, const wgd_change *c)
{
    wgd_text t = wgd_text_into(words, cap);
    if (c->kind == WGD_CHANGE_CANONICAL || c->kind == WGD_CHANGE_K_MAJOR) {
        const bool none = c->tile_swizzle == WGD_SWZ_NONE;
        wgd_put_str(&t, "store it ");
        wgd_put_str(&t, c->tile_major == WGD_MAJOR_K ? "K-major" : "MN-major");
        wgd_put_str(&t, ", as the tile of 'desc' with ");
        wgd_put_str(&t, none ? "no" : "the ");
        wgd_put_str(&t, none ? "" : wgd_swizzle_name(c->tile_swizzle));
        wgd_put_str(&t, " swizzle");
    } else {
        wgd_put_str(&t, c->text);
    }
    wgd_text_end(&t);
}

/* What to give beside the layout and the start. */
static void put_change_options(buf *out, const wgd_change *c)
{
    if (c->kind == WGD_CHANGE_BLOCK && c->n != 0) {
        buf_str(out, " --n ");
        buf_i64(out, c->n);
    } else if (c->kind == WGD_CHANGE_BLOCK) {
        buf_str(out, " --inst-block ");
        buf_i64(out, c->block[0]);
        buf_char(out, 'x');
        buf_i64(out, wgd_read_k(c->solution.read));
    }
    if (!wgd_slice_whole(&c->slice)) {
        buf_str(out, " --slice ");
        slice_put_range(out, &c->slice);
    }
}

static void json_change_options(buf *out, const wgd_change *c)
{
    if (c->kind == WGD_CHANGE_BLOCK) {
        json_open(out, "block", '[');
        json_int(out, NULL, c->solution.read.mn);
        json_int(out, NULL, wgd_read_k(c->solution.read));
        json_close(out, ']');
    }
    if (!wgd_slice_whole(&c->slice)) {
        slice_json_ranges(out, "slice", &c->slice);
    }
}

static void put_refusal(buf *out, const wgd_refusal *r, const wgd_change *c, int n)
{
    buf_str(out, "no descriptor: ");
    buf_str(out, r->text);
    buf_str(out, "\n\nfirst element out of reach: (");
    buf_i64(out, r->mn);
    buf_char(out, ',');
    buf_i64(out, r->k);
    buf_str(out, ") lies at byte ");
    buf_hex(out, (uint64_t)r->byte, 1);
    if (r->reads >= 0) {
        buf_str(out, "; the nearest descriptor reads it at ");
        buf_hex(out, (uint64_t)r->reads, 1);
    }
    buf_char(out, '\n');
    for (int i = 0; i < n; i++) {
        buf_str(out, i == 0 ? "\nwhat would work, cheapest first:\n" : "");
        char words[sizeof c[i].text];
        change_words(words, sizeof words, &c[i]);
        buf_str(out, "  ");
        buf_str(out, words);
        buf_str(out, "\n    --layout '");
        buf_composed(out, &c[i].layout, WGD_FMT_PLAIN);
        buf_str(out, "' --start ");
        buf_hex(out, (uint64_t)c[i].start, 1);
        put_change_options(out, &c[i]);
        buf_str(out, "\n    descriptor ");
        buf_hex(out, wgd_desc_pack(c[i].solution.desc, c[i].solution.read.arch), 16);
        buf_char(out, '\n');
    }
}

static void json_refusal(answer *a, const wgd_solve *s, const wgd_change *c, int n, const aside *x)
{
    const wgd_refusal *r = &s->refusal;
    buf *out = a->out;
    char words[sizeof c->text] = "";
    if (n > 0) {
        change_words(words, sizeof words, &c[0]);
    }
    answer_begin(a, "solve", false);
    json_open(out, "error", '{');
    json_str(out, "code", wgd_status_name(WGD_ERR_NO_DESC));
    json_str(out, "message", r->text);
    json_str(out, "hint", words);
    json_str(out, "field", "layout");
    json_close(out, '}');
    json_str(out, "reason", wgd_reason_name(r->reason));
    json_open(out, "first_unreachable", '{');
    json_int(out, "mn", r->mn);
    json_int(out, "k", r->k);
    json_int(out, "byte", r->byte);
    if (r->reads >= 0) {
        json_int(out, "nearest_reads_byte", r->reads);
    } else {
        json_null(out, "nearest_reads_byte");
    }
    json_close(out, '}');
    json_open(out, "changes", '[');
    for (int i = 0; i < n; i++) {
        json_open(out, NULL, '{');
        json_str(out, "kind", wgd_change_name(c[i].kind));
        change_words(words, sizeof words, &c[i]);
        json_str(out, "text", words);
        json_composed(out, "layout", &c[i].layout);
        json_addr(out, "start", (uint64_t)c[i].start);
        json_change_options(out, &c[i]);
        json_solution(out, "solution", &c[i].solution);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_alias(out, &s->place);
    json_readings(out, x);
    answer_end(a);
}

static void refuse(const request *rq, answer *a, const wgd_solve_query *q, const wgd_solve *s,
                   const aside *x)
{
    wgd_change c[WGD_CHANGES_MAX];
    const int n = wgd_solve_changes(q, &s->refusal, c);
    a->exit_status = 1;
    if (rq->format == FORMAT_JSON) {
        json_refusal(a, s, c, n, x);
    } else {
        put_refusal(a->out, &s->refusal, c, n);
        put_alias(a->out, &s->place);
        put_readings(a->out, x);
        place_notes(a->out, rq, &x->pasted);
    }
}

static wgd_status answer_layout(const request *rq, answer *a, wgd_solve_query *q, aside *x,
                                wgd_diag *diag)
{
    wgd_solve s;
    wgd_status st = check_written(rq, q, diag);
    if (st == WGD_OK) {
        st = solve_readings(q, &s, x, diag);
    }
    if (st == WGD_ERR_NO_DESC) {
        refuse(rq, a, q, &s, x);
        return WGD_OK;
    }
    if (st != WGD_OK) {
        return slice_refuse(q, &s, st, "slice", diag);
    }
    found f = {.s = &s, .sol = &s.solution[0]};
    wgd_stages stages;
    desc_view v = found_view_of(q, &f);
    st = desc_view_stages(rq, &v, &stages, diag);
    if (st == WGD_OK && rq->format == FORMAT_JSON) {
        json_found(a, q, &s, &v, x);
    } else if (st == WGD_OK) {
        put_found(a->out, &s, &v);
        put_alias(a->out, &s.place);
        put_copies(a->out, q, &x->pasted);
        put_readings(a->out, x);
        place_notes(a->out, rq, &x->pasted);
    }
    return st;
}

/* ---- several prints --------------------------------------------------------------------------- */

enum { PASTE_MAX = 1 << 20 };

static void put_print(buf *out, bool json, long line, const char *text, size_t len, wgd_status st,
                      const wgd_solve *s, const wgd_diag *diag)
{
    char layout[256];
    const size_t n = len < sizeof layout ? len : sizeof layout - 1;
    memcpy(layout, text, n);
    layout[n] = '\0';
    const uint64_t word = st == WGD_OK ? wgd_desc_encode(s->solution[0].desc) : 0;
    const char *why = st == WGD_ERR_NO_DESC ? s->refusal.text : diag->what;
    if (!json) {
        buf_str(out, "line ");
        buf_i64(out, line);
        buf_str(out, ": ");
        buf_str(out, layout);
        buf_str(out, st == WGD_OK ? "\n  descriptor " : "\n  no descriptor: ");
        if (st == WGD_OK) {
            buf_hex(out, word, 16);
            buf_str(out, "  ");
            buf_str(out, wgd_major_name(s->solution[0].read.major));
            buf_str(out, "-major ");
            buf_str(out, wgd_swizzle_name(s->solution[0].desc.swizzle));
        } else {
            buf_str(out, why);
        }
        buf_char(out, '\n');
        return;
    }
    json_open(out, NULL, '{');
    json_int(out, "line", line);
    json_str(out, "layout", layout);
    if (st == WGD_OK) {
        json_solution(out, "solution", &s->solution[0]);
        json_null(out, "text");
    } else {
        json_null(out, "solution");
        json_str(out, "text", why);
    }
    json_close(out, '}');
}

/* Every layout of a text, one after the other; a single one is answered in full. */
static wgd_status answer_prints(const request *rq, answer *a, const buf *text, wgd_diag *diag)
{
    const bool json = rq->format == FORMAT_JSON;
    size_t at = 0, from = 0, len = 0, more = 0;
    aside x = {.rq = rq};
    wgd_solve_query q;
    if (!pasted_layout_next(text->data, text->len, &at, &from, &len)) {
        return wgd_fail(diag, WGD_ERR_SYNTAX, "layout", "no layout stands in the input", NULL,
                        "what print(layout) shows", NULL);
    }
    if (!pasted_layout_next(text->data, text->len, &at, &more, &more)) {
        const wgd_status st =
            place_query_of_layout(rq, text->data + from, len, a, &q, &x.pasted, diag);
        a->fault_text = NULL;
        return st == WGD_OK ? answer_layout(rq, a, &q, &x, diag) : st;
    }
    if (json) {
        answer_begin(a, "solve", true);
        json_open(a->out, "layouts", '[');
    }
    for (at = 0; pasted_layout_next(text->data, text->len, &at, &from, &len);) {
        wgd_solve s;
        long line = 1;
        for (size_t i = 0; i < from; i++) {
            line += text->data[i] == '\n';
        }
        x = (aside){.rq = rq};
        wgd_status st = place_query_of_layout(rq, text->data + from, len, a, &q, &x.pasted, diag);
        st = st == WGD_OK ? solve_readings(&q, &s, &x, diag) : st;
        a->fault_text = NULL;
        a->exit_status |= st != WGD_OK;
        put_print(a->out, json, line, text->data + from, len, st, &s, diag);
    }
    if (json) {
        json_close(a->out, ']');
        answer_end(a);
    }
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_layout];
    if (!rq->closed && v->given && v->u.text.len == 1 && v->u.text.s[0] == '-') {
        buf text = {0};
        wgd_status st = io_read_all("-", PASTE_MAX, &text, diag);
        st = st == WGD_OK ? answer_prints(rq, a, &text, diag) : st;
        buf_free(&text);
        return st;
    }
    aside x = {.rq = rq};
    wgd_solve_query q;
    const wgd_status st = place_query_from_args(rq, a, &q, &x.pasted, diag);
    return st == WGD_OK ? answer_layout(rq, a, &q, &x, diag) : st;
}

static const example examples[] = {
    {"wgdesc solve --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)'",
     "what CuTe prints for a tile"},
    {"wgdesc solve --layout '(64,64):(72,1)'", "padded rows: why not, and what would work"},
    {"wgdesc solve --shape 128x64 --pitch 128 --swizzle 128B --operand b --n 128 --start 0x400",
     "rows of 128 bytes stored by TMA"},
    {"wgdesc solve --layout 'Sw<3,3,3> o 0 o (64,64):(64,1)' --start 0x480",
     "a pattern that begins at an odd base: base_offset"},
};

const command cmd_solve = {
    .id = COMMAND_solve,
    .name = "solve",
    .summary = "find the descriptors of any layout, or say why there is none",
    .synopsis =
        "LAYOUT | - | --shape MNxK [--strides I,J | --pitch BYTES] [--order I,J] "
        "[--swizzle MODE] [--dtype TYPE] [--operand a|b] [--n N] [--major k|mn] [--sparse] "
        "[--start BYTE] [--stages S] [--written] [--slice MN0:MN1,K0:K1] [--block I,J|MNxK]",
    .about =
        "Each field is derived from the addresses of a few elements and then every element of "
        "every block is compared with the byte that the hardware reads. All descriptors that work "
        "are given, first the one that make_gmma_desc would give.\n\n"
        "--shape with --strides or --pitch is a layout of two plain strides; with --swizzle and "
        "--major alone it is the tile of 'wgdesc desc', in its --order.\n\n"
        "'Sw<3,4,3> o smem_ptr[16b] o L' swizzles absolute byte addresses, as TMA and CuTe store "
        "a tile; 'Sw<3,3,3> o 0 o L' swizzles element offsets, so that the pattern begins at the "
        "start; 'L' alone is not swizzled. --strides counts elements, --pitch bytes; --swizzle "
        "puts the pattern of that mode in front of a layout without one.\n\n"
        "Layouts are taken as they are printed. Modes behind (MN, K) are stages or tiles: the "
        "answer is "
        "for the first, and the words of the others follow. An address in smem_ptr[16b](0x...) is "
        "the "
        "start. 'S<3,4,3> o 0 o L', as the CuTe DSL prints it, is tried as a swizzle of elements "
        "and of "
        "bytes. With - the layouts are looked for in standard input.\n\n"
        "--slice asks about a part of the tile, --block I,J about one block of it or of that "
        "part.\n\n"
        "Where no descriptor exists the answer names the first element that cannot be reached and "
        "the reason, and lists changes that work, cheapest first, each of them solved; the exit "
        "status is 1.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_layout,
    .n_bare = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
