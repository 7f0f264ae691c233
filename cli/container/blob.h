/* SPDX-License-Identifier: MIT
 *
 * A file to be scanned, read in pieces where it can be, so that a library of hundreds of megabytes
 * does not have to be in memory.
 */
#ifndef CLI_BLOB_H
#define CLI_BLOB_H

#include <stdbool.h>

#include "io/io.h"
#include "wgd_status.h"

typedef struct blob {
    io_file from;
    bool pieces; /* read from fd at need; else all of it is in `held` */
    buf held;
    uint64_t size;
} blob;

/* The most that is read at once, of a text or of a section. */
enum { BLOB_TEXT_MAX = 1 << 30 };

/* Of the file's name and key; "-" is standard input. */
wgd_status blob_open(blob *b, const char *name, const char *field, wgd_diag *diag);
void blob_close(blob *b);
/* Exactly n bytes from `at`; ERR_SYNTAX where the file ends before. */
wgd_status blob_read(blob *b, uint64_t at, void *to, size_t n, wgd_diag *diag);
/* The same, appended to *out. */
wgd_status blob_append(blob *b, uint64_t at, uint64_t n, buf *out, wgd_diag *diag);

#endif
