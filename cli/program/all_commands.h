/* SPDX-License-Identifier: MIT
 *
 * All commands of the program. Only what starts a request names this table; everything else that
 * needs it (help, completion, batch) finds it in the request.
 */
#ifndef CLI_ALL_COMMANDS_H
#define CLI_ALL_COMMANDS_H

#include "request/command.h"

extern const command_set all_commands;

#endif
