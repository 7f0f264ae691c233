/* SPDX-License-Identifier: MIT
 *
 * solve: any layout to its descriptors, or why there is none and what would work.
 */
#include <string.h>

#include "answer/answer.h"
#include "answer/run.h"
#include "io/io.h"
#include "query/place_args.h"
#include "request/request.h"
#include "solve/no_desc_print.h"
#include "solve/solution_print.h"
#include "solve/solve_aside.h"
#include "view/desc_print.h"
#include "view/found_view.h"

static void json_pasted(buf *out, const wgd_solve_query *q, const wgd_solve *s,
                        const solve_aside *x)
{
    if (x->pasted.has_address) {
        json_addr(out, "pointer", x->pasted.address);
    }
    solve_json_alias(out, &s->place);
    solve_json_readings(out, x);
    solve_json_copies(out, q, &x->pasted);
}

static void put_found(buf *out, const wgd_solve *s, const desc_view *v)
{
    desc_print_text(out, v);
    buf_str(out, "\nproved: every element of ");
    buf_i64(out, (int64_t)s->blocks_mn * s->blocks_k);
    buf_str(out, s->blocks_mn * s->blocks_k == 1 ? " block\n" : " blocks\n");
    solution_put_free(out, &s->solution[0]);
    solution_put_others(out, s);
}

static void json_found(answer *a, const wgd_solve_query *q, const wgd_solve *s, const desc_view *v,
                       const solve_aside *x)
{
    answer_begin(a, "solve", true);
    desc_print_members(a->out, v);
    json_bool(a->out, "sparse", s->solution[0].read.sparse);
    json_open(a->out, "solutions", '[');
    for (int i = 0; i < s->n; i++) {
        solution_json(a->out, NULL, &s->solution[i]);
    }
    json_close(a->out, ']');
    json_pasted(a->out, q, s, x);
    answer_end(a);
}

static void refuse(const request *rq, answer *a, const wgd_solve_query *q, const wgd_solve *s,
                   const solve_aside *x)
{
    wgd_change c[WGD_CHANGES_MAX];
    const int n = wgd_solve_changes(q, &s->refusal, c);
    a->exit_status = 1;
    if (rq->format == FORMAT_JSON) {
        no_desc_json(a, s, c, n, x);
    } else {
        no_desc_put(a->out, &s->refusal, c, n);
        solve_put_alias(a->out, &s->place);
        solve_put_readings(a->out, x);
        place_notes(a->out, rq, &x->pasted);
    }
}

typedef struct solve_work {
    solve_aside x;
    wgd_solve_query q;
    wgd_solve s;
} solve_work;

static wgd_status answer_layout(const request *rq, answer *a, solve_work *w, wgd_diag *diag)
{
    wgd_solve_query *q = &w->q;
    solve_aside *x = &w->x;
    wgd_status st = solve_check_written(rq, q, diag);
    if (st != WGD_OK) {
        return st;
    }
    st = solve_both_readings(q, &w->s, x, diag);
    if (st == WGD_ERR_NO_DESC) {
        refuse(rq, a, q, &w->s, x);
        return WGD_OK;
    }
    if (st != WGD_OK) {
        return slice_refuse(q, &w->s, st, "slice", diag);
    }
    found f = {.s = &w->s, .sol = &w->s.solution[0]};
    wgd_stages stages;
    desc_view v = found_view_of(q, &f);
    st = desc_view_stages(rq, &v, &stages, diag);
    if (st == WGD_OK && rq->format == FORMAT_JSON) {
        json_found(a, q, &w->s, &v, x);
    } else if (st == WGD_OK) {
        put_found(a->out, &w->s, &v);
        solve_put_alias(a->out, &w->s.place);
        solve_put_copies(a->out, q, &x->pasted);
        solve_put_readings(a->out, x);
        place_notes(a->out, rq, &x->pasted);
    }
    return st;
}

/* ---- several prints --------------------------------------------------------------------------- */

enum { PASTE_MAX = 1 << 20 };

static void put_print(buf *out, bool json, long line, const char *text, size_t len, wgd_status st,
                      const wgd_solve *s, const wgd_diag *diag)
{
    if (!json) {
        buf_str(out, "line ");
        buf_i64(out, line);
        buf_str(out, ": ");
        buf_mem(out, text, len);
        buf_str(out, st == WGD_OK ? "\n  descriptor " : "\n  no descriptor: ");
        if (st == WGD_OK) {
            buf_word(out, wgd_desc_encode(s->solution[0].desc));
            buf_str(out, "  ");
            buf_str(out, wgd_major_name(s->solution[0].read.major));
            buf_str(out, "-major ");
            buf_str(out, wgd_swizzle_name(s->solution[0].desc.swizzle));
        } else {
            buf_str(out, diag->what);
        }
        buf_char(out, '\n');
        return;
    }
    json_open(out, NULL, '{');
    json_int(out, "line", line);
    json_text(out, "layout", text, len);
    if (st == WGD_OK) {
        solution_json(out, "solution", &s->solution[0]);
        json_null(out, "text");
    } else {
        json_null(out, "solution");
        json_str(out, "text", diag->what);
    }
    json_close(out, '}');
}

/* Every layout of a text, one after the other; a single one is answered in full. */
static wgd_status answer_prints(const request *rq, answer *a, const buf *text, solve_work *w,
                                wgd_diag *diag)
{
    const bool json = rq->format == FORMAT_JSON;
    size_t at = 0, from, len, more;
    solve_aside *x = &w->x;
    wgd_solve_query *q = &w->q;
    if (!pasted_layout_next(text->data, text->len, &at, &from, &len)) {
        return wgd_fail(diag, WGD_ERR_SYNTAX, "layout", "no layout stands in the input", NULL,
                        "what print(layout) shows", NULL);
    }
    if (!pasted_layout_next(text->data, text->len, &at, &more, &more)) {
        const wgd_status st =
            place_query_of_layout(rq, text->data + from, len, a, q, &x->pasted, diag);
        a->fault_text = NULL;
        return st == WGD_OK ? answer_layout(rq, a, w, diag) : st;
    }
    if (json) {
        answer_begin(a, "solve", true);
        json_open(a->out, "layouts", '[');
    }
    for (at = 0; pasted_layout_next(text->data, text->len, &at, &from, &len);) {
        long line = 1;
        for (size_t i = 0; i < from; i++) {
            line += text->data[i] == '\n';
        }
        wgd_status st = place_query_of_layout(rq, text->data + from, len, a, q, &x->pasted, diag);
        st = st == WGD_OK ? solve_both_readings(q, &w->s, x, diag) : st;
        a->fault_text = NULL;
        a->exit_status |= st != WGD_OK;
        put_print(a->out, json, line, text->data + from, len, st, &w->s, diag);
    }
    if (json) {
        json_close(a->out, ']');
        answer_end(a);
    }
    return WGD_OK;
}

static wgd_status answer_solve(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    solve_work *w = room;
    const option_value *v = &rq->v[OPTION_layout];
    if (!rq->closed && v->given && v->u.text.len == 1 && v->u.text.s[0] == '-') {
        buf text = {0};
        const io_file in = {.name = "-", .field = "layout"};
        wgd_status st = io_read_all(&in, PASTE_MAX, &text, diag);
        st = st == WGD_OK ? answer_prints(rq, a, &text, w, diag) : st;
        buf_free(&text);
        return st;
    }
    const wgd_status st = place_query_from_args(rq, a, &w->q, &w->x.pasted, diag);
    return st == WGD_OK ? answer_layout(rq, a, w, diag) : st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(solve_work), answer_solve, rq, a, diag);
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
    .has_bare = true,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
