/* SPDX-License-Identifier: MIT
 *
 * Which layouts of Triton's are refused: which error, what it says, what was got and wanted; and those that come
 * close and have one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "triton_text.h"

#define ZEROS "[0], [0], [0], [0], [0], [0], [0], [0]"

static void layouts_of_registers(void **state)
{
    static const refusal rows[] = {
        {"#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
         "order = [1, 1]}> 64x64",
         WGD_ERR_DOMAIN, "order is no order of the dimensions", "0", "each dimension once"},
        {"#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
         "order = [2, 0]}> 64x64",
         WGD_ERR_DOMAIN, "order is no order of the dimensions", "0", "each dimension once"},
        {"#ttg.blocked<{sizePerThread = [1, 3], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
         "order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "a size of the layout is no power of two", "3", "powers of two"},
        {"#ttg.blocked<{sizePerThread = [1, 536870912], threadsPerWarp = [8, 4], warpsPerCTA = [4, "
         "1], order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "the layout is too large", "1073741824", "powers of two"},
        {"#ttg.blocked<{sizePerThread = [256, 256, 256, 256, 256], threadsPerWarp = [1, 1, 1, 1, "
         "1], warpsPerCTA = [1, 1, 1, 1, 1], order = [4, 3, 2, 1, 0]}> 1x1x1x1x1",
         WGD_ERR_DOMAIN, "more than 32 bits of one index", "32", "powers of two"},
        {BLOCKED " 64x64x64x64x64x64", WGD_ERR_LIMIT, "not a shape", "64",
         "1 to 5 dimensions of at least 1"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4], instrShape = [16, 8]}> 64",
         WGD_ERR_DOMAIN, "not a matrix", "1", "2 or more dimensions"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8, 8, 8]}> "
         "64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [4, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "4", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 4]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [0, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "0", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 0]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 3, warpsPerCTA = [4, 1], instrShape = [16, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "instrShape = [16, N, K]"},
        {"#ttg.dot_op<{opIdx = 2, parent = " BLOCKED "}> 64x64", WGD_ERR_DOMAIN,
         "not an operand of a product", "2", "opIdx 0 or 1, of a matrix"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = "
         "[32], warpsPerCTA = [4], order = [0]}>}> 64",
         WGD_ERR_DOMAIN, "not an operand of a product", "0", "opIdx 0 or 1, of a matrix"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = "
         "[8, 4], warpsPerCTA = [4, 1], order = [0, 0]}>}> 64x64",
         WGD_ERR_DOMAIN, "order is no order of the dimensions", "0", "each dimension once"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.linear<{register = [[0, 1]], lane = [], warp = "
         "[]}>, kWidth = 2}> 1x2",
         WGD_ERR_DOMAIN, "no product has this layout", "0", "parent nvidia_mma or blocked"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 4, warpsPerCTA = [4, "
         "1], instrShape = [16, 8]}>, kWidth = 2}> 64x64",
         WGD_ERR_DOMAIN, "no tensor core of this version has such a layout", "4",
         "versionMajor 2 (mma.sync) or 3 (wgmma)"},
        {"#ttg.dot_op<{opIdx = 0, parent = " MMA "}> 64x64", WGD_ERR_DOMAIN,
         "the operand of a tensor core has a kWidth", "0", "1, 2, 4 or 8"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.dot_op<{opIdx = 0, parent = " BLOCKED "}>}> 64x64",
         WGD_ERR_DOMAIN, "dot_op stands around another one", "0",
         "parent = #ttg.nvidia_mma or #ttg.blocked"},
        {"#ttg.slice<{dim = 3, parent = " BLOCKED "}> 64", WGD_ERR_DOMAIN,
         "the parent has no such dimension", "3", "dim from 0 to the rank"},
        {"#ttg.slice<{dim = 0, parent = " BLOCKED "}> 2x2x2x2x2", WGD_ERR_DOMAIN,
         "the parent has no such dimension", "0", "dim from 0 to the rank"},
        {"#ttg.slice<{dim = 0, parent = " BLOCKED "}> 64x64", WGD_ERR_DOMAIN,
         "the layout is for another number of dimensions", "3",
         "as many as the lists of the attribute have"},
        {"#ttg.nvidia_mma<{versionMajor = 3, warpsPerCTA = [4, 1], instrShape = [1, 16, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "1", "instrShape = [16, N, K]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [1, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "1", "instrShape = [16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [1, 1, 16, 8]}> "
         "64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "1", "instrShape = [16, 8]"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, "
         "1], "
         "instrShape = [16, 8]}>, kWidth = 3}> 64x64",
         WGD_ERR_DOMAIN, "a size of the layout is no power of two", "3", "powers of two"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [3, 8], threadsPerWarp = "
         "[8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}> 64x64",
         WGD_ERR_DOMAIN, "a size of the layout is no power of two", "3", "powers of two"},
        {"#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = "
         "[0]}> "
         "64x64",
         WGD_ERR_DOMAIN, "the layout is for another number of dimensions", "2",
         "as many as the lists of the attribute have"},
        {"tensor<2x64x64xf16, " BLOCKED ">", WGD_ERR_DOMAIN,
         "the layout is for another number of dimensions", "3",
         "as many as the lists of the attribute have"},
        {"#ttg.linear<{register = [" ZEROS ", " ZEROS ", " ZEROS ", " ZEROS
         "], lane = [], warp = []}> "
         "2",
         WGD_ERR_DOMAIN, "more than 32 bits of one index", "32", "powers of two"},
        {"#ttg.slice<{dim = 2, parent = " BLOCKED "}> 64", WGD_ERR_DOMAIN,
         "the parent has no such dimension", "2", "dim from 0 to the rank"},
    };
    (void)state;
    EXPECT(rows);
}

/* What is said of a shape, which stands in no text. */
static void shapes(void **state)
{
    static const char *const pads = "Triton's tensors are padded to them";
    static const char *const bits = "a dimension of the tensor is no power of two";
    static const struct {
        int64_t shape[WGD_TRITON_RANK];
        int rank;
        wgd_status status;
        const char *what, *got, *want, *hint;
    } rows[] = {
        {{0, 64}, 2, WGD_ERR_DOMAIN, bits, "0", "powers of two up to 2^30", pads},
        {{64, -64}, 2, WGD_ERR_DOMAIN, bits, "-64", "powers of two up to 2^30", pads},
        {{64, 96}, 2, WGD_ERR_DOMAIN, bits, "96", "powers of two up to 2^30", pads},
        {{INT64_C(1) << 31, 1},
         2,
         WGD_ERR_DOMAIN,
         bits,
         "2147483648",
         "powers of two up to 2^30",
         pads},
        {{1 << 15, 1 << 16},
         2,
         WGD_ERR_LIMIT,
         "the tensor is too large",
         "2147483648",
         "at most 2^30 elements",
         ""},
        {{2, 2},
         6,
         WGD_ERR_VALUE,
         "the layout needs a shape",
         "more than 5 dimensions",
         "the shape of the tensor, as 128x64",
         "give the type, tensor<128x64xf16, #ttg...>, or the shape behind the attribute"},
        {{2, 2},
         0,
         WGD_ERR_VALUE,
         "the layout needs a shape",
         "",
         "the shape of the tensor, as 128x64",
         "give the type, tensor<128x64xf16, #ttg...>, or the shape behind the attribute"},
    };
    static const char *const shapeless[] = {
        BLOCKED, "#ttg.linear<{register = [], lane = [], warp = []}>",
        "#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [[0, 1]], lane = [], warp = []}>}>"};
    wgd_triton_type t;
    wgd_triton_layout l;
    (void)state;
    assert_int_equal(wgd_triton_parse(BLOCKED, strlen(BLOCKED), &t, NULL), WGD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_diag d = unfilled();
        assert_int_equal(wgd_triton_layout_of(&t.attr, rows[i].shape, rows[i].rank, &l, &d),
                         rows[i].status);
        said(&d, rows[i].status, "shape", rows[i].what, rows[i].got, rows[i].want);
        hinted(&d, rows[i].hint);
    }
    for (size_t i = 0; i < sizeof shapeless / sizeof shapeless[0]; i++) {
        wgd_diag d = unfilled();
        assert_int_equal(read_text(shapeless[i], &t, &l, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "shape", rows[6].what, "", rows[6].want);
        hinted(&d, rows[6].hint);
    }
    /* The largest, in one dimension and in two. */
    assert_int_equal(read_text(BLOCKED " 1073741824x1", &t, &l, NULL), WGD_OK);
    assert_int_equal(l.shape[0], 1 << 30);
    assert_int_equal(read_text(BLOCKED " 32768x32768", &t, &l, NULL), WGD_OK);
}

/* Bases without a shape are of a tensor, too. */
static void shapes_of_bases(void **state)
{
    wgd_triton_type t;
    wgd_triton_layout l;
    (void)state;
    wgd_diag d = unfilled();
    assert_int_equal(
        read_text("#ttg.linear<{register = [[1, 0, 0], [0, 32768, 0]], lane = [[32768, 0, 4]], "
                  "warp = []}>",
                  &t, &l, &d),
        WGD_ERR_LIMIT);
    said(&d, WGD_ERR_LIMIT, "shape", "the tensor is too large", "4294967296",
         "at most 2^30 elements");
    d = unfilled();
    assert_int_equal(
        read_text("#ttg.shared_linear<{offset = [[1, 0], [1, 1073741824]]}>", &t, &l, &d),
        WGD_ERR_DOMAIN);
    said(&d, WGD_ERR_DOMAIN, "shape", "a dimension of the tensor is no power of two", "2147483648",
         "powers of two up to 2^30");
    assert_int_equal(read_text("#ttg.shared_linear<{offset = [[536870912]]}>", &t, &l, NULL),
                     WGD_OK);
    assert_int_equal(l.shape[0], 1 << 30);
}

static void layouts_of_shared_memory(void **state)
{
    static const refusal rows[] = {
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 1]}> 64x64",
         WGD_ERR_DOMAIN, "order is no order of the dimensions", "1", "each dimension once"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [3, 0]}> 64x64",
         WGD_ERR_DOMAIN, "order is no order of the dimensions", "3", "each dimension once"},
        {"#ttg.swizzled_shared<{vec = 0, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "vec, perPhase and maxPhase count from 1", "0", "at least 1"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 0, maxPhase = 8, order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "vec, perPhase and maxPhase count from 1", "0", "at least 1"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 0, order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "vec, perPhase and maxPhase count from 1", "0", "at least 1"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64",
         WGD_ERR_DOMAIN, "the layout is for another number of dimensions", "1",
         "as many as the attribute has"},
        {NVMMA ", elementBitWidth = 0}> 64x64", WGD_ERR_DOMAIN, "no element is that wide", "0",
         "elementBitWidth 8, 16, 32 or 64"},
        {NVMMA ", elementBitWidth = 24}> 64x64", WGD_ERR_DOMAIN, "no element is that wide", "24",
         "elementBitWidth 8, 16, 32 or 64"},
        {NVMMA ", elementBitWidth = 8}> 128x64", WGD_ERR_DOMAIN,
         "the contiguous side is shorter than the swizzle", "64",
         "at least swizzlingByteWidth bytes"},
        {NVMMA ", elementBitWidth = 16, rank = 1}> 64", WGD_ERR_DOMAIN,
         "the tensor is smaller than the swizzle's atom", "1", "at least 8 rows"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 16}> 64x64", WGD_ERR_DOMAIN,
         "no swizzle is that wide", "16", "swizzlingByteWidth 0, 32, 64 or 128"},
        {"#ttg.shared_linear<{offset = [[0, 1]]}, alignment = 16> 1x4", WGD_ERR_DOMAIN,
         "the bases cover another shape", "2", "the shape of the tensor"},
        {NVMMA "}> 4x64", WGD_ERR_DOMAIN, "the tensor is smaller than the swizzle's atom", "4",
         "at least 8 rows"},
        {"#ttg.slice<{dim = 0, parent = " NVMMA "}>}> 64", WGD_ERR_DOMAIN,
         "a layout of shared memory has no slices and operands", "1",
         "#ttg.slice and #ttg.dot_op of a layout of registers"},
        {"#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16> 4x2", WGD_ERR_DOMAIN,
         "the bases cover another shape", "2", "the shape of the tensor"},
    };
    wgd_triton_type t;
    wgd_triton_layout l;
    wgd_diag d;
    (void)state;
    EXPECT(rows);
    /* One dimension, and three: rows of a swizzle are there from two on. */
    assert_int_equal(
        read_text("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0]}> 64", &t,
                  &l, &d),
        WGD_OK);
    assert_int_equal(l.in[0].n, 6);
    assert_int_equal(l.in[0].v[5][0], 32);
    assert_int_equal(read_text("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = "
                               "[2, 1, 0]}> 4x8x16",
                               &t, &l, &d),
                     WGD_OK);
    assert_int_equal(l.in[0].n, 9);
    assert_int_equal(l.in[0].v[8][0], 2);
    /* What no text can say, a caller can: no dimension, and one before the first. */
    t.attr.field[WGD_TRITON_F_ORDER].v[1] = -1;
    assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.what, "order is no order of the dimensions");
    t.attr.field[WGD_TRITON_F_ORDER].v[1] = 1;
    t.attr.rank = 0;
    assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.what, "order is no order of the dimensions");
    /* Padding of fp4 is 8 elements behind each 8, with Triton also where they are said to be of 16 bits. */
    static const int32_t padded[][2] = {{0, 1},  {0, 2}, {0, 4}, {0, 0}, {0, 8},
                                        {0, 16}, {1, 0}, {2, 8}, {4, 16}};
    assert_int_equal(
        read_text(NVMMA ", elementBitWidth = 16, fp4Padded = true}> 64x64", &t, &l, &d), WGD_OK);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(l.in[0].v[i][0], padded[i][0]);
        assert_int_equal(l.in[0].v[i][1], padded[i][1]);
    }
    /* fp4Padded = false is as if it were not said. */
    wgd_triton_layout padless;
    assert_int_equal(read_text(NVMMA ", fp4Padded = false}> 64x64", &t, &l, &d), WGD_OK);
    assert_int_equal(read_text(NVMMA "}> 64x64", &t, &padless, &d), WGD_OK);
    assert_int_equal(l.in[0].n, 12);
    assert_int_equal(padless.in[0].n, 12);
    assert_memory_equal(l.in[0].v, padless.in[0].v, 12 * sizeof l.in[0].v[0]);
    t.attr.field[WGD_TRITON_F_FP4_PADDED].v[0] = 1;
    assert_int_equal(t.attr.field[WGD_TRITON_F_FP4_PADDED].n, 0);
    assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_OK);
    assert_int_equal(l.in[0].n, 12);
}

static void layouts_of_tensor_memory(void **state)
{
    static const refusal rows[] = {
        {TMEM "128, blockN = 64> 128x64x2", WGD_ERR_DOMAIN, "tensor memory holds matrices", "3",
         "two dimensions"},
        {"#ttg.slice<{dim = 0, parent = " TMEM "128, blockN = 64>}> 128x64", WGD_ERR_DOMAIN,
         "tensor memory holds matrices", "2", "two dimensions"},
        {TMEM "128, blockN = 64> 64x32", WGD_ERR_DOMAIN,
         "the tensor is smaller than the block of the instruction", "64", "powers of two"},
        {TMEM "64, blockN = 64, colStride = 3> 64x64", WGD_ERR_DOMAIN,
         "a size of the layout is no power of two", "3", "powers of two"},
        {TMEM "128, blockN = 64, CTASplitM = 0> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "0",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {TMEM "128, blockN = 64, CTASplitN = 0> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "0",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {TMEM "128, blockN = 64, CTASplitM = 256> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "256",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {TMEM "128, blockN = 64, CTASplitN = 128> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "128",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {TMEM "64, blockN = 64, CTASplitM = 2, twoCTAs = true, colStride = 3> 128x64",
         WGD_ERR_DOMAIN, "a size of the layout is no power of two", "3", "powers of two"},
        {TMEM "128, blockN = 16, CTASplitN = 3> 128x64", WGD_ERR_DOMAIN,
         "a size of the layout is no power of two", "3", "powers of two"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 3> 256x4", WGD_ERR_DOMAIN,
         "a size of the layout is no power of two", "3", "powers of two"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitN = 3> 256x4", WGD_ERR_DOMAIN,
         "a size of the layout is no power of two", "3", "powers of two"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 0> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "0",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitN = 0> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "0",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 256> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "256",
         "CTASplitM and CTASplitN from 1 up to the shape"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitN = 128> 128x64", WGD_ERR_DOMAIN,
         "the cluster splits the tensor into more parts than it has", "128",
         "CTASplitM and CTASplitN from 1 up to the shape"},
    };
    (void)state;
    EXPECT(rows);
}

/* A linear layout smaller than the tensor is repeated by registers, one larger is cut. */
static void linear_and_its_shape(void **state)
{
    wgd_triton_type t;
    wgd_triton_layout l;
    wgd_diag d;
    (void)state;
#define LINEAR "#ttg.linear<{register = [[0, 1], [0, 4]], lane = [[0, 2], [1, 0]], warp = []}> "
    assert_int_equal(read_text(LINEAR, &t, &l, &d), WGD_OK);
    assert_int_equal(l.shape[0], 2);
    assert_int_equal(l.shape[1], 8);
    assert_int_equal(l.in[0].n, 2);
    assert_int_equal(read_text(LINEAR "4x8", &t, &l, &d), WGD_OK);
    assert_int_equal(l.in[0].n, 3);
    assert_int_equal(l.in[0].v[2][0], 2);
    assert_int_equal(read_text(LINEAR "2x4", &t, &l, &d), WGD_OK);
    assert_int_equal(l.in[0].n, 1);
    assert_int_equal(l.in[0].v[0][1], 1);
    assert_int_equal(l.in[1].n, 2);
    assert_int_equal(read_text("#ttg.linear<{register = [[1, 0], [4, 0], [8, 0]], lane = [[2, 0]], "
                               "warp = []}> 4x1",
                               &t, &l, &d),
                     WGD_OK);
    assert_int_equal(l.in[0].n, 1);
    assert_int_equal(l.in[0].v[0][0], 1);
    assert_int_equal(read_text("#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}> 2x2", &t, &l, &d),
                     WGD_OK);
    /* A layout of shared memory has two indices, whatever lies behind them. */
    t.attr.in[2].n = 1;
    t.attr.in[2].v[0][0] = 8;
    assert_int_equal(wgd_triton_layout_of(&t.attr, NULL, 0, &l, &d), WGD_OK);
    assert_int_equal(l.ins, 2);
    assert_int_equal(l.shape[0], 2);
    assert_int_equal(read_text("#ttg.shared_linear<{offset = []}> 1x1", &t, &l, &d), WGD_OK);
    assert_int_equal(l.in[0].n, 0);
}

/* The M and N of an mma.sync stand behind a 1 for a batch, or before a K. */
static void shapes_of_instructions(void **state)
{
    static const char *const texts[] = {"[16, 8]", "[1, 16, 8]", "[16, 8, 16]"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_diag d;
        char text[160];
        wgd_text w = wgd_text_into(text, sizeof text);
        wgd_put_str(&w, "#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = ");
        wgd_put_str(&w, texts[i]);
        wgd_put_str(&w, "}> 16x8");
        wgd_text_end(&w);
        assert_int_equal(read_text(text, &t, &l, &d), WGD_OK);
        assert_int_equal(l.in[0].n, 2);
        assert_int_equal(l.in[0].v[1][0], 8);
        assert_int_equal(l.in[1].n, 5);
        /* A caller can leave it out, or cut it, a text cannot. */
        t.attr.field[WGD_TRITON_F_INSTR_SHAPE].n = 1;
        t.attr.field[WGD_TRITON_F_INSTR_SHAPE].v[0] = 16;
        t.attr.field[WGD_TRITON_F_INSTR_SHAPE].v[1] = 8;
        assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
        t.attr.field[WGD_TRITON_F_INSTR_SHAPE].n = 0;
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
        assert_string_equal(d.got, "0");
    }
}

/* As many bases as there is room for. */
static void full(void **state)
{
#define ALL_ZERO  ZEROS ", " ZEROS ", " ZEROS ", " ZEROS
#define PAIRS     "[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]"
#define ALL_PAIRS PAIRS ", " PAIRS ", " PAIRS ", " PAIRS
    static const char *const texts[] = {
        "#ttg.linear<{register = [" ALL_ZERO "], lane = [" ALL_ZERO "], warp = [" ALL_ZERO
        "], block = [" ALL_ZERO "]}> 1",
        "#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [" ALL_PAIRS "], lane = [" ALL_PAIRS
        "], warp = [" ALL_PAIRS "], block = [" ALL_PAIRS "]}>}> 1",
        "#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = "
        "[1, "
        "1], warpsPerCTA = [1, 1], order = [1, 0], CGALayout = [" ALL_PAIRS "]}>}> 1x1"};
    static const int registers[] = {32, 0, 0}, blocks[] = {32, 32, 32};
    (void)state;
    for (int i = 0; i < 3; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        assert_int_equal(read_text(texts[i], &t, &l, NULL), WGD_OK);
        assert_int_equal(l.in[0].n, registers[i]);
        assert_int_equal(l.in[3].n, blocks[i]);
        assert_int_equal(l.shape[0], 1);
    }
}

/* One more: the blocks of a cluster, said both ways, and bases that a caller counts, of which no text has so many. */
static void overfull(void **state)
{
    static const refusal rows[] = {
        {"#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CTAsPerCGA = "
         "[2], CTASplitNum = [1], CTAOrder = [0], CGALayout = [" ALL_ZERO "]}> 64",
         WGD_ERR_DOMAIN, "more than 32 bits of one index", "32", "powers of two"}};
    static const char *const texts[] = {"#ttg.linear<{register = [" ALL_ZERO
                                        "], lane = [], warp = [], block = []}>",
                                        "#ttg.shared_linear<{offset = [" ALL_ZERO "]}>"};
    (void)state;
    expect(rows, 1);
    for (int i = 0; i < 2; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_diag d;
        assert_int_equal(read_text(texts[i], &t, &l, NULL), WGD_OK);
        t.attr.in[0].n = 33;
        assert_int_equal(wgd_triton_layout_of(&t.attr, NULL, 0, &l, &d), WGD_ERR_DOMAIN);
        assert_string_equal(d.what, "more than 32 bits of one index");
        assert_string_equal(d.got, "32");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_of_registers),
        cmocka_unit_test(shapes),
        cmocka_unit_test(shapes_of_bases),
        cmocka_unit_test(layouts_of_shared_memory),
        cmocka_unit_test(layouts_of_tensor_memory),
        cmocka_unit_test(linear_and_its_shape),
        cmocka_unit_test(shapes_of_instructions),
        cmocka_unit_test(full),
        cmocka_unit_test(overfull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
