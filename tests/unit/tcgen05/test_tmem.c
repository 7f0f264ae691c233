/* SPDX-License-Identifier: MIT
 *
 * Tensor memory both ways: every fragment, every load and store, and packing into the columns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

/* ---- fragments ------------------------------------------------------------------------------ */

static uint8_t seen[WGD_TMEM_LANES][WGD_TMEM_COLUMNS][64];

/* Each element is where it is said to be, alone, and the cell says so; every other cell is empty. */
static void both_ways(const wgd_tmem *t)
{
    const int rows = t->rows * t->spec.tiles[0], cols = t->cols * t->spec.tiles[1];
    const int values = 1 << t->shift;
    const bool scales = t->spec.what == WGD_TMEM_SFA || t->spec.what == WGD_TMEM_SFB;
    long used = 0, want = 0;
    for (int lane = 0; lane < WGD_TMEM_LANES; lane++) {
        memset(seen[lane], 0, (size_t)t->columns * sizeof seen[lane][0]);
    }
    for (int i = 0; i < rows * cols * t->copies; i++) {
        const int row = i % rows, col = i / rows % cols, copy = i / rows / cols;
        const wgd_tmem_place p = wgd_tmem_find(t, row, col, copy);
        const int index = (p.bit * values + 31) / 32;
        int r = -1, c = -1;
        assert_in_range(p.lane, 0, WGD_TMEM_LANES - 1);
        assert_in_range(p.column, 0, t->columns - 1);
        if (t->shift < 6) {
            assert_true(wgd_tmem_at(t, p.lane, p.column, index, &r, &c));
            assert_int_equal(r, row);
            assert_int_equal(c, scales ? col - col % t->spec.vec : col);
            seen[p.lane][p.column][index]++;
        }
    }
    for (int lane = 0; lane < WGD_TMEM_LANES; lane++) {
        for (int column = 0; column < t->columns; column++) {
            for (int i = 0; i < values && t->shift < 6; i++) {
                int r, c;
                const int n = seen[lane][column][i];
                assert_int_equal(wgd_tmem_at(t, lane, column, i, &r, &c), n != 0);
                assert_in_range(n, 0, scales ? t->spec.vec : 1);
                used += n != 0;
            }
        }
    }
    want = (long)rows * cols * t->copies / (scales ? t->spec.vec : 1);
    assert_true(t->shift == 6 || used == want);
}

static int made;

static void try_one(wgd_tmem_spec s)
{
    static const int tiles[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 4}, {4, 2}, {3, 1}};
    /* Tiles of the small ones alone: the rest takes long and is the same. */
    for (size_t i = 0; i < (s.n > 48 ? 1 : sizeof tiles / sizeof tiles[0]); i++) {
        wgd_tmem t;
        s.tiles[0] = tiles[i][0];
        s.tiles[1] = tiles[i][1];
        if (wgd_tmem_make(&s, &t, NULL) == WGD_OK && made++ % SWEEP_ONE_IN == 0) {
            both_ways(&t);
        }
    }
}

static void accumulators_and_operands(void **state)
{
    (void)state;
    static const int ns[] = {0, 8, 16, 24, 48, 64, 96};
    static const int types[] = {WGD_FRAG_F32, WGD_FRAG_F16, WGD_FRAG_TF32, WGD_FRAG_S8,
                                WGD_FRAG_E2M3};
    made = 0;
    for (int what = WGD_TMEM_C; what <= WGD_TMEM_E_WS; what++) {
        for (int i = 0; i < 7 * 5 * 3 * 2 * 3; i++) {
            const wgd_tmem_spec s = {(wgd_tmem_what)what,
                                     (wgd_tmem_alloc)(i / 210 % 3),
                                     1 + i / 105 % 2,
                                     types[i / 7 % 5],
                                     32 << i / 35 % 3,
                                     ns[i % 7],
                                     0,
                                     0,
                                     {1, 1},
                                     false};
            try_one(s);
        }
    }
    assert_in_range(made, 500, 5000);
}

/* Small ones of each kind, of all types and with tiles, in no time. */
static void small_ones(wgd_tmem_what what, int n)
{
    static const int types[] = {WGD_FRAG_F32, WGD_FRAG_F16, WGD_FRAG_TF32, WGD_FRAG_S8,
                                WGD_FRAG_E2M1};
    static const int tiles[][2] = {{4, 1}, {1, 4}, {1, 2}, {3, 1}};
    made = 0;
    for (int i = 0; i < 5 * 2 * 4 * 2; i += 3) {
        wgd_tmem_spec s = {what, WGD_TMEM_DEFAULT, 1 + i / 5 % 2, types[i % 5], 64, n, 0,
                           0,    {1, 1},           false};
        wgd_tmem t;
        s.tiles[0] = tiles[i / 10 % 4][0];
        s.tiles[1] = tiles[i / 10 % 4][1];
        s.alloc = i / 40 ? WGD_TMEM_NON_INTERLEAVED : WGD_TMEM_DEFAULT;
        if (wgd_tmem_make(&s, &t, NULL) == WGD_OK && t.columns <= 16) {
            both_ways(&t);
            made++;
        }
    }
    assert_true(made > 1);
}

static void small_accumulators(void **state)
{
    (void)state;
    small_ones(WGD_TMEM_C, 8);
}

static void small_operands(void **state)
{
    (void)state;
    small_ones(WGD_TMEM_A, 0);
}

/* Four instructions' factors fill a cell, rows first. */
static void small_scales(void **state)
{
    (void)state;
    wgd_tmem_spec s = {WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 1, {2, 2},
                       false};
    wgd_tmem t;
    assert_int_equal(wgd_tmem_make(&s, &t, NULL), WGD_OK);
    assert_int_equal(t.columns, 4);
    for (int row = 0; row < 256; row += 128) {
        for (int col = 0; col < 64; col += 32) {
            const wgd_tmem_place p = wgd_tmem_find(&t, row, col, 0);
            assert_true(p.lane == 0 && p.column == 0);
            assert_int_equal(p.bit, 8 * (row / 128) + 16 * (col / 32));
        }
    }
    /* Of e2m1's metadata tiles lie far apart, and yet in the same lanes. */
    const wgd_tmem_spec e = {WGD_TMEM_E, WGD_TMEM_DEFAULT, 0,    WGD_FRAG_E2M1, 128, 0, 0,
                             0,          {8, 2},           false};
    assert_int_equal(wgd_tmem_make(&e, &t, NULL), WGD_OK);
    assert_int_equal(t.lanes, 128);
    assert_int_equal(t.columns, 32);
    int row, col;
    assert_true(wgd_tmem_at(&t, 5, 31, 63, &row, &col));
    assert_true(row == 128 * 7 + 5 && col == 255);
    wgd_tmem_spec six = e;
    six.tiles[0] = 6; /* 768 values from a tile's column to the next, which divide no lane */
    assert_int_equal(wgd_tmem_make(&six, &t, NULL), WGD_OK);
    const wgd_tmem_place far = wgd_tmem_find(&t, 128 * 5 + 9, 128 + 65, 0);
    assert_true(far.lane == 9 && far.column == 23);
    assert_true(wgd_tmem_at(&t, 9, 23, 1, &row, &col));
    assert_true(row == 128 * 5 + 9 && col == 128 + 65);
    /* Where four share a cell along the rows, any number goes along the columns. */
    s.tiles[0] = 4;
    s.tiles[1] = 3;
    assert_int_equal(wgd_tmem_make(&s, &t, NULL), WGD_OK);
    assert_int_equal(t.columns, 12);
}

/* Of four tiles of 64 rows every second lies beside the one before it, 16 lanes down. */
static void pairs_of_tiles(void **state)
{
    (void)state;
    for (int down = 0; down < 2; down++) {
        const wgd_tmem_spec s = {WGD_TMEM_C,
                                 WGD_TMEM_DEFAULT,
                                 1,
                                 WGD_FRAG_F32,
                                 64,
                                 8,
                                 0,
                                 0,
                                 {down ? 4 : 1, down ? 1 : 4},
                                 false};
        wgd_tmem t;
        assert_int_equal(wgd_tmem_make(&s, &t, NULL), WGD_OK);
        assert_int_equal(t.columns, 16);
        for (int i = 0; i < 4; i++) {
            const wgd_tmem_place p = wgd_tmem_find(&t, down ? 64 * i : 0, down ? 3 : 8 * i + 3, 0);
            assert_int_equal(p.lane, 16 * (i % 2));
            assert_int_equal(p.column, 8 * (i / 2) + 3);
        }
        char text[128];
        wgd_layout_snprintf(text, sizeof text, &t.layout, WGD_FMT_PLAIN);
        assert_string_equal(text, down
                                      ? "(((16,4),8),(2,2),1):(((65536,2097152),1),(1048576,8),0)"
                                      : "(((16,4),8),1,(2,2)):(((65536,2097152),1),0,(1048576,8))");
    }
    const wgd_tmem_spec eight = {WGD_TMEM_C, WGD_TMEM_DEFAULT, 1,    WGD_FRAG_F32, 64, 8, 0,
                                 0,          {4, 2},           false};
    wgd_tmem all;
    assert_int_equal(wgd_tmem_make(&eight, &all, NULL), WGD_OK);
    assert_int_equal(all.columns, 32);
    assert_int_equal(wgd_tmem_find(&all, 0, 8, 0).column, 16);
    assert_int_equal(wgd_tmem_find(&all, 192, 8, 0).column, 24);
    const wgd_tmem_spec two = {WGD_TMEM_C, WGD_TMEM_DEFAULT, 1,    WGD_FRAG_F32, 64, 8, 0,
                               0,          {1, 2},           false};
    wgd_tmem t;
    assert_int_equal(wgd_tmem_make(&two, &t, NULL), WGD_OK);
    assert_int_equal(t.columns, 8);
}

static void small_metadata(void **state)
{
    (void)state;
    small_ones(WGD_TMEM_E_WS, 0);
}

static void scale_factors(void **state)
{
    (void)state;
    made = 0;
    for (int i = 0; i < 2 * 2 * 2 * 2 * 5; i++) {
        const wgd_tmem_spec s = {i & 1 ? WGD_TMEM_SFB : WGD_TMEM_SFA,
                                 i & 2 ? WGD_TMEM_SF_2X2 : WGD_TMEM_SF_4X1,
                                 2,
                                 WGD_FRAG_UE8M0,
                                 128 << i / 4 % 2,
                                 0,
                                 i / 8 % 2 ? 16 : 32,
                                 1 + i / 16 % 5,
                                 {1, 1},
                                 false};
        try_one(s);
    }
    assert_in_range(made, 50, 1000);
}

/* ---- loads and stores ----------------------------------------------------------------------- */

static void every_load(void **state)
{
    (void)state;
    static const char *const shapes[] = {"32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2"};
    int loads = 0;
    for (int i = 0; i < 5 * 8 * 2 * 2; i++) {
        char name[64];
        wgd_text t = wgd_text_into(name, sizeof name);
        wgd_put_str(&t, i & 1 ? "tcgen05.st." : "tcgen05.ld.");
        wgd_put_str(&t, shapes[i / 4 % 5]);
        wgd_put_str(&t, ".x");
        wgd_put_i64(&t, 1 << i / 20);
        wgd_text_end(&t);
        wgd_ldst op;
        if (wgd_ldst_parse(name, &op, NULL) != WGD_OK) {
            continue;
        }
        loads++;
        assert_int_equal(wgd_ldst_set(&op, (i & 2) != 0, 0, NULL), WGD_OK);
        for (int lane = 0; lane < 32; lane++) {
            memset(seen[lane], 0, sizeof seen[lane]);
        }
        for (int k = 0; k < 32 * op.registers * (op.pack16 ? 2 : 1); k++) {
            const int thread = k % 32, reg = k / 32 % op.registers, half = k / 32 / op.registers;
            const wgd_tmem_place p = wgd_ldst_at(&op, thread, reg, half);
            int back[3] = {-1, -1, -1};
            assert_in_range(p.lane, 0, op.lanes - 1);
            assert_in_range(p.column, 0, op.columns - 1);
            assert_int_equal(seen[p.lane][p.column][0]++, 0);
            assert_true(wgd_ldst_find(&op, p.lane, p.column, &back[0], &back[1], &back[2]));
            assert_int_equal(back[0], thread);
            assert_int_equal(back[1], reg);
            assert_int_equal(back[2], half);
        }
        /* It reaches every cell of its lanes and columns. */
        assert_int_equal(32 * op.registers * (op.pack16 ? 2 : 1), op.lanes * op.columns);
    }
    assert_int_equal(loads, (8 + 8 + 7 + 6 + 8) * 4);
}

/* Halves apart, or over one another, leave a gap that no register holds. */
static void split_halves(void **state)
{
    (void)state;
    wgd_ldst op;
    int t, r, h;
    assert_int_equal(wgd_ldst_parse("tcgen05.ld.16x32bx2.x4", &op, NULL), WGD_OK);
    assert_int_equal(wgd_ldst_set(&op, false, 64, NULL), WGD_OK);
    assert_int_equal(op.columns, 68);
    assert_true(wgd_ldst_find(&op, 3, 66, &t, &r, &h));
    assert_int_equal(t, 19);
    assert_int_equal(r, 2);
    assert_false(wgd_ldst_find(&op, 3, 10, &t, &r, &h));
    assert_int_equal(wgd_ldst_set(&op, false, 513, NULL), WGD_ERR_VALUE);
}

/* ---- packing -------------------------------------------------------------------------------- */

/* Against counting every column: none is used twice, what was given stays, and what is refused has
 * no gap wide enough. */
static void random_packings(void **state)
{
    (void)state;
    rng r = rng_start();
    int refused = 0, placed = 0;
    for (int run = 0; run < 20000; run++) {
        wgd_tmem_slot s[8], asked[8];
        int owner[WGD_TMEM_COLUMNS] = {0}, total = 0;
        const int n = 1 + rng_below(&r, 8);
        for (int i = 0; i < n; i++) {
            s[i].columns = 1 + rng_below(&r, 160);
            s[i].column = rng_below(&r, 4) == 0 ? rng_below(&r, 512) : -1;
        }
        memcpy(asked, s, sizeof s);
        wgd_diag diag;
        if (wgd_tmem_pack(s, n, &total, &diag) != WGD_OK) {
            assert_int_equal(diag.status, WGD_ERR_FIT);
            assert_in_range(diag.pos, 0, n - 1);
            refused++;
            continue;
        }
        placed++;
        int end = 0;
        for (int i = 0; i < n; i++) {
            assert_true(asked[i].column < 0 || asked[i].column == s[i].column);
            for (int c = s[i].column; c < s[i].column + s[i].columns; c++) {
                assert_in_range(c, 0, WGD_TMEM_COLUMNS - 1);
                assert_int_equal(owner[c], 0);
                owner[c] = i + 1;
                end = c + 1 > end ? c + 1 : end;
            }
        }
        assert_true(total >= end && total >= 32 && total <= 512 && (total & (total - 1)) == 0);
        assert_true(total == 32 || total / 2 < end);
    }
    assert_true(refused > 1000 && placed > 1000);
}

static void packing_refusals(void **state)
{
    (void)state;
    wgd_diag diag;
    int total;
    wgd_tmem_slot overlap[] = {{0, 128}, {127, 8}};
    assert_int_equal(wgd_tmem_pack(overlap, 2, &total, &diag), WGD_ERR_FIT);
    assert_int_equal(diag.pos, 0);
    assert_string_equal(diag.got, "127");
    wgd_tmem_slot behind[] = {{500, 16}};
    assert_int_equal(wgd_tmem_pack(behind, 1, &total, &diag), WGD_ERR_FIT);
    wgd_tmem_slot exact[] = {{-1, 256}, {-1, 256}};
    assert_int_equal(wgd_tmem_pack(exact, 2, &total, &diag), WGD_OK);
    assert_int_equal(total, 512);
    wgd_tmem_slot more[] = {{-1, 256}, {-1, 256}, {-1, 1}};
    assert_int_equal(wgd_tmem_pack(more, 3, &total, &diag), WGD_ERR_FIT);
    assert_int_equal(diag.pos, 2);
}

/* Behind one another without a gap, to the last column; slots that are not among the n are not looked at. */
static void packing_ends(void **state)
{
    (void)state;
    wgd_diag diag;
    int total;
    wgd_tmem_slot last[] = {{504, 8}, {-1, 504}};
    assert_int_equal(wgd_tmem_pack(last, 2, &total, NULL), WGD_OK);
    assert_true(last[1].column == 0 && total == 512);
    wgd_tmem_slot beyond[] = {{505, 8}};
    assert_int_equal(wgd_tmem_pack(beyond, 1, &total, &diag), WGD_ERR_FIT);
    assert_string_equal(diag.field, "fragments");
    assert_string_equal(diag.what, "the fragment ends behind tensor memory");
    assert_string_equal(diag.got, "513");
    assert_string_equal(diag.want, "at most 512 columns");
    assert_int_equal(diag.pos, 0);
    wgd_tmem_slot before[] = {{8, 8}, {-1, 8}};
    assert_int_equal(wgd_tmem_pack(before, 2, &total, NULL), WGD_OK);
    assert_int_equal(before[1].column, 0);
    wgd_tmem_slot first[] = {{4, 8}, {0, 8}};
    assert_int_equal(wgd_tmem_pack(first, 2, &total, &diag), WGD_ERR_FIT);
    assert_int_equal(diag.pos, 0);
    wgd_tmem_slot around[] = {{0, 512}, {-1, 8}, {16, 8}, {-1, 16}, {0, 512}};
    assert_int_equal(wgd_tmem_pack(around + 1, 3, &total, NULL), WGD_OK);
    assert_true(around[1].column == 0 && around[3].column == 24 && total == 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accumulators_and_operands),
        cmocka_unit_test(scale_factors),
        cmocka_unit_test(small_accumulators),
        cmocka_unit_test(small_operands),
        cmocka_unit_test(small_metadata),
        cmocka_unit_test(small_scales),
        cmocka_unit_test(pairs_of_tiles),
        cmocka_unit_test(packing_ends),
        cmocka_unit_test(every_load),
        cmocka_unit_test(split_halves),
        cmocka_unit_test(random_packings),
        cmocka_unit_test(packing_refusals),
    };
    return cmocka_run_group_tests_name("tmem", tests, NULL, NULL);
}
