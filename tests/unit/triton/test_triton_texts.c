/* SPDX-License-Identifier: MIT
 *
 * Which of Triton's texts are refused: which error, what it says, what was got and wanted; and odd ones that are
 * read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "triton_text.h"

#define LISTS(size, lanes, warps, order, more)                                                     \
    "#ttg.blocked<{sizePerThread = " size ", threadsPerWarp = " lanes ", warpsPerCTA = " warps     \
    ", order = " order more "}>"

static void texts(void **state)
{
    static const refusal rows[] = {
        {"#ttg.blocked<{sizePerThread = [1, 2, 3, 4, 5, 6]}>", WGD_ERR_LIMIT, "too many dimensions",
         " 6", "at most 5"},
        {"#ttg.blocked<{sizePerThread = 4}>", WGD_ERR_SYNTAX, "the text does not parse", "4",
         "'[', a list of numbers"},
        {"#ttg.blocked<{sizePerThread = [x]}>", WGD_ERR_SYNTAX, "the text does not parse", "x",
         "a number"},
        {"#ttg.blocked<{sizePerThread = [1; 2]}>", WGD_ERR_SYNTAX, "the text does not parse", ";",
         "',' or ']'"},
        {"#ttg.blocked<{sizePerThread = [1073741825]}>", WGD_ERR_OVERFLOW,
         "the number is too large", "1073741825", "at most 2^30"},
        {"#ttg.blocked<sizePerThread = [1]>", WGD_ERR_SYNTAX, "the text does not parse",
         "sizePerThread", "'{'"},
        {"#ttg.blocked<{sizePerThread [1]}>", WGD_ERR_SYNTAX, "the text does not parse", "[1",
         "'='"},
        {"#ttg.blocked<{order = [0] sizePerThread}>", WGD_ERR_SYNTAX, "the text does not parse",
         "sizePerThread", "',' or '}'"},
        {"#ttg.blocked{}", WGD_ERR_SYNTAX, "the text does not parse", "{", "'<'"},
        {"#ttg.shared_linear<{offset = [[1]]} alignment = 16>", WGD_ERR_SYNTAX,
         "the text does not parse", "alignment", "',' or '>'"},
        {"#ttg.shared_linear<{offset = 1}>", WGD_ERR_SYNTAX, "the text does not parse", "1",
         "'[', a list of bases"},
        {"#ttg.shared_linear<{offset = [1]}>", WGD_ERR_SYNTAX, "the text does not parse", "1",
         "'[', a list of numbers"},
        {"#ttg.shared_linear<{offset = [[1] [2]]}>", WGD_ERR_SYNTAX, "the text does not parse",
         "[2", "',' or ']'"},
        {"#ttg.shared_linear<{offset = [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
         "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
         "[0], [0], [0], [0], [7]]}>",
         WGD_ERR_LIMIT, "too many bases", "[7", "at most 32"},
        {"#ttg.nvmma_shared<{transposed = maybe}>", WGD_ERR_SYNTAX, "the text does not parse",
         "maybe", "true or false"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, rank = 6}>", WGD_ERR_LIMIT,
         "too many dimensions", "#ttg.nvmma_shared", "at most 5"},
        {"ttg.blocked", WGD_ERR_SYNTAX, "the text does not parse", "ttg.blocked",
         "tensor<...> or !ttg.memdesc<...>"},
        {"128x64", WGD_ERR_SYNTAX, "the text does not parse", "128x64",
         "'#', as in #ttg.blocked<{...}>"},
        {"", WGD_ERR_SYNTAX, "the text does not parse", "the end of the text",
         "'#', as in #ttg.blocked<{...}>"},
        {"#", WGD_ERR_VALUE, "not a layout that is read here", "#",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#\x7f", WGD_ERR_VALUE, "not a layout that is read here", "#",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"\x7f#", WGD_ERR_SYNTAX, "the text does not parse", "?", "'#', as in #ttg.blocked<{...}>"},
        {"#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent "
         "= #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = " BLOCKED "}>}>}>}>}> 4",
         WGD_ERR_LIMIT, "too many layouts around each other", "#ttg.slice",
         "at most 4 of dot_op and slice"},
        {"#ttg.slice<{parent = " BLOCKED "}> 4", WGD_ERR_SYNTAX,
         "a field of the attribute is missing", "#ttg.slice", "dim"},
        {"tensor<f16, " BLOCKED ">", WGD_ERR_SYNTAX, "the text does not parse", "f16", "a number"},
        {"tensor<0x64xf16, " BLOCKED ">", WGD_ERR_DOMAIN, "not a shape", "0x64xf16",
         "1 to 5 dimensions of at least 1"},
        {"tensor<1x2x3x4x5x6xf16, " BLOCKED ">", WGD_ERR_LIMIT, "not a shape", "6xf16",
         "1 to 5 dimensions of at least 1"},
        {"tensor<64*64xf16, " BLOCKED ">", WGD_ERR_SYNTAX, "the text does not parse", "*64xf16",
         "'x'"},
        {"tensor<64x64x?, " BLOCKED ">", WGD_ERR_SYNTAX, "not an element type", "?",
         "f16, bf16, f8E4M3FN, i8, ..."},
        {"tensor<64x64xbf, " BLOCKED ">", WGD_ERR_SYNTAX, "not an element type", "bf",
         "f16, bf16, f8E4M3FN, i8, ..."},
        {"tensor<64x64xf16 " BLOCKED ">", WGD_ERR_SYNTAX, "the text does not parse", "#ttg.blocked",
         "','"},
        {"tensor<64x64xf16, " BLOCKED, WGD_ERR_SYNTAX, "the text does not parse",
         "the end of the text", "'>'"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, ?>", WGD_ERR_SYNTAX, "the text does not parse", "?",
         "a memory space, mutable, or a shape"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64>", WGD_ERR_DOMAIN, "a view of a part of a buffer",
         "64", "the type of the whole buffer: the layout is that of the buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64y>", WGD_ERR_DOMAIN,
         "a view of a part of a buffer", "64y",
         "the type of the whole buffer: the layout is that of the buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64x>", WGD_ERR_SYNTAX, "the text does not parse",
         ">", "a number"},
        {"tensor<64x64xf16, " BLOCKED "> )", WGD_ERR_SYNTAX, "something follows", ")",
         "the end of the text"},
        {"#ttg.blocked<{ sizePerThreads = [1]}>", WGD_ERR_VALUE, "the attribute has no such field",
         "sizePerThreads",
         "one of sizePerThread, threadsPerWarp, warpsPerCTA, order, CTAsPerCGA, CTASplitNum, "
         "CTAOrder, CGALayout"},
        {"#ttg.blocked<{order = [0], x = 1}>", WGD_ERR_VALUE, "the attribute has no such field",
         "x",
         "one of sizePerThread, threadsPerWarp, warpsPerCTA, order, CTAsPerCGA, CTASplitNum, "
         "CTAOrder, CGALayout"},
        {"#ttg.nvidia_mma<{0 = 1}>", WGD_ERR_VALUE, "the attribute has no such field", "0",
         "one of versionMajor, versionMinor, warpsPerCTA, CTAsPerCGA, CTASplitNum, CTAOrder, "
         "CGALayout, instrShape"},
        {"#ttg.linear<{offset = []}>", WGD_ERR_VALUE, "the attribute has no such field", "offset",
         "one of register, lane, warp, block"},
        {"#ttg.swizzled_shared<{VEC = 1}>", WGD_ERR_VALUE, "the attribute has no such field", "VEC",
         "one of vec, perPhase, maxPhase, order, CTAsPerCGA, CTASplitNum, CTAOrder, CGALayout"},
        {"#ttg.nvmma_shared<{vec = 1}>", WGD_ERR_VALUE, "the attribute has no such field", "vec",
         "one of swizzlingByteWidth, transposed, elementBitWidth, fp4Padded, CTAsPerCGA, "
         "CTASplitNum, CTAOrder, CGALayout, rank"},
        {"#ttg.shared_linear<{offsets = []}>", WGD_ERR_VALUE, "the attribute has no such field",
         "offsets", "one of offset, block, alignment"},
        {"#ttng.tensor_memory_encoding<block = []>", WGD_ERR_VALUE,
         "the attribute has no such field", "block",
         "one of blockM, blockN, colStride, unpacked, CTASplitM, CTASplitN, twoCTAs"},
        {"#ttng.tensor_memory_scales_encoding<blockM = 128>", WGD_ERR_VALUE,
         "the attribute has no such field", "blockM", "one of CTASplitM, CTASplitN"},
        {"#ttg.dot_op<{dim = 0}>", WGD_ERR_VALUE, "the attribute has no such field", "dim",
         "one of opIdx, parent, kWidth"},
        {"#ttg.slice<{opIdx = 0}>", WGD_ERR_VALUE, "the attribute has no such field", "opIdx",
         "one of dim, parent"},
        {"#ttg.slice<{dim = 0, dim = 1}>", WGD_ERR_VALUE, "a field is given twice", "dim", "dim"},
        {"#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [8, 4]}>", WGD_ERR_SYNTAX,
         "a field of the attribute is missing", "#ttg.blocked", "warpsPerCTA"},
        {LISTS("[1]", "[2, 4]", "[2, 2]", "[1, 0]", ""), WGD_ERR_NOT_CONGRUENT,
         "two lists of the attribute are not of one length", "#ttg.blocked", "threadsPerWarp"},
        {LISTS("[1, 2]", "[8]", "[2, 2]", "[1, 0]", ""), WGD_ERR_NOT_CONGRUENT,
         "two lists of the attribute are not of one length", "#ttg.blocked", "threadsPerWarp"},
        {LISTS("[1, 2]", "[8, 4]", "[4]", "[1, 0]", ""), WGD_ERR_NOT_CONGRUENT,
         "two lists of the attribute are not of one length", "#ttg.blocked", "warpsPerCTA"},
        {LISTS("[1, 2]", "[8, 4]", "[4, 1]", "[0]", ""), WGD_ERR_NOT_CONGRUENT,
         "two lists of the attribute are not of one length", "#ttg.blocked", "order"},
        {LISTS("[1, 2]", "[8, 4]", "[4, 1]", "[1, 0]", ", CTAsPerCGA = [1]"), WGD_ERR_NOT_CONGRUENT,
         "two lists of the attribute are not of one length", "#ttg.blocked", "CTAsPerCGA"},
        {LISTS("[1, 2]", "[8, 4]", "[4, 1]", "[1, 0]", ", CTASplitNum = [1]"),
         WGD_ERR_NOT_CONGRUENT, "two lists of the attribute are not of one length", "#ttg.blocked",
         "CTASplitNum"},
        {LISTS("[1, 2]", "[8, 4]", "[4, 1]", "[1, 0]", ", CTAOrder = [1]"), WGD_ERR_NOT_CONGRUENT,
         "two lists of the attribute are not of one length", "#ttg.blocked", "CTAOrder"},
        {LISTS("[1, 2]", "[8, 4]", "[4, 1]", "[1, 0]", ", CGALayout = [[1]]"),
         WGD_ERR_NOT_CONGRUENT, "two lists of the attribute are not of one length", "#ttg.blocked",
         "sizePerThread"},
        {"#ttg.shared_linear<{} alignment = 16>", WGD_ERR_SYNTAX, "the text does not parse",
         "alignment", "',' or '>'"},
        {"#ttg.shared_linear<{offset = [[ 1], [2, 3]]}>", WGD_ERR_NOT_CONGRUENT,
         "a basis has another number of coordinates", "[2", "as many as the others"},
        {"#ttg.shared_linear<{offset = [[1]], block = [[1], 2]}>", WGD_ERR_SYNTAX,
         "the text does not parse", "2", "'[', a list of numbers"},
        {"#ttg.nvmma_shared<{transposed =  yes}>", WGD_ERR_SYNTAX, "the text does not parse", "yes",
         "true or false"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth =  yes}>", WGD_ERR_SYNTAX,
         "the text does not parse", "yes", "a number"},
        {"#ttg.swizzled_shared<{vec = 1073741825, perPhase = 1}>", WGD_ERR_OVERFLOW,
         "the number is too large", "1073741825", "at most 2^30"},
        {"#ttg.swizzled_shared<{vec = 1073741824, perPhase = }>", WGD_ERR_SYNTAX,
         "the text does not parse", "}", "a number"},
        {"#ttg.swizzled_shared<{vec = 99999999999999999999, perPhase = 1}>", WGD_ERR_OVERFLOW,
         "the number is too large", "99999999999999999999", "at most 2^30"},
        {"#ttg.swizzled_shared<{vec = a123456789b123456789c123456789d123456789e}>", WGD_ERR_SYNTAX,
         "the text does not parse", "a123456789b123456789c123456789d123456789", "a number"},
        {"#ttg.swizzled_shared<{vec = ~}>", WGD_ERR_SYNTAX, "the text does not parse", "~",
         "a number"},
        {"#ttg.swizzled_shared<{vec = \x1f}>", WGD_ERR_SYNTAX, "the text does not parse", "?",
         "a number"},
        {"#ttg.blockedslice<{dim = 0, parent = " BLOCKED "}> 4", WGD_ERR_VALUE,
         "not a layout that is read here", "#ttg.blockedslice",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#ttg.blocked$<{sizePerThread = [1]}>", WGD_ERR_VALUE, "not a layout that is read here",
         "#ttg.blocked$",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#ttng.blocked<{sizePerThread = [1]}>", WGD_ERR_VALUE, "not a layout that is read here",
         "#ttng.blocked",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#ttg.tensor_memory_encoding<blockM = 128>", WGD_ERR_VALUE,
         "not a layout that is read here", "#ttg.tensor_memory_encoding",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#xtg.blocked<{sizePerThread = [1]}>", WGD_ERR_VALUE, "not a layout that is read here",
         "#xtg.blocked",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#triton_nvidia_gpu.slice<{dim = 0}>", WGD_ERR_VALUE, "not a layout that is read here",
         "#triton_nvidia_gpu.slice",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"#= " BLOCKED, WGD_ERR_VALUE, "not a layout that is read here", "#",
         "ttg.blocked, nvidia_mma, dot_op, slice, linear, nvmma_shared, swizzled_shared, "
         "shared_linear, ttng.tensor_memory_encoding"},
        {"b = " BLOCKED, WGD_ERR_SYNTAX, "the text does not parse", "b",
         "'#', as in #ttg.blocked<{...}>"},
        {"#b = #c", WGD_ERR_VALUE, "a name without its definition", "#c",
         "the line that defines the name before it, or the attribute itself"},
        {"#b1 = " BLOCKED "\n tensor<64x64xf16, #b>", WGD_ERR_VALUE,
         "a name without its definition", "#b",
         "the line that defines the name before it, or the attribute itself"},
        {"%b = " BLOCKED "\n tensor<64x64xf16, #b>", WGD_ERR_VALUE, "a name without its definition",
         "#b", "the line that defines the name before it, or the attribute itself"},
        {"#b : " BLOCKED "\n tensor<64x64xf16, #b>", WGD_ERR_VALUE, "a name without its definition",
         "#b", "the line that defines the name before it, or the attribute itself"},
        {" \n !ttg.tensor<64>", WGD_ERR_SYNTAX, "the text does not parse", "!ttg.tensor",
         "tensor<...> or !ttg.memdesc<...>"},
        {"tensor< 0x64xf16, " BLOCKED ">", WGD_ERR_DOMAIN, "not a shape", "0x64xf16",
         "1 to 5 dimensions of at least 1"},
        {"tensor<64x0xf16, " BLOCKED ">", WGD_ERR_DOMAIN, "not a shape", "0xf16",
         "1 to 5 dimensions of at least 1"},
        {"tensor<64x!tt, " BLOCKED, WGD_ERR_SYNTAX, "the text does not parse",
         "the end of the text", "'>'"},
        {"tensor<64x!tt.ptr<f16", WGD_ERR_SYNTAX, "the text does not parse", "the end of the text",
         "','"},
        {"tensor<64x!tt.ptr<f16>>", WGD_ERR_SYNTAX, "the type has no layout", ">",
         "a layout behind the element type"},
        {"tensor<64x64x16, " BLOCKED ">", WGD_ERR_SYNTAX, "the text does not parse", ",", "'x'"},
        {"tensor<64x64xF16, " BLOCKED ">", WGD_ERR_SYNTAX, "not an element type", "F16",
         "f16, bf16, f8E4M3FN, i8, ..."},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64x64y>", WGD_ERR_SYNTAX, "the text does not parse",
         "y", "'>'"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64>", WGD_ERR_DOMAIN, "a view of a part of a buffer",
         "64", "the type of the whole buffer: the layout is that of the buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 32x64>", WGD_ERR_DOMAIN,
         "a view of a part of a buffer", "32x64",
         "the type of the whole buffer: the layout is that of the buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 64x32>", WGD_ERR_DOMAIN,
         "a view of a part of a buffer", "64x32",
         "the type of the whole buffer: the layout is that of the buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 9x64x32>", WGD_ERR_DOMAIN,
         "a view of a part of a buffer", "9x64x32",
         "the type of the whole buffer: the layout is that of the buffer"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, 0x64x64>", WGD_ERR_DOMAIN, "not a shape", "0x64x64",
         "1 to 5 dimensions of at least 1"},
        {"!ttg.memdesc<64x64xf16, " NVMMA "}>, #>", WGD_ERR_SYNTAX, "the text does not parse", "#",
         "a memory space, mutable, or a shape"},
        {"#b = " BLOCKED "\n(tensor<64x64xf16>) #b", WGD_ERR_SYNTAX, "something follows", "(tensor",
         "the end of the text"},
        {BLOCKED " 64 t", WGD_ERR_SYNTAX, "something follows", "t", "the end of the text"},
        {BLOCKED " 64 !", WGD_ERR_SYNTAX, "something follows", "!", "the end of the text"},
        {BLOCKED " 64x", WGD_ERR_SYNTAX, "the text does not parse", "the end of the text",
         "a number"},
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
        {"(tensor<64x64xf16, " BLOCKED ">)", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16,#b>", 2, 16, "f16", 1},
        {"#b1 = #ttg.slice\n#b = " BLOCKED "\n#b2 = #c\n tensor<64x64xf16, #b>", 2, 16, "f16", 1},
        {"#A_9Zaz0$ = " BLOCKED "\n tensor<64x64xf16, #A_9Zaz0$>", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16, #b> densor<8x8xf16, #b>", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16, #b> tensor<8x8xf16#b>", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16, #b> tensor<8x8xf16, 1>", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\ntensor<64x64xf16, #b> tensor<8x8xf16\n", 2, 16, "f16", 1},
        {"#b = " BLOCKED "\n(tensor<64x64xf16, #b>, tensor<8x8xf16>), #b", 2, 16, "f16", 1},
        {"%b = 1\n#b = " BLOCKED "\n tensor<64x64xf16, #b>", 2, 16, "f16", 1},
        {"tensor<64x 64xf16 , " BLOCKED " >", 2, 16, "f16", 1},
        {"tensor<9x99xf16, " BLOCKED ">", 2, 16, "f16", 1},
        {BLOCKED " 90", 1, 0, "", 1},
        {"tensor<64xf16, " BLOCKED ">", 1, 16, "f16", 1},
        {"tensor<64x64xaz8, " BLOCKED ">", 2, 8, "az8", 1},
        {"tensor<64x64xi12, " BLOCKED ">", 2, 12, "i12", 1},
        {"tensor<64x64xf8E4M3FN_901234, " BLOCKED ">", 2, 8, "f8E4M3FN_901234", 1},
        {"tensor<64x64xf8E4M3FN_9012345, " BLOCKED ">", 2, 8, "", 1},
        {"tensor<2x64x64xf16, " BLOCKED ">", 3, 16, "f16", 1},
        {"!triton_gpu.memdesc<64x64xf16, " NVMMA "}>>", 2, 16, "f16", 1},
        {"!tt.memdesc<64x64xf16, " NVMMA "}>, #ttg.shared_memory, mutable, 64x64>", 2, 16, "f16",
         1},
        {"#b = " NVMMA "}>\n%1 : !tt.memdesc<5x64x64xf16, #b>", 2, 16, "f16", 5},
        {"!ttg.memdesc<3x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order "
         "= "
         "[0]}>>",
         1, 16, "f16", 3},
        {"!ttg.memdesc<3x64x32xf16, #ttng.tensor_memory_scales_encoding<>>", 2, 16, "f16", 3},
        {"!ttg.memdesc<3x64x32xf16, " TMEM "64, blockN = 32>>", 2, 16, "f16", 3},
        {"!ttg.memdesc<2xf16, #ttg.shared_linear<{offset = []}>>", 1, 16, "f16", 1},
        {"!ttg.memdesc<2x4xf16, #ttg.shared_linear<{offset = []}, alignment = 16>, #smem>", 2, 16,
         "f16", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_triton_type t;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        if (parse(rows[i].text, &t, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s, want %s", rows[i].text, d.what, d.got, d.want);
        }
        assert_int_equal(t.rank, rows[i].rank);
        assert_int_equal(t.elem_bits, rows[i].bits);
        assert_string_equal(t.elem, rows[i].elem);
        assert_int_equal(t.buffers, rows[i].buffers);
    }
    /* Of a row of buffers the shape of one is left. */
    wgd_triton_type t;
    assert_int_equal(parse("!ttg.memdesc<3x16x8x4x32xf16, " NVMMA ", rank = 4}>>", &t, NULL),
                     WGD_OK);
    assert_int_equal(t.rank, 4);
    assert_int_equal(t.buffers, 3);
    static const int64_t of_one[] = {16, 8, 4, 32};
    assert_memory_equal(t.shape, of_one, sizeof of_one);
}

/* Nothing beyond the text is looked at. */
static bool looks(const char *text)
{
    const size_t len = strlen(text);
    char *exact = malloc(len + 1);
    assert_non_null(exact);
    memcpy(exact + 1, text, len);
    const bool yes = wgd_triton_looks(exact + 1, len);
    free(exact);
    return yes;
}

static void looks_like_it(void **state)
{
    static const char *const yes[] = {" \r\n\t%0 = x", "#", "!t", "%", "tensor<4", "tensor<"};
    static const char *const no[] = {"", "  ", "tensor", "t", "densor<4", "64:1", "x#", "64:1 #"};
    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        assert_true(looks(yes[i]));
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        assert_false(looks(no[i]));
    }
}

/* Every field of the table in every attribute: those that it has, and no others. */
static void fields_of_attributes(void **state)
{
    static const char *const names[] = {
#define WGD_X(sym, name, value) name,
        WGD_TRITON_FIELDS(WGD_X)
#undef WGD_X
    };
#define CLUSTER " CTAsPerCGA CTASplitNum CTAOrder CGALayout "
    static const struct {
        const char *open, *has;
    } rows[] = {
        {"#ttg.blocked<{", " sizePerThread threadsPerWarp warpsPerCTA order" CLUSTER},
        {"#ttg.nvidia_mma<{", " versionMajor versionMinor warpsPerCTA instrShape" CLUSTER},
        {"#ttg.linear<{", " register lane warp block "},
        {"#ttg.swizzled_shared<{", " vec perPhase maxPhase order" CLUSTER},
        {"#ttg.nvmma_shared<{",
         " swizzlingByteWidth transposed elementBitWidth fp4Padded rank" CLUSTER},
        {"#ttg.shared_linear<{", " offset block alignment "},
        {"#ttng.tensor_memory_encoding<",
         " blockM blockN colStride unpacked CTASplitM CTASplitN twoCTAs "},
        {"#ttng.tensor_memory_scales_encoding<", " CTASplitM CTASplitN "},
        {"#ttg.dot_op<{", " opIdx parent kWidth "},
        {"#ttg.slice<{", " dim parent "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int f = 0; f < WGD_TRITON_FIELD_COUNT; f++) {
            char text[128], word[64];
            wgd_triton_type t;
            wgd_diag d = unfilled();
            (void)snprintf(text, sizeof text, "%s%s = ?", rows[i].open, names[f]);
            (void)snprintf(word, sizeof word, " %s ", names[f]);
            assert_int_not_equal(parse(text, &t, &d), WGD_OK);
            assert_string_equal(d.got, strstr(rows[i].has, word) ? "?" : names[f]);
        }
    }
}

/* A name may stand for a name: up to eight of them. */
static void names_of_names(void **state)
{
    static const char chain[] = "#a = #b\n#b = #c\n#c = #d\n#d = #e\n#e = #f\n#f = #g\n#g = #h\n"
                                "#h = " BLOCKED "\n";
    char text[512];
    wgd_triton_type t;
    wgd_triton_layout l;
    (void)state;
    (void)snprintf(text, sizeof text, "%stensor<64x64xf16, #a>", chain);
    assert_int_equal(read_text(text, &t, &l, NULL), WGD_OK);
    assert_int_equal(t.attr.rank, 2);
    (void)snprintf(text, sizeof text, "#z = #a\n%stensor<64x64xf16, #z>", chain);
    wgd_diag d = unfilled();
    assert_int_equal(read_text(text, &t, &l, &d), WGD_ERR_VALUE);
    assert_string_equal(d.what, "a name without its definition");
    assert_string_equal(d.got, "#h");
    /* One name in one attribute, wherever it stands. */
    assert_int_equal(read_text("#p = " BLOCKED "\n#s = #ttg.slice<{dim = 0, parent = #p}>\n"
                               "%1 = tt.load : tensor<64xf16, #s>",
                               &t, &l, NULL),
                     WGD_OK);
    assert_int_equal(t.attr.wraps, 1);
    assert_int_equal(t.attr.wrap[0].kind, WGD_TRITON_SLICE);
    assert_int_equal(l.rank, 1);
}

/* ---- as Triton prints it ----------------------------------------------------------------------- */

/* What an attribute says, and how it is printed; NULL: just so. */
static void printed(void **state)
{
#define VERSION "#ttg.nvidia_mma<{versionMajor = 2, "
    static const struct {
        const char *text, *again;
    } rows[] = {
        {BLOCKED, NULL},
        {MMA, NULL},
        {NVMMA ", elementBitWidth = 16}>", NULL},
        {NVMMA ", elementBitWidth = 8, fp4Padded = true}>", NULL},
        {NVMMA ", elementBitWidth = 8, fp4Padded = false}>", NVMMA ", elementBitWidth = 8}>"},
        {NVMMA ", elementBitWidth = 16, rank = 1}>", NULL},
        {NVMMA ", elementBitWidth = 16, rank = 3}>", NULL},
        {NVMMA ", elementBitWidth = 16, rank = 5}>", NULL},
        {NVMMA ", rank = 2}>", NVMMA ", elementBitWidth = 16}>"},
        {"#triton_gpu.nvmma_shared<{swizzlingByteWidth = 128}>", NVMMA ", elementBitWidth = 16}>"},
        {NVMMA ", elementBitWidth = 16, CGALayout = []}>", NVMMA ", elementBitWidth = 16}>"},
        {NVMMA ", elementBitWidth = 16, CGALayout = [[0, 1], [1, 0]]}>", NULL},
        {NVMMA ", elementBitWidth = 16, CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, "
               "0]}>",
         NVMMA ", elementBitWidth = 16}>"},
        {NVMMA ", elementBitWidth = 16, CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [1, "
               "0]}>",
         NULL},
        {NVMMA ", elementBitWidth = 16, CTAsPerCGA = [1, 2], CTASplitNum = [1, 1], CTAOrder = [1, "
               "0]}>",
         NULL},
        {VERSION "warpsPerCTA = [4, 1], instrShape = [16, 8]}>",
         VERSION "versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"},
        {VERSION
         "versionMinor = 1, warpsPerCTA = [4, 1], CTAsPerCGA = [2, 1], instrShape = [16, 8]}>",
         NULL},
        {"#ttg.swizzled_shared<{order = [1, 0], maxPhase = 8, perPhase = 1, vec = 4}>",
         "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>"},
        {"#ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = [[2, 0]]}>",
         "#ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = [[2, 0]], block = []}>"},
        {"#ttg.linear<{register = [], lane = [[1]], warp = [], block = [[2], [4]]}>", NULL},
        {"#ttg.shared_linear<{offset = [[1], [2]]}, alignment = 32>", NULL},
        {"#ttg.shared_linear<{offset = [[1], [2]], block = [[4]]}, alignment = 16>", NULL},
        {"#ttg.shared_linear<{offset = [[1]], block = []}>",
         "#ttg.shared_linear<{offset = [[1]], block = []}, alignment = 16>"},
        {TMEM "128, blockN = 64, colStride = 1>", NULL},
        {"#triton_nvidia_gpu.tensor_memory_encoding<blockM = 64, blockN = 64, unpacked = true>",
         TMEM "64, blockN = 64, unpacked = true>"},
        {TMEM "64, blockN = 64, unpacked = false>", NULL},
        {TMEM "64, blockN = 64, colStride = 2, CTASplitM = 2, CTASplitN = 4, twoCTAs = true>",
         NULL},
        {TMEM "64, blockN = 64, colStride = 2, CTASplitM = 1, CTASplitN = 1, twoCTAs = false>",
         TMEM "64, blockN = 64, colStride = 2>"},
        {"#ttng.tensor_memory_scales_encoding<>", NULL},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 2, CTASplitN = 2>", NULL},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 1, CTASplitN = 1>",
         "#ttng.tensor_memory_scales_encoding<>"},
        {"#ttg.dot_op<{opIdx = 1, parent = " MMA ", kWidth = 2}>", NULL},
        {"#ttg.dot_op<{opIdx = 0, parent = " BLOCKED "}>", NULL},
        {"#ttg.slice<{dim = 1, parent = " BLOCKED "}>", NULL},
        {"#triton_gpu.slice<{dim = 0, parent = #triton_gpu.slice<{parent = #ttg.dot_op<{opIdx = 0, "
         "parent = " MMA ", kWidth = 8}>, dim = 2}>}>",
         "#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #ttg.dot_op<{opIdx = 0, "
         "parent = " MMA ", kWidth = 8}>}>}>"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char again[512];
        wgd_triton_type t;
        wgd_diag d = unfilled();
        if (parse(rows[i].text, &t, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s, want %s", rows[i].text, d.what, d.got, d.want);
        }
        wgd_text w = wgd_text_into(again, sizeof again);
        wgd_put_triton_attr(&w, &t.attr);
        wgd_text_end(&w);
        assert_string_equal(again, rows[i].again ? rows[i].again : rows[i].text);
    }
}

/* The fields as a caller sees them: a number is one, also where it is filled in. */
static void fields(void **state)
{
    wgd_triton_type t;
    (void)state;
    memset(&t, 0x5a, sizeof t);
    assert_int_equal(
        parse("#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true}>", &t, NULL), WGD_OK);
    assert_int_equal(t.attr.kind, WGD_TRITON_NVMMA_SHARED);
    assert_int_equal(t.attr.rank, 2);
    assert_int_equal(t.attr.wraps, 0);
    assert_int_equal(t.rank, 0);
    assert_int_equal(t.elem_bits, 0);
    assert_string_equal(t.elem, "");
    assert_int_equal(t.buffers, 1);
    for (int f = 0; f < WGD_TRITON_FIELD_COUNT; f++) {
        const wgd_triton_value *v = &t.attr.field[f];
        const int want = f == WGD_TRITON_F_SWIZZLING_BYTE_WIDTH ? 64
                         : f == WGD_TRITON_F_TRANSPOSED         ? 1
                         : f == WGD_TRITON_F_ELEMENT_BIT_WIDTH  ? 16
                                                                : -1;
        assert_int_equal(v->n, want >= 0);
        assert_true(want < 0 || v->v[0] == want);
    }
    assert_int_equal(
        parse("#ttg.linear<{register = [], lane = [[1, 0, 0]], warp = [], block = [[4, 5, "
              "6]]}>",
              &t, NULL),
        WGD_OK);
    assert_int_equal(t.attr.rank, 3);
    assert_int_equal(t.attr.in[0].n, 0);
    assert_int_equal(t.attr.in[1].n, 1);
    assert_int_equal(t.attr.in[2].n, 0);
    assert_int_equal(t.attr.in[3].n, 1);
    assert_int_equal(t.attr.in[3].v[0][2], 6);
    assert_int_equal(t.attr.cga.n, 0);
    assert_int_equal(t.attr.field[WGD_TRITON_F_BLOCK].n, 1);
    assert_int_equal(parse("#ttng.tensor_memory_scales_encoding<>", &t, NULL), WGD_OK);
    assert_int_equal(t.attr.rank, 2);
    assert_int_equal(parse(TMEM "128, blockN = 8>", &t, NULL), WGD_OK);
    assert_int_equal(t.attr.rank, 2);
    assert_int_equal(parse("#ttg.shared_linear<{offset = []}>", &t, NULL), WGD_OK);
    assert_int_equal(t.attr.rank, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),          cmocka_unit_test(odd_spellings),
        cmocka_unit_test(looks_like_it),  cmocka_unit_test(fields_of_attributes),
        cmocka_unit_test(names_of_names), cmocka_unit_test(printed),
        cmocka_unit_test(fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
