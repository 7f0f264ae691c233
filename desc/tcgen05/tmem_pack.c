/* SPDX-License-Identifier: MIT
 *
 * Several fragments side by side in the 512 columns.
 */
#include "wgd_tmem.h"
#include "wgd_text.h"

enum { SLOTS_MAX = 64 };

static bool overlap(const wgd_tmem_slot *a, int column, int columns)
{
    return a->column >= 0 && a->column < column + columns && column < a->column + a->columns;
}

static wgd_status refuse(int slot, const char *what, int got, const char *want, const char *hint,
                         wgd_diag *diag)
{
    wgd_fail_num(diag, WGD_ERR_FIT, "fragments", what, got, want, hint);
    if (diag) {
        diag->pos = slot;
    }
    return WGD_ERR_FIT;
}

static wgd_status check_given(const wgd_tmem_slot *slots, int n, int i, wgd_diag *diag)
{
    const wgd_tmem_slot *s = &slots[i];
    if (s->column + s->columns > WGD_TMEM_COLUMNS) {
        return refuse(i, "the fragment ends behind tensor memory", s->column + s->columns,
                      "at most 512 columns", "start it further to the left", diag);
    }
    for (int k = 0; k < n; k++) {
        if (k != i && slots[k].column >= 0 && overlap(s, slots[k].column, slots[k].columns)) {
            return refuse(i, "two fragments overlap at this column",
                          s->column > slots[k].column ? s->column : slots[k].column, NULL,
                          "leave the columns out: a free place is found", diag);
        }
    }
    return WGD_OK;
}

/* The first column from which so many are free, or -1. */
static int first_free(const wgd_tmem_slot *slots, int n, int columns)
{
    int at = 0;
    for (int i = 0; i < n; i++) {
        if (overlap(&slots[i], at, columns)) {
            at = slots[i].column + slots[i].columns;
            i = -1;
        }
    }
    return at + columns <= WGD_TMEM_COLUMNS ? at : -1;
}

wgd_status wgd_tmem_pack(wgd_tmem_slot *slots, int n, int *total, wgd_diag *diag)
{
    int end = 0;
    if (n > SLOTS_MAX) {
        return refuse(SLOTS_MAX, "too many fragments", n, "at most 64", "plan fewer at once", diag);
    }
    for (int i = 0; i < n; i++) {
        const wgd_status s = slots[i].column >= 0 ? check_given(slots, n, i, diag) : WGD_OK;
        if (s != WGD_OK) {
            return s;
        }
    }
    for (int i = 0; i < n; i++) {
        if (slots[i].column < 0) {
            slots[i].column = first_free(slots, n, slots[i].columns);
        }
        if (slots[i].column < 0) {
            return refuse(i, "the fragments do not fit into tensor memory", slots[i].columns,
                          "no more columns than are free of the 512",
                          "fewer stages, or a narrower accumulator", diag);
        }
        const int last = slots[i].column + slots[i].columns;
        end = last > end ? last : end;
    }
    *total = wgd_tmem_alloc_columns(end);
    return WGD_OK;
}
