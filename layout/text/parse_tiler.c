/* SPDX-License-Identifier: MIT
 *
 * Text to tilers. */
#include "reader.h"

static wgd_status append_tiler(lay_reader *r, size_t at, wgd_tiler *list, const wgd_tiler *item)
{
    return wgd_tiler_append(list, item) == WGD_OK
               ? WGD_OK
               : lay_fail_at(r, at, WGD_ERR_LIMIT, "too many modes in the tiler", "at most 16");
}

/* Anything but a list. */
static wgd_status read_tiler_item(lay_reader *r, wgd_tiler *out)
{
    wgd_tuple shape;
    const char c = lay_next_char(r);
    const size_t start = r->pos;
    if (c == '_' && !lay_is_digit(lay_ahead(r, 1)) && lay_ahead(r, 1) != '-') {
        r->pos++;
        wgd_tiler_keep(out);
        return WGD_OK;
    }
    const wgd_status s = lay_read_tuple(r, 1, &shape);
    if (s != WGD_OK) {
        return s;
    }
    if (lay_next_char(r) == ':') {
        wgd_tiler_list(out);
        out->node[0] = WGD_TILE_LAYOUT;
        out->n_modes = 1;
        return lay_read_stride(r, start, &shape, &out->modes);
    }
    return wgd_tiler_shape(out, &shape) == WGD_OK
               ? WGD_OK
               : lay_fail_at(r, start, WGD_ERR_LIMIT, "too many modes in the tiler", "at most 16");
}

/* Lists may nest; the nodes are written straight into the preorder of out. */
static wgd_status read_tiler(lay_reader *r, wgd_tiler *out)
{
    int list[WGD_MAX_DEPTH];
    char close[WGD_MAX_DEPTH];
    int open = 0;
    wgd_tiler item;
    wgd_tiler_list(out);
    out->n_nodes = 0;
    for (;;) {
        const char c = lay_next_char(r);
        const size_t at = r->pos;
        if (c == '[' || c == '<') {
            if (open == WGD_MAX_DEPTH || out->n_nodes >= WGD_MAX_TILER_NODES) {
                return lay_fail_at(r, at, WGD_ERR_LIMIT, "too many lists in the tiler",
                                   "at most 16");
            }
            r->pos++;
            if (open > 0) {
                out->node[list[open - 1]]++;
            }
            close[open] = c == '[' ? ']' : '>';
            list[open++] = out->n_nodes;
            out->node[out->n_nodes++] = 0;
            continue;
        }
        wgd_status s = read_tiler_item(r, &item);
        if (s != WGD_OK) {
            return s;
        }
        if (open == 0) {
            wgd_tiler_list(out);
            s = append_tiler(r, at, out, &item);
            /* One item alone is not a list of one. */
            out->n_nodes--;
            for (int i = 0; i < out->n_nodes; i++) {
                out->node[i] = out->node[i + 1];
            }
            return s;
        }
        const uint8_t outermost = out->node[0];
        s = append_tiler(r, at, out, &item);
        if (s != WGD_OK) {
            return s;
        }
        out->node[0] = outermost;
        out->node[list[open - 1]]++;
        while (open > 0 && lay_take(r, close[open - 1])) {
            open--;
        }
        if (open == 0) {
            return WGD_OK;
        }
        if (!lay_take(r, ',') && !lay_take(r, ';')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "',', ';' or the end of the list");
        }
    }
}

wgd_status wgd_parse_tiler(const char *text, size_t len, wgd_tiler *out, wgd_diag *diag)
{
    lay_reader r = lay_reader_of(text, len, "tiler", diag);
    return lay_at_end(&r, read_tiler(&r, out));
}
