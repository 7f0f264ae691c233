/* SPDX-License-Identifier: MIT
 *
 * The one place where the program allocates. Tests wrap malloc, realloc and free of this object
 * alone and fail every call in turn (tests/faults/oom.t).
 */
#ifndef CLI_MEM_H
#define CLI_MEM_H

#include <stddef.h>

/* NULL when there is no memory; n > 0. */
void *cli_alloc(size_t n);
/* NULL leaves the old block as it was. */
void *cli_realloc(void *p, size_t n);
void cli_free(void *p);

#endif
