/* SPDX-License-Identifier: MIT
 *
 * The GPU harness multiplies with wgmma by its own rules for registers and metadata
 * (kernels/verify/wgmma/fragments.h); every type, every N and every sparsity is proved there on the
 * device. Here the library's tables are held against those rules, element by element, so that the
 * proof is theirs too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "verify/wgmma/fragments.h"
#include "wgd_frag.h"

static void make(wgd_dtype t, int n, bool sparse, const char *acc, wgd_frag_operand o, wgd_frag *f)
{
    wgd_frag_op op = {WGD_FRAG_WGMMA, WGD_INST_M, 0,  0,  false, false, false, 0,
                      false,          -1,         -1, -1, -1};
    op.n = n;
    op.sparse = sparse;
    op.k = wgd_dtype_k(t) * (sparse ? 2 : 1);
    assert_int_equal(wgd_frag_op_types(&op, wgd_dtype_get(t)->name, acc, NULL), WGD_OK);
    assert_int_equal(wgd_frag_make(&op, o, f, NULL), WGD_OK);
}

/* A in registers: in bytes of the 32 that one instruction stores of a row. */
static void inputs(void **state)
{
    (void)state;
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        const int bits = wgd_dtype_bits((wgd_dtype)t);
        for (int sparse = 0; sparse < (t == WGD_B1 ? 1 : 2); sparse++) {
            wgd_frag f;
            make((wgd_dtype)t, 16, sparse, NULL, WGD_FRAG_OPERAND_A, &f);
            for (uint32_t thread = 0; thread < 128; thread++) {
                for (int v = 0; v < f.values; v++) {
                    const int at = wgd_frag_at(&f, (int)thread, v);
                    const wgd_frag_slot s = wgd_frag_place(&f, (int)thread, v);
                    /* a sparse row stores half of its elements, chunk by chunk */
                    const int stored_bit = at / 64 / f.chunk * f.chunk_bits;
                    assert_int_equal(at % 64, wgv_frag_row(thread, (uint32_t)s.reg % 2));
                    assert_int_equal(stored_bit,
                                     8 * (int)wgv_frag_a_byte(thread, (uint32_t)s.reg) + s.bit);
                    assert_true(bits <= s.bits);
                }
            }
        }
    }
}

static void accumulators(void **state)
{
    (void)state;
    for (int i = 0; i < wgd_inst_count(); i++) {
        const wgd_inst *in = wgd_inst_at(i);
        for (int n = 8; n <= WGD_N_MAX; n += 8) {
            if (!wgd_n_legal(in->a, n)) {
                continue;
            }
            wgd_frag f;
            make(in->a, n, false, wgd_acc_name(in->acc), WGD_FRAG_OPERAND_D, &f);
            for (uint32_t thread = 0; thread < 128; thread++) {
                for (int v = 0; v < f.values; v++) {
                    const uint32_t r = (uint32_t)v;
                    const uint32_t row = wgv_frag_row(thread, r / 2 % 2);
                    assert_int_equal(wgd_frag_at(&f, (int)thread, v),
                                     row + 64 * wgv_frag_d_col(thread, r));
                    const int each = in->acc == WGD_ACC_F16 ? 2 : 1;
                    assert_int_equal(wgd_frag_place(&f, (int)thread, v).reg, v / each);
                }
            }
        }
    }
}

static void metadata(void **state)
{
    (void)state;
    for (int t = 0; t < WGD_B1; t++) {
        wgd_frag f;
        make((wgd_dtype)t, 16, true, NULL, WGD_FRAG_OPERAND_E, &f);
        for (uint32_t thread = 0; thread < 128; thread++) {
            for (uint32_t i = 0; i < 8; i++) {
                const int row = (int)wgv_meta_row((wgd_dtype)t, thread, i);
                const int group = (int)wgv_meta_group((wgd_dtype)t, thread, i);
                const int sel = f.copies > 1 ? (int)thread % 4 / 2 : 0;
                assert_true(wgv_meta_counts((wgd_dtype)t, thread, (uint32_t)sel));
                for (int c = 0; c < f.chunk; c++) {
                    const wgd_frag_slot s = wgd_frag_find(&f, row, group * f.chunk + c, sel);
                    assert_int_equal(s.thread, thread);
                    assert_int_equal(s.bit, 4 * i);
                    assert_int_equal(s.bits, 4);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs),
        cmocka_unit_test(accumulators),
        cmocka_unit_test(metadata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
