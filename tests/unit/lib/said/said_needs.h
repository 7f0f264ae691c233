/* SPDX-License-Identifier: MIT
 *
 * How much memory a text takes to be read. Include after cmocka.h.
 */
#ifndef SAID_NEEDS_H
#define SAID_NEEDS_H

#include <string.h>

/* A text is read in this much memory and not in less, and what is said of it then begins so. In less the same words say
 * what was missing, whatever finds no room first, and nothing is answered. */
static inline void said_needs(const char *(*said_in)(const char *, size_t, size_t), const char *s,
                              size_t room, const char *begins)
{
    static const char full[] =
        "limit: file: the kernel is larger than the memory given to the scan; got ; want ;";
    for (size_t less = 0; less < room; less = less + 208 < room - 16 ? less + 208 : room - 16) {
        const char *said = said_in(s, strlen(s), less);
        assert_memory_equal(said, full, sizeof full - 1);
        assert_string_equal(said + strlen(said) - 6, " full\n");
        if (less == room - 16) {
            break;
        }
    }
    const char *said = said_in(s, strlen(s), room);
    assert_memory_equal(said, begins, strlen(begins));
    assert_null(strstr(said, "limit"));
}

#endif
