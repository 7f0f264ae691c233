/* SPDX-License-Identifier: MIT
 *
 * Linked into build/tests/wgdesc-oom with ld's --wrap: fails the allocation number WGDESC_OOM_AT,
 * counted from 1, and with WGDESC_OOM_ON also every later one. The file that WGDESC_OOM_TOLD names is there
 * when one failed.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

void *__real_malloc(size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_realloc(void *p, size_t n);

static void tell(void)
{
    const char *name = getenv("WGDESC_OOM_TOLD");
    if (name) {
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
}

static int must_fail(void)
{
    static long count;
    const char *at = getenv("WGDESC_OOM_AT");
    count++;
    if (!at) {
        return 0;
    }
    const long n = strtol(at, NULL, 10);
    const int fails = getenv("WGDESC_OOM_ON") ? count >= n : count == n;
    if (fails) {
        tell();
    }
    return fails;
}

void *__wrap_malloc(size_t n)
{
    return must_fail() ? NULL : __real_malloc(n);
}

void *__wrap_realloc(void *p, size_t n)
{
    return must_fail() ? NULL : __real_realloc(p, n);
}
