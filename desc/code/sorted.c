/* SPDX-License-Identifier: MIT
 *
 * A row of a table that is sorted by name.
 */
#include "sorted.h"

#include <string.h>

int scan_sorted_find(const void *rows, size_t n, size_t size, const char *s, size_t len)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const char *name = (const char *)rows + mid * size;
        const size_t name_len = strlen(name);
        int c = memcmp(s, name, name_len < len ? name_len : len);
        c = c != 0 ? c : len < name_len ? -1 : len > name_len ? 1 : 0;
        if (c == 0) {
            return (int)mid;
        }
        if (c < 0) {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    return -1;
}
