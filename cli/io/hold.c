/* SPDX-License-Identifier: MIT
 *
 * Signals blocked, and as they were.
 */
#define _POSIX_C_SOURCE 200809L
#include "hold.h"

#include <stddef.h>

void signals_hold(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, before);
}

void signals_let_go(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}
