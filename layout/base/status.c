/* SPDX-License-Identifier: MIT
 *
 * The table of errors, looked up, and filling a diagnostic.
 */
#include "wgd_status.h"

#include <stdbool.h>

typedef struct error_row {
    wgd_status status;
    const char *name;
    const char *text;
    wgd_hint hint;
} error_row;

static const error_row rows[] = {
#define WGD_X(sym, val, name, text, hint) {WGD_##sym, name, text, WGD_HINT_##hint},
    WGD_ERRORS(WGD_X)
#undef WGD_X
};

static const error_row *row_of(wgd_status s)
{
    const int n = wgd_status_count();
    for (int i = 0; i < n; i++) {
        if (rows[i].status == s) {
            return &rows[i];
        }
    }
    return row_of(WGD_ERR_INTERNAL);
}

int wgd_status_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

wgd_status wgd_status_at(int i)
{
    return rows[i].status;
}

const char *wgd_status_name(wgd_status s)
{
    return row_of(s)->name;
}

const char *wgd_status_text(wgd_status s)
{
    return row_of(s)->text;
}

wgd_hint wgd_status_hint(wgd_status s)
{
    return row_of(s)->hint;
}

/* ---- hints ---------------------------------------------------------------------------------- */

/* Steps over `mark` where the words go on with it. */
static bool take(const char **words, const char *mark)
{
    const char *at = *words;
    while (*mark && *at == *mark) {
        at++;
        mark++;
    }
    if (*mark) {
        return false;
    }
    *words = at;
    return true;
}

void wgd_put_hint(wgd_text *t, const char *words, const wgd_diag *d)
{
    while (*words) {
        if (take(&words, "{num}")) {
            wgd_put_i64(t, d->hint_num);
        } else if (take(&words, "{name}")) {
            wgd_put_str(t, d->hint_name);
        } else if (take(&words, "{field}")) {
            wgd_put_str(t, d->field);
        } else {
            wgd_put_char(t, *words++);
        }
    }
}

static void set_hint(wgd_diag *d, wgd_hint h, int64_t num, const char *name)
{
    d->hint_id = h;
    d->hint_num = num;
    d->hint_name = name ? name : "";
    wgd_text t = wgd_text_into(d->hint, sizeof d->hint);
    wgd_put_hint(&t, wgd_hint_words(h), d);
    wgd_text_end(&t);
}

wgd_status wgd_diag_hint(wgd_diag *d, wgd_status s, wgd_hint h, int64_t num, const char *name)
{
    if (d) {
        set_hint(d, h, num, name);
    }
    return s;
}

/* ---- filling a diagnostic ------------------------------------------------------------------- */

static void copy_text(char *buf, size_t cap, const char *s)
{
    wgd_text t = wgd_text_into(buf, cap);
    wgd_put_str(&t, s ? s : "");
    wgd_text_end(&t);
}

wgd_status wgd_fail(wgd_diag *d, wgd_status s, const char *field, const char *what, const char *got,
                    const char *want, const char *hint)
{
    if (d) {
        d->status = s;
        d->field = field ? field : "";
        d->pos = -1;
        copy_text(d->what, sizeof d->what, what ? what : wgd_status_text(s));
        copy_text(d->got, sizeof d->got, got);
        copy_text(d->want, sizeof d->want, want);
        wgd_diag_hint(d, s, hint ? WGD_HINT_NONE : wgd_status_hint(s), 0, NULL);
        if (hint) {
            copy_text(d->hint, sizeof d->hint, hint);
        }
    }
    return s;
}

wgd_status wgd_fail_num(wgd_diag *d, wgd_status s, const char *field, const char *what, int64_t got,
                        const char *want, const char *hint)
{
    char num[24];
    wgd_text t = wgd_text_into(num, sizeof num);
    wgd_put_i64(&t, got);
    wgd_text_end(&t);
    return wgd_fail(d, s, field, what, num, want, hint);
}
