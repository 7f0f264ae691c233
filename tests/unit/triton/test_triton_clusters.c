/* SPDX-License-Identifier: MIT
 *
 * Triton's layouts in clusters: how the blocks share a tensor or hold the same, as older versions wrote it and as newer
 * ones do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "triton_text.h"

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
         WGD_ERR_DOMAIN, "CTAOrder is no order of the dimensions", "2", "powers of two"},
        {OLD_BLOCKED("CTAsPerCGA = [2, 1], CTASplitNum = [4, 1], CTAOrder = [1, 0]"),
         WGD_ERR_DOMAIN, "CTASplitNum does not divide CTAsPerCGA", "4", "powers of two"},
        {OLD_BLOCKED("CTAsPerCGA = [2, 1], CTASplitNum = [0, 1], CTAOrder = [1, 0]"),
         WGD_ERR_DOMAIN, "a size of the layout is no power of two", "0", "powers of two"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, rank = 2, CTAsPerCGA = "
         "[1, 2, 1]}> 64x64",
         WGD_ERR_DOMAIN, "the layout is for another number of dimensions", "2",
         "as many as the attribute has"},
        /* More blocks than columns, of which none is left, and then a fault that is to be said. */
        {OLD_SWIZZLED("CTAsPerCGA = [3, 128]"), WGD_ERR_DOMAIN,
         "a size of the layout is no power of two", "3", "powers of two"},
        {OLD_SWIZZLED("CTAsPerCGA = [1, 128], CTAOrder = [1, 5]"), WGD_ERR_DOMAIN,
         "CTAOrder is no order of the dimensions", "5", "powers of two"},
        {"#triton_gpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], "
         "CTAsPerCGA = "
         "[2], CTAOrder = [1]}> 64",
         WGD_ERR_DOMAIN, "CTAOrder is no order of the dimensions", "1", "powers of two"},
        {NVMMA ", CTAsPerCGA = [3, 128]}> 64x64", WGD_ERR_DOMAIN,
         "a size of the layout is no power of two", "3", "powers of two"},
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

/* ---- written down ----------------------------------------------------------------------------- */

#define OLD "#triton_gpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
#define NEW "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, "

static void blocks_of_shared_memory(void **state)
{
    static const struct {
        const char *text, *bases;
    } rows[] = {
        {OLD "[0], CTAsPerCGA = [2]}> 4", "offset = [[1]], block = [[2]]"},
        {OLD "[0], CTAsPerCGA = [2], CTASplitNum = [1]}> 4", "offset = [[1], [2]], block = [[0]]"},
        {OLD "[0], CTAsPerCGA = [4], CTASplitNum = [2], CTAOrder = [0]}> 4",
         "offset = [[1]], block = [[2], [0]]"},
        /* More blocks than rows: those beyond hold the same. */
        {OLD "[1, 0], CTAsPerCGA = [4, 1]}> 2x2", "offset = [[0, 1]], block = [[1, 0], [0, 0]]"},
        {OLD "[1, 0], CTAsPerCGA = [2, 2], CTAOrder = [0, 1]}> 4x4",
         "offset = [[0, 1], [1, 0]], block = [[2, 0], [0, 2]]"},
        {OLD
         "[4, 3, 2, 1, 0], CTAsPerCGA = [2, 1, 2, 1, 2], CTASplitNum = [2, 1, 1, 1, 2], CTAOrder = "
         "[4, 3, 2, 1, 0]}> 2x2x2x2x4",
         "offset = [[0, 0, 0, 0, 1], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0]], block = "
         "[[0, "
         "0, 0, 0, 2], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]]"},
        {NEW "CGALayout = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]]}> 2x2x2x2x4",
         "offset = [[0, 0, 0, 0, 1], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0]], block = "
         "[[0, "
         "0, 0, 0, 2], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]]"},
        {NEW "CGALayout = [[0, 1], [2, 0], [1, 0]]}> 8x4",
         "offset = [[0, 1], [1, 0]], block = [[0, 2], [4, 0], [2, 0]]"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        wgd_triton_type t;
        wgd_triton_layout l;
        assert_int_equal(read_text(rows[i].text, &t, &l, NULL), WGD_OK);
        wgd_text w = wgd_text_into(text, sizeof text);
        wgd_put_triton_layout(&w, &l);
        wgd_text_end(&w);
        const size_t n = strlen("#ttg.shared_linear<{"), m = strlen(rows[i].bases);
        assert_true(strlen(text) > n + m);
        assert_string_equal(text + n + m, "}, alignment = 16>");
        text[n + m] = '\0';
        assert_string_equal(text + n, rows[i].bases);
    }
}

/* A block's part of a tensor in registers, in five dimensions: what is left of it goes to the registers. */
static void blocks_of_registers(void **state)
{
    wgd_triton_type t;
    wgd_triton_layout l;
    char text[512];
    (void)state;
    assert_int_equal(
        read_text(
            "#ttg.blocked<{sizePerThread = [1, 1, 1, 1, 2], threadsPerWarp = [1, 1, 1, 2, 1], "
            "warpsPerCTA = [1, 1, 2, 1, 1], order = [4, 3, 2, 1, 0], CGALayout = [[0, 0, 0, 0, "
            "1], [1, 0, 0, 0, 0]]}> 4x1x2x2x8",
            &t, &l, NULL),
        WGD_OK);
    wgd_text w = wgd_text_into(text, sizeof text);
    wgd_put_triton_layout(&w, &l);
    wgd_text_end(&w);
    assert_string_equal(
        text, "#ttg.linear<{register = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [1, 0, 0, 0, 0]], "
              "lane = [[0, 0, 0, 1, 0]], warp = [[0, 0, 1, 0, 0]], block = [[0, 0, 0, 0, "
              "4], [2, 0, 0, 0, 0]]}>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters),
        cmocka_unit_test(a_pair_of_blocks),
        cmocka_unit_test(operands_in_a_cluster),
        cmocka_unit_test(blocks_of_shared_memory),
        cmocka_unit_test(blocks_of_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
