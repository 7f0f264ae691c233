/* SPDX-License-Identifier: MIT
 *
 * Small copies, worked out a second time: the address of every lane by the layout's own offsets and a swizzle of
 * this file's, the wavefronts of every access by listing words, the formula and the proof lane by lane.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

static wgd_frag frag;
static wgd_copy_tile tile;
static wgd_copy copy;
static wgd_copy_form form;
static const char *asked;

static wgd_composed parsed(const char *text)
{
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    return c;
}

static int64_t swizzled(wgd_swizzle sw, int64_t x)
{
    const int64_t from = ((INT64_C(1) << sw.b) - 1) << (sw.m + (sw.s > 0 ? sw.s : 0));
    return x ^ (sw.s > 0 ? (x & from) >> sw.s : (x & from) << -sw.s);
}

static uint32_t placed(int row, int col)
{
    const wgd_composed *l = &tile.layout;
    const int64_t es = tile.bits / 8, at = wgd_layout_at2(&l->layout, row, col);
    return (uint32_t)(l->kind == WGD_PLAIN ? tile.start + es * at
                      : l->kind == WGD_SMEM_PTR
                          ? swizzled(l->sw, tile.start + es * at)
                          : tile.start + es * swizzled(l->sw, l->offset + at));
}

static uint32_t value_placed(int thread, int value)
{
    const int at = (int)wgd_layout_at2(&frag.tv, thread, value);
    return placed(at % frag.rows, at / frag.rows);
}

/* The byte that byte `byte` of what a lane gives or gets has (PTX ISA, "stmatrix"). */
static uint32_t moved(const uint32_t *addr, int lane, int byte)
{
    if (!strstr(wgd_copy_insn_name(copy.insn), "matrix")) {
        return addr[lane] + (uint32_t)byte;
    }
    const int group = lane >> 2, two = (lane & 3) * 2 + (byte >> 1 & 1);
    const bool t = wgd_copy_insn_trans(copy.insn);
    return addr[8 * (byte >> 2) + (t ? two : group)] +
           (uint32_t)(2 * (t ? group : two) + (byte & 1));
}

/* ---- the addresses ------------------------------------------------------------------------------- */

/* Every value of every thread once, and each of its bytes where the layout has it. */
static void check_lanes(void)
{
    const int es = tile.bits / 8;
    assert_int_equal(copy.warps * 32, frag.threads);
    assert_int_equal(copy.steps * copy.per_step, frag.values);
    assert_int_equal(copy.per_step * es, wgd_copy_insn_bytes(copy.insn));
    for (int v = 0; v < frag.values; v++) {
        int times = 0;
        for (int i = 0; i < frag.values; i++) {
            times += copy.value[i] == v;
        }
        assert_int_equal(times, 1);
    }
    for (int i = 0; i < copy.warps * copy.steps; i++) {
        wgd_bank_lanes l;
        memset(&l, 0x5a, sizeof l);
        wgd_copy_lanes(&copy, i / copy.steps, i % copy.steps, &l);
        for (int lane = 0; lane < 32; lane++) {
            const int t = i / copy.steps * 32 + lane;
            assert_int_equal(l.active >> lane & 1, lane < copy.lanes);
            assert_true(lane < copy.lanes || l.addr[lane] == 0);
            for (int b = 0; b < copy.per_step * es; b++) {
                const int v = copy.value[i % copy.steps * copy.per_step + b / es];
                assert_int_equal(moved(l.addr, lane, b), value_placed(t, v) + (uint32_t)(b % es));
            }
        }
    }
}

/* ---- the wavefronts ------------------------------------------------------------------------------ */

/* Distinct words of one bank that some lanes' bytes lie in. */
static int degree(const uint32_t *addr, int lanes, int bytes)
{
    int most = 0;
    for (uint32_t bank = 0; bank < 32; bank++) {
        uint32_t word[32];
        int n = 0;
        for (int k = 0; k < lanes * bytes; k++) {
            const uint32_t w = (addr[k / bytes] + (uint32_t)(k % bytes)) / 4;
            bool known = w % 32 != bank;
            for (int i = 0; i < n; i++) {
                known = known || word[i] == w;
            }
            if (!known) {
                word[n++] = w;
            }
        }
        most = n > most ? n : most;
    }
    return most;
}

static void check_banks(void)
{
    const bool matrix = strstr(wgd_copy_insn_name(copy.insn), "matrix") != NULL;
    const int bytes = matrix ? 16 : wgd_copy_insn_bytes(copy.insn);
    const int together = bytes == 16 ? 8 : bytes == 8 ? 16 : 32;
    wgd_bank_total want = {0, 0, 0, 0, 0, 0}, got;
    for (int i = 0; i < copy.warps * copy.steps; i++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        int waves = 0;
        wgd_copy_lanes(&copy, i / copy.steps, i % copy.steps, &l);
        for (int from = 0; from < copy.lanes; from += together) {
            const int d = degree(l.addr + from, together, bytes);
            waves += d;
            want.phases++;
            if (d > want.worst) {
                want.worst = d;
                want.worst_at = i;
            }
        }
        want.accesses++;
        want.wavefronts += waves;
        assert_int_equal(wgd_copy_banks(&copy, i / copy.steps, i % copy.steps, &r, NULL), WGD_OK);
        assert_int_equal(r.wavefronts, waves);
        for (int lane = 0; lane < 32; lane++) {
            assert_int_equal(r.bank[lane], lane < copy.lanes ? (int)(l.addr[lane] / 4 % 32) : -1);
        }
    }
    memset(&got, 0x5a, sizeof got);
    assert_int_equal(wgd_copy_total(&copy, &got, NULL), WGD_OK);
    assert_int_equal(got.accesses, want.accesses);
    assert_int_equal(got.phases, want.phases);
    assert_int_equal(got.wavefronts, want.wavefronts);
    assert_int_equal(got.conflicts, want.wavefronts - want.phases);
    assert_int_equal(got.worst, want.worst);
    assert_int_equal(got.worst_at, want.worst_at);
}

/* ---- the formula --------------------------------------------------------------------------------- */

static uint32_t by_formula(const wgd_copy_form *f, int thread, int step, bool inside)
{
    uint32_t at = 0;
    for (int k = 0; k < f->bits; k++) {
        const uint32_t b = thread >> k & 1 ? f->basis[k] : 0;
        at = f->by_xor ? at ^ b : at + b;
    }
    return inside ? (((uint32_t)f->start + at) ^ f->low[step]) + f->high[step]
                  : (uint32_t)f->start + (at ^ f->low[step]) + f->high[step];
}

/* kind: 'x' by XOR, '+' a sum, '-' none. */
static void check_form(char kind, int align)
{
    memset(&form, 0x5a, sizeof form);
    if (wgd_copy_form_make(&copy, &form) != (kind != '-')) {
        fail_msg("%s: %s formula", asked, kind == '-' ? "a" : "no");
    }
    if (kind == '-') {
        return;
    }
    if (form.by_xor != (kind == 'x') || form.align != align) {
        fail_msg("%s: by %s, a multiple of %d", asked, form.by_xor ? "XOR" : "+", form.align);
    }
    assert_int_equal(form.start, tile.start);
    assert_int_equal(1 << form.bits, frag.threads);
    assert_int_equal(form.basis[form.bits], 0x5a5a5a5a);
    assert_int_equal(form.low[copy.steps], 0x5a5a5a5a);
    assert_int_equal(form.high[copy.steps], 0x5a5a5a5a);
    for (int k = 0; k < form.bits; k++) {
        assert_true(1 << k % 5 < copy.lanes || k >= 5 || form.basis[k] == 0);
    }
    for (int i = 0; i < copy.warps * copy.steps; i++) {
        const int step = i % copy.steps;
        wgd_bank_lanes l;
        wgd_copy_lanes(&copy, i / copy.steps, step, &l);
        assert_true(form.low[step] < (uint32_t)align);
        assert_true(form.low[step] == 0 || form.by_xor);
        assert_true(align == 16 || form.high[step] % (uint32_t)align == 0);
        for (int lane = 0; lane < copy.lanes; lane++) {
            const int t = i / copy.steps * 32 + lane;
            assert_int_equal(wgd_copy_form_at(&form, t, step), l.addr[lane]);
            assert_int_equal(by_formula(&form, t, step, false), l.addr[lane]);
            assert_true(form.start % align != 0 ||
                        by_formula(&form, t, step, true) == l.addr[lane]);
        }
    }
}

/* ---- the proof ----------------------------------------------------------------------------------- */

/* The first value that the formula moves elsewhere, in the order of warps, steps, lanes, values. */
static wgd_copy_proof first_astray(const wgd_copy_form *f)
{
    const int es = tile.bits / 8;
    wgd_copy_proof p = {true, 0, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < copy.warps * copy.steps; i++) {
        uint32_t addr[32];
        for (int lane = 0; lane < 32; lane++) {
            addr[lane] = by_formula(f, i / copy.steps * 32 + lane, i % copy.steps, false);
        }
        for (int k = 0; k < 32 * copy.per_step; k++) {
            const int j = k % copy.per_step;
            p.thread = i / copy.steps * 32 + k / copy.per_step;
            p.value = copy.value[i % copy.steps * copy.per_step + j];
            p.values++;
            p.moved = moved(addr, k / copy.per_step, j * es);
            p.stored = value_placed(p.thread, p.value);
            if (p.moved != p.stored) {
                const int at = (int)wgd_layout_at2(&frag.tv, p.thread, p.value);
                p.row = at % frag.rows;
                p.col = at / frag.rows;
                p.equal = false;
                return p;
            }
        }
    }
    return p;
}

static void check_astray(const wgd_copy_form *f)
{
    const wgd_copy_proof want = first_astray(f), got = wgd_copy_prove(&copy, f, NULL);
    assert_int_equal(got.equal, want.equal);
    assert_int_equal(got.values, want.values);
    if (!want.equal) {
        assert_int_equal(got.row, want.row);
        assert_int_equal(got.col, want.col);
        assert_int_equal(got.thread, want.thread);
        assert_int_equal(got.value, want.value);
        assert_int_equal(got.moved, want.moved);
        assert_int_equal(got.stored, want.stored);
    }
}

static void check_proof(bool has)
{
    const wgd_copy_proof p = wgd_copy_prove(&copy, NULL, NULL);
    assert_true(p.equal && p.values == (int64_t)frag.threads * frag.values);
    if (!has) {
        return;
    }
    check_astray(&form);
    for (int k = 0; k < form.bits; k++) {
        static wgd_copy_form wrong;
        wrong = form;
        wrong.basis[k] += 256;
        check_astray(&wrong);
    }
    for (int s = 0; s < copy.steps; s++) {
        static wgd_copy_form wrong;
        wrong = form;
        wrong.high[s] += 16;
        check_astray(&wrong);
    }
}

/* ---- the questions ------------------------------------------------------------------------------- */

/* Accumulators of mma: lane l has row l / 4 and columns 2 (l % 4) and one more. */
#define MMA   "((4,8),(2,2)):((32,1),(16,8))"
#define MMA4  "((4,8),(2,2,2)):((32,1),(16,8,128))"
#define WARPS "((4,8,2),(2,2)):((64,1,16),(32,8))"

static const struct question {
    const char *tv;
    int rows, cols, bits;
    const char *tile;
    int64_t start;
    const char *insn;
    char kind;
    int align;
} questions[] = {
    {"(32,8):(1,32)", 32, 8, 16, "(32,8):(8,1)", 0, "st.b128", 'x', 16},
    {"(32,8):(1,32)", 32, 8, 16, "(32,8):(24,1)", 16, "ld.b128", '+', 16},
    {"(32,8):(1,32)", 32, 8, 16, "(32,8):(24,1)", 16, "st.b64", '+', 16},
    {"(32,8):(1,32)", 32, 8, 16, "(32,8):(1,32)", 0, "st.b16", 'x', 16},
    {"(64,4):(1,64)", 64, 4, 8, "(64,4):(4,1)", 48, "st.b32", 'x', 16},
    {"(64,2):(1,64)", 64, 2, 8, "(64,2):(3,1)", 0, "ld.b8", '+', 16},
    {"(64,4):(1,64)", 64, 4, 16, "(64,4):(5,1)", 0, "st.b16", '+', 16},
    {"(64,4):(1,64)", 64, 4, 32, "(64,4):(4,1)", 0, "st.b64", 'x', 16},
    {"(64,4):(1,64)", 64, 4, 32, "(64,4):(36,1)", 0, "cp.async.16", '+', 16},
    {"(32,8):(8,1)", 8, 32, 16, "(8,32):(1,8)", 0, "cp.async.16", 'x', 16},
    {"(64,32):(1,64)", 64, 32, 16, "Sw<2,4,3> o smem_ptr[16b] o (64,32):(32,1)", 1024, "st.b128",
     'x', 512},
    {"(64,32):(1,64)", 64, 32, 16, "Sw<2,4,3> o smem_ptr[16b] o (64,32):(32,1)", 1040, "st.b16",
     '-', 0},
    {"(64,32):(1,64)", 64, 32, 16, "Sw<2,3,3> o 0 o (64,32):(32,1)", 80, "st.b128", 'x', 512},
    {"(32,32):(1,32)", 32, 32, 16, "Sw<1,4,-2> o smem_ptr[16b] o (32,32):(32,1)", 256, "ld.b128",
     'x', 128},
    {"(64,16):(1,64)", 64, 16, 16, "Sw<2,3,3> o 8 o (64,16):(32,1)", 80, "st.b128", 'x', 512},
    {"(32,8):(1,32)", 32, 8, 8, "Sw<1,4,3> o smem_ptr[8b] o (32,8):(32,1)", 256, "st.b8", 'x', 256},
    {"(32,8):(1,32)", 32, 8, 16, "Sw<1,4,12> o smem_ptr[16b] o (32,8):(8,1)", 0, "st.b128", 'x',
     131072},
    {"(32,8):(1,32)", 32, 8, 16, "Sw<2,4,12> o smem_ptr[16b] o (32,8):(8,1)", 0, "st.b128", 'x',
     262144},
    {"(32,8):(1,32)", 32, 8, 16, "Sw<3,4,14> o smem_ptr[16b] o (32,8):(8,1)", 0, "st.b128", 'x',
     262144},
    {MMA, 16, 8, 16, "(16,8):(8,1)", 128, "stmatrix.x1", 'x', 16},
    {MMA, 16, 8, 16, "(16,8):(24,1)", 0, "stmatrix.x2", '+', 16},
    {MMA, 16, 8, 16, "(16,8):(8,1)", 0, "st.b32", 'x', 16},
    {MMA4, 16, 16, 16, "(16,16):(16,1)", 0, "ldmatrix.x4", 'x', 16},
    {MMA4, 16, 16, 16, "(16,16):(24,1)", 32, "stmatrix.x4", '+', 16},
    {MMA4, 16, 16, 16, "Sw<1,4,3> o smem_ptr[16b] o (16,16):(16,1)", 256, "stmatrix.x4", 'x', 256},
    {MMA4, 16, 16, 16, "(16,16):(1,16)", 0, "stmatrix.x4.trans", 'x', 16},
    {MMA4, 16, 16, 16, "(16,16):(1,40)", 0, "ldmatrix.x1.trans", '+', 16},
    {WARPS, 32, 8, 16, "(32,8):(8,1)", 0, "stmatrix.x1", 'x', 16},
    {WARPS, 32, 8, 16, "(32,8):(24,1)", 0, "ldmatrix.x2", '+', 16},
    {WARPS, 32, 8, 16, "(32,8):(1,32)", 512, "stmatrix.x2.trans", 'x', 16},
    {WARPS, 32, 8, 16, "(32,8):(1,40)", 512, "ldmatrix.x1.trans", '+', 16},
    {"((4,8),(4,2)):((64,1),(16,8))", 16, 16, 8, "(16,16):(16,1)", 0, "stmatrix.x2", 'x', 16},
    {"((4,8),(2,2)):((32,2),(1,16))", 16, 8, 8, "(16,8):(1,16)", 0, "ldmatrix.x1.trans", 'x', 16},
    {"((4,8),2):((8,1),32)", 8, 8, 32, "(8,8):(8,1)", 0, "stmatrix.x2", 'x', 16},
    {"((4,8),2):((8,1),32)", 8, 8, 32, "(8,8):(12,1)", 0, "ldmatrix.x1", '+', 16},
};

static void make(const struct question *q)
{
    const wgd_composed tv = parsed(q->tv), t = parsed(q->tile);
    wgd_copy_insn insn;
    wgd_diag d;
    asked = q->tile;
    memset(&tile, 0x5a, sizeof tile);
    memset(&copy, 0x5a, sizeof copy);
    assert_int_equal(wgd_frag_of_layout(&tv.layout, q->rows, q->cols, q->bits, &frag, NULL),
                     WGD_OK);
    assert_int_equal(wgd_copy_tile_make(&t, q->bits, q->start, &tile, NULL), WGD_OK);
    assert_int_equal(wgd_copy_insn_parse(q->insn, &insn, NULL), WGD_OK);
    if (wgd_copy_make(&frag, &tile, insn, &copy, &d) != WGD_OK) {
        fail_msg("%s by %s: %s, got %s", q->tile, q->insn, d.what, d.got);
    }
    const int untouched = 0x5a5a5a5a; /* behind what there is */
    assert_int_equal(copy.value_at[frag.values], untouched);
    assert_int_equal(copy.thread_at[frag.threads], untouched);
    assert_int_equal(tile.row_off[tile.rows], untouched);
    assert_int_equal(tile.col_off[tile.cols], untouched);
}

static void ask(int part)
{
    const int n = (int)(sizeof questions / sizeof questions[0]);
    for (int i = part; i < n; i += 4) {
        make(&questions[i]);
        check_lanes();
        check_banks();
        check_form(questions[i].kind, questions[i].align);
        check_proof(questions[i].kind != '-');
    }
}

static void first(void **state)
{
    (void)state;
    ask(0);
}

static void second(void **state)
{
    (void)state;
    ask(1);
}

static void third(void **state)
{
    (void)state;
    ask(2);
}

static void fourth(void **state)
{
    (void)state;
    ask(3);
}

/* Rows anywhere: the words of bytes and of halves, and totals whose accesses all differ. */
static void anywhere(void **state)
{
    static const struct question of[] = {
        {"(64,2):(1,64)", 64, 2, 8, "(64,2):(2,1)", 0, "st.b8", 0, 0},
        {"(64,2):(1,64)", 64, 2, 16, "(64,2):(2,1)", 0, "st.b16", 0, 0},
        {"(64,2):(1,64)", 64, 2, 32, "(64,2):(2,1)", 0, "ld.b32", 0, 0},
    };
    rng r = rng_start();
    (void)state;
    for (int i = 0; i < 3; i++) {
        const int es = of[i].bits / 8;
        make(&of[i]);
        for (int row = 0; row < 64; row++) {
            tile.row_off[row] = es * rng_below(&r, 512);
        }
        check_banks();
    }
}

/* A formula is none where one address of all is elsewhere. */
static void one_elsewhere(void **state)
{
    static const struct question of = {"(64,2):(2,1)", 128, 1, 16, "(128,1):(1,0)", 0,
                                       "st.b16",       0,   0};
    (void)state;
    make(&of);
    check_form('x', 16);
    for (int t = 1; t < 64; t++) {
        tile.row_off[2 * t + 1] += 256;
        assert_false(wgd_copy_form_make(&copy, &form));
        tile.row_off[2 * t + 1] -= 256;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first),  cmocka_unit_test(second),   cmocka_unit_test(third),
        cmocka_unit_test(fourth), cmocka_unit_test(anywhere), cmocka_unit_test(one_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
