/* SPDX-License-Identifier: MIT
 *
 * Text of XML and HTML.
 */
#ifndef CLI_XML_H
#define CLI_XML_H

#include "buf.h"

/* s[0..len) as text or as an attribute's value; what XML 1.0 cannot hold, and what is not ASCII, becomes
 * a question mark. */
void put_xml(buf *out, const char *s, size_t len);

#endif
