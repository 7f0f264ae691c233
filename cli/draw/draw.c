/* SPDX-License-Identifier: MIT
 *
 * Building a picture: cells, their text and shade, rules, arrows, labels, legend.
 */
#include "draw.h"

#include <string.h>

#include "base/never.h"
#include "error/cli_status.h"
#include "io/mem.h"

const uint32_t draw_tint[DRAW_SHADES] = {0xcce8f8, 0xebb233, 0x33b18f, 0xf4ec7b,
                                         0x99c7e0, 0xe28e4c, 0xd694b9, 0xcccccc};

wgd_status draw_pic_init(draw_pic *p, int rows, int cols, wgd_diag *diag)
{
    memset(p, 0, sizeof *p);
    const int64_t cells = (int64_t)rows * cols;
    if (cells > DRAW_CELLS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "shape", "the picture has too many cells", cells,
                            "at most 65536 cells",
                            "draw chunks (--unit chunk), or a smaller piece of it");
    }
    const size_t all = (size_t)cells * sizeof *p->cell, sides = (size_t)rows + (size_t)cols;
    const size_t size = all + sides * DRAW_LABEL + sides + 2;
    char *room = cli_alloc(size);
    if (!room) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    memset(room, 0, size);
    p->rows = rows;
    p->cols = cols;
    p->lines = 1;
    p->corner = "";
    p->cell = (draw_cell *)room;
    p->row_label = (char(*)[DRAW_LABEL])(room + all);
    p->col_label = p->row_label + rows;
    p->row_rule = (uint8_t *)(p->col_label + cols);
    p->col_rule = p->row_rule + rows + 1;
    for (int64_t i = 0; i < cells; i++) {
        p->cell[i].shade = DRAW_PLAIN;
    }
    p->row_rule[0] = p->row_rule[rows] = DRAW_RULE_BLOCK;
    p->col_rule[0] = p->col_rule[cols] = DRAW_RULE_BLOCK;
    return WGD_OK;
}

void draw_pic_free(draw_pic *p)
{
    cli_free(p->cell);
    for (int i = 0; i < p->n_heads; i++) {
        buf_free(&p->head[i]);
    }
}

draw_cell *draw_at(const draw_pic *p, int row, int col)
{
    return p->cell + (size_t)row * (size_t)p->cols + (size_t)col;
}

buf *draw_head(draw_pic *p)
{
    p->n_heads += ALWAYS(p->n_heads < DRAW_HEADS); /* no picture has as many lines above it */
    return &p->head[p->n_heads - 1];
}

bool draw_failed(const draw_pic *p)
{
    bool failed = false;
    for (int i = 0; i < p->n_heads; i++) {
        failed |= p->head[i].failed;
    }
    return failed;
}

void draw_connect(draw_pic *p, const draw_arrow *a)
{
    if (ALWAYS(p->n_arrows < DRAW_ARROWS)) { /* LBO's and SBO's */
        p->arrow[p->n_arrows++] = *a;
        draw_at(p, a->row0, a->col0)->mark = true;
        draw_at(p, a->row1, a->col1)->mark = true;
    }
}

static void raise_rules(uint8_t *rule, int n, int step, draw_rule to)
{
    for (int i = 0; step > 0 && i <= n; i += step) {
        rule[i] = (uint8_t)draw_max(rule[i], (int)to);
    }
}

void draw_rule_rows(draw_pic *p, int step, draw_rule rule)
{
    raise_rules(p->row_rule, p->rows, step, rule);
}

void draw_rule_cols(draw_pic *p, int step, draw_rule rule)
{
    raise_rules(p->col_rule, p->cols, step, rule);
}

static void number(char (*label)[DRAW_LABEL], int n, int step)
{
    for (int i = 0; i < n; i++) {
        wgd_text t = wgd_text_into(label[i], DRAW_LABEL);
        wgd_put_i64(&t, (int64_t)i * step);
        wgd_text_end(&t);
    }
}

void draw_number_axes(draw_pic *p, int row_step, int col_step)
{
    number(p->row_label, p->rows, row_step);
    number(p->col_label, p->cols, col_step);
}

void draw_name(char text[DRAW_TEXT], char letter, int number)
{
    wgd_text t = wgd_text_into(text, DRAW_TEXT);
    wgd_put_char(&t, letter);
    wgd_put_i64(&t, number);
    wgd_text_end(&t);
}

void draw_number_shades(draw_pic *p, const char *title)
{
    p->shade_title = title;
    for (int i = 0; i < DRAW_SHADES; i++) {
        p->shade_text[i][0] = (char)('0' + i);
    }
}

int draw_text_width(const draw_pic *p)
{
    int width = 0;
    for (int i = 0; i < p->rows * p->cols; i++) {
        for (int l = 0; l < DRAW_LINES; l++) {
            width = draw_max(width, (int)strlen(p->cell[i].line[l]));
        }
    }
    return width;
}

int draw_label_width(char (*label)[DRAW_LABEL], int n)
{
    int width = 0;
    for (int i = 0; i < n; i++) {
        width = draw_max(width, (int)strlen(label[i]));
    }
    return width;
}
