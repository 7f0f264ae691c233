/* SPDX-License-Identifier: MIT
 *
 * A wgmma instruction as PTX text: the mnemonic, the operands in their order, the immediates.
 */
#include "wgmma_text.h"

#include <stdio.h>

int wgmma_acc_regs(const wgmma_call *c)
{
    return c->inst->acc == WGD_ACC_F16 ? c->n / 4 : c->n / 2;
}

static void print_acc(const wgmma_call *c, const char *acc)
{
    const int regs = wgmma_acc_regs(c);
    for (int r = 0; r < regs; r++) {
        char name[16];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(name, sizeof name, acc, r);
#pragma GCC diagnostic pop
        printf("%s\"%s%s\"%s", r % 8 ? "" : "        ", name, r + 1 < regs ? "," : "",
               r % 8 == 7 || r + 1 == regs ? "\n" : " ");
    }
}

void wgmma_print(const wgmma_call *c, const wgmma_words *w)
{
    const wgd_inst *in = c->inst;
    printf("        \"wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s {\"\n", c->sparse ? ".sp" : "",
           c->n, wgd_dtype_k(in->a) * (c->sparse ? 2 : 1), in->ptx);
    print_acc(c, w->acc);
    printf("        \"}, %s, %s", w->a, w->b);
    if (c->sparse) {
        printf(", %s, %s", w->meta, w->selector);
    }
    printf(", %s", w->scale_d);
    if (in->scale) {
        printf(", %s, %s", w->scale_a, w->scale_b);
    }
    if (in->trans && !c->a_in_regs) {
        printf(", %s", w->trans_a);
    }
    if (in->trans) {
        printf(", %s", w->trans_b);
    }
    printf(";\\n\"\n");
}
