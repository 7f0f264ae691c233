/* SPDX-License-Identifier: MIT
 *
 * What a descriptor can describe: a row for each kind of read that some wgmma makes.
 */
#ifndef CLI_DECODE_READS_H
#define CLI_DECODE_READS_H

#include "json/json_write.h"
#include "wgdesc.h"

void decode_reads_text(buf *out, uint64_t word, wgd_arch arch);
/* The member "reads". */
void decode_reads_json(buf *out, uint64_t word, wgd_arch arch);

#endif
