/* SPDX-License-Identifier: MIT
 *
 * Machine code to text: nvdisasm, run on a temporary file, read one function at a time.
 */
#ifndef CLI_SCAN_DISASM_H
#define CLI_SCAN_DISASM_H

#include "io/buf.h"
#include "wgd_status.h"

typedef wgd_status disasm_fn(void *to, const char *text, size_t len, wgd_diag *diag);

/* `program` NULL: nvdisasm of PATH. Hands every function's listing to `each`. */
wgd_status disasm(const char *program, const char *cubin, size_t len, disasm_fn *each, void *to,
                  wgd_diag *diag);

#endif
