/* SPDX-License-Identifier: MIT
 *
 * The program's only allocations, so that a test can fail each.
 */
#include "mem.h"

#include <stdlib.h>

void *cli_alloc(size_t n)
{
    return malloc(n);
}

void *cli_realloc(void *p, size_t n)
{
    return realloc(p, n);
}

void cli_free(void *p)
{
    free(p);
}
