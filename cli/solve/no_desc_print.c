/* SPDX-License-Identifier: MIT
 *
 * solve: no descriptor reads the layout: why, and what would work.
 */
#include "no_desc_print.h"

#include "query/place_args.h"
#include "solution_print.h"

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

void no_desc_put(buf *out, const wgd_refusal *r, const wgd_change *c, int n)
{
    buf_str(out, "no descriptor: ");
    buf_str(out, r->text);
    buf_str(out, "\n\nfirst element out of reach: (");
    buf_i64(out, r->mn);
    buf_char(out, ',');
    buf_i64(out, r->k);
    buf_str(out, ") lies at byte ");
    buf_addr(out, (uint64_t)r->byte);
    if (r->reads >= 0) {
        buf_str(out, "; the nearest descriptor reads it at ");
        buf_addr(out, (uint64_t)r->reads);
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
        buf_addr(out, (uint64_t)c[i].start);
        put_change_options(out, &c[i]);
        buf_str(out, "\n    descriptor ");
        buf_word(out, wgd_desc_pack(c[i].solution.desc, c[i].solution.read.arch));
        buf_char(out, '\n');
    }
}

void no_desc_json(answer *a, const wgd_solve *s, const wgd_change *c, int n, const solve_aside *x)
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
        solution_json(out, "solution", &c[i].solution);
        json_close(out, '}');
    }
    json_close(out, ']');
    solve_json_alias(out, &s->place);
    solve_json_readings(out, x);
    answer_end(a);
}
