/* SPDX-License-Identifier: MIT
 *
 * Fat binaries.
 */
#ifndef CLI_FATBIN_H
#define CLI_FATBIN_H

#include "sink.h"

/* Is this the head of one? */
bool fatbin_is(const unsigned char head[16]);
/* Those one after the other in [at, at + size). */
wgd_status fatbin_walk(blob *b, uint64_t at, uint64_t size, container_sink *sink, wgd_diag *diag);

#endif
