/* SPDX-License-Identifier: MIT
 *
 * The one file that names every command's table.
 */
#include "all_commands.h"

#define X(name) extern const command cmd_##name;
#include "request/commands.def"
#undef X

static const command *const rows[COMMAND_COUNT] = {
#define X(name) [COMMAND_##name] = &cmd_##name,
#include "request/commands.def"
#undef X
};

const command_set all_commands = {rows, COMMAND_COUNT};
