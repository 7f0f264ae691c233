/* SPDX-License-Identifier: MIT
 *
 * What a function was read as, all of it, in words: for tests that hold a reader to the letter.
 */
#ifndef FUNC_SAID_H
#define FUNC_SAID_H

#include "code/ir.h"

/* Begins a text, empty so far: where it stands, good until the next begins. */
const char *said_start(void);
#ifdef __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
void said_put(const char *format, ...);

/* Adds a function:
 *
 *     entry NAME, line N: WIDTH of each register ..., of machine code WIDTH*COUNT
 *     LINE[/LINE of the source][@ADDRESS]: [@[!]GUARD] OP.WIDTH[/SW][ ARG][ FLAGS] DST,DST2[ carry R] = SOURCES; WRITTEN; READ
 *     wgmma AT: ...
 *     label AT depth outer; symbol NAME ...; unknown AT ...
 *
 * A source is a register r1, of machine code R1, a number 0x10, a symbol $0+16, or of no kind: #REG+NUMBER; - its
 * negative, ~ its opposite. */
void said_func(const scan_func *f);

#endif
