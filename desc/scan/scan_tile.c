/* SPDX-License-Identifier: MIT
 *
 * The tile that a chain of wgmma reads: the one for which the library gives the same words.
 */
#include "scan_report.h"

#include "wgd_tile.h"

enum { CHAIN_MAX = 64, CANDIDATES = 6 };

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
    for (size_t i = (size_t)index; i < k->n_wgmma; i++) {
        const wgd_scan_wgmma *w = &k->wgmma[i];
        if (w->chain != first->chain) {
            continue;
        }
        if (c->n == CHAIN_MAX || (c->n > 0 && !w->op[o].step_known)) {
            return false;
        }
        c->start[c->n] = c->n == 0 ? 0 : c->start[c->n - 1] + w->op[o].step;
        c->n++;
    }
    return c->op->shared && c->op->reads != 0 && !c->op->read.sparse;
}

/* Does the tile have these words, as far as the hardware reads them? */
static bool same_words(const wgd_tile *t, const chain *c)
{
    const uint64_t unread =
        ~(((c->op->reads & WGD_READS_LBO) ? UINT64_C(0x3fff) << 16 : 0) |
          ((c->op->reads & WGD_READS_SBO) ? UINT64_C(0x3fff) << 32 : 0) | UINT64_C(3) << 62);
    if (t->blocks_k != c->n || ((wgd_desc_encode(t->desc) ^ c->op->word) & ~unread) != 0) {
        return false;
    }
    for (int j = 0; j < c->n; j++) {
        if (wgd_tile_block_offset(t, 0, j) - wgd_tile_block_offset(t, 0, 0) != c->start[j]) {
            return false;
        }
    }
    return true;
}

/* The extents along M or N that the words can come from: the block's, and what a jump to another
 * atom or a stride tells. */
static int extents(const chain *c, int64_t out[CANDIDATES])
{
    const wgd_desc d = wgd_desc_decode(c->op->word);
    const int64_t row = wgd_swizzle_row_bytes(d.swizzle);
    const int64_t atom = row * 8 / wgd_dtype_bits(c->op->read.dtype);
    int n = 0;
    out[n++] = c->op->read.mn;
    for (int j = 1; j < c->n && n < CANDIDATES - 2; j++) {
        const int64_t jump = c->start[j] - c->start[j - 1];
        if (jump > 8 * row) {
            out[n++] = c->start[j] / row;
            break;
        }
    }
    out[n++] = (int64_t)d.lbo * 16 / row;
    out[n++] = (int64_t)d.sbo * 16 / (8 * row) * atom;
    return n;
}

bool wgd_scan_tile(const wgd_scan_kernel *k, int index, int operand, wgd_tile_query *out)
{
    chain c;
    if (!collect(k, index, operand, &c)) {
        return false;
    }
    int64_t mn[CANDIDATES];
    const int n = extents(&c, mn);
    for (int i = 0; i < 2 * n; i++) {
        wgd_tile_query q = wgd_tile_query_default();
        q.dtype = c.op->read.dtype;
        q.operand = (wgd_operand)operand;
        q.major = c.op->read.major;
        q.swizzle = wgd_desc_decode(c.op->word).swizzle;
        q.mn = mn[i / 2];
        q.k = (int64_t)c.n * wgd_read_k(c.op->read);
        q.n = operand ? c.op->read.mn : 0;
        q.order[0] = i % 2 ? 2 : 1;
        q.order[1] = i % 2 ? 1 : 2;
        wgd_tile t;
        if (q.mn >= c.op->read.mn && q.mn <= 1024 && wgd_tile_describe(&q, &t, NULL) == WGD_OK &&
            same_words(&t, &c)) {
            *out = q;
            return true;
        }
    }
    return false;
}
