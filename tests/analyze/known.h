/* SPDX-License-Identifier: MIT
 *
 * What an analyzer that sees one file at a time does not know of the others: a refusal returns the status that it
 * was given, and no status of the table of errors but WGD_OK is 0. Included before every file that is analyzed;
 * tests/unit/layout/test_status.c holds the functions to it.
 */
#include "wgd_status.h"

#define wgd_fail(d, s, ...)               ((void)wgd_fail(d, s, __VA_ARGS__), (s))
#define wgd_fail_num(d, s, ...)           ((void)wgd_fail_num(d, s, __VA_ARGS__), (s))
#define wgd_diag_hint(d, s, h, num, name) wgd_known_hint(s, d, h, num, name)
static inline wgd_status wgd_known_hint(wgd_status s, const wgd_diag *d, wgd_hint h, int64_t num,
                                        const char *name)
{
    (void)d, (void)h, (void)num, (void)name;
    return s;
}

/* In the program: the same of its own refusals, and what is a string is something. */
#if __has_include("error/cli_status.h")
#include <cjson/cJSON.h>

#include "error/cli_status.h"

#define cli_fail(d, s, ...) ((void)cli_fail(d, s, __VA_ARGS__), (s))
#define cJSON_IsString(v)   ((v) && cJSON_IsString(v))
#define cJSON_IsNumber(v)   ((v) && cJSON_IsNumber(v))
#endif
