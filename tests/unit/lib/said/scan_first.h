/* SPDX-License-Identifier: MIT
 *
 * The first kernel of a text that a test writes, in memory of its own.
 */
#ifndef SCAN_FIRST_H
#define SCAN_FIRST_H

#include <string.h>

#include "wgd_scan.h"

/* Reads it, and fails the test where the text is none of that kind; `work` has `size` bytes. */
static inline wgd_status scan_first(wgd_scan_language language, const char *text, size_t len,
                                    void *work, size_t size, wgd_scan_kernel *k, wgd_diag *d)
{
    static wgd_scan s;
    memset(d, 0, sizeof *d);
    assert_int_equal(wgd_scan_begin(&s, language, text, len, work, size, d), WGD_OK);
    return wgd_scan_next(&s, k, d);
}

#endif
