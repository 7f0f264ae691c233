/* SPDX-License-Identifier: MIT
 *
 * All the ways in which some instruction of an architecture reads an operand through a descriptor,
 * one after the other.
 */
#ifndef WGD_READS_H
#define WGD_READS_H

#include "wgd_inst.h"

WGD_API_BEGIN

/* Every legal read, ordered by dtype, operand (a first), major (K first), dense before sparse, and
 * rising N. Start from wgd_read_first(arch); false when there is no further one. */
wgd_read wgd_read_first(wgd_arch arch);
bool wgd_read_next(wgd_read *r);

WGD_API_END

#endif
