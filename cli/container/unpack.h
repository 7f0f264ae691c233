/* SPDX-License-Identifier: MIT
 *
 * Compressed sections.
 */
#ifndef CLI_UNPACK_H
#define CLI_UNPACK_H

#include "io/buf.h"

typedef enum pack { PACK_LZ4, PACK_ZSTD } pack;
/* Unpacks src[0..n) to exactly `size` bytes, appended to *out. */
wgd_status unpack(pack how, const char *src, size_t n, size_t size, buf *out, wgd_diag *diag);

#endif
