/* SPDX-License-Identifier: MIT
 *
 * Signals wait while a file exists that is not to stay: nobody would remove it.
 */
#ifndef CLI_HOLD_H
#define CLI_HOLD_H

#include <signal.h>

/* From now on signals wait, but for those that nothing stops; *before is for signals_let_go, after which
 * they have their effect. */
void signals_hold(sigset_t *before);
void signals_let_go(const sigset_t *before);

#endif
