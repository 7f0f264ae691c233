/* SPDX-License-Identifier: MIT
 *
 * Copies, against a shared memory that is written: random layouts of threads and values, random tiles,
 * every instruction. What is taken is carried out by the instruction's rule and read back by the layout's
 * own evaluation; what is refused is looked for by trying. Boxes against dense order and the swizzle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgd_copy.h"

static wgd_frag frag;
static wgd_copy_tile tile;
static wgd_copy copy;
static wgd_copy_form form;
static int16_t memory[WGD_SMEM_WINDOW]; /* the element of each byte, -1 for none */
static char what[256];

/* Where the layout's own evaluation has an element. */
static int64_t placed(int row, int col)
{
    int64_t at = 0;
    assert_int_equal(wgd_composed_at(&tile.layout, row + (int64_t)tile.rows * col, &at, NULL),
                     WGD_OK);
    return tile.start + at * (tile.bits / 8);
}

/* ---- random questions ----------------------------------------------------------------------- */

/* A permutation of the bits of (row, column) as modes of threads and values. */
static bool random_frag(rng *r, int row_bits, int col_bits, int thread_bits, int bits)
{
    int64_t stride[20], shape[20];
    const int n = row_bits + col_bits;
    for (int i = 0; i < n; i++) {
        stride[i] = INT64_C(1) << i;
        shape[i] = 2;
    }
    for (int i = n - 1; i > 0 && rng_below(r, 4) > 0;
         i--) { /* often close to the order of memory */
        const int k = rng_below(r, i + 1);
        const int64_t t = stride[i];
        stride[i] = stride[k];
        stride[k] = t;
    }
    const wgd_tuple ts = wgd_tuple_of(shape, thread_bits), td = wgd_tuple_of(stride, thread_bits);
    const wgd_tuple vs = wgd_tuple_of(shape + thread_bits, n - thread_bits);
    const wgd_tuple vd = wgd_tuple_of(stride + thread_bits, n - thread_bits);
    wgd_layout t, v, both = wgd_layout_empty();
    return wgd_layout_make(&ts, &td, &t, NULL) == WGD_OK &&
           wgd_layout_make(&vs, &vd, &v, NULL) == WGD_OK &&
           wgd_layout_append(&both, &t) == WGD_OK && wgd_layout_append(&both, &v) == WGD_OK &&
           wgd_frag_of_layout(&both, 1 << row_bits, 1 << col_bits, bits, &frag, NULL) == WGD_OK;
}

static bool random_tile(rng *r, int rows, int cols, int bits)
{
    wgd_composed c;
    const bool down = rng_below(r, 2) == 1;
    const int kind = rng_below(r, 4), pad = kind == 1 ? 128 / bits * (1 + rng_below(r, 2)) : 0;
    if (kind >= 2) {
        const wgd_swizzle_mode m = (wgd_swizzle_mode)rng_below(r, WGD_SWIZZLE_WIDEST + 1);
        return wgd_copy_tile_mode(rows, cols, bits, down, m, 1024 * rng_below(r, 3), &tile, NULL) ==
               WGD_OK;
    }
    const wgd_layout l =
        down ? wgd_layout_2d(rows, cols, 1, rows + pad) : wgd_layout_2d(rows, cols, cols + pad, 1);
    c = wgd_composed_plain(&l);
    return wgd_copy_tile_make(&c, bits, 16 * rng_below(r, 9), &tile, NULL) == WGD_OK;
}

static void random_question(rng *r)
{
    for (;;) {
        static const int widths[] = {8, 16, 32};
        const int bits = widths[rng_below(r, 3)], row_bits = 3 + rng_below(r, 4);
        const int col_bits = 3 + rng_below(r, 4), thread_bits = 5 + rng_below(r, 3);
        bool made = false;
        if (rng_below(r, 3) == 0) { /* accumulators, which the instructions were made for */
            wgd_frag_op op;
            made = wgd_frag_op_parse("m64n64k16", &op, NULL) == WGD_OK &&
                   wgd_frag_op_types(&op, NULL, NULL, NULL) == WGD_OK &&
                   wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &frag, NULL) == WGD_OK;
        } else if (thread_bits < row_bits + col_bits) {
            made = random_frag(r, row_bits, col_bits, thread_bits, bits);
        }
        if (made && random_tile(r, frag.rows, frag.cols, bits)) {
            return;
        }
    }
}

/* ---- carrying out --------------------------------------------------------------------------- */

/* The byte that byte `byte` of lane `lane`'s registers goes to (PTX ISA, "stmatrix": thread l has row l / 4,
 * places 2 (l % 4) and one more; transposed, rows and places exchanged). */
static uint32_t destination(wgd_copy_insn insn, const wgd_bank_lanes *l, int lane, int byte)
{
    const int m = wgd_copy_insn_matrices(insn);
    if (m == 0) {
        return l->addr[lane] + (uint32_t)byte;
    }
    const int row = lane >> 2, place = (lane & 3) * 2 + ((byte & 3) >> 1);
    const bool t = wgd_copy_insn_trans(insn);
    return l->addr[8 * (byte >> 2) + (t ? place : row)] +
           (uint32_t)(2 * (t ? row : place) + (byte & 1));
}

static void carry_out(void)
{
    const int es = tile.bits / 8;
    int64_t waves = 0;
    memset(memory, 0xff, sizeof memory);
    for (int warp = 0; warp < copy.warps; warp++) {
        for (int step = 0; step < copy.steps; step++) {
            wgd_bank_lanes l;
            wgd_bank_result b;
            wgd_copy_lanes(&copy, warp, step, &l);
            assert_int_equal(wgd_copy_banks(&copy, warp, step, &b, NULL), WGD_OK);
            waves += b.wavefronts;
            for (int lane = 0; lane < 32; lane++) {
                for (int k = 0; k < copy.per_step * es; k++) {
                    const int v = copy.value[step * copy.per_step + k / es];
                    const uint32_t at = destination(copy.insn, &l, lane, k);
                    assert_true(at < WGD_SMEM_WINDOW && memory[at] == -1);
                    memory[at] = (int16_t)wgd_frag_at(&frag, 32 * warp + lane, v);
                }
            }
        }
    }
    wgd_bank_total total;
    assert_int_equal(wgd_copy_total(&copy, &total, NULL), WGD_OK);
    assert_int_equal(total.wavefronts, waves);
    for (int i = 0; i < tile.rows * tile.cols; i++) {
        const int64_t at = placed(i % tile.rows, i / tile.rows);
        for (int k = 0; k < es; k++) {
            assert_int_equal(memory[at + k], i);
        }
    }
}

/* ---- looking for what was refused ------------------------------------------------------------ */

static int64_t byte_of(int thread, int v)
{
    const int at = wgd_frag_at(&frag, thread, v);
    return placed(at % tile.rows, at / tile.rows);
}

/* Which value of a thread has a byte; -1 for none. */
static int holder(int thread, int64_t byte)
{
    for (int v = 0; v < frag.values; v++) {
        if (byte_of(thread, v) == byte) {
            return v;
        }
    }
    return -1;
}

/* Can the values be cut into aligned runs of `bytes`, by the same values in every thread? */
static bool can_cut(int bytes)
{
    const int es = tile.bits / 8;
    for (int v = 0; v < frag.values; v++) {
        const int64_t window = byte_of(0, v) / bytes * bytes;
        for (int64_t at = window; at < window + bytes; at += es) {
            const int other = holder(0, at);
            if (other < 0) {
                return false;
            }
            for (int t = 0; t < frag.threads; t++) {
                if (byte_of(t, other) % bytes != at - window ||
                    byte_of(t, other) - byte_of(t, v) != at - byte_of(0, v)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Do the lanes of each warp hold 8 rows of 16 bytes with each of their pieces? */
static bool can_deal(bool trans)
{
    const int bytes = trans ? 2 : 4;
    for (int v = 0; v < frag.values; v++) {
        if (byte_of(0, v) % bytes != 0) {
            continue; /* not the first of its piece */
        }
        for (int t = 0; t < frag.threads; t++) {
            const int lane = t % 32, warp = t - lane;
            const int first = trans ? lane % 4 : lane / 4 * 4, along = trans ? lane / 4 : lane % 4;
            const int64_t row = byte_of(warp + first, v);
            if (row % 16 != 0 || byte_of(t, v) != row + along * bytes) {
                return false;
            }
        }
    }
    return true;
}

static bool can(wgd_copy_insn insn)
{
    const int es = tile.bits / 8, bytes = wgd_copy_insn_bytes(insn);
    const int m = wgd_copy_insn_matrices(insn);
    const int whole = m == 0 ? bytes : wgd_copy_insn_trans(insn) ? 2 : 4;
    if (whole < es || frag.values % (bytes / es) != 0 || !can_cut(whole)) {
        return false;
    }
    return m == 0 || can_deal(wgd_copy_insn_trans(insn));
}

/* Every instruction but cp.async, which also looks at global memory. */
static void instructions(void **state)
{
    (void)state;
    rng r = rng_start();
    int taken = 0, refused = 0, formulas = 0;
    for (int round = 0; round < 250; round++) {
        random_question(&r);
        for (int i = 0; i < WGD_COPY_CP_ASYNC_4; i++) {
            const wgd_copy_insn insn = (wgd_copy_insn)i;
            wgd_diag d;
            const bool made = wgd_copy_make(&frag, &tile, insn, &copy, &d) == WGD_OK;
            (void)snprintf(what, sizeof what, "round %d, %s: %d x %d, %d bits", round,
                           wgd_copy_insn_name(insn), tile.rows, tile.cols, tile.bits);
            if (made != can(insn)) {
                fail_msg("%s is %s", what, made ? "taken" : d.what);
            }
            taken += made;
            refused += !made;
            if (!made) {
                assert_string_equal(d.field, "access");
                continue;
            }
            carry_out();
            const bool has = wgd_copy_form_make(&copy, &form);
            formulas += has;
            const wgd_copy_proof p = wgd_copy_prove(&copy, has ? &form : NULL, NULL);
            assert_true(p.equal && p.values == (int64_t)frag.threads * frag.values);
        }
    }
    printf("# %d taken, %d refused, %d formulas\n", taken, refused, formulas);
    assert_true(taken > 500 && refused > 500 && formulas > 400);
}

/* The addresses by the formula are those of the lanes, for every step. */
static void formulas(void **state)
{
    (void)state;
    rng r = rng_start();
    int n = 0;
    for (int round = 0; round < 300; round++) {
        random_question(&r);
        if (wgd_copy_make(&frag, &tile, (wgd_copy_insn)rng_below(&r, WGD_COPY_LD8), &copy, NULL) !=
                WGD_OK ||
            !wgd_copy_form_make(&copy, &form)) {
            continue;
        }
        n++;
        for (int i = 0; i < copy.warps * copy.steps; i++) {
            wgd_bank_lanes l;
            wgd_copy_lanes(&copy, i / copy.steps, i % copy.steps, &l);
            for (int lane = 0; lane < copy.lanes; lane++) {
                uint32_t at = 0;
                const int t = i / copy.steps * 32 + lane, s = i % copy.steps;
                for (int k = 0; k < form.bits; k++) {
                    const uint32_t b = t >> k & 1 ? form.basis[k] : 0;
                    at = form.by_xor ? at ^ b : at + b;
                }
                at = (uint32_t)form.start + (at ^ form.low[s]) + form.high[s];
                assert_int_equal(at, l.addr[lane]);
            }
        }
    }
    assert_true(n > 30);
}

/* ---- boxes ---------------------------------------------------------------------------------- */

/* The tile as boxes write it into memory: dense, then 16-byte chunks swizzled by the address. */
static void boxes(void **state)
{
    (void)state;
    static const int masks[] = {0, 1, 3, 7};
    for (int i = 0; i < 4 * 3 * 2; i++) {
        wgd_copy_store s;
        const wgd_swizzle_mode m = (wgd_swizzle_mode)(i % 4);
        const int bits = 8 << i / 4 % 3, es = bits / 8;
        const bool down = i / 12 == 1;
        assert_int_equal(wgd_copy_tile_mode(128, 256, bits, down, m, 2048, &tile, NULL), WGD_OK);
        assert_int_equal(wgd_copy_store_make(&tile, WGD_FRAG_F16, &s, NULL), WGD_OK);
        const int inner = (int)s.params.box[0], lines = (int)s.params.box[1];
        assert_int_equal(s.boxes * s.box_bytes, 128 * 256 * es);
        assert_true(m == WGD_SWZ_NONE || inner * es == wgd_swizzle_row_bytes(m));
        for (int b = 0; b < s.boxes; b++) {
            for (int k = 0; k < inner * lines; k++) {
                const int c = b % s.panels * inner + k % inner,
                          l = b / s.panels * lines + k / inner;
                int64_t at = tile.start + b % s.panels * s.panel_bytes +
                             b / s.panels * s.block_bytes + k * es;
                at ^= (at >> 7 & masks[m]) << 4;
                assert_int_equal(at, placed(down ? c : l, down ? l : c));
                assert_int_equal(at, wgd_copy_store_byte(&s, down ? c : l, down ? l : c));
            }
        }
    }
}

/* A pattern that begins at the tile's start is not the copy engine's where that is no multiple of it. */
static void astray(void **state)
{
    (void)state;
    wgd_frag_op op;
    wgd_composed c;
    wgd_copy_store s;
    static const char text[] = "Sw<3,3,3> o 0 o (64,64):(64,1)";
    assert_int_equal(wgd_frag_op_parse("m64n64k16", &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, NULL, NULL, NULL), WGD_OK);
    assert_int_equal(wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &frag, NULL), WGD_OK);
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wgd_copy_tile_make(&c, 16, i == 0 ? 2048 : 128, &tile, NULL), WGD_OK);
        assert_int_equal(wgd_copy_make(&frag, &tile, WGD_COPY_STMATRIX_X4, &copy, NULL), WGD_OK);
        assert_int_equal(wgd_copy_store_make(&tile, WGD_FRAG_F16, &s, NULL), WGD_OK);
        const wgd_copy_proof p = wgd_copy_prove(&copy, NULL, &s);
        assert_int_equal(p.equal, i == 0);
        assert_true(p.equal || p.moved != p.stored);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void no_tile(const char *text, int bits, int64_t start, wgd_status want, const char *field)
{
    wgd_composed c;
    wgd_diag d;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, &d), WGD_OK);
    assert_int_equal(wgd_copy_tile_make(&c, bits, start, &tile, &d), want);
    assert_string_equal(d.field, field);
}

static void no_store(const char *text, int bits, wgd_status want)
{
    wgd_composed c;
    wgd_copy_store s;
    wgd_diag d;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, &d), WGD_OK);
    assert_int_equal(wgd_copy_tile_make(&c, bits, 0, &tile, &d), WGD_OK);
    assert_int_equal(wgd_copy_store_make(&tile, WGD_FRAG_F16, &s, &d), want);
    assert_string_equal(d.field, "layout");
}

static void refusals(void **state)
{
    (void)state;
    wgd_diag d;
    wgd_copy_insn insn;
    no_tile("(64,64):(64,1)", 4, 0, WGD_ERR_VALUE, "bits");
    no_tile("(64,64):(64,1)", 16, 8, WGD_ERR_ALIGN, "start");
    no_tile("(64,64):(64,1)", 16, 1 << 18, WGD_ERR_RANGE, "start");
    no_tile("(2048,2):(2,1)", 16, 0, WGD_ERR_LIMIT, "layout");
    no_tile("(512,512):(512,1)", 16, 0, WGD_ERR_RANGE, "layout");
    no_tile("(256,256):(256,1)", 16, 1 << 17 | 16, WGD_ERR_RANGE, "layout");
    no_tile("(64,(8,8),2):(64,(1,8),1)", 16, 0, WGD_ERR_DOMAIN, "layout");
    no_store("(64,64):(72,1)", 16, WGD_ERR_ALIGN);
    no_store("(64,4):(4,1)", 16, WGD_ERR_TILE);
    no_store("Sw<2,2,5> o 0 o (64,64):(64,1)", 16, WGD_ERR_VALUE);
    no_store("Sw<3,4,3> o smem_ptr[16b] o (64,32):(32,1)", 16, WGD_ERR_TILE);
    assert_int_equal(wgd_copy_tile_mode(64, 40, 16, false, WGD_SWZ_128B, 0, &tile, &d),
                     WGD_ERR_TILE);
    assert_int_equal(wgd_copy_tile_mode(64, 4096, 16, false, WGD_SWZ_128B, 0, &tile, &d),
                     WGD_ERR_LIMIT);
    assert_int_equal(wgd_copy_insn_parse("stmatrix.x3", &insn, &d), WGD_ERR_VALUE);
    assert_int_equal(wgd_copy_insn_parse("st.shared::cta.v4.b32", &insn, &d), WGD_OK);
    assert_int_equal(insn, WGD_COPY_ST128);
    assert_int_equal(wgd_copy_insn_parse("stmatrix.x2.trans", &insn, &d), WGD_OK);
    assert_int_equal(insn, WGD_COPY_STMATRIX_X2_TRANS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions), cmocka_unit_test(formulas), cmocka_unit_test(boxes),
        cmocka_unit_test(astray),       cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
