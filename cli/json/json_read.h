/* SPDX-License-Identifier: MIT
 *
 * A strict reader around cJSON: json_check first, then cJSON, then what only the tree shows
 * (numbers beyond a double, duplicate keys).
 */
#ifndef CLI_JSON_READ_H
#define CLI_JSON_READ_H

#include <cjson/cJSON.h>

#include "json_check.h"

/* A whole number of more than 15 digits has them as its valuestring, for valuedouble is not exact.
 * The request in s[0..len) as a tree that lives until the next call. */
wgd_status json_read(const char *s, size_t len, const cJSON **root, json_facts *facts,
                     wgd_diag *diag);
/* Gives the memory back. */
void json_read_end(void);

#endif
