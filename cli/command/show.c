/* SPDX-License-Identifier: MIT
 *
 * show: pictures of tiles, layouts, words and atoms.
 */
#include <string.h>

#include "answer/answer.h"
#include "error/cli_status.h"
#include "request/request.h"
#include "picture/picture_out.h"
#include "picture/show_json.h"
#include "picture/show_picture.h"
#include "picture/show_source.h"
#include "query/tile_args.h"

/* Takes the next name off a comma-separated list. */
static wgd_status next_choice(const char **list, const char *end, const choices *c,
                              const char *field, int *out, wgd_diag *diag)
{
    const char *comma = memchr(*list, ',', (size_t)(end - *list));
    const char *stop = comma ? comma : end;
    cli_item name;
    cli_item_of(name, *list, (size_t)(stop - *list));
    *list = comma ? comma + 1 : NULL;
    return choice_find(c, field, name, strlen(name), out, diag);
}

static wgd_status read_cells(const request *rq, show_look *look, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_cells];
    if (!v->has) {
        return WGD_OK;
    }
    const char *list = v->u.text.s, *end = list + v->u.text.len;
    look->n_lines = 0;
    while (list) {
        if (look->n_lines == DRAW_LINES) {
            return wgd_fail(diag, WGD_ERR_VALUE, "cells", "a cell has no room for more",
                            v->u.text.s,
                            "at most 4 of offset, byte, bank, atom, core, block, coord", "");
        }
        int what;
        const wgd_status st = next_choice(&list, end, &choices_cells, "cells", &what, diag);
        if (st != WGD_OK) {
            return st;
        }
        look->line[look->n_lines++] = (show_cell)what;
    }
    return WGD_OK;
}

static wgd_status read_hide(const request *rq, show_look *look, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_hide];
    const char *list = v->has ? v->u.text.s : NULL, *end = v->has ? list + v->u.text.len : NULL;
    while (list) {
        int what;
        const wgd_status st = next_choice(&list, end, &choices_hide, "hide", &what, diag);
        if (st != WGD_OK) {
            return st;
        }
        bool *const part[] = {[HIDE_ARROWS] = &look->arrows,
                              [HIDE_BLOCKS] = &look->blocks,
                              [HIDE_AXES] = &look->axes,
                              [HIDE_LEGEND] = &look->legend};
        *part[what] = false;
    }
    return WGD_OK;
}

static wgd_status read_block(const request *rq, const show_source *s, show_look *look,
                             wgd_diag *diag)
{
    int64_t at[2];
    block_index(rq, at);
    if (!block_index_given(rq)) {
        return WGD_OK;
    }
    const int64_t i = at[0], j = at[1];
    const int64_t ni = s->kind == SHOW_TILE ? s->tile.blocks_mn : 1;
    const int64_t nj = s->kind == SHOW_TILE ? s->tile.blocks_k : 1;
    if (i < 0 || j < 0 || i >= ni || j >= nj) {
        return wgd_fail(diag, WGD_ERR_VALUE, "block", "there is no such block", NULL,
                        "a block of the tile, counted from 0,0 along MN and K", "");
    }
    look->block_mn = (int)i;
    look->block_k = (int)j;
    return WGD_OK;
}

static wgd_status read_look(const request *rq, const show_source *s, show_look *look,
                            wgd_diag *diag)
{
    if (rq->v[OPTION_shade].has) {
        look->shade = (show_cell)rq->v[OPTION_shade].u.choice;
    }
    wgd_status st = read_cells(rq, look, diag);
    if (st == WGD_OK) {
        st = read_hide(rq, look, diag);
    }
    return st == WGD_OK ? read_block(rq, s, look, diag) : st;
}

static void put_key(buf *out, const show_grid *g, const show_look *look)
{
    buf_str(out,
            g->unit == SHOW_CHUNK ? "a cell is a chunk of 16 bytes: " : "a cell is an element: ");
    for (int i = 0; i < look->n_lines; i++) {
        buf_str(out, i > 0 ? ", " : "");
        buf_str(out, show_cell_text(look->line[i], g->unit));
    }
}

/* Everything that one picture is made of. */
typedef struct shown {
    show_source source;
    show_grid grid;
    show_look look;
    draw_pic pic;
} shown;

static wgd_status put_picture(format f, const request *rq, answer *a, const shown *sh,
                              wgd_diag *diag)
{
    if (f == FORMAT_JSON) {
        show_put_json(a, &sh->source, &sh->grid, &sh->pic);
        return WGD_OK;
    }
    return picture_put(rq, f, a->out, &sh->pic, diag);
}

/* The picture of what has been looked at, delivered. */
static wgd_status draw(format f, const request *rq, answer *a, shown *sh, wgd_diag *diag)
{
    wgd_status st = show_picture(&sh->pic, &sh->grid, &sh->look, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (sh->source.kind == SHOW_TILE) {
        sh->source.word = show_source_word(&sh->source, sh->look.block_mn, sh->look.block_k);
    }
    show_source_heads(&sh->source, &sh->grid, &sh->pic);
    put_key(draw_head(&sh->pic), &sh->grid, &sh->look);
    st = put_picture(f, rq, a, sh, diag);
    if (st == WGD_OK) {
        st = picture_deliver(rq, a, diag);
    }
    draw_pic_free(&sh->pic);
    return st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    shown sh;
    format f;
    wgd_status st = picture_format(rq, &f, diag);
    if (st == WGD_OK && f == FORMAT_HTML && rq->v[OPTION_slice].given) {
        st = wgd_fail(diag, WGD_ERR_VALUE, "slice", "the page draws whole tiles", NULL,
                      "another format: svg, text, latex, tikz or json", "");
    }
    if (st == WGD_OK) {
        st = show_source_read(rq, a, &sh.source, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    st = show_source_grid(&sh.source, &sh.grid, diag);
    if (st == WGD_OK) {
        sh.look = show_look_default(&sh.grid);
        sh.look.slice = sh.source.slice;
        st = read_look(rq, &sh.source, &sh.look, diag);
    }
    if (st == WGD_OK) {
        st = draw(f, rq, a, &sh, diag);
    }
    show_grid_free(&sh.grid);
    return st;
}

static const example examples[] = {
    {"wgdesc show --major mn --swizzle 64B --shape 64x16", "a tile, with LBO and SBO"},
    {"wgdesc show --major k --swizzle 128B --shape 128x64 --cells offset,byte -o tile.svg",
     "the same as a picture file"},
    {"wgdesc show --major k --swizzle 128B --shape 128x64 --slice 64:128,0:32 --cells byte",
     "what one warpgroup reads of the tile"},
    {"wgdesc show 0x4000004000010000 --major k --unit element",
     "the byte that every element is fetched from"},
    {"wgdesc show --layout 'Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)' --unit chunk", "any layout"},
    {"wgdesc show --atom --dtype f16 --major k --swizzle 128B", "a swizzle atom"},
};

const command cmd_show = {
    .id = COMMAND_show,
    .name = "show",
    .summary = "draw a tile, a descriptor, a layout or an atom",
    .synopsis = "[0xDESC | --layout LAYOUT | --atom | --shape MNxK] [options of desc] "
                "[--unit element|chunk] [--cells LIST] [--shade WHAT] [--slice MN0:MN1,K0:K1] "
                "[--block I,J] [-o FILE]",
    .about =
        "Without a descriptor, --layout or --atom it draws the tile that 'wgdesc desc' describes "
        "with the same options. A cell is a chunk of 16 bytes or an element; --cells says what it "
        "holds: offset, byte (address), bank, atom (in the order of memory), core (core matrix), "
        "block (of the instruction), coord (MN,K). Thick lines part the blocks of the "
        "instruction, thin lines the atoms. LBO and SBO are drawn as arrows between the pattern "
        "starts they connect, where the hardware reads them.\n\n"
        "--slice points at a part of a tile or a layout: its cells are drawn at their true "
        "addresses, "
        "the others are empty; the word above, the blocks and the arrows are the part's.\n\n"
        "The format follows the ending of the file that -o names: .txt, .svg, .tex (a LaTeX "
        "document), .tikz (the tikzpicture alone), .html or .json; --format wins over it. A file "
        "that "
        "exists is kept unless --force is given.\n\n"
        "On a terminal the shades are colours; --color and the variables NO_COLOR and "
        "CLICOLOR_FORCE decide, and --ascii avoids box-drawing characters.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_desc},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON | FORMATS_PICTURE,
    .in_batch = true,
    .run = run,
};
