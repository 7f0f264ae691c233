/* SPDX-License-Identifier: MIT
 *
 * The boxes of the copy engine that carry a tile between shared and global memory.
 */
#include "copy_parts.h"

#include "wgd_text.h"

/* The offsets along one side, in bytes. */
typedef struct side {
    const int32_t *off;
    int n;
} side;

static wgd_status refuse(wgd_diag *diag, const char *what, int64_t got, const char *want)
{
    return wgd_fail_num(diag, WGD_ERR_TILE, "layout", what, got, want,
                        "the tile can still be copied line by line");
}

/* Elements from the first on that are `step` bytes apart, up to `limit`, and a divisor of all. */
static int run_of(side s, int64_t step, int limit)
{
    int n = 1;
    while (n < s.n && n < limit && s.off[n] == n * step) {
        n++;
    }
    while (s.n % n != 0) {
        n--;
    }
    return n;
}

/* Pieces of n elements, `step` bytes from one to the next, the same distance from piece to piece. */
static bool in_pieces(side s, int n, int64_t step, int64_t *pitch)
{
    *pitch = s.n > n ? s.off[n] : 0;
    for (int i = 0; i < s.n; i++) {
        if (s.off[i] != i / n * *pitch + i % n * step) {
            return false;
        }
    }
    return true;
}

static wgd_tma_type tma_type(wgd_frag_type type, int bits)
{
    return bits == 8               ? WGD_TMA_UINT8
           : bits == 32            ? WGD_TMA_FLOAT32
           : type == WGD_FRAG_BF16 ? WGD_TMA_BFLOAT16
                                   : WGD_TMA_FLOAT16;
}

static void set_params(wgd_copy_store *out, side along, side lines, int panel, int block, int es)
{
    out->params.rank = 2;
    out->params.address = 0;
    out->params.dim[0] = (uint64_t)along.n;
    out->params.dim[1] = (uint64_t)lines.n;
    out->params.stride[0] = (uint64_t)along.n * (uint64_t)es;
    out->params.box[0] = (uint32_t)panel;
    out->params.box[1] = (uint32_t)block;
    out->params.element_stride[0] = out->params.element_stride[1] = 1;
    out->panels = along.n / panel;
    out->blocks = lines.n / block;
    out->boxes = out->panels * out->blocks;
    out->box_bytes = (int64_t)panel * block * es;
}

wgd_status wgd_copy_store_make(const wgd_copy_tile *t, wgd_frag_type type, wgd_copy_store *out,
                               wgd_diag *diag)
{
    const int es = t->bits / 8;
    const side rows = {t->row_off, t->rows}, cols = {t->col_off, t->cols};
    const side along = t->down ? rows : cols, lines = t->down ? cols : rows;
    if (!wgd_copy_tile_swizzle(t, &out->params.swizzle)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "layout", "the copy engine has no such swizzle", NULL,
                        "Sw<B,4,3> of byte addresses, B up to 3", "");
    }
    const int row = out->params.swizzle == WGD_SWZ_NONE
                        ? WGD_TMA_BOX_MAX
                        : wgd_swizzle_row_bytes(out->params.swizzle) / es;
    const int panel = run_of(along, es, row);
    if (panel * es % WGD_TMA_ALIGNMENT != 0) {
        return refuse(diag, "the copy engine takes lines of whole 16 bytes only", panel * es,
                      "neighbours in memory for a multiple of 16 bytes");
    }
    if (out->params.swizzle != WGD_SWZ_NONE && panel != row) {
        return refuse(diag, "a line of a box is not one row of the swizzle", panel * es,
                      "as many bytes in a row as the swizzle is wide");
    }
    const int block = run_of(lines, (int64_t)panel * es, WGD_TMA_BOX_MAX);
    if (!in_pieces(along, panel, es, &out->panel_bytes) ||
        !in_pieces(lines, block, (int64_t)panel * es, &out->block_bytes)) {
        return refuse(diag, "the tile is not made of dense boxes", panel,
                      "boxes of the same distance from one to the next");
    }
    out->down = t->down;
    out->before = t->before;
    out->after = t->after;
    out->params.type = tma_type(type, t->bits);
    set_params(out, along, lines, panel, block, es);
    const int64_t at[] = {t->before + t->after, out->panel_bytes, out->block_bytes};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        if (at[i] % WGD_TMA_SMEM_ALIGNMENT != 0) {
            return wgd_fail_num(diag, WGD_ERR_ALIGN, "layout",
                                "a box does not begin at a multiple of 128 bytes", at[i],
                                "a multiple of 128", "");
        }
    }
    return wgd_tma_check(&out->params, diag);
}

uint32_t wgd_copy_store_byte(const wgd_copy_store *s, int row, int col)
{
    const int es = wgd_tma_type_bytes(s->params.type);
    const int c = s->down ? row : col, l = s->down ? col : row;
    const int inner = (int)s->params.box[0], lines = (int)s->params.box[1];
    const int64_t at = s->before + s->after + c / inner * s->panel_bytes +
                       l / lines * s->block_bytes + ((int64_t)(l % lines) * inner + c % inner) * es;
    return (uint32_t)wgd_swizzle_apply(wgd_swizzle_mode_get(s->params.swizzle)->sw, at);
}
