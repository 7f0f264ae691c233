/* SPDX-License-Identifier: MIT
 *
 * What a descriptor can describe: a row for each kind of read that some wgmma makes.
 */
#ifndef CLI_DECODE_READS_H
#define CLI_DECODE_READS_H

#include "json/json_write.h"
#include "wgdesc.h"

/* What is known of the instruction: of the kinds of read those that it may make. Nothing given: all. */
typedef struct reads_wish {
    bool any, has_operand, has_major, has_dtype;
    wgd_operand operand;
    wgd_major major;
    wgd_dtype dtype;
    bool sparse;
    int n; /* of operand b, 0 the smallest and the largest */
} reads_wish;

void decode_reads_text(buf *out, uint64_t word, wgd_arch arch, const reads_wish *w);
/* The member "reads". */
void decode_reads_json(buf *out, uint64_t word, wgd_arch arch, const reads_wish *w);

#endif
