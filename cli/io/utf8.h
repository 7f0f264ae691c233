/* SPDX-License-Identifier: MIT
 *
 * UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
 */
#ifndef CLI_UTF8_H
#define CLI_UTF8_H

#include <stddef.h>

/* Bytes of the character at s (1 to 4), or 0 where no valid character starts; len > 0. */
size_t utf8_length(const char *s, size_t len);

#endif
