/* SPDX-License-Identifier: MIT
 *
 * Accumulators fed on as A of a next wgmma, as text and as JSON.
 */
#ifndef CLI_CHAIN_PRINT_H
#define CLI_CHAIN_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

void chain_print_text(buf *out, const wgd_frag *acc, const wgd_frag_chain *c);
/* The member "as_a". */
void chain_print_json(buf *out, const wgd_frag *acc, const wgd_frag_chain *c);

#endif
