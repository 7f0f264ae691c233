/* SPDX-License-Identifier: MIT
 *
 * Every refusal of the last step of make_gmma_desc and make_umma_desc: blocks that are nearly what a
 * descriptor can hold. What CuTe checks is what its mma_sm90_desc.hpp and mma_sm100_desc.hpp say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_tile.h"

/* A block in units of 16 bytes. */
typedef struct refusal {
    const char *block;
    wgd_major major;
    int bits;
    wgd_arch arch;
    wgd_status status;
    const char *what;
} refusal;

#define K              WGD_MAJOR_K
#define MN             WGD_MAJOR_MN
#define SM90           WGD_SM90
#define SM100          WGD_SM100
#define NO_SWIZZLE     "wgmma has no such swizzle"
#define NO_SWIZZLE_100 "tcgen05 has no such swizzle"
#define NO_MODES       "a block has two modes, MN and K"
#define NO_GROUPS      "a K-major block is made of groups of 8 rows"
#define NO_STEP        "a K-major block is one K step wide"
#define NO_DEPTH       "an MN-major block is one K step deep"
#define NO_STRIDE      "the rows of a pattern are not at a constant stride"
#define NO_ROWS        "rows of the pattern must follow one another"
#define NO_CHUNKS      "the chunks of a swizzle row must follow one another"
#define NO_K           "successive k must follow one another"
#define NO_ATOM32      "the 128B swizzle with 32-byte atoms is for MN-major tf32 only"

static const refusal refusals[] = {
    /* swizzles: a plain pointer's, other bits, other places, another architecture's */
    {"Sw<3,4,3> o 0 o (64,2):(8,1)", K, 16, SM90, WGD_ERR_NO_DESC, NO_SWIZZLE},
    {"Sw<2,3,3> o smem_ptr[128b] o (64,2):(4,1)", K, 16, SM90, WGD_ERR_NO_DESC, NO_SWIZZLE},
    {"Sw<3,4,4> o smem_ptr[128b] o (64,2):(8,1)", K, 16, SM90, WGD_ERR_NO_DESC, NO_SWIZZLE},
    {"Sw<0,5,3> o smem_ptr[128b] o (64,2):(1,64)", K, 16, SM90, WGD_ERR_NO_DESC, NO_SWIZZLE},
    {"Sw<0,4,2> o smem_ptr[128b] o (64,2):(1,64)", K, 16, SM90, WGD_ERR_NO_DESC, NO_SWIZZLE},
    {"Sw<2,5,2> o smem_ptr[128b] o (8,8):(1,8)", MN, 32, SM90, WGD_ERR_NO_DESC, NO_SWIZZLE},
    {"Sw<1,5,1> o smem_ptr[128b] o (8,8):(1,8)", MN, 32, SM100, WGD_ERR_NO_DESC, NO_SWIZZLE_100},
    {"Sw<2,5,2> o smem_ptr[128b] o (8,2):(8,1)", K, 32, SM100, WGD_ERR_NO_DESC, NO_ATOM32},
    /* extents */
    {"64:1", K, 16, SM90, WGD_ERR_NO_DESC, NO_MODES},
    {"2:1", K, 16, SM90, WGD_ERR_NO_DESC, NO_MODES},
    {"(8,2,2):(1,8,16)", K, 16, SM90, WGD_ERR_NO_DESC, NO_MODES},
    {"(12,2):(1,16)", K, 16, SM90, WGD_ERR_NO_DESC, NO_GROUPS},
    {"(64,1):(1,64)", K, 16, SM90, WGD_ERR_NO_DESC, NO_STEP},
    {"(64,3):(1,64)", K, 16, SM90, WGD_ERR_NO_DESC, NO_STEP},
    {"(8,12):(1,8)", MN, 16, SM90, WGD_ERR_NO_DESC, NO_DEPTH},
    {"(8,64):(1,8)", MN, 16, SM90, WGD_ERR_NO_DESC, NO_DEPTH},
    /* strides */
    {"((4,2),2):((1,5),64)", K, 16, SM90, WGD_ERR_NO_DESC, NO_STRIDE},
    {"((8,2,2),2):((1,8,32),64)", K, 16, SM90, WGD_ERR_NO_DESC, NO_STRIDE},
    {"((8,8),2):((2,16),1)", K, 16, SM90, WGD_ERR_NO_DESC, NO_ROWS},
    {"Sw<3,4,3> o smem_ptr[128b] o ((8,8),2):((4,64),1)", K, 16, SM90, WGD_ERR_NO_DESC, NO_ROWS},
    {"Sw<3,4,3> o smem_ptr[128b] o ((8,8),2):((8,64),2)", K, 16, SM90, WGD_ERR_NO_DESC, NO_CHUNKS},
    {"Sw<3,4,3> o smem_ptr[128b] o ((8,2),(8,2)):((2,64),(8,128))", MN, 16, SM90, WGD_ERR_NO_DESC,
     NO_CHUNKS},
    {"Sw<3,4,3> o smem_ptr[128b] o ((8,2),(8,2)):((1,64),(4,128))", MN, 16, SM90, WGD_ERR_NO_DESC,
     NO_K},
    {"((1,8),(8,2)):((0,16),(2,128))", MN, 16, SM90, WGD_ERR_NO_DESC, NO_K},
    /* what the fields hold */
    {"((8,8),2):((1,8),16384)", K, 16, SM90, WGD_ERR_RANGE, "lbo"},
    {"((8,8),2):((1,8),-8)", K, 16, SM90, WGD_ERR_RANGE, "lbo"},
    {"((8,8),2):((1,16384),8)", K, 16, SM90, WGD_ERR_RANGE, "sbo"},
    {"((8,8),2):((1,-8),8)", K, 16, SM90, WGD_ERR_RANGE, "sbo"},
};

static wgd_composed read_block(const char *text)
{
    wgd_composed c;
    wgd_diag d;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, &d), WGD_OK);
    return c;
}

static void refused(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const refusal *r = &refusals[i];
        const wgd_composed c = read_block(r->block);
        wgd_layout canonical;
        wgd_desc desc;
        wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
        const wgd_status s =
            wgd_canonical_desc(&c, r->major, r->bits, r->arch, &canonical, &desc, &d);
        const char *said = r->status == WGD_ERR_RANGE ? d.field : d.what;
        if (s != r->status || strcmp(said, r->what) != 0) {
            wrong++;
            print_message("%s: %s '%s', not '%s'\n", r->block, wgd_status_name(s), said, r->what);
        }
        assert_int_equal(
            wgd_canonical_desc(&c, r->major, r->bits, r->arch, &canonical, &desc, NULL), s);
    }
    assert_int_equal(wrong, 0);
}

static void a_size_that_does_not_fit(void **state)
{
    const wgd_layout one = wgd_layout_2d(INT64_MAX, 2, 1, 1);
    wgd_composed c = wgd_composed_plain(&one);
    wgd_layout list = wgd_layout_empty(), canonical;
    const wgd_layout two = wgd_layout_1d(2, 1);
    wgd_desc desc;
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_layout_append(&list, &one), WGD_OK);
    assert_int_equal(wgd_layout_append(&list, &two), WGD_OK);
    c.layout = list;
    assert_int_equal(wgd_canonical_desc(&c, K, 16, SM90, &canonical, &desc, &d), WGD_ERR_OVERFLOW);
    assert_string_equal(d.field, "layout");
}

/* And what is the next to each: accepted. */
static void accepted(void **state)
{
    static const struct {
        const char *block;
        wgd_major major;
        int bits;
        wgd_arch arch;
        uint16_t lbo, sbo;
    } yes[] = {
        {"((8,8),2):((1,8),16383)", K, 16, SM90, 16383, 8},
        {"((8,8),4):((1,8),64)", K, 16, SM90, 64, 8},
        {"Sw<3,4,3> o smem_ptr[128b] o ((8,8),2):((8,64),1)", K, 16, SM90, 1, 64},
        {"Sw<3,4,3> o smem_ptr[128b] o ((8,2),(8,2)):((1,64),(8,128))", MN, 16, SM90, 64, 128},
        {"((1,8),(8,2)):((0,16),(1,128))", MN, 16, SM90, 128, 16}};
    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        const wgd_composed c = read_block(yes[i].block);
        wgd_layout canonical;
        wgd_desc desc;
        wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
        const wgd_status s =
            wgd_canonical_desc(&c, yes[i].major, yes[i].bits, yes[i].arch, &canonical, &desc, &d);
        if (s != WGD_OK || desc.lbo != yes[i].lbo || desc.sbo != yes[i].sbo) {
            fail_msg("%s: %s %s, LBO %d SBO %d", yes[i].block, wgd_status_name(s), d.what, desc.lbo,
                     desc.sbo);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refused),
                                       cmocka_unit_test(a_size_that_does_not_fit),
                                       cmocka_unit_test(accepted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
