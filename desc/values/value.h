/* SPDX-License-Identifier: MIT
 *
 * Internal: values, and what instructions make of them. Widths in bits, 1 to 64.
 */
#ifndef SCAN_VALUE_H
#define SCAN_VALUE_H

#include "value_run.h"

/* A number without a symbol. */
scan_val scan_plain(scan_num n);
bool scan_is_const(const scan_val *v);
/* v made w bits wide, `from` bits wide before. */
scan_val scan_resize(const scan_run *r, scan_val v, int from, int w, bool is_signed);
scan_val scan_add_val(scan_val a, scan_val b, int w);
/* One of the two. */
scan_val scan_join_vals(scan_val a, scan_val b);

/* The result of an instruction of an operation that computes; the sources s are read already. */
scan_val scan_compute(scan_run *r, uint32_t at, const scan_insn *in, scan_val s[3]);
/* {high, low}: sources 1 and 0 of `in`, of in->sw bits. */
scan_val scan_concat_words(scan_run *r, const scan_insn *in);

#endif
