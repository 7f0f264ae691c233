/* SPDX-License-Identifier: MIT
 *
 * The layout algebra by name: one table for everything that is given operations as text. Every
 * operation takes up to WGD_LAYOUT_OP_ARGS tagged arguments and gives one tagged result. An
 * operation on a layout also takes a composed layout where CuTe's does: it acts on the layout behind
 * the swizzle, and the swizzle and offset stay in front of the result.
 *
 *     wgd_layout_arg a[2];
 *     wgd_layout_result r;
 *     const wgd_layout_op *op = wgd_layout_op_find("composition", 11);
 *     wgd_layout_arg_parse(op->arg[0].kind, "(8,4):(4,1)", 11, &a[0], &diag)
 *     wgd_layout_arg_parse(op->arg[1].kind, "4:2", 3, &a[1], &diag)
 *     wgd_layout_op_run(op, a, 2, &r, &diag)
 *     wgd_put_layout_result(&text, &r, WGD_FMT_PLAIN)
 */
#ifndef WGD_LAYOUT_OP_H
#define WGD_LAYOUT_OP_H

#include "wgd_layout.h"

WGD_API_BEGIN

/* WGD_ARG_LAYOUT is a plain or composed layout; WGD_ARG_ANY is that or, without a colon, a tuple
 * (the argument's kind then says which: WGD_ARG_LAYOUT or WGD_ARG_TUPLE). */
typedef enum wgd_arg_kind {
    WGD_ARG_NONE,
    WGD_ARG_LAYOUT,
    WGD_ARG_TUPLE,
    WGD_ARG_INT,
    WGD_ARG_TILER,
    WGD_ARG_SWIZZLE,
    WGD_ARG_ANY
} wgd_arg_kind;

typedef struct wgd_layout_arg {
    wgd_arg_kind kind;
    union {
        wgd_composed layout;
        wgd_tuple tuple;
        int64_t num;
        wgd_tiler tiler;
        wgd_swizzle sw;
    } u;
} wgd_layout_arg;

/* kind is WGD_ARG_LAYOUT, WGD_ARG_TUPLE or WGD_ARG_INT. */
typedef struct wgd_layout_result {
    wgd_arg_kind kind;
    union {
        wgd_composed layout;
        wgd_tuple tuple;
        int64_t num;
    } u;
} wgd_layout_result;

enum { WGD_LAYOUT_OP_ARGS = 4 };

typedef struct wgd_layout_op {
    const char *name;
    const char *help; /* one line */
    int min_args, max_args;
    struct {
        wgd_arg_kind kind; /* WGD_ARG_NONE beyond max_args */
        const char *name;  /* for usage lines and for diag->field: "layout", "tiler", "n", ... */
    } arg[WGD_LAYOUT_OP_ARGS];
} wgd_layout_op;

/* The table, in the order in which it should be listed: 0 <= i < count. */
int wgd_layout_op_count(void);
const wgd_layout_op *wgd_layout_op_at(int i);
/* The operation of this name, or NULL. */
const wgd_layout_op *wgd_layout_op_find(const char *name, size_t len);
/* Reads one argument as text. On failure diag->pos is the position in the text. */
wgd_status wgd_layout_arg_parse(wgd_arg_kind kind, const char *text, size_t len,
                                wgd_layout_arg *out, wgd_diag *diag);
/* Runs an operation. ERR_DOMAIN when the number or the kinds of the arguments are not those of the
 * table; otherwise what the operation itself refuses. */
wgd_status wgd_layout_op_run(const wgd_layout_op *op, const wgd_layout_arg *args, int nargs,
                             wgd_layout_result *out, wgd_diag *diag);
void wgd_put_layout_result(wgd_text *t, const wgd_layout_result *r, wgd_format f);

WGD_API_END

#endif
