/* SPDX-License-Identifier: MIT
 *
 * For tests: all that the solver says of a layout without a descriptor, in one line. Include after cmocka.h.
 */
#ifndef WGD_TEST_SOLVE_SAID_H
#define WGD_TEST_SOLVE_SAID_H

#include <stdio.h>
#include <string.h>

#include "wgd_solve.h"

/* Why: "REASON, MAJOR MODE, (MN,K) at BYTE read at BYTE, pitch BYTES: SENTENCE". */
static inline const char *refusal_line(const wgd_refusal *r)
{
    static char line[512];
    snprintf(line, sizeof line, "%s, %s %s, (%lld,%lld) at %lld read at %lld, pitch %lld: %.255s",
             wgd_reason_name(r->reason), wgd_major_name(r->major), wgd_swizzle_name(r->mode),
             (long long)r->mn, (long long)r->k, (long long)r->byte, (long long)r->reads,
             (long long)r->pitch, r->text);
    return line;
}

/* Solves what has no descriptor, and compares the line; what is said before, and what is not, cannot be mistaken for
 * it. */
static inline void refused_so(const wgd_solve_query *q, wgd_solve *s, const char *want)
{
    wgd_diag d;
    memset(s, 0x5a, sizeof *s);
    memset(&d, 0x5a, sizeof d);
    assert_int_equal(wgd_solve_layout(q, s, &d), WGD_ERR_NO_DESC);
    assert_string_equal(refusal_line(&s->refusal), want);
    assert_int_equal(d.status, WGD_ERR_NO_DESC);
    assert_string_equal(d.field, "layout");
    assert_string_equal(d.what, s->refusal.text);
    assert_string_equal(d.got, "");
    assert_string_equal(d.want, "");
    assert_int_equal(wgd_solve_layout(q, s, NULL), WGD_ERR_NO_DESC);
}

#endif
