/* SPDX-License-Identifier: MIT
 *
 * How the stages of a ring of tiles are shown.
 */
#ifndef CLI_STAGES_PRINT_H
#define CLI_STAGES_PRINT_H

#include "desc_view.h"

void stages_print_text(buf *out, const desc_view *v);
/* The member "stages". */
void stages_print_json(buf *out, const desc_view *v);

#endif
