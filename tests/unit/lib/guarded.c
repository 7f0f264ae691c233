/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "guarded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A page between two that cannot be read. */
static char *page(size_t *size)
{
    static char *made;
    *size = (size_t)sysconf(_SC_PAGESIZE);
    if (!made) {
        made = mmap(NULL, 3 * *size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (made == MAP_FAILED || mprotect(made + *size, *size, PROT_READ | PROT_WRITE) != 0) {
            abort();
        }
        made += *size;
    }
    return made;
}

const char *guarded_end(const char *text, size_t len)
{
    size_t size;
    char *p = page(&size);
    return memcpy(p + size - len, text, len);
}

const char *guarded_begin(const char *text, size_t len)
{
    size_t size;
    char *p = page(&size);
    return memcpy(p, text, len);
}
