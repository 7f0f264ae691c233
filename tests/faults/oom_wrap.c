/* SPDX-License-Identifier: MIT
 *
 * Linked into build/tests/wgdesc-oom with ld's --wrap: fails the allocation number WGDESC_OOM_AT,
 * counted from 1, and with WGDESC_OOM_ON also every later one.
 */
#include <stdlib.h>

void *__real_malloc(size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_realloc(void *p, size_t n);

static int must_fail(void)
{
    static long count;
    const char *at = getenv("WGDESC_OOM_AT");
    count++;
    if (!at) {
        return 0;
    }
    const long n = strtol(at, NULL, 10);
    return getenv("WGDESC_OOM_ON") ? count >= n : count == n;
}

void *__wrap_malloc(size_t n)
{
    return must_fail() ? NULL : __real_malloc(n);
}

void *__wrap_realloc(void *p, size_t n)
{
    return must_fail() ? NULL : __real_realloc(p, n);
}
