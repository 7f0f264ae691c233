/* SPDX-License-Identifier: MIT
 *
 * A row of a table that is sorted by name.
 */
#include "sorted.h"

int scan_sorted_find(const void *rows, size_t n, size_t size, const char *s, size_t len)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const char *name = (const char *)rows + mid * size;
        size_t same = 0;
        while (same < len && name[same] != '\0' && s[same] == name[same]) {
            same++;
        }
        if (same == len && name[same] == '\0') {
            return (int)mid;
        }
        if (same < len && (unsigned char)s[same] > (unsigned char)name[same]) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return -1;
}
