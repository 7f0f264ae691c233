/* SPDX-License-Identifier: MIT
 *
 * The arguments of a layout operation as the one text form that the library reads.
 */
#ifndef CLI_LAYOUT_ARG_H
#define CLI_LAYOUT_ARG_H

#include <cjson/cJSON.h>

#include "io/buf.h"

/* A JSON value: a string as it is, a number, a list [item;item], null as '_'. */
void layout_arg_json(buf *out, const cJSON *item);
/* As typed. A list in JSON spelling, ["64:1",null], becomes [64:1;_]. */
void layout_arg_text(buf *out, const char *text);

#endif
