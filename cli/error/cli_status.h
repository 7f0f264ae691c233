/* SPDX-License-Identifier: MIT
 *
 * What can go wrong around the library: the command line, JSON, files, memory; and the exit status
 * of everything that can go wrong.
 */
#ifndef CLI_STATUS_H
#define CLI_STATUS_H

#include "wgd_status.h"

/* Values of a wgd_status, beside those of the library: 16 to 21, which WGD_ERRORS leaves free. They
 * never change once released. */
#define CLI_ERR_JSON     ((wgd_status)16)
#define CLI_ERR_KEY      ((wgd_status)17)
#define CLI_ERR_USAGE    ((wgd_status)18)
#define CLI_ERR_TOO_LONG ((wgd_status)19)
#define CLI_ERR_IO       ((wgd_status)20)
#define CLI_ERR_MEMORY   ((wgd_status)21)

/* The JSON error.code, and one line that says what the status means: as wgd_status_name and
 * wgd_status_text, for both tables. */
const char *cli_status_name(wgd_status s);
const char *cli_status_text(wgd_status s);
/* The general hint in the words of the command line; may be "". */
const char *cli_status_hint(wgd_status s);
/* What the process exits with: 0, 1 where the answer is no, 2 for the input's faults, 3. */
int cli_status_exit(wgd_status s);
/* Number of rows of both tables, and the i-th of them by value (0 <= i < count). */
int cli_status_count(void);
wgd_status cli_status_at(int i);

/* An item of a list that a message is about: as much of it as the message has room for. */
typedef char cli_item[sizeof((wgd_diag *)0)->got];
void cli_item_of(cli_item out, const char *s, size_t len);

/* As wgd_fail, for both tables. */
wgd_status cli_fail(wgd_diag *d, wgd_status s, const char *field, const char *what, const char *got,
                    const char *want, const char *hint);

#endif
