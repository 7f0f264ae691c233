/* SPDX-License-Identifier: MIT
 *
 * A copy of a text in memory of its own, with a page before and behind it that cannot be read: whoever looks
 * beyond the text crashes, also without a sanitizer.
 */
#ifndef WGD_TEST_GUARDED_H
#define WGD_TEST_GUARDED_H

#include <stddef.h>

/* Its end is the page's: nothing behind it can be read. The next call writes over it. */
const char *guarded_end(const char *text, size_t len);
/* Its begin is the page's: nothing before it can be read. The next call writes over it. */
const char *guarded_begin(const char *text, size_t len);

#endif
