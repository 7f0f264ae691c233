/* SPDX-License-Identifier: MIT
 *
 * Fuzz target: layout text and the operations on it. The input is an operation and its operands,
 * one a line; its first line is also read as a layout. What is read is printed, read again and
 * printed again: both texts must be the same. A result must be within the limits that the library
 * states.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wgd_layout_op.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_MAX = 4096 };

static void demand(int holds, const char *what, const char *text)
{
    if (!holds) {
        fprintf(stderr, "%s: %s\n", what, text);
        abort();
    }
}

static void round_trip(const wgd_composed *c, wgd_format f)
{
    static char text[TEXT_MAX], again[TEXT_MAX];
    wgd_composed back;
    const size_t n = wgd_composed_snprintf(text, sizeof text, c, f);
    demand(n < sizeof text, "text too long", text);
    demand(wgd_parse_composed(text, n, &back, NULL) == WGD_OK, "not read back", text);
    wgd_composed_snprintf(again, sizeof again, &back, f);
    demand(strcmp(text, again) == 0, "read back differently", text);
}

/* Every size and offset of a layout fits, so evaluation at both ends works. */
static void within_limits(const wgd_composed *c)
{
    int64_t n, v;
    wgd_tuple crd;
    demand(wgd_layout_size(&c->layout, &n) == WGD_OK, "size", "");
    demand(wgd_layout_cosize(&c->layout, &v) == WGD_OK && v > 0, "cosize", "");
    demand(wgd_layout_depth(&c->layout) <= WGD_MAX_DEPTH, "depth", "");
    demand(wgd_idx2crd(n - 1, &c->layout.shape, &crd, NULL) == WGD_OK, "idx2crd", "");
    demand(wgd_layout_crd2idx(&c->layout, &crd, &v, NULL) == WGD_OK, "crd2idx", "");
    demand(v == wgd_layout_at(&c->layout, n - 1), "crd2idx and at", "");
    (void)wgd_composed_at(c, n - 1, &v, NULL);
    (void)wgd_composed_at(c, INT64_MAX, &v, NULL);
}

static void any_layout(const wgd_composed *c)
{
    round_trip(c, WGD_FMT_PLAIN);
    round_trip(c, WGD_FMT_CUTE);
    within_limits(c);
}

/* The line at *at, without its end; moves *at behind it. */
static const char *next_line(const char *text, size_t size, size_t *at, size_t *len)
{
    const char *line = text + *at;
    size_t n = 0;
    while (*at + n < size && line[n] != '\n') {
        n++;
    }
    *len = n;
    *at += n + (*at + n < size);
    return line;
}

static void refused(const wgd_diag *diag, wgd_status s, size_t len)
{
    demand(diag->status == s && diag->field && diag->what[0] != '\0', "empty diagnostic", "");
    demand(diag->pos >= -1 && (diag->pos < 0 || (size_t)diag->pos <= len), "position", diag->what);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static wgd_layout_arg arg[WGD_LAYOUT_OP_ARGS];
    static wgd_layout_result r;
    const char *text = (const char *)data;
    size_t at = 0, len;
    wgd_diag diag;
    wgd_composed c;
    const char *line = next_line(text, size, &at, &len);
    wgd_status s = wgd_parse_composed(line, len, &c, &diag);
    if (s == WGD_OK) {
        any_layout(&c);
    } else {
        refused(&diag, s, len);
    }
    const wgd_layout_op *op = wgd_layout_op_find(line, len);
    int n = 0;
    for (; op && n < op->max_args && at < size; n++) {
        line = next_line(text, size, &at, &len);
        s = wgd_layout_arg_parse(op->arg[n].kind, line, len, &arg[n], &diag);
        if (s != WGD_OK) {
            refused(&diag, s, len);
            return 0;
        }
    }
    if (!op) {
        return 0;
    }
    s = wgd_layout_op_run(op, arg, n, &r, &diag);
    if (s != WGD_OK) {
        refused(&diag, s, 0);
    } else if (r.kind == WGD_ARG_LAYOUT) {
        any_layout(&r.u.layout);
    }
    return 0;
}
