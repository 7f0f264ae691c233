/* SPDX-License-Identifier: MIT
 *
 * An operand of a plan, worked out again: each swizzle, bank conflicts from where the copy engine writes, every block.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "again_operand.h"
#include "refused.h"

/* The tile of operand o with this swizzle, its atoms along MN or along K first. */
static wgd_status tile_of(const wgd_plan *p, int o, wgd_swizzle_mode mode, bool k_first, wgd_tma *t,
                          wgd_diag *d)
{
    const wgd_plan_query *q = &p->query;
    wgd_tma_query x = wgd_tma_query_default();
    x.tile.dtype = q->operand[o].dtype;
    x.tile.operand = o ? WGD_OPERAND_B : WGD_OPERAND_A;
    x.tile.major = q->operand[o].major;
    x.tile.swizzle = mode;
    x.tile.mn = (o ? q->n : q->m) / p->cta_group;
    x.tile.k = q->sparse && !o ? q->k / 2 : q->k;
    x.tile.n = o ? p->n_inst / p->cta_group : 0;
    x.tile.order[0] = k_first ? 2 : 1;
    x.tile.order[1] = k_first ? 1 : 2;
    x.tile.sparse = q->sparse;
    x.tile.arch = q->arch;
    return wgd_tma_describe(&x, t, d);
}

/* Shared memory has 8 columns of 16 bytes. */
static int most_in_a_column(const uint32_t at[8])
{
    int most = 0;
    for (int c = 0; c < 8; c++) {
        int n = 0;
        for (int i = 0; i < 8; i++) {
            n += at[i] / 16 % 8 == (uint32_t)c;
        }
        most = n > most ? n : most;
    }
    return most;
}

static uint32_t written(const wgd_tma *t, int64_t line, int64_t chunk)
{
    const int64_t c = chunk * (128 / wgd_dtype_bits(t->tile.query.dtype));
    return t->tile.query.major == WGD_MAJOR_K ? wgd_tma_write_byte(t, line, c)
                                              : wgd_tma_write_byte(t, c, line);
}

/* Of 8 threads anywhere along the lines, and down 8 lines. */
static void conflicts(const wgd_tma *t, int *stores, int *loads)
{
    const wgd_tile_query *q = &t->tile.query;
    const bool k = q->major == WGD_MAJOR_K;
    const int64_t chunks = (k ? q->k : q->mn) * wgd_dtype_bits(q->dtype) / 128;
    const int64_t lines = k ? q->mn : q->k;
    uint32_t at[8];
    *stores = *loads = 0;
    for (int64_t n = 0; n < chunks && n < lines; n++) {
        for (int64_t i = 0; i < 8; i++) {
            const int64_t c = 8 * n + i;
            at[i] = written(t, c / chunks % lines, c % chunks);
        }
        const int s = most_in_a_column(at);
        *stores = s > *stores ? s : *stores;
        for (int64_t i = 0; i < 8; i++) {
            at[i] = written(t, i, n);
        }
        const int l = most_in_a_column(at);
        *loads = l > *loads ? l : *loads;
    }
}

/* "2 copies of 64-byte lines; stores along a line 2-way, reads across 8 lines 1-way" */
static void check_legal(const wgd_plan_candidate *c, const wgd_tma t[2])
{
    const int order = t[1].boxes < t[0].boxes;
    const int row = c->swizzle == WGD_SWZ_NONE  ? 16
                    : c->swizzle == WGD_SWZ_32B ? 32
                    : c->swizzle == WGD_SWZ_64B ? 64
                                                : 128;
    int stores, loads;
    conflicts(&t[order], &stores, &loads);
    char reason[224];
    snprintf(reason, sizeof reason,
             "%d cop%s of %d-byte lines%s; stores along a line %d-way, reads across 8 lines %d-way",
             t[order].boxes, t[order].boxes == 1 ? "y" : "ies", row,
             row == 16 ? " (half of a 32-byte sector)" : "", stores, loads);
    assert_string_equal(c->reason, reason);
    assert_int_equal(c->boxes, t[order].boxes);
    assert_int_equal(c->row_bytes, row);
    assert_int_equal(c->store_ways, stores);
    assert_int_equal(c->load_ways, loads);
    assert_int_equal(c->order[0], 1 + order);
    assert_int_equal(c->order[1], 2 - order);
}

static void check_illegal(const wgd_plan_candidate *c, const wgd_diag *d)
{
    char reason[1024];
    snprintf(reason, sizeof reason, "%s: got %s, wanted %s", d->what, d->got, d->want);
    assert_string_equal(c->reason, reason);
    assert_true(c->boxes == 0 && c->store_ways == 0 && c->load_ways == 0);
    assert_true(c->order[0] == 1 && c->order[1] == 2);
}

/* Each mode of the architecture once: of the legal ones the widest row first, then the others. */
static void check_candidates(const wgd_plan *p, int o)
{
    static const wgd_swizzle_mode modes[] = {WGD_SWZ_128B_32B, WGD_SWZ_128B, WGD_SWZ_64B,
                                             WGD_SWZ_32B, WGD_SWZ_NONE};
    const wgd_plan_operand *op = &p->operand[o];
    const bool hopper = p->query.arch == WGD_SM90;
    int at = 0;
    for (int illegal = 0; illegal < 2; illegal++) {
        for (int m = hopper; m < 5; m++) {
            wgd_tma t[2];
            wgd_diag d = unfilled();
            const bool legal = tile_of(p, o, modes[m], false, &t[0], &d) == WGD_OK;
            assert_int_equal(tile_of(p, o, modes[m], true, &t[1], NULL) == WGD_OK, legal);
            if (legal == (illegal != 0)) {
                continue;
            }
            const wgd_plan_candidate *c = &op->candidate[at++];
            assert_int_equal(c->swizzle, modes[m]);
            assert_int_equal(c->legal, legal);
            if (legal) {
                check_legal(c, t);
            } else {
                check_illegal(c, &d);
            }
        }
    }
    assert_int_equal(op->candidates, at);
}

/* The chosen tile, and every block by its two advances. */
static void check_chosen(const wgd_plan *p, int o)
{
    const wgd_plan_operand *op = &p->operand[o];
    const wgd_plan_candidate *c = &op->candidate[op->chosen];
    const wgd_plan_query *q = &p->query;
    wgd_tma t;
    assert_int_equal(tile_of(p, o, c->swizzle, c->order[0] == 2, &t, NULL), WGD_OK);
    assert_int_equal(op->bytes, t.tile.bytes);
    assert_int_equal(op->bytes * 8,
                     t.tile.query.mn * t.tile.query.k * wgd_dtype_bits(t.tile.query.dtype));
    assert_int_equal(op->alignment, t.tile.alignment > 128 ? t.tile.alignment : 128);
    assert_int_equal(op->tma.boxes, t.boxes);
    assert_int_equal(op->tma.tile.query.start, q->start + op->offset);
    assert_int_equal(op->tma.tile.desc.start * 16, q->start + op->offset);
    for (int i = 0; i < t.tile.blocks_mn; i++) {
        for (int j = 0; j < t.tile.blocks_k; j++) {
            const int64_t off = wgd_tile_block_offset(&t.tile, i, j);
            assert_int_equal(wgd_advance_bytes(&op->mn, i) + wgd_advance_bytes(&op->k, j), off);
            wgd_desc d = t.tile.desc;
            d.start = (uint16_t)((wgd_plan_tile_start(p, o, p->stages - 1) + off) / 16);
            assert_true(wgd_plan_desc(p, o, p->stages - 1, i, j) == wgd_desc_pack(d, q->arch));
        }
    }
    const int64_t mn = q->problem[o] ? q->problem[o] : o ? q->n : q->m;
    const int64_t k = (q->problem[2] ? q->problem[2] : q->k) / (q->sparse && !o ? 2 : 1);
    assert_int_equal(op->tma.query.global_mn, mn);
    assert_int_equal(op->tma.query.global_k, k);
    const bool own = p->warpgroups > 1 && p->split_n == (o == 1);
    assert_int_equal(op->warpgroup_blocks, !own ? 0 : o ? p->n_blocks : p->m_blocks);
}

void again_operand(const wgd_plan *p, int o)
{
    check_candidates(p, o);
    check_chosen(p, o);
}
