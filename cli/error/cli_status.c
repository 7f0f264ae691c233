/* SPDX-License-Identifier: MIT
 *
 * The program's own errors beside the library's.
 */
#include "cli_status.h"

#include <stdbool.h>

#include "cli_hint.h"

typedef struct status_row {
    wgd_status status;
    const char *name; /* the JSON error.code */
    int exit_status;
    const char *text, *hint;
} status_row;

static const status_row own[] = {
    {CLI_ERR_JSON, "json", 2, "the JSON is not valid",
     "one JSON object per line, in UTF-8, with no duplicate keys"},
    {CLI_ERR_KEY, "key", 2, "unknown or duplicate key",
     "each key once; the keys are the long options of the command"},
    {CLI_ERR_USAGE, "usage", 2, "the command line is not understood", ""},
    {CLI_ERR_TOO_LONG, "too_long", 2, "the input is too long", "split it"},
    {CLI_ERR_IO, "io", 3, "reading or writing failed", "the answer is not complete"},
    {CLI_ERR_MEMORY, "memory", 3, "out of memory", "free memory, or ask for less at once"},
};
enum { OWN = sizeof own / sizeof own[0] };

/* The row of one of the program's own errors, or NULL. */
static const status_row *own_row(wgd_status s)
{
    for (int i = 0; i < OWN; i++) {
        if (own[i].status == s) {
            return &own[i];
        }
    }
    return NULL;
}

const char *cli_status_name(wgd_status s)
{
    const status_row *row = own_row(s);
    return row ? row->name : wgd_status_name(s);
}

const char *cli_status_text(wgd_status s)
{
    const status_row *row = own_row(s);
    return row ? row->text : wgd_status_text(s);
}

const char *cli_status_hint(wgd_status s)
{
    const status_row *row = own_row(s);
    return row ? row->hint : hint_words(wgd_status_hint(s));
}

int cli_status_exit(wgd_status s)
{
    const status_row *row = own_row(s);
    if (row) {
        return row->exit_status;
    }
    switch (s) {
    case WGD_OK:
        return 0;
    case WGD_ERR_NO_DESC:
    case WGD_ERR_FIT:
        return 1; /* understood, and the answer is no */
    case WGD_ERR_INTERNAL:
        return 3;
    default:
        return 2;
    }
}

int cli_status_count(void)
{
    return wgd_status_count() + OWN;
}

/* How many errors have a smaller value. */
static int rank(wgd_status s)
{
    int n = 0;
    for (int i = 0; i < wgd_status_count(); i++) {
        n += wgd_status_at(i) < s;
    }
    for (int i = 0; i < OWN; i++) {
        n += own[i].status < s;
    }
    return n;
}

wgd_status cli_status_at(int i)
{
    for (int k = 0; k < OWN; k++) {
        if (rank(own[k].status) == i) {
            return own[k].status;
        }
    }
    int k = 0;
    while (rank(wgd_status_at(k)) != i) {
        k++;
    }
    return wgd_status_at(k);
}

wgd_status cli_fail(wgd_diag *d, wgd_status s, const char *field, const char *what, const char *got,
                    const char *want, const char *hint)
{
    return wgd_fail(d, s, field, what ? what : cli_status_text(s), got, want,
                    hint ? hint : cli_status_hint(s));
}

void cli_item_of(cli_item out, const char *s, size_t len)
{
    wgd_text t = wgd_text_into(out, sizeof(cli_item));
    wgd_put_mem(&t, s, len);
    wgd_text_end(&t);
}
