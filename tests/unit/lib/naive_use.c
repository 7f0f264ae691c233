/* SPDX-License-Identifier: MIT */
#include "naive_use.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_layout.h"
#include "wgd_desc.h"

enum { SLOTS = 1 << 15, WINDOW = 1 << 18 };

/* ---- where an element lies ------------------------------------------------------------------ */

static int64_t swizzled(wgd_swizzle sw, int64_t at)
{
    const int64_t from = at;
    for (int i = 0; i < sw.b; i++) {
        at ^= (from >> (sw.m + sw.s + i) & 1) << (sw.m + i);
    }
    return at;
}

/* In bytes, from the begin of the tile; one behind the end stands for all that are far beyond it, or before it. */
static int64_t of_layout(const wgd_composed *c, int64_t index, int es)
{
    int64_t at = c->offset + naive_at(&c->layout, index);
    at = c->kind == WGD_PLAIN      ? at
         : c->kind == WGD_SWIZZLED ? swizzled(c->sw, at)
                                   : swizzled(c->sw, at * es) / es;
    return at < 0 || at > WINDOW ? WINDOW : at * es;
}

static int64_t address(const naive_tile *t, int row, int col)
{
    const wgd_arrangement *a = &t->a;
    const int64_t o = t->first ? col : row, at = (t->first ? row : col) * t->es,
                  pitch = t->a.row_bytes;
    switch (a->kind) {
    case WGD_ARRANGE_LAYOUT:
        return a->base + of_layout(a->layout, row + (int64_t)t->rows * col, t->es);
    case WGD_ARRANGE_PADDED:
        return a->base + o * (pitch + a->pad_bytes) + at;
    case WGD_ARRANGE_SWIZZLED:
        return a->base + swizzled(a->sw, o * pitch + at);
    case WGD_ARRANGE_PERMUTED: {
        const int64_t share = pitch >= 128 ? 1 : 128 / pitch, chunks = pitch / 16;
        return a->base + o * pitch + (at / 16 + o % 8 / share) % chunks * 16 + at % 16;
    }
    default:
        return a->base + o * pitch + at;
    }
}

/* ---- the orders, written down --------------------------------------------------------------- */

typedef struct slot {
    int row[16], col[16];
} slot;
static slot slots[SLOTS];
static int n_slots;

/* The vector number c of outer row o. */
static void put(const naive_tile *t, int vec, int o, int c)
{
    assert_true(n_slots < SLOTS);
    slot *s = &slots[n_slots++];
    for (int j = 0; j < vec; j++) {
        s->row[j] = t->first ? c * vec + j : o;
        s->col[j] = t->first ? o : c * vec + j;
    }
}

static void put_block(const naive_tile *t, wgd_bank_order order, int vec, int lanes, int o, int c)
{
    const int halves = lanes == 32 ? 2 : 1;
    if (order == WGD_ORDER_MMA_A) { /* two matrices below each other, then what is beside them */
        for (int k = 0; k < lanes / (lanes > 8 ? 16 : 8); k++) {
            for (int r = 0; r < (lanes > 8 ? 16 : 8); r++) {
                put(t, vec, o + r, c + k);
            }
        }
        return;
    }
    for (int h = 0; h < halves; h++) { /* two beside each other, then what is below them */
        for (int k = 0; k < (lanes > 8 ? 2 : 1); k++) {
            for (int r = 0; r < 8; r++) {
                put(t, vec, o + 8 * h + r, c + k);
            }
        }
    }
}

static void put_blocks(const naive_tile *t, wgd_bank_order order, int vec, int lanes, int outer,
                       int n_vec)
{
    const int down = lanes == 32 || (lanes == 16 && order == WGD_ORDER_MMA_A) ? 16 : 8;
    for (int o = 0; o < outer; o += down) {
        for (int c = 0; c < n_vec; c += lanes / down) {
            put_block(t, order, vec, lanes, o, c);
        }
    }
}

/* PTX ISA: the element of the accumulators of wgmma (warp by warp 16 rows) and mma.m16n8k16, and of A of the latter. */
static void ptx_element(const wgd_bank_use *u, int thread, int value, int *row, int *col)
{
    const int lane = thread % 32;
    *row = thread / 32 * 16 + lane / 4 + 8 * (value / 2 % 2);
    *col = lane % 4 * 2 + value % 2 + value / 4 * 8;
    (void)u;
}

static void put_registers(const naive_tile *t, const wgd_bank_use *u, int vec, int down, int along,
                          int threads)
{
    const int values = down * along / threads;
    for (int c = 0; c < t->cols; c += along) {
        for (int r = 0; r < t->rows; r += down) {
            for (int warp = 0; warp < threads; warp += 32) {
                for (int v = 0; v < values; v += vec) {
                    for (int lane = 0; lane < 32; lane++) {
                        assert_true(n_slots < SLOTS);
                        slot *s = &slots[n_slots++];
                        for (int j = 0; j < vec; j++) {
                            int row, col;
                            if (u->tv) {
                                const int64_t at =
                                    naive_at(&u->tv->tv, warp + lane + (int64_t)threads * (v + j));
                                row = (int)at % down, col = (int)at / down;
                            } else {
                                ptx_element(u, warp + lane, v + j, &row, &col);
                            }
                            s->row[j] = r + row;
                            s->col[j] = c + col;
                        }
                    }
                }
            }
        }
    }
}

static void put_all(const naive_tile *t, const wgd_bank_use *u, int vec, int lanes)
{
    const int outer = t->first ? t->cols : t->rows, n_vec = (t->first ? t->rows : t->cols) / vec;
    n_slots = 0;
    switch (u->order) {
    case WGD_ORDER_COPY:
        for (int i = 0; i < outer * n_vec; i++) {
            put(t, vec, i / n_vec, i % n_vec);
        }
        break;
    case WGD_ORDER_COLUMN:
        for (int c = 0; c < n_vec; c++) {
            for (int o = 0; o < outer; o++) {
                put(t, vec, o, c);
            }
        }
        break;
    case WGD_ORDER_FRAG:
        put_registers(t, u, vec, u->frag_op.m,
                      u->frag_operand == WGD_FRAG_OPERAND_A ? u->frag_op.k : u->frag_op.n,
                      u->frag_op.m * 2);
        break;
    case WGD_ORDER_TV:
        put_registers(t, u, vec, u->tv->rows, u->tv->cols, u->tv->threads);
        break;
    default:
        put_blocks(t, u->order, vec, lanes, outer, n_vec);
        break;
    }
}

/* ---- counted -------------------------------------------------------------------------------- */

typedef struct answer {
    wgd_status s;
    int64_t got; /* of a refusal */
    wgd_bank_total total;
} answer;

static int bytes_of(const wgd_bank_use *u)
{
    return u->access % 3 == 0 && u->access < 6 ? 4 : u->access % 3 == 1 && u->access < 6 ? 8 : 16;
}

/* What slot k asks for; false where that is refused. */
static bool ask(const naive_tile *t, const wgd_bank_use *u, int k, uint32_t *addr, answer *x)
{
    const int vec = bytes_of(u) / t->es;
    const int64_t first = address(t, slots[k].row[0], slots[k].col[0]);
    if (first >= WINDOW) {
        x->s = WGD_ERR_RANGE;
        x->got = first;
        return false;
    }
    for (int j = 1; j < vec; j++) {
        const int64_t at = address(t, slots[k].row[j], slots[k].col[j]);
        if (at != first + j * t->es) {
            x->s = WGD_ERR_ALIGN;
            x->got = at;
            return false;
        }
    }
    *addr = (uint32_t)first;
    return true;
}

/* The lanes of an access, and its counts. */
static bool access_of(const naive_tile *t, const wgd_bank_use *u, int step, int lanes,
                      wgd_bank_lanes *l, answer *x)
{
    memset(l, 0, sizeof *l);
    for (int i = 0; i < lanes && step * lanes + i < n_slots; i++) {
        if (!ask(t, u, step * lanes + i, &l->addr[i], x)) {
            return false;
        }
        l->active |= 1u << i;
    }
    return true;
}

static void count(const wgd_bank_use *u, const wgd_bank_lanes *l, int step, answer *x)
{
    wgd_bank_result r; /* test_accesses has counted that */
    wgd_diag d;
    x->s = wgd_banks_access(u->access, l, &r, &d);
    if (x->s != WGD_OK) {
        x->got = atol(d.got);
        return;
    }
    x->total.accesses++;
    x->total.phases += r.phases;
    x->total.wavefronts += r.wavefronts;
    x->total.conflicts += r.conflicts;
    x->total.worst_at = r.worst > x->total.worst ? step : x->total.worst_at;
    x->total.worst = r.worst > x->total.worst ? r.worst : x->total.worst;
}

static void same_lanes(const naive_tile *t, const wgd_bank_use *u, int step,
                       const wgd_bank_lanes *want, const answer *x)
{
    wgd_bank_lanes l;
    wgd_diag d;
    memset(&l, 0x5a, sizeof l);
    assert_int_equal(wgd_bank_step(&t->a, u, step, &l, &d), x->s);
    if (x->s != WGD_OK) {
        assert_int_equal(atol(d.got), x->got);
        return;
    }
    assert_int_equal(l.active, want->active);
    for (int i = 0; i < 32; i++) {
        assert_true(!(want->active >> i & 1) || l.addr[i] == want->addr[i]);
    }
}

wgd_status naive_use_compare(const naive_tile *t, const wgd_bank_use *u)
{
    const int lanes = u->access < 6 ? 32 : 8 << (u->access % 3);
    answer x;
    memset(&x, 0, sizeof x);
    put_all(t, u, bytes_of(u) / t->es, lanes);
    int steps = 0;
    assert_int_equal(wgd_bank_steps(&t->a, u, &steps, NULL), WGD_OK);
    assert_int_equal(steps, (n_slots + lanes - 1) / lanes);
    for (int step = 0; step < steps && x.s == WGD_OK; step++) {
        wgd_bank_lanes l;
        const bool whole = access_of(t, u, step, lanes, &l, &x);
        same_lanes(t, u, step, &l, &x);
        if (whole) {
            count(u, &l, step, &x);
        }
    }
    wgd_bank_total got;
    wgd_diag d;
    memset(&got, 0x5a, sizeof got);
    if (wgd_bank_tile(&t->a, u, &got, &d) != x.s ||
        (x.s == WGD_OK && memcmp(&got, &x.total, sizeof got) != 0)) {
        fail_msg("kind %d, %d x %d of %d bytes, pad %d, Sw<%d,%d,%d>, base %d; access %d, order "
                 "%d: %d conflicts, worst "
                 "%d at %d instead of %d, %d at %d",
                 (int)t->a.kind, t->rows, t->cols, t->es, t->a.pad_bytes, t->a.sw.b, t->a.sw.m,
                 t->a.sw.s, (int)t->a.base, (int)u->access, (int)u->order, (int)got.conflicts,
                 got.worst, got.worst_at, (int)x.total.conflicts, x.total.worst, x.total.worst_at);
    }
    if (x.s != WGD_OK) {
        assert_int_equal(atol(d.got), x.got);
    }
    return x.s;
}
