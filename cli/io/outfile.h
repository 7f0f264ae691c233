/* SPDX-License-Identifier: MIT
 *
 * Answers that go to a file. A file appears whole or not at all: it is written beside its place
 * under another name and moved there when everything is on disk.
 */
#ifndef CLI_OUTFILE_H
#define CLI_OUTFILE_H

#include <stdbool.h>

#include "buf.h"
#include "wgd_status.h"

/* Writes b to the file and empties b. An existing file is kept, and refused with ERR_IO, unless
 * `replace`. What is no regular file (a pipe, a device) is written to as it is. */
wgd_status outfile_write(const char *name, bool replace, buf *b, wgd_diag *diag);

#endif
