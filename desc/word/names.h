/* SPDX-License-Identifier: MIT
 *
 * Internal: finding an enumerator by its name, and the refusal that lists the names there are.
 */
#ifndef WGD_DESC_NAMES_H
#define WGD_DESC_NAMES_H

#include <stdbool.h>

#include "wgd_status.h"

/* May `text` mean this name? Letters count the same in both cases, and what stands before its last '.' or
 * ':', as in torch.float16 and cutlass::half_t, does not count. */
bool wgd_name_like(const char *text, const char *name);
/* The index of name in names[0..n), or -1. */
int wgd_name_find(const char *name, const char *const *names, int n);
/* Refuses `name` for `field`, with all the names as what was wanted and the nearest of them as the
 * hint, where one is near. what may be NULL, for the text of the status. */
wgd_status wgd_fail_name(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                         const char *name, const char *const *names, int n);

#endif
