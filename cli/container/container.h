/* SPDX-License-Identifier: MIT
 *
 * What a file holds for a scan: a text, or programs inside ELF files and fat binaries.
 */
#ifndef CLI_CONTAINER_H
#define CLI_CONTAINER_H

#include "sink.h"

/* Opens what `b` is and hands its pieces over. */
wgd_status container_walk(blob *b, container_sink *sink, wgd_diag *diag);

#endif
