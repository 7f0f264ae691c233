/* SPDX-License-Identifier: MIT
 *
 * Which of Triton's texts are refused: which error, what it says, what was got and wanted; and odd ones that are
 * read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "triton_text.h"

static void texts(void **state)
{
    static const refusal rows[] = {
        {"#ttg.blocked<{sizePerThread = [1, 2, 3, 4, 5, 6]}>", WGD_ERR_LIMIT, "too many dimensions",
         "6", "at most 5"},
        {"#ttg.blocked<{sizePerThread = 4}>", WGD_ERR_SYNTAX, "", "4", "'['"},
        {"#ttg.blocked<{sizePerThread = [x]}>", WGD_ERR_SYNTAX, "", "x", "a number"},
        {"#ttg.blocked<{sizePerThread = [1; 2]}>", WGD_ERR_SYNTAX, "", ";", "',' or ']'"},
        {"#ttg.blocked<{sizePerThread = [1073741825]}>", WGD_ERR_OVERFLOW, "too large",
         "1073741825", "below 2^30"},
        {"#ttg.blocked<sizePerThread = [1]>", WGD_ERR_SYNTAX, "", "sizePerThread", "'{'"},
        {"#ttg.blocked<{sizePerThread [1]}>", WGD_ERR_SYNTAX, "", "[", "'='"},
        {"#ttg.blocked<{order = [0] sizePerThread}>", WGD_ERR_SYNTAX, "", "sizePerThread",
         "',' or '}'"},
        {"#ttg.blocked{}", WGD_ERR_SYNTAX, "", "{", "'<'"},
        {"#ttg.shared_linear<{offset = [[1]]} alignment = 16>", WGD_ERR_SYNTAX, "", "alignment",
         "',' or '>'"},
        {"#ttg.shared_linear<{offset = 1}>", WGD_ERR_SYNTAX, "", "1", "a list of bases"},
        {"#ttg.shared_linear<{offset = [1]}>", WGD_ERR_SYNTAX, "", "1", "'['"},
        {"#ttg.shared_linear<{offset = [[1] [2]]}>", WGD_ERR_SYNTAX, "", "[", "',' or ']'"},
        {"#ttg.shared_linear<{offset = [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
         "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
         "[0], [0], [0], [0], [7]]}>",
         WGD_ERR_LIMIT, "too many bases", "[", "at most 32"},
        {"#ttg.nvmma_shared<{transposed = maybe}>", WGD_ERR_SYNTAX, "", "maybe", "true or false"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, rank = 6}>", WGD_ERR_LIMIT,
         "too many dimensions", "#ttg.nvmma_shared", "at most 5"},
        {"ttg.blocked", WGD_ERR_SYNTAX, "", "ttg.blocked", "tensor<...> or !ttg.memdesc<...>"},
        {"128x64", WGD_ERR_SYNTAX, "", "128x64", "'#'"},
        {"", WGD_ERR_SYNTAX, "", "the end of the text", "'#'"},
        {"#", WGD_ERR_VALUE, "not a layout that is read here", "#", "ttg.blocked"},
        {"#\x7f", WGD_ERR_VALUE, "not a layout that is read here", "#", "ttg.blocked"},
        {"\x7f#", WGD_ERR_SYNTAX, "", "?", "'#'"},
        {"#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent "
         "= #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = " BLOCKED "}>}>}>}>}> 4",
         WGD_ERR_LIMIT, "too many layouts around each other", "#ttg.slice", "at most 4"},
        {"#ttg.slice<{parent = " BLOCKED "}> 4", WGD_ERR_SYNTAX, "missing", "#ttg.slice", "dim"},
        {"tensor<f16, " BLOCKED ">", WGD_ERR_SYNTAX, "", "f16", "a number"},
        {"tensor<0x64xf16, " BLOCKED ">", WGD_ERR_DOMAIN, "not a shape", "0x64xf16", "1 to 5"},
        {"tensor<1x2x3x4x5x6xf16, " BLOCKED ">", WGD_ERR_LIMIT, "not a shape", "6xf16", "1 to 5"},
        {"tensor<64*64xf16, " BLOCKED ">", WGD_ERR_SYNTAX, "", "*", "'x'"},
        {"tensor<64x64x?, " BLOCKED ">", WGD_ERR_SYNTAX, "not an element type", "?", "f16"},
        {"tensor<64x64xbf, " BLOCKED ">", WGD_ERR_SYNTAX, "not an element type", "bf", "f16"},
        {"tensor<64x64xf16 " BLOCKED ">", WGD_ERR_SYNTAX, "", "#ttg.blocked", "','"},
        {"tensor<64x64xf16, " BLOCKED, WGD_ERR_SYNTAX, "", "the end", "'>'"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, ?>", WGD_ERR_SYNTAX, "", "?", "a memory space"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64>", WGD_ERR_DOMAIN, "a view", "64",
         "whole buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64y>", WGD_ERR_DOMAIN, "a view", "64y", "whole"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64x>", WGD_ERR_SYNTAX, "", ">", "a number"},
        {"tensor<64x64xf16, " BLOCKED "> )", WGD_ERR_SYNTAX, "something follows", ")",
         "the end of the text"},
        {BLOCKED " 64x", WGD_ERR_SYNTAX, "", "the end of the text", "a number"},
    };
    (void)state;
    EXPECT(rows);
    /* A NUL is a character like another one: the text goes on. */
    static const char nul[] = BLOCKED " 64x64\0#";
    wgd_triton_type t;
    wgd_diag d;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_triton_parse(nul, sizeof nul - 1, &t, &d), WGD_ERR_SYNTAX);
    assert_string_equal(d.what, "something follows");
    assert_string_equal(d.got, "?");
    assert_int_equal(d.pos, strlen(nul));
}

/* ---- what is read all the same ---------------------------------------------------------------- */

static void odd_spellings(void **state)
{
    static const struct {
        const char *text;
        int rank, bits;
        const char *elem;
        int64_t buffers;
    } rows[] = {
        {"\r\n\ttensor<64x64xindex, " BLOCKED ">", 2, 64, "", 1},
        {"tensor<64x64x!tt.ptr<tensor<4xf16>, 1>, " BLOCKED ">", 2, 64, "", 1},
        {"tensor<64x64xf8E4M3FNUZ_and_more, " BLOCKED ">", 2, 8, "", 1},
        {"#b_$1 = " BLOCKED "\n%0 = tt.load %1 : tensor<64x64xf16, #b_$1>", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\nxtensor<8x8xf16, #b> tensor<64x64xf16, #b>", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16, #b> tensor<8x8xf16>) -> ()", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16,\r\n#b>", 2, 16, "f16", 1},
        {"!ttg.memdesc<3x64x64xf16, " NVMMA "}>, #ttg.shared_memory, mutable>", 2, 16, "f16", 3},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, #ttg.shared_memory, mutable, 3x64x64>", 2, 16, "f16",
         1},
        {"!ttg.memdesc<2x4xf16, #ttg.shared_linear<{offset = []}, alignment = 16>, #smem>", 2, 16,
         "f16", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_triton_type t;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        if (wgd_triton_parse(rows[i].text, strlen(rows[i].text), &t, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s, want %s", rows[i].text, d.what, d.got, d.want);
        }
        assert_int_equal(t.rank, rows[i].rank);
        assert_int_equal(t.elem_bits, rows[i].bits);
        assert_string_equal(t.elem, rows[i].elem);
        assert_int_equal(t.buffers, rows[i].buffers);
    }
    assert_true(wgd_triton_looks(" \r\n\t%0 = x", 10));
    assert_true(wgd_triton_looks("#", 1) && wgd_triton_looks("!t", 2));
    assert_true(wgd_triton_looks("tensor<4", 8));
    assert_false(wgd_triton_looks("tensor", 6) || wgd_triton_looks("  ", 2) ||
                 wgd_triton_looks("64:1", 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(odd_spellings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
