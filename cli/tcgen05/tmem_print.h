/* SPDX-License-Identifier: MIT
 *
 * A fragment of tensor memory as text and as JSON.
 */
#ifndef CLI_TMEM_PRINT_H
#define CLI_TMEM_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* What is asked about it besides: where an element lies, what a cell holds. */
typedef struct tmem_query {
    bool element;
    int row, col;
    bool cell;
    int lane, column;
} tmem_query;

void tmem_text(buf *out, const wgd_tmem *t, const tmem_query *q);
/* The members of the answer. */
void tmem_json(buf *out, const wgd_tmem *t, const tmem_query *q);
/* "0x00200007": lane << 16 | column. */
void tmem_put_address(buf *out, int lane, int column);
void tmem_json_address(buf *out, const char *key, int lane, int column);

#endif
