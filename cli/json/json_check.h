/* SPDX-License-Identifier: MIT
 *
 * JSON by the letter of RFC 8259, in one pass and with limits: what passes can be read without
 * looking for the text's end or for a fault.
 */
#ifndef CLI_JSON_CHECK_H
#define CLI_JSON_CHECK_H

#include <stddef.h>

#include "wgd_status.h"

enum {
    JSON_DEPTH_MAX = 32,
    JSON_VALUES_MAX = 4096, /* in one line: bounds the memory that a request takes */
    JSON_NUMBER_MAX = 60    /* characters of one number */
};

typedef struct json_facts {
    size_t values;  /* values and keys, to size the memory of the tree */
    const char *id; /* the text of the first top-level member "id", else NULL */
    size_t id_len;
} json_facts;

/* One JSON object and nothing else. On failure diag->pos is the byte at fault. */
wgd_status json_check(const char *s, size_t len, json_facts *facts, wgd_diag *diag);

#endif
