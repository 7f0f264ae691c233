/* SPDX-License-Identifier: MIT
 *
 * The geometry that the vector back ends (SVG, TikZ) share: sizes and places in whole units,
 * computed once from the picture's texts; y grows downwards.
 */
#ifndef CLI_DRAW_VECTOR_H
#define CLI_DRAW_VECTOR_H

#include "draw.h"

/* Sizes of a back end, in its units. */
typedef struct vector_metrics {
    int char_w; /* at least the advance of a character of the monospaced font */
    int line_h; /* from one line of text to the next */
    int pad;    /* between a text and the border of its cell */
} vector_metrics;

typedef enum vector_anchor { VECTOR_START, VECTOR_MIDDLE, VECTOR_END } vector_anchor;

/* What a text is: the class in SVG, the style in TikZ. */
typedef enum vector_text { VECTOR_TITLE, VECTOR_NOTE, VECTOR_AXIS, VECTOR_KEY } vector_text;

typedef struct vector_ops {
    vector_metrics metrics;
    void (*begin)(buf *out, const draw_pic *p, int w, int h);
    /* A cell with its texts: base line of text line i at y + pad + (i + 1) * line_h - drop. */
    void (*cell)(buf *out, const draw_pic *p, int row, int col, int x, int y, int w, int h);
    void (*swatch)(buf *out, int shade, int x, int y, int w, int h);
    void (*rule)(buf *out, draw_rule weight, int x0, int y0, int x1, int y1);
    void (*text)(buf *out, vector_text kind, vector_anchor anchor, int x, int y, const char *s,
                 size_t len);
    /* An arrow along the three corners and its end, and its label. */
    void (*arrow)(buf *out, const draw_arrow *a, const int xy[8], int lx, int ly,
                  vector_anchor anchor);
    void (*end)(buf *out);
} vector_ops;

void vector_draw(buf *out, const draw_pic *p, const vector_ops *ops);

#endif
