/* SPDX-License-Identifier: MIT
 *
 * A slice as text and JSON.
 */
#include "slice_print.h"

enum { LABEL = 14 };

slice_view slice_view_of(const wgd_solve_query *q, const wgd_solve *s, const wgd_solution *sol)
{
    slice_view v = {.at = q->slice};
    int64_t offset;
    v.is_layout = wgd_slice_layout(&q->layout, &q->slice, &v.layout, &offset);
    v.start = (int64_t)sol->desc.start * 16;
    v.offset = v.start - q->start;
    v.alignment = wgd_swizzle_alignment(sol->desc.swizzle);
    wgd_solve_steps(q, s, sol, false, &v.mn);
    wgd_solve_steps(q, s, sol, true, &v.k);
    return v;
}

void slice_put_range(buf *out, const wgd_slice *s)
{
    buf_i64(out, s->mn[0]);
    buf_char(out, ':');
    buf_i64(out, s->mn[1]);
    buf_char(out, ',');
    buf_i64(out, s->k[0]);
    buf_char(out, ':');
    buf_i64(out, s->k[1]);
}

/* ---- text ------------------------------------------------------------------------------------- */

static void put_label(buf *out, const char *label)
{
    buf_str(out, "  ");
    buf_left(out, label, LABEL);
}

static void put_add(buf *out, int64_t step)
{
    buf_str(out, step < 0 ? "subtract " : "add ");
    buf_addr(out, (uint64_t)(step < 0 ? -step : step));
    buf_str(out, " (");
    buf_i64(out, step * 16);
    buf_str(out, " B)");
}

static void put_jump(buf *out, const wgd_advance *a)
{
    put_label(out, "");
    buf_str(out, "to slice ");
    buf_i64(out, a->jump_at);
    buf_char(out, ' ');
    put_add(out, a->jump_step);
    buf_str(out, ": an atom ends before it\n");
}

/* "slice 1 of 4; to the next add 0x200 (8192 B)", and where that is not so. */
static void put_steps(buf *out, const char *label, const wgd_slice_steps *s)
{
    const wgd_advance *a = &s->to_next;
    if (a->blocks < 2) {
        return;
    }
    put_label(out, label);
    buf_str(out, "slice ");
    buf_i64(out, s->index);
    buf_str(out, " of ");
    buf_i64(out, a->blocks);
    buf_str(out, s->all ? "" : " and more");
    if (s->said > 1) {
        buf_str(out, "; to the next ");
        put_add(out, a->step);
    }
    buf_char(out, '\n');
    if (s->said > 1 && !a->constant) {
        put_jump(out, a);
    }
    if (s->said < a->blocks) {
        put_label(out, "");
        buf_str(out, "slice ");
        buf_i64(out, s->said);
        buf_str(out, " needs other fields, or has no descriptor\n");
    }
}

void slice_print_text(buf *out, const slice_view *v)
{
    put_label(out, "slice");
    slice_put_range(out, &v->at);
    buf_str(out, ", ");
    buf_i64(out, v->offset);
    buf_str(out, " bytes behind the tile's start\n");
    put_label(out, "pattern");
    buf_str(out, "byte ");
    buf_i64(out, v->start % v->alignment);
    buf_str(out, " of ");
    buf_i64(out, v->alignment);
    buf_char(out, '\n');
    put_label(out, "as a layout");
    if (v->is_layout) {
        buf_composed(out, &v->layout, WGD_FMT_PLAIN);
    } else {
        buf_str(out, "none: its ranges cut the modes of the tile");
    }
    buf_char(out, '\n');
    put_steps(out, "along MN", &v->mn);
    put_steps(out, "along K", &v->k);
}

/* ---- JSON ------------------------------------------------------------------------------------- */

static void json_range(buf *out, const char *key, const int64_t r[2])
{
    json_open(out, key, '[');
    json_int(out, NULL, r[0]);
    json_int(out, NULL, r[1]);
    json_close(out, ']');
}

void slice_json_ranges(buf *out, const char *key, const wgd_slice *s)
{
    json_open(out, key, '[');
    json_range(out, NULL, s->mn);
    json_range(out, NULL, s->k);
    json_close(out, ']');
}

static void json_steps(buf *out, const char *key, const wgd_slice_steps *s)
{
    const wgd_advance *a = &s->to_next;
    json_open(out, key, '{');
    json_int(out, "slices", a->blocks);
    json_bool(out, "all", s->all);
    json_int(out, "index", s->index);
    json_int(out, "said", s->said);
    if (a->constant && s->said == a->blocks && a->blocks > 1) {
        json_open(out, "step", '{');
        json_int(out, "field", a->step);
        json_int(out, "bytes", a->step * 16);
        json_close(out, '}');
    } else {
        json_null(out, "step");
    }
    json_close(out, '}');
}

void slice_json_members(buf *out, const slice_view *v)
{
    json_range(out, "mn", v->at.mn);
    json_range(out, "k", v->at.k);
    json_addr(out, "start", (uint64_t)v->start);
    json_int(out, "offset_bytes", v->offset);
    json_int(out, "pattern_offset_bytes", v->start % v->alignment);
    if (v->is_layout) {
        json_composed(out, "layout", &v->layout);
    } else {
        json_null(out, "layout");
    }
    json_open(out, "next", '{');
    json_steps(out, "mn", &v->mn);
    json_steps(out, "k", &v->k);
    json_close(out, '}');
}

/* ---- refused ---------------------------------------------------------------------------------- */

static void text_range(wgd_text *t, const wgd_slice *s)
{
    for (int i = 0; i < 4; i++) {
        const int64_t *r = i < 2 ? s->mn : s->k;
        wgd_put_str(t, i == 0 ? "" : i == 2 ? "," : ":");
        wgd_put_i64(t, r[i % 2]);
    }
}

static void put_smaller(wgd_text *t, const wgd_change *c)
{
    const bool a = c->solution.read.operand == WGD_OPERAND_A;
    const int rows = c->solution.read.mn;
    wgd_put_str(t, a ? "use M = " : "use N = ");
    wgd_put_i64(t, rows);
    wgd_put_str(t, c->n != 0 ? " (--n " : " (--inst-block ");
    wgd_put_i64(t, rows);
    if (c->n == 0) {
        wgd_put_char(t, 'x');
        wgd_put_i64(t, wgd_read_k(c->solution.read));
    }
    wgd_put_str(t, "): it reads the tile as it is stored");
}

static void put_nearest(wgd_text *t, const wgd_slice *s)
{
    wgd_put_str(t, "the nearest that a descriptor reads: --slice ");
    text_range(t, s);
}

/* The changes that leave the tile as it is stored. */
static void put_changes(wgd_text *t, const wgd_change *c, int n)
{
    for (int i = 0; i < n; i++) {
        const bool smaller = c[i].kind == WGD_CHANGE_BLOCK;
        if (!smaller && c[i].kind != WGD_CHANGE_SLICE) {
            continue;
        }
        wgd_put_str(t, t->need > 0 ? "; or " : "");
        if (smaller) {
            put_smaller(t, &c[i]);
        } else {
            put_nearest(t, &c[i].slice);
        }
    }
}

/* Its extents are no blocks of the instruction: there the library's hint is about whole tiles. */
static wgd_status refuse_extents(const wgd_solve_query *q, wgd_status st, wgd_diag *diag)
{
    char hint[sizeof diag->hint];
    wgd_slice at;
    wgd_solution sol;
    if (wgd_solve_nearest(q, &at, &sol)) {
        wgd_text h = wgd_text_into(hint, sizeof hint);
        put_nearest(&h, &at);
        wgd_text_end(&h);
        const wgd_diag was = *diag;
        wgd_fail(diag, st, was.field, was.what, was.got, was.want, hint);
    }
    return st;
}

wgd_status slice_refuse(const wgd_solve_query *q, const wgd_solve *s, wgd_status st,
                        const char *field, wgd_diag *diag)
{
    wgd_change c[WGD_CHANGES_MAX];
    char got[96], hint[sizeof diag->hint];
    wgd_text g = wgd_text_into(got, sizeof got), h = wgd_text_into(hint, sizeof hint);
    if (wgd_slice_whole(&q->slice) ||
        (st != WGD_ERR_NO_DESC && st != WGD_ERR_TILE && st != WGD_ERR_N)) {
        return st;
    }
    if (st != WGD_ERR_NO_DESC) {
        return refuse_extents(q, st, diag);
    }
    text_range(&g, &q->slice);
    wgd_text_end(&g);
    put_changes(&h, c, wgd_solve_changes(q, &s->refusal, c));
    wgd_text_end(&h);
    return wgd_fail(diag, st, field, s->refusal.text, got, "a slice that a descriptor reads", hint);
}
