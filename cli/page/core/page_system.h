/* SPDX-License-Identifier: MIT
 *
 * What the program finds where there is no system: streams that are buffers, and one file.
 */
#ifndef CLI_PAGE_SYSTEM_H
#define CLI_PAGE_SYSTEM_H

#include <stdbool.h>

#include "io/buf.h"

/* Standard output, standard error, and the file that -o wrote, of the last question. */
extern buf page_output, page_complaint, page_written;

/* Empties them, and begins to read the file anew. */
void page_begin(void);
/* The file that can be read, under this name and as standard input; false without memory. */
bool page_file_set(const char *name, size_t name_len, const char *data, size_t len);

/* wasi-libc does not declare them. */
int execv(const char *path, char *const argv[]);
int execvp(const char *name, char *const argv[]);

#endif
