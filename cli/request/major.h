/* SPDX-License-Identifier: MIT
 *
 * Majors named after an operand's own modes: what M, N, row and column mean depends on the operand,
 * which may be given behind them.
 */
#ifndef CLI_MAJOR_H
#define CLI_MAJOR_H

#include "options.h"

/* Makes a wgd_major of every major among the values v[0..OPTION_COUNT), once all of them are read;
 * ERR_VALUE, with what a major is, where the operand has no such mode or the word could mean either. */
wgd_status major_settle(option_value *v, wgd_diag *diag);

#endif
