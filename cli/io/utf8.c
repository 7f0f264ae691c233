/* SPDX-License-Identifier: MIT
 *
 * Valid UTF-8, and nothing else.
 */
#include "utf8.h"

size_t utf8_length(const char *s, size_t len)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) {
        return 1;
    }
    const size_t n = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
    if (u[0] < 0xc2 || u[0] > 0xf4 || len < n) {
        return 0;
    }
    /* The second byte is narrower after E0 (overlong), ED (surrogates), F0 (overlong) and F4. */
    const unsigned char low = u[0] == 0xe0 ? 0xa0 : u[0] == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = u[0] == 0xed ? 0x9f : u[0] == 0xf4 ? 0x8f : 0xbf;
    if (u[1] < low || u[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < n; i++) {
        if (u[i] < 0x80 || u[i] > 0xbf) {
            return 0;
        }
    }
    return n;
}
