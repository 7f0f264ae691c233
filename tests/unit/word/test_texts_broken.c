/* SPDX-License-Identifier: MIT
 *
 * Texts that are nearly attributes of Triton, names of instructions or of accesses: each token left out,
 * doubled, cut off behind, or replaced by another. What is refused says where, within the text; what is
 * read prints as a text that reads as the same again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "wgdesc.h"

enum { TEXT_MAX = 4096 };

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static int refused, read_well;

typedef void reader(const char *text);

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void break_text(const char *text, const char *const *others, int n, reader *read)
{
    char changed[2 * TEXT_MAX];
    const size_t len = strlen(text);
    assert_true(len < TEXT_MAX);
    read(text);
    for (size_t at = 0, end; at < len; at = end) {
        end = at + 1;
        while (in_word(text[at]) && in_word(text[end])) {
            end++;
        }
        const int words = (int)(end - at);
        snprintf(changed, sizeof changed, "%.*s", (int)at, text);
        read(changed);
        snprintf(changed, sizeof changed, "%.*s%s", (int)at, text, text + end);
        read(changed);
        snprintf(changed, sizeof changed, "%.*s%.*s%s", (int)end, text, words, text + at,
                 text + end);
        read(changed);
        for (int i = 0; i < n; i++) {
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)at, text, others[i], text + end);
            read(changed);
        }
    }
}

static bool is_ok(wgd_status s, const wgd_diag *d, const char *text)
{
    if (s != WGD_OK) {
        refused++;
        assert_int_equal(d->status, s);
        assert_true(s != WGD_ERR_INTERNAL && d->what[0] != '\0');
        if (d->pos < -1 || d->pos > (long)strlen(text)) {
            fail_msg("'%s': %s at %ld", text, d->what, d->pos);
        }
        return false;
    }
    read_well++;
    return true;
}

static wgd_diag blank(void)
{
    const wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
    return d;
}

/* ---- Triton ------------------------------------------------------------------------------------- */

static void read_triton(const char *text)
{
    static wgd_triton_type t, again;
    static wgd_triton_layout l, same;
    static char printed[TEXT_MAX];
    wgd_diag d = blank();
    if (!is_ok(wgd_triton_parse(text, strlen(text), &t, &d), &d, text)) {
        return;
    }
    wgd_text w = wgd_text_into(printed, sizeof printed);
    wgd_put_triton_attr(&w, &t.attr);
    wgd_text_end(&w);
    assert_int_equal(wgd_triton_parse(printed, strlen(printed), &again, NULL), WGD_OK);
    assert_int_equal(again.attr.kind, t.attr.kind);
    d = blank();
    const wgd_status s = wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d);
    assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &same, NULL), s);
    if (!is_ok(s, &d, "")) {
        return;
    }
    wgd_composed c;
    d = blank();
    if (is_ok(wgd_triton_to_composed(&l, &c, &d), &d, "") && l.space == WGD_TRITON_SHARED) {
        assert_int_equal(wgd_triton_of_shared(&c, &same, &d), WGD_OK);
        assert_int_equal(same.rank, l.rank);
    }
}

static const char *const tritons[] = {
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = "
    "[1, 0], "
    "CTAsPerCGA = [1, 2], CTASplitNum = [1, 2], CTAOrder = [1, 0]}> 64x128",
    "#triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 2], "
    "order = [0, 1], "
    "CGALayout = [[0, 1], [1, 0]]}> 32x32",
    "tensor<128x64xf16, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
    "instrShape = [16, 64, "
    "16]}>>",
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, "
    "8]}> 64x64",
    "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
    "warpsPerCTA = [2, 2], "
    "instrShape = [16, 8]}>, kWidth = 2}> 64x64",
    "#ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, "
    "1], warpsPerCTA = [4, "
    "1], order = [1, 0]}>}> 64x64",
    "#ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], "
    "warpsPerCTA = [4, 1], "
    "order = [1, 0]}>}> 128",
    "!ttg.memdesc<3x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
    "elementBitWidth = 16}>, "
    "#ttg.shared_memory, mutable>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded "
    "= true}> 64x128",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, rank = "
    "2}> 8x16",
    "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64",
    "#ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [0, 1], CTAsPerCGA = [1, "
    "1], CTASplitNum = [1, "
    "1], CTAOrder = [1, 0]}> 32x64",
    "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]], block = [[4, 0]]}, alignment = "
    "16>",
    "#ttg.padded_shared<[32:+4, 64:+8] {order = [1, 0], shape = [16, 32]}>",
    "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = "
    "[[8, 0], [16, 0]], block = "
    "[]}>",
    "#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order "
    "= [0]}>\n  %0 = tt.load "
    "%1 : tensor<256xf32, #blocked>\n",
    "!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, unpacked = "
    "true>, "
    "#ttng.tensor_memory, mutable>",
    "!ttg.memdesc<128x4xi8, #ttng.tensor_memory_scales_encoding<>, #ttng.tensor_memory>",
};

static const char *const triton_others[] = {
    "0",   "1",   "2",    "3",          "7",           "8",         "16", "32", "64",
    "128", "256", "4096", "1073741824", "99999999999", "-1",        "[",  "]",  ",",
    "}",   ">",   "x",    "true",       "rank",        "[1, 0, 2]", "\t", "\"", "[[1]]"};

static void triton(void **state)
{
    (void)state;
    refused = read_well = 0;
    for (int i = 0; i < COUNT(tritons); i++) {
        break_text(tritons[i], triton_others, COUNT(triton_others), read_triton);
    }
    assert_true(refused > 1000 && read_well > 1000);
}

/* ---- instructions and their registers ------------------------------------------------------------- */

static void read_frag(const char *text)
{
    wgd_frag_op op;
    wgd_diag d = blank();
    if (!is_ok(wgd_frag_op_parse(text, &op, &d), &d, text)) {
        return;
    }
    static const char *const types[] = {NULL, "f16", "bf16", "tf32", "e4m3", "s8",
                                        "u8", "s4",  "b1",   "f64",  "e2m1", "e3m2"};
    static const char *const accs[] = {NULL, "f16", "f32", "s32", "f64"};
    for (int t = 0; t < COUNT(types); t++) {
        for (int a = 0; a < COUNT(accs); a++) {
            wgd_frag_op full = op, again;
            d = blank();
            if (!is_ok(wgd_frag_op_types(&full, types[t], accs[a], &d), &d, "")) {
                continue;
            }
            for (int o = 0; o < WGD_FRAG_OPERAND_COUNT; o++) {
                static wgd_frag f;
                d = blank();
                if (!is_ok(wgd_frag_make(&full, (wgd_frag_operand)o, &f, &d), &d, "")) {
                    continue;
                }
                assert_true(wgd_frag_at(&f, f.threads - 1, f.values - 1) < f.rows * f.cols);
            }
            char printed[128];
            wgd_text w = wgd_text_into(printed, sizeof printed);
            wgd_put_frag_op(&w, &op);
            wgd_text_end(&w);
            assert_int_equal(wgd_frag_op_parse(printed, &again, NULL), WGD_OK);
            assert_int_equal(again.m, op.m);
            assert_int_equal(again.k, op.k);
        }
    }
}

static void read_ldst(const char *text)
{
    wgd_ldst op, again;
    wgd_diag d = blank();
    if (!is_ok(wgd_ldst_parse(text, &op, &d), &d, text)) {
        return;
    }
    char printed[128];
    wgd_text w = wgd_text_into(printed, sizeof printed);
    wgd_put_ldst(&w, &op);
    wgd_text_end(&w);
    assert_int_equal(wgd_ldst_parse(printed, &again, NULL), WGD_OK);
    assert_memory_equal(&again, &op, sizeof op);
    int thread, reg, half;
    for (int lane = -1; lane <= op.lanes; lane++) {
        for (int column = -1; column <= op.columns; column++) {
            if (wgd_ldst_find(&op, lane, column, &thread, &reg, &half)) {
                const wgd_tmem_place at = wgd_ldst_at(&op, thread, reg, half);
                assert_int_equal(at.lane, lane);
                assert_int_equal(at.column, column);
            }
        }
    }
    for (int split = -1; split <= 513; split += 57) {
        for (int pack = 0; pack < 2; pack++) {
            again = op;
            d = blank();
            (void)is_ok(wgd_ldst_set(&again, pack != 0, split, &d), &d, "");
        }
    }
}

static void read_use(const char *text)
{
    for (int bits = 4; bits <= 64; bits *= 2) {
        wgd_bank_use use;
        wgd_diag d = blank();
        (void)is_ok(wgd_bank_use_parse(text, bits, &use, &d), &d, text);
    }
}

static const char *const op_others[] = {
    "0",  "1",   "2",    "8",   "16", "64",  "128", "999999999999", "x", ".",    ":",  "m",
    "n8", "k16", "e4m3", "f32", "s8", "row", "col", "sp",           "_", "sync", "x4", "trans"};

static void instructions(void **state)
{
    (void)state;
    static const char *const ops[] = {
        "m64n32k16",
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16",
        "wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e4m3.e5m2",
        "m64n24k8.f32.tf32.tf32",
        "mma.m8n8k4.row.col",
        "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.f32.e4m3.e3m2.f32",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc",
        "mma.m16n8k16.f32.bf16.bf16.f32",
        "mma.m16n8k32.s8",
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
        "ldmatrix.x1",
        "stmatrix.sync.aligned.x2.m8n8.shared.b16",
        "mma.m8n8k4.f64.f64.f64.f64",
        "mma.m16n8k64.s4.u4"};
    refused = read_well = 0;
    for (int i = 0; i < COUNT(ops); i++) {
        break_text(ops[i], op_others, COUNT(op_others), read_frag);
    }
    assert_true(refused > 500 && read_well > 500);
}

static void tensor_memory_accesses(void **state)
{
    (void)state;
    static const char *const ops[] = {"tcgen05.ld.16x64b.x4",
                                      "tcgen05.ld.sync.aligned.16x64b.x4.pack::16b.b32",
                                      "tcgen05.st.sync.aligned.32x32b.x128.unpack::16b.b32",
                                      "tcgen05.ld.16x32bx2.x2",
                                      "tcgen05.cp.cta_group::2.64x128b.warpx2::02_13",
                                      "tcgen05.cp.32x128b.warpx4",
                                      "tcgen05.cp.cta_group::1.4x256b.b8x16.b6x16_p32",
                                      "tcgen05.st.16x256b.x1",
                                      "tcgen05.ld.red.sync.aligned.32x32b.x8.f32.min.abs.NaN"};
    refused = read_well = 0;
    for (int i = 0; i < COUNT(ops); i++) {
        break_text(ops[i], op_others, COUNT(op_others), read_ldst);
    }
    assert_true(refused > 100 && read_well > 50);
}

static void accesses(void **state)
{
    (void)state;
    static const char *const uses[] = {"ld.b32",
                                       "ldmatrix.x4",
                                       "st.b128:copy",
                                       "ld.b64:column",
                                       "ldmatrix.x2:mma.b",
                                       "st.b32:frag:m64n64k16:d",
                                       "st.b16:frag:m64n64k16.f32.f16.f16:c",
                                       "st.b128:tv",
                                       "ldmatrix.x4.trans:frag:mma.m16n8k16:a",
                                       "stmatrix.x4:frag:m64n64k16:d"};
    refused = read_well = 0;
    for (int i = 0; i < COUNT(uses); i++) {
        break_text(uses[i], op_others, COUNT(op_others), read_use);
    }
    assert_true(refused > 100 && read_well > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(triton), cmocka_unit_test(instructions),
                                       cmocka_unit_test(tensor_memory_accesses),
                                       cmocka_unit_test(accesses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
