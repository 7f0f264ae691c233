/* SPDX-License-Identifier: MIT
 *
 * The library's hints in the words of the command line.
 */
#ifndef CLI_HINT_H
#define CLI_HINT_H

#include "wgd_status.h"

/* The words of a hint, its arguments still in braces: those that name options and commands, or the
 * library's where they name neither. */
const char *hint_words(wgd_hint h);
/* The hint of a diagnostic; nothing where there is none. */
void put_hint(wgd_text *t, const wgd_diag *d);
/* What was wanted: where the hint is a list that a command prints, by that command. */
const char *want_words(const wgd_diag *d);

#endif
