/* SPDX-License-Identifier: MIT
 *
 * For tests of the layout engine: lists of excepted golden lines, and operations written as JSON.
 */
#ifndef WGD_TEST_LAYOUT_LINES_H
#define WGD_TEST_LAYOUT_LINES_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "wgd_layout_op.h"

/* ---- lists of exceptions -------------------------------------------------------------------- */

/* A file of lines "FILE LINE why ..."; '#' starts a comment. */
enum { LINE_LIST_MAX = 1024 };
typedef struct line_list {
    int n;
    struct {
        char file[48];
        int line;
        bool used;
    } entry[LINE_LIST_MAX];
} line_list;

void line_list_read(line_list *list, const char *name);
/* Is this line listed? Marks it as used. */
bool is_listed(line_list *list, const char *file, int line);
/* Prints the entries of one file that were never asked for; returns how many. */
int listed_for_nothing(const line_list *list, const char *file);

/* ---- layout operations ---------------------------------------------------------------------- */

/* One operand of a line: text, a number, or a tiler as a list with null for "keep". */
wgd_status layout_line_arg(wgd_arg_kind kind, const cJSON *value, wgd_layout_arg *out,
                           wgd_diag *diag);
/* Runs the operation on an array of operands. */
wgd_status layout_line_run(const wgd_layout_op *op, const cJSON *args, wgd_layout_result *out,
                           wgd_diag *diag);
/* Are two layouts the same function: same size, and same value at every index? */
bool same_function(const wgd_composed *a, const wgd_composed *b);

#endif
