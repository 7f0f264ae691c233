/* SPDX-License-Identifier: MIT */
#include "layout_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static FILE *open_list(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "tests/golden/%s", name);
    FILE *f = fopen(path, "r");
    if (!f) {
        fail_msg("cannot open %s (run from the root of the repository)", path);
    }
    return f;
}

void line_list_read(line_list *list, const char *name)
{
    FILE *f = open_list(name);
    char text[512];
    list->n = 0;
    while (fgets(text, sizeof text, f)) {
        if (text[0] == '#' || text[0] == '\n') {
            continue;
        }
        assert_true(list->n < LINE_LIST_MAX);
        char *end = strchr(text, ' ');
        assert_non_null(end);
        *end = '\0';
        assert_true(strlen(text) < sizeof list->entry[0].file);
        strcpy(list->entry[list->n].file, text);
        list->entry[list->n].line = (int)strtol(end + 1, NULL, 10);
        list->entry[list->n].used = false;
        list->n++;
    }
    fclose(f);
}

bool is_listed(line_list *list, const char *file, int line)
{
    for (int i = 0; i < list->n; i++) {
        if (list->entry[i].line == line && strcmp(list->entry[i].file, file) == 0) {
            list->entry[i].used = true;
            return true;
        }
    }
    return false;
}

int listed_for_nothing(const line_list *list, const char *file)
{
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        if (!list->entry[i].used && strcmp(list->entry[i].file, file) == 0) {
            print_message("listed for nothing: %s %d\n", file, list->entry[i].line);
            n++;
        }
    }
    return n;
}

static wgd_status list_arg(const cJSON *list, wgd_tiler *out, wgd_diag *diag)
{
    const cJSON *item;
    wgd_status s = WGD_OK;
    wgd_tiler_list(out);
    cJSON_ArrayForEach(item, list)
    {
        wgd_layout_arg one;
        if (cJSON_IsNull(item)) {
            wgd_tiler_keep(&one.u.tiler);
        } else {
            s = layout_line_arg(WGD_ARG_TILER, item, &one, diag);
        }
        if (s == WGD_OK) {
            s = wgd_tiler_append(out, &one.u.tiler);
        }
        if (s != WGD_OK) {
            return s;
        }
    }
    return s;
}

wgd_status layout_line_arg(wgd_arg_kind kind, const cJSON *value, wgd_layout_arg *out,
                           wgd_diag *diag)
{
    if (cJSON_IsArray(value)) {
        out->kind = WGD_ARG_TILER;
        return list_arg(value, &out->u.tiler, diag);
    }
    char number[32];
    const char *text = cJSON_GetStringValue(value);
    if (!text) {
        snprintf(number, sizeof number, "%lld", (long long)value->valuedouble);
        text = number;
    }
    return wgd_layout_arg_parse(kind, text, strlen(text), out, diag);
}

wgd_status layout_line_run(const wgd_layout_op *op, const cJSON *args, wgd_layout_result *out,
                           wgd_diag *diag)
{
    static wgd_layout_arg arg[WGD_LAYOUT_OP_ARGS];
    const int n = cJSON_GetArraySize(args);
    assert_true(n <= WGD_LAYOUT_OP_ARGS);
    for (int i = 0; i < n; i++) {
        const wgd_status s =
            layout_line_arg(op->arg[i].kind, cJSON_GetArrayItem(args, i), &arg[i], diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return wgd_layout_op_run(op, arg, n, out, diag);
}

bool same_function(const wgd_composed *a, const wgd_composed *b)
{
    int64_t na, nb, va, vb;
    if (wgd_layout_size(&a->layout, &na) != WGD_OK || wgd_layout_size(&b->layout, &nb) != WGD_OK ||
        na != nb) {
        return false;
    }
    for (int64_t i = 0; i < na; i++) {
        if (wgd_composed_at(a, i, &va, NULL) != WGD_OK ||
            wgd_composed_at(b, i, &vb, NULL) != WGD_OK || va != vb) {
            return false;
        }
    }
    return true;
}
