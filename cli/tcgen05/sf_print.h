/* SPDX-License-Identifier: MIT
 *
 * Scale factors as text and as JSON.
 */
#ifndef CLI_SF_PRINT_H
#define CLI_SF_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* What is asked about them besides. */
typedef struct sf_query {
    bool element;
    int64_t row, col;
    bool at;
    int64_t byte;
} sf_query;

void sf_text(buf *out, const wgd_sf *s, const sf_query *q);
void sf_json(buf *out, const wgd_sf *s, const sf_query *q);
/* A stage at a byte of shared memory, and its copies. */
void sf_stage_text(buf *out, const wgd_sf_stage *s, uint32_t start);
void sf_stage_json(buf *out, const wgd_sf_stage *s, uint32_t start);

#endif
