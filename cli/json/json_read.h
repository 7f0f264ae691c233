/* SPDX-License-Identifier: MIT
 *
 * A request as a tree of cJSON's nodes: json_check first, then the tree, then what only the tree
 * shows (numbers beyond a double, duplicate keys).
 */
#ifndef CLI_JSON_READ_H
#define CLI_JSON_READ_H

#include <stdbool.h>
#include <cjson/cJSON.h>

#include "json_check.h"

/* The memory of one request's tree, reused by the next; {0} at first. Whoever reads requests has one
 * of its own, so that threads share nothing. */
typedef struct json_memory {
    char *data;
    size_t cap, used;
    bool overrun; /* more was taken than was counted: a bug */
} json_memory;

/* The request in s[0..len) as a tree that lives until the memory's next use. A whole number of more
 * than 15 digits has them as its valuestring, for valuedouble is not exact. */
wgd_status json_read(json_memory *m, const char *s, size_t len, const cJSON **root,
                     json_facts *facts, wgd_diag *diag);
/* Gives the memory back. */
void json_read_end(json_memory *m);

#endif
