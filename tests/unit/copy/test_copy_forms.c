/* SPDX-License-Identifier: MIT
 *
 * Addresses of a copy as a formula, through swizzles of which the hardware has none: thread by thread and step by
 * step against the addresses themselves. And the state spaces that the name of an instruction may have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static void test_forms(void **state)
{
    (void)state;
    static const char *const tiles[] = {
        "(32,64):(64,1)",
        "Sw<3,4,3> o smem_ptr[16b] o (32,64):(64,1)",
        "Sw<1,4,-3> o smem_ptr[16b] o (32,64):(64,1)", /* the source below the target */
        "Sw<2,4,-5> o smem_ptr[16b] o (32,64):(64,1)",
        "Sw<2,4,12> o smem_ptr[16b] o (32,64):(64,1)", /* a pattern as long as the window */
        "Sw<3,4,14> o smem_ptr[16b] o (32,64):(64,1)", /* and a longer one */
    };
    wgd_composed tv, c;
    wgd_frag frag;
    wgd_copy_insn insn;
    static const char text[] = "(32,64):(1,32)";
    assert_int_equal(wgd_parse_composed(text, strlen(text), &tv, NULL), WGD_OK);
    assert_int_equal(wgd_frag_of_layout(&tv.layout, 32, 64, 16, &frag, NULL), WGD_OK);
    assert_int_equal(wgd_copy_insn_parse("st.b128", &insn, NULL), WGD_OK);
    int forms = 0;
    for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++) {
        static wgd_copy_tile tile;
        static wgd_copy copy;
        static wgd_copy_form form;
        assert_int_equal(wgd_parse_composed(tiles[i], strlen(tiles[i]), &c, NULL), WGD_OK);
        assert_int_equal(wgd_copy_tile_make(&c, 16, 0, &tile, NULL), WGD_OK);
        assert_int_equal(wgd_copy_make(&frag, &tile, insn, &copy, NULL), WGD_OK);
        if (!wgd_copy_form_make(&copy, &form)) {
            continue;
        }
        forms++;
        for (int step = 0; step < copy.steps; step++) {
            wgd_bank_lanes l;
            wgd_copy_lanes(&copy, 0, step, &l);
            for (int t = 0; t < WGD_WARP; t++) {
                assert_int_equal(wgd_copy_form_at(&form, t, step), l.addr[t]);
                assert_int_equal(wgd_copy_byte(&tile, t, 8 * step), l.addr[t]);
            }
        }
    }
    assert_true(forms >= 2);
}

/* PTX ISA, "st": .shared is .shared::cta; .shared::cluster is another block's memory too. */
static void test_spaces(void **state)
{
    (void)state;
    wgd_copy_insn plain, named;
    wgd_diag d;
    assert_int_equal(wgd_copy_insn_parse("st.b128", &plain, NULL), WGD_OK);
    static const char *const same[] = {"st.shared.b128", "st.shared::cta.b128"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        assert_int_equal(wgd_copy_insn_parse(same[i], &named, NULL), WGD_OK);
        assert_int_equal(named, plain);
    }
    static const char *const none[] = {"st.shared::cluster.b128", "st.shared::ct.b128",
                                       "st.share.b128", "st.global.b128"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(wgd_copy_insn_parse(none[i], &named, &d), WGD_ERR_VALUE);
        assert_int_equal(wgd_copy_insn_parse(none[i], &named, NULL), WGD_ERR_VALUE);
        assert_true(strlen(d.field) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
