/* SPDX-License-Identifier: MIT
 *
 * The interactive page as one array, made at build time from cli/page (see cli/page/page.mk).
 */
#ifndef CLI_PAGE_DATA_H
#define CLI_PAGE_DATA_H

extern const unsigned char page_data[];
extern const unsigned long page_size;

#endif
