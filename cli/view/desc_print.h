/* SPDX-License-Identifier: MIT
 *
 * How the descriptors of a tile are shown, whether they were computed ('desc') or found ('solve').
 */
#ifndef CLI_DESC_PRINT_H
#define CLI_DESC_PRINT_H

#include "desc_view.h"

void desc_print_text(buf *out, const desc_view *v);
/* The steps from block to block, and the table of blocks: of a text, and the member "blocks". */
void desc_print_steps(buf *out, const desc_view *v);
void desc_json_blocks(buf *out, const desc_view *v);
/* The members after "ok", without the closing brace. */
void desc_print_members(buf *out, const desc_view *v);
void desc_print_json(answer *a, const desc_view *v);
/* What print_tensor of CuTe's DescriptorIterator shows; the view has an iterator. */
void desc_print_cute(buf *out, const desc_view *v);
/* {"field":..,"bytes":..,"used":..} */
void desc_json_stride(buf *out, const char *key, unsigned field, bool used);

#endif
