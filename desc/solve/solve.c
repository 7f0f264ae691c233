/* SPDX-License-Identifier: MIT
 *
 * From a layout to every descriptor that reads it.
 */
#include "wgd_solve.h"

#include "base/own_frame.h"
#include "pieces.h"

static const char *const reason_names[] = {
#define WGD_X(sym, name) name,
    WGD_REASONS(WGD_X)
#undef WGD_X
};

const char *wgd_reason_name(wgd_reason r)
{
    return reason_names[r];
}

static wgd_status prepare(const wgd_solve_query *q, wgd_solve *out, wgd_read *rd, wgd_diag *diag)
{
    wgd_status s = wgd_arch_check(q->arch, diag);
    if (s == WGD_OK) {
        s = wgd_place_make(&q->layout, q->dtype, q->start, &out->place, diag);
    }
    if (s == WGD_OK) {
        s = wgd_place_cut(&out->place, &q->slice, diag);
    }
    rd->dtype = q->dtype;
    rd->operand = q->operand;
    rd->major = q->major == WGD_WANT_MN ? WGD_MAJOR_MN : WGD_MAJOR_K;
    rd->sparse = q->sparse;
    rd->arch = q->arch;
    if (s == WGD_OK) {
        const wgd_block_ask ask = {q->n, out->place.mn, q->block,
                                   "the rows of the layout are not a legal N, and no N is given",
                                   "an N that divides them"};
        s = wgd_inst_block(&ask, rd, diag);
    }
    if (s == WGD_OK) {
        s = wgd_read_check(*rd, diag);
    }
    if (s == WGD_OK) {
        s = wgd_place_blocks(&out->place, *rd, &out->blocks_mn, &out->blocks_k, diag);
    }
    if (s == WGD_OK) {
        out->n = 0;
        out->block_mn = rd->mn;
        out->block_k = wgd_read_k(*rd);
    }
    return s;
}

/* What the layout itself suggests: its swizzle, and as the start the address of element (0, 0)
 * before the swizzle, in 16-byte units. */
typedef struct natural {
    bool known;            /* the swizzle is one of the hardware's */
    wgd_swizzle_mode mode; /* none where it is not */
    int64_t start;
} natural;

static natural natural_of(const wgd_place *p, const wgd_pieces *first)
{
    natural n;
    n.known = wgd_place_mode(p, first->read.arch, &n.mode);
    n.start = first->first / 128;
    return n;
}

/* A block has two descriptors at most (pieces.h), each with a start of its own: the one with the layout's comes first. */
static void add_solution(wgd_solve *out, wgd_solution sol, const natural *own)
{
    const bool first = sol.desc.start == own->start;
    sol.canonical =
        own->known && first && sol.desc.swizzle == own->mode && sol.desc.base_offset == 0;
    int at = out->n++;
    if (first) {
        out->solution[at] = out->solution[0];
        at = 0;
    }
    out->solution[at] = sol;
}

/* Block (0, 0) has no descriptor. */
static OWN_FRAME void explain_first(const wgd_place *p, wgd_read rd, wgd_refusal *why)
{
    wgd_block block;
    wgd_block_make(p, rd, 0, 0, &block);
    wgd_explain(p, &block, why);
}

/* Block (i, j) is not read by d, which reads the first. */
static OWN_FRAME void explain_other(const wgd_place *p, wgd_read rd, int i, int j, wgd_desc d,
                                    wgd_refusal *why)
{
    wgd_block block;
    wgd_block_make(p, rd, i, j, &block);
    wgd_explain_block(p, &block, i, j, d, why);
}

/* Keeps the descriptors that read every block of the tile; tells where the last one was lost. */
static OWN_FRAME int prove_blocks(const wgd_solve *s, wgd_read rd, wgd_desc *d, int n,
                                  wgd_refusal *why)
{
    wgd_pieces pieces;
    for (int b = 1; n > 0 && b < s->blocks_mn * s->blocks_k; b++) {
        const int i = b / s->blocks_k, j = b % s->blocks_k;
        const bool whole = wgd_pieces_of(&s->place, rd, i, j, &pieces);
        int kept = 0;
        for (int c = 0; c < n && whole; c++) {
            wgd_desc moved = d[c];
            wgd_derive_moved(&pieces, &moved);
            if (wgd_prove(&pieces, moved)) {
                d[kept++] = d[c];
            }
        }
        if (kept == 0) {
            explain_other(&s->place, rd, i, j, d[0], why);
        }
        n = kept;
    }
    return n;
}

static void solve_major(wgd_solve *out, wgd_read rd, wgd_refusal *why)
{
    wgd_pieces pieces;
    wgd_desc d[WGD_SOLUTIONS_MAX / 2];
    int n = wgd_pieces_of(&out->place, rd, 0, 0, &pieces) ? wgd_solve_pieces(&pieces, d) : 0;
    if (n == 0) {
        explain_first(&out->place, rd, why);
        return;
    }
    const natural own = natural_of(&out->place, &pieces);
    n = prove_blocks(out, rd, d, n, why);
    for (int c = 0; c < n; c++) {
        wgd_solution sol;
        sol.read = rd;
        sol.desc = d[c];
        sol.reads = wgd_fetch_reads((wgd_swizzle_mode)d[c].swizzle, rd);
        add_solution(out, sol, &own);
    }
}

wgd_status wgd_solve_layout(const wgd_solve_query *q, wgd_solve *out, wgd_diag *diag)
{
    wgd_read rd;
    const wgd_status s = prepare(q, out, &rd, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->refusal.reason = WGD_REASON_NONE;
    const bool along_mn = wgd_place_major(&out->place) == WGD_MAJOR_MN;
    wgd_read as_mn = rd; /* whose block may be none where the one of K-major is: 24 rows of bytes */
    as_mn.major = WGD_MAJOR_MN;
    const bool mn_legal = wgd_read_check(as_mn, NULL) == WGD_OK;
    if (q->major != WGD_WANT_MN && (!along_mn || !mn_legal || q->major == WGD_WANT_K)) {
        solve_major(out, rd, &out->refusal);
    }
    if (q->major != WGD_WANT_K && mn_legal && (along_mn || q->major == WGD_WANT_MN)) {
        rd.major = WGD_MAJOR_MN;
        solve_major(out, rd, &out->refusal);
    }
    if (out->n > 0) {
        return WGD_OK;
    }
    out->refusal.mn += out->place.slice.mn[0];
    out->refusal.k += out->place.slice.k[0];
    if (diag) {
        wgd_fail(diag, WGD_ERR_NO_DESC, "layout", out->refusal.text, NULL, NULL, NULL);
    }
    return WGD_ERR_NO_DESC;
}

wgd_status wgd_solve_block_slice(const wgd_solve_query *q, int64_t i, int64_t j, wgd_slice *out,
                                 wgd_diag *diag)
{
    wgd_solve s;
    wgd_read rd;
    const wgd_status st = prepare(q, &s, &rd, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (i < 0 || j < 0 || i >= s.blocks_mn || j >= s.blocks_k) {
        char got[64], want[96];
        wgd_text g = wgd_text_into(got, sizeof got), w = wgd_text_into(want, sizeof want);
        wgd_put_i64(&g, i);
        wgd_put_char(&g, ',');
        wgd_put_i64(&g, j);
        wgd_text_end(&g);
        wgd_put_str(&w, "from 0,0 to ");
        wgd_put_i64(&w, s.blocks_mn - 1);
        wgd_put_char(&w, ',');
        wgd_put_i64(&w, s.blocks_k - 1);
        wgd_text_end(&w);
        return wgd_fail(diag, WGD_ERR_VALUE, "block", "no such block in the tile", got, want,
                        "blocks are counted along MN, then K");
    }
    out->mn[0] = s.place.slice.mn[0] + i * s.block_mn;
    out->mn[1] = out->mn[0] + s.block_mn;
    out->k[0] = s.place.slice.k[0] + j * s.block_k;
    out->k[1] = out->k[0] + s.block_k;
    return WGD_OK;
}

/* The fields of block (i, j); it has been proved that it is whole pieces. */
static wgd_desc block_desc(const wgd_solve *s, const wgd_solution *sol, int i, int j)
{
    wgd_pieces pieces;
    wgd_desc d = sol->desc;
    if (d.lbo_absolute) {
        (void)wgd_pieces_of(&s->place, sol->read, i, j, &pieces);
        wgd_derive_moved(&pieces, &d);
    } else { /* only the start moves */
        d.start = (uint16_t)wgd_block_start(&s->place, sol->read, i, j, d);
    }
    return d;
}

int64_t wgd_solve_block_offset(const wgd_solve *s, const wgd_solution *sol, int i, int j)
{
    return ((int64_t)block_desc(s, sol, i, j).start - sol->desc.start) * 16;
}

uint64_t wgd_solve_block(const wgd_solve *s, const wgd_solution *sol, int i, int j)
{
    return wgd_desc_pack(block_desc(s, sol, i, j), sol->read.arch);
}
