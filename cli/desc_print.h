/* SPDX-License-Identifier: MIT
 *
 * How the descriptors of a tile are shown.
 */
#ifndef CLI_DESC_PRINT_H
#define CLI_DESC_PRINT_H

#include "command.h"

void desc_print_text(buf *out, const wgd_tile *t);
void desc_print_json(answer *a, const wgd_tile *t);
/* What print_tensor of CuTe's DescriptorIterator shows. */
void desc_print_cute(buf *out, const wgd_tile *t);

#endif
