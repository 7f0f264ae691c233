/* SPDX-License-Identifier: MIT
 *
 * What the system said when it could not read or write, and what to do about it.
 */
#ifndef CLI_IO_FAILED_H
#define CLI_IO_FAILED_H

#include "wgd_status.h"

/* ERR_IO with errno's reason: "what (field: got name: reason)". The field may be "", the name NULL;
 * without a hint of its own (NULL), the one for the reason. */
wgd_status io_failed(const char *field, const char *what, const char *name, const char *hint,
                     wgd_diag *diag);

#endif
