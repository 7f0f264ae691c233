/* SPDX-License-Identifier: MIT
 *
 * The few functions of <string.h> that the page's WebAssembly needs: there is no C library there.
 * They are defined in core.c.
 */
#ifndef PAGE_STRING_H
#define PAGE_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
void *memchr(const void *s, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);

#endif
