/* SPDX-License-Identifier: MIT
 *
 * Fragments against the formulas that the PTX ISA prints for each mma.sync fragment ("Matrix
 * Fragments for mma.*": groupID, threadID_in_group), typed in here one by one, and against the
 * figures for wgmma, ldmatrix and the metadata of the sparse forms.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_frag.h"

typedef struct at {
    int row, col; /* of B: row along K, col along N, as the PTX ISA has it */
} at;

/* ---- mma.m8n8k4, f16 ------------------------------------------------------------------------ */

static at quad_a_row(int lane, int i)
{
    const at r = {lane < 16 ? lane % 4 : lane % 4 + 4, i};
    return r;
}
static at quad_a_col(int lane, int i)
{
    const at r = {lane < 16 ? i % 4 : i % 4 + 4, lane % 4};
    return r;
}
static at quad_b_row(int lane, int i)
{
    const at r = {lane % 4, lane < 16 ? i : i + 4};
    return r;
}
static at quad_b_col(int lane, int i)
{
    const at r = {i, lane < 16 ? lane % 4 : lane % 4 + 4};
    return r;
}
static at quad_c_f16(int lane, int i)
{
    const at r = {lane < 16 ? lane % 4 : lane % 4 + 4, i};
    return r;
}
static at quad_c_f32(int lane, int i)
{
    const int x = (lane & 1) + (i & 2);
    const at r = {lane < 16 ? x : x + 4, (i & 4) + (lane & 2) + (i & 1)};
    return r;
}

/* ---- the others: g = groupID, t = threadID_in_group ------------------------------------------ */

static at a_16x4(int lane, int i)
{
    const at r = {lane / 4 + 8 * (i == 1), lane % 4};
    return r;
}
static at b_4x8(int lane, int i)
{
    (void)i;
    const at r = {lane % 4, lane / 4};
    return r;
}
static at a_8x4_f64(int lane, int i)
{
    (void)i;
    const at r = {lane / 4, lane % 4};
    return r;
}
static at c_8x8(int lane, int i)
{
    const at r = {lane / 4, lane % 4 * 2 + (i & 1)};
    return r;
}
static at c_16x8(int lane, int i)
{
    const at r = {i < 2 ? lane / 4 : lane / 4 + 8, lane % 4 * 2 + (i & 1)};
    return r;
}
static at a_16x8_16bit(int lane, int i)
{
    const at r = {i < 2 ? lane / 4 : lane / 4 + 8, lane % 4 * 2 + (i & 1)};
    return r;
}
static at b_8x8_16bit(int lane, int i)
{
    const at r = {lane % 4 * 2 + i, lane / 4};
    return r;
}
static at a_16x8_32bit(int lane, int i)
{
    const at r = {i == 0 || i == 2 ? lane / 4 : lane / 4 + 8, i < 2 ? lane % 4 : lane % 4 + 4};
    return r;
}
static at b_8x8_32bit(int lane, int i)
{
    const at r = {i == 0 ? lane % 4 : lane % 4 + 4, lane / 4};
    return r;
}
static at a_16x16_f64(int lane, int i)
{
    const at r = {i % 2 == 0 ? lane / 4 : lane / 4 + 8,
                  i % 2 == 0 ? 2 * i + lane % 4 : 2 * i - 2 + lane % 4};
    return r;
}
static at b_16x8_f64(int lane, int i)
{
    const at r = {lane % 4 + 4 * i, lane / 4};
    return r;
}
static at a_16x16_16bit(int lane, int i)
{
    const at r = {(0 <= i && i < 2) || (4 <= i && i < 6) ? lane / 4 : lane / 4 + 8,
                  lane % 4 * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
    return r;
}
static at b_16x8_16bit(int lane, int i)
{
    const at r = {lane % 4 * 2 + (i & 1) + (i >= 2 ? 8 : 0), lane / 4};
    return r;
}
static at a_8x16_8bit(int lane, int i)
{
    const at r = {lane / 4, lane % 4 * 4 + i};
    return r;
}
static at b_16x8_8bit(int lane, int i)
{
    const at r = {lane % 4 * 4 + i, lane / 4};
    return r;
}
static at a_16x16_8bit(int lane, int i)
{
    const at r = {i < 4 ? lane / 4 : lane / 4 + 8, lane % 4 * 4 + (i & 3)};
    return r;
}
static at a_16x32_8bit(int lane, int i)
{
    const at r = {(0 <= i && i < 4) || (8 <= i && i < 12) ? lane / 4 : lane / 4 + 8,
                  lane % 4 * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
    return r;
}
static at b_32x8_8bit(int lane, int i)
{
    const at r = {lane % 4 * 4 + (i & 3) + (i >= 4 ? 16 : 0), lane / 4};
    return r;
}
static at a_8x32_4bit(int lane, int i)
{
    const at r = {lane / 4, lane % 4 * 8 + i};
    return r;
}
static at a_16x32_4bit(int lane, int i)
{
    const at r = {i < 8 ? lane / 4 : lane / 4 + 8, lane % 4 * 8 + (i & 7)};
    return r;
}
static at b_32x8_4bit(int lane, int i)
{
    const at r = {lane % 4 * 8 + (i & 7), lane / 4};
    return r;
}
static at a_16x64_4bit(int lane, int i)
{
    const at r = {(0 <= i && i < 8) || (16 <= i && i < 24) ? lane / 4 : lane / 4 + 8,
                  lane % 4 * 8 + (i & 7) + (i >= 16 ? 32 : 0)};
    return r;
}
static at b_64x8_4bit(int lane, int i)
{
    const at r = {lane % 4 * 8 + (i & 7) + (i >= 8 ? 32 : 0), lane / 4};
    return r;
}
static at a_8x128_1bit(int lane, int i)
{
    const at r = {lane / 4, lane % 4 * 32 + i};
    return r;
}
static at a_16x128_1bit(int lane, int i)
{
    const at r = {i < 32 ? lane / 4 : lane / 4 + 8, lane % 4 * 32 + (i & 31)};
    return r;
}
static at b_128x8_1bit(int lane, int i)
{
    const at r = {lane % 4 * 32 + (i & 31), lane / 4};
    return r;
}
static at a_16x256_1bit(int lane, int i)
{
    const at r = {i < 32 || (64 <= i && i < 96) ? lane / 4 : lane / 4 + 8,
                  lane % 4 * 32 + (i & 31) + (i >= 64 ? 128 : 0)};
    return r;
}
static at b_256x8_1bit(int lane, int i)
{
    const at r = {lane % 4 * 32 + (i & 31) + (i >= 32 ? 128 : 0), lane / 4};
    return r;
}

typedef struct rule {
    const char *op, *dtype, *acc;
    char operand;
    int values;
    at (*of)(int lane, int i);
} rule;

static const rule rules[] = {
    {"mma.m8n8k4.row.col", "f16", "f32", 'a', 4, quad_a_row},
    {"mma.m8n8k4.row.row", "f16", "f16", 'a', 4, quad_a_row},
    {"mma.m8n8k4.col.col", "f16", "f16", 'a', 4, quad_a_col},
    {"mma.m8n8k4.col.row", "f16", "f32", 'a', 4, quad_a_col},
    {"mma.m8n8k4.row.col", "f16", "f32", 'b', 4, quad_b_col},
    {"mma.m8n8k4.row.row", "f16", "f16", 'b', 4, quad_b_row},
    {"mma.m8n8k4.col.col", "f16", "f16", 'b', 4, quad_b_col},
    {"mma.m8n8k4.col.row", "f16", "f32", 'b', 4, quad_b_row},
    {"mma.m8n8k4.row.col", "f16", "f16", 'c', 8, quad_c_f16},
    {"mma.m8n8k4.col.row", "f16", "f32", 'd', 8, quad_c_f32},
    {"mma.m8n8k4", "f64", NULL, 'a', 1, a_8x4_f64},
    {"mma.m8n8k4", "f64", NULL, 'b', 1, b_4x8},
    {"mma.m8n8k4", "f64", NULL, 'c', 2, c_8x8},
    {"mma.m16n8k4", "tf32", NULL, 'a', 2, a_16x4},
    {"mma.m16n8k4", "tf32", NULL, 'b', 1, b_4x8},
    {"mma.m16n8k4", "tf32", NULL, 'c', 4, c_16x8},
    {"mma.m16n8k4", "f64", NULL, 'a', 2, a_16x4},
    {"mma.m16n8k8", "f16", NULL, 'a', 4, a_16x8_16bit},
    {"mma.m16n8k8", "bf16", NULL, 'a', 4, a_16x8_16bit},
    {"mma.m16n8k8", "bf16", NULL, 'b', 2, b_8x8_16bit},
    {"mma.m16n8k8", "f16", "f16", 'd', 4, c_16x8},
    {"mma.m16n8k8", "tf32", NULL, 'a', 4, a_16x8_32bit},
    {"mma.m16n8k8", "tf32", NULL, 'b', 2, b_8x8_32bit},
    {"mma.m16n8k8", "f64", NULL, 'a', 4, a_16x8_32bit},
    {"mma.m16n8k8", "f64", NULL, 'b', 2, b_8x8_32bit},
    {"mma.m16n8k16", "f64", NULL, 'a', 8, a_16x16_f64},
    {"mma.m16n8k16", "f64", NULL, 'b', 4, b_16x8_f64},
    {"mma.m16n8k16", "f16", NULL, 'a', 8, a_16x16_16bit},
    {"mma.m16n8k16", "bf16", NULL, 'b', 4, b_16x8_16bit},
    {"mma.m16n8k16", "bf16", NULL, 'd', 4, c_16x8},
    {"mma.m8n8k16", "s8", NULL, 'a', 4, a_8x16_8bit},
    {"mma.m8n8k16", "u8", NULL, 'b', 4, b_16x8_8bit},
    {"mma.m8n8k16", "s8", NULL, 'c', 2, c_8x8},
    {"mma.m16n8k16", "s8", NULL, 'a', 8, a_16x16_8bit},
    {"mma.m16n8k16", "u8", NULL, 'b', 4, b_16x8_8bit},
    {"mma.m16n8k16", "e4m3", "f16", 'a', 8, a_16x16_8bit},
    {"mma.m16n8k32", "s8", NULL, 'a', 16, a_16x32_8bit},
    {"mma.m16n8k32", "e5m2", NULL, 'a', 16, a_16x32_8bit},
    {"mma.m16n8k32", "e4m3", NULL, 'b', 8, b_32x8_8bit},
    {"mma.m16n8k32", "u8", NULL, 'c', 4, c_16x8},
    {"mma.m8n8k32", "s4", NULL, 'a', 8, a_8x32_4bit},
    {"mma.m8n8k32", "u4", NULL, 'b', 8, b_32x8_4bit},
    {"mma.m16n8k32", "u4", NULL, 'a', 16, a_16x32_4bit},
    {"mma.m16n8k64", "s4", NULL, 'a', 32, a_16x64_4bit},
    {"mma.m16n8k64", "s4", NULL, 'b', 16, b_64x8_4bit},
    {"mma.m8n8k128", "b1", NULL, 'a', 32, a_8x128_1bit},
    {"mma.m16n8k128", "b1", NULL, 'a', 64, a_16x128_1bit},
    {"mma.m16n8k128", "b1", NULL, 'b', 32, b_128x8_1bit},
    {"mma.m16n8k256", "b1", NULL, 'a', 128, a_16x256_1bit},
    {"mma.m16n8k256", "b1", NULL, 'b', 64, b_256x8_1bit},
};

static void make(const char *text, const char *dtype, const char *acc, char operand, wgd_frag *f)
{
    const char name[2] = {operand, '\0'};
    wgd_frag_op op;
    wgd_frag_operand o;
    assert_int_equal(wgd_frag_op_parse(text, &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, dtype, acc, NULL), WGD_OK);
    assert_int_equal(wgd_frag_operand_parse(name, &o, NULL), WGD_OK);
    memset(f, 0xff, sizeof *f); /* every field is set */
    assert_int_equal(wgd_frag_make(&op, o, f, NULL), WGD_OK);
    assert_int_equal(f->warpgroups, 0);
}

/* Registers hold their elements low bits first (PTX ISA, "packed"); bits over 32 for f64. */
static void slot_is_packed(const wgd_frag *f, wgd_frag_slot s, int i)
{
    const int bits = wgd_frag_type_bits(f->type), width = bits == 64 ? 64 : 32;
    assert_int_equal(s.reg, i * bits / width);
    assert_int_equal(s.bit, i * bits % width);
    assert_int_equal(s.bits, bits);
}

static void every_ptx_formula(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof rules / sizeof rules[0]; n++) {
        const rule *r = &rules[n];
        wgd_frag f;
        make(r->op, r->dtype, r->acc, r->operand, &f);
        print_message("# %s %s %c\n", r->op, r->dtype, r->operand);
        assert_int_equal(f.values, r->values);
        assert_int_equal(f.threads, f.groups == 4 ? 8 : 32);
        for (int t = 0; t < f.threads; t++) {
            for (int i = 0; i < f.values; i++) {
                const int lane = f.groups == 4 && t >= 4 ? t - 4 + 16 : t;
                const at want = r->of(lane, i);
                const int row = r->operand == 'b' ? want.col : want.row;
                const int col = r->operand == 'b' ? want.row : want.col;
                assert_int_equal(wgd_frag_at(&f, t, i), row + f.rows * col);
                const wgd_frag_slot s = wgd_frag_find(&f, row, col, 0);
                assert_int_equal(s.thread, t);
                assert_int_equal(s.lane, lane);
                assert_int_equal(s.value, i);
                slot_is_packed(&f, s, i);
            }
        }
    }
}

/* wgmma: warp w has rows 16w to 16w+15, dealt out as mma.m16n8k* does (PTX ISA, figures of "Matrix
 * Fragments for wgmma.mma_async.m64nNk*"). */
static void wgmma_inputs(void **state)
{
    (void)state;
    static const struct {
        const char *op, *dtype;
        at (*of)(int lane, int i);
    } cases[] = {{"m64n8k16", "f16", a_16x16_16bit}, {"m64n256k16", "bf16", a_16x16_16bit},
                 {"m64n8k8", "tf32", a_16x8_32bit},  {"m64n8k32", "e4m3", a_16x32_8bit},
                 {"m64n8k32", "e5m2", a_16x32_8bit}, {"m64n16k32", "s8", a_16x32_8bit},
                 {"m64n16k32", "u8", a_16x32_8bit},  {"m64n16k256", "b1", a_16x256_1bit}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_frag f;
        make(cases[n].op, cases[n].dtype, NULL, 'a', &f);
        assert_int_equal(f.regs, 4);
        for (int t = 0; t < 128; t++) {
            for (int i = 0; i < f.values; i++) {
                const at want = cases[n].of(t % 32, i);
                assert_int_equal(wgd_frag_at(&f, t, i), want.row + 16 * (t / 32) + 64 * want.col);
                slot_is_packed(&f, wgd_frag_place(&f, t, i), i);
            }
        }
    }
}

static void wgmma_accumulators(void **state)
{
    (void)state;
    for (int n = 8; n <= 256; n += 8) {
        char op[] = "m64n000k16";
        op[4] = (char)('0' + n / 100);
        op[5] = (char)('0' + n / 10 % 10);
        op[6] = (char)('0' + n % 10);
        for (int half = 0; half < 2; half++) {
            wgd_frag f;
            make(op, "f16", half ? "f16" : "f32", 'd', &f);
            assert_int_equal(f.regs, half ? n / 4 : n / 2);
            for (int t = 0; t < 128; t++) {
                for (int i = 0; i < f.values; i++) {
                    const int row = 16 * (t / 32) + t % 32 / 4 + (i / 2 % 2) * 8;
                    const int col = i / 4 * 8 + t % 4 * 2 + i % 2;
                    assert_int_equal(wgd_frag_at(&f, t, i), row + 64 * col);
                    slot_is_packed(&f, wgd_frag_place(&f, t, i), i);
                }
            }
        }
    }
}

/* PTX ISA, "ldmatrix": thread t gets elements 2(t%4), 2(t%4)+1 of row t/4 of each matrix; with
 * .trans of column t/4. Matrix j's rows are those of the addresses of threads 8j to 8j+7. */
static void ldmatrix_and_stmatrix(void **state)
{
    (void)state;
    static const char *const ops[] = {"ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4",
                                      "stmatrix.x1", "stmatrix.x2", "stmatrix.x4"};
    for (int n = 0; n < 12; n++) {
        char op[32];
        const int x = 1 << n / 2 % 3, trans = n % 2;
        strcpy(op, ops[n / 2]);
        strcat(op, trans ? ".trans" : "");
        wgd_frag f;
        make(op, NULL, NULL, 'd', &f);
        assert_int_equal(f.rows, 8 * x);
        assert_int_equal(f.cols, 8);
        assert_int_equal(f.regs, x);
        for (int t = 0; t < 32; t++) {
            for (int i = 0; i < 2 * x; i++) {
                const int major = t / 4, minor = 2 * (t % 4) + i % 2;
                const int row = i / 2 * 8 + (trans ? minor : major);
                assert_int_equal(wgd_frag_at(&f, t, i), row + f.rows * (trans ? major : minor));
                slot_is_packed(&f, wgd_frag_place(&f, t, i), i);
            }
        }
    }
}

/* They have one fragment: the operand is ignored, even that of metadata. */
static void matrices_of_any_operand(void **state)
{
    (void)state;
    static const char *const ops[] = {"ldmatrix.x1", "stmatrix.x1.trans", "ldmatrix.x4"};
    for (size_t n = 0; n < sizeof ops / sizeof ops[0]; n++) {
        wgd_frag d, f;
        make(ops[n], NULL, NULL, 'd', &d);
        for (char operand = 'a'; operand <= 'e'; operand++) {
            make(ops[n], NULL, NULL, operand, &f);
            assert_true(wgd_layout_equal(&f.tv, &d.tv));
            assert_true(f.rows == d.rows && f.cols == d.cols && f.type == d.type);
            assert_true(f.regs == d.regs && f.chunk == d.chunk && f.chunk_bits == d.chunk_bits);
        }
    }
}

/* ldmatrix of rows of 8-bit and 32-bit elements gives the fragment of mma's A of that type. */
static void ldmatrix_of_other_types(void **state)
{
    (void)state;
    static const struct {
        const char *dtype, *op;
    } cases[] = {{"s8", "mma.m8n8k16"}, {"f16", "mma.m16n8k8"}};
    wgd_frag ld, a;
    make("ldmatrix.x1", "s8", NULL, 'd', &ld);
    make(cases[0].op, "s8", NULL, 'a', &a);
    assert_true(wgd_layout_equal(&ld.tv, &a.tv));
    make("ldmatrix.x2", "f16", NULL, 'd', &ld);
    make(cases[1].op, "f16", NULL, 'a', &a);
    assert_true(wgd_layout_equal(&ld.tv, &a.tv));
    make("ldmatrix.x1", "tf32", NULL, 'd', &ld);
    make("mma.m8n8k4", "f64", NULL, 'a', &a);
    assert_true(wgd_layout_equal(&ld.tv, &a.tv));
}

/* PTX ISA, figures of the sparse metadata: with f16 the pair of threads that the selector picks has
 * rows g and g+8, thread 0 of it columns 0-15 and thread 1 columns 16-31, in bits 0-15 and 16-31;
 * tf32 the same at half the columns; with 8-bit types threads 0 and 1 have columns 0-31 of rows g
 * and g+8, threads 2 and 3 columns 32-63. */
static void metadata(void **state)
{
    (void)state;
    wgd_frag f;
    make("m64n8k32.sp", "bf16", NULL, 'e', &f);
    assert_int_equal(f.copies, 2);
    for (int t = 0; t < 128; t++) {
        for (int i = 0; i < 32; i++) {
            const int row = t / 32 * 16 + t % 32 / 4 + i / 16 * 8, col = t % 2 * 16 + i % 16;
            assert_int_equal(wgd_frag_at(&f, t, i), row + 64 * col);
            const wgd_frag_slot s = wgd_frag_find(&f, row, col, t % 4 / 2);
            assert_int_equal(s.thread, t);
            assert_int_equal(s.bit, i / 16 * 16 + i % 16 / 4 * 4);
            assert_int_equal(s.bits, 4);
        }
    }
    make("m64n8k16.sp", "tf32", NULL, 'e', &f);
    for (int t = 0; t < 128; t++) {
        for (int i = 0; i < 16; i++) {
            const int row = t / 32 * 16 + t % 32 / 4 + i / 8 * 8, col = t % 2 * 8 + i % 8;
            assert_int_equal(wgd_frag_at(&f, t, i), row + 64 * col);
            assert_int_equal(wgd_frag_find(&f, row, col, 0).bit, i / 8 * 16 + i % 8 / 2 * 4);
        }
    }
    make("m64n8k64.sp", "s8", NULL, 'e', &f);
    assert_int_equal(f.copies, 1);
    for (int t = 0; t < 128; t++) {
        for (int i = 0; i < 32; i++) {
            const int row = t / 32 * 16 + t % 32 / 4 + t % 2 * 8, col = t % 4 / 2 * 32 + i;
            assert_int_equal(wgd_frag_at(&f, t, i), row + 64 * col);
            assert_int_equal(wgd_frag_find(&f, row, col, 0).bit, i / 4 * 4);
        }
    }
}

/* Sparse A: a register holds the two non-zeros of four consecutive f16 (two of 8-bit chunks, one of
 * two tf32, of packed e2m1 two pairs of four), in the place that the dense form of half the K has. */
static void sparse_inputs(void **state)
{
    (void)state;
    static const struct {
        const char *sparse, *dense, *dtype;
        int chunk, kept;
    } cases[] = {{"m64n8k32.sp", "m64n8k16", "f16", 4, 2},
                 {"m64n8k16.sp", "m64n8k8", "tf32", 2, 1},
                 {"m64n8k64.sp", "m64n8k32", "e4m3", 4, 2},
                 {"mma.sp.m16n8k64", "mma.m16n8k32", "e5m2", 4, 2},
                 {"mma.sp.m16n8k64", "mma.m16n8k32", "e2m1", 4, 2}, /* in bytes */
                 {"mma.sp.m16n8k128", "mma.m16n8k64", "e2m1", 8, 4}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_frag s, d;
        make(cases[n].sparse, cases[n].dtype, NULL, 'a', &s);
        make(cases[n].dense, cases[n].dtype, NULL, 'a', &d);
        assert_int_equal(s.regs, 4);
        assert_int_equal(s.chunk, cases[n].chunk);
        for (int row = 0; row < s.rows; row++) {
            for (int col = 0; col < s.cols; col++) {
                const wgd_frag_slot got = wgd_frag_find(&s, row, col, 0);
                const int first = col / cases[n].chunk * cases[n].kept;
                const wgd_frag_slot want = wgd_frag_find(&d, row, first, 0);
                assert_int_equal(got.thread, want.thread);
                assert_int_equal(got.reg, want.reg);
                assert_int_equal(got.bit, want.bit);
                assert_int_equal(got.bits, want.bits * cases[n].kept);
            }
        }
    }
}

/* Every op of the list and every operand: each element in exactly `copies` threads, and find the
 * inverse of at. */
static void every_fragment_is_a_bijection(void **state)
{
    (void)state;
    static uint8_t seen[64 * 256];
    int made = 0;
    for (int n = 0; n < wgd_frag_op_count(); n++) {
        const wgd_frag_op op = wgd_frag_op_at(n);
        for (int o = WGD_FRAG_OPERAND_A; o <= WGD_FRAG_OPERAND_E; o++) {
            wgd_frag f;
            if (wgd_frag_make(&op, (wgd_frag_operand)o, &f, NULL) != WGD_OK) {
                continue;
            }
            made++;
            memset(seen, 0, sizeof seen);
            assert_int_equal(f.threads * f.values, f.rows * f.cols * f.copies);
            for (int i = 0; i < f.threads * f.values; i++) {
                const int where = wgd_frag_at(&f, i / f.values, i % f.values);
                assert_in_range(where, 0, f.rows * f.cols - 1);
                assert_int_equal(wgd_layout_at2(&f.tv, i / f.values, i % f.values), where);
                const int copy = seen[where]++;
                const wgd_frag_slot s = wgd_frag_find(&f, where % f.rows, where / f.rows, copy);
                assert_int_equal(s.thread * f.values + s.value, i);
                assert_in_range(s.reg, 0, f.regs - 1);
                assert_in_range(s.bit, 0, f.reg_bits - s.bits);
            }
            for (int i = 0; i < f.rows * f.cols; i++) {
                assert_int_equal(seen[i], f.copies);
            }
        }
    }
    /* 8 dense wgmma of 3, 7 sparse of 4, 34 mma of 4, 12 matrix moves of 5 equal operands. */
    assert_int_equal(made, 8 * 3 + 7 * 4 + (wgd_frag_op_count() - 27) * 4 + 12 * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ptx_formula),
        cmocka_unit_test(wgmma_inputs),
        cmocka_unit_test(wgmma_accumulators),
        cmocka_unit_test(ldmatrix_and_stmatrix),
        cmocka_unit_test(matrices_of_any_operand),
        cmocka_unit_test(ldmatrix_of_other_types),
        cmocka_unit_test(metadata),
        cmocka_unit_test(sparse_inputs),
        cmocka_unit_test(every_fragment_is_a_bijection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
