/* SPDX-License-Identifier: MIT
 *
 * Linked into build/tests/wgdesc-oom with ld's --wrap: fails the allocation number WGDESC_OOM_AT,
 * counted from 1, and with WGDESC_OOM_ON also every later one. The file that WGDESC_OOM_TOLD names is there
 * when one failed; the one that WGDESC_OOM_HELD names, when something was not given back at the end.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

void *__real_malloc(size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_realloc(void *p, size_t n);
void __real_free(void *p);
void __wrap_free(void *p);

static long held; /* allocations that were not given back yet */

static void tell(const char *variable)
{
    const char *name = getenv(variable);
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
        tell("WGDESC_OOM_TOLD");
    }
    return fails;
}

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

__attribute__((destructor)) static void tell_held(void)
{
    if (held != 0) {
        tell("WGDESC_OOM_HELD");
    }
}
