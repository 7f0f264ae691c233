/* SPDX-License-Identifier: MIT
 *
 * How warpgroups share a tile: every number of them and both ways, worked out here for each; and what is said
 * where none fits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_parts.h"
#include "plan/plan_made.h"
#include "plan/plan_refused.h"
#include "wgdesc.h"

/* ---- a second computation ------------------------------------------------------------------- */

/* One way to share a tile, and what it takes. */
typedef struct shared {
    bool there, fits;
    int w, n, m_blocks, n_blocks;
    bool by_columns;
    int accumulators, fragments, metadata;
    int launch, consumer, producer;
    int64_t cycles; /* of all warpgroups, for a step of K */
} shared;

/* 65536 registers over the threads of w consumers and a producer, in steps of 8, at most 255; what setmaxnreg moves
 * then leaves the producer 24 or more. */
static void registers_of(shared *s)
{
    const int groups = s->w + 1, even = 65536 / 128 / groups & ~7;
    s->launch = even > 255 ? 255 : even;
    s->consumer = s->producer = s->launch;
    if (s->w > 1) {
        s->consumer = 0;
        while ((s->consumer + 8) * s->w + 24 <= even * groups) {
            s->consumer += 8;
        }
        s->producer = 24;
        while (s->consumer * s->w + s->producer + 8 <= even * groups) {
            s->producer += 8;
        }
    }
}

/* The law of docs/hardware.md. */
static int64_t cycles_of(const wgd_plan_query *q, wgd_acc acc, int n)
{
    const int read = (q->a == WGD_PLAN_A_SHARED ? 2048 : 0) + n * 32 * (q->sparse ? 2 : 1);
    const int least = q->a == WGD_PLAN_A_SHARED      ? 0
                      : !q->sparse                   ? 13
                      : acc == WGD_ACC_F16 || n == 8 ? 16
                                                     : 18;
    const int tensor = n / 2 > least ? n / 2 : least;
    return read / 128 > tensor ? read / 128 : tensor;
}

static shared share(const wgd_plan_query *q, wgd_acc acc, int w, bool by_columns)
{
    shared s = {.w = w, .by_columns = by_columns};
    const int64_t part = by_columns ? q->n / w : q->n, rows = q->m / 64;
    if (by_columns ? q->n % w : rows % w) {
        return s;
    }
    for (int n = q->n_inst ? (int)q->n_inst : 256; n > 0 && !s.n; n -= q->n_inst ? 1000 : 8) {
        s.n = part % n == 0 && wgd_n_legal(q->operand[1].dtype, n) ? n : 0;
    }
    if (!s.n) {
        return s;
    }
    s.there = true;
    s.m_blocks = (int)(by_columns ? rows : rows / w);
    s.n_blocks = (int)part / s.n;
    s.accumulators = s.m_blocks * s.n_blocks * 64 * s.n / 128 * (acc == WGD_ACC_F16 ? 2 : 4) / 4;
    const int k_bytes = (int)q->k * wgd_dtype_bits(q->operand[0].dtype) / 8 / (q->sparse ? 2 : 1);
    s.fragments = q->a == WGD_PLAN_A_SHARED ? 0 : s.m_blocks * 64 * k_bytes / 128 / 4;
    s.metadata = q->sparse ? s.m_blocks * k_bytes / 32 : 0;
    registers_of(&s);
    s.fits = s.accumulators + s.fragments + s.metadata + 16 <= s.consumer;
    s.cycles = cycles_of(q, acc, s.n) * s.m_blocks * s.n_blocks * w;
    return s;
}

/* docs/plan.md: by rows before by columns, two warpgroups before three, one and more; of those that fit the one of
 * least cycles. With a number that was given: by rows, if they divide. */
static shared best_of(const wgd_plan_query *q, wgd_acc acc)
{
    static const int order[] = {2, 3, 1, 4, 5, 6, 7};
    shared best = {.cycles = INT64_MAX};
    for (int i = 0; i < 14; i++) {
        const int w = order[i % 7];
        const bool given = q->warpgroups != 0;
        const shared s = share(q, acc, w, i >= 7);
        if (given ? w == q->warpgroups && s.there && !best.there
                  : s.fits && s.cycles < best.cycles) {
            best = s;
        }
    }
    return best;
}

static void same(const wgd_plan *p, const shared *s)
{
    assert_int_equal(p->warpgroups, s->w);
    assert_int_equal(p->split_n, s->by_columns);
    assert_int_equal(p->n_inst, s->n);
    assert_int_equal(p->m_blocks, s->m_blocks);
    assert_int_equal(p->n_blocks, s->n_blocks);
    assert_int_equal(p->accumulators, s->accumulators);
    assert_int_equal(p->a_registers, s->fragments);
    assert_int_equal(p->metadata, s->metadata);
    assert_int_equal(p->threads, 128 * (s->w + 1));
    assert_int_equal(p->launch_registers, s->launch);
    assert_int_equal(p->consumer_registers, s->consumer);
    assert_int_equal(p->producer_registers, s->producer);
    assert_int_equal(wgd_plan_step_cycles(p), s->cycles);
}

/* Only the split, which does not ask whether the tile fits shared memory. */
static bool check(const wgd_plan_query *q)
{
    wgd_plan p;
    memset(&p, 0x5a, sizeof p);
    p.query = *q;
    assert_int_equal(wgd_plan_wgmma(&p, NULL), WGD_OK);
    p.acc = p.query.acc;
    const shared s = best_of(q, p.acc);
    const bool there = s.there && s.fits;
    assert_int_equal(wgd_plan_warpgroups(&p, NULL) == WGD_OK, there);
    if (there) {
        same(&p, &s);
    }
    return there;
}

/* Rows up to nine blocks, columns of every kind; of each type some. */
static void test_every_split(void **state)
{
    (void)state;
    static const wgd_dtype types[] = {WGD_BF16, WGD_S8, WGD_TF32, WGD_E4M3};
    static const int columns[] = {8,   16,  24,  40,  64,  80,  88,  96,  104, 120, 136,
                                  152, 168, 200, 248, 256, 264, 288, 320, 384, 440, 504,
                                  512, 520, 552, 576, 616, 640, 728, 880, 1016};
    int there = 0, splits[2][8] = {{0}};
    for (size_t i = 0; i < 31 * 9 * 6; i++) {
        const int form = (int)(i % 6), rows = (int)(i / 6 % 9) + 1;
        wgd_plan_query q = plan_query(WGD_SM90, types[(i + i / 6) % 4], 64 * rows, columns[i / 54],
                                      form < 3 ? 128 : 512);
        q.a = (wgd_plan_a)(form % 3);
        q.sparse = form > 3;
        there += check(&q);
        const shared s = best_of(&q, q.operand[0].dtype == WGD_S8 ? WGD_ACC_S32 : WGD_ACC_F32);
        splits[s.by_columns][s.w] += s.fits;
    }
    assert_true(there > 500 && there < 1200);
    /* 4 and 6 never are the least: what they share, 2 share. */
    for (int w = 1; w < 8; w++) {
        assert_int_equal(splits[0][w] > 0, w != 4 && w != 6);
        assert_int_equal(splits[1][w] > 0, w != 4 && w != 6 && w != 1);
    }
}

/* A number of warpgroups and an N that are given; half as many accumulators of f16. */
static void test_given(void **state)
{
    (void)state;
    static const int columns[] = {8, 48, 64, 120, 192, 256, 280, 320, 384, 512};
    int there = 0;
    for (int i = 0; i < 10 * 9 * 8 * 2; i++) {
        const int w = i % 8, rows = i / 8 % 9 + 1, n = columns[i / 72 % 10];
        wgd_plan_query q = plan_query(WGD_SM90, WGD_F16, 64 * rows, n, 64);
        q.warpgroups = w;
        q.n_inst = i / 720 ? (w % 2 ? 8 : 24) : 0;
        q.acc_given = true;
        q.acc = rows % 2 ? WGD_ACC_F16 : WGD_ACC_F32;
        there += check(&q);
    }
    assert_true(there > 300 && there < 1000);
}

/* 240 registers of each of two warpgroups: 224 accumulators and the 16 that all need. */
static void test_edges(void **state)
{
    (void)state;
    wgd_plan_query q = plan_query(WGD_SM90, WGD_BF16, 256, 224, 16);
    wgd_plan p = made(&q);
    assert_int_equal(p.accumulators, 224);
    assert_int_equal(p.consumer_registers, 240);
    q.n = 232;
    assert_false(check(&q));
    q.n = 256, q.m = 128, q.warpgroups = 2; /* columns divide, too */
    assert_false(made(&q).split_n);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void test_number(void **state)
{
    (void)state;
    wgd_plan_query q = plan_query(WGD_SM90, WGD_BF16, 64 * 7, 56, 16);
    q.warpgroups = 7;
    assert_int_equal(made(&q).warpgroups, 7);
    for (int i = 0; i < 2; i++) {
        q.warpgroups = i ? 8 : -1;
        const wgd_diag d =
            plan_refused(&q, WGD_ERR_VALUE, "warpgroups", "a value is not one of those allowed",
                         i ? "8" : "-1", "1 to 7 consumers");
        hinted(&d, "a block has at most 1024 threads, 128 of them for the producer");
    }
}

/* Neither the rows nor the columns are seven; no N of 96 divides 128; 40 is no N of an integer type. */
static void test_parts(void **state)
{
    (void)state;
    wgd_plan_query q = plan_query(WGD_SM90, WGD_BF16, 64, 64, 64);
    q.warpgroups = 7;
    wgd_diag d = plan_refused(&q, WGD_ERR_TILE, "warpgroups",
                              "the tile does not split into equal parts of whole instructions", "7",
                              "a divisor of M / 64, or of N / 8");
    hinted_at(&d, WGD_HINT_OPEN_WARPGROUPS, 0, "");
    static const char whole[] = "the tile is not a whole number of instructions along N";
    for (int w = 0; w < 3; w++) {
        q = plan_query(WGD_SM90, WGD_BF16, 128, 128, 64);
        q.warpgroups = w;
        q.n_inst = 96;
        d = plan_refused(&q, WGD_ERR_TILE, "n", whole, "96",
                         "an N that divides the part of each warpgroup");
        hinted_at(&d, WGD_HINT_OPEN_N, 0, "");
    }
    q = plan_query(WGD_SM90, WGD_S8, 128, 80, 128), q.n_inst = 40;
    d = unfilled();
    wgd_plan p;
    assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_N);
    assert_string_equal(d.field, "n");
    assert_string_equal(d.got, "40");
    q.n_inst = 16;
    assert_int_equal(made(&q).n_inst, 16);
}

static void no_room(const wgd_plan_query *q, const char *got, const char *want, wgd_hint hint,
                    int num)
{
    const bool fragments = q->a != WGD_PLAN_A_SHARED || q->sparse;
    const wgd_diag d = plan_refused(
        q, WGD_ERR_FIT, q->warpgroups ? "warpgroups" : "tile",
        fragments ? "the accumulators and A's fragments or metadata do not fit the registers"
                  : "the accumulators do not fit the registers",
        got, want);
    hinted_at(&d, hint, num, "");
}

/* M x N / 128 accumulators of 32 bits over the warpgroups. Where f16 is an accumulator of the types, it is proposed. */
static void test_registers(void **state)
{
    (void)state;
    static const char two[] = "at most 224 (240 less 16 for descriptors and the loop)";
    static const char one[] = "at most 239 (255 less 16 for descriptors and the loop)";
    wgd_plan_query q = plan_query(WGD_SM90, WGD_BF16, 256, 256, 16);
    no_room(&q, "256 registers a thread with 2 consumer warpgroups", two, WGD_HINT_SMALLER_TILE, 0);
    q.operand[0].dtype = q.operand[1].dtype = WGD_F16;
    no_room(&q, "256 registers a thread with 2 consumer warpgroups", two,
            WGD_HINT_SMALLER_TILE_OR_F16, 0);
    q.acc_given = true, q.acc = WGD_ACC_F16, q.n = 512;
    no_room(&q, "256 registers a thread with 2 consumer warpgroups", two, WGD_HINT_SMALLER_TILE, 0);
    q = plan_query(WGD_SM90, WGD_E4M3, 192, 512, 32);
    no_room(&q, "768 registers a thread with 1 consumer warpgroup", one,
            WGD_HINT_SMALLER_TILE_OR_F16, 0);
    q = plan_query(WGD_SM90, WGD_S8, 192, 512, 32);
    no_room(&q, "768 registers a thread with 1 consumer warpgroup", one, WGD_HINT_SMALLER_TILE, 0);
    q = plan_query(WGD_SM90, WGD_BF16, 128, 256, 64), q.warpgroups = 1;
    no_room(&q, "256 registers a thread with 1 consumer warpgroup", one, WGD_HINT_WARPGROUPS, 2);
    q = plan_query(WGD_SM90, WGD_BF16, 320, 128, 16), q.warpgroups = 1;
    no_room(&q, "320 registers a thread with 1 consumer warpgroup", one, WGD_HINT_WARPGROUPS, 5);
    q = plan_query(WGD_SM90, WGD_BF16, 128, 256, 128),
    q.warpgroups = 1; /* and 8 steps of 4 for 2 blocks */
    q.a = WGD_PLAN_A_REGISTERS;
    no_room(&q, "320 registers a thread with 1 consumer warpgroup", one, WGD_HINT_WARPGROUPS, 2);
    q.sparse = true; /* 4 steps of 4, and one for its metadata */
    no_room(&q, "296 registers a thread with 1 consumer warpgroup", one, WGD_HINT_WARPGROUPS, 2);
    q.a = WGD_PLAN_A_SHARED;
    no_room(&q, "264 registers a thread with 1 consumer warpgroup", one, WGD_HINT_WARPGROUPS, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_split), cmocka_unit_test(test_given),
        cmocka_unit_test(test_edges),       cmocka_unit_test(test_number),
        cmocka_unit_test(test_parts),       cmocka_unit_test(test_registers),
    };
    return cmocka_run_group_tests_name("warpgroups of plans", tests, NULL, NULL);
}
