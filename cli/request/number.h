/* SPDX-License-Identifier: MIT
 *
 * Numbers as people type them, read whole: no junk behind, no silent wrap.
 */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include "wgd_status.h"

/* Decimal or 0x, with an optional sign. ERR_SYNTAX when it is not a number, ERR_OVERFLOW when it
 * does not fit. */
wgd_status number_i64(const char *s, size_t len, int64_t *out);
/* The same with a K behind (also k, KB, KiB): 1024 bytes, as capacities of shared memory are given. */
wgd_status number_bytes(const char *s, size_t len, int64_t *out);
/* 0x and 1 to 16 digits. */
wgd_status number_word(const char *s, size_t len, uint64_t *out);

#endif
