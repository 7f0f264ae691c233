/* SPDX-License-Identifier: MIT
 *
 * What the terminal can show, and what the user wants of it.
 */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include <stdbool.h>

typedef enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_when;

/* The option decides; with auto: not when NO_COLOR is set, else when CLICOLOR_FORCE is, else when
 * standard output is a terminal that is not "dumb" and the answer goes there. */
bool term_color(color_when when, bool to_stdout);
/* Does the locale of the environment speak UTF-8? */
bool term_utf8(void);
/* Columns of the terminal that fd is; 0 where it is none. */
int term_width(int fd);

#endif
