/* SPDX-License-Identifier: MIT
 *
 * Which bytes a block reads, as text and JSON.
 */
#include "coverage_print.h"

void put_range(buf *out, wgd_range r)
{
    buf_addr(out, r.begin);
    buf_char(out, '-');
    buf_addr(out, r.end - UINT64_C(1));
}

void json_range(buf *out, const char *key, wgd_range r)
{
    json_open(out, key, '[');
    json_addr(out, NULL, r.begin);
    json_addr(out, NULL, r.end);
    json_close(out, ']');
}

void json_coverage(buf *out, const wgd_coverage *c)
{
    json_range(out, "span", c->span);
    json_int(out, "span_bytes", (int64_t)c->span.end - c->span.begin);
    json_int(out, "fetched_bytes", c->fetched_bytes);
    json_int(out, "distinct_bytes", c->distinct_bytes);
    json_int(out, "twice_bytes", c->twice_bytes);
    json_int(out, "never_bytes", c->never_bytes);
    json_bool(out, "outside", c->outside);
}
