/* SPDX-License-Identifier: MIT
 *
 * What 'show' was asked to draw: a tile, a layout, a word or an atom.
 */
#include "show_source.h"

#include "base/count.h"
#include "query/any_layout.h"
#include "query/place_args.h"
#include "query/tile_args.h"
#include "slice/slice_print.h"
#include "error/cli_status.h"

const char *show_kind_name(show_kind k)
{
    static const char *const names[] = {"tile", "map", "layout", "atom"};
    return names[k];
}

static wgd_status need_all(const request *rq, const option_id *o, int n, wgd_diag *diag)
{
    for (int i = 0; i < n; i++) {
        if (!rq->v[o[i]].has) {
            return request_missing(
                rq->cmd, o[i],
                "show draws a tile (--major --swizzle --shape), a descriptor (0x... --major), "
                "a layout (--layout) or an atom (--atom --major --swizzle)",
                diag);
        }
    }
    return WGD_OK;
}

static bool flag(const request *rq, option_id o)
{
    return rq->v[o].given && rq->v[o].u.flag;
}

static wgd_status choose_kind(const request *rq, show_kind *kind, wgd_diag *diag)
{
    const bool layout = rq->v[OPTION_layout].given, word = rq->v[OPTION_desc].given;
    const bool atom = flag(rq, OPTION_atom);
    if (layout + word + atom > 1) {
        return cli_fail(diag, CLI_ERR_USAGE, layout ? "layout" : "desc",
                        "more than one thing to draw", NULL,
                        "one of --layout, a descriptor and --atom", "");
    }
    if ((word || atom) && rq->v[OPTION_slice].given) {
        return cli_fail(diag, CLI_ERR_USAGE, "slice", "a slice is a part of a tile or a layout",
                        NULL, "--layout, or a tile (--major --swizzle --shape)",
                        "a word reads one block, which is drawn whole");
    }
    *kind = layout ? SHOW_LAYOUT : word ? SHOW_MAP : atom ? SHOW_ATOM_OF : SHOW_TILE;
    return WGD_OK;
}

static wgd_status read_layout(const request *rq, answer *a, show_source *s, wgd_diag *diag)
{
    any_layout l;
    const wgd_status st = any_layout_option(rq, a, &l, diag);
    if (st == WGD_OK) {
        s->layout = l.layout;
        /* The type of a layout is what the user says, not the default of the option. */
        s->bits = rq->v[OPTION_dtype].given ? wgd_dtype_bits(s->dtype) : any_layout_bits(&l);
    }
    int64_t mn, k;
    if (st != WGD_OK || !rq->v[OPTION_slice].given) {
        return st;
    }
    if (wgd_layout_rank(&s->layout.layout) != 2) {
        return wgd_fail(diag, WGD_ERR_VALUE, "slice", "a slice is of a layout with two modes", NULL,
                        "(MN, K)", "put parentheses around the modes that belong together");
    }
    (void)wgd_layout_mode_size(&s->layout.layout, 0, &mn); /* parts of a size that fits */
    (void)wgd_layout_mode_size(&s->layout.layout, 1, &k);
    return slice_from_args(rq, mn, k, &s->slice, diag);
}

static wgd_status read_atom(const request *rq, show_source *s, wgd_diag *diag)
{
    static const option_id wanted[] = {OPTION_major, OPTION_swizzle};
    wgd_status st = need_all(rq, wanted, COUNT(wanted), diag);
    if (st == WGD_OK) {
        st = wgd_swizzle_arch_check(s->swizzle, request_arch(rq), diag);
    }
    if (st == WGD_OK) {
        st = wgd_atom(s->bits, s->major, s->swizzle, &s->layout, diag);
    }
    if (st == WGD_OK && s->start % wgd_swizzle_alignment(s->swizzle) != 0) {
        st = wgd_fail_num(diag, WGD_ERR_ALIGN, "start", "an atom starts where its pattern starts",
                          s->start, "a multiple of the pattern's size", "leave --start out");
    }
    return st;
}

/* A slice that no descriptor reads is drawn all the same: what is wrong with it shows. */
static void keep_reason(show_source *s, wgd_status st, const wgd_diag *why)
{
    wgd_text t = wgd_text_into(s->unsaid, sizeof s->unsaid);
    wgd_put_str(&t, st == WGD_ERR_NO_DESC ? s->found.refusal.text : why->what);
    wgd_text_end(&t);
}

/* The tile with a slice of it: blocks and words are the slice's. */
static wgd_status read_slice(const request *rq, answer *a, show_source *s, wgd_diag *diag)
{
    wgd_solve_query q;
    pasted_layout none;
    wgd_diag why;
    wgd_status st = tile_query_from_args(rq, &s->tile.query, diag);
    if (st == WGD_OK) {
        st = place_query_from_args(rq, a, &q, &none, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    st = wgd_solve_layout(&q, &s->found, &why);
    s->solved = st == WGD_OK;
    s->layout = q.layout;
    s->slice = q.slice;
    s->read = (wgd_read){q.dtype, q.operand, s->major, 0, q.sparse, q.arch, 0};
    s->tile.blocks_mn = s->tile.blocks_k = 1;
    if (!s->solved) {
        keep_reason(s, st, &why);
        return WGD_OK;
    }
    s->read = s->found.solution[0].read;
    s->tile.blocks_mn = s->found.blocks_mn;
    s->tile.blocks_k = s->found.blocks_k;
    s->tile.block_mn = s->found.block_mn;
    s->tile.block_k = s->found.block_k;
    return WGD_OK;
}

static wgd_status read_tile(const request *rq, answer *a, show_source *s, wgd_diag *diag)
{
    static const option_id wanted[] = {OPTION_major, OPTION_swizzle, OPTION_shape};
    wgd_status st = need_all(rq, wanted, COUNT(wanted), diag);
    if (st == WGD_OK && rq->v[OPTION_slice].given) {
        return read_slice(rq, a, s, diag);
    }
    if (st == WGD_OK) {
        st = tile_from_args(rq, &s->tile, diag);
    }
    if (st == WGD_OK) {
        s->layout = s->tile.smem;
        s->read = wgd_tile_read(&s->tile);
    }
    return st;
}

static wgd_status read_word(const request *rq, show_source *s, wgd_diag *diag)
{
    static const option_id wanted[] = {OPTION_major};
    wgd_status st = need_all(rq, wanted, COUNT(wanted), diag);
    if (st == WGD_OK) {
        s->word = rq->v[OPTION_desc].u.word;
        st = read_from_args(rq, &s->read, diag);
    }
    if (st == WGD_OK) {
        st = wgd_word_check(s->word, s->read, diag);
    }
    return st;
}

wgd_status show_source_read(const request *rq, answer *a, show_source *s, wgd_diag *diag)
{
    *s = (show_source){0};
    s->dtype = (wgd_dtype)rq->v[OPTION_dtype].u.choice;
    s->bits = wgd_dtype_bits(s->dtype);
    s->major = (wgd_major)rq->v[OPTION_major].u.choice;
    s->swizzle = (wgd_swizzle_mode)rq->v[OPTION_swizzle].u.choice;
    s->start = rq->v[OPTION_start].u.num;
    wgd_status st = choose_kind(rq, &s->kind, diag);
    if (st != WGD_OK) {
        return st;
    }
    s->unit = rq->v[OPTION_unit].has   ? (show_unit)rq->v[OPTION_unit].u.choice
              : s->kind == SHOW_LAYOUT ? SHOW_ELEMENT
                                       : SHOW_CHUNK;
    switch (s->kind) {
    case SHOW_LAYOUT:
        return read_layout(rq, a, s, diag);
    case SHOW_ATOM_OF:
        return read_atom(rq, s, diag);
    case SHOW_MAP:
        return read_word(rq, s, diag);
    default:
        return read_tile(rq, a, s, diag);
    }
}

uint64_t show_source_word(const show_source *s, int i, int j)
{
    if (wgd_slice_whole(&s->slice)) {
        return wgd_tile_block_desc(&s->tile, i, j);
    }
    return s->solved ? wgd_solve_block(&s->found, &s->found.solution[0], i, j) : 0;
}

/* The whole tile, with the blocks of the slice. */
static wgd_status show_grid_slice(show_grid *g, const show_source *s, wgd_diag *diag)
{
    const wgd_status st = show_grid_layout(g, &s->layout, s->bits, s->start, s->unit, diag);
    if (st == WGD_OK) {
        show_grid_patterns(g, s->major, s->swizzle, s->tile.block_mn, s->tile.block_k);
        if (s->solved) {
            show_steps(s->found.solution[0].desc, s->read, &g->lbo, &g->sbo);
        }
    }
    return st;
}

wgd_status show_source_grid(const show_source *s, show_grid *g, wgd_diag *diag)
{
    *g = (show_grid){0};
    switch (s->kind) {
    case SHOW_LAYOUT:
        return show_grid_layout(g, &s->layout, s->bits, s->start, s->unit, diag);
    case SHOW_ATOM_OF:
        return show_grid_atom(g, s->bits, s->major, s->swizzle, s->start, s->unit, diag);
    case SHOW_MAP:
        return show_grid_map(g, s->word, s->read, s->unit, diag);
    default:
        return wgd_slice_whole(&s->slice) ? show_grid_tile(g, &s->tile, s->unit, diag)
                                          : show_grid_slice(g, s, diag);
    }
}

static void put_step(buf *out, const char *name, const show_step *step)
{
    buf_str(out, name);
    buf_i64(out, step->bytes);
    buf_str(out, step->drawn ? " B" : " B (not read)");
}

/* "descriptor 0x... : start 0x400, LBO 512 B, SBO 1024 B, base_offset 0, swizzle 64B" */
static void put_word(buf *out, uint64_t word, wgd_arch arch, const show_grid *g)
{
    const wgd_desc d = wgd_desc_unpack(word, arch);
    buf_str(out, "descriptor ");
    buf_word(out, word);
    buf_str(out, ": start ");
    buf_addr(out, d.start * 16u);
    if (d.lbo_absolute) {
        buf_str(out, ", LBO to ");
        buf_addr(out, d.lbo * 16u);
    } else {
        put_step(out, ", LBO ", &g->lbo);
    }
    put_step(out, ", SBO ", &g->sbo);
    buf_str(out, ", base_offset ");
    buf_i64(out, d.base_offset);
    buf_str(out, ", swizzle ");
    buf_str(out, wgd_swizzle_name(d.swizzle));
}

static void put_major(buf *out, const show_source *s)
{
    buf_str(out, wgd_dtype_get(s->dtype)->name);
    buf_str(out, s->major == WGD_MAJOR_K ? ", K-major" : ", MN-major");
}

static void put_read(buf *out, const show_source *s)
{
    buf_str(out, s->read.sparse ? "sparse operand " : "operand ");
    buf_str(out, wgd_operand_name(s->read.operand));
    buf_str(out, ", ");
    put_major(out, s);
}

static void put_size(buf *out, int64_t mn, int64_t k)
{
    buf_i64(out, mn);
    buf_char(out, 'x');
    buf_i64(out, k);
}

static void head_tile(const show_source *s, buf *out)
{
    buf_str(out, "tile ");
    put_size(out, s->tile.query.mn, s->tile.query.k);
    buf_str(out, " of ");
    put_read(out, s);
    buf_str(out, ", swizzle ");
    buf_str(out, wgd_swizzle_name(s->swizzle));
    buf_str(out, ", at ");
    buf_addr(out, (uint64_t)s->start);
}

static void head_map(const show_source *s, buf *out)
{
    buf_str(out, "what ");
    buf_word(out, s->word);
    buf_str(out, " fetches: ");
    put_read(out, s);
    buf_str(out, ", block ");
    put_size(out, s->read.mn, wgd_read_k(s->read));
}

static void head_atom(const show_source *s, buf *out)
{
    buf_str(out, "swizzle atom ");
    buf_str(out, wgd_swizzle_name(s->swizzle));
    buf_str(out, " of ");
    put_major(out, s);
}

static void head_slice(const show_source *s, const show_grid *g, draw_pic *p)
{
    buf *out = draw_head(p);
    buf_str(out, "slice ");
    slice_put_range(out, &s->slice);
    if (s->kind == SHOW_TILE && s->solved) {
        put_word(draw_head(p), s->word, s->read.arch, g);
    } else if (s->kind == SHOW_TILE) {
        buf_str(out, ": no descriptor: ");
        buf_str(out, s->unsaid);
    }
}

void show_source_heads(const show_source *s, const show_grid *g, draw_pic *p)
{
    buf *title = draw_head(p);
    switch (s->kind) {
    case SHOW_TILE:
        head_tile(s, title);
        buf_composed(draw_head(p), &s->layout, WGD_FMT_PLAIN);
        if (wgd_slice_whole(&s->slice)) {
            put_word(draw_head(p), s->word, s->read.arch, g);
        }
        break;
    case SHOW_MAP:
        head_map(s, title);
        put_word(draw_head(p), s->word, s->read.arch, g);
        break;
    case SHOW_ATOM_OF:
        head_atom(s, title);
        buf_composed(draw_head(p), &s->layout, WGD_FMT_PLAIN);
        break;
    default:
        buf_str(title, "layout ");
        buf_composed(title, &s->layout, WGD_FMT_PLAIN);
        break;
    }
    if (!wgd_slice_whole(&s->slice)) {
        head_slice(s, g, p);
    }
}
