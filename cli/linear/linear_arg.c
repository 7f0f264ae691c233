/* SPDX-License-Identifier: MIT
 *
 * The arguments of operations on linear maps.
 */
#include "linear_arg.h"

#include <string.h>

#include "error/cli_status.h"
#include "query/layout_arg.h"

int linear_arg_count(const request *rq)
{
    return rq->v[OPTION_args].u.args.n;
}

wgd_status linear_arg_text(const request *rq, int i, answer *a, linear_reader *read, void *to,
                           wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_args];
    buf text = {0};
    if (v->u.args.text) {
        layout_arg_text(&text, v->u.args.text[i]);
    } else {
        const cJSON *item = v->u.args.json;
        for (int k = 0; k < i; k++) {
            item = item->next;
        }
        layout_arg_json(&text, item);
    }
    buf_char(&text, '\0'); /* for messages that quote it */
    const wgd_status st = text.failed ? cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL)
                                      : read(text.data, text.len - 1, to, diag);
    if (st != WGD_OK && v->u.args.text) {
        a->fault_text = v->u.args.text[i];
        a->fault_len = strlen(a->fault_text);
    }
    buf_free(&text);
    return st;
}

static wgd_status read_shape(const char *text, size_t len, void *to, wgd_diag *diag)
{
    return any_shape_parse(text, len, to, diag);
}

wgd_status linear_arg_shape(const request *rq, int i, answer *a, any_shape *out, wgd_diag *diag)
{
    out->rank = 0;
    return i < linear_arg_count(rq) ? linear_arg_text(rq, i, a, read_shape, out, diag) : WGD_OK;
}

typedef struct with_shape {
    const any_shape *shape;
    linear_arg *out;
} with_shape;

static wgd_status read_triton(const char *text, size_t len, const with_shape *w, wgd_diag *diag)
{
    wgd_tuple shape;
    linear_arg *out = w->out;
    wgd_status st = any_layout_triton(text, len, w->shape, &out->from, diag);
    if (st == WGD_OK) {
        st = wgd_triton_map(&out->from.made, &out->map, &shape, diag);
    }
    out->linear = true;
    out->raw =
        st == WGD_OK && wgd_linear_to_layout(&out->map, &shape, &out->from.layout, NULL) != WGD_OK;
    return st;
}

static bool begins_with_bracket(const char *text)
{
    return text[strspn(text, " ")] == '[';
}

static wgd_status read_any(const char *text, size_t len, void *to, wgd_diag *diag)
{
    const with_shape *w = to;
    linear_arg *out = w->out;
    out->bases = out->linear = out->raw = out->from.triton = false;
    if (begins_with_bracket(text)) {
        out->bases = out->linear = true;
        return wgd_parse_linear(text, len, &out->map, diag);
    }
    if (wgd_triton_looks(text, len)) {
        return read_triton(text, len, w, diag);
    }
    const wgd_status st = wgd_parse_composed(text, len, &out->from.layout, diag);
    out->linear =
        st == WGD_OK && wgd_linear_of_layout(&out->from.layout, &out->map, &out->why) == WGD_OK;
    return st;
}

wgd_status linear_arg_read(const request *rq, int i, const any_shape *shape, answer *a,
                           linear_arg *out, wgd_diag *diag)
{
    with_shape w = {shape, out};
    return linear_arg_text(rq, i, a, read_any, &w, diag);
}

wgd_status linear_arg_map(const request *rq, int i, const any_shape *shape, answer *a,
                          linear_arg *out, wgd_diag *diag)
{
    const wgd_status st = linear_arg_read(rq, i, shape, a, out, diag);
    if (st == WGD_OK && !out->linear) {
        *diag = out->why;
        return diag->status;
    }
    return st;
}

wgd_status linear_arg_at(const linear_arg *l, uint64_t i, int64_t *out, wgd_diag *diag)
{
    if (l->linear) {
        *out = (int64_t)wgd_linear_at(&l->map, i);
        return WGD_OK;
    }
    return wgd_composed_at(&l->from.layout, (int64_t)i, out, diag);
}

int64_t linear_arg_size(const linear_arg *l)
{
    int64_t size;
    if (l->linear) {
        return INT64_C(1) << l->map.bits;
    }
    (void)wgd_layout_size(&l->from.layout.layout, &size); /* it fits: the parser has seen to it */
    return size;
}
