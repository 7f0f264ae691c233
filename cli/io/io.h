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
/* Opens a file for reading; "-" is standard input. */
wgd_status io_open(const char *name, int *fd, wgd_diag *diag);
/* Closes what io_open has opened; standard input stays, and -1 is no file. */
void io_close(int fd);
/* Up to cap bytes; *n == 0 at the end of the file. */
wgd_status io_read(int fd, char *data, size_t cap, size_t *n, wgd_diag *diag);
/* All of a file, behind what *out holds; ERR_TOO_LONG for more than `most` bytes. */
wgd_status io_read_all(int fd, const char *name, size_t most, buf *out, wgd_diag *diag);
bool io_is_terminal(int fd);

#endif
