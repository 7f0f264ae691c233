/* SPDX-License-Identifier: MIT
 *
 * ELF files.
 */
#ifndef CLI_ELF_H
#define CLI_ELF_H

#include "sink.h"

/* Is this the head of one? */
bool elf_is(const unsigned char head[16]);
/* A cubin, or a host's file with fat binaries in it. */
wgd_status elf_walk(blob *b, container_sink *sink, wgd_diag *diag);
/* Does a cubin in memory have machine code for wgmma? */
bool elf_has_wgmma(const char *data, size_t len);

#endif
