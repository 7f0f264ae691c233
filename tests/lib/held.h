/* SPDX-License-Identifier: MIT
 *
 * Counts what is allocated and not given back, in a program that is linked with
 * ld's --wrap=malloc,--wrap=realloc,--wrap=free. Whoever includes it says which allocations fail.
 */
#ifndef TESTS_HELD_H
#define TESTS_HELD_H

#include <stddef.h>

/* Asked once for each allocation. */
static int must_fail(void);

/* Weak, for a program that is linked without. */
void *__real_malloc(size_t n) __attribute__((weak));
void *__real_realloc(void *p, size_t n) __attribute__((weak));
void __real_free(void *p) __attribute__((weak));
void *__wrap_malloc(size_t n);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static long held; /* allocations that were not given back yet */

void *__wrap_malloc(size_t n)
{
    void *made = must_fail() ? NULL : __real_malloc(n);
    held += made != NULL;
    return made;
}

/* What is moved was counted when it was made; nobody asks for no bytes. */
void *__wrap_realloc(void *p, size_t n)
{
    void *made = must_fail() ? NULL : __real_realloc(p, n);
    held += made != NULL && p == NULL;
    return made;
}

void __wrap_free(void *p)
{
    held -= p != NULL;
    __real_free(p);
}

#endif
