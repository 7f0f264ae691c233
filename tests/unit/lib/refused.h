/* SPDX-License-Identifier: MIT
 *
 * For tests: all that a refusal says, to the letter. Include after cmocka.h.
 */
#ifndef WGD_TEST_REFUSED_H
#define WGD_TEST_REFUSED_H

#include <string.h>

#include "wgd_status.h"

/* A diagnostic that nobody has filled: what a refusal leaves out is seen. */
static inline wgd_diag unfilled(void)
{
    wgd_diag d;
    memset(&d, 0x5a, sizeof d);
    return d;
}

/* What is said of a field, with nowhere in a text to point at; hint_name is "" where the hint has none. */
static inline void said(const wgd_diag *d, wgd_status s, const char *field, const char *what,
                        const char *got, const char *want)
{
    assert_int_equal(d->status, s);
    assert_string_equal(d->field, field);
    assert_string_equal(d->what, what);
    assert_string_equal(d->got, got);
    assert_string_equal(d->want, want);
    assert_int_equal(d->pos, -1);
}

/* A hint in words of its own. */
static inline void hinted(const wgd_diag *d, const char *hint)
{
    assert_string_equal(d->hint, hint);
    assert_int_equal(d->hint_id, WGD_HINT_NONE);
}

/* A hint of the table, with its arguments. */
static inline void hinted_at(const wgd_diag *d, wgd_hint h, int64_t num, const char *name)
{
    assert_int_equal(d->hint_id, h);
    assert_int_equal(d->hint_num, num);
    assert_string_equal(d->hint_name, name);
}

#endif
