/* SPDX-License-Identifier: MIT
 *
 * How what a descriptor covers is shown.
 */
#ifndef CLI_COVERAGE_PRINT_H
#define CLI_COVERAGE_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* "0x400-0xbff": a range of bytes, both ends included. */
void put_range(buf *out, wgd_range r);
/* ["0x400","0xc00"], the end not included. */
void json_range(buf *out, const char *key, wgd_range r);
/* The members span, span_bytes, fetched_bytes, twice_bytes, never_bytes, outside. */
void json_coverage(buf *out, const wgd_coverage *c);

#endif
