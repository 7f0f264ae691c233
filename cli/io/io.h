/* SPDX-License-Identifier: MIT
 *
 * File descriptors without stdio: nothing is buffered behind our back, and every failure shows.
 */
#ifndef CLI_IO_H
#define CLI_IO_H

#include <stdbool.h>

#include "buf.h"

/* Writes the whole buffer and empties it. ERR_MEMORY when the buffer has failed. */
wgd_status io_send(int fd, buf *b, wgd_diag *diag);
/* Closes standard output: a full disk may show only here. */
wgd_status io_close_stdout(wgd_diag *diag);

/* What is read, and what a refusal calls it. */
typedef struct io_file {
    const char *name;  /* as typed; "-" is standard input */
    const char *field; /* the key that it was given with */
    int fd;
} io_file;

/* Opens it for reading; ERR_IO with the system's reason. */
wgd_status io_open(io_file *f, wgd_diag *diag);
/* Closes what io_open has opened; standard input stays, and -1 is no file. */
void io_close(const io_file *f);
/* Is the text meant as the name of a file: it has a folder or an ending in it, or such a file is there? */
bool io_looks_like_file(const char *text);
/* Up to cap bytes; *n == 0 at the end of the file. */
wgd_status io_read(const io_file *f, char *data, size_t cap, size_t *n, wgd_diag *diag);
/* All of a file, behind what *out holds; ERR_TOO_LONG for more than `most` bytes. */
wgd_status io_read_all(const io_file *f, size_t most, buf *out, wgd_diag *diag);
bool io_is_terminal(int fd);

#endif
