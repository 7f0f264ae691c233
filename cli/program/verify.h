/* SPDX-License-Identifier: MIT
 *
 * The GPU harness is a program of its own; 'wgdesc verify' becomes it.
 */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H

/* argv is wgdesc's own, argv[1] is "verify". Returns only when there is no wgdesc-verify; argv[1]
 * is then another word. */
void verify_exec(char **argv);

#endif
