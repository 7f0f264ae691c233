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

static void layouts_of_registers(void **state)
{
    static const refusal rows[] = {
        {"#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
         "order = [1, 1]}> 64x64",
         WGD_ERR_DOMAIN, "no order of the dimensions", "0", "each dimension once"},
        {"#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
         "order = [2, 0]}> 64x64",
         WGD_ERR_DOMAIN, "no order of the dimensions", "0", "each dimension once"},
        {"#ttg.blocked<{sizePerThread = [1, 3], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
         "order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "no power of two", "3", "powers of two"},
        {"#ttg.blocked<{sizePerThread = [1, 536870912], threadsPerWarp = [8, 4], warpsPerCTA = [4, "
         "1], order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "the layout is too large", "1073741824", "powers of two"},
        {"#ttg.blocked<{sizePerThread = [256, 256, 256, 256, 256], threadsPerWarp = [1, 1, 1, 1, "
         "1], warpsPerCTA = [1, 1, 1, 1, 1], order = [4, 3, 2, 1, 0]}> 1x1x1x1x1",
         WGD_ERR_DOMAIN, "more than 32 bits of one index", "32", "powers of two"},
        {BLOCKED " 64x64x64x64x64x64", WGD_ERR_LIMIT, "not a shape", "64", "1 to 5"},
        {BLOCKED " 1048576x2048", WGD_ERR_LIMIT, "the tensor is too large", "2147483648", "2^30"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4], instrShape = [16, 8]}> 64",
         WGD_ERR_DOMAIN, "not a matrix", "1", "2 or more dimensions"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "[16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [4, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "4", "[16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 4]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "[16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [0, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "0", "[16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 0]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "[16, 8]"},
        {"#ttg.nvidia_mma<{versionMajor = 3, warpsPerCTA = [4, 1], instrShape = [16, 8]}> 64x64",
         WGD_ERR_DOMAIN, "not the shape of an instruction", "16", "[16, N, K]"},
        {"#ttg.dot_op<{opIdx = 2, parent = " BLOCKED "}> 64x64", WGD_ERR_DOMAIN,
         "not an operand of a product", "2", "opIdx 0 or 1"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = "
         "[32], warpsPerCTA = [4], order = [0]}>}> 64",
         WGD_ERR_DOMAIN, "not an operand of a product", "0", "of a matrix"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = "
         "[8, 4], warpsPerCTA = [4, 1], order = [0, 0]}>}> 64x64",
         WGD_ERR_DOMAIN, "no order of the dimensions", "0", "each dimension once"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.linear<{register = [[0, 1]], lane = [], warp = "
         "[]}>, kWidth = 2}> 1x2",
         WGD_ERR_DOMAIN, "no product has this layout", "0", "nvidia_mma or blocked"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 4, warpsPerCTA = [4, "
         "1], instrShape = [16, 8]}>, kWidth = 2}> 64x64",
         WGD_ERR_DOMAIN, "this version", "4", "versionMajor 2"},
        {"#ttg.dot_op<{opIdx = 0, parent = " MMA "}> 64x64", WGD_ERR_DOMAIN, "has a kWidth", "0",
         "1, 2, 4 or 8"},
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.dot_op<{opIdx = 0, parent = " BLOCKED "}>}> 64x64",
         WGD_ERR_DOMAIN, "around another one", "0", "nvidia_mma or #ttg.blocked"},
        {"#ttg.slice<{dim = 3, parent = " BLOCKED "}> 64", WGD_ERR_DOMAIN,
         "the parent has no such dimension", "3", "dim from 0"},
        {"#ttg.slice<{dim = 0, parent = " BLOCKED "}> 2x2x2x2x2", WGD_ERR_DOMAIN,
         "the parent has no such dimension", "0", "dim from 0"},
        {"#ttg.slice<{dim = 0, parent = " BLOCKED "}> 64x64", WGD_ERR_DOMAIN,
         "another number of dimensions", "3", "as many as the lists"},
        {"#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [[0, 1]], lane = [], warp = []}>}>",
         WGD_ERR_VALUE, "needs a shape", "", "the shape of the tensor"},
        {"#ttg.linear<{register = [], lane = [], warp = []}>", WGD_ERR_VALUE, "needs a shape", "",
         "the shape of the tensor"},
    };
    (void)state;
    EXPECT(rows);
}

#define OLD_BLOCKED(cluster)                                                                       \
    "#triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], " \
    "order = [1, 0], " cluster "}> 64x64"

#define OLD_SWIZZLED(cluster)                                                                      \
    "#triton_gpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], " cluster   \
    "}> 64x64"

static void clusters(void **state)
{
    static const refusal rows[] = {
        {OLD_BLOCKED("CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [2, 0]"),
         WGD_ERR_DOMAIN, "CTAOrder is no order", "2", "powers of two"},
        {OLD_BLOCKED("CTAsPerCGA = [2, 1], CTASplitNum = [4, 1], CTAOrder = [1, 0]"),
         WGD_ERR_DOMAIN, "CTASplitNum does not divide", "4", "powers of two"},
        {OLD_BLOCKED("CTAsPerCGA = [2, 1], CTASplitNum = [0, 1], CTAOrder = [1, 0]"),
         WGD_ERR_DOMAIN, "no power of two", "0", "powers of two"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, rank = 2, CTAsPerCGA = "
         "[1, 2, 1]}> 64x64",
         WGD_ERR_DOMAIN, "another number of dimensions", "2", "as many as the attribute has"},
        /* More blocks than columns, of which none is left, and then a fault that is to be said. */
        {OLD_SWIZZLED("CTAsPerCGA = [3, 128]"), WGD_ERR_DOMAIN, "no power of two", "3",
         "powers of two"},
        {OLD_SWIZZLED("CTAsPerCGA = [1, 128], CTAOrder = [1, 5]"), WGD_ERR_DOMAIN,
         "CTAOrder is no order", "5", "powers of two"},
        {NVMMA ", CTAsPerCGA = [3, 128]}> 64x64", WGD_ERR_DOMAIN, "no power of two", "3",
         "powers of two"},
    };
    wgd_triton_type t;
    wgd_triton_layout l, same;
    wgd_diag d;
    (void)state;
    EXPECT(rows);
    /* Without an order the last dimension comes first, without a split all share. */
    const char *const counts = OLD_BLOCKED("CTAsPerCGA = [2, 2]");
    const char *const spelled =
        OLD_BLOCKED("CTAsPerCGA = [2, 2], CTASplitNum = [2, 2], CTAOrder = [1, 0]");
    assert_int_equal(read_text(counts, &t, &l, &d), WGD_OK);
    assert_int_equal(read_text(spelled, &t, &same, &d), WGD_OK);
    assert_int_equal(l.in[3].n, 2);
    assert_int_equal(same.in[3].n, 2);
    assert_memory_equal(l.in[3].v[0], same.in[3].v[0], 2 * sizeof l.in[3].v[0]);
    assert_int_equal(l.in[3].v[0][1], 32);
    assert_int_equal(l.in[3].v[1][0], 32);
    /* What no text can say, a caller can. */
    t.attr.field[WGD_TRITON_F_CTA_ORDER].v[0] = -1;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.got, "-1");
    t.attr.field[WGD_TRITON_F_CTA_ORDER].v[0] = 1;
    t.attr.field[WGD_TRITON_F_CTAS_PER_CGA].n = 3;
    assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.what, "CTAsPerCGA is for another number of dimensions");
}

static void layouts_of_shared_memory(void **state)
{
    static const refusal rows[] = {
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 1]}> 64x64",
         WGD_ERR_DOMAIN, "no order of the dimensions", "1", "each dimension once"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [3, 0]}> 64x64",
         WGD_ERR_DOMAIN, "no order of the dimensions", "3", "each dimension once"},
        {"#ttg.swizzled_shared<{vec = 0, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "count from 1", "0", "at least 1"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 0, maxPhase = 8, order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "count from 1", "0", "at least 1"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 0, order = [1, 0]}> 64x64",
         WGD_ERR_DOMAIN, "count from 1", "0", "at least 1"},
        {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64",
         WGD_ERR_DOMAIN, "another number of dimensions", "1", "as many as the attribute has"},
        {NVMMA ", elementBitWidth = 0}> 64x64", WGD_ERR_DOMAIN, "no element is that wide", "0",
         "8, 16, 32 or 64"},
        {NVMMA ", elementBitWidth = 24}> 64x64", WGD_ERR_DOMAIN, "no element is that wide", "24",
         "8, 16, 32 or 64"},
        {NVMMA "}> 4x64", WGD_ERR_DOMAIN, "smaller than the swizzle's atom", "4", "8 rows"},
        {"#ttg.slice<{dim = 0, parent = " NVMMA "}>}> 64", WGD_ERR_DOMAIN, "no slices and operands",
         "1", "of a layout of registers"},
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
    /* fp4Padded = false is as if it were not said. */
    wgd_triton_layout padless;
    assert_int_equal(read_text(NVMMA ", fp4Padded = false}> 64x64", &t, &l, &d), WGD_OK);
    assert_int_equal(read_text(NVMMA "}> 64x64", &t, &padless, &d), WGD_OK);
    assert_int_equal(l.in[0].n, 12);
    assert_int_equal(padless.in[0].n, 12);
    assert_memory_equal(l.in[0].v, padless.in[0].v, 12 * sizeof l.in[0].v[0]);
}

static void layouts_of_tensor_memory(void **state)
{
    static const refusal rows[] = {
        {TMEM "128, blockN = 64> 128x64x2", WGD_ERR_DOMAIN, "tensor memory holds matrices", "3",
         "two dimensions"},
        {"#ttg.slice<{dim = 0, parent = " TMEM "128, blockN = 64>}> 128x64", WGD_ERR_DOMAIN,
         "tensor memory holds matrices", "2", "two dimensions"},
        {TMEM "128, blockN = 64> 64x64", WGD_ERR_DOMAIN, "smaller than the block", "64", ""},
        {TMEM "64, blockN = 64, colStride = 3> 64x64", WGD_ERR_DOMAIN, "no power of two", "3", ""},
        {TMEM "128, blockN = 64, CTASplitM = 0> 128x64", WGD_ERR_DOMAIN, "more parts than it has",
         "0", "CTASplitM and CTASplitN"},
        {TMEM "128, blockN = 64, CTASplitN = 0> 128x64", WGD_ERR_DOMAIN, "more parts than it has",
         "1", "CTASplitM and CTASplitN"},
        {TMEM "128, blockN = 64, CTASplitM = 256> 128x64", WGD_ERR_DOMAIN, "more parts than it has",
         "256", "CTASplitM and CTASplitN"},
        {TMEM "128, blockN = 64, CTASplitN = 128> 128x64", WGD_ERR_DOMAIN, "more parts than it has",
         "1", "CTASplitM and CTASplitN"},
        {TMEM "64, blockN = 64, CTASplitM = 2, twoCTAs = true, colStride = 3> 128x64",
         WGD_ERR_DOMAIN, "no power of two", "3", ""},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 0> 128x64", WGD_ERR_DOMAIN,
         "more parts than it has", "0", "CTASplitM and CTASplitN"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitN = 0> 128x64", WGD_ERR_DOMAIN,
         "more parts than it has", "1", "CTASplitM and CTASplitN"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitM = 256> 128x64", WGD_ERR_DOMAIN,
         "more parts than it has", "256", "CTASplitM and CTASplitN"},
        {"#ttng.tensor_memory_scales_encoding<CTASplitN = 128> 128x64", WGD_ERR_DOMAIN,
         "more parts than it has", "1", "CTASplitM and CTASplitN"},
    };
    (void)state;
    EXPECT(rows);
}

/* A pair of blocks of M = 64 is one of 128 whose last bits of lane and column have changed places. */
static void a_pair_of_blocks(void **state)
{
    wgd_triton_type t;
    wgd_triton_layout pair, one;
    wgd_diag d;
    (void)state;
    assert_int_equal(
        read_text(TMEM "64, blockN = 64, CTASplitM = 2, twoCTAs = true> 128x64", &t, &pair, &d),
        WGD_OK);
    assert_int_equal(read_text("#triton_nvidia_gpu.tensor_memory_encoding<blockM = 128, blockN = "
                               "64> 128x64",
                               &t, &one, &d),
                     WGD_OK);
    assert_int_equal(pair.in[0].n, 7);
    assert_int_equal(pair.in[1].n, 6);
    assert_memory_equal(pair.in[0].v, one.in[0].v, 6 * sizeof one.in[0].v[0]);
    assert_memory_equal(pair.in[1].v, one.in[1].v, 5 * sizeof one.in[1].v[0]);
    assert_memory_equal(pair.in[0].v[6], one.in[1].v[5], 2 * sizeof(int32_t));
    assert_memory_equal(pair.in[1].v[5], one.in[0].v[6], 2 * sizeof(int32_t));
    /* Of a single column there is nothing to change places with. */
    assert_int_equal(
        read_text(TMEM "64, blockN = 1, CTASplitM = 2, twoCTAs = true> 128x1", &t, &pair, &d),
        WGD_OK);
    assert_int_equal(pair.in[0].n, 7);
    assert_int_equal(pair.in[0].v[6][0], 64);
    assert_int_equal(pair.in[1].n, 0);
    /* Two blocks that are no pair lie behind one another. */
    assert_int_equal(read_text(TMEM "64, blockN = 64, CTASplitM = 2> 128x64", &t, &pair, &d),
                     WGD_OK);
    assert_int_equal(pair.in[1].n, 7);
    assert_int_equal(pair.in[1].v[6][0], 64);
}

/* Bits of an operand that run along K of the product are shared by the blocks of a cluster. */
static void operands_in_a_cluster(void **state)
{
    wgd_triton_type t;
    wgd_triton_layout l;
    wgd_diag d;
    (void)state;
    assert_int_equal(
        read_text(
            "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, "
            "warpsPerCTA = [4, 1], CGALayout = [[0, 1], [1, 0]], instrShape = [16, 64, 16]}>, "
            "kWidth = 2}> 128x64",
            &t, &l, &d),
        WGD_OK);
    assert_int_equal(l.in[3].n, 2);
    assert_int_equal(l.in[3].v[0][0], 0);
    assert_int_equal(l.in[3].v[0][1], 0);
    assert_int_equal(l.in[3].v[1][0], 64);
    assert_int_equal(
        read_text("#triton_gpu.dot_op<{opIdx = 0, parent = #triton_gpu.nvidia_mma<{versionMajor = "
                  "3, warpsPerCTA = [4, 1], CTAsPerCGA = [2, 2], CTASplitNum = [2, 2], CTAOrder = "
                  "[1, 0], instrShape = [16, 64, 16]}>, kWidth = 2}> 128x64",
                  &t, &l, &d),
        WGD_OK);
    assert_int_equal(l.in[3].n, 2);
    assert_int_equal(l.in[3].v[0][0], 0);
    assert_int_equal(l.in[3].v[0][1], 0);
    assert_int_equal(l.in[3].v[1][0], 64);
}

/* ---- to and from CuTe ------------------------------------------------------------------------- */

static void composed_of(const char *text, wgd_composed *out)
{
    wgd_diag d;
    memset(&d, 0, sizeof d);
    if (wgd_parse_composed(text, strlen(text), out, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
}

static void from_cute(void **state)
{
    static const struct {
        const char *layout;
        wgd_status status;
        const char *what, *got;
    } shared[] = {
        {"(2,2,2,2,2,2):(1,2,4,8,16,32)", WGD_ERR_LIMIT, "too many modes", "6"},
        {"(4,3):(1,4)", WGD_ERR_DOMAIN, "", ""},
        {"(4,4):(1,8)", WGD_ERR_DOMAIN, "does not fill its offsets one to one", "4"},
        {"(4,4):(1,0)", WGD_ERR_DOMAIN, "does not fill its offsets one to one", "4"},
        {"8589934592:1", WGD_ERR_LIMIT, "the layout is too large", ""},
    };
    static const struct {
        const char *layout;
        int64_t shape[2];
        wgd_status status;
        const char *what, *got;
    } threads[] = {
        {"(32,4,2):(1,32,128)", {64, 4}, WGD_ERR_DOMAIN, "not a layout of threads", "3"},
        {"(32,4):(1,32)", {64, 3}, WGD_ERR_DOMAIN, "no power of two", "3"},
        {"(32,4):(1,32)", {-64, 2}, WGD_ERR_DOMAIN, "no power of two", "-64"},
        {"(32,4):(1,32)", {INT64_C(1) << 31, 1}, WGD_ERR_DOMAIN, "no power of two", "2147483648"},
        {"(32,3):(1,32)", {64, 2}, WGD_ERR_DOMAIN, "", ""},
        {"(32,4):(1,32)", {8, 8}, WGD_ERR_DOMAIN, "no element of the shape", "64"},
    };
    wgd_composed c;
    wgd_triton_layout l;
    wgd_diag d;
    (void)state;
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        composed_of(shared[i].layout, &c);
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_triton_of_shared(&c, &l, &d), shared[i].status);
        assert_non_null(strstr(d.what, shared[i].what));
        assert_non_null(strstr(d.got, shared[i].got));
    }
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        composed_of(threads[i].layout, &c);
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_triton_of_threads(&c, threads[i].shape, 2, &l, &d), threads[i].status);
        assert_non_null(strstr(d.what, threads[i].what));
        assert_non_null(strstr(d.got, threads[i].got));
    }
    composed_of("(32,4):(1,32)", &c);
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_triton_of_threads(&c, threads[0].shape, 6, &l, &d), WGD_ERR_VALUE);
    assert_string_equal(d.got, "more than 5 dimensions");
}

/* 32 zero bases of each index are more bits than a map has. */
static void to_cute(void **state)
{
    wgd_triton_layout l;
    wgd_linear m;
    wgd_tuple shape;
    wgd_composed c;
    wgd_diag d;
    (void)state;
    memset(&l, 0, sizeof l);
    l.space = WGD_TRITON_REGISTERS;
    l.rank = 1;
    l.ins = 4;
    l.shape[0] = 1;
    l.in[0].n = l.in[1].n = 31;
    assert_int_equal(wgd_triton_flat(&l, &m, &d), WGD_OK);
    assert_int_equal(m.bits, 62);
    l.in[2].n = 1;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_triton_flat(&l, &m, &d), WGD_ERR_LIMIT);
    assert_string_equal(d.what, "the layout is too large");
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_LIMIT);
    l.space = WGD_TRITON_SHARED;
    l.ins = 3;
    assert_int_equal(wgd_triton_to_composed(&l, &c, &d), WGD_ERR_LIMIT);
    /* Of shared memory: a line is a line, and of two equal offsets none is right. */
    wgd_triton_type t;
    assert_int_equal(read_text("#ttg.shared_linear<{offset = [[1], [2]]}>", &t, &l, &d), WGD_OK);
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_OK);
    assert_true(wgd_tuple_is_leaf(&shape));
    assert_int_equal(read_text("#ttg.shared_linear<{offset = [[1], [2], [3]]}>", &t, &l, &d),
                     WGD_OK);
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_DOMAIN);
    assert_int_equal(read_text("#ttg.shared_linear<{offset = [[2], [2]]}>", &t, &l, &d), WGD_OK);
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_DOMAIN);
    assert_int_equal(
        read_text("#ttg.shared_linear<{offset = [[1], [2]], block = [[4]]}>", &t, &l, &d), WGD_OK);
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.got, "2");
    char text[128];
    wgd_text w = wgd_text_into(text, sizeof text);
    wgd_put_triton_layout(&w, &l);
    wgd_text_end(&w);
    assert_string_equal(text,
                        "#ttg.shared_linear<{offset = [[1], [2]], block = [[4]]}, alignment = 16>");
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
        /* A caller can leave it out, a text cannot. */
        t.attr.field[WGD_TRITON_F_INSTR_SHAPE].n = 0;
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d), WGD_ERR_DOMAIN);
        assert_string_equal(d.got, "0");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_of_registers),
        cmocka_unit_test(clusters),
        cmocka_unit_test(layouts_of_shared_memory),
        cmocka_unit_test(layouts_of_tensor_memory),
        cmocka_unit_test(a_pair_of_blocks),
        cmocka_unit_test(operands_in_a_cluster),
        cmocka_unit_test(from_cute),
        cmocka_unit_test(to_cute),
        cmocka_unit_test(linear_and_its_shape),
        cmocka_unit_test(shapes_of_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
