/* SPDX-License-Identifier: MIT
 *
 * tcgen05.ld, st and cp as text and as JSON.
 */
#include "ldst_print.h"

#include "tmem_print.h"

static void op_name(const wgd_ldst *op, char *name, size_t cap)
{
    wgd_text t = wgd_text_into(name, cap);
    wgd_put_ldst(&t, op);
    wgd_text_end(&t);
}

/* ---- elements ------------------------------------------------------------------------------- */

/* One value of a register: the element there, or that nothing lies there. */
typedef struct held {
    int bit;
    bool used;
    int row, col;
} held;

enum { HELD_MAX = 64 };

/* The values of a thread's register, low bits first. */
static int held_by(const ldst_view *v, int thread, int reg, held *out)
{
    const wgd_tmem *f = &v->fragment;
    const int values = 1 << f->shift, up = 5 - f->shift; /* of 2^up bits each */
    int n = 0;
    for (int half = 0; half < (v->op.pack16 ? 2 : 1); half++) {
        const wgd_tmem_place p = wgd_ldst_at(&v->op, thread, reg, half);
        for (int i = 0; i < values && i << up < p.bits; i++) {
            held *h = &out[n];
            h->bit = 16 * half + (i << up);
            h->used =
                wgd_tmem_at(f, v->at.lane + p.lane, v->at.column + p.column, i, &h->row, &h->col);
            n += h->used;
        }
    }
    return n;
}

/* The issue of the instruction that loads an element, and its register there. */
typedef struct issue {
    ldst_place at;
    int thread, reg, bit;
} issue;

static bool find_issue(const ldst_view *v, int copy, issue *out)
{
    const wgd_tmem_place p = wgd_tmem_find(&v->fragment, v->row, v->col, copy);
    const int step = v->op.columns, from = v->at.column;
    int half;
    if (p.column < from) {
        return false;
    }
    out->at.warp = p.lane / 32;
    out->at.lane = p.lane / v->op.lanes * v->op.lanes;
    out->at.column = from + (p.column - from) / step * step;
    out->bit = p.bit;
    if (!wgd_ldst_find(&v->op, p.lane - out->at.lane, p.column - out->at.column, &out->thread,
                       &out->reg, &half)) {
        return false;
    }
    out->bit += 16 * half;
    return !v->op.pack16 || p.bit < 16;
}

/* ---- what a warp reaches ------------------------------------------------------------------- */

/* Does the warp reach something of this row, or of this column? */
static bool reaches(const ldst_view *v, bool row, int which)
{
    const wgd_tmem *f = &v->fragment;
    const int across = row ? f->cols * f->spec.tiles[1] : f->rows * f->spec.tiles[0];
    for (int i = 0; i < across * f->copies; i++) {
        const int other = i % across;
        const wgd_tmem_place p =
            wgd_tmem_find(f, row ? which : other, row ? other : which, i / across);
        if (p.lane / 32 == v->at.warp % 4) {
            return true;
        }
    }
    return false;
}

/* The next run of rows or columns that the warp reaches, from *first on; false behind the last. */
static bool next_run(const ldst_view *v, bool row, int *first, int *last)
{
    const wgd_tmem *f = &v->fragment;
    const int end = row ? f->rows * f->spec.tiles[0] : f->cols * f->spec.tiles[1];
    while (*first < end && !reaches(v, row, *first)) {
        ++*first;
    }
    for (*last = *first; *last < end && reaches(v, row, *last); ++*last) {
    }
    --*last;
    return *first < end;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void text_number(buf *out, const char *label, int64_t n, const char *unit)
{
    buf_str(out, "  ");
    buf_left(out, label, 11);
    buf_i64(out, n);
    buf_str(out, unit);
    buf_char(out, '\n');
}

static void text_head(buf *out, const ldst_view *v)
{
    char name[64];
    op_name(&v->op, name, sizeof name);
    buf_str(out, name);
    buf_char(out, '\n');
    if (v->op.op == WGD_LDST_CP) {
        text_number(out, "rows", v->op.lanes, " of shared memory");
        text_number(out, "columns", v->op.columns, "");
        text_number(out, "copies", v->op.copies, " of each row");
        return;
    }
    text_number(out, "registers", v->op.registers, " of each of 32 threads");
    text_number(out, "lanes", v->op.lanes, " of the warp's 32");
    text_number(out, "columns", v->op.columns, "");
    if (v->op.split) {
        text_number(out, "split", v->op.split, " columns from the first half to the second");
    }
}

static void put_pair(buf *out, int a, int b)
{
    buf_char(out, '(');
    buf_i64(out, a);
    buf_char(out, ',');
    buf_i64(out, b);
    buf_char(out, ')');
}

/* One register: its cells as (lane,column), or the elements that lie there. */
static void text_register(buf *out, const ldst_view *v, int thread, int reg)
{
    if (v->has_fragment) {
        held h[HELD_MAX];
        const int n = held_by(v, thread, reg, h);
        for (int i = 0; i < n; i++) {
            buf_char(out, ' ');
            put_pair(out, h[i].row, h[i].col);
        }
        buf_str(out, n == 0 ? " -" : "");
        return;
    }
    for (int half = 0; half < (v->op.pack16 ? 2 : 1); half++) {
        const wgd_tmem_place p = wgd_ldst_at(&v->op, thread, reg, half);
        buf_char(out, ' ');
        put_pair(out, p.lane, p.column);
    }
}

enum { SHOWN = 8 };

static void text_threads(buf *out, const ldst_view *v)
{
    const bool one = v->thread >= 0;
    buf_str(out, v->has_fragment ? "\nthread  elements (row,column), registers parted by |\n"
                                 : "\nthread  cells (lane,column), registers parted by |\n");
    for (int t = one ? v->thread : 0; t <= (one ? v->thread : 31); t++) {
        buf_right_i64(out, t, 6);
        buf_char(out, ' ');
        for (int r = 0; r < v->op.registers; r++) {
            if (!one && r == SHOWN) {
                buf_str(out, " | ...");
                break;
            }
            buf_str(out, r ? " |" : "");
            text_register(out, v, t, r);
        }
        buf_char(out, '\n');
    }
}

static void text_cp(buf *out, const ldst_view *v)
{
    buf_str(out, "\n  row   lanes\n");
    for (int row = 0; row < v->op.lanes; row++) {
        buf_right_i64(out, row, 5);
        buf_str(out, "  ");
        for (int c = 0; c < v->op.copies; c++) {
            buf_right_i64(out, wgd_cp_lane(&v->op, row, c), 4);
        }
        buf_char(out, '\n');
    }
}

static void text_element(buf *out, const ldst_view *v)
{
    for (int c = 0; c < v->fragment.copies; c++) {
        issue i;
        put_pair(out, v->row, v->col);
        if (!find_issue(v, c, &i)) {
            buf_str(out, "  this instruction does not load it\n");
            continue;
        }
        buf_str(out, "  warp ");
        buf_i64(out, i.at.warp);
        buf_str(out, ", address ");
        tmem_put_address(out, i.at.lane, i.at.column);
        buf_str(out, ": thread ");
        buf_i64(out, i.thread);
        buf_str(out, ", register ");
        buf_i64(out, i.reg);
        if (i.bit) {
            buf_str(out, ", bit ");
            buf_i64(out, i.bit);
        }
        buf_char(out, '\n');
    }
}

/* "rows 16-31": "rows 16-31 and 80-95" where tiles share the lanes. Something there is: every fragment lies in
 * lanes of all four warps. */
static void text_runs(buf *out, const ldst_view *v, bool row)
{
    int first = 0, last, n = 0;
    for (; next_run(v, row, &first, &last); first = last + 1, n++) {
        buf_str(out, n ? " and " : row ? "rows " : "columns ");
        buf_i64(out, first);
        buf_char(out, '-');
        buf_i64(out, last);
    }
}

static void text_reach(buf *out, const ldst_view *v)
{
    buf_str(out, "  ");
    buf_left(out, "issued", 11);
    buf_str(out, "by warp ");
    buf_i64(out, v->at.warp);
    buf_str(out, " at ");
    tmem_put_address(out, v->at.lane, v->at.column);
    buf_str(out, "; a warp reaches lanes ");
    buf_i64(out, v->at.warp % 4 * 32);
    buf_str(out, " to ");
    buf_i64(out, v->at.warp % 4 * 32 + 31);
    buf_char(out, '\n');
    if (v->has_fragment) {
        buf_str(out, "  ");
        buf_left(out, "there", 11);
        text_runs(out, v, true);
        buf_str(out, ", ");
        text_runs(out, v, false);
        buf_char(out, '\n');
    }
}

void ldst_text(buf *out, const ldst_view *v)
{
    if (v->element) {
        text_element(out, v);
    } else {
        text_head(out, v);
        if (v->op.op == WGD_LDST_CP) {
            text_cp(out, v);
        } else {
            text_reach(out, v);
            text_threads(out, v);
        }
    }
    buf_str(out, "basis: documented, not measured\n");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_ints(buf *out, const int *v, int n)
{
    json_open(out, NULL, '[');
    for (int i = 0; i < n; i++) {
        json_int(out, NULL, v[i]);
    }
    json_close(out, ']');
}

static void json_map(buf *out, const ldst_view *v)
{
    const bool one = v->thread >= 0;
    json_open(out, "map", '[');
    for (int t = one ? v->thread : 0; t <= (one ? v->thread : 31); t++) {
        for (int r = 0; r < v->op.registers; r++) {
            const wgd_tmem_place p = wgd_ldst_at(&v->op, t, r, 0);
            const wgd_tmem_place q = wgd_ldst_at(&v->op, t, r, 1);
            const int all[] = {t, r, p.lane, p.column, p.bit, q.lane, q.column, q.bit};
            json_ints(out, all, v->op.pack16 ? 8 : 4);
        }
    }
    json_close(out, ']');
}

static void json_elements(buf *out, const ldst_view *v)
{
    const bool one = v->thread >= 0;
    json_open(out, "elements", '[');
    for (int t = one ? v->thread : 0; t <= (one ? v->thread : 31); t++) {
        for (int r = 0; r < v->op.registers; r++) {
            held h[HELD_MAX];
            const int n = held_by(v, t, r, h);
            for (int i = 0; i < n; i++) {
                const int all[] = {t, r, h[i].bit, h[i].row, h[i].col};
                json_ints(out, all, 5);
            }
        }
    }
    json_close(out, ']');
}

static void json_runs(buf *out, const ldst_view *v, const char *key, bool row)
{
    int first = 0, last;
    json_open(out, key, '[');
    for (; next_run(v, row, &first, &last); first = last + 1) {
        const int run[] = {first, last};
        json_ints(out, run, 2);
    }
    json_close(out, ']');
}

static void json_reach(buf *out, const ldst_view *v)
{
    const int lane = v->at.warp % 4 * 32;
    json_open(out, "reach", '{');
    json_open(out, "lanes", '[');
    json_int(out, NULL, lane);
    json_int(out, NULL, lane + 31);
    json_close(out, ']');
    json_runs(out, v, "rows", true);
    json_runs(out, v, "columns", false);
    json_close(out, '}');
}

static void json_element(buf *out, const ldst_view *v)
{
    const int asked[] = {v->row, v->col};
    json_open(out, "element", '{');
    json_open(out, "of", '[');
    json_int(out, NULL, asked[0]);
    json_int(out, NULL, asked[1]);
    json_close(out, ']');
    json_open(out, "places", '[');
    for (int c = 0; c < v->fragment.copies; c++) {
        issue i;
        if (find_issue(v, c, &i)) {
            json_open(out, NULL, '{');
            json_int(out, "warp", i.at.warp);
            tmem_json_address(out, "address", i.at.lane, i.at.column);
            json_int(out, "thread", i.thread);
            json_int(out, "register", i.reg);
            json_int(out, "bit", i.bit);
            json_close(out, '}');
        }
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void json_cp(buf *out, const ldst_view *v)
{
    json_int(out, "cta_group", v->op.cta_group);
    json_int(out, "rows", v->op.lanes);
    json_int(out, "columns", v->op.columns);
    json_int(out, "copies", v->op.copies);
    json_open(out, "map", '[');
    for (int row = 0; row < v->op.lanes; row++) {
        for (int c = 0; c < v->op.copies; c++) {
            const int all[] = {row, c, wgd_cp_lane(&v->op, row, c)};
            json_ints(out, all, 3);
        }
    }
    json_close(out, ']');
}

static void json_load(buf *out, const ldst_view *v)
{
    json_bool(out, "pack16", v->op.pack16);
    json_int(out, "threads", 32);
    json_int(out, "registers", v->op.registers);
    json_int(out, "lanes", v->op.lanes);
    json_int(out, "columns", v->op.columns);
    if (v->op.split) {
        json_int(out, "split", v->op.split);
    } else {
        json_null(out, "split");
    }
    json_int(out, "warp", v->at.warp);
    tmem_json_address(out, "address", v->at.lane, v->at.column);
    if (v->element) {
        json_element(out, v);
    } else if (v->has_fragment) {
        json_layout(out, "fragment", &v->fragment.layout);
        json_reach(out, v);
        json_elements(out, v);
    } else {
        json_map(out, v);
    }
}

void ldst_json(buf *out, const ldst_view *v)
{
    char name[64];
    op_name(&v->op, name, sizeof name);
    json_str(out, "op", name);
    if (v->op.op == WGD_LDST_CP) {
        json_cp(out, v);
    } else {
        json_load(out, v);
    }
}
