/* SPDX-License-Identifier: MIT
 *
 * The tile that a chain of wgmma reads: the one for which the library gives the same words.
 */
#include "scan_report.h"

#include "wgd_tile.h"

enum { CHAIN_MAX = 64 };
/* What the extent of a tile along M or N is told by. */
enum { BLOCK, JUMP, BY_LBO, BY_SBO, CANDIDATES };

typedef struct chain {
    const wgd_scan_operand *op; /* of the first */
    int n;
    int64_t start[CHAIN_MAX]; /* bytes from the first */
} chain;

static bool collect(const wgd_scan_kernel *k, int index, int o, chain *c)
{
    const wgd_scan_wgmma *first = &k->wgmma[index];
    c->op = &first->op[o];
    c->n = 0;
    int64_t at = -first->op[o].step;
    for (size_t i = (size_t)index; i < k->n_wgmma; i++) {
        const wgd_scan_wgmma *w = &k->wgmma[i];
        if (w->chain != first->chain) {
            continue;
        }
        if (c->n == CHAIN_MAX || (c->n > 0 && !w->op[o].step_known)) {
            return false;
        }
        at += w->op[o].step;
        c->start[c->n++] = at;
    }
    return c->op->shared && c->op->reads != 0 && !c->op->read.sparse;
}

/* Does the tile have these words, as far as the hardware reads them? */
static bool same_words(const wgd_tile *t, const chain *c)
{
    if (((wgd_desc_encode(t->desc) ^ c->op->word) & scan_field_bits(c->op->reads)) != 0) {
        return false;
    }
    for (int j = 0; j < c->n; j++) {
        if (wgd_tile_block_offset(t, 0, j) != c->start[j]) {
            return false;
        }
    }
    return true;
}

/* The extents along M or N that the words can come from: the block's, and what a jump to another
 * atom or a stride tells. */
static void extents(const chain *c, int64_t out[CANDIDATES])
{
    const wgd_desc d = wgd_desc_decode(c->op->word);
    const int64_t row = wgd_swizzle_row_bytes(d.swizzle);
    const int64_t atom = row * 8 / wgd_dtype_bits(c->op->read.dtype);
    out[BLOCK] = out[JUMP] = c->op->read.mn;
    for (int j = c->n; j-- > 0;) {
        out[JUMP] = c->start[j] >= row ? c->start[j] / row : out[JUMP]; /* the first one */
    }
    out[BY_LBO] = (int64_t)d.lbo * 16 / row;
    out[BY_SBO] = (int64_t)d.sbo * 16 / (8 * row) * atom;
}

bool wgd_scan_tile(const wgd_scan_kernel *k, int index, int operand, wgd_tile_query *out)
{
    chain c;
    if (!collect(k, index, operand, &c)) {
        return false;
    }
    int64_t mn[CANDIDATES];
    extents(&c, mn);
    for (int i = 0; i < 2 * CANDIDATES; i++) {
        wgd_tile_query q = wgd_tile_query_default();
        q.dtype = c.op->read.dtype;
        q.operand = (wgd_operand)operand;
        q.major = c.op->read.major;
        q.swizzle = wgd_desc_decode(c.op->word).swizzle;
        q.mn = mn[i / 2];
        q.k = (int64_t)c.n * wgd_read_k(c.op->read);
        q.n = operand ? c.op->read.mn : 0;
        q.order[i % 2] = 1;
        q.order[1 - i % 2] = 2;
        wgd_tile t;
        if (wgd_tile_describe(&q, &t, NULL) == WGD_OK && same_words(&t, &c)) {
            *out = q;
            return true;
        }
    }
    return false;
}
