/* SPDX-License-Identifier: MIT
 *
 * A question that has an answer, with one field off: every field of the large questions holds each of a
 * list of numbers around its limits. What is refused names a field and says what it is; what is answered
 * holds what its header promises; and the numbers that no field takes are refused in every one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wgdesc.h"

static const int64_t numbers[] = {INT64_MIN, INT32_MIN,
                                  -64,       -1,
                                  0,         1,
                                  2,         3,
                                  4,         5,
                                  7,         8,
                                  12,        15,
                                  16,        17,
                                  24,        31,
                                  32,        33,
                                  48,        63,
                                  64,        65,
                                  96,        100,
                                  127,       128,
                                  129,       192,
                                  255,       256,
                                  257,       384,
                                  511,       512,
                                  513,       1024,
                                  4096,      65535,
                                  65536,     262143,
                                  262144,    262160,
                                  INT32_MAX, INT64_C(1) << 32,
                                  INT64_MAX};

#define COUNT(a)       (sizeof(a) / sizeof((a)[0]))
#define EACH_NUMBER(v) for (size_t v##_at = 0; v##_at < COUNT(numbers); v##_at++)

static int refusals, answers;

/* Behind the questions of a test: so many were of each kind. */
static void both_kinds(int least_refused, int least_answered)
{
    assert_true(refusals >= least_refused && answers >= least_answered);
    refusals = answers = 0;
}

/* A refusal says its status and, but for what the library cannot place, a field. */
static void said(wgd_status s, const wgd_diag *d)
{
    if (s == WGD_OK) {
        answers++;
        return;
    }
    refusals++;
    assert_int_equal(d->status, s);
    assert_true(s != WGD_ERR_INTERNAL);
    assert_non_null(d->field);
    assert_true(d->what[0] != '\0');
}

static wgd_diag blank(void)
{
    const wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
    return d;
}

/* ---- plan ------------------------------------------------------------------------------------- */

static void ask_plan(const wgd_plan_query *q)
{
    static wgd_plan p;
    wgd_diag d = blank();
    const wgd_status s = wgd_plan_make(q, &p, &d);
    said(s, &d);
    assert_int_equal(wgd_plan_make(q, &p, NULL), s);
}

static wgd_plan_query plan_of(int which)
{
    wgd_plan_query q = wgd_plan_query_default();
    q.m = 128;
    q.n = 128;
    q.k = 64;
    q.sparse = which == 1;
    q.arch = which >= 2 ? WGD_SM100 : WGD_SM90;
    q.cta_group = which == 3 ? 2 : 0;
    if (which == 4) {
        q.operand[0].dtype = q.operand[1].dtype = WGD_E4M3;
        q.scale = WGD_FRAG_UE8M0;
        q.k = 128;
    }
    return q;
}

static void plans(void **state)
{
    (void)state;
    for (int which = 0; which < 5; which++) {
        const wgd_plan_query good = plan_of(which);
        EACH_NUMBER(v)
        {
            const int64_t v = numbers[v_at];
            wgd_plan_query q = good;
            int64_t *const fields[] = {&q.m,
                                       &q.n,
                                       &q.k,
                                       &q.problem[0],
                                       &q.problem[1],
                                       &q.problem[2],
                                       &q.n_inst,
                                       &q.warpgroups,
                                       &q.stages,
                                       &q.smem_bytes,
                                       &q.reserve_bytes,
                                       &q.start,
                                       &q.cta_group,
                                       &q.vec,
                                       &q.acc_stages};
            for (size_t f = 0; f < COUNT(fields); f++) {
                const int64_t was = *fields[f];
                *fields[f] = v;
                ask_plan(&q);
                *fields[f] = was;
            }
        }
        for (int a = 0; a < WGD_PLAN_A_COUNT + 1; a++) {
            wgd_plan_query q = good;
            q.a = (wgd_plan_a)a;
            ask_plan(&q);
        }
    }
    both_kinds(2000, 800);
}

/* ---- tensor memory ------------------------------------------------------------------------------ */

static void ask_tmem(const wgd_tmem_spec *spec)
{
    static wgd_tmem t;
    wgd_diag d = blank();
    const wgd_status s = wgd_tmem_make(spec, &t, &d);
    said(s, &d);
    assert_int_equal(wgd_tmem_make(spec, &t, NULL), s);
    if (s != WGD_OK) {
        return;
    }
    assert_true(t.columns >= 1 && t.columns <= 512 && t.copies >= 1);
    /* The corners are found again where they lie. */
    const int tiles[2] = {spec->tiles[0] ? spec->tiles[0] : 1, spec->tiles[1] ? spec->tiles[1] : 1};
    for (int corner = 0; corner < 4; corner++) {
        const int row = corner & 1 ? t.rows * tiles[0] - 1 : 0,
                  col = corner & 2 ? t.cols * tiles[1] - 1 : 0;
        const wgd_tmem_place at = wgd_tmem_find(&t, row, col, t.copies - 1);
        assert_true(at.lane >= 0 && at.lane < 128 && at.column >= 0 && at.column < t.columns);
        int r, c;
        const int index = at.bits ? at.bit >> (5 - t.shift) : 0;
        assert_true(wgd_tmem_at(&t, at.lane, at.column, index, &r, &c));
        assert_int_equal(r, row);
    }
}

static void tensor_memory(void **state)
{
    (void)state;
    static const wgd_frag_type types[] = {WGD_FRAG_F32, WGD_FRAG_F16, WGD_FRAG_E4M3, WGD_FRAG_UE8M0,
                                          WGD_FRAG_E2M1};
    for (int what = 0; what < 5; what++) {
        for (int alloc = 0; alloc < 5; alloc++) {
            for (size_t t = 0; t < COUNT(types); t++) {
                for (int group = -1; group <= 3; group++) {
                    wgd_tmem_spec s = {0};
                    s.what = (wgd_tmem_what)what;
                    s.alloc = (wgd_tmem_alloc)alloc;
                    s.cta_group = group;
                    s.type = (int)types[t];
                    s.m = 128;
                    s.n = 64;
                    ask_tmem(&s);
                    if (group < 1 || group > 2) {
                        continue;
                    }
                    EACH_NUMBER(v)
                    {
                        const int v = numbers[v_at] < INT32_MIN || numbers[v_at] > INT32_MAX
                                          ? -2
                                          : (int)numbers[v_at];
                        int *const fields[] = {&s.m,   &s.n,        &s.vec,
                                               &s.nsf, &s.tiles[0], &s.tiles[1]};
                        for (size_t f = 0; f < COUNT(fields); f++) {
                            const int was = *fields[f];
                            *fields[f] = v;
                            ask_tmem(&s);
                            *fields[f] = was;
                        }
                    }
                }
            }
        }
    }
    both_kinds(60000, 3000);
}

static void slots(void **state)
{
    wgd_tmem_slot slot[65];
    wgd_diag d = blank();
    int total;
    (void)state;
    for (int i = 0; i < 65; i++) {
        slot[i].column = -1;
        slot[i].columns = 1;
    }
    assert_int_equal(wgd_tmem_pack(slot, 64, &total, &d), WGD_OK);
    assert_int_equal(total, 64);
    assert_int_equal(slot[63].column, 63);
    for (int i = 0; i < 65; i++) {
        slot[i].column = -1;
    }
    assert_int_not_equal(wgd_tmem_pack(slot, 65, &total, &d), WGD_OK);
    assert_int_not_equal(wgd_tmem_pack(slot, 65, &total, NULL), WGD_OK);
}

/* ---- boxes of TMA ------------------------------------------------------------------------------- */

static void boxes(void **state)
{
    (void)state;
    for (int mode = 0; mode < WGD_SWIZZLE_MODE_COUNT; mode++) {
        for (int major = 0; major < 2; major++) {
            for (int arch = 0; arch < 2; arch++) {
                EACH_NUMBER(v)
                {
                    wgd_tma_query q;
                    memset(&q, 0, sizeof q);
                    q.tile = wgd_tile_query_default();
                    q.tile.major = (wgd_major)major;
                    q.tile.swizzle = (wgd_swizzle_mode)mode;
                    q.tile.arch = arch ? WGD_SM100 : WGD_SM90;
                    int64_t *const fields[] = {&q.tile.mn, &q.tile.k, &q.tile.start};
                    for (size_t f = 0; f < COUNT(fields); f++) {
                        q.tile.mn = q.tile.k = 64;
                        q.tile.start = 0;
                        *fields[f] = numbers[v_at];
                        wgd_tma t;
                        wgd_diag d = blank();
                        const wgd_status s = wgd_tma_describe(&q, &t, &d);
                        said(s, &d);
                        assert_int_equal(wgd_tma_describe(&q, &t, NULL), s);
                    }
                }
            }
        }
    }
    both_kinds(2000, 300);
}

/* ---- solving ------------------------------------------------------------------------------------- */

static void solved(void **state)
{
    (void)state;
    static const char *const layouts[] = {"Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)",
                                          "((8,8),(8,8)):((8,64),(1,512))",
                                          "(64,64):(1,64)",
                                          "Sw<2,3,3> o 0 o (64,64):(64,1)",
                                          "64:1",
                                          "(64,64,2):(64,1,4096)",
                                          "(64,64):(-64,1)",
                                          "(0,4)"};
    for (size_t l = 0; l < COUNT(layouts); l++) {
        wgd_composed c;
        if (wgd_parse_composed(layouts[l], strlen(layouts[l]), &c, NULL) != WGD_OK) {
            c = wgd_composed_plain(&(wgd_layout){.shape = {0}});
            c.layout = wgd_layout_2d(0, 4, 1, 1);
        }
        for (int operand = 0; operand < 2; operand++) {
            EACH_NUMBER(v)
            {
                const int64_t v = numbers[v_at];
                for (int f = 0; f < 4; f++) {
                    wgd_solve_query q;
                    memset(&q, 0, sizeof q);
                    static wgd_solve s;
                    wgd_diag d = blank();
                    q.layout = c;
                    q.operand = (wgd_operand)operand;
                    q.n = operand ? 64 : 0;
                    int64_t *const field = f == 0 ? &q.n : f == 1 ? &q.start : &q.block[f - 2];
                    q.block[1] = f == 2 ? 16 : 0;
                    q.block[0] = f == 3 ? 64 : 0;
                    *field = v;
                    const wgd_status st = wgd_solve_layout(&q, &s, &d);
                    if (st == WGD_ERR_NO_DESC) {
                        assert_true(s.refusal.text[0] != '\0');
                        refusals++;
                    } else {
                        said(st, &d);
                    }
                }
            }
        }
    }
    both_kinds(2500, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans), cmocka_unit_test(tensor_memory),
                                       cmocka_unit_test(slots), cmocka_unit_test(boxes),
                                       cmocka_unit_test(solved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
