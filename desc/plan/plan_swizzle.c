/* SPDX-License-Identifier: MIT
 *
 * The swizzle of one operand: each mode is tried, measured and ranked.
 */
#include "base/own_frame.h"
#include "plan_parts.h"
#include "wgd_banks.h"
#include "wgd_text.h"

static wgd_tma_query operand_query(const wgd_plan *p, int o, wgd_swizzle_mode mode, bool k_first)
{
    wgd_tma_query q = wgd_tma_query_default();
    q.tile.dtype = p->query.operand[o].dtype;
    q.tile.operand = o == 0 ? WGD_OPERAND_A : WGD_OPERAND_B;
    q.tile.major = p->query.operand[o].major;
    q.tile.swizzle = mode;
    q.tile.mn = wgd_plan_rows(p, o);
    q.tile.arch = p->query.arch;
    q.tile.k = wgd_plan_stored_k(&p->query, o, p->query.k);
    q.tile.sparse = p->query.sparse;
    q.tile.n = o == 0 ? 0 : p->n_inst / p->cta_group;
    q.tile.order[0] = k_first ? 2 : 1;
    q.tile.order[1] = k_first ? 1 : 2;
    return q;
}

/* How often the bank that most of 8 threads share is needed: 1 is free of conflicts. Threads that
 * store 16 bytes each are served 8 at a time. */
static int ways(const wgd_bank_lanes *lanes)
{
    wgd_bank_result r;
    (void)wgd_banks_access(WGD_ACCESS_ST16, lanes, &r, NULL); /* of chunks, which are aligned */
    return r.worst;
}

static uint32_t chunk_address(const wgd_tile *t, int64_t line, int64_t chunk)
{
    const int64_t c = chunk * 128 / wgd_dtype_bits(t->query.dtype);
    return t->query.major == WGD_MAJOR_K ? wgd_tile_read_byte(t, line, c)
                                         : wgd_tile_read_byte(t, c, line);
}

/* 8 threads store the first chunks, as a coalesced copy does: further on no more of one line come together. 8 threads
 * read one chunk of 8 lines, as the instruction and ldmatrix do. The pattern repeats after 8 lines. */
static OWN_FRAME void measure(const wgd_tile *t, wgd_plan_candidate *c)
{
    const int64_t along = t->query.major == WGD_MAJOR_K ? t->query.k : t->query.mn;
    const int64_t per_line = along * wgd_dtype_bits(t->query.dtype) / 128;
    wgd_bank_lanes store, load;
    store.active = load.active = 0xff;
    for (int i = 0; i < 8; i++) {
        store.addr[i] = chunk_address(t, i / per_line, i % per_line);
        load.addr[i] = chunk_address(t, i, 0);
    }
    c->store_ways = ways(&store);
    c->load_ways = ways(&load);
}

static void put_ways(wgd_text *t, const char *what, int n)
{
    wgd_put_str(t, what);
    wgd_put_i64(t, n);
    wgd_put_str(t, "-way");
}

/* 1-way is an access without bank conflicts. */
static void put_reason(wgd_plan_candidate *c)
{
    wgd_text t = wgd_text_into(c->reason, sizeof c->reason);
    wgd_put_i64(&t, c->boxes);
    wgd_put_str(&t, c->boxes == 1 ? " copy of " : " copies of ");
    wgd_put_i64(&t, c->row_bytes);
    wgd_put_str(&t, "-byte lines");
    if (c->row_bytes < 32) {
        wgd_put_str(&t, " (half of a 32-byte sector)");
    }
    put_ways(&t, "; stores along a line ", c->store_ways);
    put_ways(&t, ", reads across 8 lines ", c->load_ways);
    wgd_text_end(&t);
}

static void put_refusal(wgd_plan_candidate *c, const wgd_diag *d)
{
    wgd_text t = wgd_text_into(c->reason, sizeof c->reason);
    wgd_put_str(&t, d->what);
    wgd_put_str(&t, ": got ");
    wgd_put_str(&t, d->got);
    wgd_put_str(&t, ", wanted ");
    wgd_put_str(&t, d->want);
    wgd_text_end(&t);
}

/* Tries a mode in both orders of the atoms; the one with fewer copies stands. */
static void try_mode(const wgd_plan *p, int o, wgd_swizzle_mode mode, wgd_plan_candidate *c)
{
    wgd_diag diag;
    c->swizzle = mode;
    c->legal = false;
    c->boxes = c->store_ways = c->load_ways = 0;
    c->row_bytes = wgd_swizzle_row_bytes(mode);
    c->order[0] = 1;
    c->order[1] = 2;
    for (int k_first = 0; k_first < 2; k_first++) {
        const wgd_tma_query q = operand_query(p, o, mode, k_first != 0);
        wgd_tma t;
        if (wgd_tma_describe(&q, &t, &diag) != WGD_OK) {
            put_refusal(c, &diag);
            return;
        }
        if (!c->legal || t.boxes < c->boxes) {
            c->legal = true;
            c->boxes = t.boxes;
            c->order[0] = q.tile.order[0];
            c->order[1] = q.tile.order[1];
            measure(&t.tile, c);
        }
    }
    put_reason(c);
}

/* The modes of the architecture, from the widest down: of two legal ones the narrower has more bank conflicts, more
 * copies to issue and shorter lines in global memory. Illegal ones come last. */
static void rank(const wgd_plan *p, int o, wgd_plan_operand *op)
{
    wgd_plan_candidate *c = op->candidate;
    op->candidates = 0;
    for (int m = WGD_SWIZZLE_MODE_COUNT - 1; m >= 0; m--) {
        wgd_plan_candidate next;
        if (wgd_swizzle_arch_check((wgd_swizzle_mode)m, p->query.arch, NULL) != WGD_OK) {
            continue;
        }
        try_mode(p, o, (wgd_swizzle_mode)m, &next);
        int at = op->candidates++;
        while (at > 0 && next.legal && !c[at - 1].legal) {
            c[at] = c[at - 1];
            at--;
        }
        c[at] = next;
    }
}

static int64_t block_offset(const void *tile, int i, int j)
{
    return wgd_tile_block_offset((const wgd_tile *)tile, i, j);
}

static void find_advances(wgd_plan_operand *op)
{
    const wgd_tile *t = &op->tma.tile;
    const wgd_ring ring = {0, t->bytes, op->alignment, t->blocks_mn, t->blocks_k, block_offset, t};
    wgd_stages one;
    (void)wgd_stages_plan(&ring, 1, &one, NULL); /* there may be one stage */
    op->k = one.k;
    op->mn = one.mn;
}

static int find_mode(const wgd_plan_operand *op, wgd_swizzle_mode m)
{
    int i = 0;
    while (op->candidate[i].swizzle != m) {
        i++;
    }
    return i;
}

/* The first that the type has: the best, and where none can be, one of those that ask for the same. */
static int first_mode(const wgd_plan_operand_query *q, wgd_arch arch, const wgd_plan_operand *op)
{
    int i = 0;
    while (wgd_mode_check(q->dtype, q->major, op->candidate[i].swizzle, arch, NULL) != WGD_OK) {
        i++;
    }
    return i;
}

/* The swizzle that was given cannot be: name it, and the one that can. Where none was, the tile is at fault. */
static wgd_status refused(const wgd_plan *p, int o, wgd_status s, wgd_diag *diag)
{
    const wgd_plan_candidate *best = &p->operand[o].candidate[0];
    const char *const swizzle = o == 0 ? "a-swizzle" : "b-swizzle";
    wgd_diag_field(diag, s, p->query.operand[o].swizzle_given ? swizzle : "tile");
    if (best->legal) {
        return wgd_diag_hint(diag, s, WGD_HINT_OPERAND_SWIZZLE, 0, wgd_swizzle_name(best->swizzle));
    }
    return s == WGD_ERR_TILE ? wgd_diag_hint(diag, s, WGD_HINT_ATOMS, 0, NULL) : s;
}

wgd_status wgd_plan_operand_choose(wgd_plan *p, int o, wgd_diag *diag)
{
    const wgd_plan_operand_query *q = &p->query.operand[o];
    wgd_plan_operand *op = &p->operand[o];
    rank(p, o, op);
    const wgd_status mode = wgd_swizzle_arch_check(q->swizzle, p->query.arch, diag);
    if (mode != WGD_OK) { /* a mode that was given: none is everywhere */
        return refused(p, o, mode, diag);
    }
    op->chosen = q->swizzle_given ? find_mode(op, q->swizzle) : first_mode(q, p->query.arch, op);
    const wgd_plan_candidate *c = &op->candidate[op->chosen];
    const wgd_tma_query tq = operand_query(p, o, c->swizzle, c->order[0] == 2);
    const wgd_status s = wgd_tma_describe(&tq, &op->tma, diag);
    if (s != WGD_OK) {
        return refused(p, o, s, diag);
    }
    op->bytes = op->tma.tile.bytes;
    op->alignment = op->tma.tile.alignment < WGD_TMA_SMEM_ALIGNMENT ? WGD_TMA_SMEM_ALIGNMENT
                                                                    : op->tma.tile.alignment;
    const bool mine = p->split_n == (o == 1);
    op->warpgroup_blocks = mine && p->warpgroups > 1 ? (o == 0 ? p->m_blocks : p->n_blocks) : 0;
    find_advances(op);
    return WGD_OK;
}
