/* SPDX-License-Identifier: MIT
 *
 * A number for each command, by which the table of options says who takes an option.
 */
#ifndef CLI_COMMAND_ID_H
#define CLI_COMMAND_ID_H

typedef enum command_id {
#define X(name) COMMAND_##name,
#include "commands.def"
#undef X
    COMMAND_COUNT
} command_id;

#endif
