/* SPDX-License-Identifier: MIT
 *
 * Register fragments and shared-memory banks: wgd_frag.h, wgd_banks.h. It prints:
 *
 *   m64n32k16 d: 128 threads, 16 values; thread 5 value 2 is element (9,2)
 *   element (9,2): thread 5, register 2
 *   plain: 8-way; Sw<3,3,3>: free of conflicts
 */
#include <wgdesc.h>

#include <stdio.h>

static int fragment(void)
{
    wgd_frag_op op;
    wgd_frag f;
    wgd_diag diag;
    if (wgd_frag_op_parse("m64n32k16", &op, &diag) != WGD_OK ||
        wgd_frag_op_types(&op, "f16", "f32", &diag) != WGD_OK ||
        wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &f, &diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    const int at = wgd_frag_at(&f, 5, 2);
    const wgd_frag_slot slot = wgd_frag_find(&f, at % f.rows, at / f.rows, 0);
    printf("m64n32k16 d: %d threads, %d values; thread 5 value 2 is element (%d,%d)\n", f.threads,
           f.values, at % f.rows, at / f.rows);
    printf("element (%d,%d): thread %d, register %d\n", at % f.rows, at / f.rows, slot.thread,
           slot.reg);
    return 0;
}

static int banks(void)
{
    wgd_arrangement tile;
    wgd_bank_use use;
    static wgd_bank_advice advice;
    wgd_diag diag;
    char best[64];
    if (wgd_arrange_rows(64, 64, 16, 0, &tile, &diag) != WGD_OK ||
        wgd_bank_use_parse("ldmatrix.x4:mma.a", 16, &use, &diag) != WGD_OK ||
        wgd_bank_advise(&tile, &use, 1, &advice, &diag) != WGD_OK || advice.best < 0) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    wgd_text t = wgd_text_into(best, sizeof best);
    wgd_put_arrangement(&t, &advice.candidate[advice.best].arrangement);
    wgd_text_end(&t);
    printf("plain: %d-way; %s: free of conflicts\n", advice.candidate[0].total[0].worst, best);
    return 0;
}

int main(void)
{
    return fragment() != 0 || banks() != 0;
}
