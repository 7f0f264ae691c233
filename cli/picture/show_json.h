/* SPDX-License-Identifier: MIT
 *
 * The numbers of a picture as JSON.
 */
#ifndef CLI_SHOW_JSON_H
#define CLI_SHOW_JSON_H

#include "show_picture.h"
#include "show_source.h"

void show_put_json(answer *a, const show_source *s, const show_grid *g, const draw_pic *p);

#endif
