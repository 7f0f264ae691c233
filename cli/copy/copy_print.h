/* SPDX-License-Identifier: MIT
 *
 * A copy between registers and shared memory, as text and as JSON.
 */
#ifndef CLI_COPY_PRINT_H
#define CLI_COPY_PRINT_H

#include "copy_args.h"

/* One access is shown: that of `warp` in `step`. */
void copy_print_text(buf *out, const copy_ask *ask, int warp, int step);
void copy_print_json(answer *a, const copy_ask *ask, int warp, int step);

/* The named instruction cannot, and why. */
void copy_print_no(buf *out, const copy_ask *ask);
void copy_print_no_json(answer *a, const copy_ask *ask);

#endif
